/* sprite_truth.h - holds answers about sprites to double precision and brute force. */
#ifndef SPRITE_TRUTH_H
#define SPRITE_TRUTH_H

#include "sprites.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is wrong with an instance's box, or NULL. Right is within 4 ulps of the largest coordinate; of `whole` ones: no
 * further out than a pixel. Sets *short_by to how far a side of it lies within the exact one (px). */
const char *truth_box(const sprite_template *templates, const sprite_instances *instances, size_t i,
                      const sprite_box *box, bool whole, double *short_by);

/* b's pixels: how near to a pixel's edge the centre of a pixel of a lies for two correct programs to disagree about it:
 * the sum of what is lost when the coordinate of the 96th pixel of a row has been reached by additions. */
#define TRUTH_NEAR 0x1p-11

/* What is to be known of a pair. Aligned ones have no doubt: least and most are count. */
typedef struct truth_pair {
    uint32_t count;       /* pixels of a whose centres lie in opaque pixels of b */
    uint32_t least, most; /* what is right, too */
    uint32_t tested;      /* pixels of a's opaque bounds that lie in b's: what somebody who wants the count looks at */
    uint32_t rows;        /* rows of a that those are in */
} truth_pair;

truth_pair truth_look(const sprite_template *templates, const sprite_instances *at, uint32_t a, uint32_t b);

#ifdef __cplusplus
}
#endif

#endif
