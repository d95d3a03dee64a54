/* hail/march.h - rays through a tile map: the first solid pixel on the way of each.
 *
 *     hail_rays rays = {.map = map, .x = x, .y = y, .dx = dx, .dy = dy, .count = n};
 *     hail_status status = hail_march(&rays, hits);
 *
 * A bullet that goes from A to B in a frame: x, y = A, dx, dy = B - A, and no length. */
#ifndef HAIL_MARCH_H
#define HAIL_MARCH_H

#include "tilemap.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hail_walk {
    /* Every pixel that the ray passes, in order (J. Amanatides, A. Woo, A Fast Voxel Traversal Algorithm, 1987). Where
     * a ray passes a pixel's corner exactly, it goes on in x first. */
    HAIL_WALK_PIXELS = 0,
    /* The pixels of J. Bresenham's line between the pixels of the ray's two ends (Algorithm for computer control of a
     * digital plotter, 1965): of each column (or row, where the line is steep) one pixel. Ends are rounded down to
     * pixels; halves go as in the list from the lower of both ends on, whichever way the ray goes. A ray of length 0
     * tests its origin. Both ends must lie within HAIL_MAX_LINE px of the map's corner in x and in y. */
    HAIL_WALK_BRESENHAM
} hail_walk;

#define HAIL_MAX_LINE 1048576.0f

typedef struct hail_rays {
    const hail_isa *isa; /* from hail_isa_find; NULL: looked for in every call */
    const hail_tilemap *map;
    const float *x, *y;   /* px: origins */
    const float *dx, *dy; /* direction, of any length; px where `length` is NULL. A part nearer to 0 than HAIL_TINY is
                             0, and so is an origin's distance from the map's corner; both parts: a ray of length 0 */
    const float *length;  /* px, 0 or more; NULL: a ray ends at (x + dx, y + dy) */
    size_t count;         /* of each array */
    uint32_t kinds;       /* HAIL_KIND bits; 0: every kind */
    hail_walk walk;
    uint32_t smooth; /* px, 0 to 8: not 0: the normal of a hit is hail_tilemap_normals's about its pixel, where that
                        points out of the surface that was entered, too; else the entry's */
} hail_rays;

/* What a ray met: 48 bytes. Of a ray that met nothing `distance` is its length, x and y are its end, and all that
 * follows is 0. */
typedef struct hail_ray_hit {
    float x, y;               /* px: where the solid pixel is entered */
    float distance;           /* px, from the origin */
    float normal_x, normal_y; /* out of the surface: one of (1, 0), (-1, 0), (0, 1), (0, -1), or smooth; (0, 0) if the
                                 ray started inside */
    int32_t pixel_x, pixel_y; /* the solid pixel, counted from the map's corner; outside the map clamped to -1 and the
                                 map's width or height in px */
    int32_t column, row;      /* of the pixel's cell; outside likewise clamped to -1 and the map's columns or rows */
    uint32_t cell;            /* row * columns + column; 0 outside */
    uint32_t tile;            /* as it was set, flips included; 0: a mask of the cell's own, or outside */
    uint8_t hit;              /* 1 */
    uint8_t started_inside;   /* 1: the origin's own pixel is solid; the distance is 0 */
    uint8_t kind;             /* of the tile */
    uint8_t outside;          /* 1: it lies outside the map, which is solid there */
} hail_ray_hit;

/* hits: `count` of them. Everything is checked before anything is written: HAIL_BAD_ARGUMENT (a null pointer, an
 * unknown walk), HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE (a coordinate or length beyond HAIL_MAX_BOUND, a negative length,
 * more than 2^31 - 1 rays, smooth beyond HAIL_MAX_SMOOTH; with HAIL_WALK_BRESENHAM an end further off than
 * HAIL_MAX_LINE). Nothing is allocated. The same ray gives the same bits wherever it stands, on every instruction set.
 *
 * A ray includes its end: one that ends on the side of a solid pixel hits it. One of length 0 tests its origin's pixel.
 * With HAIL_WALK_BRESENHAM a hit's x, y are its pixel's middle, and the distance goes there.
 *
 * Precision: the pixels are those of the exact ray from (x, y) less the map's corner, rounded once, but where it passes
 * a pixel's corner within 2^-22 of its distance from there; of a ray that comes from outside, from where it enters,
 * which is rounded too. That is about an ulp of the largest coordinate on a map of 65,536 px, and far less for short
 * rays. */
HAIL_API hail_status hail_march(const hail_rays *rays, hail_ray_hit *hits);

#ifdef __cplusplus
}
#endif

#endif
