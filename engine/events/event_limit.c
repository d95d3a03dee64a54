/* engine/events/event_limit.c - leaves out a rule's events beyond max_events: stays first, then begins, then ends, each
 * from the end of the order. */

#include "event_lists.h"
#include "event_contacts.h"

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

bool hail_events_limit(hail_world *world) {
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
