/* tests/step/step_contacts.c - contacts that stay readable after a step are the first of those that a callback gets. */
#include <criterion/criterion.h>

#include <string.h>

#include "shared/contexts.h"
#include "shared/purse.h"
#include "shared/random_world.h"
#include "shared/stream.h"

enum { WINDOW = 64, STEPS = 3 };

/* What a callback of a world that keeps contacts saw. */
typedef struct listener {
    stream s;
    const hail_world *world;
    uint32_t room;
} listener;

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

static void expect_first(const hail_world *world, const stream *s, uint32_t room, uint64_t seed) {
    size_t count = 99;
    const hail_contact *kept = hail_contacts(world, &count);
    cr_assert_eq(count, smaller(s->count, room), "seed %llu: %zu of %zu kept, room for %u", (unsigned long long)seed,
                 count, s->count, room);
    cr_assert_eq(kept == NULL, count == 0);
    cr_assert_eq(hail_contacts(world, NULL), kept);
    cr_assert(count == 0 || memcmp(kept, s->contact, count * sizeof *kept) == 0,
              "seed %llu: not the first %zu contacts of the stream", (unsigned long long)seed, count);
}

static void listen(const hail_contact *contacts, size_t count, void *user) {
    listener *l = user;
    stream_take(contacts, count, &l->s);
    expect_first(l->world, &l->s, l->room, 0);
}

/* ---- Against the stream ------------------------------------------------------------------------------------------ */

/* The world of a seed, and two that keep contacts: without a callback, and with one. */
static size_t compare(uint64_t seed) {
    uint64_t pick = seed * 7 + 3;
    const uint32_t budgets[] = {0, 1024, 2000}, rooms[] = {0, 1, 2, WINDOW - 1, WINDOW, WINDOW + 1, 500, 200000};
    const uint32_t room = rooms[random_pick(&pick, 8)];
    const char *name = hail_variant_name(random_pick(&pick, (uint32_t)hail_variant_count()));
    const random_config plain = {.window = WINDOW};
    const random_config keeps = {.isa = name,
                                 .window = 1 + random_pick(&pick, 300),
                                 .pair_budget = budgets[random_pick(&pick, 3)],
                                 .kept_contacts = room};
    hail_status status[3] = {HAIL_OK, HAIL_OK, HAIL_OK};
    random_world *w[] = {random_world_make(seed, &plain, 250, &status[0]),
                         random_world_make(seed, &keeps, 250, &status[1]),
                         random_world_make(seed, &keeps, 250, &status[2])};
    cr_assert(status[0] == HAIL_OK && status[1] == HAIL_OK && status[2] == HAIL_OK);
    stream s = {0};
    listener l = {.world = w[2]->world, .room = room};
    size_t contacts = 0;
    size_t none = 99;
    cr_assert(hail_contacts(w[1]->world, &none) == NULL && none == 0, "no step yet");
    for (int step = 0; step < STEPS; step++) {
        const float dt = random_world_dt(w[0]);
        stream_clear(&s);
        stream_clear(&l.s);
        cr_assert_eq(hail_step(w[0]->world, dt, stream_take, &s), HAIL_OK);
        cr_assert_eq(hail_step(w[1]->world, dt, NULL, NULL), HAIL_OK);
        cr_assert_eq(hail_step(w[2]->world, dt, listen, &l), HAIL_OK);
        cr_assert_eq(l.s.count, s.count);
        for (int i = 0; i < 3; i++) {
            const hail_step_stats *stats = hail_stats(w[i]->world);
            const uint64_t unkept = i > 0 && room > 0 ? s.count - smaller(s.count, room) : 0;
            expect_first(w[i]->world, &s, i > 0 ? room : 0, seed);
            cr_assert_eq(stats->contacts, s.count);
            cr_assert_eq(stats->unkept, unkept, "seed %llu: %llu unkept", (unsigned long long)seed,
                         (unsigned long long)stats->unkept);
        }
        cr_assert_eq(hail_stats(w[1]->world)->windows, 0);
        for (int i = 0; i < 3; i++) {
            random_world_forget(w[i]);
            cr_assert_eq(random_world_churn(w[i]), HAIL_OK);
        }
        contacts += s.count;
    }
    for (int i = 0; i < 3; i++)
        random_world_free(w[i]);
    stream_free(&s);
    stream_free(&l.s);
    return contacts;
}

Test(step_contacts, the_first_of_the_stream) {
    cr_assert_gt(random_seeds_sum(150, compare), 50000, "too few contacts to test anything");
}

/* ---- Small things ------------------------------------------------------------------------------------------------ */

static hail_world *crowd(purse *p, uint32_t kept, uint32_t bodies) {
    static float x[1000], y[1000];
    uint64_t seed = 5;
    hail_world_options options = {.context = allocator_context(with(p), NULL), .kept_contacts = kept};
    hail_world *world = NULL;
    hail_shape shape;
    for (uint32_t i = 0; i < bodies; i++)
        x[i] = random_range(&seed, 0.0f, 100.0f), y[i] = random_range(&seed, 0.0f, 100.0f);
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 4.0f, &shape), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 2, 2, HAIL_MANIFOLD), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 2, &shape, &(hail_spawn_columns){.x = x, .y = y}, bodies, NULL), HAIL_OK);
    return world;
}

