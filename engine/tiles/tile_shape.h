/* engine/tiles/tile_shape.h - a convex shape as it meets tiles: rotated, scaled, inflated. */
#ifndef HAIL_TILES_TILE_SHAPE_H
#define HAIL_TILES_TILE_SHAPE_H

#include "tile_query.h"

/* A template's row, how it is turned and scaled, and by how many px it is inflated. */
typedef struct hail_tile_pose {
    const float *row;
    float cos, sin, scale, inflation;
} hail_tile_pose;

/* How far something reaches from a point, px. */
typedef struct hail_extent {
    double low_x, low_y, high_x, high_y;
} hail_extent;

/* Lengths are px. */
typedef struct hail_tile_shape {
    hail_tile_pose pose;
    bool upright;                 /* a circle; or a box, or a segment along an axis, not rotated */
    uint32_t vertices;            /* of its core */
    float core_x, core_y, radius; /* upright: half the sides of its core, and its rounding; else 0 */
    double centre_x, centre_y;    /* upright: its core's centre, from the shape's place; else 0 */
    uint32_t edge, corner; /* upright: features, 8 bits each: by side; by corner, number 1 and 3 right, 2 and 3 at the
                              bottom */
    float scale, rounding, reach; /* as the narrowphase takes them: of its core; the radius that holds it, from its
                                     centre if it is upright */
    float template_reach;         /* that of the template, without inflation */
    float flatness;
    double vertex_x[8], vertex_y[8]; /* of its core, from the shape's place */
    double round;                    /* its rounding */
    hail_extent core;                /* of its core */
    hail_extent extent;              /* of all of it, tolerances included */
    double slack;                    /* how much larger that is for each px of its way */
} hail_tile_shape;

/* Makes a shape. */
void hail_tile_shape_make(hail_tile_shape *s, const hail_tile_pose *pose);

/* Inflates it by another number of px; `extent` stays. */
void hail_tile_shape_inflate(hail_tile_shape *s, float inflation);

/* The part of its core that lies furthest towards a side: where it begins and ends along that side, from its place. */
typedef struct hail_side_span {
    double low, high;
} hail_side_span;
hail_side_span hail_tile_span(const hail_tile_shape *s, hail_side_of side);

/* Its furthest point towards a side, from its place. */
typedef struct hail_support {
    double x, y;
} hail_support;
hail_support hail_tile_support(const hail_tile_shape *s, hail_side_of side);

/* Adds a part of a compound at (x, y) to its left, top, right and bottom, px from the map's corner. */
void hail_compound_ends_add(const hail_tile_pose *part, double x, double y, bool first, double ends[4]);

/* Whether it has corners and no rounding. */
static inline bool is_bare(const hail_tile_shape *s) { return s->vertices > 1 && s->round == 0.0; }

#endif
