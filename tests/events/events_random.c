/* Begin, stay and end in random programs, byte for byte against a slow model: churn, layers, shapes, rules and maps
 * that change, disabled and quarantined bodies, compounds, sprites, tiles, walls, full tables, limits; with every
 * variant, window, cell and pair budget.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that program alone, HAIL_TEST_WORLDS=n runs n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "event_model.h"
#include "event_program.h"
#include "shared/random_world.h"

enum { STEPS = 12, PROGRAMS = 500 };

static event_model model;

/* ---- Callbacks --------------------------------------------------------------------------------------------------- */

/* A user value that the callback wrote. */
typedef struct written {
    uint32_t rule; /* whose contact it was */
    hail_handle body;
    uint64_t name;
} written;

enum { WRITTEN = 4096 };

typedef struct despawns {
    hail_world *world;
    uint64_t salt;
    hail_handle list[PROGRAM_BODIES];
    uint32_t count;
    bool queued; /* by the twin */
    written log[WRITTEN];
    uint32_t writes;
} despawns;

static uint32_t rule_of(const hail_contact *c) { return (uint32_t)c->layer_a << 8 | c->layer_b; }

static void write_name(hail_world *world, const hail_handle *body, uint64_t name) {
    hail_location at;
    hail_columns columns;
    cr_assert_eq(hail_locate(world, body, &at), HAIL_OK);
    cr_assert_eq(hail_layer_columns(world, at.layer, &columns), HAIL_OK);
    if (columns.user != NULL)
        columns.user[at.index] = name;
}

/* Writes user values of bodies that may have more contacts, also of the same rule. */
static void rename_some(despawns *d, const hail_contact *c) {
    const hail_handle bodies[] = {c->a, c->kind == HAIL_CONTACT_BODY ? c->b : c->a};
    for (int k = 0; k < 2 && d->writes < WRITTEN; k++) {
        const written w = {rule_of(c), bodies[k], d->salt + d->writes};
        write_name(d->world, &w.body, w.name);
        d->log[d->writes++] = w;
    }
}

/* What a user column held when the step came to a rule, if it held `name` before the step. */
static uint64_t name_at_rule(const despawns *d, const hail_handle *body, uint32_t rule, uint64_t name) {
    for (uint32_t i = 0; i < d->writes && d->log[i].rule < rule; i++)
        if (d->log[i].body.slot == body->slot)
            name = d->log[i].name;
    return name;
}

/* Despawns some bodies of the contacts, and writes the user values of some. */
static void play(const hail_contact *contacts, size_t count, void *user) {
    despawns *d = user;
    for (size_t i = 0; i < count; i++)
        if ((contacts[i].a.slot + d->salt) % 4 == 0)
            rename_some(d, &contacts[i]);
    size_t events = 1;
    cr_assert(hail_begins(d->world, &events) == NULL && events == 0, "there are no events inside the callback");
    for (size_t i = 0; i < count && d->count < PROGRAM_BODIES; i++)
        if ((contacts[i].a.slot * 2654435761u + d->salt) % 16 == 0) {
            d->list[d->count++] = contacts[i].a;
            cr_assert_eq(hail_despawn(d->world, &contacts[i].a, 1), HAIL_OK);
        }
}

/* The twin's: tells the model, and despawns the same bodies. */
static void watch(const hail_contact *contacts, size_t count, void *user) {
    despawns *d = user;
    for (size_t i = 0; i < count; i++) {
        uint64_t name[2] = {0, 0};
        const hail_handle pair[2] = {contacts[i].a, contacts[i].b};
        const hail_handles list = {.handles = pair, .count = contacts[i].kind == HAIL_CONTACT_BODY ? 2 : 1};
        const hail_body_values values = {.user = name};
        hail_columns of[2] = {{0}, {0}};
        cr_assert_eq(hail_read_bodies(d->world, &list, &values, NULL), HAIL_OK);
        for (uint32_t k = 0; k < list.count; k++) {
            cr_assert_eq(hail_layer_columns(d->world, k ? contacts[i].layer_b : contacts[i].layer_a, &of[k]), HAIL_OK);
            if (of[k].user != NULL)
                name[k] = name_at_rule(d, &pair[k], rule_of(&contacts[i]), name[k]);
        }
        model_find(&model, &contacts[i], name[0], name[1]);
    }
    if (!d->queued)
        cr_assert_eq(hail_despawn(d->world, d->list, d->count), HAIL_OK);
    d->queued = true;
}

