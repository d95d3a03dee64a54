/* Borrowed layers: a random program runs in two worlds. In one, a layer reads its bodies from arrays; in the other it
 * is an ordinary caller-moved layer that is written by hand. Every contact, event and answer must be the same, byte for
 * byte. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/stream.h"
#include "shared/two_worlds.h"
#include "tasks/schedulers.h"

enum { MOVERS, THINGS, LAYERS, SHAPES = 6, MOST = 9000, MOST_MOVERS = 9000 };

/* An element of an array of structs. */
typedef struct thing {
    float x;
    uint32_t group;
    float y, cos, sin, scale;
    hail_shape shape;
    uint32_t category, mask, generation;
    float dx, dy;
    uint32_t user[2]; /* at a multiple of 4 bytes */
} thing;

/* The same, an array each. */
typedef struct arrays {
    float x[MOST], y[MOST], cos[MOST], sin[MOST], scale[MOST], dx[MOST], dy[MOST];
    uint32_t group[MOST], category[MOST], mask[MOST], generation[MOST];
    uint64_t user[MOST];
    hail_shape shape[MOST];
} arrays;

typedef struct twins {
    hail_world *world[2];  /* the first one has the borrowed layer */
    hail_shapeset *set;    /* of both */
    hail_scratch *scratch; /* that the first one shares with others; NULL: its own */
    hail_shape shape[SHAPES];
    uint64_t state;
    float side; /* px: bodies lie in a square */
    uint32_t columns, sizes;
    bool generations, swept;
    uint32_t most, count, first;
    thing *thing;
    uint32_t packed; /* bits: the columns that are read from arrays of their own */
    arrays *arrays, *before;
    hail_handle *handle; /* of the things in the second world */
    hail_handle *mover;
    uint32_t movers;
    stream s[2];
} twins;

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static void make_shapes(twins *t) {
    hail_convex part[2];
    cr_assert_eq(hail_shapeset_create(NULL, &t->set), HAIL_OK);
    hail_shapeset *set = t->set;
    cr_assert_eq(hail_shape_circle(set, 4.0f, &t->shape[0]), HAIL_OK);
    cr_assert_eq(hail_shape_circle(set, 1.5f, &t->shape[1]), HAIL_OK);
    cr_assert_eq(hail_shape_box(set, 9.0f, 3.0f, 0.5f, &t->shape[2]), HAIL_OK);
    cr_assert_eq(hail_shape_capsule(set, -20.0f, 0.0f, 20.0f, 5.0f, 2.0f, &t->shape[3]), HAIL_OK);
    cr_assert_eq(hail_shape_circle(set, 100.0f, &t->shape[4]), HAIL_OK);
    cr_assert_eq(hail_convex_circle(3.0f, &part[0]), HAIL_OK);
    cr_assert_eq(hail_convex_box(8.0f, 1.0f, 0.0f, &part[1]), HAIL_OK);
    cr_assert_eq(hail_shape_compound(set, part, 2, &t->shape[5]), HAIL_OK);
}

static float place(twins *t) { return random_range(&t->state, 0.0f, t->side); }

static const hail_shape *any_shape(twins *t) { return &t->shape[random_pick(&t->state, t->sizes)]; }

static void spawn_movers(twins *t, uint32_t count) {
    static float x[MOST_MOVERS], y[MOST_MOVERS], vx[MOST_MOVERS], vy[MOST_MOVERS];
    static hail_shape shape[MOST_MOVERS];
    static hail_handle handle[MOST_MOVERS];
    count = count < MOST_MOVERS - t->movers ? count : MOST_MOVERS - t->movers;
    for (uint32_t i = 0; i < count; i++) {
        x[i] = place(t), y[i] = place(t);
        vx[i] = random_range(&t->state, -1500.0f, 1500.0f), vy[i] = random_range(&t->state, -900.0f, 900.0f);
        shape[i] = *any_shape(t);
    }
    const hail_spawn_columns from = {.x = x, .y = y, .vx = vx, .vy = vy, .shape = shape};
    for (int w = 0; w < 2; w++)
        cr_assert_eq(hail_spawn(t->world[w], MOVERS, NULL, &from, count, w ? t->mover + t->movers : handle), HAIL_OK);
    cr_assert(!count || memcmp(handle, t->mover + t->movers, count * sizeof *handle) == 0);
    t->movers += count;
}

