/* simd/kernels/queries/near_bodies_reference.c - bodies near a point, cell by cell. */
#include "kernels/reference.h"

static bool is_done(const hail_cell_block *done, uint32_t column, uint32_t row) {
    return column >= done->from_column && column <= done->to_column && row >= done->from_row && row <= done->to_row;
}

static float key_of(const hail_near_bodies_job *job, uint32_t position) {
    const hail_grid_view *grid = job->grid;
    const float dx = grid->x[position] - job->x, dy = grid->y[position] - job->y;
    const float radius = grid->radius ? grid->radius[position] : grid->uniform_radius;
    return sqrtf(dx * dx + dy * dy) * job->shrink - radius * job->grow;
}

/* cursor: body counts rows, run columns, step the bodies of a cell. */
uint32_t HAIL_KERNEL(near_bodies)(const hail_near_bodies_job *job, hail_cursor *cursor, uint32_t *position, float *key,
                                  uint32_t capacity) {
    const hail_cell_block *block = &job->block;
    const hail_grid_layout *map = &job->grid->map;
    uint32_t count = 0;
    for (; cursor->body <= block->to_row - block->from_row; cursor->body++, cursor->run = 0) {
        const uint32_t row = block->from_row + cursor->body;
        for (; cursor->run <= block->to_column - block->from_column; cursor->run++, cursor->step = 0) {
            const uint32_t column = block->from_column + cursor->run;
            const uint32_t cell = (row + (uint32_t)map->pad) * (uint32_t)map->stride + column + (uint32_t)map->pad;
            const uint32_t begin = job->grid->start[cell], end = job->grid->start[cell + 1];
            for (; !is_done(&job->done, column, row) && begin + cursor->step < end; cursor->step++) {
                if (count == capacity)
                    return count;
                position[count] = begin + cursor->step;
                key[count] = key_of(job, position[count]);
                count += key[count] <= job->bound;
            }
        }
    }
    return count;
}
