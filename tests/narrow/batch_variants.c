/* tests/narrow/batch_variants.c - a pair has the same bits at any place in any batch, on every variant.
 *
 * Batches are shuffled, cut, indexed, and of one pair. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include <criterion/criterion.h>

#include <string.h>

#include "shared/contexts.h"
#include "batch_inputs.h"
#include "shared/random_world.h"

enum { TOUCH, COLLIDE, DISTANCE, PREDICT, SWEEP, FUNCTIONS, PAIRS = 3000, WIDEST = sizeof(hail_contact) };
static const char *const name_of[] = {"touch", "collide", "distance", "predict", "sweep"};
static const size_t size_of[] = {1, sizeof(hail_contact), sizeof(hail_gap), sizeof(hail_prediction),
                                 sizeof(hail_contact)};

static void forget(void) { unsetenv("HAIL_ISA"); }

TestSuite(batch_variants, .init = forget, .fini = forget);

/* Calls a function, and sets what the header leaves undefined to 0. */
static void call(int function, const hail_batch *batch, void *rows) {
    hail_status status = HAIL_OK;
    memset(rows, 0xa5, batch->count * size_of[function]);
    switch (function) {
    case TOUCH:
        status = hail_batch_touch(batch, rows);
        break;
    case COLLIDE:
        status = hail_batch_collide(batch, rows);
        break;
    case DISTANCE:
        status = hail_batch_distance(batch, rows);
        break;
    case PREDICT:
        status = hail_batch_predict(batch, rows);
        break;
    default:
        status = hail_batch_sweep(batch, rows);
    }
    cr_assert_eq(status, HAIL_OK, "%s: %s", name_of[function], hail_status_text(status));
    for (size_t i = 0; (function == COLLIDE || function == SWEEP) && i < batch->count; i++) {
        hail_contact *contact = (hail_contact *)rows + i;
        cr_assert(contact->kind <= HAIL_CONTACT_BODY && (contact->kind == 0) == (contact->count == 0));
        if (contact->kind == 0)
            memset(contact, 0, sizeof *contact);
    }
}

static void same(int function, const char *how, const inputs *in, const void *is, const void *want, size_t pair) {
    cr_assert(memcmp(is, want, size_of[function]) == 0, "%s, %s: other bits for pair %zu: %s", name_of[function], how,
              pair, inputs_text(&in->batch, pair));
}

/* ---- One batch in many ways -------------------------------------------------------------------------------------- */

static _Alignas(64) unsigned char wanted[PAIRS * WIDEST], rows[PAIRS * WIDEST];
static uint32_t order[PAIRS];

static const unsigned char *wanted_row(int function, size_t pair) { return wanted + pair * size_of[function]; }

