/* engine/world/step_scratch.h - what only a step uses: its contents do not outlive the step, and worlds may step with
 * it in turn. Each stage's outputs are a struct; the buffers behind them only grow, so that a warmed-up step allocates
 * nothing (see step/reserve.c). */
#ifndef HAIL_WORLD_STEP_SCRATCH_H
#define HAIL_WORLD_STEP_SCRATCH_H

#include <hail/world.h>

#include "base/memory.h"
#include "broad/pairs.h"
#include "broad/paths.h"
#include "broad/raster.h"
#include "layer_scratch.h"
#include "worker_scratch.h"

/* The bodies that are put back where they hit when the step ends: within a layer those of tiles, then those of walls,
 * each in order of slots. */
typedef struct hail_stops {
    hail_buffer list; /* hail_stop, see statics/stops.h */
    uint32_t count;
    uint32_t next, tiles_end; /* of the layer's stops by tiles: the next to be compared with, and the end */
} hail_stops;

/* The smallest t of each a of the HAIL_EARLIEST rules, see contacts/earliest.h. */
typedef struct hail_earliest {
    hail_buffer t;   /* float by slot */
    uint64_t layers; /* bits: the layers whose bodies' t are recorded */
} hail_earliest;

/* Which hits of bodies with a pierce column are kept, see contacts/pierce.h. */
typedef struct hail_pierce {
    hail_buffer ties;   /* u32 by slot: how many hits at the recorded t are kept */
    hail_buffer hits;   /* u64: slot and t of each hit that is recorded; or the t of one body's hits */
    hail_buffer sorted; /* u64: room to sort them; u32: counters to sort them with, at the end */
    uint32_t count;     /* recorded hits */
} hail_pierce;

/* What room was last made for (step/reserve.c): these rules, and each layer's `room`. The world's, not the scratch's.
 */
typedef struct hail_step_room {
    uint32_t scratch;  /* the number of the scratch that has the room; 0: none */
    uint32_t revision; /* the rules' */
    bool composed;     /* whether there were compounds or sprites */
    bool tasks;        /* whether the world had tasks */
} hail_step_room;

/* Layers whose scratch is made together: a layer that is new seldom needs memory in its first step. */
enum { LAYER_BLOCK = 4 };

/* So few workers search copies of a raster, each its own: to read what another core wrote costs a worker more than to
 * write it once more. Many workers share one: each reads a small part of it. */
enum { RASTER_COPIES = 4 };

/* In cache lines of its own. */
typedef struct hail_raster_copy {
    hail_raster raster;
    uint8_t padding[64];
} hail_raster_copy;

typedef struct hail_step_scratch {
    hail_heap heap;                                           /* its own: worlds that share it count none of it */
    uint32_t number;                                          /* no other scratch of this process has it; from 1 */
    bool busy;                                                /* inside a step */
    hail_layer_scratch *block[HAIL_MAX_LAYERS / LAYER_BLOCK]; /* each for LAYER_BLOCK layers; NULL: none is used yet */
    hail_buffer flagged;                                      /* u32: the bodies of a block that a kernel reports */
    hail_buffer workers;      /* hail_worker_scratch, one a worker, if the world has tasks */
    hail_buffer batches;      /* see pairs/task_batch.h, if the world has tasks and a rule without order */
    hail_buffer noted;        /* u32: by block of bodies, what kernels report of it, if the world has tasks */
    hail_buffer in_range;     /* u32: indices of the bodies in a range of slots, see pairs/find_range.c */
    hail_buffer planned;      /* hail_planned_rule (pairs/plan.h) between layers, in order of a and b */
    uint32_t planned_count;   /* how many of them */
    uint64_t planned_layers;  /* bits: their layers a */
    uint64_t gridded;         /* bits: the layers in whose grids they find pairs */
    uint64_t path_gridded;    /* bits: the layers in whose grids of paths swept rules find pairs */
    hail_buffer large;        /* u32: indices of a layer's large bodies */
    hail_buffer range_counts; /* u32: pairs by slot of a, of a rule whose pairs are too many to be held */
    hail_pairs pairs;         /* of the current rule */
    uint32_t contacts_left;   /* how many contacts it may still deliver, if it has max_contacts */
    hail_buffer contacts;     /* hail_contact: those with parts, tiles and walls, as found */
    hail_raster raster;
    hail_raster_copy copies[RASTER_COPIES]; /* of the raster, one a worker, if the world has few workers */
    hail_paths paths;
    hail_run_sort run_sort;
    hail_buffer walls; /* see statics/collide_walls.c */
    hail_stops stops;
    hail_earliest earliest;
    hail_pierce pierce;
    hail_buffer users;    /* u64: the user columns of a rule with events as they were before its callbacks */
    hail_buffer reported; /* hail_remembered: the pairs that were reported in this step and are to be remembered */
    uint32_t reported_count;
} hail_step_scratch;

/* Makes an empty one, with memory from a context's allocator; NULL without memory. */
hail_step_scratch *hail_step_scratch_new(const hail_context *context);

/* Frees it. NULL is fine. */
void hail_step_scratch_free(hail_step_scratch *scratch);

/* Makes what it has for a layer, if that is not made yet. False without memory. */
bool hail_step_scratch_fit(hail_step_scratch *scratch, uint32_t layer);

/* What it has for a layer; NULL: nothing yet. */
static inline hail_layer_scratch *step_scratch_layer(const hail_step_scratch *scratch, uint32_t layer) {
    hail_layer_scratch *block = scratch->block[layer / LAYER_BLOCK];
    return block ? block + layer % LAYER_BLOCK : NULL;
}

#endif
