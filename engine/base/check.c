#include "check.h"

#include <math.h>

hail_status hail_check_floats(const hail_kernels *kernels, const float *values, size_t count, float least, float most) {
    if (!values || !kernels->outside(values, count, least, most))
        return HAIL_OK;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return HAIL_NOT_FINITE;
    return HAIL_OUT_OF_RANGE;
}

hail_status hail_check_rotation(const hail_kernels *kernels, const float *cos, const float *sin, size_t count) {
    if (!cos || !kernels->not_unit(cos, sin, count))
        return HAIL_OK;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(cos[i]) || !isfinite(sin[i]))
            return HAIL_NOT_FINITE;
    return HAIL_OUT_OF_RANGE;
}

hail_status hail_check_shapes(const hail_convex *shapes, size_t count) {
    if (!shapes || !count || count > HAIL_MAX_SHAPES)
        return HAIL_BAD_ARGUMENT;
    hail_shape_info info;
    for (size_t i = 0; i < count; i++)
        if (hail_convex_describe(&shapes[i], &info) != HAIL_OK)
            return HAIL_BAD_ARGUMENT;
    return HAIL_OK;
}

hail_status hail_check_bodies(const hail_kernels *kernels, const hail_bodies *bodies, size_t shape_count, bool moving) {
    if (bodies->count > INT32_MAX || (bodies->count && (!bodies->x || !bodies->y)) || !bodies->cos != !bodies->sin ||
        (moving && !bodies->dx != !bodies->dy) ||
        (bodies->shape && kernels->index_over(bodies->shape, bodies->count, (uint32_t)shape_count)))
        return HAIL_BAD_ARGUMENT;
    const struct {
        const float *values;
        float least, most;
    } checks[] = {{bodies->x, -HAIL_MAX_BOUND, HAIL_MAX_BOUND},
                  {bodies->y, -HAIL_MAX_BOUND, HAIL_MAX_BOUND},
                  {bodies->scale, 0.0f, HAIL_MAX_SCALE},
                  {moving ? bodies->dx : NULL, -HAIL_MAX_BOUND, HAIL_MAX_BOUND},
                  {moving ? bodies->dy : NULL, -HAIL_MAX_BOUND, HAIL_MAX_BOUND}};
    for (size_t c = 0; c < sizeof checks / sizeof *checks; c++) {
        const hail_status status =
            hail_check_floats(kernels, checks[c].values, bodies->count, checks[c].least, checks[c].most);
        if (status != HAIL_OK)
            return status;
    }
    return hail_check_rotation(kernels, bodies->cos, bodies->sin, bodies->count);
}

hail_status hail_check_points(const hail_kernels *kernels, const hail_points *points) {
    if (points->count > INT32_MAX || (points->count && (!points->x || !points->y)))
        return HAIL_BAD_ARGUMENT;
    const hail_status status = hail_check_floats(kernels, points->x, points->count, -HAIL_MAX_BOUND, HAIL_MAX_BOUND);
    return status != HAIL_OK ? status
                             : hail_check_floats(kernels, points->y, points->count, -HAIL_MAX_BOUND, HAIL_MAX_BOUND);
}
