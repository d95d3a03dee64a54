/* simd/kernels/sprites/pixel_overlap.c - docs/arithmetic.md, "Sprites": which pixels of one sprite touch another, if
 * neither is rotated or scaled. A row of up to 30 pixels and those beside them is a lane. */
#include <math.h>

#include "bits.h"
#include "byte_counts.h"
#include "doubles.h"
#include "pixel_blocks.h"

/* ---- Extents ----------------------------------------------------------------------------------------------------- */

double HAIL_KERNEL(pixel_extent)(const hail_span *spans, int32_t first, int32_t last, double x, double y) {
    const uint32_t *words = (const uint32_t *)(const void *)spans;
    const vi one = vi_set1(1), half = vi_set1(0xffff);
    const vd along_x = vd_set1(x), along_y = vd_set1(y), none = vd_set1(INFINITY), all = vd_set1(-INFINITY);
    const bool right = x > 0.0;
    const int32_t below = y > 0.0;
    vd lowest = none, highest = all;
    for (int32_t row = first; row <= last; row += HAIL_LANES) {
        const uint32_t n = (uint32_t)(last + 1 - row);
        const vi span = vi_load_n(words + (row - first), n), low_half = vi_and(span, half),
                 high_half = vi_shift_right(span, 16);
        const vi begin = LANES_LOW_HALF ? high_half : low_half,
                 end = vi_add(LANES_LOW_HALF ? low_half : high_half, one);
        const vm some = vm_and(vi_gt(end, begin), vm_first(n));
        const vi at = vi_add(vi_set1(row), vi_iota()), after = vi_add(at, one);
        const vd high_x = vd_from_float(vi_to_float(right ? end : begin)),
                 low_x = vd_from_float(vi_to_float(right ? begin : end)),
                 high_y = vd_from_float(vi_to_float(below ? after : at)),
                 low_y = vd_from_float(vi_to_float(below ? at : after));
        const vd high = vd_add(vd_mul(high_x, along_x), vd_mul(high_y, along_y)),
                 low = vd_add(vd_mul(low_x, along_x), vd_mul(low_y, along_y));
        highest = vd_max(highest, vd_select(some, high, all));
        lowest = vd_min(lowest, vd_select(some, low, none));
    }
    return vd_max_lane(highest) - vd_min_lane(lowest);
}

/* ---- Counts ---------------------------------------------------------------------------------------------------- */

/* stop: returns 1 or 0 instead. */
static LANES_INLINE uint32_t count_block(const pixel_block *b, bool stop) {
    vi count = vi_set1(0), places;
    for (int32_t k = 0; k < b->rows; k += HAIL_LANES) {
        const vi bits = touching(b, load_rows(&b->a, k), k);
        if (stop && rows_with_pixels(bits))
            return 1;
        if (!stop)
            count = vi_add(count, vi_count_bytes(bits, &places));
    }
    return stop ? 0 : (uint32_t)vi_sum_wide(vi_sum_bytes(count));
}

static LANES_APART uint32_t count_blocks(const hail_mask *a, const hail_mask *b, const hail_overlap *o, bool stop) {
    uint32_t count = 0;
    for (int32_t left = o->left; left < o->right; left += WIDE)
        for (int32_t top = o->top; top < o->bottom && !(stop && count); top += HIGH) {
            const pixel_block part = next_block(a, b, o, left, top);
            count += count_block(&part, stop);
        }
    return count;
}

static LANES_INLINE uint32_t count_shifted(const hail_mask *a, const hail_mask *b, const hail_overlap *o, bool stop) {
    if (!is_one_block(o))
        return count_blocks(a, b, o, stop);
    const pixel_block all = only_block(a, b, o);
    return count_block(&all, stop);
}

/* ---- Spans ----------------------------------------------------------------------------------------------------- */

/* A span as a word. */
enum { FIRST_AT = 16 * LANES_LOW_HALF, LAST_AT = 16 - FIRST_AT };
#define NO_SPAN (1 << FIRST_AT) /* from 1 to 0 */

/* Each lane's first pixel alone; the last pixels of all runs. */
static LANES_INLINE vi first_of(vi bits) { return vi_and(bits, vi_sub(vi_set1(0), bits)); }
static LANES_INLINE vi run_ends(vi bits) { return vi_sub(bits, vi_and(bits, vi_shift_right(bits, 1))); }

/* ZERO and the number of the last pixel, 0 if there is none: the exponent of a float. Of the last pixels of runs there
 * are no two side by side, so that rounding does not reach the next power of two. */
enum { ZERO = 127 };
static LANES_INLINE vi last_number(vi bits) { return vi_shift_right(vi_from_bits(vi_to_float(bits)), 23); }

