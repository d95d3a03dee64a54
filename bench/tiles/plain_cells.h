/* bench/tiles/plain_cells.h - a map for `plain` of walkers: the solid rectangles of each tile, listed once, and those
 * near a mover. */
#ifndef PLAIN_CELLS_H
#define PLAIN_CELLS_H

#include "tiles.h"

enum {
    CELLS_BORDER = 8, /* empty cells around the map, so that nothing that is looked at lies outside */
    CELLS_SHIFT = 4,  /* cells of 16 px */
    CELLS_NEAR = 512,
    CELLS_RECTS = TILE_SIDE / 2 * TILE_SIDE
};

/* Which tiles count as solid: ordinary ones, and those of one side (hail_one_way). */
#define CELLS_ORDINARY   1u
#define CELLS_SIDE(side) (1u << (side))

/* From top to bottom. */
typedef struct cells_list {
    size_t count;
    struct {
        uint8_t left, top, right, bottom;
    } rect[CELLS_RECTS];
} cells_list;

typedef struct cells_tile {
    uint16_t rows[TILE_SIDE];
    uint8_t side;     /* a hail_one_way */
    cells_list rects; /* rows of equal pixels are one */
    cells_list spans; /* each row by itself, but for full tiles: a cell's contact is that with the deepest of these */
} cells_tile;

typedef struct plain_cells {
    int pitch, columns;
    uint8_t *cell; /* as in the scene, with the border */
    cells_tile *tile;
} plain_cells;

/* Sides in the order of hail_one_way - 1. px from the corner, whole numbers. */
enum { LEFT, TOP, RIGHT, BOTTOM, SIDES };
typedef struct cell_rect {
    float at[SIDES];
    uint32_t cell, side; /* side: a hail_one_way */
} cell_rect;

/* What is solid near a mover. Coordinates are px from the corner of a pixel near it: floats are then exact enough. */
typedef struct cells_near {
    const plain_cells *cells;
    bool spans;             /* spans are listed instead of rectangles */
    int corner_x, corner_y; /* px from the map's corner */
    size_t count;
    cell_rect rect[CELLS_NEAR];
} cells_near;

/* whole: tiles that are not empty are full. False: no memory. */
bool plain_cells_create(const tile_scene *scene, bool whole, plain_cells *cells);
void plain_cells_destroy(plain_cells *cells);

/* Lists the solid rectangles that a box meets, px from the corner of `near`; from top to bottom in each cell. */
void plain_cells_look(cells_near *near, const float box[SIDES]);

/* Rounds down; floorf would be a function call on processors without an instruction for it. */
static inline int cells_floor(float value) {
    int whole = (int)value;
    return whole - ((float)whole > value);
}

/* Whether a pixel, px from the corner of `near`, is solid in a tile of these sides. */
static inline bool cells_solid(const cells_near *near, int x, int y, unsigned sides) {
    const plain_cells *cells = near->cells;
    int px = x + near->corner_x + (CELLS_BORDER << CELLS_SHIFT),
        py = y + near->corner_y + (CELLS_BORDER << CELLS_SHIFT);
    const cells_tile *tile = &cells->tile[cells->cell[(py >> CELLS_SHIFT) * cells->pitch + (px >> CELLS_SHIFT)]];
    return tile->rows[py & (TILE_SIDE - 1)] >> (px & (TILE_SIDE - 1)) & sides >> tile->side & 1;
}

#endif
