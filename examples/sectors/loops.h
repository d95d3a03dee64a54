/* loops.h - the loops of walls around a sector, to be filled: outlines and holes alike. */
#ifndef SECTORS_LOOPS_H
#define SECTORS_LOOPS_H

#include "../doom/doom.h"

typedef struct loops {
    const doom_map *map;
    uint32_t *start; /* by sector, and one more: where its sides begin in `side` */
    uint32_t *side;  /* wall * 2, and 1 more if the sector is on its left */
    uint32_t *first; /* by vertex: a side that starts there and that no loop has yet, or LOOPS_NONE */
    uint32_t *next;  /* by place in `side`: another one */
} loops;

#define LOOPS_NONE UINT32_MAX

/* False: no memory. loops_free gives it back either way. */
bool loops_make(const doom_map *map, loops *to);
void loops_free(loops *of);

/* Gives the vertices of a sector's loops to `take`, one after the other; `first` starts a loop. Walls with the sector
 * on both sides are no part of one. Filled by the even-odd rule they are the sector, in whichever order walls are taken
 * where more than two meet. A loop with a gap ends at it. */
typedef void (*loops_taker)(void *user, uint32_t vertex, bool first);
void loops_each(loops *of, uint32_t sector, loops_taker take, void *user);

#endif
