/* engine/tiles/obstacles.c - a shape's template, and the solid rectangles near it in batches for the narrowphase. */
#include "obstacles.h"

#include <math.h>
#include <string.h>

#include <hail/world.h>

#include "obstacle_search.h"
#include "shapes/row.h"

/* ---- The shape --------------------------------------------------------------------------------------------------- */

void hail_obstacles_begin(hail_obstacles *o, const hail_kernels *kernels, const hail_tilemap *map, uint32_t kinds,
                          bool whole_cells) {
    o->kernels = kernels;
    o->map = map;
    o->kinds = kinds;
    o->whole_cells = whole_cells;
    o->outside = map->options.outside_solid && kinds_have(kinds, map->options.outside_kind);
    o->count = 0;
    memset(o->copied, 0, sizeof o->copied);
}

/* Copies a rectangle's template, unless it was copied before. All of them are 32 KB, which costs more than one mover.
 */
static void need_template(hail_obstacles *o, uint32_t rect) {
    const uint64_t bit = UINT64_C(1) << rect % 64;
    if (o->copied[rect / 64] & bit)
        return;
    o->copied[rect / 64] |= bit;
    memcpy(o->rows + (size_t)rect * HAIL_TEMPLATE_WORDS, (const hail_convex *)o->map->set->rects.data + rect,
           sizeof(hail_convex));
}

/* A rotation that is a unit vector to 1e-4 only makes the shape larger or smaller. The kernels' tolerance of a corner
 * (docs/arithmetic.md, "Sweeps") is at most an eighth of EXTENT_SLACK times the sizes that go into it. */
static hail_extent extent_of(const hail_obstacles *o, const float *row) {
    const double c = (double)o->cos * (double)o->scale, s = (double)o->sin * (double)o->scale, reach = (double)o->reach;
    if (o->vertices == 1)
        return (hail_extent){-reach, -reach, reach, reach};
    hail_extent e = {0.0, 0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < o->vertices; i++) {
        const double vx = (double)row[HAIL_TEMPLATE_VX + i], vy = (double)row[HAIL_TEMPLATE_VY + i];
        const double x = c * vx - s * vy, y = s * vx + c * vy;
        e = (hail_extent){lesser(e.low_x, x), lesser(e.low_y, y), greater(e.high_x, x), greater(e.high_y, y)};
    }
    const double more = (double)row[HAIL_TEMPLATE_ROUNDING] * (double)o->scale +
                        reach * ((double)HAIL_RADIUS_MARGIN - 1.0) +
                        (reach + 2.0 * HAIL_MAX_TILE) * EXTENT_SLACK * (double)row[HAIL_TEMPLATE_FLATNESS];
    return (hail_extent){e.low_x - more, e.low_y - more, e.high_x + more, e.high_y + more};
}

void hail_obstacles_shape(hail_obstacles *o, const float *row, float cos, float sin, float scale, float inflation) {
    float *own_row = o->rows + OBSTACLE_RECTS * HAIL_TEMPLATE_WORDS;
    hail_convex point;
    if (!(scale >= HAIL_TINY)) { /* a point, which is inflated too */
        hail_convex_circle(0.0f, &point);
        row = point.words;
        scale = 1.0f;
    }
    memcpy(own_row, row, HAIL_TEMPLATE_WORDS * sizeof *own_row);
    own_row[HAIL_TEMPLATE_ROUNDING] += inflation / scale;
    own_row[HAIL_TEMPLATE_RADIUS] += inflation / scale * HAIL_RADIUS_MARGIN;
    memcpy(&o->vertices, own_row + HAIL_TEMPLATE_COUNT, sizeof o->vertices);
    o->cos = cos;
    o->sin = sin;
    o->scale = scale;
    o->reach = own_row[HAIL_TEMPLATE_RADIUS] * scale;
    o->extent = extent_of(o, own_row);
}

/* ---- Solid pixels and cells -------------------------------------------------------------------------------------- */

static bool word_is_solid(const hail_obstacles *o, uint32_t word) {
    return word_solid(o->map, word) && kinds_have(o->kinds, word_kind(word));
}

static int32_t cell_of(int32_t pixel, uint32_t size) {
    return pixel >= 0 ? pixel / (int32_t)size : -1 - (-1 - pixel) / (int32_t)size;
}

