/* engine/step/collide.c - the stages of one rule, a function each: layers, layers with compounds or sprites, tiles or
 * walls. Each works through a range of the contact order, from finding pairs to delivery; each line takes what the line
 * before made. */
#include "collide.h"

#include "broad/rank.h"
#include "contacts/bucketed.h"
#include "choose.h"
#include "contacts/collide_few.h"
#include "collide_parts.h"
#include "statics/collide_tiles.h"
#include "statics/collide_walls.h"
#include "contacts/contacts.h"
#include "contacts/earliest.h"
#include "events/event_contacts.h"
#include "events/event_rules.h"
#include "pairs/find.h"
#include "pairs/graze.h"
#include "lowest_bit.h"
#include "pairs/narrow.h"
#include "contacts/rule_run.h"
#include "statics/stops.h"
#include "unordered.h"
#include "world/rule_queries.h"

/* ---- What they share --------------------------------------------------------------------------------------- */

/* Puts contacts in order, in scratch.pairs.rows. They were found before they were ranked. */
static hail_rows put_in_order(hail_world *world, const hail_ranking *order) {
    const hail_contact *found = world->scratch->contacts.data;
    hail_contact *rows = world->scratch->pairs.rows.data;
    const uint32_t count = world->scratch->pairs.count;
    for (uint32_t i = 0; i < count; i++)
        rows[order->rank[i]] = found[i];
    return (hail_rows){rows, count, count, order};
}

static void count_pairs(const hail_rule_run *run, uint32_t pairs) {
    run->world->stats.pairs += run->only_times ? 0 : pairs;
}

/* They all end with one of these two: it delivers the contacts, or only records their times. */
static bool choose_and_deliver(const hail_rule_run *run, hail_rows *rows) {
    return hail_choose_contacts(run->world, run->rule, rows) &&
           hail_contacts_deliver(run->world, run->rule, rows, run->on_contacts, run->user);
}

static hail_found deliver(const hail_rule_run *run, hail_rows *rows) {
    const bool done = run->only_times ? hail_choose_later(run->world, run->rule, rows) : choose_and_deliver(run, rows);
    hail_clock_lap(run->clock, HAIL_STAGE_CONTACTS);
    return done ? FOUND_ALL : FOUND_NO_MEMORY;
}

/* ---- Kinds of rules --------------------------------------------------------------------------------------------- */

/* Ranks, narrows and delivers the pairs that were found. */
static hail_found order_and_deliver(const hail_rule_run *run) {
    hail_world *world = run->world;
    hail_pairs *pairs = &world->scratch->pairs;
    count_pairs(run, pairs->count);
    const hail_ranking order = pairs->ranked ? (hail_ranking){.rank = pairs->rank.data}
                                             : hail_rank_pairs(world->kernels, pairs, world->bodies.slot_count);
    hail_clock_lap(run->clock, HAIL_STAGE_ORDER);
    const uint32_t touching = run->rule->graze > 0.0f ? hail_narrow_and_graze(world, run->rule, order.rank)
                                                      : hail_narrow_pairs(world, run->rule, order.rank);
    hail_clock_lap(run->clock, HAIL_STAGE_NARROW);
    hail_rows rows = {pairs->rows.data, pairs->count, touching, &order};
    return deliver(run, &rows);
}

/* Between layers of convex shapes. */
static hail_found collide_layers(const hail_rule_run *run, const hail_order_range *range) {
    hail_world *world = run->world;
    const hail_found found = hail_find_pairs(world, run->plan, range, world->options.pair_budget);
    hail_clock_lap(run->clock, HAIL_STAGE_PAIRS);
    return found == FOUND_ALL && world->scratch->pairs.count ? order_and_deliver(run) : found;
}

/* The same; very many pairs go through buckets to the callback. */
static hail_found collide_in_buckets(const hail_rule_run *run, const hail_order_range *range) {
    const hail_found found = hail_find_or_use_buckets(run, range);
    hail_clock_lap(run->clock, HAIL_STAGE_PAIRS);
    return found == FOUND_ALL && run->world->scratch->pairs.count ? order_and_deliver(run) : found;
}

