/* The user values of events: those that the columns held when the step came to the rule, whatever the callback writes
 * and however contacts are cut. Each case runs on every variant. */
#include <criterion/criterion.h>

#include <hail/hail.h>

#include "shared/contexts.h"
#include "shared/two_rooms.h"

enum { A, B, SIDE = 40 };

/* A game that writes all its user columns in each callback. */
typedef struct game {
    hail_world *world;
    uint64_t next; /* what it writes then */
} game;

static void rename_all(const hail_contact *contacts, size_t count, void *user) {
    game *g = user;
    hail_columns c;
    (void)contacts, (void)count;
    for (uint32_t layer = A; layer <= B; layer++)
        if (hail_layer_columns(g->world, layer, &c) == HAIL_OK && c.user != NULL)
            for (uint32_t i = 0; i < c.count; i++)
                c.user[i] = g->next;
}

/* Steps while the callback writes `next`. */
static void step(game *g, float dt, uint64_t next) {
    g->next = next;
    cr_assert_eq(hail_step(g->world, dt, rename_all, g), HAIL_OK);
}

static void expect(const char *what, const hail_event *events, size_t count, uint64_t user_a, uint64_t user_b) {
    cr_assert_gt(count, 0, "no %s", what);
    for (size_t i = 0; i < count; i++)
        cr_assert(events[i].user_a == user_a && events[i].user_b == user_b, "%s %zu of %zu: %llu, %llu", what, i, count,
                  (unsigned long long)events[i].user_a, (unsigned long long)events[i].user_b);
}

/* A pair begins, stays and ends: each event says what the columns held before that step; the end, what they held
 * before the last in which the pair touched. */
static void expect_life(game *g, uint64_t first_a, uint64_t first_b, void (*part)(game *g), bool both) {
    size_t count;
    step(g, 0.0f, 50);
    const hail_event *begins = hail_begins(g->world, &count);
    expect("begins", begins, count, first_a, first_b);
    step(g, 0.0f, 60);
    const hail_event *stays = hail_stays(g->world, &count);
    expect("stays", stays, count, 50, both ? 50 : 0);
    cr_assert_eq(hail_stats(g->world)->allocations, 0, "a warmed-up step allocates");
    part(g);
    step(g, 0.0f, 70);
    const hail_event *ends = hail_ends(g->world, &count);
    expect("ends", ends, count, 50, both ? 50 : 0);
}

static hail_world *make_world(const hail_context *context, uint32_t window, uint32_t budget) {
    const hail_world_options options = {.context = context, .window = window, .pair_budget = budget};
    const hail_layer_options layer = {.columns = HAIL_USER};
    hail_world *world;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, A, &layer), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, B, &layer), HAIL_OK);
    return world;
}

static void spawn(hail_world *world, uint32_t layer, float radius, const hail_spawn_columns *from, size_t count) {
    hail_shape dot;
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), radius, &dot), HAIL_OK);
    cr_assert_eq(hail_spawn(world, layer, &dot, from, count, NULL), HAIL_OK);
}

static void move_away(game *g) {
    hail_columns c;
    cr_assert_eq(hail_layer_columns(g->world, A, &c), HAIL_OK);
    for (uint32_t i = 0; i < c.count; i++)
        c.x[i] = c.y[i] = -1000.0f - 100.0f * (float)i;
}

/* ---- Tiles and walls --------------------------------------------------------------------------------------------- */

static hail_tilemap *make_map(hail_tileset **set) {
    static const uint64_t full[8] = {255, 255, 255, 255, 255, 255, 255, 255};
    const hail_tilemap_options options = {.columns = 8, .rows = 8};
    hail_tilemap *map;
    uint32_t tile, other;
    cr_assert_eq(hail_tileset_create(NULL, 8, 8, set), HAIL_OK);
    cr_assert_eq(hail_tileset_add_bits(*set, full, 0, &tile), HAIL_OK);
    cr_assert_eq(hail_tileset_add_bits(*set, full, 5, &other), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(*set, &options, &map), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(map, 1, 0, 1, 1, tile), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(map, 1, 1, 1, 1, other), HAIL_OK);
    return map;
}

/* Two bodies that touch two tiles, of two kinds, and stand in the corner of a room. */
static void live_with_statics(const hail_context *context, uint32_t mode, uint32_t window, bool tiles) {
    const float x[] = {6.0f, 7.0f}, y[] = {8.0f, 8.5f};
    const uint64_t user[] = {7, 7};
    hail_tileset *set = NULL;
    hail_tilemap *map = make_map(&set);
    hail_sectors *rooms;
    game g = {.world = make_world(context, window, 0)};
    cr_assert_eq(make_two_rooms(&(two_rooms){.left = 5, .top = 7, .right = 90, .bottom = 60, .portal = 50}, &rooms),
                 HAIL_OK);
    cr_assert_eq(hail_world_set_tilemap(g.world, map), HAIL_OK);
    cr_assert_eq(hail_world_set_sectors(g.world, rooms), HAIL_OK);
    const hail_rule rule = {.mode = mode, .layer_a = A, .layer_b = tiles ? HAIL_TILES : HAIL_WALLS, .events = 1};
    cr_assert_eq(hail_rule_configure(g.world, &rule), HAIL_OK);
    spawn(g.world, A, 3.0f, &(hail_spawn_columns){.x = x, .y = y, .user = user}, 2);
    expect_life(&g, 7, 0, move_away, false);
    hail_world_destroy(g.world);
    hail_sectors_destroy(rooms);
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
}

