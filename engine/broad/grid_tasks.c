/* engine/broad/grid_tasks.c - a counting sort in two levels, each of them stable: bodies go into strips of cells, chunk
 * by chunk, then each strip's bodies into their cells. How bodies are cut into chunks, and cells into strips, depends
 * on their numbers alone. Until the end, the grid's points hold an entry for each body, by strip: its cell and index,
 * in one word, which is one store. */
#include "grid_tasks.h"

#include <string.h>

#include "grid_near.h"
#include "tasks/run_tasks.h"

enum {
    CHUNKS = 32, /* of bodies, at most */
    LANES = 4, /* parts of a chunk, which are counted in turn: neighbours mostly lie in one strip, whose counter's last
                  change would be waited for */
    STRIPS = 64, /* of cells, at most */
    BLOCK = 1024 /* bodies of a kernel's call: they lie in cache lines of their own */
};

/* What tasks know of a sort. */
typedef struct sort_task {
    const hail_kernels *kernels;
    hail_grid *grid;
    const hail_grid_layout *layout;
    const hail_grid_job *job;
    uint32_t cells, part, shift; /* part: bodies of a chunk's part. A cell's strip is its number >> shift */
    uint32_t next[CHUNKS][LANES][STRIPS + 16]; /* counts, then where the part's next body of a strip goes */
    uint32_t strip[STRIPS + 1];                /* where each strip begins */
} sort_task;

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Bodies of a chunk. */
static uint32_t chunk_begin(const sort_task *t, uint32_t c) { return smaller(c * t->part * LANES, t->job->count); }

/* Part p of a chunk begins here; part LANES: the chunk's end. */
static uint32_t part_begin(const sort_task *t, uint32_t c, uint32_t p) {
    return smaller((c * LANES + p) * t->part, t->job->count);
}

/* By strip: a body's cell and index. */
static uint64_t *strip_entries(const sort_task *t) { return t->grid->points.data; }

/* ---- Strips ------------------------------------------------------------------------------------------------------ */

static void compute_cells(const sort_task *t, uint32_t begin, uint32_t end) {
    uint32_t large[BLOCK + HAIL_SLACK]; /* the sort lists them again */
    for (uint32_t i = begin; i < end; i += BLOCK)
        hail_grid_cells(t->kernels, t->layout, t->job, t->cells, t->grid->cell.data, large, i, smaller(i + BLOCK, end));
}

static void count_part(const uint32_t *cell, uint32_t begin, uint32_t end, uint32_t shift, uint32_t *counts) {
    for (uint32_t i = begin; i < end; i++)
        counts[cell[i] >> shift]++;
}

static void count_chunk(sort_task *t, uint32_t c) {
    const uint32_t *cell = t->grid->cell.data, first = part_begin(t, c, 0), shift = t->shift, part = t->part;
    const uint32_t common = part_begin(t, c, LANES) - part_begin(t, c, LANES - 1); /* the last part is the shortest */
    for (uint32_t i = first; i < first + common; i++)
        for (uint32_t p = 0; p < LANES; p++)
            t->next[c][p][cell[i + p * part] >> shift]++;
    for (uint32_t p = 0; p < LANES; p++)
        count_part(cell, smaller(part_begin(t, c, p) + common, t->job->count), part_begin(t, c, p + 1), shift,
                   t->next[c][p]);
}

static void count_chunks(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    sort_task *t = task;
    (void)worker;
    for (uint32_t c = first; c < last; c++) {
        memset(t->next[c], 0, sizeof t->next[c]);
        compute_cells(t, chunk_begin(t, c), chunk_begin(t, c + 1));
        count_chunk(t, c);
    }
}

static void sum_counts(sort_task *t, uint32_t chunks) {
    uint32_t sum = 0;
    for (uint32_t s = 0; s < STRIPS; s++) {
        t->strip[s] = sum;
        for (uint32_t p = 0; p < chunks * LANES; p++) {
            const uint32_t count = t->next[p / LANES][p % LANES][s];
            t->next[p / LANES][p % LANES][s] = sum;
            sum += count;
        }
    }
    t->strip[STRIPS] = sum;
}

/* Where bodies go, and what they are sorted by. */
typedef struct scattering {
    const uint32_t *cell;
    uint64_t *entry;
    uint32_t shift;
} scattering;

static inline void scatter(scattering s, uint32_t i, uint32_t *next) {
    const uint32_t cell = s.cell[i];
    s.entry[next[cell >> s.shift]++] = (uint64_t)cell << 32 | i;
}

