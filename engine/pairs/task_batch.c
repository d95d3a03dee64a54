/* engine/pairs/task_batch.c - finds and narrows part by part, delivers batch by batch. */
#include "task_batch.h"

#include "tasks/run_tasks.h"

/* A batch's memory: the parts, the numbers, then the rows of parts, or of workers. */
static uint32_t most_parts(const hail_tasks *tasks) { return tasks->workers * BATCH_TASK_PARTS; }

static size_t head_bytes(const hail_tasks *tasks) {
    const size_t bytes = most_parts(tasks) * sizeof(hail_task_batch_part) + BATCH_ROOM * sizeof(uint32_t);
    return (bytes + HAIL_ALIGN - 1) / HAIL_ALIGN * HAIL_ALIGN;
}

size_t hail_task_batch_bytes(const hail_tasks *tasks) {
    return head_bytes(tasks) + (size_t)tasks->workers * BATCH_PARTS * BATCH_ROOM * sizeof(hail_contact);
}

void hail_task_batch_begin(hail_task_batch *batch, hail_world *world, const hail_rule *rule) {
    const hail_tasks *tasks = world->tasks;
    char *memory = world->scratch->batches.data;
    batch->count = batch->on_task ? most_parts(tasks) : tasks->workers * BATCH_PARTS;
    batch->parts = (hail_task_batch_part *)(void *)memory;
    batch->rows = (hail_contact *)(void *)(memory + head_bytes(tasks));
    uint32_t *numbers = (uint32_t *)(void *)(batch->parts + most_parts(tasks));
    for (uint32_t i = 0; i < BATCH_ROOM; i++)
        numbers[i] = i;
    for (uint32_t i = 0; i < batch->count; i++)
        batch->parts[i] = (hail_task_batch_part){.rows = batch->on_task ? NULL : batch->rows + (size_t)i * BATCH_ROOM};
    batch->numbers = numbers;
    hail_narrowing_begin(&batch->narrowing, world, rule);
}

/* ---- On tasks ---------------------------------------------------------------------------------------------------- */

/* Moves the rows from `first` on that touch to the others that do. */
static void keep_touching(hail_task_batch_part *part, uint32_t first, uint32_t count) {
    for (uint32_t i = first; i < first + count; i++)
        if (part->rows[i].kind) {
            if (part->touching != i)
                part->rows[part->touching] = part->rows[i];
            part->touching++;
        }
}

/* Delivers a part's contacts on its task. */
static void deliver_here(const hail_search *s, hail_task_batch_part *part) {
    const hail_task_batch *batch = s->sink.batch;
    const size_t worker = (size_t)(s->worker - (hail_worker_scratch *)s->world->scratch->workers.data);
    for (uint32_t at = 0, n; at < part->touching; at += n) {
        n = part->touching - at < batch->window ? part->touching - at : batch->window;
        batch->on_task(part->rows + at, n, batch->users ? batch->users[worker] : NULL);
        part->windows++;
    }
    part->contacts += part->touching;
    part->touching = 0;
}

bool hail_task_batch_take(hail_search *s, uint32_t count) {
    const hail_worker_scratch *w = s->worker;
    hail_task_batch_part *part = s->part;
    const uint32_t n = hail_search_orient(s, 0, count);
    const hail_narrow_list list = {w->a, w->b, s->sink.batch->numbers + part->touching, n};
    part->pairs += n;
    const uint32_t touching = n ? hail_narrowing_run(&s->sink.batch->narrowing, &list, part->rows) : 0;
    if (touching == n)
        part->touching += n;
    else if (touching)
        keep_touching(part, part->touching, n);
    if (s->sink.batch->on_task)
        deliver_here(s, part);
    return part->touching + PAIR_CHUNK <= BATCH_ROOM;
}

static void work_on_parts(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const hail_search_task *t = task;
    hail_search mine = *t->search;
    mine.worker = (hail_worker_scratch *)mine.world->scratch->workers.data + worker;
    for (uint32_t p = first; p < last; p++) {
        mine.part = &mine.sink.batch->parts[p];
        if (mine.sink.batch->on_task) /* delivered before the next part */
            mine.part->rows = mine.sink.batch->rows + (size_t)worker * BATCH_ROOM;
        if (mine.part->waits)
            mine.part->waits = !t->range(&mine, &mine.part->cursors, mine.part->end, t->what);
    }
}

/* ---- On the calling thread --------------------------------------------------------------------------------------- */

/* Gives parts that are done the next bodies. Returns whether some part has anything to do. */
static bool refill(hail_task_batch *batch, uint32_t *next, uint32_t count, uint32_t size) {
    bool any = false;
    for (uint32_t p = 0; p < batch->count; p++) {
        hail_task_batch_part *part = &batch->parts[p];
        part->pairs = part->touching = part->contacts = part->windows = 0;
        if (!part->waits && *next < count) {
            part->cursors = (hail_search_cursors){.from = {.body = *next}};
            part->end = count - *next < size ? count : *next + size;
            part->waits = true;
            *next = part->end;
        }
        any = any || part->waits;
    }
    return any;
}

bool hail_task_batch_search(hail_search *s, uint32_t count, uint32_t grain, hail_search_range_fn *search,
                            const void *what) {
    hail_task_batch *batch = s->sink.batch;
    hail_search_task task = {s, search, what};
    const uint32_t batches = batch->on_task ? 1 : TASK_BATCHES, even = count / (batch->count * batches) + 1,
                   size = even > grain ? even : grain;
    for (uint32_t next = 0; refill(batch, &next, count, size);) {
        hail_run_tasks(s->world->tasks, batch->count, 1, work_on_parts, &task);
        for (uint32_t p = 0; p < batch->count; p++)
            if (batch->parts[p].pairs)
                batch->deliver(batch->user, &batch->parts[p]);
    }
    return true;
}
