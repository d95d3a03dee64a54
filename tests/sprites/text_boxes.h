/* tests/sprites/text_boxes.h - the two bounding boxes of a turned and scaled sprite in the way of the article that
 * hail_sprite_boxes goes back to (by Robert, about XNA, after Riemer's tutorials): first that of the image's four
 * corners, then four searches through its whole pixels, each asking the image what lies there, to crop what is
 * transparent. Slow, and not shared with anything; in double precision where XNA has single.
 *
 * What defines its result is kept, faults and all:
 * - (int) cuts the fraction off: corners left of 0 or above are rounded up, and what lies less than a pixel left of the
 *   image or above it is taken for its first column or row.
 * - The width is that of the unrounded corners, cut, so that the box ends up to 2 px before they do (or 1 px after,
 * left of 0), and nothing beyond is looked at.
 * - Only the pixels' left top corners are asked about.
 * - Width and height are counted from the left and top just found to the last column and row that have something, which
 *   are not in it.
 * - Where nothing was found the first box stays. */
#ifndef HAIL_TESTS_TEXT_BOXES_H
#define HAIL_TESTS_TEXT_BOXES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct text_sprite {
    int width, height;
    const uint8_t *alpha; /* height rows of width */
    double position_x, position_y, origin_x, origin_y, rotation, scale;
} text_sprite;

typedef struct text_rectangle {
    int x, y, width, height;
} text_rectangle;

/* 'Blue': of the image. */
text_rectangle text_bounding_box(const text_sprite *sprite);

/* 'Green': cropped. found: whether any of the searches met an opaque pixel. */
text_rectangle text_cropped_box(const text_sprite *sprite, bool *found);

#endif
