/* simd/kernels/queries/by_sides.c - whether circles touch a polygon, as far as its sides tell: one circle a lane. */
#include <math.h>

#include "kernels/kernel.h"

/* Of lanes of points: how far beyond the lines they lie at most, and how near to a side. */
typedef struct side_place {
    vf most, squared;
} side_place;

static LANES_INLINE side_place place_of(const hail_sides *sides, vf px, vf py) {
    side_place p = {vf_set1(-INFINITY), vf_set1(INFINITY)};
    const uint32_t edges = sides->count;
    for (uint32_t k = 0; k < edges; k++) {
        const vf x = vf_set1(sides->x[k]), y = vf_set1(sides->y[k]);
        const vf beyond = vf_sub(vf_add(vf_mul(x, px), vf_mul(y, py)), vf_set1(sides->offset[k]));
        const vf along = vf_sub(vf_sub(vf_mul(x, py), vf_mul(y, px)), vf_set1(sides->middle[k]));
        const vf past = vf_max(vf_sub(vf_abs(along), vf_set1(sides->half[k])), vf_set1(0.0f));
        p.most = vf_max(p.most, beyond);
        p.squared = vf_min(p.squared, vf_add(vf_mul(beyond, beyond), vf_mul(past, past)));
    }
    return p;
}

uint32_t HAIL_KERNEL(by_sides)(const hail_sides *sides, const float *x, const float *y, const uint32_t *index,
                               uint32_t count, uint32_t *found, uint32_t *unsure) {
    const vf apart = vf_set1(sides->apart), inside = vf_set1(0.0f - sides->spare);
    const vf near = vf_set1(sides->near * sides->near);
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vi at = vi_load_n(index + i, n);
        const side_place p = place_of(sides, vf_gather(x, at), vf_gather(y, at));
        const vm touches = vm_or(vf_lt(p.most, inside), vf_lt(p.squared, near));
        const unsigned bits = vm_bits(vm_and_not(vm_first(n), vm_or(touches, vf_gt(p.most, apart))));
        vi_store(found + i, vi_select(touches, vi_set1(0), vi_set1(-1)));
        vi_compress_store(unsure + listed, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
        listed += vm_count_bits(bits);
    }
    return listed;
}
