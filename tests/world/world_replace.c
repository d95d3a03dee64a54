/* Shapes that are replaced and destroyed while worlds live: each step of two worlds that share a set gives the same
 * bits as that of a world that was just made, with the shapes as they are now and the same bodies in the same slots.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that one alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#include "sectors/walls_inputs.h"
#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/rules.h"
#include "sprites/sprite_inputs.h"
#include "step/parts_world.h"

enum { WORLDS = 2, LAYERS = 4, SHAPES = 10, MOST = 8, SLOTS = 400, EACH = 25, STEPS = 10, UNUSED = 50 };

/* What a shape looks like now. */
typedef struct look {
    uint32_t count;  /* of parts */
    bool compound;   /* else its only part is the shape */
    uint32_t sprite; /* PARTS_NO_SPRITE: it is none */
    hail_convex part[MOST];
} look;

/* What worlds are made of. */
typedef struct plan {
    uint64_t seed, state;
    sprite_cast *cast;
    hail_tileset *tiles;
    hail_tilemap *map;
    hail_sectors *walls;
    look look[SHAPES];
    hail_layer_options layer[LAYERS];
    hail_mode mode[LAYERS][LAYERS];
    hail_rule tile_rule[LAYERS], wall_rule[LAYERS];
    bool uniform[LAYERS]; /* all bodies of the layer have shape number LAYER */
    bool bounded;
} plan;

typedef struct bodies {
    hail_location at[SLOTS];
    bool live[SLOTS];
} bodies;

/* ---- Plans ------------------------------------------------------------------------------------------------------- */

static look look_random(plan *p) {
    look l = {.count = 1, .sprite = PARTS_NO_SPRITE};
    const uint32_t kind = random_pick(&p->state, 6);
    if (kind < 2) {
        l.compound = true;
        l.count = 1 + random_pick(&p->state, MOST);
    }
    for (uint32_t k = 0; k < l.count; k++)
        l.part[k] = parts_convex(&p->state, l.compound ? 6.0f : 10.0f, l.compound ? 15.0f : 3.0f, false);
    if (kind == 2)
        l.sprite = random_pick(&p->state, SPRITE_DRAWINGS);
    hail_sprite_info info;
    if (kind == 2 &&
        (hail_spriteset_describe(p->cast->set, l.sprite, &info) != HAIL_OK || info.opaque == 0 || info.radius > 200.0f))
        l.sprite = PARTS_NO_SPRITE;
    return l;
}

static void plan_maps(plan *p) {
    uint64_t rows[16];
    uint32_t tile;
    soup walls;
    for (int y = 0; y < 16; y++)
        rows[y] = 0xffff;
    cr_assert_eq(hail_tileset_create(NULL, 16, 16, &p->tiles), HAIL_OK);
    cr_assert_eq(hail_tileset_add_bits(p->tiles, rows, 0, &tile), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(p->tiles, &(hail_tilemap_options){.columns = 8, .rows = 8}, &p->map), HAIL_OK);
    for (uint32_t n = 0; n < 12; n++) {
        const uint32_t row = random_pick(&p->state, 8), column = random_pick(&p->state, 8);
        cr_assert_eq(hail_tilemap_fill(p->map, column, row, 1, 1, tile), HAIL_OK);
    }
    soup_make(&walls, &p->state, 0.0f, false, false);
    p->walls = soup_map(&walls, 0.0f, NULL);
}

