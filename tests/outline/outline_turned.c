/* tests/outline/outline_turned.c - simple shapes in any direction, with noise on their straight sides, and stars: parts
 * that hail_convex_polygon accepts, and few of them. */
#include <criterion/criterion.h>

#include <math.h>

#include "outline_inputs.h"
#include "outline_near.h"
#include "shared/random_world.h"

static contours c;

typedef struct drawing {
    const char *name;
    double size;
    size_t count;
    double x[12], y[12];
} drawing;

static const drawing drawings[] = {
    {"plus", 3, 12, {1, 2, 2, 3, 3, 2, 2, 1, 1, 0, 0, 1}, {0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 1, 1}},
    {"H", 3, 12, {0, 1, 1, 2, 2, 3, 3, 2, 2, 1, 1, 0}, {0, 0, 1, 1, 0, 0, 3, 3, 2, 2, 3, 3}},
    {"T", 3, 8, {0, 3, 3, 2, 2, 1, 1, 0}, {0, 0, 1, 1, 3, 3, 1, 1}},
    {"arrow", 4, 7, {0, 2, 2, 4, 2, 2, 0}, {1, 1, 0, 1.5, 3, 2, 2}},
    {"S", 5, 12, {0, 3, 3, 1, 1, 3, 3, 0, 0, 2, 2, 0}, {0, 0, 1, 1, 2, 2, 5, 5, 4, 4, 3, 3}},
};
enum { DRAWINGS = sizeof drawings / sizeof drawings[0] };

/* What is done to a drawing. noise: px, at most, in x and in y. */
typedef struct change {
    double size, angle, noise;
    uint32_t on_sides; /* most vertices on a side */
    bool corners;      /* whether corners are noisy, too */
} change;

static spot changed(const change *how, double x, double y, double noise, uint64_t *s) {
    const double cosine = cos(how->angle), sine = sin(how->angle);
    const double move_x = (double)random_range(s, -1.0f, 1.0f) * noise,
                 move_y = (double)random_range(s, -1.0f, 1.0f) * noise;
    return (spot){(float)((x * cosine - y * sine) * how->size + move_x),
                  (float)((x * sine + y * cosine) * how->size + move_y)};
}

static void draw(const drawing *d, const change *how, uint64_t *s) {
    static spot at[CONTOUR_VERTICES];
    size_t n = 0;
    for (size_t i = 0; i < d->count; i++) {
        const size_t j = (i + 1) % d->count;
        const uint32_t more = how->on_sides != 0 ? random_pick(s, how->on_sides + 1) : 0;
        for (uint32_t k = 0; k <= more; k++) {
            const double t = ((double)k + (k != 0 ? (double)random_range(s, -0.4f, 0.4f) : 0.0)) / (more + 1);
            const double x = d->x[i] + (d->x[j] - d->x[i]) * t, y = d->y[i] + (d->y[j] - d->y[i]) * t;
            at[n++] = changed(how, x / d->size, y / d->size, k != 0 || how->corners ? how->noise : 0.0, s);
        }
    }
    c.count = 0;
    cr_assert(contours_add(&c, at, n));
}

/* What is wrong with parts of c; places are looked at one time of eight. */
static const char *wrong_with(const hail_loops *polygon, const hail_loops *parts, uint64_t seed) {
    hail_convex convex;
    if (seed % 8 == 0)
        return near_wrong(polygon, parts, HAIL_MAX_VERTICES, seed);
    for (size_t k = 0; k < parts->count; k++)
        if (hail_convex_polygon(parts->x + parts->start[k], parts->y + parts->start[k], loops_size(parts, k), 0.0f,
                                &convex) != HAIL_OK)
            return "hail_convex_polygon refuses a part";
    return NULL;
}

/* c in parts, all of which hail_convex_polygon accepts. Returns their number. */
static size_t parts_of(const char *name, uint64_t seed) {
    const hail_loops polygon = contours_loops(&c);
    hail_polygons *made = NULL;
    hail_decompose_report report;
    const hail_status status = hail_decompose(&polygon, NULL, &made, &report);
    cr_assert_eq(status, HAIL_OK, "%s: %s at (%g, %g): %s", name, hail_status_text(status), (double)report.x,
                 (double)report.y, contours_text(seed, &c));
    const hail_loops parts = *hail_polygons_loops(made);
    const char *wrong = wrong_with(&polygon, &parts, seed);
    cr_assert_null(wrong, "%s: %s: %s", name, wrong, contours_text(seed, &c));
    const size_t count = parts.count;
    hail_polygons_destroy(made);
    return count;
}

