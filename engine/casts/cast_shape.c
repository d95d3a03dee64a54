/* engine/casts/cast_shape.c - the shapes that are cast: points, shapes of the world's set, the caller's own. */
#include "cast.h"

#include <math.h>

#include "shapes/row.h"

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* A shape's words, some of which are no floats. */
typedef union shape_words {
    uint32_t bits[HAIL_CONVEX_WORDS];
    hail_convex shape;
} shape_words;

/* What rays are: a circle of radius 0. */
static const shape_words point = {.bits = {[HAIL_TEMPLATE_COUNT] = 1}};

hail_cast_shape hail_cast_shape_of(const hail_cast *cast, uint32_t query) {
    hail_cast_shape shape = {.convex = &point.shape, .parts = 1, .cos = 1.0f, .scale = 1.0f};
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

/* A share of the radius: for a sweep's rounding, tips that act a little too long, a cos and sin that are a unit vector
 * to within 1e-4. */
static const float SIDE_SHARE = 0.002f;

float hail_cast_reach_beside(const hail_cast *cast, uint32_t query, const hail_cast_shape *shape, float radius) {
    const float *row = hail_cast_row(cast, shape, 0);
    const float dx = cast->dx[query], dy = cast->dy[query], length = sqrtf(dx * dx + dy * dy);
    const uint32_t count = row_bits(row + HAIL_TEMPLATE_COUNT);
    if (!(length > 1.0e-6f))
        return radius;
    const float inverse = 1.0f / length, across_x = 0.0f - dy * inverse, across_y = dx * inverse;
    const float x = shape->cos * across_x + shape->sin * across_y, y = shape->cos * across_y - shape->sin * across_x;
    float side = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        const float at = fabsf(x * row[HAIL_TEMPLATE_VX + i] + y * row[HAIL_TEMPLATE_VY + i]);
        side = at > side ? at : side;
    }
    side = (side + row[HAIL_TEMPLATE_ROUNDING]) * shape->scale + radius * SIDE_SHARE;
    return side < radius ? side : radius;
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

/* The vertices of a shape's core; 0: it is a compound or a sprite. */
static uint32_t vertices_of(const hail_cast *cast, size_t number) {
    if (cast->list->convexes)
        return row_bits(cast->list->convexes[number].words + HAIL_TEMPLATE_COUNT);
    const hail_shapeset *set = cast->seek->world->shapes;
    const uint32_t id = cast->list->shapes[number].id;
    return shape_is_composed(set, id) ? 0 : shape_vertices(set, id);
}

hail_cast_kinds hail_cast_kinds_of(const hail_cast *cast) {
    hail_cast_kinds kinds = {.circles = true, .polygons = cast->list != NULL, .edges = 1};
    for (size_t i = 0; cast->list && i < cast->list->shape_count; i++) {
        const uint32_t vertices = vertices_of(cast, i);
        kinds.circles &= vertices == 1;
        kinds.polygons &= vertices > 1;
        kinds.edges = vertices > kinds.edges ? vertices : kinds.edges;
    }
    return kinds;
}