static void forget_dead(twins *t) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->movers; i++) {
        cr_assert_eq(hail_alive(t->world[0], &t->mover[i]), hail_alive(t->world[1], &t->mover[i]));
        if (hail_alive(t->world[0], &t->mover[i]))
            t->mover[kept++] = t->mover[i];
    }
    t->movers = kept;
}

static void despawn_movers(twins *t) {
    hail_handle gone[16];
    uint32_t count = 0;
    for (uint32_t i = random_pick(&t->state, 16); i > 0 && t->movers; i--) {
        const uint32_t at = random_pick(&t->state, t->movers);
        gone[count++] = t->mover[at];
        t->mover[at] = t->mover[--t->movers];
    }
    for (int w = 0; w < 2; w++)
        cr_assert_eq(hail_despawn(t->world[w], gone, count), HAIL_OK);
}

/* ---- Things ------------------------------------------------------------------------------------------------------ */

static void set_thing(twins *t, thing *g) {
    const float angle = random_range(&t->state, -3.0f, 3.0f);
    g->x = place(t), g->y = place(t);
    g->cos = cosf(angle), g->sin = sinf(angle);
    g->scale = random_range(&t->state, 0.5f, 1.5f);
    g->shape = *any_shape(t);
    g->group = random_pick(&t->state, 3);
    random_masks(&t->state, &g->category, &g->mask);
    g->dx = random_range(&t->state, -30.0f, 30.0f), g->dy = random_range(&t->state, -30.0f, 30.0f);
    g->user[0] = (uint32_t)random_bits(&t->state), g->user[1] = 7;
}

static uint64_t user_of(const thing *g) {
    uint64_t user;
    memcpy(&user, g->user, sizeof user);
    return user;
}

/* One of the numbers is bad, or good again. */
static void spoil(twins *t, thing *g) {
    const uint32_t kind = random_pick(&t->state, 8);
    if (kind == 0)
        g->x = NAN;
    else if (kind == 1)
        g->y = INFINITY;
    else if (kind == 2 && t->columns & HAIL_ROTATION)
        g->cos = 3.0f;
    else if (kind == 3 && t->columns & HAIL_SCALE)
        g->scale = -1.0f;
    else if (kind == 4 && t->columns & HAIL_DISPLACEMENT)
        g->dy = NAN;
    else if (kind == 5)
        g->x = 2.0f * HAIL_MAX_BOUND;
    else
        set_thing(t, g);
}

/* In the second world, another body takes the slot. */
static void replace_body(twins *t, uint32_t element) {
    const float at = 0.0f;
    const hail_spawn_columns from = {.x = &at, .y = &at};
    const uint32_t slot = t->handle[element].slot;
    cr_assert_eq(hail_despawn(t->world[1], &t->handle[element], 1), HAIL_OK);
    cr_assert_eq(hail_spawn(t->world[1], THINGS, &t->thing[element].shape, &from, 1, &t->handle[element]), HAIL_OK);
    cr_assert_eq(t->handle[element].slot, slot);
    t->thing[element].generation = t->handle[element].generation;
}

/* Elements from `count` on have no body: in the second world it is disabled. */
static void set_count(twins *t, uint32_t count) {
    if (count < t->count)
        cr_assert_eq(hail_set_enabled(t->world[1], t->handle + count, t->count - count, false), HAIL_OK);
    for (uint32_t e = t->count; e < count; e++)
        if (t->generations)
            replace_body(t, e);
    if (count > t->count)
        cr_assert_eq(hail_set_enabled(t->world[1], t->handle + t->count, count - t->count, true), HAIL_OK);
    t->count = count;
}

static void swap_things(twins *t, uint32_t i, uint32_t j) {
    const thing hold = t->thing[i];
    const uint32_t generation = t->thing[j].generation;
    t->thing[i] = t->thing[j], t->thing[j] = hold;
    t->thing[j].generation = generation, t->thing[i].generation = hold.generation;
}

