/* tests/tiles/tile_inputs.h - random tiles, maps and rays, replayable from a number; each map beside its plain picture.
 */
#ifndef HAIL_TESTS_TILE_INPUTS_H
#define HAIL_TESTS_TILE_INPUTS_H

#include <hail/hail.h>

#include "tile_oracle.h"

enum { TILE_STAMPS = 10, TILE_RAYS = 4096 };

/* What the solid pixels look like. */
typedef enum tile_look {
    LOOK_TERRAIN, /* slopes, blocks, most of it open */
    LOOK_NOISE,   /* every pixel by chance */
    LOOK_SPECKS,  /* a pixel here and there: long ways */
    LOOK_MAZE,    /* full tiles and nothing else */
    LOOKS
} tile_look;

typedef struct tile_choice {
    uint32_t columns, rows, tile_width, tile_height;
    float x, y;
    tile_look look;
    uint32_t occupied;         /* cells of 100 */
    bool outside_solid, large; /* large: no byte a pixel */
    uint32_t kinds;            /* how many */
} tile_choice;

typedef struct tile_scene {
    tile_choice choice;
    hail_tileset *set;
    hail_tilemap *map;
    picture *picture;
    stamp stamps[TILE_STAMPS][8]; /* tile n + 1, turned by n / HAIL_FLIP_DIAGONAL */
    uint64_t state;               /* of the generator */
} tile_scene;

/* By chance; HAIL_TEST_SEED's number says everything. */
tile_choice tile_choose(uint64_t *state);
tile_scene *tile_scene_make(uint64_t seed, const tile_choice *choice);
void tile_scene_free(tile_scene *t);

/* A tile of the scene's set, turned by chance, or 0. */
uint32_t tile_scene_pick(tile_scene *t);
const stamp *tile_scene_stamp(const tile_scene *t, uint32_t tile);

typedef enum ray_flavour {
    RAYS_OPEN,     /* anywhere in the map, up to twice its size long */
    RAYS_STRAIGHT, /* along x or y, also exactly on lines */
    RAYS_DIAGONAL, /* exactly through corners */
    RAYS_LATTICE,  /* from lines and corners, by small whole numbers */
    RAYS_SHORT,    /* a bullet's frame; also shorter than a pixel, and 0 */
    RAYS_FAR,      /* from outside, aimed at the map */
    RAYS_STEEP,    /* nearly along x or y */
    RAYS_ENDLESS,  /* directions and lengths of any size */
    RAY_FLAVOURS
} ray_flavour;

typedef struct tile_rays {
    float x[TILE_RAYS], y[TILE_RAYS], dx[TILE_RAYS], dy[TILE_RAYS], length[TILE_RAYS];
    hail_rays rays;
} tile_rays;

/* `count` rays, the map and kinds of the scene; with lengths or without them by chance. */
void tile_rays_make(tile_scene *t, ray_flavour flavour, size_t count, tile_rays *r);

/* Draws in what ends further than `farthest` px from the map's corner: for HAIL_WALK_BRESENHAM, and because the
 * article's list has an entry for every pixel. */
void tile_rays_shorten(const tile_scene *t, tile_rays *r, float farthest);

/* A scene and a ray for a message: 1 line, lasts until the next call. */
const char *tile_scene_text(const tile_scene *t, uint64_t seed);
const char *tile_ray_text(const hail_rays *rays, size_t ray);
const char *tile_hit_text(const hail_ray_hit *hit);

/* Calls with every seed that is to be run: 0 to usual - 1, times HAIL_TEST_WORLDS; or HAIL_TEST_SEED alone. */
void tile_seeds(uint32_t usual, void (*call)(uint64_t seed));

#endif
