/* tests/sprites/sprite_status.c - errors of every function on sprites, which change and write nothing; and boxes in
 * whole pixels. */
#include <criterion/criterion.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "sprite_oracle.h"

enum { WIDE = 70, HIGH = 5, COUNT = 6, MARK = 0xa5 };

static const float never[] = {NAN, INFINITY, -INFINITY};

static void is(hail_status status, hail_status want, const char *what) {
    cr_assert_eq(status, want, "%s: answers \"%s\", should \"%s\"", what, hail_status_text(status),
                 hail_status_text(want));
}

/* ---- A small set that must not change ---------------------------------------------------------------------------- */

static hail_spriteset *set;
static drawing *shown;

static void setup(void) {
    shown = drawing_make(WIDE, HIGH);
    for (uint32_t k = 0; k < WIDE * HIGH; k++)
        shown->opaque[k] = k % 3 != 1;
    shown->origin_x = 3.5f;
    uint64_t *bits = drawing_bits(shown);
    uint32_t sprite;
    const hail_image image = {.bits = bits, .width = WIDE, .height = HIGH, .origin_x = 3.5f};
    is(hail_spriteset_create(NULL, &set), HAIL_OK, "set");
    is(hail_spriteset_add(set, &image, &sprite), HAIL_OK, "add");
    is(hail_spriteset_add(set, &image, &sprite), HAIL_OK, "add");
    free(bits);
}

static void teardown(void) {
    hail_spriteset_destroy(set);
    drawing_free(shown);
}

TestSuite(sprite_status, .init = setup, .fini = teardown);

static void unchanged(const char *what) {
    cr_assert_eq(spriteset_size(set).sprites, 2, "%s: adds something", what);
    for (uint32_t k = 0; k < 2; k++) {
        const char *wrong = drawing_differs(shown, set, k);
        cr_assert_null(wrong, "%s: changes what it refuses: %s", what, wrong);
    }
}

/* ---- Templates --------------------------------------------------------------------------------------------------- */

static uint8_t rgba[HIGH][WIDE][4];
static uint64_t rows[HIGH][2];

static hail_image from_rgba(void) {
    memset(rgba, 255, sizeof rgba);
    return (hail_image){.rgba = rgba[0][0], .width = WIDE, .height = HIGH};
}

static hail_image from_bits(void) {
    for (uint32_t j = 0; j < HIGH; j++)
        rows[j][0] = 5, rows[j][1] = 1;
    return (hail_image){.bits = rows[0], .width = WIDE, .height = HIGH};
}

static void refuses(const hail_image *image, hail_status want, const char *what) {
    uint32_t sprite = 77;
    is(hail_spriteset_add(set, image, &sprite), want, what);
    cr_assert_eq(sprite, 77, "%s: writes a number though it refuses", what);
    unchanged(what);
}

Test(sprite_status, create) {
    is(hail_spriteset_create(NULL, NULL), HAIL_BAD_ARGUMENT, "nowhere to put it");
    hail_spriteset_destroy(NULL);
    hail_spriteset *none = NULL;
    is(hail_spriteset_create(NULL, &none), HAIL_OK, "empty");
    cr_assert_eq(spriteset_size(none).sprites, 0);
    hail_spriteset_destroy(none);
}

Test(sprite_status, images) {
    uint32_t sprite = 77;
    hail_image image = from_rgba();
    is(hail_spriteset_add(NULL, &image, &sprite), HAIL_BAD_ARGUMENT, "no set");
    is(hail_spriteset_add(set, &image, NULL), HAIL_BAD_ARGUMENT, "nowhere to put its number");
    refuses(NULL, HAIL_BAD_ARGUMENT, "no image");
    image.bits = rows[0];
    refuses(&image, HAIL_BAD_ARGUMENT, "rgba and bits");
    image.bits = NULL, image.rgba = NULL;
    refuses(&image, HAIL_BAD_ARGUMENT, "neither rgba nor bits");
    image = from_rgba(), image.pitch = 4 * WIDE - 1;
    refuses(&image, HAIL_BAD_ARGUMENT, "rgba pitch");
    image = from_bits(), image.pitch = 1;
    refuses(&image, HAIL_BAD_ARGUMENT, "bits pitch");
    for (uint32_t bit = WIDE - 64; bit < 64; bit++) {
        image = from_bits(), rows[bit % HIGH][1] |= UINT64_C(1) << bit;
        refuses(&image, HAIL_BAD_ARGUMENT, "a bit past the width");
    }
    cr_assert_eq(sprite, 77);
    unchanged("images");
}

