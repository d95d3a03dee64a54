/* bench/narrow/measure.h - the narrowphase as benchmarks: <set>/<pairs>/<contender>. */
#ifndef MEASURE_H
#define MEASURE_H

/* Registers them. smoke: a tenth of the pairs, for one round each. Every contender's answers are checked against double
 * precision before it is timed. */
void measure_pairs(bool smoke);

/* Registers calls of one element: single/<call>/<contender>. */
void measure_single(bool smoke);

#endif
