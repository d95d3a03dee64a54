/* engine/state/diff_pairs.c - pairs that touch lie in order; those that are remembered are looked up in the other
 * world, and the lowest one that differs is kept. */
#include "diff_pairs.h"

#include "events/event_lists.h"
#include "state_parts.h"

void hail_diff_begin(hail_difference *d, hail_state_part what) {
    *d = (hail_difference){.what = (uint32_t)what,
                           .layer = HAIL_NO_LAYER,
                           .layer_b = HAIL_NO_LAYER,
                           .slot = HAIL_NO_SLOT,
                           .slot_b = HAIL_NO_SLOT};
}

static bool is_nan(uint64_t bits) { return (bits & 0x7fffffffu) > 0x7f800000u; }

bool hail_diff_field(hail_difference *d, const char *field, uint64_t a, uint64_t b) {
    if (a == b || (d->is_float && is_nan(a) && is_nan(b)))
        return false;
    d->field = field;
    d->value_a = a;
    d->value_b = b;
    return true;
}

/* ---- Touching ---------------------------------------------------------------------------------------------------- */

/* A position in the list of touching pairs. */
typedef struct touching_at {
    const hail_touching *list;
    uint32_t span, pair, end; /* `end`: where the span's pairs end */
} touching_at;

static touching_at first_touching(const hail_touching *list) {
    return (touching_at){list, 0, 0, list->span_count ? touching_spans(list)[0].count : 0};
}

static bool any_left(const touching_at *at) { return at->pair < at->list->count; }

static void go_on(touching_at *at) {
    if (++at->pair == at->end && ++at->span < at->list->span_count)
        at->end += touching_spans(at->list)[at->span].count;
}

static uint32_t rule_at(const touching_at *at) {
    const hail_touching_span *span = &touching_spans(at->list)[at->span];
    return rule_key(span->a, span->b);
}

static hail_pair_users users_at(const touching_at *at) {
    const hail_pair_users none = {0, 0};
    return touching_spans(at->list)[at->span].users ? touching_users(at->list)[at->pair] : none;
}

/* Whether the pair at one position comes before the one at the other; if there is none, it comes last. */
static bool comes_before(const touching_at *p, const touching_at *q) {
    if (!any_left(p) || !any_left(q))
        return any_left(p) && !any_left(q);
    const hail_touching_pair *a = &touching_pairs(p->list)[p->pair], *b = &touching_pairs(q->list)[q->pair];
    return rule_at(p) != rule_at(q) ? rule_at(p) < rule_at(q) : pair_key(a->a, a->b) < pair_key(b->a, b->b);
}

static void name_touching(hail_difference *d, const touching_at *at) {
    const hail_touching_pair *pair = &touching_pairs(at->list)[at->pair];
    d->layer = rule_at(at) >> 8;
    d->layer_b = rule_at(at) & 0xff;
    d->slot = pair->a.slot;
    d->slot_b = pair->b.slot;
}

static bool differ_touching(hail_difference *d, const touching_at *p, const touching_at *q) {
    const hail_touching_pair *a = &touching_pairs(p->list)[p->pair], *b = &touching_pairs(q->list)[q->pair];
    const hail_pair_users of_a = users_at(p), of_b = users_at(q);
    name_touching(d, p);
    return hail_diff_field(d, "generation_a", a->a.generation, b->a.generation) ||
           hail_diff_field(d, "generation_b", a->b.generation, b->b.generation) ||
           hail_diff_field(d, "user_a", of_a.a, of_b.a) || hail_diff_field(d, "user_b", of_a.b, of_b.b);
}

bool hail_diff_touching(hail_difference *d, const hail_world *a, const hail_world *b) {
    touching_at p = first_touching(&a->events.last), q = first_touching(&b->events.last);
    hail_diff_begin(d, HAIL_STATE_TOUCHING);
    for (; any_left(&p) || any_left(&q); go_on(&p), go_on(&q)) {
        const bool only_a = comes_before(&p, &q), only_b = comes_before(&q, &p);
        if (only_a || only_b) {
            name_touching(d, only_a ? &p : &q);
            return hail_diff_field(d, "touching", only_a, only_b);
        }
        if (differ_touching(d, &p, &q))
            return true;
    }
    return false;
}

/* ---- Remembered -------------------------------------------------------------------------------------------------- */

/* Whether a pair comes before what was found so far. */
static bool is_lower(const hail_remembered *e, const hail_difference *found) {
    const uint64_t rule = (uint64_t)e->layer_a << 8 | e->layer_b, other = (uint64_t)found->layer << 8 | found->layer_b;
    const uint64_t slots = (uint64_t)e->a.slot << 32 | e->b.slot, others = (uint64_t)found->slot << 32 | found->slot_b;
    return !found->field || (rule != other ? rule < other : slots < others);
}

/* What the other world remembers of the same pair; NULL: nothing. */
static const hail_remembered *same_in(const hail_world *world, const hail_remembered *e) {
    const hail_pair_key key = pair_key_of(e);
    const hail_remembered *entry =
        world->pair_memory.room ? pair_entry(&world->pair_memory, key, pair_hash(key)) : NULL;
    return entry && hail_state_remembers(world, entry) ? entry : NULL;
}

/* What differs between a pair that world a remembers and what b does of it. */
static bool differ_remembered(hail_difference *d, const hail_remembered *e, const hail_world *a, const hail_world *b) {
    const hail_remembered *other = same_in(b, e);
    hail_diff_begin(d, HAIL_STATE_REMEMBERED);
    d->layer = e->layer_a;
    d->layer_b = e->layer_b;
    d->slot = e->a.slot;
    d->slot_b = e->b.slot;
    if (!other)
        return hail_diff_field(d, e->grazed ? "grazed" : "remembered", 1, 0);
    return hail_diff_field(d, "generation_a", e->a.generation, other->a.generation) ||
           hail_diff_field(d, "generation_b", e->b.generation, other->b.generation) ||
           hail_diff_field(d, "cooldown", e->time, other->time) ||
           hail_diff_field(d, "steps_since", a->pair_memory.steps - e->since, b->pair_memory.steps - other->since);
}

/* Goes through the pairs of world a. swapped: *found has the values of b first. */
static void look_at_remembered(hail_difference *found, const hail_world *a, const hail_world *b, bool swapped) {
    const hail_remembered *entries = pair_entries(&a->pair_memory);
    hail_difference d;
    for (uint32_t i = 0; a->pair_memory.count && i < a->pair_memory.room; i++) {
        const hail_remembered *e = &entries[i];
        if (!hail_state_remembers(a, e) || !is_lower(e, found) || !differ_remembered(&d, e, a, b))
            continue;
        const uint64_t own = d.value_a;
        *found = d;
        found->value_a = swapped ? d.value_b : own;
        found->value_b = swapped ? own : d.value_b;
    }
}

bool hail_diff_remembered(hail_difference *d, const hail_world *a, const hail_world *b) {
    hail_diff_begin(d, HAIL_STATE_REMEMBERED);
    look_at_remembered(d, a, b, false);
    look_at_remembered(d, b, a, true);
    return d->field != NULL;
}
