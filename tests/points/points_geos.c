/* tests/points/points_geos.c - points in polygons, and their distance from the boundary, against GEOS.
 *
 * GEOS prepares one polygon per loop. Its predicates are exact, so that every point can be compared that it does not
 * place on the boundary itself.
 *
 * A failure names its seed. HAIL_TEST_SEED=n runs that polygon alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>

#include "points_inputs.h"
#include "shared/random_world.h"

#ifdef HAVE_GEOS
#include <geos_c.h>

enum { MANY = 300, MOST = 2000 };

static GEOSContextHandle_t geos;
static plot polygon;
static dots points;
static uint8_t inside[3][MANY];
static int32_t winding[MANY];
static hail_nearest_point nearest[MANY];

/* A loop, its ring for distances, and its winding. */
typedef struct shape {
    GEOSGeometry *loop, *ring;
    const GEOSPreparedGeometry *prepared, *prepared_ring;
    int winding;
    bool valid;
} shape;

static shape shapes[PLOT_LOOPS];

static GEOSCoordSequence *sequence_of(const hail_loops *loops, size_t k) {
    const size_t n = loops_size(loops, k);
    GEOSCoordSequence *at = GEOSCoordSeq_create_r(geos, (unsigned)n + 1, 2);
    for (size_t i = 0; i <= n; i++) {
        const spot p = loops_spot(loops, k, i);
        GEOSCoordSeq_setXY_r(geos, at, (unsigned)i, (double)oracle_settled(p.x), (double)oracle_settled(p.y));
    }
    return at;
}

static shape shape_of(const hail_loops *loops, size_t k) {
    shape s = {.winding = loops_winding(loops, k)};
    s.loop = GEOSGeom_createPolygon_r(geos, GEOSGeom_createLinearRing_r(geos, sequence_of(loops, k)), NULL, 0);
    s.ring = GEOSGeom_createLinearRing_r(geos, sequence_of(loops, k));
    cr_assert(s.loop != NULL && s.ring != NULL);
    s.prepared = GEOSPrepare_r(geos, s.loop);
    s.prepared_ring = GEOSPrepare_r(geos, s.ring);
    s.valid = GEOSisValid_r(geos, s.loop) == 1;
    return s;
}

static void shape_free(shape *s) {
    GEOSPreparedGeom_destroy_r(geos, s->prepared);
    GEOSPreparedGeom_destroy_r(geos, s->prepared_ring);
    GEOSGeom_destroy_r(geos, s->loop);
    GEOSGeom_destroy_r(geos, s->ring);
}

static struct {
    size_t asked, within, refused;
    double distance; /* ulps */
} totals;

/* False: GEOS places it on a boundary, for which it has no rule. */
static bool rounds_of(const hail_loops *loops, const GEOSGeometry *at, int *turns, unsigned *depth) {
    *turns = 0, *depth = 0;
    for (size_t k = 0; k < loops->count; k++) {
        const bool within = GEOSPreparedContains_r(geos, shapes[k].prepared, at) == 1;
        if (!within && GEOSPreparedIntersects_r(geos, shapes[k].prepared, at) == 1)
            return false;
        *depth += within;
        *turns += within ? shapes[k].winding : 0;
    }
    return true;
}

static void hold_point(uint64_t seed, const plot_choice *choice, const hail_loops *loops, size_t i) {
    const char *text = plot_text(seed, choice, points.x[i], points.y[i]);
    GEOSGeometry *at =
        GEOSGeom_createPointFromXY_r(geos, (double)oracle_settled(points.x[i]), (double)oracle_settled(points.y[i]));
    double distance = HUGE_VAL;
    int turns;
    unsigned depth;
    for (size_t k = 0; k < loops->count; k++) {
        double to = -1.0;
        cr_assert_eq(GEOSPreparedDistance_r(geos, shapes[k].prepared_ring, at, &to), 1);
        distance = fmin(distance, to);
    }
    const double ulp =
        oracle_ulp(fmax(oracle_reach(loops), fmax(fabs((double)points.x[i]), fabs((double)points.y[i]))));
    const double error = fabs(sqrt((double)nearest[i].squared) - distance) / ulp;
    totals.distance = fmax(totals.distance, error);
    cr_assert(error <= 8.0, "distance %.9g, should be %.9g: %s", sqrt((double)nearest[i].squared), distance, text);
    if (rounds_of(loops, at, &turns, &depth)) {
        totals.asked++;
        totals.within += depth > 0;
        cr_assert(inside[HAIL_BY_CROSSINGS][i] == depth % 2, "in %u loops: %s", depth, text);
        cr_assert(inside[HAIL_BY_WINDING][i] == (turns != 0), "%d turns: %s", turns, text);
        cr_assert(inside[HAIL_BY_QUADRANTS][i] == (turns == 1 || turns == -1), "%d turns: %s", turns, text);
        cr_assert_eq(winding[i], turns, "%d turns, should be %d: %s", winding[i], turns, text);
    }
    GEOSGeom_destroy_r(geos, at);
}

static void hold(uint64_t seed) {
    const plot_choice choice = plot_choose(seed, MOST);
    if (!plot_simple(choice.kind))
        return;
    plot_make(seed, &choice, &polygon);
    const hail_loops loops = plot_loops(&polygon);
    bool valid = loops.count > 0;
    for (size_t k = 0; k < loops.count; k++) {
        shapes[k] = shape_of(&loops, k);
        valid = valid && shapes[k].valid;
    }
    if (valid) { /* not if rounding to coarse numbers has made it cross itself */
        dots_make(seed, &loops, MANY, &points);
        for (int method = 0; method < 3; method++)
            cr_assert_eq(hail_points_inside(&points.points, &loops, (hail_inside_method)method, inside[method]),
                         HAIL_OK);
        cr_assert_eq(hail_points_winding(&points.points, &loops, winding), HAIL_OK);
        cr_assert_eq(hail_nearest_on_loops(&points.points, &loops, nearest), HAIL_OK);
        for (size_t i = 0; i < MANY; i++)
            hold_point(seed, &choice, &loops, i);
    }
    totals.refused += !valid;
    for (size_t k = 0; k < loops.count; k++)
        shape_free(&shapes[k]);
}

Test(points_geos, contains_and_distance) {
    uint64_t seed;
    geos = GEOS_init_r();
    random_seeds(10 * PLOT_KINDS * PLOT_SCALES, hold);
    cr_log_info("%zu points, %zu inside; %zu polygons were not valid; distance off by %.2f ulps", totals.asked,
                totals.within, totals.refused, totals.distance);
    cr_assert(random_seed_given(&seed) || totals.asked > MANY * PLOT_KINDS * PLOT_SCALES, "%zu points", totals.asked);
    GEOS_finish_r(geos);
}

#else

Test(points_geos, everything) { cr_skip_test("GEOS was not found when this was built"); }

#endif
