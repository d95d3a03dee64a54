/* simd/kernels/tiles/march_reference.c - docs/arithmetic.md, "Rays", a pixel at a time. It reads no stored squares. */
#include <math.h>
#include <string.h>

#include "kernels/reference.h"

static float number(float a) { return reference_not_tiny(a, HAIL_NEAR_ZERO); }

/* The word of a cell that holds the pixel; the pixel lies in the map. */
static uint32_t word_at(const hail_tile_view *view, int32_t px, int32_t py) {
    const int32_t column = px / (int32_t)view->width, row = py / (int32_t)view->height;
    return view->cells[(size_t)(row + 1) * (view->columns + 2) + (size_t)(column + 1)];
}

static bool in_map(const hail_tile_view *view, int32_t px, int32_t py) {
    return px >= 0 && py >= 0 && px < (int32_t)(view->columns * view->width) &&
           py < (int32_t)(view->rows * view->height);
}

static bool pixel_solid(const hail_tile_view *view, int32_t px, int32_t py) {
    if (!in_map(view, px, py))
        return view->outside_solid;
    const uint32_t word = word_at(view, px, py), number = word & HAIL_CELL_NUMBER;
    const bool own = word & HAIL_CELL_OWN;
    if ((!number && !own) || !(view->kinds >> (word >> HAIL_CELL_KIND_SHIFT & 31) & 1))
        return false;
    uint32_t x = (uint32_t)px % view->width, y = (uint32_t)py % view->height;
    if (word >> 31)
        x = view->width - 1 - x;
    if (word & HAIL_CELL_FLIP_Y)
        y = view->height - 1 - y;
    if (word & HAIL_CELL_DIAGONAL) {
        const uint32_t hold = x;
        x = y;
        y = hold;
    }
    const uint16_t *fields = own ? view->own_fields : view->fields;
    return fields[(size_t)number * view->width * view->height + (size_t)y * view->width + x] == 0;
}

void HAIL_KERNEL(solid_points)(const hail_tile_view *view, const float *x, const float *y, size_t count,
                               uint8_t *solid) {
    for (size_t i = 0; i < count; i++)
        solid[i] = pixel_solid(view, (int32_t)floorf(number(x[i] - view->x)), (int32_t)floorf(number(y[i] - view->y)));
}

/* Whether a cell has no solid pixel, of any kind; counted from the border, which is not empty. */
static bool cell_empty(const hail_tile_view *view, uint32_t column, uint32_t row) {
    if (column < 1 || row < 1 || column > view->columns || row > view->rows)
        return false;
    const uint32_t word = view->cells[(size_t)row * (view->columns + 2) + column], number = word & HAIL_CELL_NUMBER;
    const size_t pixels = (size_t)view->width * view->height;
    const uint16_t *fields = (word & HAIL_CELL_OWN ? view->own_fields : view->fields) + number * pixels;
    if (!(word & (HAIL_CELL_NUMBER | HAIL_CELL_OWN)))
        return true; /* it names no tile */
    for (size_t i = 0; i < pixels; i++)
        if (fields[i] == 0)
            return false;
    return true;
}

/* The first and the last cell, from the border, at which a path from at - d to `at` may be; false: beyond the border.
 */
static bool path_cells(float at, float d, float corner, uint32_t cells, uint32_t size, uint32_t *first,
                       uint32_t *last) {
    const float cell = (float)size, margin = (fabsf(corner) + (float)(cells * size)) * HAIL_NEAR_SOLID_MARGIN;
    const float start = at - d, inverse = 1.0f / cell;
    const float low = ((start < at ? start : at) - (corner + margin - cell)) * inverse,
                high = ((start > at ? start : at) - (corner - margin - cell)) * inverse;
    if (!(low >= 0.0f && high < (float)cells + 2.0f))
        return false;
    *first = (uint32_t)low;
    *last = (uint32_t)high;
    return true;
}

