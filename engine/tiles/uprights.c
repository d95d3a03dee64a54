/* engine/tiles/uprights.c - upright shapes, and the rectangles near them. */
#include "uprights.h"

#include "lowest_bit.h"
#include "shapes/row.h"
#include "solid_cells.h"

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static float size_of(float a) { return a < 0.0f ? -a : a; }

/* Reads the edges of a box with upright sides about its origin. False: it is something else. */
static bool read_box(const float *row, hail_upright *u) {
    u->edge = u->corner = 0;
    const float x = size_of(row[HAIL_TEMPLATE_VX]), y = size_of(row[HAIL_TEMPLATE_VY]);
    for (uint32_t i = 0; i < 4; i++) {
        const float nx = row[HAIL_TEMPLATE_NX + i], ny = row[HAIL_TEMPLATE_NY + i];
        const float vx = row[HAIL_TEMPLATE_VX + i], vy = row[HAIL_TEMPLATE_VY + i];
        const uint32_t features = row_bits(row + HAIL_TEMPLATE_EDGES + 8 * i + HAIL_TEMPLATE_FEATURES);
        if (size_of(vx) != x || size_of(vy) != y || (nx != 0.0f && ny != 0.0f))
            return false;
        const hail_side_of side = nx < 0.0f ? SIDE_LEFT : nx > 0.0f ? SIDE_RIGHT : ny < 0.0f ? SIDE_TOP : SIDE_BOTTOM;
        const uint32_t corner = (vx > 0.0f ? 1u : 0u) + (vy > 0.0f ? 2u : 0u);
        u->edge |= (features & 255u) << 8 * side;
        u->corner |= (HAIL_FEATURE_VERTEX + (features >> 8 & 255u)) << 8 * corner;
    }
    u->core_x = x;
    u->core_y = y;
    return true;
}

/* The kernels' tolerances (docs/arithmetic.md, "Sweeps") are at most an eighth of EXTENT_SLACK times the sizes that go
 * into them. */
static void set_reach(hail_upright *u) {
    const double x = (double)u->core_x + (double)u->radius, y = (double)u->core_y + (double)u->radius;
    const double more = 1e-3 + (x + y + 2.0 * HAIL_MAX_TILE) * EXTENT_SLACK * (double)u->flatness;
    u->slack = EXTENT_SLACK * (double)u->flatness + 1e-6;
    u->reach_x = x + more;
    u->reach_y = y + more;
}

static bool make_upright(const hail_mover_pose *pose, hail_upright *u) {
    const uint32_t vertices = row_bits(pose->row + HAIL_TEMPLATE_COUNT);
    if (!(pose->scale >= HAIL_TINY))
        return false;
    if (vertices == 1) {
        *u = (hail_upright){.flatness = 1.0f};
    } else {
        if (vertices != 4 || pose->cos != 1.0f || pose->sin != 0.0f || !read_box(pose->row, u))
            return false;
        u->core_x *= pose->scale;
        u->core_y *= pose->scale;
        u->flatness = pose->row[HAIL_TEMPLATE_FLATNESS];
    }
    u->radius = (pose->row[HAIL_TEMPLATE_ROUNDING] + pose->inflation / pose->scale) * pose->scale;
    set_reach(u);
    return true;
}

/* Most shapes are the one before. */
bool hail_upright_of(hail_obstacles *o, const hail_mover_pose *pose, const hail_upright **shape) {
    hail_upright_known *known = &o->known;
    const hail_mover_pose *last = &known->pose;
    *shape = &known->shape;
    if (known->any && last->row == pose->row && last->cos == pose->cos && last->sin == pose->sin &&
        last->scale == pose->scale && last->inflation == pose->inflation)
        return known->upright;
    known->any = true;
    known->pose = *pose;
    known->upright =
        o->map->width <= UPRIGHT_TILE && o->map->height <= UPRIGHT_TILE && make_upright(pose, &known->shape);
    return known->upright;
}

/* ---- Rectangles -------------------------------------------------------------------------------------------------- */

