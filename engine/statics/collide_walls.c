/* engine/statics/collide_walls.c - first the bodies that may come near a wall; for each of their parts the walls that
 * it may touch on its path, in order of their numbers; then the contacts of these pairs. The paths on which stops put
 * bodies back are checked in the same way. */
#include "collide_walls.h"

#include "base/sort.h"
#include "wall_pairs.h"
#include "wall_stops.h"

enum {
    BLOCK = 1024, /* bodies at a time */
    CHUNK = 1024, /* walls listed at a time */
    FEW = 32      /* up to this many walls are sorted by insertion, more by a pass over the bits */
};
#define NO_OWNER UINT32_MAX

/* Inflated by this, the search finds all that a sweep may report within its rounding errors (docs/arithmetic.md,
 * "Sweeps": margin and slack). No number that goes into those errors is larger than the map, the path and the body
 * together. */
static const float INFLATE_ABS = 1.0f / (1 << 17), INFLATE_REL = 1.001f;

/* How far a cos and sin that are unit only to 1e-4 move a part, by its distance from the origin; rounded up. */
static const float ROTATION_ERROR = 1e-3f;

/* In scratch.walls. */
typedef struct wall_scratch {
    hail_wall_pairs pairs;
    uint32_t near[BLOCK + HAIL_SLACK];
    uint32_t chunk[CHUNK + HAIL_SLACK];
    uint32_t lists[]; /* walls, as many as the map has; then a bit for each */
} wall_scratch;

/* The search for one query. */
typedef struct wall_search {
    hail_static_query *query;
    const hail_sectors *map;
    hail_walls_view view;
    wall_scratch *scratch;
    uint32_t *walls, *listed; /* walls near a part; a bit for each that is listed */
    bool swept;
    bool checks_stops; /* second pass: paths lead to stops, owners are rows. First pass: owners are bodies */
    /* A part reaches radius * inflate_rel + extra + (|dx| + |dy|) * inflate_abs. */
    float inflate_rel, extra, inflate_abs;
    /* The owner whose rows come in now, how many of them were taken and, for sweeps, the earliest so far. */
    uint32_t owner, taken;
    hail_contact best; /* kind 0: none yet */
} wall_search;

size_t hail_collide_walls_bytes(uint32_t walls) {
    return sizeof(wall_scratch) + ((size_t)walls + walls / 32 + 1) * sizeof(uint32_t);
}

/* ---- Contacts --------------------------------------------------------------------------------------------------- */

static hail_contact *row_at(const wall_search *w, uint32_t row) {
    return (hail_contact *)w->query->world->scratch->contacts.data + row;
}

static uint32_t body_of_row(const wall_search *w, uint32_t row) {
    return ((const uint32_t *)w->query->world->scratch->pairs.a.data)[row];
}

/* Finishes the owner whose rows came in last, and begins another. If the finished one has a hit, adds its contact. In
 * the second pass the hit is on the path to its stop, so it is stopped on its own path instead. */
static void begin_owner(wall_search *w, uint32_t owner) {
    hail_path path;
    if (w->best.kind && w->checks_stops) {
        query_path(w->query, body_of_row(w, w->owner), &path);
        hail_wall_stop_before(&path, row_at(w, w->owner));
    } else if (w->best.kind) {
        query_path(w->query, w->owner, &path);
        hail_wall_stop_put(w->map, &path, &w->best);
        hail_static_query_add(w->query, w->owner, 0, &w->best);
    }
    w->best.kind = 0;
    w->owner = owner;
    w->taken = 0;
}

/* Ties go to the lowest wall, then to the lowest part. */
static bool earlier(const hail_contact *c, const hail_contact *than) {
    if (c->t != than->t)
        return c->t < than->t;
    return c->part_b != than->part_b ? c->part_b < than->part_b : c->part_a < than->part_a;
}

static void take_hit(wall_search *w, const hail_pair_batch *batch, uint32_t i, const hail_contact *c) {
    const float into = batch->a.dx[i] * c->normal_x + batch->a.dy[i] * c->normal_y;
    if (c->t == 0.0f && !(into > 0.0f)) /* it touches at the start, and slides along or moves away */
        return;
    if (!w->best.kind || earlier(c, &w->best))
        w->best = *c;
}

/* Where a body of a pair is, or starts. */
static hail_pose body_pose(const hail_pair_batch *batch, uint32_t i) {
    return (hail_pose){.x = (double)batch->a.x[i],
                       .y = (double)batch->a.y[i],
                       .cos = (double)batch->a.cos[i],
                       .sin = (double)batch->a.sin[i],
                       .scale = (double)batch->a.scale[i],
                       .dx = (double)batch->a.dx[i],
                       .dy = (double)batch->a.dy[i]};
}

