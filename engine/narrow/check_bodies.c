/* engine/narrow/check_bodies.c - shapes and bodies in the caller's arrays, checked before a kernel reads them. */
#include "check_bodies.h"

#include "base/check.h"

hail_status hail_check_shapes(const hail_convex *shapes, size_t count) {
    if (!shapes || !count || count > HAIL_MAX_SHAPES)
        return HAIL_BAD_ARGUMENT;
    hail_shape_info info;
    for (size_t i = 0; i < count; i++)
        if (hail_convex_describe(&shapes[i], &info) != HAIL_OK)
            return HAIL_BAD_ARGUMENT;
    return HAIL_OK;
}

/* Counts, arrays that are missing, and indices of shapes. */
static bool arrays_fit(const hail_kernels *kernels, const hail_bodies *bodies, size_t shape_count, bool moving) {
    return bodies->count <= INT32_MAX && (!bodies->count || (bodies->x && bodies->y)) && !bodies->cos == !bodies->sin &&
           (!moving || !bodies->dx == !bodies->dy) &&
           (!bodies->shape || !kernels->index_over(bodies->shape, bodies->count, (uint32_t)shape_count));
}

hail_status hail_check_bodies(const hail_kernels *kernels, const hail_bodies *bodies, size_t shape_count, bool moving) {
    if (!arrays_fit(kernels, bodies, shape_count, moving))
        return HAIL_BAD_ARGUMENT;
    const struct {
        const float *values;
        float min, max;
    } checks[] = {{bodies->x, -HAIL_MAX_BOUND, HAIL_MAX_BOUND},
                  {bodies->y, -HAIL_MAX_BOUND, HAIL_MAX_BOUND},
                  {bodies->scale, 0.0f, HAIL_MAX_SCALE},
                  {moving ? bodies->dx : NULL, -HAIL_MAX_BOUND, HAIL_MAX_BOUND},
                  {moving ? bodies->dy : NULL, -HAIL_MAX_BOUND, HAIL_MAX_BOUND}};
    for (size_t c = 0; c < sizeof checks / sizeof *checks; c++) {
        const hail_status status =
            hail_check_floats(kernels, checks[c].values, bodies->count, checks[c].min, checks[c].max);
        if (status != HAIL_OK)
            return status;
    }
    return hail_check_rotation(kernels, bodies->cos, bodies->sin, bodies->count);
}
