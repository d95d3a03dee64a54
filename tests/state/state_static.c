/* Static layers and images: a restore leaves a layer that is as in the image as it was, with its index, and every other
 * one in the order of the image; so base images stay good. Contacts are those of a world that never left. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/random_world.h"
#include "state_program.h"
#include "world/world_state.h"

#define MUST(call) cr_assert_eq(call, HAIL_OK, "%s", #call)

enum { MOVERS, WALLS, WALL_COUNT = 3000, MOVER_COUNT = 60 };
#define FIELD 1500.0f

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static void spawn(hail_world *world, uint32_t layer, uint32_t count, uint64_t seed) {
    hail_shape shape[3];
    uint64_t state = seed;
    for (uint32_t id = 1; id <= 3; id++)
        MUST(hail_shape_of_id(hail_world_shapes(world), id, &shape[id - 1]));
    for (uint32_t i = 0; i < count; i++) {
        const float x = random_range(&state, 0.0f, FIELD), y = random_range(&state, 0.0f, FIELD);
        const float vx = random_range(&state, -300.0f, 300.0f), vy = random_range(&state, -300.0f, 300.0f);
        const uint32_t kind = random_pick(&state, 40) == 0 ? 2 : random_pick(&state, 2);
        const hail_spawn_columns from = {
            .x = &x, .y = &y, .vx = layer == MOVERS ? &vx : NULL, .vy = layer == MOVERS ? &vy : NULL};
        MUST(hail_spawn(world, layer, &shape[kind], &from, 1, NULL));
    }
}

static hail_world *make_world(void) {
    hail_world *world;
    hail_shape shape;
    MUST(hail_world_create(&(hail_world_options){.max_x = FIELD, .max_y = FIELD}, &world));
    MUST(hail_shape_circle(hail_world_shapes(world), 4, &shape));
    MUST(hail_shape_box(hail_world_shapes(world), 9, 5, 0, &shape));
    MUST(hail_shape_circle(hail_world_shapes(world), 60, &shape)); /* of another level */
    MUST(hail_layer_configure(world, MOVERS, &(hail_layer_options){.bounds = HAIL_WRAP}));
    MUST(hail_layer_configure(world, WALLS, &(hail_layer_options){.is_static = 1}));
    MUST(hail_rule_set(world, MOVERS, WALLS, HAIL_MANIFOLD));
    spawn(world, MOVERS, MOVER_COUNT, 5);
    spawn(world, WALLS, WALL_COUNT, 6);
    return world;
}

static int by_slot(const void *a, const void *b) {
    const hail_handle *p = a, *q = b;
    return (p->slot > q->slot) - (p->slot < q->slot);
}

/* Despawns the first walls by slot, and spawns others. */
static void change_walls(hail_world *world, uint32_t gone, uint32_t come) {
    static hail_handle walls[2 * WALL_COUNT];
    hail_columns columns;
    MUST(hail_layer_columns(world, WALLS, &columns));
    cr_assert(gone <= columns.count && columns.count <= sizeof walls / sizeof *walls);
    memcpy(walls, columns.handle, columns.count * sizeof *walls);
    qsort(walls, columns.count, sizeof *walls, by_slot);
    MUST(hail_despawn(world, walls, gone));
    spawn(world, WALLS, come, 7);
}

static void step_both(hail_world *a, hail_world *b, uint32_t steps, const char *what) {
    for (uint32_t i = 0; i < steps; i++) {
        cr_assert_eq(scene_step(a, i), scene_step(b, i), "%s, step %u: other contacts", what, i);
        scene_same(a, b, what, 0, i);
    }
}

/* ---- Images ------------------------------------------------------------------------------------------------------ */

typedef struct image {
    void *bytes;
    size_t size;
} image;

static image save(const hail_world *world, uint32_t flags, const image *base) {
    image made;
    MUST(hail_world_save_size(world, flags, &made.size));
    made.bytes = malloc(made.size);
    cr_assert_not_null(made.bytes);
    MUST(base ? hail_world_save_since(world, flags, base->bytes, base->size, made.bytes, made.size, &made.size)
              : hail_world_save(world, flags, made.bytes, made.size, NULL));
    return made;
}

/* Whether an image leaves the walls out. */
static bool without_walls(const hail_world *world, uint32_t flags, const image *base) {
    const image since = save(world, flags, base);
    free(since.bytes);
    return since.size + (size_t)WALL_COUNT * 28 <= base->size;
}

static hail_status ask(const hail_world *world) {
    const float x = 700, y = 700;
    uint32_t found;
    return hail_query_points(world, &(hail_points){.x = &x, .y = &y, .count = 1},
                             &(hail_query_filter){.layers = HAIL_LAYER(WALLS)}, 0, NULL, &found);
}

/* ---- Tests ------------------------------------------------------------------------------------------------------- */

