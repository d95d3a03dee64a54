/* engine/tiles/tile_query.c - see tile_query.h. */
#include "tile_query.h"

/* Finds which of the kinds asked for are one-way, and what covers edges. */
static void find_covers(hail_tile_query *q) {
    const hail_tileset *set = q->map->set;
    q->one_way = q->kinds & set->one_way_kinds;
    for (uint32_t side = 0; side <= HAIL_ONE_WAY_BOTTOM; side++)
        q->cover[side] = tileset_cover(set, q->kinds, side);
}

void hail_tile_query_begin(hail_tile_query *q, const hail_kernels *kernels, const hail_tilemap *map, uint32_t kinds,
                           bool whole_cells) {
    const uint32_t width = map->width, height = map->height;
    q->kernels = kernels;
    q->map = map;
    q->cells_per_px_x = 1.0 / (double)width;
    q->cells_per_px_y = 1.0 / (double)height;
    q->size_x = (double)map->options.columns * (double)width;
    q->size_y = (double)map->options.rows * (double)height;
    q->kinds = kinds ? kinds : UINT32_MAX;
    q->whole_cells = whole_cells;
    q->outside = map->options.outside_solid && kinds_have(kinds, map->options.outside_kind);
    q->long_way = 4.0f * (float)(width < height ? width : height);
    find_covers(q);
    q->special = hail_tiles_are_large(q) ? UINT32_MAX : q->one_way;
    q->view = hail_tilemap_view(map, q->kinds);
    q->view.kinds = q->cover[HAIL_BOTH_WAYS];
    q->view.outside_solid = q->outside;
}

int32_t hail_tile_solid_run(const hail_tile_query *q, uint32_t kinds, int32_t x, int32_t y, bool down) {
    const int32_t width = (int32_t)q->map->width, height = (int32_t)q->map->height;
    const int32_t column = cell_of(x, q->cells_per_px_x), row = cell_of(y, q->cells_per_px_y);
    if (!in_map(q, column, row))
        return q->outside;
    const uint32_t word = tilemap_word(q->map, (uint32_t)column, (uint32_t)row);
    if (!word_is_solid(q, kinds, word))
        return 0;
    if (word_is_full(q, word))
        return down ? (row + 1) * height - y : (column + 1) * width - x;
    const uint64_t bits = hail_tilemap_row_bits(q->map, word, (uint32_t)(y - row * height));
    return (int32_t)(bits >> (x - column * width) & 1u);
}