/* A body that flies into a tile and through a wall. */
static void sweep_into_statics(const hail_context *context, uint32_t mode, uint32_t window, bool tiles) {
    const float x = -4.0f, y = 7.5f, vx = 100.0f;
    const uint64_t user = 7;
    size_t count;
    hail_tileset *set = NULL;
    hail_tilemap *map = make_map(&set);
    hail_sectors *rooms;
    game g = {.world = make_world(context, window, 0)};
    cr_assert_eq(make_two_rooms(&(two_rooms){.left = 5, .top = -7, .right = 90, .bottom = 60, .portal = 50}, &rooms),
                 HAIL_OK);
    cr_assert_eq(hail_world_set_tilemap(g.world, map), HAIL_OK);
    cr_assert_eq(hail_world_set_sectors(g.world, rooms), HAIL_OK);
    const hail_rule rule = {.mode = mode, .layer_a = A, .layer_b = tiles ? HAIL_TILES : HAIL_WALLS, .events = 1};
    cr_assert_eq(hail_rule_configure(g.world, &rule), HAIL_OK);
    spawn(g.world, A, 3.0f, &(hail_spawn_columns){.x = &x, .y = &y, .vx = &vx, .user = &user}, 1);
    step(&g, 1.0f, 50);
    const hail_event *begins = hail_begins(g.world, &count);
    expect("begins", begins, count, 7, 0);
    step(&g, 1.0f, 60);
    const hail_event *ends = hail_ends(g.world, &count);
    expect("ends", ends, count, 7, 0);
    hail_world_destroy(g.world);
    hail_sectors_destroy(rooms);
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
}

static void with_statics(const hail_context *context) {
    for (uint32_t k = 0; k < 2 * 2; k++) {
        live_with_statics(context, HAIL_PAIRS, k % 2, k / 2);
        live_with_statics(context, HAIL_MANIFOLD, k % 2, k / 2);
        sweep_into_statics(context, HAIL_SWEPT, k % 2, k / 2);
        sweep_into_statics(context, HAIL_EARLIEST, k % 2, k / 2);
    }
}

Test(events_users, of_tiles_and_walls) { on_every_variant(with_statics); }

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

/* All of one layer touch all of the other: more pairs than the smallest budget. */
static hail_world *make_crowd(const hail_context *context, uint32_t window, uint32_t budget) {
    static float x[SIDE];
    static uint64_t seven[SIDE], eight[SIDE];
    hail_world *world = make_world(context, window, budget);
    for (uint32_t i = 0; i < SIDE; i++)
        x[i] = 0.1f * (float)i, seven[i] = 7, eight[i] = 8;
    spawn(world, A, 5.0f, &(hail_spawn_columns){.x = x, .y = x, .user = seven}, SIDE);
    spawn(world, B, 5.0f, &(hail_spawn_columns){.x = x, .y = x, .user = eight}, SIDE);
    return world;
}

static void of_crowd(const hail_context *context) {
    static const uint32_t windows[] = {0, 1, 33}, modes[] = {HAIL_PAIRS, HAIL_MANIFOLD, HAIL_SWEPT, HAIL_EARLIEST};
    for (uint32_t k = 0; k < 2 * 3 * 4; k++) {
        game g = {.world = make_crowd(context, windows[k / 2 % 3], k % 2 ? 1024 : 0)};
        const hail_rule rule = {.mode = modes[k / 6], .layer_a = A, .layer_b = B, .events = 1, .cooldown = k % 5};
        cr_assert_eq(hail_rule_configure(g.world, &rule), HAIL_OK);
        expect_life(&g, 7, 8, move_away, true);
        hail_world_destroy(g.world);
    }
}

Test(events_users, of_bodies) { on_every_variant(of_crowd); }

/* What the callback of one rule writes is there when the step comes to the next; hail_step_many calls it later. */
Test(events_users, of_a_later_rule) {
    for (uint32_t how = 0; how < 3; how++) {
        size_t count;
        game g = {.world = make_crowd(NULL, 1, 0), .next = 50};
        hail_scratch *scratch;
        hail_world_step one = {.world = g.world, .on_contacts = rename_all, .user = &g};
        cr_assert_eq(hail_scratch_create(NULL, &scratch), HAIL_OK);
        cr_assert_eq(hail_rule_set(g.world, A, A, HAIL_PAIRS), HAIL_OK);
        const hail_rule rule = {.mode = HAIL_PAIRS, .layer_a = B, .layer_b = B, .events = 1};
        cr_assert_eq(hail_rule_configure(g.world, &rule), HAIL_OK);
        if (how == 0)
            step(&g, 0.0f, 50);
        else
            cr_assert_eq(hail_step_many(&one, 1, 0.0f, scratch, how == 1 ? HAIL_ON_TASKS : 0), HAIL_OK);
        const hail_event *begins = hail_begins(g.world, &count);
        expect("begins", begins, count, how == 2 ? 8 : 50, how == 2 ? 8 : 50);
        hail_world_destroy(g.world);
        cr_assert_eq(hail_scratch_destroy(scratch), HAIL_OK);
    }
}

/* hail_reserve makes the room for what is copied. */
Test(events_users, are_reserved) {
    const hail_rule rule = {.mode = HAIL_PAIRS, .layer_a = A, .layer_b = B, .events = 1};
    game g = {.world = make_crowd(NULL, 1, 0)};
    cr_assert_eq(hail_rule_configure(g.world, &rule), HAIL_OK);
    cr_assert_eq(hail_reserve(g.world, A, SIDE, SIDE * SIDE), HAIL_OK);
    cr_assert_eq(hail_reserve(g.world, B, SIDE, SIDE * SIDE), HAIL_OK);
    step(&g, 0.0f, 50);
    cr_assert_eq(hail_stats(g.world)->allocations, 0);
    hail_world_destroy(g.world);
}
