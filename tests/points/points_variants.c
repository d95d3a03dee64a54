/* tests/points/points_variants.c - a point has the same bits at any place in the arrays, on every variant.
 *
 * So it does at any alignment, and whatever the signs of zeros and numbers below HAIL_TINY.
 *
 * A failure names its seed. HAIL_TEST_SEED=n runs that polygon alone. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "points_inputs.h"
#include "shared/random_world.h"

enum { QUESTIONS = 7, MANY = 500, MOST = 1200 };

static const char *const name_of[QUESTIONS] = {"crossings", "quadrants", "winding",         "edges",
                                               "numbers",   "nearest",   "nearest segments"};
static const size_t size_of[QUESTIONS] = {
    1, 1, 1, 1, sizeof(int32_t), sizeof(hail_nearest_point), sizeof(hail_nearest_point)};

static plot polygon, other;
static dots points;
static float ends[4][MANY]; /* of segments */
static _Alignas(16) unsigned char wanted[QUESTIONS][MANY * sizeof(hail_nearest_point)],
    rows[(MANY + 1) * sizeof(hail_nearest_point)];

static void forget(void) { unsetenv("HAIL_ISA"); }

TestSuite(points_variants, .init = forget, .fini = forget);

static hail_status call(int question, const hail_points *p, hail_loops loops, size_t from, void *out) {
    switch (question) {
    case 4:
        return hail_points_winding(p, &loops, out);
    case 5:
        return hail_nearest_on_loops(p, &loops, out);
    case 6:
        return hail_nearest_on_segments(p, ends[0] + from, ends[1] + from, ends[2] + from, ends[3] + from, out);
    default:
        return hail_points_inside(p, &loops, (hail_inside_method)question, out);
    }
}

/* The rows from `from` on, in one call. */
static void hold_rows(uint64_t seed, int question, hail_points p, hail_loops loops, size_t from, const char *how) {
    const size_t size = size_of[question];
    memset(rows, 0xa5, sizeof rows);
    cr_assert_eq(call(question, &p, loops, from, rows), HAIL_OK, "%s, %s, HAIL_TEST_SEED=%llu", name_of[question], how,
                 (unsigned long long)seed);
    for (size_t i = 0; i < p.count; i++) {
        if (question >= 6) { /* edges are numbered within the call */
            hail_nearest_point *row = (hail_nearest_point *)(void *)(rows + i * size);
            cr_assert_eq(row->edge, i);
            row->edge += (uint32_t)from;
        }
        if (memcmp(rows + i * size, wanted[question] + (from + i) * size, size) != 0)
            cr_assert_fail("%s, %s, HAIL_TEST_SEED=%llu: other bits for point %zu (%a, %a)", name_of[question], how,
                           (unsigned long long)seed, from + i, (double)p.x[i], (double)p.y[i]);
    }
}

static hail_points part(const hail_context *context, size_t from, size_t count) {
    return (hail_points){context, points.x + from, points.y + from, count};
}

static void hold_cut(uint64_t seed, uint64_t *s, int question, const hail_context *context, hail_loops loops) {
    for (size_t from = 0, count; from < MANY; from += count) {
        const size_t length = random_pick(s, 70);
        count = length < MANY - from ? length : MANY - from;
        hold_rows(seed, question, part(context, from, count), loops, from, "cut");
    }
}

static void hold_alone(uint64_t seed, int question, const hail_context *context, hail_loops loops) {
    for (size_t i = seed % 16; i < MANY; i += 16)
        hold_rows(seed, question, part(context, i, 1), loops, i, "alone");
}

/* ---- Zeros ------------------------------------------------------------------------------------------------------- */

static float disturbed(uint64_t *s, float number) {
    static const float zeros[] = {0.0f, -0.0f, 1.0e-19f, -1.0e-19f, 1.0e-40f, -0x1p-149f};
    return fabsf(number) < HAIL_TINY ? zeros[random_pick(s, 6)] : number;
}

static void disturb(uint64_t *s, float *number, size_t count) {
    for (size_t i = 0; i < count; i++)
        number[i] = disturbed(s, number[i]);
}

/* Makes many coordinates 0 or -0. */
static void add_zeros(uint64_t *s, float *number, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (random_pick(s, 8) == 0)
            number[i] = 0.0f;
}

