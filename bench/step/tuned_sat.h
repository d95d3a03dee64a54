/* tuned_sat.h - `plain:tuned`: polygon against polygon in scalar C, as a narrowphase is after some measuring.
 * Separating axes, then the incident edge clipped to the reference edge (E. Catto, "Contact Manifolds", GDC 2007). b
 * is moved into a's frame once (each into the other's was 1.1 times slower), then every edge is tested against every
 * corner. Walking both outlines together was 1.8 times slower, because its steps wait for each other; stopping at
 * the first separating edge was even. Counts are parameters, so that the compiler unrolls loops whose counts are
 * constants. The `plain` of the pair_, sweep_, gap_ and predict_ works is built on it, too. */
#ifndef TUNED_SAT_H
#define TUNED_SAT_H

#include "plain_core.h"

/* b in a's frame. */
static inline void tuned_into(const plain_core *b, uint32_t count, plain_turn turn, plain_core *local) {
    local->rounding = b->rounding;
    for (uint32_t i = 0; i <= count; i++) {
        local->x[i] = (turn.cos * b->x[i] - turn.sin * b->y[i]) + turn.x;
        local->y[i] = (turn.sin * b->x[i] + turn.cos * b->y[i]) + turn.y;
    }
    for (uint32_t i = 0; i < count; i++) {
        local->normal_x[i] = turn.cos * b->normal_x[i] - turn.sin * b->normal_y[i];
        local->normal_y[i] = turn.sin * b->normal_x[i] + turn.cos * b->normal_y[i];
        local->offset[i] = b->offset[i] + (local->normal_x[i] * turn.x + local->normal_y[i] * turn.y);
    }
}

/* The largest separation along a's edges, and the first edge that has it. */
static inline float tuned_most(const plain_core *a, uint32_t a_count, const plain_core *b, uint32_t b_count,
                               uint32_t *edge) {
    float most = -INFINITY;
    uint32_t best = 0;
    for (uint32_t i = 0; i < a_count; i++) {
        float nx = a->normal_x[i], ny = a->normal_y[i], least = nx * b->x[0] + ny * b->y[0];
        for (uint32_t k = 1; k < b_count; k++) {
            float along = nx * b->x[k] + ny * b->y[k];
            least = along < least ? along : least;
        }
        float separation = least - a->offset[i];
        best = separation > most ? i : best;
        most = separation > most ? separation : most;
    }
    *edge = best;
    return most;
}

/* Of a pair: the reference shape's edge, and the incident edge along it (s, from the edge's first corner) and across
 * it (h). */
typedef struct tuned_clip {
    const plain_core *reference, *incident;
    plain_pose pose; /* a's, in whose frame all of this is */
    float sign;      /* -1 if the reference is b */
    uint32_t edge, against;
    float normal_x, normal_y, x, y, length;
    float s1, h1, s2, h2;
} tuned_clip;

static inline tuned_clip tuned_clip_of(const plain_core *reference, uint32_t edge, const plain_pose *pose,
                                       const plain_core *incident, uint32_t count, bool reference_is_b) {
    float nx = reference->normal_x[edge], ny = reference->normal_y[edge];
    uint32_t against = 0;
    float least = nx * incident->normal_x[0] + ny * incident->normal_y[0];
    for (uint32_t i = 1; i < count; i++) {
        float along = nx * incident->normal_x[i] + ny * incident->normal_y[i];
        against = along < least ? i : against;
        least = along < least ? along : least;
    }
    float x = reference->x[edge], y = reference->y[edge];
    float px = incident->x[against] - x, py = incident->y[against] - y;
    float qx = incident->x[against + 1] - x, qy = incident->y[against + 1] - y;
    return (tuned_clip){
        .reference = reference,
        .incident = incident,
        .pose = *pose,
        .sign = reference_is_b ? -1.0f : 1.0f,
        .edge = edge,
        .against = against,
        .normal_x = nx,
        .normal_y = ny,
        .x = x,
        .y = y,
        .length = nx * (reference->y[edge + 1] - y) - ny * (reference->x[edge + 1] - x),
        .s1 = nx * py - ny * px,
        .h1 = nx * px + ny * py,
        .s2 = nx * qy - ny * qx,
        .h2 = nx * qx + ny * qy,
    };
}

/* Point `number` of the manifold, at (s, h), halfway between the surfaces. */
static inline void tuned_point(const tuned_clip *clip, float nx, float ny, float s, float h, float rounding,
                               uint32_t number, bench_manifold *out) {
    float middle = (clip->reference->rounding + (h - clip->incident->rounding)) * 0.5f;
    float depth = rounding - h;
    plain_place(&clip->pose, (clip->x - clip->normal_y * s) + nx * middle, (clip->y + clip->normal_x * s) + ny * middle,
                &out->x[number], &out->y[number]);
    out->depth[number] = depth > 0.0f ? depth : 0.0f;
}

static inline void tuned_normal(const tuned_clip *clip, float nx, float ny, bench_manifold *out) {
    out->normal_x = clip->sign * (clip->pose.cos * nx - clip->pose.sin * ny);
    out->normal_y = clip->sign * (clip->pose.sin * nx + clip->pose.cos * ny);
    out->feature_a = clip->sign > 0.0f ? clip->edge : clip->against;
    out->feature_b = clip->sign > 0.0f ? clip->against : clip->edge;
}

