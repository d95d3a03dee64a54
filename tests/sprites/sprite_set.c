/* tests/sprites/sprite_set.c - sprite templates: measures, hulls, bits and stretched copies, against plain drawings.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that one alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "sprite_inputs.h"

static hail_spriteset *set;

static void setup(void) { cr_assert_eq(hail_spriteset_create(NULL, &set), HAIL_OK); }
static void teardown(void) { hail_spriteset_destroy(set); }

TestSuite(sprite_set, .init = setup, .fini = teardown);

static uint32_t add(const drawing *d, uint64_t *state) {
    uint32_t sprite = UINT32_MAX;
    const uint32_t before = spriteset_size(set).sprites;
    const hail_status status = drawing_add(d, state, set, &sprite);
    cr_assert_eq(status, HAIL_OK, "%u x %u px: %s", d->width, d->height, hail_status_text(status));
    cr_assert_eq(sprite, before, "numbers go up by one");
    cr_assert_eq(spriteset_size(set).sprites, before + 1);
    return sprite;
}

static void hold(const drawing *d, uint32_t sprite, const char *what) {
    const char *wrong = drawing_differs(d, set, sprite);
    cr_assert_null(wrong, "%s: %s", what, wrong);
}

/* ---- Measures, hulls, bits --------------------------------------------------------------------------------------- */

enum { SIDES = 130 };

/* Every width and height near one and two words of bits, and every look. Templates stay right while others are added.
 */
static void hold_sides(uint64_t seed) {
    static drawing *kept[2 * SIDES];
    char what[40];
    uint64_t state = seed + 77;
    for (uint32_t k = 0; k < 2 * SIDES; k++) {
        const uint32_t side = 1 + k % SIDES, other = 1 + random_pick(&state, 12);
        const drawing_look look = (drawing_look)random_pick(&state, DRAWING_LOOKS);
        drawing *d = kept[k] = drawing_random(&state, k < SIDES ? side : other, k < SIDES ? other : side, look);
        d->origin_x = random_range(&state, -200.0f, 200.0f), d->origin_y = 0.5f * (float)d->height;
        add(d, &state);
    }
    snprintf(what, sizeof what, "seed %llu", (unsigned long long)seed);
    const uint32_t before = spriteset_size(set).sprites - 2 * SIDES;
    for (uint32_t k = 0; k < 2 * SIDES; k++) {
        hold(kept[k], before + k, what);
        drawing_free(kept[k]);
    }
}

Test(sprite_set, sides) { sprite_seeds(4, hold_sides); }

/* rgba and bits of one drawing give equal templates, with origins inside and outside the image. */
static void hold_both(uint64_t seed) {
    uint64_t state = seed + 5;
    const uint32_t width = 1 + random_pick(&state, 150), height = 1 + random_pick(&state, 60);
    drawing *d = drawing_random(&state, width, height, (drawing_look)random_pick(&state, DRAWING_LOOKS));
    static const float from[] = {0.0f, -70000.0f, 900000.0f, 0.0625f};
    d->origin_x = from[random_pick(&state, 4)], d->origin_y = random_pick(&state, 2) == 0 ? 300000.5f : -17.25f;
    hail_sprite_info first, info;
    for (uint32_t k = 0; k < 6; k++) {
        const uint32_t sprite = add(d, &state);
        hold(d, sprite, "both");
        memset(&info, 0, sizeof info);
        cr_assert_eq(hail_spriteset_describe(set, sprite, &info), HAIL_OK);
        first = k == 0 ? info : first;
        cr_assert(memcmp(&first, &info, sizeof info) == 0, "seed %llu: rgba and bits measure different things",
                  (unsigned long long)seed);
    }
    drawing_free(d);
}

Test(sprite_set, rgba_and_bits) { sprite_seeds(100, hold_both); }

