/* bench/queries/plain_some_casts.c - plain's rays and casts that want several hits, or all of them counted. The first
 * few are a sorted list, whose last one ends the walk. What is only counted needs no root: a circle is hit if the whole
 * way comes near enough. */
#include "plain_walk.h"

/* The first k hits, the first one first; and how many there are. */
typedef struct walk_hits {
    size_t k, found;
    float at[QUERY_MAX_NEAREST];
    uint32_t hit[QUERY_MAX_NEAREST];
    bool all; /* those after the first k are to be counted, too */
} walk_hits;

/* The walk ends at the last one of k, unless all are counted. */
static inline void keep_first(walk *w, uint32_t body, float at) {
    walk_hits *hits = w->hits;
    if (at > w->best)
        return;
    hits->found++;
    size_t i = hits->k - 1;
    if (at >= hits->at[i])
        return;
    for (; i > 0 && hits->at[i - 1] > at; i--) {
        hits->at[i] = hits->at[i - 1];
        hits->hit[i] = hits->hit[i - 1];
    }
    hits->at[i] = at;
    hits->hit[i] = body;
    if (!hits->all)
        w->best = fminf(w->best, hits->at[hits->k - 1]);
}

static inline void test_circles(const plain_index *index, uint32_t from, uint32_t to, walk *w) {
    float at;
    for (uint32_t i = from; i < to; i++)
        if (circle_hits(index, i, w, &at))
            keep_first(w, i, at);
}

static inline void test_boxes(const plain_index *index, uint32_t from, uint32_t to, walk *w) {
    float at;
    for (uint32_t i = from; i < to; i++)
        if (box_hits(index, i, w, &at))
            keep_first(w, i, at);
}

static inline void count_circles(const plain_index *index, uint32_t from, uint32_t to, walk *w) {
    for (uint32_t i = from; i < to; i++)
        w->hits->found += segment_hits(index, i, w);
}

/* Writes what query i has hit. */
static inline size_t write_hits(plain_index *index, const query_batch *batch, size_t i, walk *w, float inverse,
                                bool ray, bool box) {
    const walk_hits *hits = w->hits;
    const size_t kept = hits->found < hits->k ? hits->found : hits->k;
    query_hit *row = index->results.hit + i * hits->k;
    for (size_t n = 0; n < kept; n++) {
        w->hit = hits->hit[n];
        w->best = hits->at[n];
        if (ray)
            query_hit_write(&row[n], index->id[w->hit], w->best * inverse, w->x, w->y, batch->u[i], batch->v[i],
                            index->x[w->hit], index->y[w->hit], 1.0f / index->radius);
        else
            write_cast_hit(index, &row[n], batch, i, w, inverse, box);
    }
    if (kept < hits->k)
        row[kept].body = QUERY_NONE;
    index->results.start[i] = (uint32_t)hits->found;
    return hits->all ? hits->found : kept;
}

static inline size_t cast_all(plain_index *index, const query_batch *batch, walk_test *test, bool all, bool ray,
                              bool box) {
    const float rear = box ? QUERY_CAST_FRONT : 0.0f;
    const size_t k = index->results.k;
    size_t found = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const float dx = batch->u[i], dy = batch->v[i], length = sqrtf(dx * dx + dy * dy);
        const float inverse = length > 0.0f ? 1.0f / length : 0.0f, ux = dx * inverse, uy = dy * inverse;
        walk_hits hits = {.k = k, .all = all};
        for (size_t n = 0; n < k; n++)
            hits.at[n] = INFINITY;
        walk w = {batch->x[i] - rear * ux, batch->y[i] - rear * uy, ux, uy, length, 2.0f * rear, QUERY_NONE, &hits};
        plain_walk(index, test, &w);
        found += write_hits(index, batch, i, &w, inverse, ray, box);
    }
    return found;
}

size_t query_plain_some_rays(plain_index *index, const query_batch *batch) {
    return cast_all(index, batch, test_circles, false, true, false);
}

size_t query_plain_some_casts(plain_index *index, const query_batch *batch) {
    return cast_all(index, batch, test_circles, false, false, false);
}

size_t query_plain_some_box_casts(plain_index *index, const query_batch *batch) {
    return cast_all(index, batch, test_boxes, false, false, true);
}

size_t query_plain_count_rays(plain_index *index, const query_batch *batch) {
    return index->results.k ? cast_all(index, batch, test_circles, true, true, false)
                            : cast_all(index, batch, count_circles, true, true, false);
}

size_t query_plain_count_casts(plain_index *index, const query_batch *batch) {
    return index->results.k ? cast_all(index, batch, test_circles, true, false, false)
                            : cast_all(index, batch, count_circles, true, false, false);
}
