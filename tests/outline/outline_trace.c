/* tests/outline/outline_trace.c - outlines of sprites, against pixels filled one by one, distances measured closely,
 * and edges compared with all others.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that image alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "outline_geos.h"
#include "outline_masks.h"
#include "shared/random_world.h"

static mask image, drawn;
static pieces found;
static region r;

static struct tally {
    size_t images, pinches, islands, holes, nested, vertices[5], parts, left_out;
    double off[5]; /* px: the furthest that an outline was off, of each error */
    double area;   /* square px a pinch */
} seen;

static hail_polygons *traced(const hail_spriteset *set, uint32_t sprite, float error, uint32_t min_pixels,
                             bool fill_holes) {
    hail_trace_options options;
    hail_trace_options_defaults(&options);
    hail_polygons *outline = NULL;
    options.error = error, options.min_pixels = min_pixels, options.fill_holes = fill_holes;
    const hail_status status = hail_trace(set, sprite, &options, &outline);
    cr_assert(status == HAIL_OK && outline != NULL, "%s", hail_status_text(status));
    return outline;
}

/* Sound: no loop touches or crosses itself or another. */
static void hold_simple(const hail_loops *loops, uint64_t seed, float error) {
    const uint32_t faults = loops_faults(loops);
    cr_assert_eq(faults, 0, "error %g: faults %x: %s", (double)error, (unsigned)faults, mask_text(seed, &image));
    cr_assert(image.width < 5 || geos_valid(loops), "error %g: not valid to GEOS: %s", (double)error,
              mask_text(seed, &image));
}

/* ---- The pixels' very sides -------------------------------------------------------------------------------------- */

/* The piece of the first pixel inside the loop. */
static uint32_t piece_of(const hail_loops *loops, size_t loop) {
    memset(drawn.pixel, 0, sizeof drawn.pixel);
    mask_toggle(loops, loop, &drawn);
    for (int y = 0; y < drawn.height; y++)
        for (int x = 0; x < drawn.width; x++)
            if (drawn.pixel[y][x] != 0)
                return found.of[y + 1][x + 1];
    return 0;
}

/* Islands come in order, each followed by its holes, and all wind the right way. */
static void hold_order(const hail_loops *loops, uint64_t seed) {
    static bool met[MASK_PIECES];
    uint32_t island = 0;
    memset(met, 0, sizeof met);
    cr_assert_eq(loops->count, found.outlined, "%zu loops, should be %u: %s", loops->count, (unsigned)found.outlined,
                 mask_text(seed, &image));
    for (size_t k = 0; k < loops->count; k++) {
        const uint32_t number = piece_of(loops, k);
        const piece *of = &found.piece[number];
        const bool right = of->outlined && !met[number] && loops_winding(loops, k) == (of->opaque ? 1 : -1) &&
                           (of->opaque ? number > island : of->around == island);
        cr_assert(right, "loop %zu turns %d, around the piece of pixel (%d, %d): %s", k, loops_winding(loops, k),
                  of->first_x, of->first_y, mask_text(seed, &image));
        met[number] = true;
        island = of->opaque ? number : island;
        seen.islands += of->opaque, seen.holes += !of->opaque, seen.nested += of->opaque && of->around != 0;
    }
}

/* All vertices are corners of pixels and all edges their sides, except near corners that are drawn back. */
static void hold_sides(const hail_loops *loops, uint64_t seed, double rounding) {
    for (size_t k = 0; k < loops->count; k++) {
        for (size_t i = 0; i < loops_size(loops, k); i++) {
            const spot a = loops_spot(loops, k, i), b = loops_spot(loops, k, i + 1);
            const double x = (double)a.x + (double)image.origin_x, y = (double)a.y + (double)image.origin_y;
            const double to_corner = hypot(x - round(x), y - round(y)), pinch = mask_pinch_distance(&image, x, y);
            const bool straight = a.x == b.x || a.y == b.y;
            cr_assert(to_corner <= rounding || pinch <= 0.25 + rounding, "vertex (%g, %g) is no corner: %s", x, y,
                      mask_text(seed, &image));
            cr_assert(straight || pinch <= 0.25 + rounding, "edge from (%g, %g) is no side: %s", x, y,
                      mask_text(seed, &image));
        }
    }
}

/* The inside is the solid pixels. A corner that is drawn back adds or takes no point further than 1/4 px from it: a
 * quarter of a circle at most, twice at a corner. */
