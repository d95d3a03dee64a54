/* bench/queries/plain_body_rays.c - plain's rays and lines of sight. */
#include "plain_walk.h"

/* Ends the walk at any hit. */
static inline void test_any(const plain_index *index, uint32_t from, uint32_t to, walk *w) {
    for (uint32_t i = from; i < to; i++)
        if (segment_hits(index, i, w)) {
            w->hit = i;
            w->best = -1.0f;
            return;
        }
}

size_t query_plain_rays(plain_index *index, const query_batch *batch) {
    const float inverse_radius = 1.0f / index->radius;
    size_t found = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const float dx = batch->u[i], dy = batch->v[i], length = sqrtf(dx * dx + dy * dy);
        const float inverse = length > 0.0f ? 1.0f / length : 0.0f;
        walk w = {batch->x[i], batch->y[i], dx * inverse, dy * inverse, length, 0.0f, QUERY_NONE, NULL};
        plain_walk(index, test_circle, &w);
        query_hit *hit = &index->results.hit[i];
        hit->body = QUERY_NONE;
        if (w.hit == QUERY_NONE)
            continue;
        query_hit_write(hit, index->id[w.hit], w.best * inverse, w.x, w.y, dx, dy, index->x[w.hit], index->y[w.hit],
                        inverse_radius);
        found++;
    }
    return found;
}

/* Whether a ray hits anything at all: what is hit first does not count. */
size_t query_plain_sight(plain_index *index, const query_batch *batch) {
    size_t found = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const float dx = batch->u[i], dy = batch->v[i], length = sqrtf(dx * dx + dy * dy);
        const float inverse = length > 0.0f ? 1.0f / length : 0.0f;
        walk w = {batch->x[i], batch->y[i], dx * inverse, dy * inverse, length, 0.0f, QUERY_NONE, NULL};
        plain_walk(index, test_any, &w);
        index->results.hit[i].body = w.hit;
        found += w.hit != QUERY_NONE;
    }
    return found;
}
