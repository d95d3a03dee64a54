/* tests/sectors/sectors_depenetrate.c - movers by hand: depenetration, kinds, doors, room for crossings, wrong sectors,
 * maps with faults, and what is refused. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "sectors_sketch.h"

/* ---- Arm's length ------------------------------------------------------------------------------------------------ */

static went keep(const hail_sectors *map, float x, float y, float radius, uint32_t kinds) {
    went first = {.count = 0};
    for (size_t isa = 0; isa < hail_variant_count(); isa++) {
        went w;
        memset(&w, 0, sizeof w);
        const hail_sector_movers movers = {.context = variant_context(hail_variant_name(isa)),
                                           .map = map,
                                           .x = &x,
                                           .y = &y,
                                           .radius = &radius,
                                           .count = 1,
                                           .kinds = kinds};
        memset(&w.move, 0xee, sizeof w.move);
        cr_assert_eq(hail_sectors_depenetrate(&movers, &w.move), HAIL_OK);
        if (isa == 0)
            first = w;
        cr_assert_eq(memcmp(&w, &first, sizeof w), 0, "%s differs", hail_variant_name(isa));
    }
    return first;
}

Test(sectors_depenetrate, walls_and_corners) {
    hail_sectors *map = rooms_make();
    went w = keep(map, 50, 50, 10, 0);
    ends(&w, 50, 50, 0, 0);
    meets(&w, HAIL_NO_WALL, 0, 0);
    cr_assert(w.move.x == 50.0f && w.move.y == 50.0f && w.move.entered == 0);
    w = keep(map, 50, 93, 10, 0);
    ends(&w, 50, 90, 0, HAIL_MOVE_PUSHED);
    meets(&w, 4, 0, -1);
    w = keep(map, 3, 4, 10, 0); /* out of a corner: as near as two walls allow */
    ends(&w, 10, 10, 0, HAIL_MOVE_PUSHED);
    w = keep(map, 3, 40, 10, 0);
    ends(&w, 10, 40, 0, HAIL_MOVE_PUSHED);
    meets(&w, 5, 1, 0);
    w = keep(map, 99, 50, 40, 0); /* a portal keeps nobody away */
    ends(&w, 99, 50, 0, 0);
    w = keep(map, 99, 3, 40, 0);
    ends(&w, 99, 40, 0, HAIL_MOVE_PUSHED);
    w = keep(map, 50, 0, 10, 0); /* on a wall that belongs to the room */
    ends(&w, 50, 10, 0, HAIL_MOVE_PUSHED);
    w = keep(map, 50, 100, 10, 0); /* and on one that does not */
    ends(&w, 50, 110, HAIL_NO_SECTOR, HAIL_MOVE_PUSHED | HAIL_MOVE_LOST);
    w = keep(map, -4, 50, 10, 0);
    ends(&w, -10, 50, HAIL_NO_SECTOR, HAIL_MOVE_PUSHED | HAIL_MOVE_LOST);
    w = keep(map, 60, 40, 51, 0); /* wider than the room */
    ends(&w, 60, 40, 0, HAIL_MOVE_SQUEEZED);
    cr_assert(w.move.x == 60.0f && w.move.y == 40.0f);
    hail_sectors_destroy(map);
}

