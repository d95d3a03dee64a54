/* tests/golden/scenes_bodies.c - bodies with bodies: every shape, mode, option of a rule and column; churn; rooms. */
#include <math.h>
#include <stdlib.h>

#include "golden.h"

enum { FIRST, SECOND, THIRD, FOURTH };

static void layer(golden *g, uint32_t number, hail_layer_options options) {
    GOLDEN_MUST(g, hail_layer_configure(g->world, number, &options));
}

static void rule(golden *g, hail_rule rule) { GOLDEN_MUST(g, hail_rule_configure(g->world, &rule)); }

static void step(golden *g) { GOLDEN_MUST(g, hail_step(g->world, 1.0f / 60.0f, golden_contacts, g)); }

static void shapes(golden *g, uint32_t first, hail_shape *shape, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        golden_convex_shape(g, first + i, &shape[i]);
}

/* Keeps about `wanted` bodies alive. */
static void refill(golden *g, uint32_t number, const hail_shape *shape, uint32_t shape_count, uint32_t wanted,
                   float speed) {
    hail_columns c;
    GOLDEN_MUST(g, hail_layer_columns(g->world, number, &c));
    if (c.count < wanted)
        golden_spawn(g, number, shape, shape_count, wanted - c.count, speed);
}

static void nothing(golden *g) { (void)g; }

/* ---- Circles that scale, age, leave and wrap --------------------------------------------------------------------- */

static hail_shape dots[4];

static void open_swarm(golden *g) {
    golden_world(g, &(hail_world_options){0});
    layer(g, FIRST, (hail_layer_options){.columns = HAIL_SCALE | HAIL_LIFE, .bounds = HAIL_KILL});
    layer(g, SECOND, (hail_layer_options){.columns = HAIL_USER, .bounds = HAIL_WRAP});
    rule(g, (hail_rule){.mode = HAIL_MANIFOLD, .layer_a = FIRST, .layer_b = FIRST});
    rule(g, (hail_rule){.mode = HAIL_PAIRS, .layer_a = SECOND, .layer_b = FIRST});
    for (uint32_t i = 0; i < 4; i++)
        GOLDEN_MUST(g, hail_shape_circle(hail_world_shapes(g->world), 2.0f + 2.5f * (float)i, &dots[i]));
    golden_spawn(g, SECOND, dots, 2, 150, 120.0f);
}

static void swarm_frame(golden *g, int frame) {
    (void)frame;
    refill(g, FIRST, dots, 4, 250, 300.0f);
    step(g);
}

const golden_scene golden_swarm = {"swarm", open_swarm, swarm_frame, nothing};

/* ---- Convex shapes of every kind; every mode; bodies that the caller moves --------------------------------------- */

enum { CONVEX = 16 };
static hail_shape convex[CONVEX];

static void open_polygons(golden *g) {
    static const hail_mode mode[] = {HAIL_MANIFOLD, HAIL_SWEPT, HAIL_EARLIEST, HAIL_PAIRS};
    static const float speed[] = {300.0f, 60000.0f, 3000.0f, 0.0f};
    golden_world(g, &(hail_world_options){.cell = 24.0f});
    for (uint32_t l = FIRST; l <= FOURTH; l++) {
        const uint32_t columns = l == FOURTH ? HAIL_ROTATION | HAIL_DISPLACEMENT : HAIL_ROTATION | HAIL_SCALE;
        layer(g, l, (hail_layer_options){.columns = columns, .bounds = HAIL_WRAP, .caller_moved = l == FOURTH});
        for (uint32_t other = FIRST; other <= l; other++)
            rule(g, (hail_rule){.mode = mode[(2 * l + other) % 4], .layer_a = l, .layer_b = other});
    }
    shapes(g, 0, convex, CONVEX);
    for (uint32_t l = FIRST; l <= FOURTH; l++)
        golden_spawn(g, l, convex, CONVEX, 40, speed[l]);
}

/* By slot: the order of columns is the engine's. */
static void move_fourth(golden *g) {
    hail_columns c;
    uint32_t by_slot[256] = {0};
    GOLDEN_MUST(g, hail_layer_columns(g->world, FOURTH, &c));
    for (uint32_t i = 0; i < c.count; i++)
        by_slot[c.handle[i].slot % 256] = i + 1;
    for (uint32_t slot = 0; slot < 256; slot++) {
        if (!by_slot[slot])
            continue;
        const uint32_t i = by_slot[slot] - 1;
        c.dx[i] = golden_range(g, -20.0f, 20.0f);
        c.dy[i] = golden_range(g, -20.0f, 20.0f);
        c.x[i] = 320.0f + c.dx[i];
        c.y[i] = 240.0f + c.dy[i];
    }
}

