/* tests/narrow/batch_precision.c - the accuracy that hail/batch.h promises, on every variant, in double precision.
 *
 * Errors are shares of a pair's sum S (solid_sum), times 0.1 / keenness where corners are sharper or flatter than that.
 * The defaults are 20,000 pairs of polygons with corners that turn by 1e-4 to 0.1 radians; HAIL_TEST_WORLDS=50 makes
 * them a million. HAIL_TEST_SEED runs one seed, which the log names. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "batch_flat.h"
#include "batch_inputs.h"
#include "batch_oracle.h"
#include "shared/contexts.h"
#include "shared/random_world.h"

/* As in hail/batch.h. */
#define REST_SHARE  1.0e-6
#define SWEEP_SHARE 2.0e-6
#define UNIT        1.0e-6 /* the normal's length */

enum { PAIRS = 5000, CHUNKS = 4 };

static hail_gap gaps[PAIRS], other_gaps[PAIRS];
static hail_contact contacts[PAIRS], hits[PAIRS], other_contacts[PAIRS];

/* The largest errors, each as a part of what is allowed. */
typedef struct worst {
    double distance, depth, touch, miss, late, early, unit;
    size_t touching, hits;
} worst;

static double share_of(const solid_pair *p) { return solid_sum(p) * fmax(1.0, 0.1 / solid_keenness(p)) + 1.0e-17; }

static void hold(double error, double allowed, double *seen, const char *what, const inputs *in, size_t pair) {
    *seen = fmax(*seen, error / allowed);
    cr_assert(error <= allowed, "pair %zu, %s: off by %.3g, and %.3g is allowed: %s", pair, what, error, allowed,
              inputs_text(&in->batch, pair));
}

/* ---- Every variant ----------------------------------------------------------------------------------------------- */

static hail_batch with_variant(const inputs *in, size_t variant) {
    hail_batch batch = in->batch;
    batch.a.context = variant_context(hail_variant_name(variant));
    return batch;
}

/* What does not touch leaves the rest of a contact undefined. */
static void clear_misses(hail_contact *rows) {
    for (size_t i = 0; i < PAIRS; i++)
        if (rows[i].kind == 0)
            memset(&rows[i], 0, sizeof rows[i]);
}

static void compare(const void *is, const void *want, size_t size, size_t variant) {
    cr_assert(memcmp(is, want, size * PAIRS) == 0, "other bits on %s", hail_variant_name(variant));
}

static void ask_at_rest(const inputs *in) {
    for (size_t v = 0; v < hail_variant_count(); v++) {
        const hail_batch batch = with_variant(in, v);
        cr_assert_eq(hail_batch_distance(&batch, v == 0 ? gaps : other_gaps), HAIL_OK);
        cr_assert_eq(hail_batch_collide(&batch, v == 0 ? contacts : other_contacts), HAIL_OK);
        clear_misses(v == 0 ? contacts : other_contacts);
        if (v > 0)
            compare(other_gaps, gaps, sizeof *gaps, v), compare(other_contacts, contacts, sizeof *contacts, v);
    }
}

static void ask_sweeps(const inputs *in) {
    for (size_t v = 0; v < hail_variant_count(); v++) {
        const hail_batch batch = with_variant(in, v);
        cr_assert_eq(hail_batch_sweep(&batch, v == 0 ? hits : other_contacts), HAIL_OK);
        clear_misses(v == 0 ? hits : other_contacts);
        if (v > 0)
            compare(other_contacts, hits, sizeof *hits, v);
    }
}

/* ---- What holds -------------------------------------------------------------------------------------------------- */

static void hold_normal(const inputs *in, size_t i, float x, float y, double unit, worst *seen) {
    hold(fabs(hypot((double)x, (double)y) - 1.0), unit, &seen->unit, "the normal's length", in, i);
}