static void hold_pixels(const hail_loops *loops, uint64_t seed) {
    exact_sum area = {.count = 0};
    size_t solid = 0;
    memset(drawn.pixel, 0, sizeof drawn.pixel);
    for (size_t k = 0; k < loops->count; k++) {
        loops_area(loops, k, 0.5, &area);
        mask_toggle(loops, k, &drawn);
    }
    for (int y = 0; y < image.height; y++) {
        for (int x = 0; x < image.width; x++) {
            const bool should = found.piece[found.of[y + 1][x + 1]].solid;
            solid += should;
            cr_assert_eq(drawn.pixel[y][x] != 0, should, "pixel (%d, %d): %s", x, y, mask_text(seed, &image));
        }
    }
    const size_t pinches = mask_pinches(&image);
    const double off = fabs(exact_rounded(&area) - (double)solid);
    const double rounding =
        image.origin_x == 0.25f * roundf(4.0f * image.origin_x) ? 0.0 : 1.0e-5 * (double)solid + 1.0e-4;
    seen.area = pinches > 0 ? fmax(seen.area, off / (double)pinches) : seen.area;
    seen.pinches += pinches;
    cr_assert(off <= 2.0 * 0.0491 * (double)pinches + rounding, "area %.9g of %zu pixels, %zu pinches: %s",
              exact_rounded(&area), solid, pinches, mask_text(seed, &image));
}

/* ---- Simplified -------------------------------------------------------------------------------------------------- */

static void hold_simplified(const hail_loops *exact, const hail_loops *loops, float error, int step, uint64_t seed) {
    cr_assert_eq(exact->count, loops->count, "error %g: a loop is gone: %s", (double)error, mask_text(seed, &image));
    for (size_t k = 0; k < loops->count; k++) {
        const double vertices = loop_vertices_off(exact, k, loops, k), points = loop_points_off(loops, k, exact, k);
        seen.off[step] = fmax(seen.off[step], fmax(vertices, points));
        cr_assert(vertices <= (double)error + 1.0e-4, "error %g, loop %zu: a vertex is %.9g off: %s", (double)error, k,
                  vertices, mask_text(seed, &image));
        cr_assert(points <= (double)error + 1.0e-4, "error %g, loop %zu: a point is %.9g off: %s", (double)error, k,
                  points, mask_text(seed, &image));
        cr_assert_leq(loops_size(loops, k), loops_size(exact, k), "error %g, loop %zu has more vertices: %s",
                      (double)error, k, mask_text(seed, &image));
        cr_assert_eq(loops_winding(loops, k), loops_winding(exact, k), "error %g, loop %zu is turned over: %s",
                     (double)error, k, mask_text(seed, &image));
    }
    seen.vertices[step] += loops_total(loops);
}

/* hail_decompose refuses no outline; far from the origin, parts for hail_convex_polygon would be too small. */
static void hold_parts(const hail_loops *loops, float error, uint64_t seed, uint32_t most) {
    hail_polygons *made = NULL;
    hail_decompose_options options;
    hail_decompose_report report;
    hail_decompose_options_defaults(&options);
    options.max_vertices = most;
    const hail_status status = hail_decompose(loops, &options, &made, &report);
    cr_assert_eq(status, HAIL_OK, "error %g: %s: %s", (double)error, hail_status_text(status), mask_text(seed, &image));
    const hail_loops parts = *hail_polygons_loops(made);
    if (loops_total(loops) < 900) {
        cr_assert(region_make(loops, &r));
        const char *wrong = parts_wrong(&r, &parts, most);
        wrong = wrong != NULL ? wrong : geos_parts_wrong(loops, &parts);
        cr_assert_null(wrong, "error %g: %s: %s", (double)error, wrong, mask_text(seed, &image));
    }
    seen.parts += parts.count;
    hail_polygons_destroy(made);
}

static void hold_errors(const hail_spriteset *set, uint32_t sprite, const hail_loops *exact, uint64_t seed) {
    static const float errors[] = {0.0f, 0.5f, 1.0f, 2.0f, 4.0f};
    for (int step = 0; step < 5; step++) {
        hail_polygons *outline = traced(set, sprite, errors[step], 0, false);
        const hail_loops loops = *hail_polygons_loops(outline);
        hold_simple(&loops, seed, errors[step]);
        hold_simplified(exact, &loops, errors[step], step, seed);
        if (step != 3)
            hold_parts(&loops, errors[step], seed, HAIL_MAX_VERTICES);
        hail_polygons_destroy(outline);
    }
}

/* ---- Images of chance -------------------------------------------------------------------------------------------- */

static void hold_left_out(const hail_spriteset *set, uint32_t sprite, uint64_t seed) {
    const uint32_t min_pixels = seed % 3 == 0 ? 0 : 2 + (uint32_t)(seed % 31);
    const bool fill_holes = seed % 3 == 0 || seed % 7 == 0;
    hail_polygons *outline = traced(set, sprite, 0.0f, min_pixels, fill_holes);
    const hail_loops loops = *hail_polygons_loops(outline);
    pieces_find(&image, min_pixels, fill_holes, &found);
    hold_simple(&loops, seed, 0.0f);
    hold_order(&loops, seed);
    hold_pixels(&loops, seed);
    for (uint32_t k = 1; k < found.count; k++)
        seen.left_out += !found.piece[k].outlined;
    hail_polygons_destroy(outline);
    outline = traced(set, sprite, 1.5f, min_pixels, fill_holes);
    cr_assert_eq(hail_polygons_loops(outline)->count, found.outlined);
    hail_polygons_destroy(outline);
}

