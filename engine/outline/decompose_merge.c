/* engine/outline/decompose_merge.c - the mesh of faces: cuts taken out where the faces stay convex (S. Hertel, K.
 * Mehlhorn, Fast triangulation of simple polygons, 1983), and faces with too many corners cut again. */
#include "decompose.h"

#include <math.h>
#include <string.h>

/* ---- The mesh ---------------------------------------------------------------------------------------------------- */

void hail_mesh_join(hail_mesh *mesh, uint32_t h) {
    hail_half *half = mesh->half;
    const uint32_t t = half[h].twin;
    const hail_half a = half[h], b = half[t];
    half[a.prev].next = b.next;
    half[b.next].prev = a.prev;
    half[b.prev].next = a.next;
    half[a.next].prev = b.prev;
    half[h].from = half[t].from = HAIL_NONE;
}

void hail_mesh_divide(hail_mesh *mesh, uint32_t h, uint32_t t, uint32_t i, uint32_t j) {
    hail_half *half = mesh->half;
    half[h] = (hail_half){half[i].from, j, half[i].prev, t};
    half[t] = (hail_half){half[j].from, i, half[j].prev, h};
    half[half[h].prev].next = half[j].prev = h;
    half[half[t].prev].next = half[i].prev = t;
}

static int turn_of(const hail_mesh *mesh, uint32_t before, uint32_t at, uint32_t after) {
    return hail_turn(mesh->at[mesh->half[before].from], mesh->at[mesh->half[at].from],
                     mesh->at[mesh->half[after].from]);
}

int hail_mesh_turn(const hail_mesh *mesh, uint32_t h) {
    return turn_of(mesh, mesh->half[h].prev, h, mesh->half[h].next);
}

/* ---- Merging ----------------------------------------------------------------------------------------------------- */

/* The corners of a face but for those at the ends of its half-edge h, counted up to more than `most`. */
static uint32_t other_corners(const hail_mesh *mesh, uint32_t h, uint32_t most) {
    uint32_t corners = 0;
    const uint32_t end = h;
    for (uint32_t g = mesh->half[mesh->half[h].next].next; g != end && corners <= most; g = mesh->half[g].next)
        corners += hail_mesh_turn(mesh, g) > 0;
    return corners;
}

bool hail_mesh_can_join(const hail_mesh *mesh, uint32_t h, uint32_t most) {
    const hail_half *half = mesh->half;
    const uint32_t t = half[h].twin;
    const int at_h = turn_of(mesh, half[h].prev, h, half[half[t].next].next);
    const int at_t = turn_of(mesh, half[t].prev, t, half[half[h].next].next);
    if (at_h < 0 || at_t < 0)
        return false;
    if (most == UINT32_MAX)
        return true;
    const uint64_t corners = (uint64_t)other_corners(mesh, h, most) + other_corners(mesh, t, most);
    return corners + (at_h > 0) + (at_t > 0) <= most;
}

static double length_of(const hail_mesh *mesh, uint32_t h) {
    const hail_point a = mesh->at[mesh->half[h].from], b = mesh->at[mesh->half[mesh->half[h].twin].from];
    const double x = (double)a.x - b.x, y = (double)a.y - b.y;
    return x * x + y * y;
}

static bool longer(const void *context, uint32_t a, uint32_t b) {
    const double length_a = length_of(context, a), length_b = length_of(context, b);
    return length_a != length_b ? length_a > length_b : a < b;
}

hail_status hail_decompose_merge(hail_decomposition *d, uint32_t most) {
    hail_mesh *mesh = &d->mesh;
    if (!hail_scratch_grow(&d->heap, &d->work[0], ((size_t)mesh->count + 1) * sizeof(uint32_t)))
        return HAIL_NO_MEMORY;
    uint32_t *cuts = d->work[0].data, count = 0;
    for (uint32_t h = 0; h < mesh->count; h++)
        if (mesh->half[h].from != HAIL_NONE && mesh->half[h].twin != HAIL_NONE && mesh->half[h].twin > h)
            cuts[count++] = h;
    hail_sort(cuts, count, longer, mesh);
    for (uint32_t i = 0; i < count; i++)
        if (hail_mesh_can_join(mesh, cuts[i], most))
            hail_mesh_join(mesh, cuts[i]);
    return HAIL_OK;
}

