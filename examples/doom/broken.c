/* examples/doom/broken.c - doom-broken: a WAD of two rooms is read as it was made; with any byte damaged, or cut off
 * anywhere, it is read or refused. Most useful under sanitizers. */
#define _POSIX_C_SOURCE 200809L
#include "doom.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_BYTES = 2048, NO_SIDE = 0xffff, LEAF = 0x8000 };

#define MARKER UINT32_MAX /* the offset of a lump without bytes */

typedef struct draft {
    uint8_t bytes[MAX_BYTES];
    size_t size;
} draft;

static void put(draft *to, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++)
        to->bytes[to->size++] = (uint8_t)(value >> 8 * i);
}

static void put_text(draft *to, const char *text, size_t size) {
    for (size_t i = 0; i < size; i++)
        to->bytes[to->size++] = (uint8_t)(i < strlen(text) ? text[i] : '\0');
}

static void put_halves(draft *to, const int *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        put(to, (uint32_t)values[i], 2);
}

/* ---- The map: a room from (-64, 0) to (0, 128), y up, beside another one from (0, 0) to (64, 128) ---- */

/* The last line is the one before it, reversed. */
static const int THINGS[2][5] = {{-32, 32, 90, 1, 7}, {32, 96, 180, 3001, 7}};
static const int VERTICES[7][2] = {{-64, 0}, {-64, 128}, {0, 128}, {64, 128}, {64, 0}, {0, 0}, {0, 128}};
static const int LINES[8][7] = {{0, 1, 1, 0, 0, 0, NO_SIDE}, {1, 2, 1, 0, 0, 1, NO_SIDE}, {6, 3, 1, 0, 0, 2, NO_SIDE},
                                {3, 4, 1, 0, 0, 3, NO_SIDE}, {4, 5, 1, 0, 0, 4, NO_SIDE}, {5, 0, 1, 0, 0, 5, NO_SIDE},
                                {5, 2, 6, 1, 9, 6, 7},       {6, 5, 4, 0, 0, 7, 6}};
static const int SIDES[8] = {0, 0, 1, 1, 1, 0, 1, 0}; /* sectors */
static const int SEGS[8][6] = {{0, 1, 0, 0, 0, 0}, {1, 2, 0, 1, 0, 0}, {5, 0, 0, 5, 0, 0}, {2, 5, 0, 6, 1, 0},
                               {2, 3, 0, 2, 0, 0}, {3, 4, 0, 3, 0, 0}, {4, 5, 0, 4, 0, 0}, {5, 2, 0, 6, 0, 0}};
static const int LEAVES[2][2] = {{4, 0}, {4, 4}};
static const int NODE[14] = {0, 0, 0, 128, 128, 0, 0, 64, 128, 0, -64, 0, LEAF | 1, LEAF};
static const int FLOORS[2][2] = {{0, 128}, {8, 8}}; /* floor and ceiling: the second room is shut */

enum { LUMPS = 9 };
typedef struct lump {
    const char *name;
    size_t at, size;
} lump;

static void put_side(draft *to, int sector) {
    put(to, 0, 4);
    put_text(to, "-", 8);
    put_text(to, "-", 8);
    put_text(to, "WALL", 8);
    put(to, (uint32_t)sector, 2);
}

static void put_sector(draft *to, const int *heights) {
    put_halves(to, heights, 2);
    put_text(to, "FLOOR", 8);
    put_text(to, "CEIL", 8);
    put(to, 160, 2);
    put(to, 3, 2);
    put(to, 9, 2);
}

static void begin(draft *to, lump *list, size_t number, const char *name) {
    list[number] = (lump){.name = name, .at = to->size};
    if (number > 0)
        list[number - 1].size = to->size - list[number - 1].at;
}

static void put_lumps(draft *to, lump *list) {
    begin(to, list, 0, "E1M1");
    begin(to, list, 1, "THINGS");
    put_halves(to, THINGS[0], 10);
    begin(to, list, 2, "LINEDEFS");
    put_halves(to, LINES[0], 56);
    begin(to, list, 3, "SIDEDEFS");
    for (int i = 0; i < 8; i++)
        put_side(to, SIDES[i]);
    begin(to, list, 4, "VERTEXES");
    put_halves(to, VERTICES[0], 14);
    begin(to, list, 5, "SEGS");
    put_halves(to, SEGS[0], 48);
    begin(to, list, 6, "SSECTORS");
    put_halves(to, LEAVES[0], 4);
    begin(to, list, 7, "NODES");
    put_halves(to, NODE, 14);
    begin(to, list, 8, "SECTORS");
    put_sector(to, FLOORS[0]);
    put_sector(to, FLOORS[1]);
    list[8].size = to->size - list[8].at;
}

