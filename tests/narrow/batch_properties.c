/* tests/narrow/batch_properties.c - what holds for any numbers: in either order, anywhere, at any rotation.
 *
 * Moving a pair apart by its depth makes it just touch. Manifolds and gaps agree.
 *
 * Tolerances are in ulps of the largest number in a pair's arithmetic: the distance of the origins, or how far a shape
 * extends. If bodies were moved, their positions were rounded: there, of the largest coordinate. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "batch_inputs.h"
#include "batch_oracle.h"
#include "shared/random_world.h"

/* About twice the largest errors seen. */
#define UNITS 16.0

enum { PAIRS = 10000, SEEDS = 4 };
enum { X, Y, COS, SIN, SCALE, DX, DY };

static hail_gap gaps[PAIRS], others[PAIRS];
static hail_contact contacts[PAIRS];

typedef void property(const inputs *in);

static void for_all(property *holds, float origin) {
    uint64_t given;
    const bool one = random_seed_given(&given);
    const uint32_t seeds = one ? 1 : random_worlds(SEEDS);
    for (uint32_t flavour = 0; flavour < INPUT_FLAVOURS; flavour++) {
        for (uint32_t i = 0; i < seeds; i++) {
            const input_choice choice = {.count = PAIRS, .flavour = (input_flavour)flavour, .origin = origin};
            inputs *in = inputs_make(one ? given : flavour * 1000 + i, &choice);
            cr_assert_eq(hail_batch_distance(&in->batch, gaps), HAIL_OK);
            holds(in);
            inputs_free(in);
        }
    }
}

static bool is_unit(float x, float y, double tolerance) { return fabs(hypot((double)x, (double)y) - 1.0) <= tolerance; }

static void hold_close(const inputs *in, size_t pair, double is, double want, double tolerance, const char *what) {
    cr_assert(fabs(is - want) <= tolerance, "pair %zu, %s: %.9g, not %.9g (to %.3g): %s", pair, what, is, want,
              tolerance, inputs_text(&in->batch, pair));
}

/* ---- The normal, either order ------------------------------------------------------------------------------------ */

/* Along the normal, whichever it is, they are as far apart, or as deep, as the distance says. Between corners rounding
 * turns the normal: by an ulp at the distance of the cores, which moves the far end of an edge. */
static void normal_is_the_distances(const inputs *in) {
    for (size_t i = 0; i < PAIRS; i++) {
        const solid_pair p = solid_pair_of(&in->batch, i);
        const solid_gap want = solid_distance(&p.a, &p.b);
        const double unit = ulp_of(solid_span(&p)), angle_error = unit / fmax(fabs(want.core), 1.0e-30);
        cr_assert(is_unit(gaps[i].normal_x, gaps[i].normal_y, 2.0e-6));
        const double reached = solid_along(&p.a, &p.b, (double)gaps[i].normal_x, (double)gaps[i].normal_y);
        hold_close(in, i, reached, (double)gaps[i].distance, UNITS * unit + 4.0 * angle_error * solid_span(&p),
                   "along the normal");
        hold_close(in, i, (double)gaps[i].distance, want.distance, UNITS * unit, "distance");
    }
}

Test(batch_properties, normals) { for_all(normal_is_the_distances, 0.0f); }
Test(batch_properties, normals_far_away) { for_all(normal_is_the_distances, 1.0e5f); }

static void order_is_nothing(const inputs *in) {
    hail_batch swapped = in->batch;
    swapped.a = in->batch.b, swapped.b = in->batch.a;
    cr_assert_eq(hail_batch_distance(&swapped, others), HAIL_OK);
    for (size_t i = 0; i < PAIRS; i++) {
        const solid_pair p = solid_pair_of(&in->batch, i);
        const double unit = ulp_of(solid_span(&p));
        hold_close(in, i, (double)others[i].distance, (double)gaps[i].distance, UNITS * unit, "swapped");
        const solid_gap true_gap = solid_distance(&p.a, &p.b);
        /* Only one shortest distance, and longer than what rounding can turn. */
        if (true_gap.tie > 100.0 * unit && fabs(true_gap.core) > 1.0e5 * unit && true_gap.core > 0.0) {
            hold_close(in, i, (double)others[i].normal_x, -(double)gaps[i].normal_x, 1.0e-3, "normal x, swapped");
            hold_close(in, i, (double)others[i].normal_y, -(double)gaps[i].normal_y, 1.0e-3, "normal y, swapped");
        }
    }
}