Test(sectors_depenetrate, narrow) {
    hail_sectors *map = corridor_make();
    went w = keep(map, 120, 50, 9, 0);
    ends(&w, 120, 50, 1, 0);
    w = keep(map, 120, 55, 9, 0);
    ends(&w, 120, 51, 1, HAIL_MOVE_PUSHED);
    w = keep(map, 120, 51, 10.5f, 0); /* both ends are within twice its radius: the nearer one wins, if any */
    cr_assert((w.move.flags == HAIL_MOVE_SQUEEZED && w.move.x == 120.0f && w.move.y == 51.0f) ||
                  (w.move.flags & HAIL_MOVE_PUSHED) != 0,
              "flags %u", (unsigned)w.move.flags);
    w = keep(map, 102, 50, 10.5f, 0); /* out of the corridor's mouth */
    ends(&w, 100 - sqrtf(10.25f), 50, 0, HAIL_MOVE_PUSHED | HAIL_MOVE_ENTERED);
    cr_assert_eq(w.move.entered, 1);
    w = keep(map, 120, 50, 40, 0); /* out of the corridor, on whichever side */
    ends(&w, w.move.x > 120.0f ? 140 + sqrtf(1500.0f) : 100 - sqrtf(1500.0f), 50, w.move.x > 120.0f ? 2 : 0,
         HAIL_MOVE_PUSHED | HAIL_MOVE_ENTERED);
    w = keep(map, 120, 50, 60, 0); /* wider than the rooms */
    ends(&w, 120, 50, 1, HAIL_MOVE_SQUEEZED);
    hail_sectors_destroy(map);
}

/* A room with a fence in it, from (50, 20) to (50, 80): both of its sides are the room; kind 3. */
static hail_sectors *fence_make(void) {
    static const float at[][2] = {{0, 0}, {100, 0}, {100, 100}, {0, 100}, {50, 20}, {50, 80}};
    static const int walls[][4] = {{0, 1, 0, NONE}, {1, 2, 0, NONE}, {2, 3, 0, NONE}, {3, 0, 0, NONE}, {4, 5, 0, 0}};
    sketch s;
    sketch_draw(&s, at, 6, walls, 5, 1);
    s.walls[4].kind = 3, s.walls[4].solid = true;
    return sketch_make(&s);
}

Test(sectors_depenetrate, fence) {
    hail_sectors *map = fence_make();
    went w = keep(map, 49, 50, 10, 0);
    ends(&w, 40, 50, 0, HAIL_MOVE_PUSHED);
    w = keep(map, 51, 50, 10, 0);
    ends(&w, 60, 50, 0, HAIL_MOVE_PUSHED);
    w = keep(map, 50, 50, 10, 0); /* on it: it is what is to the right that a point on a wall belongs to */
    ends(&w, 60, 50, 0, HAIL_MOVE_PUSHED);
    w = keep(map, 50, 13, 9, 0);
    ends(&w, 50, 11, 0, HAIL_MOVE_PUSHED);
    w = keep(map, 49, 50, 10, 1u << 2);
    ends(&w, 49, 50, 0, 0);
    w = keep(map, 49, 50, 10, 1u << 3);
    ends(&w, 40, 50, 0, HAIL_MOVE_PUSHED);
    w = keep(map, 3, 50, 10, 1u << 2); /* walls with nothing behind them hold everybody */
    ends(&w, 10, 50, 0, HAIL_MOVE_PUSHED);
    w = go(map, 20, 50, 60, 0, 10);
    ends(&w, 40, 50, 0, HAIL_MOVE_MET);
    meets(&w, 4, -1, 0);
    w = go_from(map, NULL, (spot){20, 50}, (spot){60, 0}, 10, NULL, 1u << 2);
    ends(&w, 80, 50, 0, 0);
    cr_assert_eq(w.count, 0, "a wall within a sector is no way into another");
    w = go_from(map, NULL, (spot){20, 50}, (spot){600, 0}, 10, NULL, 1u << 2 | 1u << 3);
    ends(&w, 40, 50, 0, HAIL_MOVE_MET);
    w = go(map, 20, 10, 60, 0, 9.5f); /* round its end */
    ends(&w, 80, 10, 0, 0);
    w = go(map, 20, 12, 60, 0, 9); /* along its end */
    cr_assert(w.move.flags == HAIL_MOVE_MET && w.move.x > 60.0f && w.move.y < 12.0f);
    hail_sectors_destroy(map);
}

/* ---- Doors, crossings, sectors given ----------------------------------------------------------------------------- */

