/* engine/statics/collide_tiles.c - shapes against the map: swept, or where they stand. */
#include "collide_tiles.h"

#include "march_bodies.h"
#include "sprites/sprite_sweep.h"
#include "stops.h"
#include "tiles/obstacle_crowd.h"
#include "tiles/one_way.h"
#include "tiles/shape_reach.h"
#include "tiles/tile_data.h"

/* The contacts of the layer's bodies, one body after the other. */
typedef struct touches {
    hail_static_query *q;
    uint32_t index, part; /* the body of the last contact, and how many it has */
    uint16_t part_a;      /* of a compound */
    float x, y;           /* px: where the body is */
    bool wanted;          /* false: the query has ended */
} touches;

static void shift(hail_contact *c, float x, float y) {
    for (int p = 0; p < c->count; p++) {
        c->x[p] += x;
        c->y[p] += y;
    }
    for (int p = c->count; p < 2; p++)
        c->x[p] = c->y[p] = c->depth[p] = 0.0f;
}

static bool add_touch(touches *t, const hail_contact *contact) {
    hail_contact c = *contact;
    shift(&c, t->x, t->y);
    if (t->q->rule->mode == HAIL_PAIRS)
        c = (hail_contact){.feature_b = contact->feature_b, .part_b = contact->part_b};
    c.part_a = t->part_a;
    t->wanted = hail_static_query_add(t->q, t->index, t->part++, &c);
    return t->wanted;
}

static bool take_touch(void *user, const hail_contact *contact, bool exposed) {
    (void)exposed;
    return add_touch(user, contact);
}

static hail_mover_pose pose_of(const hail_static_query *q, uint32_t i, uint32_t shape) {
    const hail_layer *layer = q->layer;
    return (hail_mover_pose){shape_row(q->world->shapes, shape),
                             layer_float_or(layer, COLUMN_COS, i, 1.0f),
                             layer_float_or(layer, COLUMN_SIN, i, 0.0f),
                             layer_float_or(layer, COLUMN_SCALE, i, 1.0f),
                             0.0f,
                             false};
}

static void set_shape(const hail_static_query *q, hail_obstacles *o, uint32_t i, uint32_t shape) {
    const hail_mover_pose p = pose_of(q, i, shape);
    hail_obstacles_shape(o, p.row, p.cos, p.sin, p.scale, p.inflation);
}

/* Makes the contact's second point say where the body would stop. */
static void stop_before(const hail_path *path, hail_contact *c) {
    const float at_x = path->x + path->dx * c->t, at_y = path->y + path->dy * c->t;
    c->x[1] = at_x - c->normal_x * stop_back(at_x);
    c->y[1] = at_y - c->normal_y * stop_back(at_y);
}

/* Adds a body's first hit. */
static bool add_hit(hail_static_query *q, uint32_t index, const hail_path *path, const hail_contact *hit) {
    hail_contact c = *hit;
    shift(&c, path->x, path->y);
    stop_before(path, &c);
    return hail_static_query_add(q, index, 0, &c);
}

/* A sprite where it is drawn. */
static hail_sprite_pose sprite_pose(const hail_layer *layer, const hail_shape_entry *entry, uint32_t index, float x,
                                    float y) {
    const float *cos = layer_floats(layer, COLUMN_COS), *sin = layer_floats(layer, COLUMN_SIN),
                *scale = layer_floats(layer, COLUMN_SCALE);
    const hail_sprites one = {.set = entry->set,
                              .x = &x,
                              .y = &y,
                              .cos = cos ? cos + index : NULL,
                              .sin = sin ? sin + index : NULL,
                              .scale_x = scale ? scale + index : NULL,
                              .sprite = &entry->sprite};
    return hail_sprite_pose_of(&one, 0);
}

