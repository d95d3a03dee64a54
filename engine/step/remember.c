/* engine/step/remember.c - sorted lists, searched and merged in the order of the contact stream: no hash table. */
#include "remember.h"

#include <string.h>

#include "pierce.h"
#include "world/rule_queries.h"
#include "world/slots.h"

enum {
    MIN_REMEMBERED = 256,
    NEAR = 4 /* entries that are looked at before the search takes larger steps */
};

/* ---- Which rules remember ---------------------------------------------------------------------------------------- */

uint32_t hail_remember_time(const hail_world *world, const hail_rule_entry *rule) {
    const bool swept = rule_swept(rule);
    if (rule->cooldown)
        return rule->cooldown == 1 && swept ? HAIL_UNTIL_APART : rule->cooldown;
    const bool pierces = rule->mode == HAIL_EARLIEST && world->bodies.layer[rule->a] &&
                         world->bodies.layer[rule->a]->column[COLUMN_PIERCE];
    return pierces ? HAIL_UNTIL_APART : 0;
}

bool hail_remembers(const hail_world *world, const hail_rule_entry *rule) {
    return hail_remember_time(world, rule) || rule->graze_once;
}

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

/* What the list is sorted by. */
typedef struct pair_key {
    uint64_t rule_a; /* layers, slot of a */
    uint64_t other;  /* slot of b or part_b, grazed */
} pair_key;

static pair_key key_of(const hail_remembered *e) {
    return (pair_key){(uint64_t)e->layer_a << 40 | (uint64_t)e->layer_b << 32 | e->a.slot,
                      (uint64_t)e->b.slot << 1 | e->grazed};
}

static bool before(pair_key a, pair_key b) { return a.rule_a != b.rule_a ? a.rule_a < b.rule_a : a.other < b.other; }

static bool equal(pair_key a, pair_key b) { return a.rule_a == b.rule_a && a.other == b.other; }

static hail_remembered *entries(const hail_world *world) { return world->pair_memory.list.data; }

/* What is remembered of a row. */
static hail_remembered entry_of(const hail_contact *row) {
    const bool body = row->layer_b < HAIL_MAX_LAYERS;
    return (hail_remembered){.a = row->a,
                             .b = body ? row->b : (hail_handle){row->part_b, 0},
                             .layer_a = row->layer_a,
                             .layer_b = row->layer_b,
                             .grazed = row->kind == HAIL_CONTACT_GRAZE};
}