/* A look at the box of a shape's way. */
typedef struct look {
    hail_obstacles *o;
    hail_uprights *u;
    const hail_upright *shape;
    double x, y; /* px, from the map's corner */
    float dx, dy;
    int32_t left, top, right, bottom; /* px: the box; all of them belong to it */
    bool swept;
    bool one_way;   /* a one-way tile is near, which is for the general search */
    uint32_t count; /* pairs so far; more than there is room for: too many */
} look;

/* A full cell, or a run of pixels; and which pixels in front of its sides are open. */
typedef struct solid_rect {
    int32_t left, top; /* px, from the map's corner */
    uint32_t cell;     /* row * columns + column */
    uint32_t wide, high, kind;
    uint32_t open[4];
    uint32_t shape; /* of the map's templates */
} solid_rect;

static void add_rect(look *l, const solid_rect *r) {
    hail_uprights *u = l->u;
    const uint32_t i = l->count;
    if (l->swept && !(r->open[0] | r->open[1] | r->open[2] | r->open[3]))
        return;
    l->count++;
    if (i >= UPRIGHT_PAIRS)
        return;
    const float wide = (float)r->wide, high = (float)r->high;
    u->mover[i] = u->movers | r->kind << 8;
    u->cell[i] = r->cell;
    u->centre_x[i] = (float)r->left + 0.5f * wide;
    u->centre_y[i] = (float)r->top + 0.5f * high;
    u->x[i] = (float)((double)u->centre_x[i] - l->x);
    u->y[i] = (float)((double)u->centre_y[i] - l->y);
    u->wide[i] = wide;
    u->high[i] = high;
    u->half_x[i] = wide * 0.5f + l->shape->core_x;
    u->half_y[i] = high * 0.5f + l->shape->core_y;
    u->core_x[i] = l->shape->core_x;
    u->core_y[i] = l->shape->core_y;
    u->radius[i] = l->shape->radius;
    u->dx[i] = l->dx;
    u->dy[i] = l->dy;
    for (int side = 0; side < 4; side++)
        u->open[side][i] = r->open[side];
    u->reach[i] = rect_row(l->o, r->shape)[HAIL_TEMPLATE_RADIUS] + (l->shape->core_x + l->shape->core_y);
}

static uint32_t open_border(const hail_obstacles *o, int32_t column, int32_t row, hail_side_of side) {
    const bool beside = side == SIDE_LEFT || side == SIDE_RIGHT;
    const neighbour n = neighbour_beside(o, HAIL_BOTH_WAYS, column, row, side);
    const uint64_t solid = beside ? neighbour_column(o, &n, side == SIDE_LEFT ? o->map->width - 1 : 0)
                                  : neighbour_row(o, &n, side == SIDE_TOP ? o->map->height - 1 : 0);
    return ~(uint32_t)solid & (beside ? o->all_high : o->all_wide);
}

/* Open pixels of the cell beside a cell, whose word is `word`, along their border; full: the word of a full cell. */
static inline uint32_t open_beside(const hail_obstacles *o, int32_t column, int32_t row, hail_side_of side,
                                   uint32_t word, uint32_t full) {
    if (word == full)
        return 0;
    if (word || o->outside)
        return open_border(o, column, row, side);
    return side == SIDE_LEFT || side == SIDE_RIGHT ? o->all_high : o->all_wide;
}

static void add_full(look *l, solid_rect *r, int32_t column, int32_t row, const uint32_t *at) {
    const uint32_t stride = l->o->map->stride;
    r->wide = l->o->map->width;
    r->high = l->o->map->height;
    r->shape = HAIL_MAX_TILE;
    r->open[SIDE_LEFT] = open_beside(l->o, column, row, SIDE_LEFT, *(at - 1), *at);
    r->open[SIDE_TOP] = open_beside(l->o, column, row, SIDE_TOP, *(at - stride), *at);
    r->open[SIDE_RIGHT] = open_beside(l->o, column, row, SIDE_RIGHT, *(at + 1), *at);
    r->open[SIDE_BOTTOM] = open_beside(l->o, column, row, SIDE_BOTTOM, *(at + stride), *at);
    add_rect(l, r);
}

