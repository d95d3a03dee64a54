/* simd/kernels/sprites/pixel_overlap.c - docs/arithmetic.md, "Sprites": which pixels of one sprite touch another, if
 * neither is rotated or scaled; in words of 64 pixels of the frames, two lanes to a word. */
#include "bits.h"
#include "byte_counts.h"
#include "kernels/kernel.h"

enum { WORDS = HAIL_LANES / 2 };

static inline int32_t frame_width(const hail_mask *mask) { return mask->right - mask->left + 2; }
static inline size_t frame_height(const hail_mask *mask) {
    const int32_t rows = mask->bottom - mask->top + 2;
    return (size_t)rows;
}

static inline vi load_words(const uint64_t *p) { return vi_load((const uint32_t *)(const void *)p); }
static inline void store_words(uint64_t *p, vi a) { vi_store((uint32_t *)(void *)p, a); }

static inline uint64_t sum_words(vi a) {
    uint64_t word[WORDS], sum = 0;
    store_words(word, a);
    for (int k = 0; k < WORDS; k++)
        sum += word[k];
    return sum;
}

/* ---- A column of a's words ------------------------------------------------------------------------------------- */

/* Rows of one column of a's words, and the columns of b's words that they lie on: these are moved by `right` and
 * `left` bits. 64: that column is not needed. */
typedef struct word_column {
    const uint64_t *a, *low, *high;
    uint32_t right, left;
    int32_t rows;
} word_column;

/* Column i of a's frame. The overlap is not empty, and reaches it. */
static LANES_INLINE word_column column_at(const hail_mask *a, const hail_mask *b, const hail_overlap *o, uint32_t i) {
    const int32_t shift = o->shift_x + a->left - b->left, row = o->top - a->top + 1;
    const uint32_t left = (uint32_t)(o->left - a->left + 1), last = (uint32_t)(o->right - a->left);
    const uint32_t from = left > i * 64 ? left : i * 64, to = last < i * 64 + 63 ? last : i * 64 + 63;
    const uint32_t low = (from + (uint32_t)shift) / 64, high = (to + (uint32_t)shift) / 64;
    const int32_t move = shift + 64 * ((int32_t)i - (int32_t)low);
    const uint64_t *words = b->columns + row + o->shift_y + a->top - b->top;
    return (word_column){.a = a->columns + i * frame_height(a) + row,
                         .low = words + low * frame_height(b),
                         .high = words + high * frame_height(b),
                         .right = move >= 0 ? (uint32_t)move : 64,
                         .left = move < 0     ? (uint32_t)-move
                                 : high > low ? 64 - (uint32_t)move
                                              : 64,
                         .rows = o->bottom - o->top};
}

/* From MOST_WORDS - n on, n words of ones, and zeros: a mask of the last n rows. Loading it takes fewer instructions
 * than comparing lanes. */
enum { MOST_WORDS = HAIL_SLACK / 2 };
static const uint64_t rows_left[2 * MOST_WORDS] = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX,
                                                   UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
static inline int32_t least(int32_t rows) { return rows < MOST_WORDS ? rows : MOST_WORDS; }

/* The touching pixels of rows k to k + WORDS - 1; none after the last row. */
static LANES_INLINE vi touching(const word_column *c, int32_t k) {
    const vi moved = vi_or(vi_shift_right_wide(load_words(c->low + k), c->right),
                           vi_shift_left_wide(load_words(c->high + k), c->left));
    return vi_and(vi_and(load_words(c->a + k), moved), load_words(rows_left + MOST_WORDS - least(c->rows - k)));
}

/* Two bits a row: whether pixels of its halves are set. */
static inline uint32_t set_halves(vi bits) { return vm_bits(vi_eq(bits, vi_set1(0))) ^ HAIL_ALL_LANES; }

/* ---- Counts ---------------------------------------------------------------------------------------------------- */

static LANES_INLINE uint32_t count_column(const word_column *c, bool stop) {
    vi count = vi_set1(0);
    for (int32_t k = 0; k < c->rows; k += WORDS) {
        const vi bits = touching(c, k);
        if (stop && set_halves(bits))
            return 1;
        if (!stop)
            count = vi_add(count, vi_count_wide(bits));
    }
    return stop ? 0 : (uint32_t)sum_words(count);
}