static void polygons_frame(golden *g, int frame) {
    (void)frame;
    move_fourth(g);
    step(g);
}

const golden_scene golden_polygons = {"polygons", open_polygons, polygons_frame, nothing};

/* ---- Compounds and concave polygons, that turn ------------------------------------------------------------------- */

static hail_shape parts_of[3];

static void open_compounds(golden *g) {
    static const float x[] = {-20, 20, 20, 8, 8, -8, -8, -20}, y[] = {-16, -16, 16, 16, -4, -4, 16, 16};
    static const uint32_t start[] = {0, 8};
    const hail_loops horseshoe = {.x = x, .y = y, .start = start, .count = 1};
    hail_convex part[3];
    golden_world(g, &(hail_world_options){0});
    layer(g, FIRST, (hail_layer_options){.columns = HAIL_ROTATION | HAIL_SCALE, .bounds = HAIL_WRAP});
    layer(g, SECOND, (hail_layer_options){.columns = HAIL_ROTATION, .bounds = HAIL_WRAP});
    rule(g, (hail_rule){.mode = HAIL_MANIFOLD, .layer_a = FIRST, .layer_b = FIRST});
    rule(g, (hail_rule){.mode = HAIL_SWEPT, .layer_a = SECOND, .layer_b = FIRST, .events = true});
    GOLDEN_MUST(g, hail_shape_concave(hail_world_shapes(g->world), &horseshoe, NULL, 1.0f, &parts_of[0], NULL));
    for (uint32_t i = 1; i < 3; i++) {
        for (uint32_t p = 0; p < 3; p++)
            golden_convex(g, 3 * i + p, &part[p]);
        GOLDEN_MUST(g, hail_shape_compound(hail_world_shapes(g->world), part, 3, &parts_of[i]));
    }
    shapes(g, 0, convex, CONVEX);
    golden_spawn(g, FIRST, parts_of, 3, 40, 90.0f);
    golden_spawn(g, SECOND, convex, CONVEX, 60, 900.0f);
}

/* Turns the bodies of a layer, each by its slot and the frame. */
static void turn(golden *g, uint32_t number, int frame) {
    float angle[GOLDEN_MOST];
    hail_handle body[GOLDEN_MOST];
    hail_columns c;
    GOLDEN_MUST(g, hail_layer_columns(g->world, number, &c));
    for (uint32_t i = 0; i < c.count; i++) {
        body[i] = c.handle[i];
        angle[i] = 0.01f * (float)((int)body[i].slot % 7 * frame);
    }
    const hail_handles list = {.handles = body, .count = c.count};
    GOLDEN_MUST(g, hail_write_bodies(g->world, &list, &(hail_body_writes){.angle = angle}, NULL));
}

static void compounds_frame(golden *g, int frame) {
    turn(g, FIRST, frame);
    step(g);
}

const golden_scene golden_compounds = {"compounds", open_compounds, compounds_frame, nothing};

/* ---- Shots that pierce, graze, burn; groups and masks ------------------------------------------------------------ */

static void open_shots(golden *g) {
    golden_world(g, &(hail_world_options){.max_remembered = 400});
    layer(g, FIRST, (hail_layer_options){.columns = HAIL_PIERCE | HAIL_GROUP | HAIL_LIFE, .bounds = HAIL_KILL});
    layer(g, SECOND, (hail_layer_options){.columns = HAIL_GROUP | HAIL_MASK | HAIL_ROTATION, .bounds = HAIL_WRAP});
    layer(g, THIRD, (hail_layer_options){.columns = HAIL_MASK, .bounds = HAIL_OPEN});
    rule(g, (hail_rule){.mode = HAIL_EARLIEST, .layer_a = FIRST, .layer_b = SECOND, .graze = 6.0f, .graze_once = true});
    rule(g, (hail_rule){.mode = HAIL_EARLIEST, .layer_a = FIRST, .layer_b = THIRD, .cooldown = HAIL_ONCE});
    rule(g, (hail_rule){.mode = HAIL_MANIFOLD, .layer_a = SECOND, .layer_b = THIRD, .cooldown = 6});
    rule(g, (hail_rule){.mode = HAIL_SWEPT, .layer_a = SECOND, .layer_b = SECOND, .cooldown = HAIL_UNTIL_APART});
    shapes(g, 0, convex, CONVEX);
    golden_spawn(g, SECOND, convex, CONVEX, 60, 120.0f);
    golden_spawn(g, THIRD, convex, CONVEX, 30, 0.0f);
}

static void shots_frame(golden *g, int frame) {
    (void)frame;
    refill(g, FIRST, convex, 2, 120, 4000.0f);
    step(g);
}

