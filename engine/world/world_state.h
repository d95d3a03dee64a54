/* engine/world/world_state.h - the world from the inside. */
#ifndef HAIL_WORLD_WORLD_STATE_H
#define HAIL_WORLD_WORLD_STATE_H

#include <hail/step.h>

#include "body_store.h"
#include "event_store.h"
#include "kernels.h"
#include "pair_memory.h"
#include "resting_store.h"
#include "rule_store.h"
#include "shapeset_state.h"
#include "step_scratch.h"

/* Where grids are laid, chosen once for several steps (see pairs/plan.c). */
typedef struct hail_plan_box {
    hail_area area;
    uint32_t bodies; /* the active bodies when it was chosen; 0: never */
} hail_plan_box;

struct hail_world {
    hail_heap heap;
    hail_world_options options;
    const hail_kernels *kernels;
    hail_tasks hooks;        /* the caller's, if it gave some */
    const hail_tasks *tasks; /* &hooks; NULL: all runs on the calling thread */
    bool has_bounds;
    bool busy;           /* inside a step */
    const void *list;    /* the worlds that it is stepped with, see step/step_many.c; else NULL */
    bool default_budget; /* options.pair_budget grows with the bodies */
    bool on_tasks;       /* inside callbacks on tasks */

    hail_body_store bodies;
    hail_shapeset *shapes; /* its own, or the one that its options named */
    hail_shapeset own_shapes;
    hail_world *next_of_set; /* another world with these shapes */
    hail_rule_store rules;
    hail_pair_memory pair_memory;
    hail_event_store events;
    hail_resting_store resting;
    hail_plan_box box;

    hail_step_scratch *scratch;     /* the one that its next step uses; NULL: none is made yet */
    hail_step_scratch *own_scratch; /* made when it is first needed, unless its options name a shared one; else NULL */
    hail_step_room room;

    /* What the last step reported. */
    hail_step_stats stats;
    hail_buffer removals; /* hail_removal */
    uint32_t removal_count;
    uint32_t may_go;  /* bodies that this step may remove without being asked: there is room in `removals` */
    hail_buffer kept; /* hail_contact: room for options.kept_contacts, or none yet */
    uint32_t kept_count;
};

static inline hail_layer_version world_layer_version(const hail_world *world, uint32_t layer) {
    return (hail_layer_version){world->bodies.layer[layer]->changes, world->shapes->changes};
}

/* Calls of the allocator so far. */
static inline uint64_t world_allocations(const hail_world *world) {
    return world->heap.calls + (world->scratch ? world->scratch->heap.calls : 0);
}

static inline bool same_version(hail_layer_version a, hail_layer_version b) {
    return a.bodies == b.bodies && a.shapes == b.shapes;
}

#endif
