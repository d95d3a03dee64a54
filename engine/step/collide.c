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
#include "contacts/rule_pass.h"
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

static void count_pairs(const hail_rule_pass *pass, uint32_t pairs) {
    pass->world->stats.pairs += pass->only_times ? 0 : pairs;
}

/* They all end with one of these two: it delivers the contacts, or only records their times. */
static bool choose_and_deliver(const hail_rule_pass *pass, hail_rows *rows) {
    return hail_choose_contacts(pass->world, pass->rule, rows) &&
           hail_contacts_deliver(pass->world, pass->rule, rows, pass->on_contacts, pass->user);
}

static hail_found deliver(const hail_rule_pass *pass, hail_rows *rows) {
    const bool done =
        pass->only_times ? hail_choose_later(pass->world, pass->rule, rows) : choose_and_deliver(pass, rows);
    hail_clock_lap(pass->clock, HAIL_STAGE_CONTACTS);
    return done ? FOUND_ALL : FOUND_NO_MEMORY;
}

/* ---- Kinds of rules --------------------------------------------------------------------------------------------- */

/* Ranks, narrows and delivers the pairs that were found. */
static hail_found order_and_deliver(const hail_rule_pass *pass) {
    hail_world *world = pass->world;
    hail_pairs *pairs = &world->scratch->pairs;
    count_pairs(pass, pairs->count);
    const hail_ranking order = pairs->ranked ? (hail_ranking){.rank = pairs->rank.data}
                                             : hail_rank_pairs(world->kernels, pairs, world->bodies.slot_count);
    hail_clock_lap(pass->clock, HAIL_STAGE_ORDER);
    const uint32_t touching = pass->rule->graze > 0.0f ? hail_narrow_and_graze(world, pass->rule, order.rank)
                                                       : hail_narrow_pairs(world, pass->rule, order.rank);
    hail_clock_lap(pass->clock, HAIL_STAGE_NARROW);
    hail_rows rows = {pairs->rows.data, pairs->count, touching, &order};
    return deliver(pass, &rows);
}

/* Between layers of convex shapes. */
static hail_found collide_layers(const hail_rule_pass *pass, const hail_order_range *range) {
    hail_world *world = pass->world;
    const hail_found found = hail_find_pairs(world, pass->plan, range, world->options.pair_budget);
    hail_clock_lap(pass->clock, HAIL_STAGE_PAIRS);
    return found == FOUND_ALL && world->scratch->pairs.count ? order_and_deliver(pass) : found;
}

/* The same; very many pairs go through buckets to the callback. */
static hail_found collide_in_buckets(const hail_rule_pass *pass, const hail_order_range *range) {
    const hail_found found = hail_find_or_use_buckets(pass, range);
    hail_clock_lap(pass->clock, HAIL_STAGE_PAIRS);
    return found == FOUND_ALL && pass->world->scratch->pairs.count ? order_and_deliver(pass) : found;
}

/* The same between layers of few circles, all at once: tiny/50 takes 0.72 of the time. Too many may touch for that. */
static hail_found collide_few_circles(const hail_rule_pass *pass, const hail_order_range *range) {
    static const hail_ranking in_order = {0};
    hail_world *world = pass->world;
    const uint32_t touching = range->everything ? hail_collide_few(world, pass->plan) : UINT32_MAX;
    if (touching > HAIL_FEW_TOUCHING)
        return collide_layers(pass, range);
    hail_clock_lap(pass->clock, HAIL_STAGE_NARROW);
    world->stats.passes++;
    count_pairs(pass, touching);
    hail_rows rows = {world->scratch->pairs.rows.data, touching, touching, &in_order};
    return touching ? deliver(pass, &rows) : FOUND_ALL;
}

/* Between layers that have compounds or sprites. */
static hail_found collide_layers_of_parts(const hail_rule_pass *pass, const hail_order_range *range) {
    hail_world *world = pass->world;
    hail_found found = hail_find_pairs(world, pass->plan, range, world->options.pair_budget);
    const uint32_t pairs = world->scratch->pairs.count;
    hail_clock_lap(pass->clock, HAIL_STAGE_PAIRS);
    if (found == FOUND_ALL)
        found = hail_collide_parts(world, pass->rule, world->options.pair_budget);
    hail_clock_lap(pass->clock, HAIL_STAGE_NARROW);
    if (found != FOUND_ALL)
        return found;
    count_pairs(pass, pairs);
    const hail_ranking order = hail_rank_pairs(world->kernels, &world->scratch->pairs, world->bodies.slot_count);
    hail_rows rows = put_in_order(world, &order);
    hail_clock_lap(pass->clock, HAIL_STAGE_ORDER);
    return deliver(pass, &rows);
}

