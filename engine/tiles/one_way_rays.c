/* engine/tiles/one_way_rays.c - docs/arithmetic.md, "Rays": rays that pass through one-way tiles. */
#include "one_way_rays.h"

#include <math.h>

#include "known_cells.h"

/* ---- Pixels ------------------------------------------------------------------------------------------------------ */

static bool in_map(const hail_tile_view *v, int64_t px, int64_t py) {
    return px >= 0 && py >= 0 && px < (int64_t)v->columns * v->width && py < (int64_t)v->rows * v->height;
}

/* The word of the pixel's cell, if the pixel is solid in a tile of these kinds; else 0. */
static uint32_t solid_word(const hail_ray_passes *p, uint32_t kinds, int64_t px, int64_t py) {
    const hail_tilemap *map = p->map;
    if (!in_map(&p->job->view, px, py))
        return 0;
    const uint32_t column = (uint32_t)px / map->width, row = (uint32_t)py / map->height,
                   word = tilemap_word(map, column, row);
    if (!(word & (HAIL_CELL_NUMBER | HAIL_CELL_OWN)) || !(kinds >> word_kind(word) & 1u))
        return 0;
    const uint64_t bits = hail_tilemap_row_bits(map, word, (uint32_t)py - row * map->height);
    return bits >> ((uint32_t)px - column * map->width) & 1u ? word : 0;
}

/* By hail_one_way. */
static const int32_t out_x[5] = {0, -1, 0, 1, 0}, out_y[5] = {0, 0, -1, 0, 1};

/* Whether a solid pixel stops a ray that enters it against (normal_x, normal_y). */
static bool stops(const hail_ray_passes *p, uint32_t word, int64_t px, int64_t py, int32_t normal_x, int32_t normal_y) {
    const uint32_t side = p->map->set->one_way[word_kind(word)];
    if (!side)
        return true;
    return normal_x == out_x[side] && normal_y == out_y[side] &&
           !solid_word(p, tileset_cover(p->map->set, p->job->view.kinds, side), px + out_x[side], py + out_y[side]);
}

/* ---- Rays as the kernels compute them ---------------------------------------------------------------------------- */

typedef struct ray {
    float x, y, ux, uy, inverse_x, inverse_y, end, norm, before;
} ray;

static float number(float a) { return fabsf(a) < HAIL_NEAR_ZERO ? 0.0f : a; }

