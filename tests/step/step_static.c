/* Static layers: a random program runs in two worlds, whose layers of bodies that stand still are static in one and
 * ordinary in the other. Every contact, answer and removal must be the same, byte for byte; and brute force agrees. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/stream.h"
#include "shared/two_worlds.h"
#include "tasks/schedulers.h"

enum { MOVERS, STILL, PROPS, LAYERS, SHAPES = 6 };

typedef struct twins {
    hail_world *world[2]; /* the first one has static layers */
    hail_shapeset *set;   /* of both */
    hail_shape shape[SHAPES];
    hail_handle *live;
    uint32_t count;
    uint64_t state;
    float side;           /* px: bodies lie in a square */
    uint32_t sizes;       /* how many of the shapes are used */
    bool composed, brute; /* brute force knows neither compounds nor grazes of all shapes */
    oracle_memory memory;
    oracle_setup setup;
    stream s[2];
    uint32_t kills; /* the callback despawns the b of so many contacts */
    bool beside;    /* what moves lies beside what stands still, `gap` px away along one axis */
    bool below;     /* along y */
    float gap, speed;
} twins;

enum { MOST = 60000, BATCH = 64 };

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static void make_shapes(twins *t) {
    hail_convex part[2];
    cr_assert_eq(hail_shapeset_create(NULL, &t->set), HAIL_OK);
    hail_shapeset *set = t->set;
    cr_assert_eq(hail_shape_circle(set, 4.0f, &t->shape[0]), HAIL_OK);
    cr_assert_eq(hail_shape_circle(set, 1.5f, &t->shape[1]), HAIL_OK);
    cr_assert_eq(hail_shape_box(set, 9.0f, 3.0f, 0.5f, &t->shape[2]), HAIL_OK);
    cr_assert_eq(hail_shape_capsule(set, -30.0f, 0.0f, 30.0f, 5.0f, 2.0f, &t->shape[3]), HAIL_OK);
    cr_assert_eq(hail_shape_circle(set, 150.0f, &t->shape[4]), HAIL_OK);
    cr_assert_eq(hail_convex_circle(3.0f, &part[0]), HAIL_OK);
    cr_assert_eq(hail_convex_box(8.0f, 1.0f, 0.0f, &part[1]), HAIL_OK);
    cr_assert_eq(hail_shape_compound(set, part, 2, &t->shape[5]), HAIL_OK);
}

static const uint32_t columns_of[LAYERS] = {HAIL_ROTATION | HAIL_SCALE | HAIL_GROUP | HAIL_USER,
                                            HAIL_ROTATION | HAIL_SCALE | HAIL_GROUP | HAIL_USER, 0};

static void make_world(twins *t, int twin, const hail_context *context, bool bounded) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = context;
    options.kept_contacts = 16;
    options.shapes = t->set;
    if (bounded)
        options.max_x = options.max_y = t->side;
    t->setup = (oracle_setup){.max_x = options.max_x, .max_y = options.max_y, .memory = &t->memory};
    cr_assert_eq(hail_world_create(&options, &t->world[twin]), HAIL_OK);
    for (uint32_t l = 0; l < LAYERS; l++) {
        hail_layer_options layer = {.columns = columns_of[l], .is_static = twin == 0 && l != MOVERS};
        layer.bounds = l == MOVERS && bounded ? HAIL_WRAP : HAIL_OPEN;
        cr_assert_eq(hail_layer_configure(t->world[twin], l, &layer), HAIL_OK);
        t->setup.layer[l] = (hail_layer_options){.bounds = layer.bounds, .caller_moved = l != MOVERS};
    }
}

static void set_rule(twins *t, hail_rule rule) {
    for (int w = 0; w < 2; w++)
        cr_assert_eq(hail_rule_configure(t->world[w], &rule), HAIL_OK);
}

static hail_mode any_mode(twins *t) { return (hail_mode)(HAIL_PAIRS + random_pick(&t->state, 4)); }

