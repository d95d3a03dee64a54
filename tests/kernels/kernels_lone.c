/* tests/kernels/kernels_lone.c - lone_push, lone_slide and free_slides: every variant equals the reference to the last
 * bit. What goes on alone is what has one pair, and is free or can be pushed out; what meets nothing gets its whole
 * way; no slide leads into what it touched. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_inputs.h"
#include "kernels.h"

enum { PAIRS = 60, TAGS = 80, WORDS = HAIL_SLIDE_WORDS, ROOM = PAIRS + HAIL_SLACK };

static struct {
    uint32_t count, mover[PAIRS], tag[PAIRS], how[PAIRS], cell[PAIRS];
    float start_x[TAGS], start_y[TAGS], corner_x, corner_y;
    float centre_x[PAIRS], centre_y[PAIRS], core_x[PAIRS], core_y[PAIRS], radius[PAIRS], dx[PAIRS], dy[PAIRS];
    float x[PAIRS], y[PAIRS], t[PAIRS], normal_x[PAIRS], normal_y[PAIRS], depth[PAIRS];
    float push_x[PAIRS], push_y[PAIRS], push_depth[PAIRS];
    hail_lone_pairs job;
} lone;

static void pick_normal(float *x, float *y) {
    static const float sides[4][2] = {{1.0f, 0.0f}, {-1.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, -1.0f}};
    const uint32_t side = pick(4);
    const float angle = pick_between(0.0f, 6.2831853f);
    const bool straight = pick_one_in(2);
    *x = straight ? sides[side][0] : cosf(angle);
    *y = straight ? sides[side][1] : sinf(angle);
}

static void pick_pair(uint32_t i) {
    const uint32_t tag = lone.tag[lone.mover[i]];
    lone.mover[i] |= pick(32) << 8;
    lone.how[i] = pick_one_in(5) ? HAIL_IS_BURIED : pick_one_in(3) ? HAIL_IS_EXIT : HAIL_IS_EXPOSED;
    lone.cell[i] = pick(1000);
    lone.core_x[i] = pick_one_in(2) ? 0.0f : pick_between(0.0f, 8.0f);
    lone.core_y[i] = pick_one_in(2) ? 0.0f : pick_between(0.0f, 8.0f);
    lone.radius[i] = pick_between(0.0f, 8.0f);
    lone.dx[i] = pick_one_in(4) ? 0.0f : pick_between(-4.0f, 4.0f);
    lone.dy[i] = pick_one_in(4) ? 0.0f : pick_between(-4.0f, 4.0f);
    lone.centre_x[i] = lone.start_x[tag] - lone.corner_x + pick_between(-16.0f, 16.0f);
    lone.centre_y[i] = lone.start_y[tag] - lone.corner_y + pick_between(-16.0f, 16.0f);
    lone.x[i] = pick_between(-16.0f, 16.0f);
    lone.y[i] = pick_between(-16.0f, 16.0f);
}

/* A contact of a touch, or of a sweep. */
static void pick_contact(uint32_t i, bool swept) {
    const bool none = pick_one_in(4);
    lone.t[i] = swept && !pick_one_in(3) ? pick_between(0.0f, 1.0f) : 0.0f;
    pick_normal(&lone.normal_x[i], &lone.normal_y[i]);
    lone.depth[i] = none             ? -1.0f
                    : pick_one_in(3) ? 0.0f
                    : pick_one_in(3) ? pick_between(0.0f, 9.0f)
                                     : pick_between(0.0f, 0.7f);
}

/* shared: some shapes have several pairs. */
static void pick_lone(bool swept) {
    lone.count = cases_timed() ? 48 : pick(PAIRS + 1);
    lone.corner_x = pick_one_in(2) ? 0.0f : pick_between(-100.0f, 100.0f);
    lone.corner_y = pick_one_in(2) ? 0.0f : pick_between(-100.0f, 100.0f);
    for (uint32_t k = 0; k < TAGS; k++) {
        lone.start_x[k] = pick_between(0.0f, 8000.0f);
        lone.start_y[k] = pick_between(0.0f, 8000.0f);
    }
    for (uint32_t i = 0; i < lone.count; i++) {
        lone.mover[i] = i == 0 ? 0 : (lone.mover[i - 1] & 255) + (swept || !pick_one_in(3));
        lone.tag[i] = i + pick(2) * (TAGS - PAIRS);
    }
    for (uint32_t i = 0; swept && i < lone.count; i++)
        lone.tag[i] = i;
    for (uint32_t i = 0; i < lone.count; i++) {
        pick_pair(i);
        pick_contact(i, swept);
        pick_normal(&lone.push_x[i], &lone.push_y[i]);
        lone.push_depth[i] = pick_one_in(2) ? 0.0f : pick_between(0.0f, 1.0f);
    }
}

