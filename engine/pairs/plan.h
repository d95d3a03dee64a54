/* engine/pairs/plan.h - what a step decides before it looks for pairs: which bodies are large, where the grids lie, and
 * for each rule which layer streams past which. Decisions can change the speed only. */
#ifndef HAIL_PAIRS_PLAN_H
#define HAIL_PAIRS_PLAN_H

#include "world/world_state.h"

/* A rule between layers, and how its pairs are found. */
typedef struct hail_planned_rule {
    hail_rule_entry rule;
    uint32_t stream, target; /* layers; the same for a layer's rule with itself */
    bool self;
    bool few;         /* every body of one layer is compared with every body of the other */
    bool few_circles; /* few, all circles, and fewer still: one kernel does it all */
    bool swept;       /* pairs are found by paths, not by positions */
    bool gridded;     /* pairs of small bodies are found in the target layer's grid; else, unless few, all targets are
                         rasterized */
    hail_orientation orientation;
    float margin; /* px: how far bodies of different layers may be apart, for grazes; 0 if self */
    float slack;  /* factor on the sum of two radii: 1 for circles, a little more for polygons and sweeps */
} hail_planned_rule;

static inline const hail_planned_rule *planned_rules(const hail_world *world) { return world->scratch->planned.data; }

/* Plans every rule between layers with active bodies: fills scratch.planned. */
void hail_plan_rules(hail_world *world);

/* Lets a layer's bodies reach further than their radii in the search for pairs. */
void hail_plan_inflate(hail_world *world, uint32_t number, float inflate);

/* A layer's bodies as finders see them: by position, and by path. */
hail_stream_view hail_plan_stream(const hail_layer *layer);
hail_path_view hail_plan_path(const hail_layer *layer);

/* The mean of |dx| + |dy| over a sample of a layer's bodies, px per step. */
float hail_plan_displacement(const hail_layer *layer);

/* Whether a rule between two layers of these sizes compares all pairs, unless it is swept: then it needs no scratch. */
bool hail_plan_few(uint32_t bodies_a, uint32_t bodies_b);

/* The most large bodies of a layer of `bodies` bodies, for which scratch is reserved. */
uint32_t hail_plan_max_large(uint32_t bodies);

/* The most targets that a rule between two layers of these sizes rasterizes, likewise. */
uint32_t hail_plan_max_targets(uint32_t bodies_a, uint32_t bodies_b);

#endif
