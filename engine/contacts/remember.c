/* engine/contacts/remember.c - looks up a rule's rows in the table; what is reported goes to a list in the order of the
 * contacts, by which a full table drops the last ones. */
#include "remember.h"

#include <string.h>

#include "lowest_bit.h"
#include "pairs/known_pairs.h"
#include "pairs/pair_table.h"
#include "pierce.h"
#include "world/rule_queries.h"
#include "world/slots.h"

enum {
    MIN_REMEMBERED = 256,
    PUT_AHEAD = 8 /* pairs that are fetched before they are put into the table */
};

/* ---- Which rules remember ---------------------------------------------------------------------------------------- */

uint32_t hail_remember_time(const hail_world *world, const hail_rule *rule) {
    if (rule->cooldown)
        return rule->cooldown > 1 ? rule->cooldown : 0; /* 1: the next step reports the pair again */
    const bool pierces = rule->mode == HAIL_EARLIEST && world->bodies.layer[rule->layer_a] &&
                         world->bodies.layer[rule->layer_a]->column[COLUMN_PIERCE];
    return pierces ? HAIL_UNTIL_APART : 0;
}

bool hail_remembers(const hail_world *world, const hail_rule *rule) {
    return hail_remember_time(world, rule) || rule->graze_once;
}

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

/* What is remembered of a row. */
static hail_remembered entry_of(const hail_contact *row) {
    const bool body = row->layer_b < HAIL_MAX_LAYERS;
    return (hail_remembered){.a = row->a,
                             .b = body ? row->b : (hail_handle){row->part_b, 0},
                             .layer_a = row->layer_a,
                             .layer_b = row->layer_b,
                             .grazed = row->kind == HAIL_CONTACT_GRAZE};
}

/* Whether a pair comes before another in the order of contacts. */
static bool before(const hail_remembered *a, const hail_remembered *b) {
    const uint64_t rule_a = pair_key_of(a).layers >> 8, rule_b = pair_key_of(b).layers >> 8;
    if (rule_a != rule_b)
        return rule_a < rule_b;
    const uint64_t slots_a = pair_key_of(a).slots, slots_b = pair_key_of(b).slots;
    return slots_a != slots_b ? slots_a < slots_b : a->grazed < b->grazed;
}

static bool equal(const hail_remembered *a, const hail_remembered *b) {
    return pair_keys_equal(pair_key_of(a), pair_key_of(b));
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

/* Moves contacts to the front. Again without a branch. */
static uint32_t close_gaps(hail_contact *row, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const hail_contact hold = row[i];
        row[kept] = hold;
        kept += hold.kind != 0;
    }
    return kept;
}

void hail_remember_filter(hail_world *world, const hail_rule *rule, hail_rows *rows) {
    const hail_pair_memory *memory = &world->pair_memory;
    const hail_known_lookups asked = {hail_remember_time(world, rule) != 0, rule->graze_once};
    if (memory->count)
        hail_known_drop(memory, asked, rows->row, rows->count);
    rows->count = rows->touching = close_gaps(rows->row, rows->count);
}

/* Makes room for `count` more. */
static bool fits(hail_world *world, uint32_t count) {
    hail_buffer *reported = &world->scratch->reported;
    const size_t max = world->options.max_remembered, all = (size_t)world->scratch->reported_count + count;
    const size_t need = (all < max ? all : max) * sizeof(hail_remembered);
    const size_t least = MIN_REMEMBERED * sizeof(hail_remembered), twice = reported->bytes * 2;
    const size_t want = twice > least ? twice : least;
    return need <= reported->bytes || hail_scratch_keep(&world->scratch->heap, reported, need > want ? need : want);
}

