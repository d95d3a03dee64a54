/* simd/kernels/tiles/circle_boxes_reference.c - circles against boxes, one pair and one edge at a time: docs/
 * arithmetic.md, "Circle against any other core" and "Sweeps", for a box's four edges. */
#include "kernels/narrow/pair_reference.h"

/* A box's edges: their normals, and their corners in halves of its sides. */
typedef struct box_edge {
    point n, from, to;
} box_edge;
static const box_edge edges[4] = {
    {{0, -1}, {-1, -1}, {1, -1}}, {{1, 0}, {1, -1}, {1, 1}}, {{0, 1}, {1, 1}, {-1, 1}}, {{-1, 0}, {-1, 1}, {-1, -1}}};

typedef struct pair {
    point centre, motion, half; /* of the circle, from the box's centre; half the box's sides */
    float radius, margin;
} pair;

static float separation(const pair *p, uint32_t e, point centre) {
    return dot(edges[e].n, centre) - (edges[e].n.x != 0.0f ? p->half.x : p->half.y);
}

static uint32_t widest(const pair *p) {
    uint32_t best = 0;
    for (uint32_t e = 1; e < 4; e++)
        if (separation(p, e, p->centre) > separation(p, best, p->centre))
            best = e;
    return best;
}

/* Where a centre is of an edge: at a corner, `away` from it, or above the edge. */
typedef struct region {
    bool corner;
    float g;
    point away, normal;
} region;

static region region_of(const pair *p, uint32_t e, point centre, bool moved) {
    const point a = {edges[e].from.x * p->half.x, edges[e].from.y * p->half.y},
                b = {edges[e].to.x * p->half.x, edges[e].to.y * p->half.y}, along_edge = minus(b, a),
                from = minus(centre, a), to = minus(centre, b);
    region at = {.g = separation(p, e, centre), .normal = edges[e].n};
    const bool outside = moved || at.g >= 0.0f, first = outside && dot(from, along_edge) <= 0.0f,
               last = outside && dot(to, along_edge) > 0.0f;
    at.corner = first || last;
    at.away = first ? from : to;
    if (!at.corner)
        return at;
    const float size = p->half.x + p->half.y;
    at.g = length(at.away);
    if (at.g > (size + size) * HAIL_TOLERANCE)
        at.normal = (point){at.away.x / at.g, at.away.y / at.g};
    return at;
}

/* When the path comes within reach of the box, through which edge (4: it starts within reach). False: never. */
static bool clip_path(const pair *p, float *t0, uint32_t *hit) {
    const float reach = p->radius + p->margin;
    float leave = 1.0f;
    *t0 = 0.0f;
    *hit = 4;
    for (uint32_t e = 0; e < 4; e++) {
        const float q = separation(p, e, p->centre) - reach, speed = -dot(edges[e].n, p->motion);
        if (speed > 0.0f && q / speed > *t0) {
            *t0 = q / speed;
            *hit = e;
        } else if (speed < 0.0f && q / speed < leave) {
            leave = q / speed;
        } else if (speed == 0.0f && q > 0.0f) {
            return false;
        }
    }
    return *t0 <= leave;
}

static pair pair_of(const hail_circle_boxes *job, uint32_t i, bool swept) {
    pair p = {.centre = {0.0f - job->x[i], 0.0f - job->y[i]},
              .half = {job->half_x[i], job->half_y[i]},
              .radius = job->radius[i]};
    if (swept) {
        p.motion = (point){job->dx[i], job->dy[i]};
        p.margin = (p.radius + job->reach[i]) * HAIL_TOLERANCE;
    }
    return p;
}

static void write_hit(const hail_circle_boxes *job, uint32_t i, const pair *p, const region *at, float t) {
    const float m = (p->radius + at->g) * 0.5f;
    const point centre = along((point){0.0f, 0.0f}, p->motion, t);
    job->t[i] = t;
    job->normal_x[i] = 0.0f - at->normal.x;
    job->normal_y[i] = 0.0f - at->normal.y;
    job->at_x[i] = centre.x - at->normal.x * m;
    job->at_y[i] = centre.y - at->normal.y * m;
    job->depth[i] = t > 0.0f ? 0.0f : not_negative(p->radius - at->g);
}

uint32_t HAIL_KERNEL(touch_circle_boxes)(const hail_circle_boxes *job, uint32_t count) {
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i++) {
        const pair p = pair_of(job, i, false);
        const region at = region_of(&p, widest(&p), p.centre, false);
        write_hit(job, i, &p, &at, 0.0f);
        if (at.g <= p.radius)
            job->hits[listed++] = i;
        else
            job->depth[i] = -1.0f;
    }
    return listed;
}

/* ---- Sweep ------------------------------------------------------------------------------------------------------ */

/* When the centre hits a corner's arc after it is `away` from it; false: it passes. */
static bool hit_arc(const pair *p, region *at, float wide, float t0, float *t) {
    const point d = at->away, v = p->motion;
    const float a = dot(v, v), b = -dot(d, v), off = cross(d, v) * cross(d, v), r = p->radius;
    if (!(b > 0.0f) || !(a * (wide * wide) - off >= 0.0f))
        return false;
    float tau = (dot(d, d) - r * r) / (b + sqrtf(not_negative(a * (r * r) - off)));
    tau = b / a < tau ? b / a : tau;
    tau = tau < 0.0f ? 0.0f : tau;
    if (!(t0 + tau <= 1.0f))
        return false;
    const point then = along(d, v, tau);
    *t = t0 + tau;
    at->g = length(then);
    if (at->g > 0.0f)
        at->normal = (point){then.x / at->g, then.y / at->g};
    return true;
}

static bool sweep_pair(const pair *p, region *at, float *t) {
    uint32_t e;
    if (!clip_path(p, t, &e))
        return false;
    const bool moved = *t > 0.0f;
    e = e == 4 ? widest(p) : e;
    const point n = edges[e].n;
    *at = region_of(p, e, along(p->centre, p->motion, *t), moved);
    const float size = p->half.x + p->half.y, way = fabsf(p->motion.x) + fabsf(p->motion.y);
    const float slack = p->margin + ((size + size) + way) * HAIL_TOLERANCE, wide = p->radius + slack;
    const bool inward = moved || -dot(n, p->motion) > 0.0f;
    bool hit = at->g <= p->radius;
    if (!hit && at->corner) {
        const point face = at->normal;
        at->normal = n;
        hit = hit_arc(p, at, wide, *t, t);
        if (!hit) {
            at->normal = face;
            hit = inward && at->g <= wide;
        }
    } else if (!hit) {
        hit = inward;
    }
    if (at->g <= slack)
        at->normal = n;
    return hit;
}

uint32_t HAIL_KERNEL(sweep_circle_boxes)(const hail_circle_boxes *job, uint32_t count) {
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i++) {
        const pair p = pair_of(job, i, true);
        region at = {.g = 0.0f};
        float t = 0.0f;
        job->depth[i] = -1.0f;
        if (!sweep_pair(&p, &at, &t))
            continue;
        write_hit(job, i, &p, &at, t);
        job->hits[listed++] = i;
    }
    return listed;
}
