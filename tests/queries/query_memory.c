/* Queries and memory: prepare fails cleanly when any of its allocations does; a warmed-up prepare and every query
 * allocate nothing; memory stays flat while bodies come and go. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "shared/purse.h"

#include "query_asks.h"
#include "shared/contexts.h"
#include "shared/random_world.h"

enum { LAYERS = 3, EACH = 3000, ROUNDS = 300 };

typedef struct bank {
    purse p;
    hail_world *world;
    hail_shape shape[6];
    hail_handle handle[LAYERS][EACH];
    uint64_t state;
} bank;

static void open_bank(bank *b) {
    static const float radii[4] = {0.0f, 3.0f, 25.0f, 400.0f};
    hail_world_options options;
    memset(b, 0, sizeof *b);
    b->p.fail_at = NEVER, b->state = 3;
    hail_world_options_defaults(&options);
    options.context = allocator_context(with(&b->p), NULL);
    cr_assert_eq(hail_world_create(&options, &b->world), HAIL_OK);
    for (int k = 0; k < 4; k++)
        cr_assert_eq(hail_shape_circle(hail_world_shapes(b->world), radii[k], &b->shape[k]), HAIL_OK);
    cr_assert_eq(hail_shape_box(hail_world_shapes(b->world), 9, 5, 1, &b->shape[4]), HAIL_OK);
    cr_assert_eq(hail_shape_capsule(hail_world_shapes(b->world), -9, 0, 9, 3, 2, &b->shape[5]), HAIL_OK);
}

static void spawn(bank *b, uint32_t layer, size_t from, size_t count) {
    float *x = malloc(count * sizeof *x), *y = malloc(count * sizeof *y);
    hail_shape *shape = malloc(count * sizeof *shape);
    cr_assert(x != NULL && y != NULL && shape != NULL);
    for (size_t i = 0; i < count; i++) {
        x[i] = random_range(&b->state, 0.0f, 900.0f), y[i] = random_range(&b->state, 0.0f, 900.0f);
        shape[i] = b->shape[random_pick(&b->state, 100) == 0 ? 3 : random_pick(&b->state, 6)];
    }
    const hail_spawn_columns columns = {.x = x, .y = y, .shape = shape};
    cr_assert_eq(hail_spawn(b->world, layer, NULL, &columns, count, b->handle[layer] + from), HAIL_OK);
    free(x);
    free(y);
    free(shape);
}

static void close_bank(bank *b) {
    cr_assert_eq(hail_world_destroy(b->world), HAIL_OK);
    cr_assert(b->p.held == 0 && b->p.bytes == 0 && !b->p.bad, "%ld blocks, %zu bytes are lost", b->p.held, b->p.bytes);
}

/* All kinds of queries, as they are now. */
static void ask(bank *b, const char *at) {
    const ask_style style = {.shapes = b->shape, .shape_count = 6, .speed = 200.0f};
    view *v = view_make(b->world, NULL, NULL, NULL);
    asks *q = asks_make(&b->state, v, &style);
    const long calls = b->p.calls;
    asks_check(at, q, b->world, v);
    cr_assert_eq(b->p.calls, calls, "%s: queries allocate", at);
    free(q);
    view_free(v);
}

/* Each allocation of a prepare fails once; what was prepared before stays, and the next prepare mends all. */
Test(query_memory, prepare_fails) {
    static const size_t grown[] = {10, 700, EACH};
    bank b;
    open_bank(&b);
    size_t has = 0;
    long failures = 0;
    for (size_t round = 0; round < 3; round++) {
        for (uint32_t layer = 0; layer < LAYERS; layer++)
            spawn(&b, layer, has, grown[round] - has);
        has = grown[round];
        for (long n = 0;; n++) {
            b.p.fail_at = b.p.calls + n, b.p.failed = false;
            const hail_status status = hail_query_prepare(b.world, 0);
            b.p.fail_at = NEVER;
            if (!b.p.failed) {
                cr_assert_eq(status, HAIL_OK);
                break;
            }
            cr_assert_eq(status, HAIL_NO_MEMORY, "%s", hail_status_text(status));
            failures++;
        }
        ask(&b, "after failures");
    }
    cr_assert_gt(failures, 3, "only %ld allocations", failures);
    /* the same, but with nothing prepared again after a failure: a layer is right or refuses */
    for (uint32_t layer = 0; layer < LAYERS; layer++)
        cr_assert_eq(hail_despawn(b.world, b.handle[layer], 5), HAIL_OK);
    close_bank(&b);
}