/* Inserts an entry; most come in order. A pair that has several contacts is remembered once. */
static void report(hail_world *world, const hail_remembered *e) {
    hail_remembered *list = world->scratch->reported.data;
    uint32_t at = world->scratch->reported_count;
    while (at > 0 && before(e, &list[at - 1]))
        at--;
    if (at > 0 && equal(&list[at - 1], e))
        return;
    if (world->scratch->reported_count == world->options.max_remembered) {
        world->stats.forgotten++;
        return;
    }
    memmove(list + at + 1, list + at, (world->scratch->reported_count++ - at) * sizeof *list);
    list[at] = *e;
}

bool hail_remember_add(hail_world *world, const hail_rule *rule, const hail_contact *rows, uint32_t count) {
    const uint32_t of_hit = hail_remember_time(world, rule), of_graze = rule->graze_once ? HAIL_ONCE : 0;
    if (!fits(world, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        hail_remembered e = entry_of(&rows[i]);
        e.since = world->pair_memory.steps;
        e.time = e.grazed ? of_graze : of_hit;
        if (e.time > 1) /* else it is not remembered in the next step */
            report(world, &e);
    }
    return true;
}

/* ---- The rules as they are now ----------------------------------------------------------------------------------- */

/* For how long the entries of one rule are remembered. */
typedef struct rule_times {
    uint32_t layers; /* of the rule; UINT32_MAX: none yet */
    uint32_t hits, grazes;
} rule_times;

static void look_up(rule_times *times, const hail_world *world, const hail_remembered *e) {
    const uint32_t layers = rule_key(e->layer_a, e->layer_b);
    if (layers == times->layers)
        return;
    const hail_rule *rule = hail_rules_find(world, e->layer_a, e->layer_b);
    times->layers = layers;
    times->hits = rule ? hail_remember_time(world, rule) : 0;
    times->grazes = rule && rule->graze_once ? HAIL_ONCE : 0;
}

static bool both_alive(const hail_world *world, const hail_remembered *e) {
    return slots_alive(&world->bodies, e->a) && (e->layer_b >= HAIL_MAX_LAYERS || slots_alive(&world->bodies, e->b));
}

static bool stays_in_step(const hail_world *world, hail_remembered *e, void *user) {
    (void)user;
    return pair_lasts(e, world->pair_memory.steps) && both_alive(world, e);
}

/* Makes a pair that is remembered follow its rule. Whether it touched in the last step is known only if the rule had
 * HAIL_UNTIL_APART before: else it counts as touching. */
static bool follows_rule(const hail_world *world, hail_remembered *e, void *user) {
    rule_times *times = user;
    if (!stays_in_step(world, e, NULL))
        return false;
    look_up(times, world, e);
    const uint32_t time = e->grazed ? times->grazes : times->hits;
    if (time == HAIL_UNTIL_APART && e->time != time)
        e->since = world->pair_memory.steps - 1;
    e->time = time;
    return pair_lasts(e, world->pair_memory.steps);
}

/* Bits: the layers with a pierce column. */
static uint64_t piercing_layers(const hail_world *world) {
    uint64_t bits = 0;
    for (uint64_t left = world->bodies.used; left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left);
        bits |= world->bodies.layer[l]->column[COLUMN_PIERCE] ? UINT64_C(1) << l : 0;
    }
    return bits;
}

/* Whether rules may remember pairs for another time than when entries last followed them. */
static bool rules_differ(hail_world *world) {
    hail_pair_memory *memory = &world->pair_memory;
    const uint64_t piercing = piercing_layers(world);
    const bool differ = memory->revision != world->rules.revision || memory->piercing != piercing;
    memory->revision = world->rules.revision;
    memory->piercing = piercing;
    return differ;
}

void hail_remember_begin(hail_world *world) {
    rule_times times = {.layers = UINT32_MAX};
    world->scratch->reported_count = 0;
    if (!world->pair_memory.count || !rules_differ(world))
        return;
    hail_pair_table_purge(world, follows_rule, &times);
    hail_pair_recent_forget(&world->pair_memory);
}

