/* Hit rules against a slow and obvious model: a twin world without them finds all contacts; the model says which of
 * them count, from the headers alone. Random programs: bodies of all kinds of shapes come and go, change layers, are
 * disabled or quarantined, end their lives, are despawned in the callback, stop at tiles and walls; rules change;
 * tables are full. HAIL_TEST_WORLDS is how many programs run. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "hits_twins.h"

static const float DT = 1.0f / 16.0f;

/* ---- Hits -------------------------------------------------------------------------------------------------------- */

/* By contact of the twin: whether it may count. */
static bool *not_cooling(model *m) {
    bool *may = calloc(m->all.count + 1, sizeof *may);
    cr_assert_not_null(may);
    for (size_t i = 0; i < m->all.count; i++) {
        const remembered e = hits_entry_of(&m->all.contact[i], false);
        remembered *known = hits_find(m, &e);
        may[i] = known == NULL || hits_time_of(m, e.la, hits_rule_of_contact(m, &m->all.contact[i])) == 0;
        if (known != NULL)
            known->touching = true;
    }
    return may;
}

static bool same_pair(const hail_contact *a, const hail_contact *b) {
    return a->kind == HAIL_CONTACT_BODY && b->kind == HAIL_CONTACT_BODY && a->a.slot == b->a.slot &&
           a->b.slot == b->b.slot && a->layer_b == b->layer_b;
}

/* How many hits the body has left: 1 without the column. */
static uint32_t pierce_of(const model *m, hail_handle h) {
    hail_location at;
    hail_columns c;
    cr_assert_eq(hail_locate(m->hit, &h, &at), HAIL_OK);
    cr_assert_eq(hail_layer_columns(m->hit, at.layer, &c), HAIL_OK);
    return c.pierce != NULL ? c.pierce[at.index] : 1;
}

/* When the bodies that stop do so, by slot; 2: not. */
typedef struct stopped {
    float t[WITHIN];
} stopped;

/* Leaves of one body's earliest hits the first `limit`. Contacts are in order, so ties go to the first. */
static void keep_first(const model *m, bool *may, uint32_t slot, uint32_t layer, uint32_t limit, stopped *s) {
    float last = -1.0f;
    uint32_t taken = 0;
    bool *keeps = calloc(m->all.count + 1, sizeof *keeps);
    cr_assert_not_null(keeps);
    while (taken < limit) {
        size_t best = m->all.count;
        for (size_t i = 0; i < m->all.count; i++) {
            const hail_contact *c = &m->all.contact[i];
            if (!may[i] || keeps[i] || c->a.slot != slot || c->layer_a != layer ||
                hits_rule_of_contact(m, c)->mode != HAIL_EARLIEST)
                continue;
            if (best == m->all.count || c->t < m->all.contact[best].t)
                best = i;
        }
        if (best == m->all.count)
            break;
        keeps[best] = true;
        last = m->all.contact[best].t;
        taken++;
        for (size_t i = 0; i < m->all.count; i++) /* a pair counts once */
            if (i != best && same_pair(&m->all.contact[i], &m->all.contact[best]))
                may[i] = false;
    }
    if (taken == limit && limit > 0)
        s->t[slot] = last;
    for (size_t i = 0; i < m->all.count; i++) {
        const hail_contact *c = &m->all.contact[i];
        if (c->a.slot == slot && c->layer_a == layer && hits_rule_of_contact(m, c)->mode == HAIL_EARLIEST)
            may[i] = keeps[i];
    }
    free(keeps);
}

/* Keeps the bodies' first hits. limit: by body of m->live, what it had before the step. */
static void choose(const model *m, bool *may, const uint32_t *limit, stopped *s) {
    for (uint32_t slot = 0; slot < WITHIN; slot++)
        s->t[slot] = 2.0f;
    for (uint32_t i = 0; i < m->count; i++) {
        hail_location at;
        cr_assert_eq(hail_locate(m->bare, &m->live[i], &at), HAIL_OK);
        keep_first(m, may, m->live[i].slot, at.layer, limit[i], s);
    }
}

/* ---- One step ---------------------------------------------------------------------------------------------------- */

