/* engine/tiles/obstacles.h - one shape against what is solid of a map: rectangles of it, a rectangle a lane.
 *
 * The solid pixels near a shape are taken as rectangles (full cells, and runs of pixels in a row), which the
 * narrowphase meets as it meets boxes. Of what it finds only that counts which is exposed: on an edge that has no solid
 * pixel before it, or at a corner both of whose edges have none. Edges between solid pixels, and corners in flat runs
 * of them, are not there for anybody (ghost collisions; E. Catto, Ghost Collisions, 2020, says how chains of segments
 * do it). */
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

typedef struct hail_obstacles {
    const hail_kernels *kernels;
    const hail_tilemap *map;
    uint32_t kinds;
    bool whole; /* cells instead of pixels */

    /* The shape, at the origin of its own frame; how far it reaches. */
    float cos, sin, scale, reach;
    uint32_t vertices;

    /* Templates: of runs of 1 to 64 px, of a cell, then the shape's. */
    float rows[(OBSTACLE_RECTS + 1) * HAIL_TEMPLATE_WORDS];

    /* Rectangles to be met, as boxes in the shape's frame. */
    uint32_t count;
    hail_rect rects[OBSTACLE_PAIRS];
    float x[OBSTACLE_PAIRS], y[OBSTACLE_PAIRS];
    float size[OBSTACLE_PAIRS]; /* times its template */
    uint32_t shape[OBSTACLE_PAIRS];
    hail_contact contacts[OBSTACLE_PAIRS];
} hail_obstacles;

void hail_obstacles_begin(hail_obstacles *o, const hail_kernels *kernels, const hail_tilemap *map, uint32_t kinds,
                          bool whole);

/* The shape that is meant from now on: a template's row, made larger by `swell` px all around. */
void hail_obstacles_shape(hail_obstacles *o, const float *row, float cos, float sin, float scale, float swell);

/* The first exposed thing that the shape touches on its way from (x, y), px from the map's corner, by (dx, dy), and
 * moves into. The contact's points are counted from (x, y); normal into the tile. False: there is none. */
bool hail_obstacles_sweep(hail_obstacles *o, double x, double y, float dx, float dy, hail_contact *hit);

/* Calls for every cell that the shape touches at (x, y), in order of cells, what is outside last; each with its deepest
 * contact, of those that are exposed if there is one. `take` answers false to end it. */
typedef bool hail_touch_fn(void *context, const hail_contact *contact, bool exposed);
void hail_obstacles_touch(hail_obstacles *o, double x, double y, hail_touch_fn *take, void *context);

/* Whether a pixel is solid; with whole cells, whether something of its cell is. */
bool hail_obstacles_solid(const hail_obstacles *o, int32_t x, int32_t y);

#endif