Test(sprite_status, image_numbers) {
    static const uint32_t sides[] = {0, HAIL_MAX_SPRITE + 1, 0x80000000u, UINT32_MAX};
    static const float beyond[] = {1000001.0f, -1000001.0f, 3.0e38f};
    for (int bits = 0; bits < 2; bits++) {
        hail_image image = bits ? from_bits() : from_rgba();
        for (int k = 0; k < 4; k++) {
            image = bits ? from_bits() : from_rgba(), image.width = sides[k];
            refuses(&image, HAIL_OUT_OF_RANGE, "width");
            image = bits ? from_bits() : from_rgba(), image.height = sides[k];
            refuses(&image, HAIL_OUT_OF_RANGE, "height");
        }
        for (int k = 0; k < 3; k++) {
            image = bits ? from_bits() : from_rgba(), image.origin_x = never[k];
            refuses(&image, HAIL_NOT_FINITE, "origin x");
            image = bits ? from_bits() : from_rgba(), image.origin_y = never[k];
            refuses(&image, HAIL_NOT_FINITE, "origin y");
            image = bits ? from_bits() : from_rgba(), image.origin_x = beyond[k];
            refuses(&image, HAIL_OUT_OF_RANGE, "origin x");
            image = bits ? from_bits() : from_rgba(), image.origin_y = beyond[k];
            refuses(&image, HAIL_OUT_OF_RANGE, "origin y");
        }
        image = bits ? from_bits() : from_rgba(), image.origin_x = -HAIL_MAX_REACH;
        refuses(&image, HAIL_TOO_LARGE, "an opaque pixel too far");
        image = bits ? from_bits() : from_rgba(), image.origin_x = 8.0e5f, image.origin_y = -8.0e5f;
        refuses(&image, HAIL_TOO_LARGE, "an opaque pixel too far, slanted");
    }
}

Test(sprite_status, numbers) {
    static const uint32_t none[] = {2, 3, 0x80000000u, UINT32_MAX};
    static float x[WIDE], y[WIDE];
    static uint64_t bits[HIGH * 2];
    static hail_sprite_info info;
    memset(x, MARK, sizeof x), memset(bits, MARK, sizeof bits), memset(&info, MARK, sizeof info);
    for (int k = 0; k < 4; k++) {
        is(hail_spriteset_describe(set, none[k], &info), HAIL_OUT_OF_RANGE, "describe");
        is(hail_spriteset_hull(set, none[k], x, x), HAIL_OUT_OF_RANGE, "hull");
        is(hail_spriteset_bits(set, none[k], bits), HAIL_OUT_OF_RANGE, "bits");
    }
    is(hail_spriteset_describe(NULL, 0, &info), HAIL_BAD_ARGUMENT, "describe, no set");
    is(hail_spriteset_describe(set, 0, NULL), HAIL_BAD_ARGUMENT, "describe, no info");
    is(hail_spriteset_hull(NULL, 0, x, x), HAIL_BAD_ARGUMENT, "hull, no set");
    is(hail_spriteset_hull(set, 0, NULL, x), HAIL_BAD_ARGUMENT, "hull, no x");
    is(hail_spriteset_hull(set, 0, x, NULL), HAIL_BAD_ARGUMENT, "hull, no y");
    is(hail_spriteset_bits(NULL, 0, bits), HAIL_BAD_ARGUMENT, "bits, no set");
    is(hail_spriteset_bits(set, 0, NULL), HAIL_BAD_ARGUMENT, "bits, no rows");
    cr_assert(memcmp(x, &(uint32_t){0xa5a5a5a5u}, 4) == 0 && bits[0] == UINT64_C(0xa5a5a5a5a5a5a5a5) &&
                  info.width == 0xa5a5a5a5u,
              "writes though it refuses");
    is(hail_spriteset_hull(set, 0, x, y), HAIL_OK, "hull");
}

