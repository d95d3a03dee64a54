/* bench/tiles/tiles.h - tile maps, rays through them, and the contenders that find the first solid pixel of each ray.
 */
#ifndef TILES_H
#define TILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TILE_SIDE = 16, TILE_MASKS = 32, TILE_FULL = TILE_MASKS + 1, TILE_MAPS = 3 };

/* A square map with its corner at (0, 0), open outside. */
typedef struct tile_scene {
    char name[24];
    uint32_t columns;                     /* cells, and as many rows */
    uint16_t mask[TILE_MASKS][TILE_SIDE]; /* discs: bit x of row y   */
    uint8_t side[TILE_FULL + 1]; /* by tile: a hail_one_way, the side that stops what moves; default 0: every side */
    uint8_t *tile;  /* by cell, row by row: 0: nothing; mask number n - 1 is tile n; TILE_FULL: all solid */
    uint8_t *water; /* by cell; not 0: if there is no tile, it is full of a kind that no ray asks for. NULL: none is */
} tile_scene;

/* Makes map 0, 1 or 2, in which 2, 20 and 2 percent of the cells have tiles: half of these are full, half have a disc.
 * Half of map 2 is under water, in squares of 32 x 32 cells. NULL: past the end, or no memory. */
tile_scene *tile_scene_create(size_t number, uint32_t columns);
void tile_scene_destroy(tile_scene *scene);

static inline float tile_scene_side(const tile_scene *scene) { return (float)(scene->columns * TILE_SIDE); } /* px */

/* Whether a pixel is solid; outside the map none is. */
bool tile_scene_solid(const tile_scene *scene, int32_t x, int32_t y);

/* Rays: origins anywhere in the map, unit directions, lengths. */
typedef struct tile_rays {
    size_t count;
    float *x, *y, *dx, *dy, *length;
} tile_rays;

/* Makes rays of 64 to 1,024 px. `clear`: no origin is in a solid pixel. NULL: no memory. */
tile_rays *tile_rays_create(const tile_scene *scene, size_t count, bool clear, uint64_t seed);
void tile_rays_destroy(tile_rays *rays);

/* The first solid pixel of a ray: what every contender writes, at least. */
typedef struct tile_hit {
    int32_t pixel_x, pixel_y;
    float distance;           /* px; the length of a ray that hits nothing */
    float normal_x, normal_y; /* (0, 0) where the ray starts inside */
    uint32_t hit;             /* 1 or 0 */
} tile_hit;

/* water: only for maps that have water. distance: answers nothing but distances. line: walks the pixels of Bresenham's
 * line instead of those that the ray passes, without distances and normals. create: NULL: it failed. march: answers all
 * rays of a set. hit: the answers for the last set. destroy: NULL is allowed. */
typedef struct tile_contender {
    const char *name;
    bool distance, line, water;
    void *(*create)(const tile_scene *scene, size_t most_rays, const char *variant);
    void (*march)(void *self, const tile_rays *rays);
    tile_hit (*hit)(const void *self, size_t ray);
    void (*destroy)(void *self);
} tile_contender;

extern const tile_contender tile_contender_hail;
extern const tile_contender tile_contender_hail_line; /* Hail's own walk along Bresenham's line  */
extern const tile_contender tile_contender_hail_unprepared;
extern const tile_contender tile_contender_plain; /* and plain:tuned                         */
extern const tile_contender tile_contender_hail_distance;
extern const tile_contender tile_contender_plain_distance;
extern const tile_contender tile_contender_list; /* the points of Bresenham's line, listed */

#ifdef __cplusplus
}
#endif

#endif
