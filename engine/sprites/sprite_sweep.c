/* engine/sprites/sprite_sweep.c - marches a ray for each pixel that may be the first to hit the map. */
#include "sprite_sweep.h"

#include <math.h>

#include "leading_pixels.h"
#include "sprite_boxes_near.h"
#include "tiles/tile_data.h"

void hail_sprite_overlap_cell(const hail_tilemap *map, const hail_sprite_overlap *o, hail_contact *c) {
    c->part_b = UINT32_MAX;
    c->feature_b = (uint8_t)map->options.outside_kind;
    const int32_t column = o->b_x < 0 ? -1 : o->b_x / (int32_t)map->width,
                  row = o->b_y < 0 ? -1 : o->b_y / (int32_t)map->height;
    if (column < 0 || row < 0 || column >= (int32_t)map->options.columns || row >= (int32_t)map->options.rows)
        return;
    c->part_b = (uint32_t)row * map->options.columns + (uint32_t)column;
    c->feature_b = (uint8_t)word_kind(tilemap_word(map, (uint32_t)column, (uint32_t)row));
}

enum { RAYS = 128 };

/* Pixels that enter this much later than the first count as touching, too: px, and by the size of coordinates. */
static const double TOGETHER = 1.0 / 256.0, TOGETHER_REL = 0x1p-21;

/* Positions in the map are rounded to this, by their size: what ends this close before a pixel has reached it. */
static const double ROUNDED = 0x1p-22;

/* Px, from the map's corner; all rays have the same way. */
typedef struct sweep sweep;
typedef void hit_sink(sweep *s, uint32_t i, double distance);

struct sweep {
    const hail_sprite_way *way;
    hail_mask mask;
    hail_sprite_pose pose; /* from the map's corner */
    hail_tile_view view;   /* with its corner at (0, 0) */
    hail_pixels_ahead ahead;
    hail_near_boxes near;
    double since;         /* px: what is hit before does not count */
    bool every_pixel;     /* any of them may be the first at any distance */
    bool any;             /* something was hit */
    bool overlaps;        /* some start in solid pixels: these do not count */
    double length, limit; /* px: of the way; what is further does not count */
    hit_sink *sink;

    hail_inside inside; /* these pixels have no rays */

    uint32_t count;       /* of pending rays */
    uint32_t pixel[RAYS]; /* column + 65536 * row */
    float x[RAYS + HAIL_SLACK], y[RAYS + HAIL_SLACK], dx[RAYS], dy[RAYS], far[RAYS];
    hail_ray_hit hits[RAYS];

    /* The pixels that hit together. */
    uint32_t touching;
    double sum_x, sum_y; /* of their centres, where they start */
    double normal_x, normal_y;
    hail_ray_hit first;
};

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

static int32_t column_of(const sweep *s, uint32_t i) { return (int32_t)(s->pixel[i] & 0xffff); }
static int32_t row_of(const sweep *s, uint32_t i) { return (int32_t)(s->pixel[i] >> 16); }

/* Only rounding makes a ray start in a solid pixel if the sprite does not overlap the map. */
static void enter_now(const hail_sprite_way *way, hail_ray_hit *hit) {
    const bool by_x = fabsf(way->dx) >= fabsf(way->dy);
    hit->normal_x = !by_x ? 0.0f : way->dx > 0.0f ? -1.0f : 1.0f;
    hit->normal_y = by_x ? 0.0f : way->dy > 0.0f ? -1.0f : 1.0f;
}

/* Emits a hit; of pixels that start inside only by rounding. */
static void emit_hit(sweep *s, uint32_t i) {
    if (s->hits[i].started_inside && s->overlaps) {
        if (s->inside.words)
            *inside_word(&s->inside, row_of(s, i), column_of(s, i) / 64) |= UINT64_C(1) << column_of(s, i) % 64;
        return;
    }
    if (s->hits[i].started_inside)
        enter_now(s->way, &s->hits[i]);
    s->sink(s, i, (double)s->hits[i].distance);
}

