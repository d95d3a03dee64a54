/* engine/tiles/obstacles.h - one shape against the solid pixels of a map.
 *
 * The solid pixels near a shape become rectangles (full cells, and horizontal runs of pixels), which the narrowphase
 * takes as boxes, one per lane. Only contacts with something exposed count: with an edge that has an open pixel in
 * front of it, or with a corner between two such edges. Edges between solid pixels and corners in flat runs do not
 * exist, so that nothing catches on them (E. Catto, Ghost Collisions, 2020, does the same for chains of segments). */
#ifndef HAIL_TILES_OBSTACLES_H
#define HAIL_TILES_OBSTACLES_H

#include <hail/contact.h>

#include "kernels.h"
#include "tile_data.h"

enum { OBSTACLE_PAIRS = 256, OBSTACLE_RECTS = HAIL_MAX_TILE + 1 };

/* Pixels [left, right) x [top, bottom) of one cell, counted from the map's corner. */
typedef struct hail_rect {
    int32_t left, top, right, bottom;
    uint32_t cell; /* row * columns + column; UINT32_MAX outside */
    uint32_t kind;
} hail_rect;

/* How far something reaches from a point, px: low is 0 or less, high 0 or more. */
typedef struct hail_extent {
    double low_x, low_y, high_x, high_y;
} hail_extent;

typedef struct hail_obstacles {
    const hail_kernels *kernels;
    const hail_tilemap *map;
    uint32_t kinds;
    bool whole_cells; /* any cell that is not empty is solid from edge to edge */
    bool outside;     /* what lies outside the map is solid */

    /* The shape, at the origin. */
    float cos, sin, scale;
    float reach; /* px: the radius about its centre that holds it */
    hail_extent extent;
    uint32_t vertices; /* of its core */

    /* Templates: runs of 1 to 64 px, a whole cell, the shape. Those of rectangles are copied when they are needed. */
    float rows[(OBSTACLE_RECTS + 1) * HAIL_TEMPLATE_WORDS];
    uint64_t copied[(OBSTACLE_RECTS + 63) / 64]; /* bits: which ones are */

    /* The current batch: rectangles, as boxes relative to the shape's centre, and their contacts. */
    uint32_t count;
    hail_rect rects[OBSTACLE_PAIRS];
    float x[OBSTACLE_PAIRS], y[OBSTACLE_PAIRS];
    float size[OBSTACLE_PAIRS]; /* times its template */
    uint32_t shape[OBSTACLE_PAIRS];
    hail_contact contacts[OBSTACLE_PAIRS];
} hail_obstacles;

/* Starts queries against a map; kinds 0: every kind. Give a shape before the first query. */
void hail_obstacles_begin(hail_obstacles *o, const hail_kernels *kernels, const hail_tilemap *map, uint32_t kinds,
                          bool whole_cells);

/* Sets the shape of the next queries: a template's row, inflated by `inflation` px all around. */
void hail_obstacles_shape(hail_obstacles *o, const float *row, float cos, float sin, float scale, float inflation);

/* The first exposed edge or corner that the shape touches and moves into, as it moves from (x, y), px from the map's
 * corner, by (dx, dy). The contact's points are relative to (x, y), its normal points into the tile. False: there is
 * none. */
bool hail_obstacles_sweep(hail_obstacles *o, double x, double y, float dx, float dy, hail_contact *hit);

/* Calls `take` for every cell that the shape touches at (x, y), in order of cells, the outside of the map last. The
 * contact is the cell's deepest exposed one. A cell without one gives its deepest contact, with exposed = false, and
 * with the normal and depth of the deepest exposed contact of all cells, if there is one. `take` returns false to end
 * the search. */
typedef bool hail_touch_fn(void *context, const hail_contact *contact, bool exposed);
void hail_obstacles_touch(hail_obstacles *o, double x, double y, hail_touch_fn *take, void *context);

/* Whether a pixel, counted from the map's corner, is solid; with whole cells, whether any pixel of its cell is. */
bool hail_obstacles_solid(const hail_obstacles *o, int32_t x, int32_t y);

#endif
