/* Fields that say "true" mean any number but 0: what they do is the same for 1, 2, 256 and 2^31. */
#include <string.h>

#include <criterion/criterion.h>

#include <hail/hail.h>

enum { MOVED, SHOTS, COUNT = 2 };

/* What a step does: where the bodies are afterwards, how many contacts there were, whether times were taken. */
typedef struct outcome {
    float x[COUNT], y[COUNT], held_x;
    uint64_t contacts;
    bool timed;
} outcome;

static hail_tilemap *bars(hail_tileset **set) {
    const uint64_t rows[8] = {0x18, 0x18, 0x18, 0x18, 0x18, 0x18, 0x18, 0x18}; /* a bar in the middle of each tile */
    uint32_t tile;
    hail_tilemap *map = NULL;
    const hail_tilemap_options size = {.columns = 8, .rows = 8};
    cr_assert_eq(hail_tileset_create(NULL, 8, 8, set), HAIL_OK);
    cr_assert_eq(hail_tileset_add_bits(*set, rows, 0, &tile), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(*set, &size, &map), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(map, 4, 0, 1, 8, tile), HAIL_OK);
    return map;
}

/* yes: what every field that says "true" holds. */
static outcome run(uint32_t yes) {
    hail_tileset *set = NULL;
    hail_tilemap *map = bars(&set);
    const hail_world_options options = {.timed = yes};
    hail_world *world = NULL;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    hail_shape dot;
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 2.0f, &dot), HAIL_OK);
    const hail_layer_options held = {.caller_moved = yes};
    const hail_rule rule = {
        .mode = HAIL_SWEPT, .layer_a = SHOTS, .layer_b = HAIL_TILES, .stop = yes, .whole_tiles = yes};
    cr_assert_eq(hail_layer_configure(world, MOVED, &held), HAIL_OK);
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
    cr_assert_eq(hail_world_set_tilemap(world, map), HAIL_OK);
    const float x[COUNT] = {4.0f, 4.0f}, y[COUNT] = {7.5f, 36.0f}, vx[COUNT] = {60.0f, 60.0f};
    const hail_spawn_columns at = {.x = x, .y = y, .vx = vx};
    cr_assert_eq(hail_spawn(world, MOVED, &dot, &at, 1, NULL), HAIL_OK);
    cr_assert_eq(hail_spawn(world, SHOTS, &dot, &at, COUNT, NULL), HAIL_OK);
    cr_assert_eq(hail_step(world, 1.0f, NULL, NULL), HAIL_OK);
    outcome o;
    memset(&o, 0, sizeof o);
    hail_columns columns;
    cr_assert_eq(hail_layer_columns(world, SHOTS, &columns), HAIL_OK);
    memcpy(o.x, columns.x, sizeof o.x);
    memcpy(o.y, columns.y, sizeof o.y);
    cr_assert_eq(hail_layer_columns(world, MOVED, &columns), HAIL_OK);
    o.held_x = columns.x[0];
    o.contacts = hail_stats(world)->contacts;
    for (int stage = 0; stage < HAIL_STAGE_COUNT; stage++)
        o.timed = o.timed || hail_stats(world)->ns[stage] > 0;
    hail_world_destroy(world);
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
    return o;
}

Test(world_flags, true_is_any_number_but_0) {
    const uint32_t numbers[] = {2, 256, 1u << 31, UINT32_MAX};
    const outcome one = run(1), zero = run(0);
    cr_assert(one.timed && !zero.timed);
    cr_assert(one.held_x == 4.0f && zero.held_x == 64.0f, "caller_moved");
    cr_assert_eq(one.contacts, 2);
    cr_assert(one.x[0] < 31.0f && zero.x[0] == 64.0f, "stop");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const outcome o = run(numbers[i]);
        cr_assert_eq(memcmp(&o, &one, sizeof o), 0, "%u is not as 1", numbers[i]);
    }
}
