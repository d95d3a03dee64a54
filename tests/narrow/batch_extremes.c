/* tests/narrow/batch_extremes.c - everything that is allowed has an answer of finite numbers and unit normals.
 *
 * Shapes that are small, huge, thin, without length or area; pairs in one place and at the ends of the documented
 * ranges; a cos and sin that are unit only to 1e-4. */
#include <criterion/criterion.h>

#include <math.h>

#include "batch_inputs.h"
#include "shared/random_world.h"

enum { PAIRS = 4000, SEEDS = 8 };
enum { X, Y, COS, SIN, SCALE, DX, DY };

static hail_gap gaps[PAIRS];
static hail_contact contacts[PAIRS], hits[PAIRS];
static hail_prediction predictions[PAIRS];

/* ---- Inputs ------------------------------------------------------------------------------------------------------ */

static float pick_from(uint64_t *s, const float *of, uint32_t n) {
    const float number = of[random_pick(s, n)];
    return random_pick(s, 2) == 0 ? number : -number;
}

static float place_of(uint64_t *s) {
    static const float places[] = {0.0f, HAIL_TINY, 1.0e-9f, 1.0f, 4.0f, 1.0e3f, 1.0e6f, 1.0e9f, HAIL_MAX_BOUND};
    return random_pick(s, 4) == 0 ? random_range(s, -100.0f, 100.0f) : pick_from(s, places, 9);
}

static void make_shape(uint64_t *s, bool circles, hail_convex *shape) {
    static const float sizes[] = {0.0f, 1.0e-12f, 2.0e-12f, 1.0e-6f, 1.0f, 4.0f, 3.0e5f};
    static const float sharp[] = {0.01f, 1.0e-3f, 4.0e-4f}; /* sines of angles, down to the sharpest that is accepted */
    hail_status status = HAIL_BAD_ARGUMENT;
    while (status != HAIL_OK) {
        const float size = fabsf(pick_from(s, sizes, 7)), rounding = fabsf(pick_from(s, sizes, 7));
        const float thin = size * sharp[random_pick(s, 3)];
        switch (random_pick(s, circles ? 4 : 3)) {
        case 0: {
            const float y2 = pick_from(s, sizes, 7), x2 = pick_from(s, sizes, 7);
            const float y1 = pick_from(s, sizes, 7), x1 = pick_from(s, sizes, 7);
            status = hail_convex_capsule(x1, y1, x2, y2, rounding, shape);
            break;
        }
        case 1:
            status = hail_convex_box(size, thin, rounding, shape);
            break;
        case 2:
            status = hail_convex_polygon((float[]){0, size, size}, (float[]){0, -thin, thin}, 3, rounding, shape);
            break;
        default:
            status = hail_convex_circle(rounding, shape);
        }
    }
}

static inputs *extreme_inputs(uint64_t seed, bool circles) {
    static const float scales[] = {0.0f, 1.0f, 1.0f, 0.01f, 1.0e-3f, HAIL_MAX_SCALE};
    const input_choice choice = {.count = PAIRS, .flavour = INPUT_THIN, .farthest = 10.0f, .cores_only = true};
    inputs *in = inputs_make(seed, &choice);
    uint64_t *s = &in->state;
    for (int i = 0; i < INPUT_SHAPES; i++)
        make_shape(s, circles, &in->shapes[i]);
    for (int side = 0; side < 2; side++) {
        float **c = in->column[side];
        for (size_t i = 0; i < PAIRS; i++) {
            const float turn = random_range(s, -3.2f, 3.2f), stretch = 1.0f + random_range(s, -0.99e-4f, 0.99e-4f);
            const bool same = side == 1 && random_pick(s, 3) == 0; /* in one place, and perhaps alike */
            c[X][i] = same ? in->column[0][X][i] : place_of(s), c[Y][i] = same ? in->column[0][Y][i] : place_of(s);
            c[COS][i] = cosf(turn) * stretch, c[SIN][i] = sinf(turn) * stretch;
            c[SCALE][i] = scales[random_pick(s, 6)];
            c[DX][i] = place_of(s), c[DY][i] = place_of(s);
            if (same && random_pick(s, 2) == 0)
                for (int k = COS; k <= DY; k++)
                    c[k][i] = in->column[0][k][i], in->shape[1][i] = in->shape[0][i];
        }
    }
    return in;
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

static bool all_finite(const float *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(numbers[i]))
            return false;
    return true;
}

static bool is_unit(float x, float y) { return fabs(hypot((double)x, (double)y) - 1.0) < 1.0e-3; }

static bool good_contact(const hail_contact *c, bool swept) {
    const float numbers[] = {c->t,    c->normal_x, c->normal_y, c->x[0],    c->x[1],
                             c->y[0], c->y[1],     c->depth[0], c->depth[1]};
    if (c->kind == 0)
        return c->count == 0;
    return all_finite(numbers, 9) && is_unit(c->normal_x, c->normal_y) && c->depth[0] >= 0.0f && c->depth[1] >= 0.0f &&
           c->t >= 0.0f && c->t <= (swept ? 1.0f : 0.0f) && (c->t == 0.0f || c->depth[0] == 0.0f) &&
           c->kind == HAIL_CONTACT_BODY && c->count >= 1 && c->count <= (swept ? 1 : 2) && c->feature_a < 16 &&
           c->feature_b < 16;
}

