/* tests/sectors/sectors_truth.h - faults by brute force over all pairs of walls and all pieces. Written from
 * hail/sectors.h alone. */
#ifndef HAIL_TESTS_SECTORS_TRUTH_H
#define HAIL_TESTS_SECTORS_TRUTH_H

#include "sectors_inputs.h"

enum { TRUTH_FAULTS = 4000 };

/* Lists faults in order, without positions. Kinds from HAIL_FAULT_ZERO_LENGTH on: all vertices are finite, and near
 * enough. Misplaced islands are looked for if there is no other fault, and named by their rightmost vertex; ties go to
 * the lowest one (+y). */
typedef struct truth {
    hail_sector_fault fault[TRUTH_FAULTS];
    size_t count;
} truth;

void truth_find(const chart *c, truth *t);

/* The status that goes with a kind. */
hail_status truth_status(hail_sector_fault_kind kind);

/* Whether two faults are the same, except for their positions. */
bool truth_same(const hail_sector_fault *a, const hail_sector_fault *b);

const char *truth_text(const hail_sector_fault *fault);

#endif
