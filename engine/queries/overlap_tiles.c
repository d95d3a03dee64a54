/* engine/queries/overlap_tiles.c - the cells that a query touches, each once and in order: they are marked in a window
 * of the map, and windows follow each other in the order of cells. */
#include "overlap_statics.h"

#include <math.h>

#include "base/tiny.h"
#include "lowest_bit.h"
#include "probe.h"
#include "tiles/rectangles.h"
#include "tiles/tile_narrow.h"

enum { WINDOW_CELLS = 1 << 15 };

/* Cells [column, end_column) x [row, end_row). */
typedef struct cell_span {
    int32_t column, row, end_column, end_row;
} cell_span;

/* The search is its first member, so that on_full can cast back to the whole. */
typedef struct cell_search {
    hail_rect_search s;
    const hail_overlaps *call;
    const hail_tilemap *map;
    hail_match_rows *rows;
    hail_probe probe;
    cell_span window;
    bool outside;          /* the outside of the map is touched */
    hail_tile_shape shape; /* of a part, */
    hail_tile_mover mover; /* and where it is */
    hail_tile_pairs pairs;
    uint32_t marks[WINDOW_CELLS / 32]; /* bits: the window's cells that are touched, row by row */
} cell_search;

/* ---- Points ------------------------------------------------------------------------------------------------------ */

/* The cell of a point along one axis; -1 or `cells`: outside. */
static int32_t axis_cell(float at, float corner, uint32_t size, uint32_t cells) {
    const float px = floorf(hail_not_tiny(at - corner));
    if (px < 0.0f)
        return -1;
    return px < (float)(size * cells) ? (int32_t)px / (int32_t)size : (int32_t)cells;
}

static uint32_t cell_at(const hail_tilemap *map, float x, float y) {
    const hail_tilemap_options *o = &map->options;
    const int32_t column = axis_cell(x, o->x, map->width, o->columns), row = axis_cell(y, o->y, map->height, o->rows);
    const bool inside = column >= 0 && row >= 0 && column < (int32_t)o->columns && row < (int32_t)o->rows;
    return inside ? (uint32_t)row * o->columns + (uint32_t)column : UINT32_MAX;
}

static void find_points(const hail_static_queries *queries, hail_match_rows *rows) {
    const hail_overlaps *call = queries->call;
    const uint32_t count = queries->count;
    uint8_t solid[MATCH_QUERIES];
    const float *x = call->min_x + queries->first, *y = call->min_y + queries->first;
    const hail_tile_view view = hail_tilemap_view(call->scope->map, call->scope->tile_kinds);
    call->scope->kernels->solid_points(&view, x, y, count, solid);
    for (uint32_t q = 0; q < count; q++)
        if (solid[q])
            hail_match_put_static(rows, q, HAIL_CONTACT_TILE, cell_at(call->scope->map, x[q], y[q]));
}

/* ---- Marks ------------------------------------------------------------------------------------------------------- */

static void mark_cell(cell_search *t, int32_t column, int32_t row) {
    const cell_span *w = &t->window;
    if (column < w->column || column >= w->end_column || row < w->row || row >= w->end_row)
        return;
    const uint32_t bit = (uint32_t)((row - w->row) * (w->end_column - w->column) + (column - w->column));
    t->marks[bit / 32] |= UINT32_C(1) << bit % 32;
}

static void put_marked(cell_search *t, uint32_t query) {
    const cell_span *w = &t->window;
    const uint32_t columns = (uint32_t)(w->end_column - w->column), rows = (uint32_t)(w->end_row - w->row);
    for (uint32_t word = 0; word * 32 < columns * rows; word++)
        for (uint32_t left = t->marks[word]; left; left &= left - 1) {
            const uint32_t bit = word * 32 + lowest_bit(left), column = (uint32_t)w->column + bit % columns;
            hail_match_put_static(t->rows, query, HAIL_CONTACT_TILE,
                                  ((uint32_t)w->row + bit / columns) * t->map->options.columns + column);
        }
}

/* ---- Convex parts ------------------------------------------------------------------------------------------------ */

