/* engine/world/held_step.h - a step under way, and one whose contacts wait to be delivered. */
#ifndef HAIL_WORLD_HELD_STEP_H
#define HAIL_WORLD_HELD_STEP_H

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

#endif