static void hold_at_rest(const inputs *in, double share, double unit, worst *seen) {
    ask_at_rest(in);
    for (size_t i = 0; i < PAIRS; i++) {
        solid_pair p = solid_pair_of(&in->batch, i);
        p.ax = p.ay = p.bx = p.by = 0.0;
        const double distance = solid_distance(&p.a, &p.b).distance, allowed = share * share_of(&p);
        const bool touches = contacts[i].kind == HAIL_CONTACT_BODY;
        hold(fabs((double)gaps[i].distance - distance), allowed, &seen->distance, "the distance", in, i);
        hold_normal(in, i, gaps[i].normal_x, gaps[i].normal_y, unit, seen);
        hold(touches == (distance <= 0.0) ? 0.0 : fabs(distance), allowed, &seen->touch, "touching", in, i);
        seen->touching += touches;
        if (!touches)
            continue;
        const double depth = (double)fmaxf(contacts[i].depth[0], contacts[i].depth[1]);
        hold(fabs(depth - fmax(-distance, 0.0)), allowed, &seen->depth, "the depth", in, i);
        hold_normal(in, i, contacts[i].normal_x, contacts[i].normal_y, unit, seen);
    }
}

/* At t they are just apart or overlap, and did not overlap before. What does not hit stays apart. */
static void hold_sweeps(const inputs *in, double share, double unit, worst *seen) {
    ask_sweeps(in);
    for (size_t i = 0; i < PAIRS; i++) {
        const solid_pair p = solid_pair_of(&in->batch, i);
        const double allowed = share * share_of(&p), t = (double)hits[i].t;
        double when;
        if (hits[i].kind != HAIL_CONTACT_BODY) {
            hold(-solid_closest(&p, 1.0, &when), allowed, &seen->miss, "a miss, but they overlap", in, i);
            continue;
        }
        const solid a = solid_moved(p.a, p.ax * t, p.ay * t), b = solid_moved(p.b, p.bx * t, p.by * t);
        seen->hits++;
        hold(solid_distance(&a, &b).distance, allowed, &seen->late, "a hit, and they are apart", in, i);
        hold_normal(in, i, hits[i].normal_x, hits[i].normal_y, unit, seen);
        if (t > 0.0)
            hold(-solid_closest(&p, t, &when), allowed, &seen->early, "they overlap before t", in, i);
    }
}

static void report(const worst *seen) {
    cr_log_info("of what is allowed: distance %.2f, depth %.2f, touching %.2f; misses %.2f, apart at t %.2f, before t "
                "%.2f; normals %.2f; %zu touch, %zu hit",
                seen->distance, seen->depth, seen->touch, seen->miss, seen->late, seen->early, seen->unit,
                seen->touching, seen->hits);
}

/* ---- Inputs ------------------------------------------------------------------------------------------------------ */

typedef inputs *maker(uint64_t seed);

static inputs *flat_at_rest(uint64_t seed) {
    return flat_make(seed, &(flat_choice){.count = PAIRS, .largest = 300.0f});
}

static inputs *flat_moving(uint64_t seed) {
    return flat_make(seed, &(flat_choice){.count = PAIRS, .largest = 300.0f, .farthest = 1000.0f});
}

/* Every flavour, near and far, slow and fast. */
static inputs *of_all_kinds(uint64_t seed) {
    static const float farthest[] = {3.0f, 100.0f, 10000.0f};
    const input_choice choice = {.count = PAIRS,
                                 .flavour = (input_flavour)(seed % INPUT_FLAVOURS),
                                 .farthest = farthest[seed / INPUT_FLAVOURS % 3],
                                 .origin = seed / INPUT_FLAVOURS % 2 == 0 ? 0.0f : 1.0e5f};
    return inputs_make(seed, &choice);
}

/* Corners that just meet. */
static inputs *aimed(uint64_t seed) {
    inputs *in = seed % 2 == 0 ? flat_at_rest(seed) : of_all_kinds(seed / 2);
    in->batch.a.dx = in->column[0][5], in->batch.a.dy = in->column[0][6];
    in->batch.b.dx = in->column[1][5], in->batch.b.dy = in->column[1][6];
    for (size_t i = 0; i < PAIRS; i++)
        inputs_aim(in, i);
    return in;
}