static LANES_INLINE uint32_t count_shifted(const hail_mask *a, const hail_mask *b, const hail_overlap *o, bool stop) {
    const uint32_t first = (uint32_t)(o->left - a->left + 1) / 64, last = (uint32_t)(o->right - a->left) / 64;
    uint32_t count = 0;
    for (uint32_t i = first; i <= last && !(stop && count); i++) {
        const word_column c = column_at(a, b, o, i);
        count += count_column(&c, stop);
    }
    return count;
}

/* ---- Sums ------------------------------------------------------------------------------------------------------ */

/* Rows of the overlap, from 0. */
typedef struct row_range {
    int32_t first, end;
} row_range;

/* Finds the first and the last row of a column in which pixels touch; an empty range if there are none. Without
 * branches, which the processor could not predict. */
static LANES_INLINE row_range find_rows(const word_column *c) {
    int32_t first_group = 0, last_group = 0;
    uint32_t first = 0, last = 0;
    for (int32_t k = 0; k < c->rows; k += WORDS) {
        const uint32_t halves = set_halves(touching(c, k));
        first_group = first ? first_group : k;
        first = first ? first : halves;
        last_group = halves ? k : last_group;
        last = halves ? halves : last;
    }
    return first ? (row_range){first_group + bits_first(first) / 2, last_group + bits_last(last) / 2 + 1}
                 : (row_range){0, 0};
}

/* Rows at a time: a byte can hold how many of 8 pixels touch in them. */
enum { BLOCK = 31 * WORDS };

/* Stores the first and the last touching pixel of each row; if none touches, the first is after the last. Writes
 * HAIL_LANES spans, WORDS of them valid. column: of bit 0. */
static LANES_INLINE void store_ends(hail_span *spans, vi bits, vi column) {
    const vi before = vi_sub(column, vi_set1(1)), first = vi_first_wide(bits), end = vi_end_wide(bits);
    const vi firsts = vi_add(first, column), lasts = vi_add(end, before);
    const vi upper = LANES_LOW_HALF ? firsts : lasts, lower = LANES_LOW_HALF ? lasts : firsts;
    vi_compress_store((uint32_t *)(void *)spans, 0x5555u << LANES_LOW_HALF & HAIL_ALL_LANES,
                      vi_add(vi_shift_left(upper, 16), vi_and(lower, vi_set1(0xffff))));
}

/* Updates rows' first and last touching pixel from the next column on. */
static void update_spans(hail_span *spans, const hail_span *ends, int32_t rows) {
    for (int32_t k = 0; k < rows; k++)
        if (spans[k].first > spans[k].last)
            spans[k] = ends[k];
        else if (ends[k].first <= ends[k].last)
            spans[k].last = ends[k].last;
}

/* Of groups of rows: how many pixels touch, and the sum of this after each group; the same by columns of 8 pixels; the
 * sum of the places in these; exposed sides. */
typedef struct group_sums {
    vi count, run, bytes, places, side_x, side_y;
} group_sums;

/* How many of `bits` are also in one less how many are in the other. */
static LANES_INLINE vi difference(vi bits, vi one, vi other) {
    return vi_sub_wide(vi_count_wide(vi_and(bits, one)), vi_count_wide(vi_and(bits, other)));
}

/* Sums rows [k, k + rows) of column i, at most BLOCK, and writes their ends. column: of bit 0. */
static LANES_INLINE group_sums sum_groups(const hail_mask *a, const word_column *c, uint32_t i, int32_t k, int32_t rows,
                                          int32_t column, hail_span *ends) {
    const size_t height = frame_height(a);
    const bool more = (int32_t)(i + 1) * 64 < frame_width(a);
    const uint32_t before = i > 0 ? 63 : 64, after = more ? 63 : 64;
    const vi none = vi_set1(0);
    group_sums s = {none, none, none, none, none, none};
    for (int32_t at = 0; at < rows; at += WORDS) {
        const uint64_t *own = c->a + k + at;
        const vi bits = touching(c, k + at), row = load_words(own);
        const vi left =
            vi_or(vi_shift_left_wide(row, 1), vi_shift_right_wide(load_words(i > 0 ? own - height : own), before));
        const vi right =
            vi_or(vi_shift_right_wide(row, 1), vi_shift_left_wide(load_words(more ? own + height : own), after));
        vi places;
        const vi bytes = vi_count_bytes(bits, &places);
        s.count = vi_add(s.count, vi_sum_bytes(bytes));
        s.run = vi_add(s.run, s.count);
        s.bytes = vi_add(s.bytes, bytes);
        s.places = vi_add(s.places, vi_sum_bytes(places));
        /* Exposed sides, counted by those that are not: the sum is the same. */
        s.side_x = vi_add_wide(s.side_x, difference(bits, left, right));
        s.side_y = vi_add_wide(s.side_y, difference(bits, load_words(own - 1), load_words(own + 1)));
        store_ends(ends + at, bits, vi_set1(column));
    }
    return s;
}

