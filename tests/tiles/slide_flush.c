/* tests/tiles/slide_flush.c - shapes swept over flush ground, by hand: no seam is hit, walls and corners are, and a
 * surface touched at the start stops no mover that goes along it or away from it. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "shared/random_world.h"
#include "slide_oracle.h"

enum { SHAPES = 7, HALF = 6 };

/* All shapes extend HALF px to the right and HALF px down. */
static void make_shapes(hail_convex *shape) {
    const float x[] = {-6, -3, 3, 6, 6, 3, -3, -6}, y[] = {3, 6, 6, 3, -3, -6, -6, -3};
    cr_assert_eq(hail_convex_box(HALF, HALF, 0, &shape[0]), HAIL_OK);
    cr_assert_eq(hail_convex_box(4, 4, 2, &shape[1]), HAIL_OK);
    cr_assert_eq(hail_convex_circle(HALF, &shape[2]), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(0, -4, 0, 4, 2, &shape[3]), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(-4, 0, 4, 0, HALF, &shape[4]), HAIL_OK); /* extends 10 px to the sides */
    cr_assert_eq(hail_convex_polygon(x, y, 8, 0, &shape[5]), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(0, HALF, 0, HALF, 0, &shape[6]), HAIL_OK); /* a point */
}

static const float side_of[SHAPES] = {6, 6, 6, 2, 10, 6, 0};

/* A square scene, rotated by right angles; inputs and answers are in its unrotated frame. */
typedef struct stage {
    picture p;
    hail_convex shape[SHAPES];
    int turns;
    ground ground;
    long top; /* of the ground */
} stage;

static stage stage_make(ground what, uint32_t tile, int turns, float wall, uint64_t *state) {
    stage s = {.p = picture_make(192 / tile, 192 / tile, tile, tile), .turns = turns, .ground = what};
    make_shapes(s.shape);
    s.top = picture_ground(&s.p, what, state);
    if (wall > 0.0f)
        picture_box(&s.p, (long)wall, 0, 7, s.top, true);
    for (int i = 0; i < turns; i++)
        picture_turn(&s.p);
    picture_build(&s.p, state);
    return s;
}

static void turn_vector(int turns, float *x, float *y) {
    for (int i = 0; i < turns; i++) {
        const float old = *x;
        *x = -*y + 0.0f, *y = old;
    }
}

/* The hit of shape k from (x, y) by (dx, dy), rotated back. */
static hail_contact sweep(const stage *s, uint32_t k, float x, float y, float dx, float dy) {
    static hail_contact hit;
    const float middle = (float)s->p.width / 2.0f;
    float cs = 1.0f, sn = 0.0f, from_x = x - middle, from_y = y - middle;
    turn_vector(s->turns, &cs, &sn);
    turn_vector(s->turns, &from_x, &from_y);
    turn_vector(s->turns, &dx, &dy);
    from_x += middle, from_y += middle;
    hail_tilemap_movers movers = {.map = s->p.map};
    movers.shapes = (hail_shapes){.convexes = s->shape,
                                  .shape_count = SHAPES,
                                  .x = &from_x,
                                  .y = &from_y,
                                  .dx = &dx,
                                  .dy = &dy,
                                  .cos = &cs,
                                  .sin = &sn,
                                  .shape = &k,
                                  .count = 1};
    memset(&hit, 0xee, sizeof hit);
    cr_assert_eq(hail_tilemap_sweep(&movers, &hit), HAIL_OK);
    if (hit.kind != 0)
        turn_vector((4 - s->turns) % 4, &hit.normal_x, &hit.normal_y);
    return hit;
}

static const char *said(const stage *s, uint32_t k, const hail_contact *hit) {
    static char text[160];
    snprintf(text, sizeof text, "shape %u, tiles of %u, rotated %d: kind %u, t %g, normal (%g, %g), depth %g",
             (unsigned)k, (unsigned)s->p.tile_width, s->turns, hit->kind, (double)hit->t, (double)hit->normal_x,
             (double)hit->normal_y, (double)hit->depth[0]);
    return text;
}

/* Every kind of ground with every size of tile, rotated by each right angle in turn; with a wall at `wall`, if above 0.
 */