/* The stream without grazes is the twin's without what does not count. */
static void check_hits(const model *m, const bool *may) {
    size_t at = 0;
    for (size_t i = 0; i < m->hits.count; i++) {
        const hail_contact *c = &m->hits.contact[i];
        if (c->kind == HAIL_CONTACT_GRAZE)
            continue;
        while (at < m->all.count && !may[at])
            at++;
        cr_assert(at < m->all.count, "seed %llu: a contact too many, of %u and %u", (unsigned long long)m->seed,
                  c->a.slot, c->b.slot);
        cr_assert(memcmp(c, &m->all.contact[at], sizeof *c) == 0,
                  "seed %llu: contact of %u, %u (layers %u, %u) t %g instead of %u, %u (layers %u, %u) t %g",
                  (unsigned long long)m->seed, c->a.slot, c->b.slot, c->layer_a, c->layer_b, (double)c->t,
                  m->all.contact[at].a.slot, m->all.contact[at].b.slot, m->all.contact[at].layer_a,
                  m->all.contact[at].layer_b, (double)m->all.contact[at].t);
        at++;
    }
    while (at < m->all.count && !may[at])
        at++;
    cr_assert_eq(at, m->all.count, "seed %llu: a contact is missing", (unsigned long long)m->seed);
}

static void check_order(const model *m) {
    for (size_t i = 1; i < m->hits.count; i++) {
        const hail_contact *a = &m->hits.contact[i - 1], *b = &m->hits.contact[i];
        const uint32_t x[] = {a->layer_a, a->layer_b, a->a.slot, a->b.slot},
                       y[] = {b->layer_a, b->layer_b, b->a.slot, b->b.slot};
        for (int k = 0; k < 4 && x[k] <= y[k]; k++) {
            if (x[k] < y[k])
                break;
            cr_assert(k < 4);
        }
        int k = 0;
        while (k < 3 && x[k] == y[k])
            k++;
        cr_assert(x[k] <= y[k], "seed %llu: the stream is out of order", (unsigned long long)m->seed);
    }
}

/* Remembers what was reported: with the stream's own grazes, as they may be decided either way within the band. */
static void remember(model *m) {
    m->reported = 0;
    for (size_t i = 0; i < m->hits.count; i++) {
        const hail_contact *c = &m->hits.contact[i];
        const plan_rule *r = hits_rule_of_contact(m, c);
        const bool grazed = c->kind == HAIL_CONTACT_GRAZE;
        const uint32_t time = grazed ? (r->once ? HAIL_ONCE : 0) : hits_time_of(m, c->layer_a, r);
        if (time > 1)
            hits_report(m, hits_entry_of(c, grazed), time);
    }
}

static bool is_doomed(const model *m, hail_handle h) {
    for (uint32_t k = 0; k < m->doomed_count && m->called; k++)
        if (m->doomed[k].slot == h.slot)
            return true;
    return false;
}

/* How many hits a body has left of those before the step. */
static uint32_t left_of(const model *m, const bool *may, uint32_t i, uint32_t limit) {
    hail_location at;
    uint32_t left = limit;
    cr_assert_eq(hail_locate(m->bare, &m->live[i], &at), HAIL_OK);
    for (size_t k = 0; k < m->all.count && m->pierces[at.layer]; k++)
        left -= may[k] && m->all.contact[k].a.slot == m->live[i].slot && m->all.contact[k].layer_a == at.layer &&
                hits_rule_of_contact(m, &m->all.contact[k])->mode == HAIL_EARLIEST;
    return left;
}

static uint8_t reason_of(const hail_removal *removals, size_t gone, hail_handle h) {
    for (size_t i = 0; i < gone; i++)
        if (removals[i].handle.slot == h.slot && removals[i].handle.generation == h.generation)
            return removals[i].reason;
    return 0;
}

/* What was taken off, who is spent, and what else ended. */
static void check_removals(const model *m, const bool *may, const uint32_t *limit) {
    size_t gone = 0, wanted = 0;
    const hail_removal *removals = hail_removals(m->hit, &gone);
    for (uint32_t i = 0; i < m->count; i++) {
        const uint32_t left = left_of(m, may, i, limit[i]);
        const bool spent = left == 0 && limit[i] > 0;
        const uint8_t reason =
            (uint8_t)((spent ? HAIL_REMOVED_SPENT : 0) | (m->before[i].expired ? HAIL_REMOVED_LIFE : 0) |
                      (is_doomed(m, m->live[i]) ? HAIL_REMOVED_DESPAWN : 0));
        wanted += reason != 0;
        cr_assert_eq(hail_alive(m->hit, &m->live[i]), reason == 0, "seed %llu: slot %u", (unsigned long long)m->seed,
                     m->live[i].slot);
        cr_assert_eq(reason_of(removals, gone, m->live[i]), reason, "seed %llu: slot %u, reason %d",
                     (unsigned long long)m->seed, m->live[i].slot, reason);
        if (reason == 0)
            cr_assert_eq(pierce_of(m, m->live[i]), left, "seed %llu: pierce", (unsigned long long)m->seed);
    }
    cr_assert_eq(gone, wanted);
}