static inline bool in_map(const hail_obstacles *o, int32_t column, int32_t row) {
    return (uint32_t)column < o->map->options.columns && (uint32_t)row < o->map->options.rows;
}

/* Whether a solid cell is solid from edge to edge. */
static inline bool word_is_full(const hail_obstacles *o, uint32_t word) {
    return o->whole_cells || word_solid(o->map, word) == o->map->width * o->map->height;
}

int32_t hail_obstacles_solid_run(const hail_obstacles *o, int32_t x, int32_t y, bool down) {
    const int32_t width = (int32_t)o->map->width, height = (int32_t)o->map->height;
    const int32_t column = cell_of(x, o->map->width), row = cell_of(y, o->map->height);
    if (!in_map(o, column, row))
        return o->outside;
    const uint32_t word = tilemap_word(o->map, (uint32_t)column, (uint32_t)row);
    if (!word_is_solid(o, word))
        return 0;
    if (word_is_full(o, word))
        return down ? (row + 1) * height - y : (column + 1) * width - x;
    const uint64_t bits = hail_tilemap_row_bits(o->map, word, (uint32_t)(y - row * height));
    return (int32_t)(bits >> (x - column * width) & 1u);
}

bool hail_obstacles_solid(const hail_obstacles *o, int32_t x, int32_t y) {
    return hail_obstacles_solid_run(o, x, y, false) > 0;
}

/* Whether a cell is solid from edge to edge. */
static inline bool cell_is_full(const hail_obstacles *o, int32_t column, int32_t row) {
    if (!in_map(o, column, row))
        return o->outside;
    const uint32_t word = tilemap_word(o->map, (uint32_t)column, (uint32_t)row);
    return word_is_solid(o, word) && word_is_full(o, word);
}

/* ---- Rectangles -------------------------------------------------------------------------------------------------- */

static void flush(hail_rect_search *s) {
    if (s->o->count)
        s->on_batch(s);
    s->o->count = 0;
}

/* Adds a rectangle to the batch: template `shape`, enlarged by `scale`. */
static void add_rect(hail_rect_search *s, const hail_rect *rect, uint32_t shape, float scale) {
    hail_obstacles *o = s->o;
    if (o->count == OBSTACLE_PAIRS)
        flush(s);
    need_template(o, shape);
    const uint32_t i = o->count++;
    o->rects[i] = *rect;
    o->shape[i] = shape;
    o->size[i] = scale;
    o->x[i] = (float)(((double)rect->left + (double)rect->right) * 0.5 - s->x);
    o->y[i] = (float)(((double)rect->top + (double)rect->bottom) * 0.5 - s->y);
}

static uint32_t first_bit(uint64_t bits) {
    uint32_t at = 0;
    for (; !(bits & 0xff); bits >>= 8)
        at += 8;
    for (; !(bits & 1); bits >>= 1)
        at++;
    return at;
}

static bool row_is_full(const hail_tilemap *map, uint32_t word, int32_t y) {
    const uint64_t bits = hail_tilemap_row_bits(map, word, (uint32_t)y);
    return bits == (map->width < 64 ? (UINT64_C(1) << map->width) - 1 : UINT64_MAX);
}

/* Adds the horizontal runs of solid pixels of a partly solid cell that lie in the box. */
static void add_runs(hail_rect_search *s, const hail_rect *cell, uint32_t word, const hail_rect *box) {
    const hail_tilemap *map = s->o->map;
    const int32_t width = (int32_t)map->width;
    for (int32_t y = pixel_max(cell->top, box->top); y < pixel_min(cell->bottom, box->bottom); y++) {
        uint64_t bits = hail_tilemap_row_bits(map, word, (uint32_t)(y - cell->top));
        while (bits) {
            const uint32_t first = first_bit(bits), length = ~bits >> first ? first_bit(~bits >> first) : 64 - first;
            const hail_rect run = {
                cell->left + (int32_t)first, y, cell->left + (int32_t)(first + length), y + 1, cell->cell, cell->kind};
            bits = first + length < 64 ? bits >> (first + length) << (first + length) : 0;
            if (run.right <= box->left || run.left >= box->right)
                continue;
            /* The run fills its row, so do the rows above and below, and the pixels at both ends are solid: none of
             * its edges is exposed. */
            const bool buried = (int32_t)length == width && y > cell->top && y + 1 < cell->bottom &&
                                row_is_full(map, word, y - 1 - cell->top) &&
                                row_is_full(map, word, y + 1 - cell->top) &&
                                hail_obstacles_solid(s->o, run.left - 1, y) && hail_obstacles_solid(s->o, run.right, y);
            if (s->buried || !buried)
                add_rect(s, &run, length - 1, 1.0f);
        }
    }
}

