/* engine/world/step_scratch.h - what only a step uses: its contents do not outlive the step, and worlds may step with
 * it in turn. Each stage's outputs are a struct; the buffers behind them only grow, so that a warmed-up step allocates
 * nothing (see step/reserve.c). */
#ifndef HAIL_WORLD_STEP_SCRATCH_H
#define HAIL_WORLD_STEP_SCRATCH_H

#include <hail/batch.h>
#include <hail/world.h>

#include "base/memory.h"
#include "broad/pairs.h"
#include "broad/paths.h"
#include "broad/raster.h"
#include "layer.h"

/* ---- A worker's -----------------------------------------------------------------------------------------------------
 */

enum {
    CHUNK_ROOM = PAIR_CHUNK + HAIL_SLACK,
    HELD_ROOM = PAIR_CHUNK + CHUNK_ROOM, /* a whole chunk may be found before those that are held are handed over */
    BLOCK_ROOM = RASTER_BLOCK + HAIL_SLACK,
    PIECE_ROOM = PIECE_BLOCK + HAIL_SLACK
};

/* Bodies that a worker's callbacks despawned, as in hail_body_store. */
typedef struct hail_worker_marks {
    uint32_t marked, marked_min, marked_max;
    uint32_t unused[13];
} hail_worker_marks;

/* What one worker needs while it does its part of a stage, if the world has tasks. All but the marks is overwritten
 * before it is read. */
typedef struct hail_worker_scratch {
    hail_worker_marks marks;
    uint32_t held, unused[15];                                                 /* oriented pairs */
    uint32_t first[CHUNK_ROOM], second[CHUNK_ROOM];                            /* a chunk of pairs, as found */
    uint32_t a[HELD_ROOM], b[HELD_ROOM], slot_a[HELD_ROOM], slot_b[HELD_ROOM]; /* pairs, oriented */
    uint32_t survivor_index[BLOCK_ROOM];
    float survivor_x[BLOCK_ROOM], survivor_y[BLOCK_ROOM], survivor_radius[BLOCK_ROOM];
    uint32_t piece_body[PIECE_ROOM], piece_number[PIECE_ROOM];
    float piece_x[PIECE_ROOM], piece_y[PIECE_ROOM], piece_radius[PIECE_ROOM];
    float piece_from[PIECE_ROOM], piece_rate[PIECE_ROOM], piece_last[PIECE_ROOM];
} hail_worker_scratch;

_Static_assert(sizeof(hail_worker_scratch) % HAIL_ALIGN == 0, "workers share no cache line");

static inline hail_survivors worker_survivors(hail_worker_scratch *w) {
    return (hail_survivors){w->survivor_index, w->survivor_x, w->survivor_y, w->survivor_radius};
}

static inline hail_pieces worker_pieces(hail_worker_scratch *w) {
    return (hail_pieces){.body = w->piece_body,
                         .number = w->piece_number,
                         .x = w->piece_x,
                         .y = w->piece_y,
                         .radius = w->piece_radius,
                         .from = w->piece_from,
                         .rate = w->piece_rate,
                         .last = w->piece_last};
}

/* ---- A step's
 * -------------------------------------------------------------------------------------------------------- */

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
