/* engine/broad/raster.c - a fine bit set tells where no target is; coarse cells list the targets that reach them. */
#include "raster.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/invariant.h"
#include "compiler.h"

/* A target reaches at most one coarse cell's width, so it spans at most three columns and three rows. Each target goes
 * through all nine cells, without a branch on how many it reaches. The bit set's cells are four times finer. */
enum { REACHED = 3, LISTED = REACHED * REACHED, FINER = 4, MIN_CELLS = 4096, MAX_CELLS = 1 << 18 };

/* Where fewer bodies take part, it costs more to clear many cells than to test a few pairs: then there are fewer. */
enum { MANY_BITS = 10, FEWEST_CELLS = 192 };

/* A factor on a reach: it exceeds the rounding error of the kernels' comparison many times. */
static const float REACH_MARGIN = 1.00001f;

/* FIRST_CELL: the first class's cell, by the shortest reach. CELL_MARGIN: a class's smallest cell, by its shortest
 * reach. CLASS_REACH: a class's longest reach, by its cell, with room for rounding. CLASS_STEP: the next class's cell,
 * by the last one's longest reach; a larger step makes fewer classes, but more targets per cell. */
static const float FIRST_CELL = 1.6f, CELL_MARGIN = 1.05f, CLASS_REACH = 0.99f, CLASS_STEP = 4.0f;

/* The coarse cells that a target reaches. */
typedef struct member_span {
    uint32_t corner;
    uint16_t columns, rows;
} member_span;

static uint32_t max_coarse(uint32_t targets, uint32_t streamed) {
    const uint64_t cells = targets < (MAX_CELLS - MIN_CELLS) / 64 ? MIN_CELLS + targets * 64 : MAX_CELLS;
    const uint64_t bodies = targets > streamed ? targets : streamed;
    if (bodies >> MANY_BITS)
        return (uint32_t)cells;
    const uint64_t fewer = FEWEST_CELLS + (cells * bodies * bodies >> 2 * MANY_BITS);
    return (uint32_t)(fewer < cells ? fewer : cells);
}

/* The most fine cells over this many coarse ones. */
static size_t max_fine(uint32_t coarse) { return (size_t)coarse * FINER * FINER; }

/* Room for one class: its targets side by side, and what they are rasterized into. */
static bool reserve_class(hail_heap *heap, hail_raster *raster, uint32_t targets, uint32_t cells) {
    const size_t floats = ((size_t)targets + HAIL_SLACK) * sizeof(float);
    return hail_scratch_grow(heap, &raster->member_x, floats) && hail_scratch_grow(heap, &raster->member_y, floats) &&
           hail_scratch_grow(heap, &raster->member_reach, floats) &&
           hail_scratch_grow(heap, &raster->members, (size_t)targets * sizeof(hail_target)) &&
           hail_scratch_grow(heap, &raster->member_spans, (size_t)targets * sizeof(member_span)) &&
           hail_scratch_grow(heap, &raster->bits, (max_fine(cells) / 32 + 2) * sizeof(uint32_t)) &&
           hail_scratch_grow(heap, &raster->start, ((size_t)cells * 3 + 16) * sizeof(uint32_t)) &&
           hail_scratch_grow(heap, &raster->targets, ((size_t)targets * LISTED + 1) * sizeof(hail_target));
}

bool hail_raster_reserve(hail_heap *heap, hail_raster *raster, uint32_t targets, uint32_t streamed, bool runs) {
    if ((uint64_t)targets * 256 > SIZE_MAX / 2) /* on 32-bit systems: a target needs less than 256 bytes */
        return false;
    raster->view.bits = NULL; /* what was there may be lost */
    const size_t block = ((size_t)raster_block(streamed) + HAIL_SLACK) * sizeof(float);
    return hail_scratch_grow(heap, &raster->reach, ((size_t)targets + HAIL_SLACK) * sizeof(float)) &&
           reserve_class(heap, raster, targets, max_coarse(targets, streamed)) &&
           (!runs || hail_scratch_grow(heap, &raster->run_end, ((size_t)targets * LISTED + 1) * sizeof(uint32_t))) &&
           hail_scratch_grow(heap, &raster->survivor_index, block) &&
           hail_scratch_grow(heap, &raster->survivor_x, block) && hail_scratch_grow(heap, &raster->survivor_y, block) &&
           hail_scratch_grow(heap, &raster->survivor_radius, block);
}