Test(sectors_depenetrate, doors) {
    static const uint32_t door[] = {6}, outer[] = {0}, none[] = {6, 7};
    hail_wall_info info;
    hail_sectors *map = rooms_make();
    cr_assert_eq(hail_sectors_set_solid(map, door, 1, true), HAIL_OK);
    went w = go(map, 50, 50, 100, 0, 10);
    ends(&w, 90, 50, 0, HAIL_MOVE_MET);
    meets(&w, 6, -1, 0);
    w = keep(map, 99, 50, 10, 0);
    ends(&w, 90, 50, 0, HAIL_MOVE_PUSHED);
    w = go(map, 101, 50, 0, 20, 10); /* it is put out first, then moves */
    ends(&w, 110, 70, 1, HAIL_MOVE_PUSHED);
    meets(&w, 6, 1, 0);
    cr_assert_eq(hail_sectors_set_solid(map, none, 2, false), HAIL_OUT_OF_RANGE);
    cr_assert(hail_sectors_wall(map, 6, &info) == HAIL_OK && info.stops && info.wall.solid);
    cr_assert_eq(hail_sectors_set_solid(map, door, 1, false), HAIL_OK);
    cr_assert(hail_sectors_wall(map, 6, &info) == HAIL_OK && !info.stops && !info.wall.solid);
    w = go(map, 50, 50, 100, 0, 10);
    ends(&w, 150, 50, 1, HAIL_MOVE_ENTERED);
    cr_assert_eq(hail_sectors_set_solid(map, outer, 1, false), HAIL_OK);
    cr_assert(hail_sectors_wall(map, 0, &info) == HAIL_OK && info.stops);
    w = go(map, 50, 50, 0, -100, 10);
    ends(&w, 50, 10, 0, HAIL_MOVE_MET);
    hail_sectors_destroy(map);
}

/* Moves are made, and counted, whatever room there is. */
Test(sectors_depenetrate, room_for_crossings) {
    enum { COUNT = 3 };
    hail_sectors *map = corridor_make();
    const float x[COUNT] = {50, 200, 120}, y[COUNT] = {50, 50, 50}, dx[COUNT] = {150, -150, 50}, dy[COUNT] = {0};
    const hail_sector_movers movers = {
        .map = map, .x = x, .y = y, .dx = dx, .dy = dy, .count = COUNT, .radius_of_all = 5};
    hail_sector_move all[COUNT], moves[COUNT + 1];
    hail_crossing list[8], some[8], untouched;
    hail_crossings crossings = {.list = list, .capacity = 8};
    cr_assert_eq(hail_sectors_move(&movers, NULL, all, &crossings), HAIL_OK);
    cr_assert_eq(crossings.count, 5);
    for (size_t k = 0; k < 5; k++)
        cr_assert_eq(list[k].mover, k / 2);
    cr_assert(list[2].wall == 13 && list[2].from == 2 && list[3].wall == 12 && list[3].to == 0);
    memset(&untouched, 0xee, sizeof untouched);
    for (size_t room = 0; room < 6; room++) {
        memset(some, 0xee, sizeof some);
        memset(moves, 0xee, sizeof moves);
        crossings = (hail_crossings){.list = room == 0 ? NULL : some, .capacity = room, .count = 99};
        cr_assert_eq(hail_sectors_move(&movers, NULL, moves, &crossings), HAIL_OK);
        cr_assert(crossings.count == 5 && memcmp(moves, all, sizeof all) == 0);
        cr_assert_eq(memcmp(some, list, room * sizeof *list), 0);
        cr_assert_eq(memcmp(&some[room], &untouched, sizeof untouched), 0, "writes past its end");
        cr_assert_eq(memcmp(&moves[COUNT], &untouched, sizeof untouched), 0, "writes past its end");
    }
    memset(moves, 0xee, sizeof moves);
    cr_assert_eq(hail_sectors_move(&movers, NULL, moves, NULL), HAIL_OK);
    cr_assert_eq(memcmp(moves, all, sizeof all), 0);
    hail_sectors_destroy(map);
}