static void scatter_chunk(sort_task *t, uint32_t c) {
    const scattering s = {t->grid->cell.data, strip_entries(t), t->shift};
    const uint32_t begin = part_begin(t, c, 0), part = t->part;
    const uint32_t common = part_begin(t, c, LANES) - part_begin(t, c, LANES - 1);
    for (uint32_t i = begin; i < begin + common; i++)
        for (uint32_t p = 0; p < LANES; p++)
            scatter(s, i + p * part, t->next[c][p]);
    for (uint32_t p = 0; p < LANES; p++)
        for (uint32_t i = part_begin(t, c, p) + common; i < part_begin(t, c, p + 1); i++)
            scatter(s, i, t->next[c][p]);
}

static void scatter_chunks(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    (void)worker;
    for (uint32_t c = first; c < last; c++)
        scatter_chunk(task, c);
}

/* ---- Cells ------------------------------------------------------------------------------------------------------- */

/* Sorts a strip's bodies into cells [from, to). The bodies go from the last to the first, so that start[c] is c's first
 * position in the end. */
static void sort_strip(const sort_task *t, uint32_t s, uint32_t from, uint32_t to) {
    const uint64_t *entry = strip_entries(t);
    const uint32_t begin = t->strip[s], end = t->strip[s + 1];
    uint32_t *start = t->grid->start.data, *order = t->grid->order.data;
    memset(start + from, 0, (to - from) * sizeof *start);
    for (uint32_t i = begin; i < end; i++)
        start[entry[i] >> 32]++;
    start[from] += begin;
    t->kernels->sums(start + from, to - from);
    for (uint32_t i = end; i-- > begin;)
        order[--start[entry[i] >> 32]] = (uint32_t)entry[i];
}

static void sort_strips(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const sort_task *t = task;
    (void)worker;
    for (uint32_t s = first; s < last; s++)
        sort_strip(t, s, s << t->shift, smaller((s + 1) << t->shift, t->cells + 1));
}

/* ---- All --------------------------------------------------------------------------------------------------------- */

/* What tasks know of sorted bodies. */
typedef struct gather_task {
    const hail_kernels *kernels;
    hail_grid *grid;
    const hail_grid_job *job;
} gather_task;

static void gather_blocks(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const gather_task *t = task;
    (void)worker;
    hail_grid_gather(t->kernels, t->grid, t->job, first * BLOCK, smaller(last * BLOCK, t->job->count));
}

static void set_sizes(sort_task *t) {
    const uint32_t even = t->job->count / (CHUNKS * LANES) + 1;
    t->part = (even + 15) / 16 * 16;
    t->shift = 4;
    while (t->cells >> t->shift >= STRIPS)
        t->shift++;
}

/* In two levels: for bodies in any order. */
static void sort_by_strips(const hail_kernels *kernels, const hail_tasks *tasks, hail_grid *grid,
                           const hail_grid_layout *layout, uint32_t cells, const hail_grid_job *job) {
    sort_task t; /* field by field: most of it need not be cleared */
    t.kernels = kernels;
    t.grid = grid;
    t.layout = layout;
    t.job = job;
    t.cells = cells;
    set_sizes(&t);
    const uint32_t part = t.part * LANES, chunks = (job->count + part - 1) / part, strips = (cells >> t.shift) + 1;
    hail_run_tasks(tasks, chunks, 1, count_chunks, &t);
    sum_counts(&t, chunks);
    hail_run_tasks(tasks, chunks, 1, scatter_chunks, &t);
    hail_run_tasks(tasks, strips, 1, sort_strips, &t);
}

/* Two levels are about three times the work of one. */
enum { STRIP_WORKERS = 4, WORKERS_BODIES = 1 << 15 };

bool hail_grid_sort_on_tasks(const hail_kernels *kernels, const hail_tasks *tasks, hail_grid *grid,
                             const hail_grid_layout *layout, uint32_t cells, const hail_grid_job *job) {
    const uint32_t n = job->count;
    gather_task gather = {kernels, grid, job};
    uint32_t *start = grid->start.data;
    if (n < GRID_TASKS_BODIES || (uint64_t)n * tasks->workers < WORKERS_BODIES)
        return false;
    if (!hail_grid_sort_near(kernels, tasks, grid, layout, cells, job)) {
        if (tasks->workers < STRIP_WORKERS)
            return false;
        sort_by_strips(kernels, tasks, grid, layout, cells, job);
    }
    hail_run_tasks(tasks, (n + BLOCK - 1) / BLOCK, 4, gather_blocks, &gather);
    const uint32_t large = n - start[cells];
    start[cells + 1] = start[cells + 2] = n;
    if (large)
        memcpy(grid->large.data, (const uint32_t *)grid->order.data + start[cells], large * sizeof(uint32_t));
    grid->large_count = large;
    return true;
}
