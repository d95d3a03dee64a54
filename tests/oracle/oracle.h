/* tests/oracle/oracle.h - what a step must give, worked out by brute force from the public headers and
 * docs/arithmetic.md alone. Nothing of engine/ or simd/ is included or was read: the engine and this file can only
 * agree by both following the documents.
 *
 *     oracle *o = oracle_snapshot(world, &setup);       before the step
 *     hail_step(world, dt, collect, ...);
 *     const hail_contact *want = oracle_step(o, dt, &count);   then memcmp with what was collected
 *     oracle_free(o); */
#ifndef HAIL_TESTS_ORACLE_H
#define HAIL_TESTS_ORACLE_H

#include <hail/hail.h>

/* What hit rules remember from step to step: pairs that were reported. Begins as zeros. Only what is remembered for
 * good is known here: HAIL_ONCE and graze_once. */
typedef struct oracle_memory {
    struct oracle_pair *pair;
    size_t count, room;
} oracle_memory;

void oracle_forget(oracle_memory *memory);

/* What the world was made with and the API does not tell: its bounds (all 0: none) and each layer's options. Only
 * `bounds` and `caller_moved` of a layer are read; its columns are seen in the world. */
typedef struct oracle_setup {
    float min_x, min_y, max_x, max_y;
    hail_layer_options layer[HAIL_MAX_LAYERS];
    oracle_memory *memory; /* NULL: no rule remembers anything. The step adds what it reports */
} oracle_setup;

typedef struct oracle oracle;

/* Copies everything a step depends on. setup may be NULL: no bounds, every layer open and moved. NULL: out of memory,
 * or the world contradicts itself (counts that do not add up, a handle that cannot be located, an unknown shape). */
oracle *oracle_snapshot(hail_world *world, const oracle_setup *setup);

/* The step, once per snapshot. The contacts belong to the oracle. NULL with *count 0: there are none. */
const hail_contact *oracle_step(oracle *o, float dt, size_t *count);

/* After oracle_step: a despawn made inside the engine's callback. Repeats are harmless. */
void oracle_despawn(oracle *o, hail_handle handle);

/* After oracle_step (and oracle_despawn): what the step must free, by slot. */
const hail_removal *oracle_removals(oracle *o, size_t *count);

/* After oracle_step: a body as the step must leave it, removed or not. */
typedef struct oracle_state {
    float x, y, life;
    uint32_t layer;
    bool enabled;
    bool quarantined;
    uint8_t reason; /* HAIL_REMOVED_..., 0 if it stays */
} oracle_state;

bool oracle_find(const oracle *o, hail_handle handle, oracle_state *state);

typedef struct oracle_totals {
    size_t bodies, moved, killed, expired, despawned, quarantined;
} oracle_totals;

oracle_totals oracle_count(const oracle *o);

/* The first respect in which the world after the step (its columns by handle, its layout, which bodies live) differs
 * from what it must be, as text that lasts until the next call; NULL if there is none. Call it before anything else
 * changes the world. */
const char *oracle_compare_world(oracle *o, hail_world *world);

/* A second opinion in double precision, by another method (a point and the Minkowski difference of the cores): every
 * pair of every rule is looked at, at rest or over its whole path, and the contacts must agree within what single
 * precision can hold. The answer as above. */
const char *oracle_check_geometry(oracle *o, const hail_contact *contacts, size_t count);

void oracle_free(oracle *o);

#endif
