/* engine/world/refused_shape.c - says why a set refused a shape: which number, vertex or pointer was bad. */
#include "refused_shape.h"

#include <math.h>

#include <hail/shape.h>

hail_status hail_fail_plainly(hail_error *error, hail_status status) {
    return hail_fail(error, status, NULL, hail_status_text(status));
}

static bool is_bad(hail_status status, float value, float min) {
    return status == HAIL_NOT_FINITE ? !isfinite(value) : status == HAIL_OUT_OF_RANGE && value < min;
}

hail_status hail_fail_numbers(hail_error *error, hail_status status, const hail_shape_number *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (is_bad(status, numbers[i].value, numbers[i].min))
            return hail_fail_number(error, numbers[i].field, HAIL_NO_ELEMENT, (double)numbers[i].value,
                                    (double)numbers[i].min, (double)HAIL_MAX_REACH);
    return hail_fail_plainly(error, status);
}

hail_status hail_fail_polygon(hail_error *error, hail_status status, const float *x, const float *y, size_t count,
                              float rounding) {
    if (!x || !y)
        return hail_fail_null(error, x ? "y" : "x");
    if (status == HAIL_TOO_FEW_VERTICES || status == HAIL_TOO_MANY_VERTICES)
        return hail_fail_plainly(error, status);
    for (size_t i = 0; i < count; i++)
        if (is_bad(status, x[i], -HAIL_MAX_REACH) || is_bad(status, y[i], -HAIL_MAX_REACH)) {
            const bool of_x = is_bad(status, x[i], -HAIL_MAX_REACH);
            return hail_fail_number(error, of_x ? "x" : "y", i, (double)(of_x ? x[i] : y[i]), (double)-HAIL_MAX_REACH,
                                    (double)HAIL_MAX_REACH);
        }
    const hail_shape_number number = {"rounding", rounding, 0.0f};
    return hail_fail_numbers(error, status, &number, 1);
}
