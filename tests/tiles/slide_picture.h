/* tests/tiles/slide_picture.h - tile maps as pictures, one byte a pixel, with the tile map of the same pixels beside
 * them; and crowds of shapes to send through them. */
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

/* Open, of kind 0, open outside, its corner at (0, 0); to be drawn into, and built. */
picture picture_make(uint32_t columns, uint32_t rows, uint32_t tile_width, uint32_t tile_height);
void picture_free(picture *p);

/* Pixels beyond the picture are left out. */
void picture_box(picture *p, long x, long y, long width, long height, bool filled);
void picture_disc(picture *p, double x, double y, double radius, bool filled);

/* Pixels at random: whole tiles, caves dug out of the full, slopes, dust; and kinds from 0 to 2. */
typedef enum drawing { DRAW_TILES, DRAW_CAVES, DRAW_SLOPES, DRAW_DUST, DRAWINGS } drawing;
void picture_draw(picture *p, drawing what, uint64_t *state);

/* Flat ground from side to side, in ways that must not differ for what moves over it. Answers the row where it begins,
 * a whole number of 16 px. */
typedef enum ground {
    GROUND_TILES, /* full tiles, flush */
    GROUND_MASKS, /* tiles of which the lower part is solid: it begins within a cell */
    GROUND_ROWS,  /* one row of pixels */
    GROUND_HOLES, /* a row of pixels, and dust below it */
    GROUNDS
} ground;
long picture_ground(picture *p, ground what, uint64_t *state);

/* Turns a square picture by a right angle, +x towards +y: what was at (x, y) is then at (width - y, x). */
void picture_turn(picture *p);

/* Makes the map that the picture is of: of tiles as they lie, of tiles that are flipped back, and of pixels painted by
 * themselves, by chance. */
void picture_build(picture *p, uint64_t *state);

/* The picture of a map that is there already, which it takes over with its set. */
picture picture_of(hail_tileset *set, hail_tilemap *map);

/* A drawing of 160 x 120 px or a little more, built: of tiles of every size, every third seed solid outside. */
picture picture_scene(uint64_t seed, drawing what, float origin, uint64_t *state);

/* ---- Movers ------------------------------------------------------------------------------------------------------ */

/* One of each kind of shape about as large as `size`, by chance rounded. */
hail_convex mover_shape(uint64_t *state, float size);

enum { MOVER_COLUMNS = 7 };

/* Movers with memory of their own; mover i has shape i % shape_count, or what `shape` says. */
typedef struct crowd {
    hail_movers movers;
    hail_convex *shape;
    uint32_t *which;
    float *column[MOVER_COLUMNS]; /* x, y, cos, sin, scale, dx, dy */
    size_t count, shapes;
} crowd;

crowd crowd_make(const picture *p, size_t count, size_t shapes);
void crowd_free(crowd *c);

/* By chance in the picture or about it, at rest, slow or fast, some of them along pixels' edges. */
void crowd_place(crowd *c, const picture *p, size_t mover, uint64_t *state);

#endif
