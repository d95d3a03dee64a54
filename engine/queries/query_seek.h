/* engine/queries/query_seek.h - what all queries share: the filter that was checked, the layers to look in, and which
 * of their bodies a query may find. */
#ifndef HAIL_QUERIES_QUERY_SEEK_H
#define HAIL_QUERIES_QUERY_SEEK_H

#include <hail/query.h>

#include "base/check.h"
#include "variants.h"
#include "world/world_state.h"

/* A call's filter, and what it asks for by default. */
typedef struct hail_seek {
    const hail_world *world;
    const hail_kernels *kernels;
    const hail_query_filter *filter;
    uint32_t tile_kinds, wall_kinds;
    uint64_t layers;         /* bits: layers with active bodies that some query may find; all are prepared */
    const hail_tilemap *map; /* NULL: tiles are not looked for, or there is no map */
    const hail_sectors *sectors;
    bool selective; /* a group, category, mask or body is asked for or left out: ask seek_allows */
} hail_seek;

/* What a call was given besides its queries. */
typedef struct hail_seek_call {
    const hail_world *world;
    const hail_context *context;
    const hail_query_filter *filter;
    size_t count, capacity;
    const char *results_field; /* the name of the array of results */
    const void *results, *counts;
} hail_seek_call;

/* Checks the filter and the capacity of a call whose count is checked, that the outputs are there, and that the layers
 * are prepared. checks: what the caller goes on to check its arrays with. */
hail_status hail_seek_open(hail_seek *seek, const hail_seek_call *call, hail_checks *checks);

/* The index of a layer that is prepared. */
static inline const hail_levels *seek_levels(const hail_layer *layer) {
    return &((const hail_layer_index *)layer->index.data)->levels;
}

/* The kernels for so many queries. */
static inline const hail_kernels *seek_kernels(const hail_seek *seek, size_t queries) {
    return hail_kernels_for(seek->kernels, queries, 2);
}

/* The layers that one query looks in. */
static inline uint64_t seek_layers(const hail_seek *seek, size_t query) {
    const uint64_t *each = seek->filter->each_layers;
    return each && each[query] ? seek->layers & each[query] : seek->layers;
}

/* Whether a query may leave out one body, but no others. */
static inline bool seek_only_excepts(const hail_seek *seek) {
    const hail_query_filter *f = seek->filter;
    return seek->selective &&
           !(f->group || f->category || f->mask || f->each_group || f->each_category || f->each_mask);
}

/* Whether a layer's bodies may have a pose that a step does not accept, and that queries must not find:
 * layer_pose_valid. It may have been written since the layer was prepared. */
static inline bool seek_checks_poses(const hail_layer *layer) {
    return layer->column[COLUMN_COS] || layer->column[COLUMN_SCALE];
}

/* What one query asks of bodies. */
typedef struct hail_seek_wish {
    uint32_t group, category, mask;
    hail_handle except;
} hail_seek_wish;

static inline hail_seek_wish seek_wish(const hail_seek *seek, size_t query) {
    const hail_query_filter *f = seek->filter;
    return (hail_seek_wish){
        f->each_group ? f->each_group[query] : f->group, f->each_category ? f->each_category[query] : f->category,
        f->each_mask ? f->each_mask[query] : f->mask, f->each_except ? f->each_except[query] : f->except};
}

/* Whether a query may find a body. */
static inline bool seek_allows(const hail_seek_wish *wish, const hail_layer *layer, uint32_t index) {
    const uint32_t *group = layer_words(layer, COLUMN_GROUP), *category = layer_words(layer, COLUMN_CATEGORY);
    const uint32_t own_category = category ? category[index] : HAIL_DEFAULT_CATEGORY;
    const uint32_t own_mask = category ? layer_words(layer, COLUMN_MASK)[index] : HAIL_DEFAULT_MASK;
    const hail_handle handle = layer_handles(layer)[index];
    return !(wish->group && group && group[index] == wish->group) && (!wish->category || (own_mask & wish->category)) &&
           (!wish->mask || (own_category & wish->mask)) &&
           !(handle.slot == wish->except.slot && handle.generation == wish->except.generation);
}

#endif
