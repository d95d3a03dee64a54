/* engine/tiles/mover_overlaps.c - hail/slide.h: movers that overlap. Their contacts lie side by side, so with tasks
 * where a range of movers writes depends on those before it. A batch of tasks fills rooms on the caller's stack, one a
 * range; then the rooms are copied in order. */
#include <string.h>

#include "tasks/run_tasks.h"
#include "tile_movers.h"

enum {
    ROOMS = 448,      /* contacts of a batch */
    MAX_PARTS = 16,   /* ranges of a batch, */
    WORKER_PARTS = 4, /* and for each worker */
    MIN_PART = 16,    /* movers of a range at least, */
    FIRST_PART = 32,  /* in the first batch, */
    COUNT_PART = 256, /* at least where contacts are only counted */
    ALONE = 128       /* movers that are no work for tasks */
};

/* The answer, as far as it is written. */
typedef struct overlaps {
    const hail_tilemap_movers *movers;
    hail_contact *contacts;
    size_t capacity, count; /* count: of all, also of those that there is no room for */
} overlaps;

/* Gives the contacts of movers [first, last) to a sink, in order. */
static void overlap_range(const hail_kernels *kernels, const hail_tilemap_movers *movers, size_t first, size_t last,
                          const hail_tile_sink *to) {
    hail_tile_columns columns = hail_movers_columns(movers, 0.0f);
    hail_near_movers near;
    hail_tile_query query;
    hail_tile_batch batch;
    columns.dx = columns.dy = NULL;
    hail_near_movers_begin(&near, kernels, movers, false, 0.0f);
    near.count = last;
    hail_tile_query_begin(&query, kernels, movers->map, movers->kinds, movers->whole_tiles);
    hail_tile_batch_begin(&batch, &query, to);
    for (size_t begin = first, end; begin < last && !batch.ended; begin = end) {
        const uint32_t listed = hail_near_movers_list(&near, begin, &end);
        hail_tile_batch_run(&batch, &columns, &(hail_tile_items){.body = near.list, .count = listed});
    }
}

static bool take_overlap(void *user, const hail_tile_mover *mover, const hail_contact *contact, bool exposed) {
    overlaps *to = user;
    (void)exposed;
    if (to->count < to->capacity)
        hail_movers_write_contact(to->movers, mover->tag, contact, &to->contacts[to->count]);
    to->count++;
    return true;
}

static hail_touch_room room_at(const hail_tilemap_movers *movers, hail_contact *row) {
    return (hail_touch_room){.row = row, .x = movers->shapes.x, .y = movers->shapes.y};
}

static bool make_room(void *user, uint32_t count, hail_touch_room *room) {
    const overlaps *to = user;
    if (to->count > to->capacity || to->capacity - to->count < count)
        return false;
    *room = room_at(to->movers, to->contacts + to->count);
    return true;
}

static void count_written(void *user, uint32_t count, const uint32_t *i) {
    overlaps *to = user;
    (void)i;
    to->count += count;
}

/* Adds the contacts of movers [first, last) to the answer. */
static void overlap_some(const hail_kernels *kernels, size_t first, size_t last, overlaps *to) {
    const hail_tile_sink all = {.touch = take_overlap, .room = make_room, .written = count_written, .user = to};
    overlap_range(kernels, to->movers, first, last, &all);
}

/* ---- On tasks ---------------------------------------------------------------------------------------------------- */

/* A range of a batch, and its contacts. */
typedef struct part {
    const hail_tilemap_movers *movers;
    uint32_t mover; /* the last one that has contacts, */
    size_t first;   /* and its first contact */
    size_t count;
    bool full; /* there is no room for all contacts of `mover`: they are not counted, nor are later ones */
    hail_contact *rows;
    size_t room;
} part;

typedef struct task_batch {
    const hail_kernels *kernels;
    const hail_tilemap_movers *movers;
    uint32_t begin, end, size; /* movers; size: of a part */
    bool counts;               /* contacts are only counted */
    uint32_t parts, room;      /* at most; contacts of a part */
    part part[MAX_PARTS];
    hail_contact rows[ROOMS];
} task_batch;

static uint32_t part_end(const task_batch *w, uint32_t p) {
    const uint32_t begin = w->begin + p * w->size;
    return w->end - begin < w->size ? w->end : begin + w->size;
}

/* Mover i has the next contact. */
static void begin_mover(part *p, uint32_t i) {
    if (p->count && p->mover == i)
        return;
    p->mover = i;
    p->first = p->count;
}

static bool take_in_part(void *user, const hail_tile_mover *mover, const hail_contact *contact, bool exposed) {
    part *p = user;
    const uint32_t i = mover->tag;
    (void)exposed;
    begin_mover(p, i);
    p->full = p->count == p->room;
    if (p->full)
        p->count = p->first;
    else
        hail_movers_write_contact(p->movers, i, contact, &p->rows[p->count++]);
    return !p->full;
}

