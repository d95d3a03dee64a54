/* engine/tiles/paint_tiles.c - makes single pixels of a map solid or open: cells that are painted in part get masks of
 * their own. */
#include <math.h>

#include "base/check.h"
#include "tile_data.h"

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

/* The word of a painted cell: its own mask if it has one, else a new one. */
static uint32_t painted_word(hail_tilemap *map, uint32_t word, uint32_t kind) {
    if (word & HAIL_CELL_OWN)
        return word;
    const uint32_t painted_kind = word_solid(map, word) ? word_kind(word) : kind;
    return tilemap_new_mask(map) | HAIL_CELL_OWN | painted_kind << HAIL_CELL_KIND_SHIFT;
}

static void paint_cell(hail_tilemap *map, const brush *b, uint32_t column, uint32_t row) {
    uint64_t rows[HAIL_MAX_TILE];
    if (!painted_rows(map, b, column, row, rows))
        return;
    const uint32_t word = tilemap_word(map, column, row), before = word_kinds(map, word);
    const uint32_t own = no_rows(map, rows) ? 0 : painted_word(map, word, b->kind);
    hail_tilemap_write(map, column, row, own, rows);
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
    return !more || hail_tilemap_fit_own(map, (uint32_t)count) ? HAIL_OK : hail_fail_memory(map->heap.error);
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
    HAIL_REQUIRE(hail_tilemap_check_range(map, across, x, width, wide));
    HAIL_REQUIRE(hail_tilemap_check_range(map, down, y, height, high));
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
