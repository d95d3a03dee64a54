/* Begin, stay and end, case by case: what hail/events.h says of despawns, rules, tables that are full, and limits. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include <hail/hail.h>

#include "shared/contexts.h"
#include "shared/stream.h"

enum { SHOTS, SHIPS };

static hail_world *world;
static hail_shape dot, hull;
static hail_handle shot[8], ship;

static void configure(uint32_t mode, uint32_t max_contacts, uint32_t max_events) {
    const hail_rule rule = {.mode = mode,
                            .layer_a = SHOTS,
                            .layer_b = SHIPS,
                            .events = 1,
                            .max_contacts = max_contacts,
                            .max_events = max_events};
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
}

/* A ship, and eight shots that touch it. */
static void open_with(const hail_world_options *options) {
    const hail_layer_options layer = {.columns = HAIL_USER};
    const float x[8] = {0, 1, 2, 3, 4, 5, 6, 7}, y[8] = {0};
    const uint64_t user[8] = {100, 101, 102, 103, 104, 105, 106, 107}, of_ship = 7;
    cr_assert_eq(hail_world_create(options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.0f, &dot), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 20.0f, &hull), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, SHOTS, &layer), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, SHIPS, &layer), HAIL_OK);
    const hail_spawn_columns shots = {.x = x, .y = y, .user = user}, ships = {.x = x, .y = y, .user = &of_ship};
    cr_assert_eq(hail_spawn(world, SHOTS, &dot, &shots, 8, shot), HAIL_OK);
    cr_assert_eq(hail_spawn(world, SHIPS, &hull, &ships, 1, &ship), HAIL_OK);
}

static void open_world(void) {
    const hail_world_options options = {0};
    open_with(&options);
    configure(HAIL_MANIFOLD, 0, 0);
}

static void close_world(void) { hail_world_destroy(world); }

TestSuite(events_rules, .init = open_world, .fini = close_world);

/* Steps, and says how many pairs begin, stay and end. */
static void expect(size_t begins, size_t stays, size_t ends, hail_contacts_fn *on_contacts, void *user) {
    size_t b, s, e;
    cr_assert_eq(hail_step(world, 0.0f, on_contacts, user), HAIL_OK);
    hail_begins(world, &b), hail_stays(world, &s), hail_ends(world, &e);
    cr_assert(b == begins && s == stays && e == ends, "%zu begin, %zu stay, %zu end, not %zu, %zu, %zu", b, s, e,
              begins, stays, ends);
}

static void put(hail_handle body, float x) {
    const hail_handles list = {.handles = &body, .count = 1};
    const hail_body_writes changes = {.x = &x};
    cr_assert_eq(hail_write_bodies(world, &list, &changes, NULL), HAIL_OK);
}

Test(events_rules, a_pair_begins_stays_and_ends) {
    expect(8, 0, 0, NULL, NULL);
    const hail_event *begin = hail_begins(world, NULL);
    cr_assert(begin[3].a.slot == shot[3].slot && begin[3].b.slot == ship.slot && begin[3].user_a == 103);
    cr_assert(begin[3].user_b == 7 && begin[3].kind == HAIL_CONTACT_BODY && begin[3].layer_b == SHIPS);
    cr_assert(begin[3].contact->a.slot == shot[3].slot && begin[3].contact->count == 1);
    expect(0, 8, 0, NULL, NULL);
    put(shot[2], 500.0f);
    expect(0, 7, 1, NULL, NULL);
    const hail_event *end = hail_ends(world, NULL);
    cr_assert(end->a.slot == shot[2].slot && end->user_a == 102 && end->user_b == 7 && end->contact == NULL);
    put(shot[2], 0.0f);
    expect(1, 7, 0, NULL, NULL);
}

static void despawn_first(const hail_contact *contacts, size_t count, void *user) {
    (void)count, (void)user;
    cr_assert_eq(hail_despawn(world, &contacts->a, 1), HAIL_OK);
}

