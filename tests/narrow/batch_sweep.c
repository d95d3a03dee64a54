/* tests/narrow/batch_sweep.c - times of impact against signed distances in double precision.
 *
 * At t the shapes touch, and before t they do not. Pairs that are reported as missing do not touch. The normal is a
 * separating axis at t.
 *
 * Tolerances are in ulps of the largest number in a pair's arithmetic: the distance of the origins, how far the shapes
 * extend, the relative displacement. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "batch_inputs.h"
#include "batch_oracle.h"
#include "shared/random_world.h"

/* About twice the largest errors seen. */
#define DISTANCE_UNITS 800.0 /* thin shapes at 10,000 px; others 36, and 185 along normals */
#define POINT_UNITS    16.0
#define AWAY_UNITS     4.0  /* normals that face away from the motion */
#define CORNER_UNITS   32.0 /* sharp and flat corners that just touch */

enum { PAIRS = 2000, CHUNKS = 4 };

typedef struct worst {
    double miss, early, late, axis, away, point; /* ulps */
    size_t hits, starts;
} worst;

static const char *wrong_miss(const solid_pair *p, worst *seen) {
    double when;
    const double inside = -solid_closest(p, 1.0, &when) / ulp_of(solid_span(p));
    seen->miss = fmax(seen->miss, inside);
    return inside <= DISTANCE_UNITS ? NULL : "they touch, but the sweep reports a miss";
}

static const char *wrong_hit(const solid_pair *p, const hail_contact *hit, worst *seen) {
    const double t = (double)hit->t, unit = ulp_of(solid_span(p)), far = ulp_of(solid_extent(p));
    const double nx = (double)hit->normal_x, ny = (double)hit->normal_y, x = (double)hit->x[0], y = (double)hit->y[0];
    const solid a = solid_moved(p->a, p->ax * t, p->ay * t), b = solid_moved(p->b, p->bx * t, p->by * t);
    const double distance = solid_distance(&a, &b).distance, along = solid_along(&a, &b, nx, ny);
    double when;
    if (!(t >= 0.0 && t <= 1.0) || hit->count != 1 || hit->x[1] != 0.0f || hit->y[1] != 0.0f || hit->depth[1] != 0.0f)
        return "t lies outside of the motion, or there is more than one point";
    if (fabs(nx * nx + ny * ny - 1.0) > 2.0e-6)
        return "the normal is not a unit vector";
    /* Midway between the surfaces, whether they overlap or do not quite touch. */
    const double half = fabs(distance) / 2.0;
    const double off = (fmax(solid_outside(&a, x, y), solid_outside(&b, x, y)) - half) / far;
    seen->point = fmax(seen->point, off);
    seen->late = fmax(seen->late, distance / unit);
    seen->axis = fmax(seen->axis, fabs(along - distance) / unit);
    if (fabs(along - distance) > DISTANCE_UNITS * unit)
        return "they are not as far apart along the normal as they are";
    if (off > POINT_UNITS)
        return "the point is not on the surfaces";
    if (distance > DISTANCE_UNITS * unit)
        return "they do not touch yet";
    if (hit->t == 0.0f) {
        seen->starts++;
        const double depth = fmax(-distance, 0.0) - (double)hit->depth[0];
        return fabs(depth) <= DISTANCE_UNITS * unit ? NULL : "the depth at the start is another";
    }
    const double mx = p->ax - p->bx, my = p->ay - p->by, r = p->a.rounding + p->b.rounding;
    /* Two circles have no edge whose normal could be taken: theirs is that of their centres, rounded. */
    const double circles = p->a.n == 1 && p->b.n == 1 ? hypot(mx, my) / r : 0.0;
    seen->away = fmax(seen->away, -(mx * nx + my * ny) / (unit * (1.0 + circles)));
    if (mx * nx + my * ny < -AWAY_UNITS * unit * (1.0 + circles))
        return "the normal does not face the motion";
    const double early = -solid_closest(p, t, &when) / unit;
    seen->early = fmax(seen->early, early);
    if (hit->depth[0] != 0.0f)
        return "a depth where they only begin to touch";
    return early <= DISTANCE_UNITS ? NULL : "they touch earlier";
}

