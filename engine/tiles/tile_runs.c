/* engine/tiles/tile_runs.c - see tile_runs.h. */
#include "tile_runs.h"

#include <hail/convex.h>

#include "lowest_bit.h"

static uint32_t first_bits(uint32_t count) { return (uint32_t)((UINT64_C(1) << count) - 1); } /* 32 at most */

/* How many runs of solid pixels a row has: each begins right of an open pixel. */
static uint32_t runs_of(uint64_t row) {
    uint32_t count = 0;
    for (uint64_t starts = row & ~(row << 1); starts; starts &= starts - 1)
        count++;
    return count;
}

static bool fit(hail_heap *heap, hail_buffer *buffer, size_t bytes) {
    return bytes <= buffer->bytes || hail_state_grow(heap, buffer, 2 * bytes);
}

bool hail_tile_runs_fit(hail_tileset *set, uint32_t number, const uint64_t *rows) {
    if (!tileset_has_runs(set))
        return true;
    uint32_t runs = set->run_count;
    for (uint32_t y = 0; y < set->masks.height; y++)
        runs += runs_of(rows[y]);
    const size_t tiles = (size_t)number + 1;
    return fit(&set->heap, &set->sides, tiles * TILE_SIDES * sizeof(uint32_t)) &&
           fit(&set->heap, &set->run_rows, tiles * 2 * set->masks.height * sizeof(uint32_t)) &&
           fit(&set->heap, &set->runs, (size_t)runs * sizeof(hail_tile_run));
}

/* The radius of a rectangle's template. */
static float radius_of(const hail_tileset *set, uint32_t template) {
    return ((const hail_convex *)set->rects.data)[template].words[HAIL_TEMPLATE_RADIUS];
}

static void add_run(hail_tileset *set, const hail_tile_run *run) {
    ((hail_tile_run *)set->runs.data)[set->run_count++] = *run;
}

/* The runs of one row; rows[-1] and rows[1] are those above and below, where the tile has them. */
static void add_row(hail_tileset *set, const uint64_t *rows, uint32_t y) {
    const uint32_t above = y ? (uint32_t)rows[-1] : 0, below = y + 1 < set->masks.height ? (uint32_t)rows[1] : 0;
    uint64_t bits = rows[0];
    while (bits) {
        const uint32_t left = lowest_bit_64(bits), wide = lowest_bit_64(~(bits >> left)), all = first_bits(wide);
        add_run(set, &(hail_tile_run){.place = hail_run_place(left, y, wide, 1),
                                      .above = ~(above >> left) & all,
                                      .below = ~(below >> left) & all,
                                      .radius = radius_of(set, wide - 1)});
        bits &= ~((uint64_t)all << left);
    }
}

/* Bits of the open pixels of a column. */
static uint32_t open_column(const hail_masks *masks, const uint64_t *rows, uint32_t x) {
    uint32_t open = 0;
    for (uint32_t y = 0; y < masks->height; y++)
        open |= (uint32_t)(~rows[y] >> x & 1u) << y;
    return open;
}

void hail_tile_runs_add(hail_tileset *set, uint32_t number) {
    const hail_masks *masks = &set->masks;
    const uint32_t width = masks->width, height = masks->height;
    if (!tileset_has_runs(set))
        return;
    const uint64_t *rows = masks_rows(masks, number);
    uint32_t *side = (uint32_t *)set->sides.data + (size_t)number * TILE_SIDES,
             *first = (uint32_t *)set->run_rows.data + (size_t)number * 2 * height, *end = first + height;
    const bool full = masks_solid(masks, number) == width * height;
    side[TILE_OPEN_LEFT] = open_column(masks, rows, 0);
    side[TILE_OPEN_TOP] = ~(uint32_t)rows[0] & first_bits(width);
    side[TILE_OPEN_RIGHT] = open_column(masks, rows, width - 1);
    side[TILE_OPEN_BOTTOM] = ~(uint32_t)rows[height - 1] & first_bits(width);
    if (full)
        add_run(set, &(hail_tile_run){.place = hail_run_place(0, 0, width, height),
                                      .radius = radius_of(set, HAIL_MAX_TILE)});
    for (uint32_t y = 0; y < height; y++) {
        first[y] = set->run_count - full;
        if (!full)
            add_row(set, rows + y, y);
        end[y] = set->run_count;
    }
}