static void hold_disturbed(uint64_t seed, uint64_t *s, int question, const hail_context *context) {
    static dots moved;
    const hail_loops loops = plot_loops(&polygon);
    other = polygon, moved = points;
    disturb(s, other.x, loops_total(&loops));
    disturb(s, other.y, loops_total(&loops));
    disturb(s, moved.x, MANY);
    disturb(s, moved.y, MANY);
    for (int k = 0; k < 4; k++)
        disturb(s, ends[k], MANY);
    hold_rows(seed, question, (hail_points){context, moved.x, moved.y, MANY}, plot_loops(&other), 0, "other zeros");
}

/* ---- Seeds ------------------------------------------------------------------------------------------------------- */

static void make(uint64_t seed, uint64_t *s) {
    plot_choice choice = plot_choose(seed, MOST);
    plot_make(seed, &choice, &polygon);
    const hail_loops loops = plot_loops(&polygon);
    dots_make(seed, &loops, MANY, &points);
    add_zeros(s, points.x, MANY);
    add_zeros(s, points.y, MANY);
    for (size_t i = 0; i < MANY; i++)
        for (int k = 0; k < 4; k++)
            ends[k][i] = k % 2 == 0 ? points.x[random_pick(s, MANY)] : points.y[random_pick(s, MANY)];
}

static void hold(uint64_t seed) {
    uint64_t state = seed * 22695477 + 1, *s = &state;
    make(seed, s);
    const hail_loops loops = plot_loops(&polygon);
    for (int question = 0; question < QUESTIONS; question++) {
        if (question == HAIL_BY_EDGES && !oracle_convex(&loops))
            continue;
        const hail_points all = part(variant_context("reference"), 0, MANY);
        cr_assert_eq(call(question, &all, loops, 0, wanted[question]), HAIL_OK);
        for (size_t k = 0; k < hail_variant_count(); k++) {
            const hail_context *context = variant_context(hail_variant_name(k));
            hold_rows(seed, question, part(context, 0, MANY), loops, 0, hail_variant_name(k));
            hold_cut(seed, s, question, context, loops);
            hold_alone(seed, question, context, loops);
            hold_disturbed(seed, s, question, context);
        }
    }
}

Test(points_variants, bits) { random_seeds(2 * PLOT_KINDS * PLOT_SCALES, hold); }

/* Some vertices lie at 0, so that polygons contain zeros of all kinds. */
static void hold_crossed(uint64_t seed) {
    uint64_t state = seed * 69621 + 1, *s = &state;
    const size_t n = 3 + random_pick(s, 40);
    polygon.count = 0;
    plot_begin(&polygon);
    for (size_t i = 0; i < n; i++) {
        const float y = (float)random_pick(s, 5) - 2.0f, x = (float)random_pick(s, 5) - 2.0f;
        plot_add(&polygon, x, y);
    }
    plot_close(&polygon);
    const hail_loops loops = plot_loops(&polygon);
    dots_make(seed, &loops, MANY, &points);
    for (size_t i = 0; i < MANY; i++)
        for (int k = 0; k < 4; k++)
            ends[k][i] = (float)random_pick(s, 5) - 2.0f;
    for (int question = 0; question < QUESTIONS; question++) {
        const hail_points all = part(variant_context("reference"), 0, MANY);
        if (question == HAIL_BY_EDGES && !oracle_convex(&loops))
            continue;
        cr_assert_eq(call(question, &all, loops, 0, wanted[question]), HAIL_OK);
        for (size_t k = 0; k < hail_variant_count(); k++)
            hold_disturbed(seed, s, question, variant_context(hail_variant_name(k)));
    }
}

Test(points_variants, zeros) { random_seeds(200, hold_crossed); }

/* ---- Contexts ---------------------------------------------------------------------------------------------------- */

Test(points_variants, contexts) {
    const plot_choice choice = {PLOT_CONVEX, SCALE_ANY, 12};
    plot_make(1, &choice, &polygon);
    const hail_loops loops = plot_loops(&polygon);
    dots_make(1, &loops, MANY, &points);
    for (int question = 0; question < QUESTIONS; question++) {
        const hail_points none = part(NULL, 0, MANY), bad = part(variant_context("abacus"), 0, MANY);
        cr_assert_eq(call(question, &none, loops, 0, wanted[question]), HAIL_OK);
        hold_rows(1, question, part(variant_context(""), 0, MANY), loops, 0, "an empty name");
        memset(rows, 0xa5, sizeof rows);
        cr_assert_eq(call(question, &bad, loops, 0, rows), HAIL_UNKNOWN_VARIANT, "%s", name_of[question]);
        for (size_t i = 0; i < sizeof rows; i++)
            cr_assert(rows[i] == 0xa5, "%s writes although it refuses", name_of[question]);
    }
}