static void mark_pairs(hail_rect_search *s) {
    cell_search *t = (cell_search *)(void *)s;
    const int32_t columns = (int32_t)t->map->options.columns;
    const hail_tile_narrow narrow = {.query = s->query, .whether = true};
    const uint32_t hits = hail_tile_narrow_pairs(&narrow, s->pairs);
    for (uint32_t k = 0; k < hits; k++) {
        const uint32_t cell = s->pairs->cell[s->pairs->hits[k]];
        if (cell == UINT32_MAX)
            t->outside = true;
        else
            mark_cell(t, (int32_t)cell % columns, (int32_t)cell / columns);
    }
    s->pairs->count = 0;
}

/* What holds all that a part may touch. */
static hail_tile_box box_of(const hail_tilemap *map, const hail_placed *part) {
    const hail_zone z = hail_placed_reach(part);
    const double x = (double)map->options.x, y = (double)map->options.y, reach = (double)z.radius + 1e-3;
    return (hail_tile_box){(double)z.min_x - x - reach, (double)z.min_y - y - reach, (double)z.max_x - x + reach,
                           (double)z.max_y - y + reach};
}

/* Cuts an axis of a box off at the window's cells [from, to), unless they are the map's outermost: what lies beyond
 * these belongs to them. False: nothing is left. */
static bool cut(int32_t from, int32_t to, uint32_t size, uint32_t cells, double *low, double *high) {
    const double first = from * (double)size, end = to * (double)size;
    if (from == to) /* the window is empty: the box lies outside of the map */
        return true;
    if ((from > 0 && *high < first) || (to < (int32_t)cells && *low >= end))
        return false;
    *low = from > 0 ? fmax(*low, first) : *low;
    *high = to < (int32_t)cells ? fmax(fmin(*high, end - 1.0), *low) : *high; /* the search adds a pixel */
    return true;
}

static bool cut_box(const cell_search *t, hail_tile_box *box) {
    const cell_span *w = &t->window;
    const hail_tilemap_options *o = &t->map->options;
    return cut(w->column, w->end_column, t->map->width, o->columns, &box->left, &box->right) &&
           cut(w->row, w->end_row, t->map->height, o->rows, &box->top, &box->bottom);
}

static void mark_parts(cell_search *t) {
    const hail_probe *p = &t->probe;
    hail_probe_write(&t->probe);
    t->mover.x = (double)p->at.x - (double)t->map->options.x;
    t->mover.y = (double)p->at.y - (double)t->map->options.y;
    for (uint32_t i = 0; i < p->parts; i++) {
        const hail_placed part = probe_part(p, i);
        hail_tile_box box = box_of(t->map, &part);
        if (!cut_box(t, &box))
            continue;
        hail_tile_shape_make(&t->shape, &(hail_tile_pose){part.row, part.cos, part.sin, part.scale, 0.0f});
        hail_tile_pairs_begin(&t->pairs, &t->mover, part.row, false);
        hail_rectangles_find(&t->s, &box, NULL);
        mark_pairs(&t->s);
    }
}

/* ---- Sprites ----------------------------------------------------------------------------------------------------- */

static int32_t floored(int32_t pixel, uint32_t size) {
    return pixel >= 0 ? pixel / (int32_t)size : -1 - (-1 - pixel) / (int32_t)size;
}

static void mark_pixel(void *user, int32_t x, int32_t y) {
    cell_search *t = user;
    const int32_t column = floored(x, t->map->width), row = floored(y, t->map->height);
    if (column < 0 || row < 0 || column >= (int32_t)t->map->options.columns || row >= (int32_t)t->map->options.rows)
        t->outside = true;
    else
        mark_cell(t, column, row);
}

static void mark_sprite(cell_search *t) {
    const hail_placed *at = &t->probe.at;
    const hail_shape_entry *entry = t->probe.entry;
    const uint32_t kinds = t->call->scope->tile_kinds;
    const hail_sprites one = {.set = entry->set,
                              .x = &at->x,
                              .y = &at->y,
                              .cos = &at->cos,
                              .sin = &at->sin,
                              .scale_x = &at->scale,
                              .sprite = &entry->sprite};
    const hail_sprite_pose pose = hail_sprite_pose_of(&one, 0);
    const hail_mask mask = spriteset_mask(entry->set, spriteset_template(entry->set, entry->sprite));
    const hail_tile_view view = hail_tilemap_view(t->map, kinds);
    hail_overlap_map_pixels(t->call->scope->kernels, t->map, &view, kinds, &mask, &pose, mark_pixel, t);
}

/* ---- Windows ----------------------------------------------------------------------------------------------------- */

