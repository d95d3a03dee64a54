/* bench/queries/plain_turned.h - plain's boxes that are turned: the rows of cells that a box can reach, and of each row
 * only the columns; a circle is moved into the box's frame. */
#ifndef PLAIN_TURNED_H
#define PLAIN_TURNED_H

#include "plain_index.h"

#include <math.h>

typedef struct turned {
    float x, y, cos, sin; /* px */
} turned;

/* The rows that it can reach, and how far it reaches to both sides, px. */
typedef struct turned_rows {
    int top, bottom;
    float wide;
} turned_rows;

static inline bool turned_touches(const plain_index *index, const turned *box, uint32_t i) {
    const float to_x = index->x[i] - box->x, to_y = index->y[i] - box->y;
    const float along = fabsf(to_x * box->cos + to_y * box->sin), beside = fabsf(to_y * box->cos - to_x * box->sin);
    const float dx = fmaxf(along - QUERY_BOX_LONG, 0.0f), dy = fmaxf(beside - QUERY_BOX_WIDE, 0.0f);
    return dx * dx + dy * dy <= index->radius * index->radius;
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

static inline turned_rows rows_of(const plain_index *index, const turned *box) {
    const float wide = QUERY_BOX_LONG * fabsf(box->cos) + QUERY_BOX_WIDE * fabsf(box->sin) + index->radius,
                high = QUERY_BOX_LONG * fabsf(box->sin) + QUERY_BOX_WIDE * fabsf(box->cos) + index->radius;
    return (turned_rows){plain_cell_of(index, box->y - high, index->grid.rows),
                         plain_cell_of(index, box->y + high, index->grid.rows), wide};
}

/* The bodies of a row that it can touch: from *from to *to. */
static inline void row_run(const plain_index *index, const turned *box, const turned_rows *rows, int row,
                           uint32_t *from, uint32_t *to) {
    const plain_grid *grid = &index->grid;
    float left = -rows->wide, right = rows->wide;
    const float middle = ((float)row - 0.5f) * index->cell - box->y;
    narrow_row(box, index->radius + 0.01f, middle, index->cell * 0.5f, &left, &right);
    *from = *to = 0;
    if (left > right)
        return;
    const uint32_t *start = grid->start + (ptrdiff_t)row * grid->columns;
    *from = start[plain_cell_of(index, box->x + left, grid->columns)];
    *to = start[plain_cell_of(index, box->x + right, grid->columns) + 1];
}

#endif
