/* What a rule remembers when the rule changes, or a body's layer; hits that max_contacts cuts; grazes at the last hit.
 * Each case runs on every variant. */
#include <criterion/criterion.h>

#include <string.h>

#include <hail/hail.h>

#include "shared/contexts.h"
#include "shared/stream.h"
#include "shared/two_rooms.h"

enum { SHOTS, SHIPS, OTHERS };

static hail_world *world;
static stream heard;

static hail_shape circle(float radius) {
    hail_shape shape;
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), radius, &shape), HAIL_OK);
    return shape;
}

static hail_handle put(uint32_t layer, float radius, float x, float y, float vx, const uint32_t *pierce) {
    const hail_shape shape = circle(radius);
    hail_handle h;
    const hail_spawn_columns from = {.x = &x, .y = &y, .vx = &vx, .pierce = pierce};
    cr_assert_eq(hail_spawn(world, layer, &shape, &from, 1, &h), HAIL_OK);
    return h;
}

static void open_world(const hail_context *context, uint32_t columns) {
    const hail_world_options options = {.context = context};
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, SHOTS, &(hail_layer_options){.columns = columns}), HAIL_OK);
}

static void close_world(void) {
    hail_world_destroy(world);
    stream_free(&heard);
    memset(&heard, 0, sizeof heard);
}

static size_t step(float dt) {
    stream_clear(&heard);
    cr_assert_eq(hail_step(world, dt, stream_take, &heard), HAIL_OK);
    return heard.count;
}

/* ---- Rules that change ------------------------------------------------------------------------------------------- */

/* Two rules, of which the second one is set before step `at`. A step is 't' or 'T' (the pair touches) or 'a' (it is
 * apart); 'T' means that the pair is reported. */
typedef struct change {
    hail_rule before, after;
    uint32_t columns; /* of the shots */
    int at;
    const char *steps;
} change;

