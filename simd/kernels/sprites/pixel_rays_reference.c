/* simd/kernels/sprites/pixel_rays_reference.c - docs/arithmetic.md, "Sprites": which pixels of a moving sprite may be
 * the first to enter another sprite's, a pixel at a time. */
#include "kernels/reference.h"

/* Narrows [from, to] to the columns of a row whose rays may come into a slab. */
static void narrow(const hail_ray_slab *s, uint32_t row, float *from, float *to) {
    const float at = s->at + (float)row * s->row, least = s->low - at, most = s->high - at;
    const float a = least * s->columns, b = most * s->columns;
    if (s->columns == 0.0f) {
        *to = least > s->still || most < -s->still ? -1.0f : *to;
        return;
    }
    *from = fmaxf(*from, fminf(a, b));
    *to = fminf(*to, fmaxf(a, b));
}

void HAIL_KERNEL(ray_columns)(const hail_ray_columns_job *job, uint32_t begin, uint32_t end, uint32_t *first,
                              uint32_t *last) {
    for (uint32_t row = begin; row < end; row++) {
        float from = job->left, to = job->last;
        for (int k = 0; k < HAIL_RAY_SLABS; k++)
            narrow(&job->slab[k], row, &from, &to);
        first[row - begin] = from <= to ? (uint32_t)ceilf(from) : 1;
        last[row - begin] = from <= to ? (uint32_t)to : 0;
    }
}

void HAIL_KERNEL(near_pixels)(const hail_near_pixels_job *job, uint32_t begin, uint32_t end, uint64_t *bits) {
    for (uint32_t row = begin; row < end; row++) {
        uint64_t *word = &bits[row - begin];
        *word = 0;
        for (uint32_t b = 0; b < job->count; b++) {
            float from = job->left, to = job->last;
            narrow(&job->boxes[b].x, row, &from, &to);
            narrow(&job->boxes[b].y, row, &from, &to);
            for (int32_t bit = 0; bit < 64; bit++) {
                const float column = (float)(64 * job->word + bit);
                *word |= column >= from && column <= to ? UINT64_C(1) << bit : 0;
            }
        }
    }
}

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

/* When a ray enters an opaque pixel, at the earliest and at the latest. */
typedef struct entry {
    float from, to;
} entry;

typedef struct axis {
    float start, d, slow, error; /* error: of times */
    int32_t low, high;
} axis;

static float time_to(const axis *a, float boundary) {
    return (boundary - a->start) * (a->d < 0.0f ? -a->slow : a->slow);
}

static float enter(const axis *a) { return time_to(a, (float)(a->d < 0.0f ? a->high : a->low)); }
static float leave(const axis *a) { return time_to(a, (float)(a->d < 0.0f ? a->low : a->high)); }

/* The pixel at a time; *fallback becomes true if a boundary is as near as `error`, unless `sure`. */
static int32_t pixel_at(const axis *a, float time, float error, bool sure, bool *fallback) {
    const float at = fmaxf(fminf(a->start + a->d * time, (float)a->high), (float)a->low), part = at - floorf(at);
    *fallback = *fallback || (!sure && (part <= error || part >= 1.0f - error));
    return (int32_t)at < a->high - 1 ? (int32_t)at : a->high - 1;
}

static float boundary_ahead(const axis *a, int32_t pixel) {
    return time_to(a, (float)pixel + (a->d < 0.0f ? 0.0f : 1.0f));
}

static bool opaque(const hail_mask *mask, int32_t x, int32_t y) {
    return mask->rows[(size_t)y * mask->stride + (size_t)x / 32] >> (x % 32) & 1u;
}

static entry walk(const hail_mask *mask, const axis *x, const axis *y, int32_t column, int32_t row, entry e) {
    while (!opaque(mask, column, row)) {
        const float tx = boundary_ahead(x, column), ty = boundary_ahead(y, row), time = fminf(tx, ty);
        const bool by_x = tx <= ty;
        const float late = by_x ? x->error : y->error;
        e = (entry){fmaxf(time - late, e.from), time + late};
        if (fabsf(tx - ty) <= x->error + y->error)
            return (entry){e.from, HAIL_PIXEL_NEVER};
        column += !by_x ? 0 : x->d < 0.0f ? -1 : 1;
        row += by_x ? 0 : y->d < 0.0f ? -1 : 1;
        if (column < x->low || column >= x->high || row < y->low || row >= y->high)
            return (entry){HAIL_PIXEL_NEVER, HAIL_PIXEL_NEVER};
    }
    return e;
}

static entry cast(const hail_pixel_rays_job *job, float i, float j) {
    const hail_mask *m = job->other;
    const float ex = job->error * job->slow_x, ey = job->error * job->slow_y;
    const axis x = {(job->x + j * job->vx) + i * job->ux, job->dx, job->slow_x, ex, m->left, m->right},
               y = {(job->y + j * job->vy) + i * job->uy, job->dy, job->slow_y, ey, m->top, m->bottom};
    const float in_x = enter(&x), in_y = enter(&y), time = fmaxf(fmaxf(in_x, in_y), 0.0f);
    const bool by_y = time > 0.0f && in_y > in_x, by_x = time > 0.0f && !by_y;
    const float late = by_x ? ex : by_y ? ey : 0.0f;
    if (!(time <= fminf(leave(&x), leave(&y)) + (ex + ey)))
        return (entry){HAIL_PIXEL_NEVER, HAIL_PIXEL_NEVER};
    bool fallback = false;
    const int32_t column = pixel_at(&x, time, by_y ? job->error + fabsf(job->dx) * ey : job->error, by_x, &fallback),
                  row = pixel_at(&y, time, by_x ? job->error + fabsf(job->dy) * ex : job->error, by_y, &fallback);
    const entry e = {time - late, time + late};
    return fallback ? (entry){e.from, HAIL_PIXEL_NEVER} : walk(m, &x, &y, column, row, e);
}

uint32_t HAIL_KERNEL(pixel_rays)(const hail_pixel_rays_job *job, uint32_t count, uint32_t *found) {
    entry e[HAIL_MOST_PIXEL_RAYS];
    float best = job->until;
    uint32_t listed = 0;
    for (uint32_t k = 0; k < count; k++) {
        e[k] = cast(job, (float)(job->pixels[k] & 0xffff), (float)(job->pixels[k] >> 16));
        best = fminf(best, e[k].to);
    }
    for (uint32_t k = 0; k < count; k++)
        if (e[k].from <= best)
            found[listed++] = k;
    return listed;
}
