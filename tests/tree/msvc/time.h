/* tests/tree/msvc/time.h - as much of Windows' as Hail and SIMDe name, for a parser alone. */
#ifndef HAIL_TESTS_MSVC_TIME_H
#define HAIL_TESTS_MSVC_TIME_H

typedef long long time_t;
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
#define TIME_UTC 1
int timespec_get(struct timespec *time, int base);

#endif
