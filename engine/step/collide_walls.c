/* engine/step/collide_walls.c - first the bodies that may come near a wall; of each the walls that it, or a part of it,
 * may touch on its way, in order of their numbers; then what these pairs tell. Where bodies stop is gone after in the
 * same way. */
#include "collide_walls.h"

#include "wall_batch.h"

enum {
    BLOCK = 1024, /* bodies at a time */
    CHUNK = 1024, /* walls listed at a time */
    FEW = 32      /* walls that are put in order by hand */
};

/* In world->wall_scratch. */
typedef struct bench {
    hail_wall_batch batch;
    uint32_t near[BLOCK + HAIL_SLACK];
    uint32_t chunk[CHUNK + HAIL_SLACK];
    uint32_t lists[]; /* walls, as many as the map has; then a bit for each */
} bench;

/* One search's work. */
typedef struct work {
    hail_static_search *s;
    const hail_sectors *map;
    hail_walls_view view;
    bench *b;
    uint32_t *walls, *seen;
    bool swept;
    bool backing; /* the ways are those on which bodies are put back */
    /* How far a part reaches: radius * swell + extra + (|dx| + |dy|) * blur. */
    float inflate_rel, extra, inflate_abs;
    /* The body whose contacts come in now, or the row; how many of them were taken, or, swept, the earliest so far. */
    uint32_t of, taken;
    hail_contact best; /* kind 0: none yet */
} work;

bool hail_wall_scratch_reserve(hail_world *world) {
    const uint32_t walls = world->sectors ? world->sectors->wall_count : 0;
    const size_t words = (size_t)walls + walls / 32 + 1;
    return hail_scratch_grow(&world->heap, &world->wall_scratch, sizeof(bench) + words * sizeof(uint32_t));
}

/* ---- Stops ------------------------------------------------------------------------------------------------------ */

/* Where the body of a hit stops: as far before the wall that sweeps can still tell on which side of it it is, which for
 * a long wall is more than for others. */
static void put_stop(const work *w, const hail_path *path, hail_contact *hit) {
    float ex, ey;
    wall_along(w->map, sectors_wall(w->map, hit->part_b), &ex, &ey);
    const float least = (fabsf(ex) + fabsf(ey)) * 0x1p-19f;
    const float x = path->x + path->dx * hit->t, y = path->y + path->dy * hit->t;
    hit->x[1] = x - hit->normal_x * fmaxf(stop_back(x), least);
    hit->y[1] = y - hit->normal_y * fmaxf(stop_back(y), least);
}

/* How far the stop is before the wall. */
static float stop_distance(const hail_path *path, const hail_contact *hit) {
    const float x = path->x + path->dx * hit->t, y = path->y + path->dy * hit->t;
    return (x - hit->x[1]) * hit->normal_x + (y - hit->y[1]) * hit->normal_y;
}

/* Where a body was on its way when it was that far before what it hits, if it was. */
static void place_before(const hail_path *path, const hail_contact *hit, float far, float *x, float *y) {
    const float into = path->dx * hit->normal_x + path->dy * hit->normal_y;
    const float t = into > 0.0f ? fmaxf(hit->t - far / into, 0.0f) : 0.0f;
    *x = path->x + path->dx * t;
    *y = path->y + path->dy * t;
}

/* The way to the stop, from where the body was surely not beyond the wall yet. */
static hail_path way_back(const hail_path *path, const hail_contact *hit) {
    hail_path back = {.end_x = hit->x[1], .end_y = hit->y[1]};
    place_before(path, hit, stop_distance(path, hit) / 4.0f, &back.x, &back.y);
    back.dx = back.end_x - back.x;
    back.dy = back.end_y - back.y;
    return back;
}

/* There is another wall on that way: the body stops on its own way instead, which was free until it hit, as far before
 * the wall, or where it began. */
static void stop_before(const hail_path *path, hail_contact *hit) {
    place_before(path, hit, stop_distance(path, hit), &hit->x[1], &hit->y[1]);
}

/* ---- Contacts --------------------------------------------------------------------------------------------------- */

static hail_contact *row_at(const work *w, uint32_t row) { return (hail_contact *)w->s->world->found_rows.data + row; }

static uint32_t body_of_row(const work *w, uint32_t row) { return ((const uint32_t *)w->s->world->pairs.a.data)[row]; }

/* Does what the earliest hit of the body that was met last asks for, if it has one, and goes on to another. */
static void turn_to(work *w, uint32_t of) {
    hail_path path;
    if (w->best.kind && w->backing) {
        search_path(w->s, body_of_row(w, w->of), &path);
        stop_before(&path, row_at(w, w->of));
    } else if (w->best.kind) {
        search_path(w->s, w->of, &path);
        put_stop(w, &path, &w->best);
        hail_static_search_take(w->s, w->of, 0, &w->best);
    }
    w->best.kind = 0;
    w->of = of;
    w->taken = 0;
}

