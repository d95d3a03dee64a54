/* bench/stars/measure_stars.h - stars in worlds as benchmarks: sprites_world/<stars>/<contender>, and
 * compounds_world/<stars>/<contender>; sprites_swept/<stars>/<contender>, and
 * sprites_swept_tiles/<stars>/<contender>. */
#ifndef MEASURE_STARS_H
#define MEASURE_STARS_H

/* Registers them. smoke: few stars, one step. Every contender's contacts are checked before it is timed. */
void measure_stars(bool smoke);
void measure_star_sweeps(bool smoke);

#endif
