/* tests/sprites/sprite_refused.c - errors of boxes, overlaps and tiles; none of them writes anything. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "sprite_oracle.h"

enum { COUNT = 70, MARK = 0xa5 };
enum { BOXES, TILES, TOUCH, PIXELS, OVERLAPS, FUNCTIONS }; /* the first two take one side only */
static const char *const name_of[] = {"boxes", "tiles", "touch", "count", "overlaps"};

static const float never[] = {NAN, INFINITY, -INFINITY};

/* ---- A valid scene ----------------------------------------------------------------------------------------------- */

typedef struct side {
    float x[COUNT], y[COUNT], cos[COUNT], sin[COUNT], scale_x[COUNT], scale_y[COUNT], origin_x[COUNT], origin_y[COUNT];
    uint32_t sprite[COUNT], index[COUNT];
} side;

static struct {
    hail_spriteset *set, *empty;
    hail_tileset *tiles;
    hail_tilemap *map;
    side side[2];
    hail_sprite_pairs pairs;
} scene;

/* Makes the scene as at first. */
static void renew(void) {
    hail_sprites *sprites[] = {&scene.pairs.a, &scene.pairs.b};
    for (int k = 0; k < 2; k++) {
        side *s = &scene.side[k];
        for (uint32_t i = 0; i < COUNT; i++) {
            s->x[i] = (float)i, s->y[i] = -(float)i;
            s->cos[i] = 1.0f, s->sin[i] = 0.0f, s->scale_x[i] = 1.5f, s->scale_y[i] = -1.0f;
            s->origin_x[i] = 2.0f, s->origin_y[i] = 0.0f;
            s->sprite[i] = i % 2, s->index[i] = COUNT - 1 - i;
        }
        *sprites[k] = (hail_sprites){.set = scene.set, .x = s->x, .y = s->y, .cos = s->cos, .sin = s->sin};
        sprites[k]->scale_x = s->scale_x, sprites[k]->scale_y = s->scale_y;
        sprites[k]->origin_x = s->origin_x, sprites[k]->origin_y = s->origin_y;
        sprites[k]->sprite = s->sprite, sprites[k]->count = COUNT;
    }
    scene.pairs.index_a = scene.side[0].index, scene.pairs.index_b = scene.side[1].index;
    scene.pairs.count = COUNT;
}

static void setup(void) {
    static const uint8_t rgba[3][3][4] = {{{0, 0, 0, 255}}};
    uint32_t number;
    cr_assert_eq(hail_spriteset_create(NULL, &scene.set), HAIL_OK);
    cr_assert_eq(hail_spriteset_create(NULL, &scene.empty), HAIL_OK);
    for (int k = 0; k < 2; k++) {
        const hail_image image = {.rgba = rgba[0][0], .width = 3, .height = 3};
        cr_assert_eq(hail_spriteset_add(scene.set, &image, &number), HAIL_OK);
    }
    cr_assert_eq(hail_tileset_create(NULL, 8, 8, &scene.tiles), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(scene.tiles, &(hail_tilemap_options){.columns = 2, .rows = 2}, &scene.map),
                 HAIL_OK);
    renew();
}

static void teardown(void) {
    hail_tilemap_destroy(scene.map);
    hail_tileset_destroy(scene.tiles);
    hail_spriteset_destroy(scene.set);
    hail_spriteset_destroy(scene.empty);
}

TestSuite(sprite_refused, .init = setup, .fini = teardown);

static hail_status call(int function, const hail_sprite_pairs *pairs, void *to) {
    switch (function) {
    case BOXES:
        return hail_sprite_boxes(&pairs->a, HAIL_BOX_OPAQUE, to);
    case TILES:
        return hail_sprite_tilemap_overlaps(&pairs->a, scene.map, 0, to);
    case TOUCH:
        return hail_sprite_touch(pairs, to);
    case PIXELS:
        return hail_sprite_count(pairs, to);
    default:
        return hail_sprite_overlaps(pairs, to);
    }
}

static _Alignas(64) unsigned char rows[COUNT * sizeof(hail_sprite_overlap)];

