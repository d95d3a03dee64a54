/* engine/narrow/check_shapes.c - shapes in the caller's arrays, checked before a kernel reads them. */
#include "check_shapes.h"

#include <math.h>

#include "compiler.h"
#include "shapes/row.h"

/* As hail_convex_describe, without the description. */
bool hail_convex_prepared(const hail_convex *shape) {
    const float *row = shape->words;
    const uint32_t count = row_bits(row + HAIL_TEMPLATE_COUNT);
    if (count - 1 >= HAIL_MAX_VERTICES)
        return false;
    uint32_t largest = 0;
    for (uint32_t i = 0; count > 1 && i < count; i++) {
        const uint32_t features = row_bits(row + HAIL_TEMPLATE_EDGES + 8 * i + HAIL_TEMPLATE_FEATURES);
        const uint32_t given = (features >> 8 & 0xff) - HAIL_FEATURE_VERTEX;
        largest = given > largest ? given : largest;
    }
    return largest < HAIL_MAX_VERTICES;
}

hail_status hail_check_convex_count(hail_error *error, const hail_shape_fields *f, const hail_shapes *shapes) {
    if (shapes->shapes)
        return hail_fail(error, HAIL_BAD_ARGUMENT, f->shapes, "is given, but only calls to a world take it");
    if (!shapes->convexes)
        return hail_fail_null(error, f->convexes);
    if (!shapes->shape_count)
        return hail_fail(error, HAIL_BAD_ARGUMENT, f->shape_count, "is 0, but count is not");
    return hail_check_count_to(error, f->shape_count, shapes->shape_count, HAIL_MAX_SHAPES);
}

hail_status hail_fail_unprepared(hail_error *error, const hail_shape_fields *f, size_t shape) {
    return hail_fail_at(error, HAIL_BAD_ARGUMENT, f->convexes, shape, "was never prepared");
}

hail_status hail_check_convexes(hail_error *error, const hail_shape_fields *f, const hail_shapes *shapes) {
    HAIL_REQUIRE(hail_check_convex_count(error, f, shapes));
    for (size_t i = 0; shapes->convexes && i < shapes->shape_count; i++) /* static analysis cannot see it */
        if (!hail_convex_prepared(&shapes->convexes[i]))
            return hail_fail_unprepared(error, f, i);
    return HAIL_OK;
}

/* Counts, arrays that are missing, and indices of shapes. */
static hail_status check_layout(const hail_checks *checks, const hail_shape_fields *f, const hail_shapes *b,
                                size_t shape_count, bool moving) {
    const hail_needed needed[] = {{f->x, b->x}, {f->y, b->y}},
                      turned[] = {{f->rotation[0], b->cos}, {f->rotation[1], b->sin}},
                      way[] = {{f->dx, b->dx}, {f->dy, b->dy}};
    HAIL_REQUIRE(hail_check_count(checks->error, f->count, b->count));
    HAIL_REQUIRE(hail_check_needed(checks->error, needed, b->count ? 2 : 0));
    HAIL_REQUIRE(hail_check_both(checks->error, &turned[0], &turned[1]));
    if (moving)
        HAIL_REQUIRE(hail_check_both(checks->error, &way[0], &way[1]));
    return hail_check_indices(checks, f->shape, b->shape, b->count, shape_count);
}

static inline bool is_coordinate(float a) { return fabsf(a) <= HAIL_MAX_BOUND; }

static inline bool is_unit(float cos, float sin) {
    const float square = cos * cos + sin * sin;
    return square >= 1.0f - HAIL_UNIT_ERROR && square <= 1.0f + HAIL_UNIT_ERROR;
}

/* Whether the shapes are few and good. The rest of the checks, which can say what is wrong, would take longer than a
 * pair of shapes. */
static inline bool few_and_good(const hail_shapes *b, size_t shape_count, bool moving) {
    const size_t few = 4;
    if (b->count > few || !b->x || !b->y || !b->cos != !b->sin || (moving && !b->dx != !b->dy))
        return false;
    for (size_t i = 0; i < b->count; i++)
        if (!is_coordinate(b->x[i]) || !is_coordinate(b->y[i]) || (b->shape && b->shape[i] >= shape_count) ||
            (b->cos && !is_unit(b->cos[i], b->sin[i])) ||
            (b->scale && !(b->scale[i] >= 0.0f && b->scale[i] <= HAIL_MAX_SCALE)) ||
            (moving && b->dx && !(is_coordinate(b->dx[i]) && is_coordinate(b->dy[i]))))
            return false;
    return true;
}

static LANES_APART hail_status check_each(const hail_checks *checks, const hail_shape_fields *fields,
                                          const hail_shapes *shapes, size_t shape_count, bool moving) {
    HAIL_REQUIRE(check_layout(checks, fields, shapes, shape_count, moving));
    HAIL_REQUIRE(hail_check_coordinates(checks, fields->x, shapes->x, shapes->count));
    HAIL_REQUIRE(hail_check_coordinates(checks, fields->y, shapes->y, shapes->count));
    HAIL_REQUIRE(hail_check_floats(checks, fields->scale, shapes->scale, shapes->count, 0.0f, HAIL_MAX_SCALE));
    HAIL_REQUIRE(hail_check_coordinates(checks, fields->dx, moving ? shapes->dx : NULL, shapes->count));
    HAIL_REQUIRE(hail_check_coordinates(checks, fields->dy, moving ? shapes->dy : NULL, shapes->count));
    return hail_check_rotation(checks, fields->rotation, shapes->cos, shapes->sin, shapes->count);
}

hail_status hail_check_places(const hail_checks *checks, const hail_shape_fields *fields, const hail_shapes *shapes,
                              size_t shape_count, bool moving) {
    return few_and_good(shapes, shape_count, moving) ? HAIL_OK
                                                     : check_each(checks, fields, shapes, shape_count, moving);
}