static void march(sweep *s) {
    uint32_t found[RAYS];
    const hail_image_frame frame = sprite_frame(&s->pose);
    const hail_march_job job = {.view = s->view,
                                .x = s->x,
                                .y = s->y,
                                .dx = s->dx,
                                .dy = s->dy,
                                .length = s->far,
                                .rows = (uint32_t *)(void *)s->hits,
                                .found = found};
    if (!s->count)
        return;
    for (uint32_t i = 0; i < s->count; i++) {
        s->dx[i] = s->way->dx;
        s->dy[i] = s->way->dy;
        s->far[i] = (float)s->limit;
    }
    s->way->kernels->pixel_centres(&frame, s->pixel, s->count, s->x, s->y);
    const uint32_t hits = s->way->kernels->march(&job, 0, s->count);
    for (uint32_t k = 0; k < hits; k++)
        emit_hit(s, found[k]);
    s->count = 0;
}

static void add_rays(sweep *s, int32_t row, int32_t word, uint64_t bits) {
    for (; bits; bits &= bits - 1) {
        if (s->count == RAYS)
            march(s);
        s->pixel[s->count++] = (uint32_t)row << 16 | (uint32_t)(word * 64 + bits_first(bits));
    }
}

/* Leading ones may be the first at any distance. */
typedef enum pixels { PIXELS_EVERY, PIXELS_LEADING, PIXELS_OTHERS } pixels;

/* The opaque pixels of a word that start outside of solid ones, as far as is known. */
static uint64_t outside_word(const void *of, int32_t row, int32_t word) {
    const hail_inside *inside = &((const sweep *)of)->inside;
    const uint64_t bits = mask_bits_or_none(&((const sweep *)of)->mask, row, word);
    return bits && inside->words ? bits & ~inside->bits[(row - inside->top) * inside->words + word - inside->first]
                                 : bits;
}

/* The same of `count` rows that are words. */
static void outside_rows(const sweep *s, int32_t row, int32_t count, uint64_t *bits) {
    const hail_mask *m = &s->mask;
    const hail_inside *inside = &s->inside;
    const int32_t word = m->left / 64, top = row > m->top ? row : m->top,
                  bottom = row + count < m->bottom ? row + count : m->bottom;
    const uint32_t *words = m->rows + (size_t)top * m->stride + 2 * (size_t)word;
    const uint64_t *in = inside->bits + (top - inside->top);
    uint64_t *own = bits + (top - row);
    for (int32_t k = row; k < top; k++)
        bits[k - row] = 0;
    for (int32_t k = 0; k < bottom - top; k++)
        own[k] = (uint64_t)words[k * (ptrdiff_t)m->stride + 1] << 32 | words[k * (ptrdiff_t)m->stride];
    for (int32_t k = 0; k < bottom - top && inside->words; k++)
        own[k] &= ~in[k];
    for (int32_t k = bottom; k < row + count; k++)
        bits[k - row] = 0;
}

/* Of rows that are words. */
static void find_pixels(const sweep *s, pixels which, int32_t row, int32_t count, uint64_t *bits) {
    hail_leading_rows rows = {0};
    if (which == PIXELS_EVERY) {
        outside_rows(s, row, count, bits);
        return;
    }
    outside_rows(s, row - ROWS_AHEAD, count + 2 * ROWS_AHEAD, rows.bits);
    leading_rows(&rows, count, &s->ahead, bits);
    for (int32_t k = 0; k < count && which == PIXELS_OTHERS; k++)
        bits[k] = rows.bits[k + ROWS_AHEAD] & ~bits[k];
}

/* Of one row of any width. */
static uint64_t find_word(const sweep *s, pixels which, int32_t row, int32_t word) {
    const uint64_t all = outside_word(s, row, word);
    if (which == PIXELS_EVERY)
        return all;
    const uint64_t leading = leading_bits_of(outside_word, s, row, word, &s->ahead);
    return which == PIXELS_LEADING ? leading : all & ~leading;
}

