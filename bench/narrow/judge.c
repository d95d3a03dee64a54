/* judge.c - see judge.h. */
#include "judge.h"

#include "geometry.h"

#include <math.h>

static geometry_convex placed(const pair_side *side, size_t i, double t) {
    const pair_template *shape = &side->shape[side->template_of[i]];
    double c = side->cos ? (double)side->cos[i] : 1.0, s = side->sin ? (double)side->sin[i] : 0.0;
    double dx = side->dx ? (double)side->dx[i] : 0.0, dy = side->dy ? (double)side->dy[i] : 0.0;
    return geometry_placed(shape->x, shape->y, shape->count, c, s, (double)side->x[i] + t * dx,
                           (double)side->y[i] + t * dy);
}

static double rounding_of(const pair_work *work, size_t i) {
    return (double)work->a.shape[work->a.template_of[i]].rounding +
           (double)work->b.shape[work->b.template_of[i]].rounding;
}

double judge_tolerance(const pair_work *work) {
    float largest = 0.0f;
    for (size_t i = 0; i < work->count; i++)
        largest = fmaxf(largest, fmaxf(fabsf(work->b.x[i]), fabsf(work->b.y[i])));
    return 4.0 * (double)(nextafterf(largest, INFINITY) - largest);
}

double judge_gap(const pair_work *work, size_t pair, double t) {
    geometry_convex a = placed(&work->a, pair, t), b = placed(&work->b, pair, t);
    return geometry_gap(&a, &b) - rounding_of(work, pair);
}

/* The nearer rounded cores are, the more the way from one to the other turns with their last bits. */
static bool right_normal(const pair_work *work, size_t i, double t, double gap, double slack,
                         const pair_answer *answer) {
    double x = (double)answer->normal_x, y = (double)answer->normal_y, rounding = rounding_of(work, i);
    geometry_convex a = placed(&work->a, i, t), b = placed(&work->b, i, t);
    double apart = geometry_separation(&a, &b, x, y) - rounding;
    double turning = rounding > 0.0 ? fmax(1.0, 4.0 / fabs(gap + rounding)) : 1.0;
    return fabs(hypot(x, y) - 1.0) < 1e-5 && fabs(apart - gap) <= slack * turning;
}

static const char *judge_contact(const pair_work *work, size_t i, double gap, double slack, const pair_answer *answer) {
    if (answer->touching != (gap <= 0.0))
        return fabs(gap) < slack ? NULL : answer->touching ? "says that they touch" : "says that they do not touch";
    if (!answer->touching)
        return NULL;
    if (!(fabs((double)answer->depth + gap) <= slack))
        return "has another depth";
    return right_normal(work, i, 0.0, gap, slack, answer) ? NULL : "has another normal";
}

/* The gap along a straight way is a convex function of t: its least value by golden section. */
static double least_gap(const pair_work *work, size_t i) {
    const double part = 0.6180339887498949;
    double from = 0.0, to = 1.0, low = 1.0 - part, high = part;
    double at_low = judge_gap(work, i, low), at_high = judge_gap(work, i, high);
    for (int k = 0; k < 40; k++) {
        if (at_low < at_high) {
            to = high, high = low, at_high = at_low;
            low = to - part * (to - from), at_low = judge_gap(work, i, low);
        } else {
            from = low, low = high, at_low = at_high;
            high = from + part * (to - from), at_high = judge_gap(work, i, high);
        }
    }
    return fmin(fmin(at_low, at_high), judge_gap(work, i, 1.0));
}

/* At t they touch, and before it they do not: as the gap is convex, a little before t and halfway there tell. */
static const char *judge_hit(const pair_work *work, size_t i, double gap, double slack, const pair_answer *answer) {
    double t = (double)answer->t;
    if (!answer->touching)
        return gap < -slack || least_gap(work, i) < -slack ? "says that they pass each other" : NULL;
    if (!(t >= 0.0 && t <= 1.0))
        return "gives no time of the motion";
    if (t == 0.0)
        return gap <= 0.0    ? judge_contact(work, i, gap, slack, answer)
               : gap < slack ? NULL
                             : "says that they touch at once";
    double then = judge_gap(work, i, t);
    if (gap < -slack || fabs(then) > slack || answer->depth != 0.0f)
        return "gives a time when they do not touch, or touched before";
    if (judge_gap(work, i, 0.99 * t) < -slack || judge_gap(work, i, 0.5 * t) < -slack)
        return "gives a time too late";
    return right_normal(work, i, t, then, slack, answer) ? NULL : "has another normal";
}

