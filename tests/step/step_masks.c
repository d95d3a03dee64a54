/* Groups, categories and masks in whole steps: every combination of two bodies' values; crowds against brute force,
 * byte for byte, by every plan, mode and variant; and crowds of friends, whose steps may not cost a test for every
 * pair. */
#include <criterion/criterion.h>

#include <string.h>
#include <time.h>

#include "oracle.h"
#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/stream.h"

static hail_world *make(const char *variant, float cell) {
    hail_world_options options;
    hail_world *world = NULL;
    hail_world_options_defaults(&options);
    options.context = variant_context(variant), options.cell = cell;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    return world;
}

static hail_shape circle(hail_world *world, float radius) {
    hail_shape shape;
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), radius, &shape), HAIL_OK);
    return shape;
}

static void configure(hail_world *world, uint32_t layer, uint32_t columns) {
    cr_assert_eq(hail_layer_configure(world, layer, &(hail_layer_options){.columns = columns}), HAIL_OK);
}

/* ---- Two bodies -------------------------------------------------------------------------------------------------- */

/* One of two bodies: every group, category and mask of these. A layer without columns has the last row. */
typedef struct values {
    uint32_t group, category, mask;
} values;

enum { GROUPS = 3, CATEGORIES = 5, MASKS = 6, KINDS = GROUPS * CATEGORIES * MASKS, COUPLES = KINDS * KINDS };

static values values_of(uint32_t kind) {
    static const uint32_t groups[] = {0, 1, 0xffffffffu}, categories[] = {0, 1, 2, 0x80000000u, 0xffffffffu};
    static const uint32_t masks[] = {0, 1, 2, 0x80000000u, 0xfffffffdu, UINT32_MAX};
    return (values){groups[kind % GROUPS], categories[kind / GROUPS % CATEGORIES], masks[kind / GROUPS / CATEGORIES]};
}

