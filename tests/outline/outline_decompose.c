/* tests/outline/outline_decompose.c - convex decompositions of polygons of every kind: parts are convex, exact, and
 * few.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that polygon alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "outline_geos.h"
#include "outline_inputs.h"
#include "outline_minimum.h"
#include "outline_near.h"
#include "shared/random_world.h"

static contours c;
static region r;

/* What the inputs were, so that they stay what they are meant to be. */
static struct tally {
    size_t polygons, exact, holes, islands, reflex, parts, thin, refused, misfit;
    double worst; /* parts, of the most that there may be */
} seen;

static void hold_number(uint64_t seed, size_t parts, uint32_t least, uint32_t most, bool exact) {
    const double share = (double)parts / ((exact ? 2.0 : 2.25) * least + 2.0); /* a bound is less than the least */
    seen.worst = fmax(seen.worst, share);
    seen.exact += exact;
    cr_assert(parts >= least, "%zu parts of at most %u vertices, and %u are the least: %s", parts, (unsigned)most,
              (unsigned)least, contours_text(seed, &c));
    cr_assert(share <= 1.0, "%zu parts of at most %u vertices; the least: %u%s: %s", parts, (unsigned)most,
              (unsigned)least, exact ? "" : " or more", contours_text(seed, &c));
}

static void hold_parts(uint64_t seed, const hail_loops *polygon, const hail_loops *parts, uint32_t most,
                       const hail_decompose_report *report) {
    const char *wrong = parts_wrong(&r, parts, most);
    cr_assert_null(wrong, "most %u: %s: %s", (unsigned)most, wrong, contours_text(seed, &c));
    wrong = geos_parts_wrong(polygon, parts);
    cr_assert_null(wrong, "most %u: %s: %s", (unsigned)most, wrong, contours_text(seed, &c));
    cr_assert_eq(parts_flat(parts), 0, "most %u: a flat corner: %s", (unsigned)most, contours_text(seed, &c));
    const double angle = parts_smallest_angle(parts);
    cr_assert(fabs((double)report->smallest_angle - angle) <= 1.0e-4, "most %u: smallest angle %g, should be %g: %s",
              (unsigned)most, (double)report->smallest_angle, angle, contours_text(seed, &c));
    cr_assert_eq(report->reflex, r.reflex, "reflex %u, should be %zu: %s", (unsigned)report->reflex, r.reflex,
                 contours_text(seed, &c));
    seen.parts += parts->count, seen.thin += angle < 0.01;
    if (most == UINT32_MAX) /* two cuts at a reflex corner are enough to make it convex */
        cr_assert(parts->count <= 2 * r.reflex + r.islands, "%zu parts: %s", parts->count, contours_text(seed, &c));
}

/* c in parts of at most `most`. least 0: as many as there are good reasons for. */
static size_t hold_most(uint64_t seed, uint32_t most, uint32_t least) {
    const hail_loops polygon = contours_loops(&c);
    cr_assert(region_make(&polygon, &r));
    hail_decompose_options options;
    hail_decompose_options_defaults(&options);
    hail_decompose_report report;
    hail_polygons *made = NULL;
    options.max_vertices = most;
    memset(&report, 0xee, sizeof report);
    const hail_status status = hail_decompose(&polygon, &options, &made, &report);
    cr_assert(status == HAIL_OK && made != NULL, "most %u: %s (loop %u, vertex %u, and loop %u, vertex %u): %s",
              (unsigned)most, hail_status_text(status), (unsigned)report.loop, (unsigned)report.vertex,
              (unsigned)report.loop_b, (unsigned)report.vertex_b, contours_text(seed, &c));
    const hail_loops parts = *hail_polygons_loops(made);
    hold_parts(seed, &polygon, &parts, most, &report);
    if (least == 0)
        least = most == UINT32_MAX || r.count <= 60 ? minimum_by_chains(&r, most) : 0;
    if (r.count < 400)
        hold_number(seed, parts.count, least != 0 ? least : minimum_bound(&r, most), most, least != 0);
    const size_t count = parts.count;
    hail_polygons_destroy(made);
    return count;
}