/* ---- Comparing --------------------------------------------------------------------------------------------------- */

static void compare(uint64_t seed, int step, const char *what, const hail_event *events, size_t count,
                    const model_list *expected) {
    cr_assert_eq(count, expected->count, "seed %llu, step %d: %zu %s, not %zu", (unsigned long long)seed, step, count,
                 what, expected->count);
    for (size_t i = 0; i < count; i++) {
        hail_event event = events[i];
        event.contact = NULL;
        const model_event *e = &expected->list[i];
        cr_assert_eq(memcmp(&event, &e->event, sizeof event), 0, "seed %llu, step %d: %s %zu of %zu",
                     (unsigned long long)seed, step, what, i, count);
        if (expected == &model.ends)
            cr_assert_null(events[i].contact);
        else
            cr_assert_eq(memcmp(events[i].contact, &e->contact, sizeof e->contact), 0,
                         "seed %llu, step %d: the contact of %s %zu", (unsigned long long)seed, step, what, i);
    }
}

static void compare_all(const program *p, uint64_t seed, int step) {
    size_t begins, stays, ends;
    const hail_event *begin = hail_begins(p->tested.world, &begins), *stay = hail_stays(p->tested.world, &stays),
                     *end = hail_ends(p->tested.world, &ends);
    compare(seed, step, "ends", end, ends, &model.ends);
    compare(seed, step, "begins", begin, begins, &model.begins);
    compare(seed, step, "stays", stay, stays, &model.stays);
    const hail_step_stats *stats = hail_stats(p->tested.world);
    cr_assert(stats->begins == begins && stats->stays == stays && stats->ends == ends);
    cr_assert_eq(stats->dropped_pairs, model.dropped_pairs, "seed %llu, step %d: %llu dropped, not %zu",
                 (unsigned long long)seed, step, (unsigned long long)stats->dropped_pairs, model.dropped_pairs);
    cr_assert_eq(stats->cut_events, model.cut_events, "seed %llu, step %d: %llu cut, not %zu", (unsigned long long)seed,
                 step, (unsigned long long)stats->cut_events, model.cut_events);
}

/* ---- Programs ---------------------------------------------------------------------------------------------------- */

static size_t seen[6]; /* begins, stays, ends, cut, dropped, steps of many passes */

static void run_step(program *p, uint64_t seed, int step) {
    const float dt = random_pick(&p->state, 5) == 0 ? 0.0f : 1.0f / 60.0f;
    const bool listens = random_pick(&p->state, 4) > 0;
    static despawns d;
    d.world = p->tested.world;
    d.salt = random_bits(&p->state);
    d.count = d.writes = 0;
    d.queued = false;
    if (random_pick(&p->state, 8) == 0)
        cr_assert_eq(hail_step(p->tested.world, NAN, NULL, NULL), HAIL_NOT_FINITE);
    cr_assert_eq(hail_step(p->tested.world, dt, listens ? play : NULL, &d), HAIL_OK);
    d.world = p->twin.world;
    model_begin(&model);
    cr_assert_eq(hail_step(p->twin.world, dt, watch, &d), HAIL_OK);
    model_end(&model, p->tested.world);
    for (uint32_t i = 0; i < d.writes; i++)
        if (hail_alive(p->twin.world, &d.log[i].body))
            write_name(p->twin.world, &d.log[i].body, d.log[i].name);
    compare_all(p, seed, step);
    const size_t counts[] = {
        model.begins.count,  model.stays.count,
        model.ends.count,    model.cut_events,
        model.dropped_pairs, hail_stats(p->tested.world)->passes > hail_stats(p->twin.world)->passes + 3};
    for (int i = 0; i < 6; i++)
        seen[i] += counts[i];
    program_forget(p);
}

static void run(uint64_t seed) {
    program p;
    program_make(&p, seed);
    memset(&model, 0, sizeof model);
    model.max_touching = p.max_touching ? p.max_touching : 1u << 20;
    for (int step = 0; step < STEPS; step++) {
        program_change(&p);
        run_step(&p, seed, step);
    }
    program_free(&p);
}

Test(events_random, programs) {
    random_seeds(PROGRAMS, run);
    uint64_t seed;
    for (int i = 0; i < 6 && !random_seed_given(&seed); i++)
        cr_assert_gt(seen[i], 20, "the programs have begins, stays, ends, cuts, drops and passes: %d, %zu", i, seen[i]);
}
