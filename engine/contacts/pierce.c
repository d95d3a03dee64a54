/* engine/contacts/pierce.c - chooses each body's first hits by the t of the last one, and the number of ties there. */
#include "pierce.h"

#include "base/sort.h"
#include "earliest.h"
#include "lowest_bit.h"
#include "world/slots.h"

enum { MIN_HITS = 1024 };

/* The last hit that a body keeps: all before `t`, and at `t` the first `ties` in the order of contacts. */
typedef struct last_hit {
    float t;
    uint32_t ties;
} last_hit;

static const last_hit keep_all = {HAIL_NEVER, UINT32_MAX}, keep_none = {-1.0f, 0};

static const uint32_t *pierce_of(const hail_world *world, uint32_t layer) {
    return layer_words(world->bodies.layer[layer], COLUMN_PIERCE);
}

static bool is_graze(const hail_contact *row) { return row->kind == HAIL_CONTACT_GRAZE; }

/* ---- Room -------------------------------------------------------------------------------------------------------- */

/* How many rules choose their hits here. */
static uint32_t count_rules(const hail_world *world) {
    uint32_t count = 0;
    for (uint64_t left = world->rules.layers.earliest & world->bodies.used; left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left);
        if (!pierce_used(world, l))
            continue;
        for (uint32_t r = 0; r < world->rules.count; r++) {
            const hail_rule *rule = &rule_entries(&world->rules)[r];
            count += rule->mode == HAIL_EARLIEST && rule->layer_a == l;
        }
    }
    return count;
}

static bool reserve_hits(hail_world *world, size_t count) {
    hail_buffer *hits = &world->scratch->pierce.hits;
    const size_t room = hits->bytes / sizeof(uint64_t);
    if (count <= room)
        return true;
    const size_t want = count > room * 2 ? count : room * 2;
    return hail_scratch_keep(&world->scratch->heap, hits, (want > MIN_HITS ? want : MIN_HITS) * sizeof(uint64_t));
}

static bool reserve_sort(hail_world *world, size_t count) {
    const size_t bytes = count * sizeof(uint64_t) + HAIL_SORT_DIGITS * sizeof(uint32_t);
    hail_buffer *sorted = &world->scratch->pierce.sorted;
    return bytes <= sorted->bytes ||
           hail_scratch_grow(&world->scratch->heap, sorted, bytes + count * sizeof(uint64_t) / 2);
}

bool hail_pierce_reserve(hail_world *world, uint32_t slots, size_t pairs) {
    const uint32_t rules = count_rules(world);
    if (!rules)
        return true;
    pairs = pairs * rules > MIN_HITS ? pairs * rules : MIN_HITS;
    return hail_scratch_grow(&world->scratch->heap, &world->scratch->pierce.ties, slots * sizeof(uint32_t)) &&
           reserve_hits(world, pairs) && reserve_sort(world, pairs);
}

/* ---- Choice ------------------------------------------------------------------------------------------------------ */

/* How many hits the body of a slot may have. pierce: the column of its layer; NULL: there is none. */
static uint32_t limit_of(const hail_world *world, const uint32_t *pierce, uint32_t slot) {
    return pierce ? pierce[slot_index(&world->bodies, slot)] : 1;
}

uint32_t hail_pierce_first_of_pairs(hail_contact *rows, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!rows[i].kind)
            continue;
        hail_contact *last = kept ? &rows[kept - 1] : NULL;
        const bool same = last && last->a.slot == rows[i].a.slot && last->b.slot == rows[i].b.slot;
        if (!same && kept != i)
            rows[kept] = rows[i];
        kept += !same;
        if (same && rows[i].t < last->t)
            *last = rows[i];
    }
    return kept;
}

/* ---- Recorded hits ----------------------------------------------------------------------------------------------- */

/* A hit as a number that sorts by slot, then t: t is not negative. */
static uint64_t key_of(const hail_contact *row) {
    const float t = row->t + 0.0f;
    uint32_t bits;
    memcpy(&bits, &t, sizeof bits);
    return (uint64_t)row->a.slot << 32 | bits;
}

static uint32_t slot_of(uint64_t key) { return (uint32_t)(key >> 32); }

static float t_of(uint64_t key) {
    const uint32_t bits = (uint32_t)key;
    float t;
    memcpy(&t, &bits, sizeof t);
    return t;
}

void hail_pierce_begin(hail_world *world) { world->scratch->pierce.count = 0; }

bool hail_pierce_record(hail_world *world, const hail_contact *rows, uint32_t count) {
    hail_pierce *pierce = &world->scratch->pierce;
    if (!reserve_hits(world, (size_t)pierce->count + count))
        return false;
    uint64_t *hits = pierce->hits.data;
    for (uint32_t i = 0; i < count; i++)
        if (!is_graze(&rows[i]))
            hits[pierce->count++] = key_of(&rows[i]);
    return true;
}

/* The last of the hits that a limit keeps, of hits sorted by t. A body with fewer has no last one. */
static last_hit last_of_keys(const uint64_t *hits, uint32_t count, uint32_t limit) {
    if (!limit)
        return keep_none;
    if (count < limit)
        return keep_all;
    last_hit last = {t_of(hits[limit - 1]), 0};
    for (uint32_t i = limit; i > 0 && hits[i - 1] == hits[limit - 1]; i--)
        last.ties++;
    return last;
}

