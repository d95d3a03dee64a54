/* tests/points/text_points.c - routines for points and polygons that follow an article's sentences. */
#include "text_points.h"

#include <math.h>

typedef struct vector {
    double x, y;
} vector;

static vector vector_to(const text_loop *loop, size_t i, double x, double y) {
    return (vector){(double)loop->x[i % loop->count] - x, (double)loop->y[i % loop->count] - y};
}

static double dot(vector a, vector b) { return a.x * b.x + a.y * b.y; }

static double cross(vector a, vector b) { return a.x * b.y - a.y * b.x; }

/* ---- Convex ------------------------------------------------------------------------------------------------------ */

/* How many of the edges' perpendiculars have a dot product of this sign with the vector to the edge's first vertex. */
static size_t convex_count(const text_loop *loop, double x, double y, double sign) {
    size_t count = 0;
    for (size_t i = 0; i < loop->count; i++) {
        const vector to = vector_to(loop, i, x, y), next = vector_to(loop, i + 1, x, y);
        /* "Swap the X and Y components, and then negate the X." */
        const vector perpendicular = {-(next.y - to.y), next.x - to.x};
        count += sign * dot(perpendicular, to) > 0.0;
    }
    return count;
}

bool text_convex_one_way(const text_loop *loop, double x, double y) {
    return convex_count(loop, x, y, 1.0) == loop->count;
}

bool text_convex(const text_loop *loop, double x, double y) {
    return text_convex_one_way(loop, x, y) || convex_count(loop, x, y, -1.0) == loop->count;
}

/* ---- Angles ------------------------------------------------------------------------------------------------------ */

double text_angles(const text_loop *loop, double x, double y) {
    double sum = 0.0;
    for (size_t i = 0; i < loop->count; i++) {
        const vector a = vector_to(loop, i, x, y), b = vector_to(loop, i + 1, x, y);
        const double cosine = dot(a, b) / (hypot(a.x, a.y) * hypot(b.x, b.y));
        sum += acos(fmin(fmax(cosine, -1.0), 1.0));
    }
    return sum;
}

double text_signed_angles(const text_loop *loop, double x, double y) {
    double sum = 0.0;
    for (size_t i = 0; i < loop->count; i++) {
        const vector a = vector_to(loop, i, x, y), b = vector_to(loop, i + 1, x, y);
        sum += atan2(cross(a, b), dot(a, b));
    }
    return sum;
}

/* ---- Quadrants --------------------------------------------------------------------------------------------------- */

/* 0 to 3, from +x towards +y. */
static int quadrant_of(vector v) {
    if (v.x > 0.0)
        return v.y > 0.0 ? 0 : 3;
    return v.y > 0.0 ? 1 : 2;
}

int text_quadrants(const text_loop *loop, double x, double y) {
    int counter = 0;
    for (size_t i = 0; i < loop->count; i++) {
        const vector a = vector_to(loop, i, x, y), b = vector_to(loop, i + 1, x, y);
        switch ((quadrant_of(b) - quadrant_of(a) + 4) % 4) {
        case 1:
            counter++;
            break;
        case 2: /* "you need to determine which side of the test point it crossed" */
            counter += cross(a, b) > 0.0 ? 2 : -2;
            break;
        case 3:
            counter--;
            break;
        default:
            break;
        }
    }
    return counter;
}

/* ---- Crossings --------------------------------------------------------------------------------------------------- */

int text_crossings(const text_loop *loop, double x, double y) {
    int crossings = 0;
    for (size_t i = 0; i < loop->count; i++) {
        const vector a = vector_to(loop, i, x, y), b = vector_to(loop, i + 1, x, y);
        if ((a.y > 0.0) == (b.y > 0.0))
            continue;
        /* If both ends are to the right it crosses, if both are to the left it does not; otherwise the crossing
         * decides. The sign of its position is that of the cross product, reversed for an edge that goes up. */
        if ((a.x > 0.0) == (b.x > 0.0))
            crossings += a.x > 0.0;
        else
            crossings += (cross(a, b) > 0.0) == (b.y > a.y);
    }
    return crossings;
}

/* ---- Nearest points ---------------------------------------------------------------------------------------------- */

/* first and second: the two products, both above 0 if the nearest point is not an end. */
static text_nearest_point nearest_by(double x, double y, vector from, vector to, double first, double second) {
    text_nearest_point at = {from.x, from.y, 0.0};
    if (first > 0.0 && second <= 0.0) {
        at.x = to.x, at.y = to.y;
    } else if (first > 0.0) {
        const double ratio = first / (first + second);
        at.x = from.x + ratio * (to.x - from.x), at.y = from.y + ratio * (to.y - from.y);
    }
    at.squared = (at.x - x) * (at.x - x) + (at.y - y) * (at.y - y);
    return at;
}

text_nearest_point text_nearest(double x, double y, double x1, double y1, double x2, double y2) {
    const vector along = {x2 - x1, y2 - y1}, b = {x - x1, y - y1}, c = {x - x2, y - y2};
    return nearest_by(x, y, (vector){x1, y1}, (vector){x2, y2}, dot(along, b), -dot(along, c));
}

text_nearest_point text_nearest_by_cosines(double x, double y, double x1, double y1, double x2, double y2) {
    const vector along = {x2 - x1, y2 - y1}, b = {x - x1, y - y1}, c = {x - x2, y - y2};
    const double length = hypot(along.x, along.y);
    return nearest_by(x, y, (vector){x1, y1}, (vector){x2, y2}, dot(along, b) / (length * hypot(b.x, b.y)),
                      -dot(along, c) / (length * hypot(c.x, c.y)));
}
