/* engine/narrow/check_bodies.h - validation of the shapes and bodies that a caller passes in as arrays. */
#ifndef HAIL_NARROW_CHECK_BODIES_H
#define HAIL_NARROW_CHECK_BODIES_H

#include <hail/batch.h>

#include "base/check.h"

/* What the caller calls the arrays of its bodies. */
typedef struct hail_body_fields {
    const char *x, *y, *rotation[2], *scale, *dx, *dy, *shape, *count;
} hail_body_fields;

/* The names of bodies that the caller has in `of`, such as "batch->a". */
#define HAIL_BODY_FIELDS(of)                                                                                           \
    { of ".x", of ".y", {of ".cos", of ".sin"}, of ".scale", of ".dx", of ".dy", of ".shape", of ".count" }

/* Checks shapes: at least one, at most HAIL_MAX_SHAPES, all of them prepared. fields: those of the shapes and of their
 * count. */
hail_status hail_check_shapes(hail_error *error, const char *const fields[2], const hail_convex *shapes, size_t count);

/* Checks the bodies of one side of a batch; their displacements only if `moving`. */
hail_status hail_check_bodies(const hail_checks *checks, const hail_body_fields *fields, const hail_bodies *bodies,
                              size_t shape_count, bool moving);

#endif