static bool make_part_room(void *user, uint32_t count, hail_touch_room *room) {
    const part *p = user;
    if (p->room - p->count < count)
        return false;
    *room = room_at(p->movers, p->rows + p->count);
    return true;
}

static void count_part_written(void *user, uint32_t count, const uint32_t *i) {
    part *p = user;
    for (uint32_t k = 0; k < count; k++, p->count++)
        begin_mover(p, i[k]);
}

static bool count_in_part(void *user, const hail_tile_mover *mover, const hail_contact *contact, bool exposed) {
    part *p = user;
    (void)mover;
    (void)contact;
    (void)exposed;
    p->count++;
    return true;
}

static void overlap_parts(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    task_batch *w = task;
    (void)worker;
    for (uint32_t i = first; i < last; i++) {
        part *p = &w->part[i];
        p->movers = w->movers;
        p->rows = w->rows + (size_t)i * w->room;
        p->room = w->room;
        p->count = 0;
        p->full = false;
        const hail_tile_sink counts = {.touch = count_in_part, .user = p}, takes = {.touch = take_in_part,
                                                                                    .room = make_part_room,
                                                                                    .written = count_part_written,
                                                                                    .user = p};
        overlap_range(w->kernels, w->movers, w->begin + i * w->size, part_end(w, i), w->counts ? &counts : &takes);
    }
}

/* Copies what a part found. What it had no room for is found again. */
static void take_part(const task_batch *w, uint32_t i, overlaps *to) {
    const part *p = &w->part[i];
    const size_t left = to->capacity > to->count ? to->capacity - to->count : 0;
    if (left && !w->counts)
        memcpy(to->contacts + to->count, p->rows, (p->count < left ? p->count : left) * sizeof *p->rows);
    to->count += p->count;
    if (p->full)
        overlap_some(w->kernels, p->mover, part_end(w, i), to);
}

/* Does a batch. Returns how many contacts its fullest part has, as far as there was room. */
static uint32_t do_task_batch(task_batch *w, const hail_tasks *tasks, overlaps *to) {
    size_t most = 0;
    const uint32_t parts = (w->end - w->begin - 1) / w->size + 1;
    hail_run_tasks(tasks, parts, 1, overlap_parts, w);
    for (uint32_t i = 0; i < parts; i++) {
        const part *p = &w->part[i];
        most = p->full ? p->room : p->count > most ? p->count : most;
        take_part(w, i, to);
    }
    return (uint32_t)(most < w->room ? most : w->room);
}

/* The size of the next batch's parts, after one whose fullest part has so many contacts: it should fill two thirds. */
static uint32_t next_size(const task_batch *w, uint32_t size, uint32_t most) {
    const uint32_t wanted = most ? size * (w->room * 2 / 3) / most : 2 * size;
    return wanted < MIN_PART ? MIN_PART : wanted > MOVER_BLOCK ? MOVER_BLOCK : wanted;
}

static void overlap_on_tasks(const hail_checks *checks, overlaps *to) {
    const uint32_t count = (uint32_t)to->movers->shapes.count;
    task_batch w; /* field by field: most of it need not be cleared */
    w.kernels = checks->kernels;
    w.movers = to->movers;
    w.parts = checks->tasks->workers < MAX_PARTS / WORKER_PARTS ? checks->tasks->workers * WORKER_PARTS : MAX_PARTS;
    w.room = ROOMS / w.parts;
    uint32_t size = FIRST_PART;
    for (w.begin = 0; w.begin < count; w.begin = w.end) {
        const uint32_t left = count - w.begin;
        w.counts = to->count >= to->capacity;
        w.size = !w.counts ? size : left / w.parts < COUNT_PART ? COUNT_PART : left / w.parts + 1;
        w.end = left / w.parts < w.size ? count : w.begin + w.size * w.parts;
        size = next_size(&w, size, do_task_batch(&w, checks->tasks, to));
    }
}

hail_status hail_tilemap_overlap(const hail_tilemap_movers *movers, hail_contact *contacts, size_t capacity,
                                 size_t *count) {
    const hail_needed needed[] = {{"count", count}, {"contacts", contacts}};
    hail_checks checks = {0};
    if (!movers)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_check_needed(context_error(movers->shapes.context), needed, capacity ? 2 : 1));
    HAIL_REQUIRE(hail_movers_check(movers, needed, false, &checks));
    overlaps to = {.movers = movers, .contacts = contacts, .capacity = capacity};
    if (checks.tasks && movers->shapes.count > ALONE)
        overlap_on_tasks(&checks, &to);
    else if (movers->shapes.count)
        overlap_some(checks.kernels, 0, movers->shapes.count, &to);
    *count = to.count;
    if (to.count <= capacity)
        return HAIL_OK;
    return hail_fail(checks.error, HAIL_FULL, "capacity", "has no room for all contacts");
}
