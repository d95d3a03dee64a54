/* engine/narrow/check_bodies.h - validation of the shapes and bodies that a caller passes in as arrays. */
#ifndef HAIL_NARROW_CHECK_BODIES_H
#define HAIL_NARROW_CHECK_BODIES_H

#include <hail/batch.h>

#include "kernels.h"

/* Checks shapes: at least one, at most HAIL_MAX_SHAPES, all of them prepared. */
hail_status hail_check_shapes(const hail_convex *shapes, size_t count);

/* Checks the bodies of one side of a batch; their displacements only if `moving`. */
hail_status hail_check_bodies(const hail_kernels *kernels, const hail_bodies *bodies, size_t shape_count, bool moving);

#endif