Test(events_rules, a_body_that_the_callback_despawns_ends_in_the_next_step) {
    expect(8, 0, 0, despawn_first, NULL);
    cr_assert(!hail_alive(world, &shot[0]));
    const float x = 0.0f;
    const uint64_t user = 900;
    const hail_spawn_columns columns = {.x = &x, .y = &x, .user = &user};
    hail_handle next;
    cr_assert_eq(hail_spawn(world, SHOTS, &dot, &columns, 1, &next), HAIL_OK);
    cr_assert_eq(next.slot, shot[0].slot, "its slot is used again");
    expect(1, 7, 1, NULL, NULL);
    cr_assert(hail_ends(world, NULL)->a.generation == shot[0].generation && hail_ends(world, NULL)->user_a == 100);
    cr_assert(hail_begins(world, NULL)->a.generation == next.generation && hail_begins(world, NULL)->user_a == 900);
}

static void rename_bodies(const hail_contact *contacts, size_t count, void *user) {
    const uint64_t *name = user;
    for (size_t i = 0; i < count; i++) {
        const hail_handles list = {.handles = &contacts[i].a, .count = 1};
        const hail_body_writes changes = {.user = name};
        cr_assert_eq(hail_write_bodies(world, &list, &changes, NULL), HAIL_OK);
    }
}

Test(events_rules, user_values_are_those_before_the_callback) {
    uint64_t user = 55;
    expect(8, 0, 0, rename_bodies, &user);
    cr_assert_eq(hail_begins(world, NULL)->user_a, 100);
    user = 66;
    expect(0, 8, 0, rename_bodies, &user);
    cr_assert_eq(hail_stays(world, NULL)->user_a, 55);
    cr_assert_eq(hail_despawn(world, shot, 8), HAIL_OK);
    expect(0, 0, 8, NULL, NULL);
    cr_assert_eq(hail_ends(world, NULL)->user_a, 55, "as when the last contact was found");
}

Test(events_rules, a_rule_that_is_gone_or_turned_round_ends_its_pairs) {
    expect(8, 0, 0, NULL, NULL);
    configure(HAIL_PAIRS, 0, 0);
    expect(0, 8, 0, NULL, NULL);
    const hail_rule turned = {.mode = HAIL_PAIRS, .layer_a = SHIPS, .layer_b = SHOTS, .events = 1};
    cr_assert_eq(hail_rule_configure(world, &turned), HAIL_OK);
    expect(8, 0, 8, NULL, NULL);
    cr_assert_eq(hail_begins(world, NULL)->a.slot, ship.slot);
    cr_assert_eq(hail_rule_set(world, SHIPS, SHOTS, HAIL_PAIRS), HAIL_OK);
    expect(0, 0, 8, NULL, NULL);
    expect(0, 0, 0, NULL, NULL);
    configure(HAIL_MANIFOLD, 0, 0);
    expect(8, 0, 0, NULL, NULL);
    cr_assert_eq(hail_rule_set(world, SHIPS, SHOTS, HAIL_IGNORE), HAIL_OK);
    expect(0, 0, 8, NULL, NULL);
}

Test(events_rules, other_changes_of_a_rule_end_no_pair) {
    static const hail_rule rules[] = {{.mode = HAIL_PAIRS},
                                      {.mode = HAIL_SWEPT, .cooldown = 5},
                                      {.mode = HAIL_EARLIEST, .cooldown = HAIL_ONCE, .graze = 3.0f},
                                      {.mode = HAIL_MANIFOLD, .max_contacts = 100},
                                      {.mode = HAIL_PAIRS, .max_contacts = 1, .max_events = 100}};
    expect(8, 0, 0, NULL, NULL);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        hail_rule rule = rules[i];
        rule.layer_a = SHOTS, rule.layer_b = SHIPS, rule.events = true;
        cr_assert_eq(hail_rule_set(world, SHOTS, SHIPS, HAIL_IGNORE), HAIL_OK, "no step sees this");
        cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
        expect(0, 8, 0, NULL, NULL);
    }
}

