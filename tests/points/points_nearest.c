/* tests/points/points_nearest.c - nearest points on segments and boundaries against double precision.
 *
 * Errors are in ulps of the largest coordinate. Polygons and points are everywhere that they may be, far away, tiny,
 * without length. Ties go to the lowest number where coordinates are exact.
 *
 * A failure names its seed. HAIL_TEST_SEED=n runs that polygon alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "points_inputs.h"
#include "shared/random_world.h"

/* As documented. The edge that is named may be further away by both errors together. */
#define POSITION 4.0
#define DISTANCE 8.0
#define EDGE     16.0

enum { MANY = 400, MOST = 2000, MARK = 0xa5 };

static plot polygon;
static dots points;
static hail_nearest_point guarded[DOTS + 2];
static oracle_error worst;

static void begin(void) {
    worst = (oracle_error){0.0, 0.0, 0.0};
    memset(guarded, MARK, sizeof guarded);
}

static void hold_guards(size_t count) {
    static const hail_nearest_point *const all = guarded;
    const uint8_t *bytes = (const uint8_t *)all;
    for (size_t i = 0; i < sizeof guarded; i++)
        if ((i < sizeof *all || i >= (count + 1) * sizeof *all) && bytes[i] != MARK)
            cr_assert_fail("writes byte %zu; %zu rows of 16 after 16", i, count);
}

static void note(const oracle_error *e) {
    worst.point = fmax(worst.point, e->point);
    worst.distance = fmax(worst.distance, e->distance);
    worst.edge = fmax(worst.edge, e->edge);
}

static bool good(const oracle_error *e) { return e->point <= POSITION && e->distance <= DISTANCE && e->edge <= EDGE; }

/* ---- Loops ------------------------------------------------------------------------------------------------------- */

static void hold_loops(uint64_t seed) {
    const plot_choice choice = plot_choose(seed, MOST);
    plot_make(seed, &choice, &polygon);
    const hail_loops loops = plot_loops(&polygon);
    if (loops.count == 0)
        return;
    dots_make(seed, &loops, MANY, &points);
    memset(guarded, MARK, sizeof guarded);
    cr_assert_eq(hail_nearest_on_loops(&points.points, &loops, guarded + 1), HAIL_OK);
    hold_guards(MANY);
    for (size_t i = 0; i < MANY; i++) {
        const hail_nearest_point *is = &guarded[1 + i];
        const oracle_error error = oracle_miss(&loops, points.x[i], points.y[i], is);
        note(&error);
        if (good(&error))
            continue;
        const oracle_place want = oracle_on_loops(&loops, points.x[i], points.y[i]);
        cr_assert_fail(
            "edge %u, (%.9g, %.9g), %.9g; should be edge %u, (%.9g, %.9g), %.9g; off by %.2f, %.2f, %.2f: %s", is->edge,
            (double)is->x, (double)is->y, sqrt((double)is->squared), want.edge, want.x, want.y, want.distance,
            error.point, error.distance, error.edge, plot_text(seed, &choice, points.x[i], points.y[i]));
    }
}

Test(points_nearest, loops, .init = begin) {
    random_seeds(4 * PLOT_KINDS * PLOT_SCALES, hold_loops);
    cr_log_info("worst: point %.2f, distance %.2f, another edge by %.2f ulps", worst.point, worst.distance, worst.edge);
}

/* ---- Segments ---------------------------------------------------------------------------------------------------- */

static float column[4][DOTS];

static float any_number(uint64_t *s, double size) {
    static const double odd[] = {0.0, 0.0, 1.0, -1.0, 0.5};
    const double part = random_pick(s, 4) == 0 ? odd[random_pick(s, 5)] : (double)random_range(s, -1.0f, 1.0f);
    return (float)(part * size);
}

