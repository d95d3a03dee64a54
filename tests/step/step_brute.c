/* Whole steps against brute force, byte for byte and order included: random worlds live through steps and churn, once
 * with the oracle beside them, then again with every variant, window, cell and pair budget, which may change nothing.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/random_world.h"

/* FEW: few enough a layer that every rule compares all pairs; SOME: enough that most look them up. */
enum { STEPS = 24, FEW = 180, SOME = 480, SOME_STEPS = 6, MANY = 6000 };

typedef struct moment {
    hail_contact *contact;
    hail_removal *removal;
    size_t contacts, removals;
    uint64_t digest;
} moment;

typedef struct trace {
    uint64_t seed;
    uint32_t bodies, steps;
    moment step[STEPS];
} trace;

/* What the callback sees and does. */
typedef struct listener {
    random_world *w;
    hail_contact *contact;
    size_t count, room, windows;
    hail_handle gone[64];
    size_t going;
    uint32_t window;
    bool good;
} listener;

static uint32_t hash(const hail_contact *c, size_t number) {
    uint64_t state = (uint64_t)c->a.slot << 32 | c->b.slot;
    state += number * 0x9e3779b97f4a7c15u;
    return (uint32_t)(random_bits(&state) >> 32);
}

/* As a game would: now and then a bullet dies on what it hit, now and then it bounces. */
static void react(listener *l, const hail_contact *c) {
    uint32_t chance = hash(c, l->count) % 64;
    hail_location at;
    hail_columns columns;
    if (chance == 0 && l->going < 64) {
        l->good = l->good && hail_despawn(l->w->world, &c->a, 1) == HAIL_OK && hail_alive(l->w->world, &c->a);
        l->gone[l->going++] = c->a;
    } else if (chance < 4) {
        l->good = l->good && hail_locate(l->w->world, &c->b, &at) == HAIL_OK &&
                  hail_layer_columns(l->w->world, at.layer, &columns) == HAIL_OK;
        if (l->good)
            columns.vx[at.index] = -columns.vx[at.index];
    }
}

static void listen(const hail_contact *contact, size_t count, void *user) {
    listener *l = user;
    l->windows++;
    l->good = l->good && count > 0 && count <= l->window;
    if (l->count + count > l->room) {
        l->room = (l->count + count) * 2;
        l->contact = realloc(l->contact, l->room * sizeof *l->contact);
        if (l->contact == NULL)
            abort();
    }
    memcpy(l->contact + l->count, contact, count * sizeof *contact);
    for (size_t i = 0; i < count; i++) {
        l->good = l->good && contact[i].layer_a == contact->layer_a && contact[i].layer_b == contact->layer_b;
        l->count++;
        react(l, &contact[i]);
    }
}

static const char *describe(const hail_contact *c) {
    static char text[2][400];
    static int turn;
    char *to = text[turn ^= 1];
    snprintf(to, sizeof text[0],
             "layers %u-%u slots %u-%u kind %u count %u features %u-%u normal (%a, %a) point (%a, %a) depth %a "
             "second (%a, %a) %a t %a",
             c->layer_a, c->layer_b, (unsigned)c->a.slot, (unsigned)c->b.slot, c->kind, c->count, c->feature_a,
             c->feature_b, (double)c->normal_x, (double)c->normal_y, (double)c->x[0], (double)c->y[0],
             (double)c->depth[0], (double)c->x[1], (double)c->y[1], (double)c->depth[1], (double)c->t);
    return to;
}

static const char *where(uint64_t seed, const random_config *config, uint32_t number) {
    static char text[200];
    snprintf(text, sizeof text, "HAIL_TEST_SEED=%llu isa %s window %u cell %g budget %u, step %u",
             (unsigned long long)seed, config->isa, (unsigned)config->window, (double)config->cell,
             (unsigned)config->pair_budget, (unsigned)number + 1);
    return text;
}

static void same_contacts(const char *at, const hail_contact *is, size_t count, const hail_contact *must,
                          size_t wanted) {
    for (size_t i = 0; i < count && i < wanted; i++)
        cr_assert(memcmp(&is[i], &must[i], sizeof *is) == 0, "%s: contact %zu of %zu\n  is      %s\n  must be %s", at,
                  i, wanted, describe(&is[i]), describe(&must[i]));
    cr_assert(count == wanted, "%s: %zu contacts, must be %zu; the first beyond: %s", at, count, wanted,
              describe(count > wanted ? &is[wanted] : &must[count]));
}

