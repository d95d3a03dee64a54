/* tests/sectors/sectors_sketch.c - small maps by hand, on every variant. */
#include "shared/contexts.h"
#include "sectors_sketch.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

void sketch_draw(sketch *s, const float (*at)[2], size_t vertices, const int (*walls)[4], size_t count,
                 uint32_t sectors) {
    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < vertices; i++)
        s->x[i] = at[i][0], s->y[i] = at[i][1];
    for (size_t i = 0; i < count; i++)
        s->walls[i] = (hail_wall){.a = (uint32_t)walls[i][0],
                                  .b = (uint32_t)walls[i][1],
                                  .right = (uint32_t)walls[i][2],
                                  .left = (uint32_t)walls[i][3]};
    s->vertices = vertices, s->count = count, s->sectors = sectors;
}

hail_sector_data sketch_data(const sketch *s) {
    return (hail_sector_data){.x = s->x,
                              .y = s->y,
                              .vertex_count = s->vertices,
                              .walls = s->walls,
                              .wall_count = s->count,
                              .sector_count = s->sectors};
}

hail_sectors *sketch_make(const sketch *s) {
    hail_sectors *map = NULL;
    const hail_sector_data data = sketch_data(s);
    cr_assert_eq(hail_sectors_create(NULL, &data, NULL, &map), HAIL_OK);
    return map;
}

void sketch_rooms(sketch *s) {
    static const float at[][2] = {{0, 0}, {100, 0}, {200, 0}, {200, 100}, {100, 100}, {0, 100}};
    static const int walls[][4] = {{0, 1, 0, NONE}, {1, 2, 1, NONE}, {2, 3, 1, NONE}, {3, 4, 1, NONE},
                                   {4, 5, 0, NONE}, {5, 0, 0, NONE}, {1, 4, 0, 1}};
    sketch_draw(s, at, 6, walls, 7, 2);
}

hail_sectors *rooms_make(void) {
    sketch s;
    sketch_rooms(&s);
    return sketch_make(&s);
}

went go_from(const hail_sectors *map, const hail_sector_move_options *options, spot at, spot by, float radius,
             const uint32_t *sector, uint32_t kinds) {
    went first = {.count = 0};
    for (size_t isa = 0; isa < hail_variant_count(); isa++) {
        went w;
        memset(&w, 0, sizeof w);
        hail_crossings crossings = {.list = w.list, .capacity = 8};
        const hail_sector_movers movers = {.context = variant_context(hail_variant_name(isa)),
                                           .map = map,
                                           .x = &at.x,
                                           .y = &at.y,
                                           .dx = &by.x,
                                           .dy = &by.y,
                                           .sector = sector,
                                           .count = 1,
                                           .radius_of_all = radius,
                                           .kinds = kinds};
        memset(&w.move, 0xee, sizeof w.move);
        cr_assert_eq(hail_sectors_move(&movers, options, &w.move, &crossings), HAIL_OK);
        w.count = crossings.count;
        if (isa == 0)
            first = w;
        cr_assert_eq(memcmp(&w, &first, sizeof w), 0, "%s differs", hail_variant_name(isa));
    }
    return first;
}

went go(const hail_sectors *map, float x, float y, float dx, float dy, float radius) {
    return go_from(map, NULL, (spot){x, y}, (spot){dx, dy}, radius, NULL, 0);
}

bool is_near(float a, float b) { return fabsf(a - b) <= 1.0e-3f; }

void ends(const went *w, float x, float y, uint32_t sector, uint32_t flags) {
    cr_assert(is_near(w->move.x, x) && is_near(w->move.y, y) && w->move.sector == sector && w->move.flags == flags,
              "ends at (%.9g, %.9g) in %d, flags %u; should be (%g, %g) in %d, flags %u", (double)w->move.x,
              (double)w->move.y, (int)w->move.sector, (unsigned)w->move.flags, (double)x, (double)y, (int)sector,
              (unsigned)flags);
}

void meets(const went *w, uint32_t wall, float nx, float ny) {
    cr_assert(w->move.wall == wall && is_near(w->move.normal_x, nx) && is_near(w->move.normal_y, ny),
              "meets wall %d, normal (%g, %g); should be wall %d, (%g, %g)", (int)w->move.wall,
              (double)w->move.normal_x, (double)w->move.normal_y, (int)wall, (double)nx, (double)ny);
}

hail_sectors *corridor_make(void) {
    static const float at[][2] = {{0, 0},     {100, 0},   {100, 40}, {140, 40}, {140, 0},   {240, 0},
                                  {240, 100}, {140, 100}, {140, 60}, {100, 60}, {100, 100}, {0, 100}};
    static const int walls[][4] = {{0, 1, 0, NONE}, {1, 2, 0, NONE},  {2, 3, 1, NONE},   {3, 4, 2, NONE},
                                   {4, 5, 2, NONE}, {5, 6, 2, NONE},  {6, 7, 2, NONE},   {7, 8, 2, NONE},
                                   {8, 9, 1, NONE}, {9, 10, 0, NONE}, {10, 11, 0, NONE}, {11, 0, 0, NONE},
                                   {2, 9, 0, 1},    {3, 8, 1, 2}};
    sketch s;
    sketch_draw(&s, at, 12, walls, 14, 3);
    return sketch_make(&s);
}
