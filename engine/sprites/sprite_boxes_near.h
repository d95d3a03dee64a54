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

/* Which pixels may be in a box at some time. */
enum { NEAR_ROWS = 64 };
typedef struct hail_near_columns {
    const hail_kernels *kernels;
    bool everywhere;
    int32_t top, bottom; /* rows from top to bottom - 1 may have such pixels */
    hail_box_slabs box[NEAR_BOXES];
    hail_near_pixels_job job;
} hail_near_columns;

/* Of an image that is not flat, while it moves from `from` to `to`, px away from its pose. */
void hail_near_columns_find(hail_near_columns *columns, const hail_kernels *kernels, const hail_near_boxes *near,
                            const hail_mask *mask, const hail_sprite_pose *pose, const double from[2],
                            const double to[2]);

/* Of pixels of a word, in rows row to row + count - 1, at most NEAR_ROWS, keeps those that may be in a box. */
void hail_near_columns_keep(hail_near_columns *columns, int32_t row, int32_t count, int32_t word, uint64_t *bits);

/* An image's pixels that start in solid ones. */
enum { HAIL_INSIDE_WORDS = 128 };
typedef struct hail_inside {
    int32_t words;      /* of a row; 0 if there are too many in all rows */
    int32_t first, top; /* word and row */
    bool sure;          /* each pixel is where a ray from it starts: rounding did not move it into the next one */
    uint64_t bits[HAIL_INSIDE_WORDS];
} hail_inside;

/* None, of an image that has pixels. */
void hail_inside_clear(hail_inside *inside, const hail_mask *mask);

static inline uint64_t *inside_word(hail_inside *inside, int32_t row, int32_t word) {
    return &inside->bits[(row - inside->top) * inside->words + word - inside->first];
}

/* hail_overlap_map of an instance of which only these pixels can touch the map. Adds those that do to `inside`. */
void hail_overlap_map_near(const hail_kernels *kernels, const hail_tilemap *map, const hail_tile_view *view,
                           uint32_t kinds, const hail_mask *mask, const hail_sprite_pose *pose, hail_near_columns *near,
                           hail_inside *inside, hail_sprite_overlap *overlap);

#endif
