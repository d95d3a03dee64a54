/* engine/outline/fit.c - tries all choices of a few lines, from the smallest polygon on; and the hull of points. */
#include "fit.h"

#include <math.h>

#include "base/heap_sort.h"
#include "touching_edges.h"

/* Choices of lines: a bit for each line, then one for each corner of the best four. */
enum { SETS = 1 << HAIL_MAX_VERTICES, CHOICES = SETS + 4, TRIES = 6 };

bool hail_lines_intersect(hail_line p, hail_line q, hail_vertex *at) {
    const double turn = cross(p.dx, p.dy, q.dx, q.dy), across = cross(q.x - p.x, q.y - p.y, q.dx, q.dy);
    if (!(turn > 0.0))
        return false;
    const double t = across / turn;
    *at = (hail_vertex){p.x + p.dx * t, p.y + p.dy * t};
    return isfinite(at->x) && isfinite(at->y);
}

/* ---- Polygons of floats ----------------------------------------------------------------------------------------- */

bool hail_polygon_accepted(const hail_polygon *polygon) {
    hail_convex convex;
    return hail_convex_polygon(polygon->x, polygon->y, polygon->count, 0.0f, &convex) == HAIL_OK;
}

static bool encloses(const hail_enclosed *enclosed, const hail_polygon *p) {
    for (uint32_t i = 0; i < p->count; i++) {
        const uint32_t j = (i + 1) % p->count;
        const double dx = (double)p->x[j] - p->x[i], dy = (double)p->y[j] - p->y[i];
        const double distance = enclosed->margin * sqrt(dx * dx + dy * dy);
        for (uint32_t k = 0; k < enclosed->count; k++)
            if (cross(dx, dy, (double)enclosed->points[k].x - p->x[i], (double)enclosed->points[k].y - p->y[i]) <
                distance)
                return false;
    }
    return true;
}

/* Moves lines outwards and makes their polygon. False: it reaches too far. */
static bool widen(const hail_line *lines, uint32_t count, double by, hail_polygon *p) {
    hail_line moved[HAIL_MAX_VERTICES];
    for (uint32_t i = 0; i < count; i++) {
        const double length = sqrt(lines[i].dx * lines[i].dx + lines[i].dy * lines[i].dy);
        moved[i] = lines[i];
        moved[i].x += lines[i].dy / length * by;
        moved[i].y -= lines[i].dx / length * by;
    }
    p->count = count;
    for (uint32_t i = 0; i < count; i++) {
        hail_vertex at;
        if (!hail_lines_intersect(moved[i ? i - 1 : count - 1], moved[i], &at) || fabs(at.x) > (double)HAIL_MAX_REACH ||
            fabs(at.y) > (double)HAIL_MAX_REACH)
            return false;
        p->x[i] = (float)at.x;
        p->y[i] = (float)at.y;
    }
    return true;
}

/* Moves lines outwards so far that all points lie inside after rounding to floats. False: the polygon is not accepted.
 */
static bool round_out(const hail_enclosed *enclosed, const hail_line *lines, uint32_t count, hail_polygon *p) {
    double by = enclosed->margin * 1.25;
    for (int i = 0; i < TRIES && widen(lines, count, by, p); i++, by *= 2.0)
        if (encloses(enclosed, p))
            return hail_polygon_accepted(p);
    return false;
}

/* ---- Which lines ------------------------------------------------------------------------------------------------ */

/* The area of the polygon of lines; infinity if they do not close. corners: where each line starts. */
static double area_of(const hail_line *lines, uint32_t count, hail_vertex *corners) {
    double twice = 0.0;
    for (uint32_t i = 0; i < count; i++)
        if (!hail_lines_intersect(lines[i ? i - 1 : count - 1], lines[i], &corners[i]))
            return INFINITY;
    for (uint32_t i = 2; i < count; i++)
        twice += cross(corners[i - 1].x - corners[0].x, corners[i - 1].y - corners[0].y, corners[i].x - corners[0].x,
                       corners[i].y - corners[0].y);
    return twice > 0.0 ? twice / 2.0 : INFINITY;
}

/* Lists the lines of a set. */
static uint32_t pick(const hail_line *lines, uint32_t count, uint32_t set, hail_line *chosen) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (set >> i & 1u)
            chosen[n++] = lines[i];
    return n;
}

/* Of four lines, makes the two that do not touch corner k, and one through it along the diagonal across from it: these
 * three close even if the four are a parallelogram. */
static void cut_corner(const hail_line *four, uint32_t k, hail_line *three) {
    hail_vertex corners[4];
    (void)area_of(four, 4, corners);
    three[0] = four[(k + 1) % 4];
    three[1] = four[(k + 2) % 4];
    three[2] = line_between(corners[(k + 3) % 4], corners[(k + 1) % 4]);
    three[2].x = corners[k].x;
    three[2].y = corners[k].y;
}

typedef struct choices {
    const hail_line *lines;
    uint32_t count;
    uint32_t four;        /* the best set of four; 0: none */
    double area[CHOICES]; /* infinity: tried, or impossible */
} choices;

static uint32_t lines_of(const choices *c, uint32_t which, hail_line *chosen) {
    if (which < SETS)
        return pick(c->lines, c->count, which, chosen);
    hail_line four[HAIL_MAX_VERTICES];
    (void)pick(c->lines, c->count, c->four, four);
    cut_corner(four, which - SETS, chosen);
    return 3;
}

static void measure_choices(choices *c, uint32_t max_lines) {
    hail_line chosen[HAIL_MAX_VERTICES];
    hail_vertex corners[HAIL_MAX_VERTICES];
    double smallest = INFINITY;
    for (uint32_t which = 0; which < CHOICES; which++) {
        c->area[which] = INFINITY;
        if (which < SETS ? which >> c->count : !c->four)
            continue;
        const uint32_t n = lines_of(c, which, chosen);
        const double area = n < 3 ? INFINITY : area_of(chosen, n, corners);
        if (n == 4 && area < smallest) {
            smallest = area;
            c->four = which;
        }
        if (n <= max_lines)
            c->area[which] = area;
    }
}

bool hail_fit_lines(const hail_enclosed *enclosed, const hail_line *lines, uint32_t count, uint32_t max_lines,
                    hail_polygon *polygon) {
    choices c = {.lines = lines, .count = count};
    measure_choices(&c, max_lines);
    for (;;) {
        uint32_t best = 0;
        for (uint32_t which = 1; which < CHOICES; which++)
            best = c.area[which] < c.area[best] ? which : best;
        if (isinf(c.area[best]))
            return false;
        c.area[best] = INFINITY;
        hail_line chosen[HAIL_MAX_VERTICES];
        const uint32_t n = lines_of(&c, best, chosen);
        if (round_out(enclosed, chosen, n, polygon))
            return true;
    }
}

/* ---- Hulls ------------------------------------------------------------------------------------------------------- */

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

/* The lower chain, then the upper one (A. Andrew, Another efficient algorithm for convex hulls in two dimensions,
 * 1979). */
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
