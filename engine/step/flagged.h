/* engine/step/flagged.h - kernels that go over all active bodies of a layer and flag the few that need more work. */
#ifndef HAIL_STEP_FLAGGED_H
#define HAIL_STEP_FLAGGED_H

#include "world/world_state.h"

/* Works on bodies [begin, end), and lists notes of some (slack), in ascending order of their indices. Returns how many.
 * May run on any thread. */
typedef uint32_t hail_flag_fn(const void *job, uint32_t begin, uint32_t end, uint32_t *notes);

/* Sees to a body by its note. May take it out of the active ones. */
typedef void hail_visit_fn(hail_world *world, uint32_t layer, uint32_t note);

/* Looks at all active bodies of layer `number`, then visits those that were flagged, from the end: a body that is
 * taken out is replaced by the last active one, which was looked at already. */
void hail_visit_flagged(hail_world *world, uint32_t number, const void *job, hail_flag_fn *look, hail_visit_fn *visit);

/* Makes room for layers of up to `bodies` bodies; false without memory. */
bool hail_flagged_reserve(hail_world *world, uint32_t bodies);

/* Works on bodies [begin, end). May run on any thread. */
typedef void hail_bodies_fn(const void *job, uint32_t begin, uint32_t end);

/* Works on bodies [0, count), on the world's tasks if there are some. No two tasks share a cache line of a column. */
void hail_each_block(const hail_world *world, uint32_t count, hail_bodies_fn *function, const void *job);

#endif
