#include "rank.h"

#include <string.h>

/* An entry of the sort is one word: slot of a, slot of b, pair, from the highest bits down, each as narrow as this
 * world's numbers are.
 *
 * Three ways, by what the slots look like. Nearly in order already (bullets that stream past in the order of their
 * slots): insertion. Many pairs over few slots: one counting pass over slots of a, which leaves the few pairs of one a
 * to be put in order when their contacts are read anyway (contacts.c). Else: radix. */
enum {
    DIGIT_BITS = 11,
    DIGITS = 1 << DIGIT_BITS,
    LONG_RUN = 24, /* pairs of one a that insertion is still good for */
    PATIENCE = 6,  /* moves a pair that make a list count as nearly sorted */
    LOOKED_AT = 512
};

static uint32_t bits_of(uint32_t largest) {
    uint32_t bits = 1;
    while (bits < 32 && largest >> bits)
        bits++;
    return bits;
}

/* False when the list turns out not to be nearly in order. */
static bool sort_by_insertion(uint64_t *sorted, uint32_t count, uint64_t patience) {
    for (uint32_t i = 1; i < count; i++) {
        const uint64_t entry = sorted[i];
        uint32_t j = i;
        for (; j > 0 && sorted[j - 1] > entry; j--)
            sorted[j] = sorted[j - 1];
        sorted[j] = entry;
        if (i - j > patience)
            return false;
        patience -= i - j;
    }
    return true;
}

/* Least significant digit first, bits from `shift` up; stable. Returns the buffer that holds the result. */
static uint64_t *sort_by_radix(uint64_t *from, uint64_t *to, uint32_t count, uint32_t shift, uint32_t *counts) {
    uint64_t used = 0;
    for (uint32_t i = 0; i < count; i++)
        used |= from[i];
    for (; shift < 64; shift += DIGIT_BITS) {
        if ((used >> shift & (DIGITS - 1)) == 0)
            continue;
        memset(counts, 0, DIGITS * sizeof *counts);
        for (uint32_t i = 0; i < count; i++)
            counts[from[i] >> shift & (DIGITS - 1)]++;
        uint32_t sum = 0;
        for (uint32_t d = 0; d < DIGITS; d++) {
            const uint32_t n = counts[d];
            counts[d] = sum;
            sum += n;
        }
        for (uint32_t i = 0; i < count; i++)
            to[counts[from[i] >> shift & (DIGITS - 1)]++] = from[i];
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

/* How an entry is put together, and from what. */
typedef struct keys {
    const uint32_t *slot_a, *slot_b;
    uint32_t shift_a, shift_b;
} keys;

static inline uint64_t entry_of(const keys *k, uint32_t pair) {
    return (uint64_t)k->slot_a[pair] << k->shift_a | (uint64_t)k->slot_b[pair] << k->shift_b | pair;
}

/* By slot of a only: a pair's place is its a's first one plus how many pairs of that a came before it. False when some
 * a has too many. */
static bool place_by_counting(const hail_kernels *kernels, hail_pairs *pairs, uint32_t slots) {
    const uint32_t *slot_a = pairs->slot_a.data, count = pairs->count;
    uint32_t *counts = pairs->counts.data, *place = pairs->place.data;
    uint32_t longest = 0;
    memset(counts, 0, ((size_t)slots + 1) * sizeof *counts);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t before = counts[slot_a[i] + 1]++;
        place[i] = before;
        longest = before > longest ? before : longest;
    }
    if (longest >= LONG_RUN)
        return false;
    kernels->sums(counts, slots + 1);
    kernels->add_gathered(counts, slot_a, place, count);
    pairs->crowded_count = kernels->crowded(counts, slots, pairs->crowded.data);
    return true;
}

/* A look at the first pairs: in random order half of all steps descend, past a block of lanes hardly any do. */
static bool looks_sorted(const uint32_t *slot_a, uint32_t count) {
    const uint32_t looked = count < LOOKED_AT ? count : LOOKED_AT;
    uint32_t descents = 0;
    for (uint32_t i = 1; i < looked; i++)
        descents += slot_a[i] < slot_a[i - 1];
    return descents < looked / 3;
}

/* Numbers too wide for one word: by slot of b first, then, keeping that order, by slot of a. */
static uint64_t *sort_wide(const keys *k, uint32_t count, uint32_t *counts, uint64_t *sorted, uint64_t *spare) {
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = (uint64_t)k->slot_b[i] << 32 | i;
    uint64_t *by_b = sort_by_radix(sorted, spare, count, 32, counts);
    for (uint32_t i = 0; i < count; i++)
        by_b[i] = (uint64_t)k->slot_a[(uint32_t)by_b[i]] << 32 | (uint32_t)by_b[i];
    return sort_by_radix(by_b, by_b == sorted ? spare : sorted, count, 32, counts);
}

void hail_rank_pairs(const hail_kernels *kernels, hail_pairs *pairs, uint32_t slots) {
    const uint32_t count = pairs->count, pair_bits = bits_of(count), slot_bits = bits_of(slots);
    uint64_t *sorted = pairs->sorted.data, mask = (UINT64_C(1) << pair_bits) - 1;
    uint32_t *counts = pairs->counts.data, *place = pairs->place.data;
    const keys k = {pairs->slot_a.data, pairs->slot_b.data, pair_bits + slot_bits, pair_bits};
    pairs->crowded_count = 0;
    const bool dense = slots <= (uint64_t)count * 4 + DIGITS, nearly = looks_sorted(k.slot_a, count);
    if (dense && place_by_counting(kernels, pairs, slots))
        return;
    if (2 * slot_bits + pair_bits > 64) {
        sorted = sort_wide(&k, count, counts, sorted, pairs->spare.data);
        mask = UINT32_MAX;
    } else {
        for (uint32_t i = 0; i < count; i++)
            sorted[i] = entry_of(&k, i);
        if (!nearly || !sort_by_insertion(sorted, count, (uint64_t)count * PATIENCE))
            sorted = sort_by_radix(sorted, pairs->spare.data, count, pair_bits, counts);
    }
    for (uint32_t rank = 0; rank < count; rank++)
        place[sorted[rank] & mask] = rank;
}
