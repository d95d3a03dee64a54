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

uint32_t HAIL_KERNEL(rect_pairs)(const hail_rect_pairs *job, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const hail_near_cell *cell = job->cells + job->in_cell[i] / HAIL_LOOK_ROW;
        const hail_tile_run *run = job->runs + job->run[i] / 4;
        const uint32_t left = run->place & 255, top = run->place >> 8 & 255, wide = run->place >> 16 & 255,
                       high = run->place >> 24, from = cell->span & 255, end = cell->span >> 8 & 255;
        const uint32_t open[4] = {left == 0 ? bits_from(cell->before, top, high) : 1,
                                  top == 0 ? bits_from(cell->above, left, wide) : run->above,
                                  left + wide == job->width ? bits_from(cell->after, top, high) : 1,
                                  top + high == job->height ? bits_from(cell->beyond, left, wide) : run->below};
        if (left + wide <= from || left >= end || (job->swept && !(open[0] | open[1] | open[2] | open[3])))
            continue;
        write_pair(job, kept++, job->movers + (size_t)(cell->span >> 16 & 255) * HAIL_LOOK_ROW, cell, run, open);
    }
    return kept;
}
