/* engine/base/angle.h - our own sine and cosine: the C library's differ from one system to the next. */
#ifndef HAIL_BASE_ANGLE_H
#define HAIL_BASE_ANGLE_H

/* angle: radians, at most HAIL_MAX_ANGLE either way. Within 1 ulp, unit to 1e-7. */
void hail_angle_to_unit(float angle, float *cosine, float *sine);

#endif
