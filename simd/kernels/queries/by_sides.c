/* simd/kernels/queries/by_sides.c - whether circles touch a polygon, as far as its sides tell: one circle a lane. */
#include <math.h>

#include "kernels/kernel.h"

uint32_t HAIL_KERNEL(by_sides)(const hail_sides *sides, const float *x, const float *y, const uint32_t *index,
                               uint32_t count, uint32_t *found, uint32_t *unsure) {
    const vf apart = vf_set1(sides->apart), inside = vf_set1(0.0f - sides->spare);
    const uint32_t edges = sides->count;
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vi at = vi_load_n(index + i, n);
        const vf px = vf_gather(x, at), py = vf_gather(y, at);
        vf most = vf_set1(-INFINITY);
        for (uint32_t k = 0; k < edges; k++) {
            const vf along = vf_add(vf_mul(vf_set1(sides->x[k]), px), vf_mul(vf_set1(sides->y[k]), py));
            most = vf_max(most, vf_sub(along, vf_set1(sides->offset[k])));
        }
        const vm touches = vf_lt(most, inside);
        const unsigned bits = vm_bits(vm_and_not(vm_first(n), vm_or(touches, vf_gt(most, apart))));
        vi_store(found + i, vi_select(touches, vi_set1(0), vi_set1(-1)));
        vi_compress_store(unsure + listed, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
        listed += vm_count_bits(bits);
    }
    return listed;
}
