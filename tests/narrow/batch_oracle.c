/* tests/narrow/batch_oracle.c - distances, overlaps and times of impact in double precision, by brute force. */
#include "batch_oracle.h"

#include <math.h>

/* ---- Shapes in the world ----------------------------------------------------------------------------------------- */

static double area_of(const solid *s) {
    double area = 0.0;
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t j = (i + 1) % s->n;
        area += s->x[i] * s->y[j] - s->y[i] * s->x[j];
    }
    return area;
}

static double keenness_of(const solid *s) {
    double least = 1.0;
    for (uint32_t i = 0; s->n > 2 && i < s->n; i++) {
        uint32_t j = (i + 1) % s->n, k = (i + 2) % s->n;
        double ex = s->x[j] - s->x[i], ey = s->y[j] - s->y[i], fx = s->x[k] - s->x[j], fy = s->y[k] - s->y[j];
        double turn = fabs(atan2(ex * fy - ey * fx, ex * fx + ey * fy));
        least = fmin(least, fmin(turn, cos(turn / 2.0)));
    }
    return least;
}

solid solid_of(const hail_convex *shape, const hail_shapes *bodies, size_t body) {
    hail_convex_info info;
    solid s = {0};
    if (hail_convex_describe(shape, &info) != HAIL_OK)
        return s;
    double k = bodies->scale != NULL ? (double)bodies->scale[body] : 1.0;
    double cs = bodies->cos != NULL ? (double)bodies->cos[body] : 1.0;
    double sn = bodies->sin != NULL ? (double)bodies->sin[body] : 0.0;
    s.origin_x = (double)bodies->x[body], s.origin_y = (double)bodies->y[body];
    s.rounding = (double)info.rounding * k;
    s.n = info.vertices == 0 ? 1 : info.vertices;
    for (uint32_t i = 0; i < s.n && info.vertices > 0; i++) {
        s.x[i] = (double)info.x[i], s.y[i] = (double)info.y[i];
        s.reach = fmax(s.reach, hypot(s.x[i], s.y[i]) * k);
    }
    s.reach += s.rounding;
    s.keenness = keenness_of(&s);
    solid kept = s;
    s.reversed = area_of(&s) < 0.0;
    for (uint32_t i = 0; i < s.n; i++) {
        uint32_t from = s.reversed ? s.n - 1 - i : i;
        s.x[i] = s.origin_x + k * (cs * kept.x[from] - sn * kept.y[from]);
        s.y[i] = s.origin_y + k * (sn * kept.x[from] + cs * kept.y[from]);
    }
    return s;
}

solid solid_moved(solid s, double dx, double dy) {
    for (uint32_t i = 0; i < s.n; i++)
        s.x[i] += dx, s.y[i] += dy;
    s.origin_x += dx, s.origin_y += dy;
    return s;
}

solid_pair solid_pair_of(const hail_batch *batch, size_t pair) {
    const hail_shapes *a = &batch->a, *b = &batch->b;
    size_t i = batch->index_a != NULL ? batch->index_a[pair] : pair;
    size_t j = batch->index_b != NULL ? batch->index_b[pair] : pair;
    solid_pair p = {solid_of(&batch->a.convexes[a->shape != NULL ? a->shape[i] : 0], a, i),
                    solid_of(&batch->a.convexes[b->shape != NULL ? b->shape[j] : 0], b, j),
                    0,
                    0,
                    0,
                    0};
    if (a->dx != NULL)
        p.ax = (double)a->dx[i], p.ay = (double)a->dy[i];
    if (b->dx != NULL)
        p.bx = (double)b->dx[j], p.by = (double)b->dy[j];
    return p;
}

/* ---- Distance ---------------------------------------------------------------------------------------------------- */

typedef struct vector {
    double x, y;
} vector;

/* The vector from a point to the nearest point of edge i. */
static vector to_edge(const solid *s, uint32_t i, double x, double y) {
    uint32_t j = (i + 1) % s->n;
    double ex = s->x[j] - s->x[i], ey = s->y[j] - s->y[i], px = x - s->x[i], py = y - s->y[i];
    double l2 = ex * ex + ey * ey, u = l2 > 0.0 ? (px * ex + py * ey) / l2 : 0.0;
    u = fmin(fmax(u, 0.0), 1.0);
    return (vector){ex * u - px, ey * u - py};
}

