/* simd/kernels/step/columns.c - small passes over columns: checks, cells, sums. */
#include "kernels/kernel.h"

static inline vm lanes_unit(vf cos, vf sin) {
    const vf square = vf_add(vf_mul(cos, cos), vf_mul(sin, sin));
    return vm_and(vf_ge(square, vf_set1(1.0f - HAIL_UNIT_ERROR)), vf_le(square, vf_set1(1.0f + HAIL_UNIT_ERROR)));
}

static inline uint32_t list_bad(uint32_t *flagged, uint32_t listed, uint32_t first, unsigned bad) {
    if (bad)
        vi_compress_store(flagged + listed, bad, vi_add(vi_set1((int32_t)first), vi_iota()));
    return listed + vm_count_bits(bad);
}

uint32_t HAIL_KERNEL(check)(const float *cos, const float *sin, const float *scale, float max_scale, uint32_t begin,
                            uint32_t end, uint32_t *flagged) {
    const vf zero = vf_set1(0.0f), max = vf_set1(max_scale);
    uint32_t listed = 0;
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        const unsigned lanes = HAIL_ALL_LANES >> (HAIL_LANES - n);
        unsigned good = lanes;
        if (cos)
            good &= vm_bits(lanes_unit(vf_load_n(cos + i, n), vf_load_n(sin + i, n)));
        if (scale) {
            const vf s = vf_load_n(scale + i, n);
            good &= vm_bits(vm_and(vf_ge(s, zero), vf_le(s, max)));
        }
        listed = list_bad(flagged, listed, i, lanes & ~good);
    }
    return listed;
}

uint32_t HAIL_KERNEL(check_finite)(const float *x, const float *y, uint32_t begin, uint32_t end, uint32_t *flagged) {
    uint32_t listed = 0;
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        const vm good = vm_and(vf_finite(vf_load_n(x + i, n)), vf_finite(vf_load_n(y + i, n)));
        listed = list_bad(flagged, listed, i, (HAIL_ALL_LANES >> (HAIL_LANES - n)) & ~vm_bits(good));
    }
    return listed;
}

/* So many values are checked before the first branch, because nearly always nothing is wrong. */
enum { CHECKED = 64 * HAIL_LANES };

bool HAIL_KERNEL(outside)(const float *values, size_t count, float min, float max) {
    const vf lower = vf_set1(min), upper = vf_set1(max);
    for (size_t begin = 0; begin < count; begin += CHECKED) {
        const uint32_t n = count - begin < CHECKED ? (uint32_t)(count - begin) : CHECKED;
        const float *v = values + begin;
        vm good = vm_first(HAIL_LANES);
        uint32_t i = 0;
        for (; i + HAIL_LANES <= n; i += HAIL_LANES) {
            const vf a = vf_load(v + i);
            good = vm_and(good, vm_and(vf_ge(a, lower), vf_le(a, upper)));
        }
        for (; i < n; i++)
            if (!(v[i] >= min && v[i] <= max))
                return true;
        if (vm_bits(good) != HAIL_ALL_LANES)
            return true;
    }
    return false;
}

bool HAIL_KERNEL(not_unit)(const float *cos, const float *sin, size_t count) {
    for (size_t begin = 0; begin < count; begin += CHECKED) {
        const uint32_t n = count - begin < CHECKED ? (uint32_t)(count - begin) : CHECKED;
        vm good = vm_first(HAIL_LANES);
        uint32_t i = 0;
        for (; i + HAIL_LANES <= n; i += HAIL_LANES)
            good = vm_and(good, lanes_unit(vf_load(cos + begin + i), vf_load(sin + begin + i)));
        const vm last = lanes_unit(vf_load_n(cos + begin + i, n - i), vf_load_n(sin + begin + i, n - i));
        if (vm_bits(good) != HAIL_ALL_LANES || vm_bits(vm_and_not(vm_first(n - i), last)))
            return true;
    }
    return false;
}

bool HAIL_KERNEL(index_over)(const uint32_t *index, size_t count, uint32_t limit) {
    const int32_t sign_bit = INT32_MIN; /* turns a signed comparison into an unsigned one */
    const vi flip = vi_set1(sign_bit), max = vi_set1((int32_t)(limit ^ (uint32_t)sign_bit));
    for (size_t begin = 0; begin < count; begin += CHECKED) {
        const uint32_t n = count - begin < CHECKED ? (uint32_t)(count - begin) : CHECKED;
        const uint32_t *v = index + begin;
        vm good = vm_first(HAIL_LANES);
        uint32_t i = 0;
        for (; i + HAIL_LANES <= n; i += HAIL_LANES)
            good = vm_and(good, vi_gt(max, vi_xor(vi_load(v + i), flip)));
        for (; i < n; i++)
            if (v[i] >= limit)
                return true;
        if (vm_bits(good) != HAIL_ALL_LANES)
            return true;
    }
    return false;
}

uint32_t HAIL_KERNEL(cells)(const hail_grid_layout *map, const float *x, const float *y, const float *radius,
                            float small_limit, uint32_t trash, uint32_t *cell, uint32_t *large, uint32_t begin,
                            uint32_t end) {
    const vf limit = vf_set1(small_limit);
    const vi outside_cell = vi_set1((int32_t)trash);
    uint32_t count = 0;
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        vi c = lanes_cell(map, vf_load_n(x + i, n), vf_load_n(y + i, n));
        if (radius) {
            const vm over = vf_gt(vf_load_n(radius + i, n), limit);
            const unsigned bits = vm_bits(over) & (HAIL_ALL_LANES >> (HAIL_LANES - n));
            if (bits) {
                c = vi_select(over, outside_cell, c);
                vi_compress_store(large + count, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
                count += vm_count_bits(bits);
            }
        }
        vi_store_n(cell + i, c, n);
    }
    return count;
}

void HAIL_KERNEL(sums)(uint32_t *values, uint32_t count) {
    vi before = vi_set1(0);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vi own = vi_running_sum(vi_load_n(values + i, n)), sum = vi_add(own, before);
        vi_store_n(values + i, sum, n);
        before = vi_add(before, vi_last(own));
    }
}

void HAIL_KERNEL(starts)(const uint8_t *counts, uint32_t *starts, uint32_t count) {
    vi before = vi_set1(0);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const vi own = vi_load_bytes(counts + i), sum = vi_running_sum(own);
        vi_store_n(starts + i, vi_add(vi_sub(sum, own), before), lanes_left(i, count));
        before = vi_add(before, vi_last(sum));
    }
}

uint32_t HAIL_KERNEL(dense)(const uint32_t *starts, uint32_t count, uint32_t *dense) {
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vi length = vi_sub(vi_load_n(starts + i + 1, n), vi_load_n(starts + i, n));
        const unsigned bits = vm_bits(vi_gt(length, vi_set1(1)));
        vi_compress_store(dense + listed, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
        listed += vm_count_bits(bits);
    }
    return listed;
}
