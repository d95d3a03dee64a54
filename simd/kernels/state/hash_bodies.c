/* simd/kernels/state/hash_bodies.c - a body a lane, a block of bodies at a time: each step of a hash waits for the
 * one before it, but not for those of other bodies. */
#include "kernels/kernel.h"

enum { HASH_BLOCK = 256 }; /* bodies */

typedef struct hash_lanes {
    vi a, b;
} hash_lanes;

/* The hashes of a block's bodies so far. */
typedef struct hash_block {
    uint32_t a[HASH_BLOCK + HAIL_LANES], b[HASH_BLOCK + HAIL_LANES];
} hash_block;

static inline hash_lanes hash_words(hash_lanes h, vi v, vi w) {
    h.a = vi_mul(vi_xor(h.a, v), vi_set1((int32_t)HAIL_HASH_A));
    h.b = vi_mul(vi_xor(h.b, w), vi_set1((int32_t)HAIL_HASH_B));
    h.a = vi_xor(h.a, vi_shift_right(h.b, 15));
    h.b = vi_xor(h.b, vi_shift_right(h.a, 13));
    return h;
}

static inline hash_lanes hash_end(hash_lanes h) {
    h.a = vi_mul(vi_xor(h.a, vi_shift_right(h.a, 16)), vi_set1((int32_t)HAIL_HASH_END_A));
    h.b = vi_mul(vi_xor(h.b, vi_shift_right(h.b, 16)), vi_set1((int32_t)HAIL_HASH_END_B));
    h.a = vi_xor(h.a, vi_shift_right(h.b, 15));
    h.b = vi_xor(h.b, vi_shift_right(h.a, 13));
    h.a = vi_mul(h.a, vi_set1((int32_t)HAIL_HASH_LAST_A));
    h.b = vi_mul(h.b, vi_set1((int32_t)HAIL_HASH_LAST_B));
    h.a = vi_xor(h.a, vi_shift_right(h.b, 16));
    h.b = vi_xor(h.b, vi_shift_right(h.a, 15));
    return h;
}

static inline void hash_take(hash_block *block, uint32_t i, vi v, vi w) {
    const hash_lanes h = hash_words((hash_lanes){vi_load(block->a + i), vi_load(block->b + i)}, v, w);
    vi_store(block->a + i, h.a);
    vi_store(block->b + i, h.b);
}

static inline vi hash_load(const uint32_t *column, uint32_t i, uint32_t n) {
    return column ? vi_load_n(column + i, n) : vi_set1(0);
}

static inline vi hash_float(vi word) {
    const vf number = vf_from_bits(word);
    return vi_select(vf_eq(number, number), word, vi_set1((int32_t)HAIL_HASH_NAN));
}

static inline void hash_some(hash_block *block, const hail_hash_step *step, uint32_t i, uint32_t n) {
    const vi v = hash_load(step->first, i, n), w = hash_load(step->second, i, n);
    if (step->kind == HAIL_HASH_FLOATS)
        hash_take(block, i, hash_float(v), hash_float(w));
    else
        hash_take(block, i, v, w);
}

/* Two words a body. Of a number of 64 bits, the lower one goes in first. */
static inline void hash_pairs(hash_block *block, const hail_hash_step *step, uint32_t i, uint32_t n) {
    const uint32_t words = 2 * n, low = words < HAIL_LANES ? words : HAIL_LANES, *pairs = step->first + 2 * (size_t)i;
    vi odd;
    const vi even = vi_unzip(vi_load_n(pairs, low), vi_load_n(pairs + low, words - low), &odd);
    if (step->kind == HAIL_HASH_WIDE && LANES_LOW_HALF)
        hash_take(block, i, odd, even);
    else
        hash_take(block, i, even, odd);
}

static const uint32_t *hash_from(const uint32_t *column, size_t i) { return column ? column + i : NULL; }

/* Takes in two words of each of bodies [i, i + count). */
static void hash_pair_step(hash_block *block, const hail_hash_step *all, uint32_t i, uint32_t count) {
    const hail_hash_step step = {all->kind, all->first + 2 * (size_t)i, NULL};
    uint32_t k = 0;
    for (; k + HAIL_LANES <= count; k += HAIL_LANES)
        hash_pairs(block, &step, k, HAIL_LANES);
    if (k < count)
        hash_pairs(block, &step, k, count - k);
}

/* Takes in the words of bodies [i, i + count). */
static void hash_step(hash_block *block, const hail_hash_step *all, uint32_t i, uint32_t count) {
    if (all->kind >= HAIL_HASH_PAIR) {
        hash_pair_step(block, all, i, count);
        return;
    }
    const hail_hash_step step = {all->kind, hash_from(all->first, i), hash_from(all->second, i)};
    uint32_t k = 0;
    for (; k + HAIL_LANES <= count; k += HAIL_LANES)
        hash_some(block, &step, k, HAIL_LANES);
    if (k < count)
        hash_some(block, &step, k, count - k);
}

static void hash_start(hash_block *block, uint32_t seed, uint32_t count) {
    const vi a = vi_set1((int32_t)seed), b = vi_set1((int32_t)~seed);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        vi_store(block->a + i, a);
        vi_store(block->b + i, b);
    }
}

static hash_lanes hash_add(hash_lanes sums, const hash_block *block, uint32_t count) {
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const vm own = vm_first(count - i);
        const hash_lanes h = hash_end((hash_lanes){vi_load(block->a + i), vi_load(block->b + i)});
        sums.a = vi_add(sums.a, vi_keep(own, h.a));
        sums.b = vi_add(sums.b, vi_keep(own, h.b));
    }
    return sums;
}

static uint32_t hash_total(vi sum) {
    uint32_t lane[HAIL_LANES], total = 0;
    vi_store(lane, sum);
    for (uint32_t i = 0; i < HAIL_LANES; i++)
        total += lane[i];
    return total;
}

void HAIL_KERNEL(hash_bodies)(const hail_hash_job *job, uint32_t begin, uint32_t end, hail_hash_sums *sums) {
    hash_lanes total = {vi_set1(0), vi_set1(0)};
    hash_block block;
    for (uint32_t i = begin; i < end; i += HASH_BLOCK) {
        const uint32_t count = end - i < HASH_BLOCK ? end - i : HASH_BLOCK;
        hash_start(&block, job->seed, count);
        for (uint32_t s = 0; s < job->count; s++)
            hash_step(&block, &job->step[s], i, count);
        total = hash_add(total, &block, count);
    }
    sums->a += hash_total(total.a);
    sums->b += hash_total(total.b);
}
