/* A step gives the same contacts, events, removals, bodies and figures for any number of workers and any schedule; in
 * rules without order, the same contacts in some order. A plain main, so that ThreadSanitizer sees all of it.
 * HAIL_TEST_SEED replays one seed; an argument (0, 1 or 2) runs one kind of world alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "big_world.h"
#include "schedulers.h"
#include "shared/stream.h"
#include "shared/mix.h"

enum { STEPS = 5, SEEDS = 6 };

/* What a world's steps gave. */
typedef struct history {
    uint64_t stream, removals, bodies;
    uint64_t figures[STEPS][17];
} history;

typedef struct listener {
    hail_world *world;
    uint32_t worker;
    uint64_t digest;
    bool sums; /* the order does not matter */
    bool wrong;
} listener;

/* Some bodies go when they touch something: on a task, or on the calling thread. */
static void despawn(listener *l, const hail_handle *body) {
    if (body->slot % 37)
        return;
    hail_status status = hail_despawn_on_task(l->world, l->worker, body, 1);
    if (status == HAIL_BUSY)
        status = hail_despawn(l->world, body, 1);
    l->wrong = l->wrong || status != HAIL_OK;
}

static void listen(const hail_contact *contacts, size_t count, void *user) {
    listener *l = user;
    for (size_t i = 0; i < count; i++) {
        const uint64_t one = mix(14695981039346656037u, &contacts[i], sizeof contacts[i]);
        l->digest = l->sums ? l->digest + one : (l->digest ^ one) * 0x100000001b3u;
        despawn(l, &contacts[i].a);
    }
}

/* All figures that a schedule must not change. */
static void note_figures(const hail_world *world, bool windows, uint64_t *f) {
    const hail_step_stats *s = hail_stats(world);
    const uint64_t figures[17] = {s->step,
                                  s->moved,
                                  s->killed,
                                  s->expired,
                                  s->despawned,
                                  s->spent,
                                  s->quarantined,
                                  s->pairs,
                                  s->contacts,
                                  s->unkept,
                                  windows ? s->windows : 0,
                                  s->begins,
                                  s->stays,
                                  s->ends,
                                  s->cut_contacts,
                                  s->passes,
                                  s->idle_rules};
    memcpy(f, figures, sizeof figures);
}

static bool live(const big_options *o, bool on_tasks, history *h) {
    hail_status status;
    big_world *w = big_world_make(o, &status);
    static listener l[HAIL_MAX_WORKERS];
    void *users[HAIL_MAX_WORKERS];
    memset(h, 0, sizeof *h);
    for (uint32_t i = 0; i < HAIL_MAX_WORKERS; i++) {
        l[i] = (listener){.world = w ? big_world_hail(w) : NULL, .worker = i, .sums = o->unordered};
        users[i] = &l[i];
    }
    for (int step = 0; w && status == HAIL_OK && step < STEPS; step++) {
        big_world_churn(w);
        status = on_tasks ? hail_step_on_tasks(big_world_hail(w), 1.0f / 60.0f, listen, users)
                          : hail_step(big_world_hail(w), 1.0f / 60.0f, listen, &l[0]);
        size_t removed;
        const hail_removal *r = hail_removals(big_world_hail(w), &removed);
        for (size_t i = 0; i < removed; i++)
            h->removals = mix(mix(h->removals, &r[i].handle, sizeof r->handle), &r[i].reason, 1);
        note_figures(big_world_hail(w), !o->unordered, h->figures[step]);
    }
    if (status != HAIL_OK)
        printf("# seed %llu: %s\n", (unsigned long long)o->seed, hail_status_text(status));
    for (uint32_t i = 0; i < HAIL_MAX_WORKERS; i++) {
        h->stream += l[i].digest;
        status = l[i].wrong ? HAIL_BAD_ARGUMENT : status;
    }
    h->bodies = w ? world_fingerprint(big_world_hail(w)) : 0;
    big_world_free(w);
    return status == HAIL_OK;
}

static bool equal_with(big_options o, bool on_tasks, const history *want, scheduler_kind kind, uint32_t workers) {
    history h;
    scheduler *s = scheduler_make(kind, workers, o.seed + workers);
    o.tasks = scheduler_tasks(s);
    const bool lived = live(&o, on_tasks, &h), used = scheduler_jobs(s) > STEPS && !scheduler_unfinished(s);
    const bool equal = lived && memcmp(&h, want, sizeof h) == 0;
    if (!equal || !used)
        printf("# seed %llu, scheduler %d, %u workers%s: %s%s%s%s%s\n", (unsigned long long)o.seed, (int)kind, workers,
               on_tasks      ? ", on tasks"
               : o.unordered ? ", unordered"
                             : "",
               used ? "" : "not used; ", h.stream == want->stream ? "" : "other contacts; ",
               h.removals == want->removals ? "" : "other removals; ", h.bodies == want->bodies ? "" : "other bodies; ",
               memcmp(h.figures, want->figures, sizeof h.figures) ? "other figures" : "");
    scheduler_free(s);
    return equal && used;
}

static bool check(const big_options *o) {
    static const uint32_t workers[SCHEDULER_KINDS] = {2, 32, 5, 3, 4};
    history want;
    bool equal = live(o, false, &want);
    for (int kind = 0; kind < SCHEDULER_KINDS; kind++) {
        equal = equal_with(*o, false, &want, (scheduler_kind)kind, workers[kind]) && equal;
        if (o->unordered)
            equal = equal_with(*o, true, &want, (scheduler_kind)kind, workers[kind]) && equal;
    }
    return equal;
}

int main(int count, char **arguments) {
    const char *given = getenv("HAIL_TEST_SEED");
    const int from = count > 1 ? atoi(arguments[1]) : 0, to = count > 1 ? from + 1 : 3;
    const uint64_t first = given ? strtoull(given, NULL, 10) : 1, seeds = given ? 1 : SEEDS;
    bool all = true;
    printf("1..%d\n", (int)seeds * (to - from));
    for (uint64_t seed = first; seed < first + seeds; seed++)
        for (int how = from; how < to; how++) {
            const big_options o = {.seed = seed, .unordered = how == 1, .pair_budget = how == 2 ? 4096 : 0};
            const bool ok = check(&o);
            printf("%sok - HAIL_TEST_SEED=%llu%s\n", ok ? "" : "not ", (unsigned long long)seed,
                   how == 1   ? ", unordered"
                   : how == 2 ? ", a small budget"
                              : "");
            all = all && ok;
        }
    return !all;
}