static void on_every_stage(void (*hold)(const stage *s), float wall) {
    static const uint32_t tile[] = {16, 8, 4, 1, 32, 64};
    uint64_t state = 3;
    for (int n = 0; n < GROUNDS * 6 * 2; n++) {
        const int turns = (n + n / GROUNDS + 2 * (n / GROUNDS / 6)) % 4;
        stage s = stage_make((ground)(n % GROUNDS), tile[n / GROUNDS % 6], turns, wall, &state);
        hold(&s);
        picture_free(&s.p);
    }
}

/* ---- Seams ------------------------------------------------------------------------------------------------------- */

/* px above the ground; below 0: in it. */
static const float height[] = {0,         0x1p-20f, 1.0e-4f, 1.0e-3f,  0x1p-6f,  0x1p-5f, 0x1p-4f,
                               -0x1p-20f, -1.0e-4f, -0.01f,  -0x1p-5f, -0x1p-2f, -1.0f,   -2.5f};
static const float far[] = {0.01f, 0.5f, 1.0f, 3.3f, 16.0f, 71.7f};
enum { HEIGHTS = sizeof height / sizeof *height, WAYS = sizeof far / sizeof *far };

/* Too deep in thin ground: the shortest way out is no longer up. */
static bool through(const stage *s, float h) {
    return h < (s->ground == GROUND_TILES ? -3.0f : s->ground == GROUND_MASKS ? -1.5f : -0.4f);
}

static void along(const stage *s) {
    for (uint32_t k = 0; k < SHAPES; k++) {
        for (int n = 0; n < HEIGHTS * WAYS * 2; n++) {
            const float h = height[n % HEIGHTS], go = n % 2 == 0 ? far[n / HEIGHTS % WAYS] : -far[n / HEIGHTS % WAYS];
            const float x = 96.0f + 0.37f * (float)(n % 11) * (float)(n % 3); /* on seams and beside them */
            const hail_contact hit = sweep(s, k, x, (float)s->top - HALF - h, go, 0.0f);
            cr_assert(hit.kind == 0 || through(s, h), "along the ground by %g from %g, %g px above it: %s", (double)go,
                      (double)x, (double)h, said(s, k, &hit));
        }
    }
}

Test(slide_flush, along) { on_every_stage(along, 0.0f); }

/* A mover that moves into the ground hits its top, never the side of a seam. */
static void into(const stage *s) {
    static const float down[] = {0x1p-7f, 0.1f, 2.0f, 30.0f};
    for (uint32_t k = 0; k < SHAPES; k++) {
        for (int n = 0; n < HEIGHTS * WAYS * 2; n++) {
            const float h = height[n % HEIGHTS], go = n % 2 == 0 ? far[n / HEIGHTS % WAYS] : -far[n / HEIGHTS % WAYS];
            const float x = 96.0f + 0.37f * (float)(n % 11) * (float)(n % 3), sinks = down[n % 4];
            const hail_contact hit = sweep(s, k, x, (float)s->top - HALF - h, go, sinks);
            if (h > sinks || through(s, h) || (k == 6 && h < 0.0f))
                continue; /* a point cannot be partly in the ground */
            cr_assert(hit.kind != 0 || h > sinks - 1.0e-4f, "into it by (%g, %g) from %g px above: %s", (double)go,
                      (double)sinks, (double)h, said(s, k, &hit));
            cr_assert(hit.kind == 0 || (fabsf(hit.normal_x) < 1.0e-5f && fabsf(hit.normal_y - 1.0f) < 1.0e-5f),
                      "into it by (%g, %g) from (%g, %g above): %s", (double)go, (double)sinks, (double)x, (double)h,
                      said(s, k, &hit));
            const float when = fmaxf(h, 0.0f) / sinks;
            cr_assert(hit.kind == 0 ||
                          fabsf(hit.t - when) * hypotf(go, sinks) < 0.01f + 2.0e-4f * hypotf(go, sinks) / sinks,
                      "not at %g: %s", (double)when, said(s, k, &hit));
            cr_assert(hit.kind == 0 || h >= 0.0f || h < -1.0f || fabsf(hit.depth[0] + h) < 1.0e-3f, "not %g deep: %s",
                      -(double)h, said(s, k, &hit));
        }
    }
}

