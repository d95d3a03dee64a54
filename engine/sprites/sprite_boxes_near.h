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

/* From `low` to `high`. */
typedef struct hail_near_range {
    double low, high;
} hail_near_range;

/* Which pixels may be in a box at some time: in each box's ranges of columns in row 0, which each row moves by a slope.
 */
typedef struct hail_near_columns {
    bool everywhere;
    bool still_x, still_y; /* columns hardly differ in this coordinate: slopes and ranges are px */
    int32_t top, bottom;   /* rows from top to bottom - 1 may have such pixels */
    uint32_t count;
    double slope_x, slope_y;
    hail_near_range x[NEAR_BOXES], y[NEAR_BOXES];
} hail_near_columns;

/* Of an image that is not flat, while it moves from `from` to `to`, px away from its pose. */
void hail_near_columns_find(hail_near_columns *columns, const hail_near_boxes *near, const hail_mask *mask,
                            const hail_sprite_pose *pose, const double from[2], const double to[2]);

/* A row's pixels of one word. */
uint64_t hail_near_columns_bits(const hail_near_columns *columns, int32_t row, int32_t word);

/* hail_overlap_map of an instance of which only these pixels can touch the map. */
void hail_overlap_map_near(const hail_kernels *kernels, const hail_tilemap *map, const hail_tile_view *view,
                           uint32_t kinds, const hail_mask *mask, const hail_sprite_pose *pose,
                           const hail_near_columns *near, hail_sprite_overlap *overlap);

#endif
