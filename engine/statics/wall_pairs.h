/* engine/statics/wall_pairs.h - pairs of bodies' parts and walls in a batch: each wall is a segment that is prepared
 * for it. */
#ifndef HAIL_STATICS_WALL_PAIRS_H
#define HAIL_STATICS_WALL_PAIRS_H

#include "pairs/pair_batch.h"
#include "sectors/sector_map.h"
#include "static_query.h"

enum {
    WALL_PAIRS = 128, /* pairs at a time */
    WALL_SHAPES = 32  /* different shapes among them */
};

typedef struct hail_wall_pairs {
    const hail_sectors *map;
    const hail_static_query *query;
    hail_pair_batch batch;
    uint32_t shape[WALL_SHAPES], shapes;
    float rows[(WALL_SHAPES + WALL_PAIRS) * HAIL_TEMPLATE_WORDS]; /* templates: shapes, then walls */
} hail_wall_pairs;

/* Empties the batch, for pairs of a query whose rows go to `take`. Rows are as hail_batch_collide or, for swept rules,
 * hail_batch_sweep writes them: `take` has to fill in the handles and feature_b. */
void hail_wall_pairs_begin(hail_wall_pairs *pairs, const hail_static_query *query, hail_take_row_fn *take, void *user);

/* Adds a pair: the part's template is that of `shape`, and the wall is pair->part_b. `path` is the body's. Flushes
 * first if there is no room. */
void hail_wall_pairs_put(hail_wall_pairs *pairs, const hail_batch_pair *pair, uint32_t shape, const hail_path *path);

/* Adds a pair that goes to `take` in any case: kernels know no pixels. */
void hail_wall_pairs_keep(hail_wall_pairs *pairs, const hail_batch_pair *pair, const hail_path *path);

void hail_wall_pairs_flush(hail_wall_pairs *pairs);

/* The template of pair i's wall. */
static inline const float *wall_row(const hail_pair_batch *batch, uint32_t i) {
    return batch->sides.templates + (size_t)batch->b.shape[i] * HAIL_TEMPLATE_WORDS;
}

#endif
