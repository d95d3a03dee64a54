/* tests/rooms/rooms_random.c - worlds that share a scratch, and worlds that hail_step_many steps, against worlds with
 * scratch of their own, byte for byte: worlds of different sizes step in turn, live and die.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs those worlds alone, HAIL_TEST_WORLDS=n runs n times as many. */
#include <criterion/criterion.h>

#include <string.h>

#include "events/event_program.h"
#include "room_pair.h"
#include "shared/random_world.h"
#include "tasks/schedulers.h"

enum { ROOMS = 5, STEPS = 8 };

/* ---- Random worlds ----------------------------------------------------------------------------------------------- */

/* A world with its own scratch, and its twin without. */
typedef struct twins {
    random_world *own, *guest;
    room_ear heard[2];
} twins;

static void make(twins *t, uint64_t seed, uint32_t bodies, hail_scratch *scratch, uint32_t kept) {
    hail_status status = HAIL_OK;
    const random_config own = {.window = 100, .kept_contacts = kept},
                        guest = {.window = 100, .kept_contacts = kept, .scratch = scratch};
    t->own = random_world_make(seed, &own, bodies, &status);
    cr_assert_eq(status, HAIL_OK);
    t->guest = random_world_make(seed, &guest, bodies, &status);
    cr_assert_eq(status, HAIL_OK);
    t->heard[0].world = t->own->world;
    t->heard[1].world = t->guest->world;
}

static void end(twins *t) {
    random_world_free(t->own);
    random_world_free(t->guest);
    stream_free(&t->heard[0].s);
    stream_free(&t->heard[1].s);
    *t = (twins){0};
}

static void clear(twins *t) {
    for (int i = 0; i < 2; i++) {
        stream_clear(&t->heard[i].s);
        t->heard[i].kept = 0;
    }
}

static void churn(twins *t) {
    random_world_forget(t->own);
    random_world_forget(t->guest);
    cr_assert_eq(random_world_churn(t->own), HAIL_OK);
    cr_assert_eq(random_world_churn(t->guest), HAIL_OK);
}

static uint32_t size_of(uint64_t *state) {
    static const uint32_t sizes[] = {3, 40, 200, 480, 900};
    return sizes[random_pick(state, 5)];
}

/* One query between the steps of other worlds: it must not find their grids. */
static void ask(const twins *t) {
    float x[2] = {100.0f, 300.0f}, y[2] = {100.0f, 200.0f};
    (void)x, (void)y;
    cr_assert_eq(hail_query_prepare(t->own->world, 0), HAIL_OK);
    cr_assert_eq(hail_query_prepare(t->guest->world, 0), HAIL_OK);
}

static void in_turn(uint64_t seed) {
    twins t[ROOMS];
    uint64_t state = seed * 31 + 5;
    hail_scratch *scratch = NULL;
    memset(t, 0, sizeof t);
    cr_assert_eq(hail_scratch_create(NULL, &scratch), HAIL_OK);
    for (int i = 0; i < ROOMS; i++) {
        const uint32_t kept = random_pick(&state, 2) * 20;
        make(&t[i], seed + (uint64_t)i * 1000, size_of(&state), scratch, kept);
    }
    cr_assert_eq(hail_scratch_destroy(scratch), HAIL_IN_USE);
    for (int step = 0; step < STEPS * ROOMS; step++) {
        twins *now = &t[random_pick(&state, ROOMS)];
        const float dt = random_world_dt(now->own);
        clear(now);
        cr_assert_eq(hail_step(now->own->world, dt, room_listen, &now->heard[0]), HAIL_OK);
        cr_assert_eq(hail_step(now->guest->world, dt, room_listen, &now->heard[1]), HAIL_OK);
        rooms_expect_same(&now->heard[0], &now->heard[1], "seed", seed);
        if (random_pick(&state, 4) == 0)
            ask(&t[random_pick(&state, ROOMS)]);
        churn(now);
        if (random_pick(&state, 16) == 0) {
            end(now);
            make(now, seed + 77 + (uint64_t)step, size_of(&state), scratch, 0);
        }
    }
    for (int i = 0; i < ROOMS; i++)
        end(&t[i]);
    cr_assert_eq(hail_scratch_destroy(scratch), HAIL_OK);
}

Test(rooms_random, shared_scratch) { random_seeds(20, in_turn); }

