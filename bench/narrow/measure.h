/* measure.h - the pairs as benchmarks: <work>/<pairs>/<contender>. */
#ifndef MEASURE_H
#define MEASURE_H

/* Registers them; smoke: a tenth of the pairs, each for one round. Every contender's answers are held
 * to double precision before it is timed. */
void measure_pairs(bool smoke);

#endif
