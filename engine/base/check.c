/* engine/base/check.c - checks numbers in lanes; reads only a bad array again, to tell what is wrong with it. */
#include "check.h"

#include <math.h>

hail_status hail_check_floats(const hail_kernels *kernels, const float *values, size_t count, float min, float max) {
    if (!values || !kernels->outside(values, count, min, max))
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

hail_status hail_check_points(const hail_kernels *kernels, const float *x, const float *y, size_t count) {
    if (count > INT32_MAX || (count && (!x || !y)))
        return HAIL_BAD_ARGUMENT;
    const hail_status status = hail_check_floats(kernels, x, count, -HAIL_MAX_BOUND, HAIL_MAX_BOUND);
    return status != HAIL_OK ? status : hail_check_floats(kernels, y, count, -HAIL_MAX_BOUND, HAIL_MAX_BOUND);
}
