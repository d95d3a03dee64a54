/* engine/broad/paths.h - for swept rules: circles around the targets' paths, and the pieces of other bodies' paths that
 * stream past them. */
#ifndef HAIL_BROAD_PATHS_H
#define HAIL_BROAD_PATHS_H

#include "base/memory.h"
#include "kernels.h"

typedef struct hail_paths {
    hail_buffer mid_x, mid_y, radius;                               /* circles, by number of a target */
    hail_buffer body, number, x, y, piece_radius, from, rate, last; /* by piece */
} hail_paths;

/* Makes room for `targets` targets, and piece_block(streamed) pieces at a time; false without memory. */
bool hail_paths_reserve(hail_heap *heap, hail_paths *paths, uint32_t targets, uint32_t streamed);
void hail_paths_free(hail_heap *heap, hail_paths *paths);

/* The block of pieces, for kernels. */
hail_pieces hail_paths_pieces(const hail_paths *paths);

/* Returns the largest |x| + |y| + |dx| + |dy| of those bodies whose paths come near the job's box: rounding errors of
 * paths are in proportion to it. */
float hail_paths_size(const hail_pieces_job *job, uint32_t count);

/* Fills mid_x, mid_y and radius, a circle around the path, of the targets that are chosen (NULL: of [0, count)).
 * Targets beyond the job's bound, which swept rules ignore, get a NaN for a radius. *mean: of the other radii. */
hail_circle_figures hail_paths_bound(const hail_kernels *kernels, hail_paths *paths, const hail_circles_job *job,
                                     const uint32_t *chosen, uint32_t count, float *mean);

#endif
