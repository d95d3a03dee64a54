/* tests/outline/outline_masks.h - random images, one byte a pixel; their islands and holes, found by filling; and the
 * pixels inside loops. */
#ifndef HAIL_TESTS_OUTLINE_MASKS_H
#define HAIL_TESTS_OUTLINE_MASKS_H

#include "outline_oracle.h"

enum { MASK_SIDE = 260, MASK_PIECES = 20000 };

typedef struct mask {
    int width, height;
    float origin_x, origin_y;
    uint8_t pixel[MASK_SIDE][MASK_SIDE]; /* [y][x] */
} mask;

bool mask_at(const mask *m, int x, int y); /* clear beyond the image */

typedef enum mask_kind {
    MASK_BLOBS, /* discs, and discs taken away */
    MASK_NOISE,
    MASK_SMOOTH, /* noise in which every pixel follows the majority around it */
    MASK_CHECKERS,
    MASK_RINGS,  /* one in another */
    MASK_LINES,  /* one pixel wide */
    MASK_SPECKS, /* full, or open, but for a few pixels */
    MASK_TINY,   /* of 1 to 4 px, anything */
    MASK_KINDS
} mask_kind;

/* side: px, the most either way. */
void mask_make(uint64_t seed, mask_kind kind, int side, mask *m);

/* Adds it to the set: as words, or as colours. */
uint32_t mask_add(const mask *m, hail_spriteset *set, bool colours);

/* For messages: the seed, and the picture if it is small. */
const char *mask_text(uint64_t seed, const mask *m);

/* ---- Pieces ------------------------------------------------------------------------------------------------------ */

/* Opaque pixels connected by sides, or clear ones connected by sides or corners. Piece 0 is the outside. */
typedef struct piece {
    bool opaque, outlined;   /* outlined: it has a loop */
    bool solid;              /* in the end, after small pieces were left out */
    uint32_t pixels, around; /* around: the piece that it lies in */
    int first_x, first_y;
} piece;

typedef struct pieces {
    piece piece[MASK_PIECES];
    uint32_t count, outlined;
    uint32_t of[MASK_SIDE + 2][MASK_SIDE + 2]; /* of the pixel at [y + 1][x + 1] */
} pieces;

/* Finds the pieces. Holes with fewer than min_pixels pixels, or all, are filled with all in them; smaller islands are
 * cleared, as are their holes, and what lies in these stays. */
void pieces_find(const mask *m, uint32_t min_pixels, bool fill_holes, pieces *p);

/* The corners at which only opaque pixels across touch: how many, and how far the nearest is, px. */
size_t mask_pinches(const mask *m);
double mask_pinch_distance(const mask *m, double x, double y);

/* ---- Loops ------------------------------------------------------------------------------------------------------- */

/* Toggles the pixels of `out` whose centres lie inside the loop; its width, height and origin are given. */
void mask_toggle(const hail_loops *loops, size_t loop, mask *out);

/* px: the furthest of a's vertices from b; and of all points along a's edges, sampled closely, from b. */
double loop_vertices_off(const hail_loops *a, size_t loop_a, const hail_loops *b, size_t loop_b);
double loop_points_off(const hail_loops *a, size_t loop_a, const hail_loops *b, size_t loop_b);

#endif
