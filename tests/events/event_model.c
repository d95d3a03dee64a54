#include "event_model.h"

#include <stdlib.h>
#include <string.h>

static bool same_handle(hail_handle a, hail_handle b) { return a.slot == b.slot && a.generation == b.generation; }

static bool same_pair(const hail_event *a, const hail_event *b) {
    return a->layer_a == b->layer_a && a->layer_b == b->layer_b && same_handle(a->a, b->a) && same_handle(a->b, b->b) &&
           a->kind == b->kind && a->feature_b == b->feature_b;
}

static const model_event *look_up(const model_list *list, const hail_event *pair) {
    for (size_t i = 0; i < list->count; i++)
        if (same_pair(&list->list[i].event, pair))
            return &list->list[i];
    return NULL;
}

static void add(model_list *list, const model_event *event) {
    if (list->count == MODEL_PAIRS)
        abort();
    list->list[list->count++] = *event;
}

/* Negative: `a` comes first in the order of contacts. */
static int compare(const hail_event *a, const hail_event *b) {
    const uint32_t of_a[] = {a->layer_a, a->layer_b, a->a.slot, a->b.slot, a->feature_b},
                   of_b[] = {b->layer_a, b->layer_b, b->a.slot, b->b.slot, b->feature_b};
    for (size_t i = 0; i < sizeof of_a / sizeof *of_a; i++)
        if (of_a[i] != of_b[i])
            return of_a[i] < of_b[i] ? -1 : 1;
    return 0;
}

/* Takes the first event of a list that comes before all others of the two; of two in one place, the one of `list`. */
static model_event *first_of(model_list *list, size_t at, model_list *other, size_t other_at) {
    if (at == list->count)
        return NULL;
    model_event *event = &list->list[at];
    return other_at == other->count || compare(&event->event, &other->list[other_at].event) <= 0 ? event : NULL;
}

void model_begin(event_model *m) { m->found.count = 0; }

void model_find(event_model *m, const hail_contact *c, uint64_t user_a, uint64_t user_b) {
    model_event found;
    memset(&found, 0, sizeof found);
    found.contact = *c;
    found.event = (hail_event){.a = c->a,
                               .b = c->b,
                               .user_a = user_a,
                               .user_b = user_b,
                               .kind = c->kind,
                               .layer_a = c->layer_a,
                               .layer_b = c->layer_b,
                               .feature_b = c->kind == HAIL_CONTACT_BODY ? 0 : c->feature_b};
    if (look_up(&m->found, &found.event))
        return;
    add(&m->found, &found);
    for (size_t i = m->found.count - 1; i > 0; i--) { /* kinds come in the order of cells and walls */
        model_event *before = &m->found.list[i - 1], *after = &m->found.list[i], hold = *after;
        if (compare(&before->event, &after->event) <= 0)
            break;
        *after = *before;
        *before = hold;
    }
}

/* ---- Rules ------------------------------------------------------------------------------------------------------- */

typedef struct rule_options {
    bool events;
    uint32_t max_events;
} rule_options;

static rule_options options_of(const hail_world *world, uint32_t layer_a, uint32_t layer_b) {
    rule_options options = {false, 0};
    hail_rule rule;
    memset(&rule, 0, sizeof rule);
    if (hail_rule_get(world, layer_a, layer_b, &rule) == HAIL_OK && rule.layer_a != layer_a)
        rule.mode = HAIL_IGNORE; /* it names its layers the other way round */
    if (rule.mode != HAIL_IGNORE && rule.events)
        options = (rule_options){true, rule.max_events};
    return options;
}

static bool of_rule(const model_event *event, uint32_t layer_a, uint32_t layer_b) {
    return event->event.layer_a == layer_a && event->event.layer_b == layer_b;
}

static size_t count_of(const model_list *list, uint32_t layer_a, uint32_t layer_b) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += of_rule(&list->list[i], layer_a, layer_b);
    return count;
}

