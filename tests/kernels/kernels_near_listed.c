/* tests/kernels/kernels_near_listed.c - near_listed: every variant writes the same rows and nothing else, and these are
 * what a selection from all bodies finds, one after the other. */
#include <criterion/criterion.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "kernel_inputs.h"

enum { POINTS = 60 };
static const uint32_t INSIDE = 0x01000000u;
static const float SIDE = 500.0f; /* px */

/* Often on a lattice, so that many are equally far away. */
static float pick_place(bool on_lattice) {
    if (pick_rarely(50))
        return pick_finite();
    return on_lattice ? 25.0f * (float)pick(20) : pick_between(0.0f, SIDE);
}

static const hail_listed_body *pick_bodies(uint32_t count) {
    hail_listed_body *bodies = hold("bodies", (size_t)count * sizeof *bodies / sizeof(uint32_t));
    const bool on_lattice = pick_rarely(3), dots = pick_one_in(3);
    for (uint32_t b = 0; b < count; b++) {
        bodies[b] = (hail_listed_body){.x = pick_place(on_lattice),
                                       .y = pick_place(on_lattice),
                                       .radius = dots             ? 0.0f
                                                 : pick_one_in(2) ? 8.0f
                                                                  : pick_between(0.0f, 40.0f),
                                       .header = (uint32_t)pick_bits() & ~INSIDE};
        for (uint32_t k = 0; k < 2; k++)
            bodies[b].handle[k] = (uint32_t)pick_bits(), bodies[b].user[k] = (uint32_t)pick_bits();
    }
    return bodies;
}

static void pick_points(hail_near_listed_job *job, uint32_t points) {
    float *x = hold("x", points), *y = hold("y", points), *radius = hold("radius", points);
    const bool on_lattice = pick_rarely(3);
    for (uint32_t i = 0; i < points; i++) {
        const bool there = job->count && pick_rarely(6);
        const hail_listed_body *at = &job->bodies[there ? pick(job->count) : 0];
        x[i] = there ? at->x : pick_place(on_lattice), y[i] = there ? at->y : pick_place(on_lattice);
        radius[i] = pick_one_in(4) ? 0.0f : pick_between(0.0f, SIDE);
    }
    job->x = x;
    job->y = y;
    job->radius = pick_one_in(2) ? 0.0f : pick_between(0.0f, SIDE);
    job->each_radius = pick_one_in(3) ? radius : NULL;
}

static hail_near_listed_job pick_job(uint32_t points) {
    hail_near_listed_job job = {.count = cases_timed()    ? 10
                                         : pick_rarely(4) ? pick(HAIL_NEAR_LISTED + 1)
                                                          : pick(20),
                                .to_centre = pick_one_in(3),
                                .inside = INSIDE,
                                .keep = 1 + pick(HAIL_NEAR_KEEP)};
    job.bodies = pick_bodies(job.count);
    pick_points(&job, points);
    case_says("%u bodies, %u points, %u are kept%s", job.count, points, job.keep, job.to_centre ? ", to centres" : "");
    return job;
}

/* FLT_MAX * 2: the body is not there. */
static float distance_of(const hail_near_listed_job *job, uint32_t i, uint32_t b) {
    const hail_listed_body *body = &job->bodies[b];
    const float radius = job->each_radius ? job->each_radius[i] : job->radius;
    const float dx = body->x - job->x[i], dy = body->y - job->y[i];
    const float distance = sqrtf(dx * dx + dy * dy) - (job->to_centre ? 0.0f : body->radius);
    return distance <= (radius > 0.0f ? radius : FLT_MAX) ? distance : INFINITY;
}

/* The nearest body that was not taken yet, the first one of several; job->count: there is none. */
static uint32_t take_nearest(const hail_near_listed_job *job, uint32_t i, bool *taken) {
    uint32_t nearest = job->count;
    float least = INFINITY;
    for (uint32_t b = 0; b < job->count; b++) {
        const float distance = distance_of(job, i, b);
        if (!taken[b] && distance < least) {
            least = distance;
            nearest = b;
        }
    }
    if (nearest < job->count)
        taken[nearest] = true;
    return nearest;
}

