/* simd/kernels/tiles/lone_pairs_reference.c - slides of upright shapes that have one rectangle near, one at a time. */
#include <string.h>

#include "kernels/reference.h"

typedef struct vector {
    double x, y;
} vector;

static double dot(vector a, vector b) { return a.x * b.x + a.y * b.y; }
static double taxi(vector a) { return fabs(a.x) + fabs(a.y); }
static vector along(vector a, vector b, double t) { return (vector){a.x + b.x * t, a.y + b.y * t}; }

/* A shape with one pair. */
typedef struct lone {
    uint32_t tag;
    vector start, way, normal;
} lone;

static lone lone_of(const hail_lone_pairs *job, uint32_t i) {
    const uint32_t tag = job->tag[job->mover[i] & 255];
    return (lone){
        tag,
        {(double)job->start_x[tag] - (double)job->corner_x, (double)job->start_y[tag] - (double)job->corner_y},
        {(double)job->dx[i], (double)job->dy[i]},
        {(double)job->normal_x[i], (double)job->normal_y[i]}};
}

static bool axis_known(double around, double start, double way, double at, double d) {
    const double low = start + (way < 0.0 ? way : 0.0) - around, high = start + (way > 0.0 ? way : 0.0) + around;
    return at >= low && at <= high && at + d >= low && at + d <= high;
}

static bool is_known(const hail_lone_pairs *job, const lone *l, vector at, vector d) {
    return axis_known(job->around, l->start.x, l->way.x, at.x, d.x) &&
           axis_known(job->around, l->start.y, l->way.y, at.y, d.y);
}

/* Whether a shape that touches its rectangle is not for here. */
static bool is_refused(const hail_lone_pairs *job, const lone *l, uint32_t i) {
    const float core = job->core_x[i] > job->core_y[i] ? job->core_x[i] : job->core_y[i], depth = job->depth[i];
    const vector at = along(l->start, l->normal, -(double)depth);
    return job->how[i] == HAIL_IS_BURIED || depth > job->radius[i] + core ||
           ((double)depth > job->slack && (double)depth > job->around && !is_known(job, l, at, l->way));
}

static bool same_shape(const hail_lone_pairs *job, uint32_t i, uint32_t k) {
    return (job->mover[i] & 255) == (job->mover[k] & 255);
}

uint32_t HAIL_KERNEL(lone_push)(const hail_lone_pairs *job, uint32_t count) {
    uint32_t alone = 0, others = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lone l = lone_of(job, i);
        const bool begins = i == 0 || !same_shape(job, i - 1, i), ends = i + 1 == count || !same_shape(job, i, i + 1),
                   touches = job->depth[i] >= 0.0f, goes_on = begins && ends && !(touches && is_refused(job, &l, i)),
                   pushed = goes_on && touches && (double)job->depth[i] > job->slack;
        job->push_x[i] = job->normal_x[i];
        job->push_y[i] = job->normal_y[i];
        job->push_depth[i] = pushed ? job->depth[i] : 0.0f;
        if (pushed) {
            const vector at = along(l.start, l.normal, -(double)job->depth[i]);
            job->x[i] = (float)((double)job->centre_x[i] - at.x);
            job->y[i] = (float)((double)job->centre_y[i] - at.y);
        }
        if (goes_on)
            job->alone[alone++] = i;
        else if (begins)
            job->others[others++] = i;
    }
    job->others[others] = count;
    return alone;
}

static uint32_t flag_of(const hail_lone_pairs *job, vector normal) {
    const double rise = normal.x * job->up_x + normal.y * job->up_y;
    return -rise >= job->floor ? job->on_floor : rise >= job->floor ? job->on_ceiling : job->on_wall;
}

static void put_float(uint32_t *word, float a) { memcpy(word, &a, sizeof a); }

static void record(const hail_lone_pairs *job, uint32_t *row, vector normal, uint32_t cell) {
    const float x = (float)-normal.x + 0.0f, y = (float)-normal.y + 0.0f;
    uint32_t words[2];
    put_float(&words[0], x);
    put_float(&words[1], y);
    row[2] |= flag_of(job, normal);
    if (row[3] && row[4] == words[0] && row[8] == words[1])
        return;
    row[4 + row[3]] = words[0];
    row[8 + row[3]] = words[1];
    row[12 + row[3]] = cell;
    row[3]++;
}

/* Moves a shape along what it hits; false: that is not for here. push: how it was pushed. */
static bool slide_along(const hail_lone_pairs *job, const lone *l, uint32_t i, vector push, vector *at) {
    const double t = (double)job->t[i], far = (double)job->push_depth[i];
    const vector d = l->way, there = along(*at, d, t);
    vector left = {d.x * (1.0 - t), d.y * (1.0 - t)};
    left = along(left, l->normal, -dot(left, l->normal));
    if (far > 0.0 && dot(left, push) > 1e-6 * taxi(left) && !(t * sqrt(dot(d, d)) > 1e-4))
        left = (vector){0.0, 0.0};
    const bool moves = !(taxi(left) < 1e-9), straight = l->normal.x == 0.0 || l->normal.y == 0.0,
               close = straight && far <= job->around;
    *at = moves ? (vector){there.x + left.x, there.y + left.y} : there;
    return !(job->climbs && flag_of(job, l->normal) == job->on_wall) &&
           (!moves || close || is_known(job, l, there, (vector){(double)(float)left.x, (double)(float)left.y}));
}

static bool hits(const hail_lone_pairs *job, uint32_t i) {
    const float dx = job->dx[i], dy = job->dy[i];
    return job->depth[i] >= 0.0f && job->how[i] != HAIL_IS_BURIED &&
           dx * job->normal_x[i] + dy * job->normal_y[i] > (fabsf(dx) + fabsf(dy)) * 1e-6f;
}

uint32_t HAIL_KERNEL(lone_slide)(const hail_lone_pairs *job, uint32_t count) {
    uint32_t others = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lone l = lone_of(job, i);
        const vector push = {(double)job->push_x[i], (double)job->push_y[i]};
        const bool pushed = job->push_depth[i] > 0.0f, moves = !(taxi(l.way) < 1e-9);
        vector at = pushed ? along(l.start, push, -(double)job->push_depth[i]) : l.start;
        uint32_t *row = job->slides + (size_t)l.tag * HAIL_SLIDE_WORDS;
        memset(row, 0, HAIL_SLIDE_WORDS * sizeof *row);
        if (pushed)
            record(job, row, push, job->cell[i]);
        if (moves && hits(job, i)) {
            if (!slide_along(job, &l, i, push, &at))
                job->others[others++] = i;
            record(job, row, l.normal, job->cell[i]);
        } else if (moves) {
            at = (vector){at.x + l.way.x, at.y + l.way.y};
        }
        put_float(&row[0], (float)(at.x - l.start.x));
        put_float(&row[1], (float)(at.y - l.start.y));
    }
    return others;
}
