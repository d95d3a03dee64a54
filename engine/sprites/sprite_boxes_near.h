/* engine/sprites/sprite_boxes_near.h - the cells near a sprite's way that are not empty, as boxes, and which pixels of
 * a row may come into one. */
#ifndef HAIL_SPRITES_SPRITE_BOXES_NEAR_H
#define HAIL_SPRITES_SPRITE_BOXES_NEAR_H

#include "sprite_data.h"

enum { NEAR_BOXES = 16 };

typedef struct hail_near_box {
    double left, top, right, bottom; /* px, from the map's corner; enlarged by more than rounding */
} hail_near_box;

typedef struct hail_near_boxes {
    bool everywhere; /* there were too many to list */
    uint32_t count;
    hail_near_box box[NEAR_BOXES];
} hail_near_boxes;

/* Lists runs of cells in a row of the map that hold tiles of these kinds, near the way of a sprite at `pose`, from the
 * map's corner, by (dx, dy). */
void hail_near_boxes_find(hail_near_boxes *near, const hail_tilemap *map, uint32_t kinds, const hail_mask *mask,
                          const hail_sprite_pose *pose, double dx, double dy);

/* Whether the sprite may touch a box where it stands. */
bool hail_near_boxes_touch(const hail_near_boxes *near, const hail_mask *mask, const hail_sprite_pose *pose);

/* A row's pixels of one word that may be in a box at some time while the sprite moves from `from` to `to`, px away from
 * its pose. */
uint64_t hail_near_boxes_bits(const hail_near_boxes *near, const hail_sprite_pose *pose, int32_t row, int32_t word,
                              const double from[2], const double to[2]);

#endif
