/* engine/decompose_optimum.h - the fewest convex parts of a small polygon without holes. */
#ifndef HAIL_ENGINE_DECOMPOSE_OPTIMUM_H
#define HAIL_ENGINE_DECOMPOSE_OPTIMUM_H

#include "decompose.h"

enum {
    HAIL_OPTIMUM_MOST = 64,
    HAIL_OPTIMUM_SIZES = 16
}; /* corners of the polygon; sizes of parts that are told apart */

/* Everything is by corners, numbered along the polygon. */
typedef struct hail_optimum {
    hail_point at[HAIL_OPTIMUM_MOST];
    uint32_t count;
    uint32_t most;                     /* corners of a part: below HAIL_OPTIMUM_SIZES, or UINT32_MAX */
    uint64_t work;                     /* steps taken so far */
    uint32_t parts;                    /* the answer */
    uint32_t cuts;                     /* parts less 1 */
    uint8_t cut[HAIL_OPTIMUM_MOST][2]; /* each from the lower to the higher number */

    int8_t turn[HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST];          /* of corners in
                                                                             rising order */
    uint8_t to[HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST], to_count[HAIL_OPTIMUM_MOST]; /* edges and cuts to later corners */
    bool open[HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST];
    float weight[HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST];
    float cost[HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST];     /* of what lies beyond a cut */
    uint8_t second[HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST]; /* of the part beyond it, the corner after the first */
    uint32_t stamp, reached[HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST]; /* whether there are chains with that last edge */
    uint8_t from[HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST], from_count[HAIL_OPTIMUM_MOST];
    float chain[HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_SIZES];
    uint8_t before[HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_MOST][HAIL_OPTIMUM_SIZES];
} hail_optimum;

/* at, count, most: given. The polygon turns from +x towards +y. False: there is no way (there always is one). */
bool hail_optimum_find(hail_optimum *o);

/* What a cut costs besides its part: the thinnest corner that it makes with the polygon's edges. */
float hail_optimum_weight(const hail_optimum *o, uint32_t i, uint32_t j);

#endif