static void change_things(twins *t) {
    const uint32_t kind = random_pick(&t->state, 8);
    if (kind == 0)
        set_count(t, random_pick(&t->state, t->most + 1));
    if (kind == 1)
        for (uint32_t e = 0; e + 1 < t->count; e++)
            swap_things(t, e, e + random_pick(&t->state, t->count - e));
    if (kind == 2)
        t->packed = (uint32_t)random_bits(&t->state);
    for (uint32_t n = random_pick(&t->state, 40); n > 0 && t->count; n--) {
        const uint32_t e = random_pick(&t->state, t->count);
        if (kind == 3 && t->generations)
            replace_body(t, e);
        else if (kind == 4)
            t->thing[e].shape = *any_shape(t);
        else if (kind == 5)
            spoil(t, &t->thing[e]);
        else if (kind == 6)
            swap_things(t, e, t->count - 1);
        else
            set_thing(t, &t->thing[e]);
    }
    if (kind == 7) {
        const hail_shape one = *any_shape(t);
        for (uint32_t e = 0; e < t->count; e++)
            t->thing[e].shape = one;
    }
    for (uint32_t e = 0; e < t->count; e++) /* all of them move a little */
        t->thing[e].x += random_range(&t->state, -2.0f, 2.0f);
}

/* ---- Both worlds get to know ------------------------------------------------------------------------------------- */

static void fill_arrays(twins *t) {
    for (uint32_t e = 0; e < t->count; e++) {
        const thing *g = &t->thing[e];
        arrays *a = t->arrays;
        a->x[e] = g->x, a->y[e] = g->y, a->cos[e] = g->cos, a->sin[e] = g->sin, a->scale[e] = g->scale;
        a->dx[e] = g->dx, a->dy[e] = g->dy, a->group[e] = g->group, a->category[e] = g->category, a->mask[e] = g->mask;
        a->generation[e] = g->generation, a->user[e] = user_of(g), a->shape[e] = g->shape;
    }
}

#define ARRAY_OF(bit, name)                                                                                            \
    if (t->packed >> (bit)&1)                                                                                          \
        c.name.first = t->arrays->name;                                                                                \
    else                                                                                                               \
        c.name.first = (const void *)&t->thing->name, c.name.stride = sizeof *t->thing

/* The shape that all have; NULL: there are several, or none. */
static const hail_shape *only_shape(const twins *t) {
    for (uint32_t e = 1; e < t->count; e++)
        if (t->thing[e].shape.id != t->thing[0].shape.id)
            return NULL;
    return t->count ? &t->thing[0].shape : NULL;
}

static void borrow(twins *t) {
    hail_borrowed_columns c = {.x = {0}};
    thing *copy = malloc(t->most * sizeof *copy);
    cr_assert_not_null(copy);
    fill_arrays(t);
    ARRAY_OF(0, x);
    ARRAY_OF(1, y);
    const hail_shape *one = t->packed >> 13 & 1 ? only_shape(t) : NULL;
    if (!one) {
        ARRAY_OF(2, shape);
    }
    if (t->columns & HAIL_ROTATION) {
        ARRAY_OF(3, cos);
        ARRAY_OF(4, sin);
    }
    if (t->columns & HAIL_SCALE) {
        ARRAY_OF(5, scale);
    }
    if (t->columns & HAIL_GROUP) {
        ARRAY_OF(6, group);
    }
    if (t->columns & HAIL_MASK) {
        ARRAY_OF(7, category);
        ARRAY_OF(8, mask);
    }
    if (t->columns & HAIL_USER) {
        ARRAY_OF(9, user);
    }
    if (t->columns & HAIL_DISPLACEMENT) {
        ARRAY_OF(10, dx);
        ARRAY_OF(11, dy);
    }
    if (t->generations) {
        ARRAY_OF(12, generation);
    }
    memcpy(copy, t->thing, t->most * sizeof *copy);
    *t->before = *t->arrays;
    uint32_t first = UINT32_MAX;
    cr_assert_eq(hail_layer_borrow(t->world[0], THINGS, one, &c, t->count, &first), HAIL_OK);
    cr_assert_eq(first, t->first);
    cr_assert(memcmp(copy, t->thing, t->most * sizeof *copy) == 0, "the caller's structs were written");
    cr_assert(memcmp(t->before, t->arrays, sizeof *t->arrays) == 0, "the caller's arrays were written");
    free(copy);
}