static hail_lone_pairs make_job(void) {
    const uint32_t n = lone.count;
    return (hail_lone_pairs){.mover = hold_copy("mover", lone.mover, n),
                             .tag = hold_copy("tag", lone.tag, n),
                             .start_x = hold_copy("start_x", lone.start_x, TAGS),
                             .start_y = hold_copy("start_y", lone.start_y, TAGS),
                             .corner_x = lone.corner_x,
                             .corner_y = lone.corner_y,
                             .centre_x = hold_copy("centre_x", lone.centre_x, n),
                             .centre_y = hold_copy("centre_y", lone.centre_y, n),
                             .core_x = hold_copy("core_x", lone.core_x, n),
                             .core_y = hold_copy("core_y", lone.core_y, n),
                             .radius = hold_copy("radius", lone.radius, n),
                             .dx = hold_copy("dx", lone.dx, n),
                             .dy = hold_copy("dy", lone.dy, n),
                             .cell = hold_copy("cell", lone.cell, n),
                             .x = hold_copy("x", lone.x, n),
                             .y = hold_copy("y", lone.y, n),
                             .t = hold_copy("t", lone.t, n),
                             .normal_x = hold_copy("normal_x", lone.normal_x, n),
                             .normal_y = hold_copy("normal_y", lone.normal_y, n),
                             .depth = hold_copy("depth", lone.depth, n),
                             .how = hold_copy("how", lone.how, n),
                             .push_x = hold_copy("push_x", lone.push_x, n),
                             .push_y = hold_copy("push_y", lone.push_y, n),
                             .push_depth = hold_copy("push_depth", lone.push_depth, n),
                             .around = lone.job.around,
                             .slack = lone.job.slack,
                             .up_x = lone.job.up_x,
                             .up_y = lone.job.up_y,
                             .floor = lone.job.floor,
                             .climbs = lone.job.climbs,
                             .on_floor = 1,
                             .on_wall = 2,
                             .on_ceiling = 4,
                             .alone = hold("alone", ROOM),
                             .others = hold("others", ROOM),
                             .slides = hold("slides", TAGS * WORDS)};
}

static void pick_options(void) {
    float x, y;
    pick_normal(&x, &y);
    lone.job.up_x = (double)x;
    lone.job.up_y = (double)y;
    lone.job.around = pick_one_in(3) ? 10.0 : 0.53125;
    lone.job.slack = pick_one_in(2) ? 0.0003125 : 0.0;
    lone.job.floor = pick_one_in(4) ? 0.0 : 0.7;
    lone.job.climbs = pick_one_in(3);
}

/* ---- Pushes ------------------------------------------------------------------------------------------------------ */

static void check_pushes(const hail_lone_pairs *job, uint32_t alone) {
    uint32_t k = 0, o = 0;
    for (uint32_t i = 0; i < lone.count; i++) {
        const uint32_t mover = lone.mover[i] & 255;
        const bool begins = i == 0 || (lone.mover[i - 1] & 255) != mover,
                   ends = i + 1 == lone.count || (lone.mover[i + 1] & 255) != mover;
        const bool listed = k < alone && job->alone[k] == i, other = job->others[o] == i;
        k += listed;
        o += other;
        case_expects(!listed || (begins && ends), "pair %u is not alone", i);
        case_expects(begins == (listed || other), "pair %u is in no list, or in one too many", i);
        case_expects(!begins || !ends || lone.depth[i] >= 0.0f || listed, "pair %u does not touch", i);
        const double from = hypot((double)lone.normal_x[i], (double)lone.normal_y[i]) * (double)job->push_depth[i];
        case_expects(!(job->push_depth[i] > 0.0f) ||
                         fabs(hypot((double)job->centre_x[i] - (double)job->x[i] -
                                        ((double)lone.start_x[lone.tag[mover]] - (double)lone.corner_x),
                                    (double)job->centre_y[i] - (double)job->y[i] -
                                        ((double)lone.start_y[lone.tag[mover]] - (double)lone.corner_y)) -
                              from) < 1e-3,
                     "pair %u is pushed elsewhere", i);
    }
    case_expects(k == alone && job->others[o] == lone.count, "%u alone, %u others of %u pairs", k, o, lone.count);
}

static void push_case(void) {
    const hail_kernels *kernels;
    hail_lone_pairs want = {0};
    uint32_t expected = 0;
    pick_lone(false);
    pick_options();
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        const uint32_t n = lone.count;
        const hail_lone_pairs job = make_job();
        case_calls(kernels, "lone_push");
        const uint32_t alone = kernels->lone_push(&job, n);
        guards_check();
        if (v == 0) {
            want = job;
            expected = alone;
            check_pushes(&job, alone);
        }
        uint32_t others = 0;
        while (want.others[others] < n)
            others++;
        case_expects(alone == expected, "%u go on alone, not %u", alone, expected);
        same_words("alone", job.alone, want.alone, alone);
        same_words("others", job.others, want.others, others + 1);
        same_words("x", job.x, want.x, n);
        same_words("y", job.y, want.y, n);
        same_words("push_x", job.push_x, want.push_x, n);
        same_words("push_y", job.push_y, want.push_y, n);
        same_words("push_depth", job.push_depth, want.push_depth, n);
        case_times(kernels, "lone_push", n, kernels->lone_push(&job, n));
    }
}
Test(kernels_lone, push) { cases_run("kernels_lone", "push", 1000, push_case); }

