/* plain_events.c - `plain` and `plain:tuned` with begin, stay and end: their swarm, then a hash set of the pairs that
 * touch, beside that of the last step. Two sets that swap, with linear probing, at most half full.
 * They count begins, stays and ends; they write no events and keep no order, as Hail does. */
#include "plain.h"

#include <stdlib.h>
#include <string.h>

#define EMPTY UINT64_MAX

typedef struct pair_set {
    uint64_t *key; /* by hash: the lower body, then the higher one; EMPTY */
    bool *again;   /* by hash: the pair touches in the next step, too */
    uint32_t *at;  /* where each pair of the set lies */
    size_t room, count;
} pair_set;

struct world {
    const plain_method *method;
    void *swarm;
    pair_set last, now;
    plain_list begins, stays, ends; /* uint32_t: numbers of contacts; uint64_t: keys */
    size_t begun, stayed, ended;
};

static void *create(const plain_method *method, const scene_data *scene) {
    struct world *world = plain_allocate(sizeof *world);
    world->method = method;
    world->swarm = method->create(scene);
    return world;
}

static void *create_plain(const scene_data *scene) { return create(&plain_swarm, scene); }
static void *create_tuned(const scene_data *scene) { return create(&tuned_swarm, scene); }

static void free_set(pair_set *set) {
    free(set->key);
    free(set->again);
    free(set->at);
}

/* Empties a set, and makes room for `pairs` pairs. */
static void clear(pair_set *set, size_t pairs) {
    size_t room = 1024;
    while (room < 2 * pairs)
        room *= 2;
    if (room > set->room) {
        free_set(set);
        set->key = plain_allocate(room * sizeof *set->key);
        set->again = plain_allocate(room * sizeof *set->again);
        set->at = plain_allocate(room * sizeof *set->at);
        set->room = room;
    }
    memset(set->key, 0xff, set->room * sizeof *set->key);
    set->count = 0;
}

/* Where a key lies, or would lie: the hash is Fibonacci's (D. Knuth, The Art of Computer Programming, volume 3, 6.4).
 */
static inline size_t find(const pair_set *set, uint64_t key) {
    const size_t mask = set->room - 1;
    size_t at = (size_t)((key * 0x9e3779b97f4a7c15u) >> 32) & mask;
    while (set->key[at] != key && set->key[at] != EMPTY)
        at = (at + 1) & mask;
    return at;
}

static void add(struct world *world, uint64_t key, uint32_t contact) {
    pair_set *now = &world->now;
    const size_t at = find(now, key);
    now->key[at] = key;
    now->again[at] = false;
    now->at[now->count++] = (uint32_t)at;
    const size_t before = world->last.count ? find(&world->last, key) : 0;
    if (world->last.count && world->last.key[before] == key) {
        world->last.again[before] = true;
        ((uint32_t *)world->stays.data)[world->stayed++] = contact;
    } else {
        ((uint32_t *)world->begins.data)[world->begun++] = contact;
    }
}

static size_t step(void *self) {
    struct world *world = self;
    const size_t touching = world->method->step(world->swarm);
    world->begun = world->stayed = world->ended = 0;
    clear(&world->now, touching);
    plain_room(&world->begins, touching + 1, sizeof(uint32_t));
    plain_room(&world->stays, touching + 1, sizeof(uint32_t));
    plain_room(&world->ends, world->last.count + 1, sizeof(uint64_t));
    for (size_t i = 0; i < touching; i++) {
        const bench_touch touch = world->method->touch(world->swarm, i);
        const uint32_t a = touch.a < touch.b ? touch.a : touch.b, b = touch.a < touch.b ? touch.b : touch.a;
        add(world, (uint64_t)a << 32 | b, (uint32_t)i);
    }
    for (size_t i = 0; i < world->last.count; i++)
        if (!world->last.again[world->last.at[i]])
            ((uint64_t *)world->ends.data)[world->ended++] = world->last.key[world->last.at[i]];
    const pair_set last = world->last;
    world->last = world->now;
    world->now = last;
    return touching;
}

static bench_touch touch(const void *self, size_t number) {
    const struct world *world = self;
    return world->method->touch(world->swarm, number);
}

static void destroy(void *self) {
    struct world *world = self;
    world->method->destroy(world->swarm);
    free_set(&world->last);
    free_set(&world->now);
    free(world->begins.data);
    free(world->stays.data);
    free(world->ends.data);
    free(world);
}

bench_events plain_events_of(const void *self) {
    const struct world *world = self;
    return (bench_events){world->begun, world->stayed, world->ended};
}

const plain_method plain_swarm_events = {create_plain, step, touch, destroy};
const plain_method tuned_swarm_events = {create_tuned, step, touch, destroy};
