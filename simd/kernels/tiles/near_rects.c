/* simd/kernels/tiles/near_rects.c - which rectangles near a shape a way of it may meet (tiles_kernels.h). */
#include "doubles.h"
#include "kernels/kernel.h"

static LANES_INLINE vm is_set(vi a) { return vm_and_not(vm_first(HAIL_LANES), vi_eq(a, vi_set1(0))); }

/* Whether a rectangle reaches into the way's box. */
static LANES_INLINE vm in_box(const hail_near_rects *job, uint32_t i, vf x, vf y) {
    const vf half = vf_set1(0.5f), half_x = vf_mul(vf_load(job->wide + i), half),
             half_y = vf_mul(vf_load(job->high + i), half);
    const vm across =
                 vm_and(vf_ge(vf_add(x, half_x), vf_set1(job->left)), vf_le(vf_sub(x, half_x), vf_set1(job->right))),
             down = vm_and(vf_ge(vf_add(y, half_y), vf_set1(job->top)), vf_le(vf_sub(y, half_y), vf_set1(job->bottom)));
    return vm_and(across, down);
}

/* Whether a side that counts is open, or two that make a corner. */
static LANES_INLINE vm may_count(const hail_near_rects *job, uint32_t i) {
    vi open[4], met = vi_set1((int32_t)job->whole);
    for (int side = 0; side < 4; side++) {
        open[side] = vi_load(job->open[side] + i);
        met = vi_or(met, vi_and(open[side], vi_set1((int32_t)job->facing[side])));
    }
    return vm_or(is_set(met), vm_and(is_set(vi_or(open[0], open[2])), is_set(vi_or(open[1], open[3]))));
}

uint32_t HAIL_KERNEL(near_rects)(const hail_near_rects *job, uint32_t begin, uint32_t end, uint32_t kept) {
    const vd at_x = vd_set1(job->at_x), at_y = vd_set1(job->at_y);
    const vf dx = vf_set1(job->way_x), dy = vf_set1(job->way_y);
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const vf x = vf_load(job->centre_x + i), y = vf_load(job->centre_y + i);
        const vm near = vm_and(in_box(job, i, x, y), vm_first(lanes_left(i, end)));
        const unsigned bits = vm_bits(vm_and(near, may_count(job, i)));
        if (!bits)
            continue;
        const uint32_t *from = job->from + i;
        uint32_t *to = job->to + kept;
        for (size_t k = 0; k < HAIL_PAIR_COLUMNS; k++)
            vi_compress_store(to + k * HAIL_PAIR_ROOM, bits, vi_load(from + k * HAIL_PAIR_ROOM));
        for (size_t k = HAIL_PAIR_COLUMNS; job->large && k < HAIL_PAIR_COLUMNS_LARGE; k++)
            vi_compress_store(to + k * HAIL_PAIR_ROOM, bits, vi_load(from + k * HAIL_PAIR_ROOM));
        vf_compress_store(job->x + kept, bits, vd_to_float(vd_sub(vd_from_float(x), at_x)));
        vf_compress_store(job->y + kept, bits, vd_to_float(vd_sub(vd_from_float(y), at_y)));
        vf_store(job->dx + kept, dx);
        vf_store(job->dy + kept, dy);
        kept += vm_count_bits(bits);
    }
    return kept;
}
