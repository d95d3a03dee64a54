/* plain.c - `plain`, `plain:tuned` and `move` as contenders. */
#include "plain.h"

#include <stdlib.h>
#include <string.h>

struct plain {
    const plain_method *method;
    void *world;
    size_t touching;
};

static const plain_method *method_for(const scene_data *scene, bool tuned) {
    if (scene->tiny)
        return &plain_tiny;
    if (scene->swept)
        return &plain_swept;
    if (scene->events)
        return tuned ? &tuned_swarm_events : &plain_swarm_events;
    if (!scene->self && scene->group[1].count == 1 && scene->group[1].radius > 100.0f)
        return &plain_boss;
    if (!scene->self)
        return tuned ? &tuned_barrage : &plain_barrage;
    if (scene->group[0].polygons)
        return tuned ? &tuned_debris : &plain_debris;
    return tuned ? &tuned_swarm : &plain_swarm;
}

static void *create(const scene_data *scene, const char *variant) {
    struct plain *plain = plain_allocate(sizeof *plain);
    plain->method = method_for(scene, variant && strcmp(variant, "tuned") == 0);
    plain->world = plain->method->create(scene);
    return plain;
}

static size_t step(void *self) {
    struct plain *plain = self;
    plain->touching = plain->method->step(plain->world);
    return plain->touching;
}

static size_t pairs(void *self, bench_touch *out, size_t capacity) {
    const struct plain *plain = self;
    for (size_t i = 0; i < plain->touching && i < capacity; i++)
        out[i] = plain->method->touch(plain->world, i);
    return plain->touching;
}

static size_t stream(void *self, hail_contact *contacts, size_t capacity) {
    const struct plain *plain = self;
    const size_t count = plain->touching < capacity ? plain->touching : capacity;
    memcpy(contacts, plain_tiny_contacts(plain->world), count * sizeof *contacts);
    return plain->touching;
}

static bench_events events(void *self) { return plain_events_of(((const struct plain *)self)->world); }

static void destroy(void *self) {
    struct plain *plain = self;
    if (!plain)
        return;
    plain->method->destroy(plain->world);
    free(plain);
}

const contender contender_plain = {
    .name = "plain",
    .meetings = BENCH_DISCRETE | BENCH_SWEPT | BENCH_TINY | BENCH_EVENTS,
    .create = create,
    .step = step,
    .pairs = pairs,
    .stream = stream,
    .events = events,
    .destroy = destroy,
};

/* `move`: what every contender must do at least. It finds nothing. */
struct mover {
    float width, height;
    size_t groups;
    plain_bodies bodies[SCENE_MAX_GROUPS];
};

static void *mover_create(const scene_data *scene, const char *variant) {
    (void)variant;
    struct mover *mover = plain_allocate(sizeof *mover);
    mover->width = scene->width;
    mover->height = scene->height;
    mover->groups = scene->group_count;
    for (size_t i = 0; i < mover->groups; i++)
        mover->bodies[i] = plain_bodies_copy(&scene->group[i]);
    return mover;
}

static size_t mover_step(void *self) {
    struct mover *mover = self;
    for (size_t i = 0; i < mover->groups; i++)
        plain_move(&mover->bodies[i], mover->width, mover->height);
    return 0;
}

static void mover_destroy(void *self) {
    struct mover *mover = self;
    if (!mover)
        return;
    for (size_t i = 0; i < mover->groups; i++)
        plain_bodies_free(&mover->bodies[i]);
    free(mover);
}

const contender contender_move = {
    .name = "move",
    .meetings = BENCH_DISCRETE | BENCH_SWEPT | BENCH_TINY,
    .create = mover_create,
    .step = mover_step,
    .destroy = mover_destroy,
};