static void write_by_hand(twins *t) {
    hail_columns c;
    for (uint32_t e = 0; e < t->count; e++) {
        const thing *g = &t->thing[e];
        hail_location at;
        cr_assert_eq(hail_locate(t->world[1], &t->handle[e], &at), HAIL_OK);
        cr_assert_eq(hail_layer_columns(t->world[1], THINGS, &c), HAIL_OK);
        if (c.shape[at.index] != g->shape.id)
            cr_assert_eq(hail_set_shape(t->world[1], &t->handle[e], 1, &g->shape), HAIL_OK);
        c.x[at.index] = g->x, c.y[at.index] = g->y;
        if (c.cos)
            c.cos[at.index] = g->cos, c.sin[at.index] = g->sin;
        if (c.scale)
            c.scale[at.index] = g->scale;
        if (c.dx)
            c.dx[at.index] = g->dx, c.dy[at.index] = g->dy;
        if (c.group)
            c.group[at.index] = g->group;
        if (c.mask)
            c.category[at.index] = g->category, c.mask[at.index] = g->mask;
        if (c.user)
            c.user[at.index] = user_of(g);
    }
    cr_assert_eq(hail_layer_changed(t->world[1], THINGS), HAIL_OK);
}

static void tell(twins *t) {
    borrow(t);
    write_by_hand(t);
}

/* ---- Rules ------------------------------------------------------------------------------------------------------- */