static void put_wad(draft *to) {
    lump list[LUMPS];
    put_text(to, "PWAD", 4);
    put(to, LUMPS, 4);
    put(to, 0, 4); /* the directory's place, known later */
    put_lumps(to, list);
    const size_t directory = to->size;
    for (int i = 0; i < LUMPS; i++) {
        put(to, list[i].size > 0 ? (uint32_t)list[i].at : MARKER, 4);
        put(to, (uint32_t)list[i].size, 4);
        put_text(to, list[i].name, 8);
    }
    to->bytes[8] = (uint8_t)directory;
    to->bytes[9] = (uint8_t)(directory >> 8);
}

/* ---- Reading it ---- */

/* Returns how many maps were read; -1: the WAD was refused; -2: an error of this test's machine, or in a message. */
static int read_all(const char *path, const draft *from, doom_map *first) {
    doom_wad wad;
    doom_error error;
    int good = 0;
    FILE *file = fopen(path, "wb");
    const bool written = file != NULL && fwrite(from->bytes, 1, from->size, file) == from->size;
    if (file == NULL || fclose(file) != 0 || !written)
        return -2;
    if (!doom_open(path, &wad, &error))
        return strstr(error.text, path) != NULL ? -1 : -2;
    for (size_t i = 0; i < wad.maps && good >= 0; i++) {
        doom_map one;
        char name[WAD_NAME + 1];
        doom_name(&wad, i, name);
        if (doom_read(&wad, i, &one, &error)) {
            good++;
            doom_where(&one, 31.5, -16.25);
        } else if (strncmp(error.text, name, strlen(name)) != 0) {
            good = -2;
        }
        if (i == 0 && first != NULL)
            *first = one;
        else
            doom_free(&one);
    }
    doom_close(&wad);
    return good;
}

static bool same_wall(const hail_wall *a, hail_wall b) {
    return a->a == b.a && a->b == b.b && a->right == b.right && a->left == b.left && a->kind == b.kind &&
           a->solid == b.solid;
}

static bool right_walls(const doom_map *map) {
    return map->vertices == 7 && map->x[1] == -64.0f && map->y[1] == -128.0f && map->wall_count == 7 &&
           map->duplicates == 1 && same_wall(&map->walls[2], (hail_wall){2, 3, 1, HAIL_NO_SECTOR, DOOM_PLAIN, true}) &&
           same_wall(&map->walls[6], (hail_wall){5, 2, 1, 0, DOOM_DOOR, false}) && map->lines[6].number == 6 &&
           map->lines[6].flags == 6 && map->lines[6].special == 1 && map->lines[6].tag == 9;
}

static bool right_rest(const doom_map *map) {
    const doom_thing *thing = map->things;
    return strcmp(map->name, "E1M1") == 0 && map->sector_count == 2 && map->sectors[1].floor == 8 &&
           map->sectors[0].ceiling == 128 && map->sectors[1].light == 160 && map->thing_count == 2 &&
           thing[0].y == -32.0f && thing[0].angle > 4.71f && thing[0].angle < 4.72f && thing[0].who == DOOM_PLAYER &&
           thing[1].type == 3001 && thing[1].who == DOOM_MONSTER;
}

static bool right_places(const doom_map *map) {
    const doom_place left = doom_where(map, -10.0, -5.0), right = doom_where(map, 3.0, -120.0);
    return left.sector == 0 && left.trusted && left.margin == 10.0 && right.sector == 1 && right.trusted &&
           right.margin == 3.0;
}

static bool as_made(const char *path, const draft *whole) {
    doom_map map = {0};
    const bool good = read_all(path, whole, &map) == 1 && right_walls(&map) && right_rest(&map) && right_places(&map);
    doom_free(&map);
    return good || (puts("the WAD as it was made is read wrongly"), false);
}

static bool damaged(const char *path, const draft *whole, size_t *refused) {
    static const uint8_t VALUES[] = {0, 1, 127, 128, 254, 255};
    draft copy = *whole;
    int got = 0;
    for (copy.size = 0; copy.size < whole->size && got >= -1; copy.size++) {
        got = read_all(path, &copy, NULL);
        *refused += got < 1;
    }
    for (size_t i = 0; i < whole->size && got >= -1; i++) {
        for (size_t v = 0; v < sizeof VALUES && got >= -1; v++) {
            copy.bytes[i] = VALUES[v];
            got = read_all(path, &copy, NULL);
            *refused += got < 1;
        }
        copy.bytes[i] = whole->bytes[i];
    }
    return got >= -1 || (puts("a message without the file's or the map's name, or no room for the file"), false);
}

int main(void) {
    static draft whole;
    char path[] = "/tmp/hail-doom-XXXXXX";
    size_t refused = 0;
    const int file = mkstemp(path);
    if (file < 0)
        return EXIT_FAILURE;
    close(file);
    put_wad(&whole);
    const bool good = as_made(path, &whole) && damaged(path, &whole, &refused);
    remove(path);
    printf("%zu damaged WADs refused\n", refused);
    return good && refused > whole.size ? EXIT_SUCCESS : EXIT_FAILURE;
}