static void hold_chunk(uint64_t seed, const input_choice *choice, worst *seen) {
    static hail_contact hits[PAIRS];
    static uint8_t touching[PAIRS];
    inputs *in = inputs_make(seed, choice);
    cr_assert_eq(hail_batch_sweep(&in->batch, hits), HAIL_OK);
    cr_assert_eq(hail_batch_touch(&in->batch, touching), HAIL_OK);
    for (size_t i = 0; i < PAIRS; i++) {
        const solid_pair p = solid_pair_of(&in->batch, i);
        const bool hit = hits[i].kind == HAIL_CONTACT_BODY;
        seen->hits += hit;
        const char *wrong = hit ? wrong_hit(&p, &hits[i], seen) : wrong_miss(&p, seen);
        /* Pairs within rounding of touching may have t = 0 too: wrong_hit checks those against the distance. */
        if (wrong == NULL && touching[i] == 1 && !(hit && hits[i].t == 0.0f))
            wrong = "t is 0 for those that touch at the start";
        cr_assert(wrong == NULL, "seed %llu, pair %zu: %s: t %.9g (touches at %.9g), normal (%g, %g), depth %g: %s",
                  (unsigned long long)seed, i, wrong, hit ? (double)hits[i].t : 2.0, solid_touches_at(&p, 0.0),
                  (double)hits[i].normal_x, (double)hits[i].normal_y, (double)hits[i].depth[0],
                  inputs_text(&in->batch, i));
    }
    inputs_free(in);
}

static void hold(input_flavour flavour, float farthest) {
    worst seen = {0};
    uint64_t seed;
    const bool given = random_seed_given(&seed);
    const uint32_t chunks = given ? 1 : random_worlds(CHUNKS);
    for (uint32_t i = 0; i < chunks; i++) {
        for (int far = 0; far < 2; far++) {
            const input_choice choice = {
                .count = PAIRS, .flavour = flavour, .farthest = farthest, .origin = far == 0 ? 0.0f : 1.0e5f};
            hold_chunk(given ? seed : (uint64_t)i * 2 + (uint64_t)far + (farthest > 100.0f ? 1000u : 0u), &choice,
                       &seen);
        }
    }
    cr_log_info("worst: miss %.1f, early %.1f, late %.1f, axis %.1f, away %.1f, point %.1f; %zu hits, %zu at the start",
                seen.miss, seen.early, seen.late, seen.axis, seen.away, seen.point, seen.hits, seen.starts);
    /* The inputs must stay what they are meant to be. */
    cr_assert(seen.hits > seen.starts + (size_t)chunks * PAIRS / 10 && seen.starts > (size_t)chunks * PAIRS / 50);
}

Test(batch_sweep, open) { hold(INPUT_OPEN, 100.0f); }
Test(batch_sweep, open_fast) { hold(INPUT_OPEN, 10000.0f); }
Test(batch_sweep, lattice) { hold(INPUT_LATTICE, 100.0f); }
Test(batch_sweep, lattice_fast) { hold(INPUT_LATTICE, 10000.0f); }
Test(batch_sweep, settled) { hold(INPUT_SETTLED, 100.0f); }
Test(batch_sweep, thin) { hold(INPUT_THIN, 100.0f); }
Test(batch_sweep, thin_fast) { hold(INPUT_THIN, 10000.0f); }

/* ---- Corners at speed -------------------------------------------------------------------------------------------- */

/* Needles, thin boxes and diamonds, whose corners turn by 0.002 radians or more; bare segments and points. */
static hail_status make_thin(uint64_t *s, hail_convex *shape) {
    const float length = exp2f(random_range(s, 0.0f, 7.0f)), rounding = random_pick(s, 3) == 0 ? 0.01f * length : 0.0f;
    const float thin = length * exp2f(random_range(s, -9.0f, -2.0f)), bend = random_range(s, -0.5f, 0.5f) * length;
    switch (random_pick(s, 5)) {
    case 0:
        return hail_convex_circle(rounding, shape);
    case 1:
        return hail_convex_capsule(-length, bend * 0.1f, length, 0.0f, rounding, shape);
    case 2:
        return hail_convex_box(length, thin, rounding, shape);
    case 3:
        return hail_convex_polygon((float[]){0, length, 0}, (float[]){-thin, bend * 0.01f, thin}, 3, rounding, shape);
    default:
        return hail_convex_polygon((float[]){-length, bend, length, bend}, (float[]){0, -thin, 0, thin}, 4, rounding,
                                   shape);
    }
}