/* c in parts that hail_convex_polygon accepts; or there is one that it refuses, and the report says where. */
static void hold_near(uint64_t seed, uint32_t most) {
    const hail_loops polygon = contours_loops(&c);
    hail_decompose_options options;
    hail_decompose_options_defaults(&options);
    options.max_vertices = most;
    hail_decompose_report report;
    hail_polygons *made = NULL;
    const hail_status status = hail_decompose(&polygon, &options, &made, &report);
    if (status == HAIL_DEGENERATE) {
        const spot at = loops_spot(&polygon, report.loop, report.vertex);
        cr_assert(report.loop < polygon.count && report.vertex < loops_size(&polygon, report.loop) &&
                      report.x == at.x && report.y == at.y,
                  "loop %u, vertex %u: %s", (unsigned)report.loop, (unsigned)report.vertex, contours_text(seed, &c));
        seen.misfit++;
        return;
    }
    cr_assert_eq(status, HAIL_OK, "most %u: %s: %s", (unsigned)most, hail_status_text(status), contours_text(seed, &c));
    const hail_loops parts = *hail_polygons_loops(made);
    const char *wrong = near_wrong(&polygon, &parts, most, seed);
    cr_assert_null(wrong, "most %u: %s: %s", (unsigned)most, wrong, contours_text(seed, &c));
    const double angle = parts_smallest_angle(&parts);
    cr_assert(fabs((double)report.smallest_angle - angle) <= 1.0e-4 && report.reflex == r.reflex, "%s",
              contours_text(seed, &c));
    const uint32_t least = r.count <= 60 ? minimum_by_chains(&r, most) : 0;
    if (least != 0)
        hold_number(seed, parts.count > least ? parts.count : least, least, most, true);
    hail_polygons_destroy(made);
}

static void hold(uint64_t seed, const contour_choice *choice) {
    static const uint32_t limits[] = {9, 10, 12, 20}, near_limits[] = {3, 4, 5, HAIL_MAX_VERTICES};
    contours_make(seed, choice, &c);
    const hail_loops polygon = contours_loops(&c);
    cr_assert(region_make(&polygon, &r));
    seen.polygons++, seen.holes += r.holes, seen.islands += r.islands, seen.reflex += r.reflex;
    const uint32_t small = r.count <= 22 && r.holes > 0 ? minimum_by_cuts(&r, 20000) : 0;
    hold_most(seed, UINT32_MAX, small);
    hold_most(seed, limits[seed % 4], 0);
    const size_t misfits = seen.misfit;
    hold_near(seed, near_limits[seed % 4]);
    if (choice->grid == GRID_NONE || choice->grid == GRID_WHOLE)
        cr_assert_eq(seen.misfit, misfits, "refused: %s", contours_text(seed, &c));
}

static void report_seen(void) {
    cr_log_info("%zu polygons (%zu counts against the least), %zu islands, %zu holes, %zu reflex corners; %zu parts, "
                "%zu times with angles under 0.01; at most %.2f of the parts allowed; %zu times a part was refused",
                seen.polygons, seen.exact, seen.islands, seen.holes, seen.reflex, seen.parts, seen.thin, seen.worst,
                seen.misfit);
}

static void hold_kind(contour_kind kind, uint32_t usual) {
    uint64_t given;
    const uint32_t many = random_worlds(usual);
    const bool one = random_seed_given(&given);
    for (uint64_t i = 0; i < (one ? 1 : many); i++) {
        const uint64_t seed = one ? given : i;
        uint64_t state = seed * 31 + (uint64_t)kind;
        const uint32_t small = 3 + random_pick(&state, 34),
                       large = 40 + random_pick(&state, kind == CONTOUR_CONVEX ? 24 : 80);
        const contour_choice choice = {.kind = kind,
                                       .grid = (contour_grid)(seed % GRIDS),
                                       .vertices = seed % 8 == 7 ? large : small,
                                       .more = seed % 3 == 0 ? random_pick(&state, 9) : 0,
                                       .straight = seed % 5 == 0};
        hold(seed, &choice);
    }
    report_seen();
    cr_assert(one || seen.holes > usual / 4);
}

