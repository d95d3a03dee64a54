/* engine/base/exact.h - on which side of a line a point lies, without error. */
#ifndef HAIL_BASE_EXACT_H
#define HAIL_BASE_EXACT_H

typedef struct hail_point {
    float x, y;
} hail_point;

/* Returns the sign of the turn at b on the way from a to c: 1 from +x towards +y, -1 the other way, 0 if the three
 * points lie on a line. It is exact for all finite floats. */
int hail_turn(hail_point a, hail_point b, hail_point c);

#endif