static void shuffle(uint64_t *state) {
    for (uint32_t i = 0; i < PAIRS; i++) {
        const uint32_t j = random_pick(state, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
}

static void hold_shuffled(int function, const inputs *in) {
    hail_batch batch = in->batch;
    batch.index_a = batch.index_b = order;
    call(function, &batch, rows);
    for (size_t i = 0; i < PAIRS; i++)
        same(function, "shuffled", in, rows + i * size_of[function], wanted_row(function, order[i]), order[i]);
}

/* Batches end everywhere: lengths from 1 to 70. */
static void hold_cut(int function, const inputs *in, uint64_t *state) {
    hail_batch batch = in->batch;
    for (size_t from = 0; from < PAIRS; from += batch.count) {
        const size_t rest = PAIRS - from, length = 1 + random_pick(state, 70);
        batch.count = length < rest ? length : rest;
        batch.index_a = batch.index_b = order + from;
        call(function, &batch, rows);
        for (size_t i = 0; i < batch.count; i++)
            same(function, "cut", in, rows + i * size_of[function], wanted_row(function, order[from + i]),
                 order[from + i]);
    }
}

/* One pair alone: bodies at index 0, columns at any alignment. */
static void hold_alone(int function, const inputs *in, size_t i) {
    hail_batch batch = in->batch;
    batch.count = 1;
    hail_shapes *side[] = {&batch.a, &batch.b};
    for (int k = 0; k < 2; k++) {
        hail_shapes *b = side[k];
        b->x += i, b->y += i, b->cos += i, b->sin += i, b->scale += i, b->dx += i, b->dy += i, b->shape += i;
        b->count = 1;
    }
    call(function, &batch, rows);
    if (function == COLLIDE || function == SWEEP) {
        hail_contact *contact = (hail_contact *)rows;
        if (contact->kind != 0)
            contact->a.slot = contact->b.slot = (uint32_t)i;
    }
    same(function, "alone", in, rows, wanted_row(function, i), i);
}

/* One body against many: the same body of b in every row. */
static void hold_crowded(int function, const inputs *in) {
    static uint32_t constant[PAIRS];
    static _Alignas(64) unsigned char one[WIDEST];
    hail_batch batch = in->batch;
    batch.index_b = constant;
    call(function, &batch, rows);
    batch.count = 1;
    for (uint32_t i = 0; i < PAIRS; i += 7) {
        batch.index_a = &i;
        call(function, &batch, one);
        same(function, "crowded", in, rows + i * size_of[function], one, i);
    }
}

static void hold(uint64_t seed, input_flavour flavour) {
    const input_choice choice = {
        .count = PAIRS, .flavour = flavour, .farthest = flavour == INPUT_OPEN ? 10000.0f : 50.0f};
    for (int function = 0; function < FUNCTIONS; function++) {
        input_choice with = choice;
        with.cores_only = function == PREDICT;
        inputs *in = inputs_make(seed, &with);
        in->batch.a.context = variant_context("reference");
        call(function, &in->batch, wanted);
        shuffle(&in->state);
        for (size_t k = 0; k < hail_variant_count(); k++) {
            in->batch.a.context = variant_context(hail_variant_name(k));
            call(function, &in->batch, rows);
            for (size_t i = 0; i < PAIRS; i++)
                same(function, hail_variant_name(k), in, rows + i * size_of[function], wanted_row(function, i), i);
            hold_shuffled(function, in);
            hold_cut(function, in, &in->state);
            hold_crowded(function, in);
            for (size_t i = 0; i < PAIRS; i += 10)
                hold_alone(function, in, i);
        }
        inputs_free(in);
    }
}

static void hold_some(input_flavour flavour) {
    uint64_t seed;
    const uint32_t many = random_worlds(4);
    if (random_seed_given(&seed))
        hold(seed, flavour);
    for (uint64_t i = 0; i < many; i++)
        hold(i * INPUT_FLAVOURS + flavour, flavour);
}

Test(batch_variants, open) { hold_some(INPUT_OPEN); }
Test(batch_variants, lattice) { hold_some(INPUT_LATTICE); }
Test(batch_variants, settled) { hold_some(INPUT_SETTLED); }
Test(batch_variants, thin) { hold_some(INPUT_THIN); }

/* ---- Contexts ---------------------------------------------------------------------------------------------------- */

Test(batch_variants, contexts) {
    float zero = 0.0f;
    uint8_t touching = 7;
    hail_convex dot;
    hail_error error = {0};
    hail_context context = {.error = &error};
    cr_assert_eq(hail_convex_circle(1.0f, &dot), HAIL_OK);
    hail_batch batch = {.count = 1};
    batch.a = batch.b =
        (hail_shapes){.context = &context, .convexes = &dot, .shape_count = 1, .x = &zero, .y = &zero, .count = 1};
    for (size_t i = 0; i < hail_variant_count(); i++) {
        context.variant = hail_variant_name(i);
        cr_assert_eq(hail_batch_touch(&batch, &touching), HAIL_OK);
        cr_assert_eq(touching, 1);
    }
    context.variant = "";
    cr_assert_eq(hail_batch_touch(&batch, &touching), HAIL_OK, "an empty name is the default");
    context.variant = "abacus";
    touching = 7;
    cr_assert_eq(hail_batch_touch(&batch, &touching), HAIL_UNKNOWN_VARIANT);
    cr_assert_eq(touching, 7, "writes although it refuses");
    cr_assert_str_eq(error.field, "context->variant");
}

/* A player's environment stops no game. */
Test(batch_variants, environment) {
    cr_assert_eq(setenv("HAIL_ISA", "abacus", 1), 0);
    cr_assert_str_eq(hail_variant_default(), hail_variant_name(hail_variant_count() - 1));
}
