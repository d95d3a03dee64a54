/* bench/step/measure_hits.h - registers the benchmarks of hit rules; see hits.h. */
#ifndef BENCH_MEASURE_HITS_H
#define BENCH_MEASURE_HITS_H

/* smoke: one step each. */
void measure_hits(bool smoke);

#endif
