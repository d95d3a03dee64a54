/* The code of the pages about points, sectors, tiles and threads, as it stands there, each used once. */
#include <criterion/criterion.h>
#include <hail/hail.h>

#include "guides_maps.inc"

/* ---- points-and-sectors.md --------------------------------------------------------------------------------------- */

Test(guides_maps, inside_a_square) {
    const float x[] = {0, 100, 100, 0}, y[] = {0, 0, 100, 100};
    const uint32_t starts[] = {0, 4};
    uint8_t is_inside[2];
    hail_nearest_point nearest[2];
    cr_assert_eq(inside((hail_loops){.x = x, .y = y, .start = starts, .count = 1}, 2, (float[]){50, 150},
                        (float[]){20, 50}, is_inside, nearest),
                 HAIL_OK);
    cr_assert_eq(is_inside[0], 1);
    cr_assert_eq(is_inside[1], 0);
    cr_assert_float_eq(nearest[0].squared, 400, 0.01);
    cr_assert_float_eq(nearest[1].squared, 2500, 0.01);
}

/* Two rooms of 100 x 100 px with a door (wall 6) between them. */
static hail_sectors *two_rooms(void) {
    const float x[] = {0, 100, 200, 200, 100, 0}, y[] = {0, 0, 0, 100, 100, 100};
    hail_sectors *map = NULL;
    const hail_wall of[] = {{0, 1, 0, HAIL_NO_SECTOR, 0, true},
                            {1, 2, 1, HAIL_NO_SECTOR, 0, true},
                            {2, 3, 1, HAIL_NO_SECTOR, 0, true},
                            {3, 4, 1, HAIL_NO_SECTOR, 0, true},
                            {4, 5, 0, HAIL_NO_SECTOR, 0, true},
                            {5, 0, 0, HAIL_NO_SECTOR, 0, true},
                            {1, 4, 0, 1, 0, true}};
    cr_assert_eq(rooms(x, y, 6, of, 7, &map), HAIL_OK);
    return map;
}

Test(guides_maps, a_door) {
    hail_sectors *map = two_rooms();
    const float x[] = {50}, y[] = {50}, dx[] = {80}, dy[] = {0};
    hail_sector_move move;
    hail_crossing list[4];
    hail_crossings crossings = {.list = list, .capacity = 4};
    cr_assert_eq(patrol(map, 1, x, y, dx, dy, &move, &crossings), HAIL_OK);
    cr_assert_float_eq(move.x, 84, 0.01, "the door is shut: %f", (double)move.x);
    cr_assert_eq(crossings.count, 0);
    cr_assert_eq(open_door(map, 6), HAIL_OK);
    cr_assert_eq(patrol(map, 1, x, y, dx, dy, &move, &crossings), HAIL_OK);
    cr_assert_float_eq(move.x, 130, 0.01);
    cr_assert_eq(crossings.count, 1);
    hail_sectors_destroy(map);
}

