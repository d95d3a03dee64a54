/* engine/base/sort.h - sorts of plain numbers, none of which allocates. */
#ifndef HAIL_BASE_SORT_H
#define HAIL_BASE_SORT_H

#include <stdbool.h>
#include <stdint.h>

/* The radix sort's digits: their bits, and how many counters it needs. */
enum { HAIL_SORT_DIGIT_BITS = 11, HAIL_SORT_DIGITS = 1 << HAIL_SORT_DIGIT_BITS };

/* Sorts a few numbers by insertion. */
void hail_sort_few(uint32_t *values, uint32_t count);

/* Returns the value that would stand at `rank` (below count) if floats, none of them NaN, were sorted; reorders them
 * (C. A. R. Hoare, Algorithm 65: Find, 1961). */
float hail_select_float(float *values, uint32_t count, uint32_t rank);

/* Sorts a nearly sorted list by insertion. False: it takes more than `moves` moves; the list is then only partly
 * sorted. */
bool hail_sort_nearly_sorted(uint64_t *values, uint32_t count, uint64_t moves);

/* A stable radix sort by the bits from `shift` up, least significant digit first. `to` has room for `count` values,
 * `counts` for HAIL_SORT_DIGITS. Returns the array that holds the result, `from` or `to`. */
uint64_t *hail_sort_by_radix(uint64_t *from, uint64_t *to, uint32_t count, uint32_t shift, uint32_t *counts);

#endif
