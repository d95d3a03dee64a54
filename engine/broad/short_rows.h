/* engine/broad/short_rows.h - contacts of two circles on their way through buckets, in half the bytes: what is the same
 * for all contacts of a rule is left out, and a's slot is told by the bucket in part. */
#ifndef HAIL_BROAD_SHORT_ROWS_H
#define HAIL_BROAD_SHORT_ROWS_H

#include "row_buckets.h"
#include "short_row.h"

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

/* How a bucket's rows are made whole. */
typedef struct hail_widening {
    hail_whole_rows whole;
    uint32_t first_slot, shift, mask, most;
} hail_widening;

hail_widening hail_short_rows_widening(const hail_row_buckets *buckets, uint32_t bucket, const hail_whole_rows *whole);

static inline void short_row_widen(const hail_widening *w, const float *row, float *to) {
    const uint32_t a = row_word(row, HAIL_SHORT_A), slot = w->first_slot + (a & w->mask);
    uint32_t generation = a >> w->shift;
    if (generation == w->most)
        generation = w->whole.slots[(size_t)slot * w->whole.slot_words];
    widen_row(to, row, slot, generation, w->whole.header);
}

#endif