uint32_t HAIL_KERNEL(near_solid)(const hail_tile_view *view, const float *x, const float *y, const float *dx,
                                 const float *dy, uint32_t count, uint32_t *near_list) {
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t left = 0, right = 0, top = 0, bottom = 0;
        bool empty = path_cells(x[i], dx[i], view->x, view->columns, view->width, &left, &right) &&
                     path_cells(y[i], dy[i], view->y, view->rows, view->height, &top, &bottom) && right - left <= 1 &&
                     bottom - top <= 1;
        for (uint32_t r = top; empty && r <= bottom; r++)
            for (uint32_t c = left; empty && c <= right; c++)
                empty = cell_empty(view, c, r);
        if (!empty)
            near_list[listed++] = i;
    }
    return listed;
}

/* ---- Rays ------------------------------------------------------------------------------------------------------- */

typedef struct ray {
    float x, y, ux, uy, inverse_x, inverse_y, end, norm, before;
} ray;

static ray ray_at(const hail_march_job *job, uint32_t i) {
    const float dx = number(job->dx[i]), dy = number(job->dy[i]);
    const float big = fabsf(dx) > fabsf(dy) ? fabsf(dx) : fabsf(dy);
    ray r = {number(job->x[i] - job->view.x),
             number(job->y[i] - job->view.y),
             1.0f,
             0.0f,
             1.0f,
             HAIL_RAY_NEVER,
             0.0f,
             1.0f,
             0.0f};
    if (big == 0.0f || (job->length && job->length[i] == 0.0f))
        return r;
    r.ux = number(dx / big);
    r.uy = number(dy / big);
    r.inverse_x = r.ux == 0.0f ? HAIL_RAY_NEVER : big / dx;
    r.inverse_y = r.uy == 0.0f ? HAIL_RAY_NEVER : big / dy;
    r.norm = sqrtf(r.ux * r.ux + r.uy * r.uy);
    r.end = job->length ? job->length[i] / r.norm : big;
    return r;
}

typedef struct outcome {
    bool hit;
    int32_t by; /* 0: started inside; 1: by x, 2: by y */
    int32_t px, py;
    float t;
} outcome;

/* The t at which a boundary is passed. */
static float passed(float at, float origin, float inverse) { return (at - origin) * inverse; }

/* Moves a ray that starts outside to where it enters. False: it does not enter. */
static bool enter(const hail_tile_view *view, ray *r, outcome *o) {
    const int32_t wide = (int32_t)(view->columns * view->width), high = (int32_t)(view->rows * view->height);
    const bool outside_x = !(r->x >= 0.0f && r->x < (float)wide), outside_y = !(r->y >= 0.0f && r->y < (float)high);
    const float edge_x = r->ux >= 0.0f ? 0.0f : (float)wide, edge_y = r->uy >= 0.0f ? 0.0f : (float)high;
    const float tx = passed(edge_x, r->x, r->inverse_x), ty = passed(edge_y, r->y, r->inverse_y);
    if ((outside_x && tx < 0.0f) || (outside_y && ty < 0.0f))
        return false;
    const bool by_x = outside_x && (!outside_y || tx > ty);
    const float t = by_x ? tx : ty, x = by_x ? edge_x : r->x + r->ux * t, y = by_x ? r->y + r->uy * t : edge_y;
    /* At a corner a ray goes on in x first. So one that enters by y and moves left is already in the pixel before an
     * edge; and one that enters by x and comes down to an edge is not yet in the next pixel. */
    const bool left = r->ux < 0.0f, above = by_x ? r->uy >= 0.0f && y > r->y : r->uy < 0.0f;
    const bool in_x = left ? x > 0.0f && x <= (float)wide : x >= 0.0f && x < (float)wide;
    const bool in_y = above ? y > 0.0f && y <= (float)high : y >= 0.0f && y < (float)high;
    if (t > r->end || (by_x ? !in_y : !in_x))
        return false;
    r->x = x;
    r->y = y;
    r->end = r->end - t;
    r->before = t;
    o->by = by_x ? 1 : 2;
    o->px = (int32_t)floorf(x) - (left && x == floorf(x));
    o->py = (int32_t)floorf(y) - (above && y == floorf(y));
    return true;
}

