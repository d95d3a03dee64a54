/* doors.h - doors that open and close while the game runs. A door is a sector that is shut in the file; the walls into
 * it are solid while it is. */
#ifndef SECTORS_DOORS_H
#define SECTORS_DOORS_H

#include "level.h"

typedef struct door {
    uint32_t sector;
    uint32_t *walls; /* `count`, in doors' wall */
    size_t count;
    uint32_t wait; /* steps before it opens or closes */
    bool closed;
} door;

typedef struct doors {
    door *list;
    size_t count;
    uint32_t *wall; /* of all doors, by door */
    size_t changes; /* how often one opened or closed */
    uint64_t random;
} doors;

/* Finds the map's doors and closes them. doors_free gives them back either way. */
hail_status doors_make(const level *of, uint64_t seed, doors *to);
void doors_free(doors *of);

/* One step: some open or close. sector: where each of `movers` movers is: on nobody a door closes. */
hail_status doors_step(doors *of, hail_sectors *map, const uint32_t *sector, size_t movers);

#endif
