/* simd/kernels/sprites/pixel_overlap.c - docs/arithmetic.md, "Sprites": which pixels of one sprite touch another.
 * Sprites that are not rotated are compared in words of 64 pixels, two lanes to a word; the others with one pixel a
 * lane. */
#include "pixel_sums.h"
#include "kernels/kernel.h"

/* The bits of the 64 pixels from 64 * word on that are in columns [left, right). */
static inline uint64_t columns_of(int32_t word, int32_t left, int32_t right) {
    const int32_t from = left - word * 64, to = right - word * 64;
    const uint64_t after = from > 0 ? UINT64_MAX << from : UINT64_MAX;
    return to < 64 ? after & ~(UINT64_MAX << to) : after;
}

static inline int32_t frame_height(const hail_mask *mask) { return mask->bottom - mask->top + 2; }

/* ---- Not rotated ------------------------------------------------------------------------------------------------ */

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
        const int32_t first = bits_first(bits);
        sums_span(&sums, job->spans, row, first, bits_last(bits));
        if (!sums.count) {
            sums.first_x = first;
            sums.first_y = row;
        }
        sums.last_y = row;
        sums.count += count;
        sums.side_x += (int32_t)bits_count(bits & ~(own >> 1)) - (int32_t)bits_count(bits & ~(own << 1));
        sums.side_y += (int32_t)bits_count(bits & ~below) - (int32_t)bits_count(bits & ~above);
        sums.sum_x += bits_sum(bits);
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

/* ---- Rotated ---------------------------------------------------------------------------------------------------- */

/* Two parallel lines in b's frame, and how a row of a crosses them. The margin is larger than any rounding error. */
typedef struct lines {
    vf inverse, margin, low, high;
    bool along; /* rows run along the lines: nothing is cut off */
} lines;

#define ROW_ERROR    0x1p-20f /* this share of the sizes that go into a crossing is more than its rounding error */
#define ROW_MIN_STEP 1.0e-6f  /* px per px: rows that approach a line more slowly count as running along it */

static LANES_INLINE lines lines_across(float step, float high, float x, float y) {
    const float size = step < 0.0f ? -step : step, far_x = x < 0.0f ? -x : x, far_y = y < 0.0f ? -y : y;
    const float error = (far_x + far_y + HAIL_SHIFT_FAR * size + HAIL_SHIFT_FAR) * ROW_ERROR;
    const bool along = !(size > ROW_MIN_STEP);
    return (lines){.inverse = vf_set1(along ? 0.0f : 1.0f / step),
                   .margin = vf_set1(along ? 0.0f : HAIL_RANGE_ROOM + error / size),
                   .low = vf_set1(1.0f),
                   .high = vf_set1(high),
                   .along = along};
}

/* Narrows [from, to] to where start + i * step may lie between the lines. */
static LANES_INLINE void clip(const lines *l, vf start, vf *from, vf *to) {
    if (l->along)
        return;
    const vf t0 = vf_mul(vf_sub(l->low, start), l->inverse), t1 = vf_mul(vf_sub(l->high, start), l->inverse);
    *from = vf_max(*from, vf_sub(vf_min(t0, t1), l->margin));
    *to = vf_min(*to, vf_add(vf_max(t0, t1), l->margin));
}

/* HAIL_LANES rows of a: where they start in b's frame, and which of their pixels may touch. */
typedef struct starts {
    float x[HAIL_LANES], y[HAIL_LANES];
    uint32_t from[HAIL_LANES], to[HAIL_LANES];
} starts;

