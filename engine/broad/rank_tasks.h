/* engine/broad/rank_tasks.h - ranks pairs on the caller's threads. */
#ifndef HAIL_BROAD_RANK_TASKS_H
#define HAIL_BROAD_RANK_TASKS_H

#include <hail/tasks.h>

#include "pairs.h"

/* Fills pairs->rank, wholly sorted. False, and nothing is done: there are too few pairs for that to pay, or too many
 * slots to be counted. */
bool hail_rank_on_tasks(const hail_kernels *kernels, const hail_tasks *tasks, hail_pairs *pairs, uint32_t slots);

#endif
