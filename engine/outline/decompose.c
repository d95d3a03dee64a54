/* engine/outline/decompose.c - hail_decompose: checks its arguments, and runs the stages of decompose.h in order. */
#include "base/context.h"
#include "decompose.h"
#include "polygons.h"

hail_status hail_decompose_defaults(hail_decompose_options *options) {
    if (!options)
        return HAIL_BAD_ARGUMENT;
    *options = (hail_decompose_options){.max_vertices = HAIL_MAX_VERTICES};
    return HAIL_OK;
}

static hail_status check_layout(const hail_loops *loops) {
    if (!loops->count)
        return HAIL_OK;
    if (!loops->x || !loops->y || !loops->start || loops->start[0] != 0 || loops->count >= HAIL_MAX_OUTLINE)
        return HAIL_BAD_ARGUMENT;
    for (size_t l = 0; l < loops->count; l++)
        if (loops->start[l + 1] < loops->start[l])
            return HAIL_BAD_ARGUMENT;
    return loops->start[loops->count] <= HAIL_MAX_OUTLINE ? HAIL_OK : HAIL_BAD_ARGUMENT;
}

static uint32_t count_reflex(const hail_ring *ring) {
    uint32_t reflex = 0;
    for (uint32_t i = 0; i < ring->count; i++)
        reflex += hail_turn(ring->at[ring->prev[i]], ring->at[i], ring->at[ring->next[i]]) < 0;
    return reflex;
}

static hail_status triangulate(hail_decomposition *d, const hail_loops *loops, hail_decompose_report *report) {
    hail_status status = hail_decompose_corners(d, loops, report);
    if (status == HAIL_OK)
        status = hail_decompose_sweep(d);
    if (status == HAIL_CROSSING)
        hail_decompose_report_crossing(d, loops, report);
    if (status != HAIL_OK)
        return status;
    report->reflex = count_reflex(&d->ring);
    status = hail_decompose_triangles(d);
    return status == HAIL_OK ? hail_decompose_flip(d) : status;
}

static hail_status merge_and_improve(hail_decomposition *d, uint32_t max_corners) {
    const hail_status status = hail_decompose_merge(d, max_corners);
    return status == HAIL_OK ? hail_decompose_improve(d, max_corners) : status;
}

/* Joins triangles into as few faces as possible, with any number of corners. Then splits the faces that have too many.
 */
static hail_status join_faces(hail_decomposition *d) {
    if (d->max_corners == 3)
        return HAIL_OK;
    hail_status status = merge_and_improve(d, UINT32_MAX);
    if (status != HAIL_OK || d->max_corners == UINT32_MAX)
        return status;
    status = hail_decompose_split(d);
    return status == HAIL_OK ? merge_and_improve(d, d->max_corners) : status;
}

static hail_status decompose(hail_decomposition *d, const hail_loops *loops, hail_polygons *parts,
                             hail_decompose_report *report) {
    hail_status status = triangulate(d, loops, report);
    if (status == HAIL_OK)
        status = join_faces(d);
    return status == HAIL_OK ? hail_decompose_parts(d, parts, report) : status;
}

static void free_scratch(hail_decomposition *d) {
    hail_scratch_free(&d->heap, &d->corners);
    hail_scratch_free(&d->heap, &d->cuts);
    hail_scratch_free(&d->heap, &d->halves);
    for (size_t i = 0; i < HAIL_DECOMPOSE_SCRATCH; i++)
        hail_scratch_free(&d->heap, &d->scratch[i]);
}

hail_status hail_decompose(const hail_loops *polygon, const hail_decompose_options *options, hail_polygons **parts,
                           hail_decompose_report *report) {
    hail_decompose_report unused;
    report = report ? report : &unused;
    *report = (hail_decompose_report){0};
    if (!parts)
        return HAIL_BAD_ARGUMENT;
    *parts = NULL;
    hail_decompose_options chosen;
    hail_decompose_defaults(&chosen);
    chosen = options ? *options : chosen;
    if (!polygon || chosen.max_vertices < 3)
        return HAIL_BAD_ARGUMENT;
    hail_status status = context_check(chosen.context);
    if (status == HAIL_OK)
        status = check_layout(polygon);
    if (status != HAIL_OK)
        return status;
    hail_polygons *made = hail_polygons_new(chosen.context);
    if (!made)
        return HAIL_NO_MEMORY;
    hail_decomposition d = {.max_corners = chosen.max_vertices};
    hail_heap_init(&d.heap, chosen.context);
    if (polygon->count)
        status = decompose(&d, polygon, made, report);
    free_scratch(&d);
    if (status == HAIL_OK)
        *parts = made;
    else
        hail_polygons_destroy(made);
    return status;
}
