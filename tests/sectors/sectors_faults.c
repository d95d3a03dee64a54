/* tests/sectors/sectors_faults.c - every kind of fault alone and several at once, in order and with the numbers that
 * hail/sectors.h documents; and lists with too little room. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "sectors_truth.h"

#define NONE HAIL_NO_WALL

enum { ROOM = 600 };

static hail_sector_fault list[ROOM];
static hail_sector_faults faults;
static hail_sectors *const stale = (hail_sectors *)&faults; /* must be overwritten, and not be looked into */

/* ---- A plan of two rooms, 0 and 1, with a portal between them, and a column (no sector) in room 0 ------------------
 *
 *      0---0---1---1---2      vertices 0 to 5; walls 0 to 6, of which 6 from 1 to 4 is the portal;
 *      |  7-8  |       |      the column's vertices 6 to 8, its walls 7 to 9
 *      5   0   6   1   2
 *      5---4---4---3---3      */

static float x[40], y[40];
static hail_wall walls[40];
static hail_sector_data data;
static hail_sectors_options options;

static void plan(void) {
    static const float px[] = {0, 100, 200, 200, 100, 0, 40, 60, 50}, py[] = {0, 0, 0, 100, 100, 100, 60, 60, 40};
    static const uint32_t ends[][4] = {{0, 1, 0, NONE}, {1, 2, 1, NONE}, {2, 3, 1, NONE}, {3, 4, 1, NONE},
                                       {4, 5, 0, NONE}, {5, 0, 0, NONE}, {1, 4, 0, 1},    {6, 7, 0, NONE},
                                       {7, 8, 0, NONE}, {8, 6, 0, NONE}};
    memcpy(x, px, sizeof px);
    memcpy(y, py, sizeof py);
    for (int i = 0; i < 10; i++)
        walls[i] = (hail_wall){.a = ends[i][0], .b = ends[i][1], .right = ends[i][2], .left = ends[i][3]};
    data = (hail_sector_data){x, y, 9, walls, 10, 2};
    options = sectors_defaults();
    memset(list, 0xa5, sizeof list);
    faults = (hail_sector_faults){list, ROOM, 77};
}

TestSuite(sectors_faults, .init = plan);

static hail_status make(hail_sectors **map) {
    *map = stale;
    const hail_status status = hail_sectors_create(&options, &data, &faults, map);
    cr_assert((status == HAIL_OK) == (*map != NULL) && *map != stale, "%s", hail_status_text(status));
    return status;
}

/* The map is refused for these, and nothing else. */
static void refused(const hail_sector_fault *want, size_t count, const char *what) {
    hail_sectors *map;
    faults = (hail_sector_faults){list, ROOM, 77};
    const hail_status status = make(&map), should = truth_status(want->kind);
    cr_assert_eq(status, should, "%s: %s, should be: %s", what, hail_status_text(status), hail_status_text(should));
    for (size_t i = 0; i < faults.count && i < count; i++)
        cr_assert(truth_same(&list[i], &want[i]), "%s, fault %zu is %s; should be %s", what, i, truth_text(&list[i]),
                  truth_text(&want[i]));
    cr_assert_eq(faults.count, count, "%s: %zu faults, should be %zu", what, faults.count, count);
    hail_sectors_destroy(map);
}

static void refused_for(hail_sector_fault_kind kind, uint32_t wall, uint32_t other, uint32_t vertex, uint32_t sector,
                        const char *what) {
    refused(&(hail_sector_fault){.kind = kind, .wall = wall, .other = other, .vertex = vertex, .sector = sector}, 1,
            what);
}

static void accepted(const char *what) {
    hail_sectors *map;
    faults = (hail_sector_faults){list, ROOM, 77};
    const hail_status status = make(&map);
    cr_assert_eq(status, HAIL_OK, "%s: %s, %zu faults, first %s", what, hail_status_text(status), faults.count,
                 truth_text(list));
    cr_assert_eq(faults.count, 0, "%s: %zu faults", what, faults.count);
    hail_sectors_destroy(map);
}

