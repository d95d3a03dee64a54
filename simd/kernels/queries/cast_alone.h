/* simd/kernels/queries/cast_alone.h - one stretch of one cast: its cells are found without lanes, and the times of a
 * vector of bodies are computed where they lie, if any of them may be hit. Nothing is listed in between. */
#ifndef HAIL_SIMD_KERNELS_QUERIES_CAST_ALONE_H
#define HAIL_SIMD_KERNELS_QUERIES_CAST_ALONE_H

#include <math.h>

#include "kernels/narrow/pair_lanes.h"

/* A stretch, and the cells near it, without the border. */
typedef struct lone_stretch {
    float from, to;
    uint32_t first_column, last_column, first_row, last_row;
} lone_stretch;

/* What it hits. */
typedef struct lone_output {
    uint32_t *position;
    float *time;
    uint32_t count, capacity;
} lone_output;

/* ---- The stretch ------------------------------------------------------------------------------------------------- */

/* The next time after `from` at which the cast passes a line, or `next` if that is earlier. */
static inline float lone_line(float next, float at, float speed, float from, float line) {
    if (!(fabsf(speed) > 0.0f))
        return next;
    const float time = (line - at) / speed;
    return time > from && time < next ? time : next;
}

/* Where a stretch ends that begins outside of the grid. */
static inline float lone_end_outside(const hail_cast_job *job, const float *row, float from, float to) {
    const hail_grid_layout *map = &job->grid.map;
    float next = lone_line(2.0f, row[HAIL_CAST_X], row[HAIL_CAST_DX], from, map->min_x);
    next = lone_line(next, row[HAIL_CAST_X], row[HAIL_CAST_DX], from, job->max_x);
    next = lone_line(next, row[HAIL_CAST_Y], row[HAIL_CAST_DY], from, map->min_y);
    next = lone_line(next, row[HAIL_CAST_Y], row[HAIL_CAST_DY], from, job->max_y);
    return to > next ? to : next;
}

static inline float lone_less(float a, float b) { return a < b ? a : b; }
static inline float lone_more(float a, float b) { return a > b ? a : b; }

static inline uint32_t lone_cell(float at, float min, float inverse, float last) {
    return (uint32_t)(int32_t)lone_less(lone_more((at - min) * inverse, 0.0f), last);
}

