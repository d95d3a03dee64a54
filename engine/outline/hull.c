/* engine/outline/hull.c - the lower chain of the hull, then the upper one (A. Andrew, Another efficient algorithm for
 * convex hulls in two dimensions, 1979). */
#include "hull.h"

static bool before(hail_point a, hail_point b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

static void sift(hail_point *points, size_t count, size_t gap) {
    const hail_point item = points[gap];
    for (size_t below = 2 * gap + 1; below < count; below = 2 * gap + 1) {
        below += below + 1 < count && before(points[below], points[below + 1]);
        if (!before(item, points[below]))
            break;
        points[gap] = points[below];
        gap = below;
    }
    points[gap] = item;
}

/* Sorts by x, then y. A heap sort, as qsort may allocate. */
static void sort(hail_point *points, size_t count) {
    for (size_t i = count / 2; i-- > 0;)
        sift(points, count, i);
    for (size_t i = count; i-- > 1;) {
        const hail_point last = points[i];
        points[i] = points[0];
        points[0] = last;
        sift(points, i, 0);
    }
}

/* Removes vertices from the end, but not the first `keep`, until the turn to p is convex. */
static uint32_t pop(const hail_point *hull, uint32_t vertices, uint32_t keep, hail_point p) {
    while (vertices > keep && hail_turn(hull[vertices - 2], hull[vertices - 1], p) <= 0)
        vertices--;
    return vertices;
}

bool hail_hull(hail_heap *heap, hail_point *points, uint32_t count, hail_buffer *hull, uint32_t *vertices) {
    sort(points, count);
    uint32_t different = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!different || before(points[different - 1], points[i]))
            points[different++] = points[i];
    if (!hail_scratch_grow(heap, hull, ((size_t)different + 1) * sizeof(hail_point)))
        return false;
    hail_point *at = hull->data;
    uint32_t n = 0;
    for (uint32_t i = 0; i < different; i++) {
        n = pop(at, n, 1, points[i]);
        at[n++] = points[i];
    }
    const uint32_t lower = n;
    for (uint32_t i = different - 1; i-- > 0;) {
        n = pop(at, n, lower, points[i]);
        at[n++] = points[i];
    }
    *vertices = n > 1 ? n - 1 : n; /* the first vertex is there twice */
    return true;
}
