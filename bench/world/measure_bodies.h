/* bench/world/measure_bodies.h - reads of bodies and writes to them as benchmarks: read_bodies, write_bodies,
 * write_scale and write_angle; contact_users; set_shape, set_layer, set_enabled and despawn; each
 * /<bodies>/<contender>; churn/<bodies>/<contender>, a swarm that is exchanged;
 * and borrowed/<bodies>/<contender>, a step of circles whose places are the caller's. */
#ifndef MEASURE_BODIES_H
#define MEASURE_BODIES_H

/* Registers them. smoke: few bodies, read once. Every contender's answers are checked before it is timed. */
void measure_bodies(bool smoke);
void measure_writes(bool smoke);
void measure_changes(bool smoke);
void measure_churn(bool smoke);
void measure_borrowed(bool smoke);
void measure_million(bool smoke);

#endif
