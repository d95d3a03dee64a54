/* tests/sectors/sectors_oracle.h - maps of sectors by brute force: sectors, distances from walls, what can be reached.
 * Written from hail/sectors.h and hail/points.h alone. Signs that decide sectors are exact, distances are in double
 * precision.
 *
 * A plan is a test's own copy of a map's arrays, with lists of what lies in its rows and cells, so that brute force is
 * fast enough. */
#ifndef HAIL_TESTS_SECTORS_ORACLE_H
#define HAIL_TESTS_SECTORS_ORACLE_H

#include <hail/hail.h>

#include "outline/outline_oracle.h"

#define PLAN_TORN    (UINT32_MAX - 1) /* in more than one sector */
#define PLAN_OUTSIDE (UINT32_MAX - 1) /* no wall's side */

typedef struct plan {
    float *x, *y;
    size_t vertices;
    hail_wall *walls;
    size_t wall_count;
    uint32_t sectors;
    /* By plan_index. */
    double left, top, cell; /* px */
    size_t columns, rows;
    uint32_t *row_start, *row_wall; /* what lies in each row */
    uint32_t *cell_start, *cell_wall;
    uint32_t *crossed; /* sectors whose walls plan_sector crossed */
    uint8_t *odd;
    uint32_t *region; /* by plan_regions */
} plan;

/* Copies; a call of plan_index follows it, and every change of vertices or ends of walls. */
plan plan_copy(const hail_sector_data *data);
hail_sector_data plan_data(const plan *p);
void plan_index(plan *p, double cell);
void plan_free(plan *p);

bool plan_absent(const hail_wall *wall);
bool plan_stops(const hail_wall *wall);                 /* any mover */
bool plan_holds(const hail_wall *wall, uint32_t kinds); /* movers of these kinds */
spot plan_end(const plan *p, uint32_t wall, bool second);

/* The sector whose walls an exact ray to the right crosses an odd number of times; HAIL_NO_SECTOR, PLAN_TORN. */
uint32_t plan_sector(const plan *p, float x, float y);

/* The first wall to the right of a point, twice its number, and 1 more if it is its left side that is seen from there;
 * PLAN_OUTSIDE: there is none. */
uint32_t plan_side(const plan *p, float x, float y);
uint32_t plan_side_sector(const plan *p, uint32_t side);

/* Finds out which points movers of these kinds can go between: those with the same plan_region. */
void plan_regions(plan *p, uint32_t kinds);
uint32_t plan_region(const plan *p, float x, float y);

/* px: from a point, or a straight line, to the nearest wall that stops movers of these kinds; more than `reach` if none
 * is within that. *wall (may be NULL): which; ties go to the lowest number; HAIL_NO_WALL: none. */
double plan_gap(const plan *p, double x, double y, uint32_t kinds, double reach, uint32_t *wall);
double plan_way_to_wall(const plan *p, spot from, spot to, uint32_t wall);
double plan_gap_way(const plan *p, spot from, spot to, uint32_t kinds, double reach);

/* px: how far single precision tells coordinates of this size apart. */
double float_step(double at);
double spot_step(double x, double y); /* of the larger one */

#endif