/* Walks from boundary to boundary, always to the one that is passed next; ties go to x. */
static outcome walk(const hail_tile_view *view, ray *r) {
    outcome o = {0};
    o.px = (int32_t)floorf(r->x);
    o.py = (int32_t)floorf(r->y);
    const bool inside = r->x >= 0.0f && r->y >= 0.0f && in_map(view, o.px, o.py);
    if (!inside && (view->outside_solid || !enter(view, r, &o))) {
        o.hit = view->outside_solid;
        return o;
    }
    while (!pixel_solid(view, o.px, o.py)) {
        const float tx = passed((float)(r->ux >= 0.0f ? o.px + 1 : o.px), r->x, r->inverse_x),
                    ty = passed((float)(r->uy >= 0.0f ? o.py + 1 : o.py), r->y, r->inverse_y);
        const bool by_x = tx <= ty;
        const float t = by_x ? tx : ty;
        if (!in_map(view, o.px, o.py) || t > r->end)
            return o;
        o.t = t;
        o.by = by_x ? 1 : 2;
        o.px += by_x ? (r->ux >= 0.0f ? 1 : -1) : 0;
        o.py += by_x ? 0 : (r->uy >= 0.0f ? 1 : -1);
    }
    o.hit = true;
    return o;
}

/* ---- Rows ------------------------------------------------------------------------------------------------------- */

static uint32_t clamped(int32_t at, uint32_t size) {
    return (uint32_t)(at < -1 ? -1 : at > (int32_t)size ? (int32_t)size : at);
}

static uint32_t cell_of(int32_t pixel, uint32_t tile, uint32_t cells) {
    return pixel < 0 ? UINT32_MAX : (uint32_t)pixel / tile > cells ? cells : (uint32_t)pixel / tile;
}

/* floats: x, y, distance, normal_x, normal_y */
static void make_row(const hail_march_job *job, const outcome *o, const float floats[5], uint32_t row[HAIL_HIT_WORDS]) {
    const hail_tile_view *view = &job->view;
    memset(row, 0, HAIL_HIT_WORDS * sizeof *row);
    memcpy(row, floats, 5 * sizeof *floats);
    if (!o->hit)
        return;
    const bool outside = !in_map(view, o->px, o->py);
    const uint32_t word = outside ? 0 : word_at(view, o->px, o->py);
    row[5] = clamped(o->px, view->columns * view->width);
    row[6] = clamped(o->py, view->rows * view->height);
    row[7] = cell_of(o->px, view->width, view->columns);
    row[8] = cell_of(o->py, view->height, view->rows);
    row[9] = outside ? 0 : row[8] * view->columns + row[7];
    row[10] = word & HAIL_CELL_OWN ? 0 : word & (HAIL_CELL_NUMBER | HAIL_CELL_FLAGS);
    const uint8_t bytes[4] = {1, o->by == 0,
                              (uint8_t)(outside ? view->outside_kind : word >> HAIL_CELL_KIND_SHIFT & 31), outside};
    memcpy(row + 11, bytes, sizeof bytes);
}

static void write_words(uint32_t *column, uint32_t i, uint32_t word) {
    if (column)
        column[i] = word;
}
static void write_float(float *column, uint32_t i, float number) {
    if (column)
        column[i] = number;
}

static void write_row(const hail_march_job *job, uint32_t i, const outcome *o, const float floats[5]) {
    uint32_t row[HAIL_HIT_WORDS];
    const hail_march_answers *c = job->answers;
    make_row(job, o, floats, row);
    if (!c) {
        memcpy(job->rows + (size_t)i * HAIL_HIT_WORDS, row, sizeof row);
        return;
    }
    write_float(c->distance, i, floats[2]);
    write_float(c->normal_x, i, floats[3]);
    write_float(c->normal_y, i, floats[4]);
    write_words(c->pixel_x, i, row[5]);
    write_words(c->pixel_y, i, row[6]);
    write_words(c->cell, i, row[9]);
    if (c->hit)
        c->hit[i] = o->hit;
}

/* Fills in the floats of a ray that hit nothing. */
static void missed(const hail_march_job *job, uint32_t i, const ray *r, float floats[5]) {
    const float far = r->before + r->end;
    floats[0] = job->length ? job->x[i] + r->ux * far : job->x[i] + job->dx[i];
    floats[1] = job->length ? job->y[i] + r->uy * far : job->y[i] + job->dy[i];
    floats[2] = !job->length ? far * r->norm + 0.0f : far > 0.0f ? job->length[i] : 0.0f;
}

