/* bench/queries/plain_walk.h - how plain's casts go through its grid. A grid of blocks of 2 x 2 cells is walked, which
 * lies half a cell off: as a cell is at least as wide as what is cast and a circle together, what can be hit within
 * half a cell of a block's middle lies in it. Each step tests only the two cells that are new; the walk ends at a hit
 * before the block's far side. */
#ifndef PLAIN_WALK_H
#define PLAIN_WALK_H

#include "plain_index.h"

#include <math.h>

typedef struct walk {
    float x, y, ux, uy;     /* px; the unit vector along the ray */
    float best;             /* px along the ray: of the nearest hit so far, or the ray's length */
    float front;            /* px: what moves along the ray reaches so far ahead */
    uint32_t hit;           /* a position in the index */
    struct walk_hits *hits; /* of walks that want several: plain_some_casts.c */
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

/* ---- Hits -------------------------------------------------------------------------------------------------------- */

/* Whether a ray, or a circle that is cast, hits circle i, however far; *at: after how many px. */
static inline bool circle_hits(const plain_index *index, uint32_t i, const walk *w, float *at) {
    const float squared = index->radius * index->radius;
    const float to_x = index->x[i] - w->x, to_y = index->y[i] - w->y;
    const float along = to_x * w->ux + to_y * w->uy, beside = to_x * w->uy - to_y * w->ux;
    const float half = squared - beside * beside;
    if (half < 0.0f)
        return false;
    const float root = sqrtf(half);
    *at = along - root;
    if (*at >= 0.0f)
        return true;
    *at = 0.0f;
    return along + root >= 0.0f && to_x * to_x + to_y * to_y <= squared;
}

/* The same of a box that points where it goes. The walk starts at its rear. */
static inline bool box_hits(const plain_index *index, uint32_t i, const walk *w, float *at) {
    const float radius = index->scene->radius, squared = radius * radius;
    const float to_x = index->x[i] - w->x, to_y = index->y[i] - w->y;
    const float along = to_x * w->ux + to_y * w->uy, beside = to_x * w->uy - to_y * w->ux;
    const float over = fmaxf(fabsf(beside) - QUERY_CAST_SIDE, 0.0f), half = squared - over * over;
    if (half < 0.0f)
        return false;
    const float root = sqrtf(half);
    *at = fmaxf(along - root - w->front, 0.0f);
    if (along + root < 0.0f)
        return false;
    const float corner = fmaxf(along - w->front, fmaxf(-along, 0.0f));
    return *at > 0.0f || corner * corner + over * over <= squared;
}

/* Whether it hits something that is no farther than `best`. */
static inline bool segment_hits(const plain_index *index, uint32_t i, const walk *w) {
    const float squared = index->radius * index->radius;
    const float to_x = index->x[i] - w->x, to_y = index->y[i] - w->y;
    const float along = to_x * w->ux + to_y * w->uy, beside = to_x * w->uy - to_y * w->ux;
    const float gap = along - fmaxf(fminf(along, w->best), 0.0f);
    return gap * gap + beside * beside <= squared;
}

/* Keeps the nearest circle so far. */
static inline void keep_nearest(walk *w, uint32_t i, float at) {
    if (at < w->best || (at == w->best && w->hit == QUERY_NONE)) {
        w->best = at;
        w->hit = i;
    }
}

/* A ray, or a circle that is cast. */
static inline void test_circle(const plain_index *index, uint32_t from, uint32_t to, walk *w) {
    float at;
    for (uint32_t i = from; i < to; i++)
        if (circle_hits(index, i, w, &at))
            keep_nearest(w, i, at);
}

/* Writes the hit of cast number `query` with circle w->hit after w->best px: where both touch, on the circle. box: the
 * nearest point of the box shows the normal. */
static inline void write_cast_hit(const plain_index *index, query_hit *hit, const query_batch *batch, size_t query,
                                  const walk *w, float inverse, bool box) {
    const float radius = index->scene->radius, at_x = index->x[w->hit], at_y = index->y[w->hit];
    float x = batch->x[query] + w->ux * w->best, y = batch->y[query] + w->uy * w->best;
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
    *hit = (query_hit){index->id[w->hit],         w->best * inverse, at_x + nx * unit * radius,
                       at_y + ny * unit * radius, nx * unit,         ny * unit};
}

#endif
