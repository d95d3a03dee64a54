/* simd/kernels/sprites/overlap_answers.c - docs/arithmetic.md, "Sprites": how sprites overlap, from sums over the
 * pixels that touch; a pair a lane. */
#include "doubles.h"
#include "kernels/kernel.h"

enum { SUMS_WORDS = sizeof(hail_pixel_sums) / 4, OVERLAP_WORDS = sizeof(hail_overlap) / 4 };

/* Words of the structs. A 64-bit word is two of them. */
enum { COUNT, FIRST_X, FIRST_Y, LAST_Y, SIDE_X, SIDE_Y, SUM_X, SUM_Y = SUM_X + 2, EXTENT = SUM_Y + 2 };
enum { SHIFT_X = 6, SHIFT_Y, SPRITE_A = 12 };

static LANES_INLINE vf pick(const float *column, vi index) {
    return vf_from_bits(vi_pick((const uint32_t *)(const void *)column, index));
}

/* From two words of a number that is not negative, and below 2^53. */
static LANES_INLINE vd from_words(const vf word[2]) {
    const vi low = vi_from_bits(word[LANES_LOW_HALF]), high = vi_from_bits(word[1 - LANES_LOW_HALF]);
    const vd low_part = vd_add(vd_from_int(vi_xor(low, vi_set1(INT32_MIN))), vd_set1(0x1p31));
    return vd_add(vd_mul(vd_from_int(high), vd_set1(0x1p32)), low_part);
}

static LANES_INLINE vd negated_from_int(vf word) { return vd_sub(vd_set1(-0.0), vd_from_int(vi_from_bits(word))); }

/* Where a mean lies in the plane, given the sum of coordinates. */
static LANES_INLINE vf mean(vd sum, vd count, vf origin, vf at) {
    const vd from_origin = vd_sub(vd_add(vd_div(sum, count), vd_set1(0.5)), vd_from_float(origin));
    return vd_to_float(vd_add(vd_from_float(at), from_origin));
}

/* The first n of the pairs in k. */
static LANES_INLINE void write_answers(const hail_overlap_answers_job *job, vi k, uint32_t n) {
    const hail_sprite_side *a = &job->pairs->a;
    const float *sums = (const float *)(const void *)job->sums, *overlaps = &job->overlaps->x;
    const vi pair = vi_add(k, vi_set1((int32_t)job->first)),
             i = job->pairs->index_a ? vi_pick(job->pairs->index_a, pair) : pair;
    uint32_t sums_at[HAIL_LANES], overlaps_at[HAIL_LANES], answers_at[HAIL_LANES];
    vi_store(sums_at, vi_mul(k, vi_set1(SUMS_WORDS)));
    vi_store(overlaps_at, vi_mul(k, vi_set1(OVERLAP_WORDS)));
    vi_store(answers_at, k);
    vf sum[SUMS_WORDS], shift[4];
    vf_load_rows8(sums, sums_at, sum);
    vf_load_rows4(sums + 8, sums_at, sum + 8);
    vf_load_rows4(overlaps + SHIFT_X - 2, overlaps_at, shift);
    const vi frame = vi_shift_left(vi_from_bits(pick(overlaps + SPRITE_A, vi_mul(k, vi_set1(OVERLAP_WORDS)))), 3);
    const vf origin_x = a->origin_x ? pick(a->origin_x, i) : pick(a->frames, frame),
             origin_y = a->origin_x ? pick(a->origin_y, i) : pick(a->frames + 1, frame);
    const vd count = vd_from_int(vi_from_bits(sum[COUNT])), x = negated_from_int(sum[SIDE_X]),
             y = negated_from_int(sum[SIDE_Y]), zero = vd_set1(0.0);
    const vd length = vd_sqrt(vd_add(vd_mul(x, x), vd_mul(y, y)));
    const vi b_x = vi_add(vi_from_bits(sum[FIRST_X]), vi_from_bits(shift[2])),
             b_y = vi_add(vi_from_bits(sum[FIRST_Y]), vi_from_bits(shift[3]));
    const vf answer[HAIL_ANSWER_WORDS] = {sum[COUNT],
                                          sum[FIRST_X],
                                          sum[FIRST_Y],
                                          vf_from_bits(b_x),
                                          vf_from_bits(b_y),
                                          mean(from_words(sum + SUM_X), count, origin_x, pick(a->x, i)),
                                          mean(from_words(sum + SUM_Y), count, origin_y, pick(a->y, i)),
                                          vd_to_float(vd_add(vd_div(x, length), zero)),
                                          vd_to_float(vd_add(vd_div(y, length), zero)),
                                          vd_to_float(vd_div(from_words(sum + EXTENT), length))};
    vf_store_rows8(job->answers, HAIL_ANSWER_WORDS, answers_at, n, answer);
    vf_store_rows4(job->answers + 6, HAIL_ANSWER_WORDS, answers_at, n, answer + 6);
}

void HAIL_KERNEL(overlap_answers)(const hail_overlap_answers_job *given, const uint32_t *list, uint32_t count) {
    const hail_overlap_answers_job job = *given;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        /* Lanes past the last pair repeat one. */
        write_answers(&job, vi_select(vm_first(n), vi_load_n(list + i, n), vi_set1((int32_t)list[i])), n);
    }
}
