/* engine/queries/cast_bodies.c - bodies that casts hit, layer by layer and level by level. All casts of a block go on
 * by one stretch at a time, so that none looks beyond the last hit that it wants: a kernel finds the bodies whose
 * bounding circles a stretch enters, and these are tested exactly. */
#include <math.h>

#include "cast_pairs.h"
#include "lowest_bit.h"

enum { CHUNK = 1024 }; /* bodies listed at a time */

/* Bounding circles grow by this, for the rounding of a sweep's time and the shapes that it tolerates
 * (docs/arithmetic.md, "Sweeps": margin and slack). ABS is a share of coordinates and displacements. */
static const float INFLATE_ABS = 1.0f / (1 << 17), INFLATE_REL = 1.001f;

/* Cells that a cast passes in one go. */
static const float STRETCH_CELLS = 1.0f;

typedef struct body_casts {
    hail_cast *cast;
    const hail_layer *layer;
    const hail_level *level;
    uint32_t number; /* the layer's */
    bool exact;      /* the kernel's times are those of sweeps */
    float flatness;
    /* Casts that go on. */
    uint32_t count, query[CAST_BLOCK];
    float x[CAST_BLOCK], y[CAST_BLOCK], dx[CAST_BLOCK], dy[CAST_BLOCK], radius[CAST_BLOCK], from[CAST_BLOCK],
        to[CAST_BLOCK], rows[CAST_BLOCK * HAIL_CAST_WORDS];
    /* What the kernel lists. */
    uint32_t listed[CHUNK], position[CHUNK];
    float time[CHUNK];
    /* The pair of bodies whose parts come in now, and its first hit. */
    hail_cast_pair pair;
    hail_contact best; /* kind 0: none yet */
    hail_cast_pairs pairs;
} body_casts;

/* ---- Hits -------------------------------------------------------------------------------------------------------- */

/* Adds a hit of a body. */
static void add_hit(const body_casts *w, uint32_t query, uint32_t index, hail_contact *contact) {
    const uint64_t *user = layer_user(w->layer);
    contact->kind = HAIL_CONTACT_BODY;
    contact->layer_b = (uint8_t)w->number;
    hail_query_hit hit = hail_cast_hit(w->cast, query, contact);
    hit.body = layer_handles(w->layer)[index];
    hit.user = user ? user[index] : 0;
    hail_cast_add(w->cast, query, &hit);
}

static void finish_pair(body_casts *w) {
    if (w->best.kind)
        add_hit(w, w->pair.query, w->pair.b, &w->best);
    w->best.kind = 0;
}

/* Ties go to the body's lowest part, then to the cast's. */
static bool is_earlier(const hail_contact *c, const hail_contact *than) {
    if (!than->kind || c->t != than->t)
        return !than->kind || c->t < than->t;
    return c->part_b != than->part_b ? c->part_b < than->part_b : c->part_a < than->part_a;
}

static void take_pair(void *context, const hail_cast_pair *pair, hail_contact *contact) {
    body_casts *w = context;
    if (pair->query != w->pair.query || pair->b != w->pair.b)
        finish_pair(w);
    w->pair = *pair;
    if (is_earlier(contact, &w->best))
        w->best = *contact;
}

/* ---- Parts and pixels -------------------------------------------------------------------------------------------- */

static hail_pose pose_of_body(const hail_layer *layer, uint32_t index) {
    return (hail_pose){.x = (double)layer_floats(layer, COLUMN_X)[index],
                       .y = (double)layer_floats(layer, COLUMN_Y)[index],
                       .cos = (double)layer_float_or(layer, COLUMN_COS, index, 1.0f),
                       .sin = (double)layer_float_or(layer, COLUMN_SIN, index, 0.0f),
                       .scale = (double)layer_float_or(layer, COLUMN_SCALE, index, 1.0f)};
}

