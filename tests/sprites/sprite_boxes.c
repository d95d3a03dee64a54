/* tests/sprites/sprite_boxes.c - boxes of sprites, against every pixel's corners in double precision and against the
 * article's searches (text_boxes.h); and the same bits on every variant, in any batch and order.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that one alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "sprite_inputs.h"
#include "text_boxes.h"

enum { INSTANCES = 500, MARK = 0xa5 };

static const char *const name_of[] = {"image", "opaque"};
static sprite_columns columns, mixed;
static hail_box wanted[SPRITE_MOST], boxes[SPRITE_MOST + 1];

/* Fills `boxes`, and asserts that nothing past them is written. */
static void ask(const hail_sprites *sprites, hail_box_kind of) {
    memset(boxes, MARK, (sprites->count + 1) * sizeof *boxes);
    const hail_status status = hail_sprite_boxes(sprites, of, boxes);
    cr_assert_eq(status, HAIL_OK, "%s", hail_status_text(status));
    for (size_t k = 0; k < sizeof *boxes; k++)
        cr_assert_eq(((unsigned char *)&boxes[sprites->count])[k], MARK, "writes past its end");
}

static void same(const sprite_cast *c, uint64_t seed, const hail_box *is, size_t i, const char *how) {
    cr_assert(memcmp(is, &wanted[i], sizeof *is) == 0, "seed %llu, %s: other bits for %s", (unsigned long long)seed,
              how, sprite_text(&columns.sprites, c->drawing, i));
}

/* ---- Variants, order, batches ------------------------------------------------------------------------------------ */

static void hold_ways(sprite_cast *c, uint64_t seed, const hail_sprites *sprites, hail_box_kind of, const char *isa) {
    static uint32_t order[SPRITE_MOST];
    ask(sprites, of);
    for (size_t i = 0; i < sprites->count; i++)
        same(c, seed, &boxes[i], i, isa);
    for (size_t from = 0, count; from < sprites->count; from += count) {
        count = random_pick(&c->state, 40); /* some are empty */
        count = count < sprites->count - from ? count : sprites->count - from;
        const hail_sprites part = sprites_from(sprites, from, count);
        ask(&part, of);
        for (size_t i = 0; i < count; i++)
            same(c, seed, &boxes[i], from + i, "cut");
    }
    for (uint32_t i = 0; i < sprites->count; i++) {
        const uint32_t j = random_pick(&c->state, i + 1);
        order[i] = order[j], order[j] = i;
    }
    sprites_pick(sprites, order, &mixed);
    ask(&mixed.sprites, of);
    for (size_t i = 0; i < sprites->count; i++)
        same(c, seed, &boxes[i], order[i], "shuffled");
    for (size_t i = 0; i < sprites->count; i += 9) {
        const hail_sprites alone = sprites_from(sprites, i, 1);
        ask(&alone, of);
        same(c, seed, &boxes[0], i, "alone");
    }
}

static void hold_variants(sprite_cast *c, uint64_t seed, hail_box_kind of) {
    hail_sprites with = columns.sprites;
    memcpy(wanted, boxes, with.count * sizeof *wanted);
    for (size_t k = 0; k < hail_variant_count(); k++) {
        with.context = variant_context(hail_variant_name(k));
        hold_ways(c, seed, &with, of, hail_variant_name(k));
    }
}

/* ---- Positions --------------------------------------------------------------------------------------------------- */

static void hold_box(const sprite_cast *c, uint64_t seed, hail_box_kind of, size_t i, bool exact) {
    const stance s = stance_of(&columns.sprites, i, c->drawing);
    const hail_box *is = &boxes[i];
    stance_box want = stance_find_box(&s, of);
    want.off = exact ? 0.0 : want.off;
    cr_assert(
        box_agrees(&want, is),
        "seed %llu, %s: (%.9g, %.9g) to (%.9g, %.9g); should be (%.17g, %.17g) to (%.17g, %.17g)%s, to %.3g px: %s",
        (unsigned long long)seed, name_of[of], (double)is->min_x, (double)is->min_y, (double)is->max_x,
        (double)is->max_y, want.min_x, want.min_y, want.max_x, want.max_y, want.nothing ? " (nothing)" : "", want.off,
        sprite_text(&columns.sprites, c->drawing, i));
}