/* Of equal t that with the lowest wall, then the lowest part. */
static bool earlier(const hail_contact *c, const hail_contact *than) {
    if (c->t != than->t)
        return c->t < than->t;
    return c->part_b != than->part_b ? c->part_b < than->part_b : c->part_a < than->part_a;
}

static void take_hit(work *w, uint32_t pair, const hail_contact *c) {
    const hail_gathered *bodies = &w->b->batch.bodies;
    const float into = bodies->dx[pair] * c->normal_x + bodies->dy[pair] * c->normal_y;
    if (c->t == 0.0f && !(into > 0.0f)) /* it slides along, or goes away */
        return;
    if (!w->best.kind || earlier(c, &w->best))
        w->best = *c;
}

/* A sprite that stands still is met by its pixels, like by a body that is a segment. */
static bool meet_pixels(const work *w, const hail_shape_entry *entry, uint32_t pair, hail_contact *c) {
    const hail_wall_batch *batch = &w->b->batch;
    const hail_pixels pixels = hail_pixels_of(entry->set, entry->sprite);
    const hail_pose at = gathered_pose(w->s->layer, batch->pair[pair].body, false), wall = wall_pose(batch, pair);
    if (!hail_pixels_against_shape(&pixels, &at, wall_row(batch, pair), &wall, false, c))
        return false;
    if (w->s->rule->mode == HAIL_PAIRS)
        *c = (hail_contact){0};
    return true;
}

static void take(work *w, uint32_t i) {
    const hail_wall_pair *pair = &w->b->batch.pair[i];
    hail_contact *c = &w->b->batch.contacts[i];
    const hail_shape_entry *entry = shape_entry(w->s->world, layer_words(w->s->layer, COLUMN_SHAPE)[pair->body]);
    if (!c->kind || (entry->set && !w->swept && !meet_pixels(w, entry, i, c)))
        return;
    c->part_a = (uint16_t)pair->part;
    c->part_b = pair->wall;
    c->feature_b = sectors_wall(w->map, pair->wall)->kind;
    if (w->swept)
        take_hit(w, i, c);
    else
        hail_static_search_take(w->s, pair->body, w->taken++, c);
}

/* Narrows what waits, and takes it in order. */
static void flush(work *w) {
    hail_wall_batch *batch = &w->b->batch;
    hail_wall_batch_narrow(batch);
    for (uint32_t i = 0; i < batch->count && w->s->found == FOUND_ALL; i++) {
        if (batch->pair[i].of != w->of)
            turn_to(w, batch->pair[i].of);
        take(w, i);
    }
    hail_wall_batch_clear(batch);
}

/* ---- Walls of a body -------------------------------------------------------------------------------------------- */

static void sort_few(uint32_t *list, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t hold = list[i];
        uint32_t j = i;
        for (; j > 0 && list[j - 1] > hold; j--)
            list[j] = list[j - 1];
        list[j] = hold;
    }
}

/* Puts the walls that were seen in order, and forgets that they were. */
static void put_in_order(work *w, uint32_t count) {
    if (count <= FEW) {
        for (uint32_t i = 0; i < count; i++)
            w->seen[w->walls[i] / 32] = 0;
        sort_few(w->walls, count);
        return;
    }
    uint32_t listed = 0;
    for (uint32_t word = 0; word <= w->map->wall_count / 32; word++) {
        for (uint32_t bit = 0; bit < 32 && w->seen[word] >> bit; bit++)
            if (w->seen[word] >> bit & 1)
                w->walls[listed++] = word * 32 + bit;
        w->seen[word] = 0;
    }
}

/* Lists in w->walls, in order, all that a disc may touch. */
static uint32_t list_walls(work *w, const hail_disc *disc) {
    hail_cursor cursor = {0};
    uint32_t count = 0;
    while (cursor.body < w->view.rows) {
        const uint32_t *chunk = w->b->chunk;
        const uint32_t n = w->s->world->kernels->near_walls(&w->view, disc, &cursor, w->b->chunk, CHUNK);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t *word = &w->seen[chunk[i] / 32];
            const uint32_t bit = UINT32_C(1) << chunk[i] % 32;
            if (!(*word & bit))
                w->walls[count++] = chunk[i];
            *word |= bit;
        }
    }
    put_in_order(w, count);
    return count;
}

/* The circle around a part, on its way. */
static hail_disc disc_of(const work *w, uint32_t body, const hail_path *path, uint32_t shape) {
    const hail_layer *layer = w->s->layer;
    const hail_shape_entry *part = shape_entry(w->s->world, shape);
    const float c = column_at(layer, COLUMN_COS, body, 1.0f), s = column_at(layer, COLUMN_SIN, body, 0.0f),
                scale = column_at(layer, COLUMN_SCALE, body, 1.0f);
    const float *row = ((const hail_convex *)w->s->world->shapes.data)[shape].words;
    const float x = part->x * scale, y = part->y * scale;
    /* (The polygon around a sprite has no circle of its own, but one about the origin.) A cosine and sine that are unit
     * to 1e-4 put a part that far off. */
    const float radius =
        part->set ? row[HAIL_TEMPLATE_RADIUS] * scale : part->radius * scale + (fabsf(x) + fabsf(y)) * 1e-3f;
    return (hail_disc){.x = path->x + (c * x - s * y),
                       .y = path->y + (s * x + c * y),
                       .dx = path->dx,
                       .dy = path->dy,
                       .radius =
                           radius * w->inflate_rel + w->extra + (fabsf(path->dx) + fabsf(path->dy)) * w->inflate_abs,
                       .stops = kinds_bits(layer->walls.kinds)};
}

