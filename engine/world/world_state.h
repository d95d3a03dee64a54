/* engine/world/world_state.h - the world from the inside. */
#ifndef HAIL_WORLD_WORLD_STATE_H
#define HAIL_WORLD_WORLD_STATE_H

#include <hail/step.h>

#include "body_store.h"
#include "event_store.h"
#include "kernels.h"
#include "rule_store.h"
#include "shapeset_state.h"
#include "step_scratch.h"

/* A pair that rules reported and remember. What finds it again: the layers, both slots, and whether it grazed. */
typedef struct hail_remembered {
    hail_handle a, b; /* b of a tile or wall: its part_b, 0 */
    uint64_t since;   /* hail_pair_memory.steps when it was reported; with HAIL_UNTIL_APART, when it was found last */
    uint32_t time;    /* its rule's, as hail_rule.cooldown; 0: an empty entry */
    uint8_t layer_a, layer_b;
    uint8_t grazed; /* 1: a graze is remembered, 0: a hit */
    uint8_t unused; /* 0 */
} hail_remembered;

/* What is known of the pairs of one body a without a look at the table. */
typedef struct hail_pair_recent {
    uint32_t generation; /* of the body; if it is another one, none of its pairs is in the table */
    uint32_t b_slot;     /* of its pair that was put in or found last */
    uint32_t found;      /* PAIR_FOREVER: b's generation; else the entry of that pair, which may hold anything by now */
    uint16_t seen;       /* bits (pairs/pair_table.h): of a pair in the table, its bit is set */
    uint8_t layer_b;     /* of the pair found last */
    uint8_t flags;       /* the same: its layer a; PAIR_GRAZED; PAIR_FOREVER: it is remembered as long as both live */
} hail_pair_recent;

/* The remembered pairs: a hash table, saved with the world. */
typedef struct hail_pair_memory {
    hail_buffer table;  /* hail_remembered, `room` entries: a power of two, or 0 */
    hail_buffer recent; /* hail_pair_recent, by slot of a */
    uint32_t room;      /* entries */
    uint32_t count;     /* entries in use, some by pairs that are forgotten already */
    uint64_t steps;     /* steps that ended well while there was something to remember */
    uint64_t piercing;  /* the layers that had a pierce column when entries last followed the rules, bits by layer */
    uint32_t revision;  /* hail_rule_store.revision, likewise */
    bool widowed;       /* bodies are gone whose handles may come back (hail/borrow.h): none of their pairs may last */
} hail_pair_memory;

/* The pairs of one rule between static layers whose bounding circles touch, as long as neither layer changes. Scratch
 * memory: they can be found again. */
typedef struct hail_resting_pairs {
    hail_layer_version a, b; /* the layers when the pairs were found; {0, 0}: they were not */
    hail_buffer pairs;       /* u32: the indices of all a, then of all b */
    uint32_t count;
} hail_resting_pairs;

typedef struct hail_resting_store {
    hail_buffer rules; /* hail_resting_pairs, by number of the rule */
    uint32_t count;
    uint32_t revision; /* of the rules */
} hail_resting_store;

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

static inline uint64_t world_allocations(const hail_world *world) {
    return world->heap.calls + (world->scratch ? world->scratch->heap.calls : 0);
}

static inline bool same_version(hail_layer_version a, hail_layer_version b) {
    return a.bodies == b.bodies && a.shapes == b.shapes;
}

#endif
