/* hail/march.h - rays through a tile map: the first solid pixel that each one hits.
 *
 *     float x[2] = {10, 10}, y[2] = {20, 40}, dx[2] = {300, 300}, dy[2] = {0, -15};
 *     hail_ray_hit hits[2];
 *     hail_tilemap_rays rays = {.map = map, .rays = {.x = x, .y = y, .dx = dx, .dy = dy, .count = 2}};
 *     hail_status status = hail_tilemap_march(&rays, &(hail_ray_answers){.hits = hits});
 *     for (int i = 0; status == HAIL_OK && i < 2; i++)
 *         if (hits[i].hit)
 *             spark(hits[i].x, hits[i].y, hits[i].normal_x, hits[i].normal_y);
 *
 * For a bullet that flies from A to B in one frame, set (x, y) to A and (to_x, to_y) to B, and leave `length` NULL.
 * Over one-way floors a ray costs 4 to 6 times as much as over ordinary ones: its way is longer, floor by floor.
 *
 * Nothing is allocated; up to 64 KB of stack are used. Any number of threads may call at once, as long as none changes
 * the map or its set. */
#ifndef HAIL_MARCH_H
#define HAIL_MARCH_H

#include "tilemap.h"

#ifdef __cplusplus
extern "C" {
#endif

/* px: with HAIL_WALK_BRESENHAM, the largest distance in x and in y of a ray's ends from the map's corner. */
#define HAIL_MAX_LINE 1048576.0f

/* Which pixels a ray visits. */
typedef enum hail_walk {
    /* Every pixel that the ray passes through, in order (J. Amanatides, A. Woo, A Fast Voxel Traversal Algorithm,
     * 1987). A ray exactly through a pixel's corner steps in x first. */
    HAIL_WALK_PIXELS = 0,
    /* The line between the pixels of the ray's two ends (J. Bresenham, Algorithm for computer control of a digital
     * plotter, 1965): one pixel in each column, or in each row if the line is steep. Ends are rounded down to pixels.
     * A line and its reverse visit the same pixels: ties are broken as if it started at the end with the smaller
     * coordinate on its longer axis. A ray of length 0 tests its origin. Takes 2 to 3 times as long as
     * HAIL_WALK_PIXELS. */
    HAIL_WALK_BRESENHAM
} hail_walk;

typedef struct hail_tilemap_rays {
    const hail_tilemap *map;
    hail_rays rays;      /* where they start and end; their context is used */
    const float *length; /* px, 0 or more, by ray: dx and dy (or to - x) only give a direction. NULL: rays end where
                            `rays` says */
    uint32_t kinds;      /* HAIL_KIND bits; 0: every kind */
    uint32_t walk;       /* a hail_walk */
    uint32_t smooth;     /* px, 0 to HAIL_MAX_SMOOTH. 0: the normal is that of the pixel's side. Above 0: that of
                            hail_tilemap_normals at the hit pixel, with this radius; the side's, if that does not point
                            out of the side that was entered. A ray costs 5 times as much with 3, 14 times with 8 */
} hail_tilemap_rays;

/* What a ray hit: 48 bytes. On a miss, distance is the ray's length, (x, y) its end, and all fields below are 0. */
typedef struct hail_ray_hit {
    float x, y;     /* px: where the ray enters the solid pixel */
    float distance; /* px, from the origin */
    float normal_x,
        normal_y; /* unit vector out of the surface: along an axis, or smoothed; (0, 0) if the ray starts inside */
    int32_t pixel_x, pixel_y; /* the solid pixel, counted from the map's corner; outside the map clamped to -1 or the
                                 map's width or height in px */
    int32_t column, row;      /* the pixel's cell; outside the map clamped to -1 or the map's columns or rows */
    uint32_t cell;            /* row * columns + column; 0 outside */
    uint32_t tile;            /* as it was set, with flips; 0: the cell's pixels were edited, or outside */
    uint8_t hit;              /* 1 */
    uint8_t started_inside;   /* 1: the ray starts in a solid pixel; the distance is 0 */
    uint8_t kind;             /* of the tile */
    uint8_t outside;          /* 1: the hit is outside the map (hail_tilemap_options.outside_solid) */
} hail_ray_hit;

/* What to find out about rays: the caller's arrays, with an element for each ray. NULL: not wanted, not computed. */
typedef struct hail_ray_answers {
    hail_ray_hit *hits;         /* everything about a ray in one struct */
    float *distance;            /* px; of a miss the ray's length */
    uint8_t *hit;               /* 1: a hit; 0: a miss */
    int32_t *pixel_x, *pixel_y; /* as in hail_ray_hit; 0 on a miss */
    uint32_t *cell;             /* 0 on a miss, and outside the map */
    float *normal_x, *normal_y; /* (0, 0) on a miss */
} hail_ray_answers;

/* Finds the first solid pixel that each ray hits.
 *
 * HAIL_OK, or nothing is written:
 *   HAIL_BAD_ARGUMENT  a null pointer, both or none of rays.dx and rays.to_x, an unknown walk, more than 2^31 - 1 rays
 *   HAIL_NOT_FINITE    a NaN or an infinity in any array
 *   HAIL_OUT_OF_RANGE  a coordinate, displacement or length beyond HAIL_MAX_BOUND, a negative length,
 *                      smooth above HAIL_MAX_SMOOTH, a Bresenham line's end beyond HAIL_MAX_LINE
 *   HAIL_UNKNOWN_VARIANT   the context's variant does not run here
 *
 * A ray gives the same bits anywhere in the arrays, on every instruction set, and whichever answers are asked for. The
 * arrays of answers must not overlap.
 *
 *   - A ray includes its end: it hits a solid pixel if it only just reaches the pixel's side. A ray of length 0
 *     tests the pixel at its origin.
 *   - Components of the direction, and of the origin's offset from the map's corner, count as 0 if their absolute
 *     values are below HAIL_TINY. If both components of the direction do, the ray has length 0.
 *   - With HAIL_WALK_BRESENHAM x and y are the centre of the pixel, and distance is measured to it.
 *   - Precision: a ray visits exactly its pixels, except where it passes a pixel's corner closer than 2^-22 of the
 *     distance travelled. Its start is rounded once: the origin's offset from the map's corner or, if it comes from
 *     outside, the point where it enters. That error is about an ulp of the largest coordinate on a map of 65,536 px,
 *     and far less for short rays. */
HAIL_API hail_status hail_tilemap_march(const hail_tilemap_rays *rays, const hail_ray_answers *answers);

#ifdef __cplusplus
}
#endif

#endif
