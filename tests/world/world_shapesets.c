/* Sets of shapes: whose shapes are refused, which numbers and tags come again, what a set holds, what keeps shapes and
 * sets from being destroyed, and that a call without memory changes nothing. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/purse.h"
#include "shared/random_world.h"
#include "shared/stream.h"

static hail_shapeset *empty(void) {
    hail_shapeset *set = NULL;
    cr_assert_eq(hail_shapeset_create(NULL, &set), HAIL_OK);
    return set;
}

static hail_shapeset_size size_of(const hail_shapeset *set) {
    hail_shapeset_size size = {0};
    cr_assert_eq(hail_shapeset_measure(set, &size), HAIL_OK);
    return size;
}

static hail_shape circle(hail_shapeset *set, float radius) {
    hail_shape shape = {0};
    cr_assert_eq(hail_shape_circle(set, radius, &shape), HAIL_OK);
    return shape;
}

static hail_convex box(float half) {
    hail_convex convex;
    cr_assert_eq(hail_convex_box(half, half, 0.0f, &convex), HAIL_OK);
    return convex;
}

static hail_world *world_with(hail_shapeset *set) {
    hail_world *world = NULL;
    cr_assert_eq(hail_world_create(&(hail_world_options){.shapes = set}, &world), HAIL_OK);
    return world;
}

static const float zero[64];
static const hail_spawn_columns at_zero = {.x = zero, .y = zero};

/* ---- Numbers and tags -------------------------------------------------------------------------------------------- */

static int by_pair(const void *one, const void *other) { return memcmp(one, other, sizeof(hail_shape)); }

/* No pair of number and tag names two shapes. */
static void all_differ(hail_shape *shape, size_t count) {
    qsort(shape, count, sizeof *shape, by_pair);
    for (size_t i = 1; i < count; i++)
        cr_assert_neq(memcmp(&shape[i - 1], &shape[i], sizeof *shape), 0, "number %u, tag %u twice", shape[i].id,
                      shape[i].tag);
}

/* More often than a tag has generations. */
Test(world_shapesets, one_number_serves_for_ever) {
    enum { TIMES = 5000 };
    static hail_shape shape[2 * TIMES];
    hail_shapeset *one = empty(), *other = empty();
    for (uint32_t i = 0; i < TIMES; i++) {
        shape[2 * i] = circle(one, 1.0f);
        shape[2 * i + 1] = circle(other, 1.0f);
        cr_assert(shape[2 * i].id == 1 && shape[2 * i + 1].id == 1);
        cr_assert_eq(hail_shape_destroy(one, &shape[2 * i]), HAIL_OK);
        cr_assert_eq(hail_shape_destroy(other, &shape[2 * i + 1]), HAIL_OK);
        cr_assert_eq(size_of(one).shapes, 0);
    }
    all_differ(shape, sizeof shape / sizeof *shape);
    hail_shapeset_destroy(one);
    hail_shapeset_destroy(other);
}

Test(world_shapesets, freed_neighbours_hold_a_compound) {
    enum { COUNT = 100, FROM = 30, PARTS = 12 };
    hail_shape shape[COUNT], compound;
    hail_convex part[PARTS];
    hail_shapeset *set = empty();
    for (uint32_t i = 0; i < PARTS; i++)
        part[i] = box(2.0f);
    for (uint32_t i = 0; i < COUNT; i++)
        shape[i] = circle(set, 1.0f);
    for (uint32_t i = 0; i < PARTS + 1; i++) /* 5 and 13 have no common divisor */
        cr_assert_eq(hail_shape_destroy(set, &shape[FROM + i * 5 % (PARTS + 1)]), HAIL_OK);
    cr_assert_eq(hail_shape_destroy(set, &shape[3]), HAIL_OK);
    const size_t bytes = size_of(set).bytes;
    cr_assert_eq(hail_shape_compound(set, part, PARTS, &compound), HAIL_OK);
    cr_assert_eq(compound.id, shape[FROM].id);
    cr_assert_eq(circle(set, 1.0f).id, shape[3].id);
    cr_assert_eq(size_of(set).shapes, COUNT);
    cr_assert_eq(size_of(set).bytes, bytes);
    hail_shapeset_destroy(set);
}

typedef struct kept {
    hail_shape shape;
    uint32_t numbers;
} kept;

