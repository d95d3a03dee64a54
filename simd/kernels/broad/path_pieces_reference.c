/* simd/kernels/broad/path_pieces_reference.c - pieces and the filter, one body and one pair at a time. Both may find
 * too much but never too little, so docs/arithmetic.md does not define their numbers. */
#include <float.h>

#include "kernels/reference.h"

static float from_or(const float *column, uint32_t i, float otherwise) { return column ? column[i] : otherwise; }

static bool in_bound(float x, float y, float dx, float dy, float bound) {
    return fabsf(x) <= bound && fabsf(y) <= bound && fabsf(dx) <= bound && fabsf(dy) <= bound;
}

/* ---- Circles ----------------------------------------------------------------------------------------------------- */

static float circle_radius(const hail_path_view *path, uint32_t i, float rel, float abs) {
    const float dx = from_or(path->dx, i, 0.0f), dy = from_or(path->dy, i, 0.0f);
    const float size = ((fabsf(path->x[i]) + fabsf(path->y[i])) + fabsf(dx)) + fabsf(dy);
    const float width = from_or(path->radius, i, path->uniform_radius) * rel + size * abs;
    return width + sqrtf(dx * dx + dy * dy) * (0.5f * HAIL_CIRCLE_GROWTH);
}

hail_circle_figures HAIL_KERNEL(path_circles)(const hail_circles_job *job, uint32_t begin, uint32_t end, float limit,
                                              float *x, float *y, float *radius) {
    const hail_path_view *path = &job->path;
    hail_circle_figures all = {0.0f, FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX, 0};
    for (uint32_t i = begin; i < end; i++) {
        const float dx = from_or(path->dx, i, 0.0f), dy = from_or(path->dy, i, 0.0f);
        const bool good = in_bound(path->x[i], path->y[i], dx, dy, job->bound);
        const float mid_x = good ? path->x[i] - dx * 0.5f : 0.0f, mid_y = good ? path->y[i] - dy * 0.5f : 0.0f;
        const float r = good ? circle_radius(path, i, job->inflate_rel, job->inflate_abs) : NAN;
        if (x) {
            x[i - begin] = mid_x;
            y[i - begin] = mid_y;
            radius[i - begin] = r;
        }
        if (!good)
            continue;
        all.largest = r > all.largest ? r : all.largest;
        all.min_x = mid_x - r < all.min_x ? mid_x - r : all.min_x;
        all.min_y = mid_y - r < all.min_y ? mid_y - r : all.min_y;
        all.max_x = mid_x + r > all.max_x ? mid_x + r : all.max_x;
        all.max_y = mid_y + r > all.max_y ? mid_y + r : all.max_y;
        all.over += r > limit;
    }
    return all;
}

/* ---- Pieces ---------------------------------------------------------------------------------------------------- */

/* The kept part of a path, between two of its fractions, in equal parts. */
typedef struct cut_path {
    float start_x, start_y, dx, dy, grow, length;
    float from, half, rate, parts;
} cut_path;

static float piece_radius(const cut_path *p) { return p->grow + (p->length * p->half) * HAIL_PIECE_GROWTH; }

/* Narrows the fractions [*from, *to] to the part of the path, which starts at s, that is within one axis' limits.
 * False: no part is. */
static bool within(float s, float d, float min, float max, float grow, float *from, float *to) {
    const float lo = (min - grow) - s, hi = (max + grow) - s;
    float t1 = 0.0f, t2 = 1.0f;
    if (d == 0.0f) {
        if (lo > 0.0f || hi < 0.0f)
            return false;
    } else {
        t1 = (d > 0.0f ? lo : hi) / d;
        t2 = (d > 0.0f ? hi : lo) / d;
    }
    *from = t1 > *from ? t1 : *from;
    *to = t2 < *to ? t2 : *to;
    return true;
}