static void hold(sprite_cast *c, uint64_t seed, const sprite_choice *choice, bool exact) {
    sprite_columns_make(c, choice, &columns);
    for (int of = HAIL_BOX_IMAGE; of <= HAIL_BOX_OPAQUE; of++) {
        columns.sprites.context = variant_context("reference");
        ask(&columns.sprites, (hail_box_kind)of);
        for (size_t i = 0; i < choice->count; i++)
            hold_box(c, seed, (hail_box_kind)of, i, exact);
        hold_variants(c, seed, (hail_box_kind)of);
    }
}

static void hold_random(uint64_t seed) {
    sprite_cast *c = sprite_cast_make(seed, 40);
    const sprite_choice choice = sprite_choose(&c->state, INSTANCES);
    hold(c, seed, &choice, false);
    sprite_cast_free(c);
}

Test(sprite_boxes, random) { sprite_seeds(40, hold_random); }

/* Quarter turns with whole numbers: nothing is rounded, so boxes are exact. */
static void hold_quarters(uint64_t seed) {
    static const float ats[] = {0.0f, 100.0f, -2000.0f, 100000.0f};
    sprite_cast *c = sprite_cast_make(seed, 40);
    const sprite_choice choice = {.count = INSTANCES,
                                  .turn = seed % 2 == 0 ? TURN_QUARTERS : TURN_EVEN,
                                  .stretch = seed % 3 == 0 ? STRETCH_EVEN : STRETCH_NONE,
                                  .whole = true,
                                  .at = ats[seed % 4],
                                  .spread = 500.0f};
    hold(c, seed, &choice, true);
    sprite_cast_free(c);
}

Test(sprite_boxes, quarters) { sprite_seeds(12, hold_quarters); }

/* The first and last pixel of each row give the same box, faster. */
static void thin_out(drawing *d) {
    for (uint32_t j = 0; j < d->height; j++) {
        uint8_t *row = d->opaque + (size_t)j * d->width;
        for (uint32_t i = 0, first = 1; i < d->width; i++) {
            const bool last = row[i] != 0 && (i + 1 == d->width || memchr(row + i + 1, 1, d->width - i - 1) == NULL);
            const bool keep = row[i] != 0 && (first != 0 || last);
            first = first != 0 && row[i] == 0;
            row[i] = keep;
        }
    }
}

/* Hulls with very many vertices, and the largest images allowed, on every variant. */
static void hold_large(uint64_t seed) {
    enum { DISCS = 6, LARGE = 400 };
    static const uint32_t sides[DISCS][2] = {{200, 200}, {513, 40}, {31, 700}, {600, 601}, {8192, 3}, {2, 8192}};
    sprite_cast *c = sprite_cast_make(seed, 30);
    for (uint32_t k = 0, sprite; k < DISCS; k++) {
        drawing *d = drawing_make(sides[k][0], sides[k][1]);
        d->origin_x = 10.5f * (float)k, d->origin_y = -3.0f;
        for (uint32_t j = 0; j < d->height; j++)
            for (uint32_t i = 0; i < d->width; i++)
                d->opaque[(size_t)j * d->width + i] =
                    hypot((2.0 * i + 1.0) / d->width - 1.0, (2.0 * j + 1.0) / d->height - 1.0) <= 1.0;
        drawing_free(c->drawing[k]);
        c->drawing[k] = d;
        cr_assert_eq(drawing_add(d, &c->state, c->set, &sprite), HAIL_OK);
        cr_assert_eq(sprite, SPRITE_DRAWINGS + k);
        thin_out(d);
    }
    const sprite_choice choice = {.count = LARGE,
                                  .turn = seed % 3 == 0 ? TURN_QUARTERS : TURN_ANY,
                                  .stretch = seed % 2 == 0 ? STRETCH_BOTH : STRETCH_UNIFORM,
                                  .spread = 300.0f};
    sprite_columns_make(c, &choice, &columns);
    for (uint32_t i = 0; i < choice.count; i++)
        columns.sprite[i] = SPRITE_DRAWINGS + random_pick(&c->state, DISCS);
    columns.sprites.context = variant_context("reference");
    ask(&columns.sprites, HAIL_BOX_OPAQUE);
    memcpy(wanted, boxes, LARGE * sizeof *wanted);
    for (size_t k = 0; k < hail_variant_count(); k++) {
        columns.sprites.context = variant_context(hail_variant_name(k));
        ask(&columns.sprites, HAIL_BOX_OPAQUE);
        for (size_t i = 0; i < LARGE; i++)
            cr_assert(memcmp(&boxes[i], &wanted[i], sizeof *boxes) == 0, "%s: other bits", hail_variant_name(k));
    }
    for (uint32_t i = 0; i < choice.count; i++)
        columns.sprite[i] -= SPRITE_DRAWINGS; /* the index of its drawing */
    for (size_t i = 0; i < choice.count; i++)
        hold_box(c, seed, HAIL_BOX_OPAQUE, i, false);
    sprite_cast_free(c);
}

