/* simd/kernels/broad/rasterize.c - finds the cells of a raster's two grids that discs reach, one disc a lane. */
#include "kernels/kernel.h"

static inline vf column_of(const hail_grid_layout *map, vf x) {
    return lanes_axis(x, map->min_x, map->inverse, map->last_column);
}
static inline vf row_of(const hail_grid_layout *map, vf y) {
    return lanes_axis(y, map->min_y, map->inverse, map->last_row);
}

static inline vi cell_number(const hail_grid_layout *map, vf row, vf column) {
    return vf_truncate(vf_add(vf_mul(row, vf_set1(map->stride)), column));
}

static inline void list_discs(const hail_grid_layout *coarse, vf x, vf y, vf reach, uint32_t i, hail_discs *discs) {
    const vf one = vf_set1(1.0f);
    const vf left = column_of(coarse, vf_sub(x, reach)), right = column_of(coarse, vf_add(x, reach));
    const vf top = row_of(coarse, vf_sub(y, reach)), bottom = row_of(coarse, vf_add(y, reach));
    vi_store(discs->corner + i, cell_number(coarse, top, left));
    vi_store(discs->columns + i, vf_truncate(vf_add(vf_sub(right, left), one)));
    vi_store(discs->rows + i, vf_truncate(vf_add(vf_sub(bottom, top), one)));
}

/* Half the disc's width at the border of a fine row that is nearest to its centre. */
static inline vf half_width(const hail_grid_layout *fine, vf row, vf centre, vf reach) {
    const vf zero = vf_set1(0.0f), margin = vf_set1(HAIL_DISC_MARGIN), cell = vf_set1(1.0f / fine->inverse);
    const vf above = vf_select(vf_eq(row, zero), zero, vf_sub(vf_sub(row, margin), centre));
    const vf below = vf_select(vf_eq(row, vf_set1(fine->last_row)), zero,
                               vf_sub(centre, vf_add(vf_add(row, vf_set1(1.0f)), margin)));
    const vf away = vf_mul(vf_select(vf_gt(above, below), above, below), cell);
    const vf rest = vf_sub(vf_mul(reach, reach), vf_mul(away, away));
    const vf chord = vf_select(
        vf_gt(rest, zero), vf_mul(vf_sqrt(vf_select(vf_gt(rest, zero), rest, zero)), vf_set1(HAIL_DISC_GROWTH)), zero);
    return vf_add(vf_select(vf_gt(away, zero), chord, reach), vf_mul(margin, cell));
}

void HAIL_KERNEL(rasterize)(const hail_grid_layout *fine_given, const hail_grid_layout *coarse_given, const float *x,
                            const float *y, const float *reach, uint32_t count, hail_discs *discs) {
    const hail_grid_layout fine = *fine_given, coarse = *coarse_given;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vf cx = vf_load_n(x + i, n), cy = vf_load_n(y + i, n), r = vf_load_n(reach + i, n);
        list_discs(&coarse, cx, cy, r, i, discs);
        const vf top = row_of(&fine, vf_sub(cy, r)), bottom = row_of(&fine, vf_add(cy, r));
        const vf centre = vf_mul(vf_sub(cy, vf_set1(fine.min_y)), vf_set1(fine.inverse));
        vi_store(discs->fine_rows + i, vf_truncate(vf_add(vf_sub(bottom, top), vf_set1(1.0f))));
        for (uint32_t k = 0; k < HAIL_DISC_ROWS; k++) {
            const vf row = vf_add(top, vf_set1((float)k));
            if (!vm_bits(vf_le(row, bottom)))
                break;
            const vf half = half_width(&fine, row, centre, r);
            vi_store(discs->from[k] + i, cell_number(&fine, row, column_of(&fine, vf_sub(cx, half))));
            vi_store(discs->to[k] + i, cell_number(&fine, row, column_of(&fine, vf_add(cx, half))));
        }
    }
}