static int32_t cell_below(double px, uint32_t size, uint32_t cells) {
    const double cell = floor(px / (double)size);
    return cell < 0.0 ? 0 : cell > (double)cells ? (int32_t)cells : (int32_t)cell;
}

/* The cells of the map that the query may touch. */
static cell_span cells_of(const cell_search *t) {
    const hail_tilemap_options *o = &t->map->options;
    const uint32_t width = t->map->width, height = t->map->height;
    const hail_tile_box box = box_of(t->map, &t->probe.at);
    return (cell_span){cell_below(box.left, width, o->columns), cell_below(box.top, height, o->rows),
                       cell_below(box.right + (double)width, width, o->columns),
                       cell_below(box.bottom + (double)height, height, o->rows)};
}

static void search_window(cell_search *t, uint32_t query, const cell_span *window) {
    const int32_t cells = (window->end_column - window->column) * (window->end_row - window->row);
    t->window = *window;
    memset(t->marks, 0, ((size_t)cells + 31) / 32 * sizeof *t->marks);
    if (t->probe.entry && t->probe.entry->set)
        mark_sprite(t);
    else
        mark_parts(t);
    put_marked(t, query);
}

/* Searches all windows: bands of rows or, if even one row is too long, pieces of rows. */
static void search_cells(cell_search *t, uint32_t query) {
    const cell_span all = cells_of(t);
    const int32_t columns = all.end_column - all.column;
    const int32_t rows = columns > 0 && columns <= WINDOW_CELLS ? WINDOW_CELLS / columns : 1;
    t->outside = false;
    if (!columns || all.row == all.end_row)
        search_window(t, query, &(cell_span){all.column, all.row, all.column, all.row});
    for (int32_t row = all.row; row < all.end_row; row += rows)
        for (int32_t column = all.column; column < all.end_column; column += WINDOW_CELLS)
            search_window(t, query,
                          &(cell_span){column, row, pixel_min(column + WINDOW_CELLS, all.end_column),
                                       pixel_min(row + rows, all.end_row)});
    if (t->outside)
        hail_match_put_static(t->rows, query, HAIL_CONTACT_TILE, UINT32_MAX);
}

/* Lists the queries that have a cell near them that is not empty. */
static uint32_t list_near(const hail_static_queries *queries, uint32_t *list) {
    const hail_query_scope *scope = queries->call->scope;
    const hail_zones *z = queries->reach;
    const hail_tile_view view = hail_tilemap_view(scope->map, scope->tile_kinds);
    float x[MATCH_QUERIES], y[MATCH_QUERIES], reach[2 * MATCH_QUERIES];
    uint32_t number[MATCH_QUERIES];
    for (uint32_t q = 0; q < queries->count; q++) {
        x[q] = (z->min_x[q] + z->max_x[q]) * 0.5f;
        y[q] = (z->min_y[q] + z->max_y[q]) * 0.5f;
        reach[2 * q] = (z->max_x[q] - z->min_x[q]) * 0.5f + z->radius[q];
        reach[2 * q + 1] = (z->max_y[q] - z->min_y[q]) * 0.5f + z->radius[q];
        number[q] = q;
    }
    const hail_near_tiles job = {.view = &view, .x = x, .y = y, .shape = number, .reach = reach, .flatness = 1.0f};
    return scope->kernels->near_tiles(&job, 0, queries->count, list);
}

void hail_overlap_tiles(const hail_static_queries *queries, hail_match_rows *rows) {
    const hail_overlaps *call = queries->call;
    uint32_t list[MATCH_QUERIES + HAIL_SLACK];
    if (call->points) {
        find_points(queries, rows);
        return;
    }
    hail_tile_query query;
    cell_search t; /* field by field: the marks are cleared window by window */
    const uint32_t count = list_near(queries, list);
    hail_tile_query_begin(&query, call->scope->kernels, call->scope->map, call->scope->tile_kinds,
                          call->scope->filter->whole_tiles);
    t.s = (hail_rect_search){.query = &query, .pairs = &t.pairs, .on_full = mark_pairs};
    t.mover = (hail_tile_mover){.shape = &t.shape};
    t.call = call;
    t.map = call->scope->map;
    t.rows = rows;
    hail_probe_begin(&t.probe, call);
    for (uint32_t k = 0; k < count; k++) {
        if (match_full(rows, list[k]))
            continue;
        hail_probe_set(&t.probe, call, queries->first + list[k]);
        search_cells(&t, list[k]);
    }
}
