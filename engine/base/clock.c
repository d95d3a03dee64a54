/* engine/base/clock.c - times laps with a monotonic clock, or with the system's time where there is none. */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#endif

#include "clock.h"

#include <time.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

static uint64_t now(void) {
    LARGE_INTEGER ticks, per_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&per_second);
    const uint64_t t = (uint64_t)ticks.QuadPart, f = (uint64_t)per_second.QuadPart;
    return t / f * UINT64_C(1000000000) + t % f * UINT64_C(1000000000) / f;
}
#else
static uint64_t now(void) {
    struct timespec t;
#if defined(CLOCK_MONOTONIC)
    clock_gettime(CLOCK_MONOTONIC, &t);
#else
    timespec_get(&t, TIME_UTC);
#endif
    return (uint64_t)t.tv_sec * UINT64_C(1000000000) + (uint64_t)t.tv_nsec;
}
#endif

hail_clock hail_clock_start(uint64_t *ns) { return (hail_clock){ns, ns ? now() : 0}; }

void hail_clock_add(hail_clock *clock, int stage) {
    const uint64_t time = now();
    clock->ns[stage] += time - clock->last;
    clock->last = time;
}
