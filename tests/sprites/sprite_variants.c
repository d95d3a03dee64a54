/* tests/sprites/sprite_variants.c - a pair of sprites gives the same bits at any position in any batch, on every
 * variant: shuffled, split, by indices, alone or among others; from one set or two.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that one alone, HAIL_TEST_WORLDS=n makes n times as many. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include <criterion/criterion.h>

#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "sprite_inputs.h"

enum { TOUCH, COUNT, OVERLAPS, FUNCTIONS, PAIRS = 500, WIDEST = sizeof(hail_sprite_overlap), MARK = 0xa5 };
static const char *const name_of[] = {"touch", "count", "overlaps"};
static const size_t size_of[] = {1, sizeof(uint32_t), sizeof(hail_sprite_overlap)};

static sprite_columns a, b, mixed_a, mixed_b;
static _Alignas(64) unsigned char wanted[PAIRS * WIDEST], rows[(PAIRS + 1) * WIDEST];
static uint32_t order[SPRITE_MOST];
static const sprite_cast *cast;
static uint64_t seed_of;

static void forget(void) { unsetenv("HAIL_ISA"); }

TestSuite(sprite_variants, .init = forget, .fini = forget);

static void call(int function, const hail_sprite_pairs *pairs, void *to) {
    hail_status status = HAIL_OK;
    const size_t size = pairs->count * size_of[function];
    memset(to, MARK, size + size_of[function]);
    switch (function) {
    case TOUCH:
        status = hail_sprite_touch(pairs, to);
        break;
    case COUNT:
        status = hail_sprite_count(pairs, to);
        break;
    default:
        status = hail_sprite_overlaps(pairs, to);
    }
    cr_assert_eq(status, HAIL_OK, "%s: %s", name_of[function], hail_status_text(status));
    for (size_t k = 0; k < size_of[function]; k++)
        cr_assert_eq(((unsigned char *)to)[size + k], MARK, "%s: writes past its end", name_of[function]);
}

static void same(int function, const char *how, size_t row, size_t pair) {
    const size_t size = size_of[function];
    cr_assert(memcmp(rows + row * size, wanted + pair * size, size) == 0,
              "seed %llu, %s, %s: other bits for a: %s; b: %s", (unsigned long long)seed_of, name_of[function], how,
              sprite_text(&a.sprites, cast->drawing, pair), sprite_text(&b.sprites, cast->drawing, pair));
}

/* ---- Order and batches ------------------------------------------------------------------------------------------- */

static void hold_shuffled(int function, const hail_sprite_pairs *pairs) {
    hail_sprite_pairs with = *pairs;
    with.index_a = with.index_b = order;
    call(function, &with, rows);
    for (size_t i = 0; i < PAIRS; i++)
        same(function, "by indices", i, order[i]);
    sprites_pick(&pairs->a, order, &mixed_a);
    sprites_pick(&pairs->b, order, &mixed_b);
    with = *pairs;
    with.a = mixed_a.sprites, with.b = mixed_b.sprites;
    call(function, &with, rows);
    for (size_t i = 0; i < PAIRS; i++)
        same(function, "shuffled", i, order[i]);
}

/* Batches that end anywhere. */
static void hold_cut(int function, const hail_sprite_pairs *pairs, uint64_t *state) {
    for (size_t from = 0, count; from < PAIRS; from += count) {
        hail_sprite_pairs part = *pairs;
        count = random_pick(state, 40); /* some are empty */
        count = count < PAIRS - from ? count : PAIRS - from;
        part.count = count;
        if (from % 2 == 0) {
            part.a = sprites_from(&pairs->a, from, count), part.b = sprites_from(&pairs->b, from, count);
            call(function, &part, rows);
            for (size_t i = 0; i < count; i++)
                same(function, "cut", i, from + i);
        } else {
            part.index_a = part.index_b = order + from;
            call(function, &part, rows);
            for (size_t i = 0; i < count; i++)
                same(function, "cut, by indices", i, order[from + i]);
        }
    }
}

static void hold_alone(int function, const hail_sprite_pairs *pairs, size_t i) {
    hail_sprite_pairs one = *pairs;
    one.a = sprites_from(&pairs->a, i, 1), one.b = sprites_from(&pairs->b, i, 1), one.count = 1;
    call(function, &one, rows);
    same(function, "alone", 0, i);
}

/* One instance of b against all of a, together and pair by pair. */
static void hold_crowded(int function, const hail_sprite_pairs *pairs, uint32_t against) {
    static uint32_t constant[PAIRS];
    static _Alignas(8) unsigned char one[2 * WIDEST];
    for (size_t i = 0; i < PAIRS; i++)
        constant[i] = against;
    hail_sprite_pairs with = *pairs;
    with.index_b = constant;
    call(function, &with, rows);
    with.count = 1;
    for (uint32_t i = 0; i < PAIRS; i += 5) {
        with.index_a = &i;
        call(function, &with, one);
        cr_assert(memcmp(one, rows + i * size_of[function], size_of[function]) == 0, "seed %llu, %s: crowded",
                  (unsigned long long)seed_of, name_of[function]);
    }
}

