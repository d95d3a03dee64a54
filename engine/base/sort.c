/* engine/base/sort.c - insertion for what is short or nearly sorted, Shell's sort for samples, radix for the rest. */
#include "sort.h"

#include <stddef.h>
#include <string.h>

void hail_sort_few(uint32_t *values, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t hold = values[i];
        uint32_t j = i;
        for (; j > 0 && values[j - 1] > hold; j--)
            values[j] = values[j - 1];
        values[j] = hold;
    }
}

void hail_sort_floats(float *values, uint32_t count) {
    static const uint32_t gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (uint32_t i = gaps[g]; i < count; i++) {
            const float hold = values[i];
            uint32_t j = i;
            for (; j >= gaps[g] && values[j - gaps[g]] > hold; j -= gaps[g])
                values[j] = values[j - gaps[g]];
            values[j] = hold;
        }
}

bool hail_sort_nearly_sorted(uint64_t *values, uint32_t count, uint64_t moves) {
    for (uint32_t i = 1; i < count; i++) {
        const uint64_t hold = values[i];
        uint32_t j = i;
        for (; j > 0 && values[j - 1] > hold; j--)
            values[j] = values[j - 1];
        values[j] = hold;
        if (i - j > moves)
            return false;
        moves -= i - j;
    }
    return true;
}

uint64_t *hail_sort_by_radix(uint64_t *from, uint64_t *to, uint32_t count, uint32_t shift, uint32_t *counts) {
    const uint32_t mask = HAIL_SORT_DIGITS - 1;
    uint64_t used = 0;
    for (uint32_t i = 0; i < count; i++)
        used |= from[i];
    for (; shift < 64; shift += HAIL_SORT_DIGIT_BITS) {
        if ((used >> shift & mask) == 0)
            continue;
        memset(counts, 0, HAIL_SORT_DIGITS * sizeof *counts);
        for (uint32_t i = 0; i < count; i++)
            counts[from[i] >> shift & mask]++;
        uint32_t sum = 0;
        for (uint32_t d = 0; d < HAIL_SORT_DIGITS; d++) {
            const uint32_t n = counts[d];
            counts[d] = sum;
            sum += n;
        }
        for (uint32_t i = 0; i < count; i++)
            to[counts[from[i] >> shift & mask]++] = from[i];
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    return from;
}
