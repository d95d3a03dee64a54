#include "rank.h"

#include <string.h>

/* Three ways to the same places, by what the keys look like: nearly in order already (bullets that nobody despawned stream past in the
 * order of their slots): insertion. Many pairs over a dense range of slots: one counting pass over slots of a, insertion within each a.
 * Else: radix. */
enum {
    DIGIT_BITS = 11,
    DIGITS = 1 << DIGIT_BITS,
    LONG_RUN = 24,  /* pairs of one a that insertion is still good for           */
    PATIENCE = 6    /* moves a pair that make a list count as nearly in order    */
};

static void write_places(const hail_ranked *sorted, uint32_t count, uint32_t *place) {
    for (uint32_t rank = 0; rank < count; rank++)
        place[sorted[rank].pair] = rank;
}

/* Insertion from `sorted` itself; false when the list turns out not to be nearly in order. */
static bool insert_all(hail_ranked *sorted, uint32_t count, uint64_t patience) {
    for (uint32_t i = 1; i < count; i++) {
        const hail_ranked entry = sorted[i];
        uint32_t j = i;
        for (; j > 0 && sorted[j - 1].key > entry.key; j--)
            sorted[j] = sorted[j - 1];
        sorted[j] = entry;
        if (i - j > patience)
            return false;
        patience -= i - j;
    }
    return true;
}

static hail_ranked entry_of(const uint32_t *slot_a, const uint32_t *slot_b, uint32_t pair) {
    return (hail_ranked){(uint64_t)slot_a[pair] << 32 | slot_b[pair], pair};
}

static bool rank_by_insertion(const uint32_t *slot_a, const uint32_t *slot_b, uint32_t count, hail_ranked *sorted) {
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = entry_of(slot_a, slot_b, i);
    return insert_all(sorted, count, (uint64_t)count * PATIENCE);
}

/* Counts by slot of a, then inserts within each a; false when some a has too many pairs. `counts` has room for range + 1. */
static bool rank_by_counting(const uint32_t *slot_a, const uint32_t *slot_b, uint32_t count, uint32_t least, uint32_t range,
                             uint32_t *counts, hail_ranked *sorted) {
    memset(counts, 0, ((size_t)range + 1) * sizeof *counts);
    for (uint32_t i = 0; i < count; i++)
        counts[slot_a[i] - least + 1]++;
    uint32_t sum = 0, longest = 0;
    for (uint32_t s = 0; s <= range; s++) {
        longest = counts[s] > longest ? counts[s] : longest;
        sum += counts[s];
        counts[s] = sum;
    }
    if (longest > LONG_RUN)
        return false;
    for (uint32_t i = 0; i < count; i++)
        sorted[counts[slot_a[i] - least]++] = entry_of(slot_a, slot_b, i);
    return insert_all(sorted, count, (uint64_t)count * LONG_RUN);
}

/* Least significant digit first, over the bits of both slots that are in use. Returns the buffer that holds the result. */
static hail_ranked *rank_by_radix(const uint32_t *slot_a, const uint32_t *slot_b, uint32_t count, uint32_t *counts,
                                  hail_ranked *from, hail_ranked *to) {
    uint64_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        from[i] = entry_of(slot_a, slot_b, i);
        used |= from[i].key;
    }
    for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
        if ((used >> shift & (DIGITS - 1)) == 0)
            continue;
        memset(counts, 0, DIGITS * sizeof *counts);
        for (uint32_t i = 0; i < count; i++)
            counts[from[i].key >> shift & (DIGITS - 1)]++;
        uint32_t sum = 0;
        for (uint32_t d = 0; d < DIGITS; d++) {
            const uint32_t n = counts[d];
            counts[d] = sum;
            sum += n;
        }
        for (uint32_t i = 0; i < count; i++)
            to[counts[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
        hail_ranked *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

void rank_pairs(hail_pairs *pairs) {
    const uint32_t count = pairs->count, *slot_a = pairs->slot_a.data, *slot_b = pairs->slot_b.data;
    hail_ranked *sorted = pairs->sorted.data;
    if (!count)
        return;
    uint32_t least = slot_a[0], most = slot_a[0], descents = 0;
    for (uint32_t i = 1; i < count; i++) {
        least = slot_a[i] < least ? slot_a[i] : least;
        most = slot_a[i] > most ? slot_a[i] : most;
        descents += slot_a[i] < slot_a[i - 1];
    }
    const uint64_t range = (uint64_t)most - least + 1;
    const bool dense = range <= (uint64_t)count * 4 + DIGITS;
    /* In random order half of all steps descend; past a block of lanes hardly any do. */
    bool ranked = (!dense || descents < count / 3) && rank_by_insertion(slot_a, slot_b, count, sorted);
    ranked = ranked || (dense && rank_by_counting(slot_a, slot_b, count, least, (uint32_t)range, pairs->counts.data, sorted));
    if (!ranked)
        sorted = rank_by_radix(slot_a, slot_b, count, pairs->counts.data, sorted, pairs->spare.data);
    write_places(sorted, count, pairs->place.data);
}
