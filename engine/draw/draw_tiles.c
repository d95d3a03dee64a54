/* engine/draw/draw_tiles.c - draws the solid pixels of a tile map, and the lines between its cells. */
#include "base/check.h"
#include "pen.h"
#include "tiles/tile_data.h"

/* The visible cells: columns [left, right), rows [top, bottom). */
typedef struct cell_range {
    uint32_t left, top, right, bottom;
} cell_range;

static uint32_t cell_at(float at, float origin, uint32_t side, uint32_t count, bool up) {
    const float cell = (at - origin) / (float)side + (up ? 1.0f : 0.0f);
    if (!(cell > 0.0f))
        return 0;
    return cell < (float)count ? (uint32_t)cell : count;
}

static cell_range visible_cells(const hail_pen *pen, const hail_tilemap *map) {
    const hail_draw_options *view = pen->options;
    const hail_tilemap_options *of = &map->options;
    const uint32_t width = map->set->masks.width, height = map->set->masks.height;
    if (hail_draw_sees_all(view))
        return (cell_range){0, 0, of->columns, of->rows};
    return (cell_range){
        cell_at(view->min_x, of->x, width, of->columns, false), cell_at(view->min_y, of->y, height, of->rows, false),
        cell_at(view->max_x, of->x, width, of->columns, true), cell_at(view->max_y, of->y, height, of->rows, true)};
}

/* A box of pixels, counted from the map's corner. */
static void draw_pixels(hail_pen *pen, const hail_tilemap *map, uint32_t x, uint32_t y, uint32_t width,
                        uint32_t height) {
    const float min_x = map->options.x + (float)x, min_y = map->options.y + (float)y;
    hail_pen_box(pen, min_x, min_y, min_x + (float)width, min_y + (float)height);
}

/* The spans of one pixel row's bits, which `rows` rows have in common. */
static void draw_spans(hail_pen *pen, const hail_tilemap *map, uint32_t x, uint32_t y, uint64_t bits, uint32_t rows) {
    for (uint32_t i = 0, end; i < map->set->masks.width && bits >> i; i = end) {
        while (!(bits >> i & 1))
            i++;
        for (end = i; end < map->set->masks.width && (bits >> end & 1); end++) {
        }
        draw_pixels(pen, map, x + i, y, end - i, rows);
    }
}

/* A cell with open and solid pixels: rows that are equal are drawn as one. */
static void draw_cell(hail_pen *pen, const hail_tilemap *map, uint32_t column, uint32_t row, uint32_t word) {
    const uint32_t width = map->set->masks.width, height = map->set->masks.height;
    for (uint32_t y = 0, end; y < height; y = end) {
        const uint64_t bits = hail_tilemap_row_bits(map, word, y);
        for (end = y + 1; end < height && hail_tilemap_row_bits(map, word, end) == bits; end++) {
        }
        draw_spans(pen, map, column * width, row * height + y, bits, end - y);
    }
}

static bool full(const hail_tilemap *map, uint32_t word) {
    return word_solid(map, word) == map->set->masks.width * map->set->masks.height;
}

/* Full cells of one kind, side by side, are one box. */
static void draw_row(hail_pen *pen, const hail_tilemap *map, const cell_range *range, uint32_t row) {
    const uint32_t width = map->set->masks.width, height = map->set->masks.height;
    for (uint32_t c = range->left, end; c < range->right; c = end) {
        const uint32_t word = tilemap_word(map, c, row), kind = word_kind(word);
        end = c + 1;
        if (!word_solid(map, word))
            continue;
        hail_pen_style(pen, HAIL_DRAWN_TILE, HAIL_NO_LAYER, kind);
        if (!full(map, word)) {
            draw_cell(pen, map, c, row, word);
            continue;
        }
        while (end < range->right && full(map, tilemap_word(map, end, row)) &&
               word_kind(tilemap_word(map, end, row)) == kind)
            end++;
        draw_pixels(pen, map, c * width, row * height, (end - c) * width, height);
    }
}

static void draw_cell_lines(hail_pen *pen, const hail_tilemap *map, const cell_range *range) {
    const float width = (float)map->set->masks.width, height = (float)map->set->masks.height;
    const float min_x = map->options.x + (float)range->left * width,
                max_x = map->options.x + (float)range->right * width;
    const float min_y = map->options.y + (float)range->top * height;
    const float max_y = map->options.y + (float)range->bottom * height;
    hail_pen_style(pen, HAIL_DRAWN_CELL, HAIL_NO_LAYER, 0);
    for (uint32_t c = range->left; c <= range->right; c++)
        hail_pen_line(pen, map->options.x + (float)c * width, min_y, map->options.x + (float)c * width, max_y);
    for (uint32_t r = range->top; r <= range->bottom; r++)
        hail_pen_line(pen, min_x, map->options.y + (float)r * height, max_x, map->options.y + (float)r * height);
}

void hail_draw_map_tiles(hail_pen *pen, const hail_tilemap *map, bool pixels, bool cells) {
    const cell_range range = visible_cells(pen, map);
    if (range.left >= range.right || range.top >= range.bottom)
        return;
    for (uint32_t row = range.top; pixels && row < range.bottom; row++)
        draw_row(pen, map, &range, row);
    if (cells)
        draw_cell_lines(pen, map, &range);
    hail_pen_flush(pen);
}

hail_status hail_draw_tilemap(const hail_tilemap *map, const hail_draw_options *options) {
    HAIL_REQUIRE(hail_draw_check(options));
    if (!map)
        return hail_fail_null(context_error(options->context), "map");
    hail_pen pen;
    hail_pen_start(&pen, options);
    hail_draw_map_tiles(&pen, map, true, options->what & HAIL_DRAW_CELLS);
    return HAIL_OK;
}