static const change changes[] = {
    /* HAIL_UNTIL_APART after others: the pair counts as touching */
    {{.mode = HAIL_MANIFOLD, .cooldown = HAIL_ONCE},
     {.mode = HAIL_MANIFOLD, .cooldown = HAIL_UNTIL_APART},
     0,
     2,
     "TttaTttaT"},
    {{.mode = HAIL_PAIRS, .cooldown = 1000}, {.mode = HAIL_PAIRS, .cooldown = HAIL_UNTIL_APART}, 0, 1, "TtaTt"},
    {{.mode = HAIL_PAIRS, .cooldown = 1000}, {.mode = HAIL_SWEPT, .cooldown = HAIL_UNTIL_APART}, 0, 2, "TttttaaTtaT"},
    {{.mode = HAIL_SWEPT, .cooldown = HAIL_ONCE}, {.mode = HAIL_EARLIEST}, HAIL_PIERCE, 2, "TttaTttaT"},
    {{.mode = HAIL_EARLIEST, .cooldown = 1000}, {.mode = HAIL_EARLIEST}, HAIL_PIERCE, 3, "TtatttaT"},
    {{.mode = HAIL_PAIRS, .cooldown = HAIL_ONCE}, {.mode = HAIL_PAIRS, .cooldown = HAIL_UNTIL_APART}, 0, 2, "TaaTtaT"},
    /* a number of steps counts from the report, or from the last touch */
    {{.mode = HAIL_PAIRS, .cooldown = 6}, {.mode = HAIL_PAIRS, .cooldown = 9}, 0, 2, "TttttttttTttttttttT"},
    {{.mode = HAIL_PAIRS, .cooldown = 9}, {.mode = HAIL_PAIRS, .cooldown = 6}, 0, 2, "TtttttTtttttT"},
    {{.mode = HAIL_PAIRS, .cooldown = 9}, {.mode = HAIL_PAIRS, .cooldown = 3}, 0, 5, "TttttTttT"},
    {{.mode = HAIL_PAIRS, .cooldown = HAIL_ONCE}, {.mode = HAIL_PAIRS, .cooldown = 4}, 0, 2, "TtttTtttT"},
    {{.mode = HAIL_PAIRS, .cooldown = HAIL_ONCE}, {.mode = HAIL_PAIRS, .cooldown = 4}, 0, 8, "TtttttttTtttT"},
    {{.mode = HAIL_PAIRS, .cooldown = HAIL_UNTIL_APART}, {.mode = HAIL_PAIRS, .cooldown = 4}, 0, 4, "TttttttTtttT"},
    {{.mode = HAIL_PAIRS, .cooldown = HAIL_UNTIL_APART}, {.mode = HAIL_PAIRS, .cooldown = 4}, 0, 4, "TtttaatTtttT"},
    /* HAIL_ONCE keeps what is remembered, and only that */
    {{.mode = HAIL_PAIRS, .cooldown = 6}, {.mode = HAIL_PAIRS, .cooldown = HAIL_ONCE}, 0, 3, "Tttttttttattt"},
    {{.mode = HAIL_PAIRS, .cooldown = 3}, {.mode = HAIL_PAIRS, .cooldown = HAIL_ONCE}, 0, 4, "TaaaTttat"},
    {{.mode = HAIL_PAIRS, .cooldown = HAIL_UNTIL_APART}, {.mode = HAIL_PAIRS, .cooldown = HAIL_ONCE}, 0, 3, "Tttttat"},
    {{.mode = HAIL_PAIRS, .cooldown = HAIL_UNTIL_APART}, {.mode = HAIL_PAIRS, .cooldown = HAIL_ONCE}, 0, 3, "TtaTtat"},
    /* a rule without a cooldown forgets */
    {{.mode = HAIL_PAIRS, .cooldown = HAIL_ONCE}, {.mode = HAIL_PAIRS}, 0, 3, "TttTTTaT"},
    {{.mode = HAIL_PAIRS}, {.mode = HAIL_PAIRS, .cooldown = HAIL_ONCE}, 0, 3, "TTTTttat"},
    {{.mode = HAIL_EARLIEST, .cooldown = 6}, {.mode = HAIL_EARLIEST}, 0, 3, "TttTTTaT"},
    /* and so does one that reports every step, in every mode */
    {{.mode = HAIL_PAIRS, .cooldown = 1000}, {.mode = HAIL_PAIRS, .cooldown = 1}, 0, 2, "TtTTaT"},
    {{.mode = HAIL_SWEPT, .cooldown = 1000}, {.mode = HAIL_SWEPT, .cooldown = 1}, 0, 2, "TtTTaT"},
    {{.mode = HAIL_SWEPT, .cooldown = HAIL_ONCE}, {.mode = HAIL_EARLIEST, .cooldown = 1}, HAIL_PIERCE, 3, "TttTTTaT"},
    {{.mode = HAIL_EARLIEST, .cooldown = 1}, {.mode = HAIL_EARLIEST}, HAIL_PIERCE, 3, "TTTTttaT"},
    /* the same rule again, or another mode, forgets nothing */
    {{.mode = HAIL_PAIRS, .cooldown = 6}, {.mode = HAIL_PAIRS, .cooldown = 6}, 0, 3, "TtttttTt"},
    {{.mode = HAIL_PAIRS, .cooldown = 6}, {.mode = HAIL_SWEPT, .cooldown = 6}, 0, 3, "TtttttTt"},
    {{.mode = HAIL_MANIFOLD, .cooldown = HAIL_UNTIL_APART},
     {.mode = HAIL_MANIFOLD, .cooldown = HAIL_UNTIL_APART, .events = 1, .max_contacts = 5},
     0,
     2,
     "TttaTtt"},
};

enum { WITH_SHIPS, WITH_TILES, WITH_WALLS, SIDES };

