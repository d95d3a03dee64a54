/* tests/sectors/sectors_walk.c - movers by hand: portals, slides, corners, wedges, corridors, great speed, and no
 * radius. */
#include <criterion/criterion.h>

#include <math.h>

#include "sectors_sketch.h"

/* ---- Walking ----------------------------------------------------------------------------------------------------- */

Test(sectors_walk, portal) {
    hail_sectors *map = rooms_make();
    went w = go(map, 50, 50, 100, 0, 10);
    ends(&w, 150, 50, 1, HAIL_MOVE_ENTERED);
    meets(&w, HAIL_NO_WALL, 0, 0);
    cr_assert(w.count == 1 && w.move.entered == 1);
    cr_assert(w.list[0].mover == 0 && w.list[0].wall == 6 && w.list[0].from == 0 && w.list[0].to == 1);
    w = go(map, 150, 50, -99, 3, 10);
    ends(&w, 51, 53, 0, HAIL_MOVE_ENTERED);
    cr_assert(w.count == 1 && w.list[0].wall == 6 && w.list[0].from == 1 && w.list[0].to == 0);
    w = go(map, 50, 50, 0, 0, 10);
    ends(&w, 50, 50, 0, 0);
    cr_assert(w.count == 0 && w.move.entered == 0 && w.move.x == 50.0f && w.move.y == 50.0f);
    /* A point on the wall is to the right of it. */
    w = go(map, 50, 50, 50, 0, 10);
    ends(&w, 100, 50, 1, HAIL_MOVE_ENTERED);
    w = go(map, 100, 50, -1, 0, 10);
    ends(&w, 99, 50, 0, HAIL_MOVE_ENTERED);
    w = go(map, 100, 20, 0, 60, 10);
    ends(&w, 100, 80, 1, 0);
    cr_assert_eq(w.count, 0);
    hail_sectors_destroy(map);
}

Test(sectors_walk, slide_and_stop) {
    hail_sectors *map = rooms_make();
    hail_sector_move_options options;
    hail_sector_move_options_defaults(&options);
    cr_assert(!options.stop && options.bounces == 4);
    went w = go(map, 50, 50, 20, 100, 10);
    ends(&w, 70, 90, 0, HAIL_MOVE_MET);
    meets(&w, 4, 0, -1);
    w = go(map, 50, 50, 100, 100, 10); /* along the wall into the other room */
    ends(&w, 150, 90, 1, HAIL_MOVE_MET | HAIL_MOVE_ENTERED);
    cr_assert(w.count == 1 && w.list[0].wall == 6);
    w = go(map, 50, 40, -100, -300, 10);
    ends(&w, 10, 10, 0, HAIL_MOVE_MET);
    meets(&w, 0, 0, 1);
    options.bounces = 1; /* turns along the first, and stops at the second */
    w = go_from(map, &options, (spot){50, 40}, (spot){-100, -300}, 10, NULL, 0);
    ends(&w, 10, 10, 0, HAIL_MOVE_MET);
    options.stop = true;
    w = go_from(map, &options, (spot){50, 50}, (spot){20, 100}, 10, NULL, 0);
    ends(&w, 58, 90, 0, HAIL_MOVE_MET);
    meets(&w, 4, 0, -1);
    hail_sectors_destroy(map);
}

Test(sectors_walk, great_speed) {
    static const float far[] = {1.0e3f, 1.0e5f, 1.0e9f};
    hail_sectors *map = rooms_make();
    for (int k = 0; k < 3; k++)
        for (int n = 0; n < 3; n++) {
            const float radius = 10.0f * (float)n;
            went w = go(map, 50, 50, far[k], 0, radius);
            ends(&w, 200 - radius, 50, 1, HAIL_MOVE_MET | HAIL_MOVE_ENTERED);
            cr_assert_lt(w.move.x, 200.0f);
            w = go(map, 50, 50, far[k] * 0.5f, -far[k], radius);
            ends(&w, 200 - radius, radius, 1, HAIL_MOVE_MET | HAIL_MOVE_ENTERED);
            w = go(map, 150, 50, -far[k], far[k], radius);
            ends(&w, radius, 100 - radius, 0, HAIL_MOVE_MET | HAIL_MOVE_ENTERED);
            cr_assert_lt(w.move.y, 100.0f);
        }
    hail_sectors_destroy(map);
}

/* At a sharp angle of two walls it stops where it touches both. */
Test(sectors_walk, wedge) {
    static const float at[][2] = {{0, -20}, {200, 0}, {0, 20}};
    static const int walls[][4] = {{0, 1, 0, NONE}, {1, 2, 0, NONE}, {2, 0, 0, NONE}};
    sketch s;
    sketch_draw(&s, at, 3, walls, 3, 1);
    hail_sectors *map = sketch_make(&s);
    const float slope = hypotf(200, 20) / 20.0f; /* px from the point to a middle that is 1 px from both sides */
    for (int n = 0; n < 4; n++)
        for (int k = -1; k < 2; k++) {
            const float radius = 4.0f * (float)n, dy = 1.5f * (float)k;
            const went w = go(map, 20, 0, 400, dy, radius);
            cr_assert(fabsf(w.move.x - (200 - radius * slope)) < 0.05f && fabsf(w.move.y) < 0.05f,
                      "radius %g: stops at (%.9g, %.9g), should be (%g, 0)", (double)radius, (double)w.move.x,
                      (double)w.move.y, (double)(200 - radius * slope));
            cr_assert(w.move.flags == HAIL_MOVE_MET && w.move.sector == 0, "flags %u", (unsigned)w.move.flags);
        }
    hail_sectors_destroy(map);
}