/* Adds the rays of those that come near cells. */
static void add_pixels(sweep *s, pixels which, hail_near_columns *near) {
    const int32_t first = s->mask.left / 64, last = (s->mask.right - 1) / 64, most = first == last ? LEADING_ROWS : 1;
    uint64_t bits[LEADING_ROWS];
    for (int32_t row = near->top; row < near->bottom; row += most)
        for (int32_t word = first; word <= last; word++) {
            const int32_t count = near->bottom - row < most ? near->bottom - row : most;
            if (first == last)
                find_pixels(s, which, row, count, bits);
            else
                bits[0] = find_word(s, which, row, word);
            hail_near_columns_keep(near, row, count, word, bits);
            for (int32_t k = 0; k < count; k++)
                if (bits[k])
                    add_rays(s, row + k, word, bits[k]);
        }
}

/* Marches pixels in order. Not those that are near no solid cell between `since` and the limit. */
static void march_pixels(sweep *s, pixels which, hit_sink *sink) {
    const double from = s->since / s->length, to = s->limit / s->length, dx = (double)s->way->dx,
                 dy = (double)s->way->dy;
    const double begin[2] = {dx * from, dy * from}, end[2] = {dx * to, dy * to};
    hail_near_columns near;
    hail_near_columns_find(&near, s->way->kernels, &s->near, &s->mask, &s->pose, begin, end);
    s->sink = sink;
    add_pixels(s, which, &near);
    march(s);
}

/* ---- The first hit ----------------------------------------------------------------------------------------------- */

static void find_first(sweep *s, uint32_t i, double distance) {
    (void)i;
    if (distance > s->limit) /* a ray's length was rounded up */
        return;
    s->any = true;
    s->limit = distance;
}

static void add_touching(sweep *s, uint32_t i, double distance) {
    double x, y;
    if (distance > s->limit)
        return;
    sprite_centre_of(&s->pose, column_of(s, i), row_of(s, i), &x, &y);
    if (!s->touching++)
        s->first = s->hits[i];
    s->sum_x += x;
    s->sum_y += y;
    s->normal_x -= (double)s->hits[i].normal_x;
    s->normal_y -= (double)s->hits[i].normal_y;
}

static void write_hit(const sweep *s, double distance, hail_contact *hit) {
    const double t = fmin(distance / s->length, 1.0), n = s->touching;
    const double length = sqrt(s->normal_x * s->normal_x + s->normal_y * s->normal_y);
    const hail_tilemap_options *map = &s->way->map->options;
    *hit = (hail_contact){.count = 1,
                          .t = (float)t,
                          .feature_b = s->first.kind,
                          .part_b = s->first.outside ? UINT32_MAX : s->first.cell,
                          .normal_x = (float)(s->normal_x / length + 0.0),
                          .normal_y = (float)(s->normal_y / length + 0.0)};
    hit->x[0] = (float)(s->sum_x / n + (double)s->way->dx * t + (double)map->x);
    hit->y[0] = (float)(s->sum_y / n + (double)s->way->dy * t + (double)map->y);
}

static void begin(sweep *s, const hail_sprite_way *way, uint32_t kinds) {
    const hail_sprite_pose *d = &way->pose;
    const double dx = (double)way->dx, dy = (double)way->dy;
    s->way = way;
    s->mask = way->mask;
    s->pose = *d;
    s->pose.x -= (double)way->map->options.x;
    s->pose.y -= (double)way->map->options.y;
    s->view = hail_tilemap_view(way->map, kinds);
    s->view.x = s->view.y = 0.0f;
    s->ahead = pixels_ahead(d->yy * dx - d->xy * dy, d->xx * dy - d->yx * dx, d->plain);
    s->any = s->near.everywhere = false;
    s->near.count = 0;
    s->count = s->touching = 0;
    s->since = s->sum_x = s->sum_y = s->normal_x = s->normal_y = 0.0;
    s->length = sqrt(dx * dx + dy * dy);
}

