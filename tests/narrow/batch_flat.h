/* tests/narrow/batch_flat.h - random pairs of polygons with corners that hardly turn, replayable from a seed. */
#ifndef HAIL_TESTS_BATCH_FLAT_H
#define HAIL_TESTS_BATCH_FLAT_H

#include "batch_inputs.h"

typedef struct flat_choice {
    size_t count;
    float largest;  /* px: the largest polygons; their origins may lie outside */
    float spacing;  /* px: pairs lie on a square grid; 0: anywhere within 400 px */
    float farthest; /* px: the longest displacement, of one of the two; 0: none */
} flat_choice;

/* Three of four shapes are such polygons, with corners that turn by 1e-4 to 0.1 radians; the others are boxes, segments
 * and ordinary polygons. Most pairs have edges that are nearly parallel; about half of them lie or pass within 0.01 px
 * of touching. */
inputs *flat_make(uint64_t seed, const flat_choice *choice);

#endif