/* Thin, fast shapes whose corners just touch or just miss: none is passed through, and every normal faces the motion,
 * so that what slides along it does not go in. */
Test(batch_sweep, corners_at_speed) {
    static hail_contact hits[PAIRS];
    const input_choice choice = {.count = PAIRS, .flavour = INPUT_OPEN, .farthest = 10.0f};
    worst seen = {0};
    for (uint64_t seed = 0; seed < random_worlds(20); seed++) {
        inputs *in = inputs_make(seed, &choice);
        for (int i = 0; i < INPUT_SHAPES; i++)
            while (make_thin(&in->state, &in->shapes[i]) != HAIL_OK)
                continue;
        for (size_t i = 0; i < PAIRS; i++)
            inputs_aim(in, i);
        cr_assert_eq(hail_batch_sweep(&in->batch, hits), HAIL_OK);
        for (size_t i = 0; i < PAIRS; i++) {
            const solid_pair p = solid_pair_of(&in->batch, i);
            const bool hit = hits[i].kind == HAIL_CONTACT_BODY;
            const double unit = ulp_of(solid_span(&p)), nx = (double)hits[i].normal_x, ny = (double)hits[i].normal_y;
            const double into = ((p.ax - p.bx) * nx + (p.ay - p.by) * ny) / unit;
            double when;
            const double closest = solid_closest(&p, 1.0, &when) / unit;
            const bool circles = p.a.n == 1 && p.b.n == 1;
            seen.hits += hit;
            if (!hit)
                seen.miss = fmax(seen.miss, -closest);
            if (hit)
                seen.late = fmax(seen.late, closest);
            if (hit && hits[i].t > 0.0f && !circles)
                seen.away = fmax(seen.away, -into);
            cr_assert(hit || closest >= -CORNER_UNITS, "seed %llu, pair %zu: %.1f ulps deep, but a miss: %s",
                      (unsigned long long)seed, i, -closest, inputs_text(&in->batch, i));
            cr_assert(!hit || closest <= DISTANCE_UNITS,
                      "seed %llu, pair %zu: never nearer than %.1f ulps, but a hit: %s", (unsigned long long)seed, i,
                      closest, inputs_text(&in->batch, i));
            cr_assert(!hit || hits[i].t == 0.0f || circles || into >= -AWAY_UNITS,
                      "seed %llu, pair %zu: t %.9g, the normal (%g, %g) does not face the motion: %.1f ulps: %s",
                      (unsigned long long)seed, i, (double)hits[i].t, nx, ny, into, inputs_text(&in->batch, i));
        }
        inputs_free(in);
    }
    cr_log_info("worst: miss %.1f, false %.1f, away %.1f; %zu hits", seen.miss, seen.late, seen.away, seen.hits);
    cr_assert(seen.hits > 20 * PAIRS / 4);
}

/* ---- By hand ----------------------------------------------------------------------------------------------------- */

static hail_contact sweep_two(const hail_convex *a, const hail_convex *b, const float ax[4], const float bx[4]) {
    const hail_convex shapes[] = {*a, *b};
    const uint32_t second = 1;
    hail_contact hit;
    hail_batch batch = {.count = 1};
    batch.a = (hail_shapes){
        .convexes = shapes, .shape_count = 2, .x = &ax[0], .y = &ax[1], .dx = &ax[2], .dy = &ax[3], .count = 1};
    batch.b = (hail_shapes){.x = &bx[0], .y = &bx[1], .dx = &bx[2], .dy = &bx[3], .shape = &second, .count = 1};
    cr_assert_eq(hail_batch_sweep(&batch, &hit), HAIL_OK);
    return hit;
}

/* A hit half way has t = 0.5; one at the very end counts; one that is a little short does not. Times are early by less
 * than 2e-6 here, as rounding is allowed for. */