/* A partly solid cell, as far as the box reaches into it; rows[y + 1] is row y. */
typedef struct pixel_rows {
    int32_t left, top, first, end; /* px: its corner; its rows, from its top */
    uint32_t before, after;        /* bits by row: the pixel to the left of the row, to the right of it, is open */
    uint32_t rows[UPRIGHT_TILE + 2];
} pixel_rows;

static void read_rows(const look *l, uint32_t word, int32_t column, int32_t row, pixel_rows *p) {
    const hail_tilemap *map = l->o->map;
    const int32_t width = (int32_t)map->width, height = (int32_t)map->height;
    const uint64_t *rows = word & HAIL_CELL_FLAGS ? NULL : masks_rows(word_masks(map, word), word & HAIL_CELL_NUMBER);
    p->left = column * width;
    p->top = row * height;
    p->first = pixel_max(l->top - p->top, 0);
    p->end = pixel_min(l->bottom + 1 - p->top, height);
    for (int32_t y = pixel_max(p->first - 1, 0); y < pixel_min(p->end + 1, height); y++)
        p->rows[y + 1] = (uint32_t)(rows ? rows[y] : hail_tilemap_row_bits(map, word, (uint32_t)y));
    if (p->first == 0) {
        const neighbour n = neighbour_beside(l->o, HAIL_BOTH_WAYS, column, row, SIDE_TOP);
        p->rows[0] = (uint32_t)neighbour_row(l->o, &n, map->height - 1);
    }
    if (p->end == height) {
        const neighbour n = neighbour_beside(l->o, HAIL_BOTH_WAYS, column, row, SIDE_BOTTOM);
        p->rows[height + 1] = (uint32_t)neighbour_row(l->o, &n, 0);
    }
    const uint32_t *at = (const uint32_t *)map->cells.data + tilemap_cell(map, (uint32_t)column, (uint32_t)row);
    p->before = open_beside(l->o, column, row, SIDE_LEFT, *(at - 1), UINT32_MAX);
    p->after = open_beside(l->o, column, row, SIDE_RIGHT, *(at + 1), UINT32_MAX);
}

/* Adds the runs of solid pixels of row y that lie in the box. */
static void add_row(look *l, solid_rect *r, const pixel_rows *p, int32_t y) {
    const int32_t width = (int32_t)l->o->map->width;
    uint32_t bits = p->rows[y + 1];
    r->top = p->top + y;
    while (bits) {
        const uint32_t first = lowest_bit_64(bits), open = ~(bits >> first);
        const uint32_t length = open ? lowest_bit_64(open) : 32, end = first + length;
        const uint32_t all = (uint32_t)low_bits(length);
        bits = end < 32 ? bits >> end << end : 0;
        if (p->left + (int32_t)end <= l->left || p->left + (int32_t)first > l->right)
            continue;
        r->left = p->left + (int32_t)first;
        r->wide = length;
        r->shape = length - 1;
        r->open[SIDE_LEFT] = first ? 1 : p->before >> y & 1u;
        r->open[SIDE_TOP] = ~p->rows[y] >> first & all;
        r->open[SIDE_RIGHT] = (int32_t)end < width ? 1 : p->after >> y & 1u;
        r->open[SIDE_BOTTOM] = ~p->rows[y + 2] >> first & all;
        add_rect(l, r);
    }
}

static void add_cell(look *l, int32_t column, int32_t row, const uint32_t *at) {
    const hail_obstacles *o = l->o;
    const hail_tilemap *map = o->map;
    const uint32_t word = *at, solid = word_solid(map, word);
    if (!solid || !(o->cover[HAIL_BOTH_WAYS] >> word_kind(word) & 1u)) {
        l->one_way = l->one_way || word_is_solid(o, o->one_way, word);
        return;
    }
    solid_rect r;
    r.cell = (uint32_t)row * map->options.columns + (uint32_t)column;
    r.kind = word_kind(word);
    if (o->whole_cells || solid == map->width * map->height) {
        r.left = column * (int32_t)map->width;
        r.top = row * (int32_t)map->height;
        add_full(l, &r, column, row, at);
        return;
    }
    pixel_rows p;
    read_rows(l, word, column, row, &p);
    r.high = 1;
    for (int32_t y = p.first; y < p.end; y++)
        add_row(l, &r, &p, y);
}

