/* engine/events/event_rules.c - the events of a step, rule by rule. The last step's pairs lie in the order of contacts,
 * as do the rules: what the rules have passed by has ended. */
#include "event_rules.h"

#include <string.h>

#include "event_lists.h"
#include "world/rule_queries.h"
#include "event_contacts.h"

/* ---- max_events -------------------------------------------------------------------------------------------------- */

/* Leaves out the events of the cursor's rule that are more: stays first, then begins, then ends, each from the end of
 * the order. A pair whose begin is left out does not touch; one whose end is left out still does. False without memory.
 */

/* How many events of the rule are reported. */
typedef struct shares {
    uint32_t ends, begins, stays;
} shares;

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

static shares share(const shares *all, uint32_t max) {
    shares some;
    some.ends = smaller(all->ends, max);
    some.begins = smaller(all->begins, max - some.ends);
    some.stays = smaller(all->stays, max - some.ends - some.begins);
    return some;
}

static bool same_pair(const hail_touching_pair *one, hail_touching_pair other) {
    return same_handle(one->a, other.a) && same_handle(one->b, other.b);
}

static void move_pair(const hail_event_store *e, uint32_t to, uint32_t from) {
    touching_pairs(&e->now)[to] = touching_pairs(&e->now)[from];
    if (e->at.users)
        touching_users(&e->now)[to] = touching_users(&e->now)[from];
}

static void put_pair(const hail_event_store *e, uint32_t to, const hail_event *event) {
    touching_pairs(&e->now)[to] = event_pair(event);
    if (e->at.users)
        touching_users(&e->now)[to] = (hail_pair_users){event->user_a, event->user_b};
}

/* Forgets the pairs of begins that are left out. Both are in order. */
static void forget_begun(hail_event_store *e, const hail_event *begun, uint32_t count) {
    uint32_t kept = e->at.first_pair, b = 0;
    for (uint32_t i = kept; i < e->now.count; i++)
        if (b < count && same_pair(&touching_pairs(&e->now)[i], event_pair(&begun[b])))
            b++;
        else
            move_pair(e, kept++, i);
    e->now.count = kept;
}

/* Puts the pairs of ends that are left out back among those that touch: merges from behind. None of them has the key of
 * one that touches, because where ends are left out, so are all begins. */
static void put_back_ended(hail_event_store *e, const hail_event *ended, uint32_t count) {
    const hail_touching_pair *pairs = touching_pairs(&e->now);
    uint32_t from = e->now.count, to = from + count;
    e->now.count = to;
    while (count) {
        const hail_touching_pair pair = event_pair(&ended[count - 1]);
        const bool after =
            from == e->at.first_pair || pair_key(pairs[from - 1].a, pairs[from - 1].b) < pair_key(pair.a, pair.b);
        if (after)
            put_pair(e, --to, &ended[--count]);
        else
            move_pair(e, --to, --from);
    }
}

/* The numbers of the rule's pairs that stay, which have changed. */
static void renumber_stays(hail_event_store *e) {
    hail_stay *stay = stay_list(&e->stays) + e->at.first_stay, *end = stay_list(&e->stays) + e->stays.count;
    const bool bodies = rule_between_layers(&e->at.rule);
    for (uint32_t pair = e->at.first_pair; stay < end; pair++) {
        const hail_contact *c = stay->contact;
        const hail_touching_pair of_stay = {c->a, bodies ? c->b : (hail_handle){c->feature_b, 0}};
        if (same_pair(&touching_pairs(&e->now)[pair], of_stay))
            (stay++)->pair = pair;
    }
}