Test(slide_flush, into) { on_every_stage(into, 0.0f); }

/* A mover that moves out of the ground is not stopped. */
static void out(const stage *s) {
    for (uint32_t k = 0; k < SHAPES; k++) {
        for (int n = 0; n < HEIGHTS * WAYS * 2; n++) {
            const float h = height[n % HEIGHTS], go = n % 2 == 0 ? far[n / HEIGHTS % WAYS] : -far[n / HEIGHTS % WAYS];
            const hail_contact hit =
                sweep(s, k, 96.0f + 0.37f * (float)(n % 7), (float)s->top - HALF - h, go, -0.01f * (float)(n % 17));
            cr_assert(hit.kind == 0 || through(s, h), "out of it from %g px above: %s", (double)h, said(s, k, &hit));
        }
    }
}

Test(slide_flush, out) { on_every_stage(out, 0.0f); }

/* ---- Walls ------------------------------------------------------------------------------------------------------- */

/* Along the ground, or a little in it, against a wall. */
static void against(const stage *s) {
    for (uint32_t k = 0; k < SHAPES; k++) {
        for (int n = 0; n < HEIGHTS; n++) {
            /* A point that is in the ground passes below the wall. */
            const float h = height[n] < (k == 6 ? 0.0f : -0.5f) ? 0.0f : height[n], x = 100.0f - 0.71f * (float)n;
            const float distance = 137.0f - side_of[k] - x; /* the wall is at 137 */
            hail_contact hit = sweep(s, k, x, (float)s->top - HALF - h, distance * 2.0f, 0.0f);
            cr_assert(hit.kind == HAIL_CONTACT_TILE && fabsf(hit.t - 0.5f) < 1.0e-4f && hit.normal_x > 0.99999f,
                      "against a wall from %g, %g px above the ground %d: %s", (double)x, (double)h, (int)s->ground,
                      said(s, k, &hit));
            hit = sweep(s, k, x, (float)s->top - HALF - h, distance - 0.01f, 0.0f);
            cr_assert(hit.kind == 0, "not so far as the wall: %s", said(s, k, &hit));
            /* It stands at the wall: up, down to nothing, and away are free. */
            hit = sweep(s, k, x + distance, (float)s->top - HALF - 20.0f, 0.0f, n % 2 == 0 ? -31.0f : 19.9f);
            cr_assert(hit.kind == 0, "along a wall: %s", said(s, k, &hit));
            hit = sweep(s, k, x + distance, (float)s->top - HALF - h, -33.0f, 0.0f);
            cr_assert(hit.kind == 0, "away from a wall: %s", said(s, k, &hit));
        }
    }
}

Test(slide_flush, against) { on_every_stage(against, 137.0f); }

/* ---- Corners ----------------------------------------------------------------------------------------------------- */

/* A circle against a block's corner, from all sides: the normal points from its centre to the corner. */
Test(slide_flush, corners) {
    for (int turns = 0; turns < 4; turns++) {
        uint64_t state = 5;
        stage s = {.p = picture_make(12, 12, 16, 16), .turns = turns};
        make_shapes(s.shape);
        picture_box(&s.p, 96, 96, 96, 96, true);
        for (int i = 0; i < turns; i++)
            picture_turn(&s.p);
        picture_build(&s.p, &state);
        for (int n = 0; n < 400; n++) {
            const float angle = random_range(&state, 0.01f, 1.56f), flight = angle + random_range(&state, -1.3f, 1.3f);
            const float length = random_range(&state, 1.0f, 60.0f), when = random_range(&state, 0.01f, 0.99f);
            const float nx = cosf(angle), ny = sinf(angle), dx = length * cosf(flight), dy = length * sinf(flight);
            const float x = 96.0f - HALF * nx - dx * when, y = 96.0f - HALF * ny - dy * when;
            if ((x > 96.0f - HALF && y > 96.0f) || (y > 96.0f - HALF && x > 96.0f))
                continue; /* it moves along a face */
            const hail_contact hit = sweep(&s, 2, x, y, dx, dy);
            cr_assert(hit.kind == HAIL_CONTACT_TILE && fabsf(hit.t - when) * length < 2.0e-3f, "%d, must be at %g: %s",
                      n, (double)when, said(&s, 2, &hit));
            cr_assert(fabsf(hit.normal_x - nx) < 1.0e-3f && fabsf(hit.normal_y - ny) < 1.0e-3f,
                      "%d, must face (%g, %g): %s", n, (double)nx, (double)ny, said(&s, 2, &hit));
        }
        picture_free(&s.p);
    }
}

