/* engine/queries/cast_shape.c - the shapes that are cast: points, shapes of the world's set, the caller's own. */
#include "cast.h"

#include "narrow/check_bodies.h"
#include "shapes/row.h"

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static const hail_body_fields fields = HAIL_BODY_FIELDS("shapes->bodies");

static hail_status check_known(const hail_shapeset *set, hail_error *error, const hail_shape_list *list) {
    HAIL_REQUIRE(hail_check_count_to(error, "shapes->shape_count", list->shape_count, HAIL_MAX_SHAPES));
    if (!list->shape_count)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "shapes->shape_count", "is 0, but there are bodies");
    for (size_t i = 0; i < list->shape_count; i++)
        if (!shape_known(set, &list->shapes[i]))
            return hail_fail_at(error, HAIL_UNKNOWN_SHAPE, "shapes->shapes", i,
                                "was destroyed or is not of the world's set");
    return HAIL_OK;
}

hail_status hail_cast_check_shapes(const hail_seek *seek, const hail_checks *checks, const hail_shape_list *list) {
    static const char *const names[2] = {"shapes->convexes", "shapes->shape_count"};
    const hail_bodies *b = &list->bodies;
    const hail_needed needed[] = {{fields.dx, b->dx}, {fields.dy, b->dy}};
    if (!b->count)
        return HAIL_OK;
    if (list->shapes && list->convexes)
        return hail_fail(checks->error, HAIL_BAD_ARGUMENT, names[0], "is given besides shapes->shapes");
    if (list->shapes)
        HAIL_REQUIRE(check_known(seek->world->shapes, checks->error, list));
    else
        HAIL_REQUIRE(hail_check_shapes(checks->error, names, list->convexes, list->shape_count));
    HAIL_REQUIRE(hail_check_needed(checks->error, needed, 2));
    return hail_check_bodies(checks, &fields, b, list->shape_count, true);
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

hail_cast_shape hail_cast_shape_of(const hail_cast *cast, uint32_t query) {
    hail_cast_shape shape = {.convex = &cast->point, .parts = 1, .cos = 1.0f, .scale = 1.0f};
    if (!cast->list)
        return shape;
    const hail_bodies *b = &cast->list->bodies;
    const size_t i = cast->first + query, number = b->shape ? b->shape[i] : 0;
    shape.convex = cast->list->convexes ? &cast->list->convexes[number] : NULL;
    shape.cos = b->cos ? b->cos[i] : 1.0f;
    shape.sin = b->sin ? b->sin[i] : 0.0f;
    shape.scale = b->scale ? b->scale[i] : 1.0f;
    if (shape.convex)
        return shape;
    shape.id = cast->list->shapes[number].id;
    shape.entry = shape_entry(cast->seek->world->shapes, shape.id);
    shape.parts = shape.entry->parts;
    shape.composed = entry_is_composed(shape.entry);
    return shape;
}

const float *hail_cast_row(const hail_cast *cast, const hail_cast_shape *shape, uint32_t part) {
    if (shape->convex)
        return shape->convex->words;
    return shape_row(cast->seek->world->shapes, shape->entry->set ? shape->id : shape->entry->first + part);
}

float hail_cast_radius(const hail_cast *cast, const hail_cast_shape *shape) {
    return (shape->convex ? shape->convex->words[HAIL_TEMPLATE_RADIUS]
                          : shape_radii(cast->seek->world->shapes)[shape->id]) *
           shape->scale;
}

hail_pose hail_cast_pose(const hail_cast *cast, uint32_t query, const hail_cast_shape *shape) {
    return (hail_pose){.x = (double)cast->x[query],
                       .y = (double)cast->y[query],
                       .cos = (double)shape->cos,
                       .sin = (double)shape->sin,
                       .scale = (double)shape->scale,
                       .dx = (double)cast->dx[query],
                       .dy = (double)cast->dy[query]};
}

static bool is_circle(const hail_cast *cast, size_t number) {
    if (cast->list->convexes)
        return row_bits(cast->list->convexes[number].words + HAIL_TEMPLATE_COUNT) == 1;
    const hail_shapeset *set = cast->seek->world->shapes;
    const uint32_t id = cast->list->shapes[number].id;
    return !shape_is_polygon(set, id) && !shape_is_composed(set, id);
}

bool hail_cast_circles_only(const hail_cast *cast) {
    for (size_t i = 0; cast->list && i < cast->list->shape_count; i++)
        if (!is_circle(cast, i))
            return false;
    return true;
}
