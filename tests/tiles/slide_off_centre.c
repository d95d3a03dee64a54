/* tests/tiles/slide_off_centre.c - where a shape has its origin changes no answer: boxes and capsules beside their
 * origin answer as those around it, to the last bit, but for contacts' points. Places and offsets are chosen so that
 * their sums are exact.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that scene alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/random_world.h"
#include "slide_picture.h"

enum { MOVERS = 60, SHAPES = 6, ROOM = 1 << 15 };

typedef struct crowds {
    hail_convex shape[2][SHAPES]; /* around the origin, and beside it */
    float offset_x[SHAPES], offset_y[SHAPES];
    uint32_t which[MOVERS];
    float x[2][MOVERS], y[2][MOVERS], dx[MOVERS], dy[MOVERS], scale[MOVERS];
    uint8_t through[MOVERS];
    hail_tilemap_movers movers[2];
} crowds;

static float quarters(uint64_t *state, uint32_t most) { return (float)random_pick(state, most) * 0.25f; }

static void make_shape(crowds *c, uint32_t k, uint64_t *state) {
    const float half_x = 0.25f + quarters(state, 30), half_y = 0.25f + quarters(state, 30),
                rounding = random_pick(state, 2) ? 0.0f : 0.5f + quarters(state, 16);
    c->offset_x[k] = random_pick(state, 3) ? quarters(state, 100) - 12.5f : 0.0f;
    c->offset_y[k] = random_pick(state, 3) ? quarters(state, 100) - 12.5f : 0.0f;
    const bool box = k % 2, across = random_pick(state, 2) == 0;
    for (int m = 0; m < 2; m++) {
        const float x = m ? c->offset_x[k] : 0.0f, y = m ? c->offset_y[k] : 0.0f, left = x - half_x, right = x + half_x,
                    top = y - half_y, bottom = y + half_y, xs[] = {left, right, right, left},
                    ys[] = {top, top, bottom, bottom};
        cr_assert_eq(box      ? hail_convex_polygon(xs, ys, 4, rounding, &c->shape[m][k])
                     : across ? hail_convex_capsule(left, y, right, y, half_y, &c->shape[m][k])
                              : hail_convex_capsule(x, top, x, bottom, half_x, &c->shape[m][k]),
                     HAIL_OK);
    }
}

static void make_crowds(crowds *c, const picture *p, uint64_t *state) {
    for (uint32_t k = 0; k < SHAPES; k++)
        make_shape(c, k, state);
    const bool scaled = random_pick(state, 3) == 0, through = random_pick(state, 2) == 0;
    for (uint32_t i = 0; i < MOVERS; i++) {
        const uint32_t k = c->which[i] = random_pick(state, SHAPES);
        const float size = scaled ? (random_pick(state, 2) ? 2.0f : 0.5f) : 1.0f;
        c->scale[i] = size;
        c->through[i] = random_pick(state, 4) == 0;
        c->x[0][i] = p->x + (float)random_pick(state, (uint32_t)p->width * 64) / 64.0f;
        c->y[0][i] = p->y + (float)random_pick(state, (uint32_t)p->height * 64) / 64.0f;
        c->x[1][i] = c->x[0][i] - c->offset_x[k] * size;
        c->y[1][i] = c->y[0][i] - c->offset_y[k] * size;
        c->dx[i] = random_pick(state, 5) ? random_range(state, -9.0f, 9.0f) : 0.0f;
        c->dy[i] = random_pick(state, 5) ? random_range(state, -9.0f, 9.0f) : 0.0f;
        if (random_pick(state, 20) == 0)
            c->dx[i] *= 40.0f;
    }
    for (int m = 0; m < 2; m++)
        c->movers[m] = (hail_tilemap_movers){.map = p->map,
                                             .shapes = {.convexes = c->shape[m],
                                                        .shape_count = SHAPES,
                                                        .x = c->x[m],
                                                        .y = c->y[m],
                                                        .dx = c->dx,
                                                        .dy = c->dy,
                                                        .scale = scaled ? c->scale : NULL,
                                                        .shape = c->which,
                                                        .count = MOVERS},
                                             .through = through ? c->through : NULL};
}