Test(outline_decompose, stars) { hold_kind(CONTOUR_STAR, 60); }
Test(outline_decompose, untangled) { hold_kind(CONTOUR_UNTANGLED, 60); }
Test(outline_decompose, pixels) { hold_kind(CONTOUR_PIXELS, 60); }
Test(outline_decompose, spirals) { hold_kind(CONTOUR_SPIRAL, 60); }
Test(outline_decompose, combs) { hold_kind(CONTOUR_COMB, 60); }
Test(outline_decompose, zigzags) { hold_kind(CONTOUR_ZIGZAG, 60); }
Test(outline_decompose, convex) { hold_kind(CONTOUR_CONVEX, 60); }

/* Too many vertices for any bound but that of the paper. */
Test(outline_decompose, large) {
    for (int kind = 0; kind < CONTOUR_KINDS; kind++) {
        const contour_choice choice = {
            .kind = (contour_kind)kind, .grid = (contour_grid)(kind % 2), .vertices = 700, .more = 9};
        contours_make((uint64_t)kind, &choice, &c);
        const hail_loops polygon = contours_loops(&c);
        hold_most((uint64_t)kind, kind % 2 == 0 ? UINT32_MAX : 9, 0);
        cr_assert(region_make(&polygon, &r));
        hold_near((uint64_t)kind, HAIL_MAX_VERTICES);
    }
}

/* Few vertices and holes, so that all sets of cuts can be tried. */
static void hold_small(uint64_t seed) {
    uint64_t state = seed + 99;
    const contour_choice choice = {.kind = (contour_kind)(seed % CONTOUR_KINDS),
                                   .grid = seed % 2 == 0 ? GRID_WHOLE : GRID_NONE,
                                   .vertices = 4 + random_pick(&state, 5),
                                   .more = 1 + random_pick(&state, 2)};
    hold(seed, &choice);
}

Test(outline_decompose, small_with_holes) {
    random_seeds(200, hold_small);
    report_seen();
}

/* Both ways of finding the minimum must agree; they are independent. */
Test(outline_decompose, least) {
    size_t agreed = 0;
    for (uint64_t seed = 0; seed < 300; seed++) {
        const contour_choice choice = {.kind = (contour_kind)(seed % CONTOUR_KINDS),
                                       .grid = (contour_grid)(seed / 7 % 3),
                                       .vertices = 4 + (uint32_t)(seed % 9)};
        contours_make(seed, &choice, &c);
        const hail_loops polygon = contours_loops(&c);
        cr_assert(region_make(&polygon, &r));
        const uint32_t chains = minimum_by_chains(&r, UINT32_MAX), cuts = minimum_by_cuts(&r, 20000);
        if (chains == 0 || cuts == 0)
            continue;
        agreed++;
        cr_assert_eq(chains, cuts, "%u and %u: %s", (unsigned)chains, (unsigned)cuts, contours_text(seed, &c));
        for (uint32_t most = 3; most <= 8; most++) {
            const uint32_t least = minimum_by_chains(&r, most);
            cr_assert(least >= chains && least >= minimum_bound(&r, most), "most %u: %u, bound %u: %s", (unsigned)most,
                      (unsigned)least, (unsigned)minimum_bound(&r, most), contours_text(seed, &c));
        }
    }
    cr_log_info("%zu polygons", agreed);
    cr_assert(agreed > 200);
}

/* ---- By hand ----------------------------------------------------------------------------------------------------- */

static size_t count_of(const spot *const *loops, const size_t *sizes, size_t count, uint32_t most, uint32_t least) {
    c.count = 0;
    for (size_t k = 0; k < count; k++)
        cr_assert(contours_add(&c, loops[k], sizes[k]));
    const hail_loops polygon = contours_loops(&c);
    cr_assert_eq(loops_faults(&polygon), 0);
    return hold_most(0, most, least);
}