/* A box above the edge of a block comes down on its top, whatever part of it is above; one beside the block misses. */
Test(slide_flush, edges) {
    uint64_t state = 1;
    stage s = {.p = picture_make(12, 12, 16, 16)};
    make_shapes(s.shape);
    picture_box(&s.p, 80, 96, 32, 32, true);
    picture_build(&s.p, &state);
    for (int n = -200; n <= 200; n++) {
        const float x = 96.0f + (float)n * 0.125f;
        const hail_contact hit = sweep(&s, 0, x, 60.0f, 0.0f, 60.0f);
        if (fabsf(x - 96.0f) < 22.0f)
            cr_assert(hit.kind != 0 && hit.normal_y > 0.99999f && fabsf(hit.t - 0.5f) < 1.0e-4f, "at %g: %s", (double)x,
                      said(&s, 0, &hit));
        else if (fabsf(x - 96.0f) > 22.0f)
            cr_assert(hit.kind == 0, "at %g: %s", (double)x, said(&s, 0, &hit));
        cr_assert(hit.kind == 0 || fabsf(hit.x[0] - 96.0f) < 16.001f, "the point lies beside the block");
    }
    picture_free(&s.p);
}

/* From just beside and just above the edge of a block, over it and down: it is hit. */
Test(slide_flush, over_the_edge) {
    static const float rounding[] = {0x1p-5f, 0.0f, 0x1p-10f, 0.5f, 3.0f};
    uint64_t state = 1;
    stage s = {.p = picture_make(6, 6, 32, 32)};
    picture_box(&s.p, 64, 96, 64, 32, true);
    picture_build(&s.p, &state);
    const terrain t = {&s.p, 0, false};
    make_shapes(s.shape);
    for (uint32_t k = 0; k < 5; k++)
        cr_assert_eq(hail_convex_box(2.288f, 2.931f, rounding[k], &s.shape[k]), HAIL_OK);
    for (int n = 0; n < 40000; n++) {
        const uint32_t k = (uint32_t)n % 5;
        const float sign = n % 2 == 0 ? 1.0f : -1.0f, hair = n % 3 == 0 ? 1.0e-5f : n % 3 == 1 ? 2.0e-3f : 0.05f;
        const float x = (n % 2 == 0 ? 64.0f : 128.0f) - sign * (2.288f + random_range(&state, -hair, hair));
        const float y = 96.0f - 2.931f - rounding[k] - random_range(&state, 0.0f, 1.0e-4f);
        const float dx = sign * random_range(&state, 0.5f, 30.0f), dy = random_range(&state, 0.01f, 1.0f);
        const hail_contact hit = sweep(&s, k, x, y, dx, dy);
        const hail_shapes place = {.x = &x, .y = &y, .count = 1};
        const solid shape = solid_of(&s.shape[k], &place, 0);
        const double last = terrain_meets(&t, &shape, (double)dx, (double)dy, -2.0e-3);
        cr_assert(last > 1.0 || (hit.kind != 0 && (double)hit.t < last + 1.0e-3),
                  "%d: box of rounding %g from (%.9g, %.9g) by (%.9g, %.9g), must be hit before %g: %s", n,
                  (double)rounding[k], (double)x, (double)y, (double)dx, (double)dy, last, said(&s, k, &hit));
    }
    picture_free(&s.p);
}

/* Ties in time go to the lowest cell. */
Test(slide_flush, lowest_cell) {
    uint64_t state = 1;
    stage s = stage_make(GROUND_TILES, 16, 0, 0.0f, &state);
    for (int n = 0; n < 64; n++) {
        const float x = 64.0f + 0.5f * (float)n;
        const hail_contact hit = sweep(&s, 0, x, 80.0f, 0.0f, 20.0f);
        const uint32_t column = (uint32_t)(x - HALF) / 16,
                       also = (x - HALF) == (float)column * 16.0f ? column - 1 : column;
        cr_assert(hit.kind != 0 && (hit.part_b == 6 * 12 + column || hit.part_b == 6 * 12 + also), "at %g: cell %u: %s",
                  (double)x, (unsigned)hit.part_b, said(&s, 0, &hit));
    }
    picture_free(&s.p);
}

