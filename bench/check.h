/* check.h - holds every contender to `plain`, and plain to brute force, before anything is timed. */
#ifndef CHECK_H
#define CHECK_H

#include "step/contender.h"

/* Steps the contender from the scene as it stands and compares its touching pairs in every step. Pairs may differ only
 * where the gap is within scene_tolerance; first hits of swept scenes only where a gap of that size decides. Prints the
 * first pair that differs by more, and answers false; also where the contender cannot be made. A contender without
 * `pairs` passes. Each (scene, contender, variant) is compared once.
 */
bool check_contender(const scene_data *scene, const contender &contender, const char *variant);

#endif
