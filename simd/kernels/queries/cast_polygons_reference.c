/* simd/kernels/queries/cast_polygons_reference.c - casts of polygons against circles and of circles against polygons,
 * one pair at a time: its contact's numbers. */
#include <string.h>

#include "kernels/reference.h"

/* Words of a contact: docs/arithmetic.md, "Sweeps". */
enum { CONTACT_T = 7, CONTACT_NORMAL_X = 8, CONTACT_NORMAL_Y = 9, CONTACT_X = 10, CONTACT_Y = 12 };

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
                                       const uint32_t *index, uint32_t count) {
    const hail_side *own = job->pair.two_is_a ? &job->pair.two : &job->pair.one;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t circle = job->pair.two_is_a ? body[i] : query[i],
                       polygon = job->pair.two_is_a ? query[i] : body[i];
        float contact[HAIL_ROW_WORDS];
        uint8_t features[4], header[4];
        sweep(&job->pair, circle, polygon, contact);
        const float t = contact[CONTACT_T], dx = own->dx[query[i]], dy = own->dy[query[i]];
        const float numbers[6] = {t,
                                  t * sqrtf(dx * dx + dy * dy),
                                  contact[CONTACT_X],
                                  contact[CONTACT_Y],
                                  0.0f - contact[CONTACT_NORMAL_X],
                                  0.0f - contact[CONTACT_NORMAL_Y]};
        uint32_t *to = job->rows + (size_t)HAIL_QUERY_HIT_WORDS * query[i];
        memset(to, 0, HAIL_QUERY_HIT_WORDS * sizeof *to);
        memcpy(to, job->handle + 2 * (size_t)index[i], 8);
        if (job->user)
            memcpy(to + 2, job->user + 2 * (size_t)index[i], 8);
        to[5] = job->header | (t == 0.0f ? job->inside : 0);
        memcpy(features, contact + 5, sizeof features);
        memcpy(header, to + 5, sizeof header);
        header[2] = features[1];
        memcpy(to + 5, header, sizeof header);
        memcpy(to + 6, numbers, sizeof numbers);
    }
}
