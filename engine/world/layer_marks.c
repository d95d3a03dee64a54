/* engine/world/layer_marks.c - an entry that is gone has no x: no comparison of a distance with NaN holds. */
#include "layers.h"

#include <math.h>

/* With m marks at most, a step's marks cost about m / 2 bodies each time, and m bodies share one build of all. */
uint32_t hail_layer_most_marks(uint32_t bodies) { return 64 + 8 * (uint32_t)sqrtf((float)bodies); }

float *hail_static_radii(const hail_layer *layer) {
    return layer_index(layer) ? layer_index(layer)->levels.radius.data : NULL;
}

void hail_layer_mark_all(hail_layer *layer) {
    layer->changes++;
    layer->rebuild = layer->recheck = true;
    layer->settled = false;
}

typedef struct entry {
    hail_level *level;
    float *x;
} entry;

/* That of the body at index i. */
static entry entry_of(hail_layer_index *index, uint32_t i) {
    hail_levels *levels = &index->levels;
    for (uint32_t l = 0; l < index->built; l++) {
        const uint32_t count = levels->level[l].view.count;
        if (i < count)
            return (entry){&levels->level[l], grid_x(&levels->grid[l]) + i};
        i -= count;
    }
    return (entry){&levels->beyond, grid_x(&levels->beyond_grid) + i};
}

/* False: there is no room for one more mark. */
static bool mark(hail_layer_index *index, uint32_t i) {
    uint32_t *marked = index->marked.data;
    const entry e = entry_of(index, i);
    if (isnan(*e.x)) {
        index->checked = index->sorted = 0;
        return true;
    }
    if (index->marked_count == index->marked.bytes / sizeof *marked)
        return false;
    *e.x = NAN;
    e.level->gone++;
    marked[index->marked_count++] = i;
    return true;
}

void hail_layer_mark_range(hail_layer *layer, uint32_t begin, uint32_t end) {
    hail_layer_index *index = layer_index(layer);
    bool all = layer->rebuild || !index || !index->ordered;
    for (uint32_t i = begin; i < end && !all && i < index->ordered; i++)
        all = !mark(index, i);
    layer->rebuild = all;
    layer->recheck = layer->recheck || all;
    layer->settled = false;
}
