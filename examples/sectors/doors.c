/* examples/sectors/doors.c - finds doors, and opens and closes them with hail_sectors_set_solid. */
#include "doors.h"
#include "random.h"

#include <stdlib.h>

enum { OPEN_STEPS = 90, CLOSED_STEPS = 60 };

/* ---- Finding doors ---- */

static bool is_door(const level *of, size_t wall, uint32_t *sector) {
    const hail_wall *leaf = &of->map.walls[wall];
    if (leaf->kind != DOOM_DOOR)
        return false;
    const doom_sector *right = &of->map.sectors[leaf->right];
    *sector = right->ceiling <= right->floor ? leaf->right : leaf->left;
    return true;
}

/* next_wall[sector]: first how many walls lead into it, then where the next of them is listed. */
static void collect(const level *of, uint32_t *next_wall, doors *to) {
    uint32_t sector, next = 0;
    for (size_t i = 0; i < of->map.wall_count; i++)
        if (is_door(of, i, &sector))
            next_wall[sector]++;
    for (uint32_t i = 0; i < of->map.sector_count; i++) {
        const uint32_t walls = next_wall[i];
        next_wall[i] = next;
        if (walls > 0)
            to->list[to->count++] = (door){.sector = i, .walls = to->wall + next, .count = walls};
        next += walls;
    }
    for (size_t i = 0; i < of->map.wall_count; i++)
        if (is_door(of, i, &sector))
            to->wall[next_wall[sector]++] = (uint32_t)i;
}

static hail_status toggle(doors *of, door *what, hail_sectors *map) {
    what->closed = !what->closed;
    what->wait = (what->closed ? CLOSED_STEPS : OPEN_STEPS) + (uint32_t)(random_of(&of->random) * 60.0);
    return hail_sectors_set_solid(map, what->walls, what->count, what->closed);
}

hail_status doors_make(const level *of, uint64_t seed, doors *to) {
    uint32_t *next_wall = calloc(of->map.sector_count + 1, sizeof *next_wall);
    *to = (doors){.list = calloc(of->map.sector_count + 1, sizeof *to->list),
                  .wall = calloc(of->map.wall_count + 1, sizeof *to->wall),
                  .random = seed};
    hail_status status = HAIL_NO_MEMORY;
    if (next_wall != NULL && to->list != NULL && to->wall != NULL) {
        collect(of, next_wall, to);
        status = HAIL_OK;
    }
    for (size_t i = 0; i < to->count && status == HAIL_OK; i++)
        status = toggle(to, &to->list[i], of->sectors);
    free(next_wall);
    return status;
}

void doors_free(doors *of) {
    free(of->list);
    free(of->wall);
    *of = (doors){0};
}

/* ---- Stepping ---- */

static bool occupied(uint32_t doorway, const uint32_t *sector, size_t movers) {
    for (size_t i = 0; i < movers; i++)
        if (sector[i] == doorway)
            return true;
    return false;
}

hail_status doors_step(doors *of, hail_sectors *map, const uint32_t *sector, size_t movers) {
    hail_status status = HAIL_OK;
    for (size_t i = 0; i < of->count && status == HAIL_OK; i++) {
        door *what = &of->list[i];
        if (what->wait > 0) {
            what->wait--;
        } else if (what->closed || !occupied(what->sector, sector, movers)) {
            status = toggle(of, what, map);
            of->changes++;
        }
    }
    return status;
}
