/* tests/outline/outline_repair.c - polygons that hail_decompose only accepts with hail_decompose_options.repair. */
#include <criterion/criterion.h>

#include <string.h>

#include "outline_inputs.h"
#include "outline_near.h"
#include "shared/random_world.h"

static contours c;

static hail_status cut(uint32_t repair, uint32_t most, hail_polygons **made, hail_decompose_report *report) {
    const hail_loops polygon = contours_loops(&c);
    hail_decompose_options options;
    hail_decompose_options_defaults(&options);
    options.repair = repair;
    options.max_vertices = most;
    return hail_decompose(&polygon, &options, made, report);
}

/* ---- By hand ----------------------------------------------------------------------------------------------------- */

typedef struct counts {
    uint32_t closing, doubled, touching, straight;
} counts;

static double area_of(const hail_loops *parts) {
    exact_sum area = {.count = 0};
    for (size_t k = 0; k < parts->count; k++)
        loops_area(parts, k, 1.0, &area);
    return exact_rounded(&area) / 2.0;
}

/* Is refused as it is, and repaired has this area, and these counts. */
static void hold(const char *what, hail_status refused, double area, counts must) {
    static const uint32_t limits[] = {3, HAIL_MAX_VERTICES, UINT32_MAX};
    hail_polygons *made = NULL;
    hail_decompose_report report;
    cr_assert_eq(cut(0, HAIL_MAX_VERTICES, &made, &report), refused, "%s", what);
    for (int k = 0; k < 3; k++) {
        const hail_status status = cut(1, limits[k], &made, &report);
        cr_assert_eq(status, HAIL_OK, "%s: %s", what, hail_status_text(status));
        const hail_loops parts = *hail_polygons_loops(made);
        cr_assert_eq(area_of(&parts), area, "%s: %g, should be %g", what, area_of(&parts), area);
        for (size_t p = 0; p < parts.count; p++) {
            hail_convex convex;
            const uint32_t start = parts.start[p];
            cr_assert_eq(hail_convex_polygon(parts.x + start, parts.y + start, loops_size(&parts, p), 0.0f, &convex),
                         HAIL_OK, "%s", what);
        }
        cr_assert(report.closing_points == must.closing && report.double_points == must.doubled &&
                      report.touching_points == must.touching && report.straight_corners == must.straight,
                  "%s: %u closing, %u double, %u touching, %u straight", what, (unsigned)report.closing_points,
                  (unsigned)report.double_points, (unsigned)report.touching_points, (unsigned)report.straight_corners);
        hail_polygons_destroy(made);
    }
}

#define LOOP(...) contours_add(&c, (const spot[]){__VA_ARGS__}, sizeof((const spot[]){__VA_ARGS__}) / sizeof(spot))