/* Each row's first and last touching pixel. */
static LANES_INLINE vi spans_of(vi bits, int32_t column) {
    const vi low = last_number(first_of(bits)), high = last_number(run_ends(bits));
    const vi at = vi_set1((column - ZERO) * (1 + (1 << 16)));
    const vi span = vi_add(vi_or(vi_shift_left(low, FIRST_AT), vi_shift_left(high, LAST_AT)), at);
    return vi_select(vi_eq(bits, vi_set1(0)), vi_set1(NO_SPAN), span);
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

/* Rows of a block, and which of their pixels touch; what is behind them may be loaded. */
typedef struct block_rows {
    uint32_t own[HIGH], touching[HIGH + HAIL_LANES];
    uint64_t some; /* bit i: row i has pixels that touch */
} block_rows;

static LANES_INLINE void find_touching(const pixel_block *b, block_rows *rows) {
    uint64_t some = 0;
    for (int32_t k = 0; k < b->rows; k += HAIL_LANES) {
        const vi own = load_rows(&b->a, k), bits = touching(b, own, k);
        vi_store(rows->own + k, own);
        vi_store(rows->touching + k, bits);
        some |= (uint64_t)rows_with_pixels(bits) << k;
    }
    rows->some = some;
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
        vi_sum_wide(vi_or(vi_sum_bytes(s->count), vi_or(vi_shift_left_wide(vi_sum_bytes(s->before), 16),
                                                        vi_shift_left_wide(vi_sum_bytes(s->places), 32))));
    const uint64_t sides = vi_sum_wide(vi_or(vi_sum_bytes(vi_add_bytes(s->side_x, middle)),
                                             vi_shift_left_wide(vi_sum_bytes(vi_add_bytes(s->side_y, middle)), 32)));
    /* By lanes: 8 for each column of 8 pixels, and the row. */
    const vi even = vi_and(s->count, bytes), odd = vi_and(vi_shift_right(s->count, 8), bytes);
    const vi across = vi_add(vi_dot_halves(even, vi_set1(16 << 16)), vi_dot_halves(odd, vi_set1(24 << 16 | 8)));
    const vi down = vi_dot_halves(vi_add(even, odd), vi_or(vi_iota(), vi_shift_left(vi_iota(), 16)));
    const uint64_t lanes = vi_sum_wide(vi_or(across, vi_shift_left(down, 16)));
    const uint32_t both = (uint32_t)lanes + (uint32_t)(lanes >> 32);
    const int64_t count = (int64_t)(counts & 0xffff), before = (int64_t)(counts >> 16 & 0xffff);
    sums->count += (uint32_t)count;
    sums->sum_x += count * column + (int64_t)(counts >> 32) + (int64_t)(both & 0xffff);
    sums->sum_y += count * row + HAIL_LANES * ((groups - 1) * count - before) + (int64_t)(both >> 16);
    sums->side_x += (int32_t)((int64_t)(uint32_t)sides - shifted);
    sums->side_y += (int32_t)((int64_t)(sides >> 32) - shifted);
}

/* Sums a block's rows [from, to), at most SUMMED. */
static LANES_INLINE void sum_few_rows(const pixel_block *b, const block_rows *rows, int32_t from, int32_t to,
                                      hail_pixel_sums *sums) {
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
    }
    add_sums(sums, &s, groups, b->top + from, b->column);
}

static LANES_INLINE void sum_rows(const pixel_block *b, const block_rows *rows, int32_t from, int32_t to,
                                  hail_pixel_sums *sums) {
    int32_t k = from;
    for (; SUMMED < HIGH && to - k > SUMMED; k += SUMMED)
        sum_few_rows(b, rows, k, k + SUMMED, sums);
    sum_few_rows(b, rows, k, to, sums);
}

/* Writes the spans of a block's rows [from, to); the first one is spans[0]. */
static LANES_APART void write_spans(const pixel_block *b, const block_rows *rows, int32_t from, int32_t to,
                                    hail_span *spans, bool more) {
    for (int32_t k = from; k < to; k += HAIL_LANES)
        put_spans(spans + (k - from), spans_of(vi_load(rows->touching + k), b->column), to - k, more);
}

/* Sums a block that is not the only one. The first ones of their rows write all spans, from spans[0] on. */
static LANES_INLINE void sum_block(const pixel_block *b, bool more, hail_span *spans, hail_pixel_sums *sums) {
    block_rows rows;
    find_touching(b, &rows);
    if (!rows.some) {
        if (!more)
            clear_spans(spans, b->rows);
        return;
    }
    const int32_t first = b->top + bits_first(rows.some), last = b->top + bits_last(rows.some);
    sums->first_y = first < sums->first_y ? first : sums->first_y;
    sums->last_y = last > sums->last_y ? last : sums->last_y;
    sum_rows(b, &rows, 0, b->rows, sums);
    write_spans(b, &rows, 0, b->rows, spans, more);
}

