/* tests/tiles/slide_corners.c - corners stop, push and turn only what would hit them: movers beside corners, over holes
 * and on pixel slopes, at random places near those where a slide can go wrong, up to 100,000 px from the origin.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that one alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>

#include "shared/contexts.h"
#include "shared/random_world.h"

enum { TILE = 16, SIDE = 24, MIDDLE = TILE * SIDE / 2, CASES = 2000 };

static const float SKIN = 1.0f / 32;

/* A map whose middle is the origin of local coordinates (u, v), which are turned by quarters of a circle. */
typedef struct place {
    hail_tileset *set;
    hail_tilemap *map;
    float x, y; /* of the middle */
    uint32_t quarters;
    double rounding; /* px: of a position */
} place;

static place make_place(bool turned, uint64_t *state) {
    static const float far[] = {0.0f, 1000.0f, 10000.0f, 100000.0f - 1000.0f};
    place p = {.quarters = turned ? random_pick(state, 4) : 0};
    const float x = far[random_pick(state, 4)], y = random_pick(state, 2) == 0 ? x : -x / 2.0f;
    const hail_tilemap_options options = {.columns = SIDE, .rows = SIDE, .x = x, .y = y};
    cr_assert_eq(hail_tileset_create(NULL, TILE, TILE, &p.set), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(p.set, &options, &p.map), HAIL_OK);
    p.x = x + (float)MIDDLE, p.y = y + (float)MIDDLE;
    p.rounding = 1.0e-4 + 2.0e-7 * (double)fabsf(x);
    return p;
}

static void free_place(place *p) {
    hail_tilemap_destroy(p->map);
    hail_tileset_destroy(p->set);
}

static void turn(uint32_t quarters, float u, float v, float *x, float *y) {
    static const float cosine[] = {1, 0, -1, 0}, sine[] = {0, 1, 0, -1};
    *x = cosine[quarters] * u - sine[quarters] * v;
    *y = sine[quarters] * u + cosine[quarters] * v;
}

/* Fills or empties the pixels from (u, v) to (to_u, to_v). */
static void paint(const place *p, long u, long v, long to_u, long to_v, bool solid) {
    float x[2], y[2];
    turn(p->quarters, (float)u, (float)v, &x[0], &y[0]);
    turn(p->quarters, (float)to_u, (float)to_v, &x[1], &y[1]);
    const float left = fminf(x[0], x[1]), top = fminf(y[0], y[1]);
    cr_assert_eq(hail_tilemap_paint(p->map, (uint32_t)(left + MIDDLE), (uint32_t)(top + MIDDLE),
                                    (uint32_t)fabsf(x[1] - x[0]), (uint32_t)fabsf(y[1] - y[0]), solid, 0),
                 HAIL_OK);
}

/* A mover: a box, a rounded box or a circle (the first of these `kinds`). w and h: half its extents; flat: half the
 * flat part of its lower side. */
typedef struct body {
    hail_convex shape;
    float w, h, flat, x, y;
} body;

static body make_body(const place *p, uint32_t kinds, uint64_t *state) {
    body b = {0};
    const uint32_t kind = random_pick(state, kinds);
    float w = random_range(state, 3.0f, 11.0f), h = random_range(state, 3.0f, 11.0f);
    const float rounding = kind == 1 ? random_range(state, 0.3f, 3.0f) : 0.0f;
    if (random_pick(state, 2) == 0)
        w = roundf(w), h = roundf(h);
    const bool lies = p->quarters % 2 == 1;
    if (kind == 2)
        cr_assert_eq(hail_convex_circle(h = w, &b.shape), HAIL_OK);
    else
        cr_assert_eq(hail_convex_box(lies ? h : w, lies ? w : h, rounding, &b.shape), HAIL_OK);
    b.w = w + rounding, b.h = h + rounding, b.flat = kind == 2 ? 0.0f : w;
    return b;
}

static void put(const place *p, body *b, float u, float v) {
    float x, y;
    turn(p->quarters, u, v, &x, &y);
    b->x = p->x + x, b->y = p->y + y;
}

