/* tests/tiles/one_way_model.h - random maps with one-way tiles, and what stops a shape or a ray there, pixel by pixel
 * in double precision; written from the comment of hail_tileset_set_one_way alone. */
#ifndef HAIL_TESTS_ONE_WAY_MODEL_H
#define HAIL_TESTS_ONE_WAY_MODEL_H

#include "narrow/batch_oracle.h"

enum { ONE_WAY_SHAPES = 6, ONE_WAY_MOST = 512, ONE_WAY_TILE = 8, ONE_WAY_CELLS = 12, ONE_WAY_TILES = 20 };

typedef struct one_way_world {
    hail_tileset *set;
    hail_tilemap *map;
    float x, y;
    uint8_t kind[ONE_WAY_CELLS * ONE_WAY_TILE][ONE_WAY_CELLS * ONE_WAY_TILE]; /* [y][x]: 0 open, else kind + 1 */
    uint8_t side[4]; /* by kind, 0 to 3: a hail_one_way; kind 0 is ordinary */
    hail_convex shapes[ONE_WAY_SHAPES];
    uint64_t state;
} one_way_world;

one_way_world one_way_make(uint64_t seed);
void one_way_free(one_way_world *w);
uint32_t one_way_side(const one_way_world *w, uint32_t kind);

typedef struct one_way_movers {
    float x[ONE_WAY_MOST], y[ONE_WAY_MOST], dx[ONE_WAY_MOST], dy[ONE_WAY_MOST], cos[ONE_WAY_MOST], sin[ONE_WAY_MOST];
    uint32_t shape[ONE_WAY_MOST];
    uint8_t all_through[ONE_WAY_MOST];
    hail_tilemap_movers movers;
} one_way_movers;

/* Random movers; some stand on a surface to within rounding. */
void one_way_movers_make(one_way_world *w, size_t count, one_way_movers *m);

/* The first t at which a one-way pixel stops a mover; 2: none does. Edges are longer by `grow` px at both ends, and so
 * is the distance that a mover may be beyond a surface, by a tenth of that. */
double one_way_meets(const one_way_world *w, const hail_tilemap_movers *movers, size_t mover, double grow);

typedef struct one_way_rays {
    float x[ONE_WAY_MOST], y[ONE_WAY_MOST], dx[ONE_WAY_MOST], dy[ONE_WAY_MOST];
    hail_tilemap_rays rays;
} one_way_rays;

void one_way_rays_make(one_way_world *w, size_t count, one_way_rays *r);

typedef struct one_way_truth {
    bool hit, passed, doubtful; /* passed: it went through a one-way pixel */
    long px, py;
    int nx, ny;
    double distance;
} one_way_truth;

one_way_truth one_way_ray(const one_way_world *w, const hail_tilemap_rays *rays, size_t ray);

#endif
