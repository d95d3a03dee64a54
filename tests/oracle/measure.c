#include "measure.h"

#include <math.h>
#include <stdlib.h>

static double segment_distance(point p, point a, point b) {
    double ex = b.x - a.x, ey = b.y - a.y, ee = ex * ex + ey * ey;
    double t = ee > 0.0 ? ((p.x - a.x) * ex + (p.y - a.y) * ey) / ee : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    return hypot(p.x - (a.x + t * ex), p.y - (a.y + t * ey));
}

/* The lowest distance over the edges as segments; crossings of a ray say whether the point is inside. */
double measure_distance(const hull *h, point p) {
    double least = INFINITY;
    bool inside = false;
    for (size_t i = 0, j = h->count - 1; i < h->count; j = i++) {
        point a = h->v[j], b = h->v[i];
        least = fmin(least, segment_distance(p, a, b));
        if ((b.y > p.y) != (a.y > p.y) && p.x < b.x + (p.y - b.y) / (a.y - b.y) * (a.x - b.x))
            inside = !inside;
    }
    return inside ? -least : least;
}

static hull core_of(const oracle *o, const body *b) {
    const template_shape *shape = &o->shape[b->shape];
    hull h = {.count = shape->vertices > 0 ? shape->vertices : 1};
    for (uint32_t i = 0; i < shape->vertices; i++) {
        double x = (double)shape->x[i] * (double)b->k, y = (double)shape->y[i] * (double)b->k;
        h.v[i] = (point){(double)b->c * x - (double)b->s * y, (double)b->s * x + (double)b->c * y};
    }
    return h;
}

static int by_x(const void *one, const void *two) {
    const point *a = one, *b = two;
    if (a->x < b->x || a->x > b->x)
        return a->x < b->x ? -1 : 1;
    return (a->y > b->y) - (a->y < b->y);
}

static bool bends(point a, point b, point c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0.0; }

/* The convex hull of all differences (A. M. Andrew's monotone chain, 1979). */
static hull difference_of(const hull *a, const hull *b) {
    point all[MEASURE_MOST];
    size_t n = 0;
    hull h = {0};
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++)
            all[n++] = (point){a->v[i].x - b->v[j].x, a->v[i].y - b->v[j].y};
    qsort(all, n, sizeof *all, by_x);
    for (size_t i = 0; i < n; i++) {
        while (h.count >= 2 && !bends(h.v[h.count - 2], h.v[h.count - 1], all[i]))
            h.count--;
        h.v[h.count++] = all[i];
    }
    size_t lower = h.count + 1;
    for (size_t i = n - 1; i-- > 0;) {
        while (h.count >= lower && !bends(h.v[h.count - 2], h.v[h.count - 1], all[i]))
            h.count--;
        h.v[h.count++] = all[i];
    }
    h.count -= h.count > 1; /* the first comes again at the end */
    return h;
}

static double reach_of(const oracle *o, const body *b) {
    return (double)o->shape[b->shape].radius * fabs((double)b->k);
}

static double stretch_of(const oracle *o, const body *b) {
    double c = (double)b->c, s = (double)b->s;
    return o->shape[b->shape].vertices > 0 ? fabs(c * c + s * s - 1.0) : 0.0;
}

static point start_of(const body *b, bool swept) {
    return swept ? (point){(double)b->start_x, (double)b->start_y} : (point){(double)b->x, (double)b->y};
}

/* Coordinates are given exactly; single precision first rounds their difference (2^-24 of it) and then makes about
 * twenty more roundings of numbers no larger than the distance plus the reaches and, swept, the path. 2^-19 of that sum
 * covers them, more where a corner is sharp or, swept, flat; a cos and sin off unit length stretch it by as much. Below
 * HAIL_TINY squares underflow, and distances are 0. */
measure measure_pair(const oracle *o, const body *a, const body *b, bool swept) {
    measure m = {.core_a = core_of(o, a), .core_b = core_of(o, b)};
    point pa = start_of(a, swept), pb = start_of(b, swept);
    m.difference = difference_of(&m.core_a, &m.core_b);
    m.from = (point){pb.x - pa.x, pb.y - pa.y};
    if (swept)
        m.way = (point){(double)b->mx - (double)a->mx, (double)b->my - (double)a->my};
    m.rounding_a = (double)o->shape[a->shape].rounding * (double)a->k;
    m.rounding_b = (double)o->shape[b->shape].rounding * (double)b->k;
    double size = hypot(m.from.x, m.from.y) + hypot(m.way.x, m.way.y) + reach_of(o, a) + reach_of(o, b);
    double blur = fmax(o->shape[a->shape].blur, o->shape[b->shape].blur);
    if (swept)
        blur *= (double)fmaxf(o->shape[a->shape].flatness, o->shape[b->shape].flatness);
    m.slack = size * (0x1p-19 * blur + stretch_of(o, a) + stretch_of(o, b)) + (double)HAIL_TINY;
    return m;
}

point measure_place(const measure *m, double t) { return (point){m->from.x + m->way.x * t, m->from.y + m->way.y * t}; }

double measure_gap(const measure *m, double t) {
    return measure_distance(&m->difference, measure_place(m, t)) - (m->rounding_a + m->rounding_b);
}

double measure_least_gap(const measure *m, double until) {
    double low = 0.0, high = until, least = fmin(measure_gap(m, 0.0), measure_gap(m, until));
    for (int i = 0; i < 80 && high - low > 1.0e-12; i++) { /* by thirds: the gap is convex */
        double one = low + (high - low) / 3.0, two = high - (high - low) / 3.0;
        double at_one = measure_gap(m, one), at_two = measure_gap(m, two);
        least = fmin(least, fmin(at_one, at_two));
        if (at_one < at_two)
            high = two;
        else
            low = one;
    }
    return least;
}

/* On which side of the line from a to b, and how far. */
static double side_of_line(point a, point b, point p) {
    return ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / hypot(b.x - a.x, b.y - a.y);
}

bool measure_passes_through(const measure *m, double until) {
    point end = measure_place(m, until);
    double length = hypot(m->way.x, m->way.y) * until;
    for (size_t i = 0; i < m->difference.count && length > m->slack; i++) {
        point a = m->difference.v[i], b = m->difference.v[(i + 1) % m->difference.count];
        double before = side_of_line(a, b, m->from), after = side_of_line(a, b, end);
        double left = side_of_line(m->from, end, a), right = side_of_line(m->from, end, b);
        if (fmin(fabs(before), fabs(after)) > m->slack && fmin(fabs(left), fabs(right)) > m->slack &&
            (before > 0.0) != (after > 0.0) && (left > 0.0) != (right > 0.0))
            return true;
    }
    return false;
}

bool measure_far(const oracle *o, const body *a, const body *b, bool swept) {
    point pa = start_of(a, swept), pb = start_of(b, swept), end = {pb.x - pa.x, pb.y - pa.y}, start = end;
    if (swept)
        end.x += (double)b->mx - (double)a->mx, end.y += (double)b->my - (double)a->my;
    double size = fabs(start.x) + fabs(start.y) + fabs(end.x) + fabs(end.y);
    double flatness = (double)fmaxf(o->shape[a->shape].flatness, o->shape[b->shape].flatness);
    double near = (reach_of(o, a) + reach_of(o, b)) * 1.01 + size * 1.0e-5 * flatness + 1.0e-17;
    return segment_distance((point){0.0, 0.0}, start, end) > near;
}