static bool limit_events(hail_world *world) {
    hail_event_store *e = &world->events;
    const hail_event_cursor *at = &e->at;
    const bool asks = at->rule.events && at->rule.mode != HAIL_IGNORE;
    const uint32_t max = asks ? at->rule.max_events : 0;
    const shares all = {e->ends.count - at->first_end, e->begins.count - at->first_begin,
                        e->stays.count - at->first_stay};
    const uint64_t sum = (uint64_t)all.ends + all.begins + all.stays;
    if (!max || sum <= max)
        return true;
    const shares some = share(&all, max);
    forget_begun(e, event_list(&e->begins) + at->first_begin + some.begins, all.begins - some.begins);
    if (!hail_events_reserve_more(world, all.ends - some.ends))
        return false;
    put_back_ended(e, event_list(&e->ends) + at->first_end + some.ends, all.ends - some.ends);
    e->ends.count = at->first_end + some.ends;
    e->begins.count = at->first_begin + some.begins;
    e->stays.count = at->first_stay + some.stays;
    renumber_stays(e);
    e->begins.saved = smaller(e->begins.saved, e->begins.count);
    e->stays.saved = smaller(e->stays.saved, e->stays.count);
    world->stats.cut_events += sum - max;
    return true;
}

/* ---- Rules ------------------------------------------------------------------------------------------------------- */

/* Ends the pairs of the cursor's rule that are left. */
static void end_pairs(hail_event_store *e) {
    hail_event_cursor *at = &e->at;
    const hail_touching_pair *last = touching_pairs(&e->last);
    const hail_pair_users *users = touching_users(&e->last), none = {0, 0};
    hail_event *ends = event_list(&e->ends);
    for (; at->next < at->end; at->next++)
        ends[e->ends.count++] =
            event_of(&last[at->next], at->old_users ? users[at->next] : none, at->rule.layer_a, at->rule.layer_b);
}

/* Whether a body of the rule may have a user value, or one that ends here had. */
static bool has_users(const hail_world *world, const hail_rule *rule) {
    const hail_layer *a = world->bodies.layer[rule->layer_a],
                     *b = rule_between_layers(rule) ? world->bodies.layer[rule->layer_b] : NULL;
    return (a && layer_user(a)) || (b && layer_user(b));
}

/* Sets the cursor to a rule. The spans before the rule's own are done. */
static void open_rule(hail_world *world, const hail_rule *rule) {
    hail_event_store *e = &world->events;
    hail_event_cursor *at = &e->at;
    const hail_touching_span *span = touching_spans(&e->last) + at->span;
    const bool touched =
        at->span < e->last.span_count && rule_key(span->a, span->b) == rule_key(rule->layer_a, rule->layer_b);
    at->rule = *rule;
    at->old_users = touched && span->users;
    at->users = at->old_users || has_users(world, rule);
    at->end = at->next + (touched ? span->count : 0);
    at->span += touched;
    at->first_pair = e->now.count;
    at->first_begin = e->begins.count;
    at->first_stay = e->stays.count;
    at->first_end = e->ends.count;
    at->key = UINT64_MAX;
    at->kinds = 0;
}

/* Goes through the spans of the rules before the one with this key, which find nothing in this step: their layers have
 * no active bodies, or there is no map, or they are no longer set. False without memory. */
static bool end_spans_before(hail_world *world, uint32_t key) {
    hail_event_store *e = &world->events;
    const hail_touching_span *span = touching_spans(&e->last);
    while (e->at.span < e->last.span_count && rule_key(span[e->at.span].a, span[e->at.span].b) < key) {
        const hail_touching_span *old = &span[e->at.span];
        const hail_rule *rule = hail_rules_find(world, old->a, old->b), none = {.layer_a = old->a, .layer_b = old->b};
        open_rule(world, rule ? rule : &none);
        if (!hail_events_end_rule(world))
            return false;
    }
    return true;
}

/* A layer's user values as they are now: its column or, if that may be written, a copy at *to. */
static const uint64_t *users_now(const hail_layer *layer, bool written, uint64_t **to) {
    uint64_t *column = layer_user(layer), *copy = *to;
    if (!column || !written)
        return column;
    memcpy(copy, column, layer->active * sizeof *copy);
    *to += layer->active;
    return copy;
}

bool hail_events_begin_rule(hail_world *world, const hail_rule *rule, bool written) {
    hail_event_cursor *at = &world->events.at;
    uint64_t *copies = world->scratch->users.data;
    if (!end_spans_before(world, rule_key(rule->layer_a, rule->layer_b)))
        return false;
    open_rule(world, rule);
    at->user_a = users_now(world->bodies.layer[rule->layer_a], written, &copies);
    at->user_b = NULL;
    if (rule_between_layers(rule))
        at->user_b = rule->layer_b == rule->layer_a ? at->user_a
                                                    : users_now(world->bodies.layer[rule->layer_b], written, &copies);
    return true;
}

