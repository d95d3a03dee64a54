/* engine/base/angle.h - sine and cosine with the same bits on every system, unlike the C library's. */
#ifndef HAIL_BASE_ANGLE_H
#define HAIL_BASE_ANGLE_H

/* Computes the unit vector in the direction of an angle, to 1 ulp; its length is 1 to within 1e-7.
 *
 *   angle  radians, from -HAIL_MAX_ANGLE to HAIL_MAX_ANGLE */
void hail_angle_to_unit(float angle, float *cosine, float *sine);

#endif
