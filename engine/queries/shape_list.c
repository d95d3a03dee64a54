/* engine/queries/shape_list.c - checks the shapes that queries ask with. */
#include "shape_list.h"

#include "narrow/check_shapes.h"

/* Checks that the shapes are of the world's set. */
static hail_status check_known(hail_error *error, const hail_world *world, const hail_shapes *list) {
    HAIL_REQUIRE(hail_check_count_to(error, "shapes->shape_count", list->shape_count, HAIL_MAX_SHAPES));
    if (!list->shape_count)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "shapes->shape_count", "is 0, but count is not");
    for (size_t i = 0; i < list->shape_count; i++)
        if (!shape_known(world->shapes, &list->shapes[i]))
            return hail_fail_at(error, HAIL_UNKNOWN_SHAPE, "shapes->shapes", i, "is not a shape of the world's set");
    return HAIL_OK;
}

hail_status hail_shape_list_check(const hail_checks *checks, const hail_world *world, const hail_shapes *list,
                                  bool moving) {
    static const hail_shape_fields fields = HAIL_SHAPE_FIELDS("shapes->");
    const size_t count = list->count;
    if (count && list->shapes && list->convexes)
        return hail_fail(checks->error, HAIL_BAD_ARGUMENT, fields.convexes, "is given besides shapes->shapes");
    if (count && list->shapes)
        HAIL_REQUIRE(check_known(checks->error, world, list));
    else if (count)
        HAIL_REQUIRE(hail_check_convexes(checks->error, &fields, list));
    if (moving) {
        const hail_needed way[] = {{fields.dx, list->dx}, {fields.dy, list->dy}};
        HAIL_REQUIRE(hail_check_needed(checks->error, way, count ? 2 : 0));
    }
    return hail_check_places(checks, &fields, list, list->shape_count, moving);
}
