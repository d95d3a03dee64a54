/* engine/points/polygon.h - loops of vertices that points are asked about: checked, as the kernels take them, and
 * exactly. */
#ifndef HAIL_POINTS_POLYGON_H
#define HAIL_POINTS_POLYGON_H

#include <hail/outline.h>

#include "kernels.h"

enum {
    HAIL_POLYGON_VERTICES = 1 << 24, /* of all loops together, at most */
    HAIL_POLYGON_PART = 256          /* entries of a part */
};

/* Numbers, loops of 3 and more, no two equal vertices in a row. */
hail_status hail_check_loops(const hail_kernels *kernels, const hail_loops *loops);

/* One loop, checked, is convex and goes round once: *turn is 1 if it turns from +x towards +y, otherwise -1. Exact. */
hail_status hail_check_convex(const hail_loops *loops, int *turn);

/* How often loops go round a point, by the rule of hail/points.h, exactly. What of them and of the point is nearer to 0
 * than HAIL_TINY is 0. */
int32_t hail_winding_exactly(const hail_loops *loops, float x, float y);

/* The vertex that the edge from this one ends at. */
uint32_t hail_vertex_after(const hail_loops *loops, uint32_t vertex);

/* ---- Parts ----------------------------------------------------------------------------------------------------- */

/* A walk round all loops, edge after edge: zeros to start; at its end when `loop` is their count. */
typedef struct hail_walk {
    size_t loop;
    uint32_t vertex;
} hail_walk;

/* Edges as kernels take them: see hail_inside_job, hail_near_edge_job, hail_half_planes_job. */
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

/* As many edges as fit. level: those, too, that are level. */
void hail_take_edges(const hail_loops *loops, hail_walk *walk, bool level, hail_edge_part *part);
void hail_take_near_edges(const hail_loops *loops, hail_walk *walk, hail_near_part *part);

/* Of a loop that hail_check_convex takes and that turns so. */
void hail_take_lines(const hail_loops *loops, hail_walk *walk, int turn, hail_line_part *part);

/* px: |x| + |y| of a vertex, at most. */
float hail_polygon_reach(const hail_loops *loops);

#endif
