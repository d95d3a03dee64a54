/* tests/kernels/kernels_lone_edges.c - lone_edges: every variant equals the reference to the last bit. Shapes with
 * several rectangles are listed; the others end outside of theirs, and go all their way if they meet nothing. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_inputs.h"
#include "kernels.h"

enum { PAIRS = 60, WORDS = HAIL_SLIDE_WORDS, ROOM = PAIRS + HAIL_SLACK };

static struct {
    uint32_t count, mover[ROOM], tag[ROOM], cell[ROOM], open[4][ROOM];
    float start_x[ROOM], start_y[ROOM], corner_x, corner_y;
    float centre_x[ROOM], centre_y[ROOM], x[ROOM], y[ROOM], wide[ROOM], high[ROOM], half_x[ROOM], half_y[ROOM];
    float core_x[ROOM], core_y[ROOM], radius[ROOM], reach[ROOM], dx[ROOM], dy[ROOM];
    hail_lone_pairs job;
} lone;

static uint32_t pick_open(float size) {
    const uint32_t all = UINT32_MAX >> (32 - (uint32_t)size);
    return pick_one_in(4) ? 0 : pick_one_in(3) ? (uint32_t)pick_bits() & all : all;
}

/* A place beside a rectangle: often at its edge, or near that. */
static float pick_beside(float half, float radius) {
    const float edge = (half + radius) * (pick_one_in(2) ? 1.0f : -1.0f);
    return pick_one_in(3)   ? pick_between(-1.2f, 1.2f) * edge
           : pick_one_in(6) ? edge
                            : edge + pick_between(-0.6f, 0.6f) * (pick_one_in(3) ? 0.001f : 1.0f);
}

static void pick_shape(uint32_t i) {
    const bool box = pick_one_in(2);
    lone.core_x[i] = box ? pick_between(0.0f, 8.0f) : 0.0f;
    lone.core_y[i] = box ? pick_between(0.0f, 8.0f) : 0.0f;
    lone.radius[i] = box && pick_one_in(2) ? 0.03125f : pick_between(0.0f, 8.0f);
    lone.dx[i] = pick_rarely(4) ? 0.0f : pick_rarely(9) ? 1e-10f : pick_between(-4.0f, 4.0f);
    lone.dy[i] = pick_rarely(4) ? 0.0f : pick_between(-4.0f, 4.0f);
}

static void pick_pair(uint32_t i) {
    const uint32_t tag = lone.tag[lone.mover[i] & 255];
    pick_shape(i);
    lone.cell[i] = pick(1000);
    lone.wide[i] = (float)(1 + pick(32));
    lone.high[i] = pick_one_in(3) ? 1.0f : (float)(1 + pick(32));
    lone.half_x[i] = 0.5f * lone.wide[i] + lone.core_x[i];
    lone.half_y[i] = 0.5f * lone.high[i] + lone.core_y[i];
    lone.reach[i] = 0.5f * hypotf(lone.wide[i], lone.high[i]) + lone.core_x[i] + lone.core_y[i];
    const bool across = pick_one_in(2);
    lone.x[i] = across ? pick_beside(lone.half_x[i], lone.radius[i]) : pick_between(-1.1f, 1.1f) * lone.half_x[i];
    lone.y[i] = across ? pick_between(-1.1f, 1.1f) * lone.half_y[i] : pick_beside(lone.half_y[i], lone.radius[i]);
    const double at_x = (double)lone.start_x[tag] - (double)lone.corner_x,
                 at_y = (double)lone.start_y[tag] - (double)lone.corner_y;
    lone.centre_x[i] = (float)at_x + lone.x[i];
    lone.centre_y[i] = (float)at_y + lone.y[i];
    lone.x[i] = (float)((double)lone.centre_x[i] - at_x);
    lone.y[i] = (float)((double)lone.centre_y[i] - at_y);
    lone.open[0][i] = pick_open(lone.high[i]);
    lone.open[1][i] = pick_open(lone.wide[i]);
    lone.open[2][i] = pick_open(lone.high[i]);
    lone.open[3][i] = pick_open(lone.wide[i]);
}

static void pick_options(void) {
    const float angle = pick_between(0.0f, 6.2831853f);
    const bool straight = pick_one_in(2);
    lone.job.up_x = straight ? 0.0 : (double)cosf(angle);
    lone.job.up_y = straight ? -1.0 : (double)sinf(angle);
    lone.job.around = pick_one_in(3) ? 10.0 : 0.53125;
    lone.job.slack = pick_one_in(2) ? 0.0003125 : 0.0;
    lone.job.floor = pick_one_in(4) ? 0.0 : 0.7;
    lone.job.climbs = pick_one_in(3);
}

static void pick_lone(void) {
    lone.count = cases_timed() ? 48 : 1 + pick(PAIRS);
    lone.corner_x = pick_one_in(2) ? 0.0f : pick_between(-100.0f, 100.0f);
    lone.corner_y = pick_one_in(2) ? 0.0f : pick_between(-100.0f, 100.0f);
    for (uint32_t k = 0; k < PAIRS; k++) {
        lone.tag[k] = k;
        lone.start_x[k] = pick_between(0.0f, pick_one_in(2) ? 10.0f : 8000.0f);
        lone.start_y[k] = pick_between(0.0f, 8000.0f);
    }
    shuffle(lone.tag, PAIRS);
    for (uint32_t i = 0; i < lone.count; i++) {
        lone.mover[i] = i == 0 ? 0 : (lone.mover[i - 1] & 255) + !pick_one_in(6);
        lone.mover[i] |= pick(32) << 8;
        pick_pair(i);
    }
    pick_options();
}

