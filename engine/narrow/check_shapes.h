/* engine/narrow/check_shapes.h - validation of the shapes that a caller passes in as arrays. */
#ifndef HAIL_NARROW_CHECK_SHAPES_H
#define HAIL_NARROW_CHECK_SHAPES_H

#include <hail/lists.h>

#include "base/check.h"

/* What the caller calls the arrays of its shapes. */
typedef struct hail_shape_fields {
    const char *convexes, *shapes, *shape_count, *x, *y, *rotation[2], *scale, *dx, *dy, *shape, *count;
} hail_shape_fields;

/* The names of shapes that the caller has in `of`, such as "shapes->" or "batch->a.". */
#define HAIL_SHAPE_FIELDS(of)                                                                                          \
    {                                                                                                                  \
        of "convexes", of "shapes", of "shape_count", of "x", of "y", {of "cos", of "sin"}, of "scale", of "dx",       \
            of "dy", of "shape", of "count"                                                                            \
    }

/* Checks that there are convexes: at least one, at most HAIL_MAX_SHAPES, and no shapes of a set besides. */
hail_status hail_check_convex_count(hail_error *error, const hail_shape_fields *fields, const hail_shapes *shapes);

/* Also checks that all of them are prepared. */
hail_status hail_check_convexes(hail_error *error, const hail_shape_fields *fields, const hail_shapes *shapes);

/* Whether some function of hail/convex.h prepared a shape; and what is said if none did. */
bool hail_convex_prepared(const hail_convex *shape);
hail_status hail_fail_unprepared(hail_error *error, const hail_shape_fields *fields, size_t shape);

/* Checks where shapes are, and which of shape_count each is; their displacements only if `moving`. */
hail_status hail_check_places(const hail_checks *checks, const hail_shape_fields *fields, const hail_shapes *shapes,
                              size_t shape_count, bool moving);

#endif