/* ---- Outside, nothing, and errors -------------------------------------------------------------------------------- */

Test(slide_flush, outside) {
    for (int filled = 0; filled < 2; filled++) {
        uint64_t state = 1;
        stage s = {.p = picture_make(12, 12, 16, 16)};
        make_shapes(s.shape);
        s.p.outside_solid = filled == 1, s.p.outside_kind = 9;
        picture_build(&s.p, &state);
        for (uint32_t k = 0; k < SHAPES; k++) {
            const float distance = 192.0f - side_of[k] - 100.0f;
            const hail_contact hit = sweep(&s, k, 100.0f, 77.7f, distance * 2.0f, 0.0f);
            cr_assert_eq(hit.kind, filled == 1 ? HAIL_CONTACT_TILE : 0, "%s", said(&s, k, &hit));
            cr_assert(filled == 0 || (fabsf(hit.t - 0.5f) < 1.0e-4f && hit.normal_x > 0.99999f &&
                                      hit.part_b == UINT32_MAX && hit.feature_b == 9),
                      "%s", said(&s, k, &hit));
            /* Along the map's edge, and off it into the open. */
            cr_assert_eq(sweep(&s, k, 100.0f, 192.0f - HALF, -40.0f, 0.0f).kind, 0);
            cr_assert_eq(sweep(&s, k, 100.0f, 192.0f - HALF, 10.0f, -40.0f).kind, 0);
        }
        picture_free(&s.p);
    }
}

/* From far away at a million px a step, and movers larger than the map: they hit it where it is. */
Test(slide_flush, far_and_fast) {
    uint64_t state = 1;
    stage s = {.p = picture_make(12, 12, 16, 16)};
    make_shapes(s.shape);
    picture_box(&s.p, 96, 0, 1, 192, true);
    picture_build(&s.p, &state);
    cr_assert_eq(hail_convex_box(500, 900, 0, &s.shape[0]), HAIL_OK);
    cr_assert_eq(hail_convex_circle(5000, &s.shape[1]), HAIL_OK);
    for (uint32_t k = 0; k < SHAPES; k++) {
        for (int n = 0; n < 4; n++) {
            const float away = n % 2 == 0 ? 1.0e6f : 1.0e5f, side = k == 0 ? 500.0f : k == 1 ? 5000.0f : side_of[k];
            const float sign = n < 2 ? 1.0f : -1.0f;
            const hail_contact hit = sweep(&s, k, 96.5f - sign * away, 90.0f, sign * away * 2.0f, 0.0f);
            cr_assert(hit.kind != 0 && hit.normal_x * sign > 0.999f, "%s", said(&s, k, &hit));
            const float at = hit.t * away * 2.0f, must = away - side - 0.5f;
            cr_assert(fabsf(at - must) < 2.0f, "after %g px, must be %g: %s", (double)at, (double)must,
                      said(&s, k, &hit));
            cr_assert_eq(sweep(&s, k, 96.5f - sign * away, 50000.0f, sign * away * 2.0f, 0.0f).kind, 0);
            cr_assert_eq(sweep(&s, k, sign * 9.0e8f, 9.0e8f, sign * 9.0e8f, -20.0f).kind, 0);
        }
    }
    picture_free(&s.p);
}

/* Without motion a mover that touches nothing hits nothing, with displacements of 0 and without any. */
Test(slide_flush, at_rest) {
    uint64_t state = 1;
    stage s = stage_make(GROUND_TILES, 16, 0, 0.0f, &state);
    for (uint32_t k = 0; k < SHAPES; k++) {
        const float x = 50.0f, y = (float)s.top - HALF - 0.125f;
        hail_contact hit;
        cr_assert_eq(sweep(&s, k, x, y, 0.0f, 0.0f).kind, 0);
        hail_tilemap_movers movers = {.map = s.p.map};
        movers.shapes =
            (hail_shapes){.convexes = s.shape, .shape_count = SHAPES, .x = &x, .y = &y, .shape = &k, .count = 1};
        cr_assert_eq(hail_tilemap_sweep(&movers, &hit), HAIL_OK);
        cr_assert_eq(hit.kind, 0);
    }
    picture_free(&s.p);
}

