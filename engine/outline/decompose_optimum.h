/* engine/outline/decompose_optimum.h - decomposes a small polygon without holes into as few convex parts as possible.
 */
#ifndef HAIL_OUTLINE_DECOMPOSE_OPTIMUM_H
#define HAIL_OUTLINE_DECOMPOSE_OPTIMUM_H

#include <stdbool.h>
#include <stdint.h>

#include "slack.h"

enum {
    HAIL_OPTIMUM_CORNERS = 64, /* largest number of corners of the polygon */
    HAIL_OPTIMUM_SIZES = 16    /* chains are kept apart by numbers of corners below this */
};

typedef uint8_t hail_optimum_bytes[HAIL_OPTIMUM_CORNERS][HAIL_OPTIMUM_CORNERS];
typedef float hail_optimum_floats[HAIL_OPTIMUM_CORNERS][HAIL_OPTIMUM_CORNERS];

/* All tables are indexed by corners, numbered along the polygon. */
typedef struct hail_optimum {
    const hail_slack *slack;
    hail_point at[HAIL_OPTIMUM_CORNERS];
    uint32_t corner[HAIL_OPTIMUM_CORNERS]; /* their numbers for the slack */
    uint32_t count;
    uint32_t max_corners;                 /* of a part: below HAIL_OPTIMUM_SIZES, or UINT32_MAX */
    uint64_t steps;                       /* taken so far, by all calls */
    uint32_t parts, cuts;                 /* the result; cuts is parts - 1 */
    uint8_t cut[HAIL_OPTIMUM_CORNERS][2]; /* each from the lower to the higher number */

    uint8_t turn[HAIL_OPTIMUM_CORNERS][HAIL_OPTIMUM_CORNERS]
                [HAIL_OPTIMUM_CORNERS];     /* of corners in rising order: four turns of two bits */
    hail_optimum_bytes open;                /* whether an edge or a possible cut joins two corners */
    hail_optimum_bytes to;                  /* by corner, the later corners that it is joined to */
    uint8_t to_count[HAIL_OPTIMUM_CORNERS]; /* how many these are */
    hail_optimum_floats weight, cost;       /* of a cut; of the whole polygon beyond it */
    hail_optimum_bytes second;              /* the second corner of the part beyond a cut */

    /* Convex chains of a part's corners, by their last edge. */
    uint32_t stamp, reached[HAIL_OPTIMUM_CORNERS][HAIL_OPTIMUM_CORNERS]; /* `stamp` if there are any */
    hail_optimum_bytes from;                                             /* where the last edges to a corner start */
    uint8_t from_count[HAIL_OPTIMUM_CORNERS];
    float chain[HAIL_OPTIMUM_CORNERS][HAIL_OPTIMUM_CORNERS][HAIL_OPTIMUM_SIZES]; /* cost, by size */
    uint8_t before[HAIL_OPTIMUM_CORNERS][HAIL_OPTIMUM_CORNERS][HAIL_OPTIMUM_SIZES];
} hail_optimum;

/* Finds the decomposition of `count` corners `at`, which wind from +x towards +y, within max_corners. False: there is
 * none, which does not happen to a simple polygon. */
bool hail_optimum_find(hail_optimum *o);

/* What a cut costs in addition to its part, far less than 1: more for sharper corners with the polygon's edges. */
float hail_optimum_weight(const hail_optimum *o, uint32_t i, uint32_t j);

#endif
