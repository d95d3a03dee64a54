/* engine/world/shared_scratch.h - scratch that worlds share: one part for each worker that steps worlds. */
#ifndef HAIL_WORLD_SHARED_SCRATCH_H
#define HAIL_WORLD_SHARED_SCRATCH_H

#include "base/clock.h"
#include "world_state.h"

typedef struct hail_step_run {
    hail_world *world;
    uint64_t calls; /* of the allocator, when the step began */
    hail_clock clock;
    hail_status status;
} hail_step_run;

/* The contacts of a world's step, and what the end of that step needs of a scratch that another world steps with by
 * then. */
typedef struct hail_capture {
    hail_heap heap;       /* its own: workers allocate at the same time */
    hail_buffer contacts; /* hail_contact */
    hail_buffer windows;  /* u32: how many of them each window has */
    size_t contact_count;
    uint32_t window_count;
    bool incomplete; /* there was no memory for some */
    bool begun;      /* else there was no memory to begin with */
    hail_step_run run;
    hail_buffer stops, reported; /* as in hail_step_scratch */
    uint32_t stop_count, reported_count;
    uint64_t allocations; /* during the part of the step that is over */
} hail_capture;

struct hail_scratch {
    hail_heap heap;           /* of this struct */
    uint32_t users;           /* worlds whose options name it */
    hail_tasks hooks;         /* the caller's, if it gave some */
    const hail_tasks *tasks;  /* &hooks; NULL: worlds step one after the other */
    hail_step_scratch **part; /* by worker; worlds that step by themselves use the first */
    uint32_t count;
    hail_buffer
        captures; /* hail_capture: of the worlds that are stepped before the first one's contacts are delivered */
    bool busy;    /* steps many worlds */
};

static inline hail_capture *captures_of(const hail_scratch *scratch) { return scratch->captures.data; }
static inline size_t capture_count(const hail_scratch *scratch) {
    return scratch->captures.bytes / sizeof(hail_capture);
}

/* Makes at least `count` captures. False without memory. */
bool hail_scratch_fit_captures(hail_scratch *scratch, uint32_t count);

/* Whether another world is stepping with the scratch that this one shares with it. */
static inline bool scratch_busy(const hail_world *world) { return world->scratch && world->scratch->busy; }

/* Makes sure that a world has scratch for its next step. False without memory. */
bool hail_world_needs_scratch(hail_world *world);

/* Lets the world's layers use what its scratch has for them, until hail_layers_close_scratch. False without memory. */
bool hail_layers_open_scratch(hail_world *world);
void hail_layers_close_scratch(hail_world *world);

#endif