/* A new rule between two of the layers, either way round. */
static void change_rule(twins *t) {
    const uint32_t a = random_pick(&t->state, LAYERS), b = random_pick(&t->state, LAYERS);
    hail_rule rule = {.layer_a = a, .layer_b = b, .mode = any_mode(t)};
    rule.graze = !t->brute && random_pick(&t->state, t->beside ? 2 : 4) == 0 ? 20.0f : 0.0f;
    rule.order = rule.mode != HAIL_EARLIEST && rule.graze == 0.0f && random_pick(&t->state, 6) == 0;
    set_rule(t, rule);
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static float place(twins *t) {
    const uint32_t kind = random_pick(&t->state, 20);
    return kind == 0 ? random_range(&t->state, -0.3f, 1.3f) * t->side : random_range(&t->state, 0.0f, t->side);
}

/* Where bodies that lie apart begin. */
static void place_beside(twins *t, uint32_t layer, float *x, float *y) {
    const float shift = layer == MOVERS ? t->side + t->gap : 0.0f;
    *x = random_range(&t->state, 0.0f, t->side) + (t->below ? 0.0f : shift);
    *y = random_range(&t->state, 0.0f, t->side) + (t->below ? shift : 0.0f);
}

static void spawn(twins *t, uint32_t layer, uint32_t count) {
    static float x[MOST], y[MOST], vx[MOST], vy[MOST], angle[MOST], scale[MOST];
    static uint32_t group[MOST];
    static uint64_t user[MOST];
    static hail_shape shape[MOST];
    static hail_handle handle[2][MOST];
    const uint32_t shapes = t->composed && layer == PROPS ? SHAPES : t->sizes;
    count = count < MOST - t->count ? count : MOST - t->count;
    for (uint32_t i = 0; i < count; i++) {
        x[i] = place(t), y[i] = place(t);
        if (random_pick(&t->state, 60) == 0)
            x[i] = y[i] = 2.0f * HAIL_MAX_BOUND; /* they meet in rules that are not swept, and no query finds them */
        if (t->beside)
            place_beside(t, layer, &x[i], &y[i]);
        const float along = random_range(&t->state, -1.0f, 1.0f), across = random_range(&t->state, -0.1f, 0.1f);
        vx[i] = layer == MOVERS ? (t->below ? across : along) * t->speed : 0.0f;
        vy[i] = layer == MOVERS ? (t->below ? along : across) * t->speed : 0.0f;
        angle[i] = random_range(&t->state, -3.0f, 3.0f), scale[i] = random_range(&t->state, 0.5f, 1.5f);
        group[i] = random_pick(&t->state, 3), user[i] = random_bits(&t->state);
        shape[i] = t->shape[random_pick(&t->state, 40) == 0 ? random_pick(&t->state, shapes) : shapes / 2];
    }
    hail_spawn_columns from = {.x = x, .y = y, .vx = vx, .vy = vy, .shape = shape};
    if (columns_of[layer])
        from.angle = angle, from.scale = scale, from.group = group, from.user = user;
    for (int w = 0; w < 2; w++)
        cr_assert_eq(hail_spawn(t->world[w], layer, NULL, &from, count, handle[w]), HAIL_OK);
    cr_assert(memcmp(handle[0], handle[1], count * sizeof **handle) == 0);
    memcpy(t->live + t->count, handle[0], count * sizeof **handle);
    t->count += count;
}

/* Some live bodies, each once, in *handles. Returns how many. */
static uint32_t pick(twins *t, uint32_t most, hail_handle handles[BATCH]) {
    uint32_t count = 0;
    for (uint32_t i = random_pick(&t->state, most) + 1; i > 0 && t->count; i--) {
        const hail_handle one = t->live[random_pick(&t->state, t->count)];
        bool again = false;
        for (uint32_t k = 0; k < count; k++)
            again = again || handles[k].slot == one.slot;
        if (!again && hail_alive(t->world[0], &one))
            handles[count++] = one;
    }
    return count;
}

static void forget_dead(twins *t) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        cr_assert_eq(hail_alive(t->world[0], &t->live[i]), hail_alive(t->world[1], &t->live[i]));
        if (hail_alive(t->world[0], &t->live[i]))
            t->live[kept++] = t->live[i];
    }
    t->count = kept;
}

static void despawn(twins *t) {
    hail_handle handles[BATCH];
    const uint32_t count = pick(t, BATCH, handles);
    for (int w = 0; w < 2; w++)
        cr_assert_eq(hail_despawn(t->world[w], handles, count), HAIL_OK);
    forget_dead(t);
}

static void enable(twins *t) {
    hail_handle handles[BATCH];
    const uint32_t count = pick(t, BATCH, handles);
    const bool enabled = random_pick(&t->state, 3) != 0;
    for (int w = 0; w < 2; w++)
        cr_assert_eq(hail_set_enabled(t->world[w], handles, count, enabled), HAIL_OK);
}

static void write_by_handle(twins *t) {
    hail_handle handles[BATCH];
    float x[BATCH], y[BATCH];
    const uint32_t count = pick(t, BATCH, handles);
    for (uint32_t i = 0; i < count; i++)
        x[i] = place(t), y[i] = place(t);
    const hail_handles list = {handles, 0, count};
    for (int w = 0; w < 2; w++)
        cr_assert_eq(hail_write_bodies(t->world[w], &list, &(hail_body_writes){.x = x, .y = y}, NULL), HAIL_OK);
}

