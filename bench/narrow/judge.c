/* bench/narrow/judge.c - gaps, times of impact and axes of pairs in double precision. */
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

static double rounding_of(const pair_set *set, size_t i) {
    return (double)set->a.shape[set->a.template_of[i]].rounding + (double)set->b.shape[set->b.template_of[i]].rounding;
}

double judge_tolerance(const pair_set *set) {
    float largest = 0.0f;
    for (size_t i = 0; i < set->count; i++)
        largest = fmaxf(largest, fmaxf(fabsf(set->b.x[i]), fabsf(set->b.y[i])));
    return 4.0 * (double)(nextafterf(largest, INFINITY) - largest);
}

double judge_gap(const pair_set *set, size_t pair, double t) {
    geometry_convex a = placed(&set->a, pair, t), b = placed(&set->b, pair, t);
    return geometry_gap(&a, &b) - rounding_of(set, pair);
}

/* The closer rounded cores are, the more the direction between them depends on their last bits. */
static bool right_normal(const pair_set *set, size_t i, double t, double gap, double slack, const pair_answer *answer) {
    double x = (double)answer->normal_x, y = (double)answer->normal_y, rounding = rounding_of(set, i);
    geometry_convex a = placed(&set->a, i, t), b = placed(&set->b, i, t);
    double apart = geometry_separation(&a, &b, x, y) - rounding;
    double turning = rounding > 0.0 ? fmax(1.0, 4.0 / fabs(gap + rounding)) : 1.0;
    return fabs(hypot(x, y) - 1.0) < 1e-5 && fabs(apart - gap) <= slack * turning;
}

static const char *judge_contact(const pair_set *set, size_t i, double gap, double slack, const pair_answer *answer) {
    if (answer->touching != (gap <= 0.0))
        return fabs(gap) < slack ? NULL : answer->touching ? "says that they touch" : "says that they do not touch";
    if (!answer->touching)
        return NULL;
    if (!(fabs((double)answer->depth + gap) <= slack))
        return "has another depth";
    return right_normal(set, i, 0.0, gap, slack, answer) ? NULL : "has another normal";
}

/* The gap during a straight motion is a convex function of t: its minimum by golden-section search. */
static double smallest_gap(const pair_set *set, size_t i) {
    const double part = 0.6180339887498949;
    double from = 0.0, to = 1.0, low = 1.0 - part, high = part;
    double at_low = judge_gap(set, i, low), at_high = judge_gap(set, i, high);
    for (int k = 0; k < 40; k++) {
        if (at_low < at_high) {
            to = high, high = low, at_high = at_low;
            low = to - part * (to - from), at_low = judge_gap(set, i, low);
        } else {
            from = low, low = high, at_low = at_high;
            high = from + part * (to - from), at_high = judge_gap(set, i, high);
        }
    }
    return fmin(fmin(at_low, at_high), judge_gap(set, i, 1.0));
}

/* At t they touch, and before t they do not: as the gap is convex, it is enough to look a little before t and half way.
 */
static const char *judge_hit(const pair_set *set, size_t i, double gap, double slack, const pair_answer *answer) {
    double t = (double)answer->t;
    if (!answer->touching)
        return gap < -slack || smallest_gap(set, i) < -slack ? "says that they pass each other" : NULL;
    if (!(t >= 0.0 && t <= 1.0))
        return "gives a time outside the motion";
    if (t == 0.0)
        return gap <= 0.0    ? judge_contact(set, i, gap, slack, answer)
               : gap < slack ? NULL
                             : "says that they touch at once";
    double then = judge_gap(set, i, t);
    if (gap < -slack || fabs(then) > slack || answer->depth != 0.0f)
        return "gives a time when they do not touch, or touched before";
    if (judge_gap(set, i, 0.99 * t) < -slack || judge_gap(set, i, 0.5 * t) < -slack)
        return "gives a time too late";
    return right_normal(set, i, t, then, slack, answer) ? NULL : "has another normal";
}

/* The gap between the projections of two shapes on an axis, a's extended by `stretch`. out: how far a must move down
 * the axis, and up, to leave b. */
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

typedef struct prediction {
    double now, later;
    double smallest, largest; /* the translation to a's own side; a range if rounding decides which side that is */
} prediction;

static void predict(prediction *found, const geometry_convex *of, const geometry_convex *a, const geometry_convex *b,
                    double dx, double dy, double slack) {
    for (uint32_t i = 0; i < of->count; i++) {
        uint32_t j = i + 1 < of->count ? i + 1 : 0;
        double length = hypot(of->x[j] - of->x[i], of->y[j] - of->y[i]);
        double x = (of->y[j] - of->y[i]) / length, y = (of->x[i] - of->x[j]) / length;
        double out[2], above = centre_above(a, b, x, y);
        found->now = fmax(found->now, span_gap(a, b, x, y, 0.0, out));
        found->later = fmax(found->later, span_gap(a, b, x, y, x * dx + y * dy, out));
        bool either = fabs(above) < slack;
        double own = out[above >= 0.0];
        found->smallest = fmin(found->smallest, either ? fmin(out[0], out[1]) : own);
        found->largest = fmin(found->largest, either ? fmax(out[0], out[1]) : own);
    }
}

static bool right_sign(bool overlap, double gap, double slack) { return overlap == (gap <= 0.0) || fabs(gap) < slack; }

static const char *judge_prediction(const pair_set *set, size_t i, double slack, const pair_answer *answer) {
    geometry_convex a = placed(&set->a, i, 0.0), b = placed(&set->b, i, 0.0);
    double dx = (double)set->a.dx[i] - (double)set->b.dx[i], dy = (double)set->a.dy[i] - (double)set->b.dy[i];
    prediction found = {-INFINITY, -INFINITY, INFINITY, INFINITY};
    predict(&found, &a, &a, &b, dx, dy, slack);
    predict(&found, &b, &a, &b, dx, dy, slack);
    if (!right_sign(answer->touching, found.now, slack) || !right_sign(answer->will, found.later, slack))
        return "predicts something else";
    double overlap = (double)answer->depth;
    bool right = overlap >= found.smallest - slack && overlap <= found.largest + slack;
    return answer->will && !right ? "has another overlap" : NULL;
}

const char *judge_answer(const pair_set *set, size_t pair, double gap, double slack, const pair_answer *answer) {
    switch (set->question) {
    case PAIR_COLLIDE:
        return judge_contact(set, pair, gap, slack, answer);
    case PAIR_SWEEP:
        return judge_hit(set, pair, gap, slack, answer);
    case PAIR_PREDICT:
        return judge_prediction(set, pair, slack, answer);
    default:
        break;
    }
    if (!(fabs((double)answer->depth + gap) <= slack))
        return "has another distance";
    return right_normal(set, pair, 0.0, gap, slack, answer) ? NULL : "has another normal";
}
