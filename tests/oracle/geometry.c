/* tests/oracle/geometry.c - the second opinion: double precision, and another method. A polygon's distance is the least
 * over its edges taken as segments, negative inside; inside is told by crossings of a ray. Nothing here follows
 * docs/arithmetic.md, so a mistake in that document shows up as well.
 *
 * Tolerances. Coordinates are given exactly; single precision first rounds their difference (2^-24 of it) and then
 * makes about ten more roundings of numbers no larger than the distance plus the reaches. 2^-19 of that sum covers
 * them; a cos and sin off unit length stretch the distance by as much. A contact's point rounds once more at the size
 * of the coordinates themselves. Below HAIL_TINY squares underflow, and distances are 0. Where |gap| is inside the
 * tolerance the pair may or may not be reported. */
#include "internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct measure {
    double gap;      /* between the surfaces */
    double distance; /* of the circle's centre from the other surface (from the other centre, for circles) */
    double slack;
} measure;

static double segment_distance(double px, double py, double ax, double ay, double bx, double by) {
    double ex = bx - ax, ey = by - ay, ee = ex * ex + ey * ey;
    double t = ee > 0.0 ? ((px - ax) * ex + (py - ay) * ey) / ee : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    return hypot(px - (ax + t * ex), py - (ay + t * ey));
}

/* px, py are relative to the body's position. */
static double polygon_distance(const body *b, const template_shape *shape, double px, double py) {
    double x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES], least = INFINITY;
    uint32_t n = shape->vertices;
    bool inside = false;
    for (uint32_t i = 0; i < n; i++) {
        double vx = (double)shape->x[i] * (double)b->k, vy = (double)shape->y[i] * (double)b->k;
        x[i] = (double)b->c * vx - (double)b->s * vy;
        y[i] = (double)b->s * vx + (double)b->c * vy;
    }
    for (uint32_t i = 0, j = n - 1; i < n; j = i++) {
        least = fmin(least, segment_distance(px, py, x[j], y[j], x[i], y[i]));
        if ((y[i] > py) != (y[j] > py) && px < x[i] + (py - y[i]) / (y[j] - y[i]) * (x[j] - x[i]))
            inside = !inside;
    }
    return inside ? -least : least;
}

static double exact_radius(const oracle *o, const body *b) { return (double)o->shape[b->shape].radius * (double)b->k; }

static measure measure_pair(const oracle *o, const body *a, const body *b) {
    const body *polygon = o->shape[a->shape].vertices > 0 ? a : b, *circle = polygon == a ? b : a;
    const template_shape *shape = &o->shape[polygon->shape];
    double dx = (double)circle->x - (double)polygon->x, dy = (double)circle->y - (double)polygon->y;
    double far = hypot(dx, dy), stretch = 0.0;
    measure m = {0};
    if (shape->vertices == 0) {
        m.distance = far;
        m.gap = far - (exact_radius(o, a) + exact_radius(o, b));
    } else {
        double c = (double)polygon->c, s = (double)polygon->s;
        stretch = fabs(c * c + s * s - 1.0);
        m.distance = polygon_distance(polygon, shape, dx, dy);
        m.gap = m.distance - exact_radius(o, circle);
    }
    double size = far + exact_radius(o, a) + exact_radius(o, b);
    m.slack = size * (0x1p-19 + stretch) + (double)HAIL_TINY;
    return m;
}

static const char *complain(oracle *o, const body *a, const body *b, const char *what, double is, double should) {
    snprintf(
        o->message, sizeof o->message,
        "slots %u and %u (layers %u and %u; at (%a, %a) and (%a, %a), %u and %u vertices): %s is %.9g, should be %.9g",
        (unsigned)a->handle.slot, (unsigned)b->handle.slot, (unsigned)a->layer, (unsigned)b->layer, (double)a->x,
        (double)a->y, (double)b->x, (double)b->y, (unsigned)o->shape[a->shape].vertices,
        (unsigned)o->shape[b->shape].vertices, what, is, should);
    return o->message;
}

