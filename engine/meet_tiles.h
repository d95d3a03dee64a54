/* engine/meet_tiles.h - a layer's contacts with the map, found and put in order; bodies put where they hit. */
#ifndef HAIL_ENGINE_MEET_TILES_H
#define HAIL_ENGINE_MEET_TILES_H

#include "find.h"
#include "state.h"

/* Where a body is put when the step ends. */
typedef struct hail_stop {
    uint32_t slot;
    float x, y; /* px */
} hail_stop;

/* Fills world->pairs (a: index; slot of b: the contact's number among its body's) and, by pair, world->found_rows. */
hail_found hail_find_tiles(hail_world *world, uint32_t layer, const hail_window *window, uint32_t most);

/* Counts them by slot. */
void hail_tally_tiles(hail_world *world, uint32_t layer, uint32_t *tally);

/* One more than the largest number of a contact among its body's. */
uint32_t hail_tiles_parts(const hail_world *world);

/* Notes where the bodies of these rows are to be put, if the layer's rule wants that, and clears what the rows held for
 * it. */
void hail_tiles_stop(hail_world *world, uint32_t layer, hail_contact *rows, uint32_t count);

/* Puts them there. */
void hail_stop_bodies(hail_world *world);

#endif