/* The same between layers of few circles, all at once: tiny/50 takes 0.72 of the time. Too many may touch for that. */
static hail_found collide_few_circles(const hail_rule_run *run, const hail_order_range *range) {
    static const hail_ranking in_order = {0};
    hail_world *world = run->world;
    const uint32_t touching = range->everything ? hail_collide_few(world, run->plan) : UINT32_MAX;
    if (touching > HAIL_FEW_TOUCHING)
        return collide_layers(run, range);
    hail_clock_lap(run->clock, HAIL_STAGE_NARROW);
    world->stats.passes++;
    count_pairs(run, touching);
    hail_rows rows = {world->scratch->pairs.rows.data, touching, touching, &in_order};
    return touching ? deliver(run, &rows) : FOUND_ALL;
}

/* Between layers that have compounds or sprites. */
static hail_found collide_layers_of_parts(const hail_rule_run *run, const hail_order_range *range) {
    hail_world *world = run->world;
    hail_found found = hail_find_pairs(world, run->plan, range, world->options.pair_budget);
    const uint32_t pairs = world->scratch->pairs.count;
    hail_clock_lap(run->clock, HAIL_STAGE_PAIRS);
    if (found == FOUND_ALL)
        found = hail_collide_parts(world, run->rule, world->options.pair_budget);
    hail_clock_lap(run->clock, HAIL_STAGE_NARROW);
    if (found != FOUND_ALL)
        return found;
    count_pairs(run, pairs);
    const hail_ranking order = hail_rank_pairs(world->kernels, &world->scratch->pairs, world->bodies.slot_count);
    hail_rows rows = put_in_order(world, &order);
    hail_clock_lap(run->clock, HAIL_STAGE_ORDER);
    return deliver(run, &rows);
}

/* Between layers, if the order of the contacts does not matter. There is never too much: the range is everything. */
static hail_found collide_unordered(const hail_rule_run *run, const hail_order_range *range) {
    (void)range;
    return hail_collide_unordered(run);
}

static void search_statics(hail_static_query *query, hail_clock *clock) {
    const bool tiles = query->rule->layer_b == HAIL_TILES;
    query->world->stats.passes++;
    if (tiles)
        hail_collide_tiles(query);
    else
        hail_collide_walls(query);
    hail_clock_lap(clock, tiles ? HAIL_STAGE_TILES : HAIL_STAGE_WALLS);
}

/* Whether contacts were found in order, as in a layer whose bodies lie in the order of their slots. */
static bool found_in_order(const hail_pairs *pairs) {
    const uint32_t *a = pairs->slot_a.data, *b = pairs->slot_b.data;
    for (uint32_t i = 1; i < pairs->count; i++)
        if (a[i] < a[i - 1] || (a[i] == a[i - 1] && b[i] < b[i - 1]))
            return false;
    return true;
}

/* Delivers contacts that were found in order from where they lie. */
static hail_found deliver_found(const hail_rule_run *run) {
    static const hail_ranking in_order = {0};
    const hail_step_scratch *scratch = run->world->scratch;
    hail_rows rows = {scratch->contacts.data, scratch->pairs.count, scratch->pairs.count, &in_order};
    hail_clock_lap(run->clock, HAIL_STAGE_ORDER);
    return deliver(run, &rows);
}

/* Between a layer and tiles, or walls. */
static hail_found collide_statics(const hail_rule_run *run, const hail_order_range *range) {
    hail_world *world = run->world;
    hail_static_query query = hail_static_query_begin(world, run->rule, range);
    search_statics(&query, run->clock);
    if (query.found != FOUND_ALL)
        return query.found;
    count_pairs(run, world->scratch->pairs.count);
    if (!run->rule->events && found_in_order(&world->scratch->pairs))
        return deliver_found(run);
    const uint32_t slots = world->bodies.slot_count, parts = query.parts > 1 ? query.parts : 1;
    const hail_ranking order = hail_rank_pairs(world->kernels, &world->scratch->pairs, slots > parts ? slots : parts);
    hail_rows rows = put_in_order(world, &order);
    hail_clock_lap(run->clock, HAIL_STAGE_ORDER);
    return deliver(run, &rows);
}

