/* simd/kernels/sprites/pixel_rotated.c - docs/arithmetic.md, "Sprites": which pixels of one sprite touch another, if
 * one is rotated or scaled; one pixel a lane. */
#include "pixel_sums.h"
#include "kernels/kernel.h"

static inline int32_t frame_height(const hail_mask *mask) { return mask->bottom - mask->top + 2; }

/* ---- Rotated ---------------------------------------------------------------------------------------------------- */

/* Two parallel lines in b's frame, and how a row of a crosses them. The margin is larger than any rounding error. */
typedef struct lines {
    vf inverse, margin, low, high;
    bool along; /* rows run along the lines, so that whole rows are left out */
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
    if (l->along) { /* a row approaches by less than a 60th of a pixel */
        const vf half = vf_set1(0.5f);
        const vm near = vm_and(vf_gt(start, vf_sub(l->low, half)), vf_lt(start, vf_add(l->high, half)));
        *to = vf_select(near, *to, vf_set1(-1.0f));
        return;
    }
    const vf t0 = vf_mul(vf_sub(l->low, start), l->inverse), t1 = vf_mul(vf_sub(l->high, start), l->inverse);
    *from = vf_max(*from, vf_sub(vf_min(t0, t1), l->margin));
    *to = vf_min(*to, vf_add(vf_max(t0, t1), l->margin));
}

/* Rows of a: where they start in b's frame, and which of their pixels may touch. */
enum { BLOCK_ROWS = 64 };
/* A row without any begins at NO_PIXEL and ends before 1. */
enum { NO_PIXEL = 63 };
typedef struct starts {
    float x[BLOCK_ROWS], y[BLOCK_ROWS];
    uint32_t from[BLOCK_ROWS], to[BLOCK_ROWS];
} starts;

/* Writes the starts of HAIL_LANES rows from `row` on, from number k on. */
static LANES_INLINE void find_starts(const hail_overlap *o, const lines *across, const lines *down, int32_t row,
                                     starts *s, int32_t k) {
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
    vf_store(s->x + k, x);
    vf_store(s->y + k, y);
    const vi begin = vi_add(first, up), end = vi_add(last, vi_set1(1));
    const vm any = vm_and(some, vi_gt(end, begin));
    vi_store(s->from + k, vi_select(any, begin, vi_set1(NO_PIXEL)));
    vi_store(s->to + k, vi_select(any, end, vi_set1(1)));
}

/* b's frame, and a's steps in it. */
typedef struct sampler {
    const uint32_t *words; /* of b */
    vf ux, uy, last_x, last_y;
    vi height;
} sampler;

/* Which of HAIL_LANES points in b's frame lie in opaque pixels. Points beyond the frame are moved to its border, which
 * is open. */
