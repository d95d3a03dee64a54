/* engine/shapes/limits.h - the smallest edges and turns of a convex polygon that hail_convex_polygon accepts. */
#ifndef HAIL_SHAPES_LIMITS_H
#define HAIL_SHAPES_LIMITS_H

#define HAIL_MIN_EDGE          1e-3 /* px */
#define HAIL_MIN_EDGE_OF_REACH 1e-4 /* of the distance of the furthest vertex from the origin */
#define HAIL_MIN_TURN          1e-4 /* radians (its sine): a corner that turns by less is flat */

#endif
