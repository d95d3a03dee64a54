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
