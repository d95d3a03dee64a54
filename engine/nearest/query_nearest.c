/* engine/nearest/query_nearest.c - hail_query_nearest: checks, then blocks of points. */
#include <hail/query.h>

#include "near_all.h"
#include "near_results.h"
#include "near_search.h"
#include "tasks/run_tasks.h"

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static hail_status check_near(const hail_checks *checks, const hail_nearest_options *near, size_t count) {
    HAIL_REQUIRE(
        hail_check_number(checks->error, "options->radius", (double)near->radius, 0.0, (double)HAIL_MAX_BOUND));
    if (near->each_radius)
        HAIL_REQUIRE(hail_check_floats(checks, "options->each_radius", near->each_radius, count, 0.0f, HAIL_MAX_BOUND));
    return near->distance_to <= HAIL_TO_CENTRE
               ? HAIL_OK
               : hail_fail_above(checks->error, HAIL_BAD_ARGUMENT, "options->distance_to", near->distance_to,
                                 HAIL_TO_CENTRE, "is no hail_distance_to");
}

static hail_status check_call(const hail_checks *checks, const hail_query_args *call, const hail_points *points,
                              const hail_nearest_options *near) {
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

/* What the caller gave. */
typedef struct nearest_question {
    const hail_query_scope *scope;
    const hail_points *points;
    const hail_nearest_options *near;
    size_t capacity;
    hail_query_hit *hits;
    uint32_t *counts;
} nearest_question;

/* Sets up the search of `count` points. Field by field: most of it is memory that need not be cleared. */
static void open_search(hail_near_search *s, const nearest_question *q, size_t count) {
    s->scope = q->scope;
    s->kernels = scope_kernels(q->scope, count);
    s->points = q->points;
    s->near = q->near;
    s->hits = q->hits;
    s->counts = q->counts;
    hail_near_sources_open(&s->sources, q->scope, count, q->counts != NULL);
    s->best.sources = &s->sources;
    s->best.capacity = q->capacity;
    s->best.in_heap = q->capacity > HAIL_NEAR_KEEP;
    s->best.counts = q->counts != NULL;
    s->best.unordered = q->scope->filter->order == HAIL_UNORDERED;
    s->to_centre = q->near->distance_to == HAIL_TO_CENTRE;
    s->asks = q->scope->selective && !s->sources.sifted;
    s->gaps.count = 0;
}

static void write_counts(const hail_near_search *s, hail_near_all *all) {
    for (uint32_t i = 0; i < s->count; i++)
        s->counts[s->first + i] =
            near_counts(s, i) ? s->best.there[i] : hail_near_count_all(all, s->scope, s->first + i);
}

/* The most points of a block. more: so many results more are kept of each. */
static uint32_t points_of_block(size_t capacity, size_t more) {
    if (capacity > HAIL_NEAR_KEEP)
        return 1;
    const uint32_t points = NEAR_KEPT / (uint32_t)(capacity + more + 1);
    return points < NEAR_BLOCK ? points : NEAR_BLOCK;
}

/* Answers points [begin, end). */
static void answer(uint32_t begin, uint32_t end, uint32_t worker, void *task) {
    const nearest_question *q = task;
    const uint32_t block = points_of_block(q->capacity, q->counts ? HAIL_NEAR_KEEP : NEAR_BOUNDS);
    hail_near_search search;
    hail_near_all all = {.known = false};
    (void)worker;
    open_search(&search, q, end - begin);
    for (uint32_t first = begin; first < end; first += search.count) {
        search.first = first;
        search.count = end - first < block ? end - first : block;
        hail_near_search_block(&search);
        if (q->counts)
            write_counts(&search, &all);
        hail_near_write_results(&search);
    }
}

hail_status hail_query_nearest(const hail_world *world, const hail_points *points, const hail_nearest_options *options,
                               const hail_query_filter *filter, size_t capacity, hail_query_hit *hits,
                               uint32_t *counts) {
    static const hail_nearest_options none;
    const hail_nearest_options *near = options ? options : &none;
    hail_query_scope scope;
    hail_checks checks;
    if (!points)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_check_count(context_error(points->context), "points->count", points->count));
    const hail_query_args call = {.world = world,
                                  .context = points->context,
                                  .filter = filter,
                                  .count = points->count,
                                  .capacity = capacity,
                                  .results_field = "hits",
                                  .results = hits,
                                  .counts = counts};
    HAIL_REQUIRE(hail_query_open(&scope, &call, &checks));
    HAIL_REQUIRE(check_call(&checks, &call, points, near));
    nearest_question question = {&scope, points, near, capacity, hits, counts};
    hail_run_tasks(checks.tasks, (uint32_t)points->count, 2 * NEAR_BLOCK, answer, &question);
    return HAIL_OK;
}
