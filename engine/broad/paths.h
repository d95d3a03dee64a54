/* engine/broad/paths.h - swept rules: targets as circles that hold their paths, and a block of pieces of the paths that
 * stream past. */
#ifndef HAIL_BROAD_PATHS_H
#define HAIL_BROAD_PATHS_H

#include "kernels.h"
#include "base/memory.h"

typedef struct hail_paths {
    hail_buffer mid_x, mid_y, radius;                               /* by index of a target */
    hail_buffer body, number, x, y, piece_radius, from, rate, last; /* by piece */
} hail_paths;

enum { PIECE_BLOCK = 4096 }; /* pieces at a time */

bool hail_paths_reserve(hail_heap *heap, hail_paths *paths, uint32_t targets);
void hail_paths_free(hail_heap *heap, hail_paths *paths);

hail_pieces hail_paths_pieces(const hail_paths *paths);

/* Where a layer's targets are met, whatever the fraction of the step: fills mid_x, mid_y and radius of those chosen
 * (NULL: of [0, count)). Bodies that swept rules do not see have a radius that is not a number. Returns their box and
 * mean radius. */
typedef struct hail_path_box {
    float min_x, min_y, max_x, max_y;
    float mean;
} hail_path_box;

/* The most that |x| + |y| + |dx| + |dy| comes to, of bodies that come near where anything can be met: what rounding of
 * paths goes by. */
float hail_paths_size(const hail_pieces_job *job, uint32_t count);

/* swell and blur: as in hail_pieces_job. */
hail_path_box hail_paths_bound(hail_paths *paths, const hail_path_view *view, const uint32_t *chosen, uint32_t count,
                               float inflate_rel, float inflate_abs);

#endif
