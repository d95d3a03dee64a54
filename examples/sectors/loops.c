/* examples/sectors/loops.c - follows the walls round a sector. */
#include "loops.h"

#include <stdlib.h>
#include <string.h>

static uint32_t sector_of(const loops *of, uint32_t side) {
    const hail_wall *wall = &of->map->walls[side / 2];
    return wall->right == wall->left ? HAIL_NO_SECTOR : side % 2 == 0 ? wall->right : wall->left;
}

/* The vertex that a side starts at, going round its sector with the inside on the right. */
static uint32_t from_of(const loops *of, uint32_t side) {
    const hail_wall *wall = &of->map->walls[side / 2];
    return side % 2 == 0 ? wall->a : wall->b;
}

static uint32_t to_of(const loops *of, uint32_t side) { return from_of(of, side ^ 1); }

bool loops_make(const doom_map *map, loops *to) {
    const uint32_t sides = (uint32_t)map->wall_count * 2;
    *to = (loops){.map = map,
                  .start = calloc(map->sector_count + 2, sizeof *to->start),
                  .side = calloc(sides + 1, sizeof *to->side),
                  .first = calloc(map->vertices + 1, sizeof *to->first),
                  .next = calloc(sides + 1, sizeof *to->next)};
    if (to->start == NULL || to->side == NULL || to->first == NULL || to->next == NULL)
        return false;
    memset(to->first, 0xff, map->vertices * sizeof *to->first);
    /* A counting sort. Counts go two entries further, so that after the second pass each sector's start is in its
     * entry. */
    for (uint32_t side = 0; side < sides; side++)
        if (sector_of(to, side) != HAIL_NO_SECTOR)
            to->start[sector_of(to, side) + 2]++;
    for (size_t i = 2; i < map->sector_count + 2; i++)
        to->start[i] += to->start[i - 1];
    for (uint32_t side = 0; side < sides; side++)
        if (sector_of(to, side) != HAIL_NO_SECTOR)
            to->side[to->start[sector_of(to, side) + 1]++] = side;
    return true;
}

void loops_free(loops *of) {
    free(of->start);
    free(of->side);
    free(of->first);
    free(of->next);
    *of = (loops){0};
}

/* Takes a side that starts at a vertex and is in no loop yet; LOOPS_NONE: there is none. */
static uint32_t take_side(loops *of, uint32_t vertex) {
    const uint32_t place = of->first[vertex];
    if (place == LOOPS_NONE)
        return LOOPS_NONE;
    of->first[vertex] = of->next[place];
    return of->side[place];
}

void loops_each(loops *of, uint32_t sector, loops_taker take, void *user) {
    const uint32_t begin = of->start[sector], end = of->start[sector + 1];
    for (uint32_t i = begin; i < end; i++) {
        uint32_t *first = &of->first[from_of(of, of->side[i])];
        of->next[i] = *first;
        *first = i;
    }
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t vertex = from_of(of, of->side[i]);
        uint32_t side = take_side(of, vertex);
        if (side != LOOPS_NONE)
            take(user, vertex, true);
        for (; side != LOOPS_NONE; side = take_side(of, to_of(of, side)))
            take(user, to_of(of, side), false);
    }
}
