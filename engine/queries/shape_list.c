/* engine/queries/shape_list.c - checks the shapes that queries ask with. */
#include "shape_list.h"

#include "narrow/check_bodies.h"

/* Checks that the shapes are of the world's set. */
static hail_status check_known(hail_error *error, const hail_world *world, const hail_shape_list *list) {
    HAIL_REQUIRE(hail_check_count_to(error, "shapes->shape_count", list->shape_count, HAIL_MAX_SHAPES));
    if (!list->shape_count)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "shapes->shape_count", "is 0, but there are bodies");
    for (size_t i = 0; i < list->shape_count; i++)
        if (!shape_known(world->shapes, &list->shapes[i]))
            return hail_fail_at(error, HAIL_UNKNOWN_SHAPE, "shapes->shapes", i, "is not a shape of the world's set");
    return HAIL_OK;
}

hail_status hail_shape_list_check(const hail_checks *checks, const hail_world *world, const hail_shape_list *list,
                                  bool moving) {
    static const hail_body_fields fields = HAIL_BODY_FIELDS("shapes->bodies");
    static const char *const convexes[2] = {"shapes->convexes", "shapes->shape_count"};
    const size_t count = list->bodies.count;
    if (count && list->shapes && list->convexes)
        return hail_fail(checks->error, HAIL_BAD_ARGUMENT, "shapes->convexes", "is given besides shapes->shapes");
    if (count && list->shapes)
        HAIL_REQUIRE(check_known(checks->error, world, list));
    else if (count)
        HAIL_REQUIRE(hail_check_shapes(checks->error, convexes, list->convexes, list->shape_count));
    if (moving) {
        const hail_needed way[] = {{fields.dx, list->bodies.dx}, {fields.dy, list->bodies.dy}};
        HAIL_REQUIRE(hail_check_needed(checks->error, way, count ? 2 : 0));
    }
    return hail_check_bodies(checks, &fields, &list->bodies, list->shape_count, moving);
}