/* The gap of two shapes' spans along an axis, a's stretched by `stretch`; and how far a is to be pushed down the axis,
 * and up, to leave b. */
static double span_gap(const geometry_convex *a, const geometry_convex *b, double x, double y, double stretch,
                       double out[2]) {
    double a_low = INFINITY, a_high = -INFINITY, b_low = INFINITY, b_high = -INFINITY;
    for (uint32_t i = 0; i < a->count; i++) {
        a_low = fmin(a_low, x * a->x[i] + y * a->y[i]);
        a_high = fmax(a_high, x * a->x[i] + y * a->y[i]);
    }
    for (uint32_t i = 0; i < b->count; i++) {
        b_low = fmin(b_low, x * b->x[i] + y * b->y[i]);
        b_high = fmax(b_high, x * b->x[i] + y * b->y[i]);
    }
    a_low += fmin(stretch, 0.0);
    a_high += fmax(stretch, 0.0);
    out[0] = a_high - b_low;
    out[1] = b_high - a_low;
    return -fmin(out[0], out[1]);
}

/* How far a's centre, the mean of its corners, lies up the axis from b's. */
static double centre_above(const geometry_convex *a, const geometry_convex *b, double x, double y) {
    double above = 0.0;
    for (uint32_t i = 0; i < a->count; i++)
        above += (x * a->x[i] + y * a->y[i]) / a->count;
    for (uint32_t i = 0; i < b->count; i++)
        above -= (x * b->x[i] + y * b->y[i]) / b->count;
    return above;
}

typedef struct forecast {
    double now, later;
    double least, most; /* what takes a out on its centre's side; two where rounding says which side that is */
} forecast;

static void foresee(forecast *found, const geometry_convex *of, const geometry_convex *a, const geometry_convex *b,
                    double dx, double dy, double slack) {
    for (uint32_t i = 0; i < of->count; i++) {
        uint32_t j = i + 1 < of->count ? i + 1 : 0;
        double length = hypot(of->x[j] - of->x[i], of->y[j] - of->y[i]);
        double x = (of->y[j] - of->y[i]) / length, y = (of->x[i] - of->x[j]) / length;
        double out[2], above = centre_above(a, b, x, y);
        found->now = fmax(found->now, span_gap(a, b, x, y, 0.0, out));
        found->later = fmax(found->later, span_gap(a, b, x, y, x * dx + y * dy, out));
        bool level = fabs(above) < slack;
        double own = out[above >= 0.0];
        found->least = fmin(found->least, level ? fmin(out[0], out[1]) : own);
        found->most = fmin(found->most, level ? fmax(out[0], out[1]) : own);
    }
}

static bool right_sign(bool overlap, double gap, double slack) { return overlap == (gap <= 0.0) || fabs(gap) < slack; }

static const char *judge_forecast(const pair_work *work, size_t i, double slack, const pair_answer *answer) {
    geometry_convex a = placed(&work->a, i, 0.0), b = placed(&work->b, i, 0.0);
    double dx = (double)work->a.dx[i] - (double)work->b.dx[i], dy = (double)work->a.dy[i] - (double)work->b.dy[i];
    forecast found = {-INFINITY, -INFINITY, INFINITY, INFINITY};
    foresee(&found, &a, &a, &b, dx, dy, slack);
    foresee(&found, &b, &a, &b, dx, dy, slack);
    if (!right_sign(answer->touching, found.now, slack) || !right_sign(answer->will, found.later, slack))
        return "foresees something else";
    double overlap = (double)answer->depth;
    bool right = overlap >= found.least - slack && overlap <= found.most + slack;
    return answer->will && !right ? "has another overlap" : NULL;
}

const char *judge_answer(const pair_work *work, size_t pair, double gap, double slack, const pair_answer *answer) {
    switch (work->question) {
    case PAIR_COLLIDE:
        return judge_contact(work, pair, gap, slack, answer);
    case PAIR_SWEEP:
        return judge_hit(work, pair, gap, slack, answer);
    case PAIR_PREDICT:
        return judge_forecast(work, pair, slack, answer);
    default:
        break;
    }
    if (!(fabs((double)answer->depth + gap) <= slack))
        return "has another distance";
    return right_normal(work, pair, 0.0, gap, slack, answer) ? NULL : "has another normal";
}