static void add_cells(look *l) {
    const hail_obstacles *o = l->o;
    const int32_t first = (int32_t)(((double)l->left + 0.5) * o->cells_per_px_x),
                  last = (int32_t)(((double)l->right + 0.5) * o->cells_per_px_x),
                  upper = (int32_t)(((double)l->top + 0.5) * o->cells_per_px_y),
                  lower = (int32_t)(((double)l->bottom + 0.5) * o->cells_per_px_y);
    const uint32_t *cells = o->map->cells.data;
    for (int32_t row = upper; row <= lower; row++) {
        const uint32_t *at = cells + tilemap_cell(o->map, (uint32_t)first, (uint32_t)row);
        for (int32_t column = first; column <= last; column++, at++)
            if (*at)
                add_cell(l, column, row, at);
    }
}

/* ---- Movers ------------------------------------------------------------------------------------------------------ */

/* Sets the look's box to the part of a range that lies in the map. False: some of it lies outside. */
static bool span(double low, double high, double size, int32_t *first, int32_t *last) {
    *first = (int32_t)lesser(greater(low, 0.0), size - 1.0);
    *last = (int32_t)lesser(greater(high, 0.0), size - 1.0);
    return low >= 0.0 && high < size;
}

/* Where a shape may be on its way, px from the map's corner. */
typedef struct way {
    double low_x, low_y, high_x, high_y;
} way;

static way way_of(const hail_upright_mover *m) {
    const double dx = (double)m->dx, dy = (double)m->dy;
    return (way){m->x + lesser(dx, 0.0) - m->around, m->y + lesser(dy, 0.0) - m->around,
                 m->x + greater(dx, 0.0) + m->around, m->y + greater(dy, 0.0) + m->around};
}

static void add_entry(hail_uprights *u, const hail_upright *shape, const hail_upright_mover *m, const way *w,
                      uint32_t pairs) {
    hail_upright_entry *entry = &u->of[u->movers];
    u->tag = u->own_tag;
    u->shape = u->own_shape;
    u->own_tag[u->movers] = m->tag;
    u->own_shape[u->movers++] = &entry->shape;
    entry->shape = *shape;
    entry->tag = m->tag;
    entry->asked = false;
    entry->end = u->pairs = pairs;
    entry->low_x = w->low_x;
    entry->low_y = w->low_y;
    entry->high_x = w->high_x;
    entry->high_y = w->high_y;
}

hail_upright_added hail_uprights_add(hail_obstacles *o, hail_uprights *u, const hail_upright *shape,
                                     const hail_upright_mover *m) {
    const way w = way_of(m);
    const float length = size_of(m->dx) + size_of(m->dy);
    look l = {.o = o, .u = u, .shape = shape, .x = m->x, .y = m->y, .dx = m->dx, .dy = m->dy, .swept = m->swept};
    if (m->swept && length == 0.0f)
        return UPRIGHT_ADDED;
    if (length > o->long_way)
        return UPRIGHT_REFUSED;
    const double more = ((double)length + 4.0 * m->around) * shape->slack, reach_x = shape->reach_x + more,
                 reach_y = shape->reach_y + more;
    const bool in_x = span(w.low_x - reach_x, w.high_x + reach_x, o->size_x, &l.left, &l.right),
               in_y = span(w.low_y - reach_y, w.high_y + reach_y, o->size_y, &l.top, &l.bottom);
    if (o->outside && !(in_x && in_y))
        return UPRIGHT_REFUSED;
    l.count = u->pairs;
    add_cells(&l);
    if (l.one_way && !m->through && (m->swept || o->stand))
        return UPRIGHT_REFUSED;
    if (l.count > UPRIGHT_PAIRS || (l.count > u->pairs && u->movers == UPRIGHT_MOVERS))
        return u->movers ? UPRIGHT_NO_ROOM : UPRIGHT_REFUSED;
    if (l.count > u->pairs)
        add_entry(u, shape, m, &w, l.count);
    return UPRIGHT_ADDED;
}
