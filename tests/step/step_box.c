/* Where a step lays its grids (engine/pairs/plan.c): in the world's bounds if the bodies cover a good part of them,
 * else around the bodies. Contacts are the same either way; in bounds 10,000 times as large as a swarm, its grid would
 * be one cell. */
#include <criterion/criterion.h>

#include "kernels/kernel_inputs.h"
#include "world/world_state.h"

enum { COUNT = 3000 };

static const float BOUNDS = 4096.0f;

/* Steps a swarm in a square whose side is `size` of that of the bounds, and begins at `from` of them. Returns where its
 * grid lay. */
static hail_area lay(float size, float from, bool bounded, float x[COUNT], float y[COUNT]) {
    hail_world_options options;
    hail_world *world = NULL;
    hail_shape dot;
    hail_world_options_defaults(&options);
    if (bounded)
        options.max_x = options.max_y = BOUNDS;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 0, 0, HAIL_PAIRS), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.0f, &dot), HAIL_OK);
    for (int i = 0; i < COUNT; i++) {
        x[i] = (from + size * pick_between(0.0f, 1.0f)) * BOUNDS;
        y[i] = (from + size * pick_between(0.0f, 1.0f)) * BOUNDS;
    }
    cr_assert_eq(hail_spawn(world, 0, &dot, &(hail_spawn_columns){.x = x, .y = y}, COUNT, NULL), HAIL_OK);
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    const hail_area area = world->box.area;
    hail_world_destroy(world);
    return area;
}

static void in_bounds(float size, float from) {
    static float x[COUNT], y[COUNT];
    const hail_area area = lay(size, from, true, x, y);
    cr_assert(area.min_x == 0.0f && area.min_y == 0.0f && area.max_x == BOUNDS && area.max_y == BOUNDS,
              "%g from %g on: the grid lies in (%g, %g) to (%g, %g)", (double)size, (double)from, (double)area.min_x,
              (double)area.min_y, (double)area.max_x, (double)area.max_y);
}

static void around_bodies(float size, float from, bool bounded) {
    static float x[COUNT], y[COUNT];
    const hail_area area = lay(size, from, bounded, x, y);
    const float most = size * BOUNDS * 1.25f + 4.0f;
    int inside = 0;
    for (int i = 0; i < COUNT; i++)
        inside += x[i] >= area.min_x && x[i] <= area.max_x && y[i] >= area.min_y && y[i] <= area.max_y;
    cr_assert(inside >= COUNT * 4 / 5, "%g from %g on: %d bodies lie in the grid", (double)size, (double)from, inside);
    cr_assert(area.max_x - area.min_x <= most && area.max_y - area.min_y <= most,
              "%g from %g on: the grid is %g by %g px", (double)size, (double)from, (double)(area.max_x - area.min_x),
              (double)(area.max_y - area.min_y));
}

Test(step_box, bounds) {
    in_bounds(1.0f, 0.0f);
    in_bounds(0.9f, 0.05f);
    in_bounds(0.6f, 0.0f);
    in_bounds(0.6f, 0.4f);
    in_bounds(1.5f, -0.2f);
}

Test(step_box, bodies) {
    around_bodies(0.4f, 0.3f, true);
    around_bodies(0.01f, 0.5f, true);
    around_bodies(0.01f, 0.0f, true);
    around_bodies(1.0f, 0.7f, true); /* much of it lies outside */
    around_bodies(1.0f, 2.0f, true);
    around_bodies(0.3f, -0.31f, true);
    around_bodies(1.0f, 0.0f, false);
}
