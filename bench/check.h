/* check.h - compares every contender with `plain`, and plain with brute force, before anything is timed. */
#ifndef CHECK_H
#define CHECK_H

#include "step/contender.h"

/* Runs the contender from the scene's present state and compares its touching pairs in every step. Pairs may differ
 * only if their gap is within scene_tolerance, first hits of swept scenes only if a gap of that size decides. False
 * after printing the first pair that differs by more, and if the contender could not be created. A contender without
 * `pairs` passes. Each (scene, contender, variant) is compared once. */
bool check_contender(const scene_data *scene, const contender &contender, const char *variant);

#endif
