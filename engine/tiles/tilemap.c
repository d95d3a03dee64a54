/* engine/tiles/tilemap.c - tile maps: cells that hold tiles, or masks of their own where pixels were edited. */
#include <math.h>
#include <string.h>

#include "base/check.h"
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
    if (!hail_state_grow(&made->heap, &made->cells, cells * sizeof(uint32_t)) ||
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

static uint64_t low_bits(uint32_t count) { return count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1; }

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

/* Writes a cell, and frees the mask of its own that it had. */
static void write_word(hail_tilemap *map, uint32_t column, uint32_t row, uint32_t word) {
    uint32_t *at = cells_of(map) + tilemap_cell(map, column, row);
    if ((*at & HAIL_CELL_OWN) && *at != word)
        ((uint32_t *)map->free.data)[map->free_count++] = *at & HAIL_CELL_NUMBER;
    *at = word;
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

/* Checks that [first, first + count) lies within `size`. names: of the first one and of the count. */
static hail_status check_range(const hail_tilemap *map, const char *const names[2], uint32_t first, uint32_t count,
                               uint32_t size) {
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
    HAIL_REQUIRE(check_range(map, across, column, columns, map->options.columns));
    HAIL_REQUIRE(check_range(map, down, row, rows, map->options.rows));
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
            map->flipped = map->flipped || tile > HAIL_TILE_NUMBER;
            write_word(map, column + c, row + r, word_of(map, tile));
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

/* ---- Painting --------------------------------------------------------------------------------------------------- */

/* What paints: a rectangle, or a disc. */
typedef struct brush {
    uint32_t left, top, right, bottom; /* px: its bounds */
    bool round, solid;
    double x, y, radius;
    uint32_t kind;
} brush;

/* The pixels [left, right) of row y that it covers. */
static void brush_span(const brush *b, uint32_t y, uint32_t *left, uint32_t *right) {
    *left = b->left;
    *right = b->right;
    if (!b->round)
        return;
    const double dy = (double)y + 0.5 - b->y, square = b->radius * b->radius - dy * dy;
    const double half = square >= 0.0 ? sqrt(square) : -1.0;
    const double first = ceil(b->x - half - 0.5), last = floor(b->x + half - 0.5);
    if (half < 0.0 || last < first || last < (double)b->left || first >= (double)b->right) {
        *right = *left;
        return;
    }
    *left = first > (double)b->left ? (uint32_t)first : b->left;
    *right = last + 1.0 < (double)b->right ? (uint32_t)last + 1 : b->right;
}

/* A cell's rows after painting; true: they differ from those now. */
static bool painted_rows(const hail_tilemap *map, const brush *b, uint32_t column, uint32_t row,
                         uint64_t rows[HAIL_MAX_TILE]) {
    const uint32_t word = tilemap_word(map, column, row), first = column * map->width;
    bool differs = false;
    for (uint32_t y = 0; y < map->height; y++) {
        const uint32_t at = row * map->height + y;
        const uint64_t before = hail_tilemap_row_bits(map, word, y);
        rows[y] = before;
        if (at < b->top || at >= b->bottom)
            continue;
        uint32_t left, right;
        brush_span(b, at, &left, &right);
        left = left > first ? left - first : 0;
        right = right > first ? right - first : 0;
        right = right < map->width ? right : map->width;
        const uint64_t bits = right > left ? low_bits(right) & ~low_bits(left) : 0;
        rows[y] = b->solid ? before | bits : before & ~bits;
        differs = differs || rows[y] != before;
    }
    return differs;
}

static bool no_rows(const hail_tilemap *map, const uint64_t *rows) {
    uint64_t any = 0;
    for (uint32_t y = 0; y < map->height; y++)
        any |= rows[y];
    return !any;
}

static uint32_t take_mask(hail_tilemap *map) {
    return map->free_count ? ((uint32_t *)map->free.data)[--map->free_count] : map->own.count++;
}

/* The word of a painted cell: its own mask if it has one, else a new one. */
static uint32_t painted_word(hail_tilemap *map, uint32_t word, uint32_t kind) {
    if (word & HAIL_CELL_OWN)
        return word;
    const uint32_t painted_kind = word_solid(map, word) ? word_kind(word) : kind;
    return take_mask(map) | HAIL_CELL_OWN | painted_kind << HAIL_CELL_KIND_SHIFT;
}

static void paint_cell(hail_tilemap *map, const brush *b, uint32_t column, uint32_t row) {
    uint64_t rows[HAIL_MAX_TILE];
    if (!painted_rows(map, b, column, row, rows))
        return;
    const uint32_t word = tilemap_word(map, column, row), before = word_kinds(map, word);
    const uint32_t own = no_rows(map, rows) ? 0 : painted_word(map, word, b->kind);
    if (own)
        hail_masks_write(&map->own, own & HAIL_CELL_NUMBER, rows);
    write_word(map, column, row, own);
    hail_free_squares_changed(map, column, row, before);
}

/* Makes room for all new masks before anything is changed. */
static hail_status reserve_masks(hail_tilemap *map, const brush *b, uint32_t columns[2], uint32_t rows[2]) {
    uint32_t more = 0;
    uint64_t painted[HAIL_MAX_TILE];
    for (uint32_t r = rows[0]; r < rows[1]; r++)
        for (uint32_t c = columns[0]; c < columns[1]; c++)
            if (!(tilemap_word(map, c, r) & HAIL_CELL_OWN))
                more += painted_rows(map, b, c, r, painted) && !no_rows(map, painted);
    more = more > map->free_count ? more - map->free_count : 0;
    const uint64_t count = (uint64_t)map->own.count + more;
    if (count > HAIL_MAX_TILES || count * map->width * map->height > INT32_MAX)
        return hail_fail(map->heap.error, HAIL_FULL, "map", "has no room for another cell with edited pixels");
    if (more && !hail_masks_fit(&map->heap, &map->own, (uint32_t)count))
        return hail_fail_memory(map->heap.error);
    const size_t room = map->own.solid.bytes / sizeof(uint32_t); /* for the case that every mask becomes free */
    return hail_state_grow(&map->heap, &map->free, room * sizeof(uint32_t)) ? HAIL_OK
                                                                            : hail_fail_memory(map->heap.error);
}

static hail_status paint(hail_tilemap *map, const brush *b) {
    if (b->left >= b->right || b->top >= b->bottom)
        return HAIL_OK;
    uint32_t columns[2] = {b->left / map->width, (b->right - 1) / map->width + 1};
    uint32_t rows[2] = {b->top / map->height, (b->bottom - 1) / map->height + 1};
    const hail_status status = reserve_masks(map, b, columns, rows);
    for (uint32_t r = rows[0]; status == HAIL_OK && r < rows[1]; r++)
        for (uint32_t c = columns[0]; c < columns[1]; c++)
            paint_cell(map, b, c, r);
    return status;
}

hail_status hail_tilemap_paint(hail_tilemap *map, uint32_t x, uint32_t y, uint32_t width, uint32_t height, bool solid,
                               uint32_t kind) {
    if (!map)
        return HAIL_BAD_ARGUMENT;
    const uint32_t wide = map->options.columns * map->width, high = map->options.rows * map->height;
    static const char *const across[2] = {"x", "width"}, *const down[2] = {"y", "height"};
    HAIL_REQUIRE(hail_check_whole(map->heap.error, "kind", kind, 0, HAIL_MAX_KINDS - 1));
    HAIL_REQUIRE(check_range(map, across, x, width, wide));
    HAIL_REQUIRE(check_range(map, down, y, height, high));
    const brush b = {.left = x, .top = y, .right = x + width, .bottom = y + height, .solid = solid, .kind = kind};
    return paint(map, &b);
}

static uint32_t clamped(double at, uint32_t limit) {
    return at <= 0.0 ? 0 : at >= (double)limit ? limit : (uint32_t)at;
}

hail_status hail_tilemap_paint_disc(hail_tilemap *map, float x, float y, float radius, bool solid, uint32_t kind) {
    if (!map)
        return HAIL_BAD_ARGUMENT;
    const hail_scalar numbers[] = {{"x", x, -HAIL_MAX_BOUND, HAIL_MAX_BOUND},
                                   {"y", y, -HAIL_MAX_BOUND, HAIL_MAX_BOUND},
                                   {"radius", radius, 0.0f, HAIL_MAX_BOUND}};
    HAIL_REQUIRE(hail_check_scalars(map->heap.error, numbers, 3));
    HAIL_REQUIRE(hail_check_whole(map->heap.error, "kind", kind, 0, HAIL_MAX_KINDS - 1));
    const uint32_t wide = map->options.columns * map->width, high = map->options.rows * map->height;
    const double cx = (double)x, cy = (double)y, r = (double)radius;
    const brush b = {.left = clamped(floor(cx - r), wide),
                     .top = clamped(floor(cy - r), high),
                     .right = clamped(ceil(cx + r), wide),
                     .bottom = clamped(ceil(cy + r), high),
                     .round = true,
                     .solid = solid,
                     .x = cx,
                     .y = cy,
                     .radius = r,
                     .kind = kind};
    return paint(map, &b);
}
