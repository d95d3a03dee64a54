/* simd/kernels/queries/cast_reference.c - docs/arithmetic.md, "Queries": circles of a grid that casts hit, one body at
 * a time. */
#include "kernels/reference.h"

/* A cast, and its stretch. */
typedef struct path {
    float x, y, dx, dy, radius, more;
    float from, to;
} path;

/* ---- Stretches --------------------------------------------------------------------------------------------------- */

static float next_line(float next, float at, float speed, float from, float line) {
    if (speed == 0.0f)
        return next;
    const float time = (line - at) / speed;
    return time > from && time < next ? time : next;
}

static float stretch_end(const hail_cast_job *job, const path *p) {
    const hail_grid_layout *map = &job->grid.map;
    const float longest = fmaxf(fmaxf(fabsf(p->dx), fabsf(p->dy)), HAIL_NEAR_ZERO);
    const float at_x = p->x + p->dx * p->from, at_y = p->y + p->dy * p->from;
    float to = p->from + fmaxf(job->stretch / longest, HAIL_CAST_STEP);
    if (!(at_x >= map->min_x && at_x <= job->max_x && at_y >= map->min_y && at_y <= job->max_y)) {
        float next = next_line(2.0f, p->x, p->dx, p->from, map->min_x);
        next = next_line(next, p->x, p->dx, p->from, job->max_x);
        next = next_line(next, p->y, p->dy, p->from, map->min_y);
        next = next_line(next, p->y, p->dy, p->from, job->max_y);
        to = fmaxf(to, next);
    }
    return to < 1.0f ? to : 2.0f;
}

static path path_of(const hail_cast_job *job, uint32_t i) {
    path p = {job->x[i], job->y[i], job->dx[i], job->dy[i], job->radius[i], 0.0f, job->from[i], 0.0f};
    p.more = ((fabsf(p.x) + fabsf(p.y)) + (fabsf(p.dx) + fabsf(p.dy))) * job->inflate_abs;
    p.to = stretch_end(job, &p);
    return p;
}

/* ---- Hits -------------------------------------------------------------------------------------------------------- */

/* When a cast hits the body at a position; below 0: not on its stretch. */
static float time_of(const hail_cast_job *job, const path *p, uint32_t at) {
    const hail_grid_view *grid = &job->grid;
    const float body = grid->radius ? grid->radius[at] : grid->uniform_radius;
    const float r = (p->radius + body) * job->inflate_rel + p->more;
    const float x = grid->x[at] - p->x, y = grid->y[at] - p->y, square = x * x + y * y;
    float t = 0.0f;
    if (!(square <= r * r)) {
        const float a = p->dx * p->dx + p->dy * p->dy, b = x * p->dx + y * p->dy, across = x * p->dy - y * p->dx,
                    disc = a * (r * r) - across * across;
        if (!(b > 0.0f) || !(disc >= 0.0f))
            return -1.0f;
        t = (square - r * r) / (b + sqrtf(disc));
        t = b / a < t ? b / a : t;
        t = t < 0.0f ? 0.0f : t;
    }
    return t <= 1.0f && t >= p->from && t < p->to ? t : -1.0f;
}

static uint32_t axis_cell(float at, float min, float inverse, float last) {
    return (uint32_t)reference_clamp((at - min) * inverse, last);
}

/* The first and last row whose bodies are looked at: those that the stretch comes near to. */
static void find_rows(const hail_cast_job *job, const path *p, uint32_t *first, uint32_t *last) {
    const hail_grid_layout *map = &job->grid.map;
    const float end = fminf(p->to, 1.0f), one = p->y + p->dy * p->from, two = p->y + p->dy * end;
    const float size = (fabsf(p->x) + fabsf(p->y)) + (fabsf(p->dx) + fabsf(p->dy));
    const float reach =
        ((p->radius + job->reach) * job->inflate_rel + p->more) * HAIL_CAST_GROWTH + size * HAIL_CAST_SHARE;
    *first = axis_cell(fminf(one, two) - reach, map->min_y, map->inverse, map->last_row);
    *last = axis_cell(fmaxf(one, two) + reach, map->min_y, map->inverse, map->last_row);
}

/* Lists the hits of one cast; false: there is no room for the next. */
static bool list_hits(const hail_cast_job *job, const path *p, hail_cursor *cursor, uint32_t *cast, uint32_t *position,
                      float *time, uint32_t *count, uint32_t capacity) {
    const hail_grid_layout *map = &job->grid.map;
    const uint32_t stride = (uint32_t)map->stride, pad = (uint32_t)map->pad;
    uint32_t first, last;
    find_rows(job, p, &first, &last);
    const uint32_t begin = job->grid.start[(first + pad) * stride], end = job->grid.start[(last + pad + 1) * stride];
    for (uint32_t at = begin + cursor->step; at < end; at++) {
        const float t = time_of(job, p, at);
        if (t < 0.0f)
            continue;
        if (*count + HAIL_SLACK > capacity) {
            cursor->step = at - begin;
            return false;
        }
        cast[*count] = cursor->body;
        position[*count] = at;
        time[(*count)++] = t;
    }
    return true;
}

uint32_t HAIL_KERNEL(cast_circles)(const hail_cast_job *job, hail_cursor *cursor, uint32_t end, uint32_t *cast,
                                   uint32_t *position, float *time, uint32_t capacity) {
    uint32_t count = 0;
    for (; cursor->body < end; cursor->body++, cursor->step = 0) {
        const path p = path_of(job, cursor->body);
        job->to[cursor->body] = p.to;
        if (!list_hits(job, &p, cursor, cast, position, time, &count, capacity))
            break;
    }
    return count;
}