/* The same, if the order of the contacts does not matter. */
static hail_found collide_statics_unordered(const hail_rule_run *run, const hail_order_range *range) {
    hail_rule_run copy = *run; /* not const, as the query's context */
    hail_static_query query = hail_static_query_begin(run->world, run->rule, range);
    query.limit = UINT32_MAX;
    query.take = hail_unordered_take_contacts;
    query.take_user = &copy;
    search_statics(&query, run->clock);
    if (query.found == FOUND_ALL)
        hail_static_query_end(&query);
    return query.found == FOUND_ALL ? FOUND_ALL : FOUND_NO_MEMORY;
}

/* ---- Counts by slot of a, for a rule with too many pairs --------------------------------------------------------- */

static bool count_layers(const hail_rule_run *run, uint32_t *counts) {
    const bool counted = hail_count_pairs(run->world, run->plan, counts);
    hail_clock_lap(run->clock, HAIL_STAGE_PAIRS);
    return counted;
}

static bool count_statics(const hail_rule_run *run, uint32_t *counts) {
    const hail_order_range everything = order_everything(run->world);
    hail_static_query query = hail_static_query_begin(run->world, run->rule, &everything);
    query.counts = counts;
    memset(counts, 0, run->world->bodies.slot_count * sizeof *counts);
    search_statics(&query, run->clock);
    return true;
}

/* ---- One rule ---------------------------------------------------------------------------------------------------- */

/* A run that goes from rule to rule is set in place: what a copy of it stored, the next line would wait for. */
static void set_layers(hail_rule_run *run, const hail_planned_rule *plan) {
    hail_layer *const *layer = run->world->bodies.layer;
    run->rule = plan->rule;
    run->plan = plan;
    /* Few are quickest in order, and pairs of bodies that stand still are all known. */
    if (plan->rule->order == HAIL_UNORDERED && !plan->few_circles && !plan->resting)
        run->collide = collide_unordered;
    else if (layer[plan->rule->layer_a]->composed || layer[plan->rule->layer_b]->composed)
        run->collide = collide_layers_of_parts;
    else if (plan->few_circles)
        run->collide = collide_few_circles;
    else
        run->collide = !plan->resting && hail_may_use_buckets(run) ? collide_in_buckets : collide_layers;
    run->count = count_layers;
}

static void set_statics(hail_rule_run *run, const hail_rule *rule) {
    run->rule = rule;
    run->plan = NULL;
    run->collide = rule->order == HAIL_UNORDERED ? collide_statics_unordered : collide_statics;
    run->count = count_statics;
}

static hail_found collide_all(const hail_rule_run *run) {
    const hail_order_range everything = order_everything(run->world);
    const hail_found found = hail_collide_range(run, &everything);
    return found == FOUND_TOO_MANY ? hail_collide_in_ranges(run) : found;
}

/* Records the smallest t of each body of a layer, over all HAIL_EARLIEST rules whose layer_a it is. */
static hail_found record_earliest(hail_world *world, uint32_t layer, hail_clock *clock) {
    hail_rule_run run = {.world = world, .only_times = true, .clock = clock};
    hail_found found = FOUND_ALL;
    hail_earliest_begin(world, layer);
    for (uint32_t r = 0; r < world->scratch->planned_count && found == FOUND_ALL; r++) {
        const hail_planned_rule *plan = &planned_rules(world)[r];
        if (plan->rule->mode != HAIL_EARLIEST || plan->rule->layer_a != layer)
            continue;
        set_layers(&run, plan);
        found = collide_all(&run);
    }
    for (uint32_t with = HAIL_TILES; with <= HAIL_WALLS && found == FOUND_ALL; with++) {
        const hail_rule *rule = rule_with(world, layer, with);
        if (!rule || rule->mode != HAIL_EARLIEST)
            continue;
        set_statics(&run, rule);
        found = collide_all(&run);
    }
    if (found == FOUND_ALL && !hail_earliest_choose(world, layer))
        found = FOUND_NO_MEMORY;
    return found;
}

