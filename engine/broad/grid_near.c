/* engine/broad/grid_near.c - a counting sort of bodies that mostly lie in the order of their cells already, as they do
 * after they were put in that order: each chunk of bodies counts and sorts those in a strip of cells of its own. The
 * few that lie in another strip, its strays, are listed for that one. How bodies and cells are cut does not change the
 * result. Until the end, the grid's points hold the strays. */
#include "grid_near.h"

#include <string.h>

#include "tasks/run_tasks.h"

enum {
    CHUNKS = 32,        /* of bodies, at most; strips of cells */
    WORKERS_CHUNKS = 4, /* for each worker: so that workers end at the same time */
    STRAYS = 8,         /* more than one body in so many: the bodies are in another order */
    SAMPLE = 16,        /* bodies that tell where a strip begins */
    FAR = 4,            /* likewise if so many of them lie far from there */
    BLOCK = 1024,       /* bodies of a kernel's call */
    LINE = 16           /* counters that share a cache line */
};

/* What tasks know of a sort. */
typedef struct near_sort {
    const hail_kernels *kernels;
    hail_grid *grid;
    const hail_grid_layout *layout;
    const hail_grid_job *job;
    uint32_t cells, chunks, size;  /* size: bodies of a chunk */
    uint32_t strip[CHUNKS + 1];    /* each one's first cell */
    uint32_t place[CHUNKS];        /* each one's first place */
    uint32_t into[CHUNKS][CHUNKS]; /* by chunk and strip: bodies */
} near_sort;

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t chunk_begin(const near_sort *t, uint32_t c) { return smaller(c * t->size, t->job->count); }

/* A chunk's strays, in order: their cells and indices. */
static uint64_t *strays_of(const near_sort *t, uint32_t c) {
    return (uint64_t *)t->grid->points.data + chunk_begin(t, c);
}

static bool in_strip(const near_sort *t, uint32_t s, uint32_t cell) {
    return cell >= t->strip[s] && cell < t->strip[s + 1];
}

static void compute_cells(const near_sort *t, uint32_t begin, uint32_t end) {
    uint32_t large[BLOCK + HAIL_SLACK]; /* the sort lists them again */
    hail_grid_cells(t->kernels, t->layout, t->job, t->cells, t->grid->cell.data, large, begin, end);
}

/* ---- Strips ------------------------------------------------------------------------------------------------------ */

/* The median cell of the bodies around one. Adds to `far` how many of them lie more than a strip from it. */
static uint32_t cell_around(const near_sort *t, uint32_t body, uint32_t *far) {
    const uint32_t end = smaller(body + SAMPLE / 2, t->job->count), begin = end - SAMPLE;
    const uint32_t *cell = (const uint32_t *)t->grid->cell.data + begin;
    uint32_t sorted[SAMPLE];
    compute_cells(t, begin, end);
    for (uint32_t i = 0; i < SAMPLE; i++) {
        uint32_t j = i;
        for (; j > 0 && sorted[j - 1] > cell[i]; j--)
            sorted[j] = sorted[j - 1];
        sorted[j] = cell[i];
    }
    const uint32_t median = sorted[SAMPLE / 2], wide = t->cells / t->chunks;
    for (uint32_t i = 0; i < SAMPLE; i++)
        *far += sorted[i] + wide < median || sorted[i] > median + wide;
    return median;
}

/* Strips begin with cache lines of their own. The last one has the large bodies, too. False: the samples show that the
 * bodies are in another order. */
static bool choose_strips(near_sort *t) {
    uint32_t far = 0;
    t->strip[0] = 0;
    for (uint32_t s = 1; s < t->chunks; s++) {
        const uint32_t first = cell_around(t, chunk_begin(t, s), &far) / LINE * LINE;
        t->strip[s] = first > t->strip[s - 1] ? first : t->strip[s - 1];
    }
    t->strip[t->chunks] = t->cells + 1;
    return far <= t->chunks * SAMPLE / FAR;
}

/* ---- Chunks ------------------------------------------------------------------------------------------------------ */

static void count_strays(near_sort *t, uint32_t c, uint32_t count) {
    const uint64_t *stray = strays_of(t, c);
    uint32_t into[CHUNKS] = {0};
    into[c] = chunk_begin(t, c + 1) - chunk_begin(t, c) - count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t s = 0;
        while (!in_strip(t, s, (uint32_t)(stray[i] >> 32)))
            s++;
        into[s]++;
    }
    memcpy(t->into[c], into, sizeof into);
}

