/* simd/kernels/queries/cast_reference.c - docs/arithmetic.md, "Queries": circles of a grid that casts hit, one body at
 * a time. */
#include "kernels/reference.h"

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

/* How far beside a cast's path a body of this radius may lie, times the length of its displacement. */
static float beside_of(const hail_cast_job *job, const float *row, float radius) {
    return row[HAIL_CAST_LENGTH] * ((row[HAIL_CAST_SIDE] + radius) * job->inflate_rel + row[HAIL_CAST_MORE]) +
           HAIL_CAST_SOME;
}

void HAIL_KERNEL(cast_rows)(const hail_cast_job *job, const hail_cast_columns *columns, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        float *row = job->rows + (size_t)i * HAIL_CAST_WORDS;
        const float x = columns->x[i], y = columns->y[i], dx = columns->dx[i], dy = columns->dy[i],
                    radius = columns->radius ? columns->radius[i] : 0.0f;
        const float longest = reference_max(reference_max(fabsf(dx), fabsf(dy)), HAIL_NEAR_ZERO),
                    size = (fabsf(x) + fabsf(y)) + (fabsf(dx) + fabsf(dy));
        row[HAIL_CAST_X] = x;
        row[HAIL_CAST_Y] = y;
        row[HAIL_CAST_DX] = dx;
        row[HAIL_CAST_DY] = dy;
        row[HAIL_CAST_FROM] = row[HAIL_CAST_TO] = 0.0f;
        row[HAIL_CAST_STEP] = reference_max(job->segment / longest, HAIL_CAST_LEAST);
        row[HAIL_CAST_RADIUS] = radius;
        row[HAIL_CAST_MORE] = size * job->inflate_abs;
        row[HAIL_CAST_SEARCH] = ((radius + job->reach) * job->inflate_rel + row[HAIL_CAST_MORE]) * HAIL_CAST_GROWTH +
                                size * HAIL_CAST_SHARE;
        const float sum = (radius + job->grid.uniform_radius) * job->inflate_rel + row[HAIL_CAST_MORE];
        row[HAIL_CAST_SQUARE] = sum * sum;
        const float short_way = reference_min(fabsf(dx) + fabsf(dy), HAIL_CAST_SHORT);
        row[HAIL_CAST_LENGTH] = reference_max(sqrtf(dx * dx + dy * dy), short_way) * HAIL_CAST_MUCH;
        row[HAIL_CAST_SIDE] = columns->side ? columns->side[i] : radius;
        row[HAIL_CAST_BESIDE] = beside_of(job, row, job->grid.uniform_radius);
        row[HAIL_CAST_REST] = row[HAIL_CAST_LENGTH] * ((radius - row[HAIL_CAST_SIDE]) * job->inflate_rel);
        row[HAIL_CAST_BEHIND] = row[HAIL_CAST_BESIDE] + row[HAIL_CAST_REST];
    }
}

/* ---- Segments ---------------------------------------------------------------------------------------------------- */

static float next_line(float next, float at, float speed, float from, float line) {
    if (speed == 0.0f)
        return next;
    const float time = (line - at) / speed;
    return time > from && time < next ? time : next;
}

static float segment_end(const hail_cast_job *job, const float *p) {
    const hail_grid_layout *map = &job->grid.map;
    const float x = p[HAIL_CAST_X], y = p[HAIL_CAST_Y], dx = p[HAIL_CAST_DX], dy = p[HAIL_CAST_DY],
                from = p[HAIL_CAST_FROM], at_x = x + dx * from, at_y = y + dy * from;
    float to = from + p[HAIL_CAST_STEP];
    if (!(at_x >= map->min_x && at_x <= job->max_x && at_y >= map->min_y && at_y <= job->max_y)) {
        float next = next_line(2.0f, x, dx, from, map->min_x);
        next = next_line(next, x, dx, from, job->max_x);
        next = next_line(next, y, dy, from, map->min_y);
        next = next_line(next, y, dy, from, job->max_y);
        to = reference_max(to, next);
    }
    return to < 1.0f ? to : 2.0f;
}

/* ---- Hits -------------------------------------------------------------------------------------------------------- */

/* A cast on its segment. */
typedef struct path {
    float x, y, dx, dy, from, to, radius, more, rel;
} path;

static path path_of(const hail_cast_job *job, const float *p) {
    return (path){p[HAIL_CAST_X],  p[HAIL_CAST_Y],      p[HAIL_CAST_DX],   p[HAIL_CAST_DY], p[HAIL_CAST_FROM],
                  p[HAIL_CAST_TO], p[HAIL_CAST_RADIUS], p[HAIL_CAST_MORE], job->inflate_rel};
}

