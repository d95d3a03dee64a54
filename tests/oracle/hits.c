/* tests/oracle/hits.c - which contacts hit rules report: of HAIL_EARLIEST rules each a's first hits, as many as it may
 * have; of pairs that are remembered none. */
#include "internal.h"

#include <stdlib.h>

typedef struct oracle_pair {
    hail_handle a, b;
    uint8_t layer_a, layer_b;
    bool grazed;
} oracle_pair;

void oracle_forget(oracle_memory *memory) {
    free(memory->pair);
    *memory = (oracle_memory){0};
}

static bool same(hail_handle one, hail_handle two) { return one.slot == two.slot && one.generation == two.generation; }

static bool is_graze(const hail_contact *c) { return c->kind == HAIL_CONTACT_GRAZE; }

static bool remembers(const oracle *o, const hail_contact *c) {
    const hail_rule *rule = oracle_rule(o, c);
    return o->setup.memory != NULL && (is_graze(c) ? rule->graze_once : rule->cooldown == HAIL_ONCE);
}

static bool is_known(const oracle *o, const hail_contact *c) {
    const oracle_memory *memory = o->setup.memory;
    for (size_t i = 0; remembers(o, c) && i < memory->count; i++) {
        const oracle_pair *p = &memory->pair[i];
        if (same(p->a, c->a) && same(p->b, c->b) && p->layer_a == c->layer_a && p->layer_b == c->layer_b &&
            p->grazed == is_graze(c))
            return true;
    }
    return false;
}

static void remember(oracle_memory *memory, const hail_contact *c) {
    if (memory->count == memory->room) {
        memory->room = memory->room * 2 + 64;
        memory->pair = realloc(memory->pair, memory->room * sizeof *memory->pair);
        if (memory->pair == NULL)
            abort();
    }
    memory->pair[memory->count++] = (oracle_pair){c->a, c->b, c->layer_a, c->layer_b, is_graze(c)};
}

static bool is_earliest(const oracle *o, const hail_contact *c) {
    return oracle_rule(o, c)->mode == HAIL_EARLIEST && !is_graze(c);
}

/* For each contact 1 more than the number of the one before it with the same a; 0: it is the first. */
static size_t *chain_contacts(oracle *o) {
    size_t *before = calloc(o->contacts + 1, sizeof *before);
    if (before == NULL)
        abort();
    for (size_t i = 0; i < o->contacts; i++)
        oracle_body(o, o->contact[i].a)->latest = 0;
    for (size_t i = 0; i < o->contacts; i++) {
        body *a = oracle_body(o, o->contact[i].a);
        before[i] = a->latest;
        a->latest = i + 1;
    }
    return before;
}

/* How many hits of the contact's a come before it: earlier ones, and of the same time those further up. */
static size_t hits_before(const oracle *o, const size_t *chain, size_t number) {
    const hail_contact *c = &o->contact[number];
    size_t before = 0;
    for (size_t i = oracle_body(o, c->a)->latest; i > 0; i = chain[i - 1]) {
        const hail_contact *other = &o->contact[i - 1];
        if (is_earliest(o, other) && !is_known(o, other))
            before += other->t < c->t || (other->t == c->t && i - 1 < number);
    }
    return before;
}

/* Whether contact `number` is reported. Grazes only of bodies that hit nothing: HAIL_EARLIEST rules with a margin are
 * not known here. */
static bool counts(const oracle *o, const size_t *chain, size_t number) {
    const hail_contact *c = &o->contact[number];
    if (is_known(o, c))
        return false;
    return !is_earliest(o, c) || hits_before(o, chain, number) < oracle_body(o, c->a)->pierce;
}

static void take_off(const oracle *o, const hail_contact *c) {
    body *b = oracle_body(o, c->a);
    if (!(o->layer[c->layer_a].columns & HAIL_PIERCE) || !is_earliest(o, c))
        return;
    b->pierce--;
    if (b->pierce == 0)
        b->reason |= HAIL_REMOVED_SPENT;
}

void hits_choose(oracle *o) {
    size_t kept = 0;
    size_t *chain = chain_contacts(o);
    bool *reported = calloc(o->contacts + 1, sizeof *reported);
    if (reported == NULL)
        abort();
    for (size_t i = 0; i < o->contacts; i++)
        reported[i] = counts(o, chain, i);
    for (size_t i = 0; i < o->contacts; i++) {
        if (!reported[i])
            continue;
        const hail_contact c = o->contact[i];
        o->contact[kept++] = c;
        take_off(o, &c);
        if (remembers(o, &c))
            remember(o->setup.memory, &c);
    }
    o->contacts = kept;
    free(reported);
    free(chain);
}
