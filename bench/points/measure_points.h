/* measure_points.h - points as benchmarks: point_in_polygon/<points>/<contender>, sectors, sectors_roam and
 * nearest_wall likewise. */
#ifndef MEASURE_POINTS_H
#define MEASURE_POINTS_H

/* smoke: few points in a small map, each for one round. Every contender's answers are checked before it is timed. */
void measure_points(bool smoke);

#endif
