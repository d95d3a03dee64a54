/* engine/sectors/sector_map.h - what a map of sectors consists of, for all that read it. */
#ifndef HAIL_SECTORS_SECTOR_MAP_H
#define HAIL_SECTORS_SECTOR_MAP_H

#include <hail/sectors.h>

#include "base/check.h"
#include "kernels.h"
#include "base/memory.h"

#define NO_END UINT32_MAX

typedef struct hail_sector_box {
    float min_x, min_y, max_x, max_y; /* px */
} hail_sector_box;

enum {
    SECTORS_FINE = 4,   /* fine cells along a coarse cell's side: a power of two */
    SECTORS_SCRATCH = 8 /* buffers */
};

struct hail_sectors {
    hail_heap heap;
    bool tolerant, faulty; /* faulty: it has faults, or had some once */
    uint32_t vertex_count, wall_count, sector_count;
    hail_buffer x, y;   /* float by vertex; what is nearer to 0 than HAIL_TINY is 0 */
    hail_buffer walls;  /* hail_wall by number */
    hail_buffer around; /* u32 by vertex: the first of the wall ends there, wall * 2 + (0 at a, 1 at b), or NO_END */
    hail_buffer next;   /* u32 by wall end: the next one at its vertex, in ascending order */

    hail_sector_box box;  /* that walls must lie in */
    hail_sector_box laid; /* that walls lie in now: that box, or a part of it; the grids are a little larger */
    uint32_t laid_walls;  /* how many walls there were then */
    uint32_t walls_now;   /* how many there are, without absent ones */
    float given_cell;     /* px: the option */
    hail_walls_view view; /* the grids; hail_sectors_view adds what they list */
    float margin;         /* px: a wall or side is listed in all cells that are this near to it */

    /* The blocks of coarse cells lie one after another. A cell that outgrows its blocks moves to the end. If there is
     * no room there, all blocks are packed, so that abandoned ones cost little. */
    hail_buffer wall_cells;  /* hail_wall_cell by coarse cell */
    hail_buffer wall_room;   /* u32 by coarse cell: how many blocks it has */
    hail_buffer wall_blocks; /* block 0 belongs to no cell */
    uint32_t blocks_used;

    /* The lists of fine cells likewise. The word before a list is its capacity in words. */
    hail_buffer side_cells; /* u32 by fine cell */
    hail_buffer sides;      /* words */
    uint32_t sides_used;

    uint64_t version;
    uint64_t digest; /* the sum of hail_wall_digest and hail_vertex_digest of all */

    hail_buffer wall_stamp, vertex_stamp; /* u32 by number: `stamp` if it was visited */
    hail_buffer island;                   /* u32 by vertex: union and find, during the search for islands */
    uint32_t stamp;
    hail_buffer scratch[SECTORS_SCRATCH]; /* of a change (change.c); kept, so that most changes allocate nothing */
    hail_buffer edit;                     /* what a restored image changes; kept likewise */
};

static inline const hail_wall *sectors_wall(const hail_sectors *map, uint32_t wall) {
    return (const hail_wall *)map->walls.data + wall;
}
static inline const float *sectors_x(const hail_sectors *map) { return map->x.data; }
static inline const float *sectors_y(const hail_sectors *map) { return map->y.data; }
static inline bool wall_absent(const hail_wall *wall) { return wall->a == HAIL_NO_VERTEX; }
static inline bool wall_outer(const hail_wall *wall) {
    return wall->right == HAIL_NO_SECTOR || wall->left == HAIL_NO_SECTOR;
}
static inline bool wall_stops(const hail_wall *wall) { return wall->solid || wall_outer(wall); }

/* The map as the kernels read it. */
hail_walls_view hail_sectors_view(const hail_sectors *map);

/* Finds the sector of a point in exact arithmetic, by the boundary rule of hail/points.h. Slow. */
uint32_t hail_sectors_find_exact(const hail_sectors *map, float x, float y);

/* Finds the sectors of `count` points, which were checked before. */
void hail_sectors_locate(const hail_sectors *map, const hail_kernels *kernels, const float *x, const float *y,
                         uint32_t count, uint32_t *sector);

/* A bit set of kinds; 0 stands for every kind. */
static inline uint32_t kinds_bits(uint32_t kinds) { return kinds ? kinds : UINT32_MAX; }

#endif
