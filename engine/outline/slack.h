/* engine/outline/slack.h - which corners a convex part may leave out, because its sides then still lie near the
 * polygon's. */
#ifndef HAIL_OUTLINE_SLACK_H
#define HAIL_OUTLINE_SLACK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/exact.h"

/* How far a side may lie from what it replaces, and the corners that the polygon has left out already. */
typedef struct hail_slack {
    double max_squared;    /* px, squared; 0: parts are exact, and nothing is left out */
    const hail_point *at;  /* by corner */
    uint32_t *after;       /* by corner: the next one of its loop, before it was swept */
    hail_point *left_out;  /* corners left out between each corner and the one after it... */
    uint32_t *left_out_by; /* ...start here, by corner; one entry more at the end */
} hail_slack;

/* The squared distance of p from the segment a b. */
double hail_segment_distance_squared(hail_point p, hail_point a, hail_point b);

/* How a part turns at its corner v between a and b: 1 if it turns enough for hail_convex_polygon; 0 if v may be left
 * out; else -1: the part is concave there, or too flat or too sharp. If parts are exact, the sign of the turn. */
int hail_slack_turn(const hail_slack *s, uint32_t a, uint32_t v, uint32_t b);

enum { HAIL_PART_CORNERS = 64 };

/* The corners of a part. */
typedef struct hail_part {
    uint32_t count;
    uint32_t corner[HAIL_PART_CORNERS];
} hail_part;

/* Leaves corners out until hail_convex_polygon accepts the part, with at most max_corners. False: it never does; *bad
 * is then a corner that it refuses. */
bool hail_slack_fit(const hail_slack *s, uint32_t max_corners, hail_part *part, uint32_t *bad);

#endif
