/* tests/queries/swarm_oracle.h - swarms of circles, and what queries find in them, by the formulas of
 * docs/arithmetic.md and a loop over all. */
#ifndef HAIL_TESTS_SWARM_ORACLE_H
#define HAIL_TESTS_SWARM_ORACLE_H

#include <hail/hail.h>

enum { SWARM_LAYERS = 3, SWARM_MOST = 9000, SWARM_RADII = 5 };

typedef struct swarm_circle {
    hail_handle handle;
    uint32_t layer, group;
    float x, y, radius;
} swarm_circle;

/* By layer, then slot. */
typedef struct swarm {
    hail_world *world;
    uint64_t state;
    float radius[SWARM_RADII];
    hail_shape shape[SWARM_RADII];
    float side; /* px: most lie from 0 to this */
    size_t count;
    swarm_circle circle[SWARM_MOST];
} swarm;

swarm *swarm_make(uint64_t seed, const char *isa);
void swarm_free(swarm *s);

/* Reads where the circles are now. */
void swarm_look(swarm *s);

typedef enum swarm_kind { SWARM_POINTS, SWARM_BOXES, SWARM_RAYS, SWARM_NEAREST, SWARM_CENTRES, SWARM_KINDS } swarm_kind;

/* One query. */
typedef struct swarm_ask {
    float x, y, dx, dy; /* boxes: from (x, y) to (x + dx, y + dy), both rounded */
    float radius;       /* of nearest; 0: any */
    uint64_t layers;    /* 0: all */
    uint32_t group;
    hail_handle except;
} swarm_ask;

/* Writes what is found, in order, to hits (SWARM_MOST of them); of matches only the body and layer. Returns how many.
 */
size_t swarm_find(const swarm *s, swarm_kind kind, const swarm_ask *ask, hail_query_hit *hits);

#endif
