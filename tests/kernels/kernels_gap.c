/* circle_circle_gap, circle_polygon_gap and polygon_polygon_gap: every variant equals the reference to the last bit, in
 * any order of pairs, cut anywhere; and the reference equals the geometry in double precision. */
#include <criterion/criterion.h>

#include <math.h>

#include "kernel_truth.h"

/* The row of a hail_gap: distance, a's point, b's point, normal, features. */
static void check_gap(const narrow_case *c, const pair_of *pair, const float *row) {
    const pair_truth t = truth_of(c, pair);
    const difference d = difference_of(&t.a, &t.b);
    const double apart = difference_distance(&d, (spot){0.0, 0.0}), distance = row[0];
    case_expects(fabs(distance - (apart - t.r)) <= t.near_gap, "a distance of %g, not %g", distance, apart - t.r);
    const double by_edges = edges_distance(&t.a, &t.b);
    case_expects(apart <= t.near_gap || fabs(by_edges - apart) <= t.near_gap, "cores %g apart by all pairs of edges",
                 by_edges);
    const spot n = {row[5], row[6]}, on_a = truth_place(&t, row[1], row[2]), on_b = truth_place(&t, row[3], row[4]);
    check_normal(&t, &t.a, &t.b, apart, false, n);
    const double off = hypot(on_b.x - on_a.x - n.x * distance, on_b.y - on_a.y - n.y * distance);
    case_expects(off <= t.near_at, "a's point, moved by the distance, is %g from b's", off);
    check_features(&t, &t.a, &t.b, (spot){on_a.x - n.x * t.a.rounding, on_a.y - n.y * t.a.rounding},
                   (spot){on_b.x + n.x * t.b.rounding, on_b.y + n.y * t.b.rounding}, row_byte(row, 28),
                   row_byte(row, 29));
    case_expects(row_byte(row, 30) == 0 && row_byte(row, 31) == 0, "unused bytes are not 0");
}

static void run(hail_pair_class class) {
    narrow_case c;
    narrow_pick(&c, ASK_GAP, class);
    narrow_run(&c, check_gap);
}

static void circles_case(void) { run(HAIL_CIRCLE_CIRCLE); }
static void mixed_case(void) { run(HAIL_CIRCLE_POLYGON); }
static void polygons_case(void) { run(HAIL_POLYGON_POLYGON); }
Test(kernels_gap, circle_circle) { cases_run("kernels_gap", "circle_circle", 6000, circles_case); }
Test(kernels_gap, circle_polygon) { cases_run("kernels_gap", "circle_polygon", 6000, mixed_case); }
Test(kernels_gap, polygon_polygon) { cases_run("kernels_gap", "polygon_polygon", 6000, polygons_case); }