/* Ends near and far, edges long and short, also equal ends; half of the points near the line. */
static void make_segment(uint64_t *s, size_t i) {
    const double largest = random_pick(s, 3) == 0 ? 1.0e9 : exp2((double)random_range(s, -50.0f, 29.0f));
    const double size = random_pick(s, 2) == 0 ? largest : largest * exp2((double)random_range(s, -24.0f, 0.0f));
    column[0][i] = any_number(s, largest), column[1][i] = any_number(s, largest);
    column[2][i] = (float)fmin(fmax((double)column[0][i] + (double)any_number(s, size), -1.0e9), 1.0e9);
    column[3][i] = (float)fmin(fmax((double)column[1][i] + (double)any_number(s, size), -1.0e9), 1.0e9);
    if (random_pick(s, 16) == 0)
        column[2][i] = column[0][i], column[3][i] = column[1][i];
    const double t = (double)random_range(s, -0.5f, 1.5f), off = exp2((double)random_range(s, -30.0f, 1.0f)) * size;
    const double x = (double)column[0][i] + t * ((double)column[2][i] - (double)column[0][i]),
                 y = (double)column[1][i] + t * ((double)column[3][i] - (double)column[1][i]);
    points.x[i] = any_number(s, largest), points.y[i] = any_number(s, largest);
    if (random_pick(s, 2) == 0) {
        points.x[i] = (float)fmin(fmax(x + (double)random_range(s, -1.0f, 1.0f) * off, -1.0e9), 1.0e9);
        points.y[i] = (float)fmin(fmax(y + (double)random_range(s, -1.0f, 1.0f) * off, -1.0e9), 1.0e9);
    }
}

static void hold_segments(uint64_t seed) {
    uint64_t state = seed * 48271 + 3, *s = &state;
    for (size_t i = 0; i < DOTS; i++)
        make_segment(s, i);
    const hail_points all = {.x = points.x, .y = points.y, .count = DOTS - seed % 37};
    memset(guarded, MARK, sizeof guarded);
    cr_assert_eq(hail_nearest_on_segments(&all, column[0], column[1], column[2], column[3], guarded + 1), HAIL_OK);
    hold_guards(all.count);
    for (size_t i = 0; i < all.count; i++) {
        const hail_nearest_point *is = &guarded[1 + i];
        const spot a = {column[0][i], column[1][i]}, b = {column[2][i], column[3][i]};
        const oracle_place want = oracle_on_segment(points.x[i], points.y[i], a, b);
        const double largest = (double)fmaxf(fmaxf(fmaxf(fabsf(a.x), fabsf(a.y)), fmaxf(fabsf(b.x), fabsf(b.y))),
                                             fmaxf(fabsf(points.x[i]), fabsf(points.y[i])));
        const double ulp = oracle_ulp(largest);
        const oracle_error error = {fmax(fabs((double)is->x - want.x), fabs((double)is->y - want.y)) / ulp,
                                    fabs(sqrt((double)is->squared) - want.distance) / ulp, 0.0};
        note(&error);
        cr_assert(is->edge == i && good(&error),
                  "HAIL_TEST_SEED=%llu: (%a, %a) to (%a, %a), point %zu (%a, %a): edge %u, (%.9g, %.9g), %.9g; should "
                  "be (%.9g, %.9g), %.9g; off by %.2f, %.2f ulps",
                  (unsigned long long)seed, (double)a.x, (double)a.y, (double)b.x, (double)b.y, i, (double)points.x[i],
                  (double)points.y[i], is->edge, (double)is->x, (double)is->y, sqrt((double)is->squared), want.x,
                  want.y, want.distance, error.point, error.distance);
    }
}

Test(points_nearest, segments, .init = begin) {
    random_seeds(200, hold_segments);
    cr_log_info("worst: point %.2f, distance %.2f ulps", worst.point, worst.distance);
}

/* ---- Ties -------------------------------------------------------------------------------------------------------- */