Test(batch_sweep, plain_times) {
    hail_convex shape[4];
    cr_assert_eq(hail_convex_box(2, 2, 0, &shape[0]), HAIL_OK);
    cr_assert_eq(hail_convex_circle(2, &shape[1]), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(0, -1, 0, 1, 2, &shape[2]), HAIL_OK);
    cr_assert_eq(hail_convex_box(1, 1, 1, &shape[3]), HAIL_OK);
    for (int i = 0; i < 16; i++) {
        const hail_convex *a = &shape[i / 4], *b = &shape[i % 4];
        const float at_rest[] = {12, 0, 0, 0}, half_way[] = {0, 0, 16, 0}, just[] = {0, 0, 8, 0};
        hail_contact hit = sweep_two(a, b, half_way, at_rest);
        cr_assert(hit.kind == 1 && fabsf(hit.t - 0.5f) < 2.0e-6f && hit.normal_x == 1.0f && hit.normal_y == 0.0f);
        cr_assert(fabsf(hit.x[0] - 10.0f) < 1.0e-5f && hit.depth[0] == 0.0f, "%d: at %g", i, (double)hit.x[0]);
        hit = sweep_two(a, b, just, at_rest);
        cr_assert(hit.kind == 1 && hit.t > 0.999998f && hit.t <= 1.0f && fabsf(hit.x[0] - 10.0f) < 1.0e-5f);
        const float short_of[] = {0, 0, 7.9999f, 0};
        cr_assert_eq(sweep_two(a, b, short_of, at_rest).kind, 0, "%d", i);
        const float both[] = {0, 0, 4, 3}, meeting[] = {12, 0, -12, 3};
        hit = sweep_two(a, b, both, meeting);
        cr_assert(hit.kind == 1 && fabsf(hit.t - 0.5f) < 2.0e-6f && fabsf(hit.x[0] - 4.0f) < 1.0e-5f, "%d: both", i);
        const float together[] = {0, 0, 1000, -7}, too[] = {5, 0, 1000, -7};
        cr_assert(sweep_two(a, b, together, too).kind == 0, "%d: together", i);
        const float away[] = {0, 0, -100, 0}, touching[] = {4, 0, 0, 0};
        hit = sweep_two(a, b, away, touching);
        cr_assert(hit.kind == 1 && hit.t == 0.0f && hit.depth[0] == 0.0f, "%d: touches at the start, then leaves", i);
    }
}

/* A body of a batch: x, y, cos, sin, scale, dx, dy. */
static hail_shapes body_of(const hail_convex shapes[2], const float at[7], const uint32_t *shape) {
    return (hail_shapes){.convexes = shapes,
                         .shape_count = 2,
                         .x = &at[0],
                         .y = &at[1],
                         .cos = &at[2],
                         .sin = &at[3],
                         .scale = &at[4],
                         .dx = &at[5],
                         .dy = &at[6],
                         .shape = shape,
                         .count = 1};
}

static hail_contact sweep_bodies(const hail_convex shapes[2], const float a[7], const float b[7]) {
    const uint32_t first = 0, second = 1;
    const hail_batch batch = {.a = body_of(shapes, a, &first), .b = body_of(shapes, b, &second), .count = 1};
    hail_contact hit;
    cr_assert_eq(hail_batch_sweep(&batch, &hit), HAIL_OK);
    return hit;
}

/* A pair whose edges cross the path at almost the same time: two polygons, 5 px deep in each other at most. */
Test(batch_sweep, two_edges_at_once) {
    static const float ax[] = {-16.02388f, 0, 16.02388f, -4.56795454f},
                       ay[] = {-0.300964952f, -2.30129695f, -0.300964952f, 0.300964952f};
    static const float bx[] = {4.44079256f, 1.70670974f, -3.05991435f, -4.44795179f, -0.581533134f, 4.72201395f};
    static const float by[] = {0.105763175f, 0.274969488f, 0.225577593f, -0.104603723f, -0.292363942f, -0.036184974f};
    static const float a[] = {0x1.85c474p+7f, 0x1.67ce9p+9f, 1, 0, 1, -0x1.a9505ep+10f, 0x1.2f82ecp+12f};
    static const float b[] = {-0x1.50f498p+10f, 0x1.3d704ap+12f, 0x1.f74404p-1f, 0x1.78ac3ep-3f, 1, 0, 0};
    hail_convex shapes[2];
    cr_assert_eq(hail_convex_polygon(ax, ay, 4, 0, &shapes[0]), HAIL_OK);
    cr_assert_eq(hail_convex_polygon(bx, by, 6, 0, &shapes[1]), HAIL_OK);
    const hail_contact hit = sweep_bodies(shapes, a, b);
    cr_assert(hit.kind == HAIL_CONTACT_BODY && fabsf(hit.t - 0.897683f) < 2.0e-6f, "t %.9g", (double)hit.t);
}