Test(events_rules, layers_disabled_and_quarantined_bodies) {
    expect(8, 0, 0, NULL, NULL);
    cr_assert_eq(hail_set_layer(world, &shot[0], 1, 5), HAIL_OK);
    cr_assert_eq(hail_set_enabled(world, &shot[1], 1, false), HAIL_OK);
    hail_columns columns;
    cr_assert_eq(hail_layer_columns(world, SHOTS, &columns), HAIL_OK);
    columns.vx[0] = NAN;
    expect(0, 5, 3, NULL, NULL);
    cr_assert_eq(hail_set_enabled(world, &ship, 1, false), HAIL_OK);
    expect(0, 0, 5, NULL, NULL);
}

Test(events_rules, a_swept_hit_ends_in_the_next_step) {
    hail_columns c;
    configure(HAIL_SWEPT, 0, 0);
    cr_assert_eq(hail_despawn(world, shot, 7), HAIL_OK);
    cr_assert_eq(hail_layer_columns(world, SHOTS, &c), HAIL_OK);
    c.x[0] = -500.0f, c.vx[0] = 1000.0f;
    cr_assert_eq(hail_step(world, 1.0f, NULL, NULL), HAIL_OK);
    size_t begins, ends;
    const hail_event *begin = hail_begins(world, &begins);
    cr_assert(begins == 1 && begin->contact->t > 0.4f && begin->contact->t < 0.6f);
    cr_assert_eq(hail_step(world, 1.0f, NULL, NULL), HAIL_OK);
    hail_begins(world, &begins), hail_ends(world, &ends);
    cr_assert(begins == 0 && ends == 1);
}

Test(events_rules, most_contacts) {
    stream s = {0};
    configure(HAIL_MANIFOLD, 3, 0);
    expect(8, 0, 0, stream_take, &s);
    cr_assert_eq(s.count, 3);
    for (uint32_t i = 0; i < 3; i++)
        cr_assert_eq(s.contact[i].a.slot, shot[i].slot, "the first in the order of contacts");
    const hail_step_stats *stats = hail_stats(world);
    cr_assert(stats->contacts == 3 && stats->cut_contacts == 5 && stats->cut_events == 0);
    expect(0, 8, 0, NULL, NULL);
    cr_assert(stats->contacts == 3 && stats->cut_contacts == 5);
    stream_free(&s);
}

Test(events_rules, most_events) {
    const hail_step_stats *stats = hail_stats(world);
    configure(HAIL_MANIFOLD, 0, 3);
    expect(3, 0, 0, NULL, NULL);
    cr_assert_eq(stats->cut_events, 5);
    expect(3, 0, 0, NULL, NULL);
    cr_assert_eq(stats->cut_events, 5, "three pairs that stay, and two that have not begun");
    expect(2, 1, 0, NULL, NULL);
    expect(0, 3, 0, NULL, NULL);
    cr_assert_eq(hail_despawn(world, shot, 4), HAIL_OK);
    expect(0, 0, 3, NULL, NULL);
    cr_assert_eq(stats->cut_events, 5);
    expect(0, 2, 1, NULL, NULL);
    cr_assert_eq(hail_ends(world, NULL)->user_a, 103);
    expect(0, 3, 0, NULL, NULL);
}

Test(events_rules, a_full_table) {
    const hail_world_options options = {.max_touching = 5};
    close_world();
    open_with(&options);
    configure(HAIL_MANIFOLD, 0, 0);
    expect(5, 0, 0, NULL, NULL);
    cr_assert_eq(hail_stats(world)->dropped_pairs, 3);
    put(shot[6], 500.0f);
    expect(0, 5, 0, NULL, NULL);
    cr_assert_eq(hail_stats(world)->dropped_pairs, 2, "what did not begin does not end");
    put(shot[0], 500.0f);
    expect(1, 4, 1, NULL, NULL);
    cr_assert_eq(hail_begins(world, NULL)->user_a, 105);
    cr_assert_eq(hail_stats(world)->dropped_pairs, 1);
}

