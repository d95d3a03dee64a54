/* The memory of events: steps without allocations, bodies that come and go a million times, and each allocation failing
 * once. */
#include <criterion/criterion.h>

#include <hail/hail.h>

#include "shared/contexts.h"
#include "shared/purse.h"

enum { BODIES = 800, EACH = 500, ROUNDS = 2000 };

static hail_world *world;
static hail_shape ball;

static hail_status make_world(purse *p, bool events) {
    const hail_world_options options = {.context = allocator_context(with(p), NULL), .pair_budget = 1024};
    const hail_layer_options layer = {.columns = HAIL_USER};
    const hail_rule rule = {.mode = HAIL_MANIFOLD, .layer_a = 0, .layer_b = 0, .events = events},
                    other = {.mode = HAIL_EARLIEST, .layer_a = 0, .layer_b = 1, .events = events};
    hail_status status = hail_world_create(&options, &world);
    if (status == HAIL_OK)
        status = hail_shape_circle(hail_world_shapes(world), 4.0f, &ball);
    if (status == HAIL_OK)
        status = hail_layer_configure(world, 0, &layer);
    if (status == HAIL_OK)
        status = hail_rule_configure(world, &rule);
    return status == HAIL_OK ? hail_rule_configure(world, &other) : status;
}

static hail_status spawn(uint32_t layer, uint32_t count, uint32_t salt, hail_handle *handles) {
    static float x[BODIES], y[BODIES];
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t bits = (i + salt) * 2654435761u;
        x[i] = (float)(bits >> 24), y[i] = (float)(bits >> 16 & 255);
    }
    const hail_spawn_columns columns = {.x = x, .y = y};
    return hail_spawn(world, layer, &ball, &columns, count, handles);
}

Test(events_memory, reserved_steps_allocate_nothing) {
    purse p = {.fail_at = NEVER};
    static hail_handle handle[BODIES];
    cr_assert_eq(make_world(&p, true), HAIL_OK);
    cr_assert_eq(hail_reserve(world, 1, BODIES, 4000), HAIL_OK);
    cr_assert_eq(hail_reserve(world, 0, BODIES, 4000), HAIL_OK);
    cr_assert_eq(spawn(0, BODIES, 0, handle), HAIL_OK);
    cr_assert_eq(spawn(1, BODIES, 7, NULL), HAIL_OK);
    for (int step = 0; step < 10; step++) {
        cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
        const hail_step_stats *stats = hail_stats(world);
        cr_assert_eq(stats->allocations, 0, "step %d", step);
        cr_assert(step % 2 ? stats->stays + stats->ends > 0 : stats->begins > 500, "%llu",
                  (unsigned long long)stats->begins);
        cr_assert_eq(hail_set_layer(world, handle, BODIES, step % 2 ? 0 : 2), HAIL_OK);
    }
    cr_assert_eq(hail_world_destroy(world), HAIL_OK);
    cr_assert(p.held == 0 && !p.bad);
}

Test(events_memory, a_million_spawns_and_despawns) {
    purse p = {.fail_at = NEVER};
    static hail_handle handle[EACH];
    size_t begins = 0, ends = 0, bytes = 0;
    cr_assert_eq(make_world(&p, true), HAIL_OK);
    cr_assert_eq(spawn(0, EACH, 3, NULL), HAIL_OK);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        cr_assert_eq(spawn(0, EACH, 3 + round % 8, handle), HAIL_OK);
        cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
        begins += hail_stats(world)->begins, ends += hail_stats(world)->ends;
        cr_assert_eq(hail_despawn(world, handle, EACH), HAIL_OK);
        bytes = round == ROUNDS / 10 ? p.bytes : bytes;
    }
    cr_assert_eq(p.bytes, bytes, "memory is flat: %zu, not %zu bytes", p.bytes, bytes);
    cr_assert_eq(begins, ends + hail_stats(world)->begins + hail_stats(world)->stays, "every begin has one end");
    cr_assert_eq(hail_world_destroy(world), HAIL_OK);
    cr_assert(p.held == 0 && !p.bad);
}

