/* hail/scratch.h - the memory that steps work in, shared by worlds that step in turn.
 *
 *     hail_scratch *scratch = NULL;
 *     hail_status status = hail_scratch_create(NULL, &scratch);
 *     // name it in the options of all worlds that step in turn: options.scratch = scratch; then step them
 *     size_t bytes = 0;
 *     if (status == HAIL_OK && hail_scratch_memory(scratch, &bytes) == HAIL_OK)
 *         printf("their steps work in %zu bytes\n", bytes);
 *     hail_scratch_destroy(scratch); // after the worlds
 *
 * A step works in scratch memory: grids, pairs, contacts. Nothing in it outlives the step, so that worlds of one thread
 * may share it: a thousand small worlds then work in the memory of one, which stays in the processor's cache. It starts
 * small, grows as far as the largest step needs, and never shrinks. What outlives a step (columns, removals, contacts
 * that are kept, events, indices for queries) belongs to each world.
 *
 * Results do not depend on which worlds share a scratch; only rules without order (HAIL_UNORDERED) may deliver in
 * another order. */
#ifndef HAIL_SCRATCH_H
#define HAIL_SCRATCH_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hail_scratch hail_scratch;

/* Makes a scratch that is empty. It allocates with the context's allocator, whatever those of its worlds are. The
 * caller owns it: hail_scratch_destroy. On failure *scratch is NULL.
 *
 * With tasks in the context, it has a part for each worker, and hail_step_many steps as many worlds at once.
 *
 * Threads: a scratch and the worlds that share it belong to one thread at a time.
 *
 * HAIL_OK, HAIL_BAD_ARGUMENT, HAIL_NO_MEMORY. */
HAIL_API hail_status hail_scratch_create(const hail_context *context, hail_scratch **scratch);

/* Frees a scratch. NULL is fine. If it fails, nothing is freed: HAIL_IN_USE (a world's options named it), HAIL_BUSY
 * (called in a callback of hail_step_many, which steps with it). */
HAIL_API hail_status hail_scratch_destroy(hail_scratch *scratch);

/* Measures how many bytes a scratch holds. HAIL_BAD_ARGUMENT: an argument is NULL, and *bytes stays as it was. */
HAIL_API hail_status hail_scratch_memory(const hail_scratch *scratch, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