Test(sectors_faults, none) {
    accepted("the plan");
    data.vertex_count = 0, data.wall_count = 0, data.sector_count = 0;
    data.x = data.y = NULL, data.walls = NULL;
    accepted("nothing");
    plan();
    data.sector_count = 5, accepted("sectors without walls");
    walls[10] = (hail_wall){.a = NONE, .b = NONE}, data.wall_count = 11, accepted("an absent wall");
    walls[10] = (hail_wall){.a = 0, .b = 6, .right = 0, .left = 0},
    accepted("a wall within a sector, from piece to piece");
    x[9] = 20.0f, y[9] = 50.0f, data.vertex_count = 10;
    walls[10] = (hail_wall){.a = 0, .b = 9, .right = 0, .left = 0}, accepted("one that ends in the open");
    x[9] = 500.0f, walls[10].a = walls[10].b = NONE;
    accepted("a vertex far away without walls");
}

/* ---- Each by itself ---------------------------------------------------------------------------------------------- */

Test(sectors_faults, numbers) {
    for (uint32_t wall = 0; wall < 10; wall++) {
        const hail_wall kept = walls[wall];
        walls[wall].a = 9, refused_for(HAIL_FAULT_NO_VERTEX, wall, NONE, NONE, NONE, "a past the last vertex");
        walls[wall].a = NONE, refused_for(HAIL_FAULT_NO_VERTEX, wall, NONE, NONE, NONE, "only a is absent");
        walls[wall] = kept, walls[wall].b = NONE,
        refused_for(HAIL_FAULT_NO_VERTEX, wall, NONE, NONE, NONE, "only b is");
        walls[wall] = kept, walls[wall].right = 2, refused_for(HAIL_FAULT_NO_SECTOR, wall, NONE, NONE, NONE, "right");
        walls[wall] = kept, walls[wall].left = NONE - 1;
        refused_for(HAIL_FAULT_NO_SECTOR, wall, NONE, NONE, NONE, "left");
        walls[wall] = kept, walls[wall].kind = 32, refused_for(HAIL_FAULT_NO_SECTOR, wall, NONE, NONE, NONE, "kind");
        walls[wall] = kept, walls[wall].kind = 31, accepted("kind 31");
        walls[wall] = kept;
    }
}

Test(sectors_faults, places) {
    static const float never[] = {NAN, INFINITY, -INFINITY};
    for (uint32_t v = 0; v < 9; v++) {
        const float kept_x = x[v], kept_y = y[v];
        for (int k = 0; k < 3; k++) {
            x[v] = never[k], refused_for(HAIL_FAULT_NOT_FINITE, NONE, NONE, v, NONE, "x");
            x[v] = kept_x, y[v] = never[k], refused_for(HAIL_FAULT_NOT_FINITE, NONE, NONE, v, NONE, "y");
            y[v] = kept_y;
        }
        hail_sectors *map;
        x[v] = 1.1e9f; /* its walls are too long, too */
        cr_assert(make(&map) == HAIL_OUT_OF_RANGE && list[0].kind == HAIL_FAULT_TOO_FAR && list[0].vertex == v);
        options.min_x = -10.0f, options.max_x = 210.0f, options.min_y = -10.0f, options.max_y = 110.0f;
        x[v] = 210.5f, refused_for(HAIL_FAULT_TOO_FAR, NONE, NONE, v, NONE, "beyond max_x");
        x[v] = -10.5f, refused_for(HAIL_FAULT_TOO_FAR, NONE, NONE, v, NONE, "beyond min_x");
        x[v] = kept_x, y[v] = 110.5f, refused_for(HAIL_FAULT_TOO_FAR, NONE, NONE, v, NONE, "beyond max_y");
        y[v] = -11.0f, refused_for(HAIL_FAULT_TOO_FAR, NONE, NONE, v, NONE, "beyond min_y");
        y[v] = kept_y, options = sectors_defaults();
    }
    options.max_x = 200.0f, options.max_y = 100.0f, accepted("on the bounds");
}

