/* engine/base/exact.h - on which side of a line a point lies, without error. */
#ifndef HAIL_BASE_EXACT_H
#define HAIL_BASE_EXACT_H

typedef struct hail_point {
    float x, y;
} hail_point;

/* The sign of the turn from the line through a and b to c: 1 if it goes from +x towards +y, -1 the other way, 0 if the
 * three lie on a line. Exact for all finite floats. */
int hail_turn(hail_point a, hail_point b, hail_point c);

#endif
