/* engine/narrow/check_bodies.c - shapes and bodies in the caller's arrays, checked before a kernel reads them. */
#include "check_bodies.h"

#include "shapes/row.h"

/* Whether some function of hail/shape.h prepared it. */
static bool is_prepared(const hail_convex *shape) {
    hail_shape_info info;
    return row_bits(shape->words + HAIL_TEMPLATE_COUNT) == 1 || hail_convex_describe(shape, &info) == HAIL_OK;
}

hail_status hail_check_shapes(hail_error *error, const char *const fields[2], const hail_convex *shapes, size_t count) {
    if (!shapes)
        return hail_fail_null(error, fields[0]);
    if (!count)
        return hail_fail(error, HAIL_BAD_ARGUMENT, fields[1], "is 0, but there are bodies");
    HAIL_REQUIRE(hail_check_count_to(error, fields[1], count, HAIL_MAX_SHAPES));
    for (size_t i = 0; i < count; i++)
        if (!is_prepared(&shapes[i]))
            return hail_fail_at(error, HAIL_BAD_ARGUMENT, fields[0], i, "was never prepared");
    return HAIL_OK;
}

/* Counts, arrays that are missing, and indices of shapes. */
static hail_status check_layout(const hail_checks *checks, const hail_body_fields *f, const hail_bodies *b,
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

hail_status hail_check_bodies(const hail_checks *checks, const hail_body_fields *f, const hail_bodies *b,
                              size_t shape_count, bool moving) {
    HAIL_REQUIRE(check_layout(checks, f, b, shape_count, moving));
    HAIL_REQUIRE(hail_check_coordinates(checks, f->x, b->x, b->count));
    HAIL_REQUIRE(hail_check_coordinates(checks, f->y, b->y, b->count));
    HAIL_REQUIRE(hail_check_floats(checks, f->scale, b->scale, b->count, 0.0f, HAIL_MAX_SCALE));
    HAIL_REQUIRE(hail_check_coordinates(checks, f->dx, moving ? b->dx : NULL, b->count));
    HAIL_REQUIRE(hail_check_coordinates(checks, f->dy, moving ? b->dy : NULL, b->count));
    return hail_check_rotation(checks, f->rotation, b->cos, b->sin, b->count);
}
