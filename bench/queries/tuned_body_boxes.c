/* bench/queries/tuned_body_boxes.c - boxes and picks of plain:tuned. Each number is written, and counted only if its
 * body touches. The bodies of cells inside of a box are copied. A pick looks at the list of one cell. */
#include "tuned_index.h"

#include <math.h>
#include <string.h>

typedef struct tuned_box {
    float left, top, right, bottom; /* px */
} tuned_box;

static inline size_t test(const tuned_index *index, uint32_t from, uint32_t to, const tuned_box *box,
                          uint32_t *restrict body, size_t found) {
    const float *restrict x = index->x, *restrict y = index->y, squared = index->radius * index->radius;
    const uint32_t *restrict id = index->id;
    for (uint32_t i = from; i < to; i++) {
        const float dx = fmaxf(fmaxf(box->left - x[i], x[i] - box->right), 0.0f),
                    dy = fmaxf(fmaxf(box->top - y[i], y[i] - box->bottom), 0.0f);
        body[found] = id[i];
        found += dx * dx + dy * dy <= squared;
    }
    return found;
}

static inline size_t take(const tuned_index *index, uint32_t from, uint32_t to, uint32_t *restrict body, size_t found) {
    const uint32_t *restrict id = index->id;
    for (uint32_t i = from; i < to; i += 4) /* there is slack at both ends */
        memcpy(body + found + (i - from), id + i, 4 * sizeof *id);
    return found + (to - from);
}

static inline size_t find(tuned_index *index, const tuned_box *box, size_t found) {
    const int columns = index->columns, rows = index->rows;
    const int left = tuned_cell_of(index, box->left - index->radius, columns),
              right = tuned_cell_of(index, box->right + index->radius, columns),
              top = tuned_cell_of(index, box->top - index->radius, rows),
              bottom = tuned_cell_of(index, box->bottom + index->radius, rows);
    /* Cells whose every point is in the box: none at the edge of the grid. */
    const int inner_left = tuned_cell_of(index, box->left, columns) + 1,
              inner_right = tuned_cell_of(index, box->right, columns),
              inner_top = tuned_cell_of(index, box->top, rows) + 1,
              inner_bottom = tuned_cell_of(index, box->bottom, rows);
    for (int row = top; row <= bottom; row++) {
        const uint32_t *start = index->start + (ptrdiff_t)row * columns;
        const uint32_t from = start[left], to = start[right + 1];
        uint32_t *body = query_results_room(&index->results, found + (to - from) + TUNED_SLACK);
        if (row < inner_top || row >= inner_bottom || inner_left >= inner_right) {
            found = test(index, from, to, box, body, found);
            continue;
        }
        found = test(index, from, start[inner_left], box, body, found);
        found = take(index, start[inner_left], start[inner_right], body, found);
        found = test(index, start[inner_right], to, box, body, found);
    }
    return found;
}

size_t query_tuned_boxes(tuned_index *index, const query_batch *batch) {
    size_t found = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const tuned_box box = {batch->x[i], batch->y[i], batch->u[i], batch->v[i]};
        index->results.start[i] = (uint32_t)found;
        found = find(index, &box, found);
    }
    index->results.start[batch->count] = (uint32_t)found;
    return found;
}

size_t query_tuned_picks(tuned_index *index, const query_batch *batch) {
    const float squared = index->radius * index->radius;
    size_t found = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const float x = batch->x[i], y = batch->y[i];
        const size_t cell = (size_t)tuned_cell_of(index, y, index->rows) * (size_t)index->columns +
                            (size_t)tuned_cell_of(index, x, index->columns);
        const uint32_t from = index->start[cell], to = index->start[cell + 1];
        uint32_t *body = query_results_room(&index->results, found + (to - from) + TUNED_SLACK);
        index->results.start[i] = (uint32_t)found;
        for (uint32_t n = from; n < to; n++) {
            const float dx = index->x[n] - x, dy = index->y[n] - y;
            body[found] = index->id[n];
            found += dx * dx + dy * dy <= squared;
        }
    }
    index->results.start[batch->count] = (uint32_t)found;
    return found;
}