/* Slides a body by (du, dv), and answers in local coordinates. */
static hail_slide ask(const place *p, body *b, const hail_slide_options *options, float du, float dv) {
    float dx, dy, u, v;
    turn(p->quarters, du, dv, &dx, &dy);
    const hail_tilemap_movers movers = {
        .map = p->map,
        .shapes = {.convexes = &b->shape, .shape_count = 1, .x = &b->x, .y = &b->y, .dx = &dx, .dy = &dy, .count = 1}};
    hail_slide slide;
    cr_assert_eq(hail_tilemap_slide(&movers, options, &slide), HAIL_OK);
    b->x += slide.dx, b->y += slide.dy;
    turn((4 - p->quarters) % 4, slide.dx, slide.dy, &u, &v);
    slide.dx = u, slide.dy = v;
    return slide;
}

/* How often of all cases, and the first of them. */
typedef struct faults {
    uint32_t count, cases;
    uint64_t seed;
    hail_slide slide;
    double u, v; /* what is expected */
    body b;
} faults;

static bool holds(faults *f, uint64_t seed, const body *b, hail_slide slide, double u, double v, double off_u,
                  double off_v) {
    f->cases++;
    if (fabs((double)slide.dx - u) <= off_u && fabs((double)slide.dy - v) <= off_v && (slide.flags & HAIL_STUCK) == 0)
        return true;
    if (f->count++ == 0)
        f->seed = seed, f->slide = slide, f->u = u, f->v = v, f->b = *b;
    return false;
}

/* allowed: of so many calls one may be wrong. */
static void few(const char *what, const faults *f, uint32_t allowed) {
    cr_assert(f->count == 0 || f->count * allowed <= f->cases,
              "%s: %u of %u calls; the first, HAIL_TEST_SEED=%llu: a mover of %.9g x %.9g that came to (%.9g, %.9g) "
              "moved (%.9g, %.9g), not (%.9g, %.9g); flags %u, normals (%g, %g) (%g, %g)",
              what, (unsigned)f->count, (unsigned)f->cases, (unsigned long long)f->seed, 2.0 * (double)f->b.w,
              2.0 * (double)f->b.h, (double)f->b.x, (double)f->b.y, (double)f->slide.dx, (double)f->slide.dy, f->u,
              f->v, (unsigned)f->slide.flags, (double)f->slide.normal_x[0], (double)f->slide.normal_y[0],
              (double)f->slide.normal_x[1], (double)f->slide.normal_y[1]);
}

static void run_but(const char *what, uint32_t cases, uint32_t allowed,
                    void (*call)(faults *f, uint64_t seed, uint64_t *state)) {
    faults f = {0};
    uint64_t given;
    const bool one = random_seed_given(&given);
    for (uint32_t n = 0; n < (one ? 1 : random_worlds(random_shortened(cases))); n++) {
        const uint64_t seed = one ? given : n;
        uint64_t state = seed * 31 + 7;
        call(&f, seed, &state);
    }
    few(what, &f, allowed);
}

static void run(const char *what, uint32_t cases, void (*call)(faults *f, uint64_t seed, uint64_t *state)) {
    run_but(what, cases, UINT32_MAX, call);
}

/* ---- Corners beside a mover -------------------------------------------------------------------------------------- */

/* A mover that the slide pressed against a wall, or that is as near to it, falls past the wall's upper corner. */
static void fall_past(faults *f, uint64_t seed, uint64_t *state) {
    place p = make_place(true, state);
    paint(&p, 0, 0, 60, 80, true);
    body b = make_body(&p, 3, state);
    const float gap = random_range(state, 0.0005f, 2.5f * SKIN) + 2.0f * (float)p.rounding;
    const float above = random_range(state, 0.0f, 12.0f), fall = random_range(state, 1.0f, 40.0f);
    if (random_pick(state, 2) == 0) {
        put(&p, &b, -b.w - 2.0f, 40.0f);
        (void)ask(&p, &b, NULL, 5.0f, 0.0f);
        float *along = p.quarters % 2 == 0 ? &b.y : &b.x; /* it keeps its gap to the bit */
        float x, y;
        turn(p.quarters, 0.0f, -b.h - above, &x, &y);
        *along = p.quarters % 2 == 0 ? p.y + y : p.x + x;
    } else
        put(&p, &b, -b.w - gap, -b.h - above);
    const hail_slide slide = ask(&p, &b, NULL, 0.0f, fall);
    (void)holds(f, seed, &b, slide, 0.0, (double)fall, (double)SKIN + p.rounding, 0.002 + p.rounding);
    free_place(&p);
}

Test(slide_corners, falls_past) { run("falls beside a wall", CASES, fall_past); }