/* An old sector does not lead astray: the place says where it is, a crossing without a wall how it came there. */
Test(sectors_depenetrate, sector_given) {
    static const uint32_t old = 1, right = 0, none = HAIL_NO_SECTOR;
    hail_sectors *map = rooms_make();
    const spot at = {50, 50}, by = {10, 0}, through = {100, 0};
    went w = go_from(map, NULL, at, by, 10, &right, 0);
    ends(&w, 60, 50, 0, 0);
    cr_assert_eq(w.count, 0);
    w = go_from(map, NULL, at, by, 10, &old, 0);
    ends(&w, 60, 50, 0, HAIL_MOVE_ENTERED);
    cr_assert(w.count == 1 && w.list[0].wall == HAIL_NO_WALL && w.list[0].from == 1 && w.list[0].to == 0);
    w = go_from(map, NULL, at, through, 10, &old, 0);
    cr_assert(w.move.sector == 1 && is_near(w.move.x, 150) && w.count > 0 && w.count < 3);
    cr_assert(w.list[0].from == 1 && w.list[w.count - 1].to == 1 && w.move.entered == w.count);
    cr_assert_eq(w.move.flags & HAIL_MOVE_ENTERED, 0, "it is where it was");
    w = go_from(map, NULL, at, by, 10, &none, 0);
    cr_assert((w.move.flags & HAIL_MOVE_LOST) != 0 && w.move.sector == 0 && w.count == 1);
    w = go_from(map, NULL, (spot){-50, 50}, by, 10, NULL, 0);
    ends(&w, -40, 50, HAIL_NO_SECTOR, HAIL_MOVE_LOST);
    w = go_from(map, NULL, (spot){-50, 50}, by, 10, &right, 0);
    ends(&w, -40, 50, HAIL_NO_SECTOR, HAIL_MOVE_LEFT);
    w = go_from(map, NULL, (spot){-50, 50}, (spot){500, 0}, 10, NULL, 0); /* walls hold from outside, too */
    ends(&w, -10, 50, HAIL_NO_SECTOR, HAIL_MOVE_LOST | HAIL_MOVE_MET);
    hail_sectors_destroy(map);
}

/* ---- Maps at fault ----------------------------------------------------------------------------------------------- */

/* A room whose right wall is missing. */
Test(sectors_depenetrate, tolerant) {
    sketch s;
    hail_sectors *map = NULL;
    hail_sector_fault list[8];
    hail_sector_faults faults = {.list = list, .capacity = 8};
    hail_sectors_options options;
    hail_sectors_options_defaults(&options);
    sketch_rooms(&s);
    s.walls[2].a = s.walls[2].b = HAIL_NO_VERTEX;
    const hail_sector_data data = sketch_data(&s);
    cr_assert_eq(hail_sectors_create(&options, &data, &faults, &map), HAIL_UNCLOSED);
    cr_assert(map == NULL && faults.count > 0 && list[0].kind == HAIL_FAULT_DANGLING);
    options.tolerant = true;
    cr_assert_eq(hail_sectors_create(&options, &data, NULL, &map), HAIL_OK);
    went w = go(map, 50, 50, 0, 100, 10);
    ends(&w, 50, 90, 0, HAIL_MOVE_MET);
    w = go(map, 50, 50, 1000, 0, 10); /* out through the gap: told, wherever it is */
    cr_assert(is_near(w.move.x, 1050) && is_near(w.move.y, 50) && w.move.sector == HAIL_NO_SECTOR);
    cr_assert((w.move.flags & HAIL_MOVE_LEFT) != 0);
    hail_sectors_destroy(map);
}

/* ---- Refusals ---------------------------------------------------------------------------------------------------- */

typedef struct order {
    float x[4], y[4], dx[4], dy[4], radius[4];
    hail_sector_movers movers;
    hail_sector_move_options options;
} order;