/* The first entry of a list that is not before the key. */
static uint32_t lower_bound(const hail_remembered *list, uint32_t count, pair_key key) {
    uint32_t from = 0;
    for (uint32_t end = count; from < end;) {
        const uint32_t middle = from + (end - from) / 2;
        if (before(key_of(&list[middle]), key))
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

/* The first entry at or after `from` that is not before the key. The rows come in order, so it mostly is near. */
static uint32_t seek(const hail_remembered *list, uint32_t from, uint32_t count, pair_key key) {
    for (uint32_t i = 0; i < NEAR; i++, from++)
        if (from == count || !before(key_of(&list[from]), key))
            return from;
    uint32_t stride = 1;
    while (from + stride < count && before(key_of(&list[from + stride]), key)) {
        from += stride;
        stride *= 2;
    }
    const uint32_t end = from + stride < count ? from + stride : count;
    return from + lower_bound(list + from, end - from, key);
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

void hail_remember_begin(hail_world *world) { world->scratch->reported_count = 0; }

static bool same_handle(hail_handle a, hail_handle b) { return a.slot == b.slot && a.generation == b.generation; }

/* Whether an entry is about the very bodies of a row. */
static bool is_about(const hail_remembered *e, const hail_remembered *row) {
    return same_handle(e->a, row->a) && same_handle(e->b, row->b);
}

void hail_remember_filter(hail_world *world, const hail_rule_entry *rule, hail_rows *rows) {
    hail_remembered *list = entries(world);
    const uint32_t count = world->pair_memory.count;
    const bool hits = hail_remember_time(world, rule) != 0;
    uint32_t at = 0, kept = 0;
    pair_key last = {0, 0};
    for (uint32_t i = 0; i < rows->count; i++) {
        hail_contact *row = &rows->row[i];
        if (!row->kind)
            continue;
        const hail_remembered e = entry_of(row);
        const pair_key key = key_of(&e);
        at = seek(list, before(key, last) ? 0 : at, count, key); /* cells and walls may come out of order */
        last = key;
        const bool known = at < count && equal(key_of(&list[at]), key) && is_about(&list[at], &e);
        if (known)
            list[at].touching = 1;
        if (known && (e.grazed ? rule->graze_once : hits))
            continue;
        if (kept != i)
            rows->row[kept] = *row;
        kept++;
    }
    rows->count = rows->touching = kept;
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
    const pair_key key = key_of(e);
    while (at > 0 && before(key, key_of(&list[at - 1])))
        at--;
    if (at > 0 && equal(key_of(&list[at - 1]), key))
        return;
    if (world->scratch->reported_count == world->options.max_remembered) {
        world->stats.forgotten++;
        return;
    }
    memmove(list + at + 1, list + at, (world->scratch->reported_count++ - at) * sizeof *list);
    list[at] = *e;
}

bool hail_remember_add(hail_world *world, const hail_rule_entry *rule, const hail_contact *rows, uint32_t count) {
    const uint32_t time = hail_remember_time(world, rule);
    if (!fits(world, count))
        return false;
    const uint32_t hit_left = time == HAIL_ONCE || time == HAIL_UNTIL_APART ? time : time ? time - 1 : 0;
    for (uint32_t i = 0; i < count; i++) {
        hail_remembered e = entry_of(&rows[i]);
        e.left = e.grazed ? (rule->graze_once ? HAIL_ONCE : 0) : hit_left;
        if (e.left)
            report(world, &e);
    }
    return true;
}

/* ---- The end of a step ------------------------------------------------------------------------------------------- */

/* The rule of an entry as it is now; mode HAIL_IGNORE: it is gone. */
static hail_rule_entry rule_of(const hail_world *world, const hail_remembered *e) {
    const hail_layer *layer = world->bodies.layer[e->layer_a];
    if (e->layer_b == WITH_TILES)
        return rule_with_tiles(e->layer_a, &layer->tiles);
    if (e->layer_b == WITH_WALLS)
        return rule_with_walls(e->layer_a, &layer->walls);
    for (uint32_t r = 0; r < world->rules.count; r++) {
        const hail_rule_entry *rule = &rule_entries(&world->rules)[r];
        if (rule->a == e->layer_a && rule->b == e->layer_b)
            return *rule;
    }
    return (hail_rule_entry){.mode = HAIL_IGNORE};
}

/* What the entries of one rule are kept for. */
typedef struct keeping {
    uint32_t layers; /* of the rule; UINT32_MAX: none yet */
    bool hits, grazes;
} keeping;

static void look_up(keeping *k, const hail_world *world, const hail_remembered *e) {
    const uint32_t layers = (uint32_t)e->layer_a << 8 | e->layer_b;
    if (layers == k->layers)
        return;
    const hail_rule_entry rule = rule_of(world, e);
    k->layers = layers;
    k->hits = rule.mode != HAIL_IGNORE && hail_remember_time(world, &rule);
    k->grazes = rule.mode != HAIL_IGNORE && rule.graze_once;
}

/* Whether an entry lasts for another step. */
static bool lasts(const hail_world *world, hail_remembered *e) {
    const bool found = e->touching;
    e->touching = 0;
    if (!slots_alive(&world->bodies, e->a) || (e->layer_b < HAIL_MAX_LAYERS && !slots_alive(&world->bodies, e->b)))
        return false;
    if (e->left == HAIL_UNTIL_APART)
        return found;
    return e->left == HAIL_ONCE || --e->left > 0;
}

/* Drops what is no longer remembered. */
static uint32_t compact(hail_world *world) {
    hail_remembered *list = entries(world);
    keeping k = {.layers = UINT32_MAX};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->pair_memory.count; i++) {
        look_up(&k, world, &list[i]);
        if (!lasts(world, &list[i]) || !(list[i].grazed ? k.grazes : k.hits))
            continue;
        if (kept != i)
            list[kept] = list[i];
        kept++;
    }
    return kept;
}

/* Merges `count` reported pairs into `kept` entries, from the end: what follows a pair moves at once. A pair is never
 * in both lists. */
static void merge(hail_world *world, uint32_t kept, uint32_t count) {
    hail_remembered *list = entries(world);
    const hail_remembered *reported = world->scratch->reported.data;
    for (; count; count--) {
        const uint32_t at = lower_bound(list, kept, key_of(&reported[count - 1]));
        memmove(list + at + count, list + at, (kept - at) * sizeof *list);
        list[at + count - 1] = reported[count - 1];
        kept = at;
    }
}

static bool grow_list(hail_world *world, size_t count) {
    hail_buffer *list = &world->pair_memory.list;
    const size_t max = world->options.max_remembered, room = list->bytes / sizeof(hail_remembered);
    if (count <= room || room == max)
        return true;
    size_t want = count > room * 2 ? count : room * 2;
    want = want > MIN_REMEMBERED ? want : MIN_REMEMBERED;
    return hail_state_grow(&world->heap, list, (want < max ? want : max) * sizeof(hail_remembered));
}

/* Removes the reported pairs of bodies that are gone already. */
static uint32_t drop_dead(const hail_world *world) {
    hail_remembered *list = world->scratch->reported.data;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->scratch->reported_count; i++)
        if (slots_alive(&world->bodies, list[i].a) &&
            (list[i].layer_b >= HAIL_MAX_LAYERS || slots_alive(&world->bodies, list[i].b)))
            list[kept++] = list[i];
    return kept;
}

bool hail_remember_fit(hail_world *world) {
    return grow_list(world, (size_t)world->pair_memory.count + world->scratch->reported_count);
}

void hail_remember_end(hail_world *world, bool complete) {
    hail_pair_memory *memory = &world->pair_memory;
    if (!memory->count && !world->scratch->reported_count)
        return;
    for (uint32_t i = 0; !complete && i < memory->count; i++)
        entries(world)[i].touching = 0;
    if (!complete)
        return;
    const uint32_t reported = drop_dead(world);
    const uint32_t kept = compact(world), room = world->options.max_remembered - kept;
    const uint32_t count = reported < room ? reported : room;
    world->stats.forgotten += reported - count;
    merge(world, kept, count);
    memory->count = kept + count;
}

/* ---- Room -------------------------------------------------------------------------------------------------------- */

static uint32_t count_rules(const hail_world *world) {
    uint32_t count = 0;
    for (uint32_t r = 0; r < world->rules.count; r++)
        count += hail_remembers(world, &rule_entries(&world->rules)[r]);
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++) {
        const hail_layer *layer = world->bodies.layer[l];
        if (!layer)
            continue;
        const hail_rule_entry tiles = rule_with_tiles(l, &layer->tiles), walls = rule_with_walls(l, &layer->walls);
        count += tiles.mode && hail_remembers(world, &tiles);
        count += walls.mode && hail_remembers(world, &walls);
    }
    return count;
}

bool hail_remember_reserve(hail_world *world, size_t pairs) {
    const size_t want = pairs * count_rules(world), max = world->options.max_remembered;
    const size_t room = want < max ? want : max;
    return !room ||
           (hail_scratch_grow(&world->scratch->heap, &world->scratch->reported, room * sizeof(hail_remembered)) &&
            grow_list(world, room));
}