bool hail_raster_reserve_copy(hail_heap *heap, hail_raster *copy, uint32_t targets, uint32_t streamed) {
    copy->number = 0; /* what was there may be lost */
    return reserve_class(heap, copy, targets, max_coarse(targets, streamed));
}

void hail_raster_free(hail_heap *heap, hail_raster *raster) {
    hail_buffer *buffers[] = {
        &raster->reach,           &raster->member_x,       &raster->member_y,   &raster->member_reach,
        &raster->members,         &raster->member_spans,   &raster->bits,       &raster->start,
        &raster->targets,         &raster->survivor_index, &raster->survivor_x, &raster->survivor_y,
        &raster->survivor_radius, &raster->run_end};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        hail_scratch_free(heap, buffers[i]);
}

/* How far from a target's centre a body that it touches can lie. */
static float reach_of(const hail_raster_job *job, float radius) {
    float other = job->small_limit > radius ? job->small_limit : radius;
    other = other < job->stream_max ? other : job->stream_max;
    return (radius + other + job->extra) * job->slack * REACH_MARGIN + FLT_MIN;
}

/* The rounding error of x - reach and x + reach for a target near the box: two units in the last place. */
static float rounding_of(const hail_raster_job *job, float reach) {
    const hail_area *box = job->box;
    const float x = fmaxf(fabsf(box->min_x), fabsf(box->max_x)), y = fmaxf(fabsf(box->min_y), fabsf(box->max_y));
    return (fmaxf(x, y) + reach) * (2.0f / (1 << 23));
}

/* job: a copy, which no store can change, so that compilers use vectors. */
static void compute_reaches(float *reach, hail_raster_job job) {
    if (job.radius && (job.by_target || !job.chosen))
        for (uint32_t t = 0; t < job.count; t++)
            reach[t] = reach_of(&job, job.radius[t]);
    else
        for (uint32_t t = 0; t < job.count; t++)
            reach[t] = reach_of(&job, job.radius ? job.radius[job.chosen[t]] : job.uniform);
}

static void find_extremes(hail_raster *raster, uint32_t count) {
    const float *reach = raster->reach.data;
    float lowest = FLT_MAX, highest = 0.0f;
    for (uint32_t t = 0; t < count; t++) {
        lowest = reach[t] < lowest ? reach[t] : lowest;
        highest = reach[t] > highest ? reach[t] : highest;
    }
    raster->lowest = lowest;
    raster->highest = highest;
}

void hail_raster_begin(hail_raster *raster, const hail_raster_job *job) {
    compute_reaches(raster->reach.data, *job);
    find_extremes(raster, job->count);
    raster->min_cell = raster->lowest * FIRST_CELL;
    raster->done = raster->most = -1.0f;
    raster->survivors = (hail_survivors){raster->survivor_index.data, raster->survivor_x.data, raster->survivor_y.data,
                                         raster->survivor_radius.data};
}

/* Lays coarse cells for this class, and fine ones that split them evenly, so that the bit set and the lists agree. */
static void lay_cells(hail_raster *raster, const hail_raster_job *job) {
    const hail_grid_layout coarse =
        hail_grid_layout_make(job->box, raster->min_cell, max_coarse(job->count, job->streamed), 0);
    hail_grid_layout fine = coarse;
    fine.inverse = coarse.inverse * FINER;
    fine.last_column = (coarse.last_column + 1.0f) * FINER - 1.0f;
    fine.last_row = (coarse.last_row + 1.0f) * FINER - 1.0f;
    fine.stride = coarse.stride * FINER;
    raster->view.coarse = coarse;
    raster->view.fine = fine;
}

/* Copies the targets of a class of `from`, side by side. */
static uint32_t choose_class(hail_raster *raster, const hail_raster *from, const hail_raster_job *job) {
    const float *reach = from->reach.data, done = from->done, most = from->most;
    hail_target *members = raster->members.data;
    float *x = raster->member_x.data, *y = raster->member_y.data, *r = raster->member_reach.data;
    uint32_t count = 0;
    for (uint32_t t = 0; t < job->count; t++) {
        if (!(reach[t] > done && reach[t] <= most))
            continue;
        const uint32_t name = job->chosen ? job->chosen[t] : t, i = job->by_target ? t : name;
        x[count] = job->x[i];
        y[count] = job->y[i];
        r[count] = reach[t];
        members[count++] = (hail_target){job->x[i], job->y[i], job->radius ? job->radius[i] : job->uniform, name};
    }
    return count;
}

