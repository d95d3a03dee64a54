/* examples/doom/walls.c - reads a map's vertices, and makes walls of its lines.
 *
 * A line's right side is on the right hand when walking from its first vertex to its second, with y up. Negating y
 * changes numbers, not the picture: with y down, a turn from +x towards +y still leads to the right hand. So it is the
 * wall's right side, too. */
#include "inside.h"

#include <stdlib.h>
#include <string.h>

enum { ML_BLOCKING = 1, ML_BLOCKMONSTERS = 2 };

static int by_key(const void *a, const void *b) {
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* ---- Vertices ---- */

/* first[i]: the lowest vertex at the same point as vertex i. Walls that meet must share a vertex. */
static bool merge(const doom_raw *raw, uint32_t *first, doom_error *error) {
    const size_t count = raw->vertices.count;
    uint64_t *key = doom_room(count, sizeof *key, error);
    if (key == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        key[i] = (uint64_t)wad_word(raw->vertices.bytes + i * DOOM_VERTEX_BYTES) << 32 | i;
    qsort(key, count, sizeof *key, by_key);
    for (size_t i = 0; i < count; i++) {
        const uint32_t number = (uint32_t)key[i];
        const bool again = i > 0 && key[i] >> 32 == key[i - 1] >> 32;
        first[number] = again ? first[(uint32_t)key[i - 1]] : number;
    }
    free(key);
    return true;
}

static bool read_vertices(const doom_raw *raw, doom_map *to, doom_error *error) {
    to->x = doom_room(raw->vertices.count, sizeof *to->x, error);
    to->y = doom_room(raw->vertices.count, sizeof *to->y, error);
    if (to->x == NULL || to->y == NULL)
        return false;
    to->vertices = raw->vertices.count;
    for (size_t i = 0; i < to->vertices; i++) {
        const uint8_t *from = raw->vertices.bytes + i * DOOM_VERTEX_BYTES;
        to->x[i] = (float)wad_short(from);
        to->y[i] = (float)-wad_short(from + 2);
    }
    return true;
}

/* ---- Walls ---- */

static bool shut(const doom_map *map, uint32_t sector) {
    return map->sectors[sector].ceiling <= map->sectors[sector].floor;
}

static doom_kind kind(const doom_map *map, const hail_wall *wall, uint32_t flags) {
    if (wall->right == HAIL_NO_SECTOR || wall->left == HAIL_NO_SECTOR)
        return DOOM_PLAIN;
    if ((flags & ML_BLOCKING) != 0)
        return DOOM_BARRIER;
    if (shut(map, wall->right) != shut(map, wall->left))
        return DOOM_DOOR;
    return (flags & ML_BLOCKMONSTERS) != 0 ? DOOM_FENCE : DOOM_PLAIN;
}

static void set_kind(const doom_map *map, hail_wall *wall, uint32_t flags) {
    const doom_kind what = kind(map, wall, flags);
    wall->kind = (uint8_t)what;
    wall->solid = what == DOOM_BARRIER || wall->right == HAIL_NO_SECTOR || wall->left == HAIL_NO_SECTOR;
}

static bool read_wall(const doom_raw *raw, size_t line, const uint32_t *first, hail_wall *to, doom_error *error) {
    const uint8_t *from = doom_line_bytes(raw, line);
    const uint32_t end[2] = {wad_half(from), wad_half(from + 2)};
    for (int i = 0; i < 2; i++)
        if (end[i] >= raw->vertices.count)
            return file_fail(error, "line %zu names vertex %u of %zu", line, end[i], raw->vertices.count);
    *to = (hail_wall){.a = first[end[0]],
                      .b = first[end[1]],
                      .right = doom_side_sector(raw, line, 0),
                      .left = doom_side_sector(raw, line, 1)};
    return true;
}

static bool read_lines(const doom_raw *raw, const uint32_t *first, doom_map *to, doom_error *error) {
    to->walls = doom_room(raw->lines.count, sizeof *to->walls, error);
    to->lines = doom_room(raw->lines.count, sizeof *to->lines, error);
    if (to->walls == NULL || to->lines == NULL)
        return false;
    for (size_t line = 0; line < raw->lines.count; line++) {
        const uint8_t *from = doom_line_bytes(raw, line);
        if (!read_wall(raw, line, first, &to->walls[line], error))
            return false;
        set_kind(to, &to->walls[line], wad_half(from + 4));
        to->lines[line] = (doom_line){.number = (uint32_t)line,
                                      .flags = (uint16_t)wad_half(from + 4),
                                      .special = (uint16_t)wad_half(from + 6),
                                      .tag = (uint16_t)wad_half(from + 8)};
    }
    to->wall_count = raw->lines.count;
    return true;
}

/* ---- Duplicates ---- */

/* Joins two walls between the same points. If they name the same sector between them, it is dropped, and the wall gets
 * their outer sectors. Else the first one stays as it is. */
static void join(const doom_map *map, size_t kept, size_t other) {
    hail_wall *wall = &map->walls[kept];
    const hail_wall *same = &map->walls[other];
    const bool along = wall->a == same->a;
    const uint32_t right = along ? same->right : same->left, left = along ? same->left : same->right;
    const bool before = left == wall->right, behind = right == wall->left;
    if (before && !behind)
        wall->right = right;
    if (behind && !before)
        wall->left = left;
    set_kind(map, wall, map->lines[kept].flags | map->lines[other].flags);
}

/* first[i]: the first wall between the same vertices. */
static void compare(const doom_map *map, uint64_t *key, uint32_t *first) {
    for (size_t i = 0; i < map->wall_count; i++) {
        const uint64_t a = map->walls[i].a, b = map->walls[i].b;
        key[i] = (a < b ? a << 16 | b : b << 16 | a) << 32 | i;
    }
    qsort(key, map->wall_count, sizeof *key, by_key);
    for (size_t i = 0; i < map->wall_count; i++) {
        const bool again = i > 0 && key[i] >> 32 == key[i - 1] >> 32;
        first[(uint32_t)key[i]] = again ? first[(uint32_t)key[i - 1]] : (uint32_t)key[i];
    }
}

/* Makes one wall of those between the same vertices. */
static bool drop_duplicates(doom_map *of, doom_error *error) {
    uint64_t *key = doom_room(of->wall_count, sizeof *key, error);
    uint32_t *first = doom_room(of->wall_count, sizeof *first, error);
    const bool good = key != NULL && first != NULL;
    if (good) {
        size_t kept = 0;
        compare(of, key, first);
        for (size_t i = 0; i < of->wall_count; i++)
            if (first[i] != i)
                join(of, first[i], i);
        for (size_t i = 0; i < of->wall_count; i++)
            if (first[i] == i) {
                of->walls[kept] = of->walls[i];
                of->lines[kept++] = of->lines[i];
            }
        of->duplicates = of->wall_count - kept;
        of->wall_count = kept;
    }
    free(key);
    free(first);
    return good;
}

bool doom_read_walls(const doom_raw *raw, doom_map *to, doom_error *error) {
    if (raw->lines.count == 0)
        return file_fail(error, "no lines");
    uint32_t *first = doom_room(raw->vertices.count, sizeof *first, error);
    const bool good = first != NULL && merge(raw, first, error) && read_vertices(raw, to, error) &&
                      read_lines(raw, first, to, error) && drop_duplicates(to, error);
    free(first);
    return good;
}
