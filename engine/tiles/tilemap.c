/* engine/tiles/tilemap.c - tile maps: cells that hold tiles, or masks of their own where pixels were edited. */

#include "base/check.h"
#include "base/digest.h"
#include "tile_data.h"

static uint32_t *cells_of(const hail_tilemap *map) { return map->cells.data; }

/* ---- Making ----------------------------------------------------------------------------------------------------- */

static hail_status check_options(const hail_tileset *set, const hail_tilemap_options *o) {
    hail_error *error = context_error(o->context);
    const hail_scalar corner[] = {{"options->x", o->x, -HAIL_MAX_BOUND, HAIL_MAX_BOUND},
                                  {"options->y", o->y, -HAIL_MAX_BOUND, HAIL_MAX_BOUND}};
    HAIL_REQUIRE(hail_check_scalars(error, corner, 2));
    HAIL_REQUIRE(hail_check_whole(error, "options->outside_kind", o->outside_kind, 0, HAIL_MAX_KINDS - 1));
    HAIL_REQUIRE(hail_check_whole(error, "options->columns", o->columns, 1, HAIL_MAX_MAP_SIDE / set->masks.width));
    HAIL_REQUIRE(hail_check_whole(error, "options->rows", o->rows, 1, HAIL_MAX_MAP_SIDE / set->masks.height));
    HAIL_REQUIRE(
        hail_check_whole(error, "options->rows", o->rows, 1, HAIL_MAX_MAP_CELLS / ((uint64_t)o->columns + 2) - 2));
    return context_check(o->context);
}

hail_status hail_tilemap_create(const hail_tileset *set, const hail_tilemap_options *options, hail_tilemap **map) {
    if (map)
        *map = NULL;
    if (!options)
        return HAIL_BAD_ARGUMENT;
    const hail_needed needed[] = {{"set", set}, {"map", map}};
    if (!set || !map)
        return hail_check_needed(context_error(options->context), needed, 2);
    HAIL_REQUIRE(check_options(set, options));
    hail_heap heap;
    hail_heap_init(&heap, options->context);
    hail_tilemap *made = hail_state_new(&heap, sizeof *made);
    if (!made)
        return hail_fail_memory(heap.error);
    made->heap = heap;
    made->set = set;
    made->options = *options;
    made->options.context = NULL; /* it need not last */
    made->width = set->masks.width;
    made->height = set->masks.height;
    made->own.width = set->masks.width;
    made->own.height = set->masks.height;
    made->stride = options->columns + 2;
    const size_t cells = (size_t)made->stride * (options->rows + 2);
    made->empty[0].kinds = UINT32_MAX;
    made->empty_count = 1;
    const bool too_many = (uint64_t)cells * 8 > SIZE_MAX / 2; /* on 32-bit systems: a cell takes less than 8 bytes */
    if (too_many || !hail_state_grow(&made->heap, &made->cells, cells * sizeof(uint32_t)) ||
        !hail_free_squares_create(made, &made->empty[0])) {
        hail_tilemap_destroy(made);
        return hail_fail_memory(heap.error);
    }
    *map = made;
    return HAIL_OK;
}

static void free_empty(hail_heap *heap, hail_empty_cells *empty) {
    hail_state_free(heap, empty->known.data, empty->known.bytes);
    hail_state_free(heap, empty->windows.data, empty->windows.bytes);
}

void hail_tilemap_destroy(hail_tilemap *map) {
    if (!map)
        return;
    hail_heap heap = map->heap;
    hail_masks_free(&heap, &map->own);
    hail_state_free(&heap, map->cells.data, map->cells.bytes);
    hail_state_free(&heap, map->free.data, map->free.bytes);
    for (uint32_t i = 0; i < map->empty_count; i++)
        free_empty(&heap, &map->empty[i]);
    hail_state_free(&heap, map, sizeof *map);
}

hail_status hail_tilemap_measure(const hail_tilemap *map, hail_tilemap_size *size) {
    if (!map || !size)
        return HAIL_BAD_ARGUMENT;
    *size = (hail_tilemap_size){map->options.columns,
                                map->options.rows,
                                map->width,
                                map->height,
                                map->options.x,
                                map->options.y,
                                map->own.count - map->free_count,
                                map->heap.state};
    return HAIL_OK;
}

