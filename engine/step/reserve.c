/* engine/step/reserve.c - makes room for a step with the present bodies or, in hail_reserve, with layers filled to
 * their capacity. */
#include "reserve.h"

#include "contacts/pierce.h"
#include "contacts/remember.h"
#include "memory_plan.h"
#include "events/event_contacts.h"
#include "events/event_rules.h"
#include "lowest_bit.h"
#include "pairs/resting.h"
#include "static_layers.h"
#include "world/arguments.h"
#include "world/layers.h"
#include "world/shared_scratch.h"
#include "world/slots.h"

enum {
    FEW_BODIES = 1 << 16, /* all of them may be listed as removed */
    MIN_TOUCHING = 1024   /* pairs that touch, at least, if rules report events */
};

/* What the choice of earliest hits needs: by slot, and for up to `pairs` hits of each rule. */
static bool reserve_earliest(hail_world *world, uint32_t slots, size_t pairs) {
    return grow_scratch(world, &world->scratch->earliest.t, world->rules.layers.earliest ? slots : 0, sizeof(float)) &&
           hail_pierce_reserve(world, slots, pairs);
}

/* What events need: user values as they were before a rule's callbacks. */
static bool reserve_users(const hail_memory_plan *d) {
    return grow_scratch(d->world, &d->world->scratch->users, hail_memory_plan_users(d), sizeof(uint64_t));
}

/* By default, a rule's pairs are held at once if they are as many as the bodies. */
static void raise_budget(hail_world *world, uint32_t slots) {
    const uint32_t budget = slots < HAIL_MAX_PAIR_BUDGET ? slots : HAIL_MAX_PAIR_BUDGET;
    if (world->default_budget && budget > world->options.pair_budget)
        world->options.pair_budget = budget;
}

/* How many bodies may leave in a step that must find room for them: any of a few, and any if callbacks on tasks may
 * despawn. Of many only those that the step removes by itself: hail_despawn makes room for those of the callback. */
static uint32_t count_leaving(const hail_world *world) {
    uint32_t bodies = 0;
    if (world->tasks || world->bodies.live <= FEW_BODIES)
        return world->bodies.live;
    for (uint64_t left = world->bodies.used; left; left &= left - 1) {
        const hail_layer *layer = world->bodies.layer[lowest_bit_64(left)];
        if (layer->options.bounds == HAIL_KILL || layer->column[COLUMN_LIFE] || layer->column[COLUMN_PIERCE])
            bodies += layer->count;
    }
    return bodies;
}

/* Whether a step saves the displacements of a layer's bodies: some swept rule names it, and not all stand still. */
static bool has_paths(const hail_world *world, uint32_t number) {
    const hail_layer *layer = world->bodies.layer[number];
    const hail_kernels *kernels = world->kernels;
    if (!(world->rules.layers.swept >> number & 1))
        return false;
    return !layer->options.is_static &&
           (layer->options.caller_moved || !(world->rules.layers.colliding >> number & 1) ||
            kernels->outside(layer_floats(layer, COLUMN_VX), layer->count, 0.0f, 0.0f) ||
            kernels->outside(layer_floats(layer, COLUMN_VY), layer->count, 0.0f, 0.0f));
}

bool hail_reserve_step(hail_world *world) {
    for (uint64_t left = world->bodies.used; left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left);
        world->bodies.layer[l]->scratch->swept = has_paths(world, l);
    }
    raise_budget(world, world->bodies.slot_count);
    world->may_go = count_leaving(world);
    const hail_memory_plan d = {.world = world};
    const size_t live = world->bodies.live ? world->bodies.live : 1;
    return hail_memory_plan_reserve(&d) && (!world->bodies.still || hail_reserve_static_layers(world)) &&
           (!world->rules.asking ||
            (hail_events_reserve(world, hail_memory_plan_least_pairs(live, MIN_TOUCHING)) && reserve_users(&d))) &&
           grow_kept(world, &world->removals, world->may_go, sizeof(hail_removal)) &&
           reserve_earliest(world, world->bodies.slot_count, 0);
}