Test(events_rules, a_step_that_fails_changes_no_pair) {
    expect(8, 0, 0, NULL, NULL);
    cr_assert_eq(hail_step(world, -1.0f, NULL, NULL), HAIL_OUT_OF_RANGE);
    size_t count;
    cr_assert_not_null(hail_begins(world, &count), "nothing happened");
    expect(0, 8, 0, NULL, NULL);
}

Test(events_rules, compounds_and_tiles) {
    static const uint64_t full[8] = {255, 255, 255, 255, 255, 255, 255, 255};
    hail_convex part[2];
    hail_shape compound;
    cr_assert_eq(hail_convex_box(3, 3, 0, &part[0]), HAIL_OK);
    cr_assert_eq(hail_convex_box(3, 9, 0, &part[1]), HAIL_OK);
    cr_assert_eq(hail_shape_compound(hail_world_shapes(world), part, 2, &compound), HAIL_OK);
    cr_assert_eq(hail_set_shape(world, &shot[0], 1, &compound), HAIL_OK);
    stream s = {0};
    expect(8, 0, 0, stream_take, &s);
    cr_assert(s.count == 9 && hail_begins(world, NULL)->contact->part_a == 0);
    stream_free(&s);

    hail_tileset *set;
    hail_tilemap *map;
    uint32_t stone, lava;
    const hail_tilemap_options options = {.columns = 8, .rows = 1, .x = -16, .y = 4};
    const hail_rule rule = {.mode = HAIL_MANIFOLD, .layer_a = SHIPS, .layer_b = HAIL_TILES, .events = true};
    cr_assert_eq(hail_tileset_create(NULL, 8, 8, &set), HAIL_OK);
    cr_assert_eq(hail_tileset_add_bits(set, full, 9, &stone), HAIL_OK);
    cr_assert_eq(hail_tileset_add_bits(set, full, 2, &lava), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(set, &options, &map), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(map, 0, 0, 4, 1, stone), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(map, 2, 0, 1, 1, lava), HAIL_OK);
    cr_assert_eq(hail_world_set_tilemap(world, map), HAIL_OK);
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
    expect(2, 8, 0, NULL, NULL);
    const hail_event *begin = hail_begins(world, NULL);
    cr_assert(begin[0].feature_b == 2 && begin[1].feature_b == 9 && begin[0].kind == HAIL_CONTACT_TILE);
    cr_assert(begin[0].contact->part_b == 2 && begin[1].contact->part_b == 0, "the first cell of each kind");
    cr_assert_eq(hail_tilemap_fill(map, 2, 0, 1, 1, stone), HAIL_OK);
    expect(0, 9, 1, NULL, NULL);
    cr_assert(hail_ends(world, NULL)->feature_b == 2 && hail_ends(world, NULL)->layer_b == HAIL_TILES);
    cr_assert_eq(hail_world_set_tilemap(world, NULL), HAIL_OK);
    expect(0, 8, 1, NULL, NULL);
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
}

Test(events_rules, hail_reserve_forgets_the_events_but_not_the_pairs) {
    size_t count = 1;
    expect(8, 0, 0, NULL, NULL);
    cr_assert_eq(hail_reserve(world, SHOTS, 5000, 9000), HAIL_OK);
    cr_assert(hail_begins(world, &count) == NULL && count == 0);
    expect(0, 8, 0, NULL, NULL);
}

Test(events_rules, of_no_world) {
    size_t count = 1;
    cr_assert(hail_begins(NULL, &count) == NULL && count == 0);
    count = 1;
    cr_assert(hail_stays(NULL, &count) == NULL && count == 0 && hail_ends(NULL, NULL) == NULL);
}
