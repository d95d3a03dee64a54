/* bench/queries/plain_shapes.c - the circles that plain's turned boxes touch. */
#include "plain_turned.h"

static inline size_t find(plain_index *index, const turned *box, size_t found) {
    const turned_rows rows = rows_of(index, box);
    for (int row = rows.top; row <= rows.bottom; row++) {
        uint32_t from, to;
        row_run(index, box, &rows, row, &from, &to);
        uint32_t *body = query_results_room(&index->results, found + (to - from));
        for (uint32_t i = from; i < to; i++)
            if (turned_touches(index, box, i))
                body[found++] = index->id[i];
    }
    return found;
}

size_t query_plain_shapes(plain_index *index, const query_batch *batch) {
    size_t found = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const turned box = {batch->x[i], batch->y[i], batch->u[i], batch->v[i]};
        index->results.start[i] = (uint32_t)found;
        found = find(index, &box, found);
    }
    index->results.start[batch->count] = (uint32_t)found;
    return found;
}
