/* tests/outline/outline_sprites.c - random and drawn sprites: the polygon around their pixels, and outlines with any
 * error, cut into convex parts. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "outline_geos.h"
#include "outline_masks.h"
#include "shared/random_world.h"
#ifdef HAVE_IMAGES
#include "images.h"
#endif

/* ---- Sprites ----------------------------------------------------------------------------------------------------- */

static mask picture;
static hail_convex shape;

enum { SIDE = 70 };

static float corner_x[4 * SIDE * SIDE], corner_y[4 * SIDE * SIDE];

/* The polygon is the one round the corners of all opaque pixels. */
static void hold_same(const float *x, const float *y, uint32_t n, size_t corners, uint32_t most, uint64_t seed) {
    float other_x[HAIL_MAX_VERTICES], other_y[HAIL_MAX_VERTICES];
    uint32_t m = 0;
    bool same = corners == 0 || hail_enclose(NULL, corner_x, corner_y, corners, most, other_x, other_y, &m) == HAIL_OK;
    for (uint32_t k = 0; k < n && same && m == n; k++)
        same = fabsf(x[k] - other_x[k]) <= 1.0e-3f && fabsf(y[k] - other_y[k]) <= 1.0e-3f;
    cr_assert(same && m == n, "most %u: it is another round the same corners: %s", (unsigned)most,
              mask_text(seed, &picture));
}

static void hold_sprite(uint64_t seed) {
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
    const uint32_t most = 3 + (uint32_t)(seed % 6);
    uint32_t n = 77;
    size_t outside = 0, corners = 0;
    hail_spriteset *set = NULL;
    mask_make(seed, (mask_kind)(seed % MASK_KINDS), SIDE, &picture);
    cr_assert_eq(hail_spriteset_create(NULL, &set), HAIL_OK);
    const uint32_t sprite = mask_add(&picture, set, false);
    cr_assert_eq(hail_enclose_sprite(set, sprite, most, x, y, &n), HAIL_OK);
    for (int j = 0; j < picture.height; j++) {
        for (int i = 0; i < picture.width; i++) {
            for (int k = 0; k < 4 && mask_at(&picture, i, j); k++) {
                const spot p = {(float)(i + k % 2) - picture.origin_x, (float)(j + k / 2) - picture.origin_y};
                corner_x[corners] = p.x, corner_y[corners++] = p.y;
                for (uint32_t m = 0; m < n; m++)
                    outside += spot_turn((spot){x[m], y[m]}, (spot){x[(m + 1) % n], y[(m + 1) % n]}, p) < 0;
            }
        }
    }
    hail_spriteset_destroy(set);
    cr_assert(n == 0 || n >= 3, "%u vertices: %s", (unsigned)n, mask_text(seed, &picture));
    cr_assert_eq(n == 0, corners == 0, "%u vertices: %s", (unsigned)n, mask_text(seed, &picture));
    cr_assert(n == 0 || (n <= most && hail_convex_polygon(x, y, n, 0.0f, &shape) == HAIL_OK), "%u of %u vertices: %s",
              (unsigned)n, (unsigned)most, mask_text(seed, &picture));
    cr_assert_eq(outside, 0, "most %u: %zu corners are outside: %s", (unsigned)most, outside,
                 mask_text(seed, &picture));
    hold_same(x, y, n, corners, most, seed);
}

Test(outline_sprites, enclosed) {
    uint64_t seed;
    const uint32_t many = random_worlds(600);
    const bool one = random_seed_given(&seed);
    for (uint32_t i = 0; i < (one ? 1 : many); i++)
        hold_sprite(one ? seed : i);
}

/* ---- Images that people drew ------------------------------------------------------------------------------------- */

#ifdef HAVE_IMAGES
enum { ERRORS = 3 };

typedef struct gallery {
    size_t images, left, loops, vertices[ERRORS], parts[ERRORS], thin;
} gallery;

