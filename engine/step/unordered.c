/* engine/step/unordered.c - pairs go through the narrowphase as they are found, into rows that stay in the cache, and
 * from there to the callback. */
#include "unordered.h"

#include "collide_parts.h"
#include "contacts/contacts.h"
#include "pairs/find.h"
#include "pairs/narrow.h"
#include "pairs/task_batch.h"
#include "world/bodies.h"

/* Only events can fail, and rules with events are ordered. */
static void deliver(const hail_rule_pass *pass, hail_contact *row, uint32_t count, uint32_t touching) {
    static const hail_ranking none = {0};
    const hail_rows rows = {row, count, touching, &none};
    hail_contacts_deliver(pass->world, pass->rule, &rows, pass->on_contacts, pass->user);
    hail_clock_lap(pass->clock, HAIL_STAGE_CONTACTS);
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
    const hail_rule_pass *pass = user;
    hail_world *world = pass->world;
    hail_pairs *pairs = &world->scratch->pairs;
    hail_clock_lap(pass->clock, HAIL_STAGE_PAIRS);
    world->stats.pairs += pairs->count;
    const uint32_t touching = hail_narrow_pairs(world, pass->rule, pairs->rank.data);
    hail_clock_lap(pass->clock, HAIL_STAGE_NARROW);
    if (touching && touching < pairs->count)
        fill_gaps(pairs, pairs->count, touching);
    deliver(pass, pairs->rows.data, touching, touching);
    return FOUND_ALL;
}

static int stage_of(const hail_rule_pass *pass) {
    return pass->plan ? HAIL_STAGE_NARROW : pass->rule->layer_b == HAIL_TILES ? HAIL_STAGE_TILES : HAIL_STAGE_WALLS;
}

void hail_unordered_take_contacts(void *user, uint32_t count) {
    const hail_rule_pass *pass = user;
    hail_clock_lap(pass->clock, stage_of(pass));
    pass->world->stats.pairs += pass->plan ? 0 : count;
    deliver(pass, pass->world->scratch->contacts.data, count, count);
}

/* Pairs with compounds or sprites. */
static hail_found take_pairs_of_parts(void *user) {
    const hail_rule_pass *pass = user;
    hail_world *world = pass->world;
    hail_clock_lap(pass->clock, HAIL_STAGE_PAIRS);
    world->stats.pairs += world->scratch->pairs.count;
    const hail_found found = hail_collide_parts_and_take(world, pass->rule, hail_unordered_take_contacts, user);
    hail_clock_lap(pass->clock, HAIL_STAGE_NARROW);
    return found;
}

static void deliver_part(void *user, const hail_task_batch_part *part) {
    const hail_rule_pass *pass = user;
    hail_clock_lap(pass->clock, HAIL_STAGE_PAIRS);
    hail_step_stats *stats = &pass->world->stats;
    stats->pairs += part->pairs;
    stats->contacts += part->contacts;
    stats->windows += part->windows;
    stats->unkept += pass->world->options.kept_contacts ? part->contacts : 0;
    if (part->touching)
        deliver(pass, part->rows, part->touching, part->touching);
}

static hail_found collide_in_task_batches(const hail_rule_pass *pass) {
    hail_rule_pass copy = *pass; /* not const, as the batch's context */
    hail_task_batch batch = {.deliver = deliver_part, .user = &copy};
    const bool on_tasks = pass->on_tasks && pass->on_contacts;
    if (on_tasks) {
        batch.on_task = pass->on_contacts;
        batch.users = pass->users;
        batch.window = pass->world->options.window;
        hail_despawn_tasks_begin(pass->world);
    }
    hail_task_batch_begin(&batch, pass->world, pass->rule);
    const hail_found found = hail_find_in_task_batches(pass->world, pass->plan, &batch);
    if (on_tasks)
        hail_despawn_tasks_end(pass->world);
    hail_clock_lap(pass->clock, HAIL_STAGE_PAIRS);
    return found;
}

hail_found hail_collide_unordered(const hail_rule_pass *pass) {
    hail_world *world = pass->world;
    hail_layer *const *layer = world->bodies.layer;
    const bool composed = layer[pass->rule->layer_a]->composed || layer[pass->rule->layer_b]->composed;
    if (!composed && hail_plan_on_tasks(world, pass->plan))
        return collide_in_task_batches(pass);
    hail_rule_pass copy = *pass; /* not const, as the search's context */
    const hail_pairs *pairs = &world->scratch->pairs;
    const uint32_t count = take_pairs_at(pairs) + pairs->chunk;
    uint32_t *rank = pairs->rank.data;
    for (uint32_t i = 0; i < count; i++)
        rank[i] = i;
    const hail_order_range everything = order_everything(world);
    const hail_pair_emit emit = {composed ? take_pairs_of_parts : take_pairs, &copy, take_pairs_at(pairs)};
    const hail_found found = hail_find_and_take(world, pass->plan, &everything, &emit);
    hail_clock_lap(pass->clock, HAIL_STAGE_PAIRS);
    return found;
}