/* Counts the chunk's bodies in its strip, and lists its strays. */
static void count_chunk(near_sort *t, uint32_t c) {
    const uint32_t *cell = t->grid->cell.data, first = t->strip[c], cells = t->strip[c + 1] - first;
    const uint32_t last = chunk_begin(t, c + 1);
    uint32_t *start = t->grid->start.data, strays = 0;
    uint64_t *stray = strays_of(t, c);
    memset(start + first, 0, cells * sizeof *start);
    for (uint32_t begin = chunk_begin(t, c), end; begin < last; begin = end) {
        end = smaller(begin + BLOCK, last);
        compute_cells(t, begin, end);
        for (uint32_t i = begin; i < end; i++)
            if (cell[i] - first < cells)
                start[cell[i]]++;
            else
                stray[strays++] = (uint64_t)cell[i] << 32 | i;
    }
    count_strays(t, c, strays);
}

static void count_chunks(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    (void)worker;
    for (uint32_t c = first; c < last; c++)
        count_chunk(task, c);
}

static uint32_t strays(const near_sort *t, uint32_t c) {
    return chunk_begin(t, c + 1) - chunk_begin(t, c) - t->into[c][c];
}

/* Sets where each strip's bodies go. Returns how many strays there are. */
static uint32_t place_strips(near_sort *t) {
    uint32_t place = 0, all = 0;
    for (uint32_t s = 0; s < t->chunks; s++) {
        t->place[s] = place;
        all += strays(t, s);
        for (uint32_t c = 0; c < t->chunks; c++)
            place += t->into[c][s];
    }
    return all;
}

/* ---- Sorting ----------------------------------------------------------------------------------------------------- */

static void count_strays_into(const near_sort *t, uint32_t c, uint32_t s) {
    const uint64_t *stray = strays_of(t, c);
    uint32_t *start = t->grid->start.data;
    for (uint32_t i = 0, n = strays(t, c); i < n; i++)
        if (in_strip(t, s, (uint32_t)(stray[i] >> 32)))
            start[stray[i] >> 32]++;
}

static void put_strays_into(const near_sort *t, uint32_t c, uint32_t s) {
    const uint64_t *stray = strays_of(t, c);
    uint32_t *start = t->grid->start.data, *order = t->grid->order.data;
    for (uint32_t i = t->into[c][s] ? strays(t, c) : 0; i-- > 0;)
        if (in_strip(t, s, (uint32_t)(stray[i] >> 32)))
            order[--start[stray[i] >> 32]] = (uint32_t)stray[i];
}

/* Puts a strip's bodies into their cells. They go from the last to the first, so that start[c] is c's first place in
 * the end. */
static void sort_strip(const near_sort *t, uint32_t s) {
    const uint32_t *cell = t->grid->cell.data, first = t->strip[s], cells = t->strip[s + 1] - first;
    uint32_t *start = t->grid->start.data, *order = t->grid->order.data;
    if (!cells)
        return;
    for (uint32_t c = 0; c < t->chunks; c++)
        if (c != s && t->into[c][s])
            count_strays_into(t, c, s);
    start[first] += t->place[s];
    t->kernels->sums(start + first, cells);
    for (uint32_t c = t->chunks; --c > s;)
        put_strays_into(t, c, s);
    for (uint32_t i = chunk_begin(t, s + 1), begin = chunk_begin(t, s); i-- > begin;)
        if (cell[i] - first < cells)
            order[--start[cell[i]]] = i;
    for (uint32_t c = s; c-- > 0;)
        put_strays_into(t, c, s);
}

static void sort_strips(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    (void)worker;
    for (uint32_t s = first; s < last; s++)
        sort_strip(task, s);
}

bool hail_grid_sort_near(const hail_kernels *kernels, const hail_tasks *tasks, hail_grid *grid,
                         const hail_grid_layout *layout, uint32_t cells, const hail_grid_job *job) {
    near_sort t; /* field by field: most of it need not be cleared */
    const uint32_t n = job->count, most = smaller(tasks->workers * WORKERS_CHUNKS, CHUNKS);
    t.kernels = kernels;
    t.grid = grid;
    t.layout = layout;
    t.job = job;
    t.cells = cells;
    t.size = (n / most + LINE) / LINE * LINE;
    t.chunks = (n + t.size - 1) / t.size;
    if (!choose_strips(&t))
        return false;
    hail_run_tasks(tasks, t.chunks, 1, count_chunks, &t);
    if (place_strips(&t) > n / STRAYS)
        return false;
    hail_run_tasks(tasks, t.chunks, 1, sort_strips, &t);
    return true;
}
