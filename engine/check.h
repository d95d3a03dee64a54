/* engine/check.h - numbers at the door. */
#ifndef HAIL_ENGINE_CHECK_H
#define HAIL_ENGINE_CHECK_H

#include <hail/base.h>

#include "kernels.h"

/* Every value finite and within [least, most]. values NULL: fine. */
hail_status hail_check_floats(const hail_kernels *kernels, const float *values, size_t count, float least, float most);

#endif