void hail_remember_forget_dead(hail_world *world) {
    if (world->pair_memory.widowed) {
        hail_pair_table_purge(world, stays_in_step, NULL);
        hail_pair_recent_forget(&world->pair_memory);
    }
    world->pair_memory.widowed = false;
}

/* ---- The end of a step ------------------------------------------------------------------------------------------- */

/* Removes the reported pairs of bodies that are gone already. */
static uint32_t drop_dead(const hail_world *world) {
    hail_remembered *list = world->scratch->reported.data;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->scratch->reported_count; i++)
        if (both_alive(world, &list[i]))
            list[kept++] = list[i];
    return kept;
}

/* How many pairs a table takes that is to hold `count` without being searched for forgotten ones all the time. */
static size_t with_slack(const hail_world *world, size_t count) {
    const size_t max = world->options.max_remembered, slack = count + count / 3 + 1;
    return slack < max ? slack : max;
}

/* What is forgotten is removed when it fills the table; if what is left still fills most of it, it grows, so that the
 * next time is far. */
bool hail_remember_fit(hail_world *world) {
    const hail_pair_memory *memory = &world->pair_memory;
    const size_t max = world->options.max_remembered, reported = world->scratch->reported_count;
    if (!hail_pair_recent_grow(world, world->bodies.slot_count))
        return false;
    if (memory->count + reported <= pair_table_limit(memory))
        return true;
    hail_pair_table_purge(world, stays_in_step, NULL);
    const size_t all = memory->count + reported, need = all < max ? all : max, limit = pair_table_limit(memory);
    if (need <= limit / 4 * 3)
        return true;
    return hail_pair_table_grow(world, with_slack(world, need)) || need <= limit;
}

/* A step that failed does not count: what it found in it is remembered as long as before. */
static void take_back(hail_pair_memory *memory) {
    for (uint32_t i = 0; i < memory->room; i++) {
        hail_remembered *e = &pair_entries(memory)[i];
        if (e->time == HAIL_UNTIL_APART && e->since == memory->steps)
            e->since--;
    }
}

static const hail_remembered *home_of(const hail_pair_memory *memory, const hail_remembered *e) {
    return &pair_entries(memory)[pair_home(memory, pair_hash(pair_key_of(e)))];
}

void hail_remember_end(hail_world *world, bool complete) {
    hail_pair_memory *memory = &world->pair_memory;
    if (!memory->count && !world->scratch->reported_count)
        return;
    if (!complete) {
        take_back(memory);
        return;
    }
    memory->steps++;
    const uint32_t max = world->options.max_remembered, reported = drop_dead(world);
    if (memory->count + reported > max)
        hail_pair_table_purge(world, stays_in_step, NULL);
    const hail_remembered *list = world->scratch->reported.data;
    const uint32_t room = max - memory->count, count = reported < room ? reported : room;
    for (uint32_t i = 0; i < count; i++) {
        if (i + PUT_AHEAD < count)
            HAIL_FETCH_TO_WRITE(home_of(memory, &list[i + PUT_AHEAD]));
        hail_pair_table_put(memory, &list[i]);
    }
    world->stats.forgotten += reported - count;
}

/* ---- Room -------------------------------------------------------------------------------------------------------- */

static uint32_t count_rules(const hail_world *world) {
    uint32_t count = 0;
    for (uint32_t r = 0; r < world->rules.count; r++)
        count += hail_remembers(world, &rule_entries(&world->rules)[r]);
    return count;
}

bool hail_remember_reserve(hail_world *world, uint32_t slots, size_t pairs) {
    const size_t want = pairs * count_rules(world), max = world->options.max_remembered;
    const size_t room = want < max ? want : max;
    hail_pair_table_purge(world, stays_in_step, NULL); /* what is known by slot must not come from a dead body's pair */
    return !room ||
           (hail_scratch_grow(&world->scratch->heap, &world->scratch->reported, room * sizeof(hail_remembered)) &&
            hail_pair_recent_grow(world, slots) && hail_pair_table_grow(world, with_slack(world, room)));
}
