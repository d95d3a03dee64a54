/* engine/broad/short_rows.h - contacts of two circles on their way through buckets, in half the bytes: what is the same
 * for all contacts of a rule is left out, and a's slot is told by the bucket in part. */
#ifndef HAIL_BROAD_SHORT_ROWS_H
#define HAIL_BROAD_SHORT_ROWS_H

#include "row_buckets.h"

/* What rows are made whole with. */
typedef struct hail_whole_rows {
    const uint32_t *slots; /* a hail_slot each, which begins with the generation */
    uint32_t slot_words;   /* of a hail_slot */
    uint32_t header;       /* word 4 of every row */
} hail_whole_rows;

/* Puts those of `count` short contacts that touch into their buckets; there is room for them. */
void hail_short_rows_put(hail_row_buckets *buckets, const uint32_t *slot_a, const float *rows, uint32_t count);

/* Ends putting: what is still staged goes to its buckets. */
void hail_short_rows_end(hail_row_buckets *buckets);

/* Makes row `number` whole, a row of a bucket. */
void hail_short_rows_widen(const hail_row_buckets *buckets, uint32_t bucket, uint32_t number,
                           const hail_whole_rows *whole, float *to);

/* Writes all rows of a bucket that was counted, whole and in order. Writes to pairs->counts and a. */
void hail_short_rows_place(const hail_kernels *kernels, const hail_row_buckets *buckets, uint32_t bucket,
                           const hail_whole_rows *whole, float *to);

#endif