const golden_scene golden_shots = {"shots", open_shots, shots_frame, nothing};

/* ---- Events, limits, contacts that are kept ---------------------------------------------------------------------- */

static void open_events(golden *g) {
    golden_world(g, &(hail_world_options){.kept_contacts = 64, .max_touching = 60, .window = 16});
    for (uint32_t l = FIRST; l <= SECOND; l++)
        layer(g, l, (hail_layer_options){.columns = HAIL_USER | HAIL_ROTATION, .bounds = HAIL_WRAP});
    rule(g,
         (hail_rule){.mode = HAIL_MANIFOLD, .layer_a = FIRST, .layer_b = SECOND, .events = true, .max_contacts = 40});
    rule(g, (hail_rule){.mode = HAIL_PAIRS, .layer_a = FIRST, .layer_b = FIRST, .events = true, .max_events = 20});
    shapes(g, 0, convex, CONVEX);
    golden_spawn(g, FIRST, convex, CONVEX, 60, 200.0f);
    golden_spawn(g, SECOND, convex, CONVEX, 60, 60.0f);
}

static void mix_events(golden *g, const hail_event *event, size_t count) {
    golden_mix(g, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        golden_mix_handle(g, event[i].a);
        golden_mix_handle(g, event[i].b);
        golden_mix(g, (uint32_t)(event[i].user_a ^ event[i].user_a >> 32 ^ event[i].user_b ^ event[i].user_b >> 32));
        golden_mix(g, event[i].kind | (uint32_t)event[i].layer_a << 8 | (uint32_t)event[i].layer_b << 16);
        if (event[i].contact)
            golden_mix_contact(g, event[i].contact);
    }
}

static void events_frame(golden *g, int frame) {
    size_t count;
    (void)frame;
    step(g);
    const hail_event *events = hail_begins(g->world, &count);
    mix_events(g, events, count);
    events = hail_stays(g->world, &count);
    mix_events(g, events, count);
    events = hail_ends(g->world, &count);
    mix_events(g, events, count);
    const hail_contact *kept = hail_contacts(g->world, &count);
    for (size_t i = 0; i < count; i++)
        golden_mix_contact(g, &kept[i]);
    const hail_step_stats *stats = hail_stats(g->world);
    golden_mix(g, (uint32_t)(stats->cut_contacts + 1000 * stats->cut_events + 1000000 * stats->dropped_pairs));
}

const golden_scene golden_events = {"events", open_events, events_frame, nothing};

/* ---- Bodies come, go, change, break and are repaired ------------------------------------------------------------- */

static void open_churn(golden *g) {
    golden_world(g, &(hail_world_options){0});
    for (uint32_t l = FIRST; l <= THIRD; l++)
        layer(g, l, (hail_layer_options){.columns = l == THIRD ? HAIL_USER : HAIL_ALL_COLUMNS, .bounds = HAIL_WRAP});
    rule(g, (hail_rule){.mode = HAIL_MANIFOLD, .layer_a = FIRST, .layer_b = SECOND, .events = true});
    rule(g, (hail_rule){.mode = HAIL_EARLIEST, .layer_a = SECOND, .layer_b = THIRD});
    rule(g, (hail_rule){.mode = HAIL_PAIRS, .layer_a = THIRD, .layer_b = FIRST});
    shapes(g, 0, convex, CONVEX);
}

/* Despawns some bodies that were hit. */
static void churn_contacts(const hail_contact *contacts, size_t count, void *user) {
    golden *g = user;
    golden_contacts(contacts, count, user);
    for (size_t i = 0; i < count; i++)
        if ((contacts[i].a.slot + contacts[i].b.slot) % 13 == 0)
            GOLDEN_MUST(g, hail_despawn(g->world, &contacts[i].b, 1));
}

/* The body of a layer with the lowest slot that is not below `from`. */
static hail_handle some_body(golden *g, uint32_t number, uint32_t from) {
    hail_columns c;
    hail_handle found = {0, 0};
    GOLDEN_MUST(g, hail_layer_columns(g->world, number, &c));
    for (uint32_t i = 0; i < c.count; i++)
        if (c.handle[i].slot >= from && (!found.generation || c.handle[i].slot < found.slot))
            found = c.handle[i];
    return found;
}