Test(sprite_set, thresholds) {
    static uint8_t rgba[256][4];
    for (uint32_t alpha = 0; alpha < 256; alpha++)
        memcpy(rgba[alpha], (uint8_t[]){255, 255, 255, (uint8_t)alpha}, 4);
    for (uint32_t threshold = 0; threshold < 256; threshold++) {
        const hail_image image = {.rgba = rgba[0], .width = 256, .height = 1, .threshold = (uint8_t)threshold};
        const uint32_t first = threshold == 0 ? 1 : threshold;
        hail_sprite_info info;
        uint32_t sprite;
        cr_assert_eq(hail_spriteset_add(set, &image, &sprite), HAIL_OK);
        cr_assert_eq(hail_spriteset_describe(set, sprite, &info), HAIL_OK);
        cr_assert(info.left == first && info.opaque == 256 - first && info.right == 256, "threshold %u: from %u on",
                  threshold, info.left);
    }
}

Test(sprite_set, one_pixel_or_none) {
    uint64_t state = 3;
    for (uint32_t k = 0; k < 8; k++) {
        drawing *d = drawing_make(1, 1);
        d->opaque[0] = k % 2;
        d->origin_x = k < 4 ? 0.5f : -3.25f, d->origin_y = k < 4 ? 0.5f : HAIL_MAX_REACH * 0.9f;
        hold(d, add(d, &state), "one pixel");
        drawing_free(d);
    }
    /* What is nowhere is not too far away. */
    drawing *d = drawing_make(9, 9);
    d->origin_x = HAIL_MAX_REACH, d->origin_y = -HAIL_MAX_REACH;
    hold(d, add(d, &state), "none");
    drawing_free(d);
}

static void hold_large(uint32_t width, uint32_t height, drawing_look look) {
    uint64_t state = width;
    drawing *d = drawing_random(&state, width, height, look);
    d->origin_x = 0.5f * (float)width, d->origin_y = 100.0f;
    hold(d, add(d, &state), "large");
    drawing_free(d);
}

Test(sprite_set, wide) {
    for (uint32_t look = 0; look < DRAWING_LOOKS; look++)
        hold_large(HAIL_MAX_SPRITE - look % 3, 1 + look % 4, (drawing_look)look);
}

Test(sprite_set, high) {
    for (uint32_t look = 0; look < DRAWING_LOOKS; look++)
        hold_large(1 + look % 4, HAIL_MAX_SPRITE - look % 3, (drawing_look)look);
}

/* The largest disc allowed has a hull with very many vertices. Its memory: a bit a pixel, 8 bytes a vertex. */
Test(sprite_set, largest) {
    enum { SIDE = HAIL_MAX_SPRITE };
    drawing *d = drawing_make(SIDE, SIDE);
    for (int64_t j = 0; j < SIDE; j++) {
        const int64_t v = 2 * j + 1 - SIDE, half = (int64_t)sqrt((double)SIDE * SIDE - (double)(v * v)) / 2;
        memset(d->opaque + j * SIDE + SIDE / 2 - half, 1, (size_t)(2 * half));
    }
    d->opaque[SIDE / 2 * SIDE + SIDE / 2] = 0;
    uint64_t *bits = drawing_bits(d);
    const hail_image image = {.bits = bits, .width = SIDE, .height = SIDE, .origin_x = -3.0f, .origin_y = 9000.0f};
    uint32_t sprite;
    d->origin_x = image.origin_x, d->origin_y = image.origin_y;
    const size_t before = spriteset_size(set).bytes;
    cr_assert_eq(hail_spriteset_add(set, &image, &sprite), HAIL_OK);
    hold(d, sprite, "largest");
    const size_t bytes = spriteset_size(set).bytes - before;
    hail_sprite_info info;
    cr_assert_eq(hail_spriteset_describe(set, sprite, &info), HAIL_OK);
    cr_assert_gt(info.hull, 500);
    const size_t want = (size_t)SIDE * SIDE / 4 + 8 * (size_t)info.hull;
    cr_assert(bytes >= want && bytes <= want + want / 8 + 65536, "%zu bytes for %zu", bytes, want);
    free(bits);
    drawing_free(d);
}

/* ---- Stretched copies -------------------------------------------------------------------------------------------- */

/* The stretching along one axis. */
typedef struct axis {
    uint32_t size, copied; /* px: of the image and of the copy */
    double origin, carried, scale, off;
} axis;