Test(sectors_faults, lengths) {
    x[2] = x[3] = 1.2e6f;
    const hail_sector_fault two[] = {{HAIL_FAULT_TOO_LONG, 1, NONE, NONE, NONE, 0, 0},
                                     {HAIL_FAULT_TOO_LONG, 3, NONE, NONE, NONE, 0, 0}};
    refused(two, 2, "two long walls");
    x[2] = x[3] = 1.0e6f, accepted("as long as may be");
    plan();
    walls[10] = (hail_wall){.a = 3, .b = 3, .right = 1, .left = 1}, data.wall_count = 11;
    refused_for(HAIL_FAULT_ZERO_LENGTH, 10, NONE, NONE, NONE, "from a vertex to itself");
}

Test(sectors_faults, dangling) {
    x[9] = 150.0f, y[9] = 50.0f, x[10] = 160.0f, y[10] = 70.0f, data.vertex_count = 11, data.wall_count = 11;
    walls[10] = (hail_wall){.a = 9, .b = 10, .right = 1, .left = 0};
    const hail_sector_fault two[] = {{HAIL_FAULT_DANGLING, 10, NONE, 9, NONE, 0, 0},
                                     {HAIL_FAULT_DANGLING, 10, NONE, 10, NONE, 0, 0}};
    hail_sectors *map;
    refused(two, 2, "a wall in the open");
    plan();
    x[9] = 150.0f, y[9] = 50.0f, data.vertex_count = 10, data.wall_count = 11; /* at vertex 3 nothing fits, either */
    walls[10] = (hail_wall){.a = 3, .b = 9, .right = 1, .left = 0};
    cr_assert_eq(make(&map), HAIL_UNCLOSED);
    cr_assert(faults.count >= 2 && list[0].kind == HAIL_FAULT_DANGLING && list[0].wall == 10 && list[0].vertex == 9);
    cr_assert(list[1].kind == HAIL_FAULT_UNCLOSED && list[1].vertex == 3, "%s", truth_text(&list[1]));
}

static hail_sector_fault gap(uint32_t wall, uint32_t other, uint32_t vertex, uint32_t sector) {
    return (hail_sector_fault){HAIL_FAULT_UNCLOSED, wall, other, vertex, sector, 0, 0};
}

Test(sectors_faults, unclosed) {
    walls[2].right = 0; /* room 1 has a gap at both ends of it; so has room 0 */
    const hail_sector_fault one[] = {gap(1, 2, 2, 0), gap(2, 3, 3, 0)};
    hail_sectors *map;
    cr_assert(make(&map) == HAIL_UNCLOSED && faults.count == 2);
    for (int i = 0; i < 2; i++) {
        const uint32_t pair[] = {list[i].wall, list[i].other};
        cr_assert(list[i].kind == HAIL_FAULT_UNCLOSED && list[i].vertex == one[i].vertex, "%s", truth_text(&list[i]));
        cr_assert(pair[0] + pair[1] == one[i].wall + one[i].other && (pair[0] == 2 || pair[1] == 2));
        cr_assert_eq(list[i].sector, pair[0] == 2 ? 0u : 1u, "on the wall's side: %s", truth_text(&list[i]));
    }
    plan();
    data.wall_count = 9; /* the column has lost a wall */
    const hail_sector_fault open[] = {{HAIL_FAULT_DANGLING, 7, NONE, 6, NONE, 0, 0},
                                      {HAIL_FAULT_DANGLING, 8, NONE, 8, NONE, 0, 0}};
    refused(open, 2, "a loop with a gap");
    plan();
    walls[6] = (hail_wall){.a = NONE, .b = NONE}; /* one portal less: two rooms meet without a wall */
    cr_assert(make(&map) == HAIL_UNCLOSED && faults.count == 2 && list[0].vertex + list[1].vertex == 5);
    plan();
    walls[6].right = 1, walls[6].left = 0; /* the wrong way round */
    cr_assert(make(&map) == HAIL_UNCLOSED && faults.count == 4 && list[3].kind == HAIL_FAULT_UNCLOSED);
}

static void add_column(uint32_t vertex, uint32_t wall, float at_x, float at_y, uint32_t inside, uint32_t outside) {
    static const float px[] = {-10, 10, 0}, py[] = {10, 10, -10};
    for (uint32_t i = 0; i < 3; i++) {
        x[vertex + i] = at_x + px[i], y[vertex + i] = at_y + py[i];
        walls[wall + i] = (hail_wall){.a = vertex + i, .b = vertex + (i + 1) % 3, .right = outside, .left = inside};
    }
    data.vertex_count = vertex + 3, data.wall_count = wall + 3;
}