Test(sectors_walk, corridor) {
    hail_sectors *map = corridor_make();
    went w = go(map, 50, 50, 150, 0, 9.5f);
    ends(&w, 200, 50, 2, HAIL_MOVE_ENTERED);
    cr_assert(w.count == 2 && w.move.entered == 2 && w.list[0].wall == 12 && w.list[1].wall == 13);
    cr_assert(w.list[0].to == 1 && w.list[1].from == 1 && w.list[1].to == 2);
    w = go(map, 50, 50, 150, 0, 10); /* as wide as the corridor: either it fits, or it stops before */
    cr_assert(w.move.sector == 2 || w.move.x <= 100.0f);
    w = go(map, 50, 50, 150, 0, 15); /* wider: between its corners, 10 px off its middle */
    cr_assert(is_near(w.move.y, 50) && w.move.x > 80.0f && w.move.x < 100.0f - sqrtf(125.0f) + 1.0e-3f,
              "stops at (%.9g, %.9g)", (double)w.move.x, (double)w.move.y);
    cr_assert(w.move.flags == HAIL_MOVE_MET && w.move.sector == 0);
    w = go(map, 50, 51, 150, 0, 9.5f); /* past the corner, into the corridor */
    cr_assert(w.move.sector == 2 && w.move.flags == (HAIL_MOVE_MET | HAIL_MOVE_ENTERED), "flags %u",
              (unsigned)w.move.flags);
    hail_sectors_destroy(map);
}

/* With radius 0 it is a point, which does not leave the map. */
Test(sectors_walk, points) {
    static const float by[][2] = {{100, 0},  {-100, 0},  {0, 100},   {0, -100}, {50, 50}, {50, -50},
                                  {-50, 50}, {-50, -50}, {300, 150}, {25, 50},  {7, 93},  {1e-6f, 1e6f}};
    hail_sectors *map = rooms_make();
    for (size_t k = 0; k < sizeof by / sizeof by[0]; k++) {
        float x = 50, y = 50;
        uint32_t sector = 0;
        for (int n = 0; n < 40; n++) {
            const spot delta = {by[(k + (size_t)n / 10) % 12][0], by[(k + (size_t)n / 10) % 12][1]};
            const went w = go_from(map, NULL, (spot){x, y}, delta, 0, &sector, 0);
            cr_assert(w.move.sector != HAIL_NO_SECTOR &&
                          (w.move.flags & (HAIL_MOVE_LEFT | HAIL_MOVE_LOST | HAIL_MOVE_SQUEEZED)) == 0,
                      "from (%a, %a) by (%g, %g) to (%a, %a), flags %u", (double)x, (double)y, (double)delta.x,
                      (double)delta.y, (double)w.move.x, (double)w.move.y, (unsigned)w.move.flags);
            x = w.move.x, y = w.move.y, sector = w.move.sector;
        }
    }
    went w = go(map, 50, 0, 30, 0, 0); /* along the upper wall, which belongs to the room below it */
    ends(&w, 80, 0, 0, w.move.flags & HAIL_MOVE_MET);
    w = go(map, 50, 100, 30, 0, 0); /* on the lower one it is outside */
    cr_assert((w.move.flags & HAIL_MOVE_LOST) != 0);
    hail_sectors_destroy(map);
}

/* Through a vertex that portals meet at, from every side to the opposite one. */
Test(sectors_walk, through_a_vertex) {
    static const float at[][2] = {{0, 0},     {-100, -100}, {0, -100},   {100, -100}, {100, 0},
                                  {100, 100}, {0, 100},     {-100, 100}, {-100, 0}};
    static const int walls[][4] = {{1, 2, 0, NONE}, {2, 3, 1, NONE}, {3, 4, 1, NONE}, {4, 5, 2, NONE},
                                   {5, 6, 2, NONE}, {6, 7, 3, NONE}, {7, 8, 3, NONE}, {8, 1, 0, NONE},
                                   {2, 0, 0, 1},    {4, 0, 1, 2},    {6, 0, 2, 3},    {8, 0, 3, 0}};
    static const uint32_t quarter[4] = {0, 1, 2, 3};
    sketch s;
    sketch_draw(&s, at, 9, walls, 12, 4);
    hail_sectors *map = sketch_make(&s);
    for (int k = 0; k < 4; k++)
        for (int r = 0; r < 3; r++) {
            const float radius = 8.0f * (float)r;
            const float sx = k == 0 || k == 3 ? -50.0f : 50.0f, sy = k < 2 ? -50.0f : 50.0f;
            const went w = go(map, sx, sy, -2 * sx, -2 * sy, radius);
            ends(&w, -sx, -sy, quarter[(k + 2) % 4], HAIL_MOVE_ENTERED);
            uint32_t from = quarter[k];
            for (size_t n = 0; n < w.count; n++) {
                cr_assert_eq(w.list[n].from, from);
                from = w.list[n].to;
            }
            cr_assert(from == w.move.sector && w.move.entered == w.count && w.count > 0);
        }
    went w = go(map, -50, 0, 100, 0, 8); /* along the portals: they belong to what is below */
    ends(&w, 50, 0, 2, HAIL_MOVE_ENTERED);
    w = go(map, 0, -50, 0, 50, 8); /* onto the vertex: to what is to the right and below */
    ends(&w, 0, 0, 2, HAIL_MOVE_ENTERED);
    hail_sectors_destroy(map);
}