static void change_shape(twins *t) {
    hail_handle handles[BATCH];
    const uint32_t count = pick(t, 8, handles), shape = random_pick(&t->state, t->sizes);
    for (int w = 0; w < 2; w++)
        cr_assert_eq(hail_set_shape(t->world[w], handles, count, &t->shape[shape]), HAIL_OK);
}

static void change_layer(twins *t) {
    hail_handle handles[BATCH];
    float v[BATCH];
    const uint32_t count = pick(t, BATCH, handles), to = random_pick(&t->state, LAYERS);
    for (uint32_t i = 0; i < count; i++) /* of the twin, whose layers are not static */
        v[i] = to == MOVERS ? random_range(&t->state, -900.0f, 900.0f) : 0.0f;
    const hail_handles list = {handles, 0, count};
    for (int w = 0; w < 2; w++) {
        cr_assert_eq(hail_set_layer(t->world[w], handles, count, to), HAIL_OK);
        cr_assert_eq(hail_write_bodies(t->world[w], &list, &(hail_body_writes){.vx = v, .vy = v}, NULL), HAIL_OK);
    }
}

/* Writes columns by hand; a bad number puts a body into quarantine, a good one frees it. A static layer's velocities
 * are not read. */
static void write_by_hand(twins *t) {
    hail_handle handles[BATCH];
    const uint32_t count = pick(t, 10, handles);
    for (uint32_t i = 0; i < count; i++) {
        const float x = place(t), bad = random_pick(&t->state, 3) == 0 ? NAN : 1.25f;
        for (int w = 0; w < 2; w++) {
            hail_location at;
            hail_columns c;
            cr_assert_eq(hail_locate(t->world[w], &handles[i], &at), HAIL_OK);
            cr_assert_eq(hail_layer_columns(t->world[w], at.layer, &c), HAIL_OK);
            c.x[at.index] = x;
            if (c.scale)
                c.scale[at.index] = bad;
            else if (isnan(bad))
                c.y[at.index] = bad;
            else
                c.y[at.index] = x;
            if (w == 0 && at.layer != MOVERS)
                c.vx[at.index] = c.vy[at.index] = NAN;
            cr_assert_eq(hail_layer_changed(t->world[w], at.layer), HAIL_OK);
        }
    }
}

static void replace_shape(twins *t) {
    hail_convex circle;
    cr_assert_eq(hail_convex_circle(random_range(&t->state, 1.0f, 6.0f), &circle), HAIL_OK);
    cr_assert_eq(hail_shape_replace(t->set, &t->shape[0], &circle), HAIL_OK);
}

static void reserve(twins *t) {
    const uint32_t layer = random_pick(&t->state, LAYERS), more = random_pick(&t->state, 1000);
    for (int w = 0; w < 2; w++)
        cr_assert_eq(hail_reserve(t->world[w], layer, more, 100), HAIL_OK);
}

/* Saves both, changes both or leaves them, and restores both. */
static void rewind_worlds(twins *t) {
    void *image[2];
    size_t size[2];
    for (int w = 0; w < 2; w++)
        image[w] = two_worlds_save(t->world[w], &size[w]);
    if (random_pick(&t->state, 2))
        write_by_handle(t);
    for (int w = 0; w < 2; w++) {
        hail_layer_options options;
        cr_assert_eq(hail_step(t->world[w], 0.02f, NULL, NULL), HAIL_OK);
        cr_assert_eq(hail_world_restore(t->world[w], 0, image[w], size[w]), HAIL_OK);
        cr_assert_eq(hail_layer_describe(t->world[w], STILL, &options), HAIL_OK);
        cr_assert_eq(options.is_static, w == 0);
        free(image[w]);
    }
}

/* Moves no body to another place. */
static void change_in_place(twins *t) {
    switch (random_pick(&t->state, 4)) {
    case 0:
        spawn(t, random_pick(&t->state, LAYERS), random_pick(&t->state, 10));
        break;
    case 1:
        despawn(t);
        break;
    case 2:
        change_rule(t);
        break;
    default:
        replace_shape(t);
    }
}

