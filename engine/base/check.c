/* engine/base/check.c - checks numbers in lanes; reads only a bad array again, to tell what is wrong with it. */
#include "check.h"

#include <math.h>

/* ---- Arguments --------------------------------------------------------------------------------------------------- */

hail_status hail_check_tasks(const hail_context *context, const hail_tasks **tasks) {
    const hail_tasks *t = context->tasks;
    HAIL_REQUIRE(hail_check_whole(context->error, "context->tasks->workers", t->workers, 1, HAIL_MAX_WORKERS));
    if (!t->enqueue)
        return hail_fail_null(context->error, "context->tasks->enqueue");
    if (!t->finish)
        return hail_fail_null(context->error, "context->tasks->finish");
    *tasks = t->workers > 1 ? t : NULL;
    return HAIL_OK;
}

hail_status hail_check_needed(hail_error *error, const hail_needed *needed, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!needed[i].pointer)
            return hail_fail_null(error, needed[i].field);
    return HAIL_OK;
}

hail_status hail_check_both(hail_error *error, const hail_needed *one, const hail_needed *two) {
    if (!one->pointer == !two->pointer)
        return HAIL_OK;
    return hail_fail(error, HAIL_BAD_ARGUMENT, one->pointer ? two->field : one->field,
                     "is NULL, but the array that belongs to it is not");
}

hail_status hail_refuse_above(hail_error *error, const char *field, uint64_t element, uint64_t value, uint64_t max) {
    hail_fail(error, HAIL_BAD_ARGUMENT, field, "is too large");
    if (error) {
        error->element = element;
        error->value = (double)value;
        error->max = (double)max;
    }
    return HAIL_BAD_ARGUMENT;
}

hail_status hail_check_scalars(hail_error *error, const hail_scalar *numbers, size_t count) {
    const hail_scalar *end = numbers + count;
    for (const hail_scalar *n = numbers; n < end; n++)
        if (!isfinite(n->value))
            return hail_fail_number(error, n->field, HAIL_NO_ELEMENT, (double)n->value, (double)n->min, (double)n->max);
    for (const hail_scalar *n = numbers; n < end; n++)
        HAIL_REQUIRE(hail_check_number(error, n->field, (double)n->value, (double)n->min, (double)n->max));
    return HAIL_OK;
}

hail_status hail_check_whole(hail_error *error, const char *field, uint64_t value, uint64_t min, uint64_t max) {
    if (value >= min && value <= max)
        return HAIL_OK;
    return hail_fail_number(error, field, HAIL_NO_ELEMENT, (double)value, (double)min, (double)max);
}

hail_status hail_check_below(hail_error *error, const char *field, uint64_t element, uint32_t number, size_t count) {
    if (number < count)
        return HAIL_OK;
    hail_fail_number(error, field, element, number, 0.0, count ? (double)(count - 1) : 0.0);
    if (error && !count)
        error->problem = "names something, but there are none";
    return HAIL_OUT_OF_RANGE;
}

/* ---- A few numbers ----------------------------------------------------------------------------------------------- *
 * They are checked here: calling a kernel would take longer. */

enum { A_FEW = 4 };

static bool few_outside(const float *values, size_t count, float min, float max) {
    for (size_t i = 0; i < count; i++)
        if (!(values[i] >= min && values[i] <= max))
            return true;
    return false;
}

static bool few_over(const uint32_t *index, size_t count, size_t limit) {
    for (size_t i = 0; i < count; i++)
        if (index[i] >= limit)
            return true;
    return false;
}

static bool few_not_unit(const float *cos, const float *sin, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const float square = cos[i] * cos[i] + sin[i] * sin[i];
        if (!(square >= 1.0f - HAIL_UNIT_ERROR && square <= 1.0f + HAIL_UNIT_ERROR))
            return true;
    }
    return false;
}

/* ---- Arrays ------------------------------------------------------------------------------------------------------ */

hail_status hail_check_indices(const hail_checks *checks, const char *field, const uint32_t *index, size_t count,
                               size_t limit) {
    if (!index ||
        !(count <= A_FEW ? few_over(index, count, limit) : checks->kernels->index_over(index, count, (uint32_t)limit)))
        return HAIL_OK;
    size_t first = 0;
    while (first + 1 < count && index[first] < limit)
        first++;
    return hail_refuse_above(checks->error, field, first, index[first], limit ? limit - 1 : 0);
}

static hail_status refuse_float(hail_error *error, const char *field, const float *values, size_t count, float min,
                                float max) {
    size_t bad = count;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            return hail_fail_number(error, field, i, (double)values[i], (double)min, (double)max);
        if (bad == count && (values[i] < min || values[i] > max))
            bad = i;
    }
    bad = bad < count ? bad : 0;
    return hail_fail_number(error, field, bad, (double)values[bad], (double)min, (double)max);
}

static inline hail_status check_floats(const hail_checks *checks, const char *field, const float *values, size_t count,
                                       float min, float max) {
    const bool bad = values && (count <= A_FEW ? few_outside(values, count, min, max)
                                               : checks->kernels->outside(values, count, min, max));
    return bad ? refuse_float(checks->error, field, values, count, min, max) : HAIL_OK;
}

static inline hail_status check_coordinates(const hail_checks *checks, const char *field, const float *values,
                                            size_t count) {
    return check_floats(checks, field, values, count, -HAIL_MAX_BOUND, HAIL_MAX_BOUND);
}

hail_status hail_check_floats(const hail_checks *checks, const char *field, const float *values, size_t count,
                              float min, float max) {
    return check_floats(checks, field, values, count, min, max);
}

