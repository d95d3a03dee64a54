/* engine/steps.c - how far from each cell the nearest one is that is not empty, kept while the map changes.
 *
 * Distances are of king's moves and end at HAIL_FIELD_FAR, so that a change is felt no further than that. Neighbours
 * differ by at most 1: where a ring around a change has felt nothing, no ring beyond it has. */
#include "tiles.h"

static uint8_t *steps_of(const hail_tilemap *map) { return map->steps.data; }

static bool empty_cell(const hail_tilemap *map, size_t cell) {
    return word_solid(map, ((const uint32_t *)map->cells.data)[cell]) == 0;
}

static uint8_t least3(const uint8_t *at) {
    const uint8_t side = at[-1] < at[1] ? at[-1] : at[1];
    return side < at[0] ? side : at[0];
}

/* Cells of a window, by those around it, whose distances are right: two passes, as for masks. */
static void measure(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t end_column, uint32_t end_row) {
    const size_t stride = map->stride;
    uint8_t *steps = steps_of(map);
    for (uint32_t r = row; r < end_row; r++)
        for (uint32_t c = column; c < end_column; c++) {
            const size_t cell = tilemap_cell(map, c, r);
            steps[cell] = empty_cell(map, cell) ? HAIL_FIELD_FAR : 0;
        }
    for (uint32_t r = row; r < end_row; r++) {
        uint8_t *at = steps + tilemap_cell(map, column, r);
        for (uint32_t c = column; c < end_column; c++, at++) {
            const uint8_t above = least3(at - stride), near = (uint8_t)((above < at[-1] ? above : at[-1]) + 1);
            *at = near < *at ? near : *at;
        }
    }
    for (uint32_t r = end_row; r-- > row;) {
        uint8_t *at = steps + tilemap_cell(map, end_column, r);
        for (uint32_t c = end_column; c-- > column;) {
            at--;
            const uint8_t below = least3(at + stride), near = (uint8_t)((below < at[1] ? below : at[1]) + 1);
            *at = near < *at ? near : *at;
        }
    }
}

static uint32_t before(uint32_t at, uint32_t by) { return at > by ? at - by : 0; }
static uint32_t after(uint32_t at, uint32_t by, uint32_t end) { return end - at > by ? at + by : end; }

static void measure_around(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t columns, uint32_t rows,
                           uint32_t ring) {
    measure(map, before(column, ring), before(row, ring), after(column + columns, ring, map->options.columns),
            after(row + rows, ring, map->options.rows));
}

void hail_steps_update(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t columns, uint32_t rows) {
    measure_around(map, column, row, columns, rows, HAIL_FIELD_FAR - 1);
}

/* Calls for each cell of the map that lies `ring` moves from (column, row); whether any call said true. */
static bool on_ring(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t ring, bool (*look)(uint8_t *, uint8_t)) {
    const uint32_t left = before(column, ring), right = after(column, ring + 1, map->options.columns);
    const uint32_t top = before(row, ring), bottom = after(row, ring + 1, map->options.rows);
    uint8_t *steps = steps_of(map);
    bool any = false;
    for (uint32_t r = top; r < bottom; r++) {
        const bool edge = r + ring == row || r == row + ring;
        uint8_t *at = steps + tilemap_cell(map, 0, r);
        if (edge) {
            for (uint32_t c = left; c < right; c++)
                any |= look(at + c, (uint8_t)ring);
            continue;
        }
        if (column >= ring)
            any |= look(at + column - ring, (uint8_t)ring);
        if (column + ring < map->options.columns)
            any |= look(at + column + ring, (uint8_t)ring);
    }
    return any;
}

static bool lower(uint8_t *at, uint8_t ring) {
    const bool lowers = *at > ring;
    *at = lowers ? ring : *at;
    return lowers;
}

static bool equals(uint8_t *at, uint8_t ring) { return *at == ring; }

void hail_steps_filled(hail_tilemap *map, uint32_t column, uint32_t row) {
    steps_of(map)[tilemap_cell(map, column, row)] = 0;
    for (uint32_t ring = 1; ring < HAIL_FIELD_FAR && on_ring(map, column, row, ring, lower); ring++)
        ;
}

void hail_steps_emptied(hail_tilemap *map, uint32_t column, uint32_t row) {
    uint32_t ring = 1;
    while (ring < HAIL_FIELD_FAR && on_ring(map, column, row, ring, equals))
        ring++;
    measure_around(map, column, row, 1, 1, ring - 1);
}
