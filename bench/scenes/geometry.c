/* geometry.c - see geometry.h. Plain loops over everything: slow, and easy to check. */
#include "geometry.h"

#include <math.h>

geometry_convex geometry_placed(const float *x, const float *y, uint32_t count, double cos, double sin, double at_x,
                                double at_y) {
    geometry_convex placed = {.count = count};
    for (uint32_t i = 0; i < count; i++) {
        placed.x[i] = at_x + (cos * (double)x[i] - sin * (double)y[i]);
        placed.y[i] = at_y + (sin * (double)x[i] + cos * (double)y[i]);
    }
    return placed;
}

static uint32_t after(const geometry_convex *shape, uint32_t i) { return i + 1 < shape->count ? i + 1 : 0; }

double geometry_separation(const geometry_convex *a, const geometry_convex *b, double x, double y) {
    double most = -INFINITY, least = INFINITY;
    for (uint32_t i = 0; i < a->count; i++)
        most = fmax(most, (a->x[i] - a->x[0]) * x + (a->y[i] - a->y[0]) * y);
    for (uint32_t i = 0; i < b->count; i++)
        least = fmin(least, (b->x[i] - a->x[0]) * x + (b->y[i] - a->y[0]) * y);
    return least - most;
}

/* The largest separation along the normals of the edges of `from`. */
static double edge_separation(const geometry_convex *from, const geometry_convex *other) {
    double most = -INFINITY;
    for (uint32_t i = 0; i < from->count && from->count > 1; i++) {
        uint32_t j = after(from, i);
        double length = hypot(from->x[j] - from->x[i], from->y[j] - from->y[i]);
        double x = (from->y[j] - from->y[i]) / length, y = (from->x[i] - from->x[j]) / length, least = INFINITY;
        for (uint32_t k = 0; k < other->count; k++)
            least = fmin(least, (other->x[k] - from->x[i]) * x + (other->y[k] - from->y[i]) * y);
        most = fmax(most, least);
    }
    return most;
}

/* The corners of `points` against the edges of `shape`: the smallest distance. */
static double corner_distance(const geometry_convex *shape, const geometry_convex *points) {
    double least = INFINITY;
    for (uint32_t i = 0; i < shape->count; i++) {
        uint32_t j = after(shape, i);
        double edge_x = shape->x[j] - shape->x[i], edge_y = shape->y[j] - shape->y[i];
        double square = edge_x * edge_x + edge_y * edge_y;
        for (uint32_t k = 0; k < points->count; k++) {
            double x = points->x[k] - shape->x[i], y = points->y[k] - shape->y[i];
            double along = square > 0.0 ? fmin(fmax((x * edge_x + y * edge_y) / square, 0.0), 1.0) : 0.0;
            least = fmin(least, hypot(x - along * edge_x, y - along * edge_y));
        }
    }
    return least;
}

double geometry_gap(const geometry_convex *a, const geometry_convex *b) {
    double apart = fmax(edge_separation(a, b), edge_separation(b, a));
    bool points = a->count == 1 && b->count == 1;
    return apart > 0.0 || points ? fmin(corner_distance(a, b), corner_distance(b, a)) : apart;
}

/* The arc about a corner: the first t at which |(x, y) + t (dx, dy)| is `radius`. */
static double arc_hit(double radius, double x, double y, double dx, double dy) {
    double a = dx * dx + dy * dy, b = x * dx + y * dy, c = x * x + y * y - radius * radius;
    double root = b * b - a * c;
    return b < 0.0 && root >= 0.0 ? c / (sqrt(root) - b) : INFINITY;
}

double geometry_hit(const geometry_convex *shape, double radius, double x, double y, double dx, double dy) {
    geometry_convex point = {.count = 1, .x = {x}, .y = {y}};
    if (geometry_gap(shape, &point) <= radius)
        return 0.0;
    double first = INFINITY;
    for (uint32_t i = 0; i < shape->count; i++) {
        uint32_t j = after(shape, i);
        double px = x - shape->x[i], py = y - shape->y[i];
        first = fmin(first, arc_hit(radius, px, py, dx, dy));
        double edge_x = shape->x[j] - shape->x[i], edge_y = shape->y[j] - shape->y[i];
        double length = hypot(edge_x, edge_y);
        double nx = edge_y / length, ny = -edge_x / length, speed = -(nx * dx + ny * dy);
        double t = (nx * px + ny * py - radius) / speed;
        double along = ((px + t * dx) * edge_x + (py + t * dy) * edge_y) / length;
        if (shape->count > 1 && speed > 0.0 && t >= 0.0 && along >= 0.0 && along <= length)
            first = fmin(first, t);
    }
    return first <= 1.0 ? first : 2.0;
}