bool hail_pierce_choose(hail_world *world, uint32_t layer) {
    hail_pierce *pierce = &world->scratch->pierce;
    const uint32_t *column = pierce_of(world, layer);
    if (!reserve_sort(world, pierce->count))
        return false;
    uint64_t *spare = pierce->sorted.data;
    uint32_t *counts = (uint32_t *)(void *)(spare + pierce->count), *ties = pierce->ties.data;
    const uint64_t *hits = hail_sort_by_radix(pierce->hits.data, spare, pierce->count, 0, counts);
    float *t = world->scratch->earliest.t.data;
    for (uint32_t i = 0, end; i < pierce->count; i = end) {
        const uint32_t slot = slot_of(hits[i]);
        for (end = i + 1; end < pierce->count && slot_of(hits[end]) == slot;)
            end++;
        const last_hit last = last_of_keys(hits + i, end - i, limit_of(world, column, slot));
        t[slot] = last.t;
        ties[slot] = last.ties;
    }
    return true;
}

/* ---- The rows of one body ---------------------------------------------------------------------------------------- */

/* The last hit that a limit keeps of a body's rows. `t` has room for their times. */
static last_hit last_of_rows(const hail_contact *rows, uint32_t count, uint32_t limit, float *t) {
    uint32_t hits = 0;
    if (!limit)
        return keep_none;
    for (uint32_t i = 0; i < count; i++)
        if (!is_graze(&rows[i]))
            t[hits++] = rows[i].t;
    if (hits < limit)
        return keep_all;
    last_hit last = {hail_select_float(t, hits, limit - 1), limit};
    for (uint32_t i = 0; i < hits; i++)
        last.ties -= t[i] < last.t;
    return last;
}

/* Takes the hits that were kept off the body's pierce column. */
static void take_off(hail_world *world, uint32_t slot, uint32_t hits) {
    const hail_layer *layer = world->bodies.layer[slot_layer(&world->bodies, slot)];
    uint32_t *pierce = layer_words(layer, COLUMN_PIERCE);
    if (!pierce || !hits)
        return;
    pierce += slot_index(&world->bodies, slot);
    *pierce -= hits;
    if (!*pierce)
        hail_slots_mark(&world->bodies, slot, HAIL_REMOVED_SPENT);
}

/* Whether a row is kept. Grazes are, up to the last hit; all of a body that hits nothing. */
static bool keeps(last_hit *last, const hail_contact *row) {
    if (is_graze(row))
        return row->t <= last->t || last->t < 0.0f;
    if (row->t != last->t)
        return row->t < last->t;
    if (!last->ties)
        return false;
    last->ties--;
    return true;
}

/* Moves the rows of one body that are kept to `to`, and counts the hits among them. Returns how many rows they are. */
static uint32_t keep_rows(const hail_contact *rows, uint32_t count, last_hit *last, hail_contact *to, uint32_t *hits) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!keeps(last, &rows[i]))
            continue;
        *hits += !is_graze(&rows[i]);
        if (&to[kept] != &rows[i])
            to[kept] = rows[i];
        kept++;
    }
    return kept;
}

/* What keeps rows of one rule. */
typedef struct keeping_rows {
    hail_world *world;
    const uint32_t *pierce; /* the column; NULL: none */
    bool recorded;          /* the last hits are in scratch.earliest and scratch.pierce */
    hail_contact *to;       /* where the next row that is kept goes */
} keeping_rows;

static uint32_t count_hits(const hail_contact *rows, uint32_t count) {
    uint32_t hits = 0;
    for (uint32_t i = 0; i < count; i++)
        hits += !is_graze(&rows[i]);
    return hits;
}

/* Keeps all rows of one body. */
static void keep_all_rows(keeping_rows *k, const hail_contact *rows, uint32_t count) {
    for (uint32_t i = 0; i < count && k->to != rows; i++)
        k->to[i] = rows[i];
    k->to += count;
}

/* Keeps what is to be kept of the rows of one body. One that hits nothing grazes all it passes. */
static void keep_of_body(keeping_rows *k, const hail_contact *rows, uint32_t count) {
    hail_world *world = k->world;
    const uint32_t slot = rows->a.slot;
    float *t = world->scratch->earliest.t.data;
    uint32_t *ties = world->scratch->pierce.ties.data, hits = 0;
    if (!k->recorded && !count_hits(rows, count)) {
        keep_all_rows(k, rows, count);
        return;
    }
    last_hit last = k->recorded
                        ? (last_hit){t[slot], ties[slot]}
                        : last_of_rows(rows, count, limit_of(world, k->pierce, slot), world->scratch->pierce.hits.data);
    k->to += keep_rows(rows, count, &last, k->to, &hits);
    if (k->recorded)
        ties[slot] = last.ties;
    if (k->pierce)
        take_off(world, slot, hits);
}

/* Keeps the only row of a body that may have a hit. */
static void keep_only(keeping_rows *k, const hail_contact *row) {
    if (k->to != row)
        *k->to = *row;
    k->to++;
}

bool hail_pierce_keep(hail_world *world, uint32_t layer, hail_contact *rows, uint32_t count, uint32_t *kept) {
    keeping_rows k = {world, pierce_of(world, layer), hail_earliest_recorded(world, layer), rows};
    const bool simple = !k.pierce && !k.recorded;
    if (!k.recorded && !reserve_hits(world, count))
        return false;
    for (uint32_t i = 0, end; i < count; i = end) {
        const uint32_t slot = rows[i].a.slot;
        for (end = i + 1; end < count && rows[end].a.slot == slot;)
            end++;
        if (simple && end == i + 1)
            keep_only(&k, &rows[i]);
        else
            keep_of_body(&k, rows + i, end - i);
    }
    *kept = (uint32_t)(k.to - rows);
    return true;
}
