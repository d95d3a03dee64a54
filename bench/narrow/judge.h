/* bench/narrow/judge.h - checks answers about pairs against double precision. */
#ifndef JUDGE_H
#define JUDGE_H

#include "pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* px: two correct programs may disagree about a pair whose gap is nearer to 0 than this: 4 ulps of the largest
 * coordinate. */
double judge_tolerance(const pair_set *set);

/* The gap (px) between the pair's surfaces at t of its motion. */
double judge_gap(const pair_set *set, size_t pair, double t);

/* Returns NULL if an answer is right within that tolerance plus `slack` px, otherwise what is wrong with it. gap:
 * judge_gap at 0, which callers keep. A normal is right if the shapes are as far apart along it as they are at all. */
const char *judge_answer(const pair_set *set, size_t pair, double gap, double slack, const pair_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
