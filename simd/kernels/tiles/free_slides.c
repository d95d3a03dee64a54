/* simd/kernels/tiles/free_slides.c - slides of shapes that meet nothing (tiles_kernels.h). */
#include "doubles.h"
#include "kernels/kernel.h"

/* Ways along an axis; NULL: 0. */
static LANES_INLINE vf free_ways(const float *way, uint32_t i, uint32_t n) {
    return way ? vf_load_n(way + i, n) : vf_set1(0.0f);
}

/* Along one axis: how far a way leads. */
static LANES_INLINE vf end_of(const float *start, vf way, float corner, uint32_t i, uint32_t n) {
    const vd from = vd_sub(vd_from_float(vf_load_n(start + i, n)), vd_set1((double)corner));
    return vd_to_float(vd_sub(vd_add(from, vd_from_float(way)), from));
}

/* The shapes that hardly move. A sum of floats is close enough to tell where this has to be decided in doubles. */
static LANES_INLINE vm rests(vf way_x, vf way_y) {
    const vf dx = vf_abs(way_x), dy = vf_abs(way_y);
    const vm slow = vf_lt(vf_add(dx, dy), vf_set1(2e-9f));
    if (!vm_bits(slow))
        return slow;
    return vd_lt(vd_add(vd_from_float(dx), vd_from_float(dy)), vd_set1(1e-9));
}

void HAIL_KERNEL(free_slides)(const hail_free_slides *job, uint32_t begin, uint32_t end) {
    const vf none = vf_set1(0.0f);
    float *rows = (float *)(void *)job->slides;
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        const vf way_x = free_ways(job->dx, i, n), way_y = free_ways(job->dy, i, n);
        const vm still = rests(way_x, way_y);
        const vf dx = end_of(job->x, way_x, job->corner_x, i, n), dy = end_of(job->y, way_y, job->corner_y, i, n);
        const vf low[8] = {vf_select(still, none, dx), vf_select(still, none, dy), none, none, none, none, none, none};
        const vf high[8] = {none, none, none, none, none, none, none, none};
        uint32_t row[HAIL_LANES];
        vi_store(row, vi_add(vi_set1((int32_t)i), vi_iota()));
        vf_store_rows8(rows, HAIL_SLIDE_WORDS, row, n, low);
        vf_store_rows8(rows + 8, HAIL_SLIDE_WORDS, row, n, high);
    }
}