Test(outline_decompose, by_hand) {
    static const spot square[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}}, back[] = {{0, 0}, {0, 9}, {9, 9}, {9, 0}};
    static const spot ell[] = {{0, 0}, {9, 0}, {9, 4}, {4, 4}, {4, 9}, {0, 9}};
    static const spot hole[] = {{3, 3}, {6, 3}, {6, 6}, {3, 6}}, in_hole[] = {{4, 4}, {5, 5}, {4, 5}};
    static const spot triangle[] = {{0, 0}, {3, 0}, {6, 0}, {9, 0}, {4, 4}, {0, 8}, {0, 4}};
    static const size_t four[] = {4, 4, 3}, six[] = {6}, seven[] = {7};
    cr_assert_eq(count_of((const spot *const[]){square}, four, 1, UINT32_MAX, 1), 1);
    cr_assert_eq(count_of((const spot *const[]){back}, four, 1, 4, 1), 1);
    cr_assert_eq(count_of((const spot *const[]){square}, four, 1, 3, 2), 2);
    cr_assert_eq(count_of((const spot *const[]){ell}, six, 1, UINT32_MAX, 2), 2);
    cr_assert_leq(count_of((const spot *const[]){triangle}, seven, 1, UINT32_MAX, 1), 2);
    cr_assert_leq(count_of((const spot *const[]){square, hole}, four, 2, UINT32_MAX, 4), 6);
    cr_assert_leq(count_of((const spot *const[]){square, hole, in_hole}, four, 3, UINT32_MAX, 5), 7);
    cr_assert_leq(count_of((const spot *const[]){hole, in_hole, back}, (const size_t[]){4, 3, 4}, 3, 8, 5), 7);
}

/* Corners near straight sides that must stay: else a hole would stick out, or a loop turn back on itself. */
Test(outline_decompose, kept_corners) {
    static const spot bulge[] = {{0, 0}, {50, -0.003f}, {100, 0}, {100, 80}, {0, 80}};
    static const spot in_bulge[] = {{50, -0.001f}, {60, 20}, {40, 20}};
    static const spot spike[] = {{0, 0}, {50, 0}, {50, -20}, {50.002f, -10}, {50, 5}, {100, 0}, {100, 80}, {0, 80}};
    for (uint32_t most = 3; most <= HAIL_MAX_VERTICES; most++) {
        c.count = 0;
        cr_assert(contours_add(&c, bulge, 5) && contours_add(&c, in_bulge, 3));
        hail_loops polygon = contours_loops(&c);
        cr_assert(loops_faults(&polygon) == 0 && region_make(&polygon, &r));
        hold_near(0, most);
        c.count = 0;
        cr_assert(contours_add(&c, spike, 8));
        polygon = contours_loops(&c);
        cr_assert(loops_faults(&polygon) == 0 && region_make(&polygon, &r));
        hold_near(1, most);
    }
}

/* Coordinates so different in size that rounded turns get the wrong sign. */
Test(outline_decompose, far_apart_numbers) {
    for (uint64_t seed = 0; seed < random_worlds(200); seed++) {
        uint64_t state = seed + 5;
        spot at[7];
        do {
            for (int i = 0; i < 7; i++) {
                const float size = exp2f(random_range(&state, -40.0f, 19.0f));
                at[i] = (spot){random_range(&state, -1.0f, 1.0f) * size, random_range(&state, -1.0f, 1.0f) * size};
                if (i > 1 && random_pick(&state, 2) == 0) /* all but on a line with the two before */
                    at[i] = (spot){2.0f * at[i - 1].x - at[i - 2].x, 2.0f * at[i - 1].y - at[i - 2].y};
            }
            c.count = 0;
            contours_add(&c, at, 7);
        } while (loops_faults(&(hail_loops){c.x, c.y, c.start, 1}) != 0);
        hold_most(seed, seed % 2 == 0 ? UINT32_MAX : 9, 0);
    }
    report_seen();
}

/* ---- Polygons of every fault ------------------------------------------------------------------------------------- */

static void hold_tangle(uint64_t seed) {
    contours_tangle(seed, &c);
    const hail_loops polygon = contours_loops(&c);
    const uint32_t faults = loops_faults(&polygon);
    hail_polygons *parts = NULL;
    if (faults == 0) {
        hold_most(seed, seed % 2 == 0 ? UINT32_MAX : 3, 0);
        seen.polygons++;
        return;
    }
    const hail_status status = hail_decompose(&polygon, NULL, &parts, NULL);
    const bool right = (status == HAIL_DEGENERATE && (faults & FAULT_DEGENERATE) != 0) ||
                       (status == HAIL_CROSSING && (faults & FAULT_CROSSING) != 0);
    cr_assert(right && parts == NULL, "%s, faults %x: %s", hail_status_text(status), (unsigned)faults,
              contours_text(seed, &c));
    seen.refused++;
}

Test(outline_decompose, tangles) {
    random_seeds(20000, hold_tangle);
    report_seen();
    cr_log_info("%zu refused", seen.refused);
}
