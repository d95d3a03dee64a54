/* simd/kernels/queries/cast_polygons.c - casts of polygons against circles, and of circles against polygons
 * (docs/arithmetic.md, "Casts"): when they hit, and the results of those that hit first. One pair a lane. */
#include "cast_rows.h"
#include "kernels/narrow/circle_polygon_lanes.h"

void HAIL_KERNEL(cast_times)(const hail_narrow_job *given, const uint32_t *circle, const uint32_t *polygon,
                             uint32_t count, float *time) {
    const hail_narrow_job job = *given;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vcontact c;
        sweep_circle_polygon(&job, circle + i, polygon + i, n, &c);
        vf_store_n(time + i, vf_select(c.touching, c.t, vf_set1(HAIL_CAST_MISS)), n);
    }
}

/* The feature of the body is the third byte of word 5. */
static LANES_INLINE vi body_feature(vi features) {
#if HAIL_BIG_ENDIAN
    return vi_and(vi_shift_right(features, 8), vi_set1(0xff00));
#else
    return vi_and(vi_shift_left(features, 8), vi_set1(0xff0000));
#endif
}

void HAIL_KERNEL(cast_polygon_results)(const hail_cast_results_job *given, const uint32_t *query, const uint32_t *body,
                                       const uint32_t *index, const uint32_t *row, uint32_t count) {
    const hail_cast_results_job job = *given;
    const bool polygons = job.pair.two_is_a;
    const uint32_t *circle = polygons ? body : query, *polygon = polygons ? query : body;
    const hail_side *own = polygons ? &job.pair.two : &job.pair.one;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vcontact c;
        sweep_circle_polygon(&job.pair, circle + i, polygon + i, n, &c);
        write_cast_rows(&job, own, query + i, index + i, row + i, n, &c, body_feature(c.features));
    }
}