static LANES_INLINE void find_starts(const hail_overlap *o, const lines *across, const lines *down, int32_t row,
                                     starts *s) {
    const vf at = vi_to_float(vi_add(vi_set1(row), vi_iota()));
    const vf x = vf_add(vf_set1(o->x), vf_mul(at, vf_set1(o->vx)));
    const vf y = vf_add(vf_set1(o->y), vf_mul(at, vf_set1(o->vy)));
    const vf left = vf_set1((float)o->left), right = vf_set1((float)(o->right - 1));
    vf from = left, to = right;
    clip(across, x, &from, &to);
    clip(down, y, &from, &to);
    /* Whole numbers, from the first to the last; none if the first is larger. */
    const vm some = vf_le(from, to);
    const vi first = vf_truncate(vf_select(some, from, right)), last = vf_truncate(vf_select(some, to, left));
    const vi up = vi_select(vf_lt(vi_to_float(first), from), vi_set1(1), vi_set1(0));
    vf_store(s->x, x);
    vf_store(s->y, y);
    vi_store(s->from, vi_select(some, vi_add(first, up), vi_set1(0)));
    vi_store(s->to, vi_select(some, vi_add(last, vi_set1(1)), vi_set1(0)));
}

/* b's frame, and a's steps in it. */
typedef struct sampler {
    const uint32_t *halves; /* of b's words */
    vf ux, uy, last_x, last_y;
    vi height;
} sampler;

/* Which of HAIL_LANES points in b's frame lie in opaque pixels. Points beyond the frame are moved to its border, which
 * is open. */
static LANES_INLINE unsigned sample(const sampler *s, vf x, vf y) {
    const vf zero = vf_set1(0.0f);
    const vi column = vf_truncate(vf_max(vf_min(x, s->last_x), zero));
    const vi row = vf_truncate(vf_max(vf_min(y, s->last_y), zero)), one = vi_set1(1);
    const vi word = vi_add(vi_mul(vi_shift_right(column, 6), s->height), row);
    const vi half = vi_xor(vi_and(vi_shift_right(column, 5), one), vi_set1(LANES_LOW_HALF));
    const vi bits = vi_pick(s->halves, vi_add(vi_add(word, word), half));
    return vm_bits(vi_eq(vi_and(vi_shift_right_by(bits, vi_and(column, vi_set1(31))), one), one));
}

/* Where HAIL_LANES pixels of a row from column i on lie in b's frame. */
static LANES_INLINE void locate(const sampler *s, float start_x, float start_y, int32_t i, vf *x, vf *y) {
    const vf at = vi_to_float(vi_add(vi_set1(i), vi_iota()));
    *x = vf_add(vf_set1(start_x), vf_mul(at, s->ux));
    *y = vf_add(vf_set1(start_y), vf_mul(at, s->uy));
}

/* ---- Count only: a's opaque pixels are packed before they are looked up in b ------------------------------------ */

enum { POINTS = 128 };
typedef struct points {
    uint32_t count;
    float x[POINTS + 64 + HAIL_LANES], y[POINTS + 64 + HAIL_LANES];
} points;

/* Adds the opaque ones of 64 pixels of a row from `column` on, those before `to`. */
static LANES_INLINE void gather_points(const sampler *s, const hail_mask *a, int32_t row, int32_t column, int32_t to,
                                       float start_x, float start_y, points *p) {
    uint64_t own = mask_from(a, row, column);
    if (to - column < 64)
        own &= ~(UINT64_MAX << (to - column));
    uint32_t n = p->count;
    while (own)
        for (int more = 0; more < (HAIL_LANES < 16 ? 2 : 1); more++) { /* so that fewer loop ends are mispredicted */
            const unsigned bits = (unsigned)own & HAIL_ALL_LANES;
            vf x, y;
            locate(s, start_x, start_y, column, &x, &y);
            vf_compress_store(p->x + n, bits, x);
            vf_compress_store(p->y + n, bits, y);
            n += vm_count_bits(bits);
            own >>= HAIL_LANES;
            column += HAIL_LANES;
        }
    p->count = n;
}

static LANES_INLINE uint32_t count_points(const sampler *s, points *p, bool stop) {
    uint32_t count = 0;
    for (uint32_t k = 0; k < p->count && !(stop && count); k += HAIL_LANES) {
        const unsigned hits = sample(s, vf_load(p->x + k), vf_load(p->y + k));
        const uint32_t left = p->count - k;
        count += vm_count_bits(left < HAIL_LANES ? hits & ((1u << left) - 1u) : hits);
    }
    p->count = 0;
    return count;
}

/* ---- All sums: row by row ---------------------------------------------------------------------------------------- */