static void plan_layers(plan *p) {
    static const hail_mode modes[] = {HAIL_IGNORE, HAIL_PAIRS, HAIL_MANIFOLD, HAIL_MANIFOLD, HAIL_SWEPT, HAIL_EARLIEST};
    p->bounded = random_pick(&p->state, 2) == 0;
    for (uint32_t l = 0; l < LAYERS; l++) {
        p->uniform[l] = random_pick(&p->state, 3) == 0;
        p->layer[l].columns = (uint32_t)random_bits(&p->state) & (HAIL_ROTATION | HAIL_SCALE);
        p->layer[l].bounds = p->bounded ? random_pick(&p->state, 3) : HAIL_OPEN;
        p->tile_rule[l].mode = random_pick(&p->state, 3) == 0 ? modes[random_pick(&p->state, 6)] : HAIL_IGNORE;
        p->tile_rule[l].centre_only = !random_pick(&p->state, 2);
        p->wall_rule[l].mode = random_pick(&p->state, 3) == 0 ? modes[random_pick(&p->state, 6)] : HAIL_IGNORE;
        p->tile_rule[l].stop = p->wall_rule[l].stop = random_pick(&p->state, 2);
        for (uint32_t m = 0; m <= l; m++)
            p->mode[l][m] = modes[random_pick(&p->state, 6)];
    }
}

static void plan_make(plan *p, uint64_t seed) {
    memset(p, 0, sizeof *p);
    p->seed = seed, p->state = seed * 0x9e3779b97f4a7c15u + 3;
    p->cast = sprite_cast_make(seed, 20);
    plan_maps(p);
    plan_layers(p);
    for (uint32_t k = 0; k < SHAPES; k++)
        p->look[k] = look_random(p);
}

static void plan_free(plan *p) {
    sprite_cast_free(p->cast);
    hail_tilemap_destroy(p->map);
    hail_tileset_destroy(p->tiles);
    hail_sectors_destroy(p->walls);
}

/* ---- Shapes and worlds ------------------------------------------------------------------------------------------- */

static void add(const plan *p, hail_shapeset *set, const look *l, hail_shape *shape) {
    hail_status status;
    if (l->sprite != PARTS_NO_SPRITE)
        status = hail_shape_sprite(set, p->cast->set, l->sprite, shape);
    else if (l->compound)
        status = hail_shape_compound(set, l->part, l->count, shape);
    else
        status = hail_shape_add(set, &l->part[0], shape);
    cr_assert_eq(status, HAIL_OK, "HAIL_TEST_SEED=%llu: %s", (unsigned long long)p->seed, hail_status_text(status));
}

static void replace(const plan *p, hail_shapeset *set, const look *l, const hail_shape *shape) {
    hail_status status;
    if (l->sprite != PARTS_NO_SPRITE)
        status = hail_shape_replace_sprite(set, shape, p->cast->set, l->sprite);
    else if (l->compound)
        status = hail_shape_replace_compound(set, shape, l->part, l->count);
    else
        status = hail_shape_replace(set, shape, &l->part[0]);
    cr_assert_eq(status, HAIL_OK, "HAIL_TEST_SEED=%llu: %s", (unsigned long long)p->seed, hail_status_text(status));
}

static hail_world *world_make(const plan *p, hail_shapeset *set, size_t config) {
    const parts_config c = parts_config_of(config);
    hail_world_options options = {.context = variant_context(c.isa), .shapes = set, .cell = c.cell, .window = c.window};
    options.pair_budget = c.budget;
    if (p->bounded)
        options.min_x = options.min_y = -130.0f, options.max_x = options.max_y = 130.0f;
    hail_world *world = NULL;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_world_set_tilemap(world, p->map), HAIL_OK);
    cr_assert_eq(hail_world_set_sectors(world, p->walls), HAIL_OK);
    for (uint32_t l = 0; l < LAYERS; l++) {
        cr_assert_eq(hail_layer_configure(world, l, &p->layer[l]), HAIL_OK);
        const hail_rule tiles = rule_with(l, HAIL_TILES, p->tile_rule[l]),
                        walls = rule_with(l, HAIL_WALLS, p->wall_rule[l]);
        cr_assert_eq(hail_rule_configure(world, &tiles), HAIL_OK);
        cr_assert_eq(hail_rule_configure(world, &walls), HAIL_OK);
        for (uint32_t m = 0; m <= l; m++)
            if (p->mode[l][m] != HAIL_IGNORE)
                cr_assert_eq(hail_rule_set(world, l, m, p->mode[l][m]), HAIL_OK);
    }
    return world;
}