/* ---- Slides ------------------------------------------------------------------------------------------------------ */

static float number(uint32_t word) {
    float a;
    memcpy(&a, &word, sizeof a);
    return a;
}

static void check_slide(const hail_lone_pairs *job, uint32_t i) {
    const uint32_t *row = job->slides + lone.tag[lone.mover[i] & 255] * WORDS;
    const bool pushed = lone.push_depth[i] > 0.0f;
    case_expects(row[3] <= 2 && (row[3] > 0) == (row[2] != 0) && (!pushed || row[3]), "slide %u: %u surfaces", i,
                 row[3]);
    case_expects(!row[3] || row[12] == lone.cell[i], "slide %u: cell %u", i, row[12]);
    if (row[3])
        return;
    case_expects(fabsf(number(row[0]) - lone.dx[i]) < 1e-3f && fabsf(number(row[1]) - lone.dy[i]) < 1e-3f,
                 "slide %u does not go all its way", i);
}

/* The part of the way that is left goes along the surface. */
static void check_along(const hail_lone_pairs *job, uint32_t i) {
    const uint32_t *row = job->slides + lone.tag[lone.mover[i] & 255] * WORDS;
    const bool pushed = lone.push_depth[i] > 0.0f;
    if (pushed || !row[3])
        return;
    const float t = lone.t[i], nx = lone.normal_x[i], ny = lone.normal_y[i];
    const float along = (number(row[0]) - lone.dx[i] * t) * nx + (number(row[1]) - lone.dy[i] * t) * ny;
    case_expects(fabsf(along) < 2e-3f, "slide %u leads %.9g px into what it hit", i, (double)along);
}

static void slide_case(void) {
    const hail_kernels *kernels;
    hail_lone_pairs want = {0};
    uint32_t expected = 0;
    pick_lone(true);
    pick_options();
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        const uint32_t n = lone.count;
        const hail_lone_pairs job = make_job();
        memset(job.slides, 0xa5, TAGS * WORDS * sizeof *job.slides);
        case_calls(kernels, "lone_slide");
        const uint32_t others = kernels->lone_slide(&job, n);
        case_times(kernels, "lone_slide", n, kernels->lone_slide(&job, n));
        guards_check();
        if (v == 0) {
            want = job;
            expected = others;
        }
        case_expects(others == expected, "%u are not for here, not %u", others, expected);
        same_words("others", job.others, want.others, others);
        same_words("slides", job.slides, want.slides, TAGS * WORDS);
    }
    for (uint32_t i = 0; i < lone.count; i++) {
        check_slide(&want, i);
        check_along(&want, i);
    }
}
Test(kernels_lone, slide) { cases_run("kernels_lone", "slide", 1000, slide_case); }

/* ---- Free slides ------------------------------------------------------------------------------------------------- */

static void free_case(void) {
    const hail_kernels *kernels;
    uint32_t begin = 0, end = PAIRS;
    hail_free_slides want = {0};
    pick_lone(true);
    for (uint32_t i = 0; i < PAIRS; i++)
        lone.dx[i] = pick_rarely(6) ? pick_between(0.0f, 2e-9f) : pick_between(-4.0f, 4.0f);
    for (uint32_t i = 0; i < PAIRS; i++)
        lone.dy[i] = pick_rarely(2) ? 0.0f : pick_between(-4.0f, 4.0f);
    if (!cases_timed())
        pick_range(PAIRS, &begin, &end);
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        const hail_free_slides job = {.x = hold_copy("x", lone.start_x, end),
                                      .y = hold_copy("y", lone.start_y, end),
                                      .dx = hold_copy("dx", lone.dx, end),
                                      .dy = hold_copy("dy", lone.dy, end),
                                      .corner_x = lone.corner_x,
                                      .corner_y = lone.corner_y,
                                      .slides = hold("slides", (size_t)end * WORDS)};
        case_calls(kernels, "free_slides");
        kernels->free_slides(&job, begin, end);
        case_times(kernels, "free_slides", end - begin, kernels->free_slides(&job, begin, end));
        guards_check();
        if (v == 0)
            want = job;
        same_words("slides", job.slides, want.slides, (size_t)end * WORDS);
    }
    for (uint32_t i = begin; i < end; i++) {
        const float *row = (const float *)(const void *)(want.slides + (size_t)i * WORDS);
        case_expects(fabsf(row[0] - lone.dx[i]) < 1e-3f && fabsf(row[1] - lone.dy[i]) < 1e-3f,
                     "slide %u does not go all its way", i);
    }
    untouched("slides", want.slides, 0, (size_t)begin * WORDS);
}
Test(kernels_lone, free) { cases_run("kernels_lone", "free", 1000, free_case); }
