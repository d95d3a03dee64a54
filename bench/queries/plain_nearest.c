/* bench/queries/plain_nearest.c - plain's nearest bodies: rings of cells around the point, until no cell that is left
 * can hold a nearer one. Of the k nearest it keeps a sorted list. */
#include "plain_near.h"

#include <float.h>
#include <math.h>

/* What is looked for. */
typedef struct goal {
    size_t k;
    bool filtered; /* only bodies of category 1 */
} goal;

static inline void test(const plain_index *index, uint32_t from, uint32_t to, float x, float y, goal g, nearest *best) {
    for (uint32_t i = from; i < to; i++) {
        const float dx = index->x[i] - x, dy = index->y[i] - y, squared = dx * dx + dy * dy;
        if (squared < best->squared[g.k - 1] && (!g.filtered || index->category[i]))
            nearest_insert(best, g.k, squared, i);
    }
}

/* The cells from `left` to `right` of a row, as far as there are any. */
static inline void test_row(const plain_index *index, int row, int left, int right, float x, float y, goal g,
                            nearest *best) {
    const plain_grid *grid = &index->grid;
    if (row < 0 || row >= grid->rows || right < 0 || left >= grid->columns)
        return;
    const uint32_t *start = grid->start + (ptrdiff_t)row * grid->columns;
    const int last = right < grid->columns ? right : grid->columns - 1;
    test(index, start[left > 0 ? left : 0], start[last + 1], x, y, g, best);
}

/* `in`: how far the point lies inside of its cell, px; negative if it lies outside of the grid. */
static inline void search(const plain_index *index, float x, float y, goal g, nearest *best) {
    const plain_grid *grid = &index->grid;
    const int column = plain_cell_of(index, x, grid->columns), row = plain_cell_of(index, y, grid->rows);
    const int most = grid->columns > grid->rows ? grid->columns : grid->rows;
    const float in_x = x - (float)(column - 1) * index->cell, in_y = y - (float)(row - 1) * index->cell;
    const float in = fminf(fminf(in_x, index->cell - in_x), fminf(in_y, index->cell - in_y));
    test_row(index, row, column, column, x, y, g, best);
    for (int ring = 1; ring <= most; ring++) {
        const float safe = in + (float)(ring - 1) * index->cell;
        if (safe > 0.0f && best->squared[g.k - 1] <= safe * safe)
            return;
        test_row(index, row - ring, column - ring, column + ring, x, y, g, best);
        for (int between = row - ring + 1; between < row + ring; between++) {
            test_row(index, between, column - ring, column - ring, x, y, g, best);
            test_row(index, between, column + ring, column + ring, x, y, g, best);
        }
        test_row(index, row + ring, column - ring, column + ring, x, y, g, best);
    }
}

/* Writes the answers to query i. Returns how many there are. */
static inline size_t write(plain_index *index, size_t i, size_t k, const nearest *best) {
    query_near *into = index->results.near_body + i * k;
    size_t found = 0;
    for (size_t n = 0; n < k; n++) {
        const bool any = best->squared[n] < FLT_MAX;
        into[n] = (query_near){any ? index->id[best->at[n]] : QUERY_NONE, sqrtf(best->squared[n])};
        found += any;
    }
    return found;
}

static inline size_t find(plain_index *index, const query_batch *batch, size_t k, bool filtered) {
    const goal g = {k, filtered};
    size_t found = 0;
    for (size_t i = 0; i < batch->count; i++) {
        nearest best;
        nearest_clear(&best, k, FLT_MAX);
        search(index, batch->x[i], batch->y[i], g, &best);
        found += write(index, i, k, &best);
    }
    return found;
}

/* The compiler makes a loop for k = 1 without a list. */
size_t query_plain_nearest(plain_index *index, const query_batch *batch) {
    return index->results.k == 1 ? find(index, batch, 1, false) : find(index, batch, index->results.k, false);
}

size_t query_plain_filtered(plain_index *index, const query_batch *batch) {
    return find(index, batch, index->results.k, true);
}

/* Of few bodies: they are listed once, then each point looks at all of them. */
size_t query_plain_rare(plain_index *index, const query_batch *batch) {
    const size_t k = index->results.k;
    uint32_t *listed = index->rare, count = 0;
    size_t found = 0;
    for (uint32_t at = 0; at < index->bodies.count; at++)
        if (query_allows_rare(index->id[at]))
            listed[count++] = at;
    for (size_t i = 0; i < batch->count; i++) {
        nearest best;
        nearest_clear(&best, k, FLT_MAX);
        for (uint32_t n = 0; n < count; n++) {
            const float dx = index->x[listed[n]] - batch->x[i], dy = index->y[listed[n]] - batch->y[i];
            const float squared = dx * dx + dy * dy;
            if (squared < best.squared[k - 1])
                nearest_insert(&best, k, squared, listed[n]);
        }
        found += write(index, i, k, &best);
    }
    return found;
}
