/* engine/pairs/pair_table.h - the hash table of remembered pairs (world/world_state.h). What it answers never depends
 * on where a pair lies. Pairs that are forgotten stay in it until room is needed: most steps look only at few entries.
 */
#ifndef HAIL_PAIRS_PAIR_TABLE_H
#define HAIL_PAIRS_PAIR_TABLE_H

#include "compiler.h"
#include "world/world_state.h"

/* What a pair is found by. */
typedef struct hail_pair_key {
    uint64_t slots;  /* of a; of b or part_b */
    uint64_t layers; /* layer a, layer b, grazed */
} hail_pair_key;

static inline hail_pair_key pair_key_of(const hail_remembered *e) {
    return (hail_pair_key){(uint64_t)e->a.slot << 32 | e->b.slot,
                           (uint64_t)e->layer_a << 16 | (uint64_t)e->layer_b << 8 | e->grazed};
}

static inline bool pair_keys_equal(hail_pair_key a, hail_pair_key b) {
    return a.slots == b.slots && a.layers == b.layers;
}

static inline hail_remembered *pair_entries(const hail_pair_memory *memory) { return memory->table.data; }

/* The finalizer of MurmurHash3 (A. Appleby), without its last step. */
static inline uint32_t pair_hash(hail_pair_key key) {
    uint64_t x = key.slots ^ key.layers * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 33) * 0xff51afd7ed558ccdu;
    x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53u;
    return (uint32_t)(x >> 32);
}

/* Where the search for a hash begins. There is room. */
static inline uint32_t pair_home(const hail_pair_memory *memory, uint32_t hash) { return hash & (memory->room - 1); }

/* The entry of a key with its hash, or the empty entry where it would lie. */
static inline hail_remembered *pair_entry(const hail_pair_memory *memory, hail_pair_key key, uint32_t hash) {
    hail_remembered *entries = pair_entries(memory);
    uint32_t at = pair_home(memory, hash);
    while (entries[at].time && !pair_keys_equal(pair_key_of(&entries[at]), key))
        at = (at + 1) & (memory->room - 1);
    return &entries[at];
}

/* Whether an entry holds a pair that is remembered in a step (hail_pair_memory.steps). */
static inline bool pair_lasts(const hail_remembered *e, uint64_t steps) {
    const uint64_t time = e->time == HAIL_UNTIL_APART ? 2 : e->time;
    return e->time == HAIL_ONCE || steps - e->since < time;
}

enum { PAIR_GRAZED = 64, PAIR_FOREVER = 128 }; /* flags of hail_pair_recent, beside HAIL_MAX_LAYERS layers */

_Static_assert((int)HAIL_MAX_LAYERS <= (int)PAIR_GRAZED, "a layer and flags fit a byte");

/* What is known of the body in a slot; NULL: no pair of it is in the table. */
static inline hail_pair_recent *pair_recent(const hail_pair_memory *memory, uint32_t slot) {
    hail_pair_recent *recent = memory->recent.data;
    return slot < memory->recent.bytes / sizeof *recent ? &recent[slot] : NULL;
}

/* A pair's bit in hail_pair_recent.seen, by slot of b or part_b. */
static inline uint32_t pair_seen_bit(uint32_t b) { return b * 0x9e3779b1u >> 28; }

/* Notes that a pair was found at an entry. */
void hail_pair_recent_set(const hail_pair_memory *memory, const hail_remembered *entry);

/* Makes room for what is known of the bodies in so many slots. False without memory. */
bool hail_pair_recent_grow(hail_world *world, uint32_t slots);

/* Takes a pair in, instead of what its key found before. There is room, also in `recent`. */
void hail_pair_table_put(hail_pair_memory *memory, const hail_remembered *e);

/* Whether a pair is to stay. May change for how long it is remembered. */
typedef bool hail_pair_stays_fn(const hail_world *world, hail_remembered *e, void *user);

/* Removes pairs that do not stay. If their bodies are alive and they were to be remembered for longer, the caller has
 * to forget what was found last of them. */
void hail_pair_table_purge(hail_world *world, hail_pair_stays_fn *stays, void *user);

/* How many pairs a table takes: more would make searches long. */
static inline uint32_t pair_table_limit(const hail_pair_memory *memory) { return memory->room / 2; }

/* Forgets which pairs were found last, but not which were seen. */
void hail_pair_recent_forget(hail_pair_memory *memory);

/* Makes the table take `count` pairs; none of them is of a body that is gone. False without memory: it is as it was. */
bool hail_pair_table_grow(hail_world *world, size_t count);

#endif
