/* engine/tiles/obstacles.c - the solid rectangles near a shape, and what is solid in front of their edges. */
#include "obstacles.h"

#include <math.h>
#include <string.h>

#include "known_cells.h"
#include "lowest_bit.h"
#include "obstacle_search.h"
#include "solid_cells.h"

/* ---- Solid pixels ------------------------------------------------------------------------------------------------ */

int32_t hail_obstacles_solid_run(const hail_obstacles *o, uint32_t kinds, int32_t x, int32_t y, bool down) {
    const int32_t width = (int32_t)o->map->width, height = (int32_t)o->map->height;
    const int32_t column = cell_of(x, o->cells_per_px_x), row = cell_of(y, o->cells_per_px_y);
    if (!in_map(o, column, row))
        return o->outside;
    const uint32_t word = tilemap_word(o->map, (uint32_t)column, (uint32_t)row);
    if (!word_is_solid(o, kinds, word))
        return 0;
    if (word_is_full(o, word))
        return down ? (row + 1) * height - y : (column + 1) * width - x;
    const uint64_t bits = hail_tilemap_row_bits(o->map, word, (uint32_t)(y - row * height));
    return (int32_t)(bits >> (x - column * width) & 1u);
}

bool hail_obstacles_solid(const hail_obstacles *o, int32_t x, int32_t y) {
    return hail_obstacles_solid_run(o, o->cover[HAIL_BOTH_WAYS], x, y, false) > 0;
}

/* ---- Rectangles -------------------------------------------------------------------------------------------------- */

static void flush(hail_rect_search *s) {
    if (s->o->count)
        s->on_batch(s);
    s->o->count = s->o->circles = 0;
}

/* Copies a rectangle's template, unless it was copied before. All of them are 32 KB, which costs more than one mover.
 */
static void need_rect(hail_obstacles *o, uint32_t shape) {
    const uint64_t bit = UINT64_C(1) << shape % 64;
    if (o->copied[shape / 64] & bit)
        return;
    o->copied[shape / 64] |= bit;
    memcpy(o->rows + (size_t)shape * HAIL_TEMPLATE_WORDS, rect_row(o, shape), sizeof(hail_convex));
}

/* Room for the next rectangle; NULL: the batch is full, and the caller's. */
static hail_rect *next_rect(hail_rect_search *s) {
    hail_obstacles *o = s->o;
    if (o->count == OBSTACLE_PAIRS) {
        if (!s->on_batch) {
            s->overflow = true;
            return NULL;
        }
        flush(s);
    }
    return &o->rects[o->count];
}

/* Adds that rectangle to the batch: template `shape`, enlarged by `scale`. */
static void add_rect(hail_rect_search *s, uint32_t shape, float scale) {
    hail_obstacles *o = s->o;
    const uint32_t i = o->count++;
    const hail_rect *rect = &o->rects[i];
    const bool circle = o->posed[s->mover].vertices == 1;
    o->circles += circle;
    if (!circle || i == 0) /* lanes without a pair read the first one's template */
        need_rect(o, shape);
    o->shape[i] = shape;
    o->size[i] = scale;
    o->mover[i] = s->mover;
    o->x[i] = (float)(((double)rect->left + (double)rect->right) * 0.5 - s->x);
    o->y[i] = (float)(((double)rect->top + (double)rect->bottom) * 0.5 - s->y);
}

static void set_beyond(hail_rect *r, hail_side_of side, uint64_t solid, uint64_t all) {
    r->beyond[side] = solid;
    r->some_open |= (uint32_t)(solid != all) << side;
    r->all_open |= (uint32_t)!solid << side;
}

/* A partly solid cell. */
typedef struct pixel_cell {
    hail_rect cell;
    int32_t column, row;
    const uint64_t *rows;
} pixel_cell;

/* Whether none of a run's edges is exposed: it fills its row, so do the rows above and below, and the pixels at both
 * ends are solid. */
static bool run_buried(const hail_rect *cell, const hail_rect *run) {
    return !run->some_open && run->left == cell->left && run->right == cell->right && run->top > cell->top &&
           run->bottom < cell->bottom;
}