/* Makes, replaces or destroys one of them. */
static void churn(hail_shapeset *set, uint64_t *state, kept *k) {
    hail_convex part[9];
    const uint32_t parts = random_pick(state, 2) == 0 ? 0 : 1 + random_pick(state, 9);
    for (uint32_t i = 0; i < 9; i++)
        part[i] = box(1.0f + (float)i);
    if (k->numbers && random_pick(state, 2) == 0) {
        cr_assert_eq(hail_shape_destroy(set, &k->shape), HAIL_OK);
        k->numbers = 0;
        return;
    }
    const hail_status status = k->numbers ? parts ? hail_shape_replace_compound(set, &k->shape, part, parts)
                                                  : hail_shape_replace(set, &k->shape, &part[0])
                               : parts ? hail_shape_compound(set, part, parts, &k->shape)
                                          : hail_shape_add(set, &part[0], &k->shape);
    cr_assert_eq(status, HAIL_OK);
    k->numbers = parts + 1;
}

/* Whether each shape still is what it was made as. */
static void check_kept(const hail_shapeset *set, const kept *k) {
    if (!k->numbers)
        return;
    const uint32_t parts = k->numbers > 1 ? k->numbers - 1 : 1;
    cr_assert_eq(hail_shape_part_count(set, &k->shape), parts);
    for (uint32_t p = 0; p < parts; p++) {
        hail_convex_info info;
        cr_assert_eq(hail_shape_part(set, &k->shape, p, &info), HAIL_OK);
        cr_assert_eq(info.vertices, 4);
        cr_assert_eq(fabsf(info.x[0]), 1.0f + (float)p);
    }
}

Test(world_shapesets, hours_of_changes_do_not_grow) {
    enum { KEPT = 60, TURNS = 40000, WARM = 2000 };
    static kept k[KEPT];
    uint64_t state = 5;
    size_t bytes = 0;
    uint32_t highest = 0;
    hail_shapeset *set = empty();
    for (uint32_t turn = 0; turn < TURNS; turn++) {
        uint32_t live = 0;
        kept *one = &k[random_pick(&state, KEPT)];
        churn(set, &state, one);
        for (uint32_t i = 0; i < KEPT; i++)
            live += k[i].numbers;
        cr_assert_eq(size_of(set).shapes, live);
        highest = one->numbers && one->shape.id > highest ? one->shape.id : highest;
        for (uint32_t i = 0; turn % 64 == 0 && i < KEPT; i++)
            check_kept(set, &k[i]);
        if (turn == WARM)
            bytes = size_of(set).bytes;
    }
    cr_assert_lt(highest, KEPT * 10 + 1);
    cr_assert_leq(size_of(set).bytes, 2 * bytes);
    hail_shapeset_destroy(set);
}

Test(world_shapesets, parts_and_free_numbers_are_no_shapes) {
    const hail_convex part[] = {box(1.0f), box(2.0f)};
    hail_shape compound, dot, got;
    hail_shapeset *set = empty();
    cr_assert_eq(hail_shape_of_id(set, 0, &got), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_of_id(set, 1, &got), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_compound(set, part, 2, &compound), HAIL_OK);
    dot = circle(set, 1.0f);
    cr_assert_eq(hail_shape_of_id(set, compound.id, &got), HAIL_OK);
    cr_assert_eq(memcmp(&got, &compound, sizeof got), 0);
    for (uint32_t p = 1; p <= 2; p++) {
        cr_assert_eq(hail_shape_of_id(set, compound.id + p, &got), HAIL_UNKNOWN_SHAPE);
        cr_assert_eq(hail_shape_destroy(set, &(hail_shape){compound.id + p, compound.tag}), HAIL_UNKNOWN_SHAPE);
    }
    cr_assert_eq(hail_shape_destroy(set, &compound), HAIL_OK);
    for (uint32_t p = 0; p <= 2; p++)
        cr_assert_eq(hail_shape_of_id(set, compound.id + p, &got), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_destroy(set, &dot), HAIL_OK);
    cr_assert_eq(size_of(set).shapes, 0);
    hail_shapeset_destroy(set);
}

/* ---- Who uses what ----------------------------------------------------------------------------------------------- */

Test(world_shapesets, another_sets_shape_is_refused) {
    hail_shapeset *one = empty(), *other = empty();
    hail_world *world = world_with(one);
    hail_shape mine = circle(one, 1.0f), theirs = circle(other, 1.0f);
    const hail_convex square = box(1.0f);
    hail_handle h;
    cr_assert_eq(mine.id, theirs.id);
    cr_assert_eq(hail_spawn(world, 0, &theirs, &at_zero, 1, &h), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_spawn(world, 0, &mine, &at_zero, 1, &h), HAIL_OK);
    cr_assert_eq(hail_set_shape(world, &h, 1, &theirs), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_destroy(one, &theirs), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_replace(one, &theirs, &square), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_part_count(one, &theirs), 0);
    hail_world_destroy(world);
    hail_shapeset_destroy(one);
    hail_shapeset_destroy(other);
}

