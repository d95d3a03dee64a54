/* engine/broad/short_rows.c - short rows are staged bucket by bucket, so that whole lines are written past the cache;
 * a bucket's rows are put in order and made whole at once, in the window that takes them. */
#include "short_rows.h"

#include <string.h>

#include "base/sort.h"
#include "compiler.h"
#include "short_row.h"

enum { SHORT_BLOCK = 2 * BUCKET_BLOCK, STAGE_WORDS = STAGED_ROWS * HAIL_SHORT_WORDS };

/* In a bucket, a row's word HAIL_SHORT_A is the slot of a, less the bucket's first, and above it a's generation. If
 * that is too large, all its bits are set, and the slot is asked. */
static inline uint32_t pack_a(uint32_t slot, uint32_t generation, uint32_t shift) {
    const uint32_t most = UINT32_MAX >> shift;
    return (slot & ((1u << shift) - 1)) | (generation < most ? generation : most) << shift;
}

static uint32_t word_of(const float *row, int word) {
    uint32_t bits;
    memcpy(&bits, row + word, sizeof bits);
    return bits;
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
                  pack_a(slot_a[i], word_of(rows, HAIL_SHORT_A), shift));
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

/* ---- Rows go out ------------------------------------------------------------------------------------------------- */

/* What a bucket's rows are made whole with. */
typedef struct bucket_head {
    const hail_whole_rows *whole;
    uint32_t first_slot, shift, mask, most;
} bucket_head;

static bucket_head head_of(const hail_row_buckets *buckets, uint32_t bucket, const hail_whole_rows *whole) {
    const uint32_t shift = buckets->shift;
    return (bucket_head){whole, bucket << shift, shift, (1u << shift) - 1, UINT32_MAX >> shift};
}

static inline void widen(const bucket_head *h, const float *row, float *to) {
    const uint32_t a = word_of(row, HAIL_SHORT_A), slot = h->first_slot + (a & h->mask);
    uint32_t generation = a >> h->shift;
    if (generation == h->most)
        generation = h->whole->slots[(size_t)slot * h->whole->slot_words];
    widen_row(to, row, slot, generation, h->whole->header);
}

void hail_short_rows_widen(const hail_row_buckets *buckets, uint32_t bucket, uint32_t number,
                           const hail_whole_rows *whole, float *to) {
    const bucket_head h = head_of(buckets, bucket, whole);
    widen(&h, (const float *)buckets->pairs->rows.data + (size_t)number * HAIL_SHORT_WORDS, to);
}

static uint32_t slot_of_b(const float *row) { return word_of(row, 2); }

static float *row_at(float *row, size_t i) { return row + i * HAIL_ROW_WORDS; }

/* Two or three rows are read before one is written, and go where they belong without an unpredictable branch. */
static void sort_two(float *row) {
    const size_t swap = slot_of_b(row) > slot_of_b(row_at(row, 1));
    const whole_row first = load_row(row), second = load_row(row_at(row, 1));
    store_row(row_at(row, swap), first);
    store_row(row_at(row, 1 - swap), second);
}

static void sort_three(float *row) {
    const uint32_t b[3] = {slot_of_b(row), slot_of_b(row_at(row, 1)), slot_of_b(row_at(row, 2))};
    const size_t to_first = (size_t)(b[0] > b[1]) + (b[0] > b[2]), to_second = (size_t)(b[1] > b[0]) + (b[1] > b[2]);
    const whole_row first = load_row(row), second = load_row(row_at(row, 1)), third = load_row(row_at(row, 2));
    store_row(row_at(row, to_first), first);
    store_row(row_at(row, to_second), second);
    store_row(row_at(row, 3 - to_first - to_second), third);
}

/* Sorts the rows of one a by slot of b; there are mostly two. */
static void sort_rows(float *row, uint32_t count) {
    if (count == 2) {
        sort_two(row);
        return;
    }
    if (count == 3) {
        sort_three(row);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        const whole_row hold = load_row(row_at(row, i));
        const uint32_t b = slot_of_b(row_at(row, i));
        uint32_t j = i;
        for (; j > 0 && slot_of_b(row_at(row, j - 1)) > b; j--)
            store_row(row_at(row, j), load_row(row_at(row, j - 1)));
        store_row(row_at(row, j), hold);
    }
}

/* While a bucket is placed, the next one is fetched, so that it is near when it is counted. */
void hail_short_rows_place(const hail_kernels *kernels, const hail_row_buckets *buckets, uint32_t bucket,
                           const hail_whole_rows *whole, float *to) {
    const bucket_head h = head_of(buckets, bucket, whole);
    const uint32_t following = bucket + 1 < buckets->count && buckets->end[bucket + 1] ? bucket + 1 : bucket;
    uint32_t *start = hail_row_buckets_starts(buckets), *crowded = buckets->pairs->a.data;
    hail_row_block at = row_block_first(buckets, bucket), ahead = row_block_first(buckets, following);
    do {
        const float *row = at.row, *fetch = ahead.row;
        for (uint32_t i = 0; i < at.count; i++, row += HAIL_SHORT_WORDS, fetch += HAIL_SHORT_WORDS) {
            HAIL_FETCH_NEAR(fetch);
            widen(&h, row, to + (size_t)start[(word_of(row, HAIL_SHORT_A) & h.mask) + 1]++ * HAIL_ROW_WORDS);
        }
        row_block_next(buckets, following, &ahead);
    } while (row_block_next(buckets, bucket, &at));
    const uint32_t runs = kernels->crowded(start, 1u << buckets->shift, crowded);
    for (uint32_t i = 0; i < runs; i++) {
        const uint32_t from = start[crowded[i]];
        sort_rows(to + (size_t)from * HAIL_ROW_WORDS, start[crowded[i] + 1] - from);
    }
}
