/* engine/base/clock.h - optional stage times. */
#ifndef HAIL_BASE_CLOCK_H
#define HAIL_BASE_CLOCK_H

#include "world/state.h"

typedef struct hail_clock {
    hail_world *world;
    uint64_t last;
} hail_clock;

hail_clock hail_clock_start(hail_world *world);

/* Adds the time since the last lap to a stage; reads no clock unless the world's `timed` option is set. */
void hail_clock_lap(hail_clock *clock, int stage);

#endif
