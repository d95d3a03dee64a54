/* simd/kernels/narrow/sweep_reference.c - docs/arithmetic.md, "Sweeps", one pair at a time. */
#include "pair_reference.h"

static void starts_of(const hail_narrow_job *job, uint32_t one, uint32_t two, body *a, body *b) {
    reference_bodies(job, one, two, a, b);
    if (job->from_end) {
        a->at = minus(a->at, a->motion);
        b->at = minus(b->at, b->motion);
    }
}

/* ---- A corner's arc -------------------------------------------------------------------------------------------- */

typedef struct arc {
    bool hit;
    float tau, g;
    point d; /* from the corner, at tau */
} arc;

static arc hit_arc(point d, point v, float r, float wide) {
    const float a = dot(v, v), b = -dot(d, v), across = cross(d, v), disc = a * (r * r) - across * across;
    if (!(b > 0.0f) || !(a * (wide * wide) - across * across >= 0.0f))
        return (arc){.hit = false};
    arc met = {.hit = true, .tau = (dot(d, d) - r * r) / (b + sqrtf(not_negative(disc)))};
    if (b / a < met.tau)
        met.tau = b / a;
    if (met.tau < 0.0f)
        met.tau = 0.0f;
    met.d = along(d, v, met.tau);
    met.g = length(met.d);
    return met;
}

/* ---- Faces ----------------------------------------------------------------------------------------------------- */

/* The path clipped by one face after the other (Cyrus and Beck). */
typedef struct path {
    bool outside;
    float t0, leave;
    int met; /* the last face that set t0, or -1 */
} path;

static void clip_by(path *p, int face, float q, float approach) {
    if (approach > 0.0f) {
        const float f = q / approach;
        if (f > p->t0) {
            p->t0 = f;
            p->met = face;
        }
    } else if (approach < 0.0f) {
        const float f = q / approach;
        if (f < p->leave)
            p->leave = f;
    } else if (q > 0.0f) {
        p->outside = true;
    }
}

static bool misses(const path *p) { return p->outside || p->t0 > p->leave; }

static float taxi(point a) { return fabsf(a.x) + fabsf(a.y); }

/* ---- Corners --------------------------------------------------------------------------------------------------- */

/* A pair at t0, at an edge of one of its two cores. */
typedef struct stand {
    bool corner, inward; /* at an end of the edge; t0 is more than 0, or the edge is approached */
    float g, r, slack;
    point d, v;         /* of a corner: from it to the other; the other's motion. Polygons: along and across the edge */
    bool across;        /* d and v are along and across the edge */
    point face, normal; /* the edge's normal; that at t0 */
    point motion;       /* the other's, in the normals' frame */
} stand;

/* How a pair that stands there ends. */
typedef struct ending {
    bool hit, on_arc;
    float t, g;
    float tau; /* on an arc: since t0 */
    bool by_edge;
    point normal;
} ending;

static point turned(const stand *s, point p) { return s->across ? hail_reference_out(s->face, p) : p; }

static ending end_of(const stand *s, float t0) {
    const float wide = s->r + s->slack;
    ending e = {.hit = s->g <= s->r || (s->inward && (!s->corner || s->g <= wide)), .t = t0, .g = s->g};
    e.normal = s->normal;
    if (s->corner && !(s->g <= s->r)) {
        const arc met = hit_arc(s->d, s->v, s->r, wide);
        if (met.hit && t0 + met.tau <= 1.0f) {
            e.hit = e.on_arc = true;
            e.t = t0 + met.tau;
            e.tau = met.tau;
            e.g = met.g;
            e.normal = met.g > 0.0f ? turned(s, (point){met.d.x / met.g, met.d.y / met.g}) : s->face;
        }
    }
    e.by_edge = s->corner && e.g <= s->slack;
    if (e.by_edge)
        e.normal = s->face;
    return e;
}

/* The normal does not face the motion, though the pair did not touch at the start. */
static bool faces_away(const stand *s, const ending *e) {
    return e->hit && (e->t > 0.0f || e->g > s->r) && dot(e->normal, s->motion) > 0.0f;
}

