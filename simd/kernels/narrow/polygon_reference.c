/* simd/kernels/narrow/polygon_reference.c - docs/arithmetic.md, "Polygon against polygon" and "Distance", one pair at a
 * time.
 */
#include "pair_reference.h"

/* ---- Both in A's frame ----------------------------------------------------------------------------------------- */

static point vertex_of(const body *b, uint32_t i) {
    return (point){b->row[HAIL_TEMPLATE_VX + i] * b->k, b->row[HAIL_TEMPLATE_VY + i] * b->k};
}

static point normal_of(const body *b, uint32_t i) {
    return (point){b->row[HAIL_TEMPLATE_NX + i], b->row[HAIL_TEMPLATE_NY + i]};
}

static uint32_t after(const polygon *of, uint32_t i) { return i + 1 < of->count ? i + 1 : 0; }

point hail_reference_in_a(const polygons *pair, point in_b) {
    const point p = rotated(pair->cr, pair->sr, in_b);
    return (point){p.x + pair->u.x, p.y + pair->u.y};
}

void hail_reference_move_b(polygons *pair, const body *b, point u) {
    pair->u = u;
    uint32_t j = 0;
    do
        pair->b.vertex[j] = hail_reference_in_a(pair, vertex_of(b, j));
    while (++j < pair->b.count);
}

static void set_polygon(polygon *p, const body *b) {
    p->row = b->row;
    p->count = reference_count(b->row);
    p->rounding = b->rounding;
}

void hail_reference_polygons(const body *a, const body *b, polygons *pair) {
    pair->cr = a->c * b->c + a->s * b->s;
    pair->sr = a->c * b->s - a->s * b->c;
    pair->motion = rotated_back(a->c, a->s, minus(a->motion, b->motion));
    pair->r = a->rounding + b->rounding;
    set_polygon(&pair->a, a);
    set_polygon(&pair->b, b);
    uint32_t i = 0, j = 0; /* every core has a vertex */
    do {
        pair->a.vertex[i] = vertex_of(a, i);
        pair->a.normal[i] = normal_of(a, i);
    } while (++i < pair->a.count);
    do
        pair->b.normal[j] = rotated(pair->cr, pair->sr, normal_of(b, j));
    while (++j < pair->b.count);
    hail_reference_move_b(pair, b, rotated_back(a->c, a->s, minus(b->at, a->at)));
}

float hail_reference_separation(const polygon *of, uint32_t edge, const polygon *other) {
    const point n = of->normal[edge];
    float nearest = dot(n, other->vertex[0]);
    for (uint32_t i = 1; i < other->count; i++) {
        const float d = dot(n, other->vertex[i]);
        nearest = d < nearest ? d : nearest;
    }
    return nearest - dot(n, of->vertex[edge]);
}

static float widest(const polygon *of, const polygon *other, uint32_t *edge) {
    float most = hail_reference_separation(of, 0, other);
    *edge = 0;
    for (uint32_t i = 1; i < of->count; i++) {
        const float separation = hail_reference_separation(of, i, other);
        if (separation > most) {
            most = separation;
            *edge = i;
        }
    }
    return most;
}

reference_edge hail_reference_edge(const polygons *pair) {
    uint32_t of_a, of_b;
    const float most_a = widest(&pair->a, &pair->b, &of_a), most_b = widest(&pair->b, &pair->a, &of_b);
    return most_a < most_b ? (reference_edge){true, of_b} : (reference_edge){false, of_a};
}

/* The square of the distance between two normals, one of them turned round. */
static float opposed(point n, point q) {
    const point sum = {n.x + q.x, n.y + q.y};
    return dot(sum, sum);
}

static uint32_t incident_edge(const polygon *other, point n) {
    uint32_t incident = 0;
    float least = opposed(n, other->normal[0]);
    for (uint32_t i = 1; i < other->count; i++) {
        const float own = opposed(n, other->normal[i]);
        incident = own < least ? i : incident;
        least = own < least ? own : least;
    }
    return incident;
}

/* ---- Edge to edge ---------------------------------------------------------------------------------------------- */

/* A point along and across the reference edge. */
static point from_edge(const facing *f, point p) {
    const point d = minus(p, f->r1);
    return (point){cross(f->n, d), dot(f->n, d)};
}

