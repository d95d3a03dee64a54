/* tests/sprites/sprite_overlap.c - sprites against sprites: every pixel of a by itself in double precision; whole
 * offsets with plain loops over integers.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that one alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "shared/random_world.h"
#include "sprite_inputs.h"

enum { PAIRS = 300 };

static sprite_columns a, b;
static uint8_t touching[SPRITE_MOST];
static uint32_t pixels[SPRITE_MOST];
static hail_sprite_overlap overlaps[SPRITE_MOST];

/* Counts of outcomes, so that a test can require those it cannot judge to be rare. */
static struct { size_t pairs, touch, pixels, undecided, open; } seen;

static const char *where(const sprite_cast *c, uint64_t seed, const hail_sprite_pairs *pairs, size_t i) {
    static char text[700];
    snprintf(text, sizeof text, "seed %llu, a: %s; b: %s", (unsigned long long)seed,
             sprite_text(&pairs->a, c->drawing, i), sprite_text(&pairs->b, c->drawing, i));
    return text;
}

static void ask(const hail_sprite_pairs *pairs) {
    memset(touching, 0xa5, pairs->count);
    memset(pixels, 0xa5, pairs->count * sizeof *pixels);
    memset(overlaps, 0xa5, pairs->count * sizeof *overlaps);
    cr_assert_eq(hail_sprite_touch(pairs, touching), HAIL_OK);
    cr_assert_eq(hail_sprite_count(pairs, pixels), HAIL_OK);
    cr_assert_eq(hail_sprite_overlaps(pairs, overlaps), HAIL_OK);
}

/* Asserts that the three answers agree with one another and with the oracle. True: something was undecided. */
static void hold_pair(const sprite_cast *c, uint64_t seed, const hail_sprite_pairs *pairs, size_t i, bool exact) {
    const stance p = stance_of(&pairs->a, i, c->drawing), q = stance_of(&pairs->b, i, c->drawing);
    const hail_sprite_overlap *o = &overlaps[i];
    cr_assert(touching[i] == (pixels[i] != 0) && pixels[i] == o->count, "touch %u, count %u, overlaps %u: %s",
              touching[i], pixels[i], o->count, where(c, seed, pairs, i));
    const meeting m = meeting_sprites(&p, &q, exact);
    const char *wrong = meeting_differs(&m, NULL, o);
    cr_assert_null(wrong, "%s: %s", wrong, where(c, seed, pairs, i));
    seen.pairs++, seen.touch += m.sure > 0, seen.pixels += m.sure, seen.undecided += m.undecided;
    seen.open += m.undecided > 0 && o->count != m.sure && o->count != m.sure + m.undecided;
}

static hail_sprite_pairs make(sprite_cast *c, sprite_choice first, sprite_choice second) {
    sprite_columns_make(c, &first, &a);
    sprite_columns_make(c, &second, &b);
    sprite_columns_meet(c, &first, &a, &b);
    return (hail_sprite_pairs){.a = a.sprites, .b = b.sprites, .count = first.count};
}

static void hold(sprite_cast *c, uint64_t seed, const hail_sprite_pairs *pairs, bool exact) {
    ask(pairs);
    for (size_t i = 0; i < pairs->count; i++)
        hold_pair(c, seed, pairs, i, exact);
}

/* ---- Rotated, stretched, mirrored -------------------------------------------------------------------------------- */

static void hold_random(uint64_t seed) {
    sprite_cast *c = sprite_cast_make(seed, seed % 3 == 0 ? 90 : 30);
    const sprite_choice first = sprite_choose(&c->state, PAIRS);
    sprite_choice second = sprite_choose(&c->state, PAIRS);
    second.at = first.at;
    const hail_sprite_pairs pairs = make(c, first, second);
    hold(c, seed, &pairs, false);
    sprite_cast_free(c);
}

Test(sprite_overlap, random) {
    memset(&seen, 0, sizeof seen);
    sprite_seeds(100, hold_random);
    cr_log_info("%zu pairs, %zu touch, %zu pixels, %zu undecided, %zu pairs left open", seen.pairs, seen.touch,
                seen.pixels, seen.undecided, seen.open);
    if (seen.pairs >= 10000)
        cr_assert(seen.touch > seen.pairs / 5 && seen.open < seen.pairs / 50);
}

