/* engine/world/refused_shape.h - says why a set refused a shape. */
#ifndef HAIL_WORLD_REFUSED_SHAPE_H
#define HAIL_WORLD_REFUSED_SHAPE_H

#include "base/error.h"

/* A number that a shape is made from, at least `min` px. */
typedef struct hail_shape_number {
    const char *field;
    float value, min;
} hail_shape_number;

/* Fails with the status of a preparation: because of the first bad number or, if no single one is bad, of the shape. */
hail_status hail_fail_numbers(hail_error *error, hail_status status, const hail_shape_number *numbers, size_t count);

/* The same for a polygon's arrays and rounding. */
hail_status hail_fail_polygon(hail_error *error, hail_status status, const float *x, const float *y, size_t count,
                              float rounding);

/* Fails because of what the status alone says: about no argument in particular. */
hail_status hail_fail_plainly(hail_error *error, hail_status status);

#endif