/* ---- Splitting --------------------------------------------------------------------------------------------------- */

typedef struct splitter {
    hail_mesh *mesh;
    uint32_t most, unused; /* where to look for a half-edge that is free */
    uint32_t *corner;      /* of the face at hand: the half-edges that start at its corners */
    uint32_t *pending, pending_count;
} splitter;

/* The cosine of the angle at b: the smaller the angle, the larger. */
static double cosine_at(hail_point a, hail_point b, hail_point c) {
    const double ux = (double)a.x - b.x, uy = (double)a.y - b.y, vx = (double)c.x - b.x, vy = (double)c.y - b.y;
    return (ux * vx + uy * vy) / (sqrt(ux * ux + uy * uy) * sqrt(vx * vx + vy * vy));
}

/* Of the sharpest of the four angles that a cut from corner i to corner j makes. */
static double sharpness(const splitter *s, size_t i, size_t j, size_t count) {
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

static uint32_t take_half(splitter *s) {
    while (s->mesh->half[s->unused].from != HAIL_NONE)
        s->unused++;
    return s->unused++;
}

/* The corners of the face of half-edge h. */
static size_t find_corners(splitter *s, uint32_t h) {
    size_t count = 0;
    uint32_t g = h;
    do {
        if (hail_mesh_turn(s->mesh, g) > 0)
            s->corner[count++] = g;
        g = s->mesh->half[g].next;
    } while (g != h);
    return count;
}

/* In two, so that as few parts as can be come out in the end, by the cut that leaves the widest angles. */
static void split(splitter *s, uint32_t face) {
    const size_t count = find_corners(s, face), step = s->most - 2, tried = 8;
    if (count <= s->most)
        return;
    const size_t parts = (count - 2 + step - 1) / step, first = parts / 2;
    size_t least = 2, largest = first * step + 2;
    if (count > (parts - first) * step + 2)
        least = count - (parts - first) * step;
    least = least < 3 ? 3 : least;
    if (largest - least > tried) {
        least += (largest - least - tried) / 2;
        largest = least + tried;
    }
    double best = 3.0;
    size_t from = 0, to = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t corners = least; corners <= largest; corners++) {
            const size_t j = (i + corners - 1) % count;
            const double worst = sharpness(s, i, j, count);
            if (worst < best) {
                best = worst;
                from = i;
                to = j;
            }
        }
    const uint32_t h = take_half(s), t = take_half(s);
    hail_mesh_divide(s->mesh, h, t, s->corner[from], s->corner[to]);
    s->pending[s->pending_count++] = h;
    s->pending[s->pending_count++] = t;
}

hail_status hail_decompose_split(hail_decomposition *d) {
    const size_t count = (size_t)d->mesh.count + 1;
    if (d->most == UINT32_MAX)
        return HAIL_OK;
    if (!hail_scratch_grow(&d->heap, &d->work[0], count * sizeof(uint32_t)) ||
        !hail_scratch_grow(&d->heap, &d->work[1], count * sizeof(uint32_t)) ||
        !hail_scratch_grow(&d->heap, &d->work[2], count))
        return HAIL_NO_MEMORY;
    splitter s = {.mesh = &d->mesh, .most = d->most, .corner = d->work[0].data, .pending = d->work[1].data};
    const hail_half *half = d->mesh.half;
    uint8_t *seen = d->work[2].data;
    memset(seen, 0, count);
    for (uint32_t h = 0; h < d->mesh.count; h++) {
        if (half[h].from == HAIL_NONE || seen[h])
            continue;
        for (uint32_t g = h; !seen[g]; g = half[g].next)
            seen[g] = 1;
        s.pending[s.pending_count++] = h;
        while (s.pending_count)
            split(&s, s.pending[--s.pending_count]);
    }
    return HAIL_OK;
}