Test(batch_properties, either_order) { for_all(order_is_nothing, 0.0f); }

/* ---- Moved, rotated -------------------------------------------------------------------------------------------- */

static void recompute_moved(inputs *in, float by) {
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < PAIRS; i++)
            in->column[side][X][i] += by, in->column[side][Y][i] -= by;
    cr_assert_eq(hail_batch_distance(&in->batch, others), HAIL_OK);
}

/* Positions on a grid of 1/8 px lose nothing when moved by powers of two: every bit stays, except in the points. */
Test(batch_properties, moved_by_powers_of_two) {
    for (uint64_t seed = 0; seed < INPUT_FLAVOURS; seed++) {
        const input_choice choice = {.count = PAIRS, .flavour = (input_flavour)seed};
        inputs *in = inputs_make(seed, &choice);
        for (int side = 0; side < 2; side++)
            for (int k = X; k <= Y; k++)
                for (size_t i = 0; i < PAIRS; i++)
                    in->column[side][k][i] = roundf(in->column[side][k][i] * 8.0f) / 8.0f;
        cr_assert_eq(hail_batch_distance(&in->batch, gaps), HAIL_OK);
        for (int power = 9; power <= 20; power++) {
            const float by = ldexpf(1.0f, power);
            recompute_moved(in, by);
            for (size_t i = 0; i < PAIRS; i++) {
                const double unit = ulp_of((double)by + 1024.0);
                cr_assert(memcmp(&gaps[i].distance, &others[i].distance, sizeof(float)) == 0 &&
                              memcmp(&gaps[i].normal_x, &others[i].normal_x, 2 * sizeof(float) + 4) == 0,
                          "pair %zu of seed %d, moved by 2^%d", i, (int)seed, power);
                hold_close(in, i, (double)others[i].ax, (double)gaps[i].ax + (double)by, 2.0 * unit, "a's point, x");
                hold_close(in, i, (double)others[i].by, (double)gaps[i].by - (double)by, 2.0 * unit, "b's point, y");
            }
            recompute_moved(in, -by);
        }
        inputs_free(in);
    }
}

/* Anywhere else positions are rounded: two of them by half an ulp of the largest coordinate on each axis. */
Test(batch_properties, moved_far_away) {
    for (uint64_t seed = 0; seed < INPUT_FLAVOURS; seed++) {
        const input_choice choice = {.count = PAIRS, .flavour = (input_flavour)seed};
        inputs *in = inputs_make(seed + 100, &choice);
        cr_assert_eq(hail_batch_distance(&in->batch, gaps), HAIL_OK);
        recompute_moved(in, 1.0e5f);
        for (size_t i = 0; i < PAIRS; i++) {
            const solid_pair p = solid_pair_of(&in->batch, i);
            hold_close(in, i, (double)others[i].distance, (double)gaps[i].distance,
                       1.5 * ulp_of(solid_extent(&p)) + UNITS * ulp_of(solid_span(&p)), "moved by 1e5 px");
        }
        inputs_free(in);
    }
}

Test(batch_properties, rotated_together) {
    for (uint64_t seed = 0; seed < INPUT_FLAVOURS; seed++) {
        const input_choice choice = {.count = PAIRS, .flavour = (input_flavour)seed};
        inputs *in = inputs_make(seed + 200, &choice);
        cr_assert_eq(hail_batch_distance(&in->batch, gaps), HAIL_OK);
        for (size_t i = 0; i < PAIRS; i++) {
            const double turn = (double)random_range(&in->state, -3.2f, 3.2f), c = cos(turn), s = sin(turn);
            for (int side = 0; side < 2; side++) {
                float **k = in->column[side];
                const double x = (double)k[X][i], y = (double)k[Y][i], cs = (double)k[COS][i], sn = (double)k[SIN][i];
                k[X][i] = (float)(c * x - s * y), k[Y][i] = (float)(s * x + c * y);
                k[COS][i] = (float)(c * cs - s * sn), k[SIN][i] = (float)(s * cs + c * sn);
            }
        }
        cr_assert_eq(hail_batch_distance(&in->batch, others), HAIL_OK);
        for (size_t i = 0; i < PAIRS; i++) {
            const solid_pair p = solid_pair_of(&in->batch, i);
            hold_close(in, i, (double)others[i].distance, (double)gaps[i].distance,
                       2.0 * ulp_of(solid_extent(&p)) + UNITS * ulp_of(solid_span(&p)), "rotated");
        }
        inputs_free(in);
    }
}