Test(sectors_faults, crossing) {
    add_column(9, 10, 150, 50, 1, 1), accepted("walls within a room");
    walls[13] = (hail_wall){.a = 9, .b = 7, .right = 1, .left = 1}, data.wall_count = 14;
    refused_for(HAIL_FAULT_CROSSING, 6, 13, NONE, NONE, "from room to room");
    plan();
    add_column(9, 10, 95, 70, NONE, 0); /* the triangle of a column across the portal */
    const hail_sector_fault two[] = {{HAIL_FAULT_CROSSING, 6, 10, NONE, NONE, 0, 0},
                                     {HAIL_FAULT_CROSSING, 6, 11, NONE, NONE, 0, 0}};
    refused(two, 2, "across the portal");
    cr_assert(fabsf(list[0].x - 100.0f) < 1.0f && fabsf(list[0].y - 80.0f) < 1.0f, "%s", truth_text(list));
    add_column(9, 10, 90, 50, NONE, 0); /* its corner touches the portal */
    refused(two, 2, "one ends on the other");
    cr_assert(list[0].x == 100.0f && list[0].y == 60.0f, "%s", truth_text(list));
    add_column(9, 10, 89, 50, NONE, 0), accepted("1 px from it");
}

Test(sectors_faults, overlap) {
    walls[10] = walls[6], data.wall_count = 11; /* twice there; round its ends neighbours differ, too */
    hail_sectors *map;
    make(&map);
    size_t overlaps = 0;
    for (size_t i = 0; i < faults.count; i++)
        overlaps += list[i].kind == HAIL_FAULT_OVERLAP && list[i].wall == 6 && list[i].other == 10;
    cr_assert_eq(overlaps, 1);
    plan();
    x[9] = 20.0f, y[9] = 0.0f, x[10] = 80.0f, y[10] = 0.0f, data.vertex_count = 11; /* along the upper side of room 0 */
    walls[10] = (hail_wall){.a = 9, .b = 10, .right = 0, .left = 0}, data.wall_count = 11;
    refused_for(HAIL_FAULT_OVERLAP, 0, 10, NONE, NONE, "one within another");
    x[10] = 120.0f, walls[10].left = walls[10].right = 1;
    make(&map);
    cr_assert(faults.count >= 2 && list[faults.count - 1].kind >= HAIL_FAULT_OVERLAP);
    x[9] = 60.0f, y[9] = 60.0f, x[10] = 50.0f, y[10] = 60.0f;
    walls[10] = (hail_wall){.a = 7, .b = 10, .right = 0, .left = 0};
    make(&map);
    for (size_t i = overlaps = 0; i < faults.count; i++)
        overlaps += list[i].kind == HAIL_FAULT_OVERLAP && list[i].wall == 7 && list[i].other == 10;
    cr_assert_eq(overlaps, 1, "back along a wall from its end");
}

/* Walls with the same sector on both sides divide nothing: they may lie anywhere, end anywhere, and name any. */
Test(sectors_faults, what_divides_nothing) {
    hail_sectors *map;
    add_column(9, 10, 150, 50, 0, 0), accepted("a ring of room 0 in room 1");
    const hail_points two = {.x = (const float[]){150.0f, 130.0f}, .y = (const float[]){50.0f, 50.0f}, .count = 2};
    uint32_t sector[2] = {7, 7};
    cr_assert_eq(make(&map), HAIL_OK);
    cr_assert(hail_sectors_find(map, &two, sector) == HAIL_OK && sector[0] == 1 && sector[1] == 1);
    hail_sectors_destroy(map);
    add_column(9, 10, 150, 50, 1, 0),
        refused_for(HAIL_FAULT_MISPLACED, NONE, NONE, 10, 1, "room 1 in room 0, in room 1");
    plan();
    add_column(9, 10, 150, 150, 1, 1), accepted("outside of everything");
    walls[13] = (hail_wall){.a = 10, .b = 3, .right = NONE, .left = NONE}, data.wall_count = 14,
    accepted("and tied to it");
    walls[13].b = 2, refused_for(HAIL_FAULT_CROSSING, 3, 13, NONE, NONE, "but not across a wall");
    plan();
    walls[10] = (hail_wall){.a = 2, .b = 4, .right = 0, .left = 0}, data.wall_count = 11;
    accepted("from corner to corner of room 1, and says room 0");
}

