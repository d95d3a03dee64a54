/* engine/points/polygon.h - polygons that points are asked about: validation, exact winding, input for the kernels. */
#ifndef HAIL_POINTS_POLYGON_H
#define HAIL_POINTS_POLYGON_H

#include <hail/outline.h>

#include "base/check.h"

enum {
    HAIL_POLYGON_VERTICES = 1 << 24, /* of all loops together, at most */
    HAIL_POLYGON_PART = 256          /* edges of a part, at most */
};

/* Checks coordinates, that loops have 3 vertices or more, and that no two vertices in a row are equal. */
hail_status hail_check_loops(const hail_checks *checks, const hail_loops *loops);

/* Checks exactly that one validated loop is convex and winds once. *turn: 1 if it winds from +x towards +y, else -1. */
hail_status hail_check_convex(hail_error *error, const hail_loops *loops, int *turn);

/* Returns the exact winding number of a point, by the boundary rule of hail/points.h. Coordinates below HAIL_TINY count
 * as 0. */
int32_t hail_winding_exactly(const hail_loops *loops, float x, float y);

/* Returns the next vertex in its loop. */
uint32_t hail_vertex_after(const hail_loops *loops, uint32_t vertex);

/* ---- Parts ------------------------------------------------------------------------------------------------------- */

/* An iterator over the edges of all loops: starts as zeros, ends when `loop` is the number of loops. */
typedef struct hail_edge_walk {
    size_t loop;
    uint32_t vertex;
} hail_edge_walk;

/* As many edges as a kernel takes at once: see hail_inside_job, hail_near_edge_job, hail_half_planes_job. */
typedef struct hail_edge_part {
    hail_edge edges[HAIL_POLYGON_PART];
    uint32_t start[HAIL_POLYGON_PART];
    uint32_t chains;
} hail_edge_part;

typedef struct hail_near_part {
    hail_near_edge edges[HAIL_POLYGON_PART];
    uint32_t start[HAIL_POLYGON_PART];
    uint32_t chains;
} hail_near_part;

typedef struct hail_line_part {
    hail_half_plane lines[HAIL_POLYGON_PART];
    uint32_t count;
} hail_line_part;

/* Takes as many edges as fit, and moves the walk on. horizontal: takes horizontal edges too. */
void hail_take_edges(const hail_loops *loops, hail_edge_walk *walk, bool horizontal, hail_edge_part *part);
void hail_take_near_edges(const hail_loops *loops, hail_edge_walk *walk, hail_near_part *part);

/* The same for a loop that hail_check_convex accepted, with its `turn`. */
void hail_take_lines(const hail_loops *loops, hail_edge_walk *walk, int turn, hail_line_part *part);

/* Returns the largest |x| + |y| of a vertex, px. */
float hail_polygon_reach(const hail_loops *loops);

#endif