static void hold_turns(const drawing *d, change how) {
    uint64_t state = (uint64_t)how.size;
    draw(d, &(change){.size = how.size}, &state);
    const size_t straight = parts_of(d->name, 0);
    for (uint64_t turn = 0; turn < 1000; turn++) {
        state = turn * 131 + (uint64_t)(how.noise * 1.0e9);
        how.angle = (double)turn * 6.28318530717958647692 / 1000.0;
        draw(d, &how, &state);
        const size_t count = parts_of(d->name, turn);
        cr_assert((double)count <= 1.25 * (double)straight, "%s: %zu parts, and %zu if it is not turned: %s", d->name,
                  count, straight, contours_text(turn, &c));
    }
}

static void hold_sizes(double noise, uint32_t on_sides, bool corners) {
    static const double sizes[] = {16.0, 61.0, 512.0, 4096.0};
    for (size_t d = 0; d < DRAWINGS; d++)
        for (size_t k = 0; k < 4; k++)
            hold_turns(&drawings[d], (change){sizes[k], 0.0, noise, on_sides, corners});
}

Test(outline_turned, exact) { hold_sizes(0.0, 0, false); }
Test(outline_turned, rounded) { hold_sizes(0.0, 4, false); }
Test(outline_turned, little_noise) { hold_sizes(1.0e-6, 4, false); }
Test(outline_turned, noise) { hold_sizes(1.0e-4, 4, false); }
Test(outline_turned, much_noise) { hold_sizes(1.0e-3, 8, false); }
Test(outline_turned, noisy_corners) { hold_sizes(1.0e-3, 4, true); }

/* Thousands of noisy vertices. */
Test(outline_turned, many_vertices) {
    for (uint64_t turn = 0; turn < 40; turn++) {
        const drawing *d = &drawings[turn % DRAWINGS];
        uint64_t state = turn + 9;
        draw(d, &(change){.size = 1000.0}, &state);
        const size_t straight = parts_of(d->name, 0);
        draw(d, &(change){1000.0, (double)turn * 0.157, 1.0e-3, 330, true}, &state);
        cr_assert_eq(parts_of(d->name, turn), straight, "%s: %s", d->name, contours_text(turn, &c));
    }
}

/* As world shapes. */
Test(outline_turned, shapes) {
    hail_shapeset *set = NULL;
    cr_assert_eq(hail_shapeset_create(NULL, &set), HAIL_OK);
    for (uint64_t turn = 0; turn < 200; turn++) {
        uint64_t state = turn + 1;
        hail_shape shape;
        draw(&drawings[turn % DRAWINGS], &(change){48.0, (double)turn * 0.031, 1.0e-4, 3, false}, &state);
        const hail_loops polygon = contours_loops(&c);
        const hail_status status = hail_shape_concave(set, &polygon, NULL, 1.0f, &shape, NULL);
        cr_assert(status == HAIL_OK && hail_shape_part_count(set, &shape) == parts_of("shape", turn), "%s: %s",
                  hail_status_text(status), contours_text(turn, &c));
    }
    hail_shapeset_destroy(set);
}

/* Corners all round a point, which a few needles alone make impossible. */
static void hold_star(uint64_t seed) {
    const contour_choice choice = {.kind = CONTOUR_STAR, .grid = GRID_NONE, .vertices = 5 + (uint32_t)(seed % 60)};
    contours_make(seed, &choice, &c);
    parts_of("star", seed);
}

Test(outline_turned, stars) { random_seeds(6000, hold_star); }

/* ---- What is refused --------------------------------------------------------------------------------------------- */

/* A tip that is sharper than hail_convex_polygon allows, and longer than what may be left out. */
Test(outline_turned, needle) {
    static const spot needle[] = {{0, 0}, {-50, 1}, {-50, -40}, {0, -30}, {40, 0}, {1000, 0.06f}, {40, 0.09f}};
    hail_polygons *made = NULL;
    hail_decompose_report report;
    hail_decompose_options options;
    hail_decompose_options_defaults(&options);
    c.count = 0;
    contours_add(&c, needle, 7);
    const hail_loops polygon = contours_loops(&c);
    cr_assert_eq(hail_decompose(&polygon, NULL, &made, &report), HAIL_DEGENERATE);
    cr_assert(report.loop == 0 && report.vertex >= 4 && report.x >= 40.0f, "vertex %u", (unsigned)report.vertex);
    options.max_vertices = UINT32_MAX;
    cr_assert_eq(hail_decompose(&polygon, &options, &made, &report), HAIL_OK);
    hail_polygons_destroy(made);
}

/* Corners that hardly turn, but too far from a straight line to be left out: parts are cut there. */
Test(outline_turned, flat_corners) {
    for (int side = -1; side <= 1; side += 2) {
        const float bend = 0.04f * (float)side; /* turns by 8e-5 */
        const spot at[] = {{0, 0}, {1000, bend}, {2000, 0}, {2000, 900}, {0, 900}};
        c.count = 0;
        contours_add(&c, at, 5);
        cr_assert_leq(parts_of("bent", 0), 2);
    }
}
