/* tests/rooms/rooms_many.c - hail_step_many: what it refuses, what callbacks may do, and steps without memory. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "room_pair.h"
#include "shared/contexts.h"
#include "shared/purse.h"

enum { ROOMS = 4, BODIES = 60 };

typedef struct rooms {
    purse p;
    hail_error error;
    hail_scratch *scratch;
    hail_world *world[ROOMS];
    room_ear heard[ROOMS];
    hail_world_step steps[ROOMS];
} rooms;

static hail_status fill(hail_world *world, uint32_t number) {
    float x[BODIES], y[BODIES], v[BODIES];
    hail_shape dot;
    for (uint32_t i = 0; i < BODIES; i++) {
        x[i] = (float)(i * 7 % 50), y[i] = (float)(i * (3 + number) % 50);
        v[i] = (float)i - 30.0f;
    }
    const hail_spawn_columns columns = {.x = x, .y = y, .vx = v, .vy = v};
    const hail_rule rule = {.mode = HAIL_MANIFOLD, .layer_a = 0, .layer_b = 1, .events = 1, .cooldown = 3};
    hail_status status = hail_shape_circle(hail_world_shapes(world), 4.0f, &dot);
    status = status == HAIL_OK ? hail_rule_set(world, 0, 0, HAIL_SWEPT) : status;
    status = status == HAIL_OK ? hail_rule_configure(world, &rule) : status;
    for (uint32_t layer = 0; layer < 2 && status == HAIL_OK; layer++)
        status = hail_spawn(world, layer, &dot, &columns, BODIES, NULL);
    return status;
}

static void begin(rooms *r) {
    memset(r, 0, sizeof *r);
    r->p.fail_at = NEVER;
    const hail_context context = {.allocator = with(&r->p), .error = &r->error};
    const hail_world_options options = {.context = &context, .kept_contacts = 10, .max_x = 50.0f, .max_y = 50.0f};
    cr_assert_eq(hail_scratch_create(&context, &r->scratch), HAIL_OK);
    for (uint32_t i = 0; i < ROOMS; i++) {
        cr_assert_eq(hail_world_create(&options, &r->world[i]), HAIL_OK);
        cr_assert_eq(fill(r->world[i], i), HAIL_OK);
        r->heard[i].world = r->world[i];
        r->steps[i] = (hail_world_step){r->world[i], room_listen, &r->heard[i], HAIL_FULL, 0};
    }
}

static void end(rooms *r) {
    for (uint32_t i = 0; i < ROOMS; i++) {
        cr_assert_eq(hail_world_destroy(r->world[i]), HAIL_OK);
        stream_free(&r->heard[i].s);
    }
    cr_assert_eq(hail_scratch_destroy(r->scratch), HAIL_OK);
    cr_assert(r->p.held == 0 && !r->p.bad);
}

/* ---- What it refuses --------------------------------------------------------------------------------------------- */

static hail_status step(rooms *r) { return hail_step_many(r->steps, ROOMS, 0.02f, r->scratch, 0); }

/* A refused call steps nothing and writes no status. */
static void refused(const rooms *r, hail_status status, hail_status expected, const char *field, uint64_t element) {
    cr_assert_eq(status, expected, "%s, not %s", hail_status_text(status), hail_status_text(expected));
    for (int i = 0; i < ROOMS; i++)
        cr_assert(r->steps[i].status == HAIL_FULL && (!r->world[i] || hail_stats(r->world[i])->step == 0));
    cr_assert(strcmp(r->error.field, field) == 0 && r->error.element == element, "it blames %s", r->error.field);
}

