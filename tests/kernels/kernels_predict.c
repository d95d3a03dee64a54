/* tests/kernels/kernels_predict.c - predictions of polygons: every variant equals the reference to the last bit, in any
 * order of pairs, cut anywhere; and the reference agrees with the test of intervals in double precision, which never
 * misses a pair that really touches. */
#include <criterion/criterion.h>

#include <math.h>

#include "kernel_truth.h"

/* An edge's normal and the centre of a template, turned to the world. */
static spot axis_of(const solid *s, uint32_t edge) {
    const double x = s->row[HAIL_TEMPLATE_NX + edge], y = s->row[HAIL_TEMPLATE_NY + edge];
    return (spot){s->turn_c * x - s->turn_s * y, s->turn_s * x + s->turn_c * y};
}

static spot centre_of(const solid *s) {
    const double x = s->row[HAIL_TEMPLATE_CENTRE_X] * s->scale, y = s->row[HAIL_TEMPLATE_CENTRE_Y] * s->scale;
    return (spot){s->origin.x + s->turn_c * x - s->turn_s * y, s->origin.y + s->turn_s * x + s->turn_c * y};
}

typedef struct interval {
    double min, max;
} interval;

static interval interval_of(const solid *s, spot axis) {
    const spot from = {-axis.x, -axis.y}, origin = {0.0, 0.0};
    const solid point = {.count = 1, .vertex = {origin}};
    return (interval){apart_along(&point, s, axis) - s->rounding, -apart_along(&point, s, from) + s->rounding};
}

/* The lowest and highest value that rounding allows: if the centres are equal along an axis, a may be pushed to either
 * side. */
typedef struct either {
    double low, high;
} either;

/* How far two intervals are apart on an axis, with a's stretched by `segment`; and the overlap when a is pushed to its
 * centre's side. */
static double interval_gap(const pair_truth *t, spot axis, double segment, either *overlap) {
    interval a = interval_of(&t->a, axis);
    const interval b = interval_of(&t->b, axis);
    const spot to = centre_of(&t->a), from = centre_of(&t->b);
    const double side = (to.x - from.x) * axis.x + (to.y - from.y) * axis.y;
    a.min += fmin(segment, 0.0);
    a.max += fmax(segment, 0.0);
    const double low = a.max - b.min, high = b.max - a.min;
    *overlap = side < 0.0 ? (either){low, low} : (either){high, high};
    if (fabs(side) <= t->near_gap)
        *overlap = (either){fmin(low, high), fmax(low, high)};
    return -fmin(low, high);
}

typedef struct verdict {
    double now, then; /* the widest gap of all axes, at the start and over the way */
    either overlap;   /* the least over the way */
} verdict;

static const verdict nothing_yet = {-INFINITY, -INFINITY, {INFINITY, INFINITY}};

static void look_along(const pair_truth *t, spot axis, verdict *v) {
    const double l = hypot(axis.x, axis.y);
    axis = (spot){axis.x / l, axis.y / l};
    const spot m = {t->a.motion.x - t->b.motion.x, t->a.motion.y - t->b.motion.y};
    either overlap;
    v->now = fmax(v->now, interval_gap(t, axis, 0.0, &overlap));
    v->then = fmax(v->then, interval_gap(t, axis, axis.x * m.x + axis.y * m.y, &overlap));
    v->overlap = (either){fmin(v->overlap.low, overlap.low), fmin(v->overlap.high, overlap.high)};
}

