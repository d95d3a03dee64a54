/* Buckets of rows (engine/broad/row_buckets.c): contacts, short and whole, come out in the order of their slots, whole
 * and with the same bits, whether a bucket's rows are placed or sorted by keys; with generations of any size. Checked
 * against qsort. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "broad/place_rows.h"
#include "kernels/kernel_inputs.h"

enum { PAIRS = PAIRS_FOR_BUCKETS, MOST = 20000, SLOTS_A = 1 << 16 };

typedef struct whole {
    float word[HAIL_ROW_WORDS];
} whole;

static whole must[MOST], got[MOST];
static uint32_t generation[2 * SLOTS_A], slot_a[MOST];
static float chunk[MOST * HAIL_SHORT_WORDS];

static int compare(const void *one, const void *other) {
    const whole *p = one, *q = other;
    for (int word = ROW_SLOT_A; word <= ROW_SLOT_B; word += ROW_SLOT_B - ROW_SLOT_A) {
        const uint32_t a = row_word(p->word, word), b = row_word(q->word, word);
        if (a != b)
            return a < b ? -1 : 1;
    }
    return 0;
}

static void set_word(float *row, int word, uint32_t bits) { memcpy(row + word, &bits, sizeof bits); }

/* A contact of two circles; no two have the same slots. */
static void make_row(uint32_t i, uint32_t slots, uint32_t header) {
    float *row = must[i].word, *small = chunk + (size_t)i * HAIL_SHORT_WORDS;
    slot_a[i] = pick(slots);
    memset(row, 0, sizeof must[i]);
    set_word(row, 0, slot_a[i]);
    set_word(row, 1, generation[2 * slot_a[i]]);
    set_word(row, 2, (i * 2654435761u) ^ 77u);
    set_word(row, 3, (uint32_t)pick_bits());
    set_word(row, 4, header);
    for (int word = 8; word <= 12; word += word < 10 ? 1 : 2)
        row[word] = pick_finite();
    row[14] = pick_between(0.0f, 100.0f);
    memcpy(small + HAIL_SHORT_B, row + 2, 2 * sizeof *row);
    memcpy(small + HAIL_SHORT_NORMAL, row + 8, 2 * sizeof *row);
    memcpy(small + HAIL_SHORT_A, row + 1, sizeof *row);
    small[HAIL_SHORT_DEPTH] = row[14];
    small[HAIL_SHORT_POINT] = row[10];
    small[HAIL_SHORT_POINT + 1] = row[12];
}

static void make_rows(uint32_t count, uint32_t slots, uint32_t header) {
    for (uint32_t slot = 0; slot < slots; slot++)
        generation[2 * slot] = pick_one_in(4) ? (uint32_t)pick_bits() : pick(5);
    for (uint32_t i = 0; i < count; i++)
        make_row(i, slots, header);
}

static void put_all(hail_row_buckets *buckets, uint32_t count) {
    for (uint32_t i = 0; i < count; i += BUCKET_CHUNK) {
        const uint32_t n = count - i < BUCKET_CHUNK ? count - i : BUCKET_CHUNK;
        if (buckets->is_short)
            hail_short_rows_put(buckets, slot_a + i, chunk + (size_t)i * HAIL_SHORT_WORDS, n);
        else
            hail_row_buckets_put(buckets, must[i].word, n);
    }
    if (buckets->is_short)
        hail_short_rows_end(buckets);
}

/* Leaves out pairs that do not touch. */
static uint32_t drop_misses(uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (row_word(must[i].word, ROW_KIND))
            must[kept++] = must[i];
    return kept;
}

/* Some pairs do not touch. */
static void miss_some(uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (pick_one_in(5)) {
            set_word(must[i].word, ROW_KIND, 0);
            chunk[(size_t)i * HAIL_SHORT_WORDS + HAIL_SHORT_DEPTH] = -1.0f;
        }
}

static uint32_t take(const hail_kernels *kernels, const hail_row_buckets *buckets, uint32_t bucket, bool placed,
                     const hail_whole_rows *rest, whole *to) {
    const uint32_t count = hail_row_buckets_count(kernels, buckets, bucket);
    if (!count)
        return 0;
    if (placed) {
        hail_place_rows(kernels, buckets, bucket, rest, to->word);
        return count;
    }
    const hail_widening w = hail_short_rows_widening(buckets, bucket, rest);
    const uint64_t *sorted = hail_row_buckets_sort(kernels, buckets, bucket);
    for (uint32_t i = 0; i < count; i++) {
        const float *row = (const float *)buckets->pairs->rows.data +
                           (size_t)(uint32_t)sorted[i] * (buckets->is_short ? HAIL_SHORT_WORDS : HAIL_ROW_WORDS);
        if (buckets->is_short)
            short_row_widen(&w, row, to[i].word);
        else
            memcpy(to[i].word, row, sizeof to[i]);
    }
    return count;
}

static void place_case(void) {
    static const uint32_t numbers[] = {1, 3, 300, 5000, SLOTS_A};
    const uint32_t count = 1 + pick(MOST), slots = numbers[pick(5)], header = 1 + pick(1000);
    const bool is_short = pick_one_in(2), placed = pick_one_in(2) && count / slots < 8;
    hail_heap heap;
    hail_pairs pairs = {0};
    hail_row_buckets buckets;
    hail_heap_init(&heap, NULL);
    cr_assert(hail_pairs_reserve(&heap, &pairs, PAIRS) && hail_pairs_reserve_window(&heap, &pairs, 1));
    case_says("%u rows of %u slots, short %d, placed %d", count, slots, is_short, placed);
    make_rows(count, slots, header);
    miss_some(count);
    hail_row_buckets_begin(&buckets, &pairs, slots, is_short);
    put_all(&buckets, count);
    const uint32_t kept = drop_misses(count);
    qsort(must, kept, sizeof *must, compare);
    const hail_whole_rows rest = {generation, 2, header};
    for (size_t n = 0; n < hail_kernels_count(); n++) {
        uint32_t all = 0;
        case_calls(hail_kernels_at(n), "place");
        for (uint32_t bucket = 0; bucket < buckets.count; bucket++)
            all += take(hail_kernels_at(n), &buckets, bucket, placed, &rest, got + all);
        case_expects(all == kept && all == buckets.held, "%u rows instead of %u", all, kept);
        for (uint32_t i = 0; i < kept; i++)
            case_expects(!memcmp(&got[i], &must[i], sizeof got[i]), "row %u", i);
    }
    hail_pairs_free(&heap, &pairs);
}

Test(step_place, as_sorted) { cases_run("step_place", "as_sorted", 300, place_case); }
