/* circle_circle, circle_polygon and polygon_polygon: every variant equals the reference to the last bit, in any order
 * of pairs, cut anywhere; and the reference equals the geometry in double precision. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_truth.h"

static const narrow_kernel circle_circle = {.name = "circle_circle",
                                            .offset = offsetof(hail_kernels, circle_circle),
                                            .circle_one = true,
                                            .circle_two = true,
                                            .words = HAIL_ROW_WORDS},
                           circle_polygon = {.name = "circle_polygon",
                                             .offset = offsetof(hail_kernels, circle_polygon),
                                             .circle_one = true,
                                             .words = HAIL_ROW_WORDS},
                           polygon_polygon = {.name = "polygon_polygon",
                                              .offset = offsetof(hail_kernels, polygon_polygon),
                                              .words = HAIL_ROW_WORDS};

/* Touching as the geometry has it; the deepest point as deep as that. */
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

static void run(const narrow_kernel *kernel) {
    narrow_case c;
    narrow_pick(&c, kernel);
    narrow_run(&c, check_touching);
}

static void circles_case(void) { run(&circle_circle); }
static void mixed_case(void) { run(&circle_polygon); }
static void polygons_case(void) { run(&polygon_polygon); }
Test(kernels_narrow, circle_circle) { cases_run("kernels_narrow", "circle_circle", 6000, circles_case); }
Test(kernels_narrow, circle_polygon) { cases_run("kernels_narrow", "circle_polygon", 6000, mixed_case); }
Test(kernels_narrow, polygon_polygon) { cases_run("kernels_narrow", "polygon_polygon", 6000, polygons_case); }