/* What events take is counted, and worlds without events have none of it. */
Test(events_memory, is_measured) {
    purse p = {.fail_at = NEVER};
    hail_memory with_events, without;
    cr_assert_eq(make_world(&p, false), HAIL_OK);
    cr_assert_eq(spawn(0, BODIES, 0, NULL), HAIL_OK);
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    without = world_memory(world);
    cr_assert_eq(without.state + without.scratch, p.bytes);
    cr_assert_eq(hail_world_destroy(world), HAIL_OK);
    cr_assert_eq(make_world(&p, true), HAIL_OK);
    cr_assert_eq(spawn(0, BODIES, 0, NULL), HAIL_OK);
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    with_events = world_memory(world);
    cr_assert_eq(with_events.state + with_events.scratch, p.bytes);
    cr_assert(with_events.state > without.state + 16 * 1024 && with_events.scratch > without.scratch);
    cr_assert_eq(hail_world_destroy(world), HAIL_OK);
}

/* Steps until one succeeds, with one allocation that fails; says whether it did. */
static bool play(purse *p, long fail_at) {
    size_t touching = 0, begins = 0, ends = 0;
    *p = (purse){.fail_at = fail_at};
    if (make_world(p, true) != HAIL_OK) {
        hail_world_destroy(world);
        return true;
    }
    for (uint32_t step = 0; step < 6; step++) {
        const uint32_t layer = step % 2;
        hail_status status = spawn(layer, 200 + 100 * step, step, NULL);
        cr_assert(status == HAIL_OK || (status == HAIL_NO_MEMORY && p->failed));
        if (step == 3)
            status = hail_reserve(world, 0, 2000, 9000);
        cr_assert(status == HAIL_OK || status == HAIL_NO_MEMORY);
        status = hail_step(world, 0.0f, NULL, NULL);
        size_t b = 1, s = 1, e = 1;
        hail_begins(world, &b), hail_stays(world, &s), hail_ends(world, &e);
        if (status != HAIL_OK) {
            cr_assert(status == HAIL_NO_MEMORY && p->failed && b == 0 && s == 0 && e == 0, "no events");
            continue;
        }
        begins += b, ends += e;
        cr_assert_eq(s + e, touching, "a step that fails changes no pair");
        touching = s + b;
        cr_assert_eq(begins, ends + touching);
    }
    cr_assert_eq(hail_world_destroy(world), HAIL_OK);
    return p->failed;
}

Test(events_memory, each_allocation_fails_once) {
    purse p;
    long fail_at = 0;
    world = NULL;
    while (play(&p, fail_at)) {
        cr_assert(p.held == 0 && !p.bad, "call %ld", fail_at);
        fail_at++;
        world = NULL;
    }
    cr_assert_gt(fail_at, 60);
}

static void add_contacts(const hail_contact *contacts, size_t count, void *user) {
    (void)contacts;
    *(size_t *)user += count;
}

/* A crowd with more pairs that begin than there is room for when the step starts. */
Test(events_memory, a_failed_step_counts_what_it_delivered) {
    bool failed = true, cut = false;
    for (long k = 0; failed; k++) {
        purse p = {.fail_at = NEVER};
        size_t delivered = 0;
        cr_assert_eq(make_world(&p, true), HAIL_OK);
        for (uint32_t i = 0; i < 3; i++)
            cr_assert_eq(spawn(0, BODIES, 1000 * i, NULL), HAIL_OK);
        p.calls = 0;
        p.fail_at = k;
        const hail_status status = hail_step(world, 0.0f, add_contacts, &delivered);
        failed = p.failed;
        cr_assert(status == HAIL_OK || (status == HAIL_NO_MEMORY && failed));
        cr_assert_eq(hail_stats(world)->contacts, delivered, "call %ld: %llu, not %zu", k,
                     (unsigned long long)hail_stats(world)->contacts, delivered);
        cut = cut || (status == HAIL_NO_MEMORY && hail_stats(world)->moved > 0);
        cr_assert_eq(hail_world_destroy(world), HAIL_OK);
    }
    cr_assert(cut, "some step failed while it delivered");
}
