/* simd/kernels/sprites/pixel_overlap.c - docs/arithmetic.md, "Sprites": which pixels of one sprite touch another, if
 * neither is rotated or scaled. A row of up to 30 pixels and those beside them is a lane. */
#include "bits.h"
#include "byte_counts.h"
#include "kernels/kernel.h"

/* A block: pixels of a row at a time, a word without its first and last bit, which are the pixels beside them; rows, of
 * which bytes can hold what is summed over them, and a word a bit each. */
enum { WIDE = 30, HIGH = HAIL_LANES == 4 ? 32 : 64 };

/* ---- Blocks ----------------------------------------------------------------------------------------------------- */

/* The part of a frame's rows that begins `right` bits into a column of words, and goes on in the next column. */
typedef struct word_rows {
    const uint32_t *words, *next;
    uint32_t right;
} word_rows;

/* Pixels of both sprites that lie on each other, in `rows` rows from `top` on: bit i is pixel column + i of a. */
typedef struct block {
    vi inside; /* the bits that are in the overlap */
    word_rows a, b;
    int32_t column, top, rows;
} block;

/* The words that begin before pixel (x, y). */
static LANES_INLINE word_rows rows_at(const hail_mask *mask, int32_t x, int32_t y) {
    const int32_t height = mask->bottom - mask->top + 2, bit = x - mask->left;
    const uint32_t *words = mask->columns + (bit / 32 * height + (y - mask->top + 1));
    return (word_rows){words, words + height, (uint32_t)bit % 32};
}

/* The block whose first pixel is (left, top) of a. */
static LANES_INLINE block block_at(const hail_mask *a, const hail_mask *b, const hail_overlap *o, int32_t left,
                                   int32_t top) {
    const int32_t wide = o->right - left, high = o->bottom - top;
    const uint32_t bits = wide < WIDE ? (2u << wide) - 2 : UINT32_MAX / 2 - 1;
    return (block){.a = rows_at(a, left, top),
                   .b = rows_at(b, left + o->shift_x, top + o->shift_y),
                   .inside = vi_set1((int32_t)bits),
                   .column = left - 1,
                   .top = top,
                   .rows = high < HIGH ? high : HIGH};
}

/* Rows k to k + HAIL_LANES - 1; row -1 exists. */
static LANES_INLINE vi load_rows(const word_rows *w, int32_t k) {
    return vi_or(vi_shift_right_all(vi_load(w->words + k), w->right),
                 vi_shift_left_all(vi_load(w->next + k), 32 - w->right));
}

/* From ONES - n on, n words of ones, and zeros: a mask of the first n rows. Loading it takes fewer instructions than
 * comparing lanes. */
enum { ONES = 64 };
#define EIGHT_ONES UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX
static const uint32_t rows_left[ONES + HAIL_SLACK] = {EIGHT_ONES, EIGHT_ONES, EIGHT_ONES, EIGHT_ONES,
                                                      EIGHT_ONES, EIGHT_ONES, EIGHT_ONES, EIGHT_ONES};

/* The touching pixels of rows k to k + HAIL_LANES - 1. own: a's rows. */
static LANES_INLINE vi touching(const block *b, vi own, int32_t k) {
    const vi within = vi_and(b->inside, vi_load(rows_left + ONES - b->rows + k));
    return vi_and(vi_and(own, within), load_rows(&b->b, k));
}

/* Bit i is set if row i has pixels. */
static inline uint32_t rows_with_pixels(vi bits) { return vm_bits(vi_eq(bits, vi_set1(0))) ^ HAIL_ALL_LANES; }

static inline uint64_t sum_words(vi a) {
    uint32_t lane[HAIL_LANES];
    uint64_t words[HAIL_LANES / 2], sum = 0;
    vi_store(lane, a);
    memcpy(words, lane, sizeof words);
    for (int k = 0; k < HAIL_LANES / 2; k++)
        sum += words[k];
    return sum;
}

/* ---- Counts ---------------------------------------------------------------------------------------------------- */

/* stop: returns 1 or 0 instead. */
static LANES_INLINE uint32_t count_block(const block *b, bool stop) {
    vi count = vi_set1(0), places;
    for (int32_t k = 0; k < b->rows; k += HAIL_LANES) {
        const vi bits = touching(b, load_rows(&b->a, k), k);
        if (stop && rows_with_pixels(bits))
            return 1;
        if (!stop)
            count = vi_add(count, vi_count_bytes(bits, &places));
    }
    return stop ? 0 : (uint32_t)sum_words(vi_sum_bytes(count));
}

static LANES_INLINE bool is_one_block(const hail_overlap *o) {
    return o->right - o->left <= WIDE && o->bottom - o->top <= HIGH;
}

static LANES_INLINE uint32_t count_shifted(const hail_mask *a, const hail_mask *b, const hail_overlap *o, bool stop) {
    uint32_t count = 0;
    if (is_one_block(o)) {
        const block all = block_at(a, b, o, o->left, o->top);
        return count_block(&all, stop);
    }
    for (int32_t left = o->left; left < o->right; left += WIDE)
        for (int32_t top = o->top; top < o->bottom && !(stop && count); top += HIGH) {
            const block part = block_at(a, b, o, left, top);
            count += count_block(&part, stop);
        }
    return count;
}

