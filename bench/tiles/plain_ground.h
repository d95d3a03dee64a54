/* bench/tiles/plain_ground.h - a rounded box (a circle, a box) against the solid pixels of a map in scalar C. A shape
 * against a rectangle is a point against that rectangle, enlarged by the shape and rounded (C. Ericson, Real-Time
 * Collision Detection, 2005, 5.5.7). Which contacts count is as in docs/arithmetic.md, "Shapes against maps". */
#ifndef PLAIN_GROUND_H
#define PLAIN_GROUND_H

#include "tiles.h"

enum {
    GROUND_BORDER = 2, /* empty cells around the map, so that no look leaves it */
    GROUND_SHIFT = 4,  /* cells of 16 px */
    GROUND_RECTS = 512,
    GROUND_RUNS = TILE_SIDE / 2 * TILE_SIDE
};

/* The solid parts of one kind of tile: a rectangle if it is full, else runs of pixels. Those of row y are first[y] to
 * first[y + 1] - 1. */
typedef struct ground_tile {
    uint16_t rows[TILE_SIDE];
    uint16_t first[TILE_SIDE + 1];
    struct {
        uint8_t from, to;
    } run[GROUND_RUNS];
} ground_tile;

typedef struct plain_ground {
    int pitch, columns;
    uint8_t *cell; /* as in the scene, with the border */
    ground_tile *tile;
} plain_ground;

/* Half the size of the core, and how far its edge is rounded. */
typedef struct plain_shape {
    float half_x, half_y, radius; /* px */
} plain_shape;

/* px from the place's corner. */
typedef struct ground_rect {
    int left, top, right, bottom;
    uint32_t cell;
} ground_rect;

/* What is solid near a place. Coordinates are px from a corner of a pixel near it: floats are then exact enough. */
typedef struct ground_place {
    const plain_ground *ground;
    int corner_x, corner_y; /* px from the map's corner */
    size_t count;
    ground_rect rect[GROUND_RECTS];
} ground_place;

typedef struct ground_touch {
    float t, depth;
    float normal_x, normal_y; /* out of the tile */
    uint32_t count;
    float x[2], y[2];
    uint32_t cell;
    bool exposed;
} ground_touch;

/* False: no memory. */
bool plain_ground_create(const tile_scene *scene, plain_ground *ground);
void plain_ground_destroy(plain_ground *ground);

/* Lists the solid rectangles that the box [left, right] x [top, bottom], px from the place's corner, meets. */
void plain_ground_look(const plain_ground *ground, int corner_x, int corner_y, const float box[4], ground_place *place);

/* Every cell that the shape touches at (x, y); at most `most`. Returns how many. */
size_t plain_ground_touch(const ground_place *place, const plain_shape *shape, float x, float y, ground_touch *touches,
                          size_t most);

/* What the shape overlaps at (x, y). */
typedef struct ground_overlap {
    bool any, hidden; /* an exposed edge or corner; something that has none */
    ground_touch deepest;
    float depth;      /* px: of the deepest; corners count from the skin on */
    float bare_depth; /* px: the most that the shape without its skin overlaps; below 0: it does not */
} ground_overlap;

/* skin: px, of the shape's radius. */
void plain_ground_overlap(const ground_place *place, const plain_shape *shape, float skin, float x, float y,
                          ground_overlap *overlap);

/* The first exposed edge or corner that the shape moves into. skin: px, of the shape's radius; a corner counts only if
 * the shape without it would hit it before anything else on this way, and with the normal with which it would. */
bool plain_ground_sweep(const ground_place *place, const plain_shape *shape, float skin, float x, float y, float dx,
                        float dy, ground_touch *hit);

static inline bool ground_corner(const ground_touch *touch) {
    return touch->normal_x != 0.0f && touch->normal_y != 0.0f;
}

/* Whether a pixel, px from the place's corner, is solid. */
static inline bool ground_solid(const ground_place *place, int x, int y) {
    const plain_ground *ground = place->ground;
    int px = x + place->corner_x + (GROUND_BORDER << GROUND_SHIFT);
    int py = y + place->corner_y + (GROUND_BORDER << GROUND_SHIFT);
    uint8_t cell = ground->cell[(py >> GROUND_SHIFT) * ground->pitch + (px >> GROUND_SHIFT)];
    return cell && ground->tile[cell].rows[py & (TILE_SIDE - 1)] >> (px & (TILE_SIDE - 1)) & 1;
}

/* Rounds down; floorf would be a function call on processors without an instruction for it. */
static inline int ground_floor(float value) {
    int whole = (int)value;
    return whole - ((float)whole > value);
}

#endif
