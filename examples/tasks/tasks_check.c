/* tasks_check.c - a swarm of 20,000 circles, and the rays of 4,000 of them. */
#include "tasks_check.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <hail/hail.h>

enum { BODIES = 20000, RAYS = 4000, STEPS = 20 };

static uint64_t state;

static float below(float limit) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return limit * (float)(state >> 40) / (float)(1 << 24);
}

static uint64_t mix(uint64_t digest, const void *data, size_t size) {
    const unsigned char *byte = data;
    for (size_t i = 0; i < size; i++)
        digest = (digest ^ byte[i]) * 0x100000001b3u;
    return digest;
}

static void on_contacts(const hail_contact *contacts, size_t count, void *user) {
    uint64_t *digest = user;
    for (size_t i = 0; i < count; i++) {
        *digest = mix(*digest, &contacts[i].a, sizeof contacts[i].a);
        *digest = mix(*digest, &contacts[i].b, sizeof contacts[i].b);
        *digest = mix(*digest, &contacts[i].depth[0], sizeof contacts[i].depth[0]);
    }
}

static bool spawn(hail_world *world) {
    static float x[BODIES], y[BODIES], vx[BODIES], vy[BODIES];
    hail_shape dot;
    for (int i = 0; i < BODIES; i++) {
        x[i] = below(2000.0f), y[i] = below(2000.0f);
        vx[i] = below(100.0f) - 50.0f, vy[i] = below(100.0f) - 50.0f;
    }
    const hail_spawn_columns columns = {.x = x, .y = y, .vx = vx, .vy = vy};
    return hail_shape_circle(hail_world_shapes(world), 5.0f, &dot) == HAIL_OK &&
           hail_rule_set(world, 0, 0, HAIL_MANIFOLD) == HAIL_OK &&
           hail_spawn(world, 0, &dot, &columns, BODIES, NULL) == HAIL_OK;
}

static bool ask(hail_world *world, const hail_context *context, uint64_t *digest) {
    static float x[RAYS], y[RAYS], dx[RAYS], dy[RAYS];
    static hail_query_hit hits[RAYS];
    const hail_rays rays = {.context = context, .x = x, .y = y, .dx = dx, .dy = dy, .count = RAYS};
    for (int i = 0; i < RAYS; i++) {
        x[i] = below(2000.0f), y[i] = below(2000.0f);
        dx[i] = below(400.0f) - 200.0f, dy[i] = below(400.0f) - 200.0f;
    }
    if (hail_query_prepare(world, 0) != HAIL_OK || hail_query_rays(world, &rays, NULL, 1, hits, NULL) != HAIL_OK)
        return false;
    for (int i = 0; i < RAYS; i++)
        *digest = mix(*digest, &hits[i].t, sizeof hits[i].t);
    return true;
}

/* 0: something failed. */
static uint64_t run(const hail_tasks *tasks) {
    const hail_context context = {.tasks = tasks};
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = &context;
    options.max_x = options.max_y = 2000.0f;
    hail_world *world = NULL;
    uint64_t digest = 14695981039346656037u;
    state = 1;
    bool good = hail_world_create(&options, &world) == HAIL_OK && spawn(world);
    for (int i = 0; good && i < STEPS; i++)
        good = hail_step(world, 1.0f / 60.0f, on_contacts, &digest) == HAIL_OK;
    good = good && ask(world, &context, &digest);
    hail_world_destroy(world);
    return good ? digest : 0;
}

/* Counts calls before it hands them on. */
typedef struct counted {
    hail_tasks tasks;
    unsigned calls;
} counted;

static void *enqueue(hail_task_fn *function, uint32_t first, uint32_t last, uint32_t grain, void *task, void *user) {
    counted *c = user;
    c->calls++;
    return c->tasks.enqueue(function, first, last, grain, task, c->tasks.user);
}

static void finish(void *handle, void *user) {
    const counted *c = user;
    c->tasks.finish(handle, c->tasks.user);
}

bool tasks_check(const char *name, const hail_tasks *tasks) {
    counted c = {*tasks, 0};
    const hail_tasks hooks = {.workers = tasks->workers, .enqueue = enqueue, .finish = finish, .user = &c};
    const uint64_t without = run(NULL), with = run(&hooks);
    const bool good = without && with == without && c.calls > STEPS;
    printf("%s: %s, %u workers: %u jobs, %s\n", good ? "ok" : "WRONG", name, tasks->workers, c.calls,
           with == without ? "the same bytes" : "other bytes");
    return good;
}
