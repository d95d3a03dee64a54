/* tests/sectors/sectors_town.h - random maps: towns of crooked rooms with doors, pillars, pools, fences. Sound for any
 * seed. */
#ifndef HAIL_TESTS_SECTORS_TOWN_H
#define HAIL_TESTS_SECTORS_TOWN_H

#include "sectors_oracle.h"

typedef struct town {
    uint32_t columns, rows; /* rooms */
    float side;             /* px: of a room, about */
    float x, y;             /* px: the first room's corner, about */
    uint32_t whole;         /* 1: the corners of rooms lie at whole numbers */
    uint32_t solid;         /* percent of walls between rooms */
    uint32_t kinds;         /* of walls, 1 to 32 */
} town;

/* Ready for questions: plan_index was called. */
plan town_make(const town *what, uint64_t *state);

/* One of every sort. */
town town_of(uint64_t seed);

/* A map of it, which must be accepted. */
hail_sectors *plan_map(const plan *p, const hail_sectors_options *options, const char *name);

/* Finds a point in some sector at least `gap` px from all walls that stop movers of these kinds. False: none was found.
 * */
bool plan_free_place(const plan *p, uint32_t kinds, float gap, uint64_t *state, float *x, float *y);

/* A point to ask about: anywhere, near to walls, on them, at vertices, at the same height as one. */
spot plan_spot(const plan *p, uint64_t *state);

/* A digest of bytes, continuing another one. */
uint64_t digest(uint64_t before, const void *bytes, size_t size);

#endif
