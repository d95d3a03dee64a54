/* tests/sprites/text_boxes.h - the algorithm of the article behind hail_sprite_boxes (by Robert, about XNA, after
 * Riemer's tutorials): two bounding boxes of a rotated and scaled sprite. The first is that of the image's four
 * corners. Four searches through its whole pixels then crop transparent columns and rows. An oracle, which shares no
 * code; in double precision where XNA has single.
 *
 * It gives the article's results, faults included:
 * - (int) truncates: coordinates below 0 are rounded up, and what is less than a pixel left of the image or above it is
 *   taken for its first column or row.
 * - The width is that of the unrounded corners, truncated. So the box ends up to 2 px before them (or 1 px after, left
 *   of 0), and nothing beyond is read.
 * - Only the top left corners of pixels are sampled.
 * - Width and height go from the left and top just found to the last column and row with an opaque sample, exclusive.
 * - If nothing is found the first box stays. */
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

/* The article's blue box: of the image. */
text_rectangle text_bounding_box(const text_sprite *sprite);

/* The article's green box: cropped. found: whether any search found an opaque pixel. */
text_rectangle text_cropped_box(const text_sprite *sprite, bool *found);

#endif
