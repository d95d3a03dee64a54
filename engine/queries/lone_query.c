/* engine/queries/lone_query.c - the filter of a call of one query, and the layer that it names. */
#include "lone_query.h"

#include "lowest_bit.h"

/* Whether a filter asks for bodies alone, the same for every query, in order. */
static bool is_usual(const hail_query_filter *f) {
    return f->find <= HAIL_FIND_BODIES && f->order == HAIL_ORDERED && !f->each_layers && !f->each_group &&
           !f->each_category && !f->each_mask && !f->each_except;
}

/* The only layer with active bodies among those that are asked for; NULL: there are several, or none. */
static const hail_layer *only_layer(const hail_world *world, uint64_t asked, uint32_t *number) {
    const hail_layer *only = NULL;
    for (uint64_t left = world->bodies.used & (asked ? asked : UINT64_MAX); left; left &= left - 1) {
        const hail_layer *layer = world->bodies.layer[lowest_bit_64(left)];
        if (!layer->active)
            continue;
        if (only)
            return NULL;
        only = layer;
        *number = lowest_bit_64(left);
    }
    return only;
}

bool hail_lone_open(hail_lone_query *lone, const hail_world *world, const hail_context *context,
                    const hail_query_filter *f) {
    if (!world || (context && context->tasks) || (f && !is_usual(f)))
        return false;
    const hail_layer *layer = only_layer(world, f ? f->layers : 0, &lone->number);
    if (!layer || layer->polygons || layer->composed)
        return false;
    const hail_layer_index *index = layer->index.data;
    if (!index || !same_version(index->version, world_layer_version(world, lone->number)) || index->levels.count != 1 ||
        !index->levels.level->view.count)
        return false;
    lone->world = world;
    lone->layer = layer;
    lone->level = index->levels.level;
    lone->selective = f && (f->group || f->category || f->mask || f->except.generation);
    lone->poses = seek_checks_poses(layer);
    if (lone->selective)
        lone->wish = (hail_seek_wish){f->group, f->category, f->mask, f->except};
    return true;
}