/* A closed walk of steps of one length along x and y, over itself as often as it likes. All numbers are exact, so that
 * the lowest of equally near edges is certain. */
static void walk(uint64_t *s, float step, plot *p) {
    int x = 0, y = 0;
    p->count = 0;
    plot_begin(p);
    for (uint32_t k = 3 + random_pick(s, 60); k > 0; k--) {
        const int by = random_pick(s, 2) == 0 ? 1 : -1;
        if (random_pick(s, 2) == 0)
            x += by;
        else
            y += by;
        plot_add(p, (float)x * step, (float)y * step);
    }
    while (x != 0 || y != 0) {
        if (x != 0)
            x -= x > 0 ? 1 : -1;
        else
            y -= y > 0 ? 1 : -1;
        plot_add(p, (float)x * step, (float)y * step);
    }
    plot_close(p);
}

static void hold_ties(uint64_t seed) {
    uint64_t state = seed * 16807 + 1, *s = &state;
    const float step = exp2f((float)random_pick(s, 20) - 10.0f);
    walk(s, step, &polygon);
    const hail_loops loops = plot_loops(&polygon);
    if (loops.count == 0)
        return;
    const float far = 16.0f * step;
    for (size_t i = 0; i < 200; i++) {
        points.x[i] = ((float)random_pick(s, 65) * 0.25f - 8.0f) * step;
        points.y[i] = ((float)random_pick(s, 65) * 0.25f - 8.0f) * step;
        if (i % 10 == 0)
            points.x[i] = random_pick(s, 2) == 0 ? far : -far;
    }
    const hail_points all = {.x = points.x, .y = points.y, .count = 200};
    cr_assert_eq(hail_nearest_on_loops(&all, &loops, guarded), HAIL_OK);
    for (size_t i = 0; i < 200; i++) {
        const oracle_place want = oracle_on_loops(&loops, points.x[i], points.y[i]);
        const hail_nearest_point *is = &guarded[i];
        const double dx = want.x - (double)points.x[i], dy = want.y - (double)points.y[i];
        cr_assert(is->edge == want.edge && (double)is->x == want.x && (double)is->y == want.y &&
                      (double)is->squared == dx * dx + dy * dy,
                  "HAIL_TEST_SEED=%llu: point (%g, %g) of step %g: edge %u, (%.9g, %.9g), %.9g; should be %u, (%.9g, "
                  "%.9g), %.9g",
                  (unsigned long long)seed, (double)points.x[i], (double)points.y[i], (double)step, is->edge,
                  (double)is->x, (double)is->y, (double)is->squared, want.edge, want.x, want.y, dx * dx + dy * dy);
    }
}

Test(points_nearest, ties, .init = begin) { random_seeds(1000, hold_ties); }

/* ---- Nothing ----------------------------------------------------------------------------------------------------- */

Test(points_nearest, nothing, .init = begin) {
    const uint32_t start[] = {0};
    const float x[] = {1.0f, -2.0f}, y[] = {3.0f, 4.0f};
    const hail_points two = {.x = x, .y = y, .count = 2}, none = {0};
    cr_assert_eq(hail_nearest_on_loops(&two, &(hail_loops){0}, guarded + 1), HAIL_OK);
    cr_assert_eq(hail_nearest_on_loops(&two, &(hail_loops){.start = start}, guarded + 1), HAIL_OK);
    hold_guards(2);
    for (int i = 1; i <= 2; i++)
        cr_assert(guarded[i].edge == HAIL_NO_EDGE && guarded[i].x == 0.0f && guarded[i].y == 0.0f &&
                  guarded[i].squared == HAIL_NOWHERE);
    begin();
    cr_assert_eq(hail_nearest_on_loops(&none, &(hail_loops){0}, guarded + 1), HAIL_OK);
    cr_assert_eq(hail_nearest_on_segments(&none, x, y, x, y, guarded + 1), HAIL_OK);
    hold_guards(0);
}