Test(rooms_many, refuses) {
    rooms r;
    begin(&r);
    cr_assert_eq(hail_step_many(r.steps, ROOMS, 0.0f, NULL, 0), HAIL_BAD_ARGUMENT);
    refused(&r, hail_step_many(NULL, 1, 0.0f, r.scratch, 0), HAIL_BAD_ARGUMENT, "steps", HAIL_NO_ELEMENT);
    refused(&r, hail_step_many(r.steps, SIZE_MAX, 0.0f, r.scratch, 0), HAIL_BAD_ARGUMENT, "count", HAIL_NO_ELEMENT);
    refused(&r, hail_step_many(r.steps, ROOMS, 0.0f, r.scratch, 2), HAIL_BAD_ARGUMENT, "flags", HAIL_NO_ELEMENT);
    refused(&r, hail_step_many(r.steps, ROOMS, NAN, r.scratch, 0), HAIL_NOT_FINITE, "dt", HAIL_NO_ELEMENT);
    refused(&r, hail_step_many(r.steps, ROOMS, -1.0f, r.scratch, 0), HAIL_OUT_OF_RANGE, "dt", HAIL_NO_ELEMENT);
    r.steps[2].world = NULL;
    refused(&r, step(&r), HAIL_BAD_ARGUMENT, "steps->world", 2);
    r.steps[2].world = r.world[0];
    refused(&r, step(&r), HAIL_BAD_ARGUMENT, "steps->world", 2);
    r.steps[2].world = r.world[2];
    cr_assert_eq(hail_step_many(NULL, 0, 0.0f, r.scratch, 0), HAIL_OK);
    cr_assert_eq(hail_step_many(r.steps, 0, 0.0f, r.scratch, 0), HAIL_OK);
    cr_assert_eq(step(&r), HAIL_OK, "what was refused left no world busy");
    cr_assert_eq(hail_step(r.world[1], 0.0f, NULL, NULL), HAIL_OK, "and it is free again");
    end(&r);
}

