/* engine/broad/rank.c - a sort per kind of pair list.
 *
 * A few pairs: an insertion sort. Many pairs and few slots: one counting pass by slot of a. The few pairs of each a are
 * sorted later, when their rows are read anyway (contacts/contacts.c). If some a has many pairs and slots are few, two
 * counting passes, by slot of b and then by slot of a, need no sort. A nearly sorted list, as when bullets stream past
 * in the order of their slots: an insertion sort. Many slots, but those of a lie together, as those of a few movers in
 * a big level: one counting pass over these. Any other list: a radix sort. The sorts are of words that pack slot of a,
 * slot of b, pair (highest bits first), each in as few bits as this world needs. */
#include "rank.h"

#include <string.h>

#include "base/sort.h"

enum {
    LONG_RUN = 24,  /* more pairs of one a are too many for an insertion sort of its rows */
    MOVES = 6,      /* moves per pair that a nearly sorted list needs at most */
    SAMPLE = 512,   /* pairs that tell whether a list is nearly sorted */
    FEW_PAIRS = 32, /* pairs that are sorted by insertion without a look at them */
    FEW_SLOT_BITS = 26,
    FEW_PAIR_BITS = 64 - 2 * FEW_SLOT_BITS
};

static uint32_t bits_of(uint32_t largest) {
    uint32_t bits = 1;
    while (bits < 32 && largest >> bits)
        bits++;
    return bits;
}

/* What an entry is made of: slots, and where their bits lie in it. */
typedef struct keys {
    const uint32_t *slot_a, *slot_b;
    uint32_t shift_a, shift_b;
} keys;

static inline uint64_t entry_of(const keys *k, uint32_t pair) {
    return (uint64_t)k->slot_a[pair] << k->shift_a | (uint64_t)k->slot_b[pair] << k->shift_b | pair;
}

/* Ranks by slot of a only: a pair's rank is the lowest rank of its a, plus the number of that a's pairs found before
 * it. False: some a has too many pairs. */
static bool rank_by_counting(const hail_kernels *kernels, hail_pairs *pairs, const uint32_t *slot_a, uint32_t slots) {
    const uint32_t count = pairs->count;
    uint32_t *counts = pairs->counts.data, *rank = pairs->rank.data;
    uint32_t longest = 0;
    memset(counts, 0, ((size_t)slots + 1) * sizeof *counts);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t before = counts[slot_a[i] + 1]++;
        rank[i] = before;
        longest = before > longest ? before : longest;
    }
    if (longest >= LONG_RUN)
        return false;
    kernels->sums(counts, slots + 1);
    kernels->add_gathered(counts, slot_a, rank, count);
    return true;
}

/* Ranks as that does, and leaves slots whose pairs are not sorted by b. */
static bool rank_by_a(const hail_kernels *kernels, hail_pairs *pairs, const uint32_t *slot_a, uint32_t slots,
                      hail_ranking *ranking) {
    if (!rank_by_counting(kernels, pairs, slot_a, slots))
        return false;
    ranking->row_start = pairs->counts.data;
    ranking->dense = pairs->dense.data;
    ranking->dense_count = kernels->dense(ranking->row_start, slots, pairs->dense.data);
    return true;
}

/* Whether a counting pass may go over so many slots. */
static bool few_slots(uint64_t slots, uint32_t count) {
    return slots <= (uint64_t)count * RANK_SPARSE_SLOTS + HAIL_SORT_DIGITS;
}

/* Ranks by slots of a that are counted from the lowest one. False: they do not lie together, or some a has too many
 * pairs. */