static void refused(const hail_tilemap_movers *movers, hail_status must) {
    hail_contact hit[2], untouched[2];
    hail_slide slide[2], unmoved[2];
    size_t count = 77;
    memset(untouched, 0xee, sizeof untouched);
    memset(unmoved, 0xee, sizeof unmoved);
    memcpy(hit, untouched, sizeof hit);
    memcpy(slide, unmoved, sizeof slide);
    cr_assert_eq(hail_tilemap_sweep(movers, hit), must);
    cr_assert_eq(hail_tilemap_slide(movers, NULL, slide), must);
    cr_assert(memcmp(hit, untouched, sizeof hit) == 0 && memcmp(slide, unmoved, sizeof slide) == 0);
    if (movers == NULL || (movers->shapes.dx == NULL && movers->shapes.dy == NULL)) {
        cr_assert_eq(hail_tilemap_overlap(movers, hit, 2, &count), must);
        cr_assert(memcmp(hit, untouched, sizeof hit) == 0);
    }
}

Test(slide_flush, refusals) {
    uint64_t state = 1;
    stage s = stage_make(GROUND_TILES, 16, 0, 0.0f, &state);
    const float good[] = {50, 50}, bad[] = {50, NAN}, wide[] = {50, 2.0e9f}, one[] = {1, 1}, big[] = {1, 2.0e3f};
    const uint32_t which[] = {0, 1}, past[] = {0, SHAPES};
    hail_contact hit[2];
    hail_slide slide[2];
    size_t count;
    hail_tilemap_movers movers = {.map = s.p.map};
    movers.shapes =
        (hail_shapes){.convexes = s.shape, .shape_count = SHAPES, .x = good, .y = good, .shape = which, .count = 2};
    const hail_tilemap_movers right = movers;
    cr_assert_eq(hail_tilemap_sweep(&movers, hit), HAIL_OK);
    movers.map = NULL, refused(&movers, HAIL_BAD_ARGUMENT), movers = right;
    movers.shapes.convexes = NULL, refused(&movers, HAIL_BAD_ARGUMENT), movers = right;
    movers.shapes.x = NULL, refused(&movers, HAIL_BAD_ARGUMENT), movers = right;
    movers.shapes.shape = past, refused(&movers, HAIL_BAD_ARGUMENT), movers = right;
    movers.shapes.cos = one, refused(&movers, HAIL_BAD_ARGUMENT), movers = right;
    movers.shapes.cos = movers.shapes.sin = one, refused(&movers, HAIL_OUT_OF_RANGE), movers = right;
    movers.shapes.dx = good, refused(&movers, HAIL_BAD_ARGUMENT), movers = right;
    movers.shapes.y = bad, refused(&movers, HAIL_NOT_FINITE), movers = right;
    movers.shapes.y = wide, refused(&movers, HAIL_OUT_OF_RANGE), movers = right;
    movers.shapes.scale = bad, refused(&movers, HAIL_NOT_FINITE), movers = right;
    movers.shapes.scale = big, refused(&movers, HAIL_OUT_OF_RANGE), movers = right;
    movers.shapes.dx = good, movers.shapes.dy = bad, refused(&movers, HAIL_NOT_FINITE);
    movers.shapes.dy = wide, refused(&movers, HAIL_OUT_OF_RANGE), movers = right;
    refused(NULL, HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_tilemap_sweep(&movers, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_tilemap_slide(&movers, NULL, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_tilemap_overlap(&movers, hit, 2, NULL), HAIL_BAD_ARGUMENT);
    movers.shapes.count = 0;
    cr_assert_eq(hail_tilemap_sweep(&movers, hit), HAIL_OK);
    cr_assert_eq(hail_tilemap_slide(&movers, NULL, slide), HAIL_OK);
    cr_assert(hail_tilemap_overlap(&movers, hit, 2, &count) == HAIL_OK && count == 0);
    picture_free(&s.p);
}
