/* engine/outline/slack.c - leaves out corners of parts, the nearest to its neighbours' side first. */
#include "slack.h"

#include <math.h>

#include <hail/convex.h>

#include "shapes/row.h"

double hail_segment_distance_squared(hail_point p, hail_point a, hail_point b) {
    const double dx = (double)b.x - a.x, dy = (double)b.y - a.y, px = (double)p.x - a.x, py = (double)p.y - a.y;
    const double length = dx * dx + dy * dy, along = px * dx + py * dy;
    const double t = !(length > 0.0) || along <= 0.0 ? 0.0 : along >= length ? 1.0 : along / length;
    const double ex = px - dx * t, ey = py - dy * t;
    return ex * ex + ey * ey;
}

/* The larger of `squared` and the squared distances, from the segment a b, of what was left out between two corners. */
static double furthest_squared(const hail_slack *s, uint32_t from, uint32_t to, hail_point a, hail_point b,
                               double squared) {
    const bool along = s->after[from] == to;
    if (!along && s->after[to] != from)
        return squared; /* a cut */
    const uint32_t first = along ? from : to;
    for (uint32_t i = s->left_out_by[first]; i < s->left_out_by[first + 1] && squared <= s->max_squared; i++)
        squared = fmax(squared, hail_segment_distance_squared(s->left_out[i], a, b));
    return squared;
}

/* Whether the corner v lies near the side a b that would replace it, and so does all that its two sides replace. */
static bool may_leave_out(const hail_slack *s, uint32_t a, uint32_t v, uint32_t b) {
    const hail_point p = s->at[a], q = s->at[b];
    const double squared = hail_segment_distance_squared(s->at[v], p, q);
    return squared <= s->max_squared &&
           furthest_squared(s, v, b, p, q, furthest_squared(s, a, v, p, q, squared)) <= s->max_squared;
}

int hail_slack_turn(const hail_slack *s, uint32_t a, uint32_t v, uint32_t b) {
    const hail_point p = s->at[a], at = s->at[v], q = s->at[b];
    if (s->max_squared <= 0.0)
        return hail_turn(p, at, q);
    const double ex = (double)at.x - p.x, ey = (double)at.y - p.y, fx = (double)q.x - at.x, fy = (double)q.y - at.y;
    const double sx = ex + fx, sy = ey + fy, area = ex * fy - ey * fx, area_squared = area * area;
    if (area_squared <= s->max_squared * 1.001 * (sx * sx + sy * sy) && may_leave_out(s, a, v, b))
        return 0;                               /* before that: not too far from the whole line */
    const double least = HAIL_MIN_TURN * 1.001; /* a little stricter than hail_convex_polygon */
    return area > 0.0 && area_squared > least * least * (ex * ex + ey * ey) * (fx * fx + fy * fy) ? 1 : -1;
}

/* ---- Whole parts ------------------------------------------------------------------------------------------------- */

/* Whether hail_convex_polygon accepts a part; if not, *bad is a corner that it refuses. */
static bool accepted(const hail_slack *s, uint32_t max_corners, const hail_part *part, uint32_t *bad) {
    hail_convex_info info = {.vertices = part->count};
    *bad = part->corner[0];
    if (part->count < 3 || part->count > max_corners || part->count > HAIL_MAX_VERTICES)
        return false;
    for (uint32_t i = 0; i < part->count; i++) {
        info.x[i] = s->at[part->corner[i]].x;
        info.y[i] = s->at[part->corner[i]].y;
    }
    hail_error error = {0};
    hail_convex convex;
    if (hail_convex_prepare(&(hail_context){.error = &error}, &info, &convex) == HAIL_OK)
        return true;
    *bad = part->corner[error.element < part->count ? error.element : 0];
    return false;
}

/* A part that loses corners. */
typedef struct trimmer {
    const hail_slack *slack;
    const hail_part *part;
    uint32_t left;
    uint8_t before[HAIL_PART_CORNERS], after[HAIL_PART_CORNERS]; /* by number in the part: those not left out */
} trimmer;

/* How far the side past corner i lies from all that it replaces, squared; above max_squared, any value. */
static double cost_squared(const trimmer *t, uint32_t i) {
    const hail_part *part = t->part;
    const uint32_t end = t->after[i];
    const hail_point a = t->slack->at[part->corner[t->before[i]]], b = t->slack->at[part->corner[end]];
    double squared = 0.0;
    for (uint32_t k = t->before[i]; k != end && squared <= t->slack->max_squared;) {
        const uint32_t next = k + 1 < part->count ? k + 1 : 0;
        squared = furthest_squared(t->slack, part->corner[k], part->corner[next], a, b, squared);
        if (next != end)
            squared = fmax(squared, hail_segment_distance_squared(t->slack->at[part->corner[next]], a, b));
        k = next;
    }
    return squared;
}

/* Leaves out all corners that may go. Returns whether there were any. */
static bool trim(trimmer *t) {
    bool any = false;
    uint32_t best = 0;
    do {
        double least = t->slack->max_squared;
        best = UINT32_MAX;
        for (uint32_t i = 0; i < t->part->count && t->left > 3; i++) {
            const double cost = t->after[i] == i ? INFINITY : cost_squared(t, i);
            if (cost <= least) {
                least = cost;
                best = i;
            }
        }
        if (best != UINT32_MAX) {
            t->after[t->before[best]] = t->after[best];
            t->before[t->after[best]] = t->before[best];
            t->after[best] = (uint8_t)best;
            t->left--;
            any = true;
        }
    } while (best != UINT32_MAX);
    return any;
}

bool hail_slack_fit(const hail_slack *s, uint32_t max_corners, hail_part *part, uint32_t *bad) {
    if (accepted(s, max_corners, part, bad))
        return true;
    trimmer t = {.slack = s, .part = part, .left = part->count};
    for (uint32_t i = 0; i < part->count; i++) {
        t.before[i] = (uint8_t)(i ? i - 1 : part->count - 1);
        t.after[i] = (uint8_t)(i + 1 < part->count ? i + 1 : 0);
    }
    if (!trim(&t))
        return false;
    hail_part trimmed = {0};
    for (uint32_t i = 0; i < part->count; i++)
        if (t.after[i] != i)
            trimmed.corner[trimmed.count++] = part->corner[i];
    *part = trimmed;
    return accepted(s, max_corners, part, bad);
}
