/* engine/pairs/pair_table.c - linear probing; whatever is removed, the others lie as if it had never been there. */
#include "pair_table.h"

enum { MIN_ROOM = 256 };

void hail_pair_recent_set(const hail_pair_memory *memory, const hail_remembered *entry) {
    hail_pair_recent *recent = pair_recent(memory, entry->a.slot);
    const bool forever = entry->time == HAIL_ONCE;
    recent->b_slot = entry->b.slot;
    recent->found = forever ? entry->b.generation : (uint32_t)(entry - pair_entries(memory));
    recent->layer_b = entry->layer_b;
    recent->flags = (uint8_t)(entry->layer_a | (entry->grazed ? PAIR_GRAZED : 0) | (forever ? PAIR_FOREVER : 0));
}

void hail_pair_recent_forget(hail_pair_memory *memory) {
    hail_pair_recent *recent = memory->recent.data;
    const size_t count = memory->recent.bytes / sizeof *recent;
    for (size_t i = 0; i < count; i++)
        recent[i].flags = 0, recent[i].found = 0;
}

static void note_seen(const hail_pair_memory *memory, const hail_remembered *e) {
    hail_pair_recent *recent = pair_recent(memory, e->a.slot);
    const uint16_t bit = (uint16_t)(1u << pair_seen_bit(e->b.slot));
    recent->seen = recent->generation == e->a.generation ? recent->seen | bit : bit;
    recent->generation = e->a.generation;
}

void hail_pair_table_put(hail_pair_memory *memory, const hail_remembered *e) {
    const hail_pair_key key = pair_key_of(e);
    hail_remembered *entry = pair_entry(memory, key, pair_hash(key));
    memory->count += !entry->time;
    *entry = *e;
    note_seen(memory, e);
    hail_pair_recent_set(memory, entry);
}

/* Puts what lies at `at` where a search for it ends if all before it in its run lie where they belong. */
static void move_back(const hail_pair_memory *memory, uint32_t at) {
    hail_remembered *entries = pair_entries(memory);
    const uint32_t mask = memory->room - 1;
    uint32_t to = pair_home(memory, pair_hash(pair_key_of(&entries[at])));
    while (to != at && entries[to].time)
        to = (to + 1) & mask;
    if (to == at)
        return;
    entries[to] = entries[at];
    entries[at] = (hail_remembered){.time = 0};
}

/* Goes once around the table, from an empty entry: so every run of taken entries is seen from its beginning. */
void hail_pair_table_purge(hail_world *world, hail_pair_stays_fn *stays, void *user) {
    hail_pair_memory *memory = &world->pair_memory;
    hail_remembered *entries = pair_entries(memory);
    uint32_t empty = 0;
    if (!memory->count)
        return;
    while (entries[empty].time)
        empty++;
    for (uint32_t i = 1; i < memory->room; i++) {
        const uint32_t at = (empty + i) & (memory->room - 1);
        if (!entries[at].time)
            continue;
        if (stays(world, &entries[at], user)) {
            move_back(memory, at);
            continue;
        }
        entries[at] = (hail_remembered){.time = 0};
        memory->count--;
    }
}

bool hail_pair_recent_grow(hail_world *world, uint32_t slots) {
    hail_buffer *recent = &world->pair_memory.recent;
    const size_t need = slots * sizeof(hail_pair_recent), twice = recent->bytes * 2;
    return need <= recent->bytes || hail_state_grow(&world->heap, recent, need > twice ? need : twice);
}

bool hail_pair_table_grow(hail_world *world, size_t count) {
    hail_pair_memory *memory = &world->pair_memory, larger = *memory;
    larger.room = MIN_ROOM;
    while (pair_table_limit(&larger) < count)
        larger.room *= 2;
    if (larger.room <= memory->room)
        return true;
    larger.count = 0;
    larger.table.bytes = larger.room * sizeof(hail_remembered);
    larger.table.data = hail_state_new(&world->heap, larger.table.bytes);
    if (!larger.table.data)
        return false;
    for (uint32_t i = 0; i < memory->room; i++)
        if (pair_entries(memory)[i].time)
            hail_pair_table_put(&larger, &pair_entries(memory)[i]);
    hail_state_free(&world->heap, memory->table.data, memory->table.bytes);
    *memory = larger;
    return true;
}