static void hold(uint64_t seed) {
    sprite_cast *c = sprite_cast_make(seed + 7000, seed % 4 == 0 ? 140 : 40), *d = NULL;
    const sprite_choice first = sprite_choose(&c->state, PAIRS);
    sprite_choice second = sprite_choose(&c->state, PAIRS);
    second.at = first.at;
    sprite_columns_make(c, &first, &a);
    sprite_columns_make(c, &second, &b);
    sprite_columns_meet(c, &first, &a, &b);
    cast = c, seed_of = seed;
    hail_sprite_pairs pairs = {.a = a.sprites, .b = b.sprites, .count = PAIRS};
    for (uint32_t i = 0; i < PAIRS; i++) {
        const uint32_t j = random_pick(&c->state, i + 1);
        order[i] = order[j], order[j] = i;
    }
    if (seed % 2 == 0) { /* the same sprites in a second set, for b */
        d = sprite_cast_make(seed + 7000, seed % 4 == 0 ? 140 : 40);
        pairs.b.set = d->set;
    }
    for (int function = 0; function < FUNCTIONS; function++) {
        pairs.a.context = pairs.b.context = variant_context("reference");
        call(function, &pairs, rows);
        memcpy(wanted, rows, PAIRS * size_of[function]);
        for (size_t k = 0; k < hail_variant_count(); k++) {
            pairs.a.context = variant_context(hail_variant_name(k));
            pairs.b.context = k % 2 == 0 ? NULL : pairs.a.context;
            call(function, &pairs, rows);
            for (size_t i = 0; i < PAIRS; i++)
                same(function, hail_variant_name(k), i, i);
            hold_shuffled(function, &pairs);
            hold_cut(function, &pairs, &c->state);
            hold_crowded(function, &pairs, (uint32_t)(seed * 31 + k) % PAIRS);
            for (size_t i = 0; i < PAIRS; i += 10)
                hold_alone(function, &pairs, i);
        }
    }
    sprite_cast_free(c);
    if (d != NULL)
        sprite_cast_free(d);
}

Test(sprite_variants, overlaps) { sprite_seeds(30, hold); }

/* ---- Contexts ---------------------------------------------------------------------------------------------------- */

Test(sprite_variants, contexts) {
    sprite_cast *c = sprite_cast_make(3, 20);
    const float zero = 0.0f;
    const uint32_t solid = DRAW_SOLID;
    hail_box box;
    hail_sprite_pairs pairs = {.count = 1};
    pairs.a = pairs.b = (hail_sprites){.set = c->set, .x = &zero, .y = &zero, .sprite = &solid, .count = 1};
    for (size_t k = 0; k < hail_variant_count(); k++) {
        pairs.a.context = variant_context(hail_variant_name(k));
        uint8_t touching = 7;
        cr_assert_eq(hail_sprite_touch(&pairs, &touching), HAIL_OK);
        cr_assert_eq(touching, 1);
    }
    pairs.a.context = variant_context("abacus");
    for (int function = 0; function < FUNCTIONS; function++) {
        memset(rows, MARK, sizeof rows);
        const hail_status status = function == TOUCH   ? hail_sprite_touch(&pairs, rows)
                                   : function == COUNT ? hail_sprite_count(&pairs, (uint32_t *)(void *)rows)
                                                       : hail_sprite_overlaps(&pairs, (void *)rows);
        cr_assert_eq(status, HAIL_UNKNOWN_VARIANT, "%s: %s", name_of[function], hail_status_text(status));
        for (size_t k = 0; k < sizeof rows; k++)
            cr_assert_eq(rows[k], MARK, "writes though it refuses");
    }
    memset(&box, MARK, sizeof box);
    cr_assert_eq(hail_sprite_boxes(&pairs.a, HAIL_BOX_IMAGE, &box), HAIL_UNKNOWN_VARIANT);
    for (size_t k = 0; k < sizeof box; k++)
        cr_assert_eq(((unsigned char *)&box)[k], MARK, "writes though it refuses");
    pairs.b.context = variant_context("reference"); /* ignored: a's context is used */
    cr_assert_eq(hail_sprite_touch(&pairs, rows), HAIL_UNKNOWN_VARIANT);
    pairs.b.context = pairs.a.context, pairs.a.context = variant_context("reference");
    cr_assert_eq(hail_sprite_touch(&pairs, rows), HAIL_OK, "b's context is not read");
    cr_assert_eq(hail_sprite_boxes(&pairs.a, HAIL_BOX_IMAGE, &box), HAIL_OK);
    sprite_cast_free(c);
}