/* Whether the fallback must judge if the corner is what is hit. */
static bool needs_fallback(const stand *s, const ending *e, float keenness, bool anywhere) {
    const float room = s->slack * (keenness * HAIL_FALLBACK);
    return s->corner && s->g > s->r && (anywhere || s->g <= s->r + room) && (keenness > 1.0f || !e->hit);
}

/* Turns a normal that faces away. Of a hit at t0 it becomes the edge's; but a pair that is beside the edge at the
 * start, and leaves the corner, does not hit. On an arc that the path grazes it becomes perpendicular to the motion; on
 * one that is no larger than rounding that at t0, or else the motion's opposite. */
static void turn_normal(const stand *s, ending *e) {
    if (!faces_away(s, e))
        return;
    const float speed = length(s->v), above = s->across ? s->d.y : dot(s->face, s->d);
    const point ahead = {s->v.x / speed, s->v.y / speed};
    if (!e->on_arc) {
        e->hit = e->t > 0.0f || e->g - above <= s->slack;
        e->normal = s->face;
    } else if (e->by_edge) {
        e->normal = dot(s->normal, s->motion) < 0.0f ? s->normal : turned(s, (point){-ahead.x, -ahead.y});
    } else {
        const bool left = cross(s->v, s->d) > 0.0f;
        e->normal = turned(s, left ? (point){-ahead.y, ahead.x} : (point){ahead.y, -ahead.x});
    }
}

/* A line that crosses the cores, though it misses the corner that it seemed to come to, hits something else there. */
static void hit_by_line(const stand *s, ending *e, float t0, bool crosses) {
    if (e->hit || !crosses || !(t0 > 0.0f) || hit_arc(s->d, s->v, s->r, s->r + s->slack).hit)
        return;
    e->hit = true;
    e->normal = s->face;
}

/* ---- Circles --------------------------------------------------------------------------------------------------- */

static outcome sweep_circles(const body *a, const body *b) {
    const point d = minus(b->at, a->at), v = minus(b->motion, a->motion);
    const float r = a->radius + b->radius;
    arc met = {.hit = dot(d, d) <= r * r, .g = length(d), .d = d};
    outcome o = {.points = 1};
    if (met.hit)
        o.depth[0] = not_negative(r - met.g);
    else
        met = hit_arc(d, v, r, r);
    if (!met.hit || !(met.tau <= 1.0f))
        return o;
    o.touching = true;
    o.t = met.tau;
    o.normal = met.g > 0.0f ? (point){met.d.x / met.g, met.d.y / met.g} : (point){1.0f, 0.0f};
    o.at[0] = along(along(a->at, a->motion, o.t), o.normal, ((a->radius + met.g) - b->radius) * 0.5f);
    return o;
}

uint32_t HAIL_KERNEL(circle_circle_sweep)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                          const uint32_t *row, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i++) {
        body a, b;
        starts_of(job, one[i], two[i], &a, &b);
        const outcome o = sweep_circles(&a, &b);
        hail_reference_contact(job, a.handle, b.handle, row[i], &o);
        touched += o.touching;
    }
    return touched;
}

/* ---- Circle and any other core --------------------------------------------------------------------------------- */

/* A circle and P, in P's frame. */
typedef struct round_pair {
    const body *p;
    float rc, r;
    point centre, motion;
} round_pair;

static point face_of(const body *p, uint32_t edge) {
    return (point){p->row[HAIL_TEMPLATE_NX + edge], p->row[HAIL_TEMPLATE_NY + edge]};
}

static path clip_by_edges(const round_pair *s, float reach) {
    path way = {.leave = 1.0f, .met = -1};
    for (uint32_t i = 0; i < reference_count(s->p->row); i++) {
        const float separation = reference_beyond(s->p->row, s->p->k, i, s->centre);
        clip_by(&way, (int)i, separation - reach, -dot(face_of(s->p, i), s->motion));
    }
    return way;
}

