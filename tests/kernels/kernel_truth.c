/* tests/kernels/kernel_truth.c - the geometry of pairs in double precision (kernel_truth.h). */
#include "kernel_truth.h"

#include <math.h>
#include <stdlib.h>

static spot between(spot a, spot b) { return (spot){b.x - a.x, b.y - a.y}; }
static double dot(spot a, spot b) { return a.x * b.x + a.y * b.y; }
static double cross(spot a, spot b) { return a.x * b.y - a.y * b.x; }
static double far_from(spot a, spot b) { return hypot(b.x - a.x, b.y - a.y); }

/* ---- Solids ---------------------------------------------------------------------------------------------------- */

static solid solid_of(const narrow_case *c, const hail_side *side, uint32_t i, bool circle) {
    const float *row = side_template(c, side, i);
    const double turn_c = side->cos ? side->cos[i] : 1.0, turn_s = side->sin ? side->sin[i] : 0.0,
                 k = side->scale ? side->scale[i] : 1.0;
    solid s = {.count = circle ? 1 : template_count(row),
               .origin = {side->x[i], side->y[i]},
               .sharpness = 1.0,
               .flatness = 1.0};
    s.row = row, s.turn_c = turn_c, s.turn_s = turn_s, s.scale = k;
    s.rounding = row[HAIL_TEMPLATE_ROUNDING] * k;
    if (circle && (side->radius || side->uniform_radius >= 0.0f))
        s.rounding = side->radius ? side->radius[i] : side->uniform_radius;
    if (side->dx)
        s.motion = (spot){side->dx[i], side->dy[i]};
    if (c->job.from_end)
        s.origin = (spot){s.origin.x - s.motion.x, s.origin.y - s.motion.y};
    if (circle)
        return s;
    for (uint32_t v = 0; v < s.count; v++) {
        const double x = row[HAIL_TEMPLATE_VX + v] * k, y = row[HAIL_TEMPLATE_VY + v] * k;
        s.vertex[v] = (spot){turn_c * x - turn_s * y, turn_s * x + turn_c * y};
        s.reach = fmax(s.reach, hypot(x, y));
    }
    s.off_unit = fabs(hypot(turn_c, turn_s) - 1.0);
    s.sharpness = template_sharpness(row);
    s.flatness = template_flatness(row);
    return s;
}

solid solid_moved(const solid *from, double t) {
    solid s = *from;
    s.origin = (spot){s.origin.x + s.motion.x * t, s.origin.y + s.motion.y * t};
    return s;
}

/* A vertex, relative to where the pair's a starts. */
static spot corner_of(const solid *s, uint32_t i) {
    const spot v = s->vertex[i % s->count];
    return (spot){s->origin.x + v.x, s->origin.y + v.y};
}

pair_truth truth_of(const narrow_case *c, const pair_of *pair) {
    const solid one = solid_of(c, &c->job.one, pair->one, c->kernel.circle_one),
                two = solid_of(c, &c->job.two, pair->two, c->kernel.circle_two);
    pair_truth t = {.a = c->job.two_is_a ? two : one, .b = c->job.two_is_a ? one : two};
    t.r = t.a.rounding + t.b.rounding;
    t.size = t.a.reach + t.b.reach;
    const spot d = between(t.a.origin, t.b.origin), m = between(t.b.motion, t.a.motion);
    const double way = fabs(t.a.motion.x) + fabs(t.a.motion.y) + fabs(t.b.motion.x) + fabs(t.b.motion.y);
    t.scale = fabs(d.x) + fabs(d.y) + t.size + t.r + fabs(m.x) + fabs(m.y);
    double share = 4.0e-6 / fmin(t.a.sharpness, t.b.sharpness) + 3.0 * (t.a.off_unit + t.b.off_unit);
    if (c->kernel.sweeps) /* a corner that hardly turns may be missed by more: docs/arithmetic.md, "Sweeps" */
        share *= fmax(0.06 / fmin(t.a.flatness, t.b.flatness), 1.0);
    t.near_gap = t.scale * share + 1.0e-18;
    if (c->kernel.sweeps && m.x * m.x + m.y * m.y > 0.0) /* the square of a tiny motion's distance is 0 */
        t.near_gap += fmin(1.0e-22 / hypot(m.x, m.y), 1.0e-3);
    if (c->job.from_end) { /* where they start is a rounded difference */
        t.near_gap += 1.0e-7 * (fabs(t.a.origin.x) + fabs(t.a.origin.y) + way);
        t.near_gap += 1.0e-7 * (fabs(t.b.origin.x) + fabs(t.b.origin.y));
    }
    t.near_at = t.near_gap + 4.0e-7 * (fabs(t.a.origin.x) + fabs(t.a.origin.y) + way);
    t.near_at += 4.0e-7 * (fabs(t.b.origin.x) + fabs(t.b.origin.y));
    t.base = t.a.origin;
    t.a.origin = (spot){0.0, 0.0};
    t.b.origin = d;
    return t;
}

/* ---- Distances ------------------------------------------------------------------------------------------------- */