static bool cut(const hail_pieces_job *job, float bound, uint32_t i, cut_path *p) {
    const hail_path_view *path = &job->path;
    const float x = path->x[i], y = path->y[i], dx = from_or(path->dx, i, 0.0f), dy = from_or(path->dy, i, 0.0f);
    const float radius = from_or(path->radius, i, path->uniform_radius);
    if (!in_bound(x, y, dx, dy, bound) || !(radius <= job->largest))
        return false;
    const float grow = radius * job->inflate_rel + job->inflate_abs * (((fabsf(x) + fabsf(y)) + fabsf(dx)) + fabsf(dy));
    *p = (cut_path){.start_x = x - dx, .start_y = y - dy, .dx = dx, .dy = dy, .grow = grow};
    float from = 0.0f, to = 1.0f;
    p->length = sqrtf(dx * dx + dy * dy);
    if (p->length <= job->longest) {
        p->parts = 1.0f;
        p->half = 0.5f;
        const float r = piece_radius(p), mid_x = p->start_x + dx * 0.5f, mid_y = p->start_y + dy * 0.5f;
        return mid_x + r >= job->min_x && mid_x - r <= job->max_x && mid_y + r >= job->min_y && mid_y - r <= job->max_y;
    }
    if (!within(p->start_x, dx, job->min_x, job->max_x, grow, &from, &to) ||
        !within(p->start_y, dy, job->min_y, job->max_y, grow, &from, &to) || !(from <= to))
        return false;
    const float span = to - from;
    const float whole = p->length * span / job->longest;
    p->parts = whole < (float)(HAIL_MAX_PIECES - 1) ? truncf(whole) + 1.0f : (float)HAIL_MAX_PIECES;
    p->from = from;
    p->half = span / (p->parts * 2.0f);
    p->rate = p->parts == 1.0f ? 0.0f : p->parts / span;
    return true;
}

uint32_t HAIL_KERNEL(path_pieces)(const hail_pieces_job *job, float bound, hail_cursor *cursor, uint32_t end,
                                  const hail_pieces *pieces, uint32_t capacity) {
    uint32_t count = 0;
    for (; cursor->body < end; cursor->body++, cursor->step = 0) {
        cut_path p;
        if (!cut(job, bound, cursor->body, &p))
            continue;
        for (; (float)cursor->step < p.parts; cursor->step++) {
            if (count == capacity)
                return count;
            const float mid = p.from + (float)(2 * cursor->step + 1) * p.half;
            pieces->body[count] = cursor->body;
            pieces->number[count] = cursor->step;
            pieces->x[count] = p.start_x + p.dx * mid;
            pieces->y[count] = p.start_y + p.dy * mid;
            pieces->radius[count] = piece_radius(&p);
            pieces->from[count] = p.from;
            pieces->rate[count] = p.rate;
            pieces->last[count++] = p.parts - 1.0f;
        }
    }
    return count;
}

/* ---- Lengths --------------------------------------------------------------------------------------------------- */

hail_path_lengths HAIL_KERNEL(measure_paths)(const hail_path_view *view, float bound, uint32_t count) {
    hail_path_lengths all = {0.0f, 0.0f};
    for (uint32_t i = 0; i < count; i++) {
        const float dx = from_or(view->dx, i, 0.0f), dy = from_or(view->dy, i, 0.0f);
        const float size = fabsf(view->x[i]) + fabsf(view->y[i]) + fabsf(dx) + fabsf(dy);
        if (!(size <= bound))
            continue;
        all.size = fmaxf(all.size, size);
        all.longest = fmaxf(all.longest, sqrtf(dx * dx + dy * dy));
    }
    return all;
}

/* ---- Filter ---------------------------------------------------------------------------------------------------- */

typedef struct vector {
    float x, y;
} vector;

static vector motion_of(const hail_path_view *path, uint32_t i) {
    return (vector){from_or(path->dx, i, 0.0f), from_or(path->dy, i, 0.0f)};
}

static float radius_of(const hail_path_view *path, uint32_t i) {
    return from_or(path->radius, i, path->uniform_radius);
}