/* A sprite's pixels on their path. */
static bool sweep_pixels(hail_static_query *q, const hail_shape_entry *entry, uint32_t index, const hail_path *path) {
    const hail_sprite_way way = {.kernels = q->world->kernels,
                                 .map = q->world->rules.map,
                                 .kinds = q->layer->tiles.kinds,
                                 .mask = spriteset_mask(entry->set, spriteset_template(entry->set, entry->sprite)),
                                 .pose = sprite_pose(q->layer, entry, index, path->x, path->y),
                                 .dx = path->dx,
                                 .dy = path->dy};
    hail_contact hit;
    if (!hail_sprite_sweep(&way, &hit))
        return true;
    stop_before(path, &hit);
    return hail_static_query_add(q, index, 0, &hit);
}

/* A body's first hit on its path, over all its parts. */
static bool sweep_body(hail_static_query *q, hail_obstacles *o, uint32_t index, const hail_path *path) {
    const hail_tilemap_options *m = &q->world->rules.map->options;
    const uint32_t shape = layer_words(q->layer, COLUMN_SHAPE)[index];
    const hail_shape_entry *entry = shape_entry(q->world->shapes, shape);
    if (entry->set)
        return sweep_pixels(q, entry, index, path);
    const double x = (double)path->x - (double)m->x, y = (double)path->y - (double)m->y;
    hail_contact c = {.t = 2.0f}, hit;
    for (uint32_t p = 0; o->one_way && p < entry->parts; p++) {
        set_shape(q, o, index, entry->first + p);
        hail_one_way_add_part(o, x, y, p == 0);
    }
    for (uint32_t p = 0; p < entry->parts; p++) {
        set_shape(q, o, index, entry->first + p);
        if (!hail_obstacles_sweep(o, x, y, path->dx, path->dy, &hit) || hit.t >= c.t)
            continue;
        c = hit;
        c.part_a = (uint16_t)p;
    }
    o->compound = false;
    return c.t > 1.0f || add_hit(q, index, path, &c);
}

/* A sprite's pixels against the map's pixels: one contact. */
static bool touch_pixels(touches *t, const hail_shape_entry *entry) {
    const hail_static_query *q = t->q;
    const hail_layer *layer = q->layer;
    const hail_sprite_pose pose = sprite_pose(layer, entry, t->index, t->x, t->y);
    const hail_mask mask = spriteset_mask(entry->set, spriteset_template(entry->set, entry->sprite));
    const hail_tilemap *map = q->world->rules.map;
    const uint32_t kinds = tilemap_ordinary(map, layer->tiles.kinds);
    const hail_tile_view view = hail_tilemap_view(map, kinds);
    hail_sprite_overlap o = {0};
    if (kinds)
        hail_overlap_map(q->world->kernels, map, &view, kinds, &mask, &pose, &o);
    if (!o.count)
        return true;
    hail_contact c = {.count = 1};
    hail_sprite_overlap_cell(map, &o, &c);
    if (q->rule->mode != HAIL_PAIRS) {
        c.normal_x = -o.push_x + 0.0f;
        c.normal_y = -o.push_y + 0.0f;
        c.x[0] = o.x;
        c.y[0] = o.y;
        c.depth[0] = o.depth;
    }
    return hail_static_query_add(t->q, t->index, t->part++, &c);
}

/* Where a body overlaps the map, part by part. */
static bool touch_body(touches *t, hail_obstacles *o) {
    const hail_tilemap_options *m = &t->q->world->rules.map->options;
    const hail_shape_entry *entry = shape_entry(t->q->world->shapes, layer_words(t->q->layer, COLUMN_SHAPE)[t->index]);
    t->part = 0;
    if (entry->set)
        return touch_pixels(t, entry);
    for (uint32_t p = 0; p < entry->parts && t->wanted; p++) {
        set_shape(t->q, o, t->index, entry->first + p);
        t->part_a = (uint16_t)p;
        hail_obstacles_touch(o, (double)t->x - (double)m->x, (double)t->y - (double)m->y, take_touch, t);
    }
    return t->wanted;
}

