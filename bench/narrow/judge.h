/* judge.h - holds answers about pairs to double precision. */
#ifndef JUDGE_H
#define JUDGE_H

#include "pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* px: how far from 0 a gap may be for two correct programs to disagree about it: 4 ulps of the largest coordinate. */
double judge_tolerance(const pair_work *work);

/* The gap (px) between the pair's surfaces at t of their motion. */
double judge_gap(const pair_work *work, size_t pair, double t);

/* Whether an answer is right, give or take that tolerance and `slack` px. gap: judge_gap at 0, which callers keep. A
 * normal is right if the shapes lie as far apart along it as they do at all. NULL: it is; otherwise what is wrong. */
const char *judge_answer(const pair_work *work, size_t pair, double gap, double slack, const pair_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