/* Separated cores may be nearest at two corners: the incident shape's deepest one, and the end of the reference edge
 * that it lies beyond. */
typedef struct tuned_corner {
    bool beyond; /* the deepest corner lies past an end of the edge */
    bool alone;  /* and so does all of the incident edge                */
    float s, h;  /* from that end to it                             */
    float end;
} tuned_corner;

static inline tuned_corner tuned_corner_of(const tuned_clip *clip) {
    bool second = clip->h2 < clip->h1;
    float s = second ? clip->s2 : clip->s1, h = second ? clip->h2 : clip->h1, length = clip->length;
    float end = s < 0.0f ? 0.0f : length;
    bool alone = ((clip->s1 < 0.0f) & (clip->s2 < 0.0f)) | ((clip->s1 > length) & (clip->s2 > length));
    return (tuned_corner){.beyond = (s < 0.0f) | (s > length), .alone = alone, .s = s - end, .h = h, .end = end};
}

static inline bool tuned_corner_manifold(const tuned_clip *clip, const tuned_corner *corner, float distance,
                                         float rounding, bench_manifold *out) {
    if (distance > rounding)
        return false;
    float across = distance > 0.0f ? corner->h / distance : 1.0f, along = distance > 0.0f ? corner->s / distance : 0.0f;
    float nx = clip->normal_x * across - clip->normal_y * along, ny = clip->normal_y * across + clip->normal_x * along;
    tuned_point(clip, nx, ny, corner->end, distance, rounding, 0, out);
    tuned_normal(clip, nx, ny, out);
    out->count = 1;
    out->x[1] = out->y[1] = out->depth[1] = 0.0f;
    return true;
}

/* The incident edge between the ends of the reference edge: u where it begins, v where it ends. */
typedef struct tuned_face {
    float su, hu, sv, hv;
} tuned_face;

static inline tuned_face tuned_face_of(const tuned_clip *clip) {
    float s1 = clip->s1, s2 = clip->s2, length = clip->length, run = s1 - s2, rise = clip->h2 - clip->h1;
    float su = s1 < 0.0f ? 0.0f : s1, sv = s2 < 0.0f ? 0.0f : s2;
    su = su > length ? length : su;
    sv = sv > length ? length : sv;
    float inverse = 1.0f / (run > 0.0f ? run : INFINITY);
    return (tuned_face){su, clip->h1 + rise * ((s1 - su) * inverse), sv, clip->h2 - rise * ((sv - s2) * inverse)};
}

/* Writes the manifold; returns whether they touch. What it writes for a pair that does not touch is meaningless.
 * Reads the rounding only if `rounded`. */
static inline bool tuned_polygons(const plain_core *a, uint32_t a_count, const plain_pose *a_pose, const plain_core *b,
                                  uint32_t b_count, const plain_pose *b_pose, bool rounded, bench_manifold *out) {
    plain_core local;
    tuned_into(b, b_count, plain_turn_of(a_pose, b_pose), &local);
    float rounding = rounded ? a->rounding + b->rounding : 0.0f;
    uint32_t a_edge, b_edge;
    float a_most = tuned_most(a, a_count, &local, b_count, &a_edge);
    if (a_most > rounding)
        return false;
    float b_most = tuned_most(&local, b_count, a, a_count, &b_edge);
    if (b_most > rounding)
        return false;
    bool other = a_most < b_most;
    tuned_clip clip = tuned_clip_of(other ? &local : a, other ? b_edge : a_edge, a_pose, other ? a : &local,
                                    other ? a_count : b_count, other);
    tuned_face face = tuned_face_of(&clip);
    bool v_deeper = face.hv < face.hu;
    float deepest = v_deeper ? face.hv : face.hu, less = v_deeper ? face.hu : face.hv;
    if (rounded && (other ? b_most : a_most) > 0.0f) {
        tuned_corner corner = tuned_corner_of(&clip);
        float distance = sqrtf(corner.s * corner.s + corner.h * corner.h);
        if (corner.alone || (corner.beyond && distance < deepest))
            return tuned_corner_manifold(&clip, &corner, distance, rounding, out);
    }
    if (deepest > rounding)
        return false;
    bool both = (less <= rounding) & (face.su > face.sv);
    bool v_first = both ? !other : v_deeper;
    tuned_point(&clip, clip.normal_x, clip.normal_y, v_first ? face.sv : face.su, v_first ? face.hv : face.hu, rounding,
                0, out);
    tuned_point(&clip, clip.normal_x, clip.normal_y, v_first ? face.su : face.sv, v_first ? face.hu : face.hv, rounding,
                1, out);
    tuned_normal(&clip, clip.normal_x, clip.normal_y, out);
    out->count = 1 + (uint32_t)both;
    out->x[1] = both ? out->x[1] : 0.0f;
    out->y[1] = both ? out->y[1] : 0.0f;
    out->depth[1] = both ? out->depth[1] : 0.0f;
    return true;
}

/* Two polygons without rounding, as in most of the benchmarks. */
static inline bool tuned_sat(const plain_core *a, const plain_pose *a_pose, const plain_core *b,
                             const plain_pose *b_pose, bench_manifold *out) {
    return tuned_polygons(a, a->count, a_pose, b, b->count, b_pose, false, out);
}

#endif
