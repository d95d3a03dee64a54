/* engine/pairs/find_shared.c - the search on the world's tasks: each task searches a range of bodies, with what its
 * worker has; pairs go to places of scratch.pairs that workers claim. So they lie in any order, which their ranks undo.
 */
#include <string.h>

#include "search.h"
#include "task_batch.h"
#include "tasks/run_tasks.h"

/* Copies the pairs that there is room for. All are counted. */
static void put_pairs(const hail_pairs *pairs, const hail_worker_scratch *from, uint32_t at, uint32_t count) {
    if (at >= pairs->capacity)
        return;
    const size_t bytes = (pairs->capacity - at < count ? pairs->capacity - at : count) * sizeof(uint32_t);
    memcpy((uint32_t *)pairs->a.data + at, from->a, bytes);
    memcpy((uint32_t *)pairs->b.data + at, from->b, bytes);
    memcpy((uint32_t *)pairs->slot_a.data + at, from->slot_a, bytes);
    memcpy((uint32_t *)pairs->slot_b.data + at, from->slot_b, bytes);
}

uint32_t hail_search_orient(const hail_search *s, uint32_t at, uint32_t count) {
    hail_worker_scratch *w = s->worker;
    const hail_oriented out = {w->a + at, w->b + at, w->slot_a + at, w->slot_b + at};
    const uint32_t n = s->world->kernels->orient(&s->orient, w->first, w->second, count, &out);
    return s->ascending ? hail_search_keep_ascending(&out, n) : n;
}

/* Puts the pairs that the worker holds where all workers' pairs go. */
static bool put_held(const hail_search *s) {
    const uint32_t count = s->worker->held, at = shared_count_add(s->sink.shared, count);
    put_pairs(&s->world->scratch->pairs, s->worker, at, count);
    if (s->sink.order && at + count <= s->world->scratch->pairs.capacity)
        hail_chunk_order_rank(s->sink.order, at, count);
    s->worker->held = 0;
    return at + count <= s->sink.limit; /* beyond it, no pair is of use */
}

/* Few pairs at a time would make workers wait for each other's cache lines. */
bool hail_search_take_shared(hail_search *s, uint32_t count) {
    if (s->sink.kind == SINK_TASK_BATCH)
        return hail_task_batch_take(s, count);
    s->worker->held += hail_search_orient(s, s->worker->held, count);
    return s->worker->held < PAIR_CHUNK || put_held(s);
}

static void run_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const hail_search_task *t = task;
    hail_search mine = *t->search;
    hail_search_cursors cursors = {.from = {.body = first}};
    mine.worker = (hail_worker_scratch *)mine.world->scratch->workers.data + worker;
    mine.worker->held = 0;
    t->range(&mine, &cursors, last, t->what);
    put_held(&mine);
}

bool hail_search_bodies(hail_search *s, uint32_t count, uint32_t grain, hail_search_range_fn *search,
                        const void *what) {
    hail_search_cursors cursors = {{0}, {0}};
    if (s->sink.kind == SINK_TASK_BATCH)
        return hail_task_batch_search(s, count, grain, search, what);
    if (!search_on_tasks(s))
        return search(s, &cursors, count, what);
    hail_search_task task = {s, search, what};
    hail_run_tasks(s->world->tasks, count, grain, run_range, &task);
    return shared_count_value(s->sink.shared) <= s->sink.limit;
}

/* Whether a stream past the rest, perhaps in the order of their slots. */
static bool streams_a(const hail_planned_rule *plan) { return !plan->self && plan->stream == plan->rule->layer_a; }

/* Searches once; false: there was no room for all. */
static bool search_once(hail_search *s, void (*search)(hail_search *s)) {
    hail_pairs *pairs = &s->world->scratch->pairs;
    hail_shared_count found = {0};
    hail_chunk_order order;
    hail_chunk_order_begin(&order, pairs, s->world->bodies.layer[s->plan->rule->layer_a]->count,
                           s->world->bodies.slot_count);
    s->sink.order = streams_a(s->plan) ? &order : NULL;
    s->sink.shared = &found;
    search(s);
    const uint32_t count = shared_count_value(&found);
    pairs->count = s->found == FOUND_ALL && count <= pairs->capacity ? count : 0;
    if (s->found == FOUND_ALL && count > s->sink.limit)
        s->found = FOUND_TOO_MANY;
    pairs->ranked = pairs->count && streams_a(s->plan) && hail_chunk_order_end(&order, s->world->tasks, pairs->count);
    if (s->found != FOUND_ALL || count <= pairs->capacity)
        return true;
    uint32_t room = pairs->capacity;
    while (room < count)
        room = room < s->sink.limit / 2 ? room * 2 : s->sink.limit;
    if (!hail_pairs_reserve(&s->world->scratch->heap, pairs, room))
        s->found = FOUND_TOO_MANY; /* ranges need less */
    return s->found != FOUND_ALL;
}

void hail_search_shared(hail_search *s, void (*search)(hail_search *s)) {
    const uint64_t passes = s->world->stats.passes;
    while (!search_once(s, search))
        ;
    s->world->stats.passes = passes + 1;
}
