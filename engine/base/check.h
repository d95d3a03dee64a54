/* engine/base/check.h - validation of the numbers that a caller passes in. */
#ifndef HAIL_BASE_CHECK_H
#define HAIL_BASE_CHECK_H

#include <hail/base.h>

#include "kernels.h"

/* Checks that every value is finite and within [min, max]. values NULL: HAIL_OK. */
hail_status hail_check_floats(const hail_kernels *kernels, const float *values, size_t count, float min, float max);

/* Checks that every (cos, sin) is a unit vector to within 1e-4. Both NULL: HAIL_OK. */
hail_status hail_check_rotation(const hail_kernels *kernels, const float *cos, const float *sin, size_t count);

/* Checks points: at most INT32_MAX of them, no array missing, coordinates within HAIL_MAX_BOUND. */
hail_status hail_check_points(const hail_kernels *kernels, const float *x, const float *y, size_t count);

#endif