static point unit(point d, float g, float noise) { return g > noise ? (point){d.x / g, d.y / g} : (point){0.0f, 1.0f}; }

point hail_reference_out(point n, point across) {
    return (point){n.x * across.y - n.y * across.x, n.y * across.y + n.x * across.x};
}

/* The nearest point of the incident edge (i1, i2) to the corner at f->end; returns how far along it is, 0 to 1. */
static float nearest_to_corner(facing *f, float near, point i1, point i2) {
    const point e = minus(i2, i1), from = {i1.x - f->end, i1.y};
    const float ff = dot(e, e);
    float w = 0.0f;
    if (ff != 0.0f) {
        w = -dot(from, e) / ff;
        w = w < 0.0f ? 0.0f : w > 1.0f ? 1.0f : w;
    }
    f->d = along(from, e, w);
    f->g = length(f->d);
    f->normal = hail_reference_out(f->n, unit(f->d, f->g, near));
    return w;
}

static float clip(float s, float len) { return s < 0.0f ? 0.0f : s > len ? len : s; }

/* Clips the incident edge to the reference edge. */
static void face(facing *f, point i1, point i2, float len, float r) {
    const float den = i1.x - i2.x;
    const bool u_lowest = !(i2.y < i1.y);
    beyond *u = &f->first, *v = &f->last;
    u->s = clip(i1.x, len);
    u->h = i1.y + (i2.y - i1.y) * (den > 0.0f && !(u_lowest && i1.y <= 0.0f) ? (i1.x - u->s) / den : 0.0f);
    v->s = clip(i2.x, len);
    v->h = i2.y + (i1.y - i2.y) * (den > 0.0f && !(!u_lowest && i2.y <= 0.0f) ? (v->s - i2.x) / den : 0.0f);
    f->g = v->h < u->h ? v->h : u->h;
    f->normal = f->n;
    u->kept = !(v->h < u->h) || (u->h <= r && u->s > v->s);
    v->kept = v->h < u->h || (v->h <= r && u->s > v->s);
}

static float size_of(point a, point b) { return (fabsf(a.x) + fabsf(a.y)) + (fabsf(b.x) + fabsf(b.y)); }

facing hail_reference_facing(const polygons *pair, reference_edge edge) {
    const polygon *of = edge.of_b ? &pair->b : &pair->a, *other = edge.of_b ? &pair->a : &pair->b;
    const uint32_t e = edge.edge;
    facing f = {.of_b = edge.of_b,
                .n = of->normal[e],
                .r1 = of->vertex[e],
                .r2 = of->vertex[after(of, e)],
                .rounding = of->rounding,
                .other_rounding = other->rounding,
                .edge = reference_feature(of->row, e, 0)};
    const uint32_t incident = incident_edge(other, f.n);
    f.other_edge = reference_feature(other->row, incident, 0);
    const uint8_t corner_1 = reference_feature(of->row, e, 1), corner_2 = reference_feature(of->row, e, 2);
    const uint8_t other_1 = reference_feature(other->row, incident, 1),
                  other_2 = reference_feature(other->row, incident, 2);
    const float len = from_edge(&f, f.r2).x;
    const point i1 = from_edge(&f, other->vertex[incident]), i2 = from_edge(&f, other->vertex[after(other, incident)]);
    face(&f, i1, i2, len, pair->r);
    const point lowest = i2.y < i1.y ? i2 : i1;
    const float near = (size_of(f.r1, f.r2) + size_of(other->vertex[incident], other->vertex[after(other, incident)])) *
                       HAIL_TOLERANCE;
    const bool slips = lowest.y > 0.0f && f.g - lowest.y > near * HAIL_SLIP_SHARE, close = lowest.y >= -near;
    const bool before = lowest.x < 0.0f && (slips || (close && i1.x < 0.0f && i2.x < 0.0f));
    const bool after = lowest.x > len && (slips || (close && i1.x > len && i2.x > len));
    if (before || after) {
        f.corner = true;
        f.end = before ? 0.0f : len;
        const float w = nearest_to_corner(&f, near, i1, i2);
        f.first = (beyond){.s = f.end,
                           .h = f.g,
                           .kept = true,
                           .feature = before ? corner_1 : corner_2,
                           .other_feature = w == 0.0f   ? other_1
                                            : w == 1.0f ? other_2
                                                        : f.other_edge};
        return f;
    }
    const float ends[2] = {i1.x, i2.x};
    beyond *const point_of[2] = {&f.first, &f.last};
    for (int i = 0; i < 2; i++) {
        const bool out = ends[i] < 0.0f || ends[i] > len;
        point_of[i]->feature = ends[i] < 0.0f ? corner_1 : ends[i] > len ? corner_2 : f.edge;
        point_of[i]->other_feature = out ? f.other_edge : i == 0 ? other_1 : other_2;
    }
    f.last_is_deepest = f.last.h < f.first.h;
    return f;
}

