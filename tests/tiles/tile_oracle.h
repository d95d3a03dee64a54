/* tests/tiles/tile_oracle.h - a tile map as a plain picture, a byte a pixel, and rays through it, pixel by pixel in
 * double precision; written from hail/tilemap.h and hail/march.h alone. */
#ifndef HAIL_TESTS_TILE_ORACLE_H
#define HAIL_TESTS_TILE_ORACLE_H

#include <hail/hail.h>

/* ---- Pictures ---------------------------------------------------------------------------------------------------- */

/* The pixels of one tile. */
typedef struct stamp {
    uint32_t width, height, kind;
    uint8_t solid[HAIL_MAX_TILE][HAIL_MAX_TILE]; /* [y][x]: 1 or 0 */
} stamp;

/* Flips a tile in the order of Tiled: diagonal, then x, then y. */
void stamp_turn(stamp *s, uint32_t flips);

/* A row's pixels as bits; the first is the lowest bit. */
uint64_t stamp_row(const stamp *s, uint32_t y);

enum { PICTURE_PAINTED = -1 }; /* instead of a cell's tile: the cell may have an own mask */

typedef struct picture {
    uint32_t columns, rows, tile_width, tile_height;
    int64_t width, height; /* px */
    float x, y;
    uint8_t outside;     /* the value of pixels outside */
    uint8_t *pixel;      /* rows of `width`: 0 open, else kind + 1; NULL: too large, use the stamps */
    const stamp **stamp; /* of each cell, NULL: empty; only without pixels, and not owned */
    int64_t *tile;       /* of each cell: the tile as set, or PICTURE_PAINTED */
    uint32_t *solid;     /* pixels of each cell, and their kind; only with pixels */
    uint8_t *kind;
} picture;

picture *picture_make(const hail_tileset_size *set, const hail_tilemap_options *options, bool with_pixels);
picture *picture_copy(const picture *of);
void picture_free(picture *p);

/* Sets a cell; s NULL: empty. Without pixels s must outlive the picture. */
void picture_put(picture *p, uint32_t column, uint32_t row, const stamp *s, uint32_t tile);

/* Paints one pixel. An empty cell takes the kind, others keep theirs. */
void picture_paint(picture *p, int64_t i, int64_t j, bool solid, uint32_t kind);

/* The value of any pixel, outside too. */
uint8_t picture_at(const picture *p, int64_t i, int64_t j);
bool picture_solid(const picture *p, int64_t i, int64_t j, uint32_t kinds);

/* The pixel of a coordinate, exactly (absolute values below HAIL_TINY count as 0); and its pixel if the offset from the
 * corner is rounded to single precision. */
int64_t picture_pixel(float at, float corner);
int64_t picture_pixel_rounded(float at, float corner);

/* The smoothed normal at pixel (i, j). */
void picture_normal(const picture *p, int64_t i, int64_t j, uint32_t kinds, uint32_t radius, double *x, double *y);

/* Whether everything that a hit says about its pixel is as in the picture. */
bool picture_knows(const picture *p, uint32_t kinds, const hail_ray_hit *h);

hail_fill picture_fill(uint32_t solid, uint32_t all);

/* Compares a map with the picture: cells, fills, kinds, sizes. NULL, or what differs; valid until the next call. */
const char *picture_differs(const picture *p, const hail_tilemap *map);

/* Builds the same map again, with a tile of its own for every cell. False: a call failed. */
bool picture_rebuild(const picture *p, hail_tileset **set, hail_tilemap **map);

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

typedef struct truth {
    bool hit, inside;
    int64_t i, j;                   /* the solid pixel; outside the picture one pixel beyond its rim */
    int normal_x, normal_y;         /* of the side that was entered */
    double distance, x, y;          /* where it is entered, or the end, in the world */
    double distance_off, point_off; /* px: the errors allowed */
    bool doubtful;                  /* it passes a corner with a solid pixel nearer than the documented precision */
    bool ends_at_side;              /* it ends nearer than that to a side, with something solid there */
} truth;

/* Walks the pixels of a ray in order, x first at corners. */
truth picture_walk(const picture *p, const hail_tilemap_rays *rays, size_t ray);

/* The unit in the last place, in single precision. */
double tile_ulp(double number);

#endif
