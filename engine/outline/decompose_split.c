/* engine/outline/decompose_split.c - cuts convex faces that have too many corners. */
#include <math.h>
#include <string.h>

#include "decompose.h"

typedef struct splitter {
    hail_mesh *mesh;
    uint32_t max_corners;
    uint32_t unused;                  /* no half-edge before this one is unused */
    uint32_t *corner;                 /* of the current face: the half-edges that start at its corners */
    uint32_t *pending, pending_count; /* faces still to be split, by a half-edge */
} splitter;

/* The cosine of the angle at b. It is larger for sharper angles. */
static double cosine_at(hail_point a, hail_point b, hail_point c) {
    const double ux = (double)a.x - b.x, uy = (double)a.y - b.y, vx = (double)c.x - b.x, vy = (double)c.y - b.y;
    return (ux * vx + uy * vy) / (sqrt(ux * ux + uy * uy) * sqrt(vx * vx + vy * vy));
}

/* The cosine of the sharpest of the four angles that a cut from corner i to corner j makes. */
static double sharpest_cosine(const splitter *s, size_t i, size_t j, size_t count) {
    const hail_half *half = s->mesh->half;
    const hail_point *p = s->mesh->at;
    const size_t end[2] = {i, j};
    double worst = -2.0;
    for (size_t k = 0; k < 4; k++) {
        const size_t at = end[k & 1], other = end[~k & 1], beside = (k & 2 ? at + 1 : at + count - 1) % count;
        const double cosine =
            cosine_at(p[half[s->corner[beside]].from], p[half[s->corner[at]].from], p[half[s->corner[other]].from]);
        worst = cosine > worst ? cosine : worst;
    }
    return worst;
}

static uint32_t next_unused(splitter *s) {
    while (s->mesh->half[s->unused].from != HAIL_NO_HALF)
        s->unused++;
    return s->unused++;
}

/* Lists the corners of the face of half-edge h; all, or those that a part cannot leave out. */
static size_t list_corners(splitter *s, uint32_t h, bool all) {
    size_t count = 0;
    uint32_t g = h;
    do {
        if (all || hail_mesh_turn(s->mesh, g) > 0)
            s->corner[count++] = g;
        g = s->mesh->half[g].next;
    } while (g != h);
    return count;
}

/* How many corners, from min to max, the first of a face's two halves may have. */
typedef struct half_sizes {
    size_t min, max;
} half_sizes;

/* Returns the sizes that keep the final number of parts minimal; of many, the 9 in the middle. */
static half_sizes sizes_to_try(size_t count, size_t max_corners) {
    const size_t step = max_corners - 2, parts = (count - 2 + step - 1) / step, first = parts / 2, range = 8;
    half_sizes sizes = {3, first * step + 2};
    if (count > (parts - first) * step + 3)
        sizes.min = count - (parts - first) * step;
    if (sizes.max - sizes.min > range) {
        sizes.min += (sizes.max - sizes.min - range) / 2;
        sizes.max = sizes.min + range;
    }
    return sizes;
}

/* Whether there is slack, and the face makes no part all the same. */
static bool is_misfit(const splitter *s, uint32_t face) {
    hail_part part;
    uint32_t bad;
    return s->mesh->slack->max_squared > 0.0 && !hail_mesh_part(s->mesh, face, s->max_corners, &part, &bad);
}

/* Splits a face in two, if it has too many corners or makes no part, by the cut whose sharpest angle is widest. */
static void split(splitter *s, uint32_t face) {
    size_t count = list_corners(s, face, false);
    half_sizes sizes;
    if (count > s->max_corners)
        sizes = sizes_to_try(count, s->max_corners);
    else if (is_misfit(s, face) && (count = list_corners(s, face, true)) > 3)
        sizes = (half_sizes){3, count - 1};
    else
        return;
    double best = 3.0;
    size_t from = 0, to = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t corners = sizes.min; corners <= sizes.max; corners++) {
            const size_t j = (i + corners - 1) % count;
            const double cosine = sharpest_cosine(s, i, j, count);
            if (cosine < best) {
                best = cosine;
                from = i;
                to = j;
            }
        }
    const uint32_t h = next_unused(s), t = next_unused(s);
    hail_mesh_divide(s->mesh, h, t, s->corner[from], s->corner[to]);
    s->pending[s->pending_count++] = h;
    s->pending[s->pending_count++] = t;
}

hail_status hail_decompose_split(hail_decomposition *d) {
    const size_t count = (size_t)d->mesh.count + 1;
    if (d->max_corners == UINT32_MAX)
        return HAIL_OK;
    if (!hail_scratch_grow(&d->heap, &d->scratch[0], count * sizeof(uint32_t)) ||
        !hail_scratch_grow(&d->heap, &d->scratch[1], count * sizeof(uint32_t)) ||
        !hail_scratch_grow(&d->heap, &d->scratch[2], count))
        return HAIL_NO_MEMORY;
    splitter s = {
        .mesh = &d->mesh, .max_corners = d->max_corners, .corner = d->scratch[0].data, .pending = d->scratch[1].data};
    const hail_half *half = d->mesh.half;
    uint8_t *seen = d->scratch[2].data;
    memset(seen, 0, count);
    for (uint32_t h = 0; h < d->mesh.count; h++) {
        if (half[h].from == HAIL_NO_HALF || seen[h])
            continue;
        for (uint32_t g = h; !seen[g]; g = half[g].next)
            seen[g] = 1;
        s.pending[s.pending_count++] = h;
        while (s.pending_count)
            split(&s, s.pending[--s.pending_count]);
    }
    return HAIL_OK;
}
