/* bench/queries/plain_casts.c - plain's casts: circles, which are rays with a larger radius, and boxes that point where
 * they go, in whose frame a circle is hit at the rounded side in front. */
#include "plain_walk.h"

static inline void test_box(const plain_index *index, uint32_t from, uint32_t to, walk *w) {
    float at;
    for (uint32_t i = from; i < to; i++)
        if (box_hits(index, i, w, &at))
            keep_nearest(w, i, at);
}

static inline size_t cast_all(plain_index *index, const query_batch *batch, walk_test *test, bool box) {
    const float rear = box ? QUERY_CAST_FRONT : 0.0f;
    size_t found = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const float dx = batch->u[i], dy = batch->v[i], length = sqrtf(dx * dx + dy * dy);
        const float inverse = length > 0.0f ? 1.0f / length : 0.0f, ux = dx * inverse, uy = dy * inverse;
        walk w = {batch->x[i] - rear * ux, batch->y[i] - rear * uy, ux, uy, length, 2.0f * rear, QUERY_NONE, NULL};
        plain_walk(index, test, &w);
        index->results.hit[i].body = QUERY_NONE;
        if (w.hit == QUERY_NONE)
            continue;
        write_cast_hit(index, &index->results.hit[i], batch, i, &w, inverse, box);
        found++;
    }
    return found;
}

size_t query_plain_casts(plain_index *index, const query_batch *batch) {
    return cast_all(index, batch, test_circle, false);
}

size_t query_plain_box_casts(plain_index *index, const query_batch *batch) {
    return cast_all(index, batch, test_box, true);
}