static double segment_distance(spot from, spot to, spot p) {
    const spot e = between(from, to), d = between(from, p);
    const double e2 = dot(e, e), along = e2 > 0.0 ? fmin(fmax(dot(d, e) / e2, 0.0), 1.0) : 0.0;
    return hypot(d.x - along * e.x, d.y - along * e.y);
}

static int by_place(const void *a, const void *b) {
    const spot *p = a, *q = b;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->y > q->y) - (p->y < q->y);
}

/* A. M. Andrew's chain, once there and once back. */
difference difference_of(const solid *a, const solid *b) {
    spot all[64];
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            all[count++] = between(a->vertex[i], b->vertex[j]);
    qsort(all, count, sizeof *all, by_place);
    difference d = {.origin = between(a->origin, b->origin)};
    spot chain[130];
    uint32_t n = 0, low = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        low = n;
        for (uint32_t i = 0; i < count; i++) {
            const spot p = pass == 0 ? all[i] : all[count - 1 - i];
            while (n >= low + 2 && cross(between(chain[n - 2], chain[n - 1]), between(chain[n - 2], p)) <= 0.0)
                n--;
            chain[n++] = p;
        }
        n--; /* the last is the other chain's first */
    }
    d.count = n > 0 ? n : 1;
    for (uint32_t i = 0; i < d.count; i++)
        d.vertex[i] = n > 0 ? chain[i] : all[0];
    return d;
}

double difference_distance(const difference *d, spot p) {
    p = between(d->origin, p);
    double nearest = INFINITY, inside = INFINITY, size = 0.0;
    for (uint32_t i = 0; i < d->count; i++)
        size = fmax(size, far_from(d->vertex[i], d->vertex[0]));
    for (uint32_t i = 0; i < d->count; i++) {
        const spot from = d->vertex[i], to = d->vertex[(i + 1) % d->count];
        const double l = far_from(from, to);
        nearest = fmin(nearest, segment_distance(from, to, p));
        if (l > 1.0e-10 * size) /* shorter ones have lost their direction */
            inside = fmin(inside, cross(between(from, to), between(from, p)) / l);
    }
    return isfinite(inside) && inside > 1.0e-9 * size ? -inside : nearest;
}

double difference_distance_at(const difference *d, const pair_truth *truth, double t) {
    const spot m = between(truth->b.motion, truth->a.motion);
    return difference_distance(d, (spot){m.x * t, m.y * t});
}

static bool cross_each_other(spot a, spot b, spot c, spot d) {
    const double side_c = cross(between(a, b), between(a, c)), side_d = cross(between(a, b), between(a, d));
    const double side_a = cross(between(c, d), between(c, a)), side_b = cross(between(c, d), between(c, b));
    return side_c * side_d < 0.0 && side_a * side_b < 0.0;
}

double edges_distance(const solid *a, const solid *b) {
    double nearest = INFINITY;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++) {
            const spot a1 = corner_of(a, i), a2 = corner_of(a, i + 1), b1 = corner_of(b, j), b2 = corner_of(b, j + 1);
            if (cross_each_other(a1, a2, b1, b2))
                return 0.0;
            nearest = fmin(nearest, fmin(segment_distance(a1, a2, b1), segment_distance(a1, a2, b2)));
            nearest = fmin(nearest, fmin(segment_distance(b1, b2, a1), segment_distance(b1, b2, a2)));
        }
    return nearest;
}

double apart_along(const solid *a, const solid *b, spot n) {
    double most = -INFINITY, least = INFINITY;
    for (uint32_t i = 0; i < a->count; i++)
        most = fmax(most, dot(n, a->vertex[i]));
    for (uint32_t i = 0; i < b->count; i++)
        least = fmin(least, dot(n, b->vertex[i]));
    return least - most + dot(n, between(a->origin, b->origin));
}

double boundary_distance(const solid *s, spot p) {
    p = between(s->origin, p);
    double nearest = INFINITY;
    for (uint32_t i = 0; i < s->count; i++)
        nearest = fmin(nearest, segment_distance(s->vertex[i], s->vertex[(i + 1) % s->count], p));
    return nearest;
}

double feature_distance(const solid *s, uint8_t feature, spot p) {
    const uint32_t n = s->count;
    p = between(s->origin, p);
    if (n == 1)
        return feature == 0 ? far_from(s->vertex[0], p) : INFINITY;
    if (feature >= CORNER && feature < CORNER + n)
        return far_from(s->vertex[feature - CORNER], p);
    if (feature >= EDGE && feature < EDGE + n)
        return segment_distance(s->vertex[feature - EDGE], s->vertex[(feature - EDGE + 1u) % n], p);
    return INFINITY;
}

/* ---- Contacts -------------------------------------------------------------------------------------------------- */

/* The number of a core's edge whose normal is n, or -1. */
static int edge_facing(const solid *s, spot n) {
    for (uint32_t i = 0; s->count > 1 && i < s->count; i++) {
        const spot e = between(s->vertex[i], s->vertex[(i + 1) % s->count]);
        const double l = hypot(e.x, e.y);
        if (l > 0.0 && (e.y * n.x - e.x * n.y) / l > 1.0 - 1.0e-13)
            return (int)i;
    }
    return -1;
}