/* Which of 64 pixels of a row from `column` on touch, those before `to`. */
static LANES_INLINE uint64_t touching(const sampler *s, const hail_mask *a, int32_t row, int32_t column, int32_t to,
                                      float start_x, float start_y) {
    uint64_t own = mask_from(a, row, column), bits = 0;
    if (to - column < 64)
        own &= ~(UINT64_MAX << (to - column));
    for (int32_t k = 0; own; k += HAIL_LANES, own >>= HAIL_LANES) {
        const unsigned wanted = (unsigned)own & HAIL_ALL_LANES;
        vf x, y;
        if (!wanted)
            continue;
        locate(s, start_x, start_y, column + k, &x, &y);
        bits |= (uint64_t)(wanted & sample(s, x, y)) << k;
    }
    return bits;
}

/* ---- The kernel ------------------------------------------------------------------------------------------------- */

static LANES_INLINE uint32_t count_rotated(const hail_mask *a, const hail_overlap *o, const lines *across,
                                           const lines *down, const sampler *s, bool stop) {
    const uint32_t enough = stop ? 16 : POINTS;
    points p;
    uint32_t count = p.count = 0;
    starts at;
    for (int32_t first = o->top; first < o->bottom; first += HAIL_LANES) {
        find_starts(o, across, down, first, &at);
        for (int32_t k = 0; k < HAIL_LANES && first + k < o->bottom; k++)
            for (int32_t i = (int32_t)at.from[k]; i < (int32_t)at.to[k]; i += 64) {
                gather_points(s, a, first + k, i, (int32_t)at.to[k], at.x[k], at.y[k], &p);
                if (p.count < enough)
                    continue;
                count += count_points(s, &p, stop);
                if (stop && count)
                    return count;
            }
    }
    return count + count_points(s, &p, stop);
}

static LANES_INLINE void sum_rotated(const hail_mask *a, const hail_overlap *o, const lines *across, const lines *down,
                                     const sampler *s, hail_span *spans, hail_pixel_sums *sums) {
    starts at;
    for (int32_t first = o->top; first < o->bottom; first += HAIL_LANES) {
        find_starts(o, across, down, first, &at);
        for (int32_t k = 0; k < HAIL_LANES && first + k < o->bottom; k++)
            for (int32_t i = (int32_t)at.from[k]; i < (int32_t)at.to[k]; i += 64) {
                const uint64_t bits = touching(s, a, first + k, i, (int32_t)at.to[k], at.x[k], at.y[k]);
                if (bits)
                    sums_add(sums, spans, a, first + k, i, bits);
            }
    }
}

static LANES_INLINE void overlap_rotated(const hail_overlap_job *job, const hail_overlap *o, hail_pixel_sums *sums) {
    const hail_mask *a = &job->a[o->a], *b = &job->b[o->b];
    const float wide = (float)(b->right - b->left + 1), high = (float)(b->bottom - b->top + 1);
    const lines across = lines_across(o->ux, wide, o->x, o->y), down = lines_across(o->uy, high, o->x, o->y);
    const sampler s = {(const uint32_t *)(const void *)b->columns,
                       vf_set1(o->ux),
                       vf_set1(o->uy),
                       vf_set1(wide),
                       vf_set1(high),
                       vi_set1(frame_height(b))};
    if (job->of == PIXELS_ALL)
        sum_rotated(a, o, &across, &down, &s, job->spans, sums);
    else
        sums->count = count_rotated(a, o, &across, &down, &s, job->of == PIXELS_TOUCH);
}

void HAIL_KERNEL(overlap_rotated)(const hail_overlap_job *job, const hail_overlap *overlaps, uint32_t count,
                                  hail_pixel_sums *sums_of) {
    for (uint32_t i = 0; i < count; i++) {
        if (!overlaps[i].rotated)
            continue;
        if (job->of == PIXELS_ALL)
            sums_of[i] = (hail_pixel_sums){0};
        sums_of[i].count = 0;
        if (!empty(&overlaps[i]))
            overlap_rotated(job, &overlaps[i], &sums_of[i]);
    }
}