static void ask_pair(body_casts *w, const hail_cast_shape *shape, const hail_cast_pair *pair, uint32_t id) {
    hail_cast_pairs *p = &w->pairs;
    const uint32_t i = hail_cast_pairs_add(p, pair, shape), index = pair->b;
    p->b.x[i] = layer_floats(w->layer, COLUMN_X)[index];
    p->b.y[i] = layer_floats(w->layer, COLUMN_Y)[index];
    p->b.cos[i] = layer_float_or(w->layer, COLUMN_COS, index, 1.0f);
    p->b.sin[i] = layer_float_or(w->layer, COLUMN_SIN, index, 0.0f);
    p->b.scale[i] = layer_float_or(w->layer, COLUMN_SCALE, index, 1.0f);
    p->b.row[i] = hail_cast_pairs_row(p, shape_row(w->cast->seek->world->shapes, id));
}

static void ask_parts(body_casts *w, const hail_cast_shape *shape, uint32_t query, uint32_t index,
                      const hail_shape_entry *body) {
    for (uint32_t a = 0; a < shape->parts; a++)
        for (uint32_t b = 0; b < body->parts; b++)
            ask_pair(w, shape, &(hail_cast_pair){.query = query, .part_a = a, .b = index, .part_b = b},
                     body->first + b);
}

static void turn_round(hail_contact *c) {
    c->normal_x = -c->normal_x + 0.0f;
    c->normal_y = -c->normal_y + 0.0f;
}

/* A sprite with each part of the other: the first hit. */
static void cast_sprite(body_casts *w, const hail_cast_shape *shape, uint32_t query, uint32_t index,
                        const hail_shape_entry *body) {
    const hail_pose from = hail_cast_pose(w->cast, query, shape), at = pose_of_body(w->layer, index);
    const bool sprite_is_a = shape->entry && shape->entry->set;
    const hail_shape_entry *sprite = sprite_is_a ? shape->entry : body;
    const hail_pixels pixels = hail_pixels_of(sprite->set, sprite->sprite);
    const uint32_t parts = sprite_is_a ? body->parts : shape->parts;
    hail_contact best = {0}, c;
    for (uint32_t p = 0; p < parts; p++) {
        const float *row =
            sprite_is_a ? shape_row(w->cast->seek->world->shapes, body->first + p) : hail_cast_row(w->cast, shape, p);
        if (!hail_pixels_against_shape(&pixels, sprite_is_a ? &from : &at, row, sprite_is_a ? &at : &from, true, &c))
            continue;
        if (!sprite_is_a)
            turn_round(&c);
        c.kind = HAIL_CONTACT_BODY;
        c.part_a = (uint16_t)(sprite_is_a ? 0 : p);
        c.part_b = sprite_is_a ? p : 0;
        if (is_earlier(&c, &best))
            best = c;
    }
    if (best.kind)
        add_hit(w, query, index, &best);
}

static void cast_sprites(body_casts *w, const hail_cast_shape *shape, uint32_t query, uint32_t index,
                         const hail_shape_entry *body) {
    const hail_pose from = hail_cast_pose(w->cast, query, shape), at = pose_of_body(w->layer, index);
    const hail_pixels a = hail_pixels_of(shape->entry->set, shape->entry->sprite),
                      b = hail_pixels_of(body->set, body->sprite);
    hail_contact c;
    if (!hail_pixels_against_pixels(w->cast->seek->kernels, &a, &from, &b, &at, true, &c))
        return;
    c.part_a = 0;
    c.part_b = 0;
    add_hit(w, query, index, &c);
}

/* Tests a body that a query may hit. */
static void test_body(body_casts *w, uint32_t query, uint32_t index) {
    const hail_shapeset *shapes = w->cast->seek->world->shapes;
    const hail_cast_shape shape = hail_cast_shape_of(w->cast, query);
    const hail_shape_entry *body = shape_entry(shapes, layer_words(w->layer, COLUMN_SHAPE)[index]);
    const bool sprite = shape.entry && shape.entry->set;
    if (sprite && body->set)
        cast_sprites(w, &shape, query, index, body);
    else if (sprite || body->set)
        cast_sprite(w, &shape, query, index, body);
    else
        ask_parts(w, &shape, query, index, body);
}

/* ---- Stretches --------------------------------------------------------------------------------------------------- */

