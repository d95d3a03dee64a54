/* bench/queries/plain_body_boxes.c - plain's boxes and picks: the bodies of one row of cells lie side by side. */
#include "plain_index.h"

#include <math.h>

static inline size_t test(const plain_index *index, uint32_t from, uint32_t to, const float box[4], uint32_t *body,
                          size_t found) {
    const float squared = index->radius * index->radius;
    for (uint32_t i = from; i < to; i++) {
        const float x = index->x[i], y = index->y[i];
        const float dx = fmaxf(fmaxf(box[0] - x, x - box[2]), 0.0f), dy = fmaxf(fmaxf(box[1] - y, y - box[3]), 0.0f);
        if (dx * dx + dy * dy <= squared)
            body[found++] = index->id[i];
    }
    return found;
}

static inline size_t find(plain_index *index, const float box[4], size_t found) {
    const plain_grid *grid = &index->grid;
    const int left = plain_cell_of(index, box[0] - index->radius, grid->columns),
              right = plain_cell_of(index, box[2] + index->radius, grid->columns),
              top = plain_cell_of(index, box[1] - index->radius, grid->rows),
              bottom = plain_cell_of(index, box[3] + index->radius, grid->rows);
    for (int row = top; row <= bottom; row++) {
        const uint32_t *start = grid->start + (ptrdiff_t)row * grid->columns;
        const uint32_t from = start[left], to = start[right + 1];
        uint32_t *body = query_results_room(&index->results, found + (to - from));
        found = test(index, from, to, box, body, found);
    }
    return found;
}

size_t query_plain_boxes(plain_index *index, const query_batch *batch) {
    size_t found = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const float box[4] = {batch->x[i], batch->y[i], batch->u[i], batch->v[i]};
        index->results.start[i] = (uint32_t)found;
        found = find(index, box, found);
    }
    index->results.start[batch->count] = (uint32_t)found;
    return found;
}

size_t query_plain_picks(plain_index *index, const query_batch *batch) {
    size_t found = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const float x = batch->x[i], y = batch->y[i], point[4] = {x, y, x, y};
        index->results.start[i] = (uint32_t)found;
        found = find(index, point, found);
    }
    index->results.start[batch->count] = (uint32_t)found;
    return found;
}
