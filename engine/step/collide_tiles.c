#include "collide_tiles.h"

#include <math.h>

#include "tiles/obstacles.h"
#include "sprites/sprite_data.h"
#include "tiles/tile_data.h"

enum { BLOCK = 1024 }; /* bodies at a time */

/* ---- Centres that are marched ----------------------------------------------------------------------------------- */

/* The ways of those bodies of a block that are near something solid, as rays. */
typedef struct ways {
    uint32_t count;
    uint32_t index[BLOCK + HAIL_SLACK];
    float x[BLOCK], y[BLOCK], dx[BLOCK], dy[BLOCK]; /* where they began, and how they went */
    float end_x[BLOCK], end_y[BLOCK];
    hail_ray_hit hits[BLOCK];
    uint32_t found[BLOCK];
    uint8_t ends_inside[BLOCK]; /* where it is now is solid */
} ways;

static void list_ways(const hail_static_search *s, const hail_tile_view *view, uint32_t first, uint32_t count,
                      ways *w) {
    const hail_layer *layer = s->layer;
    const float *x = layer_floats(layer, COLUMN_X) + first, *y = layer_floats(layer, COLUMN_Y) + first;
    const float *dx = layer_displacement(layer, false), *dy = layer_displacement(layer, true);
    uint32_t wary = count;
    w->count = 0;
    for (uint32_t i = 0; !dx && i < count; i++)
        w->index[i] = i;
    if (dx)
        wary = s->world->kernels->near_solid(view, x, y, dx + first, dy + first, count, w->index);
    for (uint32_t k = 0; k < wary; k++) {
        const uint32_t i = first + w->index[k], to = w->count;
        hail_path path;
        if (!search_wants(s, i) || !search_path(s, i, &path))
            continue;
        w->index[to] = i;
        w->x[to] = path.x;
        w->y[to] = path.y;
        w->dx[to] = path.dx;
        w->dy[to] = path.dy;
        w->end_x[to] = path.end_x;
        w->end_y[to] = path.end_y;
        w->count++;
    }
}

/* The way of a body that stands in a solid pixel though its ray ended just before it, by rounding: hit at its end,
 * through the edge of the pixel that it has passed by least. */
static void hit_at_end(const hail_static_search *s, const ways *w, uint32_t i, hail_ray_hit *hit) {
    const hail_tilemap *map = s->world->map;
    const hail_tilemap_options *o = &map->options;
    const float x = w->end_x[i], y = w->end_y[i], dx = w->dx[i], dy = w->dy[i];
    const float px = floorf(x - o->x), py = floorf(y - o->y);
    const float wide = (float)(o->columns * map->width), high = (float)(o->rows * map->height);
    const float edge_x = (dx > 0.0f ? px : px + 1.0f) + o->x, edge_y = (dy > 0.0f ? py : py + 1.0f) + o->y;
    const bool by_x = dy == 0.0f || (dx != 0.0f && fabsf(x - edge_x) <= fabsf(y - edge_y));
    *hit =
        (hail_ray_hit){.x = by_x ? edge_x : x, .y = by_x ? y : edge_y, .distance = sqrtf(dx * dx + dy * dy), .hit = 1};
    hit->normal_x = by_x ? (dx > 0.0f ? -1.0f : 1.0f) : 0.0f;
    hit->normal_y = by_x ? 0.0f : dy > 0.0f ? -1.0f : 1.0f;
    hit->outside = px < 0.0f || py < 0.0f || px >= wide || py >= high;
    hit->pixel_x = (int32_t)fminf(fmaxf(px, -1.0f), wide);
    hit->pixel_y = (int32_t)fminf(fmaxf(py, -1.0f), high);
    hit->kind = (uint8_t)o->outside_kind;
    if (hit->outside)
        return;
    hit->column = hit->pixel_x / (int32_t)map->width;
    hit->row = hit->pixel_y / (int32_t)map->height;
    hit->cell = (uint32_t)hit->row * o->columns + (uint32_t)hit->column;
    hit->kind = (uint8_t)word_kind(tilemap_word(map, (uint32_t)hit->column, (uint32_t)hit->row));
}

/* One coordinate of where a body stops: back along the normal, by what its size can tell; across it within the pixel
 * that was hit, for the open one before that is beside it, while the next ones may be solid. */
static float stop_at(float at, float normal, float corner, int32_t pixel) {
    const float back = stop_back(at);
    if (normal != 0.0f)
        return at + normal * back;
    const float first = corner + (float)pixel;
    return fminf(fmaxf(at, first + back), first + 1.0f - back);
}

