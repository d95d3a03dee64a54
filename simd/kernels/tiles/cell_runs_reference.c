/* simd/kernels/tiles/cell_runs_reference.c - cells near shapes: which runs of pixels lie in a shape's box, and what is
 * open beside the cell, one at a time. */
#include "kernels/reference.h"

static uint32_t kind_of(uint32_t word) { return word >> HAIL_CELL_KIND_SHIFT & 31u; }

/* A cell's tile; 0 if its kind is not among `kinds`, and if it has a mask of its own. */
static uint32_t tile_number(uint32_t kinds, uint32_t word) {
    return kinds >> kind_of(word) & 1u && !(word & HAIL_CELL_OWN) ? word & HAIL_CELL_NUMBER : 0;
}

static uint32_t side_of(const hail_cell_runs *job, uint32_t kinds, uint32_t word, uint32_t side) {
    return job->open[4 * (size_t)tile_number(kinds, word) + side];
}

static uint32_t clamped(int32_t a, uint32_t most) { return a < 0 ? 0 : a > (int32_t)most ? most : (uint32_t)a; }

void HAIL_KERNEL(cell_runs)(const hail_cell_runs *job, uint32_t count) {
    const hail_tile_view *view = job->view;
    const uint32_t width = view->width, height = view->height, stride = view->columns + 2;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t mover = job->places[i] & 255, *box_of = job->boxes + (size_t)mover * HAIL_GATHER_ROW,
                       column = box_of[4] + (job->places[i] >> 8 & 7), row = box_of[5] + (job->places[i] >> 11),
                       *at = view->cells + (size_t)row * stride + column, word = *at, before = *(at - 1),
                       after = *(at + 1), above = *(at - stride), beyond = *(at + stride);
        const int32_t left = (int32_t)((column - 1) * width), top = (int32_t)((row - 1) * height),
                      *box = (const int32_t *)(const void *)box_of;
        const uint32_t *runs = job->runs + (size_t)tile_number(job->kinds, word) * 2 * height,
                       first = runs[clamped(box[2] - top, height - 1)],
                       end = runs[height + clamped(box[3] - top, height - 1)];
        const uint32_t special = (word | before | after | above | beyond) & (HAIL_CELL_FLAGS | HAIL_CELL_OWN),
                       cover = job->cover[kind_of(word)];
        job->near[i] = (hail_near_cell){.left = left,
                                        .top = top,
                                        .before = side_of(job, cover, before, 2),
                                        .above = side_of(job, cover, above, 3),
                                        .after = side_of(job, cover, after, 0),
                                        .beyond = side_of(job, cover, beyond, 1),
                                        .span = clamped(box[0] - left, width) | clamped(box[1] + 1 - left, width) << 8 |
                                                mover << 16 | kind_of(word) << 24,
                                        .cell = (row - 1) * view->columns + column - 1};
        job->first[i] = first;
        job->count[i] = special ? HAIL_RUNS_UNKNOWN : end - first;
    }
}
