/* engine/broad/place_rows.c - a row goes to the next place of its a; then the few rows of each a are sorted by slot of
 * b.
 */
#include "place_rows.h"

#include "compiler.h"

bool hail_may_place_rows(const hail_row_buckets *buckets, uint32_t count) {
    return count <= PLACED_ROWS && count >> buckets->shift < 3;
}

/* ---- Rows of one a ----------------------------------------------------------------------------------------------- */

static uint32_t slot_of_b(const float *row) { return row_word(row, ROW_SLOT_B); }

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

/* ---- A bucket ---------------------------------------------------------------------------------------------------- */

/* While a bucket is placed, the next one is fetched, so that it is near when it is counted. */
static inline void place(const hail_row_buckets *buckets, uint32_t bucket, bool is_short, const hail_widening *w,
                         float *to) {
    const uint32_t words = is_short ? HAIL_SHORT_WORDS : HAIL_ROW_WORDS;
    const uint32_t following = bucket + 1 < buckets->count && buckets->end[bucket + 1] ? bucket + 1 : bucket;
    uint32_t *start = hail_row_buckets_starts(buckets);
    hail_row_block at = row_block_first(buckets, bucket), ahead = row_block_first(buckets, following);
    do {
        const float *row = at.row, *fetch = ahead.row;
        for (uint32_t i = 0; i < at.count; i++, row += words, fetch += words) {
            float *place = row_at(to, start[row_slot(row, is_short, w->mask) + 1]++);
            HAIL_FETCH_NEAR(fetch);
            if (is_short)
                short_row_widen(w, row, place);
            else
                store_row(place, load_row(row));
        }
        row_block_next(buckets, following, &ahead);
    } while (row_block_next(buckets, bucket, &at));
}

void hail_place_rows(const hail_kernels *kernels, const hail_row_buckets *buckets, uint32_t bucket,
                     const hail_whole_rows *whole, float *to) {
    const hail_widening w = hail_short_rows_widening(buckets, bucket, whole);
    const uint32_t *start = hail_row_buckets_starts(buckets);
    uint32_t *dense = buckets->pairs->a.data;
    if (buckets->is_short)
        place(buckets, bucket, true, &w, to);
    else
        place(buckets, bucket, false, &w, to);
    const uint32_t runs = kernels->dense(start, 1u << buckets->shift, dense);
    for (uint32_t i = 0; i < runs; i++) {
        const uint32_t from = start[dense[i]];
        sort_rows(row_at(to, from), start[dense[i] + 1] - from);
    }
}
