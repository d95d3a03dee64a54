/* tests/points/points_large.c - loops of as many vertices as there may be: 2^24. They are small squares in a lattice,
 * and one loop around all of them, so that arithmetic alone tells what is inside. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>

#include <hail/hail.h>

#include "shared/random_world.h"

enum {
    VERTICES = 1 << 24,
    SQUARES = VERTICES / 4 - 1, /* holes in the last loop */
    ACROSS = 2048,              /* squares in a row */
    PITCH = 8,                  /* px between them */
    SIZE = 5,                   /* px: of a square */
    POINTS = 100
};

static float x[POINTS], y[POINTS];

static void add_square(float *px, float *py, uint32_t at, float left, float top, float size_x, float size_y,
                       bool hole) {
    const float far_x = left + size_x, far_y = top + size_y;
    const float corner_x[4] = {left, far_x, far_x, left}, corner_y[4] = {top, top, far_y, far_y};
    for (uint32_t k = 0; k < 4; k++) {
        px[at + k] = corner_x[hole ? 3 - k : k];
        py[at + k] = corner_y[hole ? 3 - k : k];
    }
}

static hail_loops loops_make(void) {
    float *px = malloc(VERTICES * sizeof *px), *py = malloc(VERTICES * sizeof *py);
    uint32_t *start = malloc((SQUARES + 2) * sizeof *start);
    cr_assert(px && py && start);
    for (uint32_t k = 0; k <= SQUARES; k++) {
        start[k] = 4 * k;
        add_square(px, py, 4 * k, (float)(k % ACROSS * PITCH), (float)(k / ACROSS * PITCH), SIZE, SIZE, true);
    }
    add_square(px, py, 4 * SQUARES, -100.0f, -100.0f, ACROSS * PITCH + 200.0f, ACROSS * PITCH + 200.0f, false);
    start[SQUARES + 1] = VERTICES;
    return (hail_loops){px, py, start, SQUARES + 1};
}

/* The distance to the nearest square's boundary along one axis: below 0 inside. */
static double past(double at) { return fmax(-at, at - SIZE); }

/* The place of (x, y) among the squares: whether it is in one, and how far from the boundary of the nearest. */
static bool in_square(double at_x, double at_y, double *gap) {
    bool in = false;
    *gap = INFINITY;
    for (int dj = -1; dj <= 1; dj++)
        for (int di = -1; di <= 1; di++) {
            const double i = floor(at_x / PITCH) + di, j = floor(at_y / PITCH) + dj;
            if (i < 0 || j < 0 || i >= ACROSS || j * ACROSS + i >= SQUARES)
                continue;
            const double beside = past(at_x - i * PITCH), below = past(at_y - j * PITCH);
            in = in || (beside < 0.0 && below < 0.0);
            *gap = fmin(*gap, beside > 0.0 && below > 0.0 ? hypot(beside, below) : fabs(fmax(beside, below)));
        }
    return in;
}

static void hold_inside(const hail_loops *loops, const hail_points *points, hail_inside_method method) {
    static uint8_t inside[POINTS];
    double gap;
    cr_assert_eq(hail_points_inside(points, loops, method, inside), HAIL_OK);
    for (int i = 0; i < POINTS; i++)
        cr_assert_eq(inside[i], !in_square((double)x[i], (double)y[i], &gap), "method %d, (%g, %g)", (int)method,
                     (double)x[i], (double)y[i]);
}

Test(points_large, all_vertices_there_may_be, .timeout = 300) {
    static hail_nearest_point nearest[POINTS];
    static int32_t winding[POINTS];
    uint64_t state = 9;
    const hail_loops loops = loops_make();
    const hail_points points = {.x = x, .y = y, .count = POINTS};
    for (int i = 0; i < POINTS; i++) { /* some at the last squares */
        x[i] = random_range(&state, 0.0f, ACROSS * PITCH) + 0.01f;
        y[i] = random_range(&state, i % 4 == 0 ? (ACROSS - 2.0f) * PITCH : 0.0f, ACROSS * PITCH) + 0.01f;
    }
    hold_inside(&loops, &points, HAIL_BY_CROSSINGS);
    hold_inside(&loops, &points, HAIL_BY_QUADRANTS);
    hold_inside(&loops, &points, HAIL_BY_WINDING);
    cr_assert_eq(hail_points_winding(&points, &loops, winding), HAIL_OK);
    cr_assert_eq(hail_nearest_on_loops(&points, &loops, nearest), HAIL_OK);
    for (int i = 0; i < POINTS; i++) {
        double gap;
        const bool in = in_square((double)x[i], (double)y[i], &gap);
        const float *at = loops.x + nearest[i].edge, *at_y = loops.y + nearest[i].edge;
        cr_assert_eq(winding[i], in ? 0 : 1, "(%g, %g): %d", (double)x[i], (double)y[i], winding[i]);
        cr_assert_lt(fabs(sqrt((double)nearest[i].squared) - gap), 0.01, "(%g, %g): %g px^2, must be %g px",
                     (double)x[i], (double)y[i], (double)nearest[i].squared, gap);
        cr_assert(nearest[i].edge < VERTICES && hypot((double)(*at - x[i]), (double)(*at_y - y[i])) < gap + SIZE + 0.1);
    }
    free((void *)(uintptr_t)loops.x), free((void *)(uintptr_t)loops.y), free((void *)(uintptr_t)loops.start);
}

/* One more is refused. */
Test(points_large, one_more) {
    static const float some[4] = {0, 1, 1, 0}, other[4] = {0, 0, 1, 1};
    static const uint32_t start[] = {0, VERTICES + 1};
    uint8_t inside;
    const hail_loops loops = {some, other, start, 1};
    const hail_points points = {.x = some, .y = other, .count = 1};
    cr_assert_eq(hail_points_inside(&points, &loops, HAIL_BY_WINDING, &inside), HAIL_BAD_ARGUMENT);
}
