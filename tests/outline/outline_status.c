/* tests/outline/outline_status.c - what outlines, enclosing polygons and decompositions refuse, with which status, and
 * where the fault is reported. */
#include <criterion/criterion.h>

#include <math.h>

#include "outline_inputs.h"
#include "outline_masks.h"
#include "shared/random_world.h"

enum { NEVER = -1 };

static contours c;
static const float never[] = {NAN, INFINITY, -INFINITY};

static void is(hail_status status, hail_status want, const char *what) {
    cr_assert_eq(status, want, "%s: %s, should be: %s", what, hail_status_text(status), hail_status_text(want));
}

/* ---- Polygons that are none -------------------------------------------------------------------------------------- */

static hail_polygons *const stale = (hail_polygons *)&c; /* must be overwritten, and not be read */

static hail_decompose_report refused(hail_loops polygon, hail_status want, const char *what) {
    hail_decompose_report report = {0};
    hail_polygons *parts = stale;
    is(hail_decompose(&polygon, NULL, &parts, &report), want, what);
    cr_assert_null(parts, "%s", what);
    parts = stale;
    is(hail_decompose(&polygon, NULL, &parts, NULL), want, what);
    cr_assert_null(parts, "%s", what);
    return report;
}

static bool edge_there(const hail_loops *loops, uint32_t loop, uint32_t vertex) {
    return loop < loops->count && vertex < loops_size(loops, loop);
}

static double edge_distance(const hail_loops *loops, uint32_t loop, uint32_t vertex, float x, float y) {
    return spot_distance((double)x, (double)y, loops_spot(loops, loop, vertex), loops_spot(loops, loop, vertex + 1));
}

/* Whether the vertex or edge that a report names has the fault. */
static bool well_placed(const hail_loops *loops, hail_status status, const hail_decompose_report *p) {
    if (!edge_there(loops, p->loop, p->vertex) || edge_distance(loops, p->loop, p->vertex, p->x, p->y) > 1.0e-3)
        return false;
    const spot before = loops_spot(loops, p->loop, p->vertex + loops_size(loops, p->loop) - 1),
               at = loops_spot(loops, p->loop, p->vertex), to = loops_spot(loops, p->loop, p->vertex + 1);
    if (status == HAIL_DEGENERATE) {
        const double along = ((double)at.x - (double)before.x) * ((double)to.x - (double)at.x) +
                             ((double)at.y - (double)before.y) * ((double)to.y - (double)at.y);
        return (at.x == to.x && at.y == to.y) || (spot_turn(before, at, to) == 0 && along < 0.0);
    }
    return edge_there(loops, p->loop_b, p->vertex_b) && (p->loop != p->loop_b || p->vertex != p->vertex_b) &&
           edge_distance(loops, p->loop_b, p->vertex_b, p->x, p->y) <= 1.0e-3 &&
           spot_meet(at, to, loops_spot(loops, p->loop_b, p->vertex_b), loops_spot(loops, p->loop_b, p->vertex_b + 1));
}

static void misplaced(const hail_loops *loops, hail_status status, const hail_decompose_report *p, const char *what) {
    cr_assert(well_placed(loops, status, p), "%s: loop %u, vertex %u, and loop %u, vertex %u, about (%g, %g): %s", what,
              (unsigned)p->loop, (unsigned)p->vertex, (unsigned)p->loop_b, (unsigned)p->vertex_b, (double)p->x,
              (double)p->y, contours_text(0, &c));
}

static void hold(const spot *a, size_t size_a, const spot *b, size_t size_b, hail_status want, const char *what) {
    for (size_t first = 0; first < size_a; first++) { /* wherever the loop begins */
        for (int way = 0; way < 2; way++) {
            spot at[16];
            for (size_t i = 0; i < size_a; i++)
                at[i] = a[(first + (way == 0 ? i : size_a - i)) % size_a];
            c.count = 0;
            cr_assert(contours_add(&c, at, size_a) && (size_b == 0 || contours_add(&c, b, size_b)));
            const hail_loops loops = contours_loops(&c);
            const hail_decompose_report report = refused(loops, want, what);
            misplaced(&loops, want, &report, what);
        }
    }
}