static bool size_allows(const hail_path_filter_job *job, uint32_t body, uint32_t target) {
    const float r = radius_of(&job->stream, body), other = radius_of(&job->target, target);
    if (job->size_filter == HAIL_SIZE_SMALL)
        return r <= job->small_limit || r <= other;
    if (r < other || circle_radius(&job->stream, body, job->slack, job->inflate_abs * 0.5f) <= job->small_limit)
        return true;
    return job->size_filter == HAIL_SIZE_SELF && r == other && body < target;
}

/* Whether the circles touch as they move, and when they are nearest. */
static bool near_at(const hail_path_filter_job *job, uint32_t body, uint32_t target, float *when) {
    const vector d = motion_of(&job->stream, body), e = motion_of(&job->target, target);
    const vector p = {(job->stream.x[body] - d.x) - (job->target.x[target] - e.x),
                      (job->stream.y[body] - d.y) - (job->target.y[target] - e.y)};
    const vector m = {d.x - e.x, d.y - e.y};
    const float mm = m.x * m.x + m.y * m.y;
    const float nearest = mm > 0.0f ? -(p.x * m.x + p.y * m.y) / mm : 0.0f;
    *when = nearest < 0.0f ? 0.0f : nearest > 1.0f ? 1.0f : nearest;
    const vector q = {p.x + m.x * *when, p.y + m.y * *when};
    const float reach = (radius_of(&job->stream, body) + radius_of(&job->target, target)) * job->slack +
                        job->inflate_abs * ((fabsf(p.x) + fabsf(p.y)) + (fabsf(m.x) + fabsf(m.y)));
    return q.x * q.x + q.y * q.y <= reach * reach;
}

static bool holds(const hail_pieces *pieces, uint32_t piece, float when) {
    const float k = (when - pieces->from[piece]) * pieces->rate[piece];
    return (uint32_t)reference_clamp(k, pieces->last[piece]) == pieces->number[piece];
}

uint32_t HAIL_KERNEL(filter_paths)(const hail_path_filter_job *job, uint32_t *first, uint32_t *second, uint32_t count) {
    const hail_pieces *pieces = &job->pieces;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t piece = first[i], body = pieces->body ? pieces->body[piece] : piece, target = second[i];
        const uint32_t index = job->first_order ? job->first_order[body] : body;
        const uint32_t name = job->second_order ? job->second_order[target] : target;
        float when;
        if (!near_at(job, index, name, &when) || !size_allows(job, index, name))
            continue;
        if (pieces->body ? !holds(pieces, piece, when)
                         : !in_bound(job->stream.x[index], job->stream.y[index], 0.0f, 0.0f, job->bound))
            continue;
        first[kept] = body;
        second[kept++] = target;
    }
    return kept;
}

/* ---- Near pairs -------------------------------------------------------------------------------------------------- */

static float taxi(float x, float y) { return fabsf(x) + fabsf(y); }

static float size_of(const hail_path_view *path, uint32_t i, vector motion) {
    return taxi(path->x[i], path->y[i]) + taxi(motion.x, motion.y);
}

static bool may_touch(const hail_near_paths_job *job, uint32_t a, uint32_t b) {
    const vector d = motion_of(&job->a, a), e = motion_of(&job->b, b), m = {d.x - e.x, d.y - e.y};
    const vector p = {(job->a.x[a] - job->b.x[b]) - m.x * 0.5f, (job->a.y[a] - job->b.y[b]) - m.y * 0.5f};
    const float r = (radius_of(&job->a, a) + radius_of(&job->b, b)) + taxi(m.x, m.y) * 0.5f;
    const float reach = r * job->slack + (size_of(&job->a, a, d) + size_of(&job->b, b, e)) * job->inflate_abs;
    return !(p.x * p.x + p.y * p.y > reach * reach);
}

uint32_t HAIL_KERNEL(list_near_paths)(const hail_near_paths_job *job, const uint32_t *a, const uint32_t *b,
                                      const uint32_t *row, uint32_t count, const hail_pair_rows *near) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!may_touch(job, a[i], b[i]))
            continue;
        near->a[kept] = a[i];
        near->b[kept] = b[i];
        near->row[kept++] = row[i];
    }
    return kept;
}