/* Bits [from, to], which lie in two words at most. */
static void set_span(uint32_t *bits, uint32_t from, uint32_t to) {
    const uint64_t span = ((UINT64_C(2) << (to - from)) - 1) << from % 32;
    uint64_t words;
    memcpy(&words, bits + from / 32, sizeof words);
    words |= HAIL_BIG_ENDIAN ? span << 32 | span >> 32 : span;
    memcpy(bits + from / 32, &words, sizeof words);
}

/* Adds 1 to the first `columns` counts of a row of cells. Four at a time are one vector; the others get 0. */
static void count_columns(uint32_t *counts, uint32_t columns) {
    enum { VECTOR = REACHED + 1 };
    static const uint32_t ONES[VECTOR][VECTOR] = {{0}, {1}, {1, 1}, {1, 1, 1}};
    uint32_t sums[VECTOR];
    for (uint32_t i = 0; i < VECTOR; i++)
        sums[i] = counts[i] + ONES[columns][i];
    memcpy(counts, sums, sizeof sums);
}

/* Rasterizes every member into the bit set, and counts it in every coarse cell that it reaches. */
static void rasterize_members(const hail_kernels *kernels, hail_raster *raster, uint32_t count) {
    const float *x = raster->member_x.data, *y = raster->member_y.data, *reach = raster->member_reach.data;
    const uint32_t stride = (uint32_t)raster->view.coarse.stride;
    uint32_t *bits = raster->bits.data, *start = raster->start.data;
    member_span *spans = raster->member_spans.data;
    hail_discs discs;
    for (uint32_t begin = 0; begin < count; begin += HAIL_DISC_BLOCK) {
        const uint32_t n = count - begin < HAIL_DISC_BLOCK ? count - begin : HAIL_DISC_BLOCK;
        kernels->rasterize(&raster->view.fine, &raster->view.coarse, x + begin, y + begin, reach + begin, n, &discs);
        for (uint32_t i = 0; i < n; i++) {
            hail_invariant(discs.fine_rows[i] <= HAIL_DISC_ROWS && discs.rows[i] <= REACHED &&
                           discs.columns[i] <= REACHED);
            for (uint32_t row = 0; row < discs.fine_rows[i]; row++)
                set_span(bits, discs.from[row][i], discs.to[row][i]);
            spans[begin + i] = (member_span){discs.corner[i], (uint16_t)discs.columns[i], (uint16_t)discs.rows[i]};
            for (uint32_t row = 0; row < REACHED; row++)
                count_columns(start + discs.corner[i] + row * stride + 2, row < discs.rows[i] ? discs.columns[i] : 0);
        }
    }
}

/* Lists a target in every cell that it reaches. */
static void list_in_all(hail_target *targets, uint32_t *corner, uint32_t stride, const member_span *span,
                        const hail_target *member) {
    for (uint32_t row = 0; row < span->rows; row++)
        for (uint32_t column = 0; column < span->columns; column++)
            targets[corner[row * stride + column]++] = *member;
}

/* The same for a target that reaches at least two columns and two rows, as most do: four cells for sure, then the third
 * of the rows and columns, without a branch. The entry `unused` takes what a cell does not. All counters are read
 * before any is written, so that no load waits for a store that might be to the same place. */
static inline void list_in_most(hail_target *targets, uint32_t unused, uint32_t *corner, uint32_t stride,
                                const member_span *span, const hail_target *member) {
    const uint32_t wide = span->columns > 2, tall = span->rows > 2, both = wide & tall;
    uint32_t *second = corner + stride, *third = second + stride;
    const uint32_t at[REACHED][REACHED] = {
        {corner[0], corner[1], wide ? corner[2] : unused},
        {second[0], second[1], wide ? second[2] : unused},
        {tall ? third[0] : unused, tall ? third[1] : unused, both ? third[2] : unused}};
    const hail_target target = *member;
    corner[0]++, corner[1]++, corner[2] += wide;
    second[0]++, second[1]++, second[2] += wide;
    third[0] += tall, third[1] += tall, third[2] += both;
    for (uint32_t row = 0; row < REACHED; row++)
        for (uint32_t column = 0; column < REACHED; column++)
            targets[at[row][column]] = target;
}