static void look_at(hail_world *world, bodies *b) {
    memset(b, 0, sizeof *b);
    for (uint32_t l = 0; l < LAYERS; l++) {
        hail_columns c;
        cr_assert_eq(hail_layer_columns(world, l, &c), HAIL_OK);
        for (uint32_t i = 0; i < c.count; i++) {
            cr_assert_lt(c.handle[i].slot, SLOTS);
            b->live[c.handle[i].slot] = true;
            cr_assert_eq(hail_locate(world, &c.handle[i], &b->at[c.handle[i].slot]), HAIL_OK);
        }
    }
}

/* ---- A world made anew ------------------------------------------------------------------------------------------- */

static void copy_floats(float *to, uint32_t at, const float *from, uint32_t index) {
    if (to != NULL)
        to[at] = from[index];
}

static void copy_body(hail_world *from, const hail_location *old, hail_world *to, hail_handle handle) {
    hail_columns c, d;
    hail_location at;
    if (!old->enabled)
        cr_assert_eq(hail_set_enabled(to, &handle, 1, false), HAIL_OK);
    cr_assert_eq(hail_layer_columns(from, old->layer, &c), HAIL_OK);
    cr_assert_eq(hail_layer_columns(to, old->layer, &d), HAIL_OK);
    cr_assert_eq(hail_locate(to, &handle, &at), HAIL_OK);
    copy_floats(d.x, at.index, c.x, old->index);
    copy_floats(d.y, at.index, c.y, old->index);
    copy_floats(d.vx, at.index, c.vx, old->index);
    copy_floats(d.vy, at.index, c.vy, old->index);
    copy_floats(d.cos, at.index, c.cos, old->index);
    copy_floats(d.sin, at.index, c.sin, old->index);
    copy_floats(d.scale, at.index, c.scale, old->index);
}

/* Bodies in the same slots; slots that are free there hold bodies of a layer that is not used. */
static hail_world *copy_world(const plan *p, hail_world *from, const bodies *b, hail_shapeset *set,
                              const hail_shape shape[SHAPES], const hail_shape old_shape[SHAPES], size_t config) {
    const float zero = 0.0f;
    const hail_spawn_columns at_zero = {.x = &zero, .y = &zero};
    hail_world *made = world_make(p, set, config);
    uint32_t end = SLOTS;
    while (end > 0 && !b->live[end - 1])
        end--;
    for (uint32_t slot = 0; slot < end; slot++) {
        hail_handle handle;
        uint32_t k = 0;
        if (b->live[slot]) {
            hail_columns c;
            cr_assert_eq(hail_layer_columns(from, b->at[slot].layer, &c), HAIL_OK);
            while (k < SHAPES && old_shape[k].id != c.shape[b->at[slot].index])
                k++;
            cr_assert_lt(k, SHAPES, "a body has a shape that was destroyed");
        }
        cr_assert_eq(hail_spawn(made, b->live[slot] ? b->at[slot].layer : UNUSED, &shape[k], &at_zero, 1, &handle),
                     HAIL_OK);
        cr_assert_eq(handle.slot, slot);
        if (b->live[slot])
            copy_body(from, &b->at[slot], made, handle);
    }
    return made;
}

static void forget_generations(stream *s) {
    for (size_t i = 0; i < s->count; i++)
        s->contact[i].a.generation = s->contact[i].b.generation = 0;
}

static void same_bodies(const plan *p, hail_world *is, hail_world *must) {
    static bodies a, b;
    look_at(is, &a);
    look_at(must, &b);
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        cr_assert_eq(a.live[slot], b.live[slot], "HAIL_TEST_SEED=%llu: slot %u", (unsigned long long)p->seed, slot);
        if (!a.live[slot])
            continue;
        hail_columns c, d;
        const uint32_t i = a.at[slot].index, j = b.at[slot].index;
        cr_assert_eq(a.at[slot].layer, b.at[slot].layer);
        cr_assert_eq(hail_layer_columns(is, a.at[slot].layer, &c), HAIL_OK);
        cr_assert_eq(hail_layer_columns(must, a.at[slot].layer, &d), HAIL_OK);
        cr_assert(memcmp(&c.x[i], &d.x[j], sizeof *c.x) == 0 && memcmp(&c.y[i], &d.y[j], sizeof *c.y) == 0,
                  "HAIL_TEST_SEED=%llu: slot %u is elsewhere", (unsigned long long)p->seed, slot);
    }
}

