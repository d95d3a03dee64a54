/* engine/world/shared_scratch.c - creates, destroys and measures scratch that worlds share; lends it to a world's step.
 */
#include "shared_scratch.h"

#include <hail/scratch.h>

#include "base/check.h"
#include "lowest_bit.h"

/* ---- Captures ---------------------------------------------------------------------------------------------------- */

static void free_capture(hail_capture *capture) {
    hail_buffer *buffers[] = {&capture->contacts, &capture->windows, &capture->stops, &capture->reported};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        hail_scratch_free(&capture->heap, buffers[i]);
}

bool hail_scratch_fit_captures(hail_scratch *scratch, uint32_t count) {
    const size_t before = capture_count(scratch);
    const hail_context context = heap_context(&scratch->heap);
    if (!hail_scratch_keep(&scratch->heap, &scratch->captures, count * sizeof(hail_capture)))
        return false;
    for (size_t c = before; c < capture_count(scratch); c++) {
        captures_of(scratch)[c] = (hail_capture){0};
        hail_heap_init(&captures_of(scratch)[c].heap, &context);
    }
    return true;
}

/* ---- The object -------------------------------------------------------------------------------------------------- */

static void free_parts(hail_scratch *scratch) {
    hail_heap heap = scratch->heap; /* a copy: the scratch goes, too */
    for (uint32_t p = 0; p < scratch->count; p++)
        hail_step_scratch_free(scratch->part[p]);
    for (size_t c = 0; c < capture_count(scratch); c++)
        free_capture(&captures_of(scratch)[c]);
    hail_scratch_free(&heap, &scratch->captures);
    hail_scratch_delete(&heap, scratch->part, scratch->count * sizeof(hail_step_scratch *));
    hail_scratch_delete(&heap, scratch, sizeof *scratch);
}

static bool make_parts(hail_scratch *scratch, const hail_context *context, uint32_t workers) {
    scratch->part = hail_scratch_new(&scratch->heap, workers * sizeof(hail_step_scratch *));
    scratch->count = scratch->part ? workers : 0;
    for (uint32_t p = 0; p < scratch->count; p++) {
        scratch->part[p] = hail_step_scratch_new(context);
        if (!scratch->part[p])
            return false;
    }
    return scratch->part != NULL;
}

hail_status hail_scratch_create(const hail_context *context, hail_scratch **scratch) {
    if (!scratch)
        return hail_fail_null(context_error(context), "scratch");
    *scratch = NULL;
    const hail_tasks *tasks = NULL;
    HAIL_REQUIRE(context_check(context));
    HAIL_REQUIRE(hail_context_tasks(context, &tasks));
    hail_heap heap;
    hail_heap_init(&heap, context);
    hail_scratch *made = hail_scratch_new(&heap, sizeof *made);
    if (!made)
        return hail_fail_memory(heap.error);
    made->heap = heap;
    if (tasks) {
        made->hooks = *tasks;
        made->tasks = &made->hooks;
    }
    if (!make_parts(made, context, tasks ? tasks->workers : 1)) {
        free_parts(made);
        return hail_fail_memory(heap.error);
    }
    *scratch = made;
    return HAIL_OK;
}

hail_status hail_scratch_destroy(hail_scratch *scratch) {
    if (!scratch)
        return HAIL_OK;
    if (scratch->users)
        return hail_fail(scratch->heap.error, HAIL_IN_USE, "scratch", "is used by a world");
    if (scratch->busy)
        return hail_fail(scratch->heap.error, HAIL_BUSY, "scratch", "is used by hail_step_many");
    free_parts(scratch);
    return HAIL_OK;
}

hail_status hail_scratch_memory(const hail_scratch *scratch, size_t *bytes) {
    if (!scratch || !bytes)
        return HAIL_BAD_ARGUMENT;
    *bytes = scratch->heap.scratch;
    for (uint32_t p = 0; p < scratch->count; p++)
        *bytes += scratch->part[p]->heap.scratch;
    for (size_t c = 0; c < capture_count(scratch); c++)
        *bytes += captures_of(scratch)[c].heap.scratch;
    return HAIL_OK;
}

/* ---- Lending ----------------------------------------------------------------------------------------------------- */

bool hail_world_needs_scratch(hail_world *world) {
    if (world->scratch)
        return true;
    const hail_context context = heap_context(&world->heap);
    world->scratch = world->own_scratch = hail_step_scratch_new(&context);
    return world->scratch != NULL;
}

/* What an earlier world left there means nothing. */
static void forget(hail_layer_scratch *scratch) {
    scratch->swept = scratch->listed = false;
    scratch->largest = scratch->inflate = 0.0f;
}

bool hail_layers_open_scratch(hail_world *world) {
    for (uint64_t left = world->bodies.used; left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left);
        if (!step_scratch_layer(world->scratch, l) && !hail_step_scratch_fit(world->scratch, l))
            return false;
        hail_layer_scratch *scratch = step_scratch_layer(world->scratch, l);
        forget(scratch);
        world->bodies.layer[l]->scratch = scratch;
    }
    return true;
}

void hail_layers_close_scratch(hail_world *world) {
    for (uint64_t left = world->bodies.used; left; left &= left - 1)
        world->bodies.layer[lowest_bit_64(left)]->scratch = NULL;
}