/* A row of pixels of a cell, and the rows above and below. */
typedef struct pixel_row {
    uint64_t bits, above, below;
    uint32_t y; /* from the cell's top */
} pixel_row;

/* A row of the cell beside a cell. */
static uint64_t row_beside(const hail_obstacles *o, const pixel_cell *c, hail_side_of side, uint32_t y) {
    const neighbour n = neighbour_beside(o, c->cell.one_way, c->column, c->row, side);
    return neighbour_row(o, &n, y);
}

static pixel_row row_of(const hail_obstacles *o, const pixel_cell *c, uint32_t y) {
    const uint32_t last = o->map->height - 1;
    return (pixel_row){c->rows[y], y ? c->rows[y - 1] : row_beside(o, c, SIDE_TOP, last),
                       y < last ? c->rows[y + 1] : row_beside(o, c, SIDE_BOTTOM, 0), y};
}

/* Adds the run of solid pixels [first, end). */
static void add_run(hail_rect_search *s, const pixel_cell *c, const pixel_row *row, uint32_t first, uint32_t end) {
    const hail_obstacles *o = s->o;
    const uint32_t width = o->map->width;
    const uint64_t all = low_bits(end - first);
    hail_rect *run = next_rect(s);
    if (!run)
        return;
    run->left = c->cell.left + (int32_t)first;
    run->top = c->cell.top + (int32_t)row->y;
    run->right = c->cell.left + (int32_t)end;
    run->bottom = run->top + 1;
    run->cell = c->cell.cell;
    run->kind = c->cell.kind;
    run->one_way = c->cell.one_way;
    run->some_open = run->all_open = 0;
    run->known = true;
    set_beyond(run, SIDE_LEFT, first ? 0 : row_beside(o, c, SIDE_LEFT, row->y) >> (width - 1), 1);
    set_beyond(run, SIDE_TOP, row->above >> first & all, all);
    set_beyond(run, SIDE_RIGHT, end < width ? 0 : row_beside(o, c, SIDE_RIGHT, row->y) & 1u, 1);
    set_beyond(run, SIDE_BOTTOM, row->below >> first & all, all);
    if (s->buried || !run_buried(&c->cell, run))
        add_rect(s, end - first - 1, 1.0f);
}

/* Adds the horizontal runs of solid pixels of one row that lie in the box. */
static void add_row(hail_rect_search *s, const pixel_cell *c, const pixel_row *row, const hail_rect *box) {
    uint64_t bits = row->bits;
    while (bits) {
        const uint32_t first = lowest_bit_64(bits);
        const uint64_t open = ~(bits >> first);
        const uint32_t end = first + (open ? lowest_bit_64(open) : 64);
        bits = end < 64 ? bits >> end << end : 0;
        if (c->cell.left + (int32_t)end > box->left && c->cell.left + (int32_t)first < box->right)
            add_run(s, c, row, first, end);
    }
}

/* A cell's rows of pixels, of which those from `from` to `to` are needed; `room` is used if they do not lie in memory
 * as they are. */
static const uint64_t *cell_rows(const hail_tilemap *map, uint32_t word, int32_t from, int32_t to,
                                 uint64_t room[HAIL_MAX_TILE]) {
    if (!(word & HAIL_CELL_FLAGS))
        return masks_rows(word_masks(map, word), word & HAIL_CELL_NUMBER);
    memset(room, 0, HAIL_MAX_TILE * sizeof *room);
    for (int32_t y = pixel_max(from, 0); y <= pixel_min(to, (int32_t)map->height - 1); y++)
        room[y] = hail_tilemap_row_bits(map, word, (uint32_t)y);
    return room;
}

