/* bench/step/measure_groups.h - bodies with groups as benchmarks: group_<scene>/<bodies>/hail[:variant]. */
#ifndef MEASURE_GROUPS_H
#define MEASURE_GROUPS_H

/* Registers them. Each scene's contacts are counted by brute force, with fewer bodies, before it is timed. smoke: few
 * bodies, one round. */
void measure_groups(bool smoke);

#endif