static void check_row(const hail_near_listed_job *job, uint32_t i, uint32_t b, const uint32_t *row) {
    const hail_listed_body *body = &job->bodies[b];
    const float dx = body->x - job->x[i], dy = body->y - job->y[i], d = sqrtf(dx * dx + dy * dy);
    float hit[HAIL_QUERY_HIT_WORDS];
    memcpy(hit, row, sizeof hit);
    case_expects(memcmp(row, body, 16) == 0, "point %u: another body than %u", i, b);
    case_expects(row[5] == (body->header | (d <= body->radius ? INSIDE : 0)), "point %u, body %u: word 5 is %x", i, b,
                 row[5]);
    case_expects(hit[7] == distance_of(job, i, b), "point %u, body %u: distance %g", i, b, (double)hit[7]);
    if (d > 1.0e15f || d < 1.0e-17f)
        return;
    case_expects(fabsf(hypotf(hit[10], hit[11]) - 1.0f) < 1.0e-5f && hit[10] * dx + hit[11] * dy < 0.0f,
                 "point %u, body %u: the normal is (%g, %g)", i, b, (double)hit[10], (double)hit[11]);
    const float away = hypotf(hit[8] - body->x, hit[9] - body->y);
    case_expects(fabsf(away - body->radius) <= 1.0e-5f * body->radius + 2.0e-7f * (fabsf(hit[8]) + fabsf(hit[9])),
                 "point %u, body %u: the surface is %g away from the centre", i, b, (double)away);
}

/* The results of point i are the nearest bodies, one after the other. */
static void check_point(const hail_near_listed_job *job, uint32_t i) {
    bool taken[HAIL_NEAR_LISTED] = {false};
    const uint32_t *rows = job->rows + (size_t)i * job->keep * HAIL_QUERY_HIT_WORDS;
    uint32_t there = 0;
    for (uint32_t b = 0; b < job->count; b++)
        there += distance_of(job, i, b) <= FLT_MAX;
    case_expects(!job->counts || job->counts[i] == there, "point %u counts %u bodies, not %u", i,
                 job->counts ? job->counts[i] : 0, there);
    for (uint32_t j = 0; j < job->keep && j < there; j++)
        check_row(job, i, take_nearest(job, i, taken), rows + (size_t)j * HAIL_QUERY_HIT_WORDS);
    case_expects(there >= job->keep || rows[(size_t)there * HAIL_QUERY_HIT_WORDS + 5] == 0,
                 "point %u: nothing ends its %u results", i, there);
}

static void listed_case(void) {
    const uint32_t points = cases_timed() ? POINTS - 3 : pick(POINTS);
    hail_near_listed_job job = pick_job(points);
    uint32_t begin, end;
    pick_range(points, &begin, &end);
    const bool counting = pick_one_in(2);
    const size_t words = (size_t)points * job.keep * HAIL_QUERY_HIT_WORDS;
    hail_near_listed_job wanted = {.rows = NULL};
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        const uint32_t middle = begin + pick(end - begin + 1);
        job.rows = hold("rows", words);
        job.counts = counting ? hold("counts", points) : NULL;
        case_calls(kernels, "near_listed");
        kernels->near_listed(&job, begin, middle);
        kernels->near_listed(&job, middle, end);
        case_times(kernels, "near_listed", end - begin, kernels->near_listed(&job, begin, end));
        guards_check();
        wanted = v ? wanted : job;
        same_words("rows", job.rows, wanted.rows, words);
        if (counting)
            same_words("counts", job.counts, wanted.counts, points);
    }
    untouched("rows", wanted.rows, 0, (size_t)begin * job.keep * HAIL_QUERY_HIT_WORDS);
    untouched("rows", wanted.rows, (size_t)end * job.keep * HAIL_QUERY_HIT_WORDS, words);
    for (uint32_t i = begin; i < end; i++)
        check_point(&wanted, i);
}
Test(kernels_near_listed, listed) { cases_run("kernels_near_listed", "listed", 6000, listed_case); }