static bool good_gap(const hail_gap *g) {
    const float numbers[] = {g->distance, g->ax, g->ay, g->bx, g->by, g->normal_x, g->normal_y};
    return all_finite(numbers, 7) && is_unit(g->normal_x, g->normal_y) && g->feature_a < 16 && g->feature_b < 16;
}

static bool good_prediction(const hail_prediction *p) {
    const float numbers[] = {p->mtv_x, p->mtv_y, p->slide_x, p->slide_y, p->axis_x, p->axis_y, p->overlap};
    if (!all_finite(numbers, 7) || p->intersect > 1 || p->will_intersect > 1 || p->feature > 7 || p->of_b > 1)
        return false;
    if (p->will_intersect == 0)
        return p->intersect == 0 && p->mtv_x == 0.0f && p->mtv_y == 0.0f && p->axis_x == 0.0f && p->axis_y == 0.0f &&
               p->overlap == 0.0f && p->feature == 0 && p->of_b == 0;
    return is_unit(p->axis_x, p->axis_y) && p->overlap >= 0.0f;
}

static void hold(uint64_t seed, bool circles) {
    inputs *in = extreme_inputs(seed, circles);
    cr_assert_eq(hail_batch_distance(&in->batch, gaps), HAIL_OK);
    cr_assert_eq(hail_batch_collide(&in->batch, contacts), HAIL_OK);
    cr_assert_eq(hail_batch_sweep(&in->batch, hits), HAIL_OK);
    if (!circles)
        cr_assert_eq(hail_batch_predict(&in->batch, predictions), HAIL_OK);
    for (size_t i = 0; i < PAIRS; i++) {
        const char *text = inputs_text(&in->batch, i);
        cr_assert(good_gap(&gaps[i]), "seed %d, pair %zu: distance %g, normal (%g, %g): %s", (int)seed, i,
                  (double)gaps[i].distance, (double)gaps[i].normal_x, (double)gaps[i].normal_y, text);
        cr_assert(good_contact(&contacts[i], false), "seed %d, pair %zu: contact with normal (%g, %g), depth %g: %s",
                  (int)seed, i, (double)contacts[i].normal_x, (double)contacts[i].normal_y,
                  (double)contacts[i].depth[0], text);
        cr_assert(good_contact(&hits[i], true), "seed %d, pair %zu: hit at %g with normal (%g, %g), depth %g: %s",
                  (int)seed, i, (double)hits[i].t, (double)hits[i].normal_x, (double)hits[i].normal_y,
                  (double)hits[i].depth[0], text);
        cr_assert(circles || good_prediction(&predictions[i]),
                  "seed %d, pair %zu: prediction: overlap %g, axis (%g, %g): %s", (int)seed, i,
                  (double)predictions[i].overlap, (double)predictions[i].axis_x, (double)predictions[i].axis_y, text);
    }
    inputs_free(in);
}

Test(batch_extremes, cores) {
    uint64_t seed;
    if (random_seed_given(&seed))
        hold(seed, false);
    for (uint32_t i = 0; i < random_worlds(SEEDS); i++)
        hold(i, false);
}

Test(batch_extremes, with_circles) {
    uint64_t seed;
    if (random_seed_given(&seed))
        hold(seed, true);
    for (uint32_t i = 0; i < random_worlds(SEEDS); i++)
        hold(i + 1000, true);
}

/* ---- By hand ----------------------------------------------------------------------------------------------------- */

static hail_contact coincident(const hail_convex *a, const hail_convex *b) {
    static const float x = 3.0f, y = -7.0f;
    static const uint32_t second = 1;
    const hail_convex shapes[] = {*a, *b};
    hail_contact contact;
    hail_batch batch = {.count = 1};
    batch.a = (hail_shapes){.convexes = shapes, .shape_count = 2, .x = &x, .y = &y, .count = 1};
    batch.b = (hail_shapes){.x = &x, .y = &y, .shape = &second, .count = 1};
    cr_assert_eq(hail_batch_collide(&batch, &contact), HAIL_OK);
    cr_assert(contact.kind == HAIL_CONTACT_BODY && is_unit(contact.normal_x, contact.normal_y));
    return contact;
}

Test(batch_extremes, in_one_place) {
    hail_convex dot, disc, point, box, bar;
    cr_assert_eq(hail_convex_circle(0, &dot), HAIL_OK);
    cr_assert_eq(hail_convex_circle(5, &disc), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(0, 0, 0, 0, 0, &point), HAIL_OK);
    cr_assert_eq(hail_convex_box(4, 6, 1, &box), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(-9, 0, 9, 0, 2, &bar), HAIL_OK);
    hail_contact c = coincident(&disc, &disc);
    cr_assert(c.normal_x == 1.0f && c.normal_y == 0.0f && c.depth[0] == 10.0f && c.x[0] == 3.0f && c.y[0] == -7.0f);
    c = coincident(&dot, &dot);
    cr_assert(c.normal_x == 1.0f && c.normal_y == 0.0f && c.depth[0] == 0.0f);
    cr_assert_eq(coincident(&dot, &box).depth[0], 5.0f);
    cr_assert_eq(coincident(&box, &point).depth[0], 5.0f);
    cr_assert_eq(coincident(&disc, &bar).depth[0], 7.0f);
    cr_assert_eq(coincident(&bar, &bar).depth[0], 4.0f);
    cr_assert_eq(coincident(&point, &point).depth[0], 0.0f);
    c = coincident(&box, &box);
    cr_assert(c.count == 2 && c.depth[0] == 10.0f && c.depth[1] == 10.0f && fabsf(c.normal_x) == 1.0f);
}