uint32_t HAIL_KERNEL(march)(const hail_march_job *job, uint32_t begin, uint32_t end) {
    uint32_t found = 0;
    for (uint32_t i = begin; i < end; i++) {
        ray r = ray_at(job, i);
        const outcome o = walk(&job->view, &r);
        const float t = r.before + o.t;
        float floats[5] = {job->x[i] + r.ux * t, job->y[i] + r.uy * t, t * r.norm + 0.0f, 0.0f, 0.0f};
        if (o.hit && o.by == 1) {
            floats[0] = (float)(r.ux >= 0.0f ? o.px : o.px + 1) + job->view.x;
            floats[3] = r.ux >= 0.0f ? -1.0f : 1.0f;
        }
        if (o.hit && o.by == 2) {
            floats[1] = (float)(r.uy >= 0.0f ? o.py : o.py + 1) + job->view.y;
            floats[4] = r.uy >= 0.0f ? -1.0f : 1.0f;
        }
        if (!o.hit)
            missed(job, i, &r, floats);
        if (o.hit || !job->found)
            write_row(job, i, &o, floats);
        if (o.hit && job->found)
            job->found[found++] = i;
    }
    return found;
}

/* ---- Bresenham's line ------------------------------------------------------------------------------------------- */

typedef struct point {
    int64_t x, y;
} point;

static int64_t absolute(int64_t a) { return a < 0 ? -a : a; }

/* Pixel k of the line from the lower end (along the longer axis) to the other. */
static point listed(point low, point high, bool steep, int64_t k) {
    const int64_t longer = steep ? high.y - low.y : high.x - low.x, rise = steep ? high.x - low.x : high.y - low.y;
    const int64_t owed = longer ? (2 * k * absolute(rise) + longer) / (2 * longer) : 0, by = rise < 0 ? -owed : owed;
    return steep ? (point){low.x + by, low.y + k} : (point){low.x + k, low.y + by};
}

uint32_t HAIL_KERNEL(bresenham)(const hail_march_job *job, uint32_t begin, uint32_t end) {
    const hail_tile_view *view = &job->view;
    uint32_t found = 0;
    for (uint32_t i = begin; i < end; i++) {
        const ray r = ray_at(job, i);
        const float x = job->x[i], y = job->y[i];
        const float end_x = job->length ? x + r.ux * r.end : x + job->dx[i],
                    end_y = job->length ? y + r.uy * r.end : y + job->dy[i];
        const point from = {(int64_t)floorf(r.x), (int64_t)floorf(r.y)},
                    to = {(int64_t)floorf(number(end_x - view->x)), (int64_t)floorf(number(end_y - view->y))};
        const bool steep = absolute(to.y - from.y) > absolute(to.x - from.x);
        const bool swapped = steep ? to.y < from.y : to.x < from.x;
        const int64_t n = steep ? absolute(to.y - from.y) : absolute(to.x - from.x);
        outcome o = {0};
        for (int64_t k = 0; k <= n && !o.hit; k++) {
            const point p = swapped ? listed(to, from, steep, n - k) : listed(from, to, steep, k);
            o = (outcome){pixel_solid(view, (int32_t)p.x, (int32_t)p.y),
                          k == 0  ? 0
                          : steep ? 2
                                  : 1,
                          (int32_t)p.x, (int32_t)p.y, 0.0f};
        }
        float floats[5] = {0.0f};
        missed(job, i, &r, floats);
        if (o.hit) {
            const float at_x = ((float)o.px + 0.5f) + view->x, at_y = ((float)o.py + 0.5f) + view->y, gone_x = at_x - x,
                        gone_y = at_y - y;
            floats[0] = o.by ? at_x : x;
            floats[1] = o.by ? at_y : y;
            floats[2] = o.by ? sqrtf(gone_x * gone_x + gone_y * gone_y) : 0.0f;
            floats[3] = o.by == 1 ? (r.ux >= 0.0f ? -1.0f : 1.0f) : 0.0f;
            floats[4] = o.by == 2 ? (r.uy >= 0.0f ? -1.0f : 1.0f) : 0.0f;
        }
        if (o.hit || !job->found)
            write_row(job, i, &o, floats);
        if (o.hit && job->found)
            job->found[found++] = i;
    }
    return found;
}
