/* engine/base/error.c - writes errors, and tells them in a sentence. */
#include "error.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "sentence.h"

/* ---- Writing ---------------------------------------------------------------------------------------------------- */

hail_status hail_fail_at(hail_error *error, hail_status status, const char *field, uint64_t element,
                         const char *problem) {
    if (error)
        *error = (hail_error){.status = (uint32_t)status, .field = field, .element = element, .problem = problem};
    return status;
}

hail_status hail_fail(hail_error *error, hail_status status, const char *field, const char *problem) {
    return hail_fail_at(error, status, field, HAIL_NO_ELEMENT, problem);
}

hail_status hail_fail_above(hail_error *error, hail_status status, const char *field, uint64_t value, uint64_t max,
                            const char *problem) {
    hail_fail(error, status, field, problem);
    if (error) {
        error->value = (double)value;
        error->max = (double)max;
    }
    return status;
}

hail_status hail_fail_number(hail_error *error, const char *field, uint64_t element, double value, double min,
                             double max) {
    const bool finite = isfinite(value);
    const hail_status status = finite ? HAIL_OUT_OF_RANGE : HAIL_NOT_FINITE;
    const char *range = min == 0.0 && max == 0.0 ? "must be 0" : "is out of range";
    hail_fail_at(error, status, field, element, finite ? range : "is not a finite number");
    if (error) {
        error->value = value;
        error->min = min;
        error->max = max;
    }
    return status;
}

hail_status hail_fail_as(hail_error *error, hail_status status, const char *problem) {
    if (error) {
        error->status = (uint32_t)status;
        error->problem = problem;
    }
    return status;
}

hail_status hail_fail_null(hail_error *error, const char *field) {
    return hail_fail(error, HAIL_BAD_ARGUMENT, field, "is NULL");
}

hail_status hail_fail_memory(hail_error *error) {
    return hail_fail(error, HAIL_NO_MEMORY, NULL, "the allocator returned NULL");
}

/* ---- Telling ----------------------------------------------------------------------------------------------------- */

const char *hail_status_text(hail_status status) {
    static const char *const texts[HAIL_STATUS_COUNT] = {
        [HAIL_OK] = "success",
        [HAIL_BAD_ARGUMENT] = "bad argument: a null pointer, an impossible number or an unknown flag",
        [HAIL_NOT_FINITE] = "a number is NaN or infinite",
        [HAIL_OUT_OF_RANGE] = "a number is outside its documented range",
        [HAIL_TOO_FEW_VERTICES] = "a polygon has fewer than 3 vertices",
        [HAIL_TOO_MANY_VERTICES] = "a convex polygon has more than 8 vertices",
        [HAIL_DEGENERATE] =
            "a shape or wall is degenerate: an edge too short, a flat corner, no area or no opaque pixel",
        [HAIL_CONCAVE] = "a polygon is not convex",
        [HAIL_TOO_LARGE] = "a shape extends too far from its origin, or a wall is too long",
        [HAIL_UNKNOWN_SHAPE] = "the shape was destroyed, or does not belong to this set",
        [HAIL_STALE_HANDLE] = "a handle's body was freed or never existed",
        [HAIL_NO_COLUMN] = "the layer does not have this column",
        [HAIL_UNSUPPORTED_PAIR] = "hail_batch_predict does not support circles",
        [HAIL_FULL] = "the call would exceed the world's body limit or another documented limit",
        [HAIL_NO_MEMORY] = "out of memory",
        [HAIL_BUSY] = "not allowed inside the step's callback",
        [HAIL_UNKNOWN_VARIANT] =
            "unknown variant, or this CPU cannot run it; hail_variant_check lists the available ones",
        [HAIL_CROSSING] = "edges of polygons, or walls, touch or cross each other",
        [HAIL_UNCLOSED] = "the walls do not fully enclose their sectors",
        [HAIL_IN_USE] = "a body or a world uses it",
        [HAIL_NOT_PREPARED] = "the index of a layer is missing or old; see hail_query_prepare",
    };
    return (unsigned)status < HAIL_STATUS_COUNT && texts[status] ? texts[status] : "unknown status";
}

/* Whether the number and its limits say it best. (What a NaN looks like depends on the C library.) */
static bool is_about_number(const hail_error *error) {
    return error->field && error->status == HAIL_OUT_OF_RANGE && (error->min != 0.0 || error->max != 0.0);
}

/* A whole number in full, unless it is large and round; another one with the digits that tell it from other floats. */
static void tell_number(hail_sentence *t, double number) {
    const bool whole = fabs(number) < 0x1p53 && number == floor(number);
    char text[32];
    for (int digits = 1; digits <= 9; digits++) {
        (void)snprintf(text, sizeof text, "%.*g", digits, number);
        const double back = strtod(text, NULL);
        if (back == number || (!whole && (float)back == (float)number))
            break;
    }
    if (whole && (fabs(number) < 1.0e9 || strtod(text, NULL) != number))
        (void)snprintf(text, sizeof text, "%.0f", number);
    SENTENCE_ADD(t, "%s", text);
}

static void tell_range(hail_sentence *t, const hail_error *error) {
    SENTENCE_ADD(t, " is ");
    tell_number(t, error->value);
    SENTENCE_ADD(t, error->max >= (double)FLT_MAX || error->max == UINT32_MAX ? ": it must be " : ": it must be from ");
    tell_number(t, error->min);
    if (error->max >= (double)FLT_MAX || error->max == UINT32_MAX) {
        SENTENCE_ADD(t, " or more");
        return;
    }
    SENTENCE_ADD(t, " to ");
    tell_number(t, error->max);
}

/* The number behind a problem that does not say it, and the limit that it is beyond. */
static void tell_limit(hail_sentence *t, const hail_error *error) {
    if (error->status == HAIL_NOT_FINITE || error->max == 0.0 || !(error->value > error->max))
        return;
    SENTENCE_ADD(t, " (it is ");
    tell_number(t, error->value);
    SENTENCE_ADD(t, "; the most is ");
    tell_number(t, error->max);
    SENTENCE_ADD(t, ")");
}

size_t hail_error_text(const hail_error *error, char *text, size_t size) {
    hail_sentence t = sentence_begin(text, size);
    if (!error)
        return 0;
    if (error->field)
        SENTENCE_ADD(&t, "%s", error->field);
    if (error->field && error->element != HAIL_NO_ELEMENT)
        SENTENCE_ADD(&t, "[%llu]", (unsigned long long)error->element);
    if (is_about_number(error))
        tell_range(&t, error);
    else if (error->problem)
        SENTENCE_ADD(&t, "%s%s", error->field ? " " : "", error->problem);
    else
        SENTENCE_ADD(&t, "%s", error->status ? hail_status_text((hail_status)error->status) : "no error was written");
    if (error->problem && !is_about_number(error))
        tell_limit(&t, error);
    return t.used;
}