/* As in a game: any rotation, scales near 1. Hardly any pixel may be undecided. */
static void hold_usual(uint64_t seed) {
    sprite_cast *c = sprite_cast_make(seed + 1000, seed % 3 == 2 ? 300 : 70);
    const sprite_choice choice = {.count = PAIRS,
                                  .turn = TURN_ANY,
                                  .stretch = seed % 2 == 0 ? STRETCH_NONE : STRETCH_BOTH,
                                  .at = 200.0f,
                                  .spread = 100.0f,
                                  .origins = seed % 4 == 1};
    const hail_sprite_pairs pairs = make(c, choice, choice);
    hold(c, seed, &pairs, false);
    sprite_cast_free(c);
}

Test(sprite_overlap, usual) {
    memset(&seen, 0, sizeof seen);
    sprite_seeds(30, hold_usual);
    cr_log_info("%zu pairs, %zu touch, %zu pixels, %zu undecided, %zu pairs left open", seen.pairs, seen.touch,
                seen.pixels, seen.undecided, seen.open);
    if (seen.pairs >= 5000)
        cr_assert(seen.touch > seen.pairs / 3 && seen.undecided < seen.pixels / 500);
}

/* ---- Neither rotated nor stretched ------------------------------------------------------------------------------- */

/* Rounds halves up. */
static int64_t offset(double from, double from_origin, double to, double to_origin) {
    return (int64_t)floor(from - to - (from_origin - to_origin) + 0.5);
}

/* Pixel (i, j) of a is on pixel (i + x, j + y) of b. */
static void hold_whole_pair(const sprite_cast *c, uint64_t seed, const hail_sprite_pairs *pairs, size_t i) {
    const stance p = stance_of(&pairs->a, i, c->drawing), q = stance_of(&pairs->b, i, c->drawing);
    const int64_t x = offset(p.x, p.origin_x, q.x, q.origin_x), y = offset(p.y, p.origin_y, q.y, q.origin_y);
    uint32_t count = 0, first_x = 0, first_y = 0;
    for (uint32_t v = 0; v < p.of->height; v++) {
        for (uint32_t u = 0; u < p.of->width; u++) {
            if (!drawing_at(p.of, u, v) || !drawing_at(q.of, u + x, v + y))
                continue;
            if (count++ == 0)
                first_x = u, first_y = v;
        }
    }
    const hail_sprite_overlap *o = &overlaps[i];
    cr_assert_eq(pixels[i], count, "count %u, should be %u: %s", pixels[i], count, where(c, seed, pairs, i));
    if (count > 0)
        cr_assert(o->a_x == (int64_t)first_x && o->a_y == (int64_t)first_y && o->b_x == first_x + x &&
                      o->b_y == first_y + y,
                  "first (%d, %d) on (%d, %d), should be (%u, %u), offset (%lld, %lld): %s", o->a_x, o->a_y, o->b_x,
                  o->b_y, first_x, first_y, (long long)x, (long long)y, where(c, seed, pairs, i));
}

static void hold_whole(uint64_t seed) {
    static const float ats[] = {0.0f, 37.5f, -1000.0f, 100000.0f, -1.0e6f};
    sprite_cast *c = sprite_cast_make(seed + 2000, 200);
    const sprite_choice choice = {.count = PAIRS,
                                  .turn = seed % 3 == 2 ? TURN_EVEN : TURN_NONE,
                                  .stretch = seed % 4 == 3 ? STRETCH_EVEN : STRETCH_NONE,
                                  .whole = true,
                                  .origins = seed % 5 == 0,
                                  .at = ats[seed % 5],
                                  .spread = 100.0f};
    const hail_sprite_pairs pairs = make(c, choice, choice);
    for (size_t i = 0; i < PAIRS; i += 7) /* some far to the left and right, above and below */
        a.x[i] += (i % 2 == 0 ? 4.0f : -4.0f) * 512.0f * (float)(i % 3), a.y[i] += i % 5 == 0 ? 700.0f : 0.0f;
    hold(c, seed, &pairs, true);
    for (size_t i = 0; i < PAIRS; i++)
        hold_whole_pair(c, seed, &pairs, i);
    sprite_cast_free(c);
}

