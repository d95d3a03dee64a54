/* engine/base/check.h - validation of the numbers and arrays that a caller passes in. A check that fails says which
 * argument is bad, and which element of it. Fields are static texts, such as "points->x". */
#ifndef HAIL_BASE_CHECK_H
#define HAIL_BASE_CHECK_H

#include <hail/lists.h>
#include <hail/outline.h>

#include "error.h"
#include "variants.h"

/* ---- Contexts ---------------------------------------------------------------------------------------------------- */

static inline hail_error *context_error(const hail_context *context) { return context ? context->error : NULL; }

/* Finds the context's kernels; HAIL_UNKNOWN_VARIANT, and *kernels is NULL, if its variant does not run here. */
static inline hail_status context_kernels(const hail_context *context, const hail_kernels **kernels) {
    const char *name = context ? context->variant : NULL;
    *kernels = hail_kernels_default();
    if (name && *name && name != (*kernels)->name) /* the default's own name need not be compared */
        *kernels = hail_kernels_named(name);
    if (*kernels)
        return HAIL_OK;
    hail_fail(context_error(context), HAIL_UNKNOWN_VARIANT, "context->variant", "names no variant that runs here");
    return HAIL_UNKNOWN_VARIANT;
}

/* Finds the context's tasks, and checks them: HAIL_BAD_ARGUMENT, HAIL_OUT_OF_RANGE. *tasks is NULL if all is to run on
 * the calling thread. */
hail_status hail_check_tasks(const hail_context *context, const hail_tasks **tasks);

static inline hail_status hail_context_tasks(const hail_context *context, const hail_tasks **tasks) {
    *tasks = NULL;
    return context && context->tasks ? hail_check_tasks(context, tasks) : HAIL_OK;
}

/* Checks the parts of a context that a call with memory keeps. */
static inline hail_status context_check(const hail_context *context) {
    if (context && (context->allocator.allocate == NULL) != (context->allocator.release == NULL))
        return hail_fail(context->error, HAIL_BAD_ARGUMENT, "context->allocator", "has only one of its two functions");
    return HAIL_OK;
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

/* What a call checks its arguments with. */
typedef struct hail_checks {
    const hail_kernels *kernels;
    hail_error *error;       /* NULL: the caller wants none */
    const hail_tasks *tasks; /* NULL: all runs on the calling thread */
} hail_checks;

/* Finds a context's kernels, error and tasks; fails as context_kernels and hail_context_tasks do. */
static inline hail_status hail_checks_open(hail_checks *checks, const hail_context *context) {
    checks->error = context_error(context);
    HAIL_REQUIRE(hail_context_tasks(context, &checks->tasks));
    return context_kernels(context, &checks->kernels);
}

/* A pointer that a call needs. */
typedef struct hail_needed {
    const char *field;
    const void *pointer;
} hail_needed;

/* Checks that no pointer is NULL. */
hail_status hail_check_needed(hail_error *error, const hail_needed *needed, size_t count);

/* Fails with HAIL_BAD_ARGUMENT because of a whole number that is above max. */
hail_status hail_refuse_above(hail_error *error, const char *field, uint64_t element, uint64_t value, uint64_t max);

/* Checks a number of elements, before anything reads them: at most `max`, or 2^31 - 1. HAIL_BAD_ARGUMENT. */
static inline hail_status hail_check_count_to(hail_error *error, const char *field, size_t count, size_t max) {
    return count <= max ? HAIL_OK : hail_refuse_above(error, field, HAIL_NO_ELEMENT, count, max);
}
static inline hail_status hail_check_count(hail_error *error, const char *field, size_t count) {
    return hail_check_count_to(error, field, count, INT32_MAX);
}

/* A number that is no element of an array, and its limits. */
typedef struct hail_scalar {
    const char *field;
    float value, min, max;
} hail_scalar;

/* Checks numbers, first that all of them are finite. */
hail_status hail_check_scalars(hail_error *error, const hail_scalar *numbers, size_t count);

/* Checks that one whole number is within [min, max]: HAIL_OUT_OF_RANGE. */
hail_status hail_check_whole(hail_error *error, const char *field, uint64_t value, uint64_t min, uint64_t max);

/* Checks that one number of something is below how many there are: HAIL_OUT_OF_RANGE. element: as in hail_fail_number.
 */
hail_status hail_check_below(hail_error *error, const char *field, uint64_t element, uint32_t number, size_t count);

/* Checks that every index is below the limit: HAIL_BAD_ARGUMENT. index NULL: HAIL_OK. */
hail_status hail_check_indices(const hail_checks *checks, const char *field, const uint32_t *index, size_t count,
                               size_t limit);

/* Checks that of two arrays both are given, or none. */
hail_status hail_check_both(hail_error *error, const hail_needed *one, const hail_needed *two);

/* Checks that every value is finite and within [min, max]. values NULL: HAIL_OK. */
hail_status hail_check_floats(const hail_checks *checks, const char *field, const float *values, size_t count,
                              float min, float max);

/* Checks that every coordinate is finite and within HAIL_MAX_BOUND. */
hail_status hail_check_coordinates(const hail_checks *checks, const char *field, const float *values, size_t count);

/* Checks that every (cos, sin) is a unit vector to within 1e-4. fields: those of cos and of sin. Both NULL: HAIL_OK. */
hail_status hail_check_rotation(const hail_checks *checks, const char *const fields[2], const float *cos,
                                const float *sin, size_t count);

/* Checks points: at most INT32_MAX of them, no array missing, coordinates within HAIL_MAX_BOUND. */
hail_status hail_check_points(const hail_checks *checks, const hail_points *points);

/* What the caller calls the arrays of its rays. */
typedef struct hail_ray_fields {
    const char *x, *y, *dx, *dy, *to_x, *to_y, *count;
} hail_ray_fields;

/* The names of rays that the caller has in `of`, such as "rays->". */
#define HAIL_RAY_FIELDS(of)                                                                                            \
    { of "x", of "y", of "dx", of "dy", of "to_x", of "to_y", of "count" }

/* What a call works out from the pair of arrays that it is not given. */
typedef enum hail_ray_need { HAIL_NEEDS_NEITHER, HAIL_NEEDS_WAYS, HAIL_NEEDS_ENDS } hail_ray_need;

/* Checks rays: at most INT32_MAX of them, x and y, either of the two pairs, coordinates within HAIL_MAX_BOUND; likewise
 * what is worked out. */
hail_status hail_check_rays(const hail_checks *checks, const hail_ray_fields *fields, const hail_rays *rays,
                            hail_ray_need need);

/* Checks where the loops of a polygon with some loops start, before anything reads its vertices: no array is NULL, no
 * more than max_loops loops and max_vertices vertices, numbers from 0 on that do not descend. HAIL_BAD_ARGUMENT. */
hail_status hail_check_starts(hail_error *error, const hail_loops *polygon, size_t max_loops, size_t max_vertices);

#endif
