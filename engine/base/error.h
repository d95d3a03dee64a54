/* engine/base/error.h - how a failing call says what it did not like. Each function writes *error (unless that is NULL)
 * and returns the status, so that a check reads `return hail_fail(...)`. */
#ifndef HAIL_BASE_ERROR_H
#define HAIL_BASE_ERROR_H

#include <hail/base.h>

/* Returns from a function if a check fails, so that a function's checks read as a list. */
#define HAIL_REQUIRE(check)                                                                                            \
    do {                                                                                                               \
        const hail_status required = (check);                                                                          \
        if (required != HAIL_OK)                                                                                       \
            return required;                                                                                           \
    } while (0)

/* Fails because of an argument (NULL: none in particular). problem: static text that continues "<field> ...". */
hail_status hail_fail(hail_error *error, hail_status status, const char *field, const char *problem);

/* The same because of one element of an array. */
hail_status hail_fail_at(hail_error *error, hail_status status, const char *field, uint64_t element,
                         const char *problem);

/* Fails because a count, a choice or flags are above `max`. */
hail_status hail_fail_above(hail_error *error, hail_status status, const char *field, uint64_t value, uint64_t max,
                            const char *problem);

/* Fails because of a number: HAIL_NOT_FINITE or, if it is finite, HAIL_OUT_OF_RANGE with the range that it must be in.
 * element: HAIL_NO_ELEMENT if it is not in an array. */
hail_status hail_fail_number(hail_error *error, const char *field, uint64_t element, double value, double min,
                             double max);

/* Fails with another status and another problem than *error tells, because of the same number. */
hail_status hail_fail_as(hail_error *error, hail_status status, const char *problem);

/* Fails with HAIL_BAD_ARGUMENT because a pointer that is needed is NULL. */
hail_status hail_fail_null(hail_error *error, const char *field);

/* Fails with HAIL_NO_MEMORY. */
hail_status hail_fail_memory(hail_error *error);

/* Checks one number: HAIL_OK if it is finite and within [min, max]. */
static inline hail_status hail_check_number(hail_error *error, const char *field, double value, double min,
                                            double max) {
    return value >= min && value <= max ? HAIL_OK : hail_fail_number(error, field, HAIL_NO_ELEMENT, value, min, max);
}

#endif