static void answers(int function, hail_status want, const char *what) {
    memset(rows, MARK, sizeof rows);
    const hail_status status = call(function, &scene.pairs, rows);
    cr_assert_eq(status, want, "%s, %s: answers \"%s\", should \"%s\"", name_of[function], what,
                 hail_status_text(status), hail_status_text(want));
    for (size_t k = 0; k < sizeof rows && status != HAIL_OK; k++)
        cr_assert_eq(rows[k], MARK, "%s, %s: writes though it refuses", name_of[function], what);
}

/* The instances of side k; functions of one side take side 0. */
static void refuses(int k, hail_status want, const char *what) {
    for (int function = k == 0 ? 0 : TOUCH; function < FUNCTIONS; function++)
        answers(function, want, what);
    renew();
}

static hail_sprites *sprites_of(int k) { return k == 0 ? &scene.pairs.a : &scene.pairs.b; }

/* ---- Null pointers, incomplete columns --------------------------------------------------------------------------- */

Test(sprite_refused, nothing_wrong) {
    for (int function = 0; function < FUNCTIONS; function++)
        answers(function, HAIL_OK, "all is well");
    scene.pairs.index_a = scene.pairs.index_b = NULL;
    for (int function = 0; function < FUNCTIONS; function++)
        answers(function, HAIL_OK, "no indices");
}

Test(sprite_refused, pointers) {
    for (int k = 0; k < 2; k++) {
        sprites_of(k)->set = NULL;
        refuses(k, HAIL_BAD_ARGUMENT, "no set");
        sprites_of(k)->x = NULL;
        refuses(k, HAIL_BAD_ARGUMENT, "no x");
        sprites_of(k)->y = NULL;
        refuses(k, HAIL_BAD_ARGUMENT, "no y");
        sprites_of(k)->cos = NULL;
        refuses(k, HAIL_BAD_ARGUMENT, "sin without cos");
        sprites_of(k)->sin = NULL;
        refuses(k, HAIL_BAD_ARGUMENT, "cos without sin");
        sprites_of(k)->scale_x = NULL;
        refuses(k, HAIL_BAD_ARGUMENT, "scale y without scale x");
        sprites_of(k)->origin_x = NULL;
        refuses(k, HAIL_BAD_ARGUMENT, "origin y without origin x");
        sprites_of(k)->origin_y = NULL;
        refuses(k, HAIL_BAD_ARGUMENT, "origin x without origin y");
        sprites_of(k)->scale_y = NULL;
        refuses(k, HAIL_OK, "one scale for both axes");
    }
    for (int function = 0; function < FUNCTIONS; function++)
        cr_assert_eq(call(function, &scene.pairs, NULL), HAIL_BAD_ARGUMENT, "%s", name_of[function]);
    cr_assert_eq(hail_sprite_boxes(NULL, HAIL_BOX_IMAGE, (hail_box *)(void *)rows), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_sprite_boxes(&scene.pairs.a, (hail_box_kind)2, (hail_box *)(void *)rows), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_sprite_tilemap_overlaps(NULL, scene.map, 0, (hail_sprite_overlap *)(void *)rows),
                 HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_sprite_tilemap_overlaps(&scene.pairs.a, NULL, 0, (hail_sprite_overlap *)(void *)rows),
                 HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_sprite_touch(NULL, rows), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_sprite_count(NULL, (uint32_t *)(void *)rows), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_sprite_overlaps(NULL, (hail_sprite_overlap *)(void *)rows), HAIL_BAD_ARGUMENT);
}

/* ---- Bad numbers, at any position -------------------------------------------------------------------------------- */