/* Steps a world, and a new one that is like it. */
static size_t step_both(const plan *p, hail_world *world, const hail_shape old_shape[SHAPES], size_t config) {
    static bodies b;
    hail_shapeset *set = NULL;
    hail_shape shape[SHAPES];
    stream is = {0}, must = {0};
    char at[64];
    look_at(world, &b);
    cr_assert_eq(hail_shapeset_create(NULL, &set), HAIL_OK);
    for (uint32_t k = 0; k < SHAPES; k++)
        add(p, set, &p->look[k], &shape[k]);
    hail_world *made = copy_world(p, world, &b, set, shape, old_shape, config);
    cr_assert_eq(hail_step(world, 1.0f / 64.0f, stream_take, &is), HAIL_OK);
    cr_assert_eq(hail_step(made, 1.0f / 64.0f, stream_take, &must), HAIL_OK);
    forget_generations(&is);
    forget_generations(&must);
    snprintf(at, sizeof at, "HAIL_TEST_SEED=%llu", (unsigned long long)p->seed);
    parts_same(at, &is, &must);
    same_bodies(p, world, made);
    const size_t count = is.count;
    stream_free(&is);
    stream_free(&must);
    hail_world_destroy(made);
    cr_assert_eq(hail_shapeset_destroy(set), HAIL_OK);
    return count;
}

/* ---- What a game does between steps ------------------------------------------------------------------------------ */

static void spawn_some(plan *p, hail_world *world, const hail_shape shape[SHAPES]) {
    for (uint32_t l = 0; l < LAYERS; l++) {
        hail_columns c;
        cr_assert_eq(hail_layer_columns(world, l, &c), HAIL_OK);
        for (uint32_t n = c.count; n < EACH; n++) {
            const float x = random_range(&p->state, -120.0f, 120.0f), y = random_range(&p->state, -120.0f, 120.0f);
            const float vx = random_range(&p->state, -2000.0f, 2000.0f), vy = random_range(&p->state, -900.0f, 900.0f);
            const float angle = random_range(&p->state, -3.0f, 3.0f), scale = random_range(&p->state, 0.3f, 2.0f);
            const hail_spawn_columns from = {.x = &x,
                                             .y = &y,
                                             .vx = &vx,
                                             .vy = &vy,
                                             .angle = p->layer[l].columns & HAIL_ROTATION ? &angle : NULL,
                                             .scale = p->layer[l].columns & HAIL_SCALE ? &scale : NULL};
            const uint32_t k = p->uniform[l] ? l : random_pick(&p->state, SHAPES);
            hail_handle handle;
            cr_assert_eq(hail_spawn(world, l, &shape[k], &from, 1, &handle), HAIL_OK);
            if (random_pick(&p->state, 8) == 0)
                cr_assert_eq(hail_set_enabled(world, &handle, 1, false), HAIL_OK);
        }
    }
}

static void despawn_some(plan *p, hail_world *world) {
    for (uint32_t l = 0; l < LAYERS; l++) {
        hail_columns c;
        hail_handle gone[EACH];
        size_t count = 0;
        const uint32_t most = random_pick(&p->state, 4) == 0 ? 1 : 5;
        cr_assert_eq(hail_layer_columns(world, l, &c), HAIL_OK);
        for (uint32_t i = 0; i < c.count; i++)
            if (random_pick(&p->state, most) == 0)
                gone[count++] = c.handle[i];
        cr_assert_eq(hail_despawn(world, gone, count), HAIL_OK);
    }
}