/* Active, disabled and quarantined bodies, in the second world. */
Test(world_shapesets, a_bodys_shape_stays) {
    for (int part = 0; part < 3; part++) {
        hail_shapeset *set = empty();
        hail_world *world[2] = {world_with(set), world_with(set)};
        hail_shape dot = circle(set, 1.0f), other = circle(set, 1.0f);
        hail_handle h[2];
        hail_columns c;
        cr_assert_eq(hail_spawn(world[1], 9, &other, &at_zero, 1, &h[1]), HAIL_OK);
        cr_assert_eq(hail_spawn(world[1], 9, &dot, &at_zero, 1, &h[0]), HAIL_OK);
        cr_assert_eq(hail_set_enabled(world[1], &h[0], 1, part != 1), HAIL_OK);
        cr_assert_eq(hail_layer_columns(world[1], 9, &c), HAIL_OK);
        c.x[1] = part == 2 ? NAN : 0.0f;
        cr_assert_eq(hail_step(world[1], 0.0f, NULL, NULL), HAIL_OK);
        cr_assert_eq(hail_stats(world[1])->quarantined, part == 2);
        cr_assert_eq(hail_shape_destroy(set, &dot), HAIL_IN_USE);
        cr_assert_eq(hail_despawn(world[1], &h[1], 1), HAIL_OK);
        cr_assert_eq(hail_shape_destroy(set, &other), HAIL_OK);
        cr_assert_eq(hail_shape_destroy(set, &dot), HAIL_IN_USE);
        cr_assert_eq(hail_world_destroy(world[1]), HAIL_OK);
        cr_assert_eq(hail_shape_destroy(set, &dot), HAIL_OK);
        cr_assert_eq(hail_shapeset_destroy(set), HAIL_IN_USE);
        cr_assert_eq(hail_world_destroy(world[0]), HAIL_OK);
        cr_assert_eq(hail_shapeset_destroy(set), HAIL_OK);
    }
}

typedef struct room {
    hail_world *world;
    hail_shapeset *set;
    hail_shape dot, spare;
    size_t calls;
} room;

static void busy(const hail_contact *contacts, size_t count, void *user) {
    room *r = user;
    const hail_convex square = box(1.0f);
    hail_convex_info info;
    (void)contacts, (void)count;
    cr_assert_eq(hail_shape_destroy(r->set, &r->spare), HAIL_BUSY);
    cr_assert_eq(hail_shape_replace(r->set, &r->spare, &square), HAIL_BUSY);
    cr_assert_eq(hail_shape_replace_compound(r->set, &r->spare, &square, 1), HAIL_BUSY);
    cr_assert_eq(hail_shape_replace_sprite(r->set, &r->spare, NULL, 0), HAIL_BUSY);
    cr_assert_eq(hail_shape_compound(r->set, &square, 1, &(hail_shape){0}), HAIL_BUSY);
    cr_assert_eq(hail_shapeset_destroy(r->set), HAIL_IN_USE);
    cr_assert_eq(hail_shape_describe(r->set, &r->spare, &info), HAIL_OK, "looking is open");
    cr_assert_eq(size_of(r->set).shapes, 2);
    r->calls++;
}

Test(world_shapesets, callbacks_change_no_set) {
    room r = {.set = empty()};
    r.world = world_with(r.set);
    hail_world *other = world_with(r.set);
    r.dot = circle(r.set, 1.0f);
    r.spare = circle(r.set, 2.0f);
    cr_assert_eq(hail_spawn(r.world, 0, &r.dot, &at_zero, 2, NULL), HAIL_OK);
    cr_assert_eq(hail_rule_set(r.world, 0, 0, HAIL_PAIRS), HAIL_OK);
    cr_assert_eq(hail_step(r.world, 0.0f, busy, &r), HAIL_OK);
    cr_assert_eq(r.calls, 1);
    cr_assert_eq(hail_shape_destroy(r.set, &r.spare), HAIL_OK);
    hail_world_destroy(r.world);
    hail_world_destroy(other);
    cr_assert_eq(hail_shapeset_destroy(r.set), HAIL_OK);
}

/* ---- Replacing --------------------------------------------------------------------------------------------------- */