Test(sectors_faults, misplaced) {
    add_column(9, 10, 150, 50, NONE, 0); /* in room 1, and says that room 0 is around it */
    refused_for(HAIL_FAULT_MISPLACED, NONE, NONE, 10, 1, "an island in the wrong room");
    cr_assert(list[0].x == x[10] && list[0].y == y[10]);
    add_column(9, 10, 150, 150, NONE, 0), refused_for(HAIL_FAULT_MISPLACED, NONE, NONE, 10, NONE, "outside");
    add_column(9, 10, 20, 30, NONE, NONE), accepted("twice no sector: it divides nothing");
    add_column(9, 10, 150, 50, NONE, 1), accepted("where it should be");
    add_column(9, 10, 150, 50, 0, 1), accepted("room 0 in room 1");
    add_column(9, 10, 150, 150, 1, NONE), accepted("a part of room 1 outside");
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

Test(sectors_faults, too_little_room) {
    hail_sector_fault all[8];
    hail_sectors *map;
    walls[9].b = 9, walls[3].right = 7, x[2] = NAN, y[4] = INFINITY, y[5] = -2.0e9f;
    cr_assert_eq(make(&map), HAIL_OUT_OF_RANGE, "that of the first");
    cr_assert(faults.count >= 5 && faults.count <= 8, "%zu", faults.count);
    const hail_sector_fault_kind kinds[] = {HAIL_FAULT_NO_VERTEX, HAIL_FAULT_NO_SECTOR, HAIL_FAULT_NOT_FINITE,
                                            HAIL_FAULT_NOT_FINITE, HAIL_FAULT_TOO_FAR};
    for (int i = 0; i < 5; i++)
        cr_assert_eq(list[i].kind, kinds[i], "fault %d is %s", i, truth_text(&list[i]));
    cr_assert(list[2].vertex == 2 && list[3].vertex == 4 && list[4].vertex == 5);
    const size_t count = faults.count;
    memcpy(all, list, count * sizeof *all);
    for (size_t room = 0; room <= count; room++) {
        memset(list, 0xa5, sizeof list);
        faults = (hail_sector_faults){room == 0 ? NULL : list, room, 77};
        cr_assert_eq(make(&map), HAIL_OUT_OF_RANGE);
        cr_assert_eq(faults.count, count, "room for %zu: %zu faults", room, faults.count);
        for (size_t i = 0; i < room; i++)
            cr_assert(truth_same(&list[i], &all[i]) && list[i].vertex == all[i].vertex, "fault %zu", i);
        for (size_t i = room * sizeof *list; i < sizeof list; i++)
            cr_assert(((const unsigned char *)(const void *)list)[i] == 0xa5, "room for %zu: writes past it", room);
    }
    const hail_status status = hail_sectors_create(&options, &data, NULL, &map);
    cr_assert(status == HAIL_OUT_OF_RANGE && map == NULL, "nobody to tell");
}

Test(sectors_faults, tolerant) {
    hail_sectors *map;
    options.tolerant = true, walls[3].right = 7;
    cr_assert(make(&map) == HAIL_OUT_OF_RANGE && faults.count == 1, "what names nothing cannot be kept");
    walls[3].right = 0; /* the lower side of room 1 says that it is room 0 */
    cr_assert(make(&map) == HAIL_OK && faults.count == 2 && list[0].kind == HAIL_FAULT_UNCLOSED);
    const hail_points one = {.x = (const float[]){150.0f}, .y = (const float[]){50.0f}, .count = 1};
    uint32_t sector = 7;
    cr_assert(hail_sectors_find(map, &one, &sector) == HAIL_OK && sector == 1, "by the wall next to the right");
    hail_sectors_destroy(map);
}
