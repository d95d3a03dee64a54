/* tests/sectors/sectors_truth.h - what is wrong with walls, by brute force over all pairs of them and all pieces; from
 * the words of hail/sectors.h alone. */
#ifndef HAIL_TESTS_SECTORS_TRUTH_H
#define HAIL_TESTS_SECTORS_TRUTH_H

#include "sectors_inputs.h"

enum { TRUTH_FAULTS = 4000 };

/* In order; places are left out. Kinds from HAIL_FAULT_ZERO_LENGTH on: all vertices are finite, and near enough.
 * Misplaced islands are looked for where nothing else is wrong, and told by their vertex that is furthest to the right,
 * of those by the lowest one (+y). */
typedef struct truth {
    hail_sector_fault fault[TRUTH_FAULTS];
    size_t count;
} truth;

void truth_find(const chart *c, truth *t);

/* The status that goes with a kind. */
hail_status truth_status(hail_sector_fault_kind kind);

/* Whether two faults are the same, but for their places. */
bool truth_same(const hail_sector_fault *a, const hail_sector_fault *b);

const char *truth_text(const hail_sector_fault *fault);

#endif
