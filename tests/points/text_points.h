/* tests/points/text_points.h - points and polygons as in J. Lander's article "Crashing into the New Year".
 *
 * The article is from Game Developer magazine. It has no code for two of its five routines, and lists the others
 * elsewhere: these follow its sentences, a point at a time and in double precision. They are slow, and shared with
 * nothing. None of them has a rule for the boundary.
 *
 * Some of its sentences are wrong. Beside them stands what is right:
 *   - Dot products with perpendiculars distinguish inside from outside only for loops of one winding.
 *   - Arccosines have no sign. If a loop turns back as seen from the point, angles must be subtracted. The sum of all
 *     angles is more than 360 degrees at points inside a concave polygon, and can be 360 outside.
 *   - The ratio of two cosines is not the position of the nearest point on a segment, unless both ends are equally far.
 *     The ratio of the dot products, not divided by the lengths, is. */
#ifndef HAIL_TESTS_TEXT_POINTS_H
#define HAIL_TESTS_TEXT_POINTS_H

#include <stdbool.h>
#include <stddef.h>

/* One closed loop. */
typedef struct text_loop {
    const float *x, *y;
    size_t count;
} text_loop;

/* "If the dot product for each of the edges is positive": for a loop that turns from +y towards +x. */
bool text_convex_one_way(const text_loop *loop, double x, double y);

/* The same for both windings: all positive or all negative. */
bool text_convex(const text_loop *loop, double x, double y);

/* radians: "calculate the angle between each vertex and the test point and add up all the angles", by dot product and
 * arccosine only. */
double text_angles(const text_loop *loop, double x, double y);

/* radians: the same, each angle with the sign of its turn; a whole number of turns everywhere off the boundary. */
double text_signed_angles(const text_loop *loop, double x, double y);

/* Quarter turns: 1 for an edge to the next quadrant, -1 to the previous one, 2 or -2 to the opposite one, by the side
 * on which it passes the point. */
int text_quadrants(const text_loop *loop, double x, double y);

/* The number of edges that a line to the right crosses; without a division. */
int text_crossings(const text_loop *loop, double x, double y);

typedef struct text_nearest_point {
    double x, y, squared;
} text_nearest_point;

/* The nearest point on a segment by the ratio of its two dot products. */
text_nearest_point text_nearest(double x, double y, double x1, double y1, double x2, double y2);

/* The same by the ratio of cosines, as the article has it. */
text_nearest_point text_nearest_by_cosines(double x, double y, double x1, double y1, double x2, double y2);

#endif