/* The inside is the opaque pixels, and there are as many loops as islands and holes. */
static void hold_pixels(const hail_loops *loops, const char *name) {
    static mask drawn;
    static pieces found;
    size_t wrong = 0;
    drawn.width = picture.width, drawn.height = picture.height;
    drawn.origin_x = picture.origin_x, drawn.origin_y = picture.origin_y;
    memset(drawn.pixel, 0, sizeof drawn.pixel);
    pieces_find(&picture, 0, false, &found);
    cr_assert_eq(loops->count, found.outlined, "%s: %zu loops, should be %u", name, loops->count,
                 (unsigned)found.outlined);
    for (size_t k = 0; k < loops->count; k++)
        mask_toggle(loops, k, &drawn);
    for (int y = 0; y < picture.height; y++)
        for (int x = 0; x < picture.width; x++)
            wrong += drawn.pixel[y][x] != picture.pixel[y][x];
    cr_assert_eq(wrong, 0, "%s: %zu pixels are wrong", name, wrong);
}

static void hold_parts(const hail_loops *loops, const char *name, int error, gallery *g) {
    static region r;
    hail_polygons *made = NULL;
    hail_decompose_report report;
    const hail_status status = hail_decompose(loops, NULL, &made, &report);
    cr_assert_eq(status, HAIL_OK, "%s, error %d: %s", name, error, hail_status_text(status));
    const hail_loops parts = *hail_polygons_loops(made);
    const char *wrong = NULL;
    if (loops_total(loops) < 1000 && region_make(loops, &r))
        wrong = parts_wrong(&r, &parts, HAIL_MAX_VERTICES);
    wrong = wrong != NULL || loops_total(loops) > 3000 ? wrong : geos_parts_wrong(loops, &parts);
    cr_assert_null(wrong, "%s, error %d: %s", name, error, wrong);
    g->parts[error] += parts.count, g->vertices[error] += loops_total(loops);
    g->thin += report.smallest_angle < 1.0e-3f;
    hail_polygons_destroy(made);
}

/* Errors of 0, 1 and 2 px; the same loops each time. */
static void hold_outlines(const hail_spriteset *set, const char *name, gallery *g) {
    size_t loops_before = 0;
    for (int error = 0; error < ERRORS; error++) {
        hail_trace_options options;
        hail_trace_options_defaults(&options);
        hail_polygons *outline = NULL;
        options.error = (float)error;
        cr_assert_eq(hail_trace(set, 0, &options, &outline), HAIL_OK, "%s", name);
        const hail_loops loops = *hail_polygons_loops(outline);
        if (error == 0)
            hold_pixels(&loops, name);
        cr_assert(error == 0 || loops.count == loops_before, "%s, error %d: a loop is gone", name, error);
        cr_assert_eq(loops_faults(&loops), 0, "%s, error %d: faults %x", name, error, (unsigned)loops_faults(&loops));
        hold_parts(&loops, name, error, g);
        loops_before = loops.count;
        hail_polygons_destroy(outline);
    }
    g->loops += loops_before;
}

static bool hold_drawing(void *user, const image *loaded, const image_error *why) {
    gallery *g = user;
    hail_spriteset *set = NULL;
    cr_assert_not_null(loaded, "%s", why->text);
    if (loaded->width > MASK_SIDE || loaded->height > MASK_SIDE || loaded->width * loaded->height > 140 * 140) {
        g->left++;
        return true;
    }
    memset(&picture, 0, sizeof picture);
    picture.width = (int)loaded->width, picture.height = (int)loaded->height;
    picture.origin_x = loaded->origin_x, picture.origin_y = loaded->origin_y;
    for (uint32_t i = 0; i < loaded->width * loaded->height; i++)
        picture.pixel[i / loaded->width][i % loaded->width] = loaded->rgba[4 * i + 3] != 0;
    cr_assert_eq(hail_spriteset_create(NULL, &set), HAIL_OK);
    mask_add(&picture, set, true);
    hold_outlines(set, loaded->name, g);
    hail_spriteset_destroy(set);
    g->images++;
    return true;
}

/* Chromium B.S.U.'s, where they are installed. */
Test(outline_sprites, drawn) {
    gallery g = {0};
    image_error error;
    if (!image_png_possible())
        cr_skip_test("built without libpng");
    cr_assert(image_each_installed(IMAGE_CHROMIUM, hold_drawing, &g, &error), "%s", error.text);
    cr_log_info(
        "%zu images, %zu left out; %zu loops; vertices %zu, %zu, %zu; parts %zu, %zu, %zu; %zu times with angles "
        "under 0.001",
        g.images, g.left, g.loops, g.vertices[0], g.vertices[1], g.vertices[2], g.parts[0], g.parts[1], g.parts[2],
        g.thin);
}
#endif