#define LOOP(...) ((const spot[]){__VA_ARGS__}), sizeof((const spot[]){__VA_ARGS__}) / sizeof(spot)

Test(outline_status, degenerate) {
    static const spot outside[] = {{0, 0}, {90, 0}, {90, 90}, {0, 90}};
    hold(LOOP({0, 0}, {9, 0}, {9, 0}, {9, 9}), NULL, 0, HAIL_DEGENERATE, "two equal vertices");
    hold(LOOP({0, 0}, {0, 0}, {0, 0}), NULL, 0, HAIL_DEGENERATE, "nothing but equal vertices");
    hold(LOOP({20, 30}, {20, 30}, {40, 40}), outside, 4, HAIL_DEGENERATE, "two equal vertices of a hole");
    hold(LOOP({0, 0}, {9, 0}, {9, 9}, {9, 4}, {0, 9}), NULL, 0, HAIL_DEGENERATE, "an edge that turns back");
    hold(LOOP({0, 0}, {9, 0}, {9, 4}, {15, 10}, {9, 4}, {9, 9}, {0, 9}), NULL, 0, HAIL_DEGENERATE, "a whisker");
    hold(LOOP({0, 0}, {3, 3}, {9, 9}), NULL, 0, HAIL_DEGENERATE, "all on a line");
    hold(LOOP({0, 0}, {0.1f, 0.3f}, {0.2f, 0.6f}), outside, 0, HAIL_DEGENERATE, "all on a line");
}

Test(outline_status, crossing) {
    static const spot square[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}}, island[] = {{-9, -9}, {-1, -9}, {-5, -2}};
    hold(LOOP({0, 0}, {9, 9}, {9, 0}, {0, 9}), NULL, 0, HAIL_CROSSING, "a bow tie");
    hold(LOOP({0, 0}, {4, 4}, {9, 0}, {9, 9}, {4, 4}, {0, 9}), NULL, 0, HAIL_CROSSING, "it touches at a vertex");
    hold(LOOP({0, 0}, {9, 0}, {9, 9}, {4, 0}, {0, 9}), NULL, 0, HAIL_CROSSING, "a vertex on another edge");
    hold(LOOP({0, 0}, {9, 0}, {9, 5}, {7, 0}, {2, 0}, {0, 5}), NULL, 0, HAIL_CROSSING, "edges that lie on one another");
    hold(LOOP({0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {9, 0}, {9, 9}, {0, 9}), NULL, 0, HAIL_CROSSING, "twice round");
    hold(LOOP({3, 3}, {12, 4}, {4, 7}), square, 4, HAIL_CROSSING, "loops that cross");
    hold(LOOP({3, 3}, {6, 3}, {9, 9}), square, 4, HAIL_CROSSING, "a hole that touches a corner");
    hold(LOOP({3, 3}, {9, 5}, {3, 6}), square, 4, HAIL_CROSSING, "a hole that touches an edge");
    hold(LOOP({3, 3}, {9, 3}, {9, 6}, {3, 6}), square, 4, HAIL_CROSSING, "a hole along an edge");
    hold(LOOP({9, 2}, {15, 2}, {15, 5}, {9, 5}), square, 4, HAIL_CROSSING, "islands that share a side");
    hold(LOOP({9, 9}, {15, 9}, {15, 15}), square, 4, HAIL_CROSSING, "islands that share a corner");
    hold(LOOP({0, 0}, {9, 0}, {9, 9}, {0, 9}), square, 4, HAIL_CROSSING, "a loop and itself");
    hold(LOOP({-3, -3}, {-8, -10}, {-2, -8}), island, 3, HAIL_CROSSING, "triangles that cross");
    /* On a line but for less than single, or double, precision can tell; and all but so. */
    hold(LOOP({0, 0}, {3, 1}, {6, 9}, {0.75f, 0.25f}, {-4, 8}), NULL, 0, HAIL_CROSSING, "a vertex on another edge");
    hold(LOOP({9.0e5f, 1}, {0, 3}, {-9.0e5f, 5}, {0, 9}, {0x1p-60f, 3}, {-5, 9}), NULL, 0, HAIL_CROSSING,
         "a vertex that is too high by nothing");
}

