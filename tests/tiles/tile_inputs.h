/* tests/tiles/tile_inputs.h - random tiles, maps and rays from a seed; each map with its plain picture. */
#ifndef HAIL_TESTS_TILE_INPUTS_H
#define HAIL_TESTS_TILE_INPUTS_H

#include <hail/hail.h>

#include "tile_oracle.h"

enum { TILE_STAMPS = 10, TILE_RAYS = 4096 };

/* What the solid pixels look like. */
typedef enum tile_look {
    LOOK_TERRAIN, /* slopes, blocks, most of it open */
    LOOK_NOISE,   /* every pixel at random */
    LOOK_SPECKS,  /* few single pixels: long rays */
    LOOK_MAZE,    /* full tiles and nothing else */
    LOOKS
} tile_look;

typedef struct tile_choice {
    uint32_t columns, rows, tile_width, tile_height;
    float x, y;
    tile_look look;
    uint32_t occupied;         /* percent of the cells */
    bool outside_solid, large; /* large: the picture has no bytes for pixels */
    uint32_t kinds;            /* how many */
} tile_choice;

typedef struct tile_scene {
    tile_choice choice;
    hail_tileset *set;
    hail_tilemap *map;
    picture *picture;
    stamp stamps[TILE_STAMPS][8]; /* tile n + 1, turned by n / HAIL_FLIP_DIAGONAL */
    uint64_t state;               /* of the random generator */
} tile_scene;

/* Makes a random scene from a seed. */
tile_choice tile_choose(uint64_t *state);
tile_scene *tile_scene_make(uint64_t seed, const tile_choice *choice);
void tile_scene_free(tile_scene *t);

/* A random tile of the scene's set, with random flips; or 0. */
uint32_t tile_scene_pick(tile_scene *t);
const stamp *tile_scene_stamp(const tile_scene *t, uint32_t tile);

typedef enum ray_flavour {
    RAYS_OPEN,     /* anywhere in the map, up to twice its size in length */
    RAYS_STRAIGHT, /* along x or y, some exactly between pixels */
    RAYS_DIAGONAL, /* exactly through corners */
    RAYS_LATTICE,  /* from lines and corners of pixels, by small whole numbers */
    RAYS_SHORT,    /* as long as a bullet flies in a frame; some shorter than a pixel, or 0 */
    RAYS_FAR,      /* from outside, aimed at the map */
    RAYS_STEEP,    /* nearly along x or y */
    RAYS_ENDLESS,  /* directions and lengths of any size */
    RAY_FLAVOURS
} ray_flavour;

typedef struct tile_rays {
    float x[TILE_RAYS], y[TILE_RAYS], dx[TILE_RAYS], dy[TILE_RAYS], length[TILE_RAYS];
    hail_tilemap_rays rays;
} tile_rays;

/* Makes `count` rays with the scene's map and kinds; with or without lengths, at random. */
void tile_rays_make(tile_scene *t, ray_flavour flavour, size_t count, tile_rays *r);

/* Shortens rays that end further than `farthest` px from the map's corner: for HAIL_WALK_BRESENHAM, and because the
 * list in text_rays.h has an entry for every pixel. */
void tile_rays_shorten(const tile_scene *t, tile_rays *r, float farthest);

/* A scene and a ray in one line, for a message; valid until the next call. */
const char *tile_scene_text(const tile_scene *t, uint64_t seed);
const char *tile_ray_text(const hail_tilemap_rays *rays, size_t ray);
const char *tile_hit_text(const hail_ray_hit *hit);

#endif
