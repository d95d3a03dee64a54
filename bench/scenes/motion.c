/* motion.c - how scenes move, and how far apart two of their bodies are. */
#include "geometry.h"
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

static geometry_convex placed(const scene_data *scene, const scene_group *group, size_t i, double x, double y) {
    static const float zero = 0.0f;
    if (!group->polygons)
        return geometry_placed(&zero, &zero, 1, 1.0, 0.0, x, y);
    const scene_template *shape = &scene->shape[group->shape[i]];
    return geometry_placed(shape->x, shape->y, shape->count, (double)group->cos[i], (double)group->sin[i], x, y);
}

double scene_gap(const scene_data *scene, size_t a, size_t b) {
    const scene_group *first = &scene->group[0], *second = &scene->group[scene->self ? 0 : 1];
    geometry_convex one = placed(scene, first, a, (double)first->x[a], (double)first->y[a]);
    geometry_convex two = placed(scene, second, b, (double)second->x[b], (double)second->y[b]);
    double rounding =
        (first->polygons ? 0.0 : (double)first->radius) + (second->polygons ? 0.0 : (double)second->radius);
    return geometry_gap(&one, &two) - rounding;
}

double scene_hit(const scene_data *scene, size_t a, size_t b, double apart) {
    const scene_group *circles = &scene->group[0], *polygons = &scene->group[1];
    double a_dx = (double)(circles->vx[a] * SCENE_DT), a_dy = (double)(circles->vy[a] * SCENE_DT);
    double b_dx = (double)(polygons->vx[b] * SCENE_DT), b_dy = (double)(polygons->vy[b] * SCENE_DT);
    geometry_convex shape = placed(scene, polygons, b, (double)polygons->x[b] - b_dx, (double)polygons->y[b] - b_dy);
    return geometry_hit(&shape, (double)circles->radius + apart, (double)circles->x[a] - a_dx,
                        (double)circles->y[a] - a_dy, a_dx - b_dx, a_dy - b_dy);
}

double scene_tolerance(const scene_data *scene) {
    float largest = fmaxf(scene->width, scene->height);
    return 4.0 * (double)(nextafterf(largest, INFINITY) - largest);
}
