/* bench/wrap.h - coordinates of bodies that leave a side and come back on the other. */
#ifndef BENCH_WRAP_H
#define BENCH_WRAP_H

static inline float wrap(float value, float side) {
    value = value < 0.0f ? value + side : value;
    return value >= side ? value - side : value;
}

#endif