static void add_cell(hail_rect_search *s, uint32_t column, uint32_t row, const hail_rect *box) {
    const hail_obstacles *o = s->o;
    const int32_t width = (int32_t)o->map->width, height = (int32_t)o->map->height, c = (int32_t)column,
                  r = (int32_t)row;
    const uint32_t word = tilemap_word(o->map, column, row);
    if (!word || !word_is_solid(o, word)) /* 0: empty */
        return;
    const hail_rect cell = {
        c * width,      r * height, (c + 1) * width, (r + 1) * height, row * o->map->options.columns + column,
        word_kind(word)};
    if (!word_is_full(o, word))
        add_runs(s, &cell, word, box);
    else if (s->buried || !cell_is_full(o, c, r - 1) || !cell_is_full(o, c - 1, r) || !cell_is_full(o, c + 1, r) ||
             !cell_is_full(o, c, r + 1))
        add_rect(s, &cell, HAIL_MAX_TILE, 1.0f);
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
    const hail_rect rect = {whole_pixel(cx - half_width),
                            whole_pixel(cy - half_height),
                            whole_pixel(cx + half_width),
                            whole_pixel(cy + half_height),
                            UINT32_MAX,
                            map->options.outside_kind};
    add_rect(s, &rect, HAIL_MAX_TILE, (float)scale);
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
    return (hail_rect){whole_pixel(look->left),
                       whole_pixel(look->top),
                       whole_pixel(look->right) + 1,
                       whole_pixel(look->bottom) + 1,
                       0,
                       0};
}

void hail_obstacles_search(hail_rect_search *s, const hail_look *around, const hail_look *close) {
    const hail_tilemap *map = s->o->map;
    const hail_rect box = pixels_of(close ? close : around);
    const int32_t last_column = (int32_t)map->options.columns - 1, last_row = (int32_t)map->options.rows - 1;
    const int32_t beyond = close ? 1 : 0; /* (without a close box, cells that start where the box ends belong to it) */
    const int32_t first = pixel_max(cell_of(box.left, map->width), 0),
                  last = pixel_min(cell_of(box.right - beyond, map->width), last_column);
    const int32_t upper = pixel_max(cell_of(box.top, map->height), 0),
                  lower = pixel_min(cell_of(box.bottom - beyond, map->height), last_row);
    for (int32_t row = upper; row <= lower; row++)
        for (int32_t column = first; column <= last; column++)
            add_cell(s, (uint32_t)column, (uint32_t)row, &box);
    if (s->o->outside) {
        const hail_rect all = pixels_of(around);
        add_all_outside(s, &all);
    }
    flush(s);
}

/* ---- Narrowphase ------------------------------------------------------------------------------------------------- */

void hail_obstacles_narrow(hail_obstacles *o, hail_question question, const float *dx, const float *dy) {
    static const float zero[1] = {0.0f};
    static const uint32_t shape[1] = {OBSTACLE_RECTS}, one[OBSTACLE_PAIRS];
    uint32_t number[OBSTACLE_PAIRS];
    for (uint32_t i = 0; i < o->count; i++)
        number[i] = i;
    hail_dispatch dispatch = {
        .kernels = o->kernels,
        .question = question,
        .job = {.one = {.x = zero,
                        .y = zero,
                        .dx = dx,
                        .dy = dy,
                        .uniform_radius = -1.0f,
                        .cos = &o->cos,
                        .sin = &o->sin,
                        .scale = &o->scale,
                        .shape = shape},
                .two = {.x = o->x, .y = o->y, .uniform_radius = -1.0f, .scale = o->size, .shape = o->shape},
                .templates = o->rows,
                .rounded = true,
                .manifold = true,
                .rows = (float *)(void *)o->contacts}};
    const uint8_t header[4] = {HAIL_CONTACT_TILE, 1, 0, HAIL_MAX_LAYERS};
    memcpy(&dispatch.job.header, header, sizeof header);
    hail_dispatch_pairs(&dispatch, (hail_cores){o->vertices, o->vertices}, (hail_cores){4, 4}, one, number, number,
                        o->count);
}