static void reshape_some(plan *p, hail_world *world, const hail_shape shape[SHAPES]) {
    for (uint32_t l = 0; l < LAYERS; l++) {
        hail_columns c;
        cr_assert_eq(hail_layer_columns(world, l, &c), HAIL_OK);
        for (uint32_t i = 0; i < c.count && !p->uniform[l]; i++)
            if (random_pick(&p->state, 8) == 0)
                cr_assert_eq(hail_set_shape(world, &c.handle[i], 1, &shape[random_pick(&p->state, SHAPES)]), HAIL_OK);
    }
}

static bool is_used(hail_world *const world[WORLDS], uint32_t id) {
    for (uint32_t w = 0; w < WORLDS; w++)
        for (uint32_t l = 0; l < LAYERS; l++) {
            hail_columns c;
            cr_assert_eq(hail_layer_columns(world[w], l, &c), HAIL_OK);
            for (uint32_t i = 0; i < c.count; i++)
                if (c.shape[i] == id)
                    return true;
        }
    return false;
}

/* An old hail_shape is refused everywhere. */
static void refuses(hail_shapeset *set, hail_world *world, const hail_shape *old, const look *l) {
    const float zero = 0.0f;
    hail_convex_info info;
    cr_assert_eq(hail_shape_destroy(set, old), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_replace(set, old, &l->part[0]), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_replace_compound(set, old, l->part, 1), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_describe(set, old, &info), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_part(set, old, 0, &info), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_part_count(set, old), 0);
    cr_assert_eq(hail_spawn(world, 0, old, &(hail_spawn_columns){.x = &zero, .y = &zero}, 1, NULL), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_set_shape(world, NULL, 0, old), HAIL_UNKNOWN_SHAPE);
}

static void change_shapes(plan *p, hail_shapeset *set, hail_world *const world[WORLDS], hail_shape shape[SHAPES]) {
    for (uint32_t turns = random_pick(&p->state, 6); turns > 0; turns--) {
        const uint32_t k = random_pick(&p->state, SHAPES);
        const hail_shape old = shape[k];
        p->look[k] = look_random(p);
        if (is_used(world, old.id))
            cr_assert_eq(hail_shape_destroy(set, &old), HAIL_IN_USE);
        else
            cr_assert_eq(hail_shape_destroy(set, &old), HAIL_OK);
        if (is_used(world, old.id)) {
            replace(p, set, &p->look[k], &old);
        } else {
            add(p, set, &p->look[k], &shape[k]);
            refuses(set, world[0], &old, &p->look[k]);
        }
    }
}

static size_t play(uint64_t seed) {
    static plan p;
    hail_shapeset *set = NULL;
    hail_world *world[WORLDS];
    hail_shape shape[SHAPES];
    size_t contacts = 0;
    plan_make(&p, seed);
    cr_assert_eq(hail_shapeset_create(NULL, &set), HAIL_OK);
    for (uint32_t k = 0; k < SHAPES; k++)
        add(&p, set, &p.look[k], &shape[k]);
    for (uint32_t w = 0; w < WORLDS; w++)
        world[w] = world_make(&p, set, (size_t)seed + w);
    for (uint32_t step = 0; step < STEPS; step++) {
        for (uint32_t w = 0; w < WORLDS; w++) {
            despawn_some(&p, world[w]);
            spawn_some(&p, world[w], shape);
            reshape_some(&p, world[w], shape);
        }
        change_shapes(&p, set, world, shape);
        for (uint32_t w = 0; w < WORLDS; w++)
            contacts += step_both(&p, world[w], shape, (size_t)seed * 3 + step);
    }
    cr_assert_eq(hail_shapeset_destroy(set), HAIL_IN_USE);
    hail_world_destroy(world[seed % 2]);
    cr_assert_eq(hail_shapeset_destroy(set), HAIL_IN_USE);
    hail_world_destroy(world[1 - seed % 2]);
    cr_assert_eq(hail_shapeset_destroy(set), HAIL_OK);
    plan_free(&p);
    return contacts;
}

Test(world_replace, worlds_step_as_if_made_anew) {
    const size_t contacts = random_seeds_sum(60, play);
    cr_assert_gt(contacts, 10000, "too little happens");
}
