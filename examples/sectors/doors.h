/* examples/sectors/doors.h - doors that open and close. A door is a sector that is shut in the file: its ceiling is on
 * its floor. The walls into it are solid while the door is closed. */
#ifndef SECTORS_DOORS_H
#define SECTORS_DOORS_H

#include "level.h"

typedef struct door {
    uint32_t sector;
    uint32_t *walls; /* `count` of them, in doors.wall */
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

/* Finds the map's doors, and closes them. Call doors_free in any case. */
hail_status doors_make(const level *of, uint64_t seed, doors *to);
void doors_free(doors *of);

/* Opens or closes the doors whose time has come. A door does not close if one of `movers` movers is in its sector. */
hail_status doors_step(doors *of, hail_sectors *map, const uint32_t *sector, size_t movers);

#endif
