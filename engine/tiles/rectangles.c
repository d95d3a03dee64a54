/* engine/tiles/rectangles.c - see rectangles.h. */
#include "rectangles.h"

#include <math.h>

#include <hail/convex.h>

#include "known_cells.h"
#include "lowest_bit.h"

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

/* Pixels [left, left + wide) x [top, top + high) of a cell, counted from the map's corner; by side: bits of the open
 * pixels in front of it. */
typedef struct solid_rect {
    int32_t left, top;
    uint32_t wide, high, cell, kind;
    uint64_t open[4];
    float radius; /* of its template */
} solid_rect;

static float radius_of(const hail_tilemap *map, uint32_t template) {
    return ((const hail_convex *)map->set->rects.data)[template].words[HAIL_TEMPLATE_RADIUS];
}

/* The place of the next pair; TILE_PAIRS: there is none. */
static uint32_t next_pair(hail_rect_search *s) {
    if (s->pairs->count == TILE_PAIRS && s->on_full)
        s->on_full(s);
    s->overflow = s->overflow || s->pairs->count == TILE_PAIRS;
    return s->pairs->count;
}

/* What a pair takes from its mover. */
static void add_mover(hail_tile_pairs *p, uint32_t i, uint32_t mover, double centre_x, double centre_y) {
    const hail_tile_mover *m = &p->movers[mover];
    const hail_tile_shape *shape = m->shape;
    p->x[i] = (float)(centre_x - mover_x(m));
    p->y[i] = (float)(centre_y - mover_y(m));
    p->half_x[i] = p->wide[i] * 0.5f + shape->core_x;
    p->half_y[i] = p->high[i] * 0.5f + shape->core_y;
    p->reach[i] += shape->core_x + shape->core_y;
    p->core_x[i] = shape->core_x;
    p->core_y[i] = shape->core_y;
    p->radius[i] = shape->radius;
    p->dx[i] = m->dx;
    p->dy[i] = m->dy;
}

static void add_rect(hail_rect_search *s, const solid_rect *r) {
    hail_tile_pairs *p = s->pairs;
    if (p->exposed_only && !(r->open[0] | r->open[1] | r->open[2] | r->open[3]))
        return;
    const uint32_t i = next_pair(s);
    if (i == TILE_PAIRS)
        return;
    p->count++;
    p->mover[i] = s->mover | r->kind << 8;
    p->cell[i] = r->cell;
    p->wide[i] = (float)r->wide;
    p->high[i] = (float)r->high;
    p->centre_x[i] = (float)r->left + 0.5f * p->wide[i];
    p->centre_y[i] = (float)r->top + 0.5f * p->high[i];
    p->reach[i] = r->radius;
    for (int side = 0; side < 4; side++) {
        p->open[side][i] = (uint32_t)r->open[side];
        p->open_far[side][i] = (uint32_t)(r->open[side] >> 32);
    }
    add_mover(p, i, s->mover, (double)p->centre_x[i], (double)p->centre_y[i]);
}

/* ---- Cells ------------------------------------------------------------------------------------------------------- */

/* A cell, as far as the box reaches into it; pixels are counted from the map's corner. */
typedef struct solid_cell {
    const hail_tile_query *q;
    uint32_t word, one_way;
    int32_t column, row, left, top;
} solid_cell;

/* Bits of the open pixels of the cell beside a cell, along their common side. */
static uint64_t open_beside(const solid_cell *c, hail_side_of side) {
    const hail_tilemap *map = c->q->map;
    const neighbour n = neighbour_beside(c->q, c->one_way, c->column, c->row, side);
    if (side_is_vertical(side))
        return ~neighbour_column(c->q, &n, side == SIDE_LEFT ? map->width - 1 : 0) & low_bits(map->height);
    return ~neighbour_row(c->q, &n, side == SIDE_TOP ? map->height - 1 : 0) & low_bits(map->width);
}

static void add_full(hail_rect_search *s, const solid_cell *c, solid_rect *r) {
    const hail_tilemap *map = s->query->map;
    r->left = c->left;
    r->top = c->top;
    r->wide = map->width;
    r->high = map->height;
    r->radius = radius_of(map, HAIL_MAX_TILE);
    for (int side = 0; side < 4; side++)
        r->open[side] = open_beside(c, (hail_side_of)side);
    add_rect(s, r);
}

/* A row of a cell's pixels, and the rows above and below. */
typedef struct pixel_row {
    uint64_t bits, above, below;
    int32_t y; /* from the cell's top */
} pixel_row;