static void set(uint32_t with, hail_rule rule) {
    static const uint32_t layer_b[] = {SHIPS, HAIL_TILES, HAIL_WALLS};
    rule.layer_a = SHOTS, rule.layer_b = layer_b[with];
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
}

/* Swept shots come from 30 px away, so that they hit; others stand where they touch. */
static void place(hail_handle shot, const hail_rule *rule, bool touches) {
    const bool swept = rule->mode == HAIL_SWEPT || rule->mode == HAIL_EARLIEST;
    const float vx = swept ? 30.0f : 0.0f, x = (touches ? 4.0f : -400.0f) - vx;
    const hail_handles list = {.handles = &shot, .count = 1};
    cr_assert_eq(hail_write_bodies(world, &list, &(hail_body_writes){.x = &x, .vx = &vx}, NULL), HAIL_OK);
}

static hail_tileset *tiles;
static hail_tilemap *map;
static hail_sectors *rooms;

static void make_maps(void) {
    static const uint64_t full[8] = {255, 255, 255, 255, 255, 255, 255, 255};
    uint32_t tile;
    cr_assert_eq(hail_tileset_create(NULL, 8, 8, &tiles), HAIL_OK);
    cr_assert_eq(hail_tileset_add_bits(tiles, full, 0, &tile), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(tiles, &(hail_tilemap_options){.columns = 8, .rows = 8}, &map), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(map, 0, 0, 1, 8, tile), HAIL_OK);
    cr_assert_eq(make_two_rooms(&(two_rooms){.left = 0, .top = -90, .right = 900, .bottom = 90, .portal = 500}, &rooms),
                 HAIL_OK);
}

static void free_maps(void) {
    hail_sectors_destroy(rooms);
    hail_tilemap_destroy(map);
    hail_tileset_destroy(tiles);
}

static void run_change(const hail_context *context, const change *c, uint32_t with) {
    const uint32_t pierce = 100;
    char got[64] = "";
    open_world(context, c->columns);
    cr_assert_eq(hail_world_set_tilemap(world, map), HAIL_OK);
    cr_assert_eq(hail_world_set_sectors(world, rooms), HAIL_OK);
    const hail_handle shot = put(SHOTS, 5.0f, -400.0f, 4.0f, 0.0f, c->columns & HAIL_PIERCE ? &pierce : NULL);
    if (with == WITH_SHIPS)
        put(SHIPS, 3.0f, 4.0f, 4.0f, 0.0f, NULL);
    set(with, c->before);
    for (int i = 0; c->steps[i]; i++) {
        if (i == c->at)
            set(with, c->after);
        place(shot, i < c->at ? &c->before : &c->after, c->steps[i] != 'a');
        got[i] = step(1.0f) ? 'T' : c->steps[i] == 'a' ? 'a' : 't';
    }
    cr_assert_str_eq(got, c->steps, "change %d, with %u: %s, not %s", (int)(c - changes), with, got, c->steps);
    close_world();
}

static void change_rules(const hail_context *context) {
    make_maps();
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        for (uint32_t with = WITH_SHIPS; with < SIDES; with++)
            run_change(context, &changes[i], with);
    free_maps();
}

Test(hits_changes, of_the_cooldown) { on_every_variant(change_rules); }

