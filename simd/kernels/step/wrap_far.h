/* simd/kernels/step/wrap_far.h - wraps one axis of a body that is more than one width outside (docs/arithmetic.md,
 * "Move"). */
#ifndef HAIL_SIMD_KERNELS_STEP_WRAP_FAR_H
#define HAIL_SIMD_KERNELS_STEP_WRAP_FAR_H

#include <math.h>

static inline float hail_wrap_far(float x, float min, float max) {
    const float width = max - min;
    float turns = truncf((x - min) / width);
    if (x < min)
        turns = turns - 1.0f;
    x = x - turns * width;
    return x < min || x >= max ? min : x;
}

#endif