/* The named axis has the smallest overlap and points from b's centre to a's. */
static void check_axis(const pair_truth *t, const verdict *v, const float *row) {
    const bool of_b = row_byte(row, 31) != 0;
    const solid *s = of_b ? &t->b : &t->a;
    const uint32_t edge = row_byte(row, 30) - (uint32_t)EDGE;
    case_expects(edge < s->count, "feature %u of %s, which has %u edges", row_byte(row, 30), of_b ? "b" : "a",
                 s->count);
    const spot named = axis_of(s, edge), axis = {row[4], row[5]}, to = centre_of(&t->a), from = centre_of(&t->b);
    const double loose = 1.0e-5 + 3.0 * (t->a.off_unit + t->b.off_unit), turn = named.x * axis.y - named.y * axis.x;
    const spot m = {t->a.motion.x - t->b.motion.x, t->a.motion.y - t->b.motion.y};
    case_expects(fabs(hypot(axis.x, axis.y) - 1.0) <= loose && fabs(turn) <= loose, "the axis %g %g is not the edge's",
                 axis.x, axis.y);
    case_expects((to.x - from.x) * axis.x + (to.y - from.y) * axis.y >= -t->near_gap, "the axis looks away from a");
    verdict own = nothing_yet;
    look_along(t, named, &own);
    const double overlap = row[6], near = t->near_gap;
    case_expects(overlap >= own.overlap.low - near && overlap <= own.overlap.high + near, "an overlap of %g, not %g",
                 overlap, own.overlap.low);
    case_expects(overlap >= v->overlap.low - near && overlap <= v->overlap.high + near,
                 "an overlap of %g, but the least is %g", overlap, v->overlap.low);
    for (int i = 0; i < 2; i++) {
        const double way = i ? m.y : m.x, mtv = (double)row[4 + i] * overlap;
        const double off = 2.0e-7 * (fabs(way) + overlap) + 1.0e-30;
        case_expects(fabs(row[i] - mtv) <= off, "mtv[%d] is %g, not %g", i, (double)row[i], mtv);
        case_expects(fabs(row[2 + i] - (way + mtv)) <= off, "slide[%d] is %g, not %g", i, (double)row[2 + i],
                     way + mtv);
    }
}

/* The row of a hail_prediction: mtv, slide, axis, overlap; intersect, will_intersect, feature, of_b. */
static void check_prediction(const narrow_case *c, const pair_of *pair, const float *row) {
    const pair_truth t = truth_of(c, pair);
    verdict v = nothing_yet;
    for (uint32_t i = 0; i < t.a.count; i++)
        look_along(&t, axis_of(&t.a, i), &v);
    for (uint32_t i = 0; i < t.b.count; i++)
        look_along(&t, axis_of(&t.b, i), &v);
    const uint8_t now = row_byte(row, 28), then = row_byte(row, 29);
    case_expects(now <= 1 && then <= 1 && row_byte(row, 31) <= 1, "a byte that is neither 0 nor 1");
    case_expects(now ? v.now <= t.near_gap : v.now >= -t.near_gap, "intersect is %u, but the gap is %g", now, v.now);
    case_expects(then ? v.then <= t.near_gap : v.then >= -t.near_gap, "will_intersect is %u, but the gap is %g", then,
                 v.then);
    case_expects(then || !now, "they intersect and will not");
    const difference d = difference_of(&t.a, &t.b);
    for (int i = 0; i <= 8 && !then; i++) {
        const double apart = difference_distance_at(&d, &t, 0.125 * i) - t.r;
        case_expects(apart >= -t.near_gap, "they will not intersect, but are %g deep at %g", -apart, 0.125 * i);
    }
    if (then) {
        check_axis(&t, &v, row);
        return;
    }
    const double off_x = row[2] - (t.a.motion.x - t.b.motion.x), off_y = row[3] - (t.a.motion.y - t.b.motion.y);
    case_expects(fabs(off_x) + fabs(off_y) <= 2.0e-7 * (fabs(row[2]) + fabs(row[3])), "slide is %g %g off", off_x,
                 off_y);
    case_expects(row_byte(row, 30) == 0 && row_byte(row, 31) == 0, "they will not intersect, and there is a feature");
    for (int i = 0; i < 7; i++)
        case_expects(i == 2 || i == 3 || row[i] == 0.0f, "they will not intersect, and word %d is %g", i,
                     (double)row[i]);
}

static void polygons_case(void) {
    narrow_case c;
    narrow_pick(&c, ASK_PREDICTION, HAIL_POLYGON_POLYGON);
    narrow_run(&c, check_prediction);
}
Test(kernels_predict, polygon_polygon) { cases_run("kernels_predict", "polygon_polygon", 6000, polygons_case); }
