/* engine/base/check.h - numbers at the door. */
#ifndef HAIL_BASE_CHECK_H
#define HAIL_BASE_CHECK_H

#include <hail/batch.h>
#include <hail/points.h>

#include "kernels.h"

/* Every value finite and within [least, most]. values NULL: fine. */
hail_status hail_check_floats(const hail_kernels *kernels, const float *values, size_t count, float least, float most);

/* Every rotation a unit vector to 1e-4. Both NULL: fine. */
hail_status hail_check_rotation(const hail_kernels *kernels, const float *cos, const float *sin, size_t count);

/* A batch's shapes: some, all of them prepared. */
hail_status hail_check_shapes(const hail_convex *shapes, size_t count);

/* One side of a batch; its displacements if `moving`. */
hail_status hail_check_bodies(const hail_kernels *kernels, const hail_bodies *bodies, size_t shape_count, bool moving);

/* Points: not too many, there, and within HAIL_MAX_BOUND. */
hail_status hail_check_points(const hail_kernels *kernels, const hail_points *points);

#endif