/* One ray's hit as a contact; false: it is none. Where the body would stop stands in the second point. */
static bool contact_of(const hail_static_search *s, const ways *w, uint32_t i, hail_contact *c) {
    const hail_ray_hit *hit = &w->hits[i];
    const float dx = w->dx[i], dy = w->dy[i], length = sqrtf(dx * dx + dy * dy);
    if (hit->started_inside && !w->ends_inside[i])
        return false;
    *c = (hail_contact){.count = 1, .feature_b = hit->kind, .part_b = hit->outside ? UINT32_MAX : hit->cell};
    c->x[0] = hit->x;
    c->y[0] = hit->y;
    if (hit->started_inside) { /* no surface was passed: what moves it, presses it in */
        c->normal_x = length > 0.0f ? dx / length : 1.0f;
        c->normal_y = length > 0.0f ? dy / length : 0.0f;
        c->x[1] = hit->x;
        c->y[1] = hit->y;
        return true;
    }
    c->t = hit->distance < length ? hit->distance / length : 1.0f;
    const hail_tilemap_options *o = &s->world->map->options;
    c->x[1] = stop_at(hit->x, hit->normal_x, o->x, hit->pixel_x);
    c->y[1] = stop_at(hit->y, hit->normal_y, o->y, hit->pixel_y);
    hail_ray_hit smooth = *hit;
    if (s->layer->tiles.smooth)
        hail_tiles_smooth(s->world->map, s->layer->tiles.kinds, s->layer->tiles.smooth, &smooth);
    c->normal_x = -smooth.normal_x + 0.0f;
    c->normal_y = -smooth.normal_y + 0.0f;
    return true;
}

static void search_rays(hail_static_search *s) {
    ways w;
    const hail_march_job job = {.view = hail_tilemap_view(s->world->map, s->layer->tiles.kinds),
                                .x = w.x,
                                .y = w.y,
                                .dx = w.dx,
                                .dy = w.dy,
                                .rows = (uint32_t *)(void *)w.hits,
                                .found = w.found};
    for (uint32_t first = 0; first < s->layer->active; first += BLOCK) {
        const uint32_t left = s->layer->active - first;
        list_ways(s, &job.view, first, left < BLOCK ? left : BLOCK, &w);
        uint32_t found = s->world->kernels->march(&job, 0, w.count);
        s->world->kernels->solid_points(&job.view, w.end_x, w.end_y, w.count, w.ends_inside);
        bool told[BLOCK] = {false};
        for (uint32_t k = 0; k < found; k++)
            told[w.found[k]] = true;
        for (uint32_t i = 0; i < w.count; i++)
            if (w.ends_inside[i] && !told[i]) {
                hit_at_end(s, &w, i, &w.hits[i]);
                w.found[found++] = i;
            }
        hail_contact contact;
        for (uint32_t k = 0; k < found; k++)
            if (contact_of(s, &w, w.found[k], &contact) &&
                !hail_static_search_take(s, w.index[w.found[k]], 0, &contact))
                return;
    }
}

/* ---- Whole shapes ----------------------------------------------------------------------------------------------- */

/* One body's contacts. */
typedef struct touches {
    hail_static_search *s;
    uint32_t index, part;
    uint16_t of; /* a compound's part */
    float x, y;  /* px: where the body is */
    bool going;
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
    if (t->s->rule->mode == HAIL_PAIRS)
        c = (hail_contact){.feature_b = contact->feature_b, .part_b = contact->part_b};
    c.part_a = t->of;
    t->going = hail_static_search_take(t->s, t->index, t->part++, &c);
    return t->going;
}

static void set_shape(const hail_static_search *s, hail_obstacles *o, uint32_t i, uint32_t shape) {
    const hail_layer *layer = s->layer;
    const hail_convex *shapes = s->world->shapes.data;
    const float *cos = layer_floats(layer, COLUMN_COS), *sin = layer_floats(layer, COLUMN_SIN),
                *scale = layer_floats(layer, COLUMN_SCALE);
    hail_obstacles_shape(o, shapes[shape].words, cos ? cos[i] : 1.0f, sin ? sin[i] : 0.0f, scale ? scale[i] : 1.0f,
                         0.0f);
}

/* A body's first hit on its way, from (x, y): of all its parts the first; a sprite goes as the polygon around it. Where
 * it would stop stands in the second point. */
