/* engine/base/tiny.h - numbers too small to matter become 0, so that no subnormal number slows down a kernel. */
#ifndef HAIL_BASE_TINY_H
#define HAIL_BASE_TINY_H

#include <math.h>

#include <hail/base.h>

/* Returns 0 for a number nearer to 0 than HAIL_TINY, and every other number, a NaN too, as it is. */
static inline float hail_not_tiny(float a) { return fabsf(a) < HAIL_TINY ? 0.0f : a; }

#endif
