/* engine/sectors/sector_map.h - maps of sectors from the inside. */
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

enum { SECTORS_FINE = 4, SECTORS_WORK = 8 }; /* fine cells to a coarse cell's side: a power of two */

struct hail_sectors {
    hail_heap heap;
    bool tolerant, faulty; /* faulty: it is at fault, or was once */
    uint32_t vertex_count, wall_count, sector_count;
    hail_buffer x, y;   /* float by vertex; numbers nearer to 0 than HAIL_TINY are 0 */
    hail_buffer walls;  /* hail_wall by number */
    hail_buffer around; /* u32 by vertex: the first of the wall ends there, wall * 2 + (0 at a, 1 at b), or NO_END */
    hail_buffer next;   /* u32 by wall end: the next one at its vertex, in ascending order */

    hail_sector_box box;         /* what walls may lie in; the grids are a little larger */
    hail_grid_layout grid, fine; /* coarse cells and fine ones, in which they are cut exactly */
    uint32_t columns, rows;      /* of coarse cells */
    float max_x, max_y;          /* px: the grids' end */
    float cell;                  /* px: a coarse cell */
    float tolerance;             /* px: more than rounding comes to */
    float margin;                /* px: a wall or side is listed in cells that are that near */

    /* Blocks of coarse cells lie one after the other; a cell that outgrows its place moves to the end. When there is no
     * room at the end, all is packed, so that what cells left behind costs little. */
    hail_buffer wall_cells;  /* hail_wall_cell by coarse cell */
    hail_buffer wall_room;   /* u32 by coarse cell: blocks of its place */
    hail_buffer wall_blocks; /* block 0 is nobody's */
    uint32_t blocks_used;
    uint32_t entries; /* of all coarse cells together */

    /* Lists of fine cells likewise; before each a word says how many words more its place has. */
    hail_buffer side_cells; /* u32 by fine cell */
    hail_buffer sides;      /* words */
    uint32_t sides_used;

    uint64_t version;

    hail_buffer wall_stamp, vertex_stamp; /* u32 by number: `stamp` if it was seen to */
    hail_buffer island;                   /* u32 by vertex: union and find, while islands are looked for */
    uint32_t stamp;
    hail_buffer work[SECTORS_WORK]; /* what a change works with (change.c); kept, so that most allocate nothing */
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

/* A map as the kernels see it. */
hail_walls_view hail_sectors_view(const hail_sectors *map);

/* The sector of a point, in exact arithmetic, by the rule of hail/points.h. Slow. */
uint32_t hail_sectors_exactly(const hail_sectors *map, float x, float y);

/* sector[i] of `count` points (at most UINT32_MAX), which were checked. */
void hail_sectors_locate(const hail_sectors *map, const hail_kernels *kernels, const float *x, const float *y,
                         uint32_t count, uint32_t *sector);

/* The bits that kinds stand for. */
static inline uint32_t kinds_bits(uint32_t kinds) { return kinds ? kinds : UINT32_MAX; }

#endif