static bool collides(values a, values b) {
    if (a.group != 0 && a.group == b.group)
        return false;
    return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

/* Spawns one side of all couples, each couple in a place of its own. second: the kind of every couple's second body. */
static void spawn_side(hail_world *world, uint32_t layer, uint32_t columns, bool second, hail_handle *handles) {
    static float x[COUPLES], y[COUPLES];
    static uint32_t group[COUPLES], category[COUPLES], mask[COUPLES];
    for (uint32_t i = 0; i < COUPLES; i++) {
        const values v = values_of(second ? i / KINDS : i % KINDS);
        const uint32_t row = i / 90;
        x[i] = (float)(i % 90) * 40.0f + (second ? 3.0f : 0.0f), y[i] = (float)row * 40.0f;
        group[i] = v.group, category[i] = v.category, mask[i] = v.mask;
    }
    hail_spawn_columns from = {.x = x, .y = y};
    from.group = columns & HAIL_GROUP ? group : NULL;
    from.category = columns & HAIL_MASK ? category : NULL, from.mask = columns & HAIL_MASK ? mask : NULL;
    const hail_shape dot = circle(world, 4.0f);
    configure(world, layer, columns);
    cr_assert_eq(hail_spawn(world, layer, &dot, &from, COUPLES, handles), HAIL_OK);
}

static values seen_by(values v, uint32_t columns) {
    if (!(columns & HAIL_GROUP))
        v.group = 0;
    if (!(columns & HAIL_MASK))
        v.category = 1, v.mask = UINT32_MAX;
    return v;
}

static void every_couple(const char *variant, hail_mode mode, uint32_t columns, uint32_t other) {
    static hail_handle first[COUPLES], second[COUPLES];
    const bool self = columns == other;
    hail_world *world = make(variant, 0.0f);
    stream s = {0};
    spawn_side(world, 0, columns, false, first);
    spawn_side(world, self ? 0 : 1, other, true, second);
    cr_assert_eq(hail_rule_set(world, 0, self ? 0 : 1, mode), HAIL_OK);
    cr_assert_eq(hail_step(world, 0.0f, stream_take, &s), HAIL_OK);
    size_t at = 0;
    for (uint32_t i = 0; i < COUPLES; i++) {
        const values a = seen_by(values_of(i % KINDS), columns), b = seen_by(values_of(i / KINDS), other);
        const bool is = at < s.count && s.contact[at].a.slot == first[i].slot;
        cr_assert_eq(is, collides(a, b), "%s, mode %d, columns %x and %x: %u %x %x and %u %x %x %s",
                     hail_world_variant(world), (int)mode, columns, other, a.group, a.category, a.mask, b.group,
                     b.category, b.mask, is ? "collide" : "do not collide");
        cr_assert(!is || s.contact[at].b.slot == second[i].slot);
        at += is;
    }
    cr_assert_eq(at, s.count);
    stream_free(&s);
    hail_world_destroy(world);
}

Test(step_masks, every_couple, .timeout = 300) {
    static const uint32_t columns[] = {0, HAIL_GROUP, HAIL_MASK, HAIL_GROUP | HAIL_MASK};
    for (size_t n = 0; n < hail_variant_count(); n++)
        for (int mode = HAIL_PAIRS; mode <= HAIL_EARLIEST; mode++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    every_couple(hail_variant_name(n), (hail_mode)mode, columns[i], columns[j]);
}

static void write_values(const hail_columns *c, uint32_t i, values v) {
    if (c->group)
        c->group[i] = v.group;
    if (c->mask)
        c->category[i] = v.category, c->mask[i] = v.mask;
}

/* One couple in a world of its own, again and again: so few bodies are all compared. */
static void every_couple_alone(const char *variant, hail_mode mode, uint32_t columns, uint32_t other) {
    const bool self = columns == other;
    const float x[] = {0.0f, 3.0f}, y[] = {0.0f, 0.0f};
    const hail_spawn_columns from = {.x = x, .y = y}, second = {.x = x + 1, .y = y};
    hail_world *world = make(variant, 0.0f);
    const hail_shape dot = circle(world, 4.0f);
    hail_columns a, b;
    configure(world, 0, columns);
    configure(world, 1, other);
    cr_assert_eq(hail_spawn(world, 0, &dot, &from, self ? 2 : 1, NULL), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 1, &dot, &second, self ? 0 : 1, NULL), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 0, self ? 0 : 1, mode), HAIL_OK);
    for (uint32_t i = 0; i < COUPLES; i++) {
        const values one = values_of(i % KINDS), two = values_of(i / KINDS);
        cr_assert_eq(hail_layer_columns(world, 0, &a), HAIL_OK);
        cr_assert_eq(hail_layer_columns(world, self ? 0 : 1, &b), HAIL_OK);
        write_values(&a, 0, one);
        write_values(&b, self ? 1 : 0, two);
        cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
        cr_assert_eq(hail_stats(world)->contacts, collides(seen_by(one, columns), seen_by(two, other)),
                     "%s, mode %d, columns %x and %x, couple %u", hail_world_variant(world), (int)mode, columns, other,
                     i);
    }
    hail_world_destroy(world);
}

Test(step_masks, every_couple_alone, .timeout = 300) {
    static const uint32_t columns[] = {0, HAIL_GROUP, HAIL_MASK, HAIL_GROUP | HAIL_MASK};
    for (size_t n = 0; n < hail_variant_count(); n++)
        for (int mode = HAIL_PAIRS; mode <= HAIL_EARLIEST; mode += HAIL_EARLIEST - HAIL_PAIRS)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    every_couple_alone(hail_variant_name(n), (hail_mode)mode, columns[i], columns[j]);
}

/* ---- Crowds ------------------------------------------------------------------------------------------------------ */

enum { CROWD = 700 };

/* Who stands together, in how large a spot, and which plan finds them. */
typedef struct crowd {
    const char *name;
    uint32_t count, others; /* of layer 0; of layer 1, which collides with layer 0. 0: layer 0 with itself */
    float spot;             /* px */
    uint32_t large;         /* one in so many is large; 0: none */
    bool polygons;
} crowd;

static const crowd crowds[] = {
    {"grid", CROWD, 0, 60.0f, 0, false},
    {"grid of polygons", 400, 0, 60.0f, 0, true},
    {"two grids", CROWD, 500, 60.0f, 0, false},
    {"raster", CROWD, 50, 8.0f, 0, true},
    {"large in grid", CROWD, 0, 90.0f, 20, true},
    {"large in two", 400, 300, 90.0f, 20, false},
    {"few", 90, 0, 20.0f, 20, true},
    {"few in two", 160, 50, 24.0f, 20, true},
};

