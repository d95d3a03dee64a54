/* geometry.h - how far apart two convex shapes are, in double precision and by brute force; benchmarks check their
 * contenders with it. */
#ifndef GEOMETRY_H
#define GEOMETRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GEOMETRY_MAX_VERTICES = 8 };

/* A point (1), a segment (2) or a convex polygon, wound from +x towards +y, in its place. */
typedef struct geometry_convex {
    uint32_t count;
    double x[GEOMETRY_MAX_VERTICES], y[GEOMETRY_MAX_VERTICES];
} geometry_convex;

/* Places the shape: rotated by (cos, sin), then moved. */
geometry_convex geometry_placed(const float *x, const float *y, uint32_t count, double cos, double sin, double at_x,
                                double at_y);

/* The gap between a and b (px): their distance, or, negative, how deep they overlap along the axis of least overlap. */
double geometry_gap(const geometry_convex *a, const geometry_convex *b);

/* How far b lies beyond a along (x, y), a unit vector: never more than the gap. */
double geometry_separation(const geometry_convex *a, const geometry_convex *b, double x, double y);

/* When a point that goes from (x, y) by (dx, dy) first comes within `radius` (more than 0) of the shape: a fraction
 * of its path, 0 if it starts so, more than 1 if never. */
double geometry_hit(const geometry_convex *shape, double radius, double x, double y, double dx, double dy);

#ifdef __cplusplus
}
#endif

#endif