/* The shortest distance between the boundaries of a and b if they do not cross: it starts or ends at a vertex. */
static double boundary_gap(const solid *a, const solid *b, solid_gap *gap) {
    double best = INFINITY;
    for (int side = 0; side < 2; side++) {
        const solid *corners = side == 0 ? a : b, *edges = side == 0 ? b : a;
        for (uint32_t i = 0; i < corners->n; i++) {
            for (uint32_t j = 0; j < edges->n; j++) {
                vector to = to_edge(edges, j, corners->x[i], corners->y[i]);
                double l2 = to.x * to.x + to.y * to.y;
                if (l2 >= best)
                    continue;
                best = l2;
                double l = sqrt(l2), sign = side == 0 ? 1.0 : -1.0;
                gap->x = l > 0.0 ? sign * to.x / l : 1.0, gap->y = l > 0.0 ? sign * to.y / l : 0.0;
            }
        }
    }
    return sqrt(best);
}

/* How far `other` lies outside of each edge of s, which are edges of the Minkowski difference. best: the largest, with
 * its normal (out of s); second: the largest along another direction. */
static void edge_separations(const solid *s, const solid *other, double turn, solid_gap *best, double *second) {
    for (uint32_t i = 0; i < s->n && s->n > 1; i++) {
        uint32_t j = (i + 1) % s->n;
        double ex = s->x[j] - s->x[i], ey = s->y[j] - s->y[i], l = sqrt(ex * ex + ey * ey);
        if (!(l > 0.0))
            continue;
        double nx = ey / l, ny = -ex / l, separation = INFINITY;
        for (uint32_t k = 0; k < other->n; k++)
            separation = fmin(separation, nx * (other->x[k] - s->x[i]) + ny * (other->y[k] - s->y[i]));
        bool same =
            fabs(nx * turn * best->y - ny * turn * best->x) < 1.0e-9 && nx * turn * best->x + ny * turn * best->y > 0;
        if (separation > best->core) {
            *second = same ? *second : best->core;
            best->core = separation, best->x = nx * turn, best->y = ny * turn;
        } else if (separation > *second && !same)
            *second = separation;
    }
}

solid_gap solid_distance(const solid *a, const solid *b) {
    solid_gap apart = {.tie = INFINITY}, inside = {.core = -INFINITY};
    double second = -INFINITY;
    apart.core = boundary_gap(a, b, &apart);
    edge_separations(a, b, 1.0, &inside, &second);
    edge_separations(b, a, -1.0, &inside, &second);
    /* No edge separates them. Nor does one, up to rounding, if they lie beside each other on one line; but if they
     * overlap, a vertex is as near to an edge as the overlap is deep. */
    bool overlap = inside.core <= 0.0 && inside.core > -INFINITY && apart.core <= 1.0e-9 - inside.core;
    solid_gap gap = overlap ? inside : apart;
    gap.tie = overlap ? inside.core - second : INFINITY;
    gap.distance = gap.core - (a->rounding + b->rounding);
    return gap;
}

double solid_outside(const solid *s, double x, double y) {
    solid point = {.n = 1, .x = {x}, .y = {y}};
    return solid_distance(s, &point).distance;
}

double solid_along(const solid *a, const solid *b, double x, double y) {
    double beyond = INFINITY, before = -INFINITY;
    for (uint32_t i = 0; i < b->n; i++)
        beyond = fmin(beyond, x * (b->x[i] - a->origin_x) + y * (b->y[i] - a->origin_y));
    for (uint32_t i = 0; i < a->n; i++)
        before = fmax(before, x * (a->x[i] - a->origin_x) + y * (a->y[i] - a->origin_y));
    return beyond - before - (a->rounding + b->rounding);
}

/* ---- Features ---------------------------------------------------------------------------------------------------- */

static uint32_t kept(const solid *s, uint32_t given) {
    uint32_t i = given % s->n;
    return s->reversed ? s->n - 1 - i : i;
}

