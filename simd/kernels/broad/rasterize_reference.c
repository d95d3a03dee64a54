/* simd/kernels/broad/rasterize_reference.c - finds the cells of a raster's two grids that discs reach, one disc at a
 * time. */
#include "kernels/reference.h"

static uint32_t axis(float at, float min, float inverse, float last) {
    return (uint32_t)reference_clamp((at - min) * inverse, last);
}
static uint32_t column_of(const hail_grid_layout *map, float x) {
    return axis(x, map->min_x, map->inverse, map->last_column);
}
static uint32_t row_of(const hail_grid_layout *map, float y) {
    return axis(y, map->min_y, map->inverse, map->last_row);
}

static float half_width(const hail_grid_layout *fine, uint32_t row, float centre, float reach) {
    const float cell = 1.0f / fine->inverse;
    const float above = row == 0 ? 0.0f : ((float)row - HAIL_DISC_MARGIN) - centre;
    const float below = row == (uint32_t)fine->last_row ? 0.0f : centre - ((float)row + 1.0f + HAIL_DISC_MARGIN);
    const float away = (above > below ? above : below) * cell;
    float half = reach;
    if (away > 0.0f) {
        const float rest = reach * reach - away * away;
        half = rest > 0.0f ? sqrtf(rest) * HAIL_DISC_GROWTH : 0.0f;
    }
    return half + HAIL_DISC_MARGIN * cell;
}

void HAIL_KERNEL(rasterize)(const hail_grid_layout *fine, const hail_grid_layout *coarse, const float *x,
                            const float *y, const float *reach, uint32_t count, hail_discs *discs) {
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t left = column_of(coarse, x[i] - reach[i]), top = row_of(coarse, y[i] - reach[i]);
        discs->corner[i] = top * (uint32_t)coarse->stride + left;
        discs->columns[i] = column_of(coarse, x[i] + reach[i]) - left + 1;
        discs->rows[i] = row_of(coarse, y[i] + reach[i]) - top + 1;
        const uint32_t first = row_of(fine, y[i] - reach[i]), last = row_of(fine, y[i] + reach[i]);
        const float centre = (y[i] - fine->min_y) * fine->inverse;
        discs->fine_rows[i] = last - first + 1;
        for (uint32_t row = first; row <= last && row - first < HAIL_DISC_ROWS; row++) {
            const float half = half_width(fine, row, centre, reach[i]);
            discs->from[row - first][i] = row * (uint32_t)fine->stride + column_of(fine, x[i] - half);
            discs->to[row - first][i] = row * (uint32_t)fine->stride + column_of(fine, x[i] + half);
        }
    }
}
