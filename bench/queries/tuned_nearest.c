/* bench/queries/tuned_nearest.c - nearest bodies of plain:tuned: first the block of 2 x 2 cells around the corner that
 * is nearest to the point, which mostly is enough, then rings of cells around it. */
#include "tuned_index.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The nearest so far, the nearest first: the bits of the squared distance (px^2), which are in the order of its value,
 * then the position in the index. */
typedef struct tuned_best {
    uint64_t key[QUERY_MAX_NEAREST];
} tuned_best;

static inline uint64_t key_of(float squared, uint32_t at) {
    uint32_t bits;
    memcpy(&bits, &squared, sizeof bits);
    return (uint64_t)bits << 32 | at;
}

static inline float squared_of(uint64_t key) {
    const uint32_t bits = (uint32_t)(key >> 32);
    float squared;
    memcpy(&squared, &bits, sizeof squared);
    return squared;
}

static inline void insert(tuned_best *best, size_t k, uint64_t key) {
    for (size_t i = 0; i < k; i++) {
        const uint64_t old = best->key[i];
        best->key[i] = key < old ? key : old;
        key = key < old ? old : key;
    }
}

/* The cells from `left` to `right` of a row, as far as there are any. */
static inline void test_row(const tuned_index *index, int row, int left, int right, float x, float y, size_t k,
                            tuned_best *best) {
    if (row < 0 || row >= index->rows || right < 0 || left >= index->columns)
        return;
    const uint32_t *start = index->start + (ptrdiff_t)row * index->columns;
    const uint32_t to = start[(right < index->columns ? right : index->columns - 1) + 1];
    for (uint32_t i = start[left > 0 ? left : 0]; i < to; i++) {
        const float dx = index->x[i] - x, dy = index->y[i] - y, squared = dx * dx + dy * dy;
        insert(best, k, key_of(squared, i));
    }
}

/* The rings around the block; `safe` px around the point have been searched. */
static void search_rings(const tuned_index *index, int column, int row, float safe, float x, float y, size_t k,
                         tuned_best *best) {
    const int most = index->columns > index->rows ? index->columns : index->rows;
    for (int ring = 1; ring <= most; ring++, safe += index->cell) {
        if (safe > 0.0f && squared_of(best->key[k - 1]) <= safe * safe)
            return;
        const int left = column - ring, right = column + 1 + ring, top = row - ring, bottom = row + 1 + ring;
        test_row(index, top, left, right, x, y, k, best);
        for (int between = top + 1; between < bottom; between++) {
            test_row(index, between, left, left, x, y, k, best);
            test_row(index, between, right, right, x, y, k, best);
        }
        test_row(index, bottom, left, right, x, y, k, best);
    }
}

/* The first of the two columns or rows around a coordinate. */
static inline int block_of(const tuned_index *index, float at, int count) {
    const int cell = (int)floorf(at * index->inverse - 0.5f);
    return cell < 0 ? 0 : cell > count - 2 ? count - 2 : cell;
}

static inline void search(const tuned_index *index, float x, float y, size_t k, tuned_best *best) {
    const int column = block_of(index, x, index->columns), row = block_of(index, y, index->rows);
    const float from_left = x - (float)column * index->cell, from_top = y - (float)row * index->cell;
    const float width = 2.0f * index->cell;
    const float safe = fminf(fminf(from_left, width - from_left), fminf(from_top, width - from_top));
    test_row(index, row, column, column + 1, x, y, k, best);
    test_row(index, row + 1, column, column + 1, x, y, k, best);
    if (!(safe > 0.0f && squared_of(best->key[k - 1]) <= safe * safe))
        search_rings(index, column, row, safe, x, y, k, best);
}

static inline size_t find(tuned_index *index, const query_batch *batch, size_t k) {
    size_t found = 0;
    for (size_t i = 0; i < batch->count; i++) {
        tuned_best best;
        for (size_t n = 0; n < k; n++)
            best.key[n] = key_of(FLT_MAX, 0);
        search(index, batch->x[i], batch->y[i], k, &best);
        query_near *into = index->results.near_body + i * k;
        for (size_t n = 0; n < k; n++) {
            const float squared = squared_of(best.key[n]);
            const bool any = squared < FLT_MAX;
            into[n] = (query_near){any ? index->id[(uint32_t)best.key[n]] : QUERY_NONE, sqrtf(squared)};
            found += any;
        }
    }
    return found;
}

/* The compiler makes loops for each k. */
size_t query_tuned_nearest(tuned_index *index, const query_batch *batch) {
    switch (index->results.k) {
    case 1:
        return find(index, batch, 1);
    case QUERY_MAX_NEAREST:
        return find(index, batch, QUERY_MAX_NEAREST);
    default:
        return find(index, batch, index->results.k);
    }
}