/* The edge between two given vertices, in the order that is kept: it starts at the one that comes first there. */
static uint32_t kept_edge(const solid *s, uint32_t given) { return s->reversed ? kept(s, given + 1) : kept(s, given); }

double solid_to_feature(const solid *s, uint8_t feature, double x, double y) {
    if (feature >= HAIL_FEATURE_VERTEX ? feature - HAIL_FEATURE_VERTEX >= (int)s->n : feature >= s->n)
        return INFINITY;
    if (feature >= HAIL_FEATURE_VERTEX) {
        uint32_t i = kept(s, (uint32_t)feature - HAIL_FEATURE_VERTEX);
        return hypot(x - s->x[i], y - s->y[i]);
    }
    vector to = to_edge(s, kept_edge(s, feature), x, y);
    return hypot(to.x, to.y);
}

double solid_faces(const solid *s, uint8_t edge, double x, double y) {
    uint32_t i = kept_edge(s, edge), j = (i + 1) % s->n;
    double ex = s->x[j] - s->x[i], ey = s->y[j] - s->y[i], l = hypot(ex, ey);
    return l > 0.0 ? (ey * x - ex * y) / l : 0.0;
}

/* ---- Sweeps ------------------------------------------------------------------------------------------------------ */

static double distance_at(const solid_pair *pair, double t) {
    solid a = solid_moved(pair->a, pair->ax * t, pair->ay * t), b = solid_moved(pair->b, pair->bx * t, pair->by * t);
    return solid_distance(&a, &b).distance;
}

double solid_closest(const solid_pair *pair, double until, double *when) {
    const double golden = 0.6180339887498949;
    double low = 0.0, high = until, l = high - golden * (high - low), h = low + golden * (high - low);
    double at_l = distance_at(pair, l), at_h = distance_at(pair, h);
    for (int i = 0; i < 72; i++) {
        if (at_l <= at_h) {
            high = h, h = l, at_h = at_l;
            l = high - golden * (high - low), at_l = distance_at(pair, l);
        } else {
            low = l, l = h, at_l = at_h;
            h = low + golden * (high - low), at_h = distance_at(pair, h);
        }
    }
    double ends[] = {0.0, until, (low + high) / 2.0}, best = INFINITY;
    for (int i = 0; i < 3; i++) {
        double d = distance_at(pair, ends[i]);
        if (d < best)
            best = d, *when = ends[i];
    }
    return best;
}

double solid_touches_at(const solid_pair *pair, double distance) {
    double high, low = 0.0;
    if (distance_at(pair, 0.0) <= distance)
        return 0.0;
    if (solid_closest(pair, 1.0, &high) > distance)
        return 2.0;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2.0;
        if (distance_at(pair, middle) <= distance)
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* ---- What rounding is measured in -------------------------------------------------------------------------------- */

double ulp_of(double number) {
    int exponent;
    frexp(number, &exponent);
    return ldexp(1.0, exponent - 24);
}

double solid_span(const solid_pair *p) {
    double away = hypot(p->b.origin_x - p->a.origin_x, p->b.origin_y - p->a.origin_y);
    double moved = hypot(p->ax - p->bx, p->ay - p->by);
    return fmax(fmax(away, moved), fmax(p->a.reach, p->b.reach));
}

double solid_sum(const solid_pair *p) {
    double apart = fabs(p->b.origin_x - p->a.origin_x) + fabs(p->b.origin_y - p->a.origin_y);
    return apart + fabs(p->ax - p->bx) + fabs(p->ay - p->by) + p->a.reach + p->b.reach;
}

double solid_keenness(const solid_pair *p) { return fmin(p->a.keenness, p->b.keenness); }

double solid_extent(const solid_pair *p) {
    double extent = solid_span(p);
    const double at[] = {p->a.origin_x, p->a.origin_y, p->b.origin_x, p->b.origin_y, p->ax, p->ay, p->bx, p->by};
    for (int i = 0; i < 8; i++)
        extent = fmax(extent, fabs(at[i]));
    return extent;
}
