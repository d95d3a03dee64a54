/* examples/doom/own.c - the built-in map, for builds and tests without a WAD. y points down. Walls go round their
 * sectors with the inside on the right: along a room's top they lead to the right. */
#include "inside.h"

#include <string.h>

/* The sectors: LEDGE is a part of the far hall, CAGE stands in it. */
enum { HALL, DOORWAY, CORRIDOR, FAR, LEDGE, POOL, ISLAND, CAGE, CLOSET, SECTORS };

static const doom_sector OWN_SECTORS[SECTORS] = {
    [HALL] = {.floor = 0, .ceiling = 160, .light = 176},    [DOORWAY] = {.floor = 0, .ceiling = 0, .light = 144},
    [CORRIDOR] = {.floor = 0, .ceiling = 96, .light = 128}, [FAR] = {.floor = 24, .ceiling = 192, .light = 208},
    [LEDGE] = {.floor = 48, .ceiling = 192, .light = 224},  [POOL] = {.floor = -24, .ceiling = 160, .light = 160},
    [ISLAND] = {.floor = 16, .ceiling = 160, .light = 240}, [CAGE] = {.floor = 24, .ceiling = 128, .light = 112},
    [CLOSET] = {.floor = 8, .ceiling = 104, .light = 96},
};

/* px */
static const float OWN_VERTICES[][2] = {
    /* the hall */
    {64, 64},
    {480, 64},
    {480, 240},
    {480, 304},
    {480, 448},
    {320, 512},
    {64, 448},
    /* 7: the closet below it */
    {64, 560},
    {320, 560},
    /* 9: the corridor behind the doorway */
    {512, 240},
    {512, 304},
    {592, 240},
    {592, 112},
    {720, 112},
    {720, 176},
    {656, 176},
    {656, 304},
    /* 17: the far hall */
    {784, 48},
    {944, 48},
    {1008, 112},
    {1008, 336},
    {944, 400},
    {784, 400},
    {720, 336},
    /* 24: the pool, the island in it, the pillar on that */
    {256, 144},
    {368, 256},
    {256, 368},
    {144, 256},
    {208, 208},
    {304, 208},
    {304, 304},
    {208, 304},
    {240, 240},
    {272, 248},
    {248, 276},
    /* 35: the cage */
    {832, 160},
    {896, 160},
    {896, 224},
    {832, 224},
};
enum { VERTICES = sizeof OWN_VERTICES / sizeof OWN_VERTICES[0] };

#define NONE HAIL_NO_SECTOR

