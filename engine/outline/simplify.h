/* engine/outline/simplify.h - removes vertices from pixel outlines. */
#ifndef HAIL_OUTLINE_SIMPLIFY_H
#define HAIL_OUTLINE_SIMPLIFY_H

#include "planes.h"

typedef struct hail_outline {
    hail_buffer corners; /* hail_corner, loop by loop */
    hail_buffer ends;    /* u32 by loop: the number of the first corner after it */
    uint32_t corner_count, loop_count;
} hail_outline;

/* Removes vertices from an outline. Its loops must be simple and must not touch each other; they stay so. Every edge
 * that is left lies within `error` px of the vertices that it replaces, and more than `slack` px from all vertices but
 * its ends. False: no memory; then the outline must not be used. */
bool hail_simplify(hail_heap *heap, hail_outline *outline, double error, double slack);

#endif
