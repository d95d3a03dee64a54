/* engine/pairs/wave.c - finds and narrows part by part, delivers wave by wave. */
#include "wave.h"

#include "tasks/run_tasks.h"

/* Wave's memory: the parts, the numbers, then the rows of parts, or of workers. */
static uint32_t most_parts(const hail_tasks *tasks) { return tasks->workers * WAVE_TASK_PARTS; }

static size_t head_bytes(const hail_tasks *tasks) {
    const size_t bytes = most_parts(tasks) * sizeof(hail_wave_part) + WAVE_ROOM * sizeof(uint32_t);
    return (bytes + HAIL_ALIGN - 1) / HAIL_ALIGN * HAIL_ALIGN;
}

size_t hail_wave_bytes(const hail_tasks *tasks) {
    return head_bytes(tasks) + (size_t)tasks->workers * WAVE_PARTS * WAVE_ROOM * sizeof(hail_contact);
}

void hail_wave_begin(hail_wave *wave, hail_world *world, const hail_rule *rule) {
    const hail_tasks *tasks = world->tasks;
    char *memory = world->scratch->waves.data;
    wave->count = wave->on_task ? most_parts(tasks) : tasks->workers * WAVE_PARTS;
    wave->parts = (hail_wave_part *)(void *)memory;
    wave->rows = (hail_contact *)(void *)(memory + head_bytes(tasks));
    uint32_t *numbers = (uint32_t *)(void *)(wave->parts + most_parts(tasks));
    for (uint32_t i = 0; i < WAVE_ROOM; i++)
        numbers[i] = i;
    for (uint32_t i = 0; i < wave->count; i++)
        wave->parts[i] = (hail_wave_part){.rows = wave->on_task ? NULL : wave->rows + (size_t)i * WAVE_ROOM};
    wave->numbers = numbers;
    hail_narrowing_begin(&wave->narrowing, world, rule);
}

/* ---- On tasks ---------------------------------------------------------------------------------------------------- */

/* Moves the rows from `first` on that touch to the others that do. */
static void keep_touching(hail_wave_part *part, uint32_t first, uint32_t count) {
    for (uint32_t i = first; i < first + count; i++)
        if (part->rows[i].kind) {
            if (part->touching != i)
                part->rows[part->touching] = part->rows[i];
            part->touching++;
        }
}

/* Delivers a part's contacts on its task. */
static void deliver_here(const hail_search *s, hail_wave_part *part) {
    const hail_wave *wave = s->sink.wave;
    const size_t worker = (size_t)(s->worker - (hail_worker_scratch *)s->world->scratch->workers.data);
    for (uint32_t at = 0, n; at < part->touching; at += n) {
        n = part->touching - at < wave->window ? part->touching - at : wave->window;
        wave->on_task(part->rows + at, n, wave->users ? wave->users[worker] : NULL);
        part->windows++;
    }
    part->contacts += part->touching;
    part->touching = 0;
}

bool hail_wave_take(hail_search *s, uint32_t count) {
    const hail_worker_scratch *w = s->worker;
    hail_wave_part *part = s->part;
    const uint32_t n = hail_search_orient(s, 0, count);
    const hail_narrow_list list = {w->a, w->b, s->sink.wave->numbers + part->touching, n};
    part->pairs += n;
    const uint32_t touching = n ? hail_narrowing_run(&s->sink.wave->narrowing, &list, part->rows) : 0;
    if (touching == n)
        part->touching += n;
    else if (touching)
        keep_touching(part, part->touching, n);
    if (s->sink.wave->on_task)
        deliver_here(s, part);
    return part->touching + PAIR_CHUNK <= WAVE_ROOM;
}

static void work_on_parts(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const hail_search_task *t = task;
    hail_search mine = *t->search;
    mine.worker = (hail_worker_scratch *)mine.world->scratch->workers.data + worker;
    for (uint32_t p = first; p < last; p++) {
        mine.part = &mine.sink.wave->parts[p];
        if (mine.sink.wave->on_task) /* delivered before the next part */
            mine.part->rows = mine.sink.wave->rows + (size_t)worker * WAVE_ROOM;
        if (mine.part->waits)
            mine.part->waits = !t->range(&mine, &mine.part->place, mine.part->end, t->what);
    }
}

/* ---- On the calling thread --------------------------------------------------------------------------------------- */

/* Gives parts that are done the next bodies. Returns whether some part has anything to do. */
static bool refill(hail_wave *wave, uint32_t *next, uint32_t count, uint32_t size) {
    bool any = false;
    for (uint32_t p = 0; p < wave->count; p++) {
        hail_wave_part *part = &wave->parts[p];
        part->pairs = part->touching = part->contacts = part->windows = 0;
        if (!part->waits && *next < count) {
            part->place = (hail_search_place){.from = {.body = *next}};
            part->end = count - *next < size ? count : *next + size;
            part->waits = true;
            *next = part->end;
        }
        any = any || part->waits;
    }
    return any;
}

bool hail_wave_search(hail_search *s, uint32_t count, uint32_t grain, hail_search_range_fn *search, const void *what) {
    hail_wave *wave = s->sink.wave;
    hail_search_task task = {s, search, what};
    const uint32_t waves = wave->on_task ? 1 : WAVES, even = count / (wave->count * waves) + 1,
                   size = even > grain ? even : grain;
    for (uint32_t next = 0; refill(wave, &next, count, size);) {
        hail_run_tasks(s->world->tasks, wave->count, 1, work_on_parts, &task);
        for (uint32_t p = 0; p < wave->count; p++)
            if (wave->parts[p].pairs)
                wave->deliver(wave->user, &wave->parts[p]);
    }
    return true;
}
