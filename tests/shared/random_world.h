/* tests/shared/random_world.h - random worlds, replayable from a number. Everything depends on the seed, nothing on the
 * configuration (variant, window, cell, budget): two worlds of one seed must stay the same to the bit. */
#ifndef HAIL_TESTS_RANDOM_WORLD_H
#define HAIL_TESTS_RANDOM_WORLD_H

#include <hail/hail.h>

#include "oracle.h"

/* What a seed is good at: seed % FLAVOURS. */
typedef enum random_flavour {
    FLAVOUR_FIELD,    /* a game's field, points to bosses, some outside of it     */
    FLAVOUR_CROWD,    /* all in one spot                                         */
    FLAVOUR_LATTICE,  /* integer positions and sizes: exact touching, parallel edges, coincidence */
    FLAVOUR_HUGE,     /* coordinates from 1e5 to 1e30                             */
    FLAVOUR_TOUCHING, /* pairs set within a few ulps of touching, sizes to 1e6    */
    FLAVOUR_TINY,     /* coordinates and sizes down to HAIL_TINY                  */
    FLAVOUR_SPARSE,   /* no bounds, far apart, negative                          */
    FLAVOUR_CORNERS,  /* legal oddities: scale 0 and -0, cos and sin unit to 1e-4 */
    FLAVOUR_BULLETS,  /* 10,000 px a step, aimed at walls, points and one another: almost all rules are swept */
    FLAVOURS
} random_flavour;

enum { RANDOM_LAYERS = 6, RANDOM_CIRCLES = 8, RANDOM_CORES = 24, RANDOM_BATCH = 48 };

typedef struct random_config {
    const char *isa; /* NULL: the default */
    uint32_t window;
    float cell;
    uint32_t pair_budget; /* 0: the default */
    uint32_t kept_contacts;
    const hail_tasks *tasks; /* NULL: none */
    hail_scratch *scratch;   /* NULL: its own */
} random_config;

typedef struct random_world {
    hail_world *world;
    oracle_setup setup;
    uint64_t state; /* of the generator */
    random_flavour flavour;
    uint32_t bodies;                /* how many it tries to hold */
    uint32_t layer[RANDOM_LAYERS];  /* the layers it uses */
    uint32_t chance[RANDOM_LAYERS]; /* of which so many bodies of 4 are no circles; 5: all are one circle */
    uint32_t layers;
    hail_shape circle[RANDOM_CIRCLES], core[RANDOM_CORES];
    uint32_t circles, cores;
    double anchor[4][2]; /* where FLAVOUR_HUGE and _SPARSE put their bodies */
    float dt;            /* of the next step */
    hail_handle *live;   /* every body, in an order that the seed alone decides */
    size_t count, room;
} random_world;

/* NULL with *status otherwise, if the world could not be made. */
random_world *random_world_make(uint64_t seed, const random_config *config, uint32_t bodies, hail_status *status);
void random_world_free(random_world *w);

/* What a game does between steps: spawn, despawn, move to other layers, grow, turn, aim, move what the step does not,
 * break numbers, mend them. Answers the first status that should not have been, or HAIL_OK. */
hail_status random_world_churn(random_world *w);

/* The time step to take next. */
float random_world_dt(const random_world *w);

/* Forgets the bodies that the last step removed. */
void random_world_forget(random_world *w);

/* A digest of every body's columns, by handle, in the seed's order. */
uint64_t random_world_digest(const random_world *w);

/* The generator: the next 64 bits; one of n; a number in [low, high). */
uint64_t random_bits(uint64_t *state);
uint32_t random_pick(uint64_t *state, uint32_t n);
float random_range(uint64_t *state, float low, float high);

/* A category and a mask, with which about two in three bodies may collide. */
void random_masks(uint64_t *state, uint32_t *category, uint32_t *mask);

/* HAIL_TEST_SEED, if it is set: then only that world is run. HAIL_TEST_WORLDS multiplies how many
 * are. */
bool random_seed_given(uint64_t *seed);
uint32_t random_worlds(uint32_t usual);

/* A quarter in the short set of tests: for tests that take long. */
uint32_t random_shortened(uint32_t usual);

/* Calls a test once for each seed: for HAIL_TEST_SEED alone, or for random_worlds(usual) of them. */
void random_seeds(uint32_t usual, void (*call)(uint64_t seed));

/* The same for tests that count contacts: their sum, or SIZE_MAX if HAIL_TEST_SEED names the one world. */
size_t random_seeds_sum(uint32_t usual, size_t (*call)(uint64_t seed));

#endif
