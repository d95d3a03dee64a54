/* engine/queries/query_scope.h - what all queries share: the filter that was checked, the layers to look in, and which
 * of their bodies a query may find. */
#ifndef HAIL_QUERIES_QUERY_SCOPE_H
#define HAIL_QUERIES_QUERY_SCOPE_H

#include <hail/query.h>

#include "base/check.h"
#include "variants.h"
#include "world/world_state.h"

/* A call's filter, and what it asks for by default. */
typedef struct hail_query_scope {
    const hail_world *world;
    const hail_kernels *kernels;
    const hail_query_filter *filter;
    uint32_t tile_kinds, wall_kinds;
    uint64_t layers;         /* bits: layers with active bodies that some query may find; all are prepared */
    const hail_tilemap *map; /* NULL: tiles are not looked for, or there is no map */
    const hail_sectors *sectors;
    bool selective; /* a group, category, mask or body is asked for or left out: ask values_allow */
} hail_query_scope;

/* What a call was given besides its queries. */
typedef struct hail_query_args {
    const hail_world *world;
    const hail_context *context;
    const hail_query_filter *filter;
    size_t count, capacity;
    const char *results_field; /* the name of the array of results */
    const void *results, *counts;
} hail_query_args;

/* Checks the filter and the capacity of a call whose count is checked, that the outputs are there, and that the layers
 * are prepared. checks: what the caller goes on to check its arrays with. */
hail_status hail_query_open(hail_query_scope *scope, const hail_query_args *call, hail_checks *checks);

/* The index of a layer that is prepared. */
static inline const hail_levels *prepared_levels(const hail_layer *layer) {
    return &((const hail_layer_index *)layer->index.data)->levels;
}

/* The kernels for so many queries. */
static inline const hail_kernels *scope_kernels(const hail_query_scope *scope, size_t queries) {
    return hail_kernels_for(scope->kernels, queries, 2);
}

/* The layers that one query looks in. */
static inline uint64_t scope_layers(const hail_query_scope *scope, size_t query) {
    const uint64_t *each = scope->filter->each_layers;
    return each && each[query] ? scope->layers & each[query] : scope->layers;
}

/* Whether a query may leave out one body, but no others. */
static inline bool scope_only_excepts(const hail_query_scope *scope) {
    const hail_query_filter *f = scope->filter;
    return scope->selective &&
           !(f->group || f->category || f->mask || f->each_group || f->each_category || f->each_mask);
}

/* Whether a layer's bodies may have a pose that a step does not accept, and that queries must not find:
 * layer_pose_valid. It may have been written since the layer was prepared. */
static inline bool layer_checks_poses(const hail_layer *layer) {
    return layer->column[COLUMN_COS] || layer->column[COLUMN_SCALE];
}

/* What one query asks of bodies. */
typedef struct hail_filter_values {
    uint32_t group, category, mask;
    hail_handle except;
} hail_filter_values;

static inline hail_filter_values filter_values(const hail_query_scope *scope, size_t query) {
    const hail_query_filter *f = scope->filter;
    return (hail_filter_values){
        f->each_group ? f->each_group[query] : f->group, f->each_category ? f->each_category[query] : f->category,
        f->each_mask ? f->each_mask[query] : f->mask, f->each_except ? f->each_except[query] : f->except};
}

/* Whether a query may find a body. */
static inline bool values_allow(const hail_filter_values *values, const hail_layer *layer, uint32_t index) {
    const uint32_t *group = layer_words(layer, COLUMN_GROUP), *category = layer_words(layer, COLUMN_CATEGORY);
    const uint32_t own_category = category ? category[index] : HAIL_DEFAULT_CATEGORY;
    const uint32_t own_mask = category ? layer_words(layer, COLUMN_MASK)[index] : HAIL_DEFAULT_MASK;
    const hail_handle handle = layer_handles(layer)[index];
    return !(values->group && group && group[index] == values->group) &&
           (!values->category || (own_mask & values->category)) && (!values->mask || (own_category & values->mask)) &&
           !(handle.slot == values->except.slot && handle.generation == values->except.generation);
}

#endif