Test(rooms_many, scratch_refuses) {
    hail_error error = {0};
    const hail_context context = {.error = &error}, half = {.allocator = {.allocate = purse_take}, .error = &error};
    hail_scratch *scratch = (hail_scratch *)&error;
    size_t bytes = 7;
    cr_assert_eq(hail_scratch_create(&context, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_scratch_create(&half, &scratch), HAIL_BAD_ARGUMENT);
    cr_assert_null(scratch);
    cr_assert_eq(hail_scratch_destroy(NULL), HAIL_OK);
    cr_assert_eq(hail_scratch_memory(NULL, &bytes), HAIL_BAD_ARGUMENT);
    cr_assert_eq(bytes, 7);
    cr_assert_eq(hail_scratch_create(&context, &scratch), HAIL_OK);
    cr_assert_eq(hail_scratch_memory(scratch, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_scratch_memory(scratch, &bytes), HAIL_OK);
    cr_assert(bytes > 0 && bytes < 4096);
    cr_assert_eq(hail_scratch_destroy(scratch), HAIL_OK);
}

/* ---- What callbacks may do --------------------------------------------------------------------------------------- */

static rooms *game;

/* Whether calls that change another world, or step, are refused; and those that look are not. */
static void meddle(const hail_contact *contacts, size_t count, void *user) {
    const uint32_t mine = *(const uint32_t *)user, other = (mine + 1) % ROOMS;
    hail_world_step again = {game->world[other], NULL, NULL, HAIL_OK, 0};
    cr_assert(count && contacts);
    cr_assert_eq(hail_despawn(game->world[mine], &contacts->a, 1), HAIL_OK);
    cr_assert_eq(hail_rule_set(game->world[other], 0, 1, HAIL_PAIRS), HAIL_BUSY);
    cr_assert_eq(hail_reserve(game->world[other], 0, 10, 10), HAIL_BUSY);
    cr_assert_eq(hail_step(game->world[other], 0.0f, NULL, NULL), HAIL_BUSY);
    cr_assert_eq(hail_step_many(&again, 1, 0.0f, game->scratch, 0), HAIL_BUSY);
    cr_assert_eq(hail_scratch_destroy(game->scratch), HAIL_BUSY);
    cr_assert_eq(hail_world_destroy(game->world[other]), HAIL_BUSY);
    cr_assert_eq(hail_query_prepare(game->world[mine], 0), HAIL_OK);
}

Test(rooms_many, callbacks) {
    rooms r;
    uint32_t number[ROOMS];
    begin(&r);
    game = &r;
    for (uint32_t flags = 0; flags <= HAIL_ON_TASKS; flags++) {
        for (uint32_t i = 0; i < ROOMS; i++)
            number[i] = i, r.steps[i].on_contacts = meddle, r.steps[i].user = &number[i];
        cr_assert_eq(hail_step_many(r.steps, ROOMS, 0.02f, r.scratch, flags), HAIL_OK);
    }
    for (int i = 0; i < ROOMS; i++)
        cr_assert_gt(hail_stats(r.world[i])->despawned, 0);
    end(&r);
}

/* In a callback of hail_step, another world cannot step with the same scratch. */
static void step_other(const hail_contact *contacts, size_t count, void *other) {
    (void)contacts, (void)count;
    cr_assert_eq(hail_step(other, 0.0f, NULL, NULL), HAIL_BUSY);
    cr_assert_eq(hail_reserve(other, 0, 10, 10), HAIL_BUSY);
}

Test(rooms_many, one_step_at_a_time) {
    hail_scratch *scratch = NULL;
    hail_world *world[2];
    cr_assert_eq(hail_scratch_create(NULL, &scratch), HAIL_OK);
    for (uint32_t i = 0; i < 2; i++) {
        cr_assert_eq(hail_world_create(&(hail_world_options){.scratch = scratch}, &world[i]), HAIL_OK);
        cr_assert_eq(fill(world[i], i), HAIL_OK);
    }
    cr_assert_eq(hail_step(world[0], 0.0f, step_other, world[1]), HAIL_OK);
    cr_assert_gt(hail_stats(world[0])->windows, 0);
    cr_assert_eq(hail_step(world[1], 0.0f, step_other, world[0]), HAIL_OK);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(hail_world_destroy(world[i]), HAIL_OK);
    cr_assert_eq(hail_scratch_destroy(scratch), HAIL_OK);
}

/* ---- Without memory ---------------------------------------------------------------------------------------------- */

/* One allocation of the first step fails. Worlds that were stepped are as they would be; the others say so. */
static bool fail_at(long n) {
    rooms r, sound;
    begin(&r);
    begin(&sound);
    cr_assert_eq(step(&sound), HAIL_OK);
    r.p.fail_at = r.p.calls + n;
    const hail_status status = step(&r);
    cr_assert(status == HAIL_OK || (status == HAIL_NO_MEMORY && r.p.failed));
    for (int i = 0; i < ROOMS; i++) {
        r.heard[i].short_of_memory = r.p.failed;
        if (r.steps[i].status == HAIL_OK)
            rooms_expect_same(&r.heard[i], &sound.heard[i], "allocation", (unsigned long long)n);
        else
            cr_assert_eq(status, HAIL_NO_MEMORY);
        stream_clear(&r.heard[i].s);
        r.heard[i].kept = 0;
    }
    const bool failed = r.p.failed;
    r.p.fail_at = NEVER;
    cr_assert_eq(step(&r), HAIL_OK, "all goes on");
    const long calls = r.p.calls;
    for (int i = 0; i < ROOMS; i++)
        r.heard[i].kept = 0;
    cr_assert_eq(hail_step_many(r.steps, ROOMS, 0.0f, r.scratch, 0), HAIL_OK);
    cr_assert_leq(r.p.calls - calls, 8, "a warmed-up step allocated %ld times", r.p.calls - calls);
    end(&r);
    end(&sound);
    return failed;
}

Test(rooms_many, each_allocation_fails_once) {
    long n = 0;
    while (fail_at(n))
        n++;
    cr_assert_gt(n, 40, "only %ld allocations", n);
}

Test(rooms_many, creation_without_memory) {
    for (long n = 0; n < 3; n++) {
        purse p = {.fail_at = n};
        const hail_context context = {.allocator = with(&p)};
        hail_scratch *scratch = NULL;
        cr_assert_eq(hail_scratch_create(&context, &scratch), HAIL_NO_MEMORY);
        cr_assert(scratch == NULL && p.held == 0 && !p.bad);
    }
}