static bool begin_rule(const hail_rule_run *run) {
    hail_contacts_begin_rule(run->world, run->rule);
    return !run->rule->events || hail_events_begin_rule(run->world, run->rule, run->on_contacts != NULL);
}

static bool end_rule(const hail_rule_run *run) {
    if (!run->rule->events)
        return true;
    const bool ended = hail_events_end_rule(run->world);
    hail_clock_lap(run->clock, HAIL_STAGE_CONTACTS);
    return ended;
}

/* Collides a HAIL_EARLIEST rule. Where several share a layer_a, or one is worked through in ranges, the smallest t of
 * each body is recorded first. */
static hail_found collide_earliest(const hail_rule_run *run) {
    hail_world *world = run->world;
    const uint32_t layer = run->rule->layer_a;
    const hail_order_range everything = order_everything(world);
    const bool unrecorded = !hail_earliest_recorded(world, layer);
    hail_found found = FOUND_ALL;
    if (unrecorded && hail_earliest_shared(world, layer))
        found = record_earliest(world, layer, run->clock);
    if (found == FOUND_ALL)
        found = hail_collide_range(run, &everything);
    if (found == FOUND_TOO_MANY && unrecorded && !hail_earliest_recorded(world, layer))
        found = record_earliest(world, layer, run->clock) == FOUND_ALL ? FOUND_TOO_MANY : FOUND_NO_MEMORY;
    return found == FOUND_TOO_MANY ? hail_collide_in_ranges(run) : found;
}

static hail_status collide_rule(const hail_rule_run *run) {
    if (!begin_rule(run))
        return HAIL_NO_MEMORY;
    const hail_found found = run->rule->mode == HAIL_EARLIEST ? collide_earliest(run) : collide_all(run);
    return found == FOUND_ALL && end_rule(run) ? HAIL_OK : HAIL_NO_MEMORY;
}

/* A layer's rules with tiles and with walls. */
static hail_status collide_with_statics(hail_rule_run *run, uint32_t layer) {
    hail_status status = HAIL_OK;
    hail_stops_begin(&run->world->scratch->stops);
    for (uint32_t with = HAIL_TILES; with <= HAIL_WALLS && status == HAIL_OK; with++) {
        const hail_rule *rule = rule_with(run->world, layer, with);
        if (!rule)
            continue;
        set_statics(run, rule);
        status = collide_rule(run);
    }
    return status;
}

/* Bits: the layers that may have rules with tiles or walls in this step. */
static uint64_t layers_with_statics(const hail_world *world) {
    return world->rules.map || world->rules.sectors ? world->rules.layers.statics : 0;
}

hail_status hail_collide_rules(hail_world *world, hail_clock *clock, const hail_listener *listener) {
    const hail_planned_rule *plan = planned_rules(world); /* NULL: there is none */
    uint32_t rules = world->scratch->planned_count;
    const uint64_t with_statics = layers_with_statics(world);
    hail_rule_run run = {.world = world,
                         .clock = clock,
                         .on_contacts = listener->on_contacts,
                         .user = listener->user,
                         .on_tasks = listener->on_tasks,
                         .users = listener->users};
    hail_status status = HAIL_OK;
    for (uint64_t left = world->scratch->planned_layers | with_statics; left && status == HAIL_OK; left &= left - 1) {
        const uint32_t layer = lowest_bit_64(left);
        for (; rules && plan->rule->layer_a == layer && status == HAIL_OK; plan++, rules--) {
            set_layers(&run, plan);
            status = collide_rule(&run);
        }
        if ((with_statics >> layer & 1) && status == HAIL_OK)
            status = collide_with_statics(&run, layer);
    }
    return status;
}
