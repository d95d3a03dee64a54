/* engine/sectors/change.h - a change of a map, from its plan to its end. */
#ifndef HAIL_SECTORS_CHANGE_H
#define HAIL_SECTORS_CHANGE_H

#include "build.h"

/* A wall that changes, or that ends at a vertex that moves. */
typedef struct hail_changed_wall {
    hail_wall was;
    hail_segment lay; /* unless it was absent */
} hail_changed_wall;

/* A coarse cell whose list changes: its walls before, then those after it. */
typedef struct hail_changed_cell {
    uint32_t cell, before, after; /* how many walls */
    uint32_t first;               /* in `lists` */
} hail_changed_cell;

typedef struct hail_change {
    hail_sectors *map;
    const hail_sectors_edit *edit;

    hail_some walls; /* that change, ascending; their wall_stamp is `stamp` */
    hail_changed_wall *were;
    hail_point *places; /* of the edit's vertices, before */
    uint32_t stamp;
    hail_some vertices; /* where changed walls end or ended */

    hail_changed_cell *cells;
    uint32_t *lists;
    uint32_t cell_count;

    /* Walls that hang together, before or after, change in one region; all that they may enclose lies in its box. */
    hail_region *regions;
    hail_sector_box *boxes;
    uint32_t region_count;
    uint32_t *words; /* of the regions' fine cells, before, one region after the other */
} hail_change;

/* Finds the walls. False: no memory. */
bool hail_change_find(hail_change *change);

/* When vertices and walls are as they shall be: the cells and their new lists, for which there is room then; the
 * vertices, and the regions. */
bool hail_change_plan(hail_change *change);

#endif