Test(sprite_status, stretched) {
    static const float bad[] = {0.0f, -0.0f, 0.0156f, -0.0156f, 64.01f, -64.01f, 1.0e30f, 1.0e-30f};
    static const uint32_t none[] = {2, UINT32_MAX};
    uint32_t copy = 77;
    for (int k = 0; k < 8; k++) {
        is(hail_spriteset_add_stretched(set, 0, bad[k], 1.0f, &copy), HAIL_OUT_OF_RANGE, "scale x");
        is(hail_spriteset_add_stretched(set, 0, 1.0f, bad[k], &copy), HAIL_OUT_OF_RANGE, "scale y");
    }
    for (int k = 0; k < 3; k++) {
        is(hail_spriteset_add_stretched(set, 0, never[k], 1.0f, &copy), HAIL_NOT_FINITE, "scale x");
        is(hail_spriteset_add_stretched(set, 0, 1.0f, never[k], &copy), HAIL_NOT_FINITE, "scale y");
    }
    for (int k = 0; k < 2; k++)
        is(hail_spriteset_add_stretched(set, none[k], 1.0f, 1.0f, &copy), HAIL_OUT_OF_RANGE, "no such sprite");
    is(hail_spriteset_add_stretched(NULL, 0, 1.0f, 1.0f, &copy), HAIL_BAD_ARGUMENT, "no set");
    is(hail_spriteset_add_stretched(set, 0, 1.0f, 1.0f, NULL), HAIL_BAD_ARGUMENT, "nowhere to put its number");
    cr_assert_eq(copy, 77, "writes a number though it refuses");
    unchanged("stretched");
}

/* An origin that stretching moves too far is an error, as a given one is, even if no pixel is opaque. */
Test(sprite_status, stretched_too_far) {
    for (uint8_t alpha = 0; alpha < 2; alpha++) {
        for (int axis = 0; axis < 2; axis++) {
            const uint8_t pixel[] = {0, 0, 0, alpha};
            hail_image image = {.rgba = pixel, .width = 1, .height = 1};
            *(axis == 0 ? &image.origin_x : &image.origin_y) = 20000.0f;
            uint32_t sprite, copy = 77;
            is(hail_spriteset_add(set, &image, &sprite), HAIL_OK, "add");
            const hail_status status = hail_spriteset_add_stretched(set, sprite, 64.0f, -64.0f, &copy);
            cr_assert(status == HAIL_OUT_OF_RANGE || status == HAIL_TOO_LARGE, "%s", hail_status_text(status));
            cr_assert(copy == 77 && spriteset_size(set).sprites == sprite + 1);
        }
    }
}

Test(sprite_status, too_many_sprites) {
    hail_spriteset *full = NULL;
    uint32_t sprite = 0;
    const uint64_t row = 1;
    const hail_image image = {.bits = &row, .width = 1, .height = 1};
    is(hail_spriteset_create(NULL, &full), HAIL_OK, "set");
    for (uint32_t i = 0; i < HAIL_MAX_SPRITES; i++)
        if (hail_spriteset_add(full, &image, &sprite) != HAIL_OK || sprite != i)
            cr_assert_fail("sprite %u", i);
    sprite = 77;
    is(hail_spriteset_add(full, &image, &sprite), HAIL_FULL, "one more");
    is(hail_spriteset_add_stretched(full, 5, 1.0f, 1.0f, &sprite), HAIL_FULL, "one more");
    cr_assert(sprite == 77 && spriteset_size(full).sprites == HAIL_MAX_SPRITES);
    hail_spriteset_destroy(full);
}

/* ---- Boxes in whole pixels --------------------------------------------------------------------------------------- */

static void hold_pixels(const hail_box *box) {
    hail_pixel_box got;
    memset(&got, MARK, sizeof got);
    is(hail_pixel_boxes(NULL, box, 1, &got), HAIL_OK, "pixels");
    const double want[] = {floor((double)box->min_x), floor((double)box->min_y), ceil((double)box->max_x),
                           ceil((double)box->max_y)};
    cr_assert((double)got.left == want[0] && (double)got.top == want[1] && (double)got.right == want[2] &&
                  (double)got.bottom == want[3],
              "(%.9g, %.9g) to (%.9g, %.9g): %d, %d, %d, %d", (double)box->min_x, (double)box->min_y,
              (double)box->max_x, (double)box->max_y, got.left, got.top, got.right, got.bottom);
}

