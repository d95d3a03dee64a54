/* engine/base/clock.h - how long each stage of a step takes, when the caller asks for it. */
#ifndef HAIL_BASE_CLOCK_H
#define HAIL_BASE_CLOCK_H

#include <stddef.h>
#include <stdint.h>

typedef struct hail_clock {
    uint64_t *ns; /* nanoseconds by stage; NULL: nothing is timed */
    uint64_t last;
} hail_clock;

/* Starts the first lap. ns: nanoseconds by stage, which the laps add to; NULL: no clock is ever read. */
hail_clock hail_clock_start(uint64_t *ns);

/* Adds the time since the previous lap to a stage of a clock that times something. */
void hail_clock_add(hail_clock *clock, int stage);

/* Ends a lap, which was a stage's. */
static inline void hail_clock_lap(hail_clock *clock, int stage) {
    if (clock->ns)
        hail_clock_add(clock, stage);
}

#endif
