/* simd/kernels/tiles/cell_runs.c - cells near shapes: which runs of pixels lie in a shape's box, and what is open
 * beside the cell (tiles_kernels.h). */
#include "kernels/kernel.h"

/* What is set in the words of cells that are flipped, and of those that have masks of their own. */
static LANES_INLINE vi special_bits(void) { return vi_set1((int32_t)(HAIL_CELL_FLAGS | HAIL_CELL_OWN)); }

static LANES_INLINE vi kind_of(vi word) { return vi_and(vi_shift_right(word, HAIL_CELL_KIND_SHIFT), vi_set1(31)); }

/* The tiles of cells; 0 where the kind is not among `kinds`, and of masks of the map's own. every: all kinds are. */
static LANES_INLINE vi tile_number(vi kinds, bool every, vi word) {
    const vm shared = vi_eq(vi_and(word, vi_set1(HAIL_CELL_OWN)), vi_set1(0));
    const vi number = vi_keep(shared, vi_and(word, vi_set1(HAIL_CELL_NUMBER)));
    const vi one = vi_set1(1);
    return every ? number : vi_keep(vi_eq(vi_and(vi_shift_right_by(kinds, kind_of(word)), one), one), number);
}

static LANES_INLINE vf side_of(const hail_cell_runs *job, vi kinds, bool every, vi word, int32_t side) {
    return vf_from_bits(vi_gather(job->open, vi_add(vi_shift_left(tile_number(kinds, every, word), 2), vi_set1(side))));
}

/* Whole numbers from 0 to `most`. */
static LANES_INLINE vi clamped(vi a, int32_t most) {
    const vi zero = vi_set1(0), last = vi_set1(most);
    const vi positive = vi_select(vi_gt(a, zero), a, zero);
    return vi_select(vi_gt(positive, last), last, positive);
}

static LANES_INLINE vf as_float(vi a) { return vf_from_bits(a); }

void HAIL_KERNEL(cell_runs)(const hail_cell_runs *job, uint32_t count) {
    const hail_tile_view *view = job->view;
    const int32_t width = (int32_t)view->width, height = (int32_t)view->height, stride = (int32_t)view->columns + 2;
    const bool every = view->kinds == UINT32_MAX;
    const vi one = vi_set1(1), byte = vi_set1(255), special = special_bits(), solid = vi_set1((int32_t)job->kinds);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        uint32_t lane[HAIL_LANES];
        vf box[8], near[4];
        const vi place = vi_load_n(job->places + i, n), mover = vi_and(place, byte), k = vi_shift_right(place, 8);
        vi_store(lane, vi_shift_left(mover, 3));
        HAIL_IN_MEMORY(lane);
        vf_load_rows8((const float *)(const void *)job->boxes, lane, box);
        const vi column = vi_add(vi_from_bits(box[4]), vi_and(k, vi_set1(7))),
                 row = vi_add(vi_from_bits(box[5]), vi_shift_right(k, 3));
        const vi at = vi_add(vi_mul(row, vi_set1(stride)), column);
        vi_store(lane, vi_sub(at, one));
        HAIL_IN_MEMORY(lane);
        vf_load_rows4((const float *)(const void *)view->cells, lane, near);
        const vi before = vi_from_bits(near[0]), word = vi_from_bits(near[1]), after = vi_from_bits(near[2]);
        const vi above = vi_gather(view->cells, vi_sub(at, vi_set1(stride))),
                 beyond = vi_gather(view->cells, vi_add(at, vi_set1(stride)));
        const vi any = vi_and(vi_or(vi_or(vi_or(before, word), vi_or(after, above)), beyond), special);
        const vi cover = every ? solid : vi_gather(job->cover, kind_of(word));
        const vi left = vi_mul(vi_sub(column, one), vi_set1(width)), top = vi_mul(vi_sub(row, one), vi_set1(height));
        const vi first_row = clamped(vi_sub(vi_from_bits(box[2]), top), height - 1),
                 last_row = clamped(vi_sub(vi_from_bits(box[3]), top), height - 1);
        const vi runs = vi_mul(tile_number(solid, every, word), vi_set1(2 * height));
        const vi first = vi_gather(job->runs, vi_add(runs, first_row)),
                 end = vi_gather(job->runs, vi_add(runs, vi_add(last_row, vi_set1(height))));
        const vi from = clamped(vi_sub(vi_from_bits(box[0]), left), width),
                 until = clamped(vi_sub(vi_add(vi_from_bits(box[1]), one), left), width);
        const vi span = vi_or(vi_or(from, vi_shift_left(until, 8)),
                              vi_or(vi_shift_left(mover, 16), vi_shift_left(kind_of(word), 24)));
        const vi cell = vi_add(vi_mul(vi_sub(row, one), vi_set1((int32_t)view->columns)), vi_sub(column, one));
        const vf out[8] = {as_float(left),
                           as_float(top),
                           side_of(job, cover, every, before, 2),
                           side_of(job, cover, every, above, 3),
                           side_of(job, cover, every, after, 0),
                           side_of(job, cover, every, beyond, 1),
                           as_float(span),
                           as_float(cell)};
        vf_store_rows8((float *)(void *)(job->near + i), HAIL_GATHER_ROW, lanes_in_order(), n, out);
        vi_store_n(job->first + i, first, n);
        vi_store_n(job->count + i, vi_select(vi_eq(any, vi_set1(0)), vi_sub(end, first), vi_set1(-1)), n);
    }
}
