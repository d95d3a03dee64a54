/* engine/queries/query_nearest.c - hail_query_nearest: checks, then one search a point. */
#include <float.h>

#include <hail/query.h>

#include "near_rows.h"
#include "near_search.h"

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static hail_status check_near(const hail_checks *checks, const hail_query_near *near, size_t count) {
    const hail_scalar radius = {"options->radius", near->radius, 0.0f, HAIL_MAX_BOUND};
    HAIL_REQUIRE(hail_check_scalars(checks->error, &radius, 1));
    HAIL_REQUIRE(hail_check_floats(checks, "options->radii", near->radii, count, 0.0f, HAIL_MAX_BOUND));
    return near->measure <= HAIL_TO_CENTRE ? HAIL_OK
                                           : hail_fail_above(checks->error, HAIL_BAD_ARGUMENT, "options->measure",
                                                             near->measure, HAIL_TO_CENTRE, "is no hail_query_measure");
}

static hail_status check(const hail_checks *checks, const hail_seek_call *call, const hail_points *points,
                         const hail_query_near *near) {
    const uint32_t find = call->filter ? call->filter->find : 0;
    if (find & ~(uint32_t)HAIL_FIND_BODIES)
        return hail_fail_above(checks->error, HAIL_BAD_ARGUMENT, "filter->find", find, HAIL_FIND_BODIES,
                               "asks for more than bodies");
    if (!call->capacity)
        return hail_fail(checks->error, HAIL_BAD_ARGUMENT, "capacity", "is 0");
    HAIL_REQUIRE(hail_check_points(checks, points));
    return check_near(checks, near, points->count);
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

static float radius_of(const hail_query_near *near, size_t i) {
    const float radius = near->radii ? near->radii[i] : near->radius;
    return radius > 0.0f ? radius : FLT_MAX;
}

/* Bodies at any distance need not be found to be counted. */
static uint32_t look(hail_near_search *search, uint64_t layers, bool counted) {
    const bool any = search->best.radius == FLT_MAX;
    search->counting = counted && !any;
    search->found = 0;
    hail_near_look(search, layers);
    hail_near_sort(&search->best);
    return counted && any ? hail_near_count(search, layers) : search->found;
}

static void answer_all(const hail_seek *seek, const hail_points *points, const hail_query_near *near, size_t capacity,
                       hail_query_hit *hits, uint32_t *counts) {
    hail_near_search search; /* most of these two is memory that need not be cleared */
    hail_near_rows rows;
    search.seek = seek;
    search.to_centre = rows.to_centre = near->measure == HAIL_TO_CENTRE;
    search.gaps.count = rows.gaps.count = 0;
    rows.world = seek->world;
    for (size_t i = 0; i < points->count; i++) {
        search.x = points->x[i];
        search.y = points->y[i];
        search.wish = seek_wish(seek, i);
        search.best = near_best_of(hits + i * capacity, capacity, radius_of(near, i));
        const uint32_t found = look(&search, seek_layers(seek, i), counts != NULL);
        for (size_t k = 0; k < search.best.count; k++)
            hail_near_row(&rows, search.x, search.y, &search.best.hits[k]);
        if (search.best.count < capacity)
            search.best.hits[search.best.count].kind = 0;
        if (counts)
            counts[i] = found;
    }
    hail_near_rows_flush(&rows);
}

hail_status hail_query_nearest(const hail_world *world, const hail_points *points, const hail_query_near *options,
                               const hail_query_filter *filter, size_t capacity, hail_query_hit *hits,
                               uint32_t *counts) {
    const hail_query_near none = {0}, *near = options ? options : &none;
    hail_seek seek;
    hail_checks checks;
    if (!points)
        return HAIL_BAD_ARGUMENT;
    const hail_seek_call call = {.world = world,
                                 .context = points->context,
                                 .filter = filter,
                                 .count = points->count,
                                 .capacity = capacity,
                                 .results_field = "hits",
                                 .results = hits,
                                 .counts = counts};
    HAIL_REQUIRE(hail_seek_open(&seek, &call, &checks));
    HAIL_REQUIRE(check(&checks, &call, points, near));
    answer_all(&seek, points, near, capacity, hits, counts);
    return HAIL_OK;
}