/* Keeps a rule's first events, and appends the others to `cut`. */
static void cut_list(model_list *list, uint32_t layer_a, uint32_t layer_b, size_t keep, model_list *cut) {
    size_t kept = 0, seen = 0;
    for (size_t i = 0; i < list->count; i++)
        if (of_rule(&list->list[i], layer_a, layer_b) && seen++ >= keep)
            add(cut, &list->list[i]);
        else
            list->list[kept++] = list->list[i];
    list->count = kept;
}

static size_t at_most(size_t count, size_t limit) { return count < limit ? count : limit; }

/* Leaves out a rule's events beyond its max_events. before: what touched before the step. */
static void cut_rule(event_model *m, const hail_world *world, uint32_t layer_a, uint32_t layer_b) {
    static model_list begins, stays, ends;
    const size_t max = options_of(world, layer_a, layer_b).max_events;
    if (max == 0)
        return;
    const size_t e = at_most(count_of(&m->ends, layer_a, layer_b), max),
                 b = at_most(count_of(&m->begins, layer_a, layer_b), max - e);
    begins.count = stays.count = ends.count = 0;
    cut_list(&m->ends, layer_a, layer_b, e, &ends);
    cut_list(&m->begins, layer_a, layer_b, b, &begins);
    cut_list(&m->stays, layer_a, layer_b, max - e - b, &stays);
    m->cut_events += ends.count + begins.count + stays.count;
    size_t kept = 0;
    for (size_t i = 0; i < m->touching.count; i++)
        if (!look_up(&begins, &m->touching.list[i].event))
            m->touching.list[kept++] = m->touching.list[i];
    m->touching.count = kept;
    for (size_t i = 0; i < ends.count; i++)
        add(&m->touching, &ends.list[i]);
}

static int by_order(const void *a, const void *b) {
    return compare(&((const model_event *)a)->event, &((const model_event *)b)->event);
}

/* ---- The step ---------------------------------------------------------------------------------------------------- */

/* Pairs of rules without events are of no interest. */
static void forget_silent(event_model *m, const hail_world *world) {
    size_t kept = 0;
    for (size_t i = 0; i < m->found.count; i++)
        if (options_of(world, m->found.list[i].event.layer_a, m->found.list[i].event.layer_b).events)
            m->found.list[kept++] = m->found.list[i];
    m->found.count = kept;
}

static void end_pair(event_model *m, const model_event *old, size_t *size) {
    model_event end = *old;
    memset(&end.contact, 0, sizeof end.contact);
    add(&m->ends, &end);
    --*size;
}

static void find_pair(event_model *m, const model_event *pair, const model_list *last, size_t *size) {
    if (look_up(last, &pair->event)) {
        add(&m->stays, pair);
    } else if (*size < m->max_touching) {
        add(&m->begins, pair);
        ++*size;
    } else {
        m->dropped_pairs++;
        return;
    }
    add(&m->touching, pair);
}

void model_end(event_model *m, const hail_world *world) {
    static model_list last;
    last = m->touching;
    forget_silent(m, world);
    m->begins.count = m->stays.count = m->ends.count = m->touching.count = m->cut_events = m->dropped_pairs = 0;
    size_t size = last.count, l = 0, f = 0;
    while (l < last.count || f < m->found.count) {
        const model_event *old = first_of(&last, l, &m->found, f), *next = old ? old : &m->found.list[f];
        const uint32_t layer_a = next->event.layer_a, layer_b = next->event.layer_b;
        if (old) {
            l++;
            if (!look_up(&m->found, &old->event))
                end_pair(m, old, &size);
        } else {
            find_pair(m, &m->found.list[f++], &last, &size);
        }
        const bool more = (l < last.count && of_rule(&last.list[l], layer_a, layer_b)) ||
                          (f < m->found.count && of_rule(&m->found.list[f], layer_a, layer_b));
        if (more)
            continue;
        cut_rule(m, world, layer_a, layer_b);
        size = m->touching.count + (last.count - l);
    }
    qsort(m->touching.list, m->touching.count, sizeof *m->touching.list, by_order);
}
