/* engine/casts/cast_tiles.c - the first solid pixel on a ray, the first exposed edge or corner in a shape's way. */
#include <math.h>

#include "cast_hits.h"
#include "cast_shape.h"
#include "cast_sources.h"
#include "sprites/sprite_sweep.h"
#include "tiles/obstacles.h"
#include "tiles/one_way.h"
#include "tiles/one_way_rays.h"
#include "tiles/tile_data.h"

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

static hail_query_hit hit_of_ray(const hail_cast *cast, uint32_t i, const hail_ray_hit *hit) {
    const float dx = cast->dx[i], dy = cast->dy[i], length = sqrtf(dx * dx + dy * dy);
    const float t = hit->started_inside ? 0.0f : hit->distance < length ? hit->distance / length : 1.0f;
    return (hail_query_hit){.part = hit->outside ? UINT32_MAX : hit->cell,
                            .kind = HAIL_CONTACT_TILE,
                            .layer = HAIL_MAX_LAYERS,
                            .feature = hit->kind,
                            .inside = t == 0.0f,
                            .t = t,
                            .distance = t * length,
                            .x = hit->x,
                            .y = hit->y,
                            .normal_x = hit->normal_x,
                            .normal_y = hit->normal_y};
}

static void cast_rays(hail_cast *cast) {
    hail_ray_hit rows[CAST_BLOCK];
    uint32_t found[CAST_BLOCK];
    const hail_march_job job = {.view = hail_tilemap_view(cast->seek->map, cast->seek->filter.tile_kinds),
                                .x = cast->x,
                                .y = cast->y,
                                .dx = cast->dx,
                                .dy = cast->dy,
                                .rows = (uint32_t *)(void *)rows,
                                .found = found};
    const uint32_t count = cast->seek->kernels->march(&job, 0, cast->count);
    const hail_ray_passes passes = hail_ray_passes_of(cast->seek->map, &job, false);
    for (uint32_t k = 0; k < count; k++) {
        if (passes.any && !cast->sight && !hail_ray_pass(&passes, found[k], &rows[found[k]]))
            continue;
        const hail_query_hit hit = hit_of_ray(cast, found[k], &rows[found[k]]);
        hail_cast_add(cast, found[k], &hit);
    }
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* A query's first hit, over all its parts. */
static bool sweep_parts(const hail_cast *cast, hail_obstacles *o, uint32_t i, hail_contact *first) {
    const hail_tilemap_options *m = &cast->seek->map->options;
    const hail_cast_shape *shape = cast_shape(cast, i);
    const double x = (double)cast->x[i] - (double)m->x, y = (double)cast->y[i] - (double)m->y;
    hail_contact hit;
    *first = (hail_contact){.t = 2.0f};
    for (uint32_t p = 0; o->one_way && p < shape->parts; p++) {
        hail_obstacles_shape(o, cast_row(shape, p), shape->cos, shape->sin, shape->scale, 0.0f);
        hail_one_way_add_part(o, x, y, p == 0);
    }
    for (uint32_t p = 0; p < shape->parts; p++) {
        hail_obstacles_shape(o, cast_row(shape, p), shape->cos, shape->sin, shape->scale, 0.0f);
        if (hail_obstacles_sweep(o, x, y, cast->dx[i], cast->dy[i], &hit) && hit.t < first->t)
            *first = hit;
    }
    o->compound = false;
    first->x[0] += cast->x[i];
    first->y[0] += cast->y[i];
    return first->t <= 1.0f;
}

/* The first hit of a sprite's pixels. */
static bool sweep_pixels(const hail_cast *cast, uint32_t i, hail_contact *first) {
    const hail_cast_shape *shape = cast_shape(cast, i);
    const hail_shape_entry *entry = shape->entry;
    const hail_sprites one = {.set = entry->set,
                              .x = &cast->x[i],
                              .y = &cast->y[i],
                              .cos = &shape->cos,
                              .sin = &shape->sin,
                              .scale_x = &shape->scale,
                              .sprite = &entry->sprite};
    const hail_sprite_way way = {.kernels = cast->seek->kernels,
                                 .map = cast->seek->map,
                                 .kinds = cast->seek->filter.tile_kinds,
                                 .mask = spriteset_mask(entry->set, spriteset_template(entry->set, entry->sprite)),
                                 .pose = hail_sprite_pose_of(&one, 0),
                                 .dx = cast->dx[i],
                                 .dy = cast->dy[i]};
    return hail_sprite_sweep(&way, first);
}

static bool sweep_query(const hail_cast *cast, hail_obstacles *o, uint32_t i, hail_contact *first) {
    return cast_is_sprite(cast_shape(cast, i)) ? sweep_pixels(cast, i, first) : sweep_parts(cast, o, i, first);
}

static void cast_shapes(hail_cast *cast) {
    const hail_seek *seek = cast->seek;
    hail_obstacles o;
    hail_contact first;
    hail_obstacles_begin(&o, seek->kernels, seek->map, seek->filter.tile_kinds, seek->filter.whole_tiles);
    for (uint32_t i = 0; i < cast->count; i++) {
        if (!sweep_query(cast, &o, i, &first))
            continue;
        first.kind = HAIL_CONTACT_TILE;
        first.layer_b = HAIL_MAX_LAYERS;
        hail_query_hit hit;
        cast_set_hit(cast, i, &first, &hit);
        hail_cast_add(cast, i, &hit);
    }
}

void hail_cast_tiles(hail_cast *cast) { (cast->list ? cast_shapes : cast_rays)(cast); }
