/* engine/world/worker_scratch.h - what one worker needs while it does its part of a stage, if the world has tasks.
 * Workers share no cache line. */
#ifndef HAIL_WORLD_WORKER_SCRATCH_H
#define HAIL_WORLD_WORKER_SCRATCH_H

#include <hail/batch.h>

#include "broad/pairs.h"
#include "broad/paths.h"
#include "broad/raster.h"

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

/* All but the marks is overwritten before it is read. */
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

#endif