/* What a rule is between two steps does not count; what it is in a step does. */
static void leave_out(const hail_context *context) {
    const hail_rule rule = {.mode = HAIL_PAIRS, .layer_a = SHOTS, .layer_b = SHIPS, .cooldown = HAIL_ONCE};
    open_world(context, 0);
    put(SHOTS, 5.0f, 0.0f, 0.0f, 0.0f, NULL);
    put(SHIPS, 5.0f, 0.0f, 0.0f, 0.0f, NULL);
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
    cr_assert_eq(step(0.0f), 1);
    cr_assert_eq(hail_rule_set(world, SHOTS, SHIPS, HAIL_IGNORE), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, SHIPS, SHOTS, HAIL_MANIFOLD), HAIL_OK);
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
    cr_assert_eq(step(0.0f), 0);
    cr_assert_eq(hail_rule_set(world, SHOTS, SHIPS, HAIL_IGNORE), HAIL_OK);
    cr_assert_eq(step(0.0f), 0);
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
    cr_assert_eq(step(0.0f), 1, "without the rule for a step, all is forgotten");
    cr_assert_eq(step(0.0f), 0);
    cr_assert_eq(hail_rule_set(world, SHIPS, SHOTS, HAIL_MANIFOLD), HAIL_OK);
    cr_assert_eq(step(0.0f), 1);
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
    cr_assert_eq(step(0.0f), 1, "named the other way round, it is another rule");
    close_world();
}

Test(hits_changes, that_no_step_sees) { on_every_variant(leave_out); }

/* A layer that gets a pierce column, or loses it, changes the cooldown of its HAIL_EARLIEST rule. */
static void change_column(const hail_context *context) {
    const hail_layer_options none = {0}, pierce = {.columns = HAIL_PIERCE};
    open_world(context, 0);
    put(SHOTS, 5.0f, 0.0f, 0.0f, 0.0f, NULL);
    put(SHIPS, 5.0f, 0.0f, 0.0f, 0.0f, NULL);
    cr_assert_eq(hail_rule_set(world, SHOTS, SHIPS, HAIL_EARLIEST), HAIL_OK);
    cr_assert(step(0.0f) == 1 && step(0.0f) == 1, "without the column, nothing is remembered");
    cr_assert_eq(hail_layer_configure(world, SHOTS, &pierce), HAIL_OK);
    hail_columns c;
    cr_assert_eq(hail_layer_columns(world, SHOTS, &c), HAIL_OK);
    c.pierce[0] = 9;
    cr_assert(step(0.0f) == 1 && step(0.0f) == 0);
    cr_assert_eq(hail_layer_configure(world, SHOTS, &none), HAIL_OK);
    cr_assert(step(0.0f) == 1 && step(0.0f) == 1);
    close_world();
}

Test(hits_changes, of_the_pierce_column) { on_every_variant(change_column); }

/* ---- Layers ------------------------------------------------------------------------------------------------------ */

/* A shot, or a ship, goes to another layer for a step, and comes back. */
static void change_layers(const hail_context *context) {
    for (int k = 0; k < 4; k++) {
        const hail_rule rule = {.mode = HAIL_PAIRS,
                                .layer_a = SHOTS,
                                .layer_b = SHIPS,
                                .cooldown = k < 2 ? HAIL_ONCE : HAIL_UNTIL_APART,
                                .graze = 5.0f,
                                .graze_once = true};
        open_world(context, 0);
        const hail_handle shot = put(SHOTS, 5.0f, 0.0f, 0.0f, 0.0f, NULL),
                          ship = put(SHIPS, 5.0f, 0.0f, 0.0f, 0.0f, NULL), moved = k % 2 ? ship : shot;
        put(SHIPS, 5.0f, 12.0f, 0.0f, 0.0f, NULL); /* is grazed, until the shot is gone */
        cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
        cr_assert(step(0.0f) == 2 && step(0.0f) == 0);
        cr_assert_eq(hail_set_layer(world, &moved, 1, OTHERS), HAIL_OK);
        cr_assert_eq(step(0.0f), 0);
        cr_assert_eq(hail_set_layer(world, &moved, 1, k % 2 ? SHIPS : SHOTS), HAIL_OK);
        cr_assert_eq(step(0.0f), k < 2 ? 0 : 1, "once stays once; until apart, the pair was apart");
        close_world();
    }
}

Test(hits_changes, of_layers) { on_every_variant(change_layers); }

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

