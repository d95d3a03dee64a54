/* engine/casts/cast_shape.c - the shapes that are cast: points, shapes of the world's set, the caller's own. */
#include "cast_shape.h"

#include <math.h>

#include "shapes/row.h"

/* A shape's words, some of which are no floats. */
typedef union shape_words {
    uint32_t bits[HAIL_CONVEX_WORDS];
    hail_convex shape;
} shape_words;

/* What rays are: a circle of radius 0. */
static const shape_words point = {.bits = {[HAIL_TEMPLATE_COUNT] = 1}};

static void set_shape(hail_cast *cast, uint32_t query) {
    const hail_shapeset *set = cast->scope->world->shapes;
    const hail_shapes *b = cast->list;
    const size_t i = cast->first + query, number = b->shape ? b->shape[i] : 0;
    hail_cast_shape shape = {.parts = 1,
                             .cos = b->cos ? b->cos[i] : 1.0f,
                             .sin = b->sin ? b->sin[i] : 0.0f,
                             .scale = b->scale ? b->scale[i] : 1.0f};
    if (cast->list->convexes) {
        shape.row = cast->list->convexes[number].words;
        cast->number[query] = (uint32_t)number;
        cast->radius[query] = shape.row[HAIL_TEMPLATE_RADIUS] * shape.scale;
    } else {
        const uint32_t id = cast->list->shapes[number].id;
        shape.entry = shape_entry(set, id);
        shape.row = shape_row(set, shape.entry->set ? id : shape.entry->first);
        shape.parts = shape.entry->parts;
        cast->number[query] = id;
        cast->radius[query] = shape_radii(set)[id] * shape.scale;
    }
    cast->shape[query] = shape;
}

void hail_cast_set_shapes(hail_cast *cast) {
    if (!cast->list)
        cast->shape[0] = (hail_cast_shape){.row = point.shape.words, .parts = 1, .cos = 1.0f, .scale = 1.0f};
    for (uint32_t i = 0; cast->list && i < cast->count; i++)
        set_shape(cast, i);
}

/* A share of the radius: for a sweep's rounding, tips that act a little too long, a cos and sin that are a unit vector
 * to within 1e-4. */
static const float SIDE_SHARE = 0.002f;

float hail_cast_reach_beside(const hail_cast *cast, uint32_t query) {
    const hail_cast_shape *shape = cast_shape(cast, query);
    const float *row = shape->row, radius = cast->radius[query];
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

hail_pose hail_cast_pose(const hail_cast *cast, uint32_t query) {
    const hail_cast_shape *shape = cast_shape(cast, query);
    return (hail_pose){.x = (double)cast->x[query],
                       .y = (double)cast->y[query],
                       .cos = (double)shape->cos,
                       .sin = (double)shape->sin,
                       .scale = (double)shape->scale,
                       .dx = (double)cast->dx[query],
                       .dy = (double)cast->dy[query]};
}

/* The vertices of a shape's core; 0: it is a compound or a sprite. */
static uint32_t vertices_of(const hail_world *world, const hail_shapes *list, size_t number) {
    if (list->convexes)
        return row_bits(list->convexes[number].words + HAIL_TEMPLATE_COUNT);
    const uint32_t id = list->shapes[number].id;
    return shape_is_composed(world->shapes, id) ? 0 : shape_vertices(world->shapes, id);
}

void hail_cast_kinds_of(const hail_world *world, const hail_shapes *list, hail_cast_kinds *kinds) {
    uint32_t least = HAIL_MAX_VERTICES, most = 1;
    bool composed = false;
    for (size_t i = 0; i < list->shape_count; i++) {
        const uint32_t vertices = vertices_of(world, list, i);
        composed |= !vertices;
        least = vertices && vertices < least ? vertices : least;
        most = vertices > most ? vertices : most;
    }
    kinds->cores.least = least;
    kinds->cores.most = most;
    kinds->composed = composed;
}
