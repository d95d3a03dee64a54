/* simd/kernels/broad/pairs_raster.c - finds pairs of many bodies and few targets. Bodies are neither sorted nor binned.
 * A bit set of where targets can reach culls them, at one gather per body. Each survivor then searches the list of its
 * own cell. */
#include "kernels/kernel.h"

uint32_t HAIL_KERNEL(cull)(const hail_raster_view *given, const hail_stream_view *stream_given, uint32_t begin,
                           uint32_t end, const hail_survivors *survivors_given) {
    /* Copies that no store can change. */
    const hail_raster_view view = *given, *raster = &view;
    const hail_stream_view bodies = *stream_given, *stream = &bodies;
    const hail_survivors out = *survivors_given, *survivors = &out;
    uint32_t count = 0;
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        const vf x = vf_load_n(stream->x + i, n), y = vf_load_n(stream->y + i, n);
        const vi cell = lanes_cell(&raster->fine, x, y);
        const unsigned bits = vm_bits(vi_test_bits(raster->bits, cell)) & (HAIL_ALL_LANES >> (HAIL_LANES - n));
        vi_compress_store(survivors->index + count, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
        vf_compress_store(survivors->x + count, bits, x);
        vf_compress_store(survivors->y + count, bits, y);
        if (stream->radius)
            vf_compress_store(survivors->radius + count, bits, vf_load_n(stream->radius + i, n));
        count += vm_count_bits(bits);
    }
    return count;
}

uint32_t HAIL_KERNEL(pairs_raster)(const hail_raster_view *given, const hail_survivors *survivors, float uniform_radius,
                                   bool uniform, float small_limit, hail_size_filter size_filter, float slack,
                                   hail_cursor *cursor, uint32_t end, uint32_t *first, uint32_t *second,
                                   uint32_t capacity) {
    const hail_raster_view view = *given, *raster = &view;
    const vi zero = vi_set1(0);
    const vf slacks = vf_set1(slack), limit = vf_set1(small_limit);
    uint32_t count = 0;
    for (; cursor->body < end; cursor->body += HAIL_LANES) {
        const uint32_t i = cursor->body, n = lanes_left(i, end);
        const vm valid = vm_first(n);
        const vf x = vf_load_n(survivors->x + i, n), y = vf_load_n(survivors->y + i, n);
        const vf r = uniform ? vf_set1(uniform_radius) : vf_load_n(survivors->radius + i, n);
        const vi index = vi_load_n(survivors->index + i, n);
        const vi cell = lanes_cell(&raster->coarse, x, y);
        const vi from = vi_gather(raster->start, cell);
        const vi length = vi_select(valid, vi_sub(vi_gather(raster->start, vi_add(cell, vi_set1(1))), from), zero);
        for (uint32_t k = cursor->step;; k++) {
            const vi at = vi_set1((int32_t)k);
            vm touches = vi_gt(length, at);
            if (k > 0 && !vm_bits(touches))
                break;
            if (count + HAIL_LANES > capacity) {
                cursor->step = k;
                return count;
            }
            vf target[4];
            uint32_t row[HAIL_LANES];
            vi_store(row, vi_shift_left(vi_select(touches, vi_add(from, at), zero), 2));
            vf_load_rows4(&raster->targets->x, row, target);
            const vf dx = vf_sub(target[0], x), dy = vf_sub(target[1], y), other = target[2];
            const vi name = vi_from_bits(target[3]);
            const vf d2 = vf_add(vf_mul(dx, dx), vf_mul(dy, dy)), reach = vf_mul(vf_add(r, other), slacks);
            touches = vm_and(touches, vf_le(d2, vf_mul(reach, reach)));
            if (size_filter == HAIL_SIZE_SMALL)
                touches = vm_and(touches, vf_le(r, vf_max(limit, other)));
            else if (size_filter == HAIL_SIZE_SMALLER)
                touches = vm_and(touches, vm_or(vf_le(r, limit), vf_lt(r, other)));
            else
                touches = vm_and(touches, vm_or(vf_lt(r, other), vm_and(vf_eq(r, other), vi_gt(name, index))));
            const unsigned bits = vm_bits(touches);
            vi_compress_store(first + count, bits, index);
            vi_compress_store(second + count, bits, name);
            count += vm_count_bits(bits);
        }
        cursor->step = 0;
    }
    return count;
}