/* ---- Kinds ------------------------------------------------------------------------------------------------------ */

hail_status hail_tilemap_prepare(hail_tilemap *map, uint32_t kinds) {
    if (!map)
        return HAIL_BAD_ARGUMENT;
    if (!kinds)
        kinds = UINT32_MAX;
    for (uint32_t i = 0; i < map->empty_count; i++)
        if (map->empty[i].kinds == kinds)
            return HAIL_OK;
    if (map->empty_count == sizeof map->empty / sizeof *map->empty)
        return hail_fail(map->heap.error, HAIL_FULL, "kinds", "is one set of kinds more than HAIL_MAX_PREPARED");
    hail_empty_cells *empty = &map->empty[map->empty_count];
    *empty = (hail_empty_cells){.kinds = kinds};
    if (!hail_free_squares_create(map, empty)) {
        free_empty(&map->heap, empty);
        return hail_fail_memory(map->heap.error);
    }
    map->empty_count++;
    return HAIL_OK;
}

const hail_empty_cells *hail_tilemap_empty(const hail_tilemap *map, uint32_t kinds) {
    const uint32_t asked = kinds ? kinds : UINT32_MAX;
    const hail_empty_cells *best = &map->empty[0];
    for (uint32_t i = 1; i < map->empty_count; i++) /* the first of the smaller ones: prepared for few kinds */
        if (!(asked & ~map->empty[i].kinds) && !(map->empty[i].kinds & ~best->kinds))
            best = &map->empty[i];
    return best;
}

/* ---- A map as kernels see it ------------------------------------------------------------------------------------- */

hail_tile_view hail_tilemap_view(const hail_tilemap *map, uint32_t kinds) {
    const hail_tilemap_options *o = &map->options;
    const hail_empty_cells *empty = hail_tilemap_empty(map, kinds);
    return (hail_tile_view){.known = empty->known.data,
                            .blocks = hail_free_squares_blocks(map),
                            .palette = map->palette,
                            .windows = empty->windows.data,
                            .cells = map->cells.data,
                            .fields = map->set->masks.fields.data,
                            .own_fields = map->own.fields.data,
                            .columns = o->columns,
                            .rows = o->rows,
                            .width = map->width,
                            .height = map->height,
                            .x = o->x,
                            .y = o->y,
                            .kinds = kinds ? kinds : UINT32_MAX,
                            .flipped = map->flipped,
                            .outside_solid = o->outside_solid && kinds_have(kinds, o->outside_kind),
                            .outside_kind = o->outside_kind};
}

/* ---- Looking ---------------------------------------------------------------------------------------------------- */

static uint64_t mirrored(uint64_t bits, uint32_t width) {
    uint64_t back = 0;
    for (uint32_t x = 0; x < width; x++)
        back |= (bits >> x & 1u) << (width - 1 - x);
    return back;
}

uint64_t hail_tilemap_row_bits(const hail_tilemap *map, uint32_t word, uint32_t y) {
    const uint64_t *rows = masks_rows(word_masks(map, word), word & HAIL_CELL_NUMBER);
    uint64_t bits = 0;
    if (word & HAIL_CELL_FLIP_Y)
        y = map->height - 1 - y;
    if (word & HAIL_CELL_DIAGONAL) {
        for (uint32_t x = 0; x < map->width; x++) /* the tile's column is the cell's row */
            bits |= (rows[x] >> y & 1u) << x;
    } else {
        bits = rows[y];
    }
    return word & HAIL_FLIP_X ? mirrored(bits, map->width) : bits;
}

uint64_t hail_tilemap_column_bits(const hail_tilemap *map, uint32_t word, uint32_t x) {
    const uint64_t *rows = masks_rows(word_masks(map, word), word & HAIL_CELL_NUMBER);
    uint64_t bits = 0;
    if (word & HAIL_FLIP_X)
        x = map->width - 1 - x;
    if (word & HAIL_CELL_DIAGONAL) {
        bits = rows[x]; /* the tile's row is the cell's column */
    } else {
        for (uint32_t y = 0; y < map->height; y++)
            bits |= (rows[y] >> x & 1u) << y;
    }
    return word & HAIL_CELL_FLIP_Y ? mirrored(bits, map->height) : bits;
}

