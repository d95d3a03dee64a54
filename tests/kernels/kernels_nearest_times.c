/* tests/kernels/kernels_nearest_times.c - when cores are nearest: every variant equals the reference to the last bit,
 * with the pairs cut anywhere; and where both cores stay apart, they are as near then as they ever are, in double
 * precision. */
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

static void check_time(const narrow_case *c, const pair_of *pair, float t) {
    const pair_truth truth = truth_of(c, pair);
    const difference d = difference_of(&truth.a, &truth.b);
    const double least = least_distance(&d, &truth);
    case_expects(t >= 0.0f && t <= 1.0f, "t is %g", (double)t);
    if (least <= truth.near_gap)
        return;
    const double then = difference_distance_at(&d, &truth, (double)t);
    case_expects(then <= least + truth.near_gap, "at t = %g they are %g apart, not %g", (double)t, then, least);
}

/* Other kernels do not read the templates of circles: any would do there. */
static void give_circles(const char *name, uint32_t count, hail_side *side) {
    uint32_t *shape = hold(name, count);
    for (uint32_t i = 0; i < count; i++)
        shape[i] = CORES + pick(CIRCLES);
    side->shape = shape;
}

static void times_case(hail_pair_class class) {
    narrow_case c;
    narrow_pick(&c, ASK_SWEEP, class);
    if (c.kernel.circle_one)
        give_circles("circles of one", c.one.count, &c.job.one);
    if (c.kernel.circle_two)
        give_circles("circles of two", c.two.count, &c.job.two);
    uint32_t *one = hold("one", c.count), *two = hold("two", c.count);
    float *wanted = hold("wanted", c.count);
    for (uint32_t i = 0; i < c.count; i++) {
        one[i] = c.pair[i].one;
        two[i] = c.pair[i].two;
    }
    hail_kernels_at(0)->nearest_times(&c.job, one, two, c.count, wanted);
    const uint32_t cut = c.count ? pick(c.count) : 0;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "nearest_times");
        float *t = hold("t", c.count);
        kernels->nearest_times(&c.job, one, two, cut, t);
        kernels->nearest_times(&c.job, one + cut, two + cut, c.count - cut, t + cut);
        case_times(kernels, "nearest_times", c.count, kernels->nearest_times(&c.job, one, two, c.count, t));
        guards_check();
        same_words("t", t, wanted, c.count);
    }
    for (uint32_t i = 0; i < c.count; i++)
        check_time(&c, &c.pair[i], wanted[i]);
}

static void circles_case(void) { times_case(HAIL_CIRCLE_CIRCLE); }
static void mixed_case(void) { times_case(HAIL_CIRCLE_POLYGON); }
static void polygons_case(void) { times_case(HAIL_POLYGON_POLYGON); }
Test(kernels_nearest_times, circle_circle) { cases_run("kernels_nearest_times", "circle_circle", 2000, circles_case); }
Test(kernels_nearest_times, circle_polygon) { cases_run("kernels_nearest_times", "circle_polygon", 2000, mixed_case); }
Test(kernels_nearest_times, polygon_polygon) {
    cases_run("kernels_nearest_times", "polygon_polygon", 500, polygons_case);
}
