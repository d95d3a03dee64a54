/* tests/shared/random_shapes.c - random templates: points, circles, segments, capsules, boxes, polygons of 3 to 8
 * corners; rounded or not, thin, far from their origin, of no length. */
#include "random_parts.h"

#include <math.h>

static float size_of(random_world *w) {
    static const float usual[] = {0.0f, 0.5f, 2.0f, 4.0f, 4.0f, 4.0f, 7.3f, 16.0f, 48.0f, 320.0f};
    static const float big[] = {0.0f, 1.0f, 4.0f, 100.0f, 3000.0f, 1.0e4f, 1.0e5f, 3.0e5f, 1.0e6f};
    static const float whole[] = {0.0f, 1.0f, 2.0f, 4.0f, 8.0f, 12.0f, 64.0f};
    static const float tiny[] = {0.0f, 1.0e-18f, 3.0e-18f, 1.0e-12f, 1.0e-6f, 1.0e-3f, 1.0f};
    static const float shots[] = {0.0f, 0.0f, 0.5f, 1.0f, 3.0f, 10.0f, 40.0f};
    switch (w->flavour) {
    case FLAVOUR_LATTICE:
        return whole[random_pick(&w->state, 7)];
    case FLAVOUR_HUGE:
    case FLAVOUR_TOUCHING:
    case FLAVOUR_CORNERS:
        return big[random_pick(&w->state, 9)];
    case FLAVOUR_TINY:
        return tiny[random_pick(&w->state, 7)];
    case FLAVOUR_BULLETS:
        return shots[random_pick(&w->state, 7)];
    default:
        return usual[random_pick(&w->state, 10)];
    }
}

static float rounding_of(random_world *w) {
    uint32_t kind = random_pick(&w->state, 4);
    if (kind == 3 && w->flavour != FLAVOUR_LATTICE)
        return random_range(&w->state, 0.0f, 8.0f);
    return kind < 2 ? 0.0f : size_of(w);
}

/* Corners on an ellipse about a point that need not be the origin: convex by construction, either winding. */
static hail_status polygon(random_world *w, hail_shape *shape) {
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
    size_t n = 3 + random_pick(&w->state, 6);
    float size = size_of(w) + 1.0f, squash = random_range(&w->state, 0.2f, 1.0f);
    float ox = random_range(&w->state, -size, size), oy = random_range(&w->state, -size, size);
    bool box = random_pick(&w->state, 4) == 0 || w->flavour == FLAVOUR_LATTICE;
    bool backwards = random_pick(&w->state, 2) == 0;
    if (random_pick(&w->state, 4) == 0)
        squash *= 0.05f;
    if (box) {
        size = ceilf(size);
        ox = truncf(ox), oy = truncf(oy);
        n = 4;
    } else if (random_pick(&w->state, 2) == 0) {
        ox = 0.0f, oy = 0.0f;
    }
    for (size_t i = 0; i < n; i++) {
        size_t at = backwards ? n - 1 - i : i;
        float turn = ((float)i + (box ? 0.5f : random_range(&w->state, 0.1f, 0.9f))) * 6.2831853f / (float)n;
        x[at] = ox + (box ? copysignf(size, cosf(turn)) : size * cosf(turn));
        y[at] = oy + (box ? copysignf(size, sinf(turn)) : size * squash * sinf(turn));
    }
    return hail_shape_polygon(hail_world_shapes(w->world), x, y, n, rounding_of(w), shape);
}

/* A number up to size either way; whole on the lattice. */
static float end_of(random_world *w, float size) {
    if (w->flavour == FLAVOUR_LATTICE)
        return size * ((float)random_pick(&w->state, 3) - 1.0f);
    return random_range(&w->state, -size, size);
}

static hail_status segment(random_world *w, hail_shape *shape) {
    float size = size_of(w), x1 = end_of(w, size), y1 = end_of(w, size), x2 = end_of(w, size), y2 = end_of(w, size);
    switch (random_pick(&w->state, 5)) {
    case 0:
        x2 = x1, y2 = y1; /* of no length */
        break;
    case 1:
        y2 = y1;
        break;
    case 2:
        x2 = -x1, y2 = -y1;
        break;
    default:
        break;
    }
    return hail_shape_capsule(hail_world_shapes(w->world), x1, y1, x2, y2, rounding_of(w), shape);
}

static hail_status box(random_world *w, hail_shape *shape) {
    float width = size_of(w) + 0.5f, height = size_of(w) + 0.5f;
    if (w->flavour == FLAVOUR_LATTICE)
        width = ceilf(width), height = ceilf(height);
    return hail_shape_box(hail_world_shapes(w->world), width, height, rounding_of(w), shape);
}

static hail_status core(random_world *w, hail_shape *shape) {
    switch (random_pick(&w->state, 6)) {
    case 0:
    case 1:
        return segment(w, shape);
    case 2:
        return box(w, shape);
    default:
        return polygon(w, shape);
    }
}

hail_status random_shapes(random_world *w) {
    while (w->circles < RANDOM_CIRCLES) {
        hail_status status = hail_shape_circle(hail_world_shapes(w->world), size_of(w), &w->circle[w->circles++]);
        if (status != HAIL_OK)
            return status;
    }
    for (uint32_t i = 0; i < RANDOM_CORES; i++) {
        hail_status status = core(w, &w->core[w->cores]);
        if (status == HAIL_OK)
            w->cores++;
        else if (status != HAIL_DEGENERATE && status != HAIL_TOO_LARGE) /* chance may do that */
            return status;
    }
    return w->cores > 0 ? HAIL_OK : HAIL_DEGENERATE;
}

hail_shape random_shape(random_world *w, uint32_t which_layer) {
    uint32_t chance = w->chance[which_layer];
    if (chance == 5)
        return w->circle[which_layer % w->circles];
    if (random_pick(&w->state, 4) < chance)
        return w->core[random_pick(&w->state, w->cores)];
    return w->circle[random_pick(&w->state, w->circles)];
}