/* After a failure each layer is prepared or not; one that is answers right. */
Test(query_memory, some_layers_are_prepared) {
    for (long n = 0; n < 40; n++) {
        bank b;
        open_bank(&b);
        for (uint32_t layer = 0; layer < LAYERS; layer++)
            spawn(&b, layer, 0, 400);
        b.p.fail_at = b.p.calls + n;
        const hail_status status = hail_query_prepare(b.world, 0);
        b.p.fail_at = NEVER;
        cr_assert_eq(status, b.p.failed ? HAIL_NO_MEMORY : HAIL_OK);
        for (uint32_t layer = 0; layer < LAYERS; layer++) {
            const float zero = 400.0f;
            uint32_t count = 0;
            const hail_query_filter filter = {.layers = HAIL_LAYER(layer)};
            const hail_points point = {.x = &zero, .y = &zero, .count = 1};
            const hail_status is = hail_query_points(b.world, &point, &filter, 0, NULL, &count);
            cr_assert(is == HAIL_NOT_PREPARED || is == HAIL_OK, "%s", hail_status_text(is));
            cr_assert(b.p.failed || is == HAIL_OK);
        }
        cr_assert_eq(hail_step(b.world, 0.0f, NULL, NULL), HAIL_OK);
        cr_assert_eq(hail_query_prepare(b.world, 0), HAIL_OK);
        ask(&b, "after a failure and a step");
        close_bank(&b);
    }
}

/* Bodies come and go, but never more of them: after the first rounds nothing is allocated. */
Test(query_memory, flat) {
    bank b;
    open_bank(&b);
    for (uint32_t layer = 0; layer < LAYERS; layer++)
        spawn(&b, layer, 0, EACH);
    cr_assert_eq(hail_rule_set(b.world, 0, 1, HAIL_PAIRS), HAIL_OK);
    size_t bytes = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const uint32_t layer = random_pick(&b.state, LAYERS), some = 1 + random_pick(&b.state, 500);
        const uint32_t from = random_pick(&b.state, EACH - some);
        cr_assert_eq(hail_despawn(b.world, b.handle[layer] + from, some), HAIL_OK);
        spawn(&b, layer, from, some);
        if (round % 3 == 0)
            cr_assert_eq(hail_step(b.world, 0.0f, NULL, NULL), HAIL_OK);
        const long calls = b.p.calls;
        cr_assert_eq(hail_query_prepare(b.world, 0), HAIL_OK);
        cr_assert(round < 50 || b.p.calls == calls, "round %d: prepare allocates %ld times", round, b.p.calls - calls);
        if (round == 50)
            bytes = b.p.bytes;
        cr_assert(round < 50 || b.p.bytes <= bytes + bytes / 8, "round %d: %zu bytes, were %zu", round, b.p.bytes,
                  bytes);
        if (round % 60 == 0)
            ask(&b, "flat");
    }
    close_bank(&b);
}

/* What a world says that it holds is what its allocator gave. */
Test(query_memory, is_told) {
    bank b;
    hail_shapeset_size set;
    open_bank(&b);
    for (uint32_t layer = 0; layer < LAYERS; layer++)
        spawn(&b, layer, 0, EACH);
    const hail_memory before = world_memory(b.world);
    const size_t apart = b.p.bytes - (before.state + before.scratch);
    cr_assert_eq(hail_query_prepare(b.world, 0), HAIL_OK);
    const hail_memory after = world_memory(b.world);
    cr_assert_eq(hail_shapeset_measure(hail_world_shapes(b.world), &set), HAIL_OK);
    cr_expect_eq(after.state, before.state, "an index is no state");
    cr_expect_gt(after.scratch, before.scratch);
    cr_expect_eq(b.p.bytes - (after.state + after.scratch), apart, "the index takes %zu bytes that are not told of",
                 b.p.bytes - (after.state + after.scratch) - apart);
    close_bank(&b);
}
