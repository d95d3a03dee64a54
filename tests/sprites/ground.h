/* tests/sprites/ground.h - a random map of tiles for sprites. */
#ifndef HAIL_TESTS_GROUND_H
#define HAIL_TESTS_GROUND_H

#include <criterion/criterion.h>

#include <hail/hail.h>

#include "shared/random_world.h"

enum { GROUND_TILE = 8, GROUND_SIDE = 24, GROUND_TILES = 6 };

typedef struct ground_map {
    hail_tileset *set;
    hail_tilemap *map;
} ground_map;

/* About (0, 0): full, dense and sparse tiles of kinds 0 to 2, one cell in three. */
static inline ground_map ground_make(uint64_t *state) {
    ground_map g;
    hail_tilemap_options options = {.columns = GROUND_SIDE, .rows = GROUND_SIDE, .x = -96.0f, .y = -100.5f};
    options.outside_solid = random_pick(state, 3) == 0, options.outside_kind = 7;
    cr_assert_eq(hail_tileset_create(NULL, GROUND_TILE, GROUND_TILE, &g.set), HAIL_OK);
    for (uint32_t k = 0; k < GROUND_TILES; k++) {
        uint64_t rows[GROUND_TILE];
        uint32_t tile;
        for (int j = 0; j < GROUND_TILE; j++)
            rows[j] = (k == 0 ? 0xff : random_bits(state) & (k < 3 ? random_bits(state) : UINT64_MAX)) & 0xff;
        cr_assert_eq(hail_tileset_add_bits(g.set, rows, k % 3, &tile), HAIL_OK);
    }
    cr_assert_eq(hail_tilemap_create(g.set, &options, &g.map), HAIL_OK);
    for (uint32_t k = 0; k < GROUND_SIDE * GROUND_SIDE; k++) {
        const uint32_t tile = random_pick(state, 3) != 0 ? 0 : 1 + random_pick(state, GROUND_TILES);
        cr_assert_eq(hail_tilemap_fill(g.map, k % GROUND_SIDE, k / GROUND_SIDE, 1, 1, tile), HAIL_OK);
    }
    return g;
}

static inline void ground_free(ground_map *g) {
    hail_tilemap_destroy(g->map);
    hail_tileset_destroy(g->set);
}

#endif
