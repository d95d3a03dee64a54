/* engine/casts/cast_tiles.c - the first solid pixel on a ray, the first exposed edge or corner in a shape's way. */
#include <math.h>

#include "cast_hits.h"
#include "cast_shape.h"
#include "cast_sources.h"
#include "sprites/sprite_sweep.h"
#include "tiles/one_way_rays.h"
#include "tiles/tile_batch.h"

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

static hail_query_hit hit_of_ray(const hail_cast *cast, uint32_t i, const hail_ray_hit *hit) {
    const float dx = cast->dx[i], dy = cast->dy[i], length = sqrtf(dx * dx + dy * dy);
    const float t = hit->started_inside ? 0.0f : hit->distance < length ? hit->distance / length : 1.0f;
    return (hail_query_hit){.part = hit->outside ? UINT32_MAX : hit->cell,
                            .kind = HAIL_CONTACT_TILE,
                            .layer = HAIL_TILES,
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
    const hail_march_job job = {.view = hail_tilemap_view(cast->scope->map, cast->scope->tile_kinds),
                                .x = cast->x,
                                .y = cast->y,
                                .dx = cast->dx,
                                .dy = cast->dy,
                                .rows = (uint32_t *)(void *)rows,
                                .found = found};
    const uint32_t count = cast->scope->kernels->march(&job, 0, cast->count);
    const hail_ray_passes passes = hail_ray_passes_of(cast->scope->map, &job, false);
    for (uint32_t k = 0; k < count; k++) {
        if (passes.any && !cast->sight && !hail_ray_pass(&passes, found[k], &rows[found[k]]))
            continue;
        const hail_query_hit hit = hit_of_ray(cast, found[k], &rows[found[k]]);
        hail_cast_add(cast, found[k], &hit);
    }
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* Parts of shapes that are swept together, in order of queries. */
typedef struct part_sweeps {
    hail_cast *cast;
    hail_tile_query query;
    hail_tile_batch batch;
    hail_tile_columns columns;
    uint32_t count, of[CAST_BLOCK], shape[CAST_BLOCK], part[CAST_BLOCK];
    uint32_t last; /* the query of the hit below; UINT32_MAX: there is none */
    hail_contact first;
} part_sweeps;

static void add_contact(hail_cast *cast, uint32_t query, const hail_contact *contact) {
    hail_query_hit hit;
    cast_set_hit(cast, query, contact, &hit);
    hail_cast_add(cast, query, &hit);
}

/* Adds the first hit of all parts of a query. */
static void add_first(part_sweeps *s) {
    if (s->last == UINT32_MAX)
        return;
    s->first.x[0] += s->cast->x[s->last];
    s->first.y[0] += s->cast->y[s->last];
    add_contact(s->cast, s->last, &s->first);
    s->last = UINT32_MAX;
}

static bool take_hit(void *user, const hail_tile_mover *mover, const hail_contact *hit) {
    part_sweeps *s = user;
    if (s->last == mover->tag && !(hit->t < s->first.t))
        return true;
    if (s->last != mover->tag)
        add_first(s);
    s->last = mover->tag;
    s->first = *hit;
    return true;
}

static hail_tile_pose part_pose(const hail_cast *cast, uint32_t query, uint32_t part) {
    const hail_cast_shape *shape = cast_shape(cast, query);
    return (hail_tile_pose){cast_row(shape, part), shape->cos, shape->sin, shape->scale, 0.0f};
}

static bool find_ends(void *user, const hail_tile_mover *mover, double ends[4]) {
    const hail_cast *cast = ((const part_sweeps *)user)->cast;
    const uint32_t parts = cast_shape(cast, mover->tag)->parts;
    for (uint32_t p = 0; p < parts; p++) {
        const hail_tile_pose pose = part_pose(cast, mover->tag, p);
        hail_compound_ends_add(&pose, mover->x, mover->y, p == 0, ends);
    }
    return true;
}

static void begin_parts(part_sweeps *s, hail_cast *cast) {
    const hail_query_scope *scope = cast->scope;
    const hail_shapes *b = cast->list;
    const float *rows = cast->list->convexes ? cast->list->convexes->words : shape_row(scope->world->shapes, 0);
    s->cast = cast;
    s->count = 0;
    s->last = UINT32_MAX;
    s->columns = (hail_tile_columns){.x = cast->x,
                                     .y = cast->y,
                                     .dx = cast->dx,
                                     .dy = cast->dy,
                                     .templates = (const hail_convex *)(const void *)rows,
                                     .cos = b->cos ? b->cos + cast->first : NULL,
                                     .sin = b->sin ? b->sin + cast->first : NULL,
                                     .scale = b->scale ? b->scale + cast->first : NULL};
    hail_tile_query_begin(&s->query, scope->kernels, scope->map, scope->tile_kinds, scope->filter->whole_tiles);
    hail_tile_batch_begin(&s->batch, &s->query, &(hail_tile_sink){.hit = take_hit, .ends = find_ends, .user = s});
}

static void sweep_parts(part_sweeps *s) {
    hail_tile_batch_run(&s->batch, &s->columns, &(hail_tile_items){s->of, s->shape, s->part, s->count});
    s->count = 0;
}

static void add_parts(part_sweeps *s, uint32_t i) {
    const hail_cast_shape *shape = cast_shape(s->cast, i);
    const float *rows = s->columns.templates->words;
    for (uint32_t p = 0; p < shape->parts; p++) {
        if (s->count == CAST_BLOCK)
            sweep_parts(s);
        s->of[s->count] = i;
        s->shape[s->count] = (uint32_t)((cast_row(shape, p) - rows) / HAIL_TEMPLATE_WORDS);
        s->part[s->count++] = p;
    }
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
    const hail_sprite_way way = {.kernels = cast->scope->kernels,
                                 .map = cast->scope->map,
                                 .kinds = cast->scope->tile_kinds,
                                 .mask = spriteset_mask(entry->set, spriteset_template(entry->set, entry->sprite)),
                                 .pose = hail_sprite_pose_of(&one, 0),
                                 .dx = cast->dx[i],
                                 .dy = cast->dy[i]};
    return hail_sprite_sweep(&way, first);
}

/* Lists the casts that have a cell near their paths that is not empty. */
static uint32_t list_near(const hail_cast *cast, uint32_t *list) {
    const hail_query_scope *scope = cast->scope;
    const hail_tile_view view = hail_tilemap_view(scope->map, scope->tile_kinds);
    const float unit[HAIL_TEMPLATE_WORDS] = {[HAIL_TEMPLATE_RADIUS] = 1.0f}; /* times the casts' radii */
    const hail_near_tiles job = {.view = &view,
                                 .x = cast->x,
                                 .y = cast->y,
                                 .dx = cast->dx,
                                 .dy = cast->dy,
                                 .scale = cast->radius,
                                 .templates = unit,
                                 .flatness = cast->flatness};
    return scope->kernels->near_tiles(&job, 0, cast->count, list);
}

static void cast_shapes(hail_cast *cast) {
    uint32_t list[CAST_BLOCK + HAIL_SLACK];
    const uint32_t count = list_near(cast, list);
    part_sweeps s; /* field by field: it is large */
    hail_contact first;
    begin_parts(&s, cast);
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t i = list[k];
        if (!cast_is_sprite(cast_shape(cast, i))) {
            add_parts(&s, i);
        } else if (sweep_pixels(cast, i, &first)) {
            first.kind = HAIL_CONTACT_TILE;
            first.layer_b = HAIL_TILES;
            add_contact(cast, i, &first);
        }
    }
    sweep_parts(&s);
    add_first(&s);
}

void hail_cast_tiles(hail_cast *cast) { (cast->list ? cast_shapes : cast_rays)(cast); }
