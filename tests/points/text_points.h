/* tests/points/text_points.h - points and polygons in the way of the article that hail/points.h goes back to (J.
 * Lander, Crashing into the New Year, Game Developer magazine), a point at a time and in double precision. It has no
 * code for two of its five routines, and lists the others elsewhere: these follow its sentences. Slow, and not shared
 * with anything. None of them has a rule for the boundary.
 *
 * What is wrong with its sentences stands beside what sets it right:
 * - Dot products with perpendiculars tell inside from outside for loops that turn one way round only.
 * - Arccosines have no sign. Where a loop turns back as it is seen from the point, angles must be taken away; all
 * angles added up come to more than 360 degrees at places inside a concave polygon, and may come to 360 outside.
 * - The ratio of two cosines is not where the nearest point of a segment lies, unless both ends are equally far: it
 *   takes the dot products themselves, not divided by the lengths. */
#ifndef HAIL_TESTS_TEXT_POINTS_H
#define HAIL_TESTS_TEXT_POINTS_H

#include <stdbool.h>
#include <stddef.h>

/* One closed loop. */
typedef struct text_loop {
    const float *x, *y;
    size_t count;
} text_loop;

/* "If the dot product for each of the edges is positive": of a loop that turns from +y towards +x. */
bool text_convex_one_way(const text_loop *loop, double x, double y);

/* The same with both ways round: all positive or all negative. */
bool text_convex(const text_loop *loop, double x, double y);

/* radians: "calculate the angle between each vertex and the test point and add up all the angles", by dot product and
 * arccosine alone. */
double text_angles(const text_loop *loop, double x, double y);

/* radians: the same, each angle with the sign of its turn; a whole number of turns anywhere off the boundary. */
double text_signed_angles(const text_loop *loop, double x, double y);

/* Quarter turns: 1 for an edge that goes on to the next quadrant, -1 for one that goes back, 2 or -2 for one that goes
 * across, by the side of the point that it passes. */
int text_quadrants(const text_loop *loop, double x, double y);

/* How many edges a line to the right crosses; without a divide. */
int text_crossings(const text_loop *loop, double x, double y);

typedef struct text_place {
    double x, y, squared;
} text_place;

/* The nearest point of a segment by the ratio of its two dot products. */
text_place text_nearest(double x, double y, double x1, double y1, double x2, double y2);

/* The same by the ratio of cosines, as it is written. */
text_place text_nearest_by_cosines(double x, double y, double x1, double y1, double x2, double y2);

#endif
