/* simd/kernels/tiles/joined_reference.h - whether a shape slides by full cells side by side as by one rectangle, one at
 * a time: docs/arithmetic.md, "Shapes against maps". */
#ifndef HAIL_SIMD_KERNELS_TILES_JOINED_REFERENCE_H
#define HAIL_SIMD_KERNELS_TILES_JOINED_REFERENCE_H

#include "box_reference.h"
#include "kernels/reference.h"

enum { RUN_CELLS = 3 /* at most */ };

/* Cells side by side: the first one's column and row, counted from the border. One of `columns` and `rows` is 1. */
typedef struct cell_run {
    uint32_t column, row, columns, rows;
} cell_run;

/* A shape and a run as one rectangle, along the run and across it, px. */
typedef struct joined {
    pair p;
    bool down;
    float at, d, core, side, length; /* along; `at` from the run's centre; side: a cell's */
    float before, after;             /* from the edge, before and after the push */
    float out, across, slack;
    bool touches, pushed, edge_is_its;
    bool comes, hits; /* within reach; and moves in */
    float t;
} joined;

static inline float part(point v, bool y) { return y ? v.y : v.x; }

/* Pushes a shape, and sweeps it. False: it meets a corner of the whole run. */
static inline bool slide_joined(const hail_lone_pairs *slides, const float *mover, point centre, joined *j) {
    const uint32_t first = widest(&j->p);
    const region at = region_of(&j->p, first, j->p.centre, false);
    const float depth = j->p.radius - at.g;
    j->before = fabsf(j->out) - part(j->p.half, !j->down);
    j->touches = depth >= 0.0f;
    j->pushed = (double)depth > slides->slack;
    j->edge_is_its = (edges[first].n.x != 0.0f) == j->down;
    if (j->touches && at.corner)
        return false;
    const double to_x = j->pushed ? (double)(edges[first].n.x * depth) : 0.0,
                 to_y = j->pushed ? (double)(edges[first].n.y * depth) : 0.0;
    j->p.centre = (point){0.0f - (float)((double)centre.x - ((double)mover[0] + to_x)),
                          0.0f - (float)((double)centre.y - ((double)mover[1] + to_y))};
    j->after = fabsf(part(j->p.centre, !j->down)) - part(j->p.half, !j->down);
    uint32_t edge;
    j->comes = clip_path(&j->p, &j->t, &edge);
    if (!j->comes)
        return true;
    edge = edge == 4 ? widest(&j->p) : edge;
    const float speed = (fabsf(j->p.motion.x) + fabsf(j->p.motion.y)) * 1e-6f;
    j->hits = -dot(edges[edge].n, j->p.motion) > speed;
    return !region_of(&j->p, edge, along(j->p.centre, j->p.motion, j->t), j->t > 0.0f).corner;
}

static inline bool make_joined(const hail_lone_cells *job, const float *mover, const cell_run *run, joined *j) {
    const float width = (float)job->view->width, height = (float)job->view->height, wide = (float)run->columns * width,
                high = (float)run->rows * height;
    const point centre = {((float)(run->column - 1) + (float)run->columns * 0.5f) * width,
                          ((float)(run->row - 1) + (float)run->rows * 0.5f) * height};
    *j = (joined){.p = {.centre = {0.0f - (centre.x - mover[0]), 0.0f - (centre.y - mover[1])},
                        .motion = {mover[2], mover[3]},
                        .half = {wide * 0.5f + mover[4], high * 0.5f + mover[5]},
                        .radius = mover[6],
                        .margin = (mover[6] + (job->radius + (mover[4] + mover[5]))) * HAIL_TOLERANCE},
                  .down = run->rows > 1,
                  .slack =
                      (((mover[6] + 64.0f) + (mover[4] + mover[5])) + (fabsf(mover[2]) + fabsf(mover[3]))) * 0x1p-18f};
    j->at = part(j->p.centre, j->down);
    j->out = part(j->p.centre, !j->down);
    j->d = part(j->p.motion, j->down);
    j->across = part(j->p.motion, !j->down);
    j->core = j->down ? mover[5] : mover[4];
    j->side = j->down ? height : width;
    j->length = j->down ? high : wide;
    return slide_joined(job->slides, mover, centre, j);
}

/* Where the ends of a core lie, in cells; half a cell: beyond the run. */
static inline float low_end(const joined *j, float at) {
    const float low = (at + j->length * 0.5f) - j->core;
    return low < 0.0f ? 0.5f : low * (1.0f / j->side);
}
static inline float high_end(const joined *j, float at) {
    const float high = (at + j->length * 0.5f) + j->core;
    return high > j->length ? 0.5f : high * (1.0f / j->side);
}

static inline float fraction_of(float a) { return a - (float)(int32_t)a; }

static inline bool off_seams(float end, float far) {
    const float fraction = fraction_of(end), other = 1.0f - fraction;
    return (fraction < other ? fraction : other) > far;
}

/* Whether no seam is near the shape's core where it touches the run, at the start or at its hit. */
static inline bool is_clear(const joined *j, float there) {
    const float deep = fmaxf(j->p.radius - j->after, 0.0f) + j->slack, grown = j->p.radius + j->slack,
                far = (sqrtf((grown + grown) * deep) + j->slack * 64.0f) * (1.0f / j->side);
    return off_seams(low_end(j, j->at), far) && off_seams(high_end(j, j->at), far) &&
           off_seams(low_end(j, there), far) && off_seams(high_end(j, there), far);
}

/* Whether a corner this far beside the core is not touched, or gives the edge's normal and less depth. */
static inline bool corner_yields(const joined *j, float far) {
    return far * far + j->before * j->before > (j->p.radius * j->p.radius) * (1.0f + 0x1p-16f) ||
           (j->before * 0.09f > far && far > j->before * 0.004f);
}

static inline bool touch_yields(const hail_lone_pairs *slides, const joined *j) {
    const float depth = j->p.radius - j->before, low = fraction_of(low_end(j, j->at)) * j->side,
                high = (1.0f - fraction_of(high_end(j, j->at))) * j->side;
    return j->edge_is_its && j->p.radius * 0.75f > depth && (float)slides->around * 0.98f > depth &&
           corner_yields(j, low) && corner_yields(j, high) && corner_yields(j, j->side) &&
           !(j->pushed && j->p.radius - j->after > (float)slides->slack * 0.5f);
}

/* Whether a shape slides by a run of cells as by one rectangle, and touches one cell of it. */
static inline bool is_as_one(const hail_lone_cells *job, const float *mover, const cell_run *run) {
    joined j;
    if (!make_joined(job, mover, run, &j))
        return false;
    const float there = j.at + j.d * (j.comes ? j.t : 1.0f), most = (j.length * 0.5f + j.core) - j.slack;
    const bool inside = fabsf(j.at) <= most && fabsf(j.at + j.d) <= most;
    const bool grazes = j.across * j.out < 0.0f && (!j.comes || j.t > 0.0f) && fabsf(j.across) * 64.0f < fabsf(j.d);
    if (j.pushed && j.hits && (int32_t)low_end(&j, j.at) != (int32_t)low_end(&j, there))
        return false;
    return inside && !grazes && j.p.radius >= 0x1p-8f && is_clear(&j, there) &&
           (!j.touches || touch_yields(job->slides, &j));
}

#endif
