/* motion.c - how scenes move, and how far apart two of their bodies are. */
#include "scenes.h"

#include <math.h>

/* docs/arithmetic.md, 'Wrap', with min = 0. */
static float wrap(float value, float width) {
    if (value < 0.0f)
        value = value + width;
    else if (value >= width)
        value = value - width;
    if (value >= 0.0f && value < width)
        return value;
    float turns = truncf(value / width);
    if (value < 0.0f)
        turns = turns - 1.0f;
    value = value - turns * width;
    return value >= 0.0f && value < width ? value : 0.0f;
}

void scene_step(scene_data *scene) {
    for (size_t g = 0; g < scene->group_count; g++) {
        scene_group *group = &scene->group[g];
        for (size_t i = 0; i < group->count; i++) {
            float move_x = group->vx[i] * SCENE_DT;
            float move_y = group->vy[i] * SCENE_DT;
            group->x[i] = wrap(group->x[i] + move_x, scene->width);
            group->y[i] = wrap(group->y[i] + move_y, scene->height);
        }
    }
}

/* The distance from a point to a convex polygon, by its edges' segments; negative inside (then to the nearest edge). */
static double polygon_distance(const scene_template *shape, double x, double y) {
    double outside = INFINITY, inside = -INFINITY;
    for (uint32_t i = 0; i < shape->count; i++) {
        uint32_t j = i + 1 < shape->count ? i + 1 : 0;
        double from_x = (double)shape->x[i], from_y = (double)shape->y[i];
        double edge_x = (double)shape->x[j] - from_x, edge_y = (double)shape->y[j] - from_y;
        double to_x = x - from_x, to_y = y - from_y;
        double length = hypot(edge_x, edge_y);
        double side = (edge_y * to_x - edge_x * to_y) / length;
        double along = fmin(fmax((to_x * edge_x + to_y * edge_y) / (length * length), 0.0), 1.0);
        outside = fmin(outside, hypot(to_x - along * edge_x, to_y - along * edge_y));
        inside = fmax(inside, side);
    }
    return inside > 0.0 ? outside : inside;
}

double scene_gap(const scene_data *scene, size_t a, size_t b) {
    const scene_group *circles = &scene->group[0];
    const scene_group *others = &scene->group[scene->self ? 0 : 1];
    double dx = (double)circles->x[a] - (double)others->x[b];
    double dy = (double)circles->y[a] - (double)others->y[b];
    if (scene->self)
        return hypot(dx, dy) - (double)circles->radius - (double)others->radius;
    double c = (double)others->cos[b], s = (double)others->sin[b];
    const scene_template *shape = &scene->shape[others->shape[b]];
    return polygon_distance(shape, c * dx + s * dy, c * dy - s * dx) - (double)circles->radius;
}

double scene_tolerance(const scene_data *scene) {
    float largest = fmaxf(scene->width, scene->height);
    return 4.0 * (double)(nextafterf(largest, INFINITY) - largest);
}
