/* engine/pairs/known_pairs.h - looks rows up among the pairs that are remembered. */
#ifndef HAIL_PAIRS_KNOWN_PAIRS_H
#define HAIL_PAIRS_KNOWN_PAIRS_H

#include "world/world_state.h"

/* Which rows are looked up. */
typedef struct hail_known_lookups {
    bool hits, grazes;
} hail_known_lookups;

/* Makes the rows whose pairs are remembered no contacts (kind 0), and notes that they were found again. The table holds
 * pairs. */
void hail_known_drop(const hail_pair_memory *memory, hail_known_lookups asked, hail_contact *row, uint32_t count);

#endif
