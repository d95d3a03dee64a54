/* bench/tiles/walker_maps.c - see walker_maps.h. */
#include "walker_maps.h"

#include <hail/tilemap.h>

#include <string.h>

/* Numbers of tiles, whose masks are one less. */
enum {
    SLAB = 1,      /* the lower half */
    RISING,        /* 45 degrees, to the right */
    FALLING,       /* to the left: the way down */
    GENTLE_RISING, /* 27 degrees: the lower half of two tiles, and the upper one */
    GENTLE_RISING_2,
    GENTLE_FALLING, /* the upper half, and the lower one */
    GENTLE_FALLING_2,
    STAIRS_RISING, /* steps of 4 px */
    STAIRS_FALLING,
    HANGING,  /* the upper half */
    PLATFORM, /* one-way, 4 px thick */
    TILES_USED = PLATFORM,
    HALF_SOLID = HANGING /* the first of these are half solid or so */
};

/* The first solid row of a column; `thick`: how many. */
static int surface(int tile, int x, int *thick) {
    const int last = TILE_SIDE - 1;
    *thick = TILE_SIDE;
    switch (tile) {
    case SLAB:
        return TILE_SIDE / 2;
    case RISING:
        return last - x;
    case FALLING:
        return x;
    case GENTLE_RISING:
        return last - x / 2;
    case GENTLE_RISING_2:
        return TILE_SIDE / 2 - 1 - x / 2;
    case GENTLE_FALLING:
        return x / 2;
    case GENTLE_FALLING_2:
        return TILE_SIDE / 2 + x / 2;
    case STAIRS_RISING:
        return TILE_SIDE - 4 - x / 4 * 4;
    case STAIRS_FALLING:
        return x / 4 * 4;
    case HANGING:
        *thick = TILE_SIDE / 2;
        return 0;
    default:
        *thick = 4;
        return 0;
    }
}

static void make_masks(tile_scene *tiles) {
    memset(tiles->mask, 0, sizeof tiles->mask);
    for (int tile = 1; tile <= TILES_USED; tile++)
        for (int x = 0; x < TILE_SIDE; x++) {
            int thick, top = surface(tile, x, &thick);
            for (int y = top; y < TILE_SIDE && y < top + thick; y++)
                tiles->mask[tile - 1][y] = (uint16_t)(tiles->mask[tile - 1][y] | 1u << x);
        }
}

/* ---- Hills ------------------------------------------------------------------------------------------------------- */

enum { STOREY = 8, HIGHEST = 3 };

typedef struct hills {
    tile_scene *tiles;
    size_t base, column; /* base: the storey's lowest row */
    int level;           /* full cells above it */
} hills;

/* A column of full cells up to the level, and what lies on them. False: the map ends. */
static bool add_column(hills *h, int level, int on_top) {
    const size_t columns = h->tiles->columns;
    if (h->column >= columns)
        return false;
    for (int k = 0; k <= level; k++)
        h->tiles->tile[(h->base - (size_t)k) * columns + h->column] = TILE_FULL;
    h->tiles->tile[(h->base - (size_t)level - 1) * columns + h->column] = (uint8_t)on_top;
    h->column++;
    return true;
}

static void rise(hills *h, int first, int second) {
    add_column(h, h->level, first);
    if (second)
        add_column(h, h->level, second);
    h->level++;
}

static void fall(hills *h, int first, int second) {
    h->level--;
    add_column(h, h->level, first);
    if (second)
        add_column(h, h->level, second);
}

/* A piece of the way, one to four columns long. */
static void add_piece(hills *h, uint32_t *random) {
    const uint32_t draw = walker_bits(random) >> 8 & 15, length = 1 + (walker_bits(random) >> 8 & 3);
    const bool up = h->level == 0 || (h->level < HIGHEST && walker_bits(random) >> 8 & 1);
    if (draw < 4)
        for (uint32_t k = 0; k < length; k++)
            add_column(h, h->level, 0);
    else if (draw < 7)
        up ? rise(h, RISING, 0) : fall(h, FALLING, 0);
    else if (draw < 10)
        up ? rise(h, GENTLE_RISING, GENTLE_RISING_2) : fall(h, GENTLE_FALLING, GENTLE_FALLING_2);
    else if (draw < 13)
        up ? rise(h, STAIRS_RISING, 0) : fall(h, STAIRS_FALLING, 0);
    else if (draw == 13)
        add_column(h, h->level, SLAB);
    else if (draw == 14)
        h->level += up ? 1 : -1; /* a wall of one cell, or the edge of a ledge */
    else
        h->column++; /* a gap, down to the next storey */
}

static void add_platforms(hills *h, uint32_t *random) {
    const size_t columns = h->tiles->columns, row = h->base - 5;
    for (size_t column = 0; column + 4 < columns; column += 4)
        for (size_t k = 0; (walker_bits(random) >> 8 & 3) == 0 && k < 4; k++)
            if (!h->tiles->tile[row * columns + column + k])
                h->tiles->tile[row * columns + column + k] = PLATFORM;
}

static void make_hills(tile_scene *tiles, uint32_t *random) {
    for (size_t base = STOREY - 1; base < tiles->columns; base += STOREY) {
        hills h = {.tiles = tiles, .base = base};
        while (h.column < tiles->columns)
            add_piece(&h, random);
        add_platforms(&h, random);
    }
}

static void make_open(tile_scene *tiles, uint32_t *random) {
    for (size_t i = 0; i < (size_t)tiles->columns * tiles->columns; i++) {
        const float draw = walker_between(random, 0.0f, 1.0f);
        tiles->tile[i] = draw < 0.07f ? TILE_FULL : draw < 0.1f ? (uint8_t)(1 + walker_bits(random) % HALF_SOLID) : 0;
    }
}

void walker_map_make(tile_scene *tiles, bool open, uint32_t *random) {
    make_masks(tiles);
    memset(tiles->tile, 0, (size_t)tiles->columns * tiles->columns);
    if (open) {
        make_open(tiles, random);
        return;
    }
    tiles->side[PLATFORM] = HAIL_ONE_WAY_TOP;
    make_hills(tiles, random);
}
