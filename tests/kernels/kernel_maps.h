/* tests/kernels/kernel_maps.h - tile maps by chance, built and edited by the engine, for the tests of the kernels that
 * walk them and of what those go by. */
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

/* Tiles and cells of any size, few or many solid; huge: as long as maps are, nearly
 * empty, and a few rows high. */
void random_map_make(random_map *m, bool huge, uint32_t edits);
void random_map_free(random_map *m);

/* Sets, fills or paints something. */
void random_map_edit(random_map *m);

#endif