/* A laser: each length is there at once, in both rooms, and a warmed-up step allocates nothing. */
Test(world_shapesets, a_laser_grows) {
    hail_shapeset *set = empty();
    hail_world *world[2] = {world_with(set), world_with(set)};
    hail_shape laser, dot = circle(set, 1.0f);
    const float x[] = {25.0f, 55.0f, 85.0f};
    cr_assert_eq(hail_shape_capsule(set, 0.0f, 0.0f, 10.0f, 0.0f, 1.0f, &laser), HAIL_OK);
    for (int w = 0; w < 2; w++) {
        cr_assert_eq(hail_spawn(world[w], 0, &laser, &at_zero, 1, NULL), HAIL_OK);
        cr_assert_eq(hail_spawn(world[w], 1, &dot, &(hail_spawn_columns){.x = x, .y = zero}, 3, NULL), HAIL_OK);
        cr_assert_eq(hail_rule_set(world[w], 0, 1, HAIL_MANIFOLD), HAIL_OK);
    }
    for (uint32_t length = 1; length < 100; length++) {
        hail_convex longer;
        cr_assert_eq(hail_convex_capsule(0.0f, 0.0f, (float)length, 0.0f, 1.0f, &longer), HAIL_OK);
        cr_assert_eq(hail_shape_replace(set, &laser, &longer), HAIL_OK);
        for (int w = 0; w < 2; w++) {
            cr_assert_eq(hail_step(world[w], 0.0f, NULL, NULL), HAIL_OK);
            cr_assert_eq(hail_stats(world[w])->contacts, (length >= 23) + (length >= 53) + (length >= 83));
            cr_assert(length == 1 || hail_stats(world[w])->allocations == 0);
        }
    }
    for (int w = 0; w < 2; w++)
        hail_world_destroy(world[w]);
    hail_shapeset_destroy(set);
}

/* Whatever call of the allocator fails, shapes and bodies are as before. */
Test(world_shapesets, without_memory_nothing_changes) {
    hail_convex part[40];
    long failures = 0;
    for (uint32_t i = 0; i < 40; i++)
        cr_assert_eq(hail_convex_capsule((float)i, 0.0f, (float)i, (float)(i * i % 7), 1.0f, &part[i]), HAIL_OK);
    for (long fail_at = 0;; fail_at++) {
        purse p = {.fail_at = NEVER};
        hail_error error = {0};
        hail_context context = *allocator_context(with(&p), NULL);
        context.error = &error;
        hail_shapeset *set = NULL;
        hail_shape compound, dot;
        cr_assert_eq(hail_shapeset_create(&context, &set), HAIL_OK);
        cr_assert_eq(hail_shape_compound(set, part, 3, &compound), HAIL_OK);
        dot = circle(set, 1.0f);
        p.calls = 0, p.fail_at = fail_at;
        const hail_status status = hail_shape_replace_compound(set, &compound, part, 40);
        p.fail_at = NEVER;
        const bool done = status == HAIL_OK;
        cr_assert_eq(status, p.failed ? HAIL_NO_MEMORY : HAIL_OK);
        cr_assert_eq(error.status, done ? HAIL_OK : HAIL_NO_MEMORY);
        cr_assert_eq(hail_shape_part_count(set, &compound), done ? 40 : 3);
        cr_assert_eq(size_of(set).shapes, done ? 42 : 5);
        cr_assert_eq(size_of(set).bytes, p.bytes);
        failures += !done;
        cr_assert_eq(hail_shape_destroy(set, &dot), HAIL_OK);
        cr_assert_eq(hail_shape_destroy(set, &compound), HAIL_OK);
        cr_assert_eq(size_of(set).shapes, 0);
        cr_assert_eq(hail_shapeset_destroy(set), HAIL_OK);
        cr_assert(p.held == 0 && !p.bad);
        if (done)
            break;
    }
    cr_assert_gt(failures, 4, "tables and points around the parts");
}

Test(world_shapesets, memory_is_counted_once) {
    hail_shapeset *set = empty();
    hail_world *sharing = world_with(set), *own = world_with(NULL);
    const size_t before = world_memory(sharing).state, before_own = world_memory(own).state;
    for (uint32_t i = 0; i < 50; i++) {
        circle(set, 1.0f);
        circle(hail_world_shapes(own), 1.0f);
    }
    cr_assert_eq(world_memory(sharing).state, before);
    cr_assert_eq(world_memory(own).state - before_own, size_of(hail_world_shapes(own)).bytes);
    cr_assert_gt(size_of(set).bytes, 50 * sizeof(hail_convex));
    hail_world_destroy(sharing);
    hail_world_destroy(own);
    hail_shapeset_destroy(set);
}

/* A world that lent out its own set stays until the borrower is gone. */
Test(world_shapesets, a_worlds_own_set) {
    hail_error error = {0};
    const hail_context context = {.error = &error};
    hail_world *lender, *borrower;
    cr_assert_eq(hail_world_create(&(hail_world_options){.context = &context}, &lender), HAIL_OK);
    cr_assert_eq(hail_world_create(&(hail_world_options){.shapes = hail_world_shapes(lender)}, &borrower), HAIL_OK);
    cr_assert_eq(hail_world_destroy(lender), HAIL_IN_USE);
    cr_assert_eq(error.status, HAIL_IN_USE);
    cr_assert_eq(hail_world_destroy(borrower), HAIL_OK);
    cr_assert_eq(hail_world_destroy(lender), HAIL_OK);
}
