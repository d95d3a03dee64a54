/* engine/step/plan.h - what a step decides before it works: who is large, over what the grids lie, who streams past
 * whom. Decisions are by counts and samples, are deterministic, and can change the speed only. */
#ifndef HAIL_STEP_PLAN_H
#define HAIL_STEP_PLAN_H

#include "world/state.h"

/* How one rule is worked. */
typedef struct hail_plan {
    uint32_t stream, target; /* layers; the same for a layer's rule with itself */
    bool self;
    bool swept;   /* paths are met, not places */
    bool gridded; /* the target layer's small bodies are met in its grid, otherwise all are drawn */
    hail_orientation orientation;
    float slack; /* on the sum of two radii: 1 for circles, a little more where polygons meet (docs/arithmetic.md) */
} hail_plan;

hail_plan hail_plan_rule(const hail_world *world, const hail_rule_entry *rule);

/* A layer as finders see it. */
hail_stream_view hail_plan_stream(const hail_layer *layer);

hail_path_view hail_plan_path(const hail_layer *layer);

/* Chooses the box and the layers' cuts, where they have not been chosen or have grown old. */
void hail_plan_step(hail_world *world);

/* A layer's cut made safe: at most this many bodies are large, which is what scratch was reserved for. */
uint32_t hail_plan_most_large(uint32_t bodies);

/* The most targets that a rule between two layers of these sizes draws. */
uint32_t hail_plan_most_targets(uint32_t bodies_a, uint32_t bodies_b);

#endif