Test(sprite_overlap, whole) {
    memset(&seen, 0, sizeof seen);
    sprite_seeds(25, hold_whole);
    cr_log_info("%zu pairs, %zu touch, %zu pixels", seen.pairs, seen.touch, seen.pixels);
    if (seen.pairs >= 5000)
        cr_assert(seen.touch > seen.pairs / 3 && seen.undecided == 0);
}

/* Every offset at which two small sprites can touch, and one more. */
static void hold_offsets(uint64_t seed) {
    sprite_cast *c = sprite_cast_make(seed + 3000, 12);
    const drawing *d = c->drawing[seed % SPRITE_DRAWINGS], *e = c->drawing[seed * 7 % SPRITE_DRAWINGS];
    size_t count = 0;
    for (int32_t v = -(int32_t)d->height - 1; v <= (int32_t)e->height + 1; v++) {
        for (int32_t u = -(int32_t)d->width - 1; u <= (int32_t)e->width + 1; u++, count++) {
            a.x[count] = d->origin_x - e->origin_x + (float)u + 0.125f * (float)(random_pick(&c->state, 8)) - 0.5f;
            a.y[count] = d->origin_y - e->origin_y + (float)v + 0.125f * (float)(random_pick(&c->state, 8)) - 0.5f;
            b.x[count] = b.y[count] = 0.0f;
            a.sprite[count] = (uint32_t)(seed % SPRITE_DRAWINGS),
            b.sprite[count] = (uint32_t)(seed * 7 % SPRITE_DRAWINGS);
        }
    }
    const hail_sprite_pairs pairs = {.a = {.set = c->set, .x = a.x, .y = a.y, .sprite = a.sprite, .count = count},
                                     .b = {.set = c->set, .x = b.x, .y = b.y, .sprite = b.sprite, .count = count},
                                     .count = count};
    hold(c, seed, &pairs, true);
    for (size_t i = 0; i < count; i++)
        hold_whole_pair(c, seed, &pairs, i);
    sprite_cast_free(c);
}

Test(sprite_overlap, offsets) { sprite_seeds(24, hold_offsets); }

/* Columns of default values change nothing. */
static void hold_even(uint64_t seed) {
    static hail_sprite_overlap kept[PAIRS];
    sprite_cast *c = sprite_cast_make(seed + 4000, 100);
    const sprite_choice choice = {
        .count = PAIRS, .turn = TURN_EVEN, .stretch = STRETCH_EVEN, .at = 77.0f, .spread = 300.0f};
    hail_sprite_pairs pairs = make(c, choice, choice);
    ask(&pairs);
    memcpy(kept, overlaps, sizeof kept);
    for (uint32_t left_out = 1; left_out < 64; left_out++) {
        hail_sprites *side[] = {&pairs.a, &pairs.b};
        pairs.a = a.sprites, pairs.b = b.sprites;
        for (uint32_t k = 0; k < 2; k++) {
            if ((left_out >> k & 1) != 0)
                side[k]->cos = side[k]->sin = NULL;
            if ((left_out >> k & 4) != 0)
                side[k]->scale_y = NULL;
            if ((left_out >> k & 16) != 0)
                side[k]->scale_x = side[k]->scale_y = NULL;
        }
        ask(&pairs);
        for (size_t i = 0; i < PAIRS; i++)
            cr_assert(memcmp(&kept[i], &overlaps[i], sizeof *kept) == 0, "left out %x: other bits: %s", left_out,
                      where(c, seed, &pairs, i));
    }
    sprite_cast_free(c);
}

Test(sprite_overlap, even) { sprite_seeds(6, hold_even); }

/* ---- Large and far ----------------------------------------------------------------------------------------------- */