Test(guides_maps, walls_in_a_world) {
    hail_sectors *map = two_rooms();
    hail_world *world;
    hail_shape dot;
    hail_columns columns;
    cr_assert_eq(hail_world_create(NULL, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 5, &dot), HAIL_OK);
    cr_assert_eq(walls(world, map), HAIL_OK);
    const hail_spawn_columns one = {.x = (float[]){50}, .y = (float[]){50}, .vx = (float[]){1000}};
    cr_assert_eq(hail_spawn(world, BULLETS, &dot, &one, 1, NULL), HAIL_OK);
    cr_assert_eq(hail_step(world, 1, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(world)->contacts, 1);
    cr_assert_eq(hail_layer_columns(world, BULLETS, &columns), HAIL_OK);
    cr_assert(columns.x[0] < 100, "it stops at the door: %f", (double)columns.x[0]);
    hail_world_destroy(world);
    hail_sectors_destroy(map);
}

/* ---- tiles.md ---------------------------------------------------------------------------------------------------- */

enum { CELLS = 1024 };

/* A map that is solid from y = 1600 on, with a hole of 40 px at (800, 600), where nothing is. */
static void make_cave(hail_tileset **set, hail_tilemap **map) {
    static uint8_t pixels[16 * 16 * 4];
    static uint32_t tiles[CELLS * CELLS];
    for (int i = 0; i < 16 * 16; i++)
        pixels[4 * i + 3] = 255;
    for (int i = 100 * CELLS; i < CELLS * CELLS; i++)
        tiles[i] = 1;
    cr_assert_eq(cave(pixels, tiles, set, map), HAIL_OK);
}

Test(guides_maps, tiles) {
    hail_tileset *set;
    hail_tilemap *map;
    hail_ray_hit hit;
    hail_convex body;
    hail_slide move;
    hail_world *world;
    hail_shape spark;
    hail_columns columns;
    make_cave(&set, &map);
    cr_assert_eq(shoot(map, 1, (float[]){800.5f}, (float[]){600}, (float[]){0}, (float[]){2000}, &hit), HAIL_OK);
    cr_assert(hit.hit);
    cr_assert_float_eq(hit.y, 1600, 0.01);
    cr_assert_eq(hail_convex_box(6, 10, 0, &body), HAIL_OK);
    cr_assert_eq(walk(map, &body, 1, (float[]){800}, (float[]){1580}, (float[]){30}, (float[]){30}, &move), HAIL_OK);
    cr_assert(move.flags & HAIL_STANDS);
    cr_assert_float_eq(move.dx, 30, 0.1);
    cr_assert_eq(hail_world_create(NULL, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1, &spark), HAIL_OK);
    const hail_spawn_columns one = {.x = (float[]){800}, .y = (float[]){1599}, .vy = (float[]){600}};
    cr_assert_eq(hail_spawn(world, SPARKS, &spark, &one, 1, NULL), HAIL_OK);
    cr_assert_eq(sparks(world, map), HAIL_OK);
    cr_assert_eq(hail_layer_columns(world, SPARKS, &columns), HAIL_OK);
    cr_assert_float_eq(columns.vy[0], -480, 1, "it bounces: %f", (double)columns.vy[0]);
    hail_world_destroy(world);
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
}

/* ---- threads.md -------------------------------------------------------------------------------------------------- */

/* A job system without threads: two pieces, one after the other, as different workers. */
static void *in_two(hail_task_fn *function, uint32_t first, uint32_t last, uint32_t grain, void *task, void *user) {
    const uint32_t middle = first + (last - first) / 2;
    (void)grain;
    ++*(int *)user;
    function(first, middle, 0, task);
    function(middle, last, 1, task);
    return NULL;
}

static void nothing_to_finish(void *handle, void *user) { (void)handle, (void)user; }

Test(guides_maps, contacts_on_tasks) {
    enum { SIDE = 200, COUNT = SIDE * SIDE };
    static float x[COUNT], y[COUNT];
    int tasks_run = 0;
    const hail_tasks tasks = {.workers = 2, .enqueue = in_two, .finish = nothing_to_finish, .user = &tasks_run};
    hail_world *world = create(&tasks);
    hits each[2] = {{world, 0, 0}, {world, 1, 0}};
    hail_shape disc;
    cr_assert_not_null(world);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 5, &disc), HAIL_OK);
    for (int i = 0; i < COUNT; i++)
        x[i] = 20 * (float)(i % SIDE), y[i] = 20 * (float)(i / SIDE);
    const hail_spawn_columns here = {.x = x, .y = y};
    cr_assert_eq(hail_spawn(world, 0, &disc, &here, COUNT, NULL), HAIL_OK);
    for (int i = 0; i < COUNT; i++)
        x[i] += 8;
    cr_assert_eq(hail_spawn(world, 1, &disc, &here, COUNT, NULL), HAIL_OK);
    const hail_rule rule = {.mode = HAIL_MANIFOLD, .layer_a = 0, .layer_b = 1, .order = HAIL_UNORDERED};
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
    cr_assert_eq(step(world, each, 2), HAIL_OK);
    cr_assert_gt(tasks_run, 0);
    cr_assert_float_eq(each[0].damage + each[1].damage, 2.0 * COUNT, 0.01 * COUNT);
    cr_assert_eq(hail_body_count(world), COUNT, "each of the first layer hit one of the second, and is gone");
    hail_world_destroy(world);
}
