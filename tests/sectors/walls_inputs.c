/* tests/sectors/walls_inputs.c - makes random walls, and changes them. */
#include "walls_inputs.h"

#include <criterion/criterion.h>

#include <math.h>

#include "shared/random_world.h"

static hail_wall any_wall(uint64_t *state, uint32_t a, uint32_t b) {
    hail_wall w = {.a = a, .b = b, .right = random_pick(state, 3), .left = random_pick(state, 3)};
    w.kind = (uint8_t)(random_pick(state, 3) == 0 ? 31 : random_pick(state, 4)), w.solid = random_pick(state, 2) == 0;
    if (random_pick(state, 3) == 0)
        w.right = HAIL_NO_SECTOR;
    if (random_pick(state, 8) == 0)
        w.left = HAIL_NO_SECTOR;
    return w;
}

void soup_make(soup *s, uint64_t *state, float at, bool lattice, bool is_long) {
    const float reaches[] = {6.0f, 20.0f, 20.0f, is_long ? 2.0e4f : 60.0f, is_long ? 4.0e5f : 300.0f};
    s->count = 10 + random_pick(state, SOUP_WALLS - 10);
    for (uint32_t i = 0; i < s->count; i++) {
        const float reach = reaches[random_pick(state, 5)], turn = random_range(state, -3.2f, 3.2f);
        const uint32_t a = 2 * i, b = a + 1;
        s->x[a] = random_range(state, -160.0f, 160.0f), s->y[a] = random_range(state, -160.0f, 160.0f);
        s->x[b] = s->x[a] + reach * cosf(turn), s->y[b] = s->y[a] + reach * sinf(turn);
        if (random_pick(state, 4) == 0)
            *(random_pick(state, 2) == 0 ? &s->x[b] : &s->y[b]) = random_pick(state, 2) == 0 ? s->x[a] : s->y[a];
        for (uint32_t v = a; v <= b; v++) {
            s->x[v] = (lattice ? roundf(s->x[v]) : s->x[v]) + at;
            s->y[v] = (lattice ? roundf(s->y[v]) : s->y[v]) - at;
        }
        s->wall[i] = any_wall(state, i > 0 && random_pick(state, 3) == 0 ? a - 1 : a, b);
        if (random_pick(state, 20) == 0)
            s->wall[i] = (hail_wall){.a = HAIL_NO_VERTEX, .b = HAIL_NO_VERTEX};
    }
}

hail_sectors *soup_map(const soup *s, float cell, const hail_allocator *allocator) {
    hail_sectors_options options;
    hail_sectors_options_defaults(&options);
    hail_sector_data data = {.x = s->x, .y = s->y, .vertex_count = 2 * s->count, .walls = s->wall};
    hail_sectors *map;
    data.wall_count = s->count, data.sector_count = 3, options.tolerant = true, options.cell = cell;
    const hail_context context = {.allocator = allocator != NULL ? *allocator : (hail_allocator){0}};
    options.context = &context;
    const hail_status status = hail_sectors_create(&options, &data, NULL, &map);
    cr_assert_eq(status, HAIL_OK, "%s", hail_status_text(status));
    return map;
}

void soup_change(hail_sectors *map, uint64_t seed) {
    uint64_t state = seed * 7 + 1;
    hail_sectors_size size;
    hail_sectors_measure(map, &size);
    for (int n = 0; n < 6; n++) {
        hail_wall_info info;
        hail_sectors_edit edit = {0};
        const uint32_t wall = random_pick(&state, size.walls), vertex = random_pick(&state, size.vertices);
        float x, y;
        cr_assert_eq(hail_sectors_wall(map, wall, &info), HAIL_OK);
        cr_assert_eq(hail_sectors_vertex(map, vertex, &x, &y), HAIL_OK);
        x += random_range(&state, -9.0f, 9.0f), y += random_range(&state, -9.0f, 9.0f);
        hail_wall to = any_wall(&state, 2 * wall, 2 * wall + 1);
        if (n % 3 == 0 && info.wall.a != HAIL_NO_VERTEX)
            cr_assert_eq(hail_sectors_set_solid(map, &wall, 1, !info.wall.solid), HAIL_OK);
        if (n % 3 == 1)
            edit.vertex = &vertex, edit.x = &x, edit.y = &y, edit.vertex_count = 1;
        if (n == 5)
            to.a = to.b = HAIL_NO_VERTEX;
        if (n % 3 == 2)
            edit.wall = &wall, edit.to = &to, edit.wall_count = 1;
        hail_sectors_change(map, &edit, NULL); /* or not, if a wall would have no length or lie outside */
    }
}
