/* simd/kernels/sprites/overlap_answers_reference.c - docs/arithmetic.md, "Sprites": how sprites overlap, from sums over
 * the pixels that touch; a pair at a time. */
#include <math.h>
#include <string.h>

#include "kernels/reference.h"

static void write_answer(const hail_overlap_answers_job *job, uint32_t k, float *answer) {
    const hail_sprite_side *a = &job->pairs->a;
    const hail_overlap *o = &job->overlaps[k];
    const hail_pixel_sums *sums = &job->sums[k];
    const uint32_t pair = job->first + k, i = job->pairs->index_a ? job->pairs->index_a[pair] : pair;
    const float *frame = a->frames + (size_t)o->a * HAIL_FRAME_WORDS;
    const double origin_x = (double)(a->origin_x ? a->origin_x[i] : frame[0]),
                 origin_y = (double)(a->origin_x ? a->origin_y[i] : frame[1]);
    const double n = (double)sums->count, x = -(double)sums->side_x, y = -(double)sums->side_y;
    const double length = sqrt(x * x + y * y);
    const int32_t whole[5] = {(int32_t)sums->count, sums->first_x, sums->first_y, sums->first_x + o->shift_x,
                              sums->first_y + o->shift_y};
    memcpy(answer, whole, sizeof whole);
    answer[5] = (float)((double)a->x[i] + ((double)sums->sum_x / n + 0.5 - origin_x));
    answer[6] = (float)((double)a->y[i] + ((double)sums->sum_y / n + 0.5 - origin_y));
    answer[7] = (float)(x / length + 0.0);
    answer[8] = (float)(y / length + 0.0);
    answer[9] = (float)((double)sums->extent / length);
}

void HAIL_KERNEL(overlap_answers)(const hail_overlap_answers_job *job, const uint32_t *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        write_answer(job, list[i], job->answers + (size_t)list[i] * HAIL_ANSWER_WORDS);
}
