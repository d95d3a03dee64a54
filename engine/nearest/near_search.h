/* engine/nearest/near_search.h - the bodies nearest to some points at once: source by source a kernel finds the few
 * nearest bodies of each point. What was kept so far limits how far the next sources are searched. */
#ifndef HAIL_NEAREST_NEAR_SEARCH_H
#define HAIL_NEAREST_NEAR_SEARCH_H

#include "near_best.h"
#include "near_gaps.h"

enum {
    NEAR_BOUNDS = 4 /* where keys are only bounds, so many more bodies are looked at: the first need not be nearest */
};

enum { RESULT_ROWS = 2 * NEAR_BLOCK /* that are written at once */ };

/* Results that are still to be written. */
typedef struct near_rows {
    struct hail_near_search *search;
    const hail_near_source *source; /* that all lie in */
    uint32_t count;
    uint32_t point[RESULT_ROWS], number[RESULT_ROWS], row[RESULT_ROWS]; /* row: from the block's first result on */
    float distance[RESULT_ROWS];
} near_rows;

typedef struct hail_near_search {
    const hail_query_scope *scope;
    const hail_kernels *kernels;
    const hail_points *points;
    const hail_nearest_options *near;
    hail_query_hit *hits; /* all */
    uint32_t *counts;     /* all; NULL: not wanted */
    bool to_centre;
    bool asks; /* the kernel asks the filter */
    hail_near_sources sources;
    hail_near_best best;
    /* A block. */
    size_t first;
    uint32_t count;
    float beyond[NEAR_BLOCK]; /* px: no body that was not looked at is nearer */
    /* What a source's kernel is told, and what it found. */
    float limits[NEAR_BLOCK], within[NEAR_BLOCK];
    uint32_t no_index[NEAR_BLOCK], no_group[NEAR_BLOCK], in_category[NEAR_BLOCK], in_mask[NEAR_BLOCK];
    float bound[NEAR_KEPT], source_beyond[NEAR_BLOCK]; /* where keys are only bounds */
    uint32_t position[NEAR_KEPT];
    uint32_t there[NEAR_BLOCK];
    /* Bodies that are to be measured: of each its parts, one after the other. */
    hail_near_gaps gaps;
    uint32_t gap_point[NEAR_GAPS], gap_number[NEAR_GAPS];
    near_rows rows;
} hail_near_search;

/* Point i of a block. */
static inline float near_x(const hail_near_search *s, uint32_t i) { return s->points->x[s->first + i]; }
static inline float near_y(const hail_near_search *s, uint32_t i) { return s->points->y[s->first + i]; }

/* The shapes of a body: its parts, or the only one. */
typedef struct near_parts {
    uint32_t first, count;
} near_parts;

static inline near_parts near_parts_of(const hail_near_search *s, const hail_layer *layer, uint32_t index) {
    const uint32_t shape = layer_words(layer, COLUMN_SHAPE)[index];
    const hail_shape_entry *entry = shape_entry(s->scope->world->shapes, shape);
    return entry->compound ? (near_parts){entry->first, entry->parts} : (near_parts){shape, 1};
}

/* Whether the bodies within the radius of a point are counted. */
static inline bool near_counts(const hail_near_search *s, uint32_t i) {
    return s->counts && s->best.radius[i] < FLT_MAX;
}

/* Bodies that are farther away need not be looked at. */
static inline float near_reach_of(const hail_near_search *s, uint32_t i) {
    return near_counts(s, i) ? s->best.radius[i] : near_bound(&s->best, i);
}

/* Searches for the points of a block: `first`, `count` and the call's fields are set. */
void hail_near_search_block(hail_near_search *search);

#endif
