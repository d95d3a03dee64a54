/* bench/queries/tuned_body_rays.c - rays of plain:tuned: from cell to cell, one list in each, until a hit lies before
 * the cell's far side. Slower were: no branch at all in the test of a body; four bodies at once; a branch for each axis
 * of the walk. */
#include "tuned_index.h"

#include <math.h>

typedef struct tuned_ray {
    float x, y, ux, uy; /* px; the unit vector along the ray */
    float best;         /* px along the ray: of the nearest hit so far, or the ray's length */
    uint32_t hit;       /* a position in the index */
} tuned_ray;

/* One axis: the cell's number, how the index of the cell changes, and at how many px along the ray it does next. */
typedef struct tuned_axis {
    int at;
    ptrdiff_t step;
    float next, every;
} tuned_axis;

static inline void test(const tuned_index *index, size_t cell, tuned_ray *ray) {
    const float *restrict x = index->x, *restrict y = index->y, squared = index->radius * index->radius;
    const uint32_t end = index->start[cell + 1];
    float best = ray->best;
    uint32_t hit = ray->hit;
    for (uint32_t i = index->start[cell]; i < end; i++) {
        const float to_x = x[i] - ray->x, to_y = y[i] - ray->y;
        const float along = to_x * ray->ux + to_y * ray->uy, beside = to_x * ray->uy - to_y * ray->ux;
        const float half = squared - beside * beside;
        if (half < 0.0f)
            continue;
        const float root = sqrtf(half), entry = along - root, at = entry > 0.0f ? entry : 0.0f;
        const bool nearer = (along + root >= 0.0f) & (at <= best);
        best = nearer ? at : best;
        hit = nearer ? i : hit;
    }
    ray->best = best;
    ray->hit = hit;
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

/* What lies beyond the ring is in it. */
static inline tuned_axis axis_of(const tuned_index *index, float at, float u, float inverse, float from, int count,
                                 ptrdiff_t step) {
    const float cells = (at + u * from) * index->inverse + index->ring;
    const int number = (int)fmaxf(fminf(cells, (float)(count - 1)), 0.0f);
    if (isinf(inverse))
        return (tuned_axis){number, 0, INFINITY, INFINITY};
    const float every = index->cell * fabsf(inverse), left = cells - (float)number;
    return (tuned_axis){number, u > 0.0f ? step : -step, from + every * (u > 0.0f ? 1.0f - left : left), every};
}

static inline void cast(const tuned_index *index, tuned_ray *ray) {
    const float inverse_x = 1.0f / ray->ux, inverse_y = 1.0f / ray->uy;
    float from = 0.0f, to = ray->best;
    if (!clip(ray->x, inverse_x, index->scene->width, index->radius, &from, &to) ||
        !clip(ray->y, inverse_y, index->scene->height, index->radius, &from, &to))
        return;
    tuned_axis x = axis_of(index, ray->x, ray->ux, inverse_x, from, index->columns, 1),
               y = axis_of(index, ray->y, ray->uy, inverse_y, from, index->rows, index->columns);
    ptrdiff_t cell = y.at * (ptrdiff_t)index->columns + x.at;
    for (;;) {
        test(index, (size_t)cell, ray);
        const float left = fminf(x.next, y.next);
        if (left >= fminf(to, ray->best)) /* `to` keeps the walk in the ring */
            return;
        const bool turn = x.next < y.next;
        cell += turn ? x.step : y.step;
        x.next += turn ? x.every : 0.0f;
        y.next += turn ? 0.0f : y.every;
    }
}

size_t query_tuned_rays(tuned_index *index, const query_batch *batch) {
    const float inverse_radius = 1.0f / index->radius;
    size_t found = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const float dx = batch->u[i], dy = batch->v[i], length = sqrtf(dx * dx + dy * dy);
        const float inverse = length > 0.0f ? 1.0f / length : 0.0f;
        tuned_ray ray = {batch->x[i], batch->y[i], dx * inverse, dy * inverse, length, QUERY_NONE};
        cast(index, &ray);
        query_hit *hit = &index->results.hit[i];
        hit->body = QUERY_NONE;
        if (ray.hit == QUERY_NONE)
            continue;
        query_hit_write(hit, index->id[ray.hit], ray.best * inverse, ray.x, ray.y, dx, dy, index->x[ray.hit],
                        index->y[ray.hit], inverse_radius);
        found++;
    }
    return found;
}