/* A sprite: its pixels against the wall, as against a body that is a segment. The polygon around it is not tested:
 * beside a long wall, rounding could hide a pixel. */
static bool touch_pixels(const wall_search *w, const hail_shape_entry *entry, const hail_pair_batch *batch, uint32_t i,
                         hail_contact *c) {
    const hail_pixels pixels = hail_pixels_of(entry->set, entry->sprite);
    const hail_pose at = body_pose(batch, i);
    hail_wall_segment wall = {.x = batch->b.x[i], .y = batch->b.y[i], .row = wall_row(batch, i)};
    wall_along(w->map, sectors_wall(w->map, batch->pair[i].part_b), &wall.ex, &wall.ey);
    if (!hail_pixels_against_wall(&pixels, &at, &wall, w->swept, c))
        return false;
    if (w->query->rule->mode == HAIL_PAIRS)
        *c = (hail_contact){0};
    return true;
}

static void take_row(void *user, const hail_pair_batch *batch, uint32_t i, hail_contact *c) {
    wall_search *w = user;
    const hail_batch_pair *pair = &batch->pair[i];
    if (w->query->found != FOUND_ALL)
        return;
    if (pair->owner != w->owner)
        begin_owner(w, pair->owner);
    const uint32_t shape = layer_words(w->query->layer, COLUMN_SHAPE)[pair->body];
    const hail_shape_entry *entry = shape_entry(w->query->world->shapes, shape);
    if (entry->set && !touch_pixels(w, entry, batch, i, c))
        return;
    c->part_a = (uint16_t)pair->part_a;
    c->part_b = pair->part_b;
    c->feature_b = sectors_wall(w->map, pair->part_b)->kind;
    if (w->swept)
        take_hit(w, batch, i, c);
    else
        hail_static_query_add(w->query, pair->body, w->taken++, c);
}

/* ---- Walls near a part ------------------------------------------------------------------------------------------ */

/* Sorts the walls that were listed, and forgets that they were. */
static void sort_walls(wall_search *w, uint32_t count) {
    if (count <= FEW) {
        for (uint32_t i = 0; i < count; i++)
            w->listed[w->walls[i] / 32] = 0;
        hail_sort_few(w->walls, count);
        return;
    }
    uint32_t n = 0;
    for (uint32_t word = 0; word <= w->map->wall_count / 32; word++) {
        for (uint32_t bit = 0; bit < 32 && w->listed[word] >> bit; bit++)
            if (w->listed[word] >> bit & 1)
                w->walls[n++] = word * 32 + bit;
        w->listed[word] = 0;
    }
}

/* Lists in w->walls, in order, all walls that a disc may touch. */
static uint32_t list_walls(wall_search *w, const hail_disc *disc) {
    hail_cursor cursor = {0};
    uint32_t count = 0;
    while (cursor.body < w->view.rows) {
        uint32_t *chunk = w->scratch->chunk;
        const uint32_t n = w->query->world->kernels->near_walls(&w->view, disc, &cursor, chunk, CHUNK);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t *word = &w->listed[chunk[i] / 32];
            const uint32_t bit = UINT32_C(1) << chunk[i] % 32;
            if (!(*word & bit))
                w->walls[count++] = chunk[i];
            *word |= bit;
        }
    }
    sort_walls(w, count);
    return count;
}

/* The circle around a part, on its path. */
static hail_disc disc_of(const wall_search *w, uint32_t body, const hail_path *path, uint32_t shape) {
    const hail_layer *layer = w->query->layer;
    const hail_shapeset *shapes = w->query->world->shapes;
    const hail_shape_entry *part = shape_entry(shapes, shape);
    const float c = layer_float_or(layer, COLUMN_COS, body, 1.0f), s = layer_float_or(layer, COLUMN_SIN, body, 0.0f),
                scale = layer_float_or(layer, COLUMN_SCALE, body, 1.0f);
    const float x = part->x * scale, y = part->y * scale;
    /* The polygon around a sprite has no circle of its own: only one about the origin. */
    const float radius = part->set ? shape_row(shapes, shape)[HAIL_TEMPLATE_RADIUS] * scale
                                   : part->radius * scale + (fabsf(x) + fabsf(y)) * ROTATION_ERROR;
    return (hail_disc){.x = path->x + (c * x - s * y),
                       .y = path->y + (s * x + c * y),
                       .dx = path->dx,
                       .dy = path->dy,
                       .radius =
                           radius * w->inflate_rel + w->extra + (fabsf(path->dx) + fabsf(path->dy)) * w->inflate_abs,
                       .stops = kinds_bits(w->query->rule->kinds)};
}