/* The stretch after the one that the row holds. */
static inline lone_stretch lone_next(const hail_cast_job *job, const float *row) {
    const hail_grid_layout *map = &job->grid.map;
    const float x = row[HAIL_CAST_X], y = row[HAIL_CAST_Y], dx = row[HAIL_CAST_DX], dy = row[HAIL_CAST_DY],
                reach = row[HAIL_CAST_SEARCH];
    lone_stretch s = {.from = row[HAIL_CAST_TO]};
    const float begin_x = x + dx * s.from, begin_y = y + dy * s.from;
    s.to = s.from + row[HAIL_CAST_STEP];
    if (!(begin_x >= map->min_x && begin_x <= job->max_x && begin_y >= map->min_y && begin_y <= job->max_y))
        s.to = lone_end_outside(job, row, s.from, s.to);
    s.to = s.to < 1.0f ? s.to : 2.0f;
    const float end = lone_less(s.to, 1.0f), end_x = x + dx * end, end_y = y + dy * end;
    s.first_column = lone_cell(lone_less(begin_x, end_x) - reach, map->min_x, map->inverse, map->last_column);
    s.last_column = lone_cell(lone_more(begin_x, end_x) + reach, map->min_x, map->inverse, map->last_column);
    s.first_row = lone_cell(lone_less(begin_y, end_y) - reach, map->min_y, map->inverse, map->last_row);
    s.last_row = lone_cell(lone_more(begin_y, end_y) + reach, map->min_y, map->inverse, map->last_row);
    return s;
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

/* How far beside a cast's path the bodies from position p on may lie: the sums of its side and their radii, inflated,
 * times its length. */
static LANES_INLINE vf beside_of(const hail_cast_job *job, const float *row, uint32_t p) {
    const vf sum = vf_add(vf_set1(row[HAIL_CAST_SIDE]), vf_load(job->grid.radius + p));
    const vf inflated = vf_add(vf_mul(sum, vf_set1(job->inflate_rel)), vf_set1(row[HAIL_CAST_MORE]));
    return vf_add(vf_mul(vf_set1(row[HAIL_CAST_LENGTH]), inflated), vf_set1(HAIL_CAST_SOME));
}

/* The squares of the sums of the cast's radius and those of the bodies from position p on. */
static LANES_INLINE vf lone_squares(const hail_cast_job *job, const float *row, uint32_t p) {
    if (!job->grid.radius)
        return vf_set1(row[HAIL_CAST_SQUARE]);
    const vf sum =
        vf_add(vf_mul(vf_add(vf_set1(row[HAIL_CAST_RADIUS]), vf_load(job->grid.radius + p)), vf_set1(job->inflate_rel)),
               vf_set1(row[HAIL_CAST_MORE]));
    return vf_mul(sum, sum);
}

/* Those of up to HAIL_LANES bodies from position p on that are hit, and when. far: from them to the cast */
static LANES_INLINE void lone_times(const hail_cast_job *job, const float *row, const lone_stretch *s, uint32_t p,
                                    vpoint far, vm near, lone_output *to) {
    const vf zero = vf_set1(0.0f), squares = lone_squares(job, row, p);
    const vpoint d = {vf_sub(zero, far.x), vf_sub(zero, far.y)},
                 v = {vf_set1(0.0f - row[HAIL_CAST_DX]), vf_set1(0.0f - row[HAIL_CAST_DY])};
    const vm at_start = vf_le(vdot(d, d), squares);
    const varc arc = hit_arc_squared(d, v, squares, squares);
    const vm later = vm_and_not(vm_and(arc.hit, vf_le(arc.tau, vf_set1(1.0f))), at_start);
    const vf t = vf_select(later, arc.tau, zero);
    const vm here = vm_and(vf_ge(t, vf_set1(s->from)), vf_lt(t, vf_set1(s->to)));
    const unsigned bits = vm_bits(vm_and(vm_and(here, vm_or(at_start, later)), near));
    vi_compress_store(to->position + to->count, bits, vi_add(vi_set1((int32_t)p), vi_iota()));
    vf_compress_store(to->time + to->count, bits, t);
    to->count += vm_count_bits(bits);
}

/* Bodies [from, end). False: there is no room. */
static LANES_INLINE bool lone_scan(const hail_cast_job *job, const float *row, const lone_stretch *s, uint32_t from,
                                   uint32_t end, lone_output *to) {
    const hail_grid_view *grid = &job->grid;
    const vpoint at = {vf_set1(row[HAIL_CAST_X]), vf_set1(row[HAIL_CAST_Y])},
                 speed = {vf_set1(row[HAIL_CAST_DX]), vf_set1(row[HAIL_CAST_DY])};
    for (uint32_t p = from; p < end; p += HAIL_LANES) {
        const vf beside = grid->radius ? beside_of(job, row, p) : vf_set1(row[HAIL_CAST_BESIDE]);
        const vpoint d = vminus(at, (vpoint){vf_load(grid->x + p), vf_load(grid->y + p)});
        const vf cross = vf_sub(vf_mul(d.x, speed.y), vf_mul(d.y, speed.x));
        const vm beside_it =
            vm_and(vf_le(vf_abs(cross), beside), vf_le(vdot(d, speed), vf_add(beside, vf_set1(row[HAIL_CAST_REST]))));
        const vm near = vm_and(beside_it, vi_gt(vi_set1((int32_t)(end - p)), vi_iota()));
        if (!vm_bits(near))
            continue;
        if (to->count + HAIL_LANES > to->capacity)
            return false;
        lone_times(job, row, s, p, d, near, to);
    }
    return true;
}

/* Takes a cast on by one stretch. False: there is no room, and nothing happened. */
static LANES_INLINE bool cast_alone(const hail_cast_job *job, float *row, lone_output *to) {
    const hail_grid_layout *map = &job->grid.map;
    const lone_stretch s = lone_next(job, row);
    const uint32_t pad = (uint32_t)map->pad, stride = (uint32_t)map->stride, wide = s.last_column - s.first_column + 1;
    const uint32_t *start = job->grid.start + (size_t)(s.first_row + pad) * stride + pad + s.first_column;
    for (uint32_t r = s.first_row; r <= s.last_row; r++, start += stride)
        if (!lone_scan(job, row, &s, start[0], start[wide], to))
            return false;
    row[HAIL_CAST_FROM] = s.from;
    row[HAIL_CAST_TO] = s.to;
    return true;
}

#endif