static hail_cast_job job_of(body_casts *w) {
    const hail_grid_view *grid = &w->level->view;
    const hail_grid_layout *map = &grid->map;
    const float cell = 1.0f / map->inverse, abs = w->exact ? 0.0f : INFLATE_ABS * w->flatness;
    return (hail_cast_job){.grid = *grid,
                           .reach = grid->radius ? w->level->reach : grid->uniform_radius,
                           .max_x = map->min_x + (map->last_column + 1.0f) * cell,
                           .max_y = map->min_y + (map->last_row + 1.0f) * cell,
                           .stretch = cell * STRETCH_CELLS,
                           .x = w->x,
                           .y = w->y,
                           .dx = w->dx,
                           .dy = w->dy,
                           .radius = w->radius,
                           .inflate_rel = w->exact ? 1.0f : INFLATE_REL + abs,
                           .inflate_abs = abs,
                           .from = w->from,
                           .to = w->to,
                           .rows = w->rows};
}

static void test_listed(body_casts *w, uint32_t count) {
    const hail_seek *seek = w->cast->seek;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t query = w->query[w->listed[k]], index = w->level->order[w->position[k]];
        if (w->time[k] > w->cast->limit[query])
            continue;
        if (seek->selective) {
            const hail_seek_wish wish = seek_wish(seek, w->cast->first + query);
            if (!seek_allows(&wish, w->layer, index))
                continue;
        }
        test_body(w, query, index);
    }
}

/* Takes all casts on by one stretch. */
static void go_on(body_casts *w, const hail_cast_job *job) {
    hail_cursor cursor = {0};
    while (cursor.body < w->count)
        test_listed(
            w, w->cast->seek->kernels->cast_circles(job, &cursor, w->count, w->listed, w->position, w->time, CHUNK));
    hail_cast_pairs_flush(&w->pairs);
    finish_pair(w);
}

/* Keeps the casts that have another stretch, and whose next hit may be wanted. */
static void keep_going(body_casts *w) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        if (!(w->to[i] <= w->cast->limit[w->query[i]]))
            continue;
        w->query[kept] = w->query[i];
        w->x[kept] = w->x[i];
        w->y[kept] = w->y[i];
        w->dx[kept] = w->dx[i];
        w->dy[kept] = w->dy[i];
        w->radius[kept] = w->radius[i];
        w->from[kept++] = w->to[i];
    }
    w->count = kept;
}

/* ---- Levels ------------------------------------------------------------------------------------------------------ */

/* Begins the casts that look in the layer and want hits. */
static void begin_casts(body_casts *w) {
    const hail_cast *cast = w->cast;
    w->count = 0;
    for (uint32_t i = 0; i < cast->count; i++) {
        if (cast->limit[i] < 0.0f || !(seek_layers(cast->seek, cast->first + i) >> w->number & 1))
            continue;
        const hail_cast_shape shape = hail_cast_shape_of(cast, i);
        w->query[w->count] = i;
        w->x[w->count] = cast->x[i];
        w->y[w->count] = cast->y[i];
        w->dx[w->count] = cast->dx[i];
        w->dy[w->count] = cast->dy[i];
        w->radius[w->count] = hail_cast_radius(cast, &shape);
        w->from[w->count++] = 0.0f;
    }
}

static void cast_layer(body_casts *w) {
    const hail_levels *levels = seek_levels(w->layer);
    for (uint32_t l = 0; l < levels->count; l++) {
        w->level = &levels->level[l];
        begin_casts(w);
        const hail_cast_job job = job_of(w);
        while (w->count) {
            go_on(w, &job);
            keep_going(w);
        }
    }
}

void hail_cast_bodies(hail_cast *cast) {
    const hail_seek *seek = cast->seek;
    body_casts w;
    w.cast = cast;
    w.best.kind = 0;
    w.flatness = fmaxf(cast->flatness, seek->world->shapes->flatness);
    hail_cast_pairs_begin(&w.pairs, cast, take_pair, &w);
    const bool circles = hail_cast_circles_only(cast);
    for (uint64_t left = seek->layers; left; left &= left - 1) {
        w.number = lowest_bit_64(left);
        w.layer = seek->world->bodies.layer[w.number];
        w.exact = circles && !w.layer->polygons && !w.layer->composed;
        cast_layer(&w);
    }
}