/* Adds the pairs of a body's parts and the walls near them. */
static void put_body(wall_search *w, uint32_t owner, uint32_t body, const hail_path *path) {
    const uint32_t shape = layer_words(w->query->layer, COLUMN_SHAPE)[body];
    const hail_shape_entry *entry = shape_entry(w->query->world->shapes, shape);
    for (uint32_t p = 0; p < entry->parts; p++) {
        hail_batch_pair pair = {.owner = owner, .body = body, .part_a = p};
        const hail_disc disc = disc_of(w, body, path, entry->first + p);
        const uint32_t count = list_walls(w, &disc);
        for (uint32_t k = 0; k < count && w->query->found == FOUND_ALL; k++) {
            pair.part_b = w->walls[k];
            if (entry->set)
                hail_wall_pairs_keep(&w->scratch->pairs, &pair, path);
            else
                hail_wall_pairs_put(&w->scratch->pairs, &pair, entry->first + p, path);
        }
    }
}

/* ---- All bodies ------------------------------------------------------------------------------------------------- */

static wall_search begin(hail_static_query *query) {
    const hail_world *world = query->world;
    const hail_sectors *map = world->rules.sectors;
    wall_scratch *scratch = world->scratch->walls.data;
    wall_search w = {.query = query, .map = map, .view = hail_sectors_view(map), .scratch = scratch, .owner = NO_OWNER};
    w.walls = scratch->lists;
    w.listed = scratch->lists + map->wall_count;
    w.swept = rule_swept(query->rule);
    w.inflate_abs = INFLATE_ABS * world->shapes->flatness;
    w.inflate_rel = INFLATE_REL + w.inflate_abs;
    w.extra = ((w.view.max_x - w.view.map.min_x) + (w.view.max_y - w.view.map.min_y)) * w.inflate_abs;
    memset(w.listed, 0, ((size_t)map->wall_count / 32 + 1) * sizeof *w.listed);
    return w;
}

static hail_cull_walls_job cull_job(const wall_search *w) {
    const hail_layer *layer = w->query->layer;
    const hail_shapeset *shapes = w->query->world->shapes;
    return (hail_cull_walls_job){.x = layer_floats(layer, COLUMN_X),
                                 .y = layer_floats(layer, COLUMN_Y),
                                 .dx = w->swept ? layer_displacement(layer, false) : NULL,
                                 .dy = w->swept ? layer_displacement(layer, true) : NULL,
                                 .radius = layer_radii(layer),
                                 .uniform_radius =
                                     layer_uniform(layer) ? shape_radii(shapes)[layer->uniform_shape] : 0.0f,
                                 .inflate_rel = w->inflate_rel * (layer->composed ? shapes->sprite_reach : 1.0f),
                                 .extra = w->extra,
                                 .inflate_abs = w->inflate_abs,
                                 .bound = HAIL_MAX_BOUND};
}

static void end(wall_search *w) {
    hail_wall_pairs_flush(&w->scratch->pairs);
    if (w->query->found == FOUND_ALL)
        begin_owner(w, NO_OWNER);
}

/* Culls the bodies, block by block, and collides those that may come near a wall. */
static void collide_bodies(wall_search *w) {
    hail_static_query *query = w->query;
    const hail_cull_walls_job job = cull_job(w);
    const uint32_t active = query->layer->active, *near = w->scratch->near;
    for (uint32_t first = 0; first < active && query->found == FOUND_ALL; first += BLOCK) {
        const uint32_t last = active - first < BLOCK ? active : first + BLOCK;
        const uint32_t count = query->world->kernels->cull_walls(&w->view, &job, first, last, w->scratch->near);
        for (uint32_t k = 0; k < count && query->found == FOUND_ALL; k++) {
            hail_path path;
            if (query_wants(query, near[k]) && query_path(query, near[k], &path))
                put_body(w, near[k], near[k], &path);
        }
    }
    end(w);
}

/* Checks that no body is put back through another wall: sweeps each along the path to its stop. */
static void check_stops(wall_search *w) {
    w->checks_stops = true;
    for (uint32_t row = 0; row < w->query->world->scratch->pairs.count; row++) {
        const uint32_t body = body_of_row(w, row);
        hail_path path;
        query_path(w->query, body, &path);
        const hail_path back = hail_wall_stop_path(&path, row_at(w, row));
        put_body(w, row, body, &back);
    }
    end(w);
}

void hail_collide_walls(hail_static_query *query) {
    wall_search w = begin(query);
    if (!w.view.entries)
        return;
    hail_wall_pairs_begin(&w.scratch->pairs, query, take_row, &w);
    collide_bodies(&w);
    if (w.swept && query->rule->stop && !query->counts && query->found == FOUND_ALL)
        check_stops(&w);
}
