/* plain_sat.h - polygon against polygon in scalar C: separating axes, then the incident edge clipped to the reference
 * edge (E. Catto, "Contact Manifolds", GDC 2007). Every edge against every corner, with the other shape's corners moved
 * over once: walking both outlines together was 1.8 times slower, for its steps wait for each other; leaving at the
 * first edge that parts them 1.6 to 2.8 times, for nobody can foresee which. Counts are parameters, so that where they
 * are constants the loops dissolve. */
#ifndef PLAIN_SAT_H
#define PLAIN_SAT_H

#include "plain_core.h"

/* The largest separation along a's edges, and the first edge that has it. */
static inline float plain_edges(const plain_core *a, uint32_t a_count, const plain_core *b, uint32_t b_count,
                                plain_turn turn, uint32_t *edge) {
    float x[SCENE_MAX_VERTICES], y[SCENE_MAX_VERTICES];
    for (uint32_t i = 0; i < b_count; i++) {
        x[i] = (turn.cos * b->x[i] - turn.sin * b->y[i]) + turn.x;
        y[i] = (turn.sin * b->x[i] + turn.cos * b->y[i]) + turn.y;
    }
    float most = -INFINITY;
    uint32_t best = 0;
    for (uint32_t i = 0; i < a_count; i++) {
        float nx = a->normal_x[i], ny = a->normal_y[i], least = nx * x[0] + ny * y[0];
        for (uint32_t k = 1; k < b_count; k++) {
            float along = nx * x[k] + ny * y[k];
            least = along < least ? along : least;
        }
        float separation = least - a->offset[i];
        best = separation > most ? i : best;
        most = separation > most ? separation : most;
    }
    *edge = best;
    return most;
}

/* Of a pair: the reference shape's edge, the incident shape's edge along (s, from the edge's first corner) and across
 * (h) it. */
typedef struct plain_clip {
    const plain_core *reference, *incident;
    plain_pose pose; /* the reference's */
    float sign;      /* -1 where the reference is b */
    uint32_t edge, against;
    float normal_x, normal_y, x, y, length;
    float s1, h1, s2, h2;
} plain_clip;