static worst hold_all(maker *make, bool moves, uint32_t chunks) {
    worst seen = {0};
    uint64_t seed;
    const bool given = random_seed_given(&seed);
    for (uint64_t i = 0; i < (given ? 1 : random_worlds(chunks)); i++) {
        inputs *in = make(given ? seed : i);
        cr_log_info("seed %llu", (unsigned long long)(given ? seed : i));
        if (moves)
            hold_sweeps(in, SWEEP_SHARE, UNIT, &seen);
        else
            hold_at_rest(in, REST_SHARE, UNIT, &seen);
        inputs_free(in);
    }
    report(&seen);
    return seen;
}

Test(batch_precision, flat_corners) { cr_assert(hold_all(flat_at_rest, false, CHUNKS).touching > CHUNKS * PAIRS / 4); }
Test(batch_precision, flat_corners_swept) { cr_assert(hold_all(flat_moving, true, CHUNKS).hits > CHUNKS * PAIRS / 4); }
Test(batch_precision, all_kinds) { hold_all(of_all_kinds, false, 8); }
Test(batch_precision, all_kinds_swept) { hold_all(of_all_kinds, true, 8); }
Test(batch_precision, corners_swept) { hold_all(aimed, true, 8); }

/* Vectors that are off by up to 1e-4 turn up in the answers three times at most: a's, b's and a's again. */
Test(batch_precision, lengths_of_cos_and_sin) {
    const double off = 0.99e-4;
    worst seen = {0};
    for (uint64_t seed = 0; seed < random_worlds(8); seed++) {
        inputs *in = of_all_kinds(seed);
        for (int side = 0; side < 2; side++)
            for (size_t i = 0; i < PAIRS; i++) {
                const float by = 1.0f + (float)(off * ((double)random_pick(&in->state, 3) - 1.0));
                in->column[side][2][i] *= by, in->column[side][3][i] *= by;
            }
        hold_at_rest(in, 3.0 * off + 2.0 * REST_SHARE, 3.0 * off + UNIT, &seen);
        hold_sweeps(in, 3.0 * off + 2.0 * SWEEP_SHARE, 3.0 * off + UNIT, &seen);
        inputs_free(in);
    }
    report(&seen);
    cr_assert(seen.unit > 0.9, "some normals are off by that much, as the header says");
}

/* ---- By hand ----------------------------------------------------------------------------------------------------- */

/* A corner of the first one turns by 0.0006 radians. */
Test(batch_precision, edge_behind_a_flat_corner) {
    const float x = 68.3451614f, y = 119.249504f, zero = 0.0f;
    const uint32_t second = 1;
    hail_convex shapes[2];
    cr_assert_eq(hail_convex_polygon((float[]){17.3302994f, 0, -26.2910118f, -98.8479767f, -55.2322502f},
                                     (float[]){-36.123024f, 0, 54.7164001f, 19.8798542f, -70.9622498f}, 5, 0,
                                     &shapes[0]),
                 HAIL_OK);
    cr_assert_eq(hail_convex_polygon((float[]){23.9724331f, 2.91352749f, -23.9724331f, -2.91352749f},
                                     (float[]){-15.453125f, 28.3723087f, 15.453125f, -28.3723087f}, 4, 0, &shapes[1]),
                 HAIL_OK);
    for (size_t v = 0; v < hail_variant_count(); v++) {
        hail_gap gap;
        const hail_batch batch = {.count = 1,
                                  .a = {.context = variant_context(hail_variant_name(v)),
                                        .convexes = shapes,
                                        .shape_count = 2,
                                        .x = &zero,
                                        .y = &zero,
                                        .count = 1},
                                  .b = {.x = &x, .y = &y, .shape = &second, .count = 1}};
        cr_assert_eq(hail_batch_distance(&batch, &gap), HAIL_OK);
        cr_assert(fabsf(gap.distance - 98.335f) < 0.001f, "%s: %.9g", hail_variant_name(v), (double)gap.distance);
        cr_assert(fabsf(gap.ax + 26.291f) < 0.001f && fabsf(gap.ay - 54.716f) < 0.001f, "%s", hail_variant_name(v));
    }
}
