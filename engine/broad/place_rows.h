/* engine/broad/place_rows.h - puts a bucket's rows in order where they are wanted, whole, without sorting keys first.
 */
#ifndef HAIL_BROAD_PLACE_ROWS_H
#define HAIL_BROAD_PLACE_ROWS_H

#include "short_rows.h"

/* Whether a bucket of `count` rows may be placed: not if many are of one a, as whole rows are costly to sort. */
bool hail_may_place_rows(const hail_row_buckets *buckets, uint32_t count);

/* Writes all rows of a bucket that was counted, whole and in order. Writes to pairs->counts and a. */
void hail_place_rows(const hail_kernels *kernels, const hail_row_buckets *buckets, uint32_t bucket,
                     const hail_whole_rows *whole, float *to);

#endif
