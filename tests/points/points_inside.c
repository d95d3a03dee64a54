/* tests/points/points_inside.c - which points are inside: every method against exact arithmetic.
 *
 * Polygons of all kinds and at all scales; points anywhere, and on everything that they can lie on.
 *
 * A failure names its seed. HAIL_TEST_SEED=n runs that polygon alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "points_inputs.h"
#include "shared/random_world.h"

enum { MOST = 3000, MANY = 600, MARK = 0xa5 };

static plot polygon;
static dots points;
static oracle_round truth[DOTS];
static uint8_t guarded[DOTS + 64];
static int32_t turns[DOTS + 16];

static const char *const name_of[] = {"crossings", "quadrants", "winding", "edges"};

static struct { size_t asked, on, inside, differ; } totals;

/* Asks, and checks that nothing else was written. */
static hail_status ask(const hail_points *p, hail_loops loops, hail_inside_method method, const uint8_t **inside) {
    memset(guarded, MARK, sizeof guarded);
    const hail_status status = hail_points_inside(p, &loops, method, guarded + 32);
    const size_t written = status == HAIL_OK ? p->count : 0;
    for (size_t i = 0; i < sizeof guarded; i++)
        if ((i < 32 || i >= 32 + written) && guarded[i] != MARK)
            cr_assert_fail("%s: writes row %ld of %zu", name_of[method], (long)i - 32, written);
    *inside = guarded + 32;
    return status;
}

static void hold_method(uint64_t seed, const plot_choice *choice, hail_loops loops, hail_inside_method method) {
    const uint8_t *inside;
    const hail_status status = ask(&points.points, loops, method, &inside);
    cr_assert_eq(status, HAIL_OK, "%s: %s; %s", name_of[method], hail_status_text(status),
                 plot_text(seed, choice, 0.0f, 0.0f));
    for (size_t i = 0; i < points.points.count; i++)
        if (inside[i] != oracle_inside(&truth[i], method))
            cr_assert_fail("%s say %u; winding %d, %u crossings%s: %s", name_of[method], inside[i], truth[i].winding,
                           truth[i].crossings, truth[i].on ? ", on the boundary" : "",
                           plot_text(seed, choice, points.x[i], points.y[i]));
}

static void hold_winding(uint64_t seed, const plot_choice *choice, hail_loops loops) {
    const size_t n = points.points.count;
    memset(turns, MARK, sizeof turns);
    cr_assert_eq(hail_points_winding(&points.points, &loops, turns + 8), HAIL_OK);
    for (size_t i = 0; i < n; i++)
        if (turns[8 + i] != truth[i].winding)
            cr_assert_fail("winding is %d, should be %d%s: %s", turns[8 + i], truth[i].winding,
                           truth[i].on ? ", on the boundary" : "", plot_text(seed, choice, points.x[i], points.y[i]));
    for (size_t i = 0; i < n + 16; i++)
        if ((i < 8 || i >= n + 8) && turns[i] != (int32_t)0xa5a5a5a5u)
            cr_assert_fail("writes row %ld of %zu", (long)i - 8, n);
}

/* HAIL_BY_EDGES accepts convex loops and nothing else. */
static void hold_edges(uint64_t seed, const plot_choice *choice, hail_loops loops) {
    const uint8_t *inside;
    if (oracle_convex(&loops)) {
        hold_method(seed, choice, loops, HAIL_BY_EDGES);
        return;
    }
    const hail_status want = loops.count > 1 ? HAIL_BAD_ARGUMENT : loops.count == 1 ? HAIL_CONCAVE : HAIL_OK;
    cr_assert_eq(ask(&points.points, loops, HAIL_BY_EDGES, &inside), want, "%s", plot_text(seed, choice, 0.0f, 0.0f));
}

static void hold_all(uint64_t seed, const plot_choice *choice) {
    const hail_loops loops = plot_loops(&polygon);
    for (size_t i = 0; i < points.points.count; i++) {
        truth[i] = oracle_run(&loops, points.x[i], points.y[i]);
        totals.on += truth[i].on;
        totals.inside += truth[i].winding != 0;
        totals.differ += truth[i].winding > 1 || truth[i].winding < -1;
    }
    totals.asked += points.points.count;
    hold_method(seed, choice, loops, HAIL_BY_CROSSINGS);
    hold_method(seed, choice, loops, HAIL_BY_QUADRANTS);
    hold_method(seed, choice, loops, HAIL_BY_WINDING);
    hold_edges(seed, choice, loops);
    hold_winding(seed, choice, loops);
}

static void hold(uint64_t seed) {
    const plot_choice choice = plot_choose(seed, MOST);
    plot_make(seed, &choice, &polygon);
    const hail_loops loops = plot_loops(&polygon);
    dots_make(seed, &loops, MANY, &points);
    hold_all(seed, &choice);
}

Test(points_inside, all_kinds) {
    memset(&totals, 0, sizeof totals);
    random_seeds(5 * PLOT_KINDS * PLOT_SCALES, hold);
    cr_log_info("%zu points: %zu on the boundary, %zu wound round, %zu more than once", totals.asked, totals.on,
                totals.inside, totals.differ);
    uint64_t seed;
    if (!random_seed_given(&seed)) /* the inputs must stay what they are meant to be */
        cr_assert(totals.on > totals.asked / 20 && totals.inside > totals.asked / 5 &&
                  totals.differ > totals.asked / 50);
}

