/* plain_gap.h - distances and predictions of polygons in scalar C. */
#ifndef PLAIN_GAP_H
#define PLAIN_GAP_H

#include "tuned_sat.h"

/* 32 bytes, as Hail's hail_gap. */
typedef struct bench_gap {
    float distance, ax, ay, bx, by, normal_x, normal_y;
    uint32_t features;
} bench_gap;

/* 32 bytes, as Hail's hail_prediction. */
typedef struct bench_prediction {
    float mtv_x, mtv_y, slide_x, slide_y, axis_x, axis_y, overlap;
    uint8_t intersect, will_intersect, feature, of_b;
} bench_prediction;

/* How far apart the shapes are, or how deep they overlap, and at which points. */
static inline void plain_gap(const plain_core *a, const plain_pose *a_pose, const plain_core *b,
                             const plain_pose *b_pose, bench_gap *out) {
    plain_core local;
    tuned_into(b, b->count, plain_turn_of(a_pose, b_pose), &local);
    uint32_t a_edge, b_edge;
    float a_most = tuned_most(a, a->count, &local, b->count, &a_edge);
    float b_most = tuned_most(&local, b->count, a, a->count, &b_edge);
    bool other = a_most < b_most;
    tuned_clip clip = tuned_clip_of(other ? &local : a, other ? b_edge : a_edge, a_pose, other ? a : &local,
                                    other ? a->count : b->count, other);
    tuned_face face = tuned_face_of(&clip);
    bool v_deeper = face.hv < face.hu;
    float distance = v_deeper ? face.hv : face.hu, s = v_deeper ? face.sv : face.su;
    float nx = clip.normal_x, ny = clip.normal_y;
    tuned_corner corner = tuned_corner_of(&clip);
    float straight = sqrtf(corner.s * corner.s + corner.h * corner.h);
    if (a_most > 0.0f || b_most > 0.0f)
        if (corner.alone || (corner.beyond && straight < distance)) {
            distance = straight;
            s = corner.end;
            nx = (clip.normal_x * corner.h - clip.normal_y * corner.s) / straight;
            ny = (clip.normal_y * corner.h + clip.normal_x * corner.s) / straight;
        }
    float foot_x = clip.x - clip.normal_y * s, foot_y = clip.y + clip.normal_x * s;
    float own = clip.reference->rounding, far = distance - clip.incident->rounding;
    float px, py, qx, qy;
    plain_place(&clip.pose, foot_x + nx * own, foot_y + ny * own, &px, &py);
    plain_place(&clip.pose, foot_x + nx * far, foot_y + ny * far, &qx, &qy);
    *out = (bench_gap){
        .distance = distance - (a->rounding + b->rounding),
        .ax = other ? qx : px,
        .ay = other ? qy : py,
        .bx = other ? px : qx,
        .by = other ? py : qy,
        .normal_x = clip.sign * (clip.pose.cos * nx - clip.pose.sin * ny),
        .normal_y = clip.sign * (clip.pose.sin * nx + clip.pose.cos * ny),
        .features = clip.edge | clip.against << 8,
    };
}

/* The intervals of two shapes along an axis. */
typedef struct plain_span {
    float low, high;
} plain_span;

static inline plain_span plain_span_of(const float *x, const float *y, uint32_t count, float nx, float ny) {
    plain_span span = {nx * x[0] + ny * y[0], nx * x[0] + ny * y[0]};
    for (uint32_t i = 1; i < count; i++) {
        float along = nx * x[i] + ny * y[i];
        span.low = along < span.low ? along : span.low;
        span.high = along > span.high ? along : span.high;
    }
    return span;
}

static inline bool plain_spans_meet(plain_span a, plain_span b) { return (a.low <= b.high) & (b.low <= a.high); }

/* The interval test on every edge's normal; the relative motion extends a's interval. */
typedef struct plain_axes {
    bool now, later;
    float centre_x, centre_y; /* from b's to a's */
    float least, x, y;
    uint32_t edge;
} plain_axes;

static inline void plain_axis(plain_axes *axes, plain_span a, plain_span b, float nx, float ny, float mx, float my,
                              uint32_t edge) {
    axes->now &= plain_spans_meet(a, b);
    float along = nx * mx + ny * my;
    a.low += along < 0.0f ? along : 0.0f;
    a.high += along < 0.0f ? 0.0f : along;
    axes->later &= plain_spans_meet(a, b);
    bool low = axes->centre_x * nx + axes->centre_y * ny < 0.0f;
    float size = low ? a.high - b.low : b.high - a.low;
    bool less = size < axes->least;
    axes->least = less ? size : axes->least;
    axes->x = less ? (low ? -nx : nx) : axes->x;
    axes->y = less ? (low ? -ny : ny) : axes->y;
    axes->edge = less ? edge : axes->edge;
}

/* Polygons without rounding; (mx, my): a's displacement less b's. Returns as soon as both answers are no. */
static inline void plain_predict(const plain_core *a, const plain_pose *a_pose, const plain_core *b,
                                 const plain_pose *b_pose, float mx, float my, bench_prediction *out) {
    float ax[SCENE_MAX_VERTICES], ay[SCENE_MAX_VERTICES], bx[SCENE_MAX_VERTICES], by[SCENE_MAX_VERTICES];
    float from_x = 0.0f, from_y = 0.0f, to_x = 0.0f, to_y = 0.0f;
    plain_pose one = {0.0f, 0.0f, a_pose->cos, a_pose->sin};
    plain_pose two = {b_pose->x - a_pose->x, b_pose->y - a_pose->y, b_pose->cos, b_pose->sin};
    for (uint32_t i = 0; i < a->count; i++) {
        plain_place(&one, a->x[i], a->y[i], &ax[i], &ay[i]);
        from_x += ax[i], from_y += ay[i];
    }
    for (uint32_t i = 0; i < b->count; i++) {
        plain_place(&two, b->x[i], b->y[i], &bx[i], &by[i]);
        to_x += bx[i], to_y += by[i];
    }
    plain_axes axes = {.now = true, .later = true, .least = INFINITY};
    axes.centre_x = from_x / (float)a->count - to_x / (float)b->count;
    axes.centre_y = from_y / (float)a->count - to_y / (float)b->count;
    for (uint32_t i = 0; i < a->count + b->count && (axes.now || axes.later); i++) {
        bool of_b = i >= a->count;
        const plain_core *core = of_b ? b : a;
        uint32_t edge = of_b ? i - a->count : i;
        float c = of_b ? b_pose->cos : a_pose->cos, s = of_b ? b_pose->sin : a_pose->sin;
        float nx = c * core->normal_x[edge] - s * core->normal_y[edge];
        float ny = s * core->normal_x[edge] + c * core->normal_y[edge];
        plain_axis(&axes, plain_span_of(ax, ay, a->count, nx, ny), plain_span_of(bx, by, b->count, nx, ny), nx, ny, mx,
                   my, i);
    }
    *out = (bench_prediction){.slide_x = mx, .slide_y = my, .intersect = axes.now, .will_intersect = axes.later};
    if (!axes.later)
        return;
    out->axis_x = axes.x;
    out->axis_y = axes.y;
    out->overlap = axes.least;
    out->mtv_x = out->axis_x * axes.least;
    out->mtv_y = out->axis_y * axes.least;
    out->slide_x += out->mtv_x;
    out->slide_y += out->mtv_y;
    out->of_b = axes.edge >= a->count;
    out->feature = (uint8_t)(out->of_b ? axes.edge - a->count : axes.edge);
}

#endif
