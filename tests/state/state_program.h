/* tests/state/state_program.h - random programs that depend on nothing but the world's state and a number: two worlds
 * of the same state stay the same. They use all that is state: every column, layers, rules of all kinds, events,
 * cooldowns, disabled and quarantined bodies. */
#ifndef HAIL_TESTS_STATE_PROGRAM_H
#define HAIL_TESTS_STATE_PROGRAM_H

#include <hail/hail.h>

enum { SCENE_LAYERS = 4, SCENE_BODIES = 96, SCENE_SHAPES = 5 };

/* Maps that worlds share. */
typedef struct scene {
    hail_tileset *tiles;
    hail_tilemap *map;
    hail_sectors *sectors;
    hail_spriteset *sprites;
    bool no_sprites; /* shape 4 is a polygon: images can hold all shapes */
} scene;

/* True: calls below may be out of memory, and have done nothing then, or less than else. */
extern bool scene_may_fail;

void scene_make(scene *s);
void scene_free(scene *s);

/* Makes a world with the scene's bounds, shapes 1 to SCENE_SHAPES and maps; options NULL: the defaults. */
hail_world *scene_world(const scene *s, const hail_world_options *options);

/* Digs, builds, opens and moves something in the maps, or does not, from a number. */
void scene_edit(scene *s, uint64_t number);

/* Replaces, adds and destroys shapes, from a number. */
void scene_reshape(hail_world *world, uint64_t number);

/* What a game does between two steps, from a number. */
void scene_change(hail_world *world, uint64_t number);

/* Steps the world; the callback despawns and writes some bodies. Returns a digest of all contacts, events and removals.
 */
uint64_t scene_step(hail_world *world, uint64_t number);

/* Runs changes and steps [begin, end) of a seed. Returns the digest of the last one. */
uint64_t scene_run(hail_world *world, uint64_t seed, uint32_t begin, uint32_t end);

/* Prepares the world for queries, and digests what some points find. */
uint64_t scene_ask(hail_world *world);

/* The world's hash. */
uint64_t scene_hash(const hail_world *world);

/* Fails with the first difference, if there is one. */
void scene_same(const hail_world *a, const hail_world *b, const char *what, uint64_t seed, uint32_t step);

#endif
