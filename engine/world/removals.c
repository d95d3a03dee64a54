#include "removals.h"

#include "bodies.h"

bool hail_removals_reserve(hail_world *world) {
    const size_t bodies = world->live ? world->live : 1;
    return hail_scratch_grow(&world->heap, &world->removals, bodies * sizeof(hail_removal));
}

void hail_removals_mark(hail_world *world, uint32_t slot, uint8_t reason) {
    uint8_t *fate = world_removal_flags(world) + slot;
    if (!(*fate & SLOT_REASONS)) {
        world->marked_low = !world->marked || slot < world->marked_low ? slot : world->marked_low;
        world->marked_high = !world->marked || slot > world->marked_high ? slot : world->marked_high;
        world->marked++;
    }
    *fate |= reason;
}

static void remove_slot(hail_world *world, uint32_t slot, uint8_t reasons) {
    const hail_slot *s = world_slots(world) + slot;
    const uint32_t number = s->place >> LOCATION_INDEX_BITS, index = s->place & ((1u << LOCATION_INDEX_BITS) - 1);
    const uint64_t *user = layer_user(world->layer[number]);
    hail_removal *removal = (hail_removal *)world->removals.data + world->removal_count++;
    *removal = (hail_removal){
        .handle = {slot, s->generation}, .user = user ? user[index] : 0, .layer = (uint8_t)number, .reason = reasons};
    world->stats.killed += (reasons & HAIL_REMOVED_BOUNDS) != 0;
    world->stats.expired += (reasons & HAIL_REMOVED_LIFE) != 0;
    world->stats.despawned += (reasons & HAIL_REMOVED_DESPAWN) != 0;
    hail_bodies_free(world, slot);
}

void hail_remove_bodies(hail_world *world) {
    const uint8_t *removal_flags = world_removal_flags(world);
    for (uint32_t slot = world->marked_low; world->marked && slot <= world->marked_high; slot++)
        if (removal_flags[slot] & SLOT_REASONS)
            remove_slot(world, slot, removal_flags[slot] & SLOT_REASONS);
    world->marked = 0;
}
