/* tests/robust/fixture.h - what every call of the test `robust` starts from: one small object of each kind, the same
 * each time. */
#ifndef HAIL_TESTS_FIXTURE_H
#define HAIL_TESTS_FIXTURE_H

#include <hail/hail.h>

#include "robust.h"

enum { FEW = 5 }; /* bodies, points, pairs, movers, ... */

/* The world has two layers with all columns, bodies of four kinds of shapes, all rules, the map of tiles and the map of
 * sectors, and did one step. */
typedef struct fixture {
    hail_error *error; /* pieces */
    hail_context *context;
    hail_tileset *tiles;
    hail_tilemap *map;
    hail_spriteset *sprites;
    hail_sectors *sectors;
    hail_world *world;
    hail_shapeset *shapes;                           /* the world's */
    hail_shape circle, box, compound, sprite, spare; /* no body has the last */
    hail_handle handles[2 * FEW];                    /* layer 0, layer 1 */
    hail_convex convex[2];
    uint32_t stone;
} fixture;

extern fixture f;

/* Makes all of it anew, in memory that the next call frees. Aborts if a call fails. */
void fixture_make(void);

/* A digest of all objects, as the public calls see them, and of one more step, which sees the rest. Takes that step. */
uint64_t fixture_digest(void);

/* How many blocks of the fixture's allocator are in use. */
size_t fixture_blocks(void);

/* Steps the world, as a game does after any call. */
void fixture_step(void);

/* A hail_contacts_fn. */
void look_at_contacts(const hail_contact *contacts, size_t count, void *user);

#endif