static void hold_large(uint32_t width, uint32_t height, uint64_t seed) {
    sprite_cast *c = sprite_cast_make(seed, 30);
    for (uint32_t k = 0; k < 2; k++) {
        hail_spriteset *set = c->set;
        drawing *d = drawing_random(&c->state, width - k, height, DRAW_HAZE);
        uint32_t sprite;
        d->origin_x = 0.5f * (float)width, d->origin_y = (float)(k * height);
        drawing_free(c->drawing[k]);
        c->drawing[k] = d;
        if (k == 0) { /* the first two, in a set of their own */
            hail_spriteset_destroy(set);
            cr_assert_eq(hail_spriteset_create(NULL, &c->set), HAIL_OK);
        }
        cr_assert_eq(drawing_add(d, &c->state, c->set, &sprite), HAIL_OK);
        cr_assert_eq(sprite, k);
    }
    for (uint32_t turned = 0; turned < 2; turned++) {
        for (uint32_t i = 0; i < 24; i++) {
            const float angle = random_range(&c->state, -0.001f, 0.001f);
            a.sprite[i] = i % 2, b.sprite[i] = i / 2 % 2;
            b.x[i] = b.y[i] = 50.0f;
            a.x[i] = 50.0f + random_range(&c->state, -1.1f, 1.1f) * (float)width;
            a.y[i] = 50.0f + random_range(&c->state, -1.5f, 1.5f) * (float)height;
            a.cos[i] = b.sin[i] = cosf(angle), a.sin[i] = b.cos[i] = sinf(angle);
            if (i % 4 != 0) /* otherwise they cross at a right angle */
                b.cos[i] = 1.0f, b.sin[i] = 0.0f;
        }
        hail_sprites p = {.set = c->set, .x = a.x, .y = a.y, .sprite = a.sprite, .count = 24}, q = p;
        q.x = b.x, q.y = b.y, q.sprite = b.sprite;
        if (turned != 0)
            p.cos = a.cos, p.sin = a.sin, q.cos = b.cos, q.sin = b.sin;
        const hail_sprite_pairs pairs = {.a = p, .b = q, .count = 24};
        hold(c, seed, &pairs, false);
    }
    sprite_cast_free(c);
}

Test(sprite_overlap, wide) { hold_large(HAIL_MAX_SPRITE, 3, 1); }
Test(sprite_overlap, high) { hold_large(3, HAIL_MAX_SPRITE, 2); }
Test(sprite_overlap, both) { hold_large(700, 500, 3); }

/* As far apart, and stretched as much, as allowed: no offset overflows. */
Test(sprite_overlap, far) {
    sprite_cast *c = sprite_cast_make(11, 60);
    static const float places[] = {-1.0e9f, 1.0e9f, 0.0f, 2147483.5f, -8192.0f, 65536.0f, 2.0e6f};
    static const float scales[] = {1.0f, 1000.0f, -1000.0f, 1.0e-17f, 1.0e-5f};
    for (uint32_t turned = 0; turned < 3; turned++) {
        size_t n = 0;
        for (uint32_t i = 0; i < 49 * 8; i++, n++) {
            a.x[n] = places[i % 7], a.y[n] = places[i / 7 % 7], b.x[n] = places[random_pick(&c->state, 7)];
            b.y[n] = i % 3 == 0 ? a.y[n] : places[random_pick(&c->state, 7)];
            a.sprite[n] = i % DRAW_DOT, b.sprite[n] = random_pick(&c->state, SPRITE_DRAWINGS);
            a.cos[n] = b.cos[n] = 0.6f, a.sin[n] = 0.8f, b.sin[n] = -0.8f;
            a.scale_x[n] = scales[random_pick(&c->state, 5)], b.scale_x[n] = scales[random_pick(&c->state, 5)];
        }
        hail_sprites p = {.set = c->set, .x = a.x, .y = a.y, .sprite = a.sprite, .count = n}, q = p;
        q.x = b.x, q.y = b.y, q.sprite = b.sprite;
        if (turned != 0)
            p.cos = a.cos, p.sin = a.sin, q.cos = b.cos, q.sin = b.sin;
        if (turned == 2)
            p.scale_x = a.scale_x, q.scale_x = b.scale_x;
        const hail_sprite_pairs pairs = {.a = p, .b = q, .count = n};
        hold(c, 11, &pairs, false);
    }
    sprite_cast_free(c);
}