/* Most are of one kind, whose bodies do not collide; a few are of any. */
static void pick_values(uint64_t *state, values *v) {
    *v = (values){1, 2, ~2u};
    if (random_pick(state, 12) == 0) {
        v->group = random_pick(state, 4);
        random_masks(state, &v->category, &v->mask);
    }
}

static void spawn_crowd(hail_world *world, uint32_t layer, uint32_t columns, const crowd *c, uint32_t count,
                        uint64_t *state) {
    static float x[CROWD], y[CROWD], vx[CROWD], vy[CROWD];
    static uint32_t group[CROWD], category[CROWD], mask[CROWD];
    static hail_shape shape[CROWD];
    const float px[] = {-1.5f, 1.5f, 0.0f}, py[] = {-1.0f, -1.0f, 1.5f};
    const hail_shape dot = circle(world, 1.5f), large = circle(world, 20.0f);
    hail_shape hull;
    cr_assert_eq(hail_shape_polygon(hail_world_shapes(world), px, py, 3, 0.25f, &hull), HAIL_OK);
    for (uint32_t i = 0; i < count; i++) {
        values v;
        pick_values(state, &v);
        x[i] = random_range(state, 0.0f, c->spot), y[i] = random_range(state, 0.0f, c->spot);
        vx[i] = random_range(state, -300.0f, 300.0f), vy[i] = random_range(state, -300.0f, 300.0f);
        group[i] = v.group, category[i] = v.category, mask[i] = v.mask;
        shape[i] = c->polygons && random_pick(state, 2) ? hull : dot;
        if (c->large && random_pick(state, c->large) == 0)
            shape[i] = large;
    }
    hail_spawn_columns from = {.x = x, .y = y, .vx = vx, .vy = vy, .shape = shape};
    from.group = columns & HAIL_GROUP ? group : NULL;
    from.category = columns & HAIL_MASK ? category : NULL, from.mask = columns & HAIL_MASK ? mask : NULL;
    configure(world, layer, columns);
    cr_assert_eq(hail_spawn(world, layer, &dot, &from, count, NULL), HAIL_OK);
}

/* The stream is the oracle's. */
static size_t hold(hail_world *world, float dt, const char *what, int mode) {
    oracle *o = oracle_snapshot(world, NULL);
    stream s = {0};
    size_t wanted;
    cr_assert_not_null(o);
    const hail_contact *must = oracle_step(o, dt, &wanted);
    cr_assert_eq(hail_step(world, dt, stream_take, &s), HAIL_OK);
    cr_assert_eq(s.count, wanted, "%s, mode %d, %s: %zu contacts, must be %zu", what, mode, hail_world_variant(world),
                 s.count, wanted);
    cr_assert(wanted == 0 || memcmp(s.contact, must, wanted * sizeof *must) == 0, "%s, mode %d, %s: contacts differ",
              what, mode, hail_world_variant(world));
    const char *difference = oracle_compare_world(o, world);
    cr_assert(difference == NULL, "%s: %s", what, difference);
    stream_free(&s);
    oracle_free(o);
    return wanted;
}

static size_t crowd_against_oracle(const char *variant, const crowd *c, hail_mode mode, uint32_t columns,
                                   uint32_t other) {
    uint64_t state = 11 + (uint64_t)mode + columns * 7u + other * 31u;
    hail_world *world = make(variant, mode == HAIL_PAIRS ? 0.0f : 24.0f); /* of large cells, most are crowded */
    spawn_crowd(world, 0, columns, c, c->count, &state);
    if (c->others)
        spawn_crowd(world, 1, other, c, c->others, &state);
    cr_assert_eq(hail_rule_set(world, 0, c->others ? 1 : 0, mode), HAIL_OK);
    if (c->others) /* the same grid, searched by another rule */
        cr_assert_eq(hail_rule_set(world, 1, 1, mode), HAIL_OK);
    size_t contacts = 0;
    for (int step = 0; step < 2; step++) /* the first puts the layers in the grids' order */
        contacts += hold(world, 1.0f / 64.0f, c->name, (int)mode);
    hail_world_destroy(world);
    return contacts;
}

