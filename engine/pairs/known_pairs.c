/* engine/pairs/known_pairs.c - most rows are of the pair that was found last of their body, or of a pair that was never
 * put in: what is known by slot tells that, in the order of the rows. Only the others need a look at the table, which
 * is larger than the cache. */
#include "known_pairs.h"

#include "pair_table.h"

enum { BLOCK = 128 /* rows that are looked up together */ };

/* ---- Rows as keys ------------------------------------------------------------------------------------------------ */

static bool is_graze(const hail_contact *row) { return row->kind == HAIL_CONTACT_GRAZE; }

/* As hail_remembered.b. Handles of tiles and walls are 0. */
static hail_handle other_of(const hail_contact *row) {
    return (hail_handle){row->layer_b < HAIL_MAX_LAYERS ? row->b.slot : row->part_b, row->b.generation};
}

static hail_pair_key key_of(const hail_contact *row) {
    return (hail_pair_key){(uint64_t)row->a.slot << 32 | other_of(row).slot,
                           (uint64_t)row->layer_a << 16 | (uint64_t)row->layer_b << 8 | is_graze(row)};
}

/* Bits, so that no branch has to be predicted: 0 if they are the same. */
static uint32_t handles_differ(hail_handle a, hail_handle b) {
    return (a.slot ^ b.slot) | (a.generation ^ b.generation);
}

/* Whether an entry is of the very bodies of a row. */
static bool same_pair(const hail_remembered *e, const hail_contact *row) {
    const uint32_t layers = (uint32_t)(e->layer_a ^ row->layer_a) | (uint32_t)(e->layer_b ^ row->layer_b);
    const uint32_t bodies = handles_differ(e->a, row->a) | handles_differ(e->b, other_of(row));
    return !(bodies | layers | (uint32_t)(e->grazed ^ is_graze(row)));
}

/* Drops a row, or not. As a choice of two values, compilers make it a branch. */
static void drop_if(hail_contact *row, uint32_t drop) { row->kind &= (uint8_t)(drop - 1u); }

/* ---- By slot ----------------------------------------------------------------------------------------------------- */

/* Whether none of the row's pairs, of the very body a, was ever put in. */
static bool is_new(const hail_pair_recent *recent, const hail_contact *row, hail_handle b) {
    return (recent->generation != row->a.generation) | !(recent->seen >> pair_seen_bit(b.slot) & 1);
}

/* Whether a row is of the pair that was found last, if that is remembered for good. The body a is the same. */
static bool is_recent(const hail_pair_recent *recent, const hail_contact *row, hail_handle b) {
    const uint32_t flags = PAIR_FOREVER | row->layer_a | (is_graze(row) ? PAIR_GRAZED : 0);
    return !((recent->b_slot ^ b.slot) | (recent->found ^ b.generation) | (uint32_t)(recent->layer_b ^ row->layer_b) |
             (recent->flags ^ flags));
}

/* Drops rows by what is known by slot. Lists those that have to be looked up. Which ones is no branch: it could not be
 * predicted. Returns how many they are. */
static uint32_t drop_recent(const hail_pair_memory *memory, hail_known_lookups asked, hail_contact *row, uint32_t count,
                            uint32_t *list) {
    static const hail_pair_recent nothing = {0};
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i++) {
        const hail_pair_recent *known = pair_recent(memory, row[i].a.slot), *recent = known ? known : &nothing;
        const hail_handle b = other_of(&row[i]);
        const bool looks = (row[i].kind != 0) & (is_graze(&row[i]) ? asked.grazes : asked.hits);
        const bool old = looks & !is_new(recent, &row[i], b);
        const uint32_t found = (uint32_t)old & is_recent(recent, &row[i], b);
        drop_if(&row[i], found);
        list[listed] = i;
        listed += (uint32_t)old & ((uint32_t)found ^ 1u);
    }
    return listed;
}

/* ---- In the table ------------------------------------------------------------------------------------------------ */

/* Whether an entry holds a row's pair, and it is remembered. That it is found again is noted. */
static bool knows(const hail_pair_memory *memory, hail_remembered *entry, const hail_contact *row) {
    if (!pair_lasts(entry, memory->steps) || !same_pair(entry, row))
        return false;
    if (entry->time == HAIL_UNTIL_APART)
        entry->since = memory->steps;
    return true;
}

/* The entry of a row's body's last pair. Of one that is remembered for good it is any entry. */
static uint32_t last_entry(const hail_pair_memory *memory, const hail_contact *row) {
    const hail_pair_recent *recent = pair_recent(memory, row->a.slot);
    return recent->flags & PAIR_FOREVER ? 0 : recent->found;
}

/* Drops the listed rows whose pairs lie where one was found last. Returns how many are left in the list. */
static uint32_t drop_in_place(const hail_pair_memory *memory, hail_contact *row, uint32_t *list, uint32_t listed) {
    hail_remembered *entries = pair_entries(memory);
    uint32_t left = 0;
    for (uint32_t k = 0; k < listed; k++)
        HAIL_FETCH(&entries[last_entry(memory, &row[list[k]])]);
    for (uint32_t k = 0; k < listed; k++) {
        hail_contact *of = &row[list[k]];
        const bool found = knows(memory, &entries[last_entry(memory, of)], of);
        drop_if(of, found);
        list[left] = list[k];
        left += !found;
    }
    return left;
}

/* Whether a row's pair is remembered, wherever it lies. */
static bool known(const hail_pair_memory *memory, const hail_contact *row, uint32_t hash) {
    hail_remembered *entry = pair_entry(memory, key_of(row), hash);
    if (!knows(memory, entry, row))
        return false;
    hail_pair_recent_set(memory, entry);
    return true;
}

/* Fetches all entries first. */
static void drop_known(const hail_pair_memory *memory, hail_contact *row, const uint32_t *list, uint32_t listed) {
    uint32_t hash[BLOCK];
    for (uint32_t k = 0; k < listed; k++) {
        hash[k] = pair_hash(key_of(&row[list[k]]));
        HAIL_FETCH(&pair_entries(memory)[pair_home(memory, hash[k])]);
    }
    for (uint32_t k = 0; k < listed; k++)
        if (known(memory, &row[list[k]], hash[k]))
            row[list[k]].kind = 0;
}

void hail_known_drop(const hail_pair_memory *memory, hail_known_lookups asked, hail_contact *row, uint32_t count) {
    uint32_t list[BLOCK];
    for (uint32_t i = 0; i < count; i += BLOCK) {
        const uint32_t n = count - i < BLOCK ? count - i : BLOCK;
        uint32_t listed = drop_recent(memory, asked, row + i, n, list);
        listed = drop_in_place(memory, row + i, list, listed);
        drop_known(memory, row + i, list, listed);
    }
}