/* The sum of the numbers of the columns of 8 pixels, each as often as `bytes` says. */
static uint32_t sum_columns(vi bytes) {
    uint64_t word[WORDS], even = 0, odd = 0;
    store_words(word, bytes);
    for (int k = 0; k < WORDS; k++) {
        even += word[k] & 0x00ff00ff00ff00ffu;
        odd += word[k] >> 8 & 0x00ff00ff00ff00ffu;
    }
    /* The upper 16 bits of these products are the sums of all four parts, each times its number. */
    return (uint32_t)(even * 0x0000000200040006u >> 48) + (uint32_t)(odd * 0x0001000300050007u >> 48);
}

/* Adds `groups` groups of rows; the first begins at `row`. column: of bit 0. */
static void add_groups(hail_pixel_sums *sums, const group_sums *s, int32_t groups, int32_t row, int32_t column) {
    uint64_t count[WORDS];
    int64_t pixels = 0, rows = 0;
    /* Two sums in one word. */
    const int64_t sides = (int64_t)sum_words(vi_add_wide(s->side_x, vi_shift_left_wide(s->side_y, 32)));
    const uint64_t runs = sum_words(vi_or(s->run, vi_shift_left_wide(s->places, 32)));
    store_words(count, s->count);
    for (int k = 0; k < WORDS; k++) {
        pixels += (int64_t)count[k];
        rows += (int64_t)count[k] * k;
    }
    sums->count += (uint32_t)pixels;
    sums->sum_x += pixels * column + (int64_t)(runs >> 32) + 8 * (int64_t)sum_columns(s->bytes);
    sums->sum_y += rows + pixels * (row + groups * WORDS) - (int64_t)(uint32_t)runs * WORDS;
    sums->side_x += (int32_t)(uint32_t)sides;
    sums->side_y += (int32_t)((sides - (int32_t)(uint32_t)sides) / ((int64_t)1 << 32));
}

/* Adds rows of column i. update: an earlier column has written the spans. */
static void sum_column(const hail_overlap_job *job, const hail_overlap *o, const word_column *c, uint32_t i,
                       row_range range, bool update, hail_pixel_sums *sums) {
    const hail_mask *a = &job->a[o->a];
    const int32_t column = a->left - 1 + 64 * (int32_t)i;
    hail_span ends[BLOCK + HAIL_LANES];
    for (int32_t k = range.first; k < range.end; k += BLOCK) {
        const int32_t rows = range.end - k < BLOCK ? range.end - k : BLOCK;
        const group_sums s = sum_groups(a, c, i, k, rows, column, ends);
        add_groups(sums, &s, (rows + WORDS - 1) / WORDS, o->top + k, column);
        if (update)
            update_spans(job->spans + o->top + k, ends, rows);
        else
            memcpy(job->spans + o->top + k, ends, (size_t)rows * sizeof *ends);
    }
}

static void sum_shifted(const hail_overlap_job *job, const hail_overlap *o, hail_pixel_sums *sums_of) {
    const hail_mask *a = &job->a[o->a], *b = &job->b[o->b];
    const uint32_t first = (uint32_t)(o->left - a->left + 1) / 64, last = (uint32_t)(o->right - a->left) / 64;
    hail_pixel_sums sums = {.first_y = o->bottom, .last_y = o->top};
    for (uint32_t i = first; i <= last; i++) {
        const word_column c = column_at(a, b, o, i);
        const row_range range = find_rows(&c);
        if (range.first >= range.end)
            continue;
        /* Several columns: the first one writes all spans. */
        sum_column(job, o, &c, i, first == last ? range : (row_range){0, c.rows}, sums.count != 0, &sums);
        sums.first_y = o->top + range.first < sums.first_y ? o->top + range.first : sums.first_y;
        sums.last_y = o->top + range.end > sums.last_y + 1 ? o->top + range.end - 1 : sums.last_y;
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
        else
            sums_of[i].count = count_shifted(&job->a[o->a], &job->b[o->b], o, job->of == PIXELS_TOUCH);
    }
}