/* A mover falls past the wall's upper corner within the skin, and then against the wall, most often below its first
 * tile: it is not inside. */
static void fall_against(faults *f, uint64_t seed, uint64_t *state) {
    place p = make_place(true, state);
    paint(&p, 0, 0, 60, 180, true);
    body b = make_body(&p, 3, state);
    const float least = 0.001f + 4.0f * (float)p.rounding, gap = least + random_range(state, 0.0f, SKIN);
    const float above = random_range(state, 0.0f, 3.0f), fall = random_range(state, 90.0f, 150.0f);
    /* It comes to the wall after so long a way, or not at all. */
    const float way = above + random_range(state, 1.1f * b.h, 2.0f * b.h + 2.0f * TILE), du = gap * fall / way;
    put(&p, &b, -b.w - gap, -b.h - above);
    const hail_slide slide = ask(&p, &b, NULL, du, fall);
    const double middle = (double)(gap - SKIN / 2.0f), off = (double)SKIN / 2.0 + 0.001 + p.rounding;
    (void)holds(f, seed, &b, slide, fmin((double)du, middle), (double)fall, off, 0.002 + p.rounding);
    free_place(&p);
}

Test(slide_corners, falls_against) { run("falls against a wall", CASES, fall_against); }

/* A ball within the skin of a corner moves along it, away from it, or towards it but past it. */
static void graze(faults *f, uint64_t seed, uint64_t *state) {
    place p = make_place(true, state);
    body b = {0};
    const float radius = random_range(state, 2.0f, 12.0f), gap = SKIN + random_range(state, -0.004f, 0.002f);
    const float at = random_range(state, 0.0f, 1.5707963f), way = random_range(state, 0.5f, 9.0f);
    /* How far inwards it may turn and still miss the corner by a thousandth px. */
    const float most = acosf(fminf((radius + 0.001f + 3.0f * (float)p.rounding) / (radius + gap), 1.0f));
    const float tilt = random_pick(state, 3) == 0 ? 0.0f : random_range(state, -most, 0.5f);
    const float side = random_pick(state, 2) == 0 ? 1.0f : -1.0f;
    const float out_u = -sinf(at), out_v = -cosf(at), along_u = side * cosf(at), along_v = -side * sinf(at);
    paint(&p, 0, 0, 60, 60, true);
    cr_assert_eq(hail_convex_circle(radius, &b.shape), HAIL_OK);
    b.w = b.h = radius;
    put(&p, &b, out_u * (radius + gap), out_v * (radius + gap));
    const float du = way * (cosf(tilt) * along_u + sinf(tilt) * out_u),
                dv = way * (cosf(tilt) * along_v + sinf(tilt) * out_v);
    /* Where the corner ends a face, the face is in the way. */
    if ((du > 0.0f && out_v > -0.2f) || (dv > 0.0f && out_u > -0.2f) || (du > 0.0f && dv > 0.0f)) {
        free_place(&p);
        return;
    }
    const hail_slide slide = ask(&p, &b, NULL, du, dv);
    const double off = 2.0 * (double)SKIN + p.rounding;
    (void)holds(f, seed, &b, slide, (double)du, (double)dv, off, off);
    free_place(&p);
}

Test(slide_corners, grazes) { run("passes a corner", CASES, graze); }

/* ---- Holes and slopes -------------------------------------------------------------------------------------------- */

/* A walker on a flat floor with holes that are narrower than its flat side, which begins beside one of them. */
static void walk_over_holes(faults *f, uint64_t seed, uint64_t *state) {
    place p = make_place(true, state);
    paint(&p, -150, 0, 150, 40, true);
    body b = make_body(&p, 2, state);
    const float speed = random_range(state, 0.3f, 8.0f) * (random_pick(state, 2) == 0 ? 1.0f : -1.0f);
    const float down = random_range(state, 0.05f, 2.0f), v = -b.h - SKIN + random_range(state, -0.002f, 0.002f);
    long edge = 0;
    for (long u = -140; u < 130;) {
        const long wide = 1 + (long)random_pick(state, (uint32_t)fminf(2.0f * b.flat - 0.5f, 20.0f));
        paint(&p, u, 0, u + wide, 1 + (long)random_pick(state, 30), false);
        edge = labs(u) < labs(edge) || edge == 0 ? u + wide * (long)random_pick(state, 2) : edge;
        u += wide + 1 + (long)random_pick(state, 20);
    }
    const float corner = random_pick(state, 2) == 0 ? b.flat : -b.flat, off = random_range(state, -0.05f, 0.05f);
    put(&p, &b, (float)edge + corner + (random_pick(state, 3) == 0 ? 0.0001f : off), v);
    for (int n = 0; n < 8; n++) {
        const hail_slide slide = ask(&p, &b, NULL, speed, down);
        if (!holds(f, seed, &b, slide, (double)speed, 0.0, 0.002 + p.rounding, 2.0 * (double)SKIN + p.rounding))
            break;
    }
    free_place(&p);
}