static void change_something(twins *t) {
    switch (random_pick(&t->state, 16)) {
    case 0:
        spawn(t, random_pick(&t->state, LAYERS), random_pick(&t->state, 200));
        break;
    case 1:
        despawn(t);
        break;
    case 2:
        enable(t);
        break;
    case 3:
        change_shape(t);
        break;
    case 4:
        change_layer(t);
        break;
    case 5:
        write_by_hand(t);
        break;
    case 6:
        rewind_worlds(t);
        break;
    case 7:
        change_rule(t);
        break;
    case 8:
        reserve(t);
        break;
    case 9:
        replace_shape(t);
        break;
    default:
        write_by_handle(t);
    }
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
        if (contacts[i].kind == HAIL_CONTACT_BODY && contacts[i].b.slot % 7 == 0) {
            cr_assert_eq(hail_despawn(l->t->world[l->twin], &contacts[i].b, 1), HAIL_OK);
            l->kills--;
        }
}

static int compare_contacts(const void *a, const void *b) { return memcmp(a, b, sizeof(hail_contact)); }

/* Rules without order may deliver in another order. */
static void sort_contacts(stream *s) {
    if (s->count)
        qsort(s->contact, s->count, sizeof *s->contact, compare_contacts);
}

static void compare_streams(twins *t, const char *at) {
    cr_assert_eq(t->s[0].count, t->s[1].count, "%s: %zu contacts, of an ordinary layer %zu", at, t->s[0].count,
                 t->s[1].count);
    sort_contacts(&t->s[0]);
    sort_contacts(&t->s[1]);
    cr_assert(!t->s[0].count || memcmp(t->s[0].contact, t->s[1].contact, t->s[0].count * sizeof(hail_contact)) == 0,
              "%s: contacts differ", at);
}

static bool unordered(const twins *t) {
    for (uint32_t a = 0; a < LAYERS; a++)
        for (uint32_t b = 0; b < LAYERS; b++) {
            hail_rule rule;
            if (hail_rule_get(t->world[0], a, b, &rule) == HAIL_OK && rule.order)
                return true;
        }
    return false;
}

static void step(twins *t, const char *at) {
    const uint32_t kills = random_pick(&t->state, 3) == 0 ? 2 : 0;
    const float dt = random_range(&t->state, 0.0f, 0.03f);
    const bool ordered = !unordered(t);
    for (int w = 0; w < 2; w++) {
        listener l = {t, w, ordered ? kills : 0};
        stream_clear(&t->s[w]);
        cr_assert_eq(hail_step(t->world[w], dt, take, &l), HAIL_OK);
    }
    if (ordered)
        cr_assert(t->s[0].count != t->s[1].count || !t->s[0].count ||
                      memcmp(t->s[0].contact, t->s[1].contact, t->s[0].count * sizeof(hail_contact)) == 0,
                  "%s: contacts differ, or their order", at);
    compare_streams(t, at);
    const hail_step_stats *one = hail_stats(t->world[0]), *other = hail_stats(t->world[1]);
    cr_assert(one->quarantined == other->quarantined && one->despawned == other->despawned, "%s: %llu and %llu", at,
              (unsigned long long)one->quarantined, (unsigned long long)other->quarantined);
    forget_dead(t);
}

/* Brute force, of few bodies. */
static void step_with_oracle(twins *t, const char *at) {
    size_t count;
    oracle *o = oracle_snapshot(t->world[0], &t->setup);
    cr_assert_not_null(o);
    stream_clear(&t->s[0]);
    stream_clear(&t->s[1]);
    const hail_contact *want = oracle_step(o, 0.015f, &count);
    for (int w = 0; w < 2; w++)
        cr_assert_eq(hail_step(t->world[w], 0.015f, stream_take, &t->s[w]), HAIL_OK);
    cr_assert_eq(t->s[0].count, count, "%s: %zu contacts, by brute force %zu", at, t->s[0].count, count);
    cr_assert(!count || memcmp(t->s[0].contact, want, count * sizeof *want) == 0, "%s: brute force differs", at);
    oracle_free(o);
    compare_streams(t, at);
}