Test(outline_repair, vertices) {
    c.count = 0, LOOP({0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0});
    hold("a closing point", HAIL_DEGENERATE, 81, (counts){1, 0, 0, 0});
    c.count = 0, LOOP({0, 0}, {9, 0}, {9, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {0, 0});
    hold("double points", HAIL_DEGENERATE, 81, (counts){1, 3, 0, 0});
    c.count = 0, LOOP({0, 0}, {4, 0}, {9, 0}, {9, 9}, {9, 9}, {0, 9}, {0, 5});
    hold("vertices on straight sides", HAIL_DEGENERATE, 81, (counts){0, 1, 0, 2});
    c.count = 0, LOOP({0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}), LOOP({3, 3}, {6, 3}, {6, 3}, {6, 6}, {3, 6}, {3, 3});
    hold("a hole, too", HAIL_DEGENERATE, 72, (counts){2, 1, 0, 0});
}

Test(outline_repair, touching) {
    c.count = 0, LOOP({0, 0}, {4, 4}, {9, 0}, {9, 9}, {4, 4}, {0, 9});
    hold("two triangles, as one loop", HAIL_CROSSING, 40.5, (counts){0, 0, 1, 0});
    c.count = 0, LOOP({0, 0}, {4, 4}, {9, 9}, {9, 0}, {4, 4}, {0, 9});
    hold("which goes straight on", HAIL_CROSSING, 40.5, (counts){0, 0, 1, 0});
    c.count = 0, LOOP({0, 0}, {9, 0}, {9, 9}, {0, 9}), LOOP({9, 9}, {15, 9}, {15, 15}, {9, 15});
    hold("islands that share a corner", HAIL_CROSSING, 117, (counts){0, 0, 1, 0});
    c.count = 0, LOOP({0, 0}, {9, 0}, {9, 9}, {0, 9}), LOOP({9, 9}, {3, 3}, {6, 3});
    hold("a hole that touches a corner", HAIL_CROSSING, 72, (counts){0, 0, 1, 0});
    c.count = 0, LOOP({0, 0}, {9, 0}, {9, 9}, {0, 9}), LOOP({0, 0}, {9, 9}, {3, 6});
    hold("a hole that touches two", HAIL_CROSSING, 67.5, (counts){0, 0, 2, 0});
    c.count = 0, LOOP({0, 0}, {12, 0}, {12, 12}, {0, 12}), LOOP({2, 2}, {6, 6}, {2, 10}),
    LOOP({6, 6}, {10, 2}, {10, 10});
    hold("holes that touch", HAIL_CROSSING, 112, (counts){0, 0, 1, 0});
    c.count = 0, LOOP({0, 0}, {5, 0}, {9, 0}, {9, 9}, {4, 9}, {0, 9}), LOOP({5, 0}, {7, 3}, {3, 3});
    hold("a hole that touches a vertex on a side", HAIL_CROSSING, 75, (counts){0, 0, 1, 1});
    c.count = 0, LOOP({0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}), LOOP({9, 9}, {15, 9}, {15, 9}, {15, 15}, {9, 15});
    hold("all at once", HAIL_DEGENERATE, 117, (counts){1, 1, 1, 0});
}

/* What no repair is for. */
Test(outline_repair, refused) {
    static const struct {
        spot at[10];
        size_t count;
        hail_status must;
    } bad[] = {{{{0, 0}, {9, 9}, {9, 0}, {0, 9}}, 4, HAIL_CROSSING},
               {{{0, 0}, {9, 0}, {9, 9}, {4, 0}, {0, 9}}, 5, HAIL_CROSSING},
               {{{0, 0}, {9, 0}, {9, 5}, {7, 0}, {2, 0}, {0, 5}}, 6, HAIL_CROSSING},
               {{{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {9, 0}, {9, 9}, {0, 9}}, 8, HAIL_CROSSING},
               {{{0, 0}, {9, 0}, {9, 9}, {9, 4}, {0, 9}}, 5, HAIL_DEGENERATE},
               {{{5, 5}, {5, 5}, {5, 5}, {5, 5}}, 4, HAIL_DEGENERATE},
               {{{0, 0}, {9, 9}, {9, 9}, {0, 0}}, 4, HAIL_DEGENERATE}};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        hail_polygons *made = NULL;
        hail_decompose_report report = {0};
        c.count = 0;
        contours_add(&c, bad[k].at, bad[k].count);
        cr_assert_eq(cut(1, HAIL_MAX_VERTICES, &made, &report), bad[k].must, "%zu", k);
        cr_assert(made == NULL && report.vertex < bad[k].count && report.vertex_b < bad[k].count, "%zu", k);
    }
}

/* ---- Cells that touch in corners --------------------------------------------------------------------------------- */

enum { CELLS = 10 };

typedef struct cells {
    bool solid[CELLS][CELLS], seen[CELLS + 1][CELLS + 1][4];
    int shear;
    size_t touching; /* places with four edges */
} cells;

static const int step_x[4] = {1, 0, -1, 0}, step_y[4] = {0, 1, 0, -1};

static bool solid(const cells *g, int x, int y) { return x >= 0 && y >= 0 && x < CELLS && y < CELLS && g->solid[y][x]; }

/* Whether an edge leads from a corner in a direction, with a solid cell on the side that +y is on for +x. */
static bool leads(const cells *g, int x, int y, int way) {
    const int in_x = x - (way == 1 || way == 2), in_y = y - (way == 2 || way == 3);
    const int out_x = x - (way == 2 || way == 3), out_y = y - (way == 0 || way == 3);
    return solid(g, in_x, in_y) && !solid(g, out_x, out_y);
}

static spot corner_of(const cells *g, int x, int y) { return (spot){(float)(x + g->shear * y), (float)y}; }

/* The loop that starts with an edge. Where two edges lead on, it takes either; some vertices come twice. */
static void trace(cells *g, int x, int y, int way, uint64_t *s) {
    static spot at[8 * CELLS * CELLS];
    size_t n = 0;
    const int first_x = x, first_y = y, first_way = way;
    do {
        g->seen[y][x][way] = true;
        at[n++] = corner_of(g, x, y);
        if (random_pick(s, 30) == 0)
            at[n] = at[n - 1], n++;
        x += step_x[way], y += step_y[way];
        const int left = (way + 1) % 4, right = (way + 3) % 4;
        const bool at_first = x == first_x && y == first_y;
        const bool to_left = leads(g, x, y, left) && (!g->seen[y][x][left] || (at_first && left == first_way));
        const bool to_right = leads(g, x, y, right) && (!g->seen[y][x][right] || (at_first && right == first_way));
        if (to_left || to_right)
            way = to_left && (!to_right || random_pick(s, 2) == 0) ? left : right;
    } while (x != first_x || y != first_y || way != first_way);
    if (random_pick(s, 3) == 0)
        at[n++] = at[0];
    cr_assert(contours_add(&c, at, n));
}

static double draw_cells(cells *g, uint64_t *s) {
    double area = 0.0;
    const uint32_t share = 1 + random_pick(s, 5), size = 2 + random_pick(s, CELLS - 1);
    memset(g, 0, sizeof *g);
    g->shear = (int)random_pick(s, 5) - 2;
    for (uint32_t y = 0; y < size; y++)
        for (uint32_t x = 0; x < size; x++) {
            g->solid[y][x] = random_pick(s, 6) < share;
            area += g->solid[y][x];
        }
    c.count = 0;
    for (int y = 0; y <= CELLS; y++)
        for (int x = 0; x <= CELLS; x++) {
            int edges = 0;
            for (int way = 0; way < 4; way++)
                edges += leads(g, x, y, way);
            g->touching += edges == 2;
            for (int way = 0; way < 4 && c.count < CONTOUR_LOOPS - 1; way++)
                if (leads(g, x, y, way) && !g->seen[y][x][way])
                    trace(g, x, y, way, s);
        }
    return area;
}

/* How many parts hold a point. */
static size_t holders(const hail_loops *parts, double x, double y) {
    size_t count = 0;
    for (size_t k = 0; k < parts->count; k++)
        count += loops_hold(parts, k, (spot){(float)x, (float)y});
    return count;
}

static void hold_cells(uint64_t seed) {
    static cells g;
    uint64_t state = seed * 77 + 5;
    const double area = draw_cells(&g, &state);
    if (area == 0.0 || c.count >= CONTOUR_LOOPS - 1)
        return;
    for (int k = 0; k < 2; k++) {
        hail_polygons *made = NULL;
        hail_decompose_report report;
        const hail_status status = cut(1, k == 0 ? UINT32_MAX : HAIL_MAX_VERTICES, &made, &report);
        cr_assert_eq(status, HAIL_OK, "%s: %s", hail_status_text(status), contours_text(seed, &c));
        const hail_loops parts = *hail_polygons_loops(made);
        cr_assert_eq(area_of(&parts), area, "%g, should be %g: %s", area_of(&parts), area, contours_text(seed, &c));
        cr_assert_eq(report.touching_points, g.touching, "%s", contours_text(seed, &c));
        for (int y = 0; y < CELLS; y++)
            for (int x = 0; x < CELLS; x++) {
                const double at_y = y + 0.31, at_x = x + 0.77 + g.shear * at_y;
                cr_assert_eq(holders(&parts, at_x, at_y), g.solid[y][x], "(%g, %g): %s", at_x, at_y,
                             contours_text(seed, &c));
            }
        hail_polygons_destroy(made);
    }
}

Test(outline_repair, cells) { random_seeds(3000, hold_cells); }

/* Repair changes nothing where there is nothing to repair. */
static void hold_same(uint64_t seed) {
    const contour_choice choice = {.kind = (contour_kind)(seed % CONTOUR_KINDS),
                                   .grid = (contour_grid)(seed % 2),
                                   .vertices = 5 + (uint32_t)(seed % 30),
                                   .more = (uint32_t)(seed % 4)};
    hail_polygons *plain = NULL, *repaired = NULL;
    hail_decompose_report report[2];
    contours_make(seed, &choice, &c);
    cr_assert(cut(0, HAIL_MAX_VERTICES, &plain, &report[0]) == HAIL_OK &&
                  cut(1, HAIL_MAX_VERTICES, &repaired, &report[1]) == HAIL_OK,
              "%s", contours_text(seed, &c));
    const hail_loops a = *hail_polygons_loops(plain), b = *hail_polygons_loops(repaired);
    cr_assert(memcmp(&report[0], &report[1], sizeof report[0]) == 0 && a.count == b.count &&
                  memcmp(a.x, b.x, loops_total(&a) * sizeof(float)) == 0 &&
                  memcmp(a.y, b.y, loops_total(&a) * sizeof(float)) == 0,
              "%s", contours_text(seed, &c));
    hail_polygons_destroy(plain);
    hail_polygons_destroy(repaired);
}

Test(outline_repair, same) { random_seeds(300, hold_same); }

/* Small polygons of every fault: what repair accepts has no other fault than those that it mends. */
static void hold_tangle(uint64_t seed) {
    hail_polygons *made = NULL;
    hail_decompose_report report;
    contours_tangle(seed, &c);
    const hail_loops polygon = contours_loops(&c);
    const hail_status status = cut(1, UINT32_MAX, &made, &report);
    cr_assert(status == HAIL_OK || status == HAIL_DEGENERATE || status == HAIL_CROSSING, "%s", contours_text(seed, &c));
    cr_assert(loops_faults(&polygon) != 0 || status == HAIL_OK, "%s", contours_text(seed, &c));
    for (int y = -1; y < 7 && status == HAIL_OK; y++)
        for (int x = -1; x < 7; x++) {
            const spot p = {(float)x + 0.4137f, (float)y + 0.3719f};
            bool inside = false;
            for (size_t k = 0; k < polygon.count; k++)
                inside = inside != loops_hold(&polygon, k, p);
            cr_assert_eq(holders(hail_polygons_loops(made), (double)p.x, (double)p.y), inside, "(%g, %g): %s",
                         (double)p.x, (double)p.y, contours_text(seed, &c));
        }
    hail_polygons_destroy(made);
}

Test(outline_repair, tangles) { random_seeds(20000, hold_tangle); }