/* More edges than fit into any part. */
static void hold_large(uint64_t seed) {
    const plot_choice choice = {(plot_kind)(seed % PLOT_KINDS), (plot_scale)(seed / PLOT_KINDS % PLOT_SCALES),
                                PLOT_VERTICES - 400};
    plot_make(seed, &choice, &polygon);
    const hail_loops loops = plot_loops(&polygon);
    dots_make(seed, &loops, 100, &points);
    hold_all(seed, &choice);
}

Test(points_inside, thousands_of_edges) { random_seeds(PLOT_KINDS * PLOT_SCALES, hold_large); }

/* Few vertices on few positions: edges on top of edges, points on all of them. */
static void hold_tangle(uint64_t seed) {
    const plot_choice choice = {PLOT_TANGLE, SCALE_WHOLE, 0};
    uint64_t state = seed * 7919 + 3, *s = &state;
    const uint32_t size = 2 + random_pick(s, 4), loops = 1 + random_pick(s, 3);
    polygon.count = 0;
    for (uint32_t k = 0; k < loops; k++) {
        plot_begin(&polygon);
        for (uint32_t i = 3 + random_pick(s, 6); i > 0; i--) {
            const uint32_t y = random_pick(s, size), x = random_pick(s, size);
            plot_add(&polygon, (float)x, (float)y);
        }
        plot_close(&polygon);
    }
    size_t n = 0;
    for (uint32_t j = 0; j < 2 * size + 3; j++)
        for (uint32_t i = 0; i < 2 * size + 3; i++, n++)
            points.x[n] = (float)i * 0.5f - 1.0f, points.y[n] = (float)j * 0.5f - 1.0f;
    points.points = (hail_points){.x = points.x, .y = points.y, .count = n};
    hold_all(seed, &choice);
}

Test(points_inside, small_tangles) { random_seeds(2500, hold_tangle); }

/* ---- Convex ------------------------------------------------------------------------------------------------------ */

static int by_place(const void *a, const void *b) {
    const spot *p = a, *q = b;
    return p->x != q->x ? (p->x < q->x ? -1 : 1) : (p->y > q->y) - (p->y < q->y);
}

/* The convex hull of a cloud, of either winding (A. Andrew's monotone chains). flat: points on its edges are vertices
 * too. */
static void make_hull(uint64_t *s, spot *cloud, size_t n, bool flat, plot *p) {
    static spot hull[2 * 4096];
    size_t h = 0, kept = 0;
    qsort(cloud, n, sizeof *cloud, by_place);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || by_place(&cloud[i], &cloud[kept - 1]) != 0)
            cloud[kept++] = cloud[i];
    for (int back = 0; back < 2; back++) {
        const size_t first = h;
        for (size_t k = 0; k < kept; k++) {
            const spot to = cloud[back == 0 ? k : kept - 1 - k];
            while (h >= first + 2 && oracle_side(hull[h - 2], hull[h - 1], to) < (flat ? 0 : 1))
                h--;
            hull[h++] = to;
        }
        h--;
    }
    const bool back = random_pick(s, 2) == 0;
    const uint32_t start = random_pick(s, (uint32_t)h);
    p->count = 0;
    plot_begin(p);
    for (size_t k = 0; k < h; k++) {
        const spot at = hull[(start + (back ? h - k : k)) % h];
        plot_add(p, at.x, at.y);
    }
    plot_close(p);
}

static void hold_convex(uint64_t seed) {
    static spot cloud[4096];
    static const float far[] = {0.0f, 1.0e6f, 9.9e8f};
    static const double to[] = {1.0, 0x1p-30, 0x1p-50, 9.0e4};
    uint64_t state = seed * 104729 + 11, *s = &state;
    const plot_choice choice = {PLOT_CONVEX, SCALE_ANY, 3 + random_pick(s, seed % 8 == 0 ? 4000 : 200)};
    const bool lattice = random_pick(s, 2) == 0, flat = random_pick(s, 2) == 0;
    const double size = to[random_pick(s, 4)];
    const float away = size > 1.0 ? 0.0f : far[random_pick(s, 3)];
    for (uint32_t i = 0; i < choice.vertices; i++) {
        spot c;
        do
            c = (spot){random_range(s, -1.0f, 1.0f), random_range(s, -1.0f, 1.0f)};
        while (c.x * c.x + c.y * c.y > 1.0f);
        const float part = lattice ? 6.0f : 1.0e4f;
        cloud[i].x = (float)((double)(float)(int)(c.x * part) * size) + away;
        cloud[i].y = (float)((double)(float)(int)(c.y * part) * size) - away;
    }
    make_hull(s, cloud, choice.vertices, flat, &polygon);
    const hail_loops loops = plot_loops(&polygon);
    dots_make(seed, &loops, 200, &points);
    if (!oracle_convex(&loops))
        return; /* all on one line */
    totals.differ++;
    hold_all(seed, &choice);
}

Test(points_inside, convex) {
    memset(&totals, 0, sizeof totals);
    random_seeds(1500, hold_convex);
    uint64_t seed;
    cr_assert(random_seed_given(&seed) || totals.differ > 700, "%zu were convex", totals.differ);
}
