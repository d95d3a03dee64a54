/* engine/broad/short_rows.c - short rows are staged bucket by bucket, so that whole lines are written past the cache.
 */
#include "short_rows.h"

#include <string.h>

#include "stream.h"

enum { SHORT_BLOCK = 2 * BUCKET_BLOCK, STAGE_WORDS = STAGED_ROWS * HAIL_SHORT_WORDS };

/* In a bucket, a row's word HAIL_SHORT_A is the slot of a, less the bucket's first, and above it a's generation. If
 * that is too large, all its bits are set, and the slot is asked. */
static inline uint32_t pack_a(uint32_t slot, uint32_t generation, uint32_t shift) {
    const uint32_t most = UINT32_MAX >> shift;
    return (slot & ((1u << shift) - 1)) | (generation < most ? generation : most) << shift;
}

/* ---- Rows come in ------------------------------------------------------------------------------------------------ */

/* What is staged of each bucket; it lies after the chunk. */
static float *staged_rows(const hail_row_buckets *buckets) {
    return (float *)buckets->pairs->window.data + (size_t)BUCKET_CHUNK * HAIL_ROW_WORDS;
}

static void write_staged(float *to, const float *staged) {
    for (uint32_t line = 0; line < STAGED_ROWS * HAIL_SHORT_WORDS; line += HAIL_ROW_WORDS)
        stream_line(to + line, staged + line);
}

void hail_short_rows_put(hail_row_buckets *buckets, const uint32_t *slot_a, const float *rows, uint32_t count) {
    float *to = buckets->pairs->rows.data, *staged = staged_rows(buckets);
    const uint32_t shift = buckets->shift;
    uint32_t held = buckets->held, *end = buckets->end;
    for (uint32_t i = 0; i < count; i++, rows += HAIL_SHORT_WORDS) {
        if (rows[HAIL_SHORT_DEPTH] < 0.0f)
            continue;
        const uint32_t bucket = slot_a[i] >> shift;
        uint32_t at = end[bucket];
        if (at % SHORT_BLOCK == 0)
            at = hail_row_buckets_add_block(buckets, bucket);
        float *stage = staged + (size_t)bucket * STAGE_WORDS;
        stage_row(stage + at % STAGED_ROWS * HAIL_SHORT_WORDS, rows,
                  pack_a(slot_a[i], row_word(rows, HAIL_SHORT_A), shift));
        end[bucket] = ++at;
        held++;
        if (at % STAGED_ROWS == 0)
            write_staged(to + (size_t)(at - STAGED_ROWS) * HAIL_SHORT_WORDS, stage);
    }
    buckets->held = held;
    stream_end();
}

void hail_short_rows_end(hail_row_buckets *buckets) {
    float *to = buckets->pairs->rows.data;
    const float *staged = staged_rows(buckets);
    for (uint32_t bucket = 0; bucket < buckets->count; bucket++) {
        const uint32_t end = buckets->end[bucket], left = end % STAGED_ROWS;
        memcpy(to + (size_t)(end - left) * HAIL_SHORT_WORDS, staged + (size_t)bucket * STAGE_WORDS,
               left * HAIL_SHORT_WORDS * sizeof(float));
    }
}

hail_widening hail_short_rows_widening(const hail_row_buckets *buckets, uint32_t bucket, const hail_whole_rows *whole) {
    const uint32_t shift = buckets->shift;
    return (hail_widening){*whole, bucket << shift, shift, (1u << shift) - 1, UINT32_MAX >> shift};
}
