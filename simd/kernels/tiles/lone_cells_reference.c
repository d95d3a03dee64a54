/* simd/kernels/tiles/lone_cells_reference.c - slides of upright shapes that have one cell near, which is full, one at a
 * time: with the kernels that slide others. */
#include "kernels/reference.h"

/* A shape's pair, in columns of one. */
typedef struct columns {
    float centre_x, centre_y, x, y, wide, high, half_x, half_y, reach;
    uint32_t mover, cell, open[4], others;
} columns;

static uint32_t cell_at(const hail_tile_view *view, uint32_t column, uint32_t row) {
    return view->cells[(size_t)row * (view->columns + 2) + column];
}

static bool is_special(uint32_t word) { return word & (HAIL_CELL_FLAGS | HAIL_CELL_OWN); }

static uint32_t tile_of(const hail_tile_view *view, uint32_t word) {
    return view->kinds >> (word >> HAIL_CELL_KIND_SHIFT & 31u) & 1u ? word & HAIL_CELL_NUMBER : 0;
}

/* Slides shape k by its cell; false: it is not for here. */
static bool slide_by(const hail_lone_cells *job, uint32_t k, uint32_t column, uint32_t row) {
    const float *mover = job->movers + (size_t)k * HAIL_LOOK_ROW, wide = (float)job->view->width,
                high = (float)job->view->height;
    columns c = {.centre_x = (float)((column - 1) * job->view->width) + wide * 0.5f,
                 .centre_y = (float)((row - 1) * job->view->height) + high * 0.5f,
                 .wide = wide,
                 .high = high,
                 .half_x = wide * 0.5f + mover[4],
                 .half_y = high * 0.5f + mover[5],
                 .reach = job->radius + (mover[4] + mover[5]),
                 .cell = (row - 1) * job->view->columns + column - 1,
                 .open = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}}; /* what is beside it is empty */
    c.x = c.centre_x - mover[0];
    c.y = c.centre_y - mover[1];
    hail_lone_pairs pair = *job->slides;
    pair.mover = &c.mover;
    pair.tag = job->slides->tag + k;
    pair.centre_x = &c.centre_x;
    pair.centre_y = &c.centre_y;
    pair.core_x = mover + 4;
    pair.core_y = mover + 5;
    pair.radius = mover + 6;
    pair.dx = mover + 2;
    pair.dy = mover + 3;
    pair.cell = &c.cell;
    pair.x = &c.x;
    pair.y = &c.y;
    pair.wide = &c.wide;
    pair.high = &c.high;
    pair.half_x = &c.half_x;
    pair.half_y = &c.half_y;
    pair.reach = &c.reach;
    for (int side = 0; side < 4; side++)
        pair.open[side] = &c.open[side];
    pair.others = &c.others;
    return !HAIL_KERNEL(lone_edges)(&pair, 1);
}

/* Slides shape k, or finds out that it has nothing near; false: it is not for here. */
static bool slide_shape(const hail_lone_cells *job, uint32_t k) {
    const uint32_t *look = job->looks + (size_t)k * HAIL_LOOK_ROW, cells = look[6];
    if (look[7] & HAIL_LOOK_ALONE || (cells & (cells - 1)) || (cells && look[7]))
        return false;
    if (!cells)
        return true;
    uint32_t bit = 0;
    while (!(cells >> bit & 1u))
        bit++;
    const uint32_t column = look[4] + bit % 8, row = look[5] + bit / 8, word = cell_at(job->view, column, row);
    if (is_special(word))
        return false;
    const uint32_t solid = job->solid[tile_of(job->view, word)];
    return !solid || (solid == job->view->width * job->view->height && slide_by(job, k, column, row));
}

uint32_t HAIL_KERNEL(lone_cells)(const hail_lone_cells *job, uint32_t count) {
    uint32_t others = 0;
    for (uint32_t k = 0; k < count; k++)
        if (!slide_shape(job, k))
            job->others[others++] = k;
    return others;
}
