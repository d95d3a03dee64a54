/* tests/sectors/sectors_inputs.h - random sound maps, replayable from a number: a bent grid, cut into areas of any
 * form, with islands in it, islands in those, walls within sectors, and absent walls. Coordinates are whole numbers,
 * unless the map is rotated. And the right answers by brute force, written from hail/sectors.h alone. */
#ifndef HAIL_TESTS_SECTORS_INPUTS_H
#define HAIL_TESTS_SECTORS_INPUTS_H

#include "points/points_oracle.h"

/* One star in the middle of a cell: its vertices follow one another, and so do its walls. The first side of a wall is
 * what lies around it. */
typedef struct chart_island {
    uint32_t vertex, wall, count; /* of both */
    uint32_t cell, within;        /* the island right around it; UINT32_MAX: none */
} chart_island;

/* A test's own copy of a map's arrays. */
typedef struct chart {
    float *x, *y;
    hail_wall *walls;
    uint32_t vertices, wall_count, sectors;
    chart_island *islands;
    uint32_t island_count;
    uint32_t side;   /* cells of the grid, each way */
    float step;      /* px: of its cells */
    uint8_t *parity; /* sectors of them, all 0 between calls */
} chart;

typedef struct chart_choice {
    uint32_t side;    /* cells each way */
    uint32_t merged;  /* of 100 cells: belong to a neighbour's sector */
    uint32_t cut;     /* of 100 cells: two triangles */
    uint32_t voids;   /* of 100 cells: no sector */
    uint32_t inner;   /* of 100 edges within a sector: a wall with the same sector on both sides */
    uint32_t islands; /* of 100 cells: have islands */
    uint32_t solid;   /* of 100 walls */
    uint32_t absent;  /* absent walls, and as many vertices */
    float step, x, y; /* px: of cells; where the grid begins */
    bool straight;    /* not bent: many walls are horizontal, and on lines */
    bool turned;      /* rotated, so that coordinates are any numbers */
} chart_choice;

chart_choice chart_choose(uint64_t seed, uint32_t most_side);
chart *chart_make(uint64_t seed, const chart_choice *choice);
chart *chart_copy(const chart *of);
void chart_free(chart *c);

hail_sector_data chart_data(const chart *c);

/* px: the middle of a cell. */
spot chart_middle(const chart *c, uint32_t cell);

bool chart_present(const chart *c, uint32_t wall);
bool chart_stops(const hail_wall *wall);
spot chart_a(const chart *c, uint32_t wall);
spot chart_b(const chart *c, uint32_t wall);

/* Which sector holds a point: that whose own walls a ray to the right crosses an odd number of times; over all of them.
 * UINT32_MAX - 1: several do. */
uint32_t chart_sector(const chart *c, float x, float y);

/* The nearest wall to the right of a point that divides sectors; HAIL_NO_WALL: there is none. Walls whose number in
 * `group` is `but` are left out; it may be NULL. */
uint32_t chart_wall_right(const chart *c, float x, float y, const uint32_t *group, uint32_t but);

/* The sector by that wall alone. */
uint32_t chart_sector_right(const chart *c, float x, float y);

/* The nearest wall; ties go to the lowest number. HAIL_NO_WALL and an infinite distance: there is none. */
oracle_place chart_nearest(const chart *c, float x, float y, const hail_wall_filter *filter);

/* Points anywhere over the map and around it, on vertices, on walls, level with vertices, near all these. */
void chart_dots(const chart *c, uint64_t *state, size_t count, float *x, float *y);

/* For messages: lasts until the next call. */
const char *chart_text(uint64_t seed, const chart *c);

#endif