/* Hits beyond max_contacts happen all the same: they take from pierce, count as reported, and begin events. */
static void cut_hits(const hail_context *context) {
    enum { ALL = 5, MOST = 2 };
    const hail_rule rule = {
        .mode = HAIL_EARLIEST, .layer_a = SHOTS, .layer_b = SHIPS, .max_contacts = MOST, .events = true};
    hail_handle shot[ALL];
    size_t begins, gone;
    hail_columns c;
    open_world(context, HAIL_PIERCE);
    put(SHIPS, 20.0f, 0.0f, 0.0f, 0.0f, NULL);
    for (uint32_t i = 0; i < ALL; i++)
        shot[i] = put(SHOTS, 1.0f, (float)i, 0.0f, 0.0f, &(uint32_t){i == ALL - 1 ? 1 : 3});
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
    cr_assert_eq(step(1.0f), MOST);
    cr_assert_eq(hail_stats(world)->cut_contacts, ALL - MOST);
    hail_begins(world, &begins);
    hail_removals(world, &gone);
    cr_assert_eq(begins, ALL);
    cr_assert(gone == 1 && !hail_alive(world, &shot[ALL - 1]), "a cut hit was its last");
    cr_assert_eq(hail_layer_columns(world, SHOTS, &c), HAIL_OK);
    for (uint32_t i = 0; i < c.count; i++)
        cr_assert_eq(c.pierce[i], 2);
    cr_assert_eq(step(1.0f), 0);
    cr_assert_eq(hail_stats(world)->cut_contacts, 0, "they count as reported");
    close_world();
}

Test(hits_changes, cut_hits) { on_every_variant(cut_hits); }

/* ---- Grazes at the last hit -------------------------------------------------------------------------------------- */

/* A shot passes a ship (nearest at `nearest` px), and hits one at exactly t = 1/2. columns: HAIL_PIERCE or 0. rules: 2
 * share the layer of shots, so that all hits are recorded first. */
static size_t graze_and_hit(const hail_context *context, float nearest, uint32_t columns, int rules) {
    const uint32_t pierce = 1;
    size_t grazes = 0;
    const hail_rule rule = {.mode = HAIL_EARLIEST, .layer_a = SHOTS, .layer_b = SHIPS, .graze = 8.0f},
                    other = {.mode = HAIL_EARLIEST, .layer_a = SHOTS, .layer_b = OTHERS};
    open_world(context, columns);
    put(SHIPS, 16.0f, 80.0f, 0.0f, 0.0f, NULL);
    put(SHIPS, 16.0f, nearest, 20.0f, 0.0f, NULL);
    put(OTHERS, 16.0f, 100.0f, 0.0f, 0.0f, NULL);
    put(SHOTS, 0.0f, 0.0f, 0.0f, 128.0f, columns ? &pierce : NULL);
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
    if (rules == 2)
        cr_assert_eq(hail_rule_configure(world, &other), HAIL_OK);
    step(1.0f);
    for (size_t i = 0; i < heard.count; i++) {
        grazes += heard.contact[i].kind == HAIL_CONTACT_GRAZE;
        cr_assert(heard.contact[i].kind == HAIL_CONTACT_GRAZE || heard.contact[i].t == 0.5f, "hit at %a",
                  (double)heard.contact[i].t);
        cr_assert(heard.contact[i].t <= 0.5f);
    }
    cr_assert_eq(heard.count, grazes + 1);
    close_world();
    return grazes;
}

static void graze_last(const hail_context *context) {
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t columns = k % 2 ? HAIL_PIERCE : 0;
        const int rules = k < 2 ? 1 : 2;
        cr_assert_eq(graze_and_hit(context, 63.0f, columns, rules), 1, "before the hit");
        cr_assert_eq(graze_and_hit(context, 64.0f, columns, rules), 1, "at the very t of the hit");
        cr_assert_eq(graze_and_hit(context, 65.0f, columns, rules), 0, "after it");
    }
}

Test(hits_changes, grazes_at_the_last_hit) { on_every_variant(graze_last); }
