/* engine/world/shape_errors.c - finds the number that a preparation refused. Preparing only answers a status, because
 * it has no context. */
#include "shape_errors.h"

#include <math.h>

#include <hail/convex.h>

static const char *const too_far = "reaches further than HAIL_MAX_REACH from the origin";

static hail_status refuse(hail_error *error, hail_status status, const hail_shape_number *number) {
    hail_fail_number(error, number->field, HAIL_NO_ELEMENT, (double)number->value, (double)number->min,
                     (double)HAIL_MAX_REACH);
    if (status == HAIL_NOT_FINITE || status == HAIL_OUT_OF_RANGE)
        return status;
    return hail_fail_as(error, status, status == HAIL_TOO_LARGE ? too_far : "makes an edge or a corner too small");
}

hail_status hail_refuse_numbers(hail_error *error, hail_status status, const hail_shape_number *numbers, size_t count) {
    size_t found = 0;
    for (size_t i = count; i-- > 0;) {
        const float value = numbers[i].value, other = numbers[found].value;
        const bool worse = status == HAIL_NOT_FINITE     ? !isfinite(value)
                           : status == HAIL_OUT_OF_RANGE ? value < numbers[i].min
                           : status == HAIL_TOO_LARGE    ? fabsf(value) >= fabsf(other)
                                                         : fabsf(value) <= fabsf(other);
        found = worse ? i : found;
    }
    return refuse(error, status, &numbers[found]);
}

static hail_status refuse_count(hail_error *error, hail_status status, size_t count) {
    hail_fail_number(error, "count", HAIL_NO_ELEMENT, (double)count, 3.0, HAIL_MAX_VERTICES);
    return hail_fail_as(error, status, "is not from 3 to HAIL_MAX_VERTICES");
}

/* Whether a vertex alone reaches too far. */
static bool far_away(float x, float y) {
    return (double)x * (double)x + (double)y * (double)y > (double)HAIL_MAX_REACH * (double)HAIL_MAX_REACH;
}

hail_status hail_refuse_polygon(hail_error *error, hail_status status, const float *x, const float *y, size_t count,
                                float rounding) {
    if (!x || !y)
        return hail_fail_null(error, x ? "y" : "x");
    if (count < 3 || count > HAIL_MAX_VERTICES)
        return refuse_count(error, status, count);
    for (size_t i = 0; status == HAIL_NOT_FINITE && i < count; i++)
        if (!isfinite(x[i]) || !isfinite(y[i]))
            return hail_fail_number(error, isfinite(x[i]) ? "y" : "x", i, (double)(isfinite(x[i]) ? y[i] : x[i]),
                                    -(double)HAIL_MAX_REACH, (double)HAIL_MAX_REACH);
    for (size_t i = 0; status == HAIL_TOO_LARGE && i < count; i++)
        if (far_away(x[i], y[i]))
            return hail_fail_at(error, status, fabsf(x[i]) < fabsf(y[i]) ? "y" : "x", i, too_far);
    if (status == HAIL_CONCAVE)
        return hail_fail(error, status, "x", "and y make a reflex corner or crossing edges");
    if (status == HAIL_DEGENERATE)
        return hail_fail(error, status, "x", "and y make an edge that is too short or a corner that is too flat");
    return hail_refuse_numbers(error, status, &(hail_shape_number){"rounding", rounding, 0.0f}, 1);
}
