/* tests/tiles/tile_oracle.h - a tile map as a plain picture, a byte a pixel, and what a ray meets in it: pixel by
 * pixel, in double precision, from the words of hail/tilemap.h and hail/march.h alone. */
#ifndef HAIL_TESTS_TILE_ORACLE_H
#define HAIL_TESTS_TILE_ORACLE_H

#include <hail/hail.h>

/* ---- Pictures ---------------------------------------------------------------------------------------------------- */

/* One tile as it looks. */
typedef struct stamp {
    uint32_t width, height, kind;
    uint8_t solid[HAIL_MAX_TILE][HAIL_MAX_TILE]; /* [y][x]: 1 or 0 */
} stamp;

/* Turned as Tiled does: the diagonal flip, then x, then y, one after the other. */
void stamp_turn(stamp *s, uint32_t flips);

/* A row's pixels as bits, the first lowest. */
uint64_t stamp_row(const stamp *s, uint32_t y);

enum { PICTURE_PAINTED = -1 }; /* as a cell's tile: it may be its own mask by now */

typedef struct picture {
    uint32_t columns, rows, tile_width, tile_height;
    int64_t width, height; /* px */
    float x, y;
    uint8_t outside;     /* what lies around it, as a pixel */
    uint8_t *pixel;      /* rows of `width`: 0 open, else kind + 1; NULL: too large, look into the stamps */
    const stamp **stamp; /* of each cell, NULL: nothing; only without pixels, and not owned */
    int64_t *tile;       /* of each cell: what was set, or PICTURE_PAINTED */
    uint32_t *solid;     /* pixels of each cell, and their kind; only with pixels */
    uint8_t *kind;
} picture;

picture *picture_make(const hail_tileset_size *set, const hail_tilemap_options *options, bool with_pixels);
void picture_free(picture *p);

/* s NULL: nothing. Lasts as long as the picture where there are no pixels. */
void picture_put(picture *p, uint32_t column, uint32_t row, const stamp *s, uint32_t tile);

/* One pixel. A cell without a solid one takes the kind, others keep theirs. */
void picture_paint(picture *p, int64_t i, int64_t j, bool solid, uint32_t kind);

/* Any pixel, outside too. */
uint8_t picture_at(const picture *p, int64_t i, int64_t j);
bool picture_solid(const picture *p, int64_t i, int64_t j, uint32_t kinds);

/* The pixel that a coordinate names, exactly (what is nearer to 0 than HAIL_TINY counts as 0); and the pixel after the
 * difference was rounded to single precision. */
int64_t picture_pixel(float at, float corner);
int64_t picture_pixel_rounded(float at, float corner);

/* Out of the solid pixels within `radius` of pixel (i, j), to unit length. */
void picture_normal(const picture *p, int64_t i, int64_t j, uint32_t kinds, uint32_t radius, double *x, double *y);

/* Everything that a hit says about its pixel is what the picture says. */
bool picture_knows(const picture *p, uint32_t kinds, const hail_ray_hit *h);

hail_fill picture_fill(uint32_t solid, uint32_t all);

/* NULL, or what is wrong with a map that should look like this: cells, fills, kinds, sizes. Lasts until the next call.
 */
const char *picture_differs(const picture *p, const hail_tilemap *map);

/* The same map once more, every cell a tile of its own. False: the library would not. */
bool picture_rebuild(const picture *p, hail_tileset **set, hail_tilemap **map);

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

typedef struct truth {
    bool hit, inside;
    int64_t i, j;                   /* the solid pixel; outside of the picture one step off its rim */
    int normal_x, normal_y;         /* of the side it was entered by */
    double distance, x, y;          /* where it is entered (or the end), in the world */
    double distance_off, point_off; /* px: how far the library's may lie from these */
    bool doubtful; /* on its way it passes a corner, with something solid at it, nearer than the documented precision */
    bool ends_at_side; /* nearer than that, with something solid there */
} truth;

/* Every pixel on the way of a ray in order, x first at corners. */
truth picture_walk(const picture *p, const hail_rays *rays, size_t ray);

/* The unit in the last place of single precision. */
double tile_ulp(double number);

#endif