Test(sprite_boxes, large) { sprite_seeds(6, hold_large); }

/* The opaque box is within the image's. Without columns: no rotation, scale 1, sprite 0. */
Test(sprite_boxes, bare) {
    sprite_cast *c = sprite_cast_make(8, 64);
    static const float x[] = {0.0f, 10.25f, -7.5f}, y[] = {100.0f, -0.0f, 33.0f};
    columns.sprites = (hail_sprites){.set = c->set, .x = x, .y = y, .count = 3};
    for (int of = HAIL_BOX_IMAGE; of <= HAIL_BOX_OPAQUE; of++) {
        ask(&columns.sprites, (hail_box_kind)of);
        for (size_t i = 0; i < 3; i++)
            hold_box(c, 8, (hail_box_kind)of, i, true);
    }
    sprite_cast_free(c);
}

/* ---- The article's boxes ----------------------------------------------------------------------------------------- */

/* Opaque blocks of m x m px, drawn at least as large as the box of a rotated unit square, in a border of 3 drawn px;
 * the reason is below. */
typedef struct blocks {
    text_sprite sprite;
    drawing *drawing;
} blocks;

static blocks blocks_make(uint64_t *state, bool border) {
    const uint32_t m = 1 + random_pick(state, 4), across = 1 + random_pick(state, 9), down = 1 + random_pick(state, 9);
    const float scale = random_range(state, 1.4143f, 4.0f) / (float)m;
    const uint32_t rim = border ? (uint32_t)ceilf(3.0f / scale) : 0;
    drawing *d = drawing_make(across * m + 2 * rim, down * m + 2 * rim);
    for (uint32_t k = 0; k < across * down; k++)
        for (uint32_t p = 0, opaque = random_pick(state, 3) == 0 || k == 0; p < m * m && opaque; p++)
            d->opaque[(rim + k / across * m + p / m) * d->width + rim + k % across * m + p % m] = 1;
    d->origin_x = random_range(state, -5.0f, (float)d->width), d->origin_y = 0.5f * (float)d->height;
    blocks b = {.drawing = d};
    b.sprite = (text_sprite){.width = (int)d->width, .height = (int)d->height, .alpha = d->opaque};
    b.sprite.origin_x = (double)d->origin_x, b.sprite.origin_y = (double)d->origin_y;
    b.sprite.position_x = (double)random_range(state, -400.0f, 400.0f);
    b.sprite.position_y = (double)random_range(state, -400.0f, 400.0f);
    b.sprite.scale = (double)scale;
    b.sprite.rotation = random_pick(state, 4) == 0 ? 0.0 : (double)random_range(state, -3.15f, 3.15f);
    return b;
}

static void boxes_of(blocks *b, hail_box *image, hail_box *opaque) {
    hail_spriteset *set;
    uint64_t state = 1;
    uint32_t sprite;
    const float x = (float)b->sprite.position_x, y = (float)b->sprite.position_y, scale = (float)b->sprite.scale;
    const float c = (float)cos(b->sprite.rotation), s = (float)sin(b->sprite.rotation);
    cr_assert_eq(hail_spriteset_create(NULL, &set), HAIL_OK);
    cr_assert_eq(drawing_add(b->drawing, &state, set, &sprite), HAIL_OK);
    const hail_sprites sprites = {.set = set, .x = &x, .y = &y, .cos = &c, .sin = &s, .scale_x = &scale, .count = 1};
    cr_assert_eq(hail_sprite_boxes(&sprites, HAIL_BOX_IMAGE, image), HAIL_OK);
    cr_assert_eq(hail_sprite_boxes(&sprites, HAIL_BOX_OPAQUE, opaque), HAIL_OK);
    hail_spriteset_destroy(set);
}

