/* bench/sprites/sprite_truth.h - checks answers about sprites by brute force in double precision. */
#ifndef SPRITE_TRUTH_H
#define SPRITE_TRUTH_H

#include "sprites.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Checks an instance's box: NULL, or what is wrong. Right is within 4 ulps of the largest coordinate; for a `whole` box
 * no more than a pixel outside. Sets *short_by to how far (px) a side is inside the exact one. */
const char *truth_box(const sprite_template *templates, const sprite_instances *instances, size_t i,
                      const sprite_box *box, bool whole, double *short_by);

/* b's pixels: if the centre of a pixel of a is this near an edge, correct programs may disagree: the rounding error of
 * the 96 additions that reach the end of a row. */
#define TRUTH_NEAR 0x1p-11

/* The exact answer for a pair. For aligned pairs least and most equal count. */
typedef struct truth_pair {
    uint32_t count;       /* pixels of a whose centres are in opaque pixels of b */
    uint32_t least, most; /* the range of right answers */
    uint32_t tested;      /* pixels of a's opaque bounds that are in b's: those that must be tested */
    uint32_t rows;        /* rows of a that they are in */
} truth_pair;

truth_pair truth_look(const sprite_template *templates, const sprite_instances *at, uint32_t a, uint32_t b);

#ifdef __cplusplus
}
#endif

#endif
