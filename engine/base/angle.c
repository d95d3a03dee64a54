/* engine/base/angle.c - sine and cosine by quarter turns and Taylor's series. */
#include "angle.h"

#include <stdint.h>

/* All in double precision. Quarter turns are subtracted in two parts, which is accurate enough up to a million radians.
 * On [-pi/4, pi/4] Taylor's series up to the 13th power is off by less than a float's rounding. */
void hail_angle_to_unit(float angle, float *cosine, float *sine) {
    const double quarter = 1.57079632679489661923, rest_of_quarter = 6.123233995736766e-17; /* their sum is pi/2 */
    const double turns = (double)angle * 0.63661977236758134308;                            /* 2/pi */
    const int64_t n = (int64_t)(turns + (turns < 0.0 ? -0.5 : 0.5));
    const double x = ((double)angle - (double)n * quarter) - (double)n * rest_of_quarter;
    const double x2 = x * x;
    const double s =
        x * (1.0 + x2 * (-1.0 / 6.0 +
                         x2 * (1.0 / 120.0 +
                               x2 * (-1.0 / 5040.0 +
                                     x2 * (1.0 / 362880.0 + x2 * (-1.0 / 39916800.0 + x2 * (1.0 / 6227020800.0)))))));
    const double c =
        1.0 +
        x2 * (-0.5 + x2 * (1.0 / 24.0 + x2 * (-1.0 / 720.0 + x2 * (1.0 / 40320.0 + x2 * (-1.0 / 3628800.0 +
                                                                                         x2 * (1.0 / 479001600.0))))));
    switch (n & 3) {
    case 0:
        *cosine = (float)c, *sine = (float)s;
        break;
    case 1:
        *cosine = (float)-s, *sine = (float)c;
        break;
    case 2:
        *cosine = (float)-c, *sine = (float)-s;
        break;
    default:
        *cosine = (float)s, *sine = (float)-c;
        break;
    }
}
