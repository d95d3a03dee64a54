/* bench/queries/plain_shapes.c - plain's boxes that are turned: the rows of cells that a box can reach, and of each row
 * only the columns; a circle is moved into the box's frame. */
#include "plain_index.h"

#include <math.h>

typedef struct turned {
    float x, y, cos, sin; /* px */
} turned;

static inline size_t test(const plain_index *index, uint32_t from, uint32_t to, const turned *box, uint32_t *body,
                          size_t found) {
    const float squared = index->radius * index->radius;
    for (uint32_t i = from; i < to; i++) {
        const float to_x = index->x[i] - box->x, to_y = index->y[i] - box->y;
        const float along = fabsf(to_x * box->cos + to_y * box->sin), beside = fabsf(to_y * box->cos - to_x * box->sin);
        const float dx = fmaxf(along - QUERY_BOX_LONG, 0.0f), dy = fmaxf(beside - QUERY_BOX_WIDE, 0.0f);
        if (dx * dx + dy * dy <= squared)
            body[found++] = index->id[i];
    }
    return found;
}

/* Where a row of cells, `middle` px from the box's centre and `half` px high, can hold circles that touch: the slab
 * between the box's long sides, cut out of the box around it. */
static inline void narrow_row(const turned *box, float reach, float middle, float half, float *left, float *right) {
    const float slope = fabsf(box->sin);
    if (slope < 0.01f)
        return;
    const float side = (QUERY_BOX_WIDE + reach + half * fabsf(box->cos)) / slope;
    const float at = middle * box->cos / box->sin;
    *left = fmaxf(*left, at - side);
    *right = fminf(*right, at + side);
}

static inline size_t find(plain_index *index, const turned *box, size_t found) {
    const plain_grid *grid = &index->grid;
    const float wide = QUERY_BOX_LONG * fabsf(box->cos) + QUERY_BOX_WIDE * fabsf(box->sin) + index->radius,
                high = QUERY_BOX_LONG * fabsf(box->sin) + QUERY_BOX_WIDE * fabsf(box->cos) + index->radius;
    const int top = plain_cell_of(index, box->y - high, grid->rows),
              bottom = plain_cell_of(index, box->y + high, grid->rows);
    for (int row = top; row <= bottom; row++) {
        float left = -wide, right = wide;
        const float middle = ((float)row - 0.5f) * index->cell - box->y;
        narrow_row(box, index->radius + 0.01f, middle, index->cell * 0.5f, &left, &right);
        if (left > right)
            continue;
        const uint32_t *start = grid->start + (ptrdiff_t)row * grid->columns;
        const uint32_t from = start[plain_cell_of(index, box->x + left, grid->columns)],
                       to = start[plain_cell_of(index, box->x + right, grid->columns) + 1];
        uint32_t *body = query_results_room(&index->results, found + (to - from));
        found = test(index, from, to, box, body, found);
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
