/* engine/pairs/find_classes.c - rasters: rooms for them, and the search past one class of targets after the other. If
 * there are few workers, each of them makes a copy of the raster before it searches: so all work on it at once, and
 * none reads what another core wrote. */
#include "search.h"

/* Whether workers are to search copies. (Runs are sorted on the calling thread, in the raster that all share.) */
static bool copies(const hail_search *s) {
    return search_on_tasks(s) && s->world->tasks->workers <= RASTER_COPIES && !filter_any(s->orient.filter);
}

static bool reserve_copies(const hail_search *s, uint32_t targets, uint32_t streamed) {
    hail_step_scratch *scratch = s->world->scratch;
    const uint32_t count = copies(s) ? s->world->tasks->workers : 0;
    for (uint32_t c = 0; c < count; c++)
        if (!hail_raster_reserve_copy(&scratch->heap, &scratch->copies[c].raster, targets, streamed))
            return false;
    return true;
}

bool hail_search_reserve_raster(hail_search *s, uint32_t targets, uint32_t streamed) {
    const bool filters = filter_any(s->orient.filter);
    hail_heap *heap = &s->world->scratch->heap;
    const bool reserved = hail_raster_reserve(heap, &s->world->scratch->raster, targets, streamed, filters) &&
                          (!filters || hail_run_sort_reserve(heap, &s->world->scratch->run_sort, targets)) &&
                          reserve_copies(s, targets, streamed);
    s->found = reserved ? s->found : FOUND_NO_MEMORY;
    return reserved;
}

void hail_search_enter_raster(hail_search *s) {
    hail_step_scratch *scratch = s->world->scratch;
    s->raster = &scratch->raster;
    if (!s->copied)
        return;
    hail_raster *copy = &scratch->copies[s->worker - (hail_worker_scratch *)scratch->workers.data].raster;
    if (copy->number != scratch->raster.number)
        hail_raster_fill_copy(s->world->kernels, copy, &scratch->raster, s->copied);
    s->raster = copy;
}

/* For those who look at the raster after the step. */
static void show_copy(hail_step_scratch *scratch) {
    for (uint32_t c = 0; c < RASTER_COPIES; c++)
        if (scratch->copies[c].raster.number == scratch->raster.number)
            scratch->raster.view = scratch->copies[c].raster.view;
}

static bool search_copies(hail_search *s, const hail_layer *stream, const hail_raster_job *job, uint32_t grain,
                          hail_search_range_fn *search, const void *what) {
    hail_step_scratch *scratch = s->world->scratch;
    bool more = true;
    s->by_runs = false;
    s->copied = job;
    while (more && hail_raster_next_class(&scratch->raster, job))
        more = hail_search_bodies(s, stream->active, grain, search, what);
    s->copied = NULL;
    show_copy(scratch);
    return more;
}

bool hail_search_classes(hail_search *s, const hail_layer *stream, const hail_layer *target, const hail_raster_job *job,
                         uint32_t grain, hail_search_range_fn *search, const void *what) {
    hail_raster *raster = &s->world->scratch->raster;
    hail_raster_begin(raster, job);
    if (copies(s))
        return search_copies(s, stream, job, grain, search, what);
    while (hail_raster_next(s->world->kernels, raster, job)) {
        hail_search_choose_raster(s, stream, target);
        if (!hail_search_bodies(s, stream->active, grain, search, what))
            return false;
    }
    return true;
}