static bool misses_barely(const path *p) {
    return !p->outside && p->t0 > p->leave && p->t0 * (1.0f - HAIL_FALLBACK_SHARE) <= p->leave;
}

/* Stands the pair at t0, at an edge. The slack is that of the edge's ends. */
static stand at_edge(const round_pair *s, uint32_t edge, float t0, circle_contact *met) {
    const beside at = reference_beside(s->p->row, s->p->k, edge, along(s->centre, s->motion, t0), t0 > 0.0f);
    const point face = face_of(s->p, edge);
    *met = reference_circle_contact(s->p->row, edge, &at);
    return (stand){.corner = at.corner != 0,
                   .inward = t0 > 0.0f || -dot(face, s->motion) > 0.0f,
                   .g = met->g,
                   .r = s->r,
                   .slack = taxi(at.x1) + taxi(at.x2),
                   .d = at.corner == 1 ? at.p : at.q,
                   .v = s->motion,
                   .face = face,
                   .normal = met->normal,
                   .motion = s->motion};
}

/* The edge with the largest separation at t0 of those that are approached. Ties go to the first. */
static uint32_t approached_edge(const round_pair *s, float t0, uint32_t otherwise) {
    const point there = along(s->centre, s->motion, t0);
    uint32_t best = otherwise;
    float most = -INFINITY;
    for (uint32_t i = 0; i < reference_count(s->p->row); i++) {
        const float separation = reference_beyond(s->p->row, s->p->k, i, there);
        if (-dot(face_of(s->p, i), s->motion) > 0.0f && separation > most) {
            most = separation;
            best = i;
        }
    }
    return best;
}

/* The circle's line of motion crosses P, rounded. */
static bool line_crosses(const round_pair *s) {
    float low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < reference_count(s->p->row); i++) {
        const point v = {s->p->row[HAIL_TEMPLATE_VX + i] * s->p->k, s->p->row[HAIL_TEMPLATE_VY + i] * s->p->k};
        const float off = cross(s->motion, minus(v, s->centre));
        low = off < low ? off : low;
        high = off > high ? off : high;
    }
    const float reach = s->r * length(s->motion);
    return low <= reach && high >= -reach;
}

static ending sweep_core_again(const round_pair *s, float margin, circle_contact *met) {
    margin = margin + (taxi(s->centre) + taxi(s->motion)) * HAIL_TOLERANCE;
    const path way = clip_by_edges(s, s->r + margin), bare = clip_by_edges(s, s->r);
    if (misses(&way))
        return (ending){.hit = false};
    uint32_t edge = hail_reference_widest(s->p->row, s->p->k, s->centre);
    if (way.t0 > 0.0f)
        edge = approached_edge(s, way.t0, edge);
    stand at = at_edge(s, edge, way.t0, met);
    at.slack = margin + (at.slack * HAIL_TOLERANCE) * s->p->row[HAIL_TEMPLATE_FLATNESS];
    ending e = end_of(&at, way.t0);
    hit_by_line(&at, &e, way.t0, !misses(&bare) && line_crosses(s));
    turn_normal(&at, &e);
    return e;
}

/* In P's frame. */
static ending sweep_core(const round_pair *s, circle_contact *met) {
    const float margin = (s->rc + s->p->row[HAIL_TEMPLATE_RADIUS] * s->p->k) * HAIL_TOLERANCE;
    const path way = clip_by_edges(s, s->r + margin);
    const float keenness = s->p->row[HAIL_TEMPLATE_KEENNESS];
    const bool may = keenness > 0.0f;
    if (misses(&way))
        return may && misses_barely(&way) ? sweep_core_again(s, margin, met) : (ending){.hit = false};
    const uint32_t edge = way.met < 0 ? hail_reference_widest(s->p->row, s->p->k, s->centre) : (uint32_t)way.met;
    stand at = at_edge(s, edge, way.t0, met);
    at.slack = margin + (at.slack + taxi(s->motion)) * HAIL_TOLERANCE;
    const ending e = end_of(&at, way.t0);
    if (may && (faces_away(&at, &e) || needs_fallback(&at, &e, keenness, false)))
        return sweep_core_again(s, margin, met);
    return e;
}

