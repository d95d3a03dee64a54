/* tests/narrow/batch_oracle.h - rounded convex shapes in double precision, by other methods than Hail's: distances from
 * all pairs of edges, overlaps from the Minkowski difference, times of impact by halving. */
#ifndef HAIL_TESTS_BATCH_ORACLE_H
#define HAIL_TESTS_BATCH_ORACLE_H

#include <hail/hail.h>

/* A shape where it stands in the world: all that lies within `rounding` of a point, a segment or a convex polygon whose
 * vertices turn from +x towards +y. */
typedef struct solid {
    uint32_t n; /* vertices of the core: 1 to 8 */
    double x[8], y[8], rounding;
    bool reversed; /* they were given the other way round, the last first */
    double reach;  /* px: how far it reaches from its origin, and where that is */
    double origin_x, origin_y;
} solid;

solid solid_of(const hail_convex *shape, const hail_bodies *bodies, size_t body);
solid solid_moved(solid s, double dx, double dy);

/* One pair of a batch, through its indices; and how far each of the two is displaced. */
typedef struct solid_pair {
    solid a, b;
    double ax, ay, bx, by;
} solid_pair;

solid_pair solid_pair_of(const hail_batch *batch, size_t pair);

typedef struct solid_gap {
    double distance; /* between the surfaces; overlapping cores: less than 0 by the least translation that parts them */
    double x, y;     /* unit vector from a to b: between the nearest points, or along the least translation */
    double core;     /* distance without the roundings */
    double tie;      /* how much deeper the next axis of overlapping cores lies; infinite for those apart */
} solid_gap;

solid_gap solid_distance(const solid *a, const solid *b);

/* From a point to the surface: less than 0 inside. */
double solid_outside(const solid *s, double x, double y);

/* How far b lies beyond a along a direction, from surface to surface: the separation on one axis. */
double solid_along(const solid *a, const solid *b, double x, double y);

/* From a point to a feature of the core, numbered as hail_contact says; infinite if there is none of that number. */
double solid_to_feature(const solid *s, uint8_t feature, double x, double y);

/* How much a direction faces out of an edge, from -1 to 1. */
double solid_faces(const solid *s, uint8_t edge, double x, double y);

/* The least distance of the pair while t goes from 0 to `until`, and when it is reached. Signed distance of convex
 * shapes is a convex function of t, so that halving the range cannot miss it. */
double solid_closest(const solid_pair *pair, double until, double *when);

/* The first t from 0 to 1 at which they are no further apart than `distance`; 2 if they never are. */
double solid_meets(const solid_pair *pair, double distance);

/* The unit in the last place of single precision: what rounding is measured in. */
double ulp_of(double number);

/* The largest number in the arithmetic of a pair: the origins' distance, how far the shapes reach, displacements. */
double solid_span(const solid_pair *pair);

/* The largest coordinate in the world, displacement included: what rounds points. */
double solid_extent(const solid_pair *pair);

#endif
