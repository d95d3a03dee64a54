/* engine/world/shape_errors.h - says which argument of a call kept a shape from being prepared. */
#ifndef HAIL_WORLD_SHAPE_ERRORS_H
#define HAIL_WORLD_SHAPE_ERRORS_H

#include "base/error.h"

/* A number that a shape is prepared from, and the least that it may be; the most is HAIL_MAX_REACH. */
typedef struct hail_shape_number {
    const char *field;
    float value, min;
} hail_shape_number;

/* Fails with the status of the preparation, because of the number that it is about. */
hail_status hail_refuse_numbers(hail_error *error, hail_status status, const hail_shape_number *numbers, size_t count);

/* The same for the polygon of hail_convex_polygon. */
hail_status hail_refuse_polygon(hail_error *error, hail_status status, const float *x, const float *y, size_t count,
                                float rounding);

#endif