hail_status hail_check_coordinates(const hail_checks *checks, const char *field, const float *values, size_t count) {
    return check_coordinates(checks, field, values, count);
}

hail_status hail_check_rotation(const hail_checks *checks, const char *const fields[2], const float *cos,
                                const float *sin, size_t count) {
    if (!cos || !(count <= A_FEW ? few_not_unit(cos, sin, count) : checks->kernels->not_unit(cos, sin, count)))
        return HAIL_OK;
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 2; k++) {
            const float value = k ? sin[i] : cos[i];
            if (!isfinite(value))
                return hail_fail_number(checks->error, fields[k], i, (double)value, -1.0, 1.0);
        }
    size_t bad = 0;
    while (bad + 1 < count && !checks->kernels->not_unit(cos + bad, sin + bad, 1))
        bad++;
    hail_fail_at(checks->error, HAIL_OUT_OF_RANGE, fields[0], bad, "makes no unit vector with its sin, to within 1e-4");
    if (checks->error)
        checks->error->value = (double)cos[bad];
    return HAIL_OUT_OF_RANGE;
}

hail_status hail_check_points(const hail_checks *checks, const hail_points *points) {
    HAIL_REQUIRE(hail_check_count(checks->error, "points->count", points->count));
    if (points->count && !(points->x && points->y))
        return hail_fail_null(checks->error, points->x ? "points->y" : "points->x");
    HAIL_REQUIRE(check_coordinates(checks, "points->x", points->x, points->count));
    return check_coordinates(checks, "points->y", points->y, points->count);
}

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

/* Checks that all arrays are there, and one of the two pairs. */
static hail_status check_ray_arrays(hail_error *error, const hail_ray_fields *f, const hail_rays *rays) {
    const hail_needed start[] = {{f->x, rays->x}, {f->y, rays->y}}, way[] = {{f->dx, rays->dx}, {f->dy, rays->dy}},
                      end[] = {{f->to_x, rays->to_x}, {f->to_y, rays->to_y}};
    const bool ways = rays->dx || rays->dy, ends = rays->to_x || rays->to_y;
    HAIL_REQUIRE(hail_check_needed(error, start, 2));
    if (ways && ends)
        return hail_fail(error, HAIL_BAD_ARGUMENT, end[!rays->to_x].field, "is given, but displacements are, too");
    if (!ways && !ends)
        return hail_fail(error, HAIL_BAD_ARGUMENT, f->dx, "is NULL, and so are the ends of the rays");
    return hail_check_needed(error, ends ? end : way, 2);
}

/* Checks the differences or sums of two arrays of coordinates. */
static hail_status check_far(hail_error *error, const char *field, const float *from, const float *by, size_t count,
                             bool ends) {
    for (size_t i = 0; by && i < count; i++)
        if (fabsf(ends ? from[i] + by[i] : by[i] - from[i]) > HAIL_MAX_BOUND)
            return hail_fail_at(error, HAIL_OUT_OF_RANGE, field, i,
                                ends ? "leads beyond HAIL_MAX_BOUND" : "is further than HAIL_MAX_BOUND from the start");
    return HAIL_OK;
}

hail_status hail_check_rays(const hail_checks *checks, const hail_ray_fields *fields, const hail_rays *rays,
                            hail_ray_need need) {
    hail_error *error = checks->error;
    const size_t count = rays->count;
    HAIL_REQUIRE(hail_check_count(error, fields->count, count));
    if (!count)
        return HAIL_OK;
    HAIL_REQUIRE(check_ray_arrays(error, fields, rays));
    const bool ends = rays->to_x != NULL;
    const char *const field[2] = {ends ? fields->to_x : fields->dx, ends ? fields->to_y : fields->dy};
    const float *const other[2] = {ends ? rays->to_x : rays->dx, ends ? rays->to_y : rays->dy};
    HAIL_REQUIRE(check_coordinates(checks, fields->x, rays->x, count));
    HAIL_REQUIRE(check_coordinates(checks, fields->y, rays->y, count));
    HAIL_REQUIRE(check_coordinates(checks, field[0], other[0], count));
    HAIL_REQUIRE(check_coordinates(checks, field[1], other[1], count));
    if (need != (ends ? HAIL_NEEDS_WAYS : HAIL_NEEDS_ENDS))
        return HAIL_OK;
    HAIL_REQUIRE(check_far(error, field[0], rays->x, other[0], count, !ends));
    return check_far(error, field[1], rays->y, other[1], count, !ends);
}

/* ---- Polygons ---------------------------------------------------------------------------------------------------- */

hail_status hail_check_starts(hail_error *error, const hail_loops *polygon, size_t max_loops, size_t max_vertices) {
    const uint32_t *start = polygon->start;
    const hail_needed needed[] = {{"polygon->x", polygon->x}, {"polygon->y", polygon->y}, {"polygon->start", start}};
    HAIL_REQUIRE(hail_check_needed(error, needed, 3));
    HAIL_REQUIRE(hail_check_count_to(error, "polygon->count", polygon->count, max_loops));
    if (start[0] != 0)
        return hail_refuse_above(error, "polygon->start", 0, start[0], 0);
    for (size_t l = 0; l < polygon->count; l++)
        if (start[l + 1] < start[l])
            return hail_fail_at(error, HAIL_BAD_ARGUMENT, "polygon->start", l + 1, "is below the one before it");
    if (start[polygon->count] > max_vertices)
        return hail_refuse_above(error, "polygon->start", polygon->count, start[polygon->count], max_vertices);
    return HAIL_OK;
}
