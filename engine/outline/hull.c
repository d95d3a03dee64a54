/* engine/outline/hull.c - the lower chain of the hull, then the upper one (A. Andrew, Another efficient algorithm for
 * convex hulls in two dimensions, 1979). */
#include "hull.h"

#include "base/heap_sort.h"
#include "touching_edges.h"

static bool before(const void *unused, hail_point a, hail_point b) {
    (void)unused;
    return hail_point_before(a, b);
}

HAIL_HEAP_SORT(hull_points, hail_point, void, before)

/* Removes vertices from the end, but not the first `keep`, until the turn to p is convex. */
static uint32_t pop(const hail_point *hull, uint32_t vertices, uint32_t keep, hail_point p) {
    while (vertices > keep && hail_turn(hull[vertices - 2], hull[vertices - 1], p) <= 0)
        vertices--;
    return vertices;
}

bool hail_hull(hail_heap *heap, hail_point *points, uint32_t count, hail_buffer *hull, uint32_t *vertices) {
    hull_points_sort(NULL, points, count);
    uint32_t different = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!different || hail_point_before(points[different - 1], points[i]))
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
