/* engine/world/step_scratch.c - makes and frees the scratch of steps. */
#include "step_scratch.h"

#include "atomic.h"

static uint32_t next_number(void) {
    static hail_shared_count given; /* in this process */
    return hail_count_up(&given);
}

hail_step_scratch *hail_step_scratch_new(const hail_context *context) {
    hail_heap heap;
    hail_heap_init(&heap, context);
    hail_step_scratch *scratch = hail_scratch_new(&heap, sizeof *scratch);
    if (!scratch)
        return NULL;
    scratch->heap = heap;
    scratch->number = next_number();
    return scratch;
}

static void free_block(hail_heap *heap, hail_layer_scratch *block) {
    for (uint32_t l = 0; block && l < LAYER_BLOCK; l++) {
        hail_grid_free(heap, &block[l].grid);
        hail_grid_free(heap, &block[l].path_grid);
        for (int c = 0; c < SCRATCH_COUNT; c++)
            hail_scratch_free(heap, &block[l].column[c]);
    }
    hail_scratch_delete(heap, block, LAYER_BLOCK * sizeof *block);
}

void hail_step_scratch_free(hail_step_scratch *s) {
    if (!s)
        return;
    hail_heap heap = s->heap; /* a copy: the scratch goes, too */
    hail_buffer *buffers[] = {&s->flagged,     &s->in_range,      &s->planned,    &s->large,      &s->range_counts,
                              &s->contacts,    &s->walls,         &s->stops.list, &s->earliest.t, &s->pierce.ties,
                              &s->pierce.hits, &s->pierce.sorted, &s->reported,   &s->workers,    &s->noted,
                              &s->batches,     &s->users};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        hail_scratch_free(&heap, buffers[i]);
    hail_pairs_free(&heap, &s->pairs);
    hail_raster_free(&heap, &s->raster);
    for (uint32_t c = 0; c < RASTER_COPIES; c++)
        hail_raster_free(&heap, &s->copies[c].raster);
    hail_paths_free(&heap, &s->paths);
    hail_run_sort_free(&heap, &s->run_sort);
    for (uint32_t b = 0; b < HAIL_MAX_LAYERS / LAYER_BLOCK; b++)
        free_block(&heap, s->block[b]);
    hail_scratch_delete(&heap, s, sizeof *s);
}

bool hail_step_scratch_fit(hail_step_scratch *scratch, uint32_t layer) {
    hail_layer_scratch **block = &scratch->block[layer / LAYER_BLOCK];
    if (!*block)
        *block = hail_scratch_new(&scratch->heap, LAYER_BLOCK * sizeof **block);
    return *block != NULL;
}