/* ---- Bodies of one convex shape ---------------------------------------------------------------------------------- */

static bool take_crowd_touch(void *user, uint32_t index, const hail_contact *contact, bool exposed) {
    touches *t = user;
    hail_path path;
    (void)exposed;
    if (index != t->index)
        t->part = t->part_a = 0;
    query_path(t->q, index, &path);
    t->index = index;
    t->x = path.x;
    t->y = path.y;
    return add_touch(t, contact);
}

/* Contacts that are all kept are written where they stay. */
static bool make_crowd_room(void *user, uint32_t count, hail_touch_room *room) {
    const touches *t = user;
    hail_static_query *q = t->q;
    if (q->rule->mode == HAIL_PAIRS || !hail_static_query_room(q, count))
        return false;
    *room = (hail_touch_room){hail_static_query_row(q), layer_floats(q->layer, COLUMN_X),
                              layer_floats(q->layer, COLUMN_Y), layer_handles(q->layer), q->rule->a};
    return true;
}

static void keep_crowd_rows(void *user, uint32_t count, const uint32_t *index) {
    touches *t = user;
    hail_static_last last = {t->index, t->part - 1};
    hail_static_query_keep(t->q, count, index, &last);
    t->index = last.index;
    t->part = last.part + 1;
    t->part_a = 0;
}

static bool take_crowd_hit(void *user, uint32_t index, const hail_contact *hit) {
    touches *t = user;
    hail_path path;
    query_path(t->q, index, &path);
    t->wanted = hit->t > 1.0f || add_hit(t->q, index, &path, hit);
    return t->wanted;
}

static void add_to_crowd(const hail_static_query *q, hail_crowd *crowd, uint32_t i, const hail_path *path) {
    const hail_tilemap_options *m = &q->world->rules.map->options;
    const hail_crowd_mover mover = {.tag = i,
                                    .pose = pose_of(q, i, layer_words(q->layer, COLUMN_SHAPE)[i]),
                                    .x = (double)path->x - (double)m->x,
                                    .y = (double)path->y - (double)m->y,
                                    .dx = path->dx,
                                    .dy = path->dy};
    hail_crowd_add(crowd, &mover);
}

/* ---- All bodies -------------------------------------------------------------------------------------------------- */

/* A sprite or a compound, after the bodies before it. */
static void collide_alone(touches *t, hail_crowd *crowd, uint32_t i, const hail_path *path) {
    hail_crowd_flush(crowd);
    if (!t->wanted)
        return;
    if (rule_swept(t->q->rule)) {
        t->wanted = sweep_body(t->q, crowd->o, i, path);
    } else {
        t->index = i;
        t->x = path->x;
        t->y = path->y;
        touch_body(t, crowd->o);
    }
    t->index = UINT32_MAX;
    hail_crowd_flush(crowd);
}

static void collide_body(touches *t, hail_crowd *crowd, uint32_t i) {
    const hail_shape_entry *entry = shape_entry(t->q->world->shapes, layer_words(t->q->layer, COLUMN_SHAPE)[i]);
    hail_path path;
    if (!query_wants(t->q, i) || !query_path(t->q, i, &path))
        return;
    if (entry->set || entry->compound)
        collide_alone(t, crowd, i, &path);
    else
        add_to_crowd(t->q, crowd, i, &path);
}

enum { NEAR_BLOCK = 512 };

/* Bodies that are all of one convex shape, and all wanted. */
static bool are_simple(const hail_static_query *q) { return !q->layer->composed && (q->counts || q->range.everything); }

static hail_crowd_columns columns_of(const hail_static_query *q) {
    const hail_layer *layer = q->layer;
    return (hail_crowd_columns){.x = layer_floats(layer, COLUMN_X),
                                .y = layer_floats(layer, COLUMN_Y),
                                .dx = rule_swept(q->rule) ? layer_displacement(layer, false) : NULL,
                                .dy = rule_swept(q->rule) ? layer_displacement(layer, true) : NULL,
                                .shape = layer_words(layer, COLUMN_SHAPE),
                                .templates = (const hail_convex *)(const void *)shape_row(q->world->shapes, 0),
                                .cos = layer_floats(layer, COLUMN_COS),
                                .sin = layer_floats(layer, COLUMN_SIN),
                                .scale = layer_floats(layer, COLUMN_SCALE),
                                .from_end = true};
}