/* The rows of a partly solid cell. */
typedef struct pixel_rows {
    uint64_t row[HAIL_MAX_TILE + 2]; /* row[y + 1] is row y */
    uint64_t before, after;          /* bits by row: the pixel to the left of it, to the right of it, is open */
} pixel_rows;

static void read_rows(const solid_cell *c, int32_t first, int32_t end, pixel_rows *p) {
    const hail_tilemap *map = c->q->map;
    const int32_t height = (int32_t)map->height;
    const uint64_t *rows =
        c->word & HAIL_CELL_FLAGS ? NULL : masks_rows(word_masks(map, c->word), c->word & HAIL_CELL_NUMBER);
    for (int32_t y = pixel_max(first - 1, 0); y < pixel_min(end + 1, height); y++)
        p->row[y + 1] = rows ? rows[y] : hail_tilemap_row_bits(map, c->word, (uint32_t)y);
    if (first == 0)
        p->row[0] = ~open_beside(c, SIDE_TOP);
    if (end == height)
        p->row[height + 1] = ~open_beside(c, SIDE_BOTTOM);
    p->before = open_beside(c, SIDE_LEFT);
    p->after = open_beside(c, SIDE_RIGHT);
}

/* Adds the runs of solid pixels of row y that lie in columns [from, until) of the map. */
static void add_row(hail_rect_search *s, const solid_cell *c, const pixel_rows *p, int32_t y, int32_t from,
                    int32_t until, solid_rect *r) {
    const int32_t width = (int32_t)s->query->map->width;
    uint64_t bits = p->row[y + 1];
    r->top = c->top + y;
    r->high = 1;
    while (bits) {
        const uint32_t first = lowest_bit_64(bits);
        const uint64_t open = ~(bits >> first);
        const uint32_t end = first + (open ? lowest_bit_64(open) : 64);
        const uint64_t all = low_bits(end - first);
        bits = end < 64 ? bits >> end << end : 0;
        if (c->left + (int32_t)end <= from || c->left + (int32_t)first >= until)
            continue;
        r->left = c->left + (int32_t)first;
        r->wide = end - first;
        r->radius = radius_of(s->query->map, r->wide - 1);
        r->open[SIDE_LEFT] = first ? 1 : p->before >> y & 1u;
        r->open[SIDE_TOP] = ~p->row[y] >> first & all;
        r->open[SIDE_RIGHT] = (int32_t)end < width ? 1 : p->after >> y & 1u;
        r->open[SIDE_BOTTOM] = ~p->row[y + 2] >> first & all;
        add_rect(s, r);
    }
}

/* Pixels [left, right) x [top, bottom), counted from the map's corner. */
typedef struct pixel_box {
    int32_t left, top, right, bottom;
} pixel_box;

static void add_cell(hail_rect_search *s, int32_t column, int32_t row, const pixel_box *box) {
    const hail_tile_query *q = s->query;
    const hail_tilemap *map = q->map;
    const uint32_t word = tilemap_word(map, (uint32_t)column, (uint32_t)row);
    if (!word_is_solid(q, q->view.kinds | (s->one_way ? q->one_way : 0), word))
        return;
    solid_rect r = {.cell = (uint32_t)row * map->options.columns + (uint32_t)column, .kind = word_kind(word)};
    const solid_cell c = {.q = q,
                          .word = word,
                          .one_way = map->set->one_way[r.kind],
                          .column = column,
                          .row = row,
                          .left = column * (int32_t)map->width,
                          .top = row * (int32_t)map->height};
    if (word_is_full(q, word)) {
        add_full(s, &c, &r);
        return;
    }
    pixel_rows p;
    const int32_t first = pixel_max(box->top - c.top, 0), end = pixel_min(box->bottom - c.top, (int32_t)map->height);
    read_rows(&c, first, end, &p);
    for (int32_t y = first; y < end; y++)
        add_row(s, &c, &p, y, box->left, box->right, &r);
}

/* ---- Outside of the map ------------------------------------------------------------------------------------------ */

/* Adds what lies beyond one side of the map, as far as the box reaches: a cell so large that its other sides are out of
 * reach. (x, y): -1, 0 or 1: which side. */
