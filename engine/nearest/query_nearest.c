/* engine/nearest/query_nearest.c - hail_query_nearest: checks, then one search a point. */
#include <float.h>

#include <hail/query.h>

#include "near_lone.h"
#include "near_many.h"
#include "near_order.h"
#include "near_results.h"
#include "near_search.h"
#include "short_list.h"
#include "tasks/run_tasks.h"

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static hail_status check_near(const hail_checks *checks, const hail_query_near *near, size_t count) {
    const hail_scalar radius = {"options->radius", near->radius, 0.0f, HAIL_MAX_BOUND};
    HAIL_REQUIRE(hail_check_scalars(checks->error, &radius, 1));
    HAIL_REQUIRE(hail_check_floats(checks, "options->each_radius", near->each_radius, count, 0.0f, HAIL_MAX_BOUND));
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

/* What the caller gave. */
typedef struct nearest_question {
    const hail_seek *seek;
    const hail_points *points;
    const hail_query_near *near;
    size_t capacity;
    hail_query_hit *hits;
    uint32_t *counts;
} nearest_question;

/* A call, or a piece of one. Most of it is memory that need not be cleared. */
typedef struct nearest_call {
    const hail_seek *seek;
    const hail_points *points;
    const hail_query_near *near;
    size_t capacity;
    hail_query_hit *hits;
    uint32_t *counts;
    hail_near_search search;
    hail_near_results results;
    hail_near_grids grids;
    enum { ANSWER_ONE, ANSWER_FAST, ANSWER_MANY, ANSWER_LISTED } way;
    union {
        hail_near_listed listed;
        hail_near_fast fast;
        hail_near_many many;
    };
    /* The last query that counted bodies at any distance. */
    bool counted;
    uint64_t counted_layers;
    hail_seek_wish counted_wish;
    uint32_t all;
} nearest_call;

static void set_call(nearest_call *call, const nearest_question *given) {
    call->seek = given->seek;
    call->points = given->points;
    call->near = given->near;
    call->capacity = given->capacity;
    call->hits = given->hits;
    call->counts = given->counts;
}

static bool same_wish(const hail_seek_wish *a, const hail_seek_wish *b) {
    return a->group == b->group && a->category == b->category && a->mask == b->mask &&
           a->except.slot == b->except.slot && a->except.generation == b->except.generation;
}

/* How many bodies query i may find at any distance: they need not be found to be counted. */
static uint32_t count_all(nearest_call *call, size_t i) {
    const uint64_t layers = seek_layers(call->seek, i);
    const hail_seek_wish wish = seek_wish(call->seek, i);
    if (!call->counted || layers != call->counted_layers || !same_wish(&wish, &call->counted_wish)) {
        call->search.wish = wish;
        call->all = hail_near_count(&call->search, layers);
        call->counted_layers = layers;
        call->counted_wish = wish;
        call->counted = true;
    }
    return call->all;
}

static bool counts_all(const nearest_call *call, size_t i) {
    return call->counts && near_radius(call->near, call->near->each_radius ? i : 0) == FLT_MAX;
}

static void answer(nearest_call *call, size_t i) {
    hail_near_search *search = &call->search;
    search->x = call->points->x[i];
    search->y = call->points->y[i];
    search->wish = seek_wish(search->seek, i);
    search->best = near_best_of(call->hits + i * call->capacity, call->capacity,
                                search->seek->filter.order == HAIL_UNORDERED, near_radius(call->near, i));
    search->counting = call->counts && !counts_all(call, i);
    search->found = 0;
    hail_near_look(search, seek_layers(search->seek, i));
    hail_near_sort(&search->best);
    for (size_t k = 0; k < search->best.count; k++)
        hail_near_result(&call->results, search->x, search->y, &search->best.hits[k]);
    if (search->best.count < call->capacity)
        search->best.hits[search->best.count].kind = 0;
    if (call->counts)
        call->counts[i] = counts_all(call, i) ? count_all(call, i) : search->found;
}

static void answer_doubts(nearest_call *call, size_t first, const uint32_t *doubt, uint32_t doubts) {
    for (uint32_t i = 0; i < doubts; i++)
        answer(call, first + doubt[i]);
}

/* place: see hail_near_fast_answer. */
static void answer_block(nearest_call *call, size_t first, const uint16_t *place, uint32_t count) {
    if (call->way == ANSWER_FAST) {
        hail_near_fast_answer(&call->fast, call->points, first, place, count, &call->results);
        answer_doubts(call, first, call->fast.doubt, call->fast.doubts);
        return;
    }
    hail_near_many_answer(&call->many, call->points, first, place, count, &call->results);
    answer_doubts(call, first, call->many.doubt, call->many.doubts);
    for (uint32_t i = 0; i < count; i++) {
        const size_t point = first + (place ? place[i] : i);
        if (counts_all(call, point))
            call->counts[point] = count_all(call, point);
    }
}

static uint32_t part_of(uint32_t left, uint32_t most) { return left < most ? left : most; }

static void answer_blocks(nearest_call *call, uint32_t begin, uint32_t end) {
    for (uint32_t first = begin; first < end; first += NEAR_BLOCK)
        answer_block(call, first, NULL, part_of(end - first, NEAR_BLOCK));
}

/* The grid that most points look in first. NULL: there is none. */
static const hail_grid_view *grid_of(const nearest_call *call) {
    if (call->way == ANSWER_FAST)
        return &call->fast.level->view;
    return call->many.sources ? &call->many.source[0].level->view : NULL;
}

static bool wants_order(const nearest_call *call, size_t count) {
    const hail_grid_view *grid = grid_of(call);
    return grid && hail_near_wants_order(grid, count);
}

static void answer_in_order(nearest_call *call, uint32_t begin, uint32_t end) {
    const hail_grid_layout *map = &grid_of(call)->map;
    hail_near_order order;
    for (uint32_t first = begin; first < end; first += NEAR_BATCH) {
        const uint32_t count = part_of(end - first, NEAR_BATCH);
        hail_near_order_points(&order, map, call->points->x + first, call->points->y + first, count);
        for (uint32_t i = 0; i < count; i += NEAR_BLOCK)
            answer_block(call, first, order.point + i, part_of(count - i, NEAR_BLOCK));
    }
}

/* Chooses how `count` points are answered. */
static void open_call(nearest_call *call, size_t count) {
    const hail_seek *seek = call->seek;
    hail_near_grids *grids = &call->grids;
    call->way = ANSWER_ONE;
    call->search.grids = NULL;
    if (!hail_near_grids_list(grids, seek))
        return;
    const bool fast =
        !call->counts && hail_near_fast_open(&call->fast, seek, call->near, count, call->capacity, call->hits);
    if (!fast || grids->found <= HAIL_NEAR_LISTED)
        hail_near_grids_sift(grids, seek, count);
    if (hail_near_listed_fits(grids, seek, count, call->capacity)) {
        hail_near_listed_open(&call->listed, grids, call->near, call->capacity);
        call->way = ANSWER_LISTED;
        return;
    }
    if (fast) {
        call->way = ANSWER_FAST;
        return;
    }
    hail_near_grids_shrink(grids, seek->kernels);
    call->search.grids = grids->sifted ? grids : NULL;
    if (hail_near_many_open(&call->many, seek, grids, call->near, count, call->capacity, call->hits, call->counts))
        call->way = ANSWER_MANY;
}

static void answer_listed(nearest_call *call, uint32_t begin, uint32_t end) {
    hail_near_listed_job *job = &call->listed.job;
    job->x = call->points->x;
    job->y = call->points->y;
    job->rows = &call->hits->body.slot;
    job->counts = call->counts;
    call->seek->kernels->near_listed(job, begin, end);
}

/* Answers points [begin, end). */
static void answer_some(nearest_call *call, uint32_t begin, uint32_t end) {
    call->search.seek = call->seek;
    call->search.to_centre = call->results.to_centre = call->near->measure == HAIL_TO_CENTRE;
    call->search.gaps.count = call->results.gaps.count = 0;
    call->results.world = call->seek->world;
    call->counted = false;
    open_call(call, end - begin);
    if (call->way == ANSWER_ONE)
        for (uint32_t i = begin; i < end; i++)
            answer(call, i);
    else if (call->way == ANSWER_LISTED)
        answer_listed(call, begin, end);
    else
        (wants_order(call, end - begin) ? answer_in_order : answer_blocks)(call, begin, end);
    hail_near_results_flush(&call->results);
}

/* A piece of the points: with a call of its own. Field by field, as the call. */
static void answer_piece(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    nearest_call piece;
    (void)worker;
    set_call(&piece, task);
    answer_some(&piece, first, last);
}

static void answer_all(nearest_question *question, const hail_tasks *tasks) {
    const uint32_t count = (uint32_t)question->points->count;
    if (tasks)
        hail_run_tasks(tasks, count, 2 * NEAR_BLOCK, answer_piece, question);
    else
        answer_piece(0, count, 0, question);
}

hail_status hail_query_nearest(const hail_world *world, const hail_points *points, const hail_query_near *options,
                               const hail_query_filter *filter, size_t capacity, hail_query_hit *hits,
                               uint32_t *counts) {
    static const hail_query_near none;
    const hail_query_near *near = options ? options : &none;
    hail_seek seek;
    hail_checks checks;
    if (!points)
        return HAIL_BAD_ARGUMENT;
    if (hail_near_lone(world, points, near, filter, capacity, hits, counts))
        return HAIL_OK;
    HAIL_REQUIRE(hail_check_count(context_error(points->context), "points->count", points->count));
    const hail_seek_call call = {.world = world,
                                 .context = points->context,
                                 .filter = filter,
                                 .count = points->count,
                                 .capacity = capacity,
                                 .results_field = "hits",
                                 .results = hits,
                                 .counts = counts};
    HAIL_REQUIRE(hail_seek_open(&seek, &call, &checks));
    HAIL_REQUIRE(check_call(&checks, &call, points, near));
    nearest_question all = {&seek, points, near, capacity, hits, counts};
    answer_all(&all, checks.tasks);
    return HAIL_OK;
}
