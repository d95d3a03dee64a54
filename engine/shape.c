/* engine/shape.c - a world's own shapes. */
#include <math.h>
#include <string.h>

#include "state.h"

/* Room for one more shape in both tables, or none is counted. */
static bool shapes_grow(hail_world *world, uint32_t count) {
    if (count <= world->shapes.bytes / sizeof(hail_convex) && count <= world->radii.bytes / sizeof(float))
        return true;
    const size_t want = count < 16 ? 16 : count + count / 2;
    return hail_state_grow(&world->heap, &world->shapes, want * sizeof(hail_convex)) &&
           hail_state_grow(&world->heap, &world->radii, want * sizeof(float));
}

hail_status hail_shape_add(hail_world *world, const hail_convex *convex, hail_shape *shape) {
    hail_shape_info info;
    if (!world || !convex || !shape || hail_convex_describe(convex, &info) != HAIL_OK)
        return HAIL_BAD_ARGUMENT;
    if (world->busy)
        return HAIL_BUSY;
    if (world->shape_count > HAIL_MAX_SHAPES) /* the unused one is counted */
        return HAIL_FULL;
    const uint32_t id = world->shape_count ? world->shape_count : 1;
    if (!shapes_grow(world, id + 1))
        return HAIL_NO_MEMORY;
    ((hail_convex *)world->shapes.data)[id] = *convex;
    ((float *)world->radii.data)[id] = info.radius;
    world->shape_count = id + 1;
    world->flatness = fmaxf(world->flatness, convex->words[HAIL_TEMPLATE_FLATNESS]);
    world->rounded = world->rounded || (info.vertices && info.rounding > 0.0f);
    shape->id = id;
    return HAIL_OK;
}

/* What could be prepared, added. */
static hail_status add_prepared(hail_world *world, hail_status prepared, const hail_convex *convex, hail_shape *shape) {
    if (!world || !shape)
        return HAIL_BAD_ARGUMENT;
    if (world->busy)
        return HAIL_BUSY;
    return prepared == HAIL_OK ? hail_shape_add(world, convex, shape) : prepared;
}

hail_status hail_shape_circle(hail_world *world, float radius, hail_shape *shape) {
    hail_convex convex;
    return add_prepared(world, hail_convex_circle(radius, &convex), &convex, shape);
}

hail_status hail_shape_capsule(hail_world *world, float x1, float y1, float x2, float y2, float radius,
                               hail_shape *shape) {
    hail_convex convex;
    return add_prepared(world, hail_convex_capsule(x1, y1, x2, y2, radius, &convex), &convex, shape);
}

hail_status hail_shape_box(hail_world *world, float half_width, float half_height, float rounding, hail_shape *shape) {
    hail_convex convex;
    return add_prepared(world, hail_convex_box(half_width, half_height, rounding, &convex), &convex, shape);
}

hail_status hail_shape_polygon(hail_world *world, const float *x, const float *y, size_t count, float rounding,
                               hail_shape *shape) {
    hail_convex convex;
    return add_prepared(world, hail_convex_polygon(x, y, count, rounding, &convex), &convex, shape);
}

hail_status hail_shape_describe(const hail_world *world, hail_shape shape, hail_shape_info *info) {
    if (!world || !info)
        return HAIL_BAD_ARGUMENT;
    if (!shape_known(world, shape))
        return HAIL_UNKNOWN_SHAPE;
    return hail_convex_describe((const hail_convex *)world->shapes.data + shape.id, info);
}