static inline plain_clip plain_clip_of(const plain_core *reference, uint32_t edge, const plain_pose *pose,
                                       const plain_core *incident, uint32_t count, plain_turn turn,
                                       bool reference_is_b) {
    float nx = reference->normal_x[edge], ny = reference->normal_y[edge];
    float mx = turn.cos * nx + turn.sin * ny, my = turn.cos * ny - turn.sin * nx;
    uint32_t against = 0;
    float least = mx * incident->normal_x[0] + my * incident->normal_y[0];
    for (uint32_t i = 1; i < count; i++) {
        float along = mx * incident->normal_x[i] + my * incident->normal_y[i];
        against = along < least ? i : against;
        least = along < least ? along : least;
    }
    float x = reference->x[edge], y = reference->y[edge];
    float vx = incident->x[against], vy = incident->y[against], wx = incident->x[against + 1],
          wy = incident->y[against + 1];
    float px = ((turn.cos * vx - turn.sin * vy) + turn.x) - x, py = ((turn.sin * vx + turn.cos * vy) + turn.y) - y;
    float qx = ((turn.cos * wx - turn.sin * wy) + turn.x) - x, qy = ((turn.sin * wx + turn.cos * wy) + turn.y) - y;
    return (plain_clip){
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
static inline void plain_point(const plain_clip *clip, float nx, float ny, float s, float h, float rounding,
                               uint32_t number, bench_manifold *out) {
    float middle = (clip->reference->rounding + (h - clip->incident->rounding)) * 0.5f;
    float depth = rounding - h;
    plain_place(&clip->pose, (clip->x - clip->normal_y * s) + nx * middle, (clip->y + clip->normal_x * s) + ny * middle,
                &out->x[number], &out->y[number]);
    out->depth[number] = depth > 0.0f ? depth : 0.0f;
}

static inline void plain_normal(const plain_clip *clip, float nx, float ny, bench_manifold *out) {
    out->normal_x = clip->sign * (clip->pose.cos * nx - clip->pose.sin * ny);
    out->normal_y = clip->sign * (clip->pose.sin * nx + clip->pose.cos * ny);
    out->feature_a = clip->sign > 0.0f ? clip->edge : clip->against;
    out->feature_b = clip->sign > 0.0f ? clip->against : clip->edge;
}

/* Cores that lie apart may be nearest at two corners: the incident shape's deepest and the end of the reference edge
 * that it lies beyond. */
typedef struct plain_corner {
    bool beyond; /* the deepest corner lies past an end of the edge */
    bool alone;  /* as all of the incident edge does                */
    float s, h;  /* from that end to it                             */
    float end;
} plain_corner;

static inline plain_corner plain_corner_of(const plain_clip *clip) {
    bool second = clip->h2 < clip->h1;
    float s = second ? clip->s2 : clip->s1, h = second ? clip->h2 : clip->h1, length = clip->length;
    float end = s < 0.0f ? 0.0f : length;
    bool alone = ((clip->s1 < 0.0f) & (clip->s2 < 0.0f)) | ((clip->s1 > length) & (clip->s2 > length));
    return (plain_corner){.beyond = (s < 0.0f) | (s > length), .alone = alone, .s = s - end, .h = h, .end = end};
}

static inline bool plain_corner_manifold(const plain_clip *clip, const plain_corner *corner, float distance,
                                         float rounding, bench_manifold *out) {
    if (distance > rounding)
        return false;
    float across = distance > 0.0f ? corner->h / distance : 1.0f, along = distance > 0.0f ? corner->s / distance : 0.0f;
    float nx = clip->normal_x * across - clip->normal_y * along, ny = clip->normal_y * across + clip->normal_x * along;
    plain_point(clip, nx, ny, corner->end, distance, rounding, 0, out);
    plain_normal(clip, nx, ny, out);
    out->count = 1;
    out->x[1] = out->y[1] = out->depth[1] = 0.0f;
    return true;
}

/* The incident edge between the ends of the reference edge: u where it begins, v where it ends. */
typedef struct plain_face {
    float su, hu, sv, hv;
} plain_face;

static inline plain_face plain_face_of(const plain_clip *clip) {
    float s1 = clip->s1, s2 = clip->s2, length = clip->length, run = s1 - s2, rise = clip->h2 - clip->h1;
    float su = s1 < 0.0f ? 0.0f : s1, sv = s2 < 0.0f ? 0.0f : s2;
    su = su > length ? length : su;
    sv = sv > length ? length : sv;
    float inverse = 1.0f / (run > 0.0f ? run : INFINITY);
    return (plain_face){su, clip->h1 + rise * ((s1 - su) * inverse), sv, clip->h2 - rise * ((sv - s2) * inverse)};
}

/* Writes the manifold and tells whether they touch; what it writes for those that do not is of no use. Rounding is
 * looked at only where `rounded`. */
static inline bool plain_polygons(const plain_core *a, uint32_t a_count, const plain_pose *a_pose, const plain_core *b,
                                  uint32_t b_count, const plain_pose *b_pose, bool rounded, bench_manifold *out) {
    plain_turn turn = plain_turn_of(a_pose, b_pose), back = plain_turn_back(turn);
    float rounding = rounded ? a->rounding + b->rounding : 0.0f;
    uint32_t a_edge, b_edge;
    float a_most = plain_edges(a, a_count, b, b_count, turn, &a_edge);
    if (a_most > rounding)
        return false;
    float b_most = plain_edges(b, b_count, a, a_count, back, &b_edge);
    if (b_most > rounding)
        return false;
    bool other = a_most < b_most;
    plain_clip clip = plain_clip_of(other ? b : a, other ? b_edge : a_edge, other ? b_pose : a_pose, other ? a : b,
                                    other ? a_count : b_count, other ? back : turn, other);
    plain_face face = plain_face_of(&clip);
    bool v_deeper = face.hv < face.hu;
    float deepest = v_deeper ? face.hv : face.hu, less = v_deeper ? face.hu : face.hv;
    if (rounded && (other ? b_most : a_most) > 0.0f) {
        plain_corner corner = plain_corner_of(&clip);
        float distance = sqrtf(corner.s * corner.s + corner.h * corner.h);
        if (corner.alone || (corner.beyond && distance < deepest))
            return plain_corner_manifold(&clip, &corner, distance, rounding, out);
    }
    if (deepest > rounding)
        return false;
    bool both = (less <= rounding) & (face.su > face.sv);
    bool v_first = both ? !other : v_deeper;
    plain_point(&clip, clip.normal_x, clip.normal_y, v_first ? face.sv : face.su, v_first ? face.hv : face.hu, rounding,
                0, out);
    plain_point(&clip, clip.normal_x, clip.normal_y, v_first ? face.su : face.sv, v_first ? face.hu : face.hv, rounding,
                1, out);
    plain_normal(&clip, clip.normal_x, clip.normal_y, out);
    out->count = 1 + (uint32_t)both;
    out->x[1] = both ? out->x[1] : 0.0f;
    out->y[1] = both ? out->y[1] : 0.0f;
    out->depth[1] = both ? out->depth[1] : 0.0f;
    return true;
}

/* Two polygons without rounding: what most of the benchmarks ask. */
static inline bool plain_sat(const plain_core *a, const plain_pose *a_pose, const plain_core *b,
                             const plain_pose *b_pose, bench_manifold *out) {
    return plain_polygons(a, a->count, a_pose, b, b->count, b_pose, false, out);
}

#endif
