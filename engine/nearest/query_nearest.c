/* engine/nearest/query_nearest.c - hail_query_nearest: checks, then one search a point. */
#include <float.h>

#include <hail/query.h>

#include "near_fast.h"
#include "near_order.h"
#include "near_results.h"
#include "near_search.h"
#include "tasks/run_tasks.h"

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static hail_status check_near(const hail_checks *checks, const hail_query_near *near, size_t count) {
    const hail_scalar radius = {"options->radius", near->radius, 0.0f, HAIL_MAX_BOUND};
    HAIL_REQUIRE(hail_check_scalars(checks->error, &radius, 1));
    HAIL_REQUIRE(hail_check_floats(checks, "options->radii", near->radii, count, 0.0f, HAIL_MAX_BOUND));
    return near->measure <= HAIL_TO_CENTRE ? HAIL_OK
                                           : hail_fail_above(checks->error, HAIL_BAD_ARGUMENT, "options->measure",
                                                             near->measure, HAIL_TO_CENTRE, "is no hail_query_measure");
}

static hail_status check_call(const hail_checks *checks, const hail_seek_call *call, const hail_points *points,
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

/* Bodies at any distance need not be found to be counted. */
static uint32_t look(hail_near_search *search, uint64_t layers, bool counted) {
    const bool any = search->best.radius == FLT_MAX;
    search->counting = counted && !any;
    search->found = 0;
    hail_near_look(search, layers);
    hail_near_sort(&search->best);
    return counted && any ? hail_near_count(search, layers) : search->found;
}

/* A call. Most of it is memory that need not be cleared. */
typedef struct nearest_call {
    const hail_seek *seek;
    const hail_points *points;
    const hail_query_near *near;
    size_t capacity;
    hail_query_hit *hits;
    uint32_t *counts;
    hail_near_search search;
    hail_near_results results;
    hail_near_fast fast;
} nearest_call;

/* Sets what the caller gave. */
static void set_call(nearest_call *call, const nearest_call *given) {
    call->seek = given->seek;
    call->points = given->points;
    call->near = given->near;
    call->capacity = given->capacity;
    call->hits = given->hits;
    call->counts = given->counts;
}

static void answer(nearest_call *call, size_t i) {
    hail_near_search *search = &call->search;
    search->x = call->points->x[i];
    search->y = call->points->y[i];
    search->wish = seek_wish(search->seek, i);
    search->best = near_best_of(call->hits + i * call->capacity, call->capacity, near_radius(call->near, i));
    const uint32_t found = look(search, seek_layers(search->seek, i), call->counts != NULL);
    for (size_t k = 0; k < search->best.count; k++)
        hail_near_result(&call->results, search->x, search->y, &search->best.hits[k]);
    if (search->best.count < call->capacity)
        search->best.hits[search->best.count].kind = 0;
    if (call->counts)
        call->counts[i] = found;
}

/* place: see hail_near_fast_answer. */
static void answer_block(nearest_call *call, size_t first, const uint16_t *place, uint32_t count) {
    hail_near_fast_answer(&call->fast, call->points, first, place, count, &call->results);
    for (uint32_t i = 0; i < call->fast.doubts; i++)
        answer(call, first + call->fast.doubt[i]);
}

static uint32_t part_of(uint32_t left, uint32_t most) { return left < most ? left : most; }

static void answer_fast(nearest_call *call, uint32_t begin, uint32_t end) {
    for (uint32_t first = begin; first < end; first += NEAR_BLOCK)
        answer_block(call, first, NULL, part_of(end - first, NEAR_BLOCK));
}

static void answer_in_order(nearest_call *call, uint32_t begin, uint32_t end) {
    const hail_grid_layout *map = &call->fast.level->view.map;
    hail_near_order order;
    for (uint32_t first = begin; first < end; first += NEAR_BATCH) {
        const uint32_t count = part_of(end - first, NEAR_BATCH);
        hail_near_order_points(&order, map, call->points->x + first, call->points->y + first, count);
        for (uint32_t i = 0; i < count; i += NEAR_BLOCK)
            answer_block(call, first, order.point + i, part_of(count - i, NEAR_BLOCK));
    }
}

/* Answers points [begin, end). */
static void answer_some(nearest_call *call, uint32_t begin, uint32_t end) {
    const hail_seek *seek = call->seek;
    const bool to_centre = call->near->measure == HAIL_TO_CENTRE;
    call->search.seek = seek;
    call->search.to_centre = call->results.to_centre = to_centre;
    call->search.gaps.count = call->results.gaps.count = 0;
    call->results.world = seek->world;
    if (!call->counts && hail_near_fast_open(&call->fast, seek, call->near, call->capacity, call->hits))
        (hail_near_fast_wants_order(&call->fast, end - begin) ? answer_in_order : answer_fast)(call, begin, end);
    else
        for (uint32_t i = begin; i < end; i++)
            answer(call, i);
    hail_near_results_flush(&call->results);
}

/* A piece of the points: with a call of its own. Field by field, as the call. */
static void answer_piece(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const nearest_call *all = task;
    nearest_call piece;
    (void)worker;
    set_call(&piece, all);
    answer_some(&piece, first, last);
}

static void answer_all(nearest_call *call, const hail_tasks *tasks) {
    const uint32_t count = (uint32_t)call->points->count;
    if (tasks)
        hail_run_tasks(tasks, count, 2 * NEAR_BLOCK, answer_piece, call);
    else
        answer_some(call, 0, count);
}

hail_status hail_query_nearest(const hail_world *world, const hail_points *points, const hail_query_near *options,
                               const hail_query_filter *filter, size_t capacity, hail_query_hit *hits,
                               uint32_t *counts) {
    const hail_query_near none = {0}, *near = options ? options : &none;
    hail_seek seek;
    hail_checks checks;
    if (!points)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_check_count(context_error(points->context), "points->count", points->count));
    const hail_seek_call call = {.world = world,
                                 .context = points->context,
                                 .filter = filter,
                                 .count = points->count,
                                 .capacity = capacity,
                                 .results_field = "hits",
                                 .results = hits,
                                 .counts = counts};
    HAIL_REQUIRE(hail_check_count(context_error(points->context), "points->count", points->count));
    HAIL_REQUIRE(hail_seek_open(&seek, &call, &checks));
    HAIL_REQUIRE(check_call(&checks, &call, points, near));
    nearest_call all;
    all.seek = &seek;
    all.points = points;
    all.near = near;
    all.capacity = capacity;
    all.hits = hits;
    all.counts = counts;
    answer_all(&all, checks.tasks);
    return HAIL_OK;
}