static void hold_image(uint64_t seed, bool colours) {
    hail_spriteset *set = NULL;
    cr_assert_eq(hail_spriteset_create(NULL, &set), HAIL_OK);
    const bool small = image.width == 3 && image.height == 4;
    const uint32_t sprite = mask_add(&image, set, colours);
    drawn.width = image.width, drawn.height = image.height;
    drawn.origin_x = image.origin_x, drawn.origin_y = image.origin_y;
    pieces_find(&image, 0, false, &found);
    hail_polygons *outline = traced(set, sprite, 0.0f, 0, false);
    const hail_loops loops = *hail_polygons_loops(outline);
    hold_simple(&loops, seed, 0.0f);
    hold_order(&loops, seed);
    hold_sides(&loops, seed, 2.0e-5);
    hold_pixels(&loops, seed);
    if (!small || seed % 8 == 0)
        hold_errors(set, sprite, &loops, seed);
    hold_left_out(set, sprite, seed);
    seen.images++;
    hail_polygons_destroy(outline);
    hail_spriteset_destroy(set);
}

static void report_seen(void) {
    cr_log_info("%zu images, %zu islands (%zu in holes), %zu holes, %zu pinches (%.3g square px each), %zu pieces left "
                "out; vertices %zu, %zu, %zu, %zu, %zu; off by %.3g, %.3g, %.3g, %.3g; %zu parts",
                seen.images, seen.islands, seen.nested, seen.holes, seen.pinches, seen.area, seen.left_out,
                seen.vertices[0], seen.vertices[1], seen.vertices[2], seen.vertices[3], seen.vertices[4], seen.off[1],
                seen.off[2], seen.off[3], seen.off[4], seen.parts);
}

static void hold_kind(mask_kind kind, uint32_t usual, int side) {
    uint64_t given;
    const bool one = random_seed_given(&given);
    const uint32_t many = random_worlds(usual);
    for (uint64_t i = 0; i < (one ? 1 : many); i++) {
        const uint64_t seed = one ? given : i;
        mask_make(seed, kind, seed % 4 == 0 ? side : side / 3 + 1, &image);
        hold_image(seed, seed % 2 == 0);
    }
    report_seen();
}

Test(outline_trace, blobs) { hold_kind(MASK_BLOBS, 40, 130); }
Test(outline_trace, noise) { hold_kind(MASK_NOISE, 40, 70); }
Test(outline_trace, smooth) { hold_kind(MASK_SMOOTH, 30, 70); }
Test(outline_trace, checkers) { hold_kind(MASK_CHECKERS, 40, 40); }
Test(outline_trace, rings) { hold_kind(MASK_RINGS, 40, 90); }
Test(outline_trace, lines) { hold_kind(MASK_LINES, 40, 90); }
Test(outline_trace, specks) { hold_kind(MASK_SPECKS, 40, 130); }
Test(outline_trace, tiny) { hold_kind(MASK_TINY, 600, 4); }

/* Every image of 3 x 4 pixels. */
Test(outline_trace, all_small) {
    for (uint32_t bits = 0; bits < 4096; bits++) {
        memset(&image, 0, sizeof image);
        image.width = 3, image.height = 4;
        for (uint32_t i = 0; i < 12; i++)
            image.pixel[i / 3][i % 3] = (uint8_t)(bits >> i & 1);
        hold_image(bits, false);
    }
    report_seen();
}

/* As far from its origin as an image may be, where a coordinate has no room for much after the point. */
Test(outline_trace, far_away) {
    static const float origins[][2] = {{9.0e5f, 3.0e5f}, {-7.0e5f, 7.0e5f}, {999869.0f, 0.0f}, {0.3f, 9.9e5f}};
    for (uint64_t seed = 0; seed < 32; seed++) {
        hail_spriteset *set = NULL;
        mask_make(seed, (mask_kind)(seed % MASK_KINDS), 30, &image);
        image.origin_x = origins[seed % 4][0], image.origin_y = origins[seed % 4][1];
        cr_assert_eq(hail_spriteset_create(NULL, &set), HAIL_OK);
        const uint32_t sprite = mask_add(&image, set, false);
        for (int step = 0; step < 3; step++) {
            hail_polygons *outline = traced(set, sprite, (float)step, 0, false);
            const hail_loops loops = *hail_polygons_loops(outline);
            hold_simple(&loops, seed, (float)step);
            hold_parts(&loops, (float)step, seed, 9);
            hail_polygons_destroy(outline);
        }
        hail_spriteset_destroy(set);
    }
}
