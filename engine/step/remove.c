/* engine/step/remove.c - frees bodies in slot order; otherwise the order of free slots would depend on how layers were
 * permuted. */
#include "remove.h"

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

void hail_remove_bodies(hail_world *world) {
    const uint8_t *flags = body_removal_flags(&world->bodies);
    for (uint32_t slot = world->bodies.marked_min; world->bodies.marked && slot <= world->bodies.marked_max; slot++)
        if (flags[slot] & SLOT_REASONS)
            remove_slot(world, slot, flags[slot] & SLOT_REASONS);
    world->bodies.marked = 0;
}