uint32_t HAIL_KERNEL(circle_polygon_sweep)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                           const uint32_t *row, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i++) {
        body c, p;
        starts_of(job, one[i], two[i], &c, &p);
        const round_pair s = {&p, c.radius, c.radius + p.rounding, rotated_back(p.c, p.s, minus(c.at, p.at)),
                              rotated_back(p.c, p.s, minus(c.motion, p.motion))};
        circle_contact met = {0};
        const ending e = sweep_core(&s, &met);
        outcome o = {.points = 1, .touching = e.hit, .t = e.t};
        const point w = rotated(p.c, p.s, e.normal), then = along(c.at, c.motion, o.t);
        const float m = (c.radius + (e.g - p.rounding)) * 0.5f;
        o.normal = job->two_is_a ? w : (point){-w.x, -w.y};
        o.at[0] = (point){then.x - w.x * m, then.y - w.y * m};
        o.depth[0] = o.t == 0.0f ? not_negative(s.r - e.g) : 0.0f;
        o.feature_a = job->two_is_a ? met.feature : 0;
        o.feature_b = job->two_is_a ? 0 : met.feature;
        hail_reference_contact(job, job->two_is_a ? p.handle : c.handle, job->two_is_a ? c.handle : p.handle, row[i],
                               &o);
        touched += o.touching;
    }
    return touched;
}

/* ---- Polygons -------------------------------------------------------------------------------------------------- */

static path clip_by_faces(const polygons *pair, float reach) {
    path way = {.leave = 1.0f, .met = -1};
    for (uint32_t i = 0; i < pair->a.count; i++)
        clip_by(&way, (int)i, hail_reference_separation(&pair->a, i, &pair->b) - reach,
                dot(pair->a.normal[i], pair->motion));
    for (uint32_t j = 0; j < pair->b.count; j++)
        clip_by(&way, (int)(8 + j), hail_reference_separation(&pair->b, j, &pair->a) - reach,
                -dot(pair->b.normal[j], pair->motion));
    return way;
}

/* Stands the pair at the edge, where B is now. The slack is that of the edge's ends. */
static stand at_facing(const polygons *pair, const facing *f, bool moved) {
    const point m = pair->motion, motion = f->of_b ? m : (point){-m.x, -m.y},
                v = {cross(f->n, motion), dot(f->n, motion)};
    return (stand){.corner = f->corner,
                   .inward = moved || -v.y > 0.0f,
                   .g = f->g,
                   .r = pair->r,
                   .slack = taxi(f->r1) + taxi(f->r2),
                   .d = f->d,
                   .v = v,
                   .across = true,
                   .face = f->n,
                   .normal = f->normal,
                   .motion = motion};
}

/* The edge with the largest separation, where B is now, of those that are approached. Ties go to the first. */
static reference_edge approached_pair_edge(const polygons *pair, reference_edge otherwise) {
    reference_edge best = otherwise;
    float most = -INFINITY;
    for (uint32_t i = 0; i < pair->a.count + pair->b.count; i++) {
        const reference_edge edge =
            i < pair->a.count ? (reference_edge){false, i} : (reference_edge){true, i - pair->a.count};
        const polygon *of = edge.of_b ? &pair->b : &pair->a, *other = edge.of_b ? &pair->a : &pair->b;
        const float along_edge = dot(of->normal[edge.edge], pair->motion);
        const float separation = hail_reference_separation(of, edge.edge, other);
        if ((edge.of_b ? -along_edge : along_edge) > 0.0f && separation > most) {
            most = separation;
            best = edge;
        }
    }
    return best;
}

/* A's line of motion crosses B, both rounded. */
static bool lines_cross(const polygons *pair) {
    float low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int side = 0; side < 2; side++) {
        const polygon *of = side ? &pair->b : &pair->a;
        for (uint32_t i = 0; i < of->count; i++) {
            const float off = cross(pair->motion, of->vertex[i]);
            low[side] = off < low[side] ? off : low[side];
            high[side] = off > high[side] ? off : high[side];
        }
    }
    const float reach = pair->r * length(pair->motion);
    return low[1] - high[0] <= reach && low[0] - high[1] <= reach;
}