static bool axis_holds(const axis *a) {
    const double size = a->size * fabs(a->scale), one = a->carried - a->origin * a->scale;
    const double other = one + a->size * a->scale, low = fmin(one, other), high = fmax(one, other);
    return a->copied >= ceil(size - a->off) && a->copied <= ceil(size + a->off) && a->copied >= 1 && low >= -a->off &&
           high <= a->copied + a->off;
}

/* The first and last pixel that the centre of a pixel of the copy may come from. */
static void axis_from(const axis *a, uint32_t i, int64_t *first, int64_t *last) {
    const double at = (i + 0.5 - a->carried) / a->scale + a->origin, off = a->off / fabs(a->scale);
    *first = (int64_t)floor(at - off), *last = (int64_t)floor(at + off);
}

static uint32_t compared, undecided;

static bool copies(const drawing *d, const drawing *copy, const axis *x, const axis *y, uint32_t i, uint32_t j) {
    int64_t left, right, top, bottom;
    axis_from(x, i, &left, &right);
    axis_from(y, j, &top, &bottom);
    const bool is = drawing_at(copy, i, j);
    compared++, undecided += left != right || top != bottom;
    return drawing_at(d, left, top) == is || drawing_at(d, right, top) == is || drawing_at(d, left, bottom) == is ||
           drawing_at(d, right, bottom) == is;
}

static axis axis_of(uint32_t size, uint32_t copied, float from, float carried, float scale) {
    axis a = {.size = size, .copied = copied, .origin = (double)from, .carried = (double)carried};
    a.scale = (double)scale;
    a.off = 4.0 * sprite_ulp(fmax(fabs(a.carried), fmax(fabs(a.origin * a.scale), size * fabs(a.scale))));
    return a;
}

/* The stretched copy of a drawing. */
static drawing *read_back(uint32_t sprite, const hail_sprite_info *info) {
    drawing *d = drawing_make(info->width, info->height);
    d->origin_x = info->origin_x, d->origin_y = info->origin_y;
    uint64_t *bits = malloc(drawing_words(d) * d->height * sizeof *bits);
    cr_assert_not_null(bits);
    cr_assert_eq(hail_spriteset_bits(set, sprite, bits), HAIL_OK);
    for (uint32_t j = 0; j < d->height; j++)
        for (uint32_t i = 0; i < d->width; i++)
            d->opaque[(size_t)j * d->width + i] = bits[j * drawing_words(d) + i / 64] >> i % 64 & 1;
    free(bits);
    return d;
}

static void hold_copy(const drawing *d, uint32_t sprite, float scale_x, float scale_y) {
    uint32_t copied = UINT32_MAX;
    const uint32_t before = spriteset_size(set).sprites;
    const hail_status status = hail_spriteset_add_stretched(set, sprite, scale_x, scale_y, &copied);
    hail_sprite_info info;
    cr_assert_eq(status, HAIL_OK, "%u x %u px by (%.9g, %.9g): %s", d->width, d->height, (double)scale_x,
                 (double)scale_y, hail_status_text(status));
    cr_assert_eq(copied, before);
    cr_assert_eq(hail_spriteset_describe(set, copied, &info), HAIL_OK);
    const axis x = axis_of(d->width, info.width, d->origin_x, info.origin_x, scale_x);
    const axis y = axis_of(d->height, info.height, d->origin_y, info.origin_y, scale_y);
    cr_assert(axis_holds(&x) && axis_holds(&y),
              "%u x %u px about (%.9g, %.9g) by (%.9g, %.9g): the copy has %u x %u px about (%.9g, %.9g)", d->width,
              d->height, x.origin, y.origin, x.scale, y.scale, info.width, info.height, x.carried, y.carried);
    drawing *copy = read_back(copied, &info);
    for (uint32_t j = 0; j < copy->height; j++)
        for (uint32_t i = 0; i < copy->width; i++)
            cr_assert(copies(d, copy, &x, &y, i, j),
                      "%u x %u px by (%.9g, %.9g): pixel (%u, %u) of the copy is not its", d->width, d->height, x.scale,
                      y.scale, i, j);
    hold(copy, copied, "stretched");
    drawing_free(copy);
}