/* With generations, also what lasts from step to step. */
static void change_rule(twins *t) {
    static const uint32_t cooldowns[] = {0, 1, 3, HAIL_ONCE, HAIL_UNTIL_APART};
    hail_rule rule = {.layer_a = random_pick(&t->state, LAYERS), .mode = HAIL_PAIRS + random_pick(&t->state, 4)};
    rule.layer_b = rule.layer_a == MOVERS ? THINGS : random_pick(&t->state, LAYERS);
    rule.graze = random_pick(&t->state, 3) == 0 ? 6.0f : 0.0f;
    if (t->generations) {
        rule.events = random_pick(&t->state, 2);
        rule.cooldown = cooldowns[random_pick(&t->state, 5)];
        rule.graze_once = rule.graze > 0.0f && random_pick(&t->state, 2);
    }
    for (int w = 0; w < 2; w++)
        cr_assert_eq(hail_rule_configure(t->world[w], &rule), HAIL_OK);
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

typedef struct listener {
    twins *t;
    int twin;
    uint32_t kills;
} listener;

static void take(const hail_contact *contacts, size_t count, void *user) {
    listener *l = user;
    stream_take(contacts, count, &l->t->s[l->twin]);
    for (size_t i = 0; i < count && l->kills; i++)
        if (contacts[i].layer_a == MOVERS && contacts[i].a.slot % 7 == 0) {
            cr_assert_eq(hail_despawn(l->t->world[l->twin], &contacts[i].a, 1), HAIL_OK);
            l->kills--;
        }
}

static void step(twins *t, const char *at) {
    const uint32_t kills = random_pick(&t->state, 3) == 0 ? 2 : 0;
    const float dt = random_range(&t->state, 0.0f, 0.03f);
    for (int w = 0; w < 2; w++) {
        listener l = {t, w, kills};
        stream_clear(&t->s[w]);
        if (w == 0 && t->scratch) {
            hail_world_step one = {.world = t->world[0], .on_contacts = take, .user = &l};
            cr_assert_eq(hail_step_many(&one, 1, dt, t->scratch, 0), HAIL_OK);
        } else {
            cr_assert_eq(hail_step(t->world[w], dt, take, &l), HAIL_OK);
        }
    }
    cr_assert_eq(t->s[0].count, t->s[1].count, "%s: %zu contacts, of an ordinary layer %zu", at, t->s[0].count,
                 t->s[1].count);
    cr_assert(!t->s[0].count || memcmp(t->s[0].contact, t->s[1].contact, t->s[0].count * sizeof(hail_contact)) == 0,
              "%s: contacts differ, or their order", at);
    const hail_step_stats *one = hail_stats(t->world[0]), *other = hail_stats(t->world[1]);
    cr_assert(one->quarantined == other->quarantined && one->despawned == other->despawned &&
                  one->moved == other->moved,
              "%s: quarantined %d, despawned %d, moved %d more", at, (int)(one->quarantined - other->quarantined),
              (int)(one->despawned - other->despawned), (int)(one->moved - other->moved));
    two_worlds_compare_events(t->world, at);
    two_worlds_compare_users(t->world, &t->s[0], at);
    forget_dead(t);
}

/* ---- States ------------------------------------------------------------------------------------------------------ */

/* Saves both, steps both, and restores both: the layer still borrows the same slots. */
static void rewind_worlds(twins *t) {
    void *image[2];
    size_t size[2];
    uint64_t before, after;
    for (int w = 0; w < 2; w++)
        image[w] = two_worlds_save(t->world[w], &size[w]);
    cr_assert_eq(hail_world_hash(t->world[0], &before), HAIL_OK);
    const hail_borrowed_columns none = {.x = {0}};
    const uint32_t count = random_pick(&t->state, 2) ? 0 : t->count;
    if (count == 0)
        cr_assert_eq(hail_layer_borrow(t->world[0], THINGS, NULL, &none, 0, NULL), HAIL_OK);
    for (int w = 0; w < 2; w++) {
        cr_assert_eq(hail_step(t->world[w], 0.02f, NULL, NULL), HAIL_OK);
        cr_assert_eq(hail_world_restore(t->world[w], 0, image[w], size[w]), HAIL_OK);
        free(image[w]);
    }
    cr_assert_eq(hail_world_hash(t->world[0], &after), HAIL_OK);
    cr_assert_eq(before, after);
    hail_layer_options options;
    cr_assert_eq(hail_layer_describe(t->world[0], THINGS, &options), HAIL_OK);
    cr_assert(options.borrowed == t->most && options.generations && options.caller_moved);
}

/* ---- Programs ---------------------------------------------------------------------------------------------------- */

static void make_world(twins *t, int twin, const hail_context *context) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = context;
    options.kept_contacts = 16;
    options.shapes = t->set;
    options.scratch = twin == 0 ? t->scratch : NULL;
    cr_assert_eq(hail_world_create(&options, &t->world[twin]), HAIL_OK);
    const uint32_t piercing = t->generations && t->state % 2 ? HAIL_PIERCE : 0;
    cr_assert_eq(hail_layer_configure(t->world[twin], MOVERS, &(hail_layer_options){.columns = piercing}), HAIL_OK);
}

/* Both give the same slots to the things. */
static void make_things(twins *t) {
    static float zero[MOST];
    const hail_spawn_columns from = {.x = zero, .y = zero};
    hail_layer_options layer = {.columns = t->columns, .borrowed = t->most, .generations = t->generations};
    cr_assert_eq(hail_layer_configure(t->world[0], THINGS, &layer), HAIL_OK);
    layer = (hail_layer_options){.columns = t->columns, .caller_moved = 1};
    cr_assert_eq(hail_layer_configure(t->world[1], THINGS, &layer), HAIL_OK);
    cr_assert_eq(hail_spawn(t->world[1], THINGS, &t->shape[0], &from, t->most, t->handle), HAIL_OK);
    t->first = t->handle[0].slot;
    for (uint32_t e = 0; e < t->most; e++) {
        cr_assert_eq(t->handle[e].slot, t->first + e);
        set_thing(t, &t->thing[e]);
        t->thing[e].generation = 1;
    }
    t->count = t->most;
    set_count(t, random_pick(&t->state, t->most + 1));
}

