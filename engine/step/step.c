/* engine/step/step.c - one step, as a list. Each stage is a file of its own. */
#include <math.h>

#include "validate.h"
#include "bin.h"
#include "base/clock.h"
#include "earliest.h"
#include "collide.h"
#include "statics.h"
#include "move.h"
#include "world/removals.h"
#include "world/state.h"

static hail_status check_step(const hail_world *world, float dt) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    if (world->busy)
        return HAIL_BUSY;
    if (!isfinite(dt))
        return HAIL_NOT_FINITE;
    return dt < 0.0f ? HAIL_OUT_OF_RANGE : HAIL_OK;
}

static void begin_stats(hail_world *world) {
    world->stats = (hail_step_stats){.isa = world->kernels->name, .step = world->stats.step};
    world->removal_count = 0;
    world->noted = 0;
    world->stop_count = 0;
}

static void end_stats(hail_world *world, uint64_t calls) {
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++)
        world->stats.quarantined += world->layer[l] ? layer_quarantined(world->layer[l]) : 0;
    world->stats.allocations = world->heap.calls - calls;
}

hail_status hail_step(hail_world *world, float dt, hail_contacts_fn *on_contacts, void *context) {
    hail_status status = check_step(world, dt);
    if (status != HAIL_OK)
        return status;
    const uint64_t calls = world->heap.calls;
    begin_stats(world);
    if (!hail_bin_reserve(world) || !hail_removals_reserve(world) || !hail_earliest_reserve(world)) {
        end_stats(world, calls);
        return HAIL_NO_MEMORY;
    }
    world->busy = true;
    world->stats.step++;
    hail_clock clock = hail_clock_start(world->options.timed ? world->stats.ns : NULL);
    hail_validate_bodies(world);
    hail_clock_lap(&clock, HAIL_STAGE_VALIDATE);
    hail_move_bodies(world, dt);
    hail_clock_lap(&clock, HAIL_STAGE_MOVE);
    hail_bin_bodies(world);
    hail_clock_lap(&clock, HAIL_STAGE_BIN);
    status = hail_collide_all(world, &clock, on_contacts, context);
    hail_stop_bodies(world);
    hail_remove_bodies(world);
    hail_clock_lap(&clock, HAIL_STAGE_REMOVALS);
    world->busy = false;
    end_stats(world, calls);
    return status;
}

const hail_step_stats *hail_stats(const hail_world *world) { return world ? &world->stats : NULL; }

const hail_removal *hail_removals(const hail_world *world, size_t *count) {
    if (count)
        *count = world ? world->removal_count : 0;
    return world ? world->removals.data : NULL;
}

const char *hail_stage_name(size_t stage) {
    static const char *const names[HAIL_STAGE_COUNT] = {"admit",  "move",     "bin",     "pairs",
                                                        "narrow", "contacts", "removals"};
    return stage < HAIL_STAGE_COUNT ? names[stage] : NULL;
}