/* ---- Depth ------------------------------------------------------------------------------------------------------- */

/* b moved along the normal by the depth just touches; moved by half of it, it is half as deep. */
static void depth_parts(const inputs *in) {
    for (int half = 0; half < 2; half++) {
        float *x = malloc(PAIRS * sizeof *x), *y = malloc(PAIRS * sizeof *y);
        cr_assert(x != NULL && y != NULL);
        for (size_t i = 0; i < PAIRS; i++) {
            const float by = fmaxf(-gaps[i].distance, 0.0f) * (half != 0 ? 0.5f : 1.0f);
            x[i] = in->batch.b.x[i] + gaps[i].normal_x * by, y[i] = in->batch.b.y[i] + gaps[i].normal_y * by;
        }
        hail_batch moved = in->batch;
        moved.b.x = x, moved.b.y = y;
        cr_assert_eq(hail_batch_distance(&moved, others), HAIL_OK);
        for (size_t i = 0; i < PAIRS; i++) {
            const solid_pair p = solid_pair_of(&in->batch, i);
            const double before = (double)gaps[i].distance;
            if (before < 0.0)
                hold_close(in, i, (double)others[i].distance, half != 0 ? before / 2.0 : 0.0,
                           ulp_of(solid_extent(&p)) + UNITS * ulp_of(solid_span(&p)), "moved by its depth");
        }
        free(x), free(y);
    }
}

Test(batch_properties, depth_parts_them) { for_all(depth_parts, 0.0f); }
Test(batch_properties, depth_parts_them_far_away) { for_all(depth_parts, 1.0e5f); }

/* If two points are equally deep, the one that the gap names. */
static int deepest_of(const hail_contact *c, const hail_gap *gap) {
    const float x = 0.5f * (gap->ax + gap->bx), y = 0.5f * (gap->ay + gap->by);
    if (c->count == 2 && c->depth[1] == c->depth[0])
        return hypotf(c->x[1] - x, c->y[1] - y) < hypotf(c->x[0] - x, c->y[0] - y);
    return c->count == 2 && c->depth[1] > c->depth[0];
}

/* Manifold and gap have the same normal, and the depth of the deepest point is the distance. */
static void manifold_agrees(const inputs *in) {
    static uint8_t touching[PAIRS];
    cr_assert_eq(hail_batch_collide(&in->batch, contacts), HAIL_OK);
    cr_assert_eq(hail_batch_touch(&in->batch, touching), HAIL_OK);
    for (size_t i = 0; i < PAIRS; i++) {
        const hail_contact *c = &contacts[i];
        const solid_pair p = solid_pair_of(&in->batch, i);
        cr_assert_eq(c->kind, touching[i]);
        if (c->kind == 0) /* circles compare squares: they may differ from the sign of the distance in its last place */
            cr_assert((double)gaps[i].distance > -2.0 * ulp_of(solid_span(&p)));
        if (c->kind == 0)
            continue;
        const int deepest = deepest_of(c, &gaps[i]);
        cr_assert(c->depth[deepest] == fmaxf(-gaps[i].distance, 0.0f) && c->normal_x == gaps[i].normal_x &&
                      c->normal_y == gaps[i].normal_y,
                  "pair %zu: depth %.9g, distance %.9g", i, (double)c->depth[deepest], (double)gaps[i].distance);
        const double far = 4.0 * ulp_of(solid_extent(&p));
        hold_close(in, i, (double)c->x[deepest], 0.5 * ((double)gaps[i].ax + (double)gaps[i].bx), far, "midway, x");
        hold_close(in, i, (double)c->y[deepest], 0.5 * ((double)gaps[i].ay + (double)gaps[i].by), far, "midway, y");
        if (c->count == 1)
            cr_assert(c->x[1] == 0 && c->y[1] == 0 && c->depth[1] == 0);
    }
}

Test(batch_properties, manifolds_and_gaps) { for_all(manifold_agrees, 0.0f); }
Test(batch_properties, manifolds_and_gaps_far_away) { for_all(manifold_agrees, 1.0e5f); }
