/* simd/short_row.h - completes a short contact's row, makes a whole row of one, and moves whole rows, in few wide loads
 * and stores: what was just written in narrow pieces is waited for if it is read in a wide one. */
#ifndef HAIL_SIMD_SHORT_ROW_H
#define HAIL_SIMD_SHORT_ROW_H

#include <stdint.h>

#include "kernels/narrow/narrow_kernels.h"
#include "stream.h"

#if HAIL_STREAMS

/* Copies a short row; its word HAIL_SHORT_A becomes `a`. */
static inline void stage_row(float *to, const float *row, uint32_t a) {
    const __m128 word = _mm_castsi128_ps(_mm_cvtsi32_si128((int)a));
    _mm_storeu_ps(to, _mm_loadu_ps(row));
    _mm_storeu_ps(to + 4, _mm_move_ss(_mm_loadu_ps(row + 4), word));
}

/* Writes the contact of a short row, of a body a in that slot and generation. */
static inline void widen_row(float *to, const float *row, uint32_t slot, uint32_t generation, uint32_t header) {
    const __m128 b = _mm_loadu_ps(row), rest = _mm_loadu_ps(row + 4), zero = _mm_setzero_ps();
    const __m128 a = _mm_castsi128_ps(_mm_set_epi32(0, 0, (int)generation, (int)slot));
    const __m128 x = _mm_shuffle_ps(rest, zero, _MM_SHUFFLE(0, 0, 2, 2)); /* x, x, 0, 0 */
    const __m128 depth = _mm_shuffle_ps(rest, zero, _MM_SHUFFLE(0, 0, 1, 1));
    const __m128 y = _mm_shuffle_ps(rest, zero, _MM_SHUFFLE(0, 0, 3, 3));
    _mm_storeu_ps(to, _mm_movelh_ps(a, b));
    _mm_storeu_ps(to + 4, _mm_castsi128_ps(_mm_cvtsi32_si128((int)header)));
    _mm_storeu_ps(to + 8, _mm_shuffle_ps(b, x, _MM_SHUFFLE(2, 0, 3, 2)));
    _mm_storeu_ps(to + 12, _mm_shuffle_ps(y, depth, _MM_SHUFFLE(2, 0, 2, 0)));
}

#else

static inline void stage_row(float *to, const float *row, uint32_t a) {
    memcpy(to, row, HAIL_SHORT_WORDS * sizeof *to);
    memcpy(to + HAIL_SHORT_A, &a, sizeof a);
}

static inline void widen_row(float *to, const float *row, uint32_t slot, uint32_t generation, uint32_t header) {
    const uint32_t handle[2] = {slot, generation};
    memset(to, 0, HAIL_ROW_WORDS * sizeof *to);
    memcpy(to, handle, sizeof handle);
    memcpy(to + 2, row + HAIL_SHORT_B, sizeof handle);
    memcpy(to + 4, &header, sizeof header);
    memcpy(to + 8, row + HAIL_SHORT_NORMAL, 2 * sizeof *to);
    to[10] = row[HAIL_SHORT_POINT];
    to[12] = row[HAIL_SHORT_POINT + 1];
    to[14] = row[HAIL_SHORT_DEPTH];
}

#endif

typedef struct whole_row {
    float word[HAIL_ROW_WORDS];
} whole_row;

static inline whole_row load_row(const float *from) {
    whole_row row;
    memcpy(row.word, from, sizeof row.word);
    return row;
}

static inline void store_row(float *to, whole_row row) { memcpy(to, row.word, sizeof row.word); }

#endif