static hail_slide_options pick_options(uint64_t *state) {
    hail_slide_options o;
    cr_assert_eq(hail_slide_options_defaults(&o), HAIL_OK);
    o.snap = random_pick(state, 2) ? 8.0f : 0.0f;
    o.step_height = random_pick(state, 3) ? 0.0f : 6.0f;
    return o;
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

/* The points to within rounding: places of at most 2^13 px. */
static bool same_contact(const hail_contact *one, const hail_contact *two) {
    for (int k = 0; k < one->count; k++)
        if (fabsf(one->x[k] - two->x[k]) > 2e-3f || fabsf(one->y[k] - two->y[k]) > 2e-3f ||
            one->depth[k] != two->depth[k])
            return false;
    return one->count == two->count && one->t == two->t && one->part_b == two->part_b &&
           one->feature_a == two->feature_a && one->normal_x == two->normal_x && one->normal_y == two->normal_y;
}

static void slides(const crowds *c, const hail_slide_options *o, uint64_t seed) {
    static hail_slide out[2][MOVERS];
    for (int m = 0; m < 2; m++)
        cr_assert_eq(hail_tilemap_slide(&c->movers[m], o, out[m]), HAIL_OK);
    for (uint32_t i = 0; i < MOVERS; i++)
        cr_assert(!memcmp(&out[0][i], &out[1][i], sizeof out[0][i]),
                  "seed %llu, mover %u: (%a, %a), flags %x, not (%a, %a), flags %x", (unsigned long long)seed, i,
                  (double)out[1][i].dx, (double)out[1][i].dy, (unsigned)out[1][i].flags, (double)out[0][i].dx,
                  (double)out[0][i].dy, (unsigned)out[0][i].flags);
}

static size_t sweeps(const crowds *c, uint64_t seed) {
    static hail_contact hit[2][MOVERS];
    size_t hits = 0;
    for (int m = 0; m < 2; m++)
        cr_assert_eq(hail_tilemap_sweep(&c->movers[m], hit[m]), HAIL_OK);
    for (uint32_t i = 0; i < MOVERS; i++) {
        cr_assert_eq(hit[0][i].count, hit[1][i].count, "seed %llu, mover %u: hits, or not", (unsigned long long)seed,
                     i);
        cr_assert(!hit[0][i].count || same_contact(&hit[0][i], &hit[1][i]),
                  "seed %llu, mover %u: hits at %a, (%g, %g), not at %a, (%g, %g)", (unsigned long long)seed, i,
                  (double)hit[1][i].t, (double)hit[1][i].x[0], (double)hit[1][i].y[0], (double)hit[0][i].t,
                  (double)hit[0][i].x[0], (double)hit[0][i].y[0]);
        hits += hit[0][i].count > 0;
    }
    return hits;
}

static size_t overlaps(const crowds *c, uint64_t seed) {
    static hail_contact contact[2][ROOM];
    size_t count[2];
    for (int m = 0; m < 2; m++)
        cr_assert_eq(hail_tilemap_overlap(&c->movers[m], contact[m], ROOM, &count[m]), HAIL_OK);
    cr_assert_eq(count[0], count[1]);
    for (size_t k = 0; k < count[0]; k++)
        cr_assert(contact[0][k].a.slot == contact[1][k].a.slot && same_contact(&contact[0][k], &contact[1][k]),
                  "seed %llu, mover %u, cell %u", (unsigned long long)seed, contact[0][k].a.slot, contact[0][k].part_b);
    return count[0];
}

static size_t run(uint64_t seed) {
    static crowds c;
    uint64_t state = seed;
    picture p = picture_scene(seed, (drawing)(seed % DRAWINGS), seed % 5 ? 0.0f : 4096.0f, &state);
    if (random_pick(&state, 2))
        cr_assert_eq(hail_tileset_set_one_way(p.set, HAIL_KIND(1), HAIL_ONE_WAY_TOP), HAIL_OK);
    make_crowds(&c, &p, &state);
    const hail_slide_options o = pick_options(&state);
    slides(&c, &o, seed);
    const size_t met = sweeps(&c, seed) + overlaps(&c, seed);
    picture_free(&p);
    return met;
}

Test(slide_off_centre, as_if_centred) { cr_assert_gt(random_seeds_sum(200, run), 200 * MOVERS / 2); }
