/* tests/golden/golden.h - the golden scenes: games in little whose every contact, answer and state is known. The
 * numbers are the same on every processor, compiler, instruction set and number of workers. They need only the public
 * headers, and no test runner, so they run where there is none. */
#ifndef HAIL_TESTS_GOLDEN_H
#define HAIL_TESTS_GOLDEN_H

#include <hail/hail.h>

enum { GOLDEN_MAX_LAYERS = 8, GOLDEN_CHECKS = 4, GOLDEN_MOST = 512 };

/* After which steps the numbers are compared. */
extern const int golden_checks[GOLDEN_CHECKS];

/* What a scene has found so far. */
typedef struct golden {
    hail_context context; /* for worlds and calls with arrays */
    uint64_t random, hash, contacts;
    hail_status status; /* of the first call that failed */
    const char *call;   /* that call */
    hail_world *world;
    void *more; /* the scene's own */
} golden;

typedef struct golden_scene {
    const char *name;
    void (*open)(golden *g);
    void (*frame)(golden *g, int frame); /* from 1 */
    void (*close)(golden *g);            /* all but the world */
} golden_scene;

extern const golden_scene golden_swarm, golden_polygons, golden_compounds, golden_shots, golden_events, golden_churn,
    golden_rooms, golden_sprites, golden_terrain, golden_walkers, golden_sectors, golden_queries, golden_arrays;

/* ---- What scenes share ------------------------------------------------------------------------------------------- */

/* Keeps the first failure. */
#define GOLDEN_MUST(g, call) golden_must(g, call, #call)
void golden_must(golden *g, hail_status status, const char *call);

float golden_range(golden *g, float min, float max);
uint32_t golden_pick(golden *g, uint32_t count);

/* Word by word: bytes would differ with their order. Every NaN is one value. */
void golden_mix(golden *g, uint32_t word);
void golden_mix_float(golden *g, float value);
void golden_mix_floats(golden *g, const float *values, size_t count);
void golden_mix_handle(golden *g, hail_handle handle);
void golden_mix_contact(golden *g, const hail_contact *contact);
void golden_mix_columns(golden *g, const hail_world *world);

/* hail_contacts_fn: mixes contacts in order; user is the golden. */
void golden_contacts(const hail_contact *contacts, size_t count, void *user);

/* Makes the world, with bounds from 0 to 640 and 0 to 480. */
void golden_world(golden *g, hail_world_options *options);

/* Spawns bodies at random places, with random values in each column that the layer has. speed: px/s, at most. */
void golden_spawn(golden *g, uint32_t layer, const hail_shape *shapes, uint32_t shape_count, uint32_t count,
                  float speed);

/* Convex shapes of every kind, some with whole coordinates; `number` chooses. */
void golden_convex(golden *g, uint32_t number, hail_convex *shape);
void golden_convex_shape(golden *g, uint32_t number, hail_shape *shape);

/* A tile set with full, round and sloped tiles, with kinds 0 and 1 and one-way kind 2; a map of 40 x 30 cells of 16 px.
 */
typedef struct golden_land {
    hail_tileset *set;
    hail_tilemap *map;
} golden_land;
void golden_land_open(golden *g, golden_land *land);
void golden_land_close(golden_land *land);

/* Sprites of random blobs. */
enum { GOLDEN_SPRITES = 4 };
hail_spriteset *golden_spriteset(golden *g);

#endif