/* Between layers, if the order of the contacts does not matter. There is never too much: the range is everything. */
static hail_found collide_unordered(const hail_rule_pass *pass, const hail_order_range *range) {
    (void)range;
    return hail_collide_unordered(pass);
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
static hail_found deliver_found(const hail_rule_pass *pass) {
    static const hail_ranking in_order = {0};
    const hail_step_scratch *scratch = pass->world->scratch;
    hail_rows rows = {scratch->contacts.data, scratch->pairs.count, scratch->pairs.count, &in_order};
    hail_clock_lap(pass->clock, HAIL_STAGE_ORDER);
    return deliver(pass, &rows);
}

/* Between a layer and tiles, or walls. */
static hail_found collide_statics(const hail_rule_pass *pass, const hail_order_range *range) {
    hail_world *world = pass->world;
    hail_static_query query = hail_static_query_begin(world, pass->rule, range);
    search_statics(&query, pass->clock);
    if (query.found != FOUND_ALL)
        return query.found;
    count_pairs(pass, world->scratch->pairs.count);
    if (!pass->rule->events && found_in_order(&world->scratch->pairs))
        return deliver_found(pass);
    const uint32_t slots = world->bodies.slot_count, parts = query.parts > 1 ? query.parts : 1;
    const hail_ranking order = hail_rank_pairs(world->kernels, &world->scratch->pairs, slots > parts ? slots : parts);
    hail_rows rows = put_in_order(world, &order);
    hail_clock_lap(pass->clock, HAIL_STAGE_ORDER);
    return deliver(pass, &rows);
}

/* The same, if the order of the contacts does not matter. */
static hail_found collide_statics_unordered(const hail_rule_pass *pass, const hail_order_range *range) {
    hail_rule_pass copy = *pass; /* not const, as the query's context */
    hail_static_query query = hail_static_query_begin(pass->world, pass->rule, range);
    query.limit = UINT32_MAX;
    query.take = hail_unordered_take_contacts;
    query.take_user = &copy;
    search_statics(&query, pass->clock);
    if (query.found == FOUND_ALL)
        hail_static_query_end(&query);
    return query.found == FOUND_ALL ? FOUND_ALL : FOUND_NO_MEMORY;
}

/* ---- Counts by slot of a, for a rule with too many pairs --------------------------------------------------------- */

static bool count_layers(const hail_rule_pass *pass, uint32_t *counts) {
    const bool counted = hail_count_pairs(pass->world, pass->plan, counts);
    hail_clock_lap(pass->clock, HAIL_STAGE_PAIRS);
    return counted;
}

static bool count_statics(const hail_rule_pass *pass, uint32_t *counts) {
    const hail_order_range everything = order_everything(pass->world);
    hail_static_query query = hail_static_query_begin(pass->world, pass->rule, &everything);
    query.counts = counts;
    memset(counts, 0, pass->world->bodies.slot_count * sizeof *counts);
    search_statics(&query, pass->clock);
    return true;
}

/* ---- One rule ---------------------------------------------------------------------------------------------------- */

/* One pass goes from rule to rule and is set in place: the next line would wait for the stores of a copy. */
static void set_layers(hail_rule_pass *pass, const hail_planned_rule *plan) {
    hail_layer *const *layer = pass->world->bodies.layer;
    pass->rule = plan->rule;
    pass->plan = plan;
    /* Few are quickest in order, and pairs of bodies that stand still are all known. */
    if (plan->rule->order == HAIL_UNORDERED && !plan->few_circles && !plan->resting)
        pass->collide = collide_unordered;
    else if (layer[plan->rule->layer_a]->composed || layer[plan->rule->layer_b]->composed)
        pass->collide = collide_layers_of_parts;
    else if (plan->few_circles)
        pass->collide = collide_few_circles;
    else
        pass->collide = !plan->resting && hail_may_use_buckets(pass) ? collide_in_buckets : collide_layers;
    pass->count = count_layers;
}

static void set_statics(hail_rule_pass *pass, const hail_rule *rule) {
    pass->rule = rule;
    pass->plan = NULL;
    pass->collide = rule->order == HAIL_UNORDERED ? collide_statics_unordered : collide_statics;
    pass->count = count_statics;
}

static hail_found collide_all(const hail_rule_pass *pass) {
    const hail_order_range everything = order_everything(pass->world);
    const hail_found found = hail_collide_range(pass, &everything);
    return found == FOUND_TOO_MANY ? hail_collide_in_ranges(pass) : found;
}

/* Records the smallest t of each body of a layer, over all HAIL_EARLIEST rules whose layer_a it is. */
static hail_found record_earliest(hail_world *world, uint32_t layer, hail_clock *clock) {
    hail_rule_pass pass = {.world = world, .only_times = true, .clock = clock};
    hail_found found = FOUND_ALL;
    hail_earliest_begin(world, layer);
    for (uint32_t r = 0; r < world->scratch->planned_count && found == FOUND_ALL; r++) {
        const hail_planned_rule *plan = &planned_rules(world)[r];
        if (plan->rule->mode != HAIL_EARLIEST || plan->rule->layer_a != layer)
            continue;
        set_layers(&pass, plan);
        found = collide_all(&pass);
    }
    for (uint32_t with = HAIL_TILES; with <= HAIL_WALLS && found == FOUND_ALL; with++) {
        const hail_rule *rule = rule_with(world, layer, with);
        if (!rule || rule->mode != HAIL_EARLIEST)
            continue;
        set_statics(&pass, rule);
        found = collide_all(&pass);
    }
    if (found == FOUND_ALL && !hail_earliest_choose(world, layer))
        found = FOUND_NO_MEMORY;
    return found;
}

static bool begin_rule(const hail_rule_pass *pass) {
    hail_contacts_begin_rule(pass->world, pass->rule);
    return !pass->rule->events || hail_events_begin_rule(pass->world, pass->rule, pass->on_contacts != NULL);
}

static bool end_rule(const hail_rule_pass *pass) {
    if (!pass->rule->events)
        return true;
    const bool ended = hail_events_end_rule(pass->world);
    hail_clock_lap(pass->clock, HAIL_STAGE_CONTACTS);
    return ended;
}

/* Collides a HAIL_EARLIEST rule. Where several share a layer_a, or one is worked through in ranges, the smallest t of
 * each body is recorded first. */
static hail_found collide_earliest(const hail_rule_pass *pass) {
    hail_world *world = pass->world;
    const uint32_t layer = pass->rule->layer_a;
    const hail_order_range everything = order_everything(world);
    const bool unrecorded = !hail_earliest_recorded(world, layer);
    hail_found found = FOUND_ALL;
    if (unrecorded && hail_earliest_shared(world, layer))
        found = record_earliest(world, layer, pass->clock);
    if (found == FOUND_ALL)
        found = hail_collide_range(pass, &everything);
    if (found == FOUND_TOO_MANY && unrecorded && !hail_earliest_recorded(world, layer))
        found = record_earliest(world, layer, pass->clock) == FOUND_ALL ? FOUND_TOO_MANY : FOUND_NO_MEMORY;
    return found == FOUND_TOO_MANY ? hail_collide_in_ranges(pass) : found;
}

static hail_status collide_rule(const hail_rule_pass *pass) {
    if (!begin_rule(pass))
        return HAIL_NO_MEMORY;
    const hail_found found = pass->rule->mode == HAIL_EARLIEST ? collide_earliest(pass) : collide_all(pass);
    return found == FOUND_ALL && end_rule(pass) ? HAIL_OK : HAIL_NO_MEMORY;
}

/* A layer's rules with tiles and with walls. */
static hail_status collide_with_statics(hail_rule_pass *pass, uint32_t layer) {
    hail_status status = HAIL_OK;
    hail_stops_begin(&pass->world->scratch->stops);
    for (uint32_t with = HAIL_TILES; with <= HAIL_WALLS && status == HAIL_OK; with++) {
        const hail_rule *rule = rule_with(pass->world, layer, with);
        if (!rule)
            continue;
        set_statics(pass, rule);
        status = collide_rule(pass);
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
    hail_rule_pass pass = {.world = world,
                           .clock = clock,
                           .on_contacts = listener->on_contacts,
                           .user = listener->user,
                           .on_tasks = listener->on_tasks,
                           .users = listener->users};
    hail_status status = HAIL_OK;
    for (uint64_t left = world->scratch->planned_layers | with_statics; left && status == HAIL_OK; left &= left - 1) {
        const uint32_t layer = lowest_bit_64(left);
        for (; rules && plan->rule->layer_a == layer && status == HAIL_OK; plan++, rules--) {
            set_layers(&pass, plan);
            status = collide_rule(&pass);
        }
        if ((with_statics >> layer & 1) && status == HAIL_OK)
            status = collide_with_statics(&pass, layer);
    }
    return status;
}