static ray ray_of(const hail_march_job *job, uint32_t i) {
    const float dx = number(job->dx[i]), dy = number(job->dy[i]), big = fmaxf(fabsf(dx), fabsf(dy));
    ray r = {.x = number(job->x[i] - job->view.x),
             .y = number(job->y[i] - job->view.y),
             .ux = 1.0f,
             .inverse_x = 1.0f,
             .inverse_y = HAIL_RAY_NEVER,
             .norm = 1.0f};
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

/* A ray that starts outside begins where it enters the map. */
static void enter(const hail_tile_view *v, ray *r) {
    const float wide = (float)(v->columns * v->width), high = (float)(v->rows * v->height);
    const bool outside_x = !(r->x >= 0.0f && r->x < wide), outside_y = !(r->y >= 0.0f && r->y < high);
    if (!outside_x && !outside_y)
        return;
    const float edge_x = r->ux >= 0.0f ? 0.0f : wide, edge_y = r->uy >= 0.0f ? 0.0f : high;
    const float tx = (edge_x - r->x) * r->inverse_x, ty = (edge_y - r->y) * r->inverse_y;
    const bool by_x = outside_x && (!outside_y || tx > ty);
    const float t = by_x ? tx : ty, x = by_x ? edge_x : r->x + r->ux * t, y = by_x ? r->y + r->uy * t : edge_y;
    r->x = x;
    r->y = y;
    r->end = r->end - t;
    r->before = t;
}

/* ---- Walks ------------------------------------------------------------------------------------------------------- */

/* Where a ray is: a pixel, and how it came there. */
typedef struct place {
    int64_t px, py;
    int32_t normal_x, normal_y; /* of the side that it entered by; 0: it starts there */
    float t;
    uint32_t word; /* of what stops it there; 0: nothing does, or the outside */
    bool hit;
} place;

/* A ray along one axis. */
typedef struct axis {
    float start, u, inverse;
    bool forth;
} axis;

/* Boundaries are passed in their order at these times, which do not depend on how the walk got there. */
static float passed(const axis *a, int64_t boundary) { return ((float)boundary - a->start) * a->inverse; }

/* with: also if it passes it at t. */
static bool has_passed(const axis *a, int64_t boundary, float t, bool with) {
    const float at = passed(a, boundary);
    return at < t || (with && at == t);
}

static int64_t pixel_of(float at) { return (int64_t)floorf(at); }

/* The pixel where a ray is at time t that has left the pixel `from`; with: it has passed boundaries at that time. */
static int64_t pixel_at(const axis *a, int64_t from, float t, bool with) {
    const int64_t on = a->forth ? 1 : -1;
    int64_t pixel = (int64_t)(a->start + a->u * t); /* about there */
    pixel = (pixel - from) * on < 0 ? from : pixel;
    while (pixel != from && !has_passed(a, pixel + !a->forth, t, with))
        pixel -= on;
    while (has_passed(a, pixel + a->forth, t, with))
        pixel += on;
    return pixel;
}

/* The boundary ahead: of the pixel, or of so many cells from its own on. */
static int64_t ahead_of(const axis *a, int64_t pixel, uint32_t cell, uint32_t cells, uint32_t size) {
    const int64_t last = (int64_t)cell + (a->forth ? (int64_t)cells : 1 - (int64_t)cells);
    return cells ? last * size : pixel + a->forth;
}

/* Whether a ray that is in a cell goes through it: the cell is full, so that only its first pixels are exposed, or the
 * ray does not go against its side. */
static bool goes_through(const hail_ray_passes *p, const ray *r, uint32_t word) {
    const uint32_t side = p->map->set->one_way[word_kind(word)];
    return !(p->job->view.kinds >> word_kind(word) & 1u) ||
           (side && (r->ux * (float)out_x[side] + r->uy * (float)out_y[side] >= 0.0f ||
                     word_solid(p->map, word) == p->map->width * p->map->height));
}

/* How wide the square of cells is that begins with this one and does not stop the ray; 0: some pixel may. */
static uint32_t free_ahead(const hail_ray_passes *p, const ray *r, uint32_t column, uint32_t row) {
    const uint32_t quadrant = (r->ux >= 0.0f ? 1u : 0u) | (r->uy >= 0.0f ? 2u : 0u);
    const uint16_t known = *known_at(p->map, p->empty, column + 1, row + 1);
    if (is_empty(known))
        return known >> 4 * quadrant & HAIL_FIELD_FAR;
    return goes_through(p, r, tilemap_word(p->map, column, row)) ? 1 : 0;
}

/* Goes to the next pixel that may stop the ray. False: the ray ends before that, in the pixel where it is then. */
static bool step_on(const hail_ray_passes *p, const ray *r, place *at) {
    const axis x = {r->x, r->ux, r->inverse_x, r->ux >= 0.0f}, y = {r->y, r->uy, r->inverse_y, r->uy >= 0.0f};
    if (!in_map(&p->job->view, at->px, at->py))
        return false;
    const uint32_t width = p->map->width, height = p->map->height, column = (uint32_t)at->px / width,
                   row = (uint32_t)at->py / height, cells = free_ahead(p, r, column, row);
    const int64_t px = at->px, py = at->py, next_x = ahead_of(&x, px, column, cells, width),
                  next_y = ahead_of(&y, py, row, cells, height);
    const float tx = passed(&x, next_x), ty = passed(&y, next_y);
    const bool by_x = tx <= ty, ends = (by_x ? tx : ty) > r->end;
    const float t = ends ? r->end : by_x ? tx : ty;
    at->px = by_x && !ends ? next_x - !x.forth : cells ? pixel_at(&x, px, t, true) : px;
    at->py = !by_x && !ends ? next_y - !y.forth : cells ? pixel_at(&y, py, t, ends) : py;
    if (ends)
        return false;
    at->t = t;
    at->normal_x = !by_x ? 0 : x.forth ? -1 : 1;
    at->normal_y = by_x ? 0 : y.forth ? -1 : 1;
    return true;
}

static bool stopped_at(const hail_ray_passes *p, place *at) {
    at->word = solid_word(p, p->job->view.kinds, at->px, at->py);
    at->hit = at->word ? stops(p, at->word, at->px, at->py, at->normal_x, at->normal_y)
                       : p->job->view.outside_solid && !in_map(&p->job->view, at->px, at->py);
    return at->hit;
}

/* Goes on from a pixel that does not stop the ray, to one that does or to the ray's end. */
static void walk_on(const hail_ray_passes *p, const ray *r, place *at) {
    at->hit = false;
    while (step_on(p, r, at))
        if (stopped_at(p, at))
            return;
}

/* Bresenham's line, as its kernel draws it. */
typedef struct line {
    int64_t low_x, low_y, longer, rise; /* the lower end along the longer axis; what it goes along both */
    bool steep, swapped;
} line;

static int64_t size_of(int64_t a) { return a < 0 ? -a : a; }

static line line_of(const hail_march_job *job, const ray *r, uint32_t i) {
    const float x = job->x[i], y = job->y[i];
    const float end_x = job->length ? x + r->ux * r->end : x + job->dx[i],
                end_y = job->length ? y + r->uy * r->end : y + job->dy[i];
    const int64_t from_x = pixel_of(r->x), from_y = pixel_of(r->y), to_x = pixel_of(number(end_x - job->view.x)),
                  to_y = pixel_of(number(end_y - job->view.y));
    const int64_t wide = to_x - from_x, high = to_y - from_y;
    line l = {.steep = size_of(high) > size_of(wide)};
    l.swapped = (l.steep ? high : wide) < 0;
    l.longer = l.steep ? size_of(high) : size_of(wide);
    l.rise = (l.steep ? wide : high) * (l.swapped ? -1 : 1);
    l.low_x = l.swapped ? to_x : from_x;
    l.low_y = l.swapped ? to_y : from_y;
    return l;
}

/* Pixel k of the line, from its start. */
static void line_pixel(const line *l, int64_t k, place *at) {
    const int64_t n = l->swapped ? l->longer - k : k;
    const int64_t owed = l->longer ? (2 * n * size_of(l->rise) + l->longer) / (2 * l->longer) : 0,
                  by = l->rise < 0 ? -owed : owed;
    at->px = l->low_x + (l->steep ? by : n);
    at->py = l->low_y + (l->steep ? n : by);
    const int32_t back = k == 0 ? 0 : l->swapped ? 1 : -1;
    at->normal_x = l->steep ? 0 : back;
    at->normal_y = l->steep ? back : 0;
}

static void draw_on(const hail_ray_passes *p, const ray *r, uint32_t i, place *at) {
    const line l = line_of(p->job, r, i);
    const int64_t along = l.steep ? at->py - l.low_y : at->px - l.low_x;
    at->hit = false;
    for (int64_t k = (l.swapped ? l.longer - along : along) + 1; k <= l.longer && !at->hit; k++) {
        line_pixel(&l, k, at);
        stopped_at(p, at);
    }
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

static int32_t clamped(int64_t at, int64_t size) { return (int32_t)(at < -1 ? -1 : at > size ? size : at); }

static void write_pixel(const hail_ray_passes *p, const place *at, hail_ray_hit *row) {
    const hail_tile_view *v = &p->job->view;
    const bool outside = !in_map(v, at->px, at->py);
    row->pixel_x = clamped(at->px, (int64_t)v->columns * v->width);
    row->pixel_y = clamped(at->py, (int64_t)v->rows * v->height);
    row->column = row->pixel_x < 0 ? -1 : row->pixel_x / (int32_t)v->width;
    row->row = row->pixel_y < 0 ? -1 : row->pixel_y / (int32_t)v->height;
    row->cell = outside ? 0 : (uint32_t)row->row * v->columns + (uint32_t)row->column;
    row->tile = at->word & HAIL_CELL_OWN ? 0 : at->word & (HAIL_CELL_NUMBER | HAIL_CELL_FLAGS);
    row->hit = 1;
    row->kind = (uint8_t)(outside ? v->outside_kind : word_kind(at->word));
    row->outside = outside;
    row->normal_x = (float)at->normal_x;
    row->normal_y = (float)at->normal_y;
}

static void write_end(const hail_march_job *job, uint32_t i, const ray *r, hail_ray_hit *row) {
    const float far = r->before + r->end;
    *row = (hail_ray_hit){.x = job->length ? job->x[i] + r->ux * far : job->x[i] + job->dx[i],
                          .y = job->length ? job->y[i] + r->uy * far : job->y[i] + job->dy[i]};
    row->distance = !job->length ? far * r->norm + 0.0f : far > 0.0f ? job->length[i] : 0.0f;
}

static void write_walk(const hail_ray_passes *p, uint32_t i, const ray *r, const place *at, hail_ray_hit *row) {
    const hail_march_job *job = p->job;
    const float t = r->before + at->t;
    row->distance = t * r->norm + 0.0f;
    row->x = at->normal_x ? (float)(at->px + (at->normal_x > 0)) + job->view.x : job->x[i] + r->ux * t;
    row->y = at->normal_y ? (float)(at->py + (at->normal_y > 0)) + job->view.y : job->y[i] + r->uy * t;
}

static void write_line(const hail_march_job *job, uint32_t i, const place *at, hail_ray_hit *row) {
    row->x = ((float)at->px + 0.5f) + job->view.x;
    row->y = ((float)at->py + 0.5f) + job->view.y;
    const float gone_x = row->x - job->x[i], gone_y = row->y - job->y[i];
    row->distance = sqrtf(gone_x * gone_x + gone_y * gone_y);
}

bool hail_ray_pass(const hail_ray_passes *p, uint32_t i, hail_ray_hit *row) {
    place at = {.px = row->pixel_x, .py = row->pixel_y};
    if (!row->hit || row->outside || !p->map->set->one_way[row->kind])
        return row->hit;
    at.word = solid_word(p, p->job->view.kinds, at.px, at.py);
    if (stops(p, at.word, at.px, at.py, (int32_t)row->normal_x, (int32_t)row->normal_y))
        return true;
    ray r = ray_of(p->job, i);
    if (p->bresenham) {
        draw_on(p, &r, i, &at);
    } else {
        enter(&p->job->view, &r);
        walk_on(p, &r, &at);
    }
    *row = (hail_ray_hit){0};
    if (!at.hit) {
        write_end(p->job, i, &r, row);
        return false;
    }
    write_pixel(p, &at, row);
    if (p->bresenham)
        write_line(p->job, i, &at, row);
    else
        write_walk(p, i, &r, &at, row);
    return true;
}

bool hail_ray_ends_short(const hail_ray_passes *p, uint32_t i, float end_x, float end_y, hail_one_way *side) {
    const hail_tile_view *v = &p->job->view;
    const int64_t px = pixel_of(number(end_x - v->x)), py = pixel_of(number(end_y - v->y));
    const uint32_t word = solid_word(p, v->kinds, px, py), which = word ? p->map->set->one_way[word_kind(word)] : 0;
    ray r = ray_of(p->job, i);
    if (!which || r.ux * (float)out_x[which] + r.uy * (float)out_y[which] >= 0.0f ||
        !stops(p, word, px, py, out_x[which], out_y[which]))
        return false;
    enter(v, &r);
    place at = {.px = pixel_of(r.x), .py = pixel_of(r.y)};
    walk_on(p, &r, &at);
    *side = (hail_one_way)which;
    return at.px == px + out_x[which] && at.py == py + out_y[which];
}
