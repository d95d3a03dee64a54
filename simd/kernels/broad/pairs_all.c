/* simd/kernels/broad/pairs_all.c - finds pairs among few bodies: HAIL_LANES of them against one target at a time. There
 * is nothing to build, and nearly no comparison finds anything, so the only branch is predicted. */
#include "kernels/kernel.h"

/* The lanes that lie before target j, of a vector that starts at body i. */
static inline unsigned lanes_before(uint32_t j, uint32_t i) {
    return j - i < HAIL_LANES ? (1u << (j - i)) - 1u : HAIL_ALL_LANES;
}

uint32_t HAIL_KERNEL(pairs_all)(const hail_stream_view *stream, const hail_stream_view *given, uint32_t targets,
                                bool self, float slack, hail_cursor *cursor, uint32_t end, uint32_t *first,
                                uint32_t *second, uint32_t capacity) {
    const hail_stream_view copy = *given, *target = &copy; /* a copy that no store can change */
    const vf slacks = vf_set1(slack);
    uint32_t count = 0;
    for (; cursor->body < end; cursor->body += HAIL_LANES, cursor->step = 0) {
        const uint32_t i = cursor->body, n = lanes_left(i, end);
        const unsigned lanes = HAIL_ALL_LANES >> (HAIL_LANES - n);
        const vf x = vf_load_n(stream->x + i, n), y = vf_load_n(stream->y + i, n);
        const vf r = lanes_radius(stream->radius, i, n, stream->uniform_radius);
        vf reach = vf_mul(vf_add(r, vf_set1(target->uniform_radius)), slacks);
        uint32_t j = cursor->step;
        for (j = self && j <= i ? i + 1 : j; j < targets; j++) {
            const vf dx = vf_sub(vf_set1(target->x[j]), x), dy = vf_sub(vf_set1(target->y[j]), y);
            if (target->radius)
                reach = vf_mul(vf_add(r, vf_set1(target->radius[j])), slacks);
            const vf d2 = vf_add(vf_mul(dx, dx), vf_mul(dy, dy));
            unsigned bits = vm_bits(vf_le(d2, vf_mul(reach, reach))) & lanes;
            if (self)
                bits &= lanes_before(j, i);
            if (!bits)
                continue;
            vi_compress_store(first + count, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
            vi_compress_store(second + count, bits, vi_set1((int32_t)j));
            count += vm_count_bits(bits);
            if (count + HAIL_LANES > capacity) {
                cursor->step = j + 1;
                return count;
            }
        }
    }
    return count;
}
