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

static void circles_case(void) { run(HAIL_CIRCLE_CIRCLE); }
static void mixed_case(void) { run(HAIL_CIRCLE_POLYGON); }
static void polygons_case(void) { run(HAIL_POLYGON_POLYGON); }
Test(kernels_narrow, circle_circle) { cases_run("kernels_narrow", "circle_circle", 6000, circles_case); }
Test(kernels_narrow, circle_polygon) { cases_run("kernels_narrow", "circle_polygon", 6000, mixed_case); }
Test(kernels_narrow, polygon_polygon) { cases_run("kernels_narrow", "polygon_polygon", 6000, polygons_case); }