/* How far the squares of the touching pixels of rows [from, to) extend along (x, y), times its length: from the
 * extremes of the projections of each row's first and last pixel. along: the direction's halves. Projections are whole
 * numbers below 2^19, which floats hold. */
static LANES_INLINE int32_t extent_of(const block_rows *rows, int32_t from, int32_t to, vi along, int32_t x,
                                      int32_t y) {
    const vi none = vi_set1(0), next = vi_set1(HAIL_LANES << 16);
    const vf least = vf_set1(-0x1p20f), most = vf_set1(0x1p20f);
    vf highest = least, lowest = most;
    vi place = vi_shift_left(vi_iota(), 16);
    for (int32_t k = from; k < to; k += HAIL_LANES, place = vi_add(place, next)) {
        const vi bits = vi_load(rows->touching + k), first = vi_add(place, last_number(first_of(bits))),
                 last = vi_add(place, last_number(run_ends(bits)));
        const vf low = vi_to_float(vi_dot_halves(first, along)), high = vi_to_float(vi_dot_halves(last, along));
        const vm missing = vi_eq(bits, none);
        highest = vf_max(highest, vf_select(missing, least, vf_max(low, high)));
        lowest = vf_min(lowest, vf_select(missing, most, vf_min(low, high)));
    }
    const float range = -vf_min_lane(vf_negate(highest)) - vf_min_lane(lowest);
    return (int32_t)range + (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

/* Sums a block that is the only one. */
static LANES_INLINE void sum_only_block(const pixel_block *b, hail_span *spans, hail_pixel_sums *sums) {
    block_rows rows;
    find_touching(b, &rows);
    if (!rows.some)
        return;
    const int32_t first = bits_first(rows.some), end = bits_last(rows.some) + 1, from = first / HAIL_LANES * HAIL_LANES;
    sums->first_x = b->column + (int32_t)lowest_bit(rows.touching[first]);
    sums->first_y = b->top + first;
    sums->last_y = b->top + end - 1;
    sum_rows(b, &rows, from, end, sums);
    if (sums->side_x || sums->side_y) {
        const uint32_t halves = (uint32_t)sums->side_y * 65536u + ((uint32_t)sums->side_x & 0xffff);
        sums->extent = extent_of(&rows, from, end, vi_set1((int32_t)halves), sums->side_x, sums->side_y);
    } else {
        write_spans(b, &rows, first, end, spans, false);
    }
}

static LANES_APART void sum_blocks(const hail_mask *a, const hail_mask *b, const hail_overlap *o, hail_span *spans,
                                   hail_pixel_sums *sums) {
    sums->first_y = o->bottom;
    sums->last_y = o->top;
    for (int32_t left = o->left; left < o->right; left += WIDE)
        for (int32_t top = o->top; top < o->bottom; top += HIGH) {
            const pixel_block part = next_block(a, b, o, left, top);
            sum_block(&part, left > o->left, spans + (top - o->top), sums);
        }
    if (!sums->count)
        return;
    const size_t rows = (size_t)(sums->last_y - sums->first_y) + 1;
    memmove(spans, spans + (sums->first_y - o->top), rows * sizeof *spans);
    sums->first_x = spans[0].first;
    if (sums->side_x || sums->side_y)
        sums->extent = (int64_t)HAIL_KERNEL(pixel_extent)(spans, sums->first_y, sums->last_y, (double)sums->side_x,
                                                          (double)sums->side_y);
}

static LANES_INLINE void sum_shifted(const hail_overlap_job *job, const hail_overlap *o, hail_span *spans,
                                     hail_pixel_sums *sums_of) {
    const hail_mask *a = &job->a[o->a], *b = &job->b[o->b];
    *sums_of = (hail_pixel_sums){0};
    if (overlap_is_empty(o))
        return;
    if (is_one_block(o)) {
        const pixel_block all = only_block(a, b, o);
        sum_only_block(&all, spans, sums_of);
    } else {
        sum_blocks(a, b, o, spans, sums_of);
    }
}

void HAIL_KERNEL(overlap_shifted)(const hail_overlap_job *job, const hail_overlap *overlaps, uint32_t count,
                                  hail_pixel_sums *sums_of) {
    for (uint32_t i = 0; i < count; i++) {
        const hail_overlap *o = &overlaps[i];
        if (o->rotated)
            continue;
        if (job->of == PIXELS_ALL)
            sum_shifted(job, o, hail_pair_spans(job, i), &sums_of[i]);
        else if (overlap_is_empty(o))
            sums_of[i].count = 0;
        else if (job->of == PIXELS_COUNT)
            sums_of[i].count = count_shifted(&job->a[o->a], &job->b[o->b], o, false);
        else
            sums_of[i].count = count_shifted(&job->a[o->a], &job->b[o->b], o, true);
    }
}