static float stretch(uint64_t *state, uint32_t size) {
    static const float even[] = {1.0f, 2.0f, 3.0f, 0.5f, 0.25f, 1.0f / 64.0f, 64.0f, 1.0f / 3.0f};
    const float sign = random_pick(state, 2) == 0 ? 1.0f : -1.0f;
    const float scale = random_pick(state, 2) == 0 ? even[random_pick(state, 8)] : random_range(state, 0.02f, 4.0f);
    return sign * (scale * (float)size > 600.0f ? 1.5f : scale);
}

static void hold_stretched(uint64_t seed) {
    sprite_cast *c = sprite_cast_make(seed, 70);
    hail_spriteset *kept = set;
    set = c->set;
    for (uint32_t k = 0; k < SPRITE_DRAWINGS; k++) {
        const drawing *d = c->drawing[k];
        const float high = stretch(&c->state, d->height), wide = stretch(&c->state, d->width);
        hold_copy(d, k, wide, high);
    }
    for (uint32_t k = 0; k < SPRITE_DRAWINGS; k++)
        hold(c->drawing[k], k, "the one that was copied");
    set = kept;
    sprite_cast_free(c);
}

Test(sprite_set, stretched) {
    sprite_seeds(12, hold_stretched);
    cr_assert_lt(undecided, compared / 4, "%u of %u", undecided, compared);
}

/* A mirrored copy has the pixels in reverse order; mirrored twice it is the original. */
static void hold_flipped(uint64_t seed) {
    uint64_t state = seed + 9;
    const uint32_t high = 1 + random_pick(&state, 30), wide = 1 + random_pick(&state, 140);
    drawing *d = drawing_random(&state, wide, high, DRAW_HAZE);
    drawing *flipped = drawing_make(d->width, d->height);
    d->origin_x = 3.0f, d->origin_y = -5.5f;
    flipped->origin_x = (float)d->width - 3.0f, flipped->origin_y = d->origin_y;
    for (uint32_t j = 0; j < d->height; j++)
        for (uint32_t i = 0; i < d->width; i++)
            flipped->opaque[(size_t)j * d->width + i] = drawing_at(d, (int64_t)d->width - 1 - i, j);
    const uint32_t sprite = add(d, &state);
    uint32_t once, twice, both;
    cr_assert_eq(hail_spriteset_add_stretched(set, sprite, -1.0f, 1.0f, &once), HAIL_OK);
    cr_assert_eq(hail_spriteset_add_stretched(set, once, -1.0f, 1.0f, &twice), HAIL_OK);
    cr_assert_eq(hail_spriteset_add_stretched(set, sprite, 1.0f, 1.0f, &both), HAIL_OK);
    hold(flipped, once, "flipped");
    hold(d, twice, "twice flipped");
    hold(d, both, "copied");
    drawing_free(d);
    drawing_free(flipped);
}

Test(sprite_set, flipped) { sprite_seeds(30, hold_flipped); }

Test(sprite_set, stretched_as_far_as_there_is) {
    uint64_t state = 1;
    drawing *d = drawing_random(&state, 128, 2, DRAW_HAZE);
    uint32_t copy = 7;
    const uint32_t sprite = add(d, &state);
    hold_copy(d, sprite, 64.0f, -64.0f);
    hold_copy(d, sprite, -1.0f / 64.0f, 1.0f / 64.0f);
    drawing *wider = drawing_random(&state, 129, 2, DRAW_HAZE), *higher = drawing_random(&state, 2, 8192, DRAW_HAZE);
    const uint32_t wide = add(wider, &state), high = add(higher, &state);
    cr_assert_eq(hail_spriteset_add_stretched(set, wide, 64.0f, 1.0f, &copy), HAIL_OUT_OF_RANGE);
    cr_assert_eq(hail_spriteset_add_stretched(set, high, 1.0f, -1.001f, &copy), HAIL_OUT_OF_RANGE);
    cr_assert_eq(copy, 7);
    hold_copy(higher, high, 1.0f, -1.0f);
    drawing_free(d);
    drawing_free(wider);
    drawing_free(higher);
}
