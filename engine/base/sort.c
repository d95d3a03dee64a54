/* engine/base/sort.c - insertion for what is short or nearly sorted, radix for the rest; selection where one
 * rank of a sample is all that is wanted. */
#include "sort.h"

#include <string.h>

enum { FEW_DIGITS = 2048 }; /* fewer values are sorted by shorter digits, so that they outnumber the counters */

void hail_sort_few(uint32_t *values, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t hold = values[i];
        uint32_t j = i;
        for (; j > 0 && values[j - 1] > hold; j--)
            values[j] = values[j - 1];
        values[j] = hold;
    }
}

/* Reorders values [low, high] by a pivot: [low, *end) are at most that, [the result, high] at least, and those between
 * equal it. The checks of bounds matter for NaN alone. */
static uint32_t split(float *values, uint32_t low, uint32_t high, uint32_t *end) {
    const float pivot = values[low + (high - low) / 2];
    uint32_t i = low, past = high + 1; /* [past, high] are at least the pivot */
    while (i < past) {
        while (i < past && values[i] < pivot)
            i++;
        while (i < past && values[past - 1] > pivot)
            past--;
        if (i >= past)
            break;
        const float hold = values[i];
        values[i++] = values[past - 1];
        values[--past] = hold;
    }
    *end = past;
    return i;
}

float hail_select_float(float *values, uint32_t count, uint32_t rank) {
    uint32_t low = 0, high = count - 1, end;
    while (low < high) {
        const uint32_t begin = split(values, low, high, &end);
        if (rank < end)
            high = end - 1;
        else if (rank >= begin)
            low = begin;
        else
            break;
    }
    return values[rank];
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
    const uint32_t bits = count < FEW_DIGITS ? 8 : HAIL_SORT_DIGIT_BITS, digits = 1u << bits, mask = digits - 1;
    uint64_t used = 0;
    for (uint32_t i = 0; i < count; i++)
        used |= from[i];
    for (; shift < 64; shift += bits) {
        if ((used >> shift & mask) == 0)
            continue;
        memset(counts, 0, digits * sizeof *counts);
        for (uint32_t i = 0; i < count; i++)
            counts[from[i] >> shift & mask]++;
        uint32_t sum = 0;
        for (uint32_t d = 0; d < digits; d++) {
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