/* When a cast hits a body that lies near its path; below 0: not on its segment. */
static float time_of(path p, float at_x, float at_y, float body) {
    const float x = at_x - p.x, y = at_y - p.y, square = x * x + y * y, sum = (p.radius + body) * p.rel + p.more,
                r2 = sum * sum;
    float t = 0.0f;
    if (!(square <= r2)) {
        const float a = p.dx * p.dx + p.dy * p.dy, b = x * p.dx + y * p.dy, across = x * p.dy - y * p.dx,
                    disc = a * r2 - across * across;
        if (!(b > 0.0f) || !(disc >= 0.0f))
            return -1.0f;
        t = reference_max(reference_min(b / a, (square - r2) / (b + sqrtf(disc))), 0.0f);
    }
    return t <= 1.0f && t >= p.from && t < p.to ? t : -1.0f;
}

/* The cells that the segment comes near to, without the border. */
static hail_cell_block cells_near(const hail_cast_job *job, const float *p) {
    const hail_grid_layout *m = &job->grid.map;
    const float from = p[HAIL_CAST_FROM], to = reference_min(p[HAIL_CAST_TO], 1.0f), reach = p[HAIL_CAST_SEARCH];
    const float x1 = p[HAIL_CAST_X] + p[HAIL_CAST_DX] * from, x2 = p[HAIL_CAST_X] + p[HAIL_CAST_DX] * to,
                y1 = p[HAIL_CAST_Y] + p[HAIL_CAST_DY] * from, y2 = p[HAIL_CAST_Y] + p[HAIL_CAST_DY] * to;
    return (hail_cell_block){reference_axis(reference_min(x1, x2) - reach, m->min_x, m->inverse, m->last_column),
                             reference_axis(reference_max(x1, x2) + reach, m->min_x, m->inverse, m->last_column),
                             reference_axis(reference_min(y1, y2) - reach, m->min_y, m->inverse, m->last_row),
                             reference_axis(reference_max(y1, y2) + reach, m->min_y, m->inverse, m->last_row)};
}

/* Bodies near a path: listed first, then told apart, without branches, which would often be mispredicted. */
enum { LISTED = 16 };

/* Hits. */
typedef struct hits {
    uint32_t *cast, *position;
    float *time;
    uint32_t count, capacity;
} hits;

/* Adds those of a list that a cast hits; false: there is no room for the next, at position *step. */
static bool add_listed(const hail_cast_job *job, uint32_t cast, uint32_t *step, const uint32_t *position,
                       uint32_t count, hits *to) {
    const hail_grid_view *grid = &job->grid;
    const path p = path_of(job, job->rows + (size_t)cast * HAIL_CAST_WORDS);
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t at = position[k];
        const float t = time_of(p, grid->x[at], grid->y[at], grid->radius ? grid->radius[at] : grid->uniform_radius);
        if (t < 0.0f)
            continue;
        if (to->count == to->capacity) {
            *step = at;
            return false;
        }
        to->cast[to->count] = cast;
        to->position[to->count] = at;
        to->time[to->count++] = t;
    }
    return true;
}

/* Adds the hits of one cast from position *step on. */
static bool add_hits(const hail_cast_job *job, uint32_t cast, uint32_t *step, hits *to) {
    const float *p = job->rows + (size_t)cast * HAIL_CAST_WORDS, *x = job->grid.x, *y = job->grid.y;
    const float dx = p[HAIL_CAST_DX], dy = p[HAIL_CAST_DY], px = p[HAIL_CAST_X], py = p[HAIL_CAST_Y];
    const float *radius = job->grid.radius, even = p[HAIL_CAST_BESIDE];
    const hail_cell_block cells = cells_near(job, p);
    const uint32_t stride = (uint32_t)job->grid.map.stride, pad = (uint32_t)job->grid.map.pad, least = *step;
    const uint32_t *start = job->grid.start + (size_t)(cells.from_row + pad) * stride + pad;
    uint32_t position[LISTED] = {0}, count = 0; /* static analysis cannot see what is read */
    for (uint32_t row = cells.from_row; row <= cells.to_row; row++, start += stride) {
        const uint32_t begin = start[cells.from_column], end = start[cells.to_column + 1];
        for (uint32_t at = begin > least ? begin : least; at < end; at++) {
            const float beside = radius ? beside_of(job, p, radius[at]) : even;
            position[count] = at;
            count += fabsf((x[at] - px) * dy - (y[at] - py) * dx) <= beside;
            if (count < LISTED)
                continue;
            if (!add_listed(job, cast, step, position, count, to))
                return false;
            count = 0;
        }
    }
    return add_listed(job, cast, step, position, count, to);
}

uint32_t HAIL_KERNEL(cast_circles)(const hail_cast_job *job, const uint32_t *active, hail_cursor *cursor, uint32_t end,
                                   uint32_t *cast, uint32_t *position, float *time, uint32_t capacity) {
    hits to = {cast, position, time, 0, capacity};
    for (; cursor->body < end; cursor->body++, cursor->run = cursor->step = 0) {
        float *row = job->rows + (size_t)active[cursor->body] * HAIL_CAST_WORDS;
        if (!cursor->run) { /* it is not interrupted */
            row[HAIL_CAST_FROM] = row[HAIL_CAST_TO];
            row[HAIL_CAST_TO] = segment_end(job, row);
            cursor->run = 1;
        }
        if (!add_hits(job, active[cursor->body], &cursor->step, &to))
            break;
    }
    return to.count;
}
