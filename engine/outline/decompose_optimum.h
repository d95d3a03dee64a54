/* engine/outline/decompose_optimum.h - the fewest convex parts of a small polygon without holes. */
#ifndef HAIL_OUTLINE_DECOMPOSE_OPTIMUM_H
#define HAIL_OUTLINE_DECOMPOSE_OPTIMUM_H

#include "decompose.h"

enum {
    HAIL_OPTIMUM_MOST = 64, /* corners of the polygon */
    HAIL_OPTIMUM_SIZES = 16 /* sizes of parts that are told apart */
};

typedef uint8_t hail_optimum_bytes[HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST];
typedef float hail_optimum_floats[HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST];

/* Everything is by corners, numbered along the polygon. */
typedef struct hail_optimum {
    hail_point at[HAIL_OPTIMUM_MOST];
    uint32_t count;
    uint32_t most;                     /* corners of a part: below HAIL_OPTIMUM_SIZES, or UINT32_MAX */
    uint64_t work;                     /* steps taken so far */
    uint32_t parts, cuts;              /* the answer; cuts are one less */
    uint8_t cut[HAIL_OPTIMUM_MOST][2]; /* each from the lower to the higher number */

    int8_t turn[HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST]; /* of corners in rising order */
    hail_optimum_bytes open, to;         /* whether there is an edge or a cut; which ones there are to later corners */
    uint8_t to_count[HAIL_OPTIMUM_MOST]; /* of them */
    hail_optimum_floats weight, cost;    /* of a cut; of all that lies beyond it */
    hail_optimum_bytes second;           /* of the part beyond it, the corner after the first */

    /* Chains of a part's corners, by their last edge. */
    uint32_t stamp, reached[HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST]; /* whether there are any */
    hail_optimum_bytes from;                                       /* where the last edges to a corner start */
    uint8_t from_count[HAIL_OPTIMUM_MOST];
    float chain[HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_SIZES]; /* cost, by size */
    uint8_t before[HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_SIZES];
} hail_optimum;

/* at, count, most: given. The polygon turns from +x towards +y. False: there is no way (there always is one). */
bool hail_optimum_find(hail_optimum *o);

/* What a cut costs besides its part: the thinnest corner that it makes with the polygon's edges. */
float hail_optimum_weight(const hail_optimum *o, uint32_t i, uint32_t j);

#endif
