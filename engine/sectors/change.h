/* engine/sectors/change.h - one change of a map: what it changes, and how all of it was before. */
#ifndef HAIL_SECTORS_CHANGE_H
#define HAIL_SECTORS_CHANGE_H

#include "build.h"

/* A wall as it was before it changed, or before a vertex that it ends at moved. */
typedef struct hail_old_wall {
    hail_wall wall;
    hail_segment segment; /* unless it was absent */
} hail_old_wall;

/* A coarse cell whose list changes. Its walls before, then its walls after, lie in `lists`. */
typedef struct hail_changed_cell {
    uint32_t cell, before, after; /* how many walls */
    uint32_t first;               /* in `lists` */
} hail_changed_cell;

typedef struct hail_change {
    hail_sectors *map;
    const hail_sectors_edit *edit;

    hail_index_set walls; /* changed walls, ascending; their wall_stamp is `stamp` */
    hail_old_wall *old_walls;
    hail_point *old_points; /* of the edit's vertices */
    uint32_t stamp;
    hail_index_set vertices; /* that changed walls end at, or ended at before */

    hail_changed_cell *cells;
    uint32_t *lists;
    uint32_t cell_count;

    /* Connected changed walls, before or after, share a region. All that they may enclose lies in its box. */
    hail_region *regions;
    hail_sector_box *boxes;
    uint32_t region_count;
    uint32_t *old_words; /* of the regions' fine cells, one region after another */
} hail_change;

/* Lists the walls that change, and saves them and the vertices. False: no memory. */
bool hail_change_find(hail_change *change);

/* Changes a map, or finds faults and leaves it as it was: HAIL_OK, HAIL_UNCLOSED or HAIL_NO_MEMORY. */
hail_status hail_sectors_apply(hail_sectors *map, const hail_sectors_edit *edit, hail_fault_collector *collector);

/* Makes a wall, by its number, that is not absent solid or not. */
void hail_sectors_put_solid(hail_sectors *map, uint32_t number, bool solid);

/* Finds the cells that change and their new lists, the vertices and the regions. The map's vertices and walls are the
 * new ones already. Reserves room for the lists. False: no memory. */
bool hail_change_plan(hail_change *change);

#endif
