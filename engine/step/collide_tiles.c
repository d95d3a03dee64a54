/* engine/step/collide_tiles.c - shapes against the map: swept, or where they stand. */
#include "collide_tiles.h"

#include "march_bodies.h"
#include "sprites/sprite_data.h"
#include "stops.h"
#include "tiles/obstacles.h"
#include "tiles/tile_data.h"

/* One body's contacts. */
typedef struct touches {
    hail_static_query *q;
    uint32_t index, part;
    uint16_t part_a; /* of a compound */
    float x, y;      /* px: where the body is */
    bool wanted;     /* false: the query has ended */
} touches;

static void shift(hail_contact *c, float x, float y) {
    for (int p = 0; p < c->count; p++) {
        c->x[p] += x;
        c->y[p] += y;
    }
    for (int p = c->count; p < 2; p++)
        c->x[p] = c->y[p] = c->depth[p] = 0.0f;
}

static bool take_touch(void *context, const hail_contact *contact, bool exposed) {
    touches *t = context;
    hail_contact c = *contact;
    (void)exposed;
    shift(&c, t->x, t->y);
    if (t->q->rule->mode == HAIL_PAIRS)
        c = (hail_contact){.feature_b = contact->feature_b, .part_b = contact->part_b};
    c.part_a = t->part_a;
    t->wanted = hail_static_query_add(t->q, t->index, t->part++, &c);
    return t->wanted;
}

static void set_shape(const hail_static_query *q, hail_obstacles *o, uint32_t i, uint32_t shape) {
    const hail_layer *layer = q->layer;
    hail_obstacles_shape(o, shape_row(q->world->shapes, shape), layer_float_or(layer, COLUMN_COS, i, 1.0f),
                         layer_float_or(layer, COLUMN_SIN, i, 0.0f), layer_float_or(layer, COLUMN_SCALE, i, 1.0f),
                         0.0f);
}

/* A body's first hit on its path from (x, y), over all its parts; a sprite is swept as the polygon around it. The
 * contact's second point says where the body would stop. */
static bool sweep_body(hail_static_query *q, hail_obstacles *o, uint32_t index, float x, float y, float dx, float dy) {
    const hail_tilemap_options *m = &q->world->rules.map->options;
    const uint32_t shape = layer_words(q->layer, COLUMN_SHAPE)[index];
    const hail_shape_entry *entry = shape_entry(q->world->shapes, shape);
    hail_contact c = {.t = 2.0f}, hit;
    for (uint32_t p = 0; p < entry->parts; p++) {
        set_shape(q, o, index, entry->set ? shape : entry->first + p);
        if (!hail_obstacles_sweep(o, (double)x - (double)m->x, (double)y - (double)m->y, dx, dy, &hit) || hit.t >= c.t)
            continue;
        c = hit;
        c.part_a = (uint16_t)p;
    }
    if (c.t > 1.0f)
        return true;
    shift(&c, x, y);
    const float at_x = x + dx * c.t, at_y = y + dy * c.t;
    c.x[1] = at_x - c.normal_x * stop_back(at_x);
    c.y[1] = at_y - c.normal_y * stop_back(at_y);
    return hail_static_query_add(q, index, 0, &c);
}

/* A sprite's pixels against the map's pixels: one contact. */
static bool touch_pixels(touches *t, const hail_shape_entry *entry) {
    const hail_static_query *q = t->q;
    const hail_layer *layer = q->layer;
    const float *cos = layer_floats(layer, COLUMN_COS), *sin = layer_floats(layer, COLUMN_SIN),
                *scale = layer_floats(layer, COLUMN_SCALE);
    const hail_sprites one = {.set = entry->set,
                              .x = &t->x,
                              .y = &t->y,
                              .cos = cos ? cos + t->index : NULL,
                              .sin = sin ? sin + t->index : NULL,
                              .scale_x = scale ? scale + t->index : NULL,
                              .sprite = &entry->sprite};
    const hail_sprite_pose pose = hail_sprite_pose_of(&one, 0);
    const hail_mask mask = spriteset_mask(entry->set, spriteset_template(entry->set, entry->sprite));
    const hail_tilemap *map = q->world->rules.map;
    const hail_tile_view view = hail_tilemap_view(map, layer->tiles.kinds);
    hail_sprite_overlap o;
    hail_overlap_map(q->world->kernels, map, &view, layer->tiles.kinds, &mask, &pose, &o);
    if (!o.count)
        return true;
    hail_contact c = {.count = 1, .part_b = UINT32_MAX, .feature_b = (uint8_t)map->options.outside_kind};
    const int32_t column = o.b_x < 0 ? -1 : o.b_x / (int32_t)map->width,
                  row = o.b_y < 0 ? -1 : o.b_y / (int32_t)map->height;
    if (column >= 0 && row >= 0 && column < (int32_t)map->options.columns && row < (int32_t)map->options.rows) {
        c.part_b = (uint32_t)row * map->options.columns + (uint32_t)column;
        c.feature_b = (uint8_t)word_kind(tilemap_word(map, (uint32_t)column, (uint32_t)row));
    }
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

static void collide_shapes(hail_static_query *q) {
    const hail_layer *layer = q->layer;
    const bool swept = rule_swept(q->rule);
    hail_obstacles o;
    hail_obstacles_begin(&o, q->world->kernels, q->world->rules.map, layer->tiles.kinds, layer->tiles.whole_tiles);
    touches t = {.q = q, .wanted = true};
    for (uint32_t i = 0; i < layer->active && t.wanted; i++) {
        hail_path path;
        if (!query_wants(q, i) || !query_path(q, i, &path))
            continue;
        if (swept) {
            t.wanted = sweep_body(q, &o, i, path.x, path.y, path.dx, path.dy);
            continue;
        }
        t.index = i;
        t.x = path.x;
        t.y = path.y;
        t.wanted = touch_body(&t, &o);
    }
}

void hail_collide_tiles(hail_static_query *q) {
    if (rule_swept(q->rule) && !q->layer->tiles.as_shape)
        hail_march_bodies(q);
    else
        collide_shapes(q);
}
