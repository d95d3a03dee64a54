/* tests/tiles/slide_picture.h - pictures, one byte a pixel, each with a tile map of the same pixels; and random movers
 * to send through them. */
#ifndef HAIL_TESTS_SLIDE_PICTURE_H
#define HAIL_TESTS_SLIDE_PICTURE_H

#include <hail/hail.h>

/* ---- Pictures ---------------------------------------------------------------------------------------------------- */

typedef struct picture {
    uint32_t columns, rows, tile_width, tile_height; /* cells; px */
    long width, height;                              /* px */
    float x, y;                                      /* px: the corner */
    bool outside_solid;
    uint32_t outside_kind;
    uint8_t *pixel; /* row by row; 1: solid */
    uint8_t *kind;  /* of each cell */
    hail_tileset *set;
    hail_tilemap *map;
} picture;

/* Makes an open picture: kind 0, open outside, its corner at (0, 0). Draw into it, then build it. */
picture picture_make(uint32_t columns, uint32_t rows, uint32_t tile_width, uint32_t tile_height);
void picture_free(picture *p);

/* Ignores pixels outside the picture. */
void picture_box(picture *p, long x, long y, long width, long height, bool filled);
void picture_disc(picture *p, double x, double y, double radius, bool filled);

/* Draws random pixels: whole tiles, caves in solid rock, slopes, single pixels; with kinds from 0 to 2. */
typedef enum drawing { DRAW_TILES, DRAW_CAVES, DRAW_SLOPES, DRAW_DUST, DRAWINGS } drawing;
void picture_draw(picture *p, drawing what, uint64_t *state);

/* Draws flat ground from side to side. The kinds of ground must not differ for what moves over them. Returns its top
 * row, a multiple of 16. */
typedef enum ground {
    GROUND_TILES, /* full tiles, flush */
    GROUND_MASKS, /* tiles whose lower part is solid: the ground begins within a cell */
    GROUND_ROWS,  /* one row of pixels */
    GROUND_HOLES, /* a row of pixels, and random ones below it */
    GROUNDS
} ground;
long picture_ground(picture *p, ground what, uint64_t *state);

/* Rotates a square picture by a right angle, +x towards +y: (x, y) goes to (width - y, x). */
void picture_turn(picture *p);

/* Builds the map of the picture from unflipped tiles, flipped tiles and painted pixels, at random. */
void picture_build(picture *p, uint64_t *state);

/* Makes the picture of an existing map; takes ownership of the map and its set. */
picture picture_of(hail_tileset *set, hail_tilemap *map);

/* Draws and builds a random picture of about 160 x 120 px: tiles of every size; every third seed is solid outside. */
picture picture_scene(uint64_t seed, drawing what, float origin, uint64_t *state);

/* ---- Movers ------------------------------------------------------------------------------------------------------ */

/* Makes a shape of a random kind, about as large as `size`, rounded or not. */
hail_convex mover_shape(uint64_t *state, float size);

enum { MOVER_COLUMNS = 7 };

/* Movers that own their columns; mover i has shape i % shape_count, or shape[i]. */
typedef struct crowd {
    hail_tilemap_movers movers;
    hail_convex *shape;
    uint32_t *which;
    float *column[MOVER_COLUMNS]; /* x, y, cos, sin, scale, dx, dy */
    size_t count, shapes;
} crowd;

crowd crowd_make(const picture *p, size_t count, size_t shapes);
void crowd_free(crowd *c);

/* Puts movers at random in and around the picture: at rest, slow or fast, some along pixels' edges. */
void crowd_place(crowd *c, const picture *p, size_t mover, uint64_t *state);

/* Makes a crowd of random shapes about as large as `size`, and places all of it. */
crowd crowd_scatter(const picture *p, size_t count, size_t shapes, float size, uint64_t *state);

#endif