/* A ray that comes 6,000 px and crosses a needle that is thinner than the rounding of its path. */
Test(batch_sweep, needle_thinner_than_rounding) {
    static const float x[] = {0, 0.818462193f, 0}, y[] = {-0.000867448747f, -0.00158502779f, 0.000867448747f};
    static const float a[] = {0, 0, 1, 0, 0x1.7b24dep+1f, 0, 0};
    static const float b[] = {0x1.1cf256p+11f, 0x1.5dfd9ap+12f,  -0x1.6c9dc8p-1f, 0x1.67714ap-1f,
                              0x1.60e0f6p-1f,  -0x1.7eb7fcp+11f, -0x1.d690ep+12f};
    hail_convex shapes[2];
    cr_assert_eq(hail_convex_polygon(x, y, 3, 0, &shapes[0]), HAIL_OK);
    cr_assert_eq(hail_convex_circle(0, &shapes[1]), HAIL_OK);
    const hail_contact hit = sweep_bodies(shapes, a, b);
    cr_assert(hit.kind == HAIL_CONTACT_BODY && fabsf(hit.t - 0.743766f) < 2.0e-6f, "t %.9g", (double)hit.t);
}

/* Along a wall: a gap that stays open is a miss however long the motion; a closed one is a hit from the start. */
Test(batch_sweep, along_a_wall) {
    hail_convex wall, mover[3];
    cr_assert_eq(hail_convex_capsule(-1000, 0, 1000, 0, 0, &wall), HAIL_OK);
    cr_assert_eq(hail_convex_box(1, 2, 0, &mover[0]), HAIL_OK);
    cr_assert_eq(hail_convex_circle(2, &mover[1]), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(-1, 0, 1, 0, 2, &mover[2]), HAIL_OK);
    for (int i = 0; i < 3; i++) {
        const float here[] = {0, 0, 0, 0};
        const float apart[] = {-5000, 2.05f, 10000, 0}, close[] = {-900, 2, 1800, 0}, beyond[] = {-5000, 2, 10000, 0};
        cr_assert_eq(sweep_two(&mover[i], &wall, apart, here).kind, 0, "%d", i);
        cr_assert_eq(sweep_two(&wall, &mover[i], here, apart).kind, 0, "%d", i);
        cr_assert(sweep_two(&mover[i], &wall, close, here).t == 0.0f &&
                  sweep_two(&mover[i], &wall, close, here).kind == 1);
        const hail_contact hit = sweep_two(&mover[i], &wall, beyond, here);
        cr_assert(hit.kind == 1 && hit.t > 0.39f && hit.t < 0.41f, "%d: t %g", i, (double)hit.t);
    }
}

/* Points at 10,000 px a step against walls without thickness, at every angle: none is passed. */
Test(batch_sweep, nothing_tunnels) {
    uint64_t state = 11;
    hail_convex bullet[2];
    cr_assert_eq(hail_convex_circle(0, &bullet[0]), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(0, 0, 0, 0, 0, &bullet[1]), HAIL_OK);
    for (int i = 0; i < 20000; i++) {
        hail_convex wall;
        const float turn = random_range(&state, -3.2f, 3.2f), flight = random_range(&state, -3.2f, 3.2f);
        const float x = cosf(turn), y = sinf(turn), dx = 10000.0f * cosf(flight), dy = 10000.0f * sinf(flight);
        cr_assert_eq(hail_convex_capsule(-50 * x, -50 * y, 50 * x, 50 * y, 0, &wall), HAIL_OK);
        /* Through a point on the wall, not too close to its ends, at some time of the flight. */
        const float along = random_range(&state, -49.0f, 49.0f), when = random_range(&state, 0.01f, 0.99f);
        const float from[] = {along * x - dx * when, along * y - dy * when, dx, dy}, here[] = {0, 0, 0, 0};
        if (fabsf(x * dy - y * dx) < 1.0f)
            continue; /* along the wall itself, rounding decides */
        const hail_contact hit = sweep_two(&bullet[i % 2], &wall, from, here);
        cr_assert(hit.kind == 1, "%d: a wall rotated by %g is passed by a flight at %g", i, (double)turn,
                  (double)flight);
        const float back[] = {-dx, -dy, 2 * dx, 2 * dy}, thin[] = {0, 0, -dx, -dy};
        cr_assert(sweep_two(&wall, &bullet[i % 2], thin, back).kind == 1, "%d: both move", i);
    }
}
