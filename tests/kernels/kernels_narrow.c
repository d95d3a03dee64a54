/* tests/kernels/kernels_narrow.c - contacts of all classes of pairs: every variant equals the reference to the last
 * bit, in any order of pairs, cut anywhere; and the reference equals the geometry in double precision. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_truth.h"

/* Touching agrees with the geometry, and so does the deepest point's depth. */
static void check_touching(const narrow_case *c, const pair_of *pair, const float *row) {
    const pair_truth t = truth_of(c, pair);
    const difference d = difference_of(&t.a, &t.b);
    const double apart = difference_distance(&d, (spot){0.0, 0.0});
    case_expects(row_touches(row) || apart - t.r >= -t.near_gap, "pair %u and %u: %g deep and not touching", pair->one,
                 pair->two, t.r - apart);
    case_expects(!row_touches(row) || apart - t.r <= t.near_gap, "pair %u and %u: %g apart and touching", pair->one,
                 pair->two, apart - t.r);
    if (!row_touches(row) || !c->job.manifold)
        return;
    const double depth = fmax(row[14], row[15]);
    case_expects(fabs(depth - fmax(t.r - apart, 0.0)) <= t.near_gap, "pair %u and %u: depth %g, not %g", pair->one,
                 pair->two, depth, t.r - apart);
    check_contact(&t, &t.a, &t.b, apart, false, row);
}

static void run(hail_pair_class class) {
    narrow_case c;
    narrow_pick(&c, ASK_CONTACT, class);
    narrow_run(&c, check_touching);
}

/* A short contact has the words of the whole one. */
static void check_short(const narrow_case *c, const pair_of *pair, const float *row) {
    static const int whole[] = {2, 3, 8, 9, 1, 14, 10, 12};
    const uint32_t first = 0;
    float contact[HAIL_ROW_WORDS], words[HAIL_SHORT_WORDS];
    hail_narrow_job job = c->job;
    job.rows = contact;
    const bool touching =
        hail_kernels_at(0)->narrow[ASK_CONTACT][HAIL_CIRCLE_CIRCLE](&job, &pair->one, &pair->two, &first, 1);
    for (size_t i = 0; i < HAIL_SHORT_WORDS; i++)
        words[i] = contact[whole[i]];
    case_expects(touching == (row[HAIL_SHORT_DEPTH] >= 0.0f), "pair %u and %u: depth %g", pair->one, pair->two,
                 (double)row[HAIL_SHORT_DEPTH]);
    case_expects(!touching || !memcmp(words, row, sizeof words), "pair %u and %u: not the whole contact's words",
                 pair->one, pair->two);
}

static void short_case(void) {
    narrow_case c;
    narrow_pick(&c, ASK_SHORT_CONTACT, HAIL_CIRCLE_CIRCLE);
    narrow_run(&c, check_short);
}

static void circles_case(void) { run(HAIL_CIRCLE_CIRCLE); }
static void mixed_case(void) { run(HAIL_CIRCLE_POLYGON); }
static void polygons_case(void) { run(HAIL_POLYGON_POLYGON); }
Test(kernels_narrow, circle_circle) { cases_run("kernels_narrow", "circle_circle", 6000, circles_case); }
Test(kernels_narrow, circle_polygon) { cases_run("kernels_narrow", "circle_polygon", 6000, mixed_case); }
Test(kernels_narrow, polygon_polygon) { cases_run("kernels_narrow", "polygon_polygon", 6000, polygons_case); }
Test(kernels_narrow, circle_circle_short) { cases_run("kernels_narrow", "circle_circle_short", 6000, short_case); }