/* The index of a static layer outlasts a step. */
static void check_prepared(twins *t) {
    const hail_query_filter still = {.layers = HAIL_LAYER(STILL)};
    const float at = 5.0f;
    const hail_points point = {.x = &at, .y = &at, .count = 1};
    uint32_t count;
    cr_assert_eq(hail_query_prepare(t->world[0], 0), HAIL_OK);
    cr_assert_eq(hail_step(t->world[0], 0.0f, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_step(t->world[1], 0.0f, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_query_points(t->world[0], &point, &still, 0, NULL, &count), HAIL_OK);
}

/* ---- Programs ---------------------------------------------------------------------------------------------------- */

static void set_up(twins *t, const hail_context *context, bool bounded) {
    make_shapes(t);
    for (int w = 0; w < 2; w++)
        make_world(t, w, w == 0 ? context : NULL, bounded);
    set_rule(t, (hail_rule){.layer_a = MOVERS, .layer_b = STILL, .mode = any_mode(t)});
    set_rule(t, (hail_rule){.layer_a = PROPS, .layer_b = MOVERS, .mode = any_mode(t)});
    if (random_pick(&t->state, 2))
        set_rule(t, (hail_rule){.layer_a = STILL, .layer_b = STILL, .mode = any_mode(t)});
    change_rule(t);
}

typedef struct program_options {
    uint32_t bodies[LAYERS], steps;
    const hail_context *context;
    bool brute, beside;
    float gap, speed;
} program_options;

static void run_program(uint64_t seed, const program_options *o) {
    char at[64];
    twins t = {.state = seed * 977 + 11, .live = malloc(MOST * sizeof *t.live)};
    cr_assert_not_null(t.live);
    t.beside = o->beside, t.below = seed % 5 < 2, t.gap = o->gap, t.speed = o->speed;
    t.sizes = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 2 : SHAPES - 1;
    t.composed = !o->brute && seed % 4 == 3;
    t.brute = o->brute;
    t.side = 14.0f * sqrtf((float)(o->bodies[STILL] + o->bodies[MOVERS] + o->bodies[PROPS])) + 50.0f;
    set_up(&t, o->context, seed % 2 == 0 && !o->beside);
    for (uint32_t l = 0; l < LAYERS; l++)
        spawn(&t, l, o->bodies[l]);
    for (uint32_t i = 0; i < o->steps; i++) {
        snprintf(at, sizeof at, "seed %llu, step %u", (unsigned long long)seed, i);
        for (uint32_t k = random_pick(&t.state, 4); k > 0; k--) {
            if (t.beside)
                change_in_place(&t);
            else
                change_something(&t);
            if (random_pick(&t.state, 4) == 0)
                two_worlds_ask(t.world, STILL, &t.state, t.side, at);
        }
        if (o->brute && !unordered(&t))
            step_with_oracle(&t, at);
        else
            step(&t, at);
        forget_dead(&t);
        if (random_pick(&t.state, 6) == 0) {
            check_prepared(&t);
            forget_dead(&t);
        }
    }
    for (int w = 0; w < 2; w++) {
        hail_world_destroy(t.world[w]);
        stream_free(&t.s[w]);
    }
    hail_shapeset_destroy(t.set);
    oracle_forget(&t.memory);
    free(t.live);
}

static void tiny_program(uint64_t seed) {
    const program_options o = {
        .bodies = {(uint32_t)(seed % 5) * 9 + 1, (uint32_t)(seed % 7) * 20, (uint32_t)(seed % 3) * 6},
        .steps = 30,
        .brute = true,
        .speed = 3000.0f};
    run_program(seed, &o);
}

Test(step_static, tiny_programs, .timeout = 600) { random_seeds(120, tiny_program); }

static void program(uint64_t seed) {
    const program_options o = {.bodies = {400 + (uint32_t)(seed % 3) * 900, 3000, 500}, .steps = 24, .speed = 3000.0f};
    run_program(seed, &o);
}

Test(step_static, programs, .timeout = 600) { random_seeds(40, program); }

/* What moves comes near what stands still, or leaps across all of it. */
static void program_beside(uint64_t seed) {
    const bool fast = seed % 2;
    const program_options o = {.bodies = {fast ? 1 + (uint32_t)(seed % 3) : 200, 200, 60},
                               .steps = 20,
                               .brute = seed % 3 != 0,
                               .beside = true,
                               .gap = fast ? (float)(seed % 31) * 100.0f : (float)(seed % 9) * 2.0f,
                               .speed = fast ? 4.0e5f : 60.0f};
    run_program(seed, &o);
}

Test(step_static, programs_beside, .timeout = 600) { random_seeds(120, program_beside); }

/* With more static bodies than a mark each. */
static void large_program(uint64_t seed) {
    scheduler *s = scheduler_make(seed % 2 ? SCHEDULER_SHUFFLED : SCHEDULER_WHOLE, seed % 2 ? 7 : 1, seed);
    hail_context context = {.tasks = scheduler_tasks(s)};
    const program_options o = {.bodies = {3000, 40000, 5000}, .steps = 10, .context = &context, .speed = 3000.0f};
    run_program(seed, &o);
    scheduler_free(s);
}

Test(step_static, large_programs_on_tasks, .timeout = 600) { random_seeds(8, large_program); }
