/* simd/kernels/narrow/sweep_reference.c - docs/arithmetic.md, "Sweeps", one pair at a time. */
#include "pair_reference.h"

static body start_of(const hail_narrow_job *job, const hail_side *side, uint32_t index) {
    body b = hail_reference_body(job, side, index);
    if (job->from_end)
        b.at = minus(b.at, b.motion);
    return b;
}

/* ---- A corner's arc -------------------------------------------------------------------------------------------- */

typedef struct arc {
    bool hit;
    float tau, g;
    point normal;
} arc;

static arc hit_arc(point d, point v, float r, float wide, point normal_at_0) {
    const float a = dot(v, v), b = -dot(d, v), across = cross(d, v), disc = a * (r * r) - across * across;
    if (!(b > 0.0f) || !(a * (wide * wide) - across * across >= 0.0f))
        return (arc){.hit = false};
    arc met = {.hit = true, .tau = (dot(d, d) - r * r) / (b + sqrtf(not_negative(disc))), .normal = normal_at_0};
    if (b / a < met.tau)
        met.tau = b / a;
    if (met.tau < 0.0f)
        met.tau = 0.0f;
    const point then = along(d, v, met.tau);
    met.g = length(then);
    if (met.g > 0.0f)
        met.normal = (point){then.x / met.g, then.y / met.g};
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

/* The tolerance of a corner. */
static float corner_slack(float margin, point end_1, point end_2, point motion, float flatness) {
    const float one = fabsf(end_1.x) + fabsf(end_1.y), two = fabsf(end_2.x) + fabsf(end_2.y),
                way = fabsf(motion.x) + fabsf(motion.y);
    return margin + (((one + two) + way) * HAIL_TOLERANCE) * flatness;
}

/* ---- Circles --------------------------------------------------------------------------------------------------- */

static outcome sweep_circles(const body *a, const body *b) {
    const point d = minus(b->at, a->at), v = minus(b->motion, a->motion);
    const float r = a->radius + b->radius;
    arc met = {.hit = dot(d, d) <= r * r, .g = length(d), .normal = {1.0f, 0.0f}};
    outcome o = {.points = 1};
    if (met.hit) {
        o.depth[0] = not_negative(r - met.g);
        if (met.g > 0.0f)
            met.normal = (point){d.x / met.g, d.y / met.g};
    } else {
        met = hit_arc(d, v, r, r, met.normal);
    }
    if (!met.hit || !(met.tau <= 1.0f))
        return o;
    o.touching = true;
    o.t = met.tau;
    o.normal = met.normal;
    o.at[0] = along(along(a->at, a->motion, o.t), o.normal, ((a->radius + met.g) - b->radius) * 0.5f);
    return o;
}

uint32_t HAIL_KERNEL(circle_circle_sweep)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                          const uint32_t *row, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i++) {
        const body a = start_of(job, &job->one, one[i]), b = start_of(job, &job->two, two[i]);
        const outcome o = sweep_circles(&a, &b);
        hail_reference_contact(job, &a, &b, row[i], &o);
        touched += o.touching;
    }
    return touched;
}

/* ---- Circle and any other core --------------------------------------------------------------------------------- */

/* In P's frame; false: no hit. */
static bool sweep_core(const body *p, float rc, point centre, point motion, float *t, circle_contact *met) {
    path way = {.leave = 1.0f, .met = -1};
    const float r = rc + p->rounding, margin = (rc + p->row[HAIL_TEMPLATE_RADIUS] * p->k) * HAIL_TOLERANCE;
    const uint32_t count = hail_reference_count(p->row);
    for (uint32_t i = 0; i < count; i++) {
        const point n = {p->row[HAIL_TEMPLATE_NX + i], p->row[HAIL_TEMPLATE_NY + i]};
        const beside at = hail_reference_beside(p->row, p->k, i, centre, false);
        clip_by(&way, (int)i, at.separation - (r + margin), -dot(n, motion));
    }
    if (misses(&way))
        return false;
    const uint32_t edge = way.met < 0 ? hail_reference_widest(p->row, p->k, centre) : (uint32_t)way.met;
    const bool moved = way.t0 > 0.0f;
    const beside at = hail_reference_beside(p->row, p->k, edge, along(centre, motion, way.t0), moved);
    *met = hail_reference_circle_contact(p->row, edge, &at);
    *t = way.t0;
    const point face = {p->row[HAIL_TEMPLATE_NX + edge], p->row[HAIL_TEMPLATE_NY + edge]};
    const bool inward = moved || -dot(face, motion) > 0.0f;
    const float slack = corner_slack(margin, at.x1, at.x2, motion, p->row[HAIL_TEMPLATE_FLATNESS]), wide = r + slack;
    bool hit = met->g <= r || (inward && (!at.corner || met->g <= wide));
    if (at.corner && !(met->g <= r)) {
        const arc corner = hit_arc(at.corner == 1 ? at.p : at.q, motion, r, wide, face);
        if (corner.hit && way.t0 + corner.tau <= 1.0f) {
            hit = true;
            *t = way.t0 + corner.tau;
            met->g = corner.g;
            met->normal = corner.normal;
        }
    }
    if (at.corner && met->g <= slack)
        met->normal = face;
    return hit;
}