static LANES_INLINE unsigned sample(const sampler *s, vf x, vf y) {
    const vf zero = vf_set1(0.0f);
    const vi column = vf_truncate(vf_max(vf_min(x, s->last_x), zero));
    const vi row = vf_truncate(vf_max(vf_min(y, s->last_y), zero)), one = vi_set1(1);
    const vi bits = vi_pick(s->words, vi_add(vi_mul(vi_shift_right(column, 5), s->height), row));
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
        for (int more = 0; more < 2; more++) { /* so that fewer loop ends are mispredicted */
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
static LANES_INLINE uint64_t touching_word(const sampler *s, const hail_mask *a, int32_t row, int32_t column,
                                           int32_t to, float start_x, float start_y) {
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

/* ---- All sums of sprites at most 64 px wide: a row is a word ----------------------------------------------------- */

/* All groups of pixels of a pair that can touch are listed, then sampled in one loop, whose end is its only branch. */
enum { GROUP = 8, USUAL_GROUPS = 2, ROW_GROUPS = 64 / GROUP };

typedef struct row_block {
    starts at;
    float along_x[64 + GROUP + HAIL_LANES], along_y[64 + GROUP + HAIL_LANES]; /* from a row's start to its pixels */
    uint64_t own[BLOCK_ROWS];                                                 /* a's opaque pixels that may touch */
    uint64_t hits[BLOCK_ROWS];                              /* of the groups: the pixels of b that are opaque there */
    uint32_t count;                                         /* of groups */
    uint16_t group[BLOCK_ROWS * ROW_GROUPS + USUAL_GROUPS]; /* 64 * row + the first pixel */
} row_block;

/* For columns left to right - 1, and the rest of a group that begins there. */
static LANES_INLINE void find_steps(const sampler *s, int32_t left, int32_t right, row_block *block) {
    for (int32_t i = left; i < right + GROUP; i += HAIL_LANES) {
        const vf at = vi_to_float(vi_add(vi_set1(i), vi_iota()));
        vf_store(block->along_x + i, vf_mul(at, s->ux));
        vf_store(block->along_y + i, vf_mul(at, s->uy));
    }
}

/* A row of at most 64 pixels, of those that the mask holds. */
static inline uint64_t narrow_row(const uint32_t *rows, int32_t row) {
    const uint32_t *words = rows + 2 * (size_t)row;
    return (uint64_t)words[1] << 32 | words[0];
}

/* Bits from `from` to `to` - 1; none if that is less. from: at most 63; to: 1 to 64. */
static inline uint64_t bits_between(uint32_t from, uint32_t to) { return UINT64_MAX << from & UINT64_MAX >> (64 - to); }

/* Most rows need few groups: these are written without a branch. */
static LANES_INLINE uint32_t list_row(uint16_t *group, uint32_t n, uint32_t k, uint64_t own) {
    const uint32_t from = (uint32_t)bits_first(own), length = (uint32_t)bits_last(own) + 1 - from;
    for (uint32_t g = 0; g < USUAL_GROUPS; g++) {
        group[n] = (uint16_t)(64 * k + from + g * GROUP);
        n += length > g * GROUP;
    }
    for (uint32_t g = USUAL_GROUPS; g * GROUP < length; g++)
        group[n++] = (uint16_t)(64 * k + from + g * GROUP);
    return n;
}

static LANES_INLINE void list_groups(const hail_mask *a, int32_t first, int32_t rows, row_block *block) {
    const uint32_t *words = a->rows + 2 * (size_t)first;
    uint32_t n = 0;
    for (int32_t k = 0; k < rows; k++) {
        const uint64_t own = narrow_row(words, k) & bits_between(block->at.from[k], block->at.to[k]);
        block->own[k] = own;
        block->hits[k] = 0;
        if (own)
            n = list_row(block->group, n, (uint32_t)k, own);
    }
    block->count = n;
}

static LANES_INLINE void sample_groups(const sampler *s, row_block *block) {
    for (uint32_t n = 0; n < block->count; n++) {
        const uint32_t k = block->group[n] / 64, column = block->group[n] % 64;
        uint64_t bits = 0;
        for (uint32_t i = 0; i < GROUP; i += HAIL_LANES) {
            const vf x = vf_add(vf_set1(block->at.x[k]), vf_load(block->along_x + column + i)),
                     y = vf_add(vf_set1(block->at.y[k]), vf_load(block->along_y + column + i));
            bits |= (uint64_t)sample(s, x, y) << i;
        }
        block->hits[k] |= bits << column;
    }
}

/* Adds the touching pixels of the rows that have groups. */
static LANES_INLINE void sum_row_blocks(const hail_mask *a, int32_t first, const row_block *block, hail_span *spans,
                                        hail_pixel_sums *given) {
    const int32_t begin = block->group[0] / 64, end = block->group[block->count - 1] / 64;
    hail_pixel_sums sums = *given;
    for (int32_t k = begin; k <= end; k++) {
        const uint64_t bits = block->own[k] & block->hits[k];
        if (!bits)
            continue;
        const int32_t count = (int32_t)bits_count(bits), row = first + k, from = bits_first(bits), to = bits_last(bits);
        const uint64_t above = row > a->top ? narrow_row(a->rows, row - 1) : 0, own = narrow_row(a->rows, row),
                       below = row + 1 < a->bottom ? narrow_row(a->rows, row + 1) : 0;
        sums_span(&sums, spans, row, from, to);
        if (!sums.count) {
            sums.first_x = from;
            sums.first_y = row;
        }
        sums.last_y = row;
        sums.count += (uint32_t)count;
        /* Exposed sides, counted by those that are not: the sum is the same. */
        sums.side_x += (int32_t)bits_count(bits & own << 1) - (int32_t)bits_count(bits & own >> 1);
        sums.side_y += (int32_t)bits_count(bits & above) - (int32_t)bits_count(bits & below);
        sums.sum_x += bits_sum_of(bits, from, to, count);
        sums.sum_y += (int64_t)count * row;
    }
    *given = sums;
}

static LANES_INLINE void sum_narrow(const hail_mask *a, const hail_overlap *o, const lines *across, const lines *down,
                                    const sampler *s, hail_span *spans, hail_pixel_sums *sums) {
    row_block block;
    find_steps(s, o->left, o->right, &block);
    for (int32_t first = o->top; first < o->bottom; first += BLOCK_ROWS) {
        const int32_t left = o->bottom - first, rows = left < BLOCK_ROWS ? left : BLOCK_ROWS;
        for (int32_t k = 0; k < rows; k += HAIL_LANES)
            find_starts(o, across, down, first + k, &block.at, k);
        list_groups(a, first, rows, &block);
        sample_groups(s, &block);
        if (block.count)
            sum_row_blocks(a, first, &block, spans, sums);
    }
}

/* ---- The kernel ------------------------------------------------------------------------------------------------- */

static LANES_INLINE uint32_t count_rotated(const hail_mask *a, const hail_overlap *o, const lines *across,
                                           const lines *down, const sampler *s, bool stop) {
    const uint32_t enough = stop ? 16 : POINTS;
    points p;
    uint32_t count = p.count = 0;
    starts at;
    for (int32_t first = o->top; first < o->bottom; first += HAIL_LANES) {
        find_starts(o, across, down, first, &at, 0);
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
        find_starts(o, across, down, first, &at, 0);
        for (int32_t k = 0; k < HAIL_LANES && first + k < o->bottom; k++)
            for (int32_t i = (int32_t)at.from[k]; i < (int32_t)at.to[k]; i += 64) {
                const uint64_t bits = touching_word(s, a, first + k, i, (int32_t)at.to[k], at.x[k], at.y[k]);
                if (bits)
                    sums_add(sums, spans, a, first + k, i, bits);
            }
    }
}

static LANES_INLINE void overlap_rotated(const hail_overlap_job *job, const hail_overlap *o, hail_span *spans,
                                         hail_pixel_sums *sums) {
    const hail_mask *a = &job->a[o->a], *b = &job->b[o->b];
    const float wide = (float)(b->right - b->left + 1), high = (float)(b->bottom - b->top + 1);
    const lines across = lines_across(o->ux, wide, o->x, o->y), down = lines_across(o->uy, high, o->x, o->y);
    const sampler s = {b->columns,    vf_set1(o->ux), vf_set1(o->uy),
                       vf_set1(wide), vf_set1(high),  vi_set1(frame_height(b))};
    if (job->of == PIXELS_ALL && a->stride == 2)
        sum_narrow(a, o, &across, &down, &s, spans, sums);
    else if (job->of == PIXELS_ALL)
        sum_rotated(a, o, &across, &down, &s, spans, sums);
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
        if (!overlap_is_empty(&overlaps[i]))
            overlap_rotated(job, &overlaps[i], hail_pair_spans(job, i), &sums_of[i]);
    }
}