static void same_removals(const char *at, const hail_removal *is, size_t count, const hail_removal *must,
                          size_t wanted) {
    cr_assert(count == wanted, "%s: %zu removals, must be %zu", at, count, wanted);
    for (size_t i = 0; i < count; i++) /* by field: a removal has padding */
        cr_assert(is[i].handle.slot == must[i].handle.slot && is[i].handle.generation == must[i].handle.generation &&
                      is[i].user == must[i].user && is[i].layer == must[i].layer && is[i].reason == must[i].reason,
                  "%s: removal %zu: slot %u reason %u, must be slot %u reason %u", at, i, (unsigned)is[i].handle.slot,
                  is[i].reason, (unsigned)must[i].handle.slot, must[i].reason);
}

static void same_figures(const char *at, oracle *o, const listener *l, const random_config *config, uint32_t number) {
    const hail_step_stats *stats = hail_stats(l->w->world);
    oracle_totals must = oracle_count(o);
    cr_assert(strcmp(stats->variant, config->isa) == 0 && stats->step == number + 1, "%s: %s ran, as step %llu", at,
              stats->variant, (unsigned long long)stats->step);
    cr_assert(stats->contacts == l->count && stats->windows == l->windows, "%s: contacts or windows miscounted", at);
    cr_assert(stats->moved == must.moved, "%s: moved %llu, must be %zu", at, (unsigned long long)stats->moved,
              must.moved);
    cr_assert(stats->killed == must.killed && stats->expired == must.expired && stats->despawned == must.despawned,
              "%s: killed %llu, expired %llu, despawned %llu, must be %zu, %zu, %zu", at,
              (unsigned long long)stats->killed, (unsigned long long)stats->expired,
              (unsigned long long)stats->despawned, must.killed, must.expired, must.despawned);
    cr_assert(stats->quarantined == must.quarantined, "%s: quarantined %llu, must be %zu", at,
              (unsigned long long)stats->quarantined, must.quarantined);
}

/* With the oracle: what is right. */
static void check_step(const char *at, oracle *o, float dt, const listener *l, const random_config *config,
                       uint32_t number) {
    size_t wanted, count;
    const hail_contact *must = oracle_step(o, dt, &wanted);
    same_contacts(at, l->contact, l->count, must, wanted);
    for (size_t i = 0; i < l->going; i++)
        oracle_despawn(o, l->gone[i]);
    const hail_removal *gone = oracle_removals(o, &wanted), *is = hail_removals(l->w->world, &count);
    same_removals(at, is, count, gone, wanted);
    const char *difference = oracle_compare_world(o, l->w->world);
    cr_assert(difference == NULL, "%s: %s", at, difference);
    same_figures(at, o, l, config, number);
    /* odd rotations and scales of 0 are beyond what geometry can say, and thousands of bodies beyond its patience */
    bool beyond = l->w->flavour == FLAVOUR_CORNERS || l->w->bodies == MANY;
    difference = beyond ? NULL : oracle_check_geometry(o, l->contact, l->count);
    cr_assert(difference == NULL, "%s: double precision disagrees: %s", at, difference);
}

static void *copy(const void *from, size_t size) {
    void *to = malloc(size + 1);
    if (to == NULL)
        abort();
    return size > 0 ? memcpy(to, from, size) : to;
}

/* One life of one world. The first run of a trace is held to the oracle and kept, the others are held to the first. */
static size_t live(trace *t, const random_config *config, bool first) {
    hail_status status;
    random_world *w = random_world_make(t->seed, config, t->bodies, &status);
    size_t total = 0;
    cr_assert(status == HAIL_OK, "%s: cannot be made: %s", where(t->seed, config, 0), hail_status_text(status));
    listener l = {.w = w, .window = config->window, .good = true};
    for (uint32_t i = 0; i < t->steps; i++) {
        const char *at = where(t->seed, config, i);
        moment *m = &t->step[i];
        size_t removals;
        float dt = random_world_dt(w);
        oracle *o = first ? oracle_snapshot(w->world, &w->setup) : NULL;
        cr_assert(!first || o != NULL, "%s: the world contradicts itself", at);
        l.count = l.windows = l.going = 0;
        status = hail_step(w->world, dt, listen, &l);
        cr_assert(status == HAIL_OK && l.good, "%s: %s, callback %s", at, hail_status_text(status),
                  l.good ? "content" : "saw a bad window or a refusal");
        if (first)
            check_step(at, o, dt, &l, config, i);
        oracle_free(o);
        const hail_removal *removal = hail_removals(w->world, &removals);
        total += l.count;
        if (first) {
            m->contact = copy(l.contact, l.count * sizeof *l.contact);
            m->contacts = l.count;
            m->removal = copy(removal, removals * sizeof *removal);
            m->removals = removals;
        }
        same_contacts(at, l.contact, l.count, m->contact, m->contacts);
        same_removals(at, removal, removals, m->removal, m->removals);
        random_world_forget(w);
        uint64_t digest = random_world_digest(w);
        m->digest = first ? digest : m->digest;
        cr_assert(digest == m->digest, "%s: the bodies' columns differ", at);
        status = random_world_churn(w);
        cr_assert(status == HAIL_OK, "%s: churn: %s", at, hail_status_text(status));
    }
    free(l.contact);
    random_world_free(w);
    return total;
}