Test(slide_corners, holes) { run("walks over holes", CASES / 4, walk_over_holes); }

static void paint_slope(const place *p, long run, long rise) {
    for (long u = -180; u < 180; u++) {
        const long top = (long)floor((double)(u + 180) * (double)rise / (double)run) - 120;
        paint(p, u, top < 180 ? top : 180, u + 1, 190, true);
    }
}

/* A box that walks and falls down a slope of pixels has nothing in its way. */
static void walk_down(faults *f, uint64_t seed, uint64_t *state) {
    place p = make_place(false, state);
    const long run = 1 + (long)random_pick(state, 4), rise = 1 + (long)random_pick(state, (uint32_t)run);
    paint_slope(&p, run, rise);
    body b = make_body(&p, 1, state);
    put(&p, &b, -150.0f, -140.0f);
    float speed = 0.0f, down = 8.0f;
    for (int n = 0; n < 60 && b.x < p.x + 150.0f; n++) {
        const hail_slide slide = ask(&p, &b, NULL, speed, down);
        if (n > 6 && !holds(f, seed, &b, slide, (double)speed, (double)down / 2.0, 0.002 + p.rounding,
                            (double)down / 2.0 + (double)SKIN + p.rounding))
            break;
        if (n > 5)
            speed = random_range(state, 0.5f, 6.0f), down = random_range(state, 0.1f, 4.0f);
    }
    free_place(&p);
}

Test(slide_corners, slopes) { run("walks down a slope", CASES / 8, walk_down); }

/* How upright what lies within 2 skins below a mover is: 1 of a flat floor; -1: nothing is there. beside: look as many
 * px to the right. */
static float floor_below(const place *p, const body *b, float beside) {
    const float dx = 0.0f, dy = 2.0f * SKIN, x = b->x + beside;
    const hail_tilemap_movers movers = {
        .map = p->map,
        .shapes = {.convexes = &b->shape, .shape_count = 1, .x = &x, .y = &b->y, .dx = &dx, .dy = &dy, .count = 1}};
    hail_contact hit;
    cr_assert_eq(hail_tilemap_sweep(&movers, &hit), HAIL_OK);
    return hit.count > 0 ? hit.normal_y : -1.0f;
}

/* A walker that stands on floor, with a snap of twice its largest displacement, stays on slopes of up to 45 degrees. */
static void snap_down(faults *f, uint64_t seed, uint64_t *state) {
    place p = make_place(false, state);
    const long run = 1 + (long)random_pick(state, 4), rise = 1 + (long)random_pick(state, (uint32_t)run);
    paint_slope(&p, run, rise);
    body b = make_body(&p, 3, state);
    hail_slide_options options = slide_defaults();
    put(&p, &b, -150.0f, -140.0f);
    options.snap = 6.0f;
    for (int n = 0; n < 80 && b.x < p.x + 150.0f; n++) {
        const bool stands = floor_below(&p, &b, 0.0f) > 0.7001f;
        const hail_slide slide =
            ask(&p, &b, &options, stands ? random_range(state, 1.0f, 2.9f) : 0.0f, stands ? 0.3f : 3.0f);
        bool air = true; /* it may stand on the edge of floor by its skin */
        for (int k = -1; k <= 1; k++)
            air = air && floor_below(&p, &b, (float)k * (SKIN + (float)p.rounding)) < 0.0f;
        if (stands)
            (void)holds(f, seed, &b, slide, 0.0, 0.0, air ? 0.0 : INFINITY, INFINITY);
    }
    free_place(&p);
}

/* (A steep corner may hide the floor ahead.) */
Test(slide_corners, snap) { run_but("leaves a slope in spite of snap", CASES / 8, 1000, snap_down); }