static void begin(twins *t, uint64_t seed, uint32_t movers, uint32_t things, const hail_context *context) {
    static const uint32_t columns[] = {0, HAIL_DISPLACEMENT, HAIL_ROTATION | HAIL_USER,
                                       HAIL_ALL_COLUMNS & ~(HAIL_LIFE | HAIL_PIERCE)};
    *t = (twins){.state = seed * 977 + 11, .most = things, .columns = columns[seed % 4], .generations = seed / 4 % 2};
    t->sizes = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 4 : SHAPES;
    t->side = 14.0f * sqrtf((float)(movers + things)) + 50.0f;
    t->packed = (uint32_t)random_bits(&t->state);
    t->thing = malloc(MOST * sizeof *t->thing);
    t->handle = malloc(MOST * sizeof *t->handle);
    t->mover = malloc(MOST_MOVERS * sizeof *t->mover);
    t->arrays = malloc(sizeof *t->arrays);
    t->before = malloc(sizeof *t->before);
    cr_assert(t->thing && t->handle && t->mover && t->arrays && t->before);
    memset(t->arrays, 0, sizeof *t->arrays);
    make_shapes(t);
    if (seed % 5 == 4)
        cr_assert_eq(hail_scratch_create(NULL, &t->scratch), HAIL_OK);
    for (int w = 0; w < 2; w++)
        make_world(t, w, w == 0 ? context : seed % 2 ? variant_context("reference") : NULL);
    spawn_movers(t, movers);
    make_things(t);
    for (int i = 0; i < 3; i++)
        change_rule(t);
    tell(t);
}

static void end(twins *t) {
    for (int w = 0; w < 2; w++) {
        hail_world_destroy(t->world[w]);
        stream_free(&t->s[w]);
    }
    hail_shapeset_destroy(t->set);
    hail_scratch_destroy(t->scratch);
    free(t->thing);
    free(t->handle);
    free(t->mover);
    free(t->arrays);
    free(t->before);
}

/* In the second world, bodies leave quarantine only in a step. */
static bool quarantined(const twins *t) {
    hail_columns c;
    cr_assert_eq(hail_layer_columns(t->world[1], THINGS, &c), HAIL_OK);
    return c.quarantined;
}

static void run_program(uint64_t seed, uint32_t movers, uint32_t things, uint32_t steps, const hail_context *context) {
    char at[64];
    twins t;
    begin(&t, seed, movers, things, context);
    for (uint32_t i = 0; i < steps; i++) {
        snprintf(at, sizeof at, "seed %llu, step %u", (unsigned long long)seed, i);
        if (random_pick(&t.state, 5)) { /* else both see what they saw last */
            for (uint32_t k = random_pick(&t.state, 3); k > 0; k--)
                change_things(&t);
            tell(&t);
        }
        if (random_pick(&t.state, 4) == 0 && !quarantined(&t))
            two_worlds_ask(t.world, THINGS, &t.state, t.side, at);
        if (random_pick(&t.state, 4) == 0)
            change_rule(&t);
        if (random_pick(&t.state, 4) == 0)
            despawn_movers(&t);
        spawn_movers(&t, random_pick(&t.state, 8));
        if (t.generations && random_pick(&t.state, 8) == 0)
            rewind_worlds(&t);
        step(&t, at);
        if (random_pick(&t.state, 4) == 0)
            two_worlds_ask(t.world, THINGS, &t.state, t.side, at);
    }
    end(&t);
}

static void tiny_program(uint64_t seed) {
    run_program(seed, (uint32_t)(seed % 5) * 9 + 1, (uint32_t)(seed % 7) * 13 + 1, 40, NULL);
}

Test(step_borrow, tiny_programs, .timeout = 600) { random_seeds(160, tiny_program); }

static void program(uint64_t seed) { run_program(seed, 400 + (uint32_t)(seed % 3) * 500, 1500, 24, NULL); }

Test(step_borrow, programs, .timeout = 600) { random_seeds(40, program); }

/* With several tasks' worth of bodies. */
static void large_program(uint64_t seed) {
    static const scheduler_kind kinds[] = {SCHEDULER_SHUFFLED, SCHEDULER_LATE, SCHEDULER_THREADS};
    scheduler *s = scheduler_make(kinds[seed % 3], 7, seed);
    hail_context context = {.tasks = scheduler_tasks(s)};
    run_program(seed, 2000, MOST, 6, &context);
    cr_assert_eq(scheduler_unfinished(s), 0);
    scheduler_free(s);
}

Test(step_borrow, large_programs_on_tasks, .timeout = 600) { random_seeds(16, large_program); }
