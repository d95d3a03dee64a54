#include "raster.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A target reaches at most one coarse cell's width, so it spans at most three columns and three rows. The bit set is four times finer. */
enum { LISTED = 9, FINER = 4, MIN_CELLS = 4096, MAX_CELLS = 1 << 18 };

static uint32_t most_cells(uint32_t targets) {
    return targets < (MAX_CELLS - MIN_CELLS) / 64 ? MIN_CELLS + targets * 64 : MAX_CELLS;
}

/* Fine cells of a map laid for `coarse` cells: four times as many a side, and rounding up. */
static size_t most_fine(uint32_t coarse) { return (size_t)coarse * FINER * FINER; }

bool hail_raster_reserve(hail_heap *heap, hail_raster *raster, uint32_t targets) {
    const uint32_t cells = most_cells(targets);
    const size_t block = (RASTER_BLOCK + HAIL_SLACK) * sizeof(float);
    return hail_scratch_grow(heap, &raster->reach, ((size_t)targets + HAIL_SLACK) * sizeof(float)) &&
           hail_scratch_grow(heap, &raster->bits, (most_fine(cells) / 32 + 2) * sizeof(uint32_t)) &&
           hail_scratch_grow(heap, &raster->start, ((size_t)cells + 4) * sizeof(uint32_t)) &&
           hail_scratch_grow(heap, &raster->targets, ((size_t)targets * LISTED + 1) * sizeof(hail_target)) &&
           hail_scratch_grow(heap, &raster->survivor_index, block) &&
           hail_scratch_grow(heap, &raster->survivor_x, block) && hail_scratch_grow(heap, &raster->survivor_y, block) &&
           hail_scratch_grow(heap, &raster->survivor_radius, block);
}

void hail_raster_free(hail_heap *heap, hail_raster *raster) {
    hail_buffer *buffers[] = {&raster->reach,          &raster->bits,       &raster->start,      &raster->targets,
                              &raster->survivor_index, &raster->survivor_x, &raster->survivor_y, &raster->survivor_radius};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        hail_scratch_free(heap, buffers[i]);
}

/* How far from a target's centre a body can lie and still be met. The margin is many times the rounding of the kernels' comparison. */
static float reach_of(const hail_raster_job *job, float radius) {
    float other = job->meeting == HAIL_MEET_CUT && job->cut > radius ? job->cut : radius;
    other = other < job->stream_max ? other : job->stream_max;
    return (radius + other) * job->slack * 1.00001f + FLT_MIN;
}

void hail_raster_begin(hail_raster *raster, const hail_raster_job *job) {
    float *reach = raster->reach.data, least = FLT_MAX;
    for (uint32_t t = 0; t < job->count; t++) {
        const uint32_t i = job->chosen ? job->chosen[t] : t;
        reach[t] = reach_of(job, job->radius ? job->radius[i] : job->uniform);
        least = reach[t] < least ? reach[t] : least;
    }
    raster->least_cell = least * 1.6f;
    raster->done = -1.0f;
    raster->survivors = (hail_survivors){raster->survivor_index.data, raster->survivor_x.data, raster->survivor_y.data,
                                         raster->survivor_radius.data};
}

/* Coarse cells for this class; the fine ones split them evenly, so that one target's two drawings agree on the ground. */
static void lay_maps(hail_raster *raster, const hail_raster_job *job) {
    const hail_map coarse = hail_map_lay(job->box, raster->least_cell, most_cells(job->count), 0);
    hail_map fine = coarse;
    fine.inverse = coarse.inverse * FINER;
    fine.last_column = (coarse.last_column + 1.0f) * FINER - 1.0f;
    fine.last_row = (coarse.last_row + 1.0f) * FINER - 1.0f;
    fine.stride = coarse.stride * FINER;
    raster->view.coarse = coarse;
    raster->view.fine = fine;
}

/* Sets bits [from, to] of a row. */
static void set_span(uint32_t *bits, uint32_t from, uint32_t to) {
    const uint32_t first = from / 32, last = to / 32;
    const uint32_t head = ~UINT32_C(0) << from % 32, tail = ~UINT32_C(0) >> (31 - to % 32);
    if (first == last) {
        bits[first] |= head & tail;
        return;
    }
    bits[first] |= head;
    for (uint32_t w = first + 1; w < last; w++)
        bits[w] = ~UINT32_C(0);
    bits[last] |= tail;
}