/* The reported normal and point must lead from the centre to the other surface and half-way back. */
static const char *check_points(oracle *o, const body *a, const body *b, const measure *m,
                                const hail_contact *contact) {
    const body *polygon = o->shape[a->shape].vertices > 0 ? a : b;
    const template_shape *shape = &o->shape[polygon->shape];
    double nx = (double)contact->normal_x, ny = (double)contact->normal_y, depth = (double)contact->depth[0];
    double stretch = shape->vertices > 0 ? fabs(hypot((double)polygon->c, (double)polygon->s) - 1.0) : 0.0;
    if (fabs(hypot(nx, ny) - 1.0) > 1.0e-5 + stretch)
        return complain(o, a, b, "the normal's length", hypot(nx, ny), 1.0);
    if (fabs(depth - fmax(-m->gap, 0.0)) > m->slack)
        return complain(o, a, b, "the depth", depth, fmax(-m->gap, 0.0));
    double along, dx = (double)b->x - (double)a->x, dy = (double)b->y - (double)a->y;
    if (shape->vertices == 0) {
        double off = hypot(dx - nx * m->distance, dy - ny * m->distance);
        if (m->distance > m->slack && off > m->slack + m->distance * 1.0e-5)
            return complain(o, a, b, "the normal's error at the other centre", off, 0.0);
        along = exact_radius(o, a) + m->gap * 0.5;
        nx *= along, ny *= along;
    } else { /* from the circle's centre against the outward normal by its distance lies a boundary point */
        const body *circle = polygon == a ? b : a;
        double side = polygon == a ? -1.0 : 1.0;
        double px = (double)circle->x - (double)polygon->x, py = (double)circle->y - (double)polygon->y;
        double off = polygon_distance(polygon, shape, px + side * nx * m->distance, py + side * ny * m->distance);
        if (fabs(off) > m->slack + fabs(m->distance) * 1.0e-5)
            return complain(o, a, b, "the distance of the polygon's point from its boundary", off, 0.0);
        along = side * (exact_radius(o, circle) + m->distance) * 0.5;
        nx = nx * along + (polygon == a ? dx : 0.0);
        ny = ny * along + (polygon == a ? dy : 0.0);
    }
    double coordinates = fabs((double)a->x) + fabs((double)a->y) + fabs((double)b->x) + fabs((double)b->y);
    double off = hypot((double)contact->x[0] - (double)a->x - nx, (double)contact->y[0] - (double)a->y - ny);
    if (off > 2.0 * m->slack + fabs(m->distance) * 1.0e-5 + coordinates * 0x1p-22)
        return complain(o, a, b, "the point's error", off, 0.0);
    return NULL;
}

static int by_pair(const void *one, const void *two) {
    const hail_contact *a = *(const hail_contact *const *)one, *b = *(const hail_contact *const *)two;
    if (a->layer_a != b->layer_a)
        return a->layer_a < b->layer_a ? -1 : 1;
    if (a->layer_b != b->layer_b)
        return a->layer_b < b->layer_b ? -1 : 1;
    if (a->a.slot != b->a.slot)
        return a->a.slot < b->a.slot ? -1 : 1;
    return (a->b.slot > b->b.slot) - (a->b.slot < b->b.slot);
}

static const char *check_pair(oracle *o, const body *a, const body *b, hail_mode mode, const hail_contact *contact) {
    measure m = measure_pair(o, a, b);
    if (contact == NULL)
        return m.gap < -m.slack ? complain(o, a, b, "not reported; the gap", m.gap, m.gap) : NULL;
    if (m.gap > m.slack)
        return complain(o, a, b, "reported; the gap", m.gap, m.gap);
    return mode == HAIL_MANIFOLD ? check_points(o, a, b, &m, contact) : NULL;
}

const char *oracle_check_geometry(oracle *o, const hail_contact *contacts, size_t count) {
    const hail_contact **sorted = calloc(count + 1, sizeof *sorted);
    const char *complaint = NULL;
    size_t used = 0;
    if (sorted == NULL)
        return "out of memory";
    for (size_t i = 0; i < count; i++)
        sorted[i] = &contacts[i];
    qsort(sorted, count, sizeof *sorted, by_pair);
    for (size_t r = 0; r < o->rules && complaint == NULL; r++) {
        const layer_state *la = &o->layer[o->rule[r].layer_a], *lb = &o->layer[o->rule[r].layer_b];
        for (size_t i = 0; i < la->count && complaint == NULL; i++) {
            for (size_t j = la == lb ? i + 1 : 0; j < lb->count && complaint == NULL; j++) {
                const body *a = &la->bodies[i], *b = &lb->bodies[j];
                if (!a->met || !b->met || (a->group != 0 && a->group == b->group))
                    continue;
                const hail_contact *contact = used < count ? sorted[used] : NULL;
                if (contact != NULL && contact->a.slot == a->handle.slot && contact->b.slot == b->handle.slot &&
                    contact->layer_a == a->layer && contact->layer_b == b->layer)
                    used++;
                else
                    contact = NULL;
                complaint = check_pair(o, a, b, o->rule[r].mode, contact);
            }
        }
    }
    free(sorted);
    return complaint != NULL ? complaint : used < count ? "a contact that no rule asks for, or one twice" : NULL;
}