static double taxi(spot p) { return fabs(p.x) + fabs(p.y); }

/* Whether two edges are parallel but for rounding. */
static bool parallel(const pair_truth *t, const solid *a, uint32_t i, const solid *b, uint32_t j) {
    const spot a1 = corner_of(a, i), a2 = corner_of(a, i + 1), b1 = corner_of(b, j), b2 = corner_of(b, j + 1);
    const spot ea = between(a1, a2), eb = between(b1, b2);
    const double short_way = fmin(hypot(ea.x, ea.y), hypot(eb.x, eb.y)), rise = fabs(cross(ea, eb)) / short_way;
    const double least = fmin(taxi(a1) + taxi(a2), taxi(b1) + taxi(b2));
    return rise + 1.2e-7 * (t->size + far_from(a->origin, b->origin)) <= 2.8e-7 * least;
}

/* Where edge i of a core lies along t. */
static void segment(const solid *s, uint32_t i, spot t, double *from, double *to) {
    const double p = dot(t, corner_of(s, i)), q = dot(t, corner_of(s, i + 1));
    *from = fmin(p, q);
    *to = fmax(p, q);
}

/* Two edges that lie flat on each other make two points, at the ends of what they share, in the direction in which a's
 * vertices turn. */
static void check_flat(const pair_truth *t, const solid *a, const solid *b, double apart, spot n, const float *row) {
    const double l = hypot(n.x, n.y);
    n = (spot){n.x / l, n.y / l};
    const int edge_a = edge_facing(a, n), edge_b = edge_facing(b, (spot){-n.x, -n.y});
    if (edge_a < 0 || edge_b < 0 || !parallel(t, a, (uint32_t)edge_a, b, (uint32_t)edge_b) ||
        apart > t->r - t->near_gap)
        return;
    double from_a, to_a, from_b, to_b;
    const spot along = {-n.y, n.x};
    segment(a, (uint32_t)edge_a, along, &from_a, &to_a);
    segment(b, (uint32_t)edge_b, along, &from_b, &to_b);
    const double from = fmax(from_a, from_b), to = fmin(to_a, to_b);
    if (to - from <= 4.0 * t->near_at)
        return;
    case_expects(row_byte(row, 17) == row_byte(row, 16) + 1, "edges %d and %d lie flat, and there are not two points",
                 edge_a, edge_b);
    const double first = dot(along, between(t->base, (spot){row[10], row[12]})),
                 second = dot(along, between(t->base, (spot){row[11], row[13]}));
    case_expects(fabs(first - from) <= 2.0 * t->near_at && fabs(second - to) <= 2.0 * t->near_at,
                 "points at %g and %g of what is shared from %g to %g", first, second, from, to);
}

spot truth_place(const pair_truth *t, float x, float y) { return between(t->base, (spot){x, y}); }

bool check_normal(const pair_truth *t, const solid *a, const solid *b, double apart, bool swept, spot n) {
    const double l = hypot(n.x, n.y), along = apart_along(a, b, (spot){n.x / l, n.y / l});
    if (fabs(apart) > t->near_gap) /* the square of a distance may be a denormal, and its root is coarse */
        case_expects(fabs(l - 1.0) < 1.0e-5 + 2.0 * (a->off_unit + b->off_unit), "a normal of %g %g", n.x, n.y);
    double loose = t->near_gap * (1.0 + t->size / fabs(apart)); /* near a corner any direction is right */
    if (swept)
        loose += t->size * sqrt(t->near_gap / fabs(apart));
    case_expects(!(along < apart - loose), "%g apart, but %g along the normal %g %g", apart, along, n.x, n.y);
    return loose < t->size;
}

void check_features(const pair_truth *t, const solid *a, const solid *b, spot on_a, spot on_b, uint8_t of_a,
                    uint8_t of_b) {
    const double off_a = feature_distance(a, of_a, on_a), off_b = feature_distance(b, of_b, on_b);
    case_expects(off_a <= t->near_at && off_b <= t->near_at,
                 "a point at %.9g %.9g is %g from a's feature %u and %g from b's %u (near is %g)", on_a.x, on_a.y,
                 off_a, of_a, off_b, of_b, t->near_at);
}

void check_contact(const pair_truth *t, const solid *a, const solid *b, double apart, bool swept, const float *row) {
    const spot n = {row[8], row[9]};
    const uint32_t points = 1u + row_byte(row, 17) - row_byte(row, 16);
    case_expects(points == 1 || points == 2, "%u points", points);
    if (check_normal(t, a, b, apart, swept, n) && !swept)
        check_flat(t, a, b, apart, n, row);
    for (uint32_t i = 0; i < points; i++) {
        const double h = t->r - row[14 + i], to_a = (h - b->rounding + a->rounding) * 0.5;
        const spot p = truth_place(t, row[10 + i], row[12 + i]), on_a = {p.x - n.x * to_a, p.y - n.y * to_a};
        check_features(t, a, b, on_a, (spot){on_a.x + n.x * h, on_a.y + n.y * h}, row_byte(row, 20), row_byte(row, 21));
    }
}
