/* engine/casts/cast_walls.c - the first wall that stops a cast: the walls near its path, then the kernels' sweeps. */
#include <math.h>

#include "cast_hits.h"
#include "cast_pairs.h"
#include "cast_shape.h"
#include "cast_sources.h"
#include "sectors/sector_map.h"
#include "shapes/row.h"

enum { CHUNK = 128 }; /* walls listed at a time */

/* As in statics/collide_walls.c: inflated by this, the search finds all that a sweep may report within rounding. */
static const float INFLATE_ABS = 1.0f / (1 << 17), INFLATE_REL = 1.001f;

typedef struct wall_casts {
    hail_cast *cast;
    const hail_sectors *map;
    hail_walls_view view;
    float inflate_rel, extra, inflate_abs;
    uint32_t query;    /* whose walls come in now */
    hail_contact best; /* of that query; kind 0: none yet */
    hail_cast_pairs pairs;
} wall_casts;

/* Ties go to the lowest wall, then to the lowest part. */
static bool is_earlier(const hail_contact *c, const hail_contact *than) {
    if (c->t != than->t)
        return c->t < than->t;
    return c->part_b != than->part_b ? c->part_b < than->part_b : c->part_a < than->part_a;
}

/* A sprite whose polygon around it touches a wall: its pixels. False: they do not. */
static bool touch_pixels(const wall_casts *w, const hail_cast_pair *pair, hail_contact *c) {
    const hail_shape_entry *sprite = cast_shape(w->cast, pair->query)->entry;
    const hail_pixels pixels = hail_pixels_of(sprite->set, sprite->sprite);
    const hail_pose at = hail_cast_pose(w->cast, pair->query);
    const hail_wall *wall = sectors_wall(w->map, pair->part_b);
    const float *x = sectors_x(w->map), *y = sectors_y(w->map);
    float row[HAIL_TEMPLATE_WORDS];
    const hail_wall_segment segment = {x[wall->a], y[wall->a], x[wall->b] - x[wall->a], y[wall->b] - y[wall->a], row};
    hail_segment_row(segment.ex, segment.ey, row);
    if (!hail_pixels_against_wall(&pixels, &at, &segment, true, c))
        return false;
    c->part_b = pair->part_b;
    return true;
}

static void finish_query(wall_casts *w) {
    if (!w->best.kind)
        return;
    w->best.kind = HAIL_CONTACT_WALL;
    w->best.layer_b = HAIL_WALLS;
    w->best.feature_b = sectors_wall(w->map, w->best.part_b)->kind;
    hail_query_hit hit;
    cast_set_hit(w->cast, w->query, &w->best, &hit);
    hail_cast_add(w->cast, w->query, &hit);
    w->best.kind = 0;
}

static void take_wall(void *user, const hail_cast_pair *pair, hail_contact *c) {
    wall_casts *w = user;
    if (pair->query != w->query)
        finish_query(w);
    w->query = pair->query;
    if (cast_is_sprite(cast_shape(w->cast, pair->query)) && !touch_pixels(w, pair, c))
        return;
    const float into = w->cast->dx[pair->query] * c->normal_x + w->cast->dy[pair->query] * c->normal_y;
    if (c->t == 0.0f && !(into > 0.0f)) /* it touches at the start, and slides along or moves away */
        return;
    if (!w->best.kind || is_earlier(c, &w->best))
        w->best = *c;
}

static void queue_wall(wall_casts *w, const hail_cast_pair *pair) {
    const hail_wall *wall = sectors_wall(w->map, pair->part_b);
    const float *x = sectors_x(w->map), *y = sectors_y(w->map);
    const hail_cast_target target = {.x = x[wall->a],
                                     .y = y[wall->a],
                                     .cos = 1.0f,
                                     .scale = 1.0f,
                                     .wall = wall,
                                     .ex = x[wall->b] - x[wall->a],
                                     .ey = y[wall->b] - y[wall->a]};
    hail_cast_pairs_add(&w->pairs, pair, &target);
}

