/* simd/kernels/step/near_parts.c - which circles may touch which convex parts; one circle a lane. */
#include "kernels/kernel.h"

static LANES_INLINE vm near_part(const float *row, uint32_t vertices, vf x, vf y, vf radius) {
    const vf reach = vf_add(radius, vf_set1(row[HAIL_TEMPLATE_ROUNDING]));
    if (vertices == 1)
        return vf_le(vf_add(vf_mul(x, x), vf_mul(y, y)), vf_mul(reach, reach));
    vf most = vf_set1(-3.0e38f);
    for (uint32_t e = 0; e < vertices; e++) {
        const vf along_x = vf_mul(vf_set1(row[HAIL_TEMPLATE_NX + e]), x),
                 along_y = vf_mul(vf_set1(row[HAIL_TEMPLATE_NY + e]), y);
        most = vf_max(most, vf_sub(vf_add(along_x, along_y), vf_set1(row[HAIL_TEMPLATE_OFFSET + e])));
    }
    return vf_le(most, reach);
}

void HAIL_KERNEL(near_parts)(const float *rows, uint32_t parts, const float *x, const float *y, const float *radius,
                             uint32_t count, uint32_t *near) {
    for (uint32_t p = 0; p < parts; p++) {
        const float *row = rows + (size_t)p * HAIL_TEMPLATE_WORDS;
        uint32_t vertices, bits = 0;
        memcpy(&vertices, row + HAIL_TEMPLATE_COUNT, sizeof vertices);
        for (uint32_t q = 0; q < count; q += HAIL_LANES) {
            const vm in = vm_and(vm_first(lanes_left(q, count)),
                                 near_part(row, vertices, vf_load(x + q), vf_load(y + q), vf_load(radius + q)));
            bits |= vm_bits(in) << q;
        }
        near[p] = bits;
    }
}