uint32_t HAIL_KERNEL(circle_polygon_sweep)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                           const uint32_t *row, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i++) {
        const body c = start_of(job, &job->one, one[i]), p = start_of(job, &job->two, two[i]);
        const float r = c.radius + p.rounding;
        circle_contact met = {0};
        outcome o = {.points = 1};
        o.touching = sweep_core(&p, c.radius, rotated_back(p.c, p.s, minus(c.at, p.at)),
                                rotated_back(p.c, p.s, minus(c.motion, p.motion)), &o.t, &met);
        const point w = rotated(p.c, p.s, met.normal), then = along(c.at, c.motion, o.t);
        const float m = (c.radius + (met.g - p.rounding)) * 0.5f;
        o.normal = job->two_is_a ? w : (point){-w.x, -w.y};
        o.at[0] = (point){then.x - w.x * m, then.y - w.y * m};
        o.depth[0] = o.t == 0.0f ? not_negative(r - met.g) : 0.0f;
        o.feature_a = job->two_is_a ? met.feature : 0;
        o.feature_b = job->two_is_a ? 0 : met.feature;
        hail_reference_contact(job, job->two_is_a ? &p : &c, job->two_is_a ? &c : &p, row[i], &o);
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

/* Where the corner of f is hit after t0. */
static arc corner_arc(const polygons *pair, const facing *f, float wide) {
    const point m = pair->motion, v = f->of_b ? m : (point){-m.x, -m.y};
    return hit_arc(f->d, (point){cross(f->n, v), dot(f->n, v)}, pair->r, wide, (point){0.0f, 1.0f});
}

static outcome sweep_polygons(const body *a, const body *b) {
    polygons pair = hail_reference_polygons(a, b);
    outcome o = {.points = 1};
    const float size = a->row[HAIL_TEMPLATE_RADIUS] * a->k + b->row[HAIL_TEMPLATE_RADIUS] * b->k;
    const float margin =
        HAIL_TOLERANCE * (((fabsf(pair.u.x) + fabsf(pair.u.y)) + (fabsf(pair.motion.x) + fabsf(pair.motion.y))) + size);
    const path way = clip_by_faces(&pair, pair.r + margin);
    if (misses(&way))
        return o;
    const reference_edge edge =
        way.met < 0 ? hail_reference_edge(&pair) : (reference_edge){way.met >= 8, (uint32_t)way.met % 8};
    const bool moved = way.t0 > 0.0f;
    const point u = {pair.u.x - pair.motion.x * way.t0, pair.u.y - pair.motion.y * way.t0};
    hail_reference_move_b(&pair, b, u);
    facing f = hail_reference_facing(&pair, edge);
    point shift = {0.0f, 0.0f};
    bool shifted = false;
    o.t = way.t0;
    const float along_edge = dot(f.n, pair.motion);
    const bool inward = moved || (f.of_b ? -along_edge : along_edge) > 0.0f;
    const float slack = corner_slack(margin, f.r1, f.r2, pair.motion,
                                     fmaxf(a->row[HAIL_TEMPLATE_FLATNESS], b->row[HAIL_TEMPLATE_FLATNESS]));
    o.touching = f.g <= pair.r || (!f.corner && inward);
    if (f.corner && !o.touching) {
        const arc met = corner_arc(&pair, &f, pair.r + slack);
        if (met.hit && way.t0 + met.tau <= 1.0f) {
            o.touching = true;
            o.t = way.t0 + met.tau;
            f.g = f.only.h = met.g;
            f.normal = hail_reference_out(f.n, met.normal);
            shifted = f.of_b;
            shift = (point){pair.motion.x * met.tau, pair.motion.y * met.tau};
        } else {
            o.touching = inward && f.g <= pair.r + slack;
        }
    }
    if (!o.touching)
        return o;
    if (f.corner && f.g <= slack)
        f.normal = f.n;
    const point at = hail_reference_midway(&f, &f.only);
    const body then = {.at = along(a->at, a->motion, o.t), .c = a->c, .s = a->s};
    o.at[0] = hail_reference_to_world(&then, shifted ? minus(at, shift) : at);
    o.normal = hail_reference_from_a_to_b(a, &f);
    o.depth[0] = o.t == 0.0f ? not_negative(pair.r - f.g) : 0.0f;
    o.feature_a = f.of_b ? f.only.other_feature : f.only.feature;
    o.feature_b = f.of_b ? f.only.feature : f.only.other_feature;
    return o;
}

uint32_t HAIL_KERNEL(polygon_polygon_sweep)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                            const uint32_t *row, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i++) {
        const body a = start_of(job, &job->one, one[i]), b = start_of(job, &job->two, two[i]);
        const outcome o = sweep_polygons(&a, &b);
        hail_reference_contact(job, &a, &b, row[i], &o);
        touched += o.touching;
    }
    return touched;
}