bool hail_events_end_rule(hail_world *world) {
    hail_event_store *e = &world->events;
    const hail_event_cursor *at = &e->at;
    if (!hail_events_complete_body(world))
        return false;
    end_pairs(e);
    if (!limit_events(world))
        return false;
    if (e->now.count > at->first_pair)
        touching_spans(&e->now)[e->now.span_count++] = (hail_touching_span){
            e->now.count - at->first_pair, (uint8_t)at->rule.layer_a, (uint8_t)at->rule.layer_b, at->users};
    return true;
}

static void forget_events(hail_event_store *e) {
    e->now.count = e->now.span_count = 0;
    e->begins.count = e->stays.count = e->ends.count = 0;
    e->begins.saved = e->stays.saved = e->contact_count = 0;
    e->pending = e->stays_written = false;
}

void hail_events_begin_step(hail_world *world) {
    forget_events(&world->events);
    world->events.at.span = world->events.at.next = 0;
}

hail_status hail_events_end_step(hail_world *world, hail_status status) {
    hail_event_store *e = &world->events;
    if (status == HAIL_OK && !end_spans_before(world, UINT32_MAX))
        status = HAIL_NO_MEMORY;
    if (status != HAIL_OK) {
        forget_events(e);
        return status;
    }
    if (world->rules.asking || e->last.count) {
        const hail_touching last = e->last;
        e->last = e->now;
        e->now = last;
    }
    world->stats.begins = e->begins.count;
    world->stats.stays = e->stays.count;
    world->stats.ends = e->ends.count;
    return HAIL_OK;
}

/* ---- What the last step reported --------------------------------------------------------------------------------- */

static const hail_event *list_of(const hail_world *world, const hail_event_list *list, const hail_buffer *events,
                                 size_t *count) {
    const size_t n = !list || world->busy ? 0 : list->count;
    if (count)
        *count = n;
    return n ? events->data : NULL;
}

const hail_event *hail_begins(const hail_world *world, size_t *count) {
    const hail_event_list *list = world ? &world->events.begins : NULL;
    return list_of(world, list, list ? &list->events : NULL, count);
}

const hail_event *hail_ends(const hail_world *world, size_t *count) {
    const hail_event_list *list = world ? &world->events.ends : NULL;
    return list_of(world, list, list ? &list->events : NULL, count);
}

/* The event of a pair that stays. Field by field: a struct that was made of bytes and copied would be waited for. */
static inline void write_stay(hail_event *event, const hail_stay *stay, const hail_touching *last,
                              const hail_touching_span *span) {
    const bool bodies = span->b < HAIL_MAX_LAYERS;
    const hail_touching_pair *pair = touching_pairs(last) + stay->pair;
    const hail_pair_users *users = span->users ? touching_users(last) + stay->pair : NULL;
    event->a = pair->a;
    event->b = bodies ? pair->b : (hail_handle){0, 0};
    event->user_a = users ? users->a : 0;
    event->user_b = users ? users->b : 0;
    event->contact = stay->contact;
    event->kind = event_kind(span->b);
    event->layer_a = span->a;
    event->layer_b = span->b;
    event->feature_b = bodies ? 0 : (uint8_t)pair->b.slot;
    event->unused = 0;
}

/* Writes the events of the pairs that stay. Their pairs are in `last` by now. */
static void write_stays(hail_event_store *e) {
    const hail_stay *stay = stay_list(&e->stays);
    const hail_touching_span *spans = touching_spans(&e->last);
    hail_event *events = e->stay_events.data;
    for (uint32_t r = 0, i = 0, end = 0; r < e->last.span_count; r++) {
        end += spans[r].count;
        for (; i < e->stays.count && stay[i].pair < end; i++)
            write_stay(&events[i], &stay[i], &e->last, &spans[r]);
    }
    e->stays_written = true;
}

const hail_event *hail_stays(hail_world *world, size_t *count) {
    if (world && !world->busy && !world->events.stays_written)
        write_stays(&world->events);
    return list_of(world, world ? &world->events.stays : NULL, world ? &world->events.stay_events : NULL, count);
}
