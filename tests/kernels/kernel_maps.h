/* tests/kernels/kernel_maps.h - random tile maps, built and edited by the engine. For the tests of the tile kernels and
 * of the tables that they read. */
#ifndef HAIL_TESTS_KERNEL_MAPS_H
#define HAIL_TESTS_KERNEL_MAPS_H

#include "kernel_inputs.h"
#include "tiles/tile_data.h"

typedef struct random_map {
    hail_tileset *set;
    hail_tilemap *map;
    hail_tilemap_options options;
    uint32_t width, height, tiles; /* px; how many */
    bool square, wordy, huge;      /* wordy: more words than the palette has room for */
} random_map;

/* Tiles and cells of any size, few or many of them solid. huge: as long as a map can be, a few rows high, nearly
 * empty. */
void random_map_make(random_map *m, bool huge, uint32_t edits);
void random_map_free(random_map *m);

/* Sets, fills or paints something. */
void random_map_edit(random_map *m);

#endif
