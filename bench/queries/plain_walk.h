/* bench/queries/plain_walk.h - how plain's casts go through its grid. A grid of blocks of 2 x 2 cells is walked, which
 * lies half a cell off: as a cell is at least as wide as what is cast and a circle together, what can be hit within
 * half a cell of a block's middle lies in it. Each step tests only the two cells that are new; the walk ends at a hit
 * before the block's far side. */
#ifndef PLAIN_WALK_H
#define PLAIN_WALK_H

#include "plain_index.h"

#include <math.h>

typedef struct walk {
    float x, y, ux, uy; /* px; the unit vector along the ray */
    float best;         /* px along the ray: of the nearest hit so far, or the ray's length */
    float front;        /* px: what moves along the ray reaches so far ahead */
    uint32_t hit;       /* a position in the index */
} walk;

/* One axis: the block's number, which way it changes, and at how many px along the ray it does next. */
typedef struct walk_axis {
    int at, step;
    float next, every;
} walk_axis;

/* Tests the bodies from `from` to `to` in the index, and keeps the nearest hit. */
typedef void walk_test(const plain_index *index, uint32_t from, uint32_t to, walk *w);

static inline void test_cells(const plain_index *index, int row, int column, int columns, walk_test *test, walk *w) {
    const uint32_t *start = index->grid.start + (ptrdiff_t)row * index->grid.columns + column;
    test(index, start[0], start[columns], w);
}

/* Keeps what lies between 0 and `width` px, and a radius around it. inverse: 1 / u */
static inline bool clip(float at, float inverse, float width, float radius, float *from, float *to) {
    const float low = -radius - at, high = width + radius - at;
    if (isinf(inverse))
        return low <= 0.0f && high >= 0.0f;
    const float one = low * inverse, other = high * inverse;
    *from = fmaxf(*from, fminf(one, other));
    *to = fminf(*to, fmaxf(one, other));
    return *from <= *to;
}

static inline walk_axis axis_of(const plain_index *index, float at, float u, float inverse, float from, int count) {
    const float cells = fmaxf((at + u * from) * index->grid.inverse + 0.5f, 0.0f);
    const int number = (int)fminf(cells, (float)(count - 2));
    if (isinf(inverse))
        return (walk_axis){number, 0, INFINITY, INFINITY};
    const float every = index->cell * fabsf(inverse), left = cells - (float)number;
    return (walk_axis){number, u > 0.0f ? 1 : -1, from + every * (u > 0.0f ? 1.0f - left : left), every};
}

static inline bool advance(walk_axis *axis, int count) {
    axis->at += axis->step;
    axis->next += axis->every;
    return axis->at >= 0 && axis->at < count - 1;
}

/* Walks until a hit or the end of the ray. */
static inline void plain_walk(const plain_index *index, walk_test *test, walk *w) {
    const int columns = index->grid.columns, rows = index->grid.rows;
    const float inverse_x = 1.0f / w->ux, inverse_y = 1.0f / w->uy;
    float from = 0.0f, to = w->best + w->front;
    if (!clip(w->x, inverse_x, index->scene->width, index->radius, &from, &to) ||
        !clip(w->y, inverse_y, index->scene->height, index->radius, &from, &to))
        return;
    walk_axis x = axis_of(index, w->x, w->ux, inverse_x, from, columns),
              y = axis_of(index, w->y, w->uy, inverse_y, from, rows);
    test_cells(index, y.at, x.at, 2, test, w);
    test_cells(index, y.at + 1, x.at, 2, test, w);
    for (;;) {
        const float left = fminf(x.next, y.next);
        if (left >= fminf(to, w->best + w->front))
            return;
        if (x.next < y.next) {
            if (!advance(&x, columns))
                return;
            const int column = x.at + (x.step > 0);
            test_cells(index, y.at, column, 1, test, w);
            test_cells(index, y.at + 1, column, 1, test, w);
        } else {
            if (!advance(&y, rows))
                return;
            test_cells(index, y.at + (y.step > 0), x.at, 2, test, w);
        }
    }
}

/* A ray, or a circle that is cast: the nearest circle so far. */
static inline void test_circle(const plain_index *index, uint32_t from, uint32_t to, walk *w) {
    const float squared = index->radius * index->radius;
    for (uint32_t i = from; i < to; i++) {
        const float to_x = index->x[i] - w->x, to_y = index->y[i] - w->y;
        const float along = to_x * w->ux + to_y * w->uy, beside = to_x * w->uy - to_y * w->ux;
        const float half = squared - beside * beside;
        if (half < 0.0f)
            continue;
        const float root = sqrtf(half);
        float at = along - root;
        if (at < 0.0f) {
            if (along + root < 0.0f || to_x * to_x + to_y * to_y > squared)
                continue;
            at = 0.0f;
        }
        if (at < w->best || (at == w->best && w->hit == QUERY_NONE)) {
            w->best = at;
            w->hit = i;
        }
    }
}

#endif