Test(step_masks, crowds, .timeout = 600) {
    static const uint32_t columns[] = {HAIL_GROUP, HAIL_MASK, HAIL_GROUP | HAIL_MASK, 0};
    size_t contacts = 0;
    for (size_t n = 0; n < hail_variant_count(); n++)
        for (size_t k = 0; k < sizeof crowds / sizeof *crowds; k++)
            for (int mode = HAIL_PAIRS; mode <= HAIL_EARLIEST; mode++)
                for (size_t i = 0; i < 3; i++)
                    for (size_t j = crowds[k].others ? 0 : 3; j < 4; j++)
                        contacts += crowd_against_oracle(hail_variant_name(n), &crowds[k], (hail_mode)mode, columns[i],
                                                         columns[j]);
    cr_assert_gt(contacts, 10000, "only %zu", contacts);
}

/* A rule's pairs in more ranges than one, and a layer whose masks change through its columns. */
Test(step_masks, written_columns_and_ranges) {
    for (size_t n = 0; n < hail_variant_count(); n++) {
        hail_world_options options;
        hail_world *world = NULL;
        uint64_t state = 5;
        hail_world_options_defaults(&options);
        options.context = variant_context(hail_variant_name(n)), options.pair_budget = 1024, options.cell = 24.0f;
        cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
        spawn_crowd(world, 0, HAIL_GROUP | HAIL_MASK, &crowds[0], CROWD, &state);
        cr_assert_eq(hail_rule_set(world, 0, 0, HAIL_MANIFOLD), HAIL_OK);
        const size_t before = hold(world, 0.0f, "a crowd", HAIL_MANIFOLD);
        hail_columns c;
        cr_assert_eq(hail_layer_columns(world, 0, &c), HAIL_OK);
        for (uint32_t i = 0; i < c.count; i += 2)
            c.group[i] = 0, c.category[i] = 1, c.mask[i] = UINT32_MAX;
        const size_t after = hold(world, 0.0f, "with other columns", HAIL_MANIFOLD);
        cr_assert_gt(after, 4 * before, "%zu, then %zu contacts", before, after);
        cr_assert_gt(hail_stats(world)->passes, 2);
        hail_world_destroy(world);
    }
}

/* A layer gets columns while its bodies, and the rules, stay what they were: a step makes the room that runs need. */
Test(step_masks, columns_come_later) {
    for (size_t n = 0; n < hail_variant_count(); n++)
        for (int mode = HAIL_MANIFOLD; mode <= HAIL_SWEPT; mode++) {
            hail_world *world = make(hail_variant_name(n), 24.0f);
            uint64_t state = 7;
            spawn_crowd(world, 0, 0, &crowds[0], CROWD, &state);
            cr_assert_eq(hail_rule_set(world, 0, 0, (hail_mode)mode), HAIL_OK);
            const size_t before = hold(world, 0.0f, "without columns", mode);
            configure(world, 0, HAIL_GROUP | HAIL_MASK);
            hail_columns c;
            cr_assert_eq(hail_layer_columns(world, 0, &c), HAIL_OK);
            for (uint32_t i = 0; i < c.count; i++) {
                values v;
                pick_values(&state, &v);
                write_values(&c, i, v);
            }
            const size_t after = hold(world, 0.0f, "with columns", mode);
            cr_assert_lt(2 * after, before, "%zu, then %zu contacts", before, after);
            hail_world_destroy(world);
        }
}

/* ---- Work -------------------------------------------------------------------------------------------------------- */

enum { MOST = 64000 };

/* How n friends stand: which rule, which mode, and with how many of the other layer. */
typedef struct friends {
    const char *name;
    uint32_t columns;
    hail_mode mode;
    uint32_t others; /* one in so many; 0: all are in one layer, which collides with itself */
    bool large;      /* one in 20 is large */
} friends;

