/* simd/kernels/tiles/cell_lanes.h - the tiles of cells, by their words, one a lane (tiles_kernels.h). */
#ifndef HAIL_SIMD_KERNELS_TILES_CELL_LANES_H
#define HAIL_SIMD_KERNELS_TILES_CELL_LANES_H

#include "kernels/kernel.h"

/* What is set in the words of cells that are flipped, and of those that have masks of their own. */
static LANES_INLINE vi special_bits(void) { return vi_set1((int32_t)(HAIL_CELL_FLAGS | HAIL_CELL_OWN)); }

/* The tiles of cells; 0 where the kind is not asked for, and of masks of the map's own. */
static LANES_INLINE vi tile_number(const hail_tile_view *view, vi word) {
    const vm shared = vi_eq(vi_and(word, vi_set1(HAIL_CELL_OWN)), vi_set1(0));
    const vi number = vi_keep(shared, vi_and(word, vi_set1(HAIL_CELL_NUMBER)));
    if (view->kinds == UINT32_MAX)
        return number;
    return vi_keep(vi_test_bits(&view->kinds, vi_and(vi_shift_right(word, HAIL_CELL_KIND_SHIFT), vi_set1(31))), number);
}

#endif
