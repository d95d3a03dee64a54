/* engine/pairs/plan.h - what a step decides before it looks for pairs: which bodies are large, where the grids lie, and
 * for each rule which layer streams past which. Decisions can change the speed only. */
#ifndef HAIL_PAIRS_PLAN_H
#define HAIL_PAIRS_PLAN_H

#include "world/world_state.h"

/* How paths are cut that stream past targets. */
typedef struct hail_path_cut {
    hail_pieces_job job;
    float reach; /* px: how far a piece reaches beyond its body's radius (times inflate_rel) from its middle */
} hail_path_cut;

/* A rule between layers, and how its pairs are found. */
typedef struct hail_planned_rule {
    const hail_rule *rule;
    uint32_t stream, target; /* layers; the same for a layer's rule with itself */
    bool self;
    bool few;         /* every body of one layer is compared with every body of the other */
    bool few_circles; /* few, all circles, and fewer still: one kernel does it all */
    bool swept;       /* pairs are found by paths, not by positions */
    bool gridded; /* pairs of small bodies are found in the target layer's grid, of paths if swept; else, unless few,
                     all targets are rasterized */
    bool kept;    /* of a static layer: all pairs are found in its index, which lasts; nothing is gridded */
    bool resting; /* both layers are static: their pairs are kept, too */
    bool apart;   /* kept, and the two layers lie apart: there are no pairs */
    hail_orientation orientation;
    float margin;      /* px: how far bodies of different layers may be apart, for grazes; 0 if self */
    float slack;       /* factor on the sum of two radii: 1 for circles, a little more for polygons and sweeps */
    hail_path_cut cut; /* swept and gridded, between two layers: the paths that stream past */
} hail_planned_rule;

static inline const hail_planned_rule *planned_rules(const hail_world *world) { return world->scratch->planned.data; }

/* Plans every rule between layers with active bodies: fills scratch.planned. */
void hail_plan_rules(hail_world *world);

/* Lets a layer's bodies reach further than their radii in the search for pairs. */
void hail_plan_inflate(hail_world *world, uint32_t number, float inflate);

/* A layer's bodies as finders see them: by position, and by path. */
hail_stream_view hail_plan_stream(const hail_layer *layer);
hail_path_view hail_plan_path(const hail_layer *layer);

/* ---- Swept rules ------------------------------------------------------------------------------------------------- */

/* Chooses which layers of swept rules stream past which, which paths of gridded layers are long, and how the paths that
 * stream past them are cut. The rest is planned. */
void hail_plan_paths(hail_world *world);

/* Where only one side of all pairs is inflated, its inflate_abs is multiplied by this. */
#define HAIL_ONE_SIDE_INFLATE 4.0f

/* The circles around a layer's paths. */
hail_circles_job hail_plan_circles(const hail_world *world, const hail_layer *layer);

/* Cuts the paths of `stream` for targets whose circles lie in a box. across: px, the targets' usual radius. */
hail_path_cut hail_plan_cut(const hail_world *world, const hail_layer *stream, const hail_circle_figures *box,
                            float across);

/* ---- All --------------------------------------------------------------------------------------------------------- */

/* What a layer's grid is built of, or its grid of paths. */
hail_grid_job hail_plan_grid_job(const hail_world *world, const hail_layer *layer, bool paths);

/* Whether so many targets of a swept rule are sorted into a grid. */
bool hail_plan_needs_path_grid(uint32_t targets, uint32_t streaming);

/* The limit between small and large circles, counted by octaves, that costs least. otherwise: if there is none. */
float hail_plan_cheapest_limit(const hail_world *world, const uint32_t *octaves, uint32_t bodies, float otherwise);

/* Whether a rule between two layers of these sizes compares all pairs, unless it is swept: then it needs no scratch.
 * kept: one of them is static, and has an index. */
bool hail_plan_few(uint32_t bodies_a, uint32_t bodies_b, bool kept);

/* Whether the search for a rule's pairs is work for the world's tasks. */
bool hail_plan_on_tasks(const hail_world *world, const hail_planned_rule *plan);

/* The most large bodies, or paths, of a layer of `bodies` bodies, for which scratch is reserved. */
uint32_t hail_plan_max_large(uint32_t bodies);

/* The most targets that a rule between two layers of these sizes rasterizes, likewise. */
uint32_t hail_plan_max_targets(uint32_t bodies_a, uint32_t bodies_b);

/* What the grid of paths of so many bodies needs. runs: they may be sorted into runs; all: as much as it ever can. */
hail_grid_room hail_plan_path_room(const hail_world *world, uint32_t bodies, bool runs, bool all);

/* The same of a swept rule. self: of a layer with itself. */
uint32_t hail_plan_max_path_targets(uint32_t bodies_a, uint32_t bodies_b, bool self);

#endif
