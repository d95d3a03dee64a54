/* bench/queries/plain_counts.c - how many circles plain's boxes, points and turned boxes touch, and how many lie within
 * a radius of points, with the nearest of them. Nothing is listed, sums have no branches, and cells that lie within a
 * box are counted without a look at their bodies. */
#include "plain_index.h"
#include "plain_near.h"
#include "plain_turned.h"

#include <math.h>

static inline size_t count_in_box(const plain_index *index, uint32_t from, uint32_t to, const float box[4]) {
    const float squared = index->radius * index->radius;
    size_t found = 0;
    for (uint32_t i = from; i < to; i++) {
        const float x = index->x[i], y = index->y[i];
        const float dx = fmaxf(fmaxf(box[0] - x, x - box[2]), 0.0f), dy = fmaxf(fmaxf(box[1] - y, y - box[3]), 0.0f);
        found += dx * dx + dy * dy <= squared;
    }
    return found;
}

static inline size_t count_box(const plain_index *index, const float box[4]) {
    const plain_grid *grid = &index->grid;
    const int left = plain_cell_of(index, box[0] - index->radius, grid->columns),
              right = plain_cell_of(index, box[2] + index->radius, grid->columns),
              top = plain_cell_of(index, box[1] - index->radius, grid->rows),
              bottom = plain_cell_of(index, box[3] + index->radius, grid->rows);
    /* Cells whose every point is in the box. */
    const int inner_left = plain_cell_of(index, box[0], grid->columns) + 1,
              inner_right = plain_cell_of(index, box[2], grid->columns),
              inner_top = plain_cell_of(index, box[1], grid->rows) + 1,
              inner_bottom = plain_cell_of(index, box[3], grid->rows);
    size_t found = 0;
    for (int row = top; row <= bottom; row++) {
        const uint32_t *start = grid->start + (ptrdiff_t)row * grid->columns;
        if (row < inner_top || row >= inner_bottom || inner_left >= inner_right) {
            found += count_in_box(index, start[left], start[right + 1], box);
            continue;
        }
        found += count_in_box(index, start[left], start[inner_left], box);
        found += start[inner_right] - start[inner_left];
        found += count_in_box(index, start[inner_right], start[right + 1], box);
    }
    return found;
}

size_t query_plain_count_boxes(plain_index *index, const query_batch *batch) {
    size_t all = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const float box[4] = {batch->x[i], batch->y[i], batch->u[i], batch->v[i]};
        const size_t found = count_box(index, box);
        index->results.start[i] = (uint32_t)found;
        all += found;
    }
    return all;
}

size_t query_plain_count_picks(plain_index *index, const query_batch *batch) {
    const float squared = index->radius * index->radius;
    size_t all = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const plain_grid *grid = &index->grid;
        const float x = batch->x[i], y = batch->y[i], reach = index->radius;
        const int left = plain_cell_of(index, x - reach, grid->columns),
                  right = plain_cell_of(index, x + reach, grid->columns),
                  top = plain_cell_of(index, y - reach, grid->rows),
                  bottom = plain_cell_of(index, y + reach, grid->rows);
        size_t found = 0;
        for (int row = top; row <= bottom; row++) {
            const uint32_t *start = grid->start + (ptrdiff_t)row * grid->columns;
            for (uint32_t n = start[left]; n < start[right + 1]; n++) {
                const float dx = index->x[n] - x, dy = index->y[n] - y;
                found += dx * dx + dy * dy <= squared;
            }
        }
        index->results.start[i] = (uint32_t)found;
        all += found;
    }
    return all;
}

size_t query_plain_count_shapes(plain_index *index, const query_batch *batch) {
    size_t all = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const turned box = {batch->x[i], batch->y[i], batch->u[i], batch->v[i]};
        const turned_rows rows = rows_of(index, &box);
        size_t found = 0;
        for (int row = rows.top; row <= rows.bottom; row++) {
            uint32_t from, to;
            row_run(index, &box, &rows, row, &from, &to);
            for (; from < to; from++)
                found += turned_touches(index, &box, from);
        }
        index->results.start[i] = (uint32_t)found;
        all += found;
    }
    return all;
}

/* Rows of the circle about a point; of each the columns that it reaches. */
static inline size_t count_near(const plain_index *index, float x, float y, size_t k, nearest *best) {
    const plain_grid *grid = &index->grid;
    const float reach = QUERY_NEAR_RADIUS, squared_reach = reach * reach;
    const int top = plain_cell_of(index, y - reach, grid->rows), bottom = plain_cell_of(index, y + reach, grid->rows);
    size_t found = 0;
    for (int row = top; row <= bottom; row++) {
        const float edge = (float)(row - 1) * index->cell, high = edge - y, low = y - (edge + index->cell);
        const float apart = fmaxf(fmaxf(high, low), 0.0f), wide = sqrtf(fmaxf(squared_reach - apart * apart, 0.0f));
        const uint32_t *start = grid->start + (ptrdiff_t)row * grid->columns;
        const uint32_t to = start[plain_cell_of(index, x + wide + 0.01f, grid->columns) + 1];
        for (uint32_t i = start[plain_cell_of(index, x - wide - 0.01f, grid->columns)]; i < to; i++) {
            const float dx = index->x[i] - x, dy = index->y[i] - y, squared = dx * dx + dy * dy;
            found += squared <= squared_reach;
            if (squared < best->squared[k - 1])
                nearest_insert(best, k, squared, i);
        }
    }
    return found;
}

size_t query_plain_count_nearest(plain_index *index, const query_batch *batch) {
    const size_t k = index->results.k;
    size_t all = 0;
    for (size_t i = 0; i < batch->count; i++) {
        nearest best;
        nearest_clear(&best, k, QUERY_NEAR_RADIUS * QUERY_NEAR_RADIUS);
        const size_t found = count_near(index, batch->x[i], batch->y[i], k, &best);
        nearest_write(index, i, k, found < k ? found : k, &best);
        index->results.start[i] = (uint32_t)found;
        all += found;
    }
    return all;
}
