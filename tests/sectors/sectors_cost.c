/* tests/sectors/sectors_cost.c - the time of a change depends on what it changes, not on the map: a map of some 100
 * sectors against one of more than 10,000. What the allocator is asked for is counted, which does not depend on the
 * machine; time is compared with a wide margin. */
#include <criterion/criterion.h>

#include <time.h>

#include "shared/aligned.h"
#include "shared/random_world.h"
#include "sectors_inputs.h"
#include "shared/contexts.h"

enum { SMALL = 10, LARGE = 110, CHANGES = 400 };

/* An allocator that counts what it is asked for. */
static struct { size_t calls, bytes; } asked;

static void *take(void *user, size_t size, size_t align) {
    (void)user;
    asked.calls++, asked.bytes += size;
    return aligned_take(size, align);
}

static void give_back(void *user, void *pointer, size_t size, size_t align) {
    (void)user, (void)size, (void)align;
    aligned_give_back(pointer);
}

typedef struct cost {
    size_t calls, bytes, sectors;
    double seconds;
} cost;

typedef struct town {
    chart *chart;
    hail_sectors *map;
    uint64_t state;
} town;

static town town_make(uint32_t side) {
    const chart_choice choice = {.side = side, .solid = 50, .step = 64.0f, .straight = true};
    town t = {.chart = chart_make(5, &choice), .state = 9};
    hail_sectors_options options;
    hail_sectors_options_defaults(&options);
    options.context = allocator_context((hail_allocator){NULL, take, give_back}, NULL);
    options.cell = 64.0f;
    const hail_sector_data data = chart_data(t.chart);
    cr_assert_eq(hail_sectors_create(&options, &data, NULL, &t.map), HAIL_OK);
    return t;
}

static void town_free(town *t) {
    hail_sectors_destroy(t->map);
    chart_free(t->chart);
}

/* A corner of four sectors moves a little, and later another one. */
static void move_corner(town *t) {
    const uint32_t side = t->chart->side, i = 1 + random_pick(&t->state, side - 1),
                   j = 1 + random_pick(&t->state, side - 1);
    const uint32_t vertex = j * (side + 1) + i;
    const float x = t->chart->x[vertex] + (float)random_pick(&t->state, 16) - 8.0f, y = t->chart->y[vertex] + 3.0f;
    const hail_sectors_edit edit = {.vertex = &vertex, .x = &x, .y = &y, .vertex_count = 1};
    cr_assert_eq(hail_sectors_change(t->map, &edit, NULL), HAIL_OK);
}

static void change_wall(town *t) {
    const uint32_t wall = random_pick(&t->state, t->chart->wall_count);
    hail_wall to = t->chart->walls[wall];
    to.kind = (uint8_t)random_pick(&t->state, 32);
    const hail_sectors_edit edit = {.wall = &wall, .to = &to, .wall_count = 1};
    cr_assert_eq(hail_sectors_change(t->map, &edit, NULL), HAIL_OK);
}

static void refuse(town *t) {
    const uint32_t wall = random_pick(&t->state, t->chart->wall_count);
    const hail_wall gone = {.a = HAIL_NO_VERTEX, .b = HAIL_NO_VERTEX};
    const hail_sectors_edit edit = {.wall = &wall, .to = &gone, .wall_count = 1};
    cr_assert_eq(hail_sectors_change(t->map, &edit, NULL), HAIL_UNCLOSED);
}

static void open_door(town *t) {
    const uint32_t wall = random_pick(&t->state, t->chart->wall_count);
    cr_assert_eq(hail_sectors_set_solid(t->map, &wall, 1, random_pick(&t->state, 2) == 0), HAIL_OK);
}

static cost measure(uint32_t side, void (*change)(town *t)) {
    town t = town_make(side);
    for (int i = 0; i < 20; i++) /* what is only made once */
        change(&t);
    asked.calls = asked.bytes = 0;
    const clock_t from = clock();
    for (int i = 0; i < CHANGES; i++)
        change(&t);
    const cost c = {asked.calls, asked.bytes, t.chart->sectors, (double)(clock() - from) / CLOCKS_PER_SEC};
    town_free(&t);
    return c;
}

static void compare(const char *what, void (*change)(town *t)) {
    const cost small = measure(SMALL, change), large = measure(LARGE, change);
    cr_log_info("%s: %zu sectors: %zu calls, %zu bytes, %.1f us; %zu sectors: %zu calls, %zu bytes, %.1f us", what,
                small.sectors, small.calls / CHANGES, small.bytes / CHANGES, 1.0e6 * small.seconds / CHANGES,
                large.sectors, large.calls / CHANGES, large.bytes / CHANGES, 1.0e6 * large.seconds / CHANGES);
    cr_assert(large.sectors > 100 * small.sectors && large.sectors > 10000);
    cr_assert(large.calls <= 2 * small.calls + CHANGES && large.bytes <= 2 * small.bytes + 1000 * CHANGES,
              "%s: %zu calls and %zu bytes, in the small map %zu and %zu", what, large.calls, large.bytes, small.calls,
              small.bytes);
    /* 120 times as many sectors; caches may cost something. */
    cr_assert(large.seconds <= 25.0 * small.seconds + 0.005, "%s: %g s, in the small map %g s", what, large.seconds,
              small.seconds);
}

Test(sectors_cost, vertices) { compare("a vertex moves", move_corner); }
Test(sectors_cost, walls) { compare("a wall becomes another", change_wall); }
Test(sectors_cost, refused) { compare("a wall may not vanish", refuse); }
Test(sectors_cost, doors) { compare("a door", open_door); }
