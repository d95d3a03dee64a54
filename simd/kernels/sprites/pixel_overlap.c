/* simd/kernels/sprites/pixel_overlap.c - docs/arithmetic.md, "Sprites": which pixels of one sprite touch another, if
 * neither is rotated or scaled; in words of 64 pixels, two lanes to a word. */
#include "pixel_sums.h"
#include "kernels/kernel.h"

/* The bits of the 64 pixels from 64 * word on that are in columns [left, right). */
static inline uint64_t columns_of(int32_t word, int32_t left, int32_t right) {
    const int32_t from = left - word * 64, to = right - word * 64;
    const uint64_t after = from > 0 ? UINT64_MAX << from : UINT64_MAX;
    return to < 64 ? after & ~(UINT64_MAX << to) : after;
}

static inline int32_t frame_height(const hail_mask *mask) { return mask->bottom - mask->top + 2; }

static inline uint32_t count_lanes(vi bits) {
    uint32_t lane[HAIL_LANES];
    uint64_t word[HAIL_LANES / 2];
    uint32_t count = 0;
    vi_store(lane, bits);
    memcpy(word, lane, sizeof word);
    for (int k = 0; k < HAIL_LANES / 2; k++)
        count += bits_count(word[k]);
    return count;
}

static inline vi load_words(const uint64_t *p) { return vi_load((const uint32_t *)(const void *)p); }

/* A column of a's words over a column of b's: bit p of a's word lies on bit p + shift of b's. */
static LANES_INLINE uint32_t count_column(const uint64_t *a, const uint64_t *b, int32_t shift, int32_t rows,
                                          bool stop) {
    const uint32_t right = shift >= 0 ? (uint32_t)shift : 64, left = shift >= 0 ? 64 : (uint32_t)-shift;
    const vi none = vi_set1(0);
    uint32_t count = 0;
    for (int32_t k = 0; k < rows && !(stop && count); k += HAIL_LANES / 2) {
        const vi low = load_words(b + k);
        const vi moved = vi_or(vi_shift_right_wide(low, right), vi_shift_left_wide(low, left));
        const vi both = vi_select(vm_first(2 * (uint32_t)(rows - k)), vi_and(load_words(a + k), moved), none);
        count += count_lanes(both);
    }
    return count;
}

/* Uses the frames: looks only at words some of whose pixels lie on each other. */
static LANES_INLINE uint32_t count_shifted(const hail_mask *a, const hail_mask *b, const hail_overlap *o, bool stop) {
    const int32_t shift = o->shift_x + a->left - b->left, row = o->top - a->top + 1, rows = o->bottom - o->top;
    const uint32_t left = (uint32_t)(o->left - a->left + 1), last = (uint32_t)(o->right - a->left);
    const uint64_t *one = a->columns + row, *other = b->columns + row + o->shift_y + a->top - b->top;
    uint32_t count = 0;
    for (uint32_t i = left / 64; i <= last / 64 && !(stop && count); i++) {
        const uint32_t begin = i * 64, from = (left > begin ? left : begin) + (uint32_t)shift;
        const uint32_t to = (last < begin + 63 ? last : begin + 63) + (uint32_t)shift;
        for (uint32_t k = from / 64; k <= to / 64; k++)
            count +=
                count_column(one + (size_t)i * (size_t)frame_height(a), other + (size_t)k * (size_t)frame_height(b),
                             shift + 64 * ((int32_t)i - (int32_t)k), rows, stop);
    }
    return count;
}

/* Pixels column to column + 63 of a row of b. */
static inline uint64_t bits_from(const hail_mask *b, int32_t row, int32_t column) {
    const int32_t word = (column + 64 * 512) / 64 - 512, shift = column - word * 64; /* rounded down */
    const int32_t last = (int32_t)(b->stride / 2);
    const uint64_t low = word >= 0 && word < last ? mask_bits(b, row, word) : 0;
    const uint64_t high = shift && word + 1 >= 0 && word + 1 < last ? mask_bits(b, row, word + 1) : 0;
    return low >> shift | (shift ? high << (64 - shift) : 0);
}

