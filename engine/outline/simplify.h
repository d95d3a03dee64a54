/* engine/outline/simplify.h - outlines of pixels with fewer vertices. */
#ifndef HAIL_OUTLINE_SIMPLIFY_H
#define HAIL_OUTLINE_SIMPLIFY_H

#include "planes.h"

typedef struct hail_outline {
    hail_buffer corners, ends; /* hail_corner; u32: the number of the first corner after each loop */
    uint32_t corner_count, loop_count;
} hail_outline;

/* Takes vertices out of an outline whose loops are simple and neither touch nor cross, and keeps all that true. Every
 * edge that is left lies within `error` px of the vertices that it replaces, and the vertices that are not its ends lie
 * further from it than `slack` px. False: no memory; the outline is not to be used. */
bool hail_simplify(hail_heap *heap, hail_outline *outline, double error, double slack);

#endif