static hail_lone_pairs make_job(void) {
    const uint32_t n = lone.count, room = n + HAIL_SLACK;
    hail_lone_pairs job = lone.job;
    job.mover = hold_copy("mover", lone.mover, n);
    job.tag = hold_copy("tag", lone.tag, PAIRS);
    job.start_x = hold_copy("start_x", lone.start_x, PAIRS);
    job.start_y = hold_copy("start_y", lone.start_y, PAIRS);
    job.corner_x = lone.corner_x;
    job.corner_y = lone.corner_y;
    job.centre_x = hold_copy("centre_x", lone.centre_x, room);
    job.centre_y = hold_copy("centre_y", lone.centre_y, room);
    job.core_x = hold_copy("core_x", lone.core_x, room);
    job.core_y = hold_copy("core_y", lone.core_y, room);
    job.radius = hold_copy("radius", lone.radius, room);
    job.dx = hold_copy("dx", lone.dx, room);
    job.dy = hold_copy("dy", lone.dy, room);
    job.cell = hold_copy("cell", lone.cell, room);
    job.x = hold_copy("x", lone.x, room);
    job.y = hold_copy("y", lone.y, room);
    job.wide = hold_copy("wide", lone.wide, room);
    job.high = hold_copy("high", lone.high, room);
    job.half_x = hold_copy("half_x", lone.half_x, room);
    job.half_y = hold_copy("half_y", lone.half_y, room);
    job.reach = hold_copy("reach", lone.reach, room);
    for (int side = 0; side < 4; side++)
        job.open[side] = hold_copy("open", lone.open[side], room);
    job.on_floor = 1;
    job.on_wall = 2;
    job.on_ceiling = 4;
    job.others = hold("others", room);
    job.slides = hold("slides", PAIRS * WORDS);
    memset(job.slides, 0xa5, PAIRS * WORDS * sizeof *job.slides);
    return job;
}

static float number(uint32_t word) {
    float a;
    memcpy(&a, &word, sizeof a);
    return a;
}

static bool is_shared(uint32_t i) {
    const uint32_t mover = lone.mover[i] & 255;
    return (i > 0 && (lone.mover[i - 1] & 255) == mover) || (i + 1 < lone.count && (lone.mover[i + 1] & 255) == mover);
}

static void check_slide(const uint32_t *row, uint32_t i) {
    const float dx = number(row[0]), dy = number(row[1]), out_x = fabsf(lone.x[i] - dx) - lone.half_x[i],
                out_y = fabsf(lone.y[i] - dy) - lone.half_y[i];
    const float gap = out_x > 0.0f && out_y > 0.0f ? hypotf(out_x, out_y) : fmaxf(out_x, out_y);
    case_expects(gap > lone.radius[i] - 0.02f, "slide %u ends %.9g px in its rectangle", i,
                 (double)(lone.radius[i] - gap));
    case_expects(row[3] <= 2 && (row[3] > 0) == (row[2] != 0), "slide %u: %u surfaces", i, row[3]);
    case_expects(!row[3] || row[12] == lone.cell[i], "slide %u: cell %u", i, row[12]);
    case_expects(row[3] || (fabsf(dx - lone.dx[i]) < 1e-3f && fabsf(dy - lone.dy[i]) < 1e-3f),
                 "slide %u does not go all its way", i);
}

static void check_slides(const hail_lone_pairs *job, uint32_t others) {
    for (uint32_t i = 0, k = 0; i < lone.count; i++) {
        const bool other = k < others && job->others[k] == i;
        k += other;
        case_expects(other || !is_shared(i), "pair %u is not alone", i);
        if (!other)
            check_slide(job->slides + lone.tag[lone.mover[i] & 255] * WORDS, i);
    }
}

/* Rows of shapes that are not for the kernel may hold anything. */
static void same_slides(const hail_lone_pairs *got, const hail_lone_pairs *want, uint32_t others) {
    for (uint32_t i = 0, k = 0; i < lone.count; i++) {
        const size_t row = (size_t)lone.tag[lone.mover[i] & 255] * WORDS;
        const bool other = k < others && want->others[k] == i;
        k += other;
        if (!other)
            same_words("slides", got->slides + row, want->slides + row, WORDS);
    }
}

static void edges_case(void) {
    const hail_kernels *kernels;
    hail_lone_pairs want = {0};
    uint32_t expected = 0;
    pick_lone();
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        const hail_lone_pairs job = make_job();
        case_calls(kernels, "lone_edges");
        const uint32_t others = kernels->lone_edges(&job, lone.count);
        case_times(kernels, "lone_edges", lone.count, kernels->lone_edges(&job, lone.count));
        guards_check();
        if (v == 0) {
            want = job;
            expected = others;
        }
        case_expects(others == expected, "%u are not for here, not %u", others, expected);
        same_words("others", job.others, want.others, others);
        same_slides(&job, &want, others);
    }
    check_slides(&want, expected);
}
Test(kernels_lone_edges, slide) { cases_run("kernels_lone_edges", "slide", 3000, edges_case); }
