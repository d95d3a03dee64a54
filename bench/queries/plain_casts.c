/* bench/queries/plain_casts.c - plain's casts: circles, which are rays with a larger radius, and boxes that point where
 * they go, in whose frame a circle is hit at the rounded side in front. */
#include "plain_walk.h"

/* The walk starts at the box's rear. */
static inline void test_box(const plain_index *index, uint32_t from, uint32_t to, walk *w) {
    const float radius = index->scene->radius, squared = radius * radius;
    for (uint32_t i = from; i < to; i++) {
        const float to_x = index->x[i] - w->x, to_y = index->y[i] - w->y;
        const float along = to_x * w->ux + to_y * w->uy, beside = to_x * w->uy - to_y * w->ux;
        const float over = fmaxf(fabsf(beside) - QUERY_CAST_SIDE, 0.0f), half = squared - over * over;
        if (half < 0.0f)
            continue;
        const float root = sqrtf(half), at = fmaxf(along - root - w->front, 0.0f);
        if (along + root < 0.0f)
            continue;
        const float corner = fmaxf(along - w->front, fmaxf(-along, 0.0f));
        if (at == 0.0f && corner * corner + over * over > squared)
            continue;
        if (at < w->best || (at == w->best && w->hit == QUERY_NONE)) {
            w->best = at;
            w->hit = i;
        }
    }
}

/* A cast that hits circle w->hit: where both touch, on the circle. box: the nearest point of the box shows the normal.
 */
static inline void write_hit(const plain_index *index, const query_batch *batch, size_t i, const walk *w, float inverse,
                             bool box) {
    const float radius = index->scene->radius, at_x = index->x[w->hit], at_y = index->y[w->hit];
    float x = batch->x[i] + w->ux * w->best, y = batch->y[i] + w->uy * w->best;
    if (box) {
        const float to_x = at_x - x, to_y = at_y - y;
        const float along = fminf(to_x * w->ux + to_y * w->uy, QUERY_CAST_FRONT);
        const float beside = to_x * -w->uy + to_y * w->ux;
        const float side = fminf(fmaxf(beside, -QUERY_CAST_SIDE), QUERY_CAST_SIDE);
        x += along * w->ux - side * w->uy;
        y += along * w->uy + side * w->ux;
    }
    const float nx = x - at_x, ny = y - at_y, length = sqrtf(nx * nx + ny * ny);
    const float unit = length > 0.0f ? 1.0f / length : 0.0f;
    index->results.hit[i] = (query_hit){index->id[w->hit],         w->best * inverse, at_x + nx * unit * radius,
                                        at_y + ny * unit * radius, nx * unit,         ny * unit};
}

static inline size_t cast_all(plain_index *index, const query_batch *batch, walk_test *test, bool box) {
    const float rear = box ? QUERY_CAST_FRONT : 0.0f;
    size_t found = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const float dx = batch->u[i], dy = batch->v[i], length = sqrtf(dx * dx + dy * dy);
        const float inverse = length > 0.0f ? 1.0f / length : 0.0f, ux = dx * inverse, uy = dy * inverse;
        walk w = {batch->x[i] - rear * ux, batch->y[i] - rear * uy, ux, uy, length, 2.0f * rear, QUERY_NONE};
        plain_walk(index, test, &w);
        index->results.hit[i].body = QUERY_NONE;
        if (w.hit == QUERY_NONE)
            continue;
        write_hit(index, batch, i, &w, inverse, box);
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
