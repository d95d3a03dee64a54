/* simd/kernels/queries/near_bodies.c - bodies near a point. The cells of a row are contiguous, so its bodies are one
 * run that lanes read side by side; or two runs, if the middle of the row is done. */
#include "kernels/kernel.h"

typedef struct run {
    uint32_t begin, end;
} run;

/* The positions of columns [from, to] of a row; none if from > to. */
static inline run row_run(const hail_grid_view *grid, uint32_t row, uint32_t from, uint32_t to) {
    const uint32_t pad = (uint32_t)grid->map.pad, first = (row + pad) * (uint32_t)grid->map.stride + pad;
    if (from > to)
        return (run){0, 0};
    return (run){grid->start[first + from], grid->start[first + to + 1]};
}

/* Run `number`, 0 or 1, of a row. `to` + 1 and `from` are compared, so that a block may begin at column 0. */
static inline run block_run(const hail_near_bodies_job *job, uint32_t row, uint32_t number) {
    const hail_cell_block *all = &job->block, *done = &job->done;
    if (row < done->from_row || row > done->to_row)
        return number ? (run){0, 0} : row_run(job->grid, row, all->from_column, all->to_column);
    if (number)
        return row_run(job->grid, row, done->to_column + 1, all->to_column);
    return done->from_column ? row_run(job->grid, row, all->from_column, done->from_column - 1) : (run){0, 0};
}

typedef struct near_list {
    uint32_t *position;
    float *key;
    uint32_t count, capacity;
} near_list;

/* Lists a run's bodies from *step on. False: the list is full. */
static inline bool list_run(const hail_near_bodies_job *job, run r, uint32_t *step, near_list *to) {
    const hail_grid_view *grid = job->grid;
    const vf x = vf_set1(job->x), y = vf_set1(job->y), shrink = vf_set1(job->shrink), grow = vf_set1(job->grow);
    const vf bound = vf_set1(job->bound);
    for (uint32_t i = r.begin + *step; i < r.end; i += HAIL_LANES) {
        if (to->count + HAIL_LANES > to->capacity) {
            *step = i - r.begin;
            return false;
        }
        const vf dx = vf_sub(vf_load(grid->x + i), x), dy = vf_sub(vf_load(grid->y + i), y);
        const vf radius = grid->radius ? vf_load(grid->radius + i) : vf_set1(grid->uniform_radius);
        const vf distance = vf_sqrt(vf_add(vf_mul(dx, dx), vf_mul(dy, dy)));
        const vf key = vf_sub(vf_mul(distance, shrink), vf_mul(radius, grow));
        const unsigned bits = vm_bits(vm_and(vm_first(r.end - i), vf_le(key, bound)));
        vi_compress_store(to->position + to->count, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
        vf_compress_store(to->key + to->count, bits, key);
        to->count += vm_count_bits(bits);
    }
    return true;
}

uint32_t HAIL_KERNEL(near_bodies)(const hail_near_bodies_job *given, hail_cursor *cursor, uint32_t *position,
                                  float *key, uint32_t capacity) {
    const hail_near_bodies_job job = *given;
    near_list to = {position, key, 0, capacity};
    const uint32_t rows = job.block.to_row - job.block.from_row + 1;
    for (; cursor->body < rows; cursor->body++) {
        for (; cursor->run < 2; cursor->run++) {
            if (!list_run(&job, block_run(&job, job.block.from_row + cursor->body, cursor->run), &cursor->step, &to))
                return to.count;
            cursor->step = 0;
        }
        cursor->run = 0;
    }
    return to.count;
}