/* Draws a disc, row by row, over every fine cell that it may touch. A row's span is the disc's width at the row's nearest line; MARGIN
 * of a cell is many times the rounding of a column's number. The outermost rows have no outer line: bodies beyond them lie there too. */
static void draw_disc(const hail_map *map, uint32_t *bits, float x, float y, float reach) {
    const float margin = 0.05f;
    const uint32_t top = hail_map_axis(map, y - reach, 1), bottom = hail_map_axis(map, y + reach, 1);
    const uint32_t last = (uint32_t)map->last_row, stride = (uint32_t)map->stride;
    const float cell = 1.0f / map->inverse, centre = (y - map->min_y) * map->inverse;
    for (uint32_t row = top; row <= bottom; row++) {
        const float above = row == 0 ? 0.0f : ((float)row - margin) - centre;
        const float below = row == last ? 0.0f : centre - ((float)row + 1.0f + margin);
        const float away = (above > below ? above : below) * cell;
        float half = reach;
        if (away > 0.0f) {
            const float rest = reach * reach - away * away;
            half = rest > 0.0f ? sqrtf(rest) * 1.00001f : 0.0f;
        }
        half += margin * cell;
        set_span(bits, row * stride + hail_map_axis(map, x - half, 0), row * stride + hail_map_axis(map, x + half, 0));
    }
}

typedef struct cell_span {
    uint32_t left, right, top, bottom;
} cell_span;

static cell_span span_of(const hail_map *map, float x, float y, float reach) {
    return (cell_span){hail_map_axis(map, x - reach, 0), hail_map_axis(map, x + reach, 0), hail_map_axis(map, y - reach, 1),
                       hail_map_axis(map, y + reach, 1)};
}

static bool in_class(const hail_raster *raster, float reach, float cell) { return reach > raster->done && reach <= cell; }

static void list_targets(hail_raster *raster, const hail_raster_job *job, float cell) {
    const float *reach = raster->reach.data;
    const hail_map *coarse = &raster->view.coarse;
    const uint32_t cells = hail_map_cells(coarse), stride = (uint32_t)coarse->stride;
    uint32_t *start = raster->start.data, *bits = raster->bits.data;
    hail_target *targets = raster->targets.data;
    memset(start, 0, ((size_t)cells + 3) * sizeof *start);
    memset(bits, 0, (hail_map_cells(&raster->view.fine) / 32 + 1) * sizeof *bits);
    for (uint32_t t = 0; t < job->count; t++) {
        if (!in_class(raster, reach[t], cell))
            continue;
        const uint32_t i = job->chosen ? job->chosen[t] : t;
        const cell_span span = span_of(coarse, job->x[i], job->y[i], reach[t]);
        for (uint32_t row = span.top; row <= span.bottom; row++)
            for (uint32_t column = span.left; column <= span.right; column++)
                start[row * stride + column + 2]++;
        draw_disc(&raster->view.fine, bits, job->x[i], job->y[i], reach[t]);
    }
    uint32_t sum = 0;
    for (uint32_t c = 0; c < cells + 3; c++) {
        sum += start[c];
        start[c] = sum;
    }
    for (uint32_t t = 0; t < job->count; t++) {
        if (!in_class(raster, reach[t], cell))
            continue;
        const uint32_t i = job->chosen ? job->chosen[t] : t;
        const hail_target target = {job->x[i], job->y[i], job->radius ? job->radius[i] : job->uniform, i};
        const cell_span span = span_of(coarse, target.x, target.y, reach[t]);
        for (uint32_t row = span.top; row <= span.bottom; row++)
            for (uint32_t column = span.left; column <= span.right; column++)
                targets[start[row * stride + column + 1]++] = target;
    }
    targets[sum] = (hail_target){0};
}

bool hail_raster_next(hail_raster *raster, const hail_raster_job *job) {
    const float *reach = raster->reach.data;
    for (;;) {
        float least = FLT_MAX; /* of those not yet drawn */
        for (uint32_t t = 0; t < job->count; t++)
            if (reach[t] > raster->done && reach[t] < least)
                least = reach[t];
        if (least == FLT_MAX)
            return false;
        while (raster->least_cell < least * 1.01f)
            raster->least_cell *= 4.0f;
        lay_maps(raster, job);
        const float cell = 0.999f / raster->view.coarse.inverse;
        raster->view.bits = raster->bits.data;
        raster->view.start = raster->start.data;
        raster->view.targets = raster->targets.data;
        list_targets(raster, job, cell);
        raster->done = cell;
        raster->least_cell = cell * 4.0f;
        return true;
    }
}