/* The rounding errors of both sides at these sizes. */
static const double OFF = 1e-3;

/* (int) of a number, if rounding may put it on either side of a whole number. */
static bool cut(double number, int is) { return (int)(number - OFF) == is || (int)(number + OFF) == is; }

static bool within(double number, double least, double most) { return number >= least - OFF && number <= most + OFF; }

static const char *text_of(const blocks *b, const text_rectangle *r, const hail_box *box) {
    static char text[400];
    snprintf(text, sizeof text, "text: %d, %d, %d x %d; box (%.9g, %.9g) to (%.9g, %.9g); turned by %.9g, scale %.9g",
             r->x, r->y, r->width, r->height, (double)box->min_x, (double)box->min_y, (double)box->max_x,
             (double)box->max_y, b->sprite.rotation, b->sprite.scale);
    return text;
}

/* The article's first box is Hail's box of the image, each number truncated as in the article.
 *
 * Its cropped box goes from the first column (row) of whole pixels with an opaque sample to the last, so it is within
 * Hail's. How much smaller can it be? Let k = |cos| + |sin| be the width of a rotated unit square. Take the opaque
 * block whose corner touches a side of Hail's box. It is drawn at least k wide, so a rotated square of k x k fits into
 * that corner. In its middle fits an unrotated unit square, which contains the corner of a whole pixel: a sample. The
 * rotated square is k * k wide, so the sample is less than (k * k + 1) / 2 = 1 + |sin 2 angle| / 2 from the side: 1 px
 * without rotation, up to 1.5 px at an eighth of a turn. The border makes sure that the article reads all of these
 * samples, and takes none left of the image for its first column: its first box begins less than 1 px late, and it
 * reads no column in the last 3 px or less. */
static void hold_cropped(uint64_t seed) {
    uint64_t state = seed + 1;
    blocks b = blocks_make(&state, true);
    hail_box image, opaque;
    bool found;
    boxes_of(&b, &image, &opaque);
    const text_rectangle blue = text_bounding_box(&b.sprite), green = text_cropped_box(&b.sprite, &found);
    cr_assert(cut((double)image.min_x, blue.x) && cut((double)image.min_y, blue.y) &&
                  cut((double)image.max_x - (double)image.min_x, blue.width) &&
                  cut((double)image.max_y - (double)image.min_y, blue.height),
              "seed %llu: first box: %s", (unsigned long long)seed, text_of(&b, &blue, &image));
    const double less = 1.0 + 0.5 * fabs(sin(2.0 * b.sprite.rotation));
    const double left = (double)opaque.min_x, top = (double)opaque.min_y;
    const double right = (double)opaque.max_x, bottom = (double)opaque.max_y;
    cr_assert(
        found && within(green.x, left, left + less) && within(green.y, top, top + less) &&
            within(green.x + green.width, right - less, right) && within(green.y + green.height, bottom - less, bottom),
        "seed %llu: cropped box, up to %.9g less: %s", (unsigned long long)seed, less, text_of(&b, &green, &opaque));
    drawing_free(b.drawing);
}

Test(sprite_boxes, text) { sprite_seeds(1500, hold_cropped); }

/* Without a border the article may miss up to 3 px, and see the first column and row one pixel too far left and up; its
 * box is within these limits. */
static void hold_borderless(uint64_t seed) {
    uint64_t state = seed + 90000;
    blocks b = blocks_make(&state, false);
    hail_box image, opaque;
    bool found;
    boxes_of(&b, &image, &opaque);
    const text_rectangle green = text_cropped_box(&b.sprite, &found);
    const double more = b.sprite.scale * (fabs(cos(b.sprite.rotation)) + fabs(sin(b.sprite.rotation)));
    cr_assert(!found || (within(green.x, (double)opaque.min_x - more, (double)opaque.max_x + more) &&
                         within(green.y, (double)opaque.min_y - more, (double)opaque.max_y + more) &&
                         green.x + green.width <= (double)opaque.max_x + more + OFF &&
                         green.y + green.height <= (double)opaque.max_y + more + OFF),
              "seed %llu: %s", (unsigned long long)seed, text_of(&b, &green, &opaque));
    drawing_free(b.drawing);
}

Test(sprite_boxes, text_without_border) { sprite_seeds(500, hold_borderless); }