static hail_world *make_friends(const friends *f, uint32_t n) {
    static float x[MOST], y[MOST];
    static uint32_t group[MOST], category[MOST], mask[MOST];
    static hail_shape shape[MOST];
    uint64_t state = 3;
    hail_world *world = make(NULL, 0.0f);
    const hail_shape dot = circle(world, 4.0f), large = circle(world, 100.0f);
    for (uint32_t i = 0; i < n; i++) {
        x[i] = random_range(&state, 0.0f, 64.0f), y[i] = random_range(&state, 0.0f, 64.0f);
        group[i] = 7, category[i] = 2, mask[i] = ~2u;
        shape[i] = f->large && i % 20 == 0 ? large : dot;
    }
    const uint32_t second = f->others ? n / f->others : 0;
    for (uint32_t layer = 0; layer < 2; layer++) {
        const uint32_t from = layer ? n - second : 0, count = layer ? second : n - second;
        hail_spawn_columns c = {.x = x + from, .y = y + from, .shape = shape + from};
        c.group = f->columns & HAIL_GROUP ? group : NULL;
        c.category = f->columns & HAIL_MASK ? category : NULL, c.mask = f->columns & HAIL_MASK ? mask : NULL;
        configure(world, layer, f->columns);
        cr_assert_eq(hail_spawn(world, layer, &dot, &c, count, NULL), HAIL_OK);
    }
    cr_assert_eq(hail_rule_set(world, 0, f->others ? 1 : 0, f->mode), HAIL_OK);
    return world;
}

/* Seconds of the processor's time: the least of a few steps. */
static double seconds(const friends *f, uint32_t n) {
    hail_world *world = make_friends(f, n);
    double least = 1e9;
    for (int i = 0; i < 6; i++) {
        const clock_t start = clock();
        cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
        const double took = (double)(clock() - start) / CLOCKS_PER_SEC;
        cr_assert_eq(hail_stats(world)->contacts, 0);
        cr_assert(i < 2 || hail_stats(world)->allocations == 0);
        least = took < least ? took : least;
    }
    hail_world_destroy(world);
    return least;
}

/* 16 times as many friends take about 16 times as long, and with a test for every pair 256 times. */
Test(step_masks, friends_cost_no_square, .timeout = 300) {
    static const friends all[] = {{"a group in a grid", HAIL_GROUP, HAIL_MANIFOLD, 0, false},
                                  {"masks in a grid", HAIL_MASK, HAIL_PAIRS, 0, false},
                                  {"both in two grids", HAIL_GROUP | HAIL_MASK, HAIL_MANIFOLD, 2, false},
                                  {"a group in a raster", HAIL_GROUP, HAIL_MANIFOLD, 10, false},
                                  {"a group with large ones", HAIL_GROUP, HAIL_MANIFOLD, 0, true},
                                  {"a group, swept", HAIL_GROUP, HAIL_SWEPT, 0, false},
                                  {"masks, swept, in two layers", HAIL_MASK, HAIL_EARLIEST, 2, false}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        const double few = seconds(&all[k], MOST / 16), many = seconds(&all[k], MOST);
        cr_assert_lt(many, 64.0 * few + 0.02, "%s: %g s for %d, %g s for %d", all[k].name, few, MOST / 16, many, MOST);
    }
}

/* After hail_reserve, no step allocates: nor one in which a crowd comes together. */
Test(step_masks, reserved) {
    hail_world *world = make(NULL, 0.0f);
    const hail_shape dot = circle(world, 4.0f);
    static float x[CROWD], y[CROWD];
    static uint32_t group[CROWD];
    for (uint32_t i = 0; i < CROWD; i++)
        x[i] = 40.0f * (float)i, group[i] = 3;
    configure(world, 0, HAIL_GROUP);
    cr_assert_eq(hail_rule_set(world, 0, 0, HAIL_MANIFOLD), HAIL_OK);
    cr_assert_eq(hail_reserve(world, 0, CROWD, 0), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 0, &dot, &(hail_spawn_columns){.x = x, .y = y, .group = group}, CROWD, NULL),
                 HAIL_OK);
    for (int i = 0; i < 20; i++) {
        hail_columns c;
        cr_assert_eq(hail_layer_columns(world, 0, &c), HAIL_OK);
        for (uint32_t k = 0; k < CROWD && i == 3; k++)
            c.x[k] = 1.0f;
        cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
        cr_assert_eq(hail_stats(world)->allocations, 0, "step %d", i);
        cr_assert_eq(hail_stats(world)->contacts, 0);
    }
    hail_world_destroy(world);
}