/* The circle around a part, on its path. */
static hail_disc disc_of(const wall_casts *w, uint32_t query, uint32_t part) {
    const hail_cast *cast = w->cast;
    const hail_cast_shape *shape = cast_shape(cast, query);
    const float radius = cast_row(shape, part)[HAIL_TEMPLATE_RADIUS] * shape->scale;
    const float dx = cast->dx[query], dy = cast->dy[query];
    return (hail_disc){.x = cast->x[query],
                       .y = cast->y[query],
                       .dx = dx,
                       .dy = dy,
                       .radius = radius * w->inflate_rel + w->extra + (fabsf(dx) + fabsf(dy)) * w->inflate_abs,
                       .stops = cast->scope->wall_kinds};
}

static void cast_part(wall_casts *w, uint32_t query, uint32_t part) {
    const hail_disc disc = disc_of(w, query, part);
    uint32_t walls[CHUNK + HAIL_SLACK];
    hail_cursor cursor = {0};
    while (cursor.body < w->view.rows) {
        const uint32_t count = w->cast->scope->kernels->near_walls(&w->view, &disc, &cursor, walls, CHUNK);
        for (uint32_t k = 0; k < count; k++)
            queue_wall(w, &(hail_cast_pair){.query = query, .part_a = part, .part_b = walls[k]});
    }
}

/* More than the rounding error of a sum, as a share. */
static const float ROUNDING = 0x1p-22f;

/* Lists the casts that have a cell with walls near their paths. */
static uint32_t list_near(const wall_casts *w, uint32_t *list) {
    const hail_cast *cast = w->cast;
    float x[CAST_BLOCK], y[CAST_BLOCK], size = 0.0f;
    for (uint32_t i = 0; i < cast->count; i++) { /* the kernel asks for the ends of paths, which are rounded */
        x[i] = cast->x[i] + cast->dx[i];
        y[i] = cast->y[i] + cast->dy[i];
        const float own = (fabsf(cast->x[i]) + fabsf(cast->y[i])) + (fabsf(x[i]) + fabsf(y[i]));
        size = own > size ? own : size;
    }
    const hail_cull_walls_job job = {.x = x,
                                     .y = y,
                                     .dx = cast->dx,
                                     .dy = cast->dy,
                                     .radius = cast->list ? cast->radius : NULL,
                                     .inflate_rel = w->inflate_rel,
                                     .extra = w->extra + size * ROUNDING,
                                     .inflate_abs = w->inflate_abs,
                                     .bound = 2.0f * HAIL_MAX_BOUND};
    return cast->scope->kernels->cull_walls(&w->view, &job, 0, cast->count, list);
}

void hail_cast_walls(hail_cast *cast) {
    uint32_t list[CAST_BLOCK + HAIL_SLACK];
    wall_casts w; /* field by field: most of it need not be cleared */
    w.cast = cast;
    w.map = cast->scope->sectors;
    w.view = hail_sectors_view(w.map);
    if (!w.view.entries)
        return;
    w.inflate_abs = INFLATE_ABS * cast->flatness;
    w.inflate_rel = INFLATE_REL + w.inflate_abs;
    w.extra = ((w.view.max_x - w.view.map.min_x) + (w.view.max_y - w.view.map.min_y)) * w.inflate_abs;
    const hail_cores any = {1, HAIL_MAX_VERTICES}, segment = {2, 2};
    const hail_cast_pairs_options options = {
        .a = cast->kinds->composed ? any : cast->kinds->cores, .b = segment, .take = take_wall, .user = &w};
    hail_cast_pairs_begin(&w.pairs, cast, &options);
    w.query = UINT32_MAX;
    w.best.kind = 0;
    const uint32_t count = list_near(&w, list);
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t p = 0; cast->limit[list[k]] >= 0.0f && p < cast_shape(cast, list[k])->parts; p++)
            cast_part(&w, list[k], p);
    hail_cast_pairs_flush(&w.pairs);
    finish_query(&w);
}
