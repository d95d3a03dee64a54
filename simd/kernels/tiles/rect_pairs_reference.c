/* simd/kernels/tiles/rect_pairs_reference.c - columns of pairs of shapes and rectangles, one pair at a time. */
#include "kernels/reference.h"

/* `count` bits of a word, from bit `from` on. */
static uint32_t bits_from(uint32_t word, uint32_t from, uint32_t count) {
    return (uint32_t)((uint64_t)word >> from & ((UINT64_C(1) << count) - 1));
}

static void write_pair(const hail_rect_pairs *job, uint32_t to, const float *mover, const hail_near_cell *cell,
                       const hail_tile_run *run, const uint32_t open[4]) {
    const uint32_t left = run->place & 255, top = run->place >> 8 & 255;
    const float wide = (float)(run->place >> 16 & 255), high = (float)(run->place >> 24);
    job->centre_x[to] = (float)(cell->left + (int32_t)left) + wide * 0.5f;
    job->centre_y[to] = (float)(cell->top + (int32_t)top) + high * 0.5f;
    job->x[to] = job->centre_x[to] - mover[0];
    job->y[to] = job->centre_y[to] - mover[1];
    job->wide[to] = wide;
    job->high[to] = high;
    job->half_x[to] = wide * 0.5f + mover[4];
    job->half_y[to] = high * 0.5f + mover[5];
    job->reach[to] = run->radius + (mover[4] + mover[5]);
    job->core_x[to] = mover[4];
    job->core_y[to] = mover[5];
    job->radius[to] = mover[6];
    job->dx[to] = mover[2];
    job->dy[to] = mover[3];
    for (int side = 0; side < 4; side++)
        job->open[side][to] = open[side];
    job->cell[to] = cell->cell;
    job->mover[to] = cell->span >> 16;
}

/* Whether a rectangle belongs to the answer; *open: the open pixels in front of its sides. */
static bool is_wanted(const hail_rect_pairs *job, const hail_near_cell *cell, const hail_tile_run *run,
                      uint32_t open[4]) {
    const uint32_t left = run->place & 255, top = run->place >> 8 & 255, wide = run->place >> 16 & 255,
                   high = run->place >> 24, from = cell->span & 255, end = cell->span >> 8 & 255;
    open[0] = left == 0 ? bits_from(cell->before, top, high) : 1;
    open[1] = top == 0 ? bits_from(cell->above, left, wide) : run->above;
    open[2] = left + wide == job->width ? bits_from(cell->after, top, high) : 1;
    open[3] = top + high == job->height ? bits_from(cell->beyond, left, wide) : run->below;
    return left + wide > from && left < end && (!job->swept || (open[0] | open[1] | open[2] | open[3]));
}

uint32_t HAIL_KERNEL(rect_pairs)(const hail_rect_pairs *job, uint32_t cells) {
    uint32_t kept = 0, open[4];
    for (uint32_t c = 0; c < cells; c++) {
        const hail_near_cell *cell = job->cells + c;
        const float *mover = job->movers + (size_t)(cell->span >> 16 & 255) * HAIL_GATHER_ROW;
        for (uint32_t k = 0; k < job->count[c]; k++) {
            const hail_tile_run *run = job->runs + job->first[c] + k;
            if (is_wanted(job, cell, run, open))
                write_pair(job, kept++, mover, cell, run, open);
        }
    }
    return kept;
}