static void change(golden *g, hail_handle body, uint32_t how) {
    hail_location at;
    hail_columns c;
    if (hail_locate(g->world, &body, &at) != HAIL_OK)
        return;
    switch (how) {
    case 0:
        GOLDEN_MUST(g, hail_set_layer(g->world, &body, 1, (at.layer + 1) % 3));
        return;
    case 1:
        GOLDEN_MUST(g, hail_set_enabled(g->world, &body, 1, !at.enabled));
        return;
    case 2:
        GOLDEN_MUST(g, hail_set_shape(g->world, &body, 1, &convex[golden_pick(g, CONVEX)]));
        return;
    case 3: /* into quarantine, or out of it */
        GOLDEN_MUST(g, hail_layer_columns(g->world, at.layer, &c));
        c.x[at.index] = isfinite(c.x[at.index]) ? NAN : 100.0f;
        return;
    default:
        GOLDEN_MUST(g, hail_despawn(g->world, &body, 1));
    }
}

static void churn_frame(golden *g, int frame) {
    hail_convex other;
    for (uint32_t l = FIRST; l <= THIRD; l++)
        refill(g, l, convex, CONVEX, 70, 400.0f);
    for (int i = 0; i < 6; i++) {
        const uint32_t number = golden_pick(g, 3), from = golden_pick(g, 200), how = golden_pick(g, 5);
        change(g, some_body(g, number, from), how);
    }
    if (frame % 16 == 0) {
        golden_convex(g, (uint32_t)frame / 16 % CONVEX, &other);
        GOLDEN_MUST(g, hail_shape_replace(hail_world_shapes(g->world), &convex[frame / 16 % CONVEX], &other));
    }
    GOLDEN_MUST(g, hail_step(g->world, 1.0f / 60.0f, churn_contacts, g));
    size_t count;
    const hail_removal *removals = hail_removals(g->world, &count);
    for (size_t i = 0; i < count; i++) {
        golden_mix_handle(g, removals[i].handle);
        golden_mix(g, removals[i].layer | (uint32_t)removals[i].reason << 8);
    }
}

const golden_scene golden_churn = {"churn", open_churn, churn_frame, nothing};

/* ---- Many worlds with one scratch; rules without order ----------------------------------------------------------- */

enum { ROOMS = 6 };

typedef struct rooms {
    hail_scratch *scratch;
    hail_world_step room[ROOMS];
    uint64_t sum; /* of contacts without order */
} rooms;

static void mix_room(const hail_contact *contacts, size_t count, void *user) {
    rooms *of = ((golden *)user)->more;
    golden *g = user, alone = {0};
    for (size_t i = 0; i < count; i++) {
        if (contacts[i].layer_a == FIRST && contacts[i].layer_b == FIRST) {
            alone.hash = 1;
            golden_mix_contact(&alone, &contacts[i]);
            of->sum += alone.hash;
            g->contacts++;
        } else
            golden_contacts(&contacts[i], 1, g);
    }
}

static void open_room(golden *g, rooms *of, int number) {
    hail_world_options options = {.scratch = of->scratch};
    golden_world(g, &options);
    layer(g, FIRST, (hail_layer_options){.columns = HAIL_SCALE, .bounds = HAIL_WRAP});
    layer(g, SECOND, (hail_layer_options){.columns = HAIL_ROTATION, .bounds = HAIL_WRAP});
    rule(g, (hail_rule){.mode = HAIL_MANIFOLD, .layer_a = FIRST, .layer_b = FIRST, .order = HAIL_UNORDERED});
    rule(g, (hail_rule){.mode = HAIL_SWEPT, .layer_a = FIRST, .layer_b = SECOND});
    shapes(g, (uint32_t)number, convex, 8);
    golden_spawn(g, FIRST, convex, 8, 40, 300.0f);
    golden_spawn(g, SECOND, convex, 8, 20, 600.0f);
    of->room[number] = (hail_world_step){.world = g->world, .on_contacts = mix_room, .user = g};
}

static void open_rooms(golden *g) {
    rooms *of = g->more = calloc(1, sizeof(rooms));
    GOLDEN_MUST(g, hail_scratch_create(&g->context, &of->scratch));
    for (int i = 0; i < ROOMS; i++)
        open_room(g, of, i);
}

static void rooms_frame(golden *g, int frame) {
    rooms *of = g->more;
    (void)frame;
    GOLDEN_MUST(g, hail_step_many(of->room, ROOMS, 1.0f / 60.0f, of->scratch, 0));
    golden_mix(g, (uint32_t)of->sum);
    golden_mix(g, (uint32_t)(of->sum >> 32));
    for (int i = 0; i < ROOMS; i++) {
        GOLDEN_MUST(g, (hail_status)of->room[i].status);
        golden_mix_columns(g, of->room[i].world);
    }
}

static void close_rooms(golden *g) {
    rooms *of = g->more;
    for (int i = 0; i < ROOMS; i++)
        hail_world_destroy(of->room[i].world);
    g->world = NULL;
    hail_scratch_destroy(of->scratch);
    free(of);
}

const golden_scene golden_rooms = {"rooms", open_rooms, rooms_frame, close_rooms};