/* B has been moved to where it is at way->t0. */
static ending sweep_polygons_again(const polygons *pair, const path *way, const path *bare, float margin,
                                   float flatness, facing *f, reference_edge edge) {
    if (way->t0 > 0.0f)
        edge = approached_pair_edge(pair, edge);
    *f = hail_reference_facing(pair, edge);
    stand at = at_facing(pair, f, way->t0 > 0.0f);
    at.slack = margin + (at.slack * HAIL_TOLERANCE) * flatness;
    ending e = end_of(&at, way->t0);
    hit_by_line(&at, &e, way->t0, !misses(bare) && lines_cross(pair));
    turn_normal(&at, &e);
    return e;
}

static ending sweep_facing(polygons *pair, const body *a, const body *b, facing *f) {
    const float size = a->row[HAIL_TEMPLATE_RADIUS] * a->k + b->row[HAIL_TEMPLATE_RADIUS] * b->k;
    const float margin = HAIL_TOLERANCE * ((taxi(pair->u) + taxi(pair->motion)) + size);
    const path way = clip_by_faces(pair, pair->r + margin), bare = clip_by_faces(pair, pair->r);
    if (misses(&way))
        return (ending){.hit = false};
    const reference_edge edge =
        way.met < 0 ? hail_reference_edge(pair) : (reference_edge){way.met >= 8, (uint32_t)way.met % 8};
    hail_reference_move_b(pair, b, (point){pair->u.x - pair->motion.x * way.t0, pair->u.y - pair->motion.y * way.t0});
    *f = hail_reference_facing(pair, edge);
    stand at = at_facing(pair, f, way.t0 > 0.0f);
    at.slack = margin + (at.slack + taxi(pair->motion)) * HAIL_TOLERANCE;
    const ending e = end_of(&at, way.t0);
    const float keenness = fmaxf(a->row[HAIL_TEMPLATE_KEENNESS], b->row[HAIL_TEMPLATE_KEENNESS]);
    if (!faces_away(&at, &e) && !needs_fallback(&at, &e, keenness, !(pair->r > 0.0f)))
        return e;
    const float flatness = fmaxf(a->row[HAIL_TEMPLATE_FLATNESS], b->row[HAIL_TEMPLATE_FLATNESS]);
    return sweep_polygons_again(pair, &way, &bare, margin, flatness, f, edge);
}

static outcome sweep_polygons(const body *a, const body *b) {
    polygons pair;
    hail_reference_polygons(a, b, &pair);
    facing f;
    const ending e = sweep_facing(&pair, a, b, &f);
    outcome o = {.points = 1, .touching = e.hit, .t = e.t};
    if (!e.hit)
        return o;
    f.normal = e.normal;
    f.g = e.g;
    beyond only = *reference_only(&f);
    if (e.on_arc)
        only.h = e.g;
    const point at = hail_reference_midway(&f, &only), shift = {pair.motion.x * e.tau, pair.motion.y * e.tau};
    const body then = {.at = along(a->at, a->motion, o.t), .c = a->c, .s = a->s};
    o.at[0] = hail_reference_to_world(&then, e.on_arc && f.of_b ? minus(at, shift) : at);
    o.normal = hail_reference_from_a_to_b(a, &f);
    o.depth[0] = o.t == 0.0f ? not_negative(pair.r - e.g) : 0.0f;
    o.feature_a = f.of_b ? only.other_feature : only.feature;
    o.feature_b = f.of_b ? only.feature : only.other_feature;
    return o;
}

uint32_t HAIL_KERNEL(polygon_polygon_sweep)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                            const uint32_t *row, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i++) {
        body a, b;
        starts_of(job, one[i], two[i], &a, &b);
        const outcome o = sweep_polygons(&a, &b);
        hail_reference_contact(job, a.handle, b.handle, row[i], &o);
        touched += o.touching;
    }
    return touched;
}
