/* engine/step/step.c - one step, as a list. Each stage is a file of its own. */
#include <float.h>

#include "bin.h"
#include "collide.h"
#include "events/event_contacts.h"
#include "events/event_rules.h"
#include "lowest_bit.h"
#include "move.h"
#include "pairs/plan.h"
#include "contacts/remember.h"
#include "remove.h"
#include "reserve.h"
#include "static_layers.h"
#include "step_run.h"
#include "statics/stops.h"
#include "validate.h"
#include "world/arguments.h"
#include "world/layers.h"
#include "world/shared_scratch.h"

static hail_status check_step(const hail_world *world, float dt) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    if (world->busy || scratch_busy(world))
        return hail_fail_busy(world);
    return hail_check_number(world->heap.error, "dt", (double)dt, 0.0, FLT_MAX);
}

/* Forgets the last step's figures, and makes room for this one. False without memory. */
static bool begin_step(hail_world *world) {
    const hail_step_stats last = world->stats;
    world->stats = (hail_step_stats){.variant = last.variant, .step = last.step, .idle_rules = world->rules.idle};
    world->removal_count = 0;
    world->kept_count = 0;
    hail_layers_changed(&world->bodies);
    hail_events_begin_step(world);
    if (!hail_world_needs_scratch(world) || !hail_layers_open_scratch(world))
        return false;
    world->scratch->earliest.layers = 0;
    world->scratch->stops.count = 0;
    const bool reserved = hail_reserve_step(world);
    if (reserved)
        hail_remember_begin(world);
    world->stats.step += reserved;
    world->busy = reserved;
    return reserved;
}

/* Keeps what the next step compares with: reported pairs and touching pairs. */
static hail_status keep_pairs(hail_world *world, hail_status status) {
    if (status == HAIL_OK && world->scratch->reported_count && !hail_remember_fit(world))
        status = HAIL_NO_MEMORY;
    if (status == HAIL_OK && world->scratch != world->own_scratch && !hail_events_release_rows(world))
        status = HAIL_NO_MEMORY;
    return hail_events_end_step(world, status);
}

/* What a step that began leaves behind, even if it failed. */
static void end_step(hail_step_run *run) {
    hail_world *world = run->world;
    for (uint64_t left = world->bodies.used; left; left &= left - 1)
        world->stats.quarantined += layer_quarantined(world->bodies.layer[lowest_bit_64(left)]);
    static_layers_told(world);
    world->stats.allocations = world_allocations(world) - run->calls;
    world->busy = false;
}

bool hail_step_begin(hail_step_run *run, hail_world *world) {
    run->world = world;
    run->calls = world_allocations(world);
    run->status = HAIL_OK;
    const bool begun = begin_step(world);
    if (!begun) {
        hail_layers_close_scratch(world);
        end_step(run);
    }
    return begun;
}

void hail_step_collide(hail_step_run *run, float dt, const hail_listener *listener) {
    hail_world *world = run->world;
    hail_clock *clock = &run->clock;
    *clock = hail_clock_start(world->options.timed ? world->stats.ns : NULL);
    hail_validate_bodies(world);
    hail_clock_lap(clock, HAIL_STAGE_VALIDATE);
    hail_move_bodies(world, dt);
    hail_clock_lap(clock, HAIL_STAGE_MOVE);
    run->status = index_static_layers(world) ? HAIL_OK : HAIL_NO_MEMORY;
    if (run->status == HAIL_OK) {
        hail_plan_rules(world);
        bin_bodies(world);
        hail_clock_lap(clock, HAIL_STAGE_BIN);
        run->status = hail_collide_rules(world, clock, listener); /* pairs to walls, rule by rule */
    }
    run->status = keep_pairs(world, run->status);
    hail_layers_close_scratch(world);
}

hail_status hail_step_end(hail_step_run *run) {
    hail_world *world = run->world;
    hail_stop_bodies(world);
    hail_clock_lap(&run->clock, HAIL_STAGE_MOVE);
    hail_remove_bodies(world);
    hail_remember_end(world, run->status == HAIL_OK);
    hail_clock_lap(&run->clock, HAIL_STAGE_REMOVALS);
    end_step(run);
    return run->status;
}

hail_status hail_step_whole(hail_world *world, float dt, const hail_listener *listener) {
    hail_step_run run;
    if (!hail_step_begin(&run, world))
        return HAIL_NO_MEMORY;
    hail_step_collide(&run, dt, listener);
    return hail_step_end(&run);
}

/* A scratch that the world shares is busy meanwhile: other worlds cannot step with it. */
static hail_status step(hail_world *world, float dt, const hail_listener *listener) {
    hail_status status = check_step(world, dt);
    if (status != HAIL_OK)
        return status;
    if (world->scratch)
        world->scratch->busy = true;
    status = hail_step_whole(world, dt, listener);
    if (world->scratch)
        world->scratch->busy = false;
    return status == HAIL_NO_MEMORY ? hail_fail_memory(world->heap.error) : status;
}

hail_status hail_step(hail_world *world, float dt, hail_contacts_fn *on_contacts, void *user) {
    const hail_listener listener = {on_contacts, user, false, NULL};
    return step(world, dt, &listener);
}

hail_status hail_step_on_tasks(hail_world *world, float dt, hail_contacts_fn *on_contacts, void *const *users) {
    const hail_listener listener = {on_contacts, users ? users[0] : NULL, true, users};
    return step(world, dt, &listener);
}

const hail_step_stats *hail_stats(const hail_world *world) { return world ? &world->stats : NULL; }

const hail_removal *hail_removals(const hail_world *world, size_t *count) {
    if (count)
        *count = world ? world->removal_count : 0;
    return world && world->removal_count ? world->removals.data : NULL;
}

const hail_contact *hail_contacts(const hail_world *world, size_t *count) {
    const size_t kept = world ? world->kept_count : 0;
    if (count)
        *count = kept;
    return kept ? world->kept.data : NULL;
}

const char *hail_stage_name(size_t stage) {
    static const char *const names[HAIL_STAGE_COUNT] = {
        [HAIL_STAGE_VALIDATE] = "validate", [HAIL_STAGE_MOVE] = "move",     [HAIL_STAGE_BIN] = "bin",
        [HAIL_STAGE_PAIRS] = "pairs",       [HAIL_STAGE_NARROW] = "narrow", [HAIL_STAGE_ORDER] = "order",
        [HAIL_STAGE_CONTACTS] = "contacts", [HAIL_STAGE_TILES] = "tiles",   [HAIL_STAGE_WALLS] = "walls",
        [HAIL_STAGE_REMOVALS] = "removals"};
    return stage < HAIL_STAGE_COUNT ? names[stage] : NULL;
}