/* ---- Spans ----------------------------------------------------------------------------------------------------- */

/* A span as a word. */
enum { FIRST_AT = 16 * LANES_LOW_HALF, LAST_AT = 16 - FIRST_AT };
#define NO_SPAN (1 << FIRST_AT) /* from 1 to 0 */

/* Each row's first and last touching pixel. A power of two is a float whose exponent is the bit's number. */
static LANES_INLINE vi spans_of(vi bits, int32_t column) {
    enum { ZERO = 127 }; /* the exponent of 1 */
    const vi none = vi_set1(0), before = vi_shift_right(bits, 1);
    const vi first = vi_and(bits, vi_sub(none, bits)), last = vi_sub(bits, vi_and(bits, before));
    const vi low = vi_shift_right(vi_from_bits(vi_to_float(first)), 23),
             high = vi_shift_right(vi_from_bits(vi_to_float(last)), 23);
    const vi at = vi_set1((column - ZERO) * (1 + (1 << 16)));
    const vi span = vi_add(vi_or(vi_shift_left(low, FIRST_AT), vi_shift_left(high, LAST_AT)), at);
    return vi_select(vi_eq(bits, none), vi_set1(NO_SPAN), span);
}

/* Writes the spans of up to HAIL_LANES of `rows` rows. more: an earlier block has written those of pixels further left.
 */
static LANES_INLINE void put_spans(hail_span *spans, vi span, int32_t rows, bool more) {
    uint32_t *words = (uint32_t *)(void *)spans;
    const uint32_t n = (uint32_t)(rows < HAIL_LANES ? rows : HAIL_LANES);
    if (more) {
        const vi none = vi_set1(NO_SPAN), had = vi_load_n(words, n);
        const vi last = vi_set1((int32_t)(UINT32_C(0xffff) << LAST_AT)), first = vi_xor(last, vi_set1(-1));
        const vi both = vi_select(vi_eq(had, none), span, vi_or(vi_and(had, first), vi_and(span, last)));
        span = vi_select(vi_eq(span, none), had, both);
    }
    vi_store_n(words, span, n);
}

static void clear_spans(hail_span *spans, int32_t rows) {
    for (int32_t k = 0; k < rows; k++)
        spans[k] = (hail_span){1, 0};
}

/* ---- Sums ------------------------------------------------------------------------------------------------------ */

/* Rows of a block, and which of their pixels touch. */
typedef struct block_rows {
    uint32_t own[HIGH], touching[HIGH];
    uint64_t some; /* bit i: row i has pixels that touch */
} block_rows;

static LANES_INLINE void look(const block *b, block_rows *rows) {
    rows->some = 0;
    for (int32_t k = 0; k < b->rows; k += HAIL_LANES) {
        const vi own = load_rows(&b->a, k), bits = touching(b, own, k);
        vi_store(rows->own + k, own);
        vi_store(rows->touching + k, bits);
        rows->some |= (uint64_t)rows_with_pixels(bits) << k;
    }
}

/* Of groups of rows, by bytes: how many pixels touch, and the sum of this before each group; the sum of the pixels'
 * places in these bytes; exposed sides. */
typedef struct byte_sums {
    vi count, before, places, side_x, side_y;
} byte_sums;

/* How many of `bits` are also in one less how many are in the other. */
static LANES_INLINE vi difference(vi bits, vi one, vi other) {
    vi places;
    return vi_sub_bytes(vi_count_bytes(vi_and(bits, one), &places), vi_count_bytes(vi_and(bits, other), &places));
}

/* Adds the sums of `groups` groups of rows; the first begins at `row`. column: of bit 0. */
static LANES_INLINE void add_sums(hail_pixel_sums *sums, const byte_sums *s, int32_t groups, int32_t row,
                                  int32_t column) {
    const vi middle = vi_set1((int32_t)0x80808080u), bytes = vi_set1(0x00ff00ff);
    const int64_t shifted = 128 * 4 * HAIL_LANES;
    /* Sums in parts of 16 bits, which they fit in. */
    const uint64_t counts =
        sum_words(vi_or(vi_sum_bytes(s->count), vi_or(vi_shift_left_wide(vi_sum_bytes(s->before), 16),
                                                      vi_shift_left_wide(vi_sum_bytes(s->places), 32))));
    const uint64_t sides = sum_words(vi_or(vi_sum_bytes(vi_add_bytes(s->side_x, middle)),
                                           vi_shift_left_wide(vi_sum_bytes(vi_add_bytes(s->side_y, middle)), 32)));
    /* By lanes: 8 for each column of 8 pixels, and the row. */
    const vi even = vi_and(s->count, bytes), odd = vi_and(vi_shift_right(s->count, 8), bytes);
    const vi across = vi_add(vi_dot_halves(even, vi_set1(16 << 16)), vi_dot_halves(odd, vi_set1(24 << 16 | 8)));
    const vi down = vi_dot_halves(vi_add(even, odd), vi_or(vi_iota(), vi_shift_left(vi_iota(), 16)));
    const uint64_t lanes = sum_words(vi_or(across, vi_shift_left(down, 16)));
    const uint32_t both = (uint32_t)lanes + (uint32_t)(lanes >> 32);
    const int64_t count = (int64_t)(counts & 0xffff), before = (int64_t)(counts >> 16 & 0xffff);
    sums->count += (uint32_t)count;
    sums->sum_x += count * column + (int64_t)(counts >> 32) + (int64_t)(both & 0xffff);
    sums->sum_y += count * row + HAIL_LANES * ((groups - 1) * count - before) + (int64_t)(both >> 16);
    sums->side_x += (int32_t)((int64_t)(uint32_t)sides - shifted);
    sums->side_y += (int32_t)((int64_t)(sides >> 32) - shifted);
}

