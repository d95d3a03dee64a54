/* Calls with arrays that are the world's own, calls that change nothing, rules set both ways round. */
#include <criterion/criterion.h>

#include <hail/hail.h>
#include "shared/contexts.h"

enum { COUNT = 8 };

static hail_world *make(hail_shape *dot, hail_shape *square) {
    hail_world *world = NULL;
    cr_assert_eq(hail_world_create(NULL, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.0f, dot), HAIL_OK);
    cr_assert_eq(
        hail_shape_polygon(hail_world_shapes(world), (float[]){-1, 1, 1, -1}, (float[]){-1, -1, 1, 1}, 4, 0.0f, square),
        HAIL_OK);
    return world;
}

Test(world_own, columns_are_refused_by_calls_that_move_bodies) {
    const float x[COUNT] = {0, 10, 20, 30, 40, 50, 60, 70};
    hail_shape dot, square;
    hail_columns c;
    hail_world *world = make(&dot, &square);
    hail_spawn_columns from = {.x = x, .y = x};
    cr_assert_eq(hail_spawn(world, 0, &dot, &from, COUNT, NULL), HAIL_OK);
    cr_assert_eq(hail_layer_columns(world, 0, &c), HAIL_OK);
    cr_assert_eq(hail_set_enabled(world, c.handle, c.active, false), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_set_layer(world, c.handle, c.active, 1), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_despawn(world, c.handle, c.count), HAIL_BAD_ARGUMENT);
    from.y = c.y;
    cr_assert_eq(hail_spawn(world, 0, &dot, &from, COUNT, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_set_shape(world, c.handle, c.count, &square), HAIL_OK, "moves nobody");
    cr_assert_eq(hail_layer_columns(world, 0, &c), HAIL_OK);
    cr_assert_eq(c.active, COUNT);
    hail_handle copy[COUNT];
    for (int i = 0; i < COUNT; i++)
        copy[i] = c.handle[i];
    cr_assert_eq(hail_despawn(world, copy, COUNT), HAIL_OK);
    cr_assert_eq(hail_body_count(world), 0);
    hail_world_destroy(world);
}

typedef struct all_of_them {
    hail_world *world;
    hail_status status;
} all_of_them;

static void despawn_all(const hail_contact *contacts, size_t count, void *user) {
    all_of_them *all = user;
    hail_columns c;
    (void)contacts, (void)count;
    cr_assert_eq(hail_layer_columns(all->world, 0, &c), HAIL_OK);
    all->status = hail_despawn(all->world, c.handle, c.count);
}

/* Inside the callback no body moves: a layer's own handles may be passed. */
Test(world_own, columns_are_taken_in_the_callback) {
    const float x[COUNT] = {0, 1, 2, 3, 4, 5, 6, 7};
    hail_shape dot, square;
    all_of_them all = {.world = make(&dot, &square), .status = HAIL_BUSY};
    hail_spawn_columns from = {.x = x, .y = x};
    cr_assert_eq(hail_spawn(all.world, 0, &dot, &from, COUNT, NULL), HAIL_OK);
    cr_assert_eq(hail_rule_set(all.world, 0, 0, HAIL_PAIRS), HAIL_OK);
    cr_assert_eq(hail_step(all.world, 0.0f, despawn_all, &all), HAIL_OK);
    cr_assert_eq(all.status, HAIL_OK);
    cr_assert_eq(hail_body_count(all.world), 0);
    hail_world_destroy(all.world);
}

static void first_contact(const hail_contact *contacts, size_t count, void *user) {
    *(hail_contact *)user = count == 1 ? contacts[0] : (hail_contact){0};
}

Test(world_own, both_sides_of_a_rule_become_polygons_at_once) {
    const float x[2] = {0.0f, 2.2f}, y[2] = {0.0f, 0.0f};
    hail_shape dot, square;
    hail_handle h[2];
    hail_contact contact;
    hail_columns c;
    hail_world *world = make(&dot, &square);
    for (uint32_t layer = 0; layer < 2; layer++)
        cr_assert_eq(hail_spawn(world, layer, &dot, &(hail_spawn_columns){.x = x + layer, .y = y}, 1, &h[layer]),
                     HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 0, 1, HAIL_MANIFOLD), HAIL_OK);
    cr_assert_eq(hail_set_shape(world, h, 2, &square), HAIL_OK);
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(world)->contacts, 0, "the circles of the squares touch, the squares do not");
    cr_assert_eq(hail_layer_columns(world, 1, &c), HAIL_OK);
    c.x[0] = 1.5f;
    cr_assert_eq(hail_step(world, 0.0f, first_contact, &contact), HAIL_OK);
    cr_assert(contact.count == 2 && contact.normal_x == 1.0f && contact.depth[0] == 0.5f && contact.depth[1] == 0.5f);
    hail_world_destroy(world);
}

Test(world_own, the_present_layer_takes_no_room) {
    static float x[1000];
    static hail_handle h[1000];
    hail_shape dot, square;
    hail_world *world = make(&dot, &square);
    cr_assert_eq(hail_reserve(world, 0, 1000, 0), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 0, &dot, &(hail_spawn_columns){.x = x, .y = x}, 1000, h), HAIL_OK);
    const size_t before = world_memory(world).state;
    cr_assert_eq(hail_set_layer(world, h, 1000, 0), HAIL_OK);
    cr_assert_eq(world_memory(world).state, before);
    hail_world_destroy(world);
}