/* The sprite overlaps the map when it starts. It hits there if it moves into it. */
static bool hit_at_start(const sweep *s, const hail_sprite_overlap *o, hail_contact *hit) {
    const hail_sprite_way *way = s->way;
    const float into = -(way->dx * o->push_x + way->dy * o->push_y);
    if (!(into > (fabsf(way->dx) + fabsf(way->dy)) * 1e-6f))
        return false;
    *hit = hail_overlap_contact(o, false);
    hail_sprite_overlap_cell(way->map, o, hit);
    return true;
}

/* Finds how far the sprite gets. */
static void find_limit(sweep *s, double size) {
    march_pixels(s, s->every_pixel ? PIXELS_EVERY : PIXELS_LEADING, find_first);
    if (s->every_pixel || s->pose.plain)
        return;
    const double limit = s->limit;
    s->limit = fmin(limit, HAIL_LEADING_WAY * size);
    const double near = s->limit;
    march_pixels(s, PIXELS_OTHERS, find_first);
    s->limit = s->limit < near ? s->limit : limit;
}

/* Ordinary tiles. */
static bool sweep_ordinary(const hail_sprite_way *way, uint32_t kinds, hail_contact *hit) {
    hail_sprite_overlap o;
    sweep s;
    begin(&s, way, kinds);
    if (!(s.length > 0.0))
        return false;
    hail_near_boxes_find(&s.near, way->map, kinds, &way->mask, &s.pose, (double)way->dx, (double)way->dy);
    if (!s.near.everywhere && !s.near.count)
        return false;
    const bool touches = hail_near_boxes_touch(&s.near, &way->mask, &s.pose);
    hail_inside_clear(&s.inside, &way->mask);
    if (touches) {
        const double still[2] = {0.0, 0.0};
        hail_near_columns near;
        hail_near_columns_find(&near, way->kernels, &s.near, &way->mask, &s.pose, still, still);
        hail_overlap_map_near(way->kernels, way->map, &s.view, kinds, &way->mask, &way->pose, &near, &s.inside, &o);
    }
    s.overlaps = touches && o.count > 0;
    const bool sure = s.inside.words && s.inside.sure;
    if (!sure)
        hail_inside_clear(&s.inside, &way->mask);
    if (s.overlaps && hit_at_start(&s, &o, hit))
        return true;
    const double far = fabs(s.pose.x) + fabs(s.pose.y) + s.length;
    const double end = (double)(float)(s.length + far * ROUNDED); /* as rays have it: none hits beyond it */
    const double size = sqrt(s.pose.xx * s.pose.xx + s.pose.yx * s.pose.yx);
    s.every_pixel = (s.overlaps && !sure) || size > 1.0001;
    s.limit = end;
    find_limit(&s, size);
    if (!s.any)
        return false;
    const double distance = s.limit;
    s.since = distance;
    s.limit = fmin(distance + fmax(TOGETHER * size, far * TOGETHER_REL), end);
    march_pixels(&s, PIXELS_EVERY, add_touching);
    write_hit(&s, distance, hit);
    return true;
}

bool hail_sprite_sweep(const hail_sprite_way *way, hail_contact *hit) {
    const uint32_t kinds = tilemap_ordinary(way->map, way->kinds);
    hail_contact landing;
    if (way->pose.flat || way->mask.left >= way->mask.right || (way->dx == 0.0f && way->dy == 0.0f))
        return false;
    const bool hits = kinds && sweep_ordinary(way, kinds, hit);
    if (!(way->map->set->one_way_kinds & (way->kinds ? way->kinds : UINT32_MAX)) || !hail_sprite_land(way, &landing) ||
        (hits && hit->t <= landing.t))
        return hits;
    *hit = landing;
    return true;
}
