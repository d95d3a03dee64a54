/* tests/kernels/kernels_graze.c - grazes of all classes of pairs: every variant equals the reference to the last bit,
 * in any order of pairs, cut anywhere; and where both cores stay apart, they are as near then as they ever are, and as
 * far apart as the row says, in double precision. */
#include <criterion/criterion.h>

#include <math.h>

#include "kernel_truth.h"

/* Cores come this near in the step, in px; below 0: they overlap. The distance is a convex function of t. */
static double least_distance(const difference *d, const pair_truth *truth) {
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 100; i++) {
        const double one = low + (high - low) / 3.0, two = high - (high - low) / 3.0;
        if (difference_distance_at(d, truth, one) < difference_distance_at(d, truth, two))
            high = two;
        else
            low = one;
    }
    return fmin(fmin(difference_distance_at(d, truth, 0.0), difference_distance_at(d, truth, 1.0)),
                difference_distance_at(d, truth, (low + high) * 0.5));
}

static void check_gap(const pair_truth *t, const solid *a, const solid *b, double apart, const float *row) {
    const double distance = fmax(apart - t->r, 0.0);
    const spot n = {row[8], row[9]}, at = truth_place(t, row[10], row[12]);
    case_expects(fabs(distance + (double)row[14]) <= t->near_gap, "a depth of %g, not %g", (double)row[14], -distance);
    check_normal(t, a, b, apart, true, n);
    /* Midway: half the distance and a's rounding away from a's core. */
    const double out = a->rounding + 0.5 * (apart - t->r);
    const spot on_a = {at.x - n.x * out, at.y - n.y * out};
    case_expects(fabs(boundary_distance(a, on_a)) <= t->near_at, "the point is %g off a", boundary_distance(a, on_a));
}

/* Of cores that overlap nothing but the sweep is asked. */
static void check_graze(const narrow_case *c, const pair_of *pair, const float *row) {
    const pair_truth truth = truth_of(c, pair);
    const difference d = difference_of(&truth.a, &truth.b);
    const double least = least_distance(&d, &truth), margin = truth.r + (double)c->job.margin;
    if (least <= truth.near_gap)
        return;
    case_expects(row_touches(row) || least >= margin - truth.near_gap, "%g apart and no graze", least - truth.r);
    case_expects(!row_touches(row) || least <= margin + truth.near_gap, "%g apart and a graze", least - truth.r);
    if (!row_touches(row) || !c->job.manifold)
        return;
    const double t = row[7], then = difference_distance_at(&d, &truth, t);
    case_expects(t >= 0.0 && t <= 1.0, "t is %g", t);
    case_expects(then <= least + truth.near_gap, "at t = %g they are %g apart, not %g", t, then, least);
    const solid a = solid_moved(&truth.a, t), b = solid_moved(&truth.b, t);
    check_gap(&truth, &a, &b, then, row);
}

static void run(hail_pair_class class) {
    narrow_case c;
    narrow_pick(&c, ASK_GRAZE, class);
    narrow_run(&c, check_graze);
}

static void circles_case(void) { run(HAIL_CIRCLE_CIRCLE); }
static void mixed_case(void) { run(HAIL_CIRCLE_POLYGON); }
static void polygons_case(void) { run(HAIL_POLYGON_POLYGON); }
Test(kernels_graze, circle_circle) { cases_run("kernels_graze", "circle_circle", 2000, circles_case); }
Test(kernels_graze, circle_polygon) { cases_run("kernels_graze", "circle_polygon", 4000, mixed_case); }
Test(kernels_graze, polygon_polygon) { cases_run("kernels_graze", "polygon_polygon", 1000, polygons_case); }