static void collide_bodies(touches *t, hail_crowd *crowd, const hail_near_tiles *near, const uint32_t *list,
                           uint32_t listed) {
    for (uint32_t k = 0; k < listed && t->wanted; k++) {
        if (k + CROWD_AHEAD < listed)
            hail_crowd_fetch(crowd, near->x[list[k + CROWD_AHEAD]], near->y[list[k + CROWD_AHEAD]]);
        collide_body(t, crowd, list[k]);
    }
}

/* The bodies that have a cell near them that is not empty, or near their way. */
static hail_near_tiles near_job(const hail_static_query *q, const hail_tile_view *view, float *reach) {
    const hail_layer *layer = q->layer;
    const hail_shapeset *shapes = q->world->shapes;
    const bool turned = shapes->composed || layer_floats(layer, COLUMN_COS); /* (a sprite is not its polygon) */
    return (hail_near_tiles){.view = view,
                             .x = layer_floats(layer, COLUMN_X),
                             .y = layer_floats(layer, COLUMN_Y),
                             .dx = rule_swept(q->rule) ? layer_displacement(layer, false) : NULL,
                             .dy = rule_swept(q->rule) ? layer_displacement(layer, true) : NULL,
                             .scale = layer_floats(layer, COLUMN_SCALE),
                             .shape = layer_words(layer, COLUMN_SHAPE),
                             .templates = shape_row(shapes, 0),
                             .reach = turned ? NULL : hail_shape_reach(shape_row(shapes, 0), shapes->end, reach),
                             .inflation = shapes->composed ? 1.0f : 0.0f,
                             .flatness = fmaxf(shapes->flatness, 1.0f),
                             .from_end = true};
}

static void collide_range(hail_static_query *q, uint32_t first, uint32_t last) {
    const hail_layer *layer = q->layer;
    const hail_kernels *kernels = q->world->kernels;
    const hail_tile_view view = hail_tilemap_view(q->world->rules.map, layer->tiles.kinds);
    float reach[2 * REACH_SHAPES];
    const hail_near_tiles near = near_job(q, &view, reach);
    const hail_crowd_columns columns = columns_of(q);
    const bool simple = are_simple(q);
    uint32_t list[NEAR_BLOCK + HAIL_SLACK];
    hail_obstacles o;
    touches t = {.q = q, .index = UINT32_MAX, .wanted = true};
    hail_obstacles_begin(&o, kernels, q->world->rules.map, layer->tiles.kinds, layer->tiles.whole_tiles);
    hail_crowd crowd =
        rule_swept(q->rule) ? hail_crowd_sweeps(&o, take_crowd_hit, &t) : hail_crowd_touches(&o, take_crowd_touch, &t);
    crowd.room = make_crowd_room;
    crowd.written = keep_crowd_rows;
    for (uint32_t begin = first; begin < last && t.wanted; begin += NEAR_BLOCK) {
        const uint32_t left = last - begin, end = begin + (left < NEAR_BLOCK ? left : NEAR_BLOCK),
                       listed = kernels->near_tiles(&near, begin, end, list);
        if (simple)
            hail_crowd_add_list(&crowd, &columns, list, listed);
        else
            collide_bodies(&t, &crowd, &near, list, listed);
    }
    hail_crowd_flush(&crowd);
}

void hail_collide_tiles(hail_static_query *q) {
    if (rule_swept(q->rule) && !q->layer->tiles.as_shape)
        hail_march_bodies(q);
    else
        hail_static_query_run(q, NEAR_BLOCK, collide_range);
}
