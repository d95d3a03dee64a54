/* engine/sprites/sprite_sweep.h - the first solid pixel of a map that the centre of a moving sprite's pixel enters. */
#ifndef HAIL_SPRITES_SPRITE_SWEEP_H
#define HAIL_SPRITES_SPRITE_SWEEP_H

#include <hail/contact.h>

#include "sprite_data.h"

/* Fills in a contact's part_b and feature_b: the cell, and its kind, of the first pixel that an overlap found. */
void hail_sprite_overlap_cell(const hail_tilemap *map, const hail_sprite_overlap *overlap, hail_contact *contact);

/* A sprite on its way through a map. */
typedef struct hail_sprite_way {
    const hail_kernels *kernels;
    const hail_tilemap *map;
    uint32_t kinds; /* HAIL_KIND bits; 0: every kind */
    hail_mask mask;
    hail_sprite_pose pose; /* where it starts */
    float dx, dy;          /* px */
} hail_sprite_way;

/* Finds the first hit, one-way tiles included. *hit has t, the normal into the map, one point, the cell and its kind;
 * all else is 0. False: there is none. */
bool hail_sprite_sweep(const hail_sprite_way *way, hail_contact *hit);

/* The same of one-way tiles alone. The sprite is not flat, and has pixels. */
bool hail_sprite_land(const hail_sprite_way *way, hail_contact *hit);

#endif