/* ---- hail_reserve ------------------------------------------------------------------------------------------------ */

/* The slots of layers filled to their capacity. */
static uint32_t slots_of_all(const hail_world *world) {
    const uint64_t limit = world->options.max_bodies ? world->options.max_bodies : HAIL_MAX_BODIES;
    uint64_t slots = 0;
    for (uint64_t left = world->bodies.used; left; left &= left - 1)
        slots += world->bodies.layer[lowest_bit_64(left)]->capacity;
    slots = slots < limit ? slots : limit;
    return slots > world->bodies.slot_count ? (uint32_t)slots : world->bodies.slot_count;
}

static bool reserve_slots(hail_world *world, uint32_t slots) {
    return !slots || (hail_slots_reserve(&world->heap, &world->bodies, slots) &&
                      grow_kept(world, &world->removals, slots, sizeof(hail_removal)) &&
                      grow_scratch(world, &world->scratch->range_counts, slots, sizeof(uint32_t)) &&
                      grow_scratch(world, &world->scratch->earliest.t, slots, sizeof(float)));
}

static hail_status check_reserve(const hail_world *world, uint32_t layer, size_t bodies) {
    const hail_status status = hail_argument_layer(world, "layer", layer);
    const uint32_t limit = world->options.max_bodies ? world->options.max_bodies : HAIL_MAX_BODIES;
    if (status == HAIL_OK && (world->busy || scratch_busy(world)))
        return hail_fail_busy(world);
    if (status == HAIL_OK && bodies > limit)
        return hail_fail_above(world->heap.error, HAIL_FULL, "bodies", bodies, limit, "is more than max_bodies");
    return status;
}

/* What the world itself keeps. */
static bool reserve_world(hail_world *world, const hail_memory_plan *d) {
    return hail_reserve_full_static_layers(world) && hail_resting_reserve(world, d->pairs) &&
           hail_events_reserve(world, (size_t)d->pairs * world->rules.asking) &&
           (!world->rules.asking || hail_events_reserve_contacts(world, world->events.room));
}

/* What steps with the world's present scratch need. */
static bool reserve_scratch(hail_world *world, const hail_memory_plan *d) {
    const uint32_t slots = slots_of_all(world);
    const bool reserved = hail_layers_open_scratch(world) && reserve_slots(world, slots) &&
                          hail_memory_plan_reserve(d) && reserve_users(d) && reserve_earliest(world, slots, d->pairs) &&
                          hail_remember_reserve(world, slots, d->pairs);
    hail_layers_close_scratch(world);
    return reserved;
}

/* The same for every part of the scratch that it shares: any worker may step it. */
static bool reserve_parts(hail_world *world, const hail_memory_plan *d) {
    const hail_scratch *shared = world->options.scratch;
    bool reserved = true;
    for (uint32_t p = shared ? shared->count : 0; reserved && p-- > 1;) {
        world->scratch = shared->part[p];
        reserved = reserve_scratch(world, d);
    }
    if (shared)
        world->scratch = shared->part[0];
    return reserved && reserve_scratch(world, d);
}

hail_status hail_reserve(hail_world *world, uint32_t layer, size_t bodies, size_t pairs) {
    const hail_status status = world ? check_reserve(world, layer, bodies) : HAIL_BAD_ARGUMENT;
    if (status != HAIL_OK)
        return status;
    hail_events_begin_step(world); /* the last step's events lie in memory that may be replaced */
    hail_layer *l = hail_layer_use(&world->heap, &world->bodies, layer);
    if (!l || !hail_layer_fit(&world->heap, l, (uint32_t)bodies, l->options.columns) ||
        !hail_world_needs_scratch(world))
        return hail_fail_memory(world->heap.error);
    hail_layers_changed(&world->bodies); /* grids that grow lose what is in them */
    raise_budget(world, slots_of_all(world));
    const uint32_t budget = world->options.pair_budget;
    const hail_memory_plan d = {world, true, pairs < budget ? (uint32_t)pairs : budget};
    return reserve_parts(world, &d) && reserve_world(world, &d) ? HAIL_OK : hail_fail_memory(world->heap.error);
}