static void step(model *m) {
    static stopped s;
    uint32_t limit[SLOTS];
    for (uint32_t i = 0; i < m->count; i++)
        limit[i] = pierce_of(m, m->live[i]);
    hits_before_step(m);
    hits_step(m);
    stream_clear(&m->all);
    cr_assert_eq(hail_step(m->bare, DT, stream_take, &m->all), HAIL_OK);
    hits_follow_rules(m);
    bool *may = not_cooling(m);
    choose(m, may, limit, &s);
    m->forgotten = 0;
    check_hits(m, may);
    check_order(m);
    hits_check_grazes(m, s.t);
    remember(m);
    check_removals(m, may, limit);
    hits_after_step(m);
    hits_end_step(m);
    cr_assert_eq(hail_stats(m->hit)->forgotten, m->forgotten, "seed %llu: %llu forgotten instead of %llu",
                 (unsigned long long)m->seed, (unsigned long long)hail_stats(m->hit)->forgotten,
                 (unsigned long long)m->forgotten);
    free(may);
}

/* ---- Programs ---------------------------------------------------------------------------------------------------- */

static uint64_t digest_of(uint64_t digest, const stream *s) {
    const unsigned char *bytes = (const unsigned char *)s->contact;
    for (size_t i = 0; i < s->count * sizeof *s->contact; i++)
        digest = (digest ^ bytes[i]) * UINT64_C(1099511628211);
    return digest * 31 + s->count;
}

static void random_program(model *m, uint64_t seed) {
    memset(m, 0, sizeof *m);
    m->seed = seed;
    m->state = seed * 2 + 1;
    m->capacity = random_pick(&m->state, 3) != 0 ? 4096 : 1 + random_pick(&m->state, 40);
    m->lives = random_pick(&m->state, 2) == 0;
    for (uint32_t l = 0; l < LAYERS; l++)
        m->pierces[l] = random_pick(&m->state, 2) == 0;
    hits_shapes_of(m);
}

/* Runs a program; checked: against the model, which only then has a twin. Returns a digest of the stream. */
static uint64_t run(model *m, uint64_t seed, const config *c, bool checked) {
    static const config plain = {0};
    uint64_t picture_state = 1, digest = 7;
    random_program(m, seed);
    m->p = picture_make(20, 16, 16, 16);
    picture_box(&m->p, 160, 0, 8, 100, true);
    picture_box(&m->p, 0, 200, 160, 16, true);
    picture_build(&m->p, &picture_state);
    m->hit = hits_make_world(m, c, m->hit_shape, true);
    m->bare = hits_make_world(m, &plain, m->bare_shape, false);
    for (uint32_t a = 0; a < LAYERS; a++)
        for (uint32_t b = a; b < SIDES; b++)
            hits_random_rule_of(m, a, b);
    hits_add_bodies(m, 20 + random_pick(&m->state, SLOTS - 40));
    for (uint32_t n = 0; n < STEPS; n++) {
        if (n > 0)
            hits_churn(m);
        if (checked) {
            step(m);
        } else {
            hits_before_step(m);
            hits_step(m);
            hits_after_step(m);
        }
        digest = digest_of(digest, &m->hits);
    }
    hail_world_destroy(m->hit);
    hail_world_destroy(m->bare);
    hits_free_shapes(m);
    stream_free(&m->hits);
    stream_free(&m->all);
    return digest;
}

Test(hits_model, programs, .timeout = 6000) {
    static model m;
    const char *asked = getenv("HAIL_TEST_WORLDS"), *first = getenv("HAIL_TEST_SEED");
    const uint64_t programs = asked != NULL ? strtoull(asked, NULL, 10) : 12;
    const uint64_t start = first != NULL ? strtoull(first, NULL, 10) : 1;
    for (uint64_t seed = start; seed < start + programs; seed++) {
        const uint64_t expected = run(&m, seed, &(config){0}, true);
        uint64_t state = seed + 99;
        for (int n = 0; n < 3; n++) {
            const config other = {.isa = hail_variant_name(random_pick(&state, (uint32_t)hail_variant_count())),
                                  .window = random_pick(&state, 9),
                                  .budget = random_pick(&state, 2) * 1024,
                                  .cell = (float)random_pick(&state, 3) * 30.0f};
            cr_assert_eq(run(&m, seed, &other, false), expected, "seed %llu: %s, window %u, budget %u, cell %g",
                         (unsigned long long)seed, other.isa, other.window, other.budget, (double)other.cell);
        }
    }
}