static const hail_wall OWN_WALLS[] = {
    {0, 1, HALL, NONE, DOOM_PLAIN, true},
    {1, 2, HALL, NONE, DOOM_PLAIN, true},
    {2, 3, HALL, DOORWAY, DOOM_DOOR, false},
    {3, 4, HALL, NONE, DOOM_PLAIN, true},
    {4, 5, HALL, NONE, DOOM_PLAIN, true},
    {5, 6, HALL, CLOSET, DOOM_BARRIER, true}, /* the window */
    {6, 0, HALL, NONE, DOOM_PLAIN, true},
    {5, 8, CLOSET, NONE, DOOM_PLAIN, true},
    {8, 7, CLOSET, NONE, DOOM_PLAIN, true},
    {7, 6, CLOSET, NONE, DOOM_PLAIN, true},
    {2, 9, DOORWAY, NONE, DOOM_PLAIN, true},
    {9, 10, DOORWAY, CORRIDOR, DOOM_DOOR, false},
    {10, 3, DOORWAY, NONE, DOOM_PLAIN, true},
    {9, 11, CORRIDOR, NONE, DOOM_PLAIN, true},
    {11, 12, CORRIDOR, NONE, DOOM_PLAIN, true},
    {12, 13, CORRIDOR, NONE, DOOM_PLAIN, true},
    {13, 14, CORRIDOR, FAR, DOOM_PLAIN, false},
    {14, 15, CORRIDOR, NONE, DOOM_PLAIN, true},
    {15, 16, CORRIDOR, NONE, DOOM_PLAIN, true},
    {16, 10, CORRIDOR, NONE, DOOM_PLAIN, true},
    {11, 15, CORRIDOR, CORRIDOR, DOOM_FENCE, false}, /* the fence */
    {13, 17, FAR, NONE, DOOM_PLAIN, true},
    {17, 18, FAR, NONE, DOOM_PLAIN, true},
    {18, 19, FAR, NONE, DOOM_PLAIN, true},
    {19, 20, FAR, NONE, DOOM_PLAIN, true},
    {20, 22, FAR, LEDGE, DOOM_PLAIN, false},
    {20, 21, LEDGE, NONE, DOOM_PLAIN, true},
    {21, 22, LEDGE, NONE, DOOM_PLAIN, true},
    {22, 23, FAR, NONE, DOOM_PLAIN, true},
    {23, 14, FAR, NONE, DOOM_PLAIN, true},
    {24, 25, POOL, HALL, DOOM_PLAIN, false},
    {25, 26, POOL, HALL, DOOM_PLAIN, false},
    {26, 27, POOL, HALL, DOOM_PLAIN, false},
    {27, 24, POOL, HALL, DOOM_PLAIN, false},
    {28, 29, ISLAND, POOL, DOOM_PLAIN, false},
    {29, 30, ISLAND, POOL, DOOM_PLAIN, false},
    {30, 31, ISLAND, POOL, DOOM_PLAIN, false},
    {31, 28, ISLAND, POOL, DOOM_PLAIN, false},
    {32, 33, NONE, ISLAND, DOOM_PLAIN, true},
    {33, 34, NONE, ISLAND, DOOM_PLAIN, true},
    {34, 32, NONE, ISLAND, DOOM_PLAIN, true},
    {35, 36, CAGE, FAR, DOOM_BARRIER, true},
    {36, 37, CAGE, FAR, DOOM_BARRIER, true},
    {37, 38, CAGE, FAR, DOOM_BARRIER, true},
    {38, 35, CAGE, FAR, DOOM_BARRIER, true},
};
enum { WALLS = sizeof OWN_WALLS / sizeof OWN_WALLS[0] };

static const doom_thing OWN_THINGS[] = {
    {112, 112, 0.0f, 1, 7, DOOM_PLAYER},     {112, 400, 0.0f, 2, 7, DOOM_PLAYER},
    {256, 168, 1.5f, 3001, 7, DOOM_MONSTER}, {280, 284, 3.0f, 3004, 7, DOOM_MONSTER},
    {624, 208, 4.5f, 9, 7, DOOM_MONSTER},    {760, 240, 3.0f, 3001, 7, DOOM_MONSTER},
    {864, 192, 3.0f, 3002, 7, DOOM_MONSTER}, {944, 360, 4.0f, 3004, 7, DOOM_MONSTER},
    {176, 530, 0.0f, 3002, 7, DOOM_MONSTER}, {960, 120, 2.0f, 2014, 7, DOOM_SOMETHING},
};
enum { THINGS = sizeof OWN_THINGS / sizeof OWN_THINGS[0] };

bool doom_own(doom_map *to, doom_error *error) {
    *to = (doom_map){.name = "OWN", .vertices = VERTICES, .wall_count = WALLS};
    *error = (doom_error){{0}};
    to->x = doom_room(VERTICES, sizeof *to->x, error);
    to->y = doom_room(VERTICES, sizeof *to->y, error);
    to->walls = doom_room(WALLS, sizeof *to->walls, error);
    to->lines = doom_room(WALLS, sizeof *to->lines, error);
    to->sectors = doom_room(SECTORS, sizeof *to->sectors, error);
    to->things = doom_room(THINGS, sizeof *to->things, error);
    if (to->x == NULL || to->y == NULL || to->walls == NULL || to->lines == NULL || to->sectors == NULL ||
        to->things == NULL) {
        doom_free(to);
        return false;
    }
    for (size_t i = 0; i < VERTICES; i++) {
        to->x[i] = OWN_VERTICES[i][0];
        to->y[i] = OWN_VERTICES[i][1];
    }
    for (uint32_t i = 0; i < WALLS; i++)
        to->lines[i].number = i;
    memcpy(to->walls, OWN_WALLS, sizeof OWN_WALLS);
    memcpy(to->sectors, OWN_SECTORS, sizeof OWN_SECTORS);
    memcpy(to->things, OWN_THINGS, sizeof OWN_THINGS);
    to->sector_count = SECTORS;
    to->thing_count = THINGS;
    return true;
}
