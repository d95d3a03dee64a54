/* simd/kernels/state/hash_bodies_reference.c - the kernel of hash_bodies.c, one body at a time. */
#include <string.h>

#include "kernels/reference.h"

static void hash_words(hail_hash_sums *own, uint32_t v, uint32_t w) {
    own->a = (own->a ^ v) * HAIL_HASH_A;
    own->b = (own->b ^ w) * HAIL_HASH_B;
    own->a ^= own->b >> 15;
    own->b ^= own->a >> 13;
}

static uint32_t word_or_none(const uint32_t *column, uint32_t i, bool is_float) {
    float number;
    if (!column)
        return 0;
    memcpy(&number, column + i, sizeof number);
    return is_float && isnan(number) ? HAIL_HASH_NAN : column[i];
}

static void hash_step(hail_hash_sums *own, const hail_hash_step *step, uint32_t i) {
    const bool floats = step->kind == HAIL_HASH_FLOATS;
    uint64_t wide;
    switch (step->kind) {
    case HAIL_HASH_PAIR:
        hash_words(own, step->first[2 * (size_t)i], step->first[2 * (size_t)i + 1]);
        break;
    case HAIL_HASH_WIDE:
        memcpy(&wide, step->first + 2 * (size_t)i, sizeof wide);
        hash_words(own, (uint32_t)wide, (uint32_t)(wide >> 32));
        break;
    default:
        hash_words(own, word_or_none(step->first, i, floats), word_or_none(step->second, i, floats));
    }
}

static void hash_end(hail_hash_sums *own) {
    own->a = (own->a ^ own->a >> 16) * HAIL_HASH_END_A;
    own->b = (own->b ^ own->b >> 16) * HAIL_HASH_END_B;
    own->a ^= own->b >> 15;
    own->b ^= own->a >> 13;
    own->a *= HAIL_HASH_LAST_A;
    own->b *= HAIL_HASH_LAST_B;
    own->a ^= own->b >> 16;
    own->b ^= own->a >> 15;
}

void HAIL_KERNEL(hash_bodies)(const hail_hash_job *job, uint32_t begin, uint32_t end, hail_hash_sums *sums) {
    for (uint32_t i = begin; i < end; i++) {
        hail_hash_sums own = {job->seed, ~job->seed};
        for (uint32_t s = 0; s < job->count; s++)
            hash_step(&own, &job->step[s], i);
        hash_end(&own);
        sums->a += own.a;
        sums->b += own.b;
    }
}
