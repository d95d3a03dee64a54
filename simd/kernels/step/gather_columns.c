/* simd/kernels/step/gather_columns.c - small passes that load words from anywhere. With 16 lanes they take 1.4 times as
 * long as with 8 (AMD family 1Ah), whose words are loaded one by one. */
#include "kernels/kernel.h"

void HAIL_KERNEL(radii)(const float *template_radius, const uint32_t *shape, const float *scale, float *radius,
                        uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        vf r = vf_gather(template_radius, vi_load_n(shape + i, n));
        if (scale)
            r = vf_mul(r, vf_load_n(scale + i, n));
        vf_store_n(radius + i, r, n);
    }
}

void HAIL_KERNEL(gather)(const uint32_t *from, const uint32_t *order, uint32_t *to, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        vi_store_n(to + i, vi_gather(from, vi_load_n(order + i, n)), n);
    }
}

void HAIL_KERNEL(add_gathered)(const uint32_t *from, const uint32_t *index, uint32_t *to, uint32_t count) {
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vi_store_n(to + i, vi_add(vi_load_n(to + i, n), vi_gather(from, vi_load_n(index + i, n))), n);
    }
}
