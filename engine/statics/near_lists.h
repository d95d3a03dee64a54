/* engine/statics/near_lists.h - layers whose bodies are only marched through the tile map, as sparks are: their bodies
 * are looked at while they move, and only the displacements of those that may hit something are kept.
 *
 * That is a list for each block of bodies: from the block's first index on, SCRATCH_NEAR has the indices, SCRATCH_DX
 * and SCRATCH_DY the displacements. How many there are lies behind the last body. The list of several blocks together
 * is that of the first one; then the others' are empty. */
#ifndef HAIL_STATICS_NEAR_LISTS_H
#define HAIL_STATICS_NEAR_LISTS_H

#include "world/rule_queries.h"

enum { NEAR_LIST_BLOCK = 1024 }; /* no more than a task takes at a time */

static inline uint32_t near_list_blocks(uint32_t bodies) { return (bodies + NEAR_LIST_BLOCK - 1) / NEAR_LIST_BLOCK; }

/* Words of SCRATCH_NEAR. */
static inline size_t near_list_words(uint32_t bodies) { return (size_t)bodies + near_list_blocks(bodies); }

/* Where the numbers of listed bodies lie, by block. */
static inline uint32_t *near_list_counts(const hail_layer *layer) {
    return (uint32_t *)layer->scratch->column[SCRATCH_NEAR].data + layer->active;
}

/* Whether a layer's bodies may be listed as they move: no other rule asks for their displacements. */
static inline bool may_list_near(const hail_world *world, uint32_t number) {
    const hail_layer *layer = world->bodies.layer[number];
    if (!world->rules.map || (world->rules.layers.colliding >> number & 1) || !layer_moves(layer) ||
        layer->column[COLUMN_DX])
        return false;
    const hail_rule *rule = hail_rules_find(world, number, HAIL_TILES);
    return rule && rule->centre_only;
}

#endif