static trace *trace_make(uint64_t seed, uint32_t bodies, uint32_t steps) {
    trace *t = calloc(1, sizeof *t);
    if (t == NULL)
        abort();
    t->seed = seed;
    t->bodies = bodies;
    t->steps = steps;
    return t;
}

static void trace_free(trace *t) {
    for (size_t i = 0; i < STEPS; i++) {
        free(t->step[i].contact);
        free(t->step[i].removal);
    }
    free(t);
}

/* Every variant, with every window, cell and budget; those in turn, a few of them in each world. */
static size_t every_way(uint64_t seed) {
    static const uint32_t window[] = {4096, 7, 1}, budget[] = {0, 1024};
    static const float cell[] = {0.0f, 3.0f, 16.0f, 1000.0f};
    enum { WAYS = 24, TAKEN = 4 };
    /* More bodies of FLAVOUR_TINY start sweeps within 1e-21 px of each other, where squares underflow and the oracle
     * wants better normals. */
    const bool few = seed / FLAVOURS % 2 == 0 || seed % FLAVOURS == FLAVOUR_TINY;
    trace *t = trace_make(seed, few ? FEW : SOME, few ? STEPS : SOME_STEPS);
    size_t total = 0;
    for (size_t isa = 0; isa < hail_variant_count(); isa++) {
        for (size_t taken = 0; taken < TAKEN; taken++) {
            size_t n = (seed / FLAVOURS + isa + taken * 7) % WAYS;
            random_config config = {.isa = hail_variant_name(isa),
                                    .window = window[n / 8 % 3],
                                    .cell = cell[n / 2 % 4],
                                    .pair_budget = budget[n % 2]};
            total = live(t, &config, isa == 0 && taken == 0);
        }
    }
    trace_free(t);
    return total;
}

static void run(random_flavour flavour, uint32_t usual) {
    uint64_t seed;
    if (random_seed_given(&seed)) {
        if (seed % FLAVOURS == (uint64_t)flavour)
            every_way(seed);
        return;
    }
    size_t total = 0;
    const uint32_t worlds = random_worlds(random_shortened(usual));
    for (uint32_t i = 0; i < worlds; i++)
        total += every_way((uint64_t)i * FLAVOURS + (uint64_t)flavour);
    cr_assert(total > 100 * (size_t)worlds, "worlds in which hardly anything meets test nothing: %zu contacts", total);
}

Test(step_brute, field) { run(FLAVOUR_FIELD, 12); }
Test(step_brute, crowd) { run(FLAVOUR_CROWD, 8); }
Test(step_brute, lattice) { run(FLAVOUR_LATTICE, 12); }
Test(step_brute, huge) { run(FLAVOUR_HUGE, 10); }
Test(step_brute, touching) { run(FLAVOUR_TOUCHING, 12); }
Test(step_brute, tiny) { run(FLAVOUR_TINY, 6); }
Test(step_brute, sparse) { run(FLAVOUR_SPARSE, 12); }
Test(step_brute, corners) { run(FLAVOUR_CORNERS, 8); }
Test(step_brute, bullets) { run(FLAVOUR_BULLETS, 12); }

/* Worlds that showed a fault which the first ones do not. 422: the search missed a hit within rounding, at 3e8 px a
 * step. */
Test(step_brute, remembered) {
    static const uint64_t seeds[] = {422};
    uint64_t seed;
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds && !random_seed_given(&seed); i++)
        cr_assert_gt(every_way(seeds[i]), 0);
}

/* Past every block that bodies are worked in, and past a re-permutation. Every variant once, and one with little room.
 */
static void thousands(uint64_t seed, uint32_t steps) {
    trace *t = trace_make(seed, MANY, steps);
    for (size_t n = 0; n < hail_variant_count(); n++) {
        random_config config = {.isa = hail_variant_name(n), .window = 4096};
        live(t, &config, n == 0);
    }
    random_config config = {
        .isa = hail_variant_name(hail_variant_count() - 1), .window = 100, .cell = 16.0f, .pair_budget = 1u << 16};
    live(t, &config, false);
    trace_free(t);
}

Test(step_brute, thousands) {
    uint64_t seed;
    if (random_seed_given(&seed)) {
        thousands(seed, 9);
        return;
    }
    for (uint32_t i = 0; i < random_worlds(1); i++) {
        thousands((uint64_t)i * FLAVOURS + FLAVOUR_FIELD, 9);
        thousands((uint64_t)i * FLAVOURS + FLAVOUR_SPARSE, 4);
    }
}
