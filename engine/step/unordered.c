/* engine/step/unordered.c - pairs go through the narrowphase as they are found, into rows that stay in the cache, and
 * from there to the callback. */
#include "unordered.h"

#include "collide_parts.h"
#include "contacts/contacts.h"
#include "pairs/find.h"
#include "pairs/narrow.h"
#include "pairs/wave.h"
#include "world/despawn_task.h"

/* Only events can fail, and rules with events are ordered. */
static void deliver(const hail_rule_run *run, hail_contact *row, uint32_t count, uint32_t touching) {
    static const hail_ranking none = {0};
    const hail_rows rows = {row, count, touching, &none};
    hail_contacts_deliver(run->world, run->rule, &rows, run->on_contacts, run->user);
    hail_clock_lap(run->clock, HAIL_STAGE_CONTACTS);
}

/* Puts the last rows that touch into the places of those that do not: without order only as many rows move as there are
 * gaps. Writes over the pairs. No branch depends on a row. */
static void fill_gaps(const hail_pairs *pairs, uint32_t count, uint32_t touching) {
    hail_contact *row = pairs->rows.data;
    uint32_t *gap = pairs->a.data, *late = pairs->b.data, gaps = 0, lates = 0;
    for (uint32_t i = 0; i < touching; i++) {
        gap[gaps] = i;
        gaps += row[i].kind == 0;
    }
    for (uint32_t i = touching; i < count; i++) {
        late[lates] = i;
        lates += row[i].kind != 0;
    }
    for (uint32_t i = 0; i < gaps; i++)
        row[gap[i]] = row[late[i]];
}

/* Pairs of convex shapes. Pair i's row is row i. */
static hail_found take_pairs(void *user) {
    const hail_rule_run *run = user;
    hail_world *world = run->world;
    hail_pairs *pairs = &world->scratch->pairs;
    hail_clock_lap(run->clock, HAIL_STAGE_PAIRS);
    world->stats.pairs += pairs->count;
    const uint32_t touching = hail_narrow_pairs(world, run->rule, pairs->rank.data);
    hail_clock_lap(run->clock, HAIL_STAGE_NARROW);
    if (touching && touching < pairs->count)
        fill_gaps(pairs, pairs->count, touching);
    deliver(run, pairs->rows.data, touching, touching);
    return FOUND_ALL;
}

static int stage_of(const hail_rule_run *run) {
    return run->plan ? HAIL_STAGE_NARROW : run->rule->layer_b == HAIL_TILES ? HAIL_STAGE_TILES : HAIL_STAGE_WALLS;
}

void hail_unordered_take_contacts(void *user, uint32_t count) {
    const hail_rule_run *run = user;
    hail_clock_lap(run->clock, stage_of(run));
    run->world->stats.pairs += run->plan ? 0 : count;
    deliver(run, run->world->scratch->contacts.data, count, count);
}

/* Pairs with compounds or sprites. */
static hail_found take_pairs_of_parts(void *user) {
    const hail_rule_run *run = user;
    hail_world *world = run->world;
    hail_clock_lap(run->clock, HAIL_STAGE_PAIRS);
    world->stats.pairs += world->scratch->pairs.count;
    const hail_found found = hail_collide_parts_and_take(world, run->rule, hail_unordered_take_contacts, user);
    hail_clock_lap(run->clock, HAIL_STAGE_NARROW);
    return found;
}

static void deliver_part(void *user, const hail_wave_part *part) {
    const hail_rule_run *run = user;
    hail_clock_lap(run->clock, HAIL_STAGE_PAIRS);
    hail_step_stats *stats = &run->world->stats;
    stats->pairs += part->pairs;
    stats->contacts += part->contacts;
    stats->windows += part->windows;
    stats->unkept += run->world->options.kept_contacts ? part->contacts : 0;
    if (part->touching)
        deliver(run, part->rows, part->touching, part->touching);
}

static hail_found collide_in_waves(const hail_rule_run *run) {
    hail_rule_run copy = *run; /* not const, as the wave's context */
    hail_wave wave = {.deliver = deliver_part, .user = &copy};
    const bool on_tasks = run->on_tasks && run->on_contacts;
    if (on_tasks) {
        wave.on_task = run->on_contacts;
        wave.users = run->users;
        wave.window = run->world->options.window;
        hail_despawn_tasks_begin(run->world);
    }
    hail_wave_begin(&wave, run->world, run->rule);
    const hail_found found = hail_find_in_waves(run->world, run->plan, &wave);
    if (on_tasks)
        hail_despawn_tasks_end(run->world);
    hail_clock_lap(run->clock, HAIL_STAGE_PAIRS);
    return found;
}

hail_found hail_collide_unordered(const hail_rule_run *run) {
    hail_world *world = run->world;
    hail_layer *const *layer = world->bodies.layer;
    const bool composed = layer[run->rule->layer_a]->composed || layer[run->rule->layer_b]->composed;
    if (!composed && hail_plan_on_tasks(world, run->plan))
        return collide_in_waves(run);
    hail_rule_run copy = *run; /* not const, as the search's context */
    const hail_pairs *pairs = &world->scratch->pairs;
    const uint32_t count = take_pairs_at(pairs) + pairs->chunk;
    uint32_t *rank = pairs->rank.data;
    for (uint32_t i = 0; i < count; i++)
        rank[i] = i;
    const hail_order_range everything = order_everything(world);
    const hail_taker taker = {composed ? take_pairs_of_parts : take_pairs, &copy, take_pairs_at(pairs)};
    const hail_found found = hail_find_and_take(world, run->plan, &everything, &taker);
    hail_clock_lap(run->clock, HAIL_STAGE_PAIRS);
    return found;
}
