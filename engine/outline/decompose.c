/* engine/outline/decompose.c - hail_decompose: checks its arguments, and runs the stages of decompose.h in order. */
#include <math.h>

#include "base/check.h"
#include "decompose.h"
#include "polygons.h"

hail_status hail_decompose_options_defaults(hail_decompose_options *options) {
    if (!options)
        return HAIL_BAD_ARGUMENT;
    *options = (hail_decompose_options){.max_vertices = HAIL_MAX_VERTICES};
    return HAIL_OK;
}

static uint32_t count_reflex(const hail_ring *ring) {
    uint32_t reflex = 0;
    for (uint32_t i = 0; i < ring->count; i++)
        reflex += hail_turn(ring->at[ring->prev[i]], ring->at[i], ring->at[ring->next[i]]) < 0;
    return reflex;
}

/* How far parts that hail_convex_polygon must accept may lie from the polygon: px, and of its size; the less counts. */
static const double SLACK = 0x1p-8, SLACK_OF_SIZE = 0x1p-10;

static double slack_of(const hail_ring *ring) {
    hail_point low = ring->at[0], high = low;
    for (uint32_t i = 1; i < ring->count; i++) {
        const hail_point p = ring->at[i];
        low.x = p.x < low.x ? p.x : low.x;
        low.y = p.y < low.y ? p.y : low.y;
        high.x = p.x > high.x ? p.x : high.x;
        high.y = p.y > high.y ? p.y : high.y;
    }
    const double width = (double)high.x - (double)low.x, height = (double)high.y - (double)low.y;
    return fmin(SLACK, SLACK_OF_SIZE * (width > height ? width : height));
}

/* Leaves out corners. Where the polygon would cross itself then, it keeps them; after some attempts, everywhere. */
static hail_status thin_out(hail_decomposition *d) {
    enum { ATTEMPTS = 16 };
    const double slack = slack_of(&d->ring);
    hail_status status = HAIL_CROSSING;
    d->slack.max_squared = slack * slack;
    for (int i = 0; status == HAIL_CROSSING; i++) {
        status = hail_decompose_thin(d);
        if (status == HAIL_OK)
            status = hail_decompose_sweep(d);
        if (status == HAIL_CROSSING)
            hail_decompose_keep(d, i == ATTEMPTS);
    }
    return status;
}

static hail_status triangulate(hail_decomposition *d, const hail_loops *loops, hail_decompose_report *report) {
    hail_status status = hail_decompose_corners(d, loops, report);
    if (status == HAIL_OK && d->repair)
        status = hail_decompose_touch(d, report);
    if (status == HAIL_OK)
        status = hail_decompose_sweep(d);
    if (status == HAIL_CROSSING)
        hail_decompose_report_crossing(d, loops, report);
    if (status != HAIL_OK)
        return status;
    report->reflex = count_reflex(&d->ring);
    if (d->max_corners <= HAIL_MAX_VERTICES)
        status = thin_out(d);
    d->slack.at = d->ring.at;
    report->straight_corners += d->thinned.left_out_count;
    if (status == HAIL_OK)
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
    if (d->max_corners == 3 && d->slack.max_squared <= 0.0)
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
    if (status == HAIL_OK)
        status = hail_decompose_parts(d, parts, report);
    if (status == HAIL_DEGENERATE && d->mesh.count)
        hail_decompose_report_corner(d, loops, report);
    return status;
}

static void free_scratch(hail_decomposition *d) {
    hail_scratch_free(&d->heap, &d->corners);
    hail_scratch_free(&d->heap, &d->thin_corners);
    hail_scratch_free(&d->heap, &d->thin);
    hail_scratch_free(&d->heap, &d->cuts);
    hail_scratch_free(&d->heap, &d->halves);
    for (size_t i = 0; i < HAIL_DECOMPOSE_SCRATCH; i++)
        hail_scratch_free(&d->heap, &d->scratch[i]);
}

static hail_status check_arguments(const hail_loops *polygon, const hail_decompose_options *options) {
    hail_error *error = context_error(options->context);
    HAIL_REQUIRE(hail_check_needed(error, &(hail_needed){"polygon", polygon}, 1));
    HAIL_REQUIRE(hail_check_whole(error, "options->max_vertices", options->max_vertices, 3, UINT32_MAX));
    HAIL_REQUIRE(context_check(options->context));
    return polygon->count ? hail_check_starts(error, polygon, HAIL_MAX_OUTLINE - 1, HAIL_MAX_OUTLINE) : HAIL_OK;
}

/* Tells why a stage failed: the report says where. */
static hail_status fail(const hail_decomposition *d, hail_error *error, hail_status status, const hail_loops *polygon,
                        const hail_decompose_report *report) {
    static const char *const problems[HAIL_STATUS_COUNT] = {
        [HAIL_NOT_FINITE] = "or its y is not a finite number",
        [HAIL_TOO_LARGE] = "and its y lie further than HAIL_MAX_REACH from the origin",
        [HAIL_DEGENERATE] = "starts an edge of no length, or one that turns back on the one before",
        [HAIL_CROSSING] = "starts an edge that touches or crosses another one"};
    if (status == HAIL_NO_MEMORY)
        return hail_fail_memory(error);
    if (status == HAIL_TOO_FEW_VERTICES)
        return hail_fail_at(error, status, "polygon->start", report->loop, "starts a loop of fewer than 3 vertices");
    const bool misfit = status == HAIL_DEGENERATE && d->mesh.count > 0;
    return hail_fail_at(error, status, "polygon->x", (size_t)polygon->start[report->loop] + report->vertex,
                        misfit ? "is a corner of a convex part that is too small or too thin" : problems[status]);
}

hail_status hail_decompose(const hail_loops *polygon, const hail_decompose_options *options, hail_polygons **parts,
                           hail_decompose_report *report) {
    hail_decompose_report unused;
    report = report ? report : &unused;
    *report = (hail_decompose_report){0};
    hail_decompose_options chosen;
    hail_decompose_options_defaults(&chosen);
    chosen = options ? *options : chosen;
    hail_error *error = context_error(chosen.context);
    HAIL_REQUIRE(hail_check_needed(error, &(hail_needed){"parts", parts}, 1));
    *parts = NULL;
    HAIL_REQUIRE(check_arguments(polygon, &chosen));
    hail_polygons *made = hail_polygons_new(chosen.context);
    if (!made)
        return hail_fail_memory(error);
    hail_decomposition d = {.max_corners = chosen.max_vertices, .repair = chosen.repair != 0};
    hail_heap_init(&d.heap, chosen.context);
    const hail_status status = polygon->count ? decompose(&d, polygon, made, report) : HAIL_OK;
    free_scratch(&d);
    if (status == HAIL_OK) {
        *parts = made;
        return HAIL_OK;
    }
    hail_polygons_destroy(made);
    return fail(&d, error, status, polygon, report);
}
