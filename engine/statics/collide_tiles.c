/* engine/statics/collide_tiles.c - shapes against the map: swept, or where they stand. */
#include "collide_tiles.h"

#include "march_bodies.h"
#include "sprites/sprite_sweep.h"
#include "stops.h"
#include "tiles/shape_reach.h"
#include "tiles/tile_batch.h"

enum { NEAR_BLOCK = 512, ITEMS = 128 };

/* The contacts of the layer's bodies, one body after the other. */
typedef struct touches {
    hail_static_query *q;
    uint32_t index, part; /* the body of the last contact, and how many it has */
    uint16_t part_a;      /* of a compound */
    float x, y;           /* px: where the body is */
    bool wanted;          /* false: the query has ended */

    hail_tile_query query;
    hail_tile_batch batch;
    hail_tile_columns columns;
    hail_near_tiles near;                                      /* of bodies */
    uint32_t count, body[ITEMS], shape[ITEMS], part_of[ITEMS]; /* parts of bodies, one by one: not answered yet */
    uint32_t hit_index; /* the body of the hit below; UINT32_MAX: there is none */
    hail_contact hit;   /* the first of its parts' */
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
                                 .kinds = q->rule->kinds,
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

/* A sprite's pixels against the map's pixels: one contact. */
static bool touch_pixels(touches *t, const hail_shape_entry *entry) {
    const hail_static_query *q = t->q;
    const hail_layer *layer = q->layer;
    const hail_sprite_pose pose = sprite_pose(layer, entry, t->index, t->x, t->y);
    const hail_mask mask = spriteset_mask(entry->set, spriteset_template(entry->set, entry->sprite));
    const hail_tilemap *map = q->world->rules.map;
    const uint32_t kinds = tilemap_ordinary(map, q->rule->kinds);
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

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static bool take_touch(void *user, const hail_tile_mover *mover, const hail_contact *contact, bool exposed) {
    touches *t = user;
    hail_path path;
    (void)exposed;
    if (mover->tag != t->index)
        t->part = 0;
    query_path(t->q, mover->tag, &path);
    t->index = mover->tag;
    t->part_a = (uint16_t)mover->part;
    t->x = path.x;
    t->y = path.y;
    return add_touch(t, contact);
}

/* Contacts that are all kept are written where they stay. */
static bool make_room(void *user, uint32_t count, hail_touch_room *room) {
    const touches *t = user;
    hail_static_query *q = t->q;
    if (t->count || q->rule->mode == HAIL_PAIRS || !hail_static_query_room(q, count)) /* count: rows say their part */
        return false;
    *room = (hail_touch_room){hail_static_query_row(q), layer_floats(q->layer, COLUMN_X),
                              layer_floats(q->layer, COLUMN_Y), layer_handles(q->layer), (uint8_t)q->rule->layer_a};
    return true;
}

static void keep_rows(void *user, uint32_t count, const uint32_t *index) {
    touches *t = user;
    hail_static_last last = {t->index, t->part - 1};
    hail_static_query_keep(t->q, count, index, &last);
    t->index = last.index;
    t->part = last.part + 1;
    t->part_a = 0;
}

/* Adds the first hit of all parts of a body. */
static void add_first(touches *t) {
    hail_path path;
    if (t->hit_index == UINT32_MAX)
        return;
    query_path(t->q, t->hit_index, &path);
    t->wanted = add_hit(t->q, t->hit_index, &path, &t->hit);
    t->hit_index = UINT32_MAX;
}

static bool take_hit(void *user, const hail_tile_mover *mover, const hail_contact *hit) {
    touches *t = user;
    if (t->hit_index == mover->tag && !(hit->t < t->hit.t))
        return true;
    if (t->hit_index != mover->tag)
        add_first(t);
    t->hit_index = mover->tag;
    t->hit = *hit;
    t->hit.part_a = (uint16_t)mover->part;
    return t->wanted;
}

static bool find_ends(void *user, const hail_tile_mover *mover, double ends[4]) {
    const hail_static_query *q = ((const touches *)user)->q;
    const hail_shape_entry *entry = shape_entry(q->world->shapes, layer_words(q->layer, COLUMN_SHAPE)[mover->tag]);
    for (uint32_t p = 0; p < entry->parts; p++) {
        const hail_tile_pose pose = {shape_row(q->world->shapes, entry->first + p),
                                     layer_float_or(q->layer, COLUMN_COS, mover->tag, 1.0f),
                                     layer_float_or(q->layer, COLUMN_SIN, mover->tag, 0.0f),
                                     layer_float_or(q->layer, COLUMN_SCALE, mover->tag, 1.0f), 0.0f};
        hail_compound_ends_add(&pose, mover->x, mover->y, p == 0, ends);
    }
    return entry->compound;
}

/* ---- All bodies -------------------------------------------------------------------------------------------------- */

/* A column of the bodies whose parts were added, by part. */
static const float *by_part(const touches *t, const float *column, float to[ITEMS]) {
    for (uint32_t k = 0; column && k < t->count; k++)
        to[k] = column[t->body[k]];
    return column ? to : NULL;
}

/* Leaves out the parts that have only empty cells near them. */
static void keep_near_parts(touches *t) {
    uint32_t list[ITEMS + HAIL_SLACK];
    float x[ITEMS], y[ITEMS], dx[ITEMS], dy[ITEMS], scale[ITEMS];
    hail_near_tiles near = t->near;
    near.x = by_part(t, near.x, x);
    near.y = by_part(t, near.y, y);
    near.dx = by_part(t, near.dx, dx);
    near.dy = by_part(t, near.dy, dy);
    near.scale = by_part(t, near.scale, scale);
    near.shape = t->shape;
    near.inflation = 0.0f;
    t->count = t->q->world->kernels->near_tiles(&near, 0, t->count, list);
    for (uint32_t k = 0; k < t->count; k++) {
        t->body[k] = t->body[list[k]];
        t->shape[k] = t->shape[list[k]];
        t->part_of[k] = t->part_of[list[k]];
    }
}

/* Answers for the parts that were added. */
static void collide_parts(touches *t) {
    keep_near_parts(t);
    if (t->wanted)
        hail_tile_batch_run(&t->batch, &t->columns, &(hail_tile_items){t->body, t->shape, t->part_of, t->count});
    t->count = 0;
}

/* A sprite, after the bodies before it. */
static void collide_sprite(touches *t, const hail_shape_entry *entry, uint32_t i, const hail_path *path) {
    collide_parts(t);
    add_first(t);
    if (!t->wanted)
        return;
    t->index = i;
    t->part = 0;
    t->x = path->x;
    t->y = path->y;
    t->wanted = rule_swept(t->q->rule) ? sweep_pixels(t->q, entry, i, path) : touch_pixels(t, entry);
    t->index = UINT32_MAX;
}

static void collide_body(touches *t, uint32_t i) {
    const hail_shape_entry *entry = shape_entry(t->q->world->shapes, layer_words(t->q->layer, COLUMN_SHAPE)[i]);
    hail_path path;
    if (!query_wants(t->q, i) || !query_path(t->q, i, &path))
        return;
    if (entry->set) {
        collide_sprite(t, entry, i, &path);
        return;
    }
    for (uint32_t p = 0; p < entry->parts && t->wanted; p++) {
        if (t->count == ITEMS)
            collide_parts(t);
        t->body[t->count] = i;
        t->shape[t->count] = entry->first + p;
        t->part_of[t->count++] = p;
    }
}

/* Bodies that are all of one convex shape, and all wanted. */
static bool are_simple(const hail_static_query *q) { return !q->layer->composed && (q->counts || q->range.everything); }

static hail_tile_columns columns_of(const hail_static_query *q) {
    const hail_layer *layer = q->layer;
    return (hail_tile_columns){.x = layer_floats(layer, COLUMN_X),
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

static void begin(touches *t, hail_static_query *q) {
    const hail_tile_sink sweeps = {.hit = take_hit, .ends = find_ends, .user = t},
                         overlaps = {.touch = take_touch, .room = make_room, .written = keep_rows, .user = t};
    t->q = q;
    t->index = t->hit_index = UINT32_MAX;
    t->part = t->count = 0;
    t->wanted = true;
    t->columns = columns_of(q);
    hail_tile_query_begin(&t->query, q->world->kernels, q->world->rules.map, q->rule->kinds, q->rule->whole_tiles);
    hail_tile_batch_begin(&t->batch, &t->query, rule_swept(q->rule) ? &sweeps : &overlaps);
}

static void collide_range(hail_static_query *q, uint32_t first, uint32_t last) {
    const hail_tile_view view = hail_tilemap_view(q->world->rules.map, q->rule->kinds);
    float reach[2 * REACH_SHAPES];
    const bool simple = are_simple(q);
    uint32_t list[NEAR_BLOCK + HAIL_SLACK];
    touches t; /* field by field: it is large */
    begin(&t, q);
    t.near = near_job(q, &view, reach);
    for (uint32_t block = first; block < last && t.wanted; block += NEAR_BLOCK) {
        const uint32_t left = last - block, end = block + (left < NEAR_BLOCK ? left : NEAR_BLOCK),
                       listed = q->world->kernels->near_tiles(&t.near, block, end, list);
        if (simple)
            hail_tile_batch_run(&t.batch, &t.columns, &(hail_tile_items){.body = list, .count = listed});
        for (uint32_t k = 0; !simple && k < listed && t.wanted; k++)
            collide_body(&t, list[k]);
        collide_parts(&t);
    }
    add_first(&t);
}

void hail_collide_tiles(hail_static_query *q) {
    if (q->rule->centre_only)
        hail_march_bodies(q);
    else
        hail_static_query_run(q, NEAR_BLOCK, collide_range);
}
