/* simd/kernels/queries/cast_polygons_reference.c - casts of polygons against circles and of circles against polygons,
 * one pair at a time: its contact's numbers. */
#include "cast_row_reference.h"

/* The contact of a circle and a polygon. Returns whether they touch. */
static bool sweep(const hail_narrow_job *job, uint32_t circle, uint32_t polygon, float contact[HAIL_ROW_WORDS]) {
    const uint32_t first = 0;
    hail_narrow_job pair = *job;
    pair.rows = contact;
    return HAIL_KERNEL(circle_polygon_sweep)(&pair, &circle, &polygon, &first, 1) == 1;
}

void HAIL_KERNEL(cast_times)(const hail_narrow_job *job, const uint32_t *circle, const uint32_t *polygon,
                             uint32_t count, float *time) {
    float contact[HAIL_ROW_WORDS];
    hail_narrow_job pair = *job;
    pair.manifold = true;
    for (uint32_t i = 0; i < count; i++)
        time[i] = sweep(&pair, circle[i], polygon[i], contact) ? contact[CONTACT_T] : HAIL_CAST_MISS;
}

void HAIL_KERNEL(cast_polygon_results)(const hail_cast_results_job *job, const uint32_t *query, const uint32_t *body,
                                       const uint32_t *index, const uint32_t *row, uint32_t count) {
    const hail_side *own = job->pair.two_is_a ? &job->pair.two : &job->pair.one;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t circle = job->pair.two_is_a ? body[i] : query[i],
                       polygon = job->pair.two_is_a ? query[i] : body[i];
        float contact[HAIL_ROW_WORDS];
        uint8_t features[4], header[4];
        sweep(&job->pair, circle, polygon, contact);
        uint32_t *to = write_cast_row(job, own, query[i], index[i], row[i], contact);
        memcpy(features, contact + 5, sizeof features);
        memcpy(header, to + 5, sizeof header);
        header[2] = features[1];
        memcpy(to + 5, header, sizeof header);
    }
}
