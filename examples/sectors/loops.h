/* examples/sectors/loops.h - the loops of walls round a sector, outlines and holes, to fill it. */
#ifndef SECTORS_LOOPS_H
#define SECTORS_LOOPS_H

#include "../doom/doom.h"

typedef struct loops {
    const doom_map *map;
    uint32_t *start; /* by sector, and one more: where its sides begin in `side` */
    uint32_t *side;  /* wall * 2, and 1 more if the sector is on its left */
    uint32_t *first; /* by vertex: a side that starts there and is in no loop yet, or LOOPS_NONE */
    uint32_t *next;  /* by index in `side`: another side that starts at the same vertex */
} loops;

#define LOOPS_NONE UINT32_MAX

/* Lists the sides of every sector. Call loops_free in any case. False: no memory. */
bool loops_make(const doom_map *map, loops *to);
void loops_free(loops *of);

/* Passes the vertices of a sector's loops to `take`, one by one; `first` starts a loop. Filled by the even-odd rule the
 * loops are the sector. Walls with the sector on both sides are left out. A loop with a gap ends there. */
typedef void (*loops_taker)(void *user, uint32_t vertex, bool first);
void loops_each(loops *of, uint32_t sector, loops_taker take, void *user);

#endif