static void add_outside(hail_rect_search *s, int x, int y, const pixel_box *box) {
    const hail_tile_query *q = s->query;
    const hail_tilemap *map = q->map;
    hail_tile_pairs *p = s->pairs;
    const double far_x = x < 0 ? -(double)box->left : (double)box->right - q->size_x,
                 far_y = y < 0 ? -(double)box->top : (double)box->bottom - q->size_y;
    const double box_width = (double)box->right - (double)box->left, high = (double)box->bottom - (double)box->top;
    const double span = greater(greater(box_width, high), x ? far_x : far_y);
    const double scale = ceil(2.0 * span / lesser((double)map->width, (double)map->height)) + 2.0;
    const double half_width = (double)map->width * scale * 0.5, half_height = (double)map->height * scale * 0.5;
    const double edge_x = x < 0 ? 0.0 : q->size_x, edge_y = y < 0 ? 0.0 : q->size_y;
    const double cx = x ? edge_x + x * half_width : floor(((double)box->left + (double)box->right) * 0.5);
    const double cy = y ? edge_y + y * half_height : floor(((double)box->top + (double)box->bottom) * 0.5);
    const uint32_t i = next_pair(s);
    if (i == TILE_PAIRS)
        return;
    p->count++;
    p->mover[i] = s->mover | map->options.outside_kind << 8;
    p->cell[i] = UINT32_MAX;
    p->wide[i] = (float)(2.0 * half_width);
    p->high[i] = (float)(2.0 * half_height);
    p->centre_x[i] = (float)cx;
    p->centre_y[i] = (float)cy;
    p->reach[i] = radius_of(map, HAIL_MAX_TILE) * (float)scale;
    for (int side = 0; side < 4; side++)
        p->open[side][i] = p->open_far[side][i] = UINT32_MAX;
    add_mover(p, i, s->mover, cx, cy);
}

/* Adds what lies beyond every side of the map that the box passes. */
static void add_all_outside(hail_rect_search *s, const pixel_box *box) {
    const hail_tilemap *map = s->query->map;
    if (box->left < 0)
        add_outside(s, -1, 0, box);
    if (box->right > (int32_t)(map->options.columns * map->width))
        add_outside(s, 1, 0, box);
    if (box->top < 0)
        add_outside(s, 0, -1, box);
    if (box->bottom > (int32_t)(map->options.rows * map->height))
        add_outside(s, 0, 1, box);
}

/* ---- Boxes ------------------------------------------------------------------------------------------------------- */

static pixel_box pixels_of(const hail_tile_box *look) {
    return (pixel_box){whole_pixel(look->left), whole_pixel(look->top), whole_pixel(look->right) + 1,
                       whole_pixel(look->bottom) + 1};
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

void hail_rectangles_find(hail_rect_search *s, const hail_tile_box *around, const hail_tile_box *close) {
    const hail_tile_query *q = s->query;
    const hail_tilemap *map = q->map;
    const hail_empty_cells *empty = hail_tilemap_empty(map, q->kinds);
    const pixel_box box = pixels_of(close ? close : around);
    const int32_t last_column = (int32_t)map->options.columns - 1, last_row = (int32_t)map->options.rows - 1;
    const int32_t first = pixel_max(cell_of(box.left, q->cells_per_px_x), 0),
                  last = pixel_min(cell_of(box.right - 1, q->cells_per_px_x), last_column);
    const int32_t upper = pixel_max(cell_of(box.top, q->cells_per_px_y), 0),
                  lower = pixel_min(cell_of(box.bottom - 1, q->cells_per_px_y), last_row);
    for (int32_t row = upper; row <= lower; row++)
        for (int32_t column = first; column <= last; column++)
            if (last - column < MANY_CELLS || !skip_empty(map, empty, &column, row))
                add_cell(s, column, row, &box);
    if (q->outside) {
        const pixel_box all = pixels_of(around);
        add_all_outside(s, &all);
    }
}

hail_tile_box hail_tile_way_box(const hail_tile_mover *m, double around_x, double around_y) {
    const hail_extent *e = &m->shape->extent;
    const double dx = (double)m->dx, dy = (double)m->dy;
    const double more = (fabs(dx) + fabs(dy) + 4.0 * (around_x + around_y)) * m->shape->slack;
    const double x = around_x + more, y = around_y + more;
    return (hail_tile_box){m->x + lesser(dx, 0.0) + e->low_x - x, m->y + lesser(dy, 0.0) + e->low_y - y,
                           m->x + greater(dx, 0.0) + e->high_x + x, m->y + greater(dy, 0.0) + e->high_y + y};
}

hail_tile_box hail_tile_reach_box(const hail_tile_mover *m, double around_x, double around_y) {
    const double dx = (double)m->dx, dy = (double)m->dy;
    const double reach = (double)m->shape->reach + 1e-3 + (fabs(dx) + fabs(dy)) * 1e-6;
    const double x = mover_x(m), y = mover_y(m), more_x = reach + around_x, more_y = reach + around_y;
    return (hail_tile_box){x + lesser(dx, 0.0) - more_x, y + lesser(dy, 0.0) - more_y, x + greater(dx, 0.0) + more_x,
                           y + greater(dy, 0.0) + more_y};
}