/* Sums a block's rows [from, to); writes their spans. */
static LANES_INLINE void sum_rows(const block *b, const block_rows *rows, int32_t from, int32_t to, hail_span *spans,
                                  bool more, hail_pixel_sums *sums) {
    const vi none = vi_set1(0);
    byte_sums s = {none, none, none, none, none};
    int32_t groups = 0;
    for (int32_t k = from; k < to; k += HAIL_LANES, groups++) {
        const vi bits = vi_load(rows->touching + k), own = vi_load(rows->own + k);
        vi places;
        const vi count = vi_count_bytes(bits, &places);
        s.before = vi_add(s.before, s.count);
        s.count = vi_add(s.count, count);
        s.places = vi_add(s.places, places);
        /* Exposed sides, counted by those that are not: the sum is the same. */
        s.side_x = vi_add_bytes(s.side_x, difference(bits, vi_shift_left(own, 1), vi_shift_right(own, 1)));
        s.side_y = vi_add_bytes(s.side_y, difference(bits, load_rows(&b->a, k - 1), load_rows(&b->a, k + 1)));
        put_spans(spans + b->top + k, spans_of(bits, b->column), to - k, more);
    }
    add_sums(sums, &s, groups, b->top + from, b->column);
}

/* Sums a block that is not the only one. The first ones of their rows write all spans. */
static LANES_INLINE void sum_block(const block *b, bool more, hail_span *spans, hail_pixel_sums *sums) {
    block_rows rows;
    look(b, &rows);
    if (!rows.some) {
        if (!more)
            clear_spans(spans + b->top, b->rows);
        return;
    }
    const int32_t first = b->top + bits_first(rows.some), last = b->top + bits_last(rows.some);
    sums->first_y = first < sums->first_y ? first : sums->first_y;
    sums->last_y = last > sums->last_y ? last : sums->last_y;
    sum_rows(b, &rows, 0, b->rows, spans, more, sums);
}

static LANES_INLINE void sum_one_block(const block *b, hail_span *spans, hail_pixel_sums *sums) {
    block_rows rows;
    look(b, &rows);
    if (!rows.some)
        return;
    const int32_t first = bits_first(rows.some), last = bits_last(rows.some);
    sums->first_y = b->top + first;
    sums->last_y = b->top + last;
    sum_rows(b, &rows, first / HAIL_LANES * HAIL_LANES, last + 1, spans, false, sums);
}

static LANES_INLINE void sum_shifted(const hail_overlap_job *job, const hail_overlap *o, hail_pixel_sums *sums_of) {
    const hail_mask *a = &job->a[o->a], *b = &job->b[o->b];
    hail_pixel_sums sums = {.first_y = o->bottom, .last_y = o->top};
    if (is_one_block(o)) {
        const block all = block_at(a, b, o, o->left, o->top);
        sum_one_block(&all, job->spans, &sums);
    } else {
        for (int32_t left = o->left; left < o->right; left += WIDE)
            for (int32_t top = o->top; top < o->bottom; top += HIGH) {
                const block part = block_at(a, b, o, left, top);
                sum_block(&part, left > o->left, job->spans, &sums);
            }
    }
    if (sums.count)
        sums.first_x = job->spans[sums.first_y].first;
    *sums_of = sums;
}

static inline bool empty(const hail_overlap *o) { return o->left >= o->right || o->top >= o->bottom; }

void HAIL_KERNEL(overlap_shifted)(const hail_overlap_job *job, const hail_overlap *overlaps, uint32_t count,
                                  hail_pixel_sums *sums_of) {
    for (uint32_t i = 0; i < count; i++) {
        const hail_overlap *o = &overlaps[i];
        if (o->rotated)
            continue;
        if (empty(o))
            sums_of[i].count = 0;
        else if (job->of == PIXELS_ALL)
            sum_shifted(job, o, &sums_of[i]);
        else if (job->of == PIXELS_COUNT)
            sums_of[i].count = count_shifted(&job->a[o->a], &job->b[o->b], o, false);
        else
            sums_of[i].count = count_shifted(&job->a[o->a], &job->b[o->b], o, true);
    }
}
