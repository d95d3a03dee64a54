/* bench/points/point_truth.c - true answers about a point, in double precision, over all edges and walls. */
#include "points.h"

#include <float.h>

/* Where the edge from a to b has the height y; false: nowhere. */
static bool crossing(const point_scene *scene, uint32_t a, uint32_t b, float y, double *x) {
    const double ax = (double)scene->x[a], ay = (double)scene->y[a], bx = (double)scene->x[b], by = (double)scene->y[b];
    if ((ay <= (double)y) == (by <= (double)y))
        return false;
    *x = ax + (bx - ax) * (((double)y - ay) / (by - ay));
    return true;
}

uint32_t point_truth_inside(const point_scene *scene, float x, float y) {
    uint32_t crossings = 0;
    for (uint32_t i = 0; i < scene->vertices; i++) {
        double at;
        if (crossing(scene, i, (i + 1) % (uint32_t)scene->vertices, y, &at) && at > (double)x)
            crossings++;
    }
    return crossings & 1;
}

uint32_t point_truth_sector(const point_scene *scene, float x, float y) {
    double first = DBL_MAX;
    uint32_t sector = POINT_NOWHERE;
    for (size_t i = 0; i < scene->walls; i++) {
        const point_wall *wall = &scene->wall[i];
        double at;
        if (!crossing(scene, wall->a, wall->b, y, &at) || at <= (double)x || at >= first)
            continue;
        first = at;
        /* In a wall that goes down, the right side is to its left on the screen. */
        sector = scene->y[wall->a] < scene->y[wall->b] ? wall->right : wall->left;
    }
    return sector;
}

double point_truth_squared(const point_scene *scene, float x, float y) {
    double smallest = DBL_MAX;
    for (size_t i = 0; i < scene->walls; i++) {
        const point_wall *wall = &scene->wall[i];
        if (!wall->solid)
            continue;
        const double ax = (double)scene->x[wall->a], ay = (double)scene->y[wall->a];
        const double ex = (double)scene->x[wall->b] - ax, ey = (double)scene->y[wall->b] - ay;
        double t = (((double)x - ax) * ex + ((double)y - ay) * ey) / (ex * ex + ey * ey);
        t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
        const double dx = (double)x - (ax + ex * t), dy = (double)y - (ay + ey * t), squared = dx * dx + dy * dy;
        smallest = squared < smallest ? squared : smallest;
    }
    return smallest;
}
