/* simd/kernels/overlap.c - docs/arithmetic.md, "Sprites": which pixels of one sprite touch another; of those that are
 * not turned 64 pixels at a time, of the others a pixel a lane. */
#include "../tally.h"
#include "kernel.h"

/* Adds what touches among 64 pixels; false when the question is answered. */
static inline bool add_bits(hail_tally *tally, const hail_overlap_job *job, hail_tally_of of, int32_t row, int32_t word,
                            uint64_t bits) {
    if (of == TALLY_ALL)
        tally_add(tally, job->spans, &job->a, row, word, bits);
    else
        tally->count += bits_count(bits);
    return of != TALLY_TOUCH;
}

/* Of 64 pixels from 64 * word on, those in columns [left, right). */
static inline uint64_t columns_of(int32_t word, int32_t left, int32_t right) {
    const int32_t from = left - word * 64, to = right - word * 64;
    const uint64_t after = from > 0 ? UINT64_MAX << from : UINT64_MAX;
    return to < 64 ? after & ~(UINT64_MAX << to) : after;
}

/* ---- Not turned ------------------------------------------------------------------------------------------------- */

/* Pixels column to column + 63 of a row of b. */
static inline uint64_t bits_from(const hail_mask *b, int32_t row, int32_t column) {
    const int32_t word = (column + 64 * 256) / 64 - 256, shift = column - word * 64; /* rounded down */
    const int32_t last = (int32_t)(b->stride / 2);
    const uint64_t low = word >= 0 && word < last ? mask_bits(b, row, word) : 0;
    const uint64_t high = shift && word + 1 >= 0 && word + 1 < last ? mask_bits(b, row, word + 1) : 0;
    return low >> shift | (shift ? high << (64 - shift) : 0);
}

static LANES_INLINE void overlap_shifted(const hail_overlap_job *job, hail_tally_of of, hail_tally *tally) {
    *tally = (hail_tally){0};
    const int32_t first = job->left / 64, last = (job->right - 1) / 64;
    for (int32_t row = job->top; row < job->bottom; row++)
        for (int32_t word = first; word <= last; word++) {
            const uint64_t bits = mask_bits(&job->a, row, word) & columns_of(word, job->left, job->right) &
                                  bits_from(&job->b, row + job->shift_y, word * 64 + job->shift_x);
            if (bits && !add_bits(tally, job, of, row, word, bits))
                return;
        }
}

void HAIL_KERNEL(overlap_shifted)(const hail_overlap_job *jobs, uint32_t count, hail_tally_of of, hail_tally *tallies) {
    for (uint32_t i = 0; i < count; i++)
        overlap_shifted(&jobs[i], of, &tallies[i]);
}

/* ---- Turned ----------------------------------------------------------------------------------------------------- */

/* Where along a row of a its pixels lie between two lines of b: a margin that is more than what rounding can move, in
 * pixels of a, is left on either side. */
typedef struct line_pair {
    float inverse, margin, least, most; /* inverse 0: the row runs along the lines */
} line_pair;

static inline line_pair lines_across(float step, float start_x, float start_y, int32_t least, int32_t most) {
    const float size = step < 0.0f ? -step : step;
    line_pair lines = {.least = (float)least, .most = (float)most};
    const float far_x = start_x < 0.0f ? -start_x : start_x, far_y = start_y < 0.0f ? -start_y : start_y;
    const float error = (far_x + far_y + 16384.0f * size + 16384.0f) * 0x1p-20f;
    if (size > 1.0e-6f) {
        lines.inverse = 1.0f / step;
        lines.margin = 1.0f + error / size;
    }
    return lines;
}

/* Narrows [*from, *to) to where start + i * step may lie between the lines. */
static inline void clip(const line_pair *lines, float start, float *from, float *to) {
    if (lines->inverse == 0.0f)
        return;
    const float t0 = (lines->least - start) * lines->inverse, t1 = (lines->most - start) * lines->inverse;
    const float low = (t0 < t1 ? t0 : t1) - lines->margin, high = (t0 < t1 ? t1 : t0) + lines->margin;
    *from = low > *from ? low : *from;
    *to = high < *to ? high : *to;
}

/* Which of HAIL_LANES pixels from column i on have their centres in opaque pixels of b. */
static LANES_INLINE unsigned sample(const hail_overlap_job *job, float start_x, float start_y, int32_t i,
                                    unsigned wanted) {
    const hail_mask *b = &job->b;
    const vf at = vi_to_float(vi_add(vi_set1(i), vi_iota()));
    const vf x = vf_add(vf_set1(start_x), vf_mul(at, vf_set1(job->ux)));
    const vf y = vf_add(vf_set1(start_y), vf_mul(at, vf_set1(job->uy)));
    const vf left = vf_set1((float)b->left), top = vf_set1((float)b->top);
    const vm in_x = vm_and(vf_ge(x, left), vf_lt(x, vf_set1((float)b->right)));
    const vm in_y = vm_and(vf_ge(y, top), vf_lt(y, vf_set1((float)b->bottom)));
    const vm in = vm_and(in_x, in_y);
    wanted &= vm_bits(in);
    if (!wanted)
        return 0;
    const vi column = vf_truncate(vf_select(in, x, left)), row = vf_truncate(vf_select(in, y, top));
    const vi word = vi_add(vi_mul(row, vi_set1((int32_t)b->stride)), vi_shift_right(column, 5));
    const vi bit = vi_shift_right_by(vi_pick(b->rows, word), vi_and(column, vi_set1(31)));
    return wanted & vm_bits(vi_eq(vi_and(bit, vi_set1(1)), vi_set1(1)));
}

static LANES_INLINE void overlap_turned(const hail_overlap_job *job, hail_tally_of of, hail_tally *tally) {
    *tally = (hail_tally){0};
    const line_pair across = lines_across(job->ux, job->x, job->y, job->b.left, job->b.right);
    const line_pair down = lines_across(job->uy, job->x, job->y, job->b.top, job->b.bottom);
    for (int32_t row = job->top; row < job->bottom; row++) {
        const float start_x = job->x + (float)row * job->vx, start_y = job->y + (float)row * job->vy;
        float from = (float)job->left, to = (float)job->right;
        clip(&across, start_x, &from, &to);
        clip(&down, start_y, &from, &to);
        if (!(from < to))
            continue;
        const int32_t left = (int32_t)from, right = (int32_t)to < job->right ? (int32_t)to + 1 : job->right;
        for (int32_t word = left / 64; word <= (right - 1) / 64; word++) {
            const uint64_t own = mask_bits(&job->a, row, word) & columns_of(word, left, right);
            uint64_t bits = 0;
            for (int32_t k = 0; k < 64; k += HAIL_LANES) {
                const unsigned wanted = (unsigned)(own >> k) & HAIL_ALL_LANES;
                if (wanted)
                    bits |= (uint64_t)sample(job, start_x, start_y, word * 64 + k, wanted) << k;
            }
            if (bits && !add_bits(tally, job, of, row, word, bits))
                return;
        }
    }
}

void HAIL_KERNEL(overlap_turned)(const hail_overlap_job *jobs, uint32_t count, hail_tally_of of, hail_tally *tallies) {
    for (uint32_t i = 0; i < count; i++)
        overlap_turned(&jobs[i], of, &tallies[i]);
}