static void add_runs(hail_rect_search *s, const pixel_cell *cell, uint32_t word, const hail_rect *box) {
    uint64_t room[HAIL_MAX_TILE];
    pixel_cell c = *cell;
    const int32_t first = pixel_max(c.cell.top, box->top) - c.cell.top,
                  end = pixel_min(c.cell.bottom, box->bottom) - c.cell.top;
    c.rows = cell_rows(s->o->map, word, first - 1, end, room);
    for (int32_t y = first; y < end; y++) {
        if (!c.rows[y])
            continue;
        const pixel_row row = row_of(s->o, &c, (uint32_t)y);
        add_row(s, &c, &row, box);
    }
}

/* Whether all four cells beside a cell are solid from edge to edge. */
static bool cell_buried(const hail_obstacles *o, const pixel_cell *c) {
    for (uint32_t side = 0; side < 4; side++)
        if (!neighbour_beside(o, c->cell.one_way, c->column, c->row, (hail_side_of)side).all)
            return false;
    return true;
}

/* What is in front of its edges is found when it is touched. */
static void add_full(hail_rect_search *s, const pixel_cell *c) {
    if (!s->buried && cell_buried(s->o, c))
        return;
    hail_rect *r = next_rect(s);
    if (!r)
        return;
    *r = c->cell;
    r->known = false;
    add_rect(s, HAIL_MAX_TILE, 1.0f);
}

void hail_rect_look_beyond(const hail_obstacles *o, hail_rect *r) {
    const uint32_t width = o->map->width, height = o->map->height, columns = o->map->options.columns;
    const int32_t column = (int32_t)(r->cell % columns), row = (int32_t)(r->cell / columns);
    const uint64_t wide = low_bits(width), high = low_bits(height);
    neighbour n[4];
    for (uint32_t side = 0; side < 4; side++)
        n[side] = neighbour_beside(o, r->one_way, column, row, (hail_side_of)side);
    r->known = true;
    r->some_open = r->all_open = 0;
    set_beyond(r, SIDE_LEFT, neighbour_column(o, &n[SIDE_LEFT], width - 1), high);
    set_beyond(r, SIDE_TOP, neighbour_row(o, &n[SIDE_TOP], height - 1), wide);
    set_beyond(r, SIDE_RIGHT, neighbour_column(o, &n[SIDE_RIGHT], 0), high);
    set_beyond(r, SIDE_BOTTOM, neighbour_row(o, &n[SIDE_BOTTOM], 0), wide);
}

static void add_cell(hail_rect_search *s, int32_t column, int32_t row, const hail_rect *box) {
    const hail_obstacles *o = s->o;
    const int32_t width = (int32_t)o->map->width, height = (int32_t)o->map->height;
    const uint32_t word = tilemap_word(o->map, (uint32_t)column, (uint32_t)row);
    if (!word_is_solid(o, o->kinds, word))
        return;
    pixel_cell c = {.column = column, .row = row};
    c.cell.left = column * width;
    c.cell.top = row * height;
    c.cell.right = c.cell.left + width;
    c.cell.bottom = c.cell.top + height;
    c.cell.cell = (uint32_t)row * o->map->options.columns + (uint32_t)column;
    c.cell.kind = (uint8_t)word_kind(word);
    c.cell.one_way = o->map->set->one_way[c.cell.kind];
    if (word_is_full(o, word))
        add_full(s, &c);
    else
        add_runs(s, &c, word, box);
}

/* Adds what lies beyond one side of the map, as far as the box reaches: a cell so large that its other sides are out of
 * reach. (x, y): -1, 0 or 1: which side. */
