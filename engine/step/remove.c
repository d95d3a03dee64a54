/* engine/step/remove.c - frees bodies in slot order; otherwise the order of free slots would depend on how layers were
 * permuted. */
#include "remove.h"

#include <string.h>

#include "world/bodies.h"

static void remove_slot(hail_world *world, uint32_t slot, uint8_t reasons) {
    const uint32_t number = slot_layer(&world->bodies, slot), index = slot_index(&world->bodies, slot);
    const uint32_t generation = body_slots(&world->bodies)[slot].generation;
    const uint64_t *user = layer_user(world->bodies.layer[number]);
    hail_removal *removal = (hail_removal *)world->removals.data + world->removal_count++;
    *removal = (hail_removal){
        .handle = {slot, generation}, .user = user ? user[index] : 0, .layer = (uint8_t)number, .reason = reasons};
    world->stats.killed += (reasons & HAIL_REMOVED_BOUNDS) != 0;
    world->stats.expired += (reasons & HAIL_REMOVED_LIFE) != 0;
    world->stats.despawned += (reasons & HAIL_REMOVED_DESPAWN) != 0;
    world->stats.spent += (reasons & HAIL_REMOVED_SPENT) != 0;
    hail_bodies_free(world, slot);
}

/* The next slot from `slot` on, up to `last`, whose body has a reason to go; last + 1: there is none. Nearly all have
 * none, so eight are looked at together. */
static uint32_t next_marked(const uint8_t *flags, uint32_t slot, uint32_t last) {
    uint64_t eight = 0;
    for (; slot + sizeof eight <= last; slot += sizeof eight) {
        memcpy(&eight, flags + slot, sizeof eight);
        if (eight)
            break;
    }
    while (slot <= last && !(flags[slot] & SLOT_REASONS))
        slot++;
    return slot;
}

void hail_remove_bodies(hail_world *world) {
    const uint8_t *flags = body_removal_flags(&world->bodies);
    const uint32_t last = world->bodies.marked_max;
    if (!world->bodies.marked)
        return;
    for (uint32_t slot = next_marked(flags, world->bodies.marked_min, last); slot <= last;
         slot = next_marked(flags, slot + 1, last))
        remove_slot(world, slot, flags[slot] & SLOT_REASONS);
    world->bodies.marked = 0;
}