/* Rasterizes the class that `from` has come to, in its cells. */
static void list_targets(const hail_kernels *kernels, hail_raster *raster, const hail_raster *from,
                         const hail_raster_job *job) {
    raster->view.bits = raster->bits.data;
    raster->view.start = raster->start.data;
    raster->view.targets = raster->targets.data;
    const uint32_t cells = hail_grid_layout_cells(&raster->view.coarse), stride = (uint32_t)raster->view.coarse.stride;
    const uint32_t count = choose_class(raster, from, job);
    uint32_t *start = raster->start.data;
    hail_target *targets = raster->targets.data;
    const hail_target *members = raster->members.data;
    const member_span *spans = raster->member_spans.data;
    memset(start, 0, ((size_t)cells + 3) * sizeof *start);
    memset(raster->bits.data, 0, ((size_t)hail_grid_layout_cells(&raster->view.fine) / 32 + 2) * sizeof(uint32_t));
    rasterize_members(kernels, raster, count);
    kernels->sums(start, cells + 3);
    const uint32_t total = start[cells + 1];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *corner = start + spans[i].corner + 1;
        if (spans[i].columns > 1 && spans[i].rows > 1)
            list_in_most(targets, total, corner, stride, &spans[i], &members[i]);
        else
            list_in_all(targets, corner, stride, &spans[i], &members[i]);
    }
    raster->listed = count;
    raster->by_runs = false;
}

void hail_raster_sort_runs(hail_raster *raster, const hail_filter_columns *columns, hail_run_sort *sort) {
    const uint32_t every = sizeof(hail_target) / sizeof(uint32_t), stride = (uint32_t)raster->view.coarse.stride;
    const uint32_t cells = hail_grid_layout_cells(&raster->view.coarse);
    const hail_target *members = raster->members.data;
    const member_span *spans = raster->member_spans.data;
    hail_target *targets = raster->targets.data;
    uint32_t *start = raster->start.data;
    const uint64_t *entries = hail_run_sort_order(sort, columns, &members->index, every, raster->listed);
    const uint32_t total = start[cells];
    memmove(start + 1, start, ((size_t)cells + 2) * sizeof *start); /* as before the lists were filled */
    for (uint32_t n = 0; n < raster->listed; n++) {
        const uint32_t i = (uint32_t)entries[n];
        for (uint32_t row = 0; row < spans[i].rows; row++)
            for (uint32_t column = 0; column < spans[i].columns; column++)
                targets[start[spans[i].corner + row * stride + column + 1]++] = members[i];
    }
    hail_runs_find(columns, &targets->index, every, total, raster->run_end.data);
    raster->by_runs = hail_runs_are_long(start, cells, raster->run_end.data);
}

/* The shortest reach of the targets left; FLT_MAX: there is none. */
static float lowest_left(const hail_raster *raster, uint32_t count) {
    const float *reach = raster->reach.data;
    float lowest = raster->done < 0.0f ? raster->lowest : FLT_MAX;
    for (uint32_t t = 0; t < count && raster->done >= 0.0f; t++)
        if (reach[t] > raster->done && reach[t] < lowest)
            lowest = reach[t];
    return lowest;
}

bool hail_raster_next_class(hail_raster *raster, const hail_raster_job *job) {
    raster->done = raster->most;
    if (raster->done >= raster->highest)
        return false;
    const float lowest = lowest_left(raster, job->count);
    if (lowest == FLT_MAX)
        return false;
    const float needed = (lowest + rounding_of(job, lowest)) * CELL_MARGIN;
    while (raster->min_cell < needed)
        raster->min_cell *= CLASS_STEP;
    lay_cells(raster, job);
    const float wide = 1.0f / raster->view.coarse.inverse, cell = wide * CLASS_REACH - rounding_of(job, wide);
    raster->view.bits = NULL;
    raster->most = cell;
    raster->min_cell = cell * CLASS_STEP;
    raster->number++;
    return true;
}

bool hail_raster_next(const hail_kernels *kernels, hail_raster *raster, const hail_raster_job *job) {
    if (!hail_raster_next_class(raster, job))
        return false;
    list_targets(kernels, raster, raster, job);
    return true;
}

void hail_raster_fill_copy(const hail_kernels *kernels, hail_raster *copy, const hail_raster *from,
                           const hail_raster_job *job) {
    copy->view.coarse = from->view.coarse;
    copy->view.fine = from->view.fine;
    list_targets(kernels, copy, from, job);
    copy->number = from->number;
}