static void sum_shifted(const hail_overlap_job *job, const hail_overlap *o, hail_pixel_sums *sums) {
    const hail_mask *a = &job->a[o->a], *b = &job->b[o->b];
    *sums = (hail_pixel_sums){0};
    for (int32_t row = o->top; row < o->bottom; row++)
        for (int32_t word = o->left / 64; word <= (o->right - 1) / 64; word++) {
            const uint64_t bits = mask_bits(a, row, word) & columns_of(word, o->left, o->right) &
                                  bits_from(b, row + o->shift_y, word * 64 + o->shift_x);
            if (bits)
                sums_add(sums, job->spans, a, row, word * 64, bits);
        }
}

/* A row of at most 64 pixels. */
static inline uint64_t narrow_row(const hail_mask *mask, int32_t row) {
    return row >= mask->top && row < mask->bottom ? mask_bits(mask, row, 0) : 0;
}

/* The same as sum_shifted for sprites at most 64 px wide: a row is one word, and so are its neighbours. */
static void sum_narrow(const hail_overlap_job *job, const hail_overlap *o, hail_pixel_sums *sums_of) {
    const hail_mask *a = &job->a[o->a], *b = &job->b[o->b];
    const uint64_t columns = columns_of(0, o->left, o->right);
    const uint32_t right = o->shift_x > 0 ? (uint32_t)o->shift_x : 0, left = o->shift_x < 0 ? (uint32_t)-o->shift_x : 0;
    hail_pixel_sums sums = {0};
    uint64_t above = narrow_row(a, o->top - 1), own = narrow_row(a, o->top), below;
    for (int32_t row = o->top; row < o->bottom; row++, above = own, own = below) {
        below = narrow_row(a, row + 1);
        const uint64_t bits = own & columns & (mask_bits(b, row + o->shift_y, 0) >> right << left);
        if (!bits)
            continue;
        const uint32_t count = bits_count(bits);
        const int32_t first = bits_first(bits), last = bits_last(bits);
        sums_span(&sums, job->spans, row, first, last);
        if (!sums.count) {
            sums.first_x = first;
            sums.first_y = row;
        }
        sums.last_y = row;
        sums.count += count;
        /* Exposed sides, counted by those that are not: the sum is the same. */
        sums.side_x += (int32_t)bits_count(bits & own << 1) - (int32_t)bits_count(bits & own >> 1);
        sums.side_y += (int32_t)bits_count(bits & above) - (int32_t)bits_count(bits & below);
        sums.sum_x += bits_sum_of(bits, first, last, (int32_t)count);
        sums.sum_y += (int64_t)count * row;
    }
    *sums_of = sums;
}

static inline bool are_narrow(const hail_mask *a, const hail_mask *b) { return a->stride == 2 && b->stride == 2; }

static inline bool empty(const hail_overlap *o) { return o->left >= o->right || o->top >= o->bottom; }

void HAIL_KERNEL(overlap_shifted)(const hail_overlap_job *job, const hail_overlap *overlaps, uint32_t count,
                                  hail_pixel_sums *sums_of) {
    for (uint32_t i = 0; i < count; i++) {
        const hail_overlap *o = &overlaps[i];
        if (o->rotated)
            continue;
        if (empty(o))
            sums_of[i].count = 0;
        else if (job->of == PIXELS_ALL && are_narrow(&job->a[o->a], &job->b[o->b]))
            sum_narrow(job, o, &sums_of[i]);
        else if (job->of == PIXELS_ALL)
            sum_shifted(job, o, &sums_of[i]);
        else
            sums_of[i].count = count_shifted(&job->a[o->a], &job->b[o->b], o, job->of == PIXELS_TOUCH);
    }
}
