/* engine/broad/paths.c - bounds targets' paths by circles. */
#include "paths.h"

#include <math.h>

#include <hail/batch.h>

#include "circles.h"
#include "raster.h"

bool hail_paths_reserve(hail_heap *heap, hail_paths *paths, uint32_t targets, uint32_t streamed) {
    const size_t floats = ((size_t)targets + HAIL_SLACK) * sizeof(float);
    const size_t block = ((size_t)piece_block(streamed) + HAIL_SLACK) * sizeof(float);
    return hail_scratch_grow(heap, &paths->mid_x, floats) && hail_scratch_grow(heap, &paths->mid_y, floats) &&
           hail_scratch_grow(heap, &paths->radius, floats) && hail_scratch_grow(heap, &paths->body, block) &&
           hail_scratch_grow(heap, &paths->number, block) && hail_scratch_grow(heap, &paths->x, block) &&
           hail_scratch_grow(heap, &paths->y, block) && hail_scratch_grow(heap, &paths->piece_radius, block) &&
           hail_scratch_grow(heap, &paths->from, block) && hail_scratch_grow(heap, &paths->rate, block) &&
           hail_scratch_grow(heap, &paths->last, block);
}

void hail_paths_free(hail_heap *heap, hail_paths *paths) {
    hail_buffer *buffers[] = {&paths->mid_x,  &paths->mid_y, &paths->radius, &paths->body,
                              &paths->number, &paths->x,     &paths->y,      &paths->piece_radius,
                              &paths->from,   &paths->rate,  &paths->last};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        hail_scratch_free(heap, buffers[i]);
}

hail_pieces hail_paths_pieces(const hail_paths *paths) {
    return (hail_pieces){.body = paths->body.data,
                         .number = paths->number.data,
                         .x = paths->x.data,
                         .y = paths->y.data,
                         .radius = paths->piece_radius.data,
                         .from = paths->from.data,
                         .rate = paths->rate.data,
                         .last = paths->last.data};
}

hail_circle_figures hail_paths_bound(const hail_kernels *kernels, hail_paths *paths, const hail_circles_job *job,
                                     const uint32_t *chosen, uint32_t count, float *mean) {
    const float *radius = paths->radius.data;
    float sum = 0.0f, circles = 0.0f;
    const hail_circle_figures all =
        hail_circles_in_order(kernels, job, chosen, count, paths->mid_x.data, paths->mid_y.data, paths->radius.data);
    for (uint32_t t = 0; t < count; t++) {
        const bool counts = radius[t] >= 0.0f;
        sum += counts ? radius[t] : 0.0f;
        circles += counts ? 1.0f : 0.0f;
    }
    *mean = circles > 0.0f ? sum / circles : 0.0f;
    return all;
}

/* Whether the box around a body's path comes near the job's box. */
static bool comes_near(const hail_pieces_job *job, uint32_t i, float dx, float dy, float size) {
    const hail_path_view *view = &job->path;
    const float x = view->x[i], y = view->y[i], r = view->radius ? view->radius[i] : view->uniform_radius;
    const float grow = 2.0f * (r * job->inflate_rel + size * job->inflate_abs);
    return fminf(x, x - dx) - grow <= job->max_x && fmaxf(x, x - dx) + grow >= job->min_x &&
           fminf(y, y - dy) - grow <= job->max_y && fmaxf(y, y - dy) + grow >= job->min_y;
}

float hail_paths_size(const hail_pieces_job *job, uint32_t count) {
    const hail_path_view *view = &job->path;
    float largest = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        const float dx = view->dx ? view->dx[i] : 0.0f, dy = view->dy ? view->dy[i] : 0.0f;
        const float size = fabsf(view->x[i]) + fabsf(view->y[i]) + fabsf(dx) + fabsf(dy);
        if (size > largest && size <= 4.0f * HAIL_MAX_BOUND && comes_near(job, i, dx, dy, size))
            largest = size;
    }
    return largest;
}
