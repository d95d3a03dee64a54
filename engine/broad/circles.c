/* engine/broad/circles.c - gathers some bodies' paths, then computes their circles. */
#include "circles.h"

#include <float.h>

/* A column of some bodies, side by side. NULL stays NULL. */
static const float *gather_some(const hail_kernels *kernels, const float *column, const uint32_t *order, uint32_t count,
                                float *to) {
    if (column)
        kernels->gather((const void *)column, order, (void *)to, 0, count);
    return column ? to : NULL;
}

/* Adds the figures of more circles. */
static void add_figures(hail_circle_figures *all, const hail_circle_figures *more) {
    all->largest = more->largest > all->largest ? more->largest : all->largest;
    all->min_x = more->min_x < all->min_x ? more->min_x : all->min_x;
    all->min_y = more->min_y < all->min_y ? more->min_y : all->min_y;
    all->max_x = more->max_x > all->max_x ? more->max_x : all->max_x;
    all->max_y = more->max_y > all->max_y ? more->max_y : all->max_y;
    all->over += more->over;
}

hail_circle_figures hail_circles_in_order(const hail_kernels *kernels, const hail_circles_job *job,
                                          const uint32_t *order, uint32_t count, float *x, float *y, float *radius) {
    const hail_path_view *from = &job->path;
    hail_circle_figures all = {0.0f, FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX, 0};
    hail_circles_job some = *job;
    hail_circles ends, way;
    if (!order)
        return kernels->path_circles(job, 0, count, FLT_MAX, x, y, radius);
    for (uint32_t i = 0, n; i < count; i += n) {
        n = count - i < CIRCLES ? count - i : CIRCLES;
        some.path.x = gather_some(kernels, from->x, order + i, n, ends.x);
        some.path.y = gather_some(kernels, from->y, order + i, n, ends.y);
        some.path.dx = gather_some(kernels, from->dx, order + i, n, way.x);
        some.path.dy = gather_some(kernels, from->dy, order + i, n, way.y);
        some.path.radius = gather_some(kernels, from->radius, order + i, n, ends.radius);
        const hail_circle_figures more = kernels->path_circles(&some, 0, n, FLT_MAX, x + i, y + i, radius + i);
        add_figures(&all, &more);
    }
    return all;
}