static void add_outside(hail_rect_search *s, int x, int y, const hail_rect *box) {
    const hail_tilemap *map = s->o->map;
    const double far_x = x < 0 ? -(double)box->left
                               : (double)box->right - (double)map->options.columns * (double)map->width,
                 far_y =
                     y < 0 ? -(double)box->top : (double)box->bottom - (double)map->options.rows * (double)map->height;
    const double box_width = (double)box->right - (double)box->left, high = (double)box->bottom - (double)box->top;
    const double span = fmax(fmax(box_width, high), x ? far_x : far_y);
    const double scale = ceil(2.0 * span / fmin((double)map->width, (double)map->height)) + 2.0;
    const double half_width = (double)map->width * scale * 0.5, half_height = (double)map->height * scale * 0.5;
    const double edge_x = x < 0 ? 0.0 : (double)map->options.columns * (double)map->width;
    const double edge_y = y < 0 ? 0.0 : (double)map->options.rows * (double)map->height;
    const double cx = x ? edge_x + x * half_width : floor(((double)box->left + (double)box->right) * 0.5);
    const double cy = y ? edge_y + y * half_height : floor(((double)box->top + (double)box->bottom) * 0.5);
    hail_rect *rect = next_rect(s);
    if (!rect)
        return;
    *rect = (hail_rect){.left = whole_pixel(cx - half_width),
                        .top = whole_pixel(cy - half_height),
                        .right = whole_pixel(cx + half_width),
                        .bottom = whole_pixel(cy + half_height),
                        .cell = UINT32_MAX,
                        .kind = (uint8_t)map->options.outside_kind,
                        .known = true,
                        .some_open = 15};
    add_rect(s, HAIL_MAX_TILE, (float)scale);
    s->o->x[s->o->count - 1] = (float)(cx - s->x);
    s->o->y[s->o->count - 1] = (float)(cy - s->y);
}

/* Adds what lies beyond every side of the map that the box passes. */
static void add_all_outside(hail_rect_search *s, const hail_rect *box) {
    const hail_tilemap *map = s->o->map;
    const int32_t wide = (int32_t)(map->options.columns * map->width),
                  high = (int32_t)(map->options.rows * map->height);
    if (box->left < 0)
        add_outside(s, -1, 0, box);
    if (box->right > wide)
        add_outside(s, 1, 0, box);
    if (box->top < 0)
        add_outside(s, 0, -1, box);
    if (box->bottom > high)
        add_outside(s, 0, 1, box);
}

static hail_rect pixels_of(const hail_look *look) {
    return (hail_rect){.left = whole_pixel(look->left),
                       .top = whole_pixel(look->top),
                       .right = whole_pixel(look->right) + 1,
                       .bottom = whole_pixel(look->bottom) + 1};
}

enum { MANY_CELLS = 16 }; /* of a row that are left: in fewer, a look at free squares does not pay */

/* Goes on to the last cell of the free square to the right of an empty cell. False: the cell is not empty. */
static bool skip_empty(const hail_tilemap *map, const hail_empty_cells *empty, int32_t *column, int32_t row) {
    const uint16_t known = *known_at(map, empty, (uint32_t)*column + 1, (uint32_t)row + 1);
    if (!is_empty(known))
        return false;
    *column += (known >> 12 & HAIL_FIELD_FAR) - 1; /* to the right and down */
    return true;
}

void hail_obstacles_search(hail_rect_search *s, const hail_look *around, const hail_look *close) {
    const hail_tilemap *map = s->o->map;
    const hail_empty_cells *empty = hail_tilemap_empty(map, s->o->kinds);
    const double by_x = s->o->cells_per_px_x, by_y = s->o->cells_per_px_y;
    const hail_rect box = pixels_of(close ? close : around);
    const int32_t last_column = (int32_t)map->options.columns - 1, last_row = (int32_t)map->options.rows - 1;
    const int32_t beyond = close ? 1 : 0; /* (without a close box, cells that start where the box ends belong to it) */
    const int32_t first = pixel_max(cell_of(box.left, by_x), 0),
                  last = pixel_min(cell_of(box.right - beyond, by_x), last_column);
    const int32_t upper = pixel_max(cell_of(box.top, by_y), 0),
                  lower = pixel_min(cell_of(box.bottom - beyond, by_y), last_row);
    for (int32_t row = upper; row <= lower; row++)
        for (int32_t column = first; column <= last; column++)
            if (last - column < MANY_CELLS || !skip_empty(map, empty, &column, row))
                add_cell(s, column, row, &box);
    if (s->o->outside) {
        const hail_rect all = pixels_of(around);
        add_all_outside(s, &all);
    }
    if (s->on_batch)
        flush(s);
}
