/* engine/step/memory_plan.h - what a step must have room for, and making that room. */
#ifndef HAIL_STEP_MEMORY_PLAN_H
#define HAIL_STEP_MEMORY_PLAN_H

#include "world/world_state.h"

/* What room is made for. */
typedef struct hail_memory_plan {
    hail_world *world;
    bool capacity; /* for layers filled to their capacity, and for maps that may be set later */
    uint32_t pairs;
} hail_memory_plan;

/* Makes room for what layers and rules need; false without memory. */
bool hail_memory_plan_reserve(const hail_memory_plan *d);

/* The most user values that a rule with events copies (events/event_rules.h). */
size_t hail_memory_plan_users(const hail_memory_plan *d);

/* The pairs that there is room for at least, among so many bodies. */
uint32_t hail_memory_plan_least_pairs(size_t bodies, uint32_t most);

/* Makes room in a buffer of the step's scratch. */
static inline bool grow_scratch(hail_world *world, hail_buffer *buffer, size_t count, size_t size) {
    return count * size <= buffer->bytes || hail_scratch_grow(&world->scratch->heap, buffer, count * size);
}

/* The same for what the world keeps until its next step. */
static inline bool grow_kept(hail_world *world, hail_buffer *buffer, size_t count, size_t size) {
    return count * size <= buffer->bytes || hail_scratch_grow(&world->heap, buffer, count * size);
}

#endif