static bool rank_by_range_of_a(const hail_kernels *kernels, hail_pairs *pairs, hail_ranking *ranking) {
    const uint32_t *slot_a = pairs->slot_a.data, count = pairs->count;
    uint32_t lowest = UINT32_MAX, highest = 0, *from_lowest = pairs->spare.data;
    for (uint32_t i = 0; i < count; i++) {
        lowest = slot_a[i] < lowest ? slot_a[i] : lowest;
        highest = slot_a[i] > highest ? slot_a[i] : highest;
    }
    if (!few_slots((uint64_t)highest - lowest + 1, count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        from_lowest[i] = slot_a[i] - lowest;
    return rank_by_a(kernels, pairs, from_lowest, highest - lowest + 1, ranking);
}

/* After rank_by_counting failed, which counted pairs by slot of a: by slot of b, then, keeping that order, by slot of
 * a. No branch depends on the pairs, unlike in a sort of each a's rows, which are of many lengths. */
static void rank_by_both(const hail_kernels *kernels, hail_pairs *pairs, uint32_t slots) {
    const uint32_t *slot_a = pairs->slot_a.data, *slot_b = pairs->slot_b.data, count = pairs->count;
    uint32_t *start_a = pairs->counts.data, *start_b = pairs->sorted.data, *by_b = pairs->spare.data;
    uint32_t *rank = pairs->rank.data;
    memset(start_b, 0, ((size_t)slots + 1) * sizeof *start_b);
    for (uint32_t i = 0; i < count; i++)
        start_b[slot_b[i] + 1]++;
    kernels->sums(start_b, slots + 1);
    kernels->sums(start_a, slots + 1);
    for (uint32_t i = 0; i < count; i++)
        by_b[start_b[slot_b[i]]++] = i;
    for (uint32_t i = 0; i < count; i++)
        rank[by_b[i]] = start_a[slot_a[by_b[i]]]++;
}

/* Looks at the first pairs: in random order half of all neighbours descend; in a stream of bodies hardly any do. */
bool hail_rank_looks_sorted(const uint32_t *slot_a, uint32_t count) {
    const uint32_t looked = count < SAMPLE ? count : SAMPLE;
    uint32_t descents = 0;
    for (uint32_t i = 1; i < looked; i++)
        descents += slot_a[i] < slot_a[i - 1];
    return descents < looked / 3;
}

/* Numbers too wide for one word: by slot of b first, then, keeping that order, by slot of a. */
static uint64_t *sort_wide(const keys *k, uint32_t count, uint32_t *counts, uint64_t *sorted, uint64_t *spare) {
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = (uint64_t)k->slot_b[i] << 32 | i;
    uint64_t *by_b = hail_sort_by_radix(sorted, spare, count, 32, counts);
    for (uint32_t i = 0; i < count; i++)
        by_b[i] = (uint64_t)k->slot_a[(uint32_t)by_b[i]] << 32 | (uint32_t)by_b[i];
    return hail_sort_by_radix(by_b, by_b == sorted ? spare : sorted, count, 32, counts);
}

/* Fills pairs->rank by sorting entries. */
static void rank_by_sorting(hail_pairs *pairs, uint32_t slots, bool nearly_sorted) {
    const uint32_t count = pairs->count, pair_bits = bits_of(count), slot_bits = bits_of(slots);
    const keys k = {pairs->slot_a.data, pairs->slot_b.data, pair_bits + slot_bits, pair_bits};
    uint64_t *sorted = pairs->sorted.data, mask = (UINT64_C(1) << pair_bits) - 1;
    uint32_t *counts = pairs->counts.data, *rank = pairs->rank.data;
    if (2 * slot_bits + pair_bits > 64) {
        sorted = sort_wide(&k, count, counts, sorted, pairs->spare.data);
        mask = UINT32_MAX;
    } else {
        for (uint32_t i = 0; i < count; i++)
            sorted[i] = entry_of(&k, i);
        if (!nearly_sorted || !hail_sort_nearly_sorted(sorted, count, (uint64_t)count * MOVES))
            sorted = hail_sort_by_radix(sorted, pairs->spare.data, count, pair_bits, counts);
    }
    for (uint32_t i = 0; i < count; i++)
        rank[sorted[i] & mask] = i;
}

/* Ranks so few pairs that even the widest bodies' slots are not worth measuring. */
static void rank_few(hail_pairs *pairs) {
    const uint32_t count = pairs->count;
    const keys k = {pairs->slot_a.data, pairs->slot_b.data, FEW_PAIR_BITS + FEW_SLOT_BITS, FEW_PAIR_BITS};
    uint64_t *sorted = pairs->sorted.data;
    uint32_t *rank = pairs->rank.data;
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = entry_of(&k, i);
    hail_sort_nearly_sorted(sorted, count, UINT64_MAX);
    for (uint32_t i = 0; i < count; i++)
        rank[sorted[i] % (1u << FEW_PAIR_BITS)] = i;
}

hail_ranking hail_rank_pairs(const hail_kernels *kernels, hail_pairs *pairs, uint32_t slots) {
    const uint32_t count = pairs->count;
    hail_ranking ranking = {.rank = pairs->rank.data};
    if (count <= FEW_PAIRS && slots <= 1u << FEW_SLOT_BITS) {
        rank_few(pairs);
        return ranking;
    }
    const bool dense = few_slots(slots, count), nearly_sorted = hail_rank_looks_sorted(pairs->slot_a.data, count);
    if (dense && rank_by_a(kernels, pairs, pairs->slot_a.data, slots, &ranking))
        return ranking;
    if (dense && slots <= count && !nearly_sorted)
        rank_by_both(kernels, pairs, slots);
    else if (dense || nearly_sorted || !rank_by_range_of_a(kernels, pairs, &ranking))
        rank_by_sorting(pairs, slots, nearly_sorted);
    return ranking;
}
