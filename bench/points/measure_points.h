/* bench/points/measure_points.h - points as benchmarks: point_in_polygon/<points>/<contender> and others.
 *
 * The others are sectors, sectors_roam and nearest_wall. */
#ifndef MEASURE_POINTS_H
#define MEASURE_POINTS_H

/* Registers them. smoke: few points in a small map, for one round each. Every contender's answers are checked before it
 * is timed. */
void measure_points(bool smoke);
void measure_doors(bool smoke);

#endif
