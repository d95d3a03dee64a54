/* engine/base/clock.h - how long each stage of a step takes, when the caller asks for it. */
#ifndef HAIL_BASE_CLOCK_H
#define HAIL_BASE_CLOCK_H

#include <stdint.h>

typedef struct hail_clock {
    uint64_t *ns; /* nanoseconds by stage; NULL: nothing is timed */
    uint64_t last;
} hail_clock;

/* Starts the first lap. ns: nanoseconds by stage, which the laps add to; NULL: no clock is ever read. */
hail_clock hail_clock_start(uint64_t *ns);

/* Adds the time since the previous lap to a stage. */
void hail_clock_lap(hail_clock *clock, int stage);

#endif