uint64_t hail_tilemap_bits(const hail_tilemap *map, int32_t x, int32_t y, uint32_t count, uint32_t kinds) {
    const hail_tilemap_options *o = &map->options;
    const bool outside = o->outside_solid && kinds_have(kinds, o->outside_kind);
    const int32_t wide = (int32_t)(o->columns * map->width), high = (int32_t)(o->rows * map->height);
    const uint64_t all = low_bits(count);
    if (y < 0 || y >= high)
        return outside ? all : 0;
    const int32_t end = x + (int32_t)count, first = x > 0 ? x : 0, last = end < wide ? end : wide;
    uint64_t bits = outside ? all : 0;
    if (first >= last)
        return bits;
    if (outside) /* the bits of pixels inside are open so far */
        bits &= ~(low_bits((uint32_t)(last - first)) << (first - x));
    const uint32_t row = (uint32_t)y / map->height, within_y = (uint32_t)y % map->height;
    uint32_t column = (uint32_t)first / map->width, within = (uint32_t)first % map->width;
    for (int32_t at = first; at < last; column++, within = 0) {
        const uint32_t word = tilemap_word(map, column, row);
        if (word_solid(map, word) && kinds_have(kinds, word_kind(word)))
            bits |= hail_tilemap_row_bits(map, word, within_y) >> within << (at - x);
        at += (int32_t)(map->width - within);
    }
    return bits & all;
}

hail_status hail_tilemap_cell(const hail_tilemap *map, uint32_t column, uint32_t row, hail_cell_info *info) {
    if (!map || !info)
        return HAIL_BAD_ARGUMENT;
    if (column >= map->options.columns || row >= map->options.rows)
        return HAIL_OUT_OF_RANGE;
    const uint32_t word = tilemap_word(map, column, row), solid = word_solid(map, word);
    const bool own = word & HAIL_CELL_OWN;
    *info =
        (hail_cell_info){.tile = own ? 0 : word & (HAIL_CELL_NUMBER | HAIL_FLIP_X | HAIL_FLIP_Y | HAIL_FLIP_DIAGONAL),
                         .own = own,
                         .kind = word_kind(word),
                         .fill = !solid                              ? HAIL_TILE_EMPTY
                                 : solid == map->width * map->height ? HAIL_TILE_FULL
                                                                     : HAIL_TILE_PARTIAL};
    for (uint32_t y = 0; y < map->height; y++)
        info->rows[y] = hail_tilemap_row_bits(map, word, y);
    return HAIL_OK;
}

/* ---- Setting ---------------------------------------------------------------------------------------------------- */

bool hail_tilemap_fit_own(hail_tilemap *map, uint32_t count) {
    if (count && !hail_masks_fit(&map->heap, &map->own, count))
        return false;
    return hail_state_grow(&map->heap, &map->free, map->own.solid.bytes);
}

/* A cell's part of the map's hash; an empty cell has none. */
static uint64_t cell_digest(const hail_tilemap *map, size_t cell, uint32_t word) {
    if (!word)
        return 0;
    const uint64_t digest = digest_mix((uint64_t)cell << 32 | word_state(word));
    return word & HAIL_CELL_OWN ? hail_rows_digest(digest, masks_rows(&map->own, word & HAIL_CELL_NUMBER), map->height)
                                : digest;
}

void hail_tilemap_write(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t word, const uint64_t *rows) {
    const size_t cell = tilemap_cell(map, column, row);
    uint32_t *at = cells_of(map) + cell;
    map->digest -= cell_digest(map, cell, *at);
    if ((*at & HAIL_CELL_OWN) && !(word & HAIL_CELL_OWN))
        ((uint32_t *)map->free.data)[map->free_count++] = *at & HAIL_CELL_NUMBER;
    if (word & HAIL_CELL_OWN)
        hail_masks_write(&map->own, word & HAIL_CELL_NUMBER, rows);
    map->flipped = map->flipped || (word & HAIL_CELL_FLAGS) != 0;
    *at = word;
    map->digest += cell_digest(map, cell, word);
}

