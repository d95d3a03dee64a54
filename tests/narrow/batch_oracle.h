/* tests/narrow/batch_oracle.h - rounded convex shapes in double precision, by other methods than Hail's.
 *
 * Distances come from all pairs of edges, overlaps from the Minkowski difference, times of impact from halving. */
#ifndef HAIL_TESTS_BATCH_ORACLE_H
#define HAIL_TESTS_BATCH_ORACLE_H

#include <hail/hail.h>

/* A shape in the world: a point, a segment or a convex polygon whose vertices turn from +x towards +y, inflated by
 * `rounding`. */
typedef struct solid {
    uint32_t n; /* vertices of the core: 1 to 8 */
    double x[8], y[8], rounding;
    bool reversed; /* the vertices were given the other way round */
    double reach;  /* px: the largest distance of its points from its origin, and where that is */
    double origin_x, origin_y;
    double keenness; /* of its corners, whatever its scale: the least sine of half an angle, or angle that one turns by
                        (radians); 1 at most */
} solid;

solid solid_of(const hail_convex *shape, const hail_shapes *bodies, size_t body);
solid solid_moved(solid s, double dx, double dy);

/* One pair of a batch, through its indices, with the displacements of both bodies. */
typedef struct solid_pair {
    solid a, b;
    double ax, ay, bx, by;
} solid_pair;

solid_pair solid_pair_of(const hail_batch *batch, size_t pair);

typedef struct solid_gap {
    double distance; /* px between the surfaces; for overlapping cores, minus the smallest translation that separates
                        them */
    double x, y;     /* unit vector from a to b: between the nearest points, or along the smallest translation */
    double core;     /* distance without the roundings */
    double tie;      /* how much deeper overlapping cores are on the next axis; infinite if they do not overlap */
} solid_gap;

solid_gap solid_distance(const solid *a, const solid *b);

/* The distance from a point to the surface; negative inside. */
double solid_outside(const solid *s, double x, double y);

/* How far b lies beyond a along a direction, from surface to surface: the separation on one axis. */
double solid_along(const solid *a, const solid *b, double x, double y);

/* The distance from a point to a feature of the core, numbered as in hail_contact; infinite if there is no such
 * feature. */
double solid_to_feature(const solid *s, uint8_t feature, double x, double y);

/* How much a direction faces out of an edge, from -1 to 1. */
double solid_faces(const solid *s, uint8_t edge, double x, double y);

/* The smallest distance of the pair while t goes from 0 to `until`, and the t at which it is reached. The signed
 * distance of convex shapes is a convex function of t, so that halving the range cannot miss it. */
double solid_closest(const solid_pair *pair, double until, double *when);

/* The first t from 0 to 1 at which they are no further apart than `distance`; 2 if there is none. */
double solid_touches_at(const solid_pair *pair, double distance);

/* The unit in the last place of a float of that size: rounding is measured in it. */
double ulp_of(double number);

/* The largest number in the arithmetic of a pair: the distance of the origins, how far the shapes extend,
 * displacements. */
double solid_span(const solid_pair *pair);

/* The sum that bounds the rounding of a pair's answer (hail/batch.h): how far apart the origins are and, of sweeps, the
 * relative displacement, along both axes; how far both shapes reach. */
double solid_sum(const solid_pair *pair);

/* The lesser keenness of the two. */
double solid_keenness(const solid_pair *pair);

/* The largest coordinate in the world, displacements included: the rounding of points depends on it. */
double solid_extent(const solid_pair *pair);

#endif