/* Of random loops with faults, the reported vertex or edge has one. */
static void hold_tangle(uint64_t seed) {
    contours_tangle(seed, &c);
    const hail_loops loops = contours_loops(&c);
    hail_decompose_report report = {0};
    hail_polygons *parts = stale;
    const hail_status status = hail_decompose(&loops, NULL, &parts, &report);
    const uint32_t faults = loops_faults(&loops);
    cr_assert_eq(status == HAIL_OK, faults == 0, "%s, faults %x: %s", hail_status_text(status), (unsigned)faults,
                 contours_text(seed, &c));
    hail_polygons_destroy(parts);
    if (status == HAIL_OK)
        return;
    cr_assert((status == HAIL_DEGENERATE && (faults & FAULT_DEGENERATE) != 0) ||
                  (status == HAIL_CROSSING && (faults & FAULT_CROSSING) != 0),
              "%s, faults %x: %s", hail_status_text(status), (unsigned)faults, contours_text(seed, &c));
    misplaced(&loops, status, &report, "tangle");
}

Test(outline_status, tangles) { random_seeds(20000, hold_tangle); }

Test(outline_status, numbers) {
    static const spot square[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
    static const spot inside[] = {{3, 3}, {6, 3}, {3, 6}};
    for (uint32_t bad = 0; bad < 14; bad++) {
        for (int k = 0; k < 3; k++) {
            c.count = 0;
            contours_add(&c, square, 4), contours_add(&c, inside, 3);
            const hail_loops loops = contours_loops(&c);
            (bad % 2 == 0 ? c.x : c.y)[bad / 2] = never[k];
            const hail_decompose_report report = refused(loops, HAIL_NOT_FINITE, "not finite");
            cr_assert(report.loop == bad / 8 && report.vertex == bad / 2 - 4 * (bad / 8), "loop %u, vertex %u",
                      (unsigned)report.loop, (unsigned)report.vertex);
            (bad % 2 == 0 ? c.x : c.y)[bad / 2] = k == 2 ? -1.0000001e6f : 1.0000001e6f;
            refused(loops, HAIL_TOO_LARGE, "too large");
        }
    }
    c.count = 0;
    contours_add(&c, (const spot[]){{0, 0}, {8.0e5f, 8.0e5f}, {0, 9}}, 3);
    refused(contours_loops(&c), HAIL_TOO_LARGE, "too large askew");
    c.count = 0;
    contours_add(&c, (const spot[]){{0, 0}, {1.0e6f, 0}, {6.0e5f, 8.0e5f}}, 3);
    hail_polygons *parts = NULL;
    const hail_loops loops = contours_loops(&c);
    is(hail_decompose(&loops, NULL, &parts, NULL), HAIL_OK, "as large as may be");
    cr_assert_eq(hail_polygons_loops(parts)->count, 1);
    hail_polygons_destroy(parts);
}

Test(outline_status, loops) {
    static const float x[] = {0, 9, 9, 0, 3, 6, 6}, y[] = {0, 0, 9, 9, 3, 3, 6};
    static const uint32_t good[] = {0, 4, 7}, late[] = {1, 4, 7}, back[] = {0, 4, 3}, few[] = {0, 4, 6},
                          none[] = {0, 0, 7};
    const hail_loops polygon = {x, y, good, 2};
    hail_loops p = polygon;
    hail_polygons *parts = stale;
    hail_decompose_options options;
    hail_decompose_options_defaults(&options);
    cr_assert(options.max_vertices == HAIL_MAX_VERTICES && options.context == NULL);
    p.x = NULL, refused(p, HAIL_BAD_ARGUMENT, "no x"), p = polygon;
    p.y = NULL, refused(p, HAIL_BAD_ARGUMENT, "no y"), p = polygon;
    p.start = NULL, refused(p, HAIL_BAD_ARGUMENT, "no starts");
    p.start = late, refused(p, HAIL_BAD_ARGUMENT, "the first does not start at 0");
    p.start = back, refused(p, HAIL_BAD_ARGUMENT, "starts that do not ascend");
    p.start = few;
    cr_assert_eq(refused(p, HAIL_TOO_FEW_VERTICES, "a loop of 2").loop, 1);
    p.start = none;
    cr_assert_eq(refused(p, HAIL_TOO_FEW_VERTICES, "a loop of none").loop, 0);
    is(hail_decompose(&polygon, NULL, NULL, NULL), HAIL_BAD_ARGUMENT, "nowhere to put them");
    for (options.max_vertices = 0; options.max_vertices < 3; options.max_vertices++) {
        parts = stale;
        is(hail_decompose(&polygon, &options, &parts, NULL), HAIL_OUT_OF_RANGE, "parts of fewer than 3");
        cr_assert_null(parts);
    }
    is(hail_decompose(&(hail_loops){0}, NULL, &parts, NULL), HAIL_OK, "no loops, as of an empty sprite");
    cr_assert_eq(hail_polygons_loops(parts)->count, 0);
    hail_polygons_destroy(parts);
    cr_assert_eq(hail_polygons_loops(NULL)->count, 0);
    hail_polygons_destroy(NULL);
}

/* ---- Outlines, enclosing polygons -------------------------------------------------------------------------------- */

static mask image;

Test(outline_status, outlines) {
    hail_spriteset *set = NULL;
    hail_trace_options options;
    hail_trace_options_defaults(&options);
    hail_polygons *outline = stale;
    cr_assert(options.error == 1.0f && options.min_pixels == 0 && !options.fill_holes && options.context == NULL);
    cr_assert_eq(hail_spriteset_create(NULL, &set), HAIL_OK);
    is(hail_trace(set, 0, NULL, &outline), HAIL_OUT_OF_RANGE, "no sprite at all");
    cr_assert_null(outline);
    image.width = 5, image.height = 3;
    mask_add(&image, set, false);
    image.pixel[1][2] = 1;
    mask_add(&image, set, true);
    is(hail_trace(NULL, 1, NULL, &outline), HAIL_BAD_ARGUMENT, "no set");
    is(hail_trace(set, 1, NULL, NULL), HAIL_BAD_ARGUMENT, "nowhere to put it");
    for (int k = 0; k < 3; k++) {
        outline = stale, options.error = never[k];
        is(hail_trace(set, 1, &options, &outline), HAIL_NOT_FINITE, "error");
        cr_assert_null(outline);
    }
    outline = stale, options.error = -0x1p-149f;
    is(hail_trace(set, 1, &options, &outline), HAIL_OUT_OF_RANGE, "an error of less than nothing");
    cr_assert_null(outline);
    outline = stale;
    is(hail_trace(set, 2, NULL, &outline), HAIL_OUT_OF_RANGE, "no such sprite");
    cr_assert_null(outline);
    is(hail_trace(set, 0, NULL, &outline), HAIL_OK, "an empty sprite");
    cr_assert_eq(hail_polygons_loops(outline)->count, 0);
    hail_polygons_destroy(outline);
    for (options.error = 0.0f; options.error < 3.0e38f; options.error = options.error * 10.0f + 1.0f) {
        is(hail_trace(set, 1, &options, &outline), HAIL_OK, "a large error");
        const hail_loops loops = *hail_polygons_loops(outline);
        cr_assert(loops.count == 1 && loops_size(&loops, 0) >= 3 && loops_faults(&loops) == 0);
        hail_polygons_destroy(outline);
    }
    hail_spriteset_destroy(set);
}

Test(outline_status, enclosing) {
    float x[] = {0, 9, 9, 0, 5}, y[] = {0, 0, 9, 9, 14}, px[8], py[8];
    uint32_t n;
    hail_spriteset *set = NULL;
    is(hail_enclose(NULL, NULL, y, 5, 4, px, py, &n), HAIL_BAD_ARGUMENT, "no x");
    is(hail_enclose(NULL, x, NULL, 5, 4, px, py, &n), HAIL_BAD_ARGUMENT, "no y");
    is(hail_enclose(NULL, x, y, 5, 4, NULL, py, &n), HAIL_BAD_ARGUMENT, "nowhere to write");
    is(hail_enclose(NULL, x, y, 5, 4, px, NULL, &n), HAIL_BAD_ARGUMENT, "nowhere to write");
    is(hail_enclose(NULL, x, y, 5, 4, px, py, NULL), HAIL_BAD_ARGUMENT, "nowhere to write");
    cr_assert_neq(hail_enclose(NULL, x, y, 0, 4, px, py, &n), HAIL_OK, "no points");
    for (uint32_t most = 0; most < 20; most += most == 2 ? 7 : 1)
        cr_assert_neq(hail_enclose(NULL, x, y, 5, most, px, py, &n), HAIL_OK, "most %u", (unsigned)most);
    for (int bad = 0; bad < 5; bad++) {
        for (int k = 0; k < 3; k++) {
            const float kept = x[bad];
            x[bad] = never[k];
            is(hail_enclose(NULL, x, y, 5, 4, px, py, &n), HAIL_NOT_FINITE, "x");
            is(hail_enclose(NULL, y, x, 5, 4, px, py, &n), HAIL_NOT_FINITE, "y");
            x[bad] = 1.1e6f;
            cr_assert_neq(hail_enclose(NULL, x, y, 5, 4, px, py, &n), HAIL_OK, "too far");
            x[bad] = kept;
        }
    }
    for (uint32_t most = 3; most <= HAIL_MAX_VERTICES; most++) { /* nothing with so few corners fits around them */
        float round_x[64], round_y[64];
        for (int i = 0; i < 64; i++)
            round_x[i] = cosf((float)i * 0.09817477f) * 999999.0f,
            round_y[i] = sinf((float)i * 0.09817477f) * 999999.0f;
        is(hail_enclose(NULL, round_x, round_y, 64, most, px, py, &n), HAIL_TOO_LARGE, "a circle of all there is");
    }
    cr_assert_eq(hail_spriteset_create(NULL, &set), HAIL_OK);
    image.width = 5, image.height = 3;
    mask_add(&image, set, false);
    is(hail_enclose_sprite(set, 0, 3, px, py, &n), HAIL_OK, "an empty sprite");
    cr_assert_eq(n, 0);
    is(hail_enclose_sprite(set, 1, 3, px, py, &n), HAIL_OUT_OF_RANGE, "no such sprite");
    is(hail_enclose_sprite(NULL, 0, 3, px, py, &n), HAIL_BAD_ARGUMENT, "no set");
    is(hail_enclose_sprite(set, 0, 3, NULL, py, &n), HAIL_BAD_ARGUMENT, "nowhere to write");
    is(hail_enclose_sprite(set, 0, 3, px, NULL, &n), HAIL_BAD_ARGUMENT, "nowhere to write");
    is(hail_enclose_sprite(set, 0, 3, px, py, NULL), HAIL_BAD_ARGUMENT, "nowhere to write");
    cr_assert_neq(hail_enclose_sprite(set, 0, 2, px, py, &n), HAIL_OK, "most 2");
    cr_assert_neq(hail_enclose_sprite(set, 0, 9, px, py, &n), HAIL_OK, "most 9");
    hail_spriteset_destroy(set);
}