static bool sweep_body(hail_static_search *s, hail_obstacles *o, uint32_t index, float x, float y, float dx, float dy) {
    const hail_tilemap_options *m = &s->world->map->options;
    const uint32_t shape = layer_words(s->layer, COLUMN_SHAPE)[index];
    const hail_shape_entry *entry = shape_entry(s->world, shape);
    hail_contact c = {.t = 2.0f}, hit;
    for (uint32_t p = 0; p < entry->parts; p++) {
        set_shape(s, o, index, entry->set ? shape : entry->first + p);
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
    return hail_static_search_take(s, index, 0, &c);
}

/* A sprite's pixels against the map's: one contact. */
static bool touch_pixels(touches *t, const hail_shape_entry *entry) {
    const hail_static_search *s = t->s;
    const hail_layer *layer = s->layer;
    const float *cos = layer_floats(layer, COLUMN_COS), *sin = layer_floats(layer, COLUMN_SIN),
                *scale = layer_floats(layer, COLUMN_SCALE);
    const hail_sprites one = {.set = entry->set,
                              .x = &t->x,
                              .y = &t->y,
                              .cos = cos ? cos + t->index : NULL,
                              .sin = sin ? sin + t->index : NULL,
                              .scale_x = scale ? scale + t->index : NULL,
                              .sprite = &entry->sprite};
    const hail_sprite_pose drawn = hail_sprite_pose_of(&one, 0);
    const hail_mask mask = spriteset_mask(entry->set, spriteset_template(entry->set, entry->sprite));
    const hail_tilemap *map = s->world->map;
    const hail_tile_view view = hail_tilemap_view(map, layer->tiles.kinds);
    hail_sprite_overlap o;
    hail_overlap_map(s->world->kernels, map, &view, layer->tiles.kinds, &mask, &drawn, &o);
    if (!o.count)
        return true;
    hail_contact c = {.count = 1, .part_b = UINT32_MAX, .feature_b = (uint8_t)map->options.outside_kind};
    const int32_t column = o.b_x < 0 ? -1 : o.b_x / (int32_t)map->width,
                  row = o.b_y < 0 ? -1 : o.b_y / (int32_t)map->height;
    if (column >= 0 && row >= 0 && column < (int32_t)map->options.columns && row < (int32_t)map->options.rows) {
        c.part_b = (uint32_t)row * map->options.columns + (uint32_t)column;
        c.feature_b = (uint8_t)word_kind(tilemap_word(map, (uint32_t)column, (uint32_t)row));
    }
    if (s->rule->mode != HAIL_PAIRS) {
        c.normal_x = -o.push_x + 0.0f;
        c.normal_y = -o.push_y + 0.0f;
        c.x[0] = o.x;
        c.y[0] = o.y;
        c.depth[0] = o.depth;
    }
    return hail_static_search_take(t->s, t->index, t->part++, &c);
}

/* Where a body overlaps the map, part by part. */
static bool touch_body(touches *t, hail_obstacles *o) {
    const hail_tilemap_options *m = &t->s->world->map->options;
    const hail_shape_entry *entry = shape_entry(t->s->world, layer_words(t->s->layer, COLUMN_SHAPE)[t->index]);
    t->part = 0;
    if (entry->set)
        return touch_pixels(t, entry);
    for (uint32_t p = 0; p < entry->parts && t->going; p++) {
        set_shape(t->s, o, t->index, entry->first + p);
        t->of = (uint16_t)p;
        hail_obstacles_touch(o, (double)t->x - (double)m->x, (double)t->y - (double)m->y, take_touch, t);
    }
    return t->going;
}

static void search_shapes(hail_static_search *s) {
    const hail_layer *layer = s->layer;
    const bool swept = rule_swept(s->rule);
    hail_obstacles o;
    hail_obstacles_begin(&o, s->world->kernels, s->world->map, layer->tiles.kinds, layer->tiles.whole_tiles);
    touches t = {.s = s, .going = true};
    for (uint32_t i = 0; i < layer->active && t.going; i++) {
        hail_path path;
        if (!search_wants(s, i) || !search_path(s, i, &path))
            continue;
        if (swept) {
            t.going = sweep_body(s, &o, i, path.x, path.y, path.dx, path.dy);
            continue;
        }
        t.index = i;
        t.x = path.x;
        t.y = path.y;
        t.going = touch_body(&t, &o);
    }
}

void hail_search_tiles(hail_static_search *s) {
    if (rule_swept(s->rule) && !s->layer->tiles.as_shape)
        search_rays(s);
    else
        search_shapes(s);
}
