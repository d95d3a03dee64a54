/* engine/nearest/near_all.c - asks the filter of a query about every body. */
#include "near_all.h"

#include "lowest_bit.h"

static bool same_values(const hail_filter_values *a, const hail_filter_values *b) {
    return a->group == b->group && a->category == b->category && a->mask == b->mask &&
           a->except.slot == b->except.slot && a->except.generation == b->except.generation;
}

static uint32_t count_level(const hail_query_scope *scope, const hail_filter_values *values, const hail_layer *layer,
                            const hail_level *level) {
    uint32_t count = 0;
    if (!scope->selective && !layer_checks_poses(layer))
        return level->view.count - level->gone;
    for (uint32_t i = 0; i < level->view.count; i++)
        count += level_has(level, i) && layer_pose_valid(layer, level->order[i]) &&
                 values_allow(values, layer, level->order[i]);
    return count;
}

static uint32_t count_layers(const hail_query_scope *scope, const hail_filter_values *values, uint64_t layers) {
    uint32_t count = 0;
    for (uint64_t left = layers; left; left &= left - 1) {
        const hail_layer *layer = scope->world->bodies.layer[lowest_bit_64(left)];
        const hail_levels *levels = prepared_levels(layer);
        for (uint32_t l = 0; l < levels->count; l++)
            count += count_level(scope, values, layer, &levels->level[l]);
    }
    return count;
}

uint32_t hail_near_count_all(hail_near_all *all, const hail_query_scope *scope, size_t query) {
    const uint64_t layers = scope_layers(scope, query);
    const hail_filter_values values = filter_values(scope, query);
    if (!all->known || layers != all->layers || !same_values(&values, &all->values))
        *all = (hail_near_all){true, layers, values, count_layers(scope, &values, layers)};
    return all->count;
}
