/* engine/step/pair_table.c - linear probing; what is removed leaves no trace (D. Knuth, The Art of Computer
 * Programming, volume 3, 6.4, algorithm R). */
#include "pair_table.h"

enum { MIN_ROOM = 256 };

void hail_pair_table_put(hail_pair_memory *memory, const hail_remembered *e) {
    const hail_pair_key key = pair_key_of(e);
    const uint32_t hash = pair_hash(key);
    hail_remembered *place = pair_place(memory, key, hash);
    memory->count += !place->until;
    *place = *e;
    place->hash = hash;
    pair_set_recent(memory, e->a.slot, (uint32_t)(place - pair_places(memory)));
}

/* Whether `home` lies cyclically in (hole, at]: then what lies at `at` must not move back to the hole. */
static bool between(uint32_t hole, uint32_t home, uint32_t at) {
    return hole <= at ? hole < home && home <= at : hole < home || home <= at;
}

/* Empties a place, and moves those back that searches would no longer find. */
static void remove_at(hail_pair_memory *memory, uint32_t hole) {
    hail_remembered *places = pair_places(memory);
    const uint32_t mask = memory->room - 1;
    for (uint32_t at = (hole + 1) & mask; places[at].until; at = (at + 1) & mask) {
        if (between(hole, pair_home(memory, places[at].hash), at))
            continue;
        places[hole] = places[at];
        hole = at;
    }
    places[hole] = (hail_remembered){.until = 0};
    memory->count--;
}

void hail_pair_table_purge(hail_world *world, hail_pair_stays_fn *stays, void *context) {
    hail_pair_memory *memory = &world->pair_memory;
    hail_remembered *places = pair_places(memory);
    for (uint32_t i = 0; i < memory->room; i++)
        while (places[i].until && !stays(world, &places[i], context))
            remove_at(memory, i); /* another may come to lie here */
}

bool hail_pair_recent_grow(hail_world *world, uint32_t slots) {
    hail_buffer *recent = &world->pair_memory.recent;
    const size_t need = slots * sizeof(uint32_t), twice = recent->bytes * 2;
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
        if (pair_places(memory)[i].until)
            hail_pair_table_put(&larger, &pair_places(memory)[i]);
    hail_state_free(&world->heap, memory->table.data, memory->table.bytes);
    *memory = larger;
    return true;
}
