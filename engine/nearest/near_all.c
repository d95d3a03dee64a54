/* engine/nearest/near_all.c - asks the filter of a query about every body. */
#include "near_all.h"

#include "lowest_bit.h"

static bool same_wish(const hail_seek_wish *a, const hail_seek_wish *b) {
    return a->group == b->group && a->category == b->category && a->mask == b->mask &&
           a->except.slot == b->except.slot && a->except.generation == b->except.generation;
}

static uint32_t count_level(const hail_seek *seek, const hail_seek_wish *wish, const hail_layer *layer,
                            const hail_level *level) {
    uint32_t count = 0;
    if (!seek->selective && !seek_checks_poses(layer))
        return level->view.count - level->gone;
    for (uint32_t i = 0; i < level->view.count; i++)
        count += level_has(level, i) && layer_pose_valid(layer, level->order[i]) &&
                 seek_allows(wish, layer, level->order[i]);
    return count;
}

static uint32_t count_layers(const hail_seek *seek, const hail_seek_wish *wish, uint64_t layers) {
    uint32_t count = 0;
    for (uint64_t left = layers; left; left &= left - 1) {
        const hail_layer *layer = seek->world->bodies.layer[lowest_bit_64(left)];
        const hail_levels *levels = seek_levels(layer);
        for (uint32_t l = 0; l < levels->count; l++)
            count += count_level(seek, wish, layer, &levels->level[l]);
    }
    return count;
}

uint32_t hail_near_count_all(hail_near_all *all, const hail_seek *seek, size_t query) {
    const uint64_t layers = seek_layers(seek, query);
    const hail_seek_wish wish = seek_wish(seek, query);
    if (!all->known || layers != all->layers || !same_wish(&wish, &all->wish))
        *all = (hail_near_all){true, layers, wish, count_layers(seek, &wish, layers)};
    return all->count;
}
