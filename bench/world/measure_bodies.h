/* bench/world/measure_bodies.h - reads of bodies as benchmarks: read_bodies/<bodies>/<contender>. */
#ifndef MEASURE_BODIES_H
#define MEASURE_BODIES_H

/* Registers them. smoke: few bodies, read once. Every contender's answers are checked before it is timed. */
void measure_bodies(bool smoke);

#endif