Test(step_contacts, limits) {
    hail_error error = {0};
    const hail_context context = {.error = &error};
    hail_world_options options = {.context = &context, .kept_contacts = HAIL_MAX_KEPT_CONTACTS};
    hail_world *world = NULL;
    size_t count = 99;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK, "memory is not needed before the first step");
    hail_world_destroy(world);
    options.kept_contacts++;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OUT_OF_RANGE);
    cr_assert_str_eq(error.field, "options->kept_contacts");
    cr_assert(hail_contacts(NULL, &count) == NULL && count == 0);
    cr_assert_null(hail_contacts(NULL, NULL));
}

/* The contacts outlive everything but the next step, even one that fails. */
Test(step_contacts, how_long_they_last) {
    purse p = {.fail_at = NEVER};
    enum { CROWD = 300 };
    hail_world *world = crowd(&p, 300, CROWD);
    stream s = {0};
    hail_shape large;
    const float at = 50.0f;
    cr_assert_eq(hail_step(world, 0.0f, stream_take, &s), HAIL_OK);
    cr_assert_gt(s.count, 100);
    hail_columns c;
    cr_assert_eq(hail_layer_columns(world, 2, &c), HAIL_OK);
    static hail_handle all[CROWD];
    memcpy(all, c.handle, sizeof all);
    cr_assert_eq(hail_despawn(world, all, CROWD), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 400.0f, &large), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 2, &large, &(hail_spawn_columns){.x = &at, .y = &at}, 1, NULL), HAIL_OK);
    cr_assert_eq(hail_reserve(world, 2, 5000, 50000), HAIL_OK);
    cr_assert_eq(hail_step(world, -1.0f, NULL, NULL), HAIL_OUT_OF_RANGE);
    expect_first(world, &s, 300, 0);
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    size_t count = 99;
    cr_assert(hail_contacts(world, &count) == NULL && count == 0);
    hail_world_destroy(world);
    stream_free(&s);
    cr_assert(p.held == 0 && !p.bad);
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

Test(step_contacts, reserved_steps_allocate_nothing) {
    purse p = {.fail_at = NEVER};
    hail_world *world = crowd(&p, 5000, 1000);
    const size_t before = world_memory(world).scratch;
    cr_assert_eq(hail_reserve(world, 2, 1000, 100000), HAIL_OK);
    cr_assert_geq(world_memory(world).scratch - before, 5000 * sizeof(hail_contact));
    for (int step = 0; step < 3; step++) {
        size_t count;
        cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
        cr_assert_eq(hail_stats(world)->allocations, 0);
        hail_contacts(world, &count);
        cr_assert(count == 5000 && hail_stats(world)->unkept == hail_stats(world)->contacts - 5000);
    }
    hail_world_destroy(world);
    cr_assert(p.held == 0 && !p.bad);
}

/* Every allocation of a first step fails once: nothing is kept if nothing moved, else what was delivered. */
Test(step_contacts, failing_steps) {
    long failures = 0;
    for (bool reached = true; reached; failures++) {
        purse p = {.fail_at = NEVER};
        hail_world *world = crowd(&p, 5000, 1000);
        stream s = {0};
        p.fail_at = p.calls + failures;
        const hail_status status = hail_step(world, 0.0f, stream_take, &s);
        reached = p.failed;
        cr_assert(status == HAIL_OK || (status == HAIL_NO_MEMORY && reached));
        cr_assert(status == HAIL_OK || hail_stats(world)->moved > 0 || s.count == 0);
        expect_first(world, &s, 5000, 0);
        p.fail_at = NEVER;
        stream_clear(&s);
        cr_assert_eq(hail_step(world, 0.0f, stream_take, &s), HAIL_OK);
        cr_assert_gt(s.count, 5000);
        expect_first(world, &s, 5000, 0);
        hail_world_destroy(world);
        stream_free(&s);
        cr_assert(p.held == 0 && !p.bad);
    }
    cr_assert_gt(failures, 5);
}

/* Two compounds whose contacts are too many for the memory end the step, after another rule's contacts. */
Test(step_contacts, a_step_that_fails_half_way) {
    enum { PARTS = 100, AFTER = 5 };
    purse p = {.fail_at = NEVER};
    hail_world *world = crowd(&p, 5000, 200);
    hail_convex part[PARTS];
    hail_shape bunch;
    hail_handle two[2];
    const float x[] = {-5000.0f, 5000.0f}, y[] = {0.0f, 0.0f};
    stream s = {0};
    for (int i = 0; i < PARTS; i++)
        cr_assert_eq(hail_convex_capsule((float)i * 0.1f, 0.0f, 0.0f, 3.0f, 4.0f, &part[i]), HAIL_OK);
    cr_assert_eq(hail_shape_compound(hail_world_shapes(world), part, PARTS, &bunch), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, AFTER, AFTER, HAIL_MANIFOLD), HAIL_OK);
    cr_assert_eq(hail_spawn(world, AFTER, &bunch, &(hail_spawn_columns){.x = x, .y = y}, 2, two), HAIL_OK);
    cr_assert_eq(hail_step(world, 0.0f, stream_take, &s), HAIL_OK);
    const size_t before = s.count;
    cr_assert_eq(hail_write_bodies(world, &(hail_handles){two, 0, 2}, &(hail_body_writes){.x = y}, NULL), HAIL_OK);
    p.most = p.bytes;
    stream_clear(&s);
    cr_assert_eq(hail_step(world, 0.0f, stream_take, &s), HAIL_NO_MEMORY);
    cr_assert(hail_stats(world)->moved > 0 && s.count == before && before > 50);
    expect_first(world, &s, 5000, 0);
    hail_world_destroy(world);
    stream_free(&s);
    cr_assert(p.held == 0 && !p.bad);
}