Test(sprite_status, pixels) {
    static const float edges[] = {0.0f,          -0.0f,        1.0f,        -1.0f,        0.5f,          -0.5f,
                                  1e-30f,        -1e-30f,      8388607.5f,  -8388607.5f,  16777215.0f,   16777216.0f,
                                  0.99999994f,   -0.99999994f, 1.00000012f, -1.00000012f, 2147483520.0f, -2147483520.0f,
                                  1073741824.0f, FLT_MIN,      -FLT_MIN,    -8388608.0f};
    uint64_t state = 5;
    enum { EDGES = sizeof edges / sizeof *edges };
    for (uint32_t i = 0; i < EDGES; i++)
        for (uint32_t j = 0; j < EDGES; j++)
            if (edges[i] <= edges[j])
                hold_pixels(&(hail_box){edges[i], edges[i], edges[j], edges[j]});
    for (uint32_t k = 0; k < 20000; k++) {
        const float size = ldexpf(1.0f, (int)random_pick(&state, 31)) * 0.99f;
        const float x = random_range(&state, -size, size), y = random_range(&state, -size, size);
        hold_pixels(&(hail_box){x, y, x + fabsf(y) * 0.5f, y + 1.0f});
    }
}

/* Many boxes, some of them empty, at any alignment; nothing past them is written. */
Test(sprite_status, many_pixels) {
    enum { MANY = 70 };
    static hail_box boxes[MANY];
    static hail_pixel_box pixels[MANY + 1];
    for (size_t i = 0; i < MANY; i++) {
        const float at = -30.0f + 1.25f * (float)i;
        boxes[i] = i % 7 == 3 ? (hail_box){HAIL_NOWHERE, HAIL_NOWHERE, -HAIL_NOWHERE, -HAIL_NOWHERE}
                              : (hail_box){at, -at - 100.0f, at + 2.0f, -at};
    }
    for (size_t from = 0; from < MANY; from++) {
        const size_t count = (MANY - from) * (from % 3 + 1) / 3;
        memset(pixels, MARK, sizeof pixels);
        is(hail_pixel_boxes(NULL, boxes + from, count, pixels), HAIL_OK, "pixels");
        for (size_t i = 0; i < count; i++) {
            const hail_box *b = &boxes[from + i];
            const bool nothing = (from + i) % 7 == 3;
            const hail_pixel_box want = {
                nothing ? INT32_MAX : (int32_t)floorf(b->min_x), nothing ? INT32_MAX : (int32_t)floorf(b->min_y),
                nothing ? INT32_MIN : (int32_t)ceilf(b->max_x), nothing ? INT32_MIN : (int32_t)ceilf(b->max_y)};
            cr_assert(memcmp(&pixels[i], &want, sizeof want) == 0, "box %zu from %zu", i, from);
        }
        cr_assert_eq(((unsigned char *)&pixels[count])[0], MARK, "writes past its end");
    }
}

Test(sprite_status, no_pixels) {
    hail_box boxes[9];
    hail_pixel_box pixels[9];
    memset(pixels, MARK, sizeof pixels);
    for (size_t bad = 0; bad < 9; bad++) {
        for (size_t field = 0; field < 4; field++) {
            for (int k = 0; k < 7; k++) {
                static const float beyond[] = {2147483648.0f, -2147483648.0f, 1.0e30f, -2.9e38f};
                for (size_t i = 0; i < 9; i++)
                    boxes[i] = (hail_box){1.0f, 2.0f, 3.0f, 4.0f};
                /* Least fields small, most fields large, so that no box is turned inside out. */
                float *f[] = {&boxes[bad].min_x, &boxes[bad].min_y, &boxes[bad].max_x, &boxes[bad].max_y};
                *f[field] = k < 3 ? never[k] : copysignf(beyond[k - 3], field < 2 ? -1.0f : 1.0f);
                is(hail_pixel_boxes(NULL, boxes, 9, pixels), k < 3 ? HAIL_NOT_FINITE : HAIL_OUT_OF_RANGE,
                   "a coordinate");
            }
        }
    }
    is(hail_pixel_boxes(NULL, NULL, 1, pixels), HAIL_BAD_ARGUMENT, "no boxes");
    is(hail_pixel_boxes(NULL, boxes, 1, NULL), HAIL_BAD_ARGUMENT, "no pixels");
    for (size_t k = 0; k < sizeof pixels; k++)
        cr_assert_eq(((unsigned char *)pixels)[k], MARK, "writes though it refuses");
    is(hail_pixel_boxes(NULL, NULL, 0, NULL), HAIL_OK, "none");
}