/* Its parts with the walls near them. */
static void meet_body(work *w, uint32_t of, uint32_t body, const hail_path *path) {
    const hail_shape_entry *entry = shape_entry(w->s->world, layer_words(w->s->layer, COLUMN_SHAPE)[body]);
    for (uint32_t p = 0; p < entry->parts; p++) {
        hail_wall_pair pair = {.of = of, .body = body, .part = p, .shape = entry->first + p};
        const hail_disc disc = disc_of(w, body, path, pair.shape);
        const uint32_t count = list_walls(w, &disc);
        for (uint32_t k = 0; k < count && w->s->found == FOUND_ALL; k++) {
            pair.wall = w->walls[k];
            if (hail_wall_batch_put(&w->b->batch, &pair, path))
                continue;
            flush(w);
            hail_wall_batch_put(&w->b->batch, &pair, path);
        }
    }
}

/* ---- All of them ------------------------------------------------------------------------------------------------ */

/* What sweeps find within rounding (docs/arithmetic.md, "Sweeps": margin and slack) is found by the search, too: none
 * of the numbers that go into that is larger than the map, the way and the body together. */
static const float BLUR = 1.0f / (1 << 17), SWELL = 1.001f;

static void begin(work *w, hail_static_search *s) {
    hail_world *world = s->world;
    bench *b = world->wall_scratch.data;
    *w = (work){.s = s, .map = world->sectors, .view = hail_sectors_view(world->sectors), .b = b, .of = UINT32_MAX};
    w->walls = b->lists;
    w->seen = b->lists + w->map->wall_count;
    w->swept = rule_swept(s->rule);
    w->inflate_abs = BLUR * world->flatness;
    w->inflate_rel = SWELL + w->inflate_abs;
    w->extra = ((w->view.max_x - w->view.map.min_x) + (w->view.max_y - w->view.map.min_y)) * w->inflate_abs;
    memset(w->seen, 0, ((size_t)w->map->wall_count / 32 + 1) * sizeof *w->seen);
    hail_wall_batch_begin(&b->batch, s);
}

static hail_cull_walls_job beside_job(const work *w) {
    const hail_layer *layer = w->s->layer;
    const hail_world *world = w->s->world;
    return (hail_cull_walls_job){.x = layer_floats(layer, COLUMN_X),
                                 .y = layer_floats(layer, COLUMN_Y),
                                 .dx = w->swept ? layer_displacement(layer, false) : NULL,
                                 .dy = w->swept ? layer_displacement(layer, true) : NULL,
                                 .radius = layer_radii(layer),
                                 .uniform_radius =
                                     layer_uniform(layer) ? world_template_radii(world)[layer->uniform_shape] : 0.0f,
                                 .inflate_rel = w->inflate_rel * (layer->composed ? world->sprite_reach : 1.0f),
                                 .extra = w->extra,
                                 .inflate_abs = w->inflate_abs,
                                 .bound = HAIL_MAX_BOUND};
}

static void end(work *w) {
    flush(w);
    if (w->s->found == FOUND_ALL)
        turn_to(w, UINT32_MAX);
}

static void meet_all(work *w) {
    hail_static_search *s = w->s;
    const hail_cull_walls_job job = beside_job(w);
    const uint32_t active = s->layer->active, *near = w->b->near;
    for (uint32_t first = 0; first < active && s->found == FOUND_ALL; first += BLOCK) {
        const uint32_t last = active - first < BLOCK ? active : first + BLOCK;
        const uint32_t count = s->world->kernels->cull_walls(&w->view, &job, first, last, w->b->near);
        for (uint32_t k = 0; k < count && s->found == FOUND_ALL; k++) {
            hail_path path;
            if (search_wants(s, near[k]) && search_path(s, near[k], &path))
                meet_body(w, near[k], near[k], &path);
        }
    }
    end(w);
}

/* Nobody is put back through another wall. */
static void look_back(work *w) {
    w->backing = true;
    for (uint32_t row = 0; row < w->s->world->pairs.count; row++) {
        const uint32_t body = body_of_row(w, row);
        hail_path path;
        search_path(w->s, body, &path);
        const hail_path back = way_back(&path, row_at(w, row));
        meet_body(w, row, body, &back);
    }
    end(w);
}

void hail_search_walls(hail_static_search *s) {
    work w;
    begin(&w, s);
    if (!w.view.entries)
        return;
    meet_all(&w);
    if (w.swept && s->layer->walls.stop && !s->counts && s->found == FOUND_ALL)
        look_back(&w);
}