/* element: where the caller has the tile; HAIL_NO_ELEMENT: by itself. */
static hail_status check_tile(const hail_tilemap *map, uint32_t tile, uint64_t element) {
    const uint32_t number = tile & HAIL_TILE_NUMBER, flags = HAIL_FLIP_X | HAIL_FLIP_Y | HAIL_FLIP_DIAGONAL;
    const char *const field = element == HAIL_NO_ELEMENT ? "tile" : "tiles";
    if (tile & ~(HAIL_TILE_NUMBER | flags))
        return hail_fail_at(map->heap.error, HAIL_BAD_ARGUMENT, field, element, "has an unknown flag");
    if (tile & HAIL_FLIP_DIAGONAL && map->width != map->height)
        return hail_fail_at(map->heap.error, HAIL_BAD_ARGUMENT, field, element,
                            "has a diagonal flip, but tiles are not square");
    if (number > map->set->masks.count)
        return hail_fail_number(map->heap.error, field, element, number, 0.0, map->set->masks.count);
    return HAIL_OK;
}

hail_status hail_tilemap_check_range(const hail_tilemap *map, const char *const names[2], uint32_t first,
                                     uint32_t count, uint32_t size) {
    HAIL_REQUIRE(hail_check_whole(map->heap.error, names[0], first, 0, size));
    return hail_check_whole(map->heap.error, names[1], count, 0, size - first);
}

static uint32_t word_of(const hail_tilemap *map, uint32_t tile) {
    const uint32_t number = tile & HAIL_TILE_NUMBER;
    return number ? tile | (uint32_t)((const uint8_t *)map->set->kinds.data)[number] << HAIL_CELL_KIND_SHIFT : 0;
}

enum { MAX_SINGLE_CELLS = 16 }; /* up to this many cells it is faster to update free squares cell by cell */

static hail_status set_all(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t columns, uint32_t rows,
                           const uint32_t *tiles, size_t pitch, bool same) {
    static const char *const across[2] = {"column", "columns"}, *const down[2] = {"row", "rows"};
    HAIL_REQUIRE(hail_tilemap_check_range(map, across, column, columns, map->options.columns));
    HAIL_REQUIRE(hail_tilemap_check_range(map, down, row, rows, map->options.rows));
    HAIL_REQUIRE(hail_check_count(map->heap.error, "pitch", pitch));
    for (uint32_t r = 0; r < (same ? 1 : rows); r++)
        for (uint32_t c = 0; c < (same ? 1 : columns); c++)
            HAIL_REQUIRE(check_tile(map, tiles[r * pitch + c], same ? HAIL_NO_ELEMENT : r * pitch + c));
    const bool one_by_one =
        columns <= MAX_SINGLE_CELLS && rows <= MAX_SINGLE_CELLS && columns * rows <= MAX_SINGLE_CELLS;
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++) {
            const uint32_t tile = same ? *tiles : tiles[r * pitch + c];
            const uint32_t before = word_kinds(map, tilemap_word(map, column + c, row + r));
            hail_tilemap_write(map, column + c, row + r, word_of(map, tile), NULL);
            if (one_by_one)
                hail_free_squares_changed(map, column + c, row + r, before);
        }
    if (!one_by_one)
        hail_free_squares_update(map, column, row, columns, rows);
    return HAIL_OK;
}

hail_status hail_tilemap_set(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t columns, uint32_t rows,
                             const uint32_t *tiles, size_t pitch) {
    if (!map)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_check_needed(map->heap.error, &(hail_needed){"tiles", tiles}, columns && rows ? 1 : 0));
    if (columns && rows && pitch < columns)
        return hail_fail(map->heap.error, HAIL_BAD_ARGUMENT, "pitch", "is less than a row");
    return set_all(map, column, row, columns, rows, tiles, pitch, false);
}

hail_status hail_tilemap_fill(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t columns, uint32_t rows,
                              uint32_t tile) {
    return map ? set_all(map, column, row, columns, rows, &tile, 0, true) : HAIL_BAD_ARGUMENT;
}
