/* tests/kernels/kernels_sweep.c - sweeps of all classes of pairs: every variant equals the reference to the last bit,
 * in any order of pairs, cut anywhere; and the reference equals the geometry in double precision, where bisection finds
 * the moment of touching. */
#include <criterion/criterion.h>

#include <math.h>

#include "kernel_truth.h"

/* When two cores are nearest. Their distance is convex over time, so a ternary search finds it. */
static double when_nearest(const pair_truth *t, const difference *d) {
    double from = 0.0, to = 1.0;
    for (int i = 0; i < 100; i++) {
        const double a = from + (to - from) / 3.0, b = to - (to - from) / 3.0;
        if (difference_distance_at(d, t, a) <= difference_distance_at(d, t, b))
            to = b;
        else
            from = a;
    }
    const double middle = 0.5 * (from + to), ends[2] = {0.0, 1.0};
    double best = middle;
    for (int i = 0; i < 2; i++)
        if (difference_distance_at(d, t, ends[i]) < difference_distance_at(d, t, best))
            best = ends[i];
    return best;
}

/* The first time at which they are within `apart`, if they are so at `end`. */
static double when_within(const pair_truth *t, const difference *d, double apart, double end) {
    double from = 0.0, to = end;
    if (difference_distance_at(d, t, 0.0) <= apart)
        return 0.0;
    for (int i = 0; i < 100; i++) {
        const double middle = 0.5 * (from + to);
        if (difference_distance_at(d, t, middle) <= apart)
            to = middle;
        else
            from = middle;
    }
    return to;
}

/* The time is neither before they come near nor after they overlap by more than rounding. */
static void check_time(const pair_truth *t, const difference *d, double nearest, double when) {
    const double apart = difference_distance_at(d, t, when);
    case_expects(when >= 0.0 && when <= 1.0, "t is %g", when);
    case_expects(apart <= t->r + t->near_gap, "%g apart when it touches, at %.9g", apart - t->r, when);
    if (difference_distance_at(d, t, nearest) > t->r - t->near_gap)
        return;
    const double latest = when_within(t, d, t->r - t->near_gap, nearest);
    case_expects(when <= latest, "touches at %.9g, but is %g deep at %.9g", when, t->near_gap, latest);
}

/* If the two start further apart than rounding errors, the normal points against the motion, and cores with no rounding
 * lie on opposite sides of the line across it. */
static void check_swept_normal(const pair_truth *t, const solid *a, const solid *b, spot n) {
    const spot m = {t->b.motion.x - t->a.motion.x, t->b.motion.y - t->a.motion.y};
    const double l = hypot(m.x, m.y), along = apart_along(a, b, n);
    if (t->r > 0.0 && t->r < 100.0 * t->near_gap)
        return; /* an arc that is all rounding */
    const double loose = t->r > 0.0 ? 10.0 * sqrt(t->near_gap / t->r) : 1.0e-4 + t->near_gap / t->size;
    case_expects(n.x * m.x + n.y * m.y <= l * loose, "the normal %g %g looks along the motion %g %g", n.x, n.y, m.x,
                 m.y);
    case_expects(t->r > 0.0 || along >= -4.0 * t->near_gap, "bare cores, %g apart along the normal", along);
}

static void check_sweep(const narrow_case *c, const pair_of *pair, const float *row) {
    const pair_truth t = truth_of(c, pair);
    const difference d = difference_of(&t.a, &t.b);
    const double nearest = when_nearest(&t, &d), least = difference_distance_at(&d, &t, nearest);
    case_expects(row_touches(row) || least - t.r >= -t.near_gap, "%g deep at %.9g and not touching", t.r - least,
                 nearest);
    case_expects(!row_touches(row) || least - t.r <= t.near_gap, "never nearer than %g and touching", least - t.r);
    if (!row_touches(row) || !c->job.manifold)
        return;
    const double when = row[7], apart = difference_distance_at(&d, &t, when);
    const double depth = when > 0.0 ? 0.0 : fmax(t.r - apart, 0.0);
    check_time(&t, &d, nearest, when);
    case_expects(fabs((double)row[14] - depth) <= (when > 0.0 ? 0.0 : t.near_gap), "a depth of %g, not %g",
                 (double)row[14], depth);
    case_expects(row_byte(row, 17) == row_byte(row, 16), "more points than one");
    const solid a = solid_moved(&t.a, when), b = solid_moved(&t.b, when);
    check_contact(&t, &a, &b, apart, true, row);
    if (difference_distance_at(&d, &t, 0.0) > t.r + 4.0 * t.near_gap)
        check_swept_normal(&t, &a, &b, (spot){row[8], row[9]});
}

static void run(hail_pair_class class) {
    narrow_case c;
    narrow_pick(&c, ASK_SWEEP, class);
    narrow_run(&c, check_sweep);
}

static void circles_case(void) { run(HAIL_CIRCLE_CIRCLE); }
static void mixed_case(void) { run(HAIL_CIRCLE_POLYGON); }
static void polygons_case(void) { run(HAIL_POLYGON_POLYGON); }
Test(kernels_sweep, circle_circle) { cases_run("kernels_sweep", "circle_circle", 3000, circles_case); }
Test(kernels_sweep, circle_polygon) { cases_run("kernels_sweep", "circle_polygon", 3000, mixed_case); }
Test(kernels_sweep, polygon_polygon) { cases_run("kernels_sweep", "polygon_polygon", 1500, polygons_case); }
