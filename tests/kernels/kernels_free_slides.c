/* tests/kernels/kernels_free_slides.c - free_slides: every variant equals the reference to the last bit, and every
 * slide goes all its way. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_inputs.h"
#include "kernels.h"

enum { SHAPES = 40, WORDS = HAIL_SLIDE_WORDS };

static struct {
    float x[SHAPES], y[SHAPES], dx[SHAPES], dy[SHAPES], corner_x, corner_y;
    bool no_dx, no_dy; /* they are NULL */
} in;

static float number(uint32_t word) {
    float a;
    memcpy(&a, &word, sizeof a);
    return a;
}

static void pick_ways(void) {
    const float far = pick_one_in(3) ? 1e5f : 300.0f;
    in.no_dx = pick_rarely(8);
    in.no_dy = pick_rarely(8);
    in.corner_x = pick_one_in(2) ? 0.0f : pick_between(-far, far);
    in.corner_y = pick_one_in(2) ? 0.0f : pick_between(-far, far);
    for (uint32_t i = 0; i < SHAPES; i++) {
        in.x[i] = in.corner_x + pick_between(0.0f, 900.0f);
        in.y[i] = in.corner_y + pick_between(0.0f, 900.0f);
        in.dx[i] = in.no_dx ? 0.0f : pick_rarely(6) ? pick_between(0.0f, 2e-9f) : pick_between(-4.0f, 4.0f);
        in.dy[i] = in.no_dy || pick_rarely(2) ? 0.0f : pick_between(-4.0f, 4.0f);
    }
}

static void free_case(void) {
    const hail_kernels *kernels;
    uint32_t begin = 0, end = SHAPES;
    hail_free_slides want = {0};
    pick_ways();
    if (!cases_timed())
        pick_range(SHAPES, &begin, &end);
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        const hail_free_slides job = {.x = hold_copy("x", in.x, end),
                                      .y = hold_copy("y", in.y, end),
                                      .dx = in.no_dx ? NULL : hold_copy("dx", in.dx, end),
                                      .dy = in.no_dy ? NULL : hold_copy("dy", in.dy, end),
                                      .corner_x = in.corner_x,
                                      .corner_y = in.corner_y,
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
        const uint32_t *row = want.slides + (size_t)i * WORDS;
        case_expects(fabsf(number(row[0]) - in.dx[i]) < 1e-3f && fabsf(number(row[1]) - in.dy[i]) < 1e-3f,
                     "slide %u does not go all its way", i);
    }
    untouched("slides", want.slides, 0, (size_t)begin * WORDS);
}

Test(kernels_free_slides, free) { cases_run("kernels_free_slides", "free", 1000, free_case); }