/* even in instances that no pair uses */
static void hold_numbers(int k, size_t i) {
    static const float past[] = {1.00000008e9f, 1000.0001f, 1000000.0625f};
    side *s = &scene.side[k];
    float *column[] = {s->x, s->y, s->scale_x, s->scale_y, s->origin_x, s->origin_y, s->cos, s->sin};
    for (int c = 0; c < 8; c++) {
        for (int n = 0; n < 3; n++) {
            column[c][i] = never[n];
            refuses(k, HAIL_NOT_FINITE, "not finite");
        }
        for (int n = 0; n < 2 && c < 6; n++) {
            column[c][i] = n == 0 ? past[c / 2] : -past[c / 2];
            refuses(k, HAIL_OUT_OF_RANGE, "out of range");
            column[c][i] = n == 0 ? 3.0e38f : -3.0e38f;
            refuses(k, HAIL_OUT_OF_RANGE, "huge");
        }
    }
    const float turns[][2] = {{1.001f, 0.0f}, {0.0f, 0.0f}, {0.6f, 0.7f}, {3.0e38f, 3.0e38f}};
    for (int n = 0; n < 4; n++) {
        s->cos[i] = turns[n][0], s->sin[i] = turns[n][1];
        refuses(k, HAIL_OUT_OF_RANGE, "no unit vector");
    }
    s->cos[i] = -0.6f * 1.00009f, s->sin[i] = 0.8f * 1.00009f;
    refuses(k, HAIL_OK, "unit to 1e-4");
    const float most[] = {HAIL_MAX_BOUND, HAIL_MAX_SCALE, HAIL_MAX_REACH};
    for (int c = 0; c < 6; c++) {
        column[c][i] = c % 2 == 0 ? most[c / 2] : -most[c / 2];
        refuses(k, HAIL_OK, "as large as there is");
    }
    s->sprite[i] = 2;
    refuses(k, HAIL_BAD_ARGUMENT, "a sprite that it has not");
    s->sprite[i] = UINT32_MAX;
    refuses(k, HAIL_BAD_ARGUMENT, "no sprite");
    scene.pairs.index_a = scene.pairs.index_b = NULL;
    scene.pairs.count = 1;
    s->y[i] = NAN;
    refuses(k, HAIL_NOT_FINITE, "in no pair");
}

Test(sprite_refused, numbers) {
    for (size_t i = 0; i < COUNT; i += i < 18 ? 1 : 17)
        for (int k = 0; k < 2; k++)
            hold_numbers(k, i);
}

Test(sprite_refused, indices) {
    static const uint32_t beyond[] = {COUNT, COUNT + 1, 0x80000000u, UINT32_MAX};
    for (size_t i = 0; i < COUNT; i += 3) {
        for (int n = 0; n < 8; n++) {
            scene.side[n % 2].index[i] = beyond[n / 2];
            refuses(1, HAIL_BAD_ARGUMENT, "an index past its side");
        }
    }
    for (int k = 0; k < 2; k++) {
        (k == 0 ? &scene.pairs.index_a : &scene.pairs.index_b)[0] = NULL;
        sprites_of(k)->count = COUNT - 1;
        refuses(1, HAIL_BAD_ARGUMENT, "more pairs than instances");
    }
}

/* ---- None, and too many ------------------------------------------------------------------------------------------ */

Test(sprite_refused, counts) {
    static const size_t many[] = {(size_t)1 << 31, SIZE_MAX, SIZE_MAX / 4 + 2};
    for (int n = 0; n < 3; n++) {
        for (int k = 0; k < 2; k++) {
            sprites_of(k)->count = many[n];
            refuses(k, HAIL_BAD_ARGUMENT, "too many instances");
        }
        scene.pairs.count = many[n];
        refuses(1, HAIL_BAD_ARGUMENT, "too many pairs");
    }
    for (int k = 0; k < 2; k++) {
        sprites_of(k)->set = scene.empty;
        refuses(k, HAIL_BAD_ARGUMENT, "sprites of an empty set");
        sprites_of(k)->set = scene.empty, sprites_of(k)->sprite = NULL;
        refuses(k, HAIL_BAD_ARGUMENT, "sprite 0 of an empty set");
    }
    scene.pairs.count = 0, scene.pairs.a.count = scene.pairs.b.count = 0;
    scene.pairs.a.x = scene.pairs.a.y = NULL, scene.pairs.index_a = scene.pairs.index_b = NULL;
    for (int function = 0; function < FUNCTIONS; function++) {
        answers(function, HAIL_OK, "none");
        cr_assert_eq(rows[0], MARK, "%s: writes", name_of[function]);
        cr_assert_eq(call(function, &scene.pairs, NULL), HAIL_OK, "%s: none, into nothing", name_of[function]);
    }
}