static void restored(uint32_t flags) {
    hail_world *stays = make_world(), *leaves = make_world(), *other = make_world();
    step_both(stays, leaves, 2, "before");
    const image base = save(leaves, flags, NULL);
    cr_assert(without_walls(leaves, flags, &base));
    const image at = save(leaves, flags, &base);
    MUST(hail_query_prepare(leaves, 0));

    /* The walls are as before. */
    MUST(hail_step(leaves, 0.3f, NULL, NULL));
    MUST(hail_world_restore_since(leaves, flags, base.bytes, base.size, at.bytes, at.size));
    MUST(ask(leaves)); /* their index, too */
    step_both(stays, leaves, 3, "walls as before");
    cr_assert(without_walls(leaves, flags, &base));

    /* They changed, and go back: they stay in the image's order. Where few changed, the index stays, too. */
    for (uint32_t walls = 20; walls <= 2020; walls += 2000) {
        change_walls(leaves, walls, walls / 2);
        MUST(hail_step(leaves, 0.01f, NULL, NULL));
        cr_assert(!without_walls(leaves, flags, &base));
        MUST(hail_world_restore(leaves, flags, base.bytes, base.size));
        cr_assert_eq(leaves->bodies.layer[WALLS]->rebuild, walls > 20);
        cr_assert_eq(ask(leaves), HAIL_NOT_PREPARED);
        MUST(hail_world_restore(stays, flags, base.bytes, base.size));
        step_both(stays, leaves, 4, "walls that went back");
        cr_assert(without_walls(leaves, flags, &base));
    }

    /* In another world. */
    MUST(hail_world_restore(other, flags, base.bytes, base.size));
    MUST(hail_step(other, 0.01f, NULL, NULL));
    cr_assert(without_walls(other, flags, &base));
    MUST(hail_world_restore(other, flags, base.bytes, base.size));
    MUST(hail_world_restore(stays, flags, base.bytes, base.size));

    /* And change again, a few and many. */
    for (uint32_t walls = 3; walls <= 900; walls += 897) {
        change_walls(stays, walls, walls / 2);
        change_walls(other, walls, walls / 2);
        step_both(stays, other, 3, "walls that change after a restore");
    }
    free(base.bytes);
    free(at.bytes);
    MUST(hail_world_destroy(stays));
    MUST(hail_world_destroy(leaves));
    MUST(hail_world_destroy(other));
}

Test(state_static, restored) {
    restored(0);
    restored(HAIL_TRUSTED);
}

/* An image of walls that no step has seen says so: the first step puts them in order, as it does without a restore. */
Test(state_static, not_in_order_yet) {
    hail_world *stays = make_world(), *leaves = make_world();
    const image early = save(leaves, 0, NULL);
    change_walls(leaves, 3, 3);
    MUST(hail_world_restore(leaves, 0, early.bytes, early.size));
    step_both(stays, leaves, 2, "walls in no order");
    cr_assert(!without_walls(leaves, 0, &early));
    free(early.bytes);
    MUST(hail_world_destroy(stays));
    MUST(hail_world_destroy(leaves));
}

/* ---- Layers that no rule names: they are checked, and have no index ---------------------------------------------- */

enum { PROPS = 2 };

static hail_world *make_props(void) {
    const float x[3] = {10, 20, 30}, y[3] = {10, 20, 30};
    hail_world *world = make_world();
    hail_shape dot;
    hail_handle props[3];
    MUST(hail_shape_of_id(hail_world_shapes(world), 1, &dot));
    MUST(hail_layer_configure(world, PROPS, &(hail_layer_options){.columns = HAIL_SCALE | HAIL_USER, .is_static = 1}));
    MUST(hail_spawn(world, PROPS, &dot, &(hail_spawn_columns){.x = x, .y = y}, 3, props));
    MUST(hail_set_enabled(world, props, 1, false));
    MUST(hail_step(world, 0.01f, NULL, NULL));
    return world;
}

/* Writes to a body by its index: the disabled one is the last. */
static void write_prop(hail_world *world, uint32_t index, float scale, uint64_t user) {
    hail_columns columns;
    MUST(hail_layer_columns(world, PROPS, &columns));
    columns.scale[index] = scale;
    columns.user[index] = user;
    MUST(hail_layer_changed(world, PROPS));
}

/* Leaves a world in which a prop was written to, for one in which it is written to again. */
static void leave_props(uint32_t index, float scale) {
    hail_world *stays = make_props(), *leaves = make_props();
    write_prop(stays, index, scale, 1);
    write_prop(leaves, index, scale, 1);
    const image at = save(leaves, 0, NULL);
    write_prop(leaves, index, 1, 2);
    MUST(hail_step(leaves, 0.01f, NULL, NULL));
    MUST(hail_world_restore(leaves, 0, at.bytes, at.size));
    step_both(stays, leaves, 2, "props");
    MUST(hail_rule_set(stays, MOVERS, PROPS, HAIL_PAIRS));
    MUST(hail_rule_set(leaves, MOVERS, PROPS, HAIL_PAIRS));
    step_both(stays, leaves, 2, "props with a rule");
    free(at.bytes);
    MUST(hail_world_destroy(stays));
    MUST(hail_world_destroy(leaves));
}

Test(state_static, props) {
    leave_props(2, 1);
    leave_props(0, 1);
    leave_props(0, NAN); /* the next step puts it into quarantine */
}

/* All walls go, and one of another shape comes: its radius counts, not theirs. */
Test(state_static, another_shape_for_all) {
    const float x[2] = {700, 740}, y[2] = {700, 700};
    hail_world *world;
    hail_shape small, large;
    hail_handle wall;
    MUST(hail_world_create(NULL, &world));
    MUST(hail_shape_circle(hail_world_shapes(world), 4, &small));
    MUST(hail_shape_circle(hail_world_shapes(world), 60, &large));
    MUST(hail_layer_configure(world, WALLS, &(hail_layer_options){.is_static = 1}));
    MUST(hail_rule_set(world, MOVERS, WALLS, HAIL_PAIRS));
    MUST(hail_spawn(world, MOVERS, &small, &(hail_spawn_columns){.x = x, .y = y}, 1, NULL));
    for (int spawns = 0; spawns < 4; spawns++) {
        const bool far = spawns % 2;
        MUST(hail_spawn(world, WALLS, far ? &small : &large, &(hail_spawn_columns){.x = x + 1, .y = y}, 1, &wall));
        MUST(hail_step(world, 0.01f, NULL, NULL));
        cr_assert_eq(hail_stats(world)->contacts, !far);
        MUST(hail_despawn(world, &wall, 1));
    }
    MUST(hail_world_destroy(world));
}