static void refused(const order *o, hail_status must, bool kept) {
    hail_sector_move moves[4], untouched[4];
    hail_crossing list[4];
    hail_crossings crossings = {.list = list, .capacity = 4, .count = 5};
    memset(moves, 0xee, sizeof moves);
    memset(untouched, 0xee, sizeof untouched);
    cr_assert_eq(hail_sectors_move(&o->movers, &o->options, moves, &crossings), must, "must be: %s",
                 hail_status_text(must));
    cr_assert(memcmp(moves, untouched, sizeof moves) == 0 && crossings.count == 5, "it writes");
    if (kept)
        cr_assert_eq(hail_sectors_depenetrate(&o->movers, moves), must, "keep must be: %s", hail_status_text(must));
    cr_assert_eq(memcmp(moves, untouched, sizeof moves), 0, "keep writes");
}

static void order_of(order *o, const hail_sectors *map) {
    memset(o, 0, sizeof *o);
    for (int i = 0; i < 4; i++)
        o->x[i] = o->y[i] = 50.0f, o->radius[i] = 10.0f;
    o->options = sector_move_defaults();
    o->movers = (hail_sector_movers){
        .map = map, .x = o->x, .y = o->y, .dx = o->dx, .dy = o->dy, .radius = o->radius, .count = 4};
}

Test(sectors_depenetrate, numbers) {
    static const float bad[] = {NAN, INFINITY, -INFINITY, 1.1e9f, -1.1e9f};
    hail_sectors *map = rooms_make();
    for (int which = 0; which < 5; which++)
        for (int k = 0; k < 5; k++) {
            order o;
            order_of(&o, map);
            float *const column[] = {o.x, o.y, o.radius, o.dx, o.dy};
            column[which][3] = bad[k];
            refused(&o, k < 3 ? HAIL_NOT_FINITE : HAIL_OUT_OF_RANGE, which < 3);
        }
    order o;
    order_of(&o, map);
    o.radius[2] = -1.0f;
    refused(&o, HAIL_OUT_OF_RANGE, true);
    order_of(&o, map);
    o.movers.radius = NULL, o.movers.radius_of_all = -1.0f;
    refused(&o, HAIL_OUT_OF_RANGE, true);
    o.movers.radius_of_all = NAN;
    refused(&o, HAIL_NOT_FINITE, true);
    hail_sectors_destroy(map);
}

Test(sectors_depenetrate, arguments) {
    hail_sectors *map = rooms_make();
    order o;
    hail_sector_move move;
    order_of(&o, map);
    o.movers.map = NULL;
    refused(&o, HAIL_BAD_ARGUMENT, true);
    order_of(&o, map);
    o.movers.x = NULL;
    refused(&o, HAIL_BAD_ARGUMENT, true);
    order_of(&o, map);
    o.movers.dy = NULL;
    refused(&o, HAIL_BAD_ARGUMENT, false);
    cr_assert_eq(hail_sectors_move(NULL, NULL, &move, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_sectors_depenetrate(NULL, &move), HAIL_BAD_ARGUMENT);
    order_of(&o, map);
    cr_assert_eq(hail_sectors_move(&o.movers, NULL, NULL, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_sectors_depenetrate(&o.movers, NULL), HAIL_BAD_ARGUMENT);
    o.movers.count = 0;
    cr_assert_eq(hail_sectors_move(&o.movers, NULL, &move, NULL), HAIL_OK);
    cr_assert_eq(hail_sectors_depenetrate(&o.movers, &move), HAIL_OK);
    for (uint32_t bounces = 0; bounces < 10; bounces++) {
        hail_sector_move moves[4];
        order_of(&o, map);
        o.options.bounces = bounces;
        const hail_status status = hail_sectors_move(&o.movers, &o.options, moves, NULL);
        cr_assert_eq(status == HAIL_OK, bounces >= 1 && bounces <= 8, "bounces %u: %s", (unsigned)bounces,
                     hail_status_text(status));
    }
    hail_crossings bad = {.list = NULL, .capacity = 1};
    order_of(&o, map);
    hail_sector_move moves[4];
    cr_assert_eq(hail_sectors_move(&o.movers, NULL, moves, &bad), HAIL_BAD_ARGUMENT);
    hail_sectors_destroy(map);
}