static void many(uint64_t seed) {
    twins t[ROOMS];
    uint64_t state = seed * 17 + 3;
    hail_scratch *scratch = NULL;
    scheduler *hooks = scheduler_make((scheduler_kind)(seed % SCHEDULER_KINDS), 3, seed);
    const hail_context context = {.tasks = seed % 7 ? scheduler_tasks(hooks) : NULL};
    memset(t, 0, sizeof t);
    cr_assert_eq(hail_scratch_create(&context, &scratch), HAIL_OK);
    for (int i = 0; i < ROOMS; i++) {
        const uint32_t kept = random_pick(&state, 2) * 20;
        make(&t[i], seed + (uint64_t)i * 1000, size_of(&state), i % 2 ? scratch : NULL, kept);
    }
    for (int step = 0; step < STEPS; step++) {
        hail_world_step steps[ROOMS];
        const float dt = random_world_dt(t[0].own);
        const bool watched = random_pick(&state, 4) > 0;
        for (int i = 0; i < ROOMS; i++) {
            clear(&t[i]);
            steps[i] = (hail_world_step){t[i].guest->world, watched ? room_listen : NULL, &t[i].heard[1], HAIL_BUSY, 0};
            cr_assert_eq(hail_step(t[i].own->world, dt, steps[i].on_contacts, &t[i].heard[0]), HAIL_OK);
        }
        cr_assert_eq(hail_step_many(steps, ROOMS, dt, scratch, step % 2 ? HAIL_ON_TASKS : 0), HAIL_OK);
        for (int i = 0; i < ROOMS; i++) {
            cr_assert_eq(steps[i].status, HAIL_OK);
            rooms_expect_same(&t[i].heard[0], &t[i].heard[1], "seed", seed);
            churn(&t[i]);
        }
    }
    for (int i = 0; i < ROOMS; i++)
        end(&t[i]);
    cr_assert_eq(hail_scratch_destroy(scratch), HAIL_OK);
    cr_assert_eq(scheduler_unfinished(hooks), 0);
    scheduler_free(hooks);
}

Test(rooms_random, many_steps) { random_seeds(20, many); }

/* ---- Programs with events, maps, compounds and sprites ----------------------------------------------------------- */

static void step_programs(program own[ROOMS], program guest[ROOMS], hail_scratch *scratch, uint64_t seed, int step) {
    static room_ear heard[2][ROOMS];
    hail_world_step steps[ROOMS];
    for (int i = 0; i < ROOMS; i++) {
        program_change(&own[i]);
        program_change(&guest[i]);
        heard[0][i].world = own[i].tested.world;
        heard[1][i].world = guest[i].tested.world;
        heard[0][i].kept = heard[1][i].kept = 0;
        stream_clear(&heard[0][i].s);
        stream_clear(&heard[1][i].s);
        steps[i] = (hail_world_step){guest[i].tested.world, room_watch, &heard[1][i], HAIL_OK, 0};
        cr_assert_eq(hail_step(own[i].tested.world, 1.0f / 60.0f, room_watch, &heard[0][i]), HAIL_OK);
        cr_assert_eq(hail_step(own[i].twin.world, 1.0f / 60.0f, NULL, NULL), HAIL_OK);
        cr_assert_eq(hail_step(guest[i].twin.world, 1.0f / 60.0f, NULL, NULL), HAIL_OK);
    }
    cr_assert_eq(hail_step_many(steps, ROOMS, 1.0f / 60.0f, scratch, step % 2 ? HAIL_ON_TASKS : 0), HAIL_OK);
    for (int i = 0; i < ROOMS; i++) {
        rooms_expect_same(&heard[0][i], &heard[1][i], "seed", seed);
        program_forget(&own[i]);
        program_forget(&guest[i]);
    }
}

static void programs(uint64_t seed) {
    static program own[ROOMS], guest[ROOMS];
    hail_scratch *scratch = NULL;
    cr_assert_eq(hail_scratch_create(NULL, &scratch), HAIL_OK);
    for (int i = 0; i < ROOMS; i++) {
        program_make(&own[i], seed + (uint64_t)i * 100);
        program_make(&guest[i], seed + (uint64_t)i * 100);
    }
    for (int step = 0; step < STEPS; step++)
        step_programs(own, guest, scratch, seed, step);
    for (int i = 0; i < ROOMS; i++) {
        program_free(&own[i]);
        program_free(&guest[i]);
    }
    cr_assert_eq(hail_scratch_destroy(scratch), HAIL_OK);
}

Test(rooms_random, programs_with_events) { random_seeds(20, programs); }
