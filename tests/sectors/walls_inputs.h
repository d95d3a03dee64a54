/* tests/sectors/walls_inputs.h - random walls that may cross and end anywhere, replayable from a number; for tolerant
 * maps. */
#ifndef HAIL_TESTS_WALLS_INPUTS_H
#define HAIL_TESTS_WALLS_INPUTS_H

#include <hail/hail.h>

enum { SOUP_WALLS = 120 };

typedef struct soup {
    float x[2 * SOUP_WALLS], y[2 * SOUP_WALLS];
    hail_wall wall[SOUP_WALLS];
    uint32_t count;
} soup;

/* About (at, -at), 160 px every way; some are very long. */
void soup_make(soup *s, uint64_t *state, float at, bool lattice, bool is_long);

/* allocator: NULL for malloc. Stops the test when it is refused. */
hail_sectors *soup_map(const soup *s, float cell, const hail_allocator *allocator);

/* Doors, walls that move, come and go. */
void soup_change(hail_sectors *map, uint64_t seed);

#endif