point hail_reference_foot(const facing *f, float s) { return (point){f->r1.x - f->n.y * s, f->r1.y + f->n.x * s}; }

point hail_reference_midway(const facing *f, const beyond *p) {
    return along(hail_reference_foot(f, p->s), f->normal, (f->rounding + (p->h - f->other_rounding)) * 0.5f);
}

/* ---- Kernels --------------------------------------------------------------------------------------------------- */

point hail_reference_to_world(const body *a, point p) {
    const point d = rotated(a->c, a->s, p);
    return (point){a->at.x + d.x, a->at.y + d.y};
}

point hail_reference_from_a_to_b(const body *a, const facing *f) {
    return rotated(a->c, a->s, f->of_b ? (point){-f->normal.x, -f->normal.y} : f->normal);
}

static outcome manifold_of(const body *a, const facing *f, float r) {
    outcome o = {.touching = f->g <= r, .normal = hail_reference_from_a_to_b(a, f)};
    const bool two = !f->corner && f->first.kept && f->last.kept;
    const beyond *only = reference_only(f), *kept[2] = {only, NULL};
    if (two) {
        kept[0] = f->of_b ? &f->first : &f->last;
        kept[1] = f->of_b ? &f->last : &f->first;
    }
    const uint8_t own = two ? f->edge : only->feature, other = two ? f->other_edge : only->other_feature;
    o.points = two ? 2 : 1;
    o.feature_a = f->of_b ? other : own;
    o.feature_b = f->of_b ? own : other;
    for (uint32_t i = 0; i < o.points; i++) {
        o.at[i] = hail_reference_to_world(a, hail_reference_midway(f, kept[i]));
        o.depth[i] = not_negative(r - kept[i]->h);
    }
    return o;
}

uint32_t HAIL_KERNEL(polygon_polygon)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                      const uint32_t *row, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i++) {
        body a, b;
        reference_bodies(job, one[i], two[i], &a, &b);
        polygons pair;
        hail_reference_polygons(&a, &b, &pair);
        const facing f = hail_reference_facing(&pair, hail_reference_edge(&pair));
        const outcome o = manifold_of(&a, &f, pair.r);
        hail_reference_contact(job, a.handle, b.handle, row[i], &o);
        touched += o.touching;
    }
    return touched;
}

gap hail_reference_polygons_gap(const body *a, const polygons *pair) {
    const facing f = hail_reference_facing(pair, hail_reference_edge(pair));
    const beyond *only = reference_only(&f);
    const point foot = hail_reference_foot(&f, only->s);
    const point own = hail_reference_to_world(a, along(foot, f.normal, f.rounding));
    const point other = hail_reference_to_world(a, along(foot, f.normal, f.g - f.other_rounding));
    return (gap){.distance = f.g - pair->r,
                 .a = f.of_b ? other : own,
                 .b = f.of_b ? own : other,
                 .normal = hail_reference_from_a_to_b(a, &f),
                 .feature_a = f.of_b ? only->other_feature : only->feature,
                 .feature_b = f.of_b ? only->feature : only->other_feature};
}

uint32_t HAIL_KERNEL(polygon_polygon_gap)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                          const uint32_t *row, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        body a, b;
        reference_bodies(job, one[i], two[i], &a, &b);
        polygons pair;
        hail_reference_polygons(&a, &b, &pair);
        const gap g = hail_reference_polygons_gap(&a, &pair);
        hail_reference_gap(job, row[i], &g);
    }
    return 0;
}
