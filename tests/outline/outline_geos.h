/* tests/outline/outline_geos.h - checks loops and parts with GEOS. Without GEOS nothing is found wrong. */
#ifndef HAIL_TESTS_OUTLINE_GEOS_H
#define HAIL_TESTS_OUTLINE_GEOS_H

#include <hail/hail.h>

bool geos_there(void);

/* Whether the loops make one valid geometry: what lies inside an odd number of them. */
bool geos_valid(const hail_loops *loops);

/* NULL, or what is wrong: parts that are not valid, an area that is not the polygon's, or a union that differs from it
 * by more than 1e-9 of it (and 1e-14 of the square of the largest coordinate, as its sums are rounded). */
const char *geos_parts_wrong(const hail_loops *polygon, const hail_loops *parts);

#endif
