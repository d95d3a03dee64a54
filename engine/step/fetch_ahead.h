/* engine/step/fetch_ahead.h - brings worlds into the cache that are stepped soon. */
#ifndef HAIL_STEP_FETCH_AHEAD_H
#define HAIL_STEP_FETCH_AHEAD_H

#include <hail/step.h>

#include <stdint.h>

/* Called for each world of a list in turn, before it is stepped: fetches some of the next ones. It reads the worlds'
 * pointers, so it does not look at `end` and beyond: other threads may be stepping those. */
void hail_fetch_ahead(const hail_world_step *steps, uint32_t number, uint32_t end);

#endif
