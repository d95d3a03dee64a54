/* engine/outline/decompose_triangles.c - the third stage cuts monotone pieces into triangles (M. Garey and others,
 * Triangulating a simple polygon, 1978), the fourth flips diagonals (C. Lawson, Software for C1 surface interpolation,
 * 1977). */
#include <math.h>
#include <string.h>

#include "base/heap_sort.h"
#include "decompose.h"

/* ---- Pieces ------------------------------------------------------------------------------------------------------ *
 * Of n corners, half-edge v leads from corner v to the next one, n + 2 c along cut c, and n + 2 c + 1 back. */

typedef struct pieces {
    hail_decomposition *d;
    const hail_ring *ring;
    uint32_t count;  /* half-edges */
    uint32_t *next;  /* within a piece */
    uint32_t *half;  /* the half-edge of the mesh that it became; HAIL_NO_HALF: none yet */
    uint32_t *stack; /* room for a chain's corners and edges */
    uint32_t *face;  /* the half-edges of one piece */
} pieces;

static uint32_t start_of(const pieces *p, uint32_t h) {
    const uint32_t n = p->ring->count;
    if (h < n)
        return h;
    const hail_cut *c = &p->d->cut[(h - n) / 2];
    return (h - n) % 2 ? c->b : c->a;
}

static uint32_t end_of(const pieces *p, uint32_t h) {
    const uint32_t n = p->ring->count;
    return h < n ? p->ring->next[h] : start_of(p, n + ((h - n) ^ 1));
}

/* Orders the half-edges of cuts by their first corner, then by their angle from the polygon's own edge there. */
static bool spoke_before(const pieces *p, uint32_t a, uint32_t b) {
    const uint32_t v = start_of(p, a), w = start_of(p, b);
    if (v != w)
        return v < w;
    const hail_point *at = p->ring->at;
    const hail_point o = at[v], first = at[p->ring->next[v]], to_a = at[end_of(p, a)], to_b = at[end_of(p, b)];
    const int side_a = hail_turn(o, first, to_a), side_b = hail_turn(o, first, to_b);
    return side_a != side_b ? side_a > side_b : hail_turn(o, to_a, to_b) > 0;
}

HAIL_HEAP_SORT(cut_spokes, uint32_t, pieces, spoke_before)

/* Finds `next`: round every corner, an incoming half-edge continues along the spoke before it. */
static void link_pieces(pieces *p, uint32_t *spoke) {
    const uint32_t n = p->ring->count, spokes = p->count - n;
    for (uint32_t i = 0; i < spokes; i++)
        spoke[i] = n + i;
    cut_spokes_sort(p, spoke, spokes);
    for (uint32_t v = 0; v < n; v++)
        p->next[p->ring->prev[v]] = v;
    for (uint32_t i = 0; i < spokes; i++) {
        const uint32_t v = start_of(p, spoke[i]);
        const bool first = !i || start_of(p, spoke[i - 1]) != v;
        p->next[n + ((spoke[i] - n) ^ 1)] = first ? v : spoke[i - 1];
        p->next[p->ring->prev[v]] = spoke[i];
    }
}

/* ---- Triangles --------------------------------------------------------------------------------------------------- *
 * While a piece is cut up, an edge of what is left is a half-edge of the piece or, with the bit NEW, a half-edge of the
 * mesh that has no twin yet. */

#define NEW 0x80000000u

static void link_edge(pieces *p, uint32_t h, uint32_t edge) {
    hail_half *half = p->d->mesh.half;
    if (edge & NEW) {
        half[h].twin = edge & ~NEW;
        half[edge & ~NEW].twin = h;
    } else
        p->half[edge] = h;
}

/* Adds a triangle to the mesh. One of its edges may be HAIL_NO_HALF: that edge is new, and is returned. */
static uint32_t add_triangle(pieces *p, const uint32_t corner[3], const uint32_t edge[3]) {
    hail_mesh *mesh = &p->d->mesh;
    const uint32_t h = mesh->count;
    uint32_t made = 0;
    mesh->count += 3;
    for (uint32_t i = 0; i < 3; i++) {
        mesh->half[h + i] = (hail_half){corner[i], h + (i + 1) % 3, h + (i + 2) % 3, HAIL_NO_HALF};
        if (edge[i] == HAIL_NO_HALF)
            made = (h + i) | NEW;
        else
            link_edge(p, h + i, edge[i]);
    }
    return made;
}

/* Adds the triangle of the corners a, b and v, in rising rank, with the edges a b, b v and a v. a and b are on one
 * chain: the lower one runs from left to right round the piece, the upper one from right to left. */
static uint32_t clip(pieces *p, bool lower, const uint32_t corner[3], uint32_t ab, uint32_t bv, uint32_t av) {
    if (lower)
        return add_triangle(p, corner, (const uint32_t[3]){ab, bv, av});
    return add_triangle(p, (const uint32_t[3]){corner[1], corner[0], corner[2]}, (const uint32_t[3]){ab, av, bv});
}

/* A stack of corners that are not cut off yet, each with the edge to the one before it. */
typedef struct chain {
    uint32_t *corner, *edge;
    size_t count;
    bool lower;
} chain;

static void push(chain *c, uint32_t corner, uint32_t edge) {
    c->corner[c->count] = corner;
    c->edge[c->count++] = edge;
}

/* Cuts off the whole chain from v, which sees all of it. `edge` leads to its first corner, `close` to its last one, if
 * there is such an edge. */
static void fan(pieces *p, chain *c, uint32_t v, uint32_t edge, uint32_t close) {
    for (size_t i = 0; i + 1 < c->count; i++) {
        const uint32_t corner[3] = {c->corner[i], c->corner[i + 1], v};
        edge = clip(p, c->lower, corner, c->edge[i + 1], i + 2 < c->count ? HAIL_NO_HALF : close, edge);
    }
    const uint32_t last = c->corner[c->count - 1];
    c->count = 0;
    push(c, last, HAIL_NO_HALF);
    push(c, v, edge);
}

/* Adds v to its own chain, and cuts off the corners that this makes convex. */
static void extend(pieces *p, chain *c, uint32_t v, uint32_t edge) {
    const hail_point *at = p->ring->at;
    while (c->count > 1) {
        const uint32_t a = c->corner[c->count - 2], b = c->corner[c->count - 1];
        if (hail_turn(at[a], at[b], at[v]) != (c->lower ? 1 : -1))
            break;
        const uint32_t corner[3] = {a, b, v};
        edge = clip(p, c->lower, corner, c->edge[c->count - 1], edge, HAIL_NO_HALF);
        c->count--;
    }
    push(c, v, edge);
}

/* Triangulates a piece: `count` half-edges in p->face. */
static void triangulate(pieces *p, size_t count) {
    const uint32_t *rank = p->ring->rank;
    size_t leftmost = 0;
    for (size_t i = 1; i < count; i++)
        leftmost = rank[start_of(p, p->face[i])] < rank[start_of(p, p->face[leftmost])] ? i : leftmost;
    size_t low = leftmost, high = leftmost; /* the last corner visited of each chain */
    chain c = {p->stack, p->stack + p->ring->count, 0, true};
    push(&c, start_of(p, p->face[leftmost]), HAIL_NO_HALF);
    for (size_t left = count - 1; left-- > 0;) {
        const size_t next = low + 1 < count ? low + 1 : 0, before = high ? high - 1 : count - 1;
        const uint32_t a = start_of(p, p->face[next]), b = start_of(p, p->face[before]);
        const bool lower = rank[a] < rank[b];
        const uint32_t v = lower ? a : b, edge = lower ? p->face[low] : p->face[before];
        if (!left)
            fan(p, &c, v, c.lower ? p->face[before] : p->face[low], c.lower ? p->face[low] : p->face[before]);
        else if (c.count > 1 && lower != c.lower) {
            fan(p, &c, v, edge, HAIL_NO_HALF);
            c.lower = lower;
        } else {
            c.lower = lower;
            extend(p, &c, v, edge);
        }
        low = lower ? next : low;
        high = lower ? high : before;
    }
}

static bool reserve(pieces *p) {
    hail_decomposition *d = p->d;
    const size_t halves = p->count, n = p->ring->count;
    /* A piece of n half-edges becomes n - 2 triangles, so there are fewer triangles than half-edges. */
    if (!hail_scratch_grow(&d->heap, &d->halves, 3 * halves * sizeof(hail_half)) ||
        !hail_scratch_grow(&d->heap, &d->scratch[0], halves * sizeof(uint32_t)) ||
        !hail_scratch_grow(&d->heap, &d->scratch[1], halves * sizeof(uint32_t)) ||
        !hail_scratch_grow(&d->heap, &d->scratch[2], 2 * n * sizeof(uint32_t)) ||
        !hail_scratch_grow(&d->heap, &d->scratch[3], halves * sizeof(uint32_t)))
        return false;
    d->mesh = (hail_mesh){.at = p->ring->at, .half = d->halves.data, .slack = &d->slack};
    p->next = d->scratch[0].data;
    p->half = d->scratch[1].data;
    p->stack = d->scratch[2].data;
    p->face = d->scratch[3].data;
    memset(p->half, 0xff, halves * sizeof(uint32_t));
    return true;
}

hail_status hail_decompose_triangles(hail_decomposition *d) {
    pieces p = {.d = d, .ring = &d->ring, .count = d->ring.count + 2 * d->cut_count};
    if (!reserve(&p))
        return HAIL_NO_MEMORY;
    link_pieces(&p, p.half);
    memset(p.half, 0xff, p.count * sizeof(uint32_t));
    for (uint32_t h = 0; h < p.count; h++) {
        size_t count = 0;
        for (uint32_t g = h; p.half[g] == HAIL_NO_HALF && (!count || g != h); g = p.next[g])
            p.face[count++] = g;
        if (count)
            triangulate(&p, count);
    }
    for (uint32_t h = d->ring.count; h < p.count; h += 2) {
        d->mesh.half[p.half[h]].twin = p.half[h + 1];
        d->mesh.half[p.half[h + 1]].twin = p.half[h];
    }
    return HAIL_OK;
}

/* ---- Flips ------------------------------------------------------------------------------------------------------- */

/* Whether d lies inside the circle through a, b and c by more than rounding errors. So every flip improves the
 * triangulation, and the flips end. */
static bool surely_in_circle(hail_point a, hail_point b, hail_point c, hail_point d) {
    const double ax = (double)a.x - d.x, ay = (double)a.y - d.y, bx = (double)b.x - d.x, by = (double)b.y - d.y;
    const double cx = (double)c.x - d.x, cy = (double)c.y - d.y;
    const double aa = ax * ax + ay * ay, bb = bx * bx + by * by, cc = cx * cx + cy * cy;
    const double sum = aa * (bx * cy - by * cx) + bb * (cx * ay - cy * ax) + cc * (ax * by - ay * bx);
    const double size = aa * (fabs(bx * cy) + fabs(by * cx)) + bb * (fabs(cx * ay) + fabs(cy * ax)) +
                        cc * (fabs(ax * by) + fabs(ay * bx));
    return sum > 2e-15 * size;
}

/* Flips the diagonal of two triangles to the other two corners. */
static void flip(hail_half *half, uint32_t h, uint32_t t) {
    const uint32_t hn = half[h].next, hp = half[h].prev, tn = half[t].next, tp = half[t].prev;
    half[h] = (hail_half){half[tp].from, hp, tn, t};
    half[t] = (hail_half){half[hp].from, tp, hn, h};
    half[hp].next = tn, half[hp].prev = h;
    half[tn].next = h, half[tn].prev = hp;
    half[tp].next = hn, half[tp].prev = t;
    half[hn].next = t, half[hn].prev = tp;
}

hail_status hail_decompose_flip(hail_decomposition *d) {
    hail_half *half = d->mesh.half;
    const uint32_t count = d->mesh.count;
    if (!hail_scratch_grow(&d->heap, &d->scratch[0], ((size_t)count + 1) * sizeof(uint32_t)) ||
        !hail_scratch_grow(&d->heap, &d->scratch[1], (size_t)count + 1))
        return HAIL_NO_MEMORY;
    uint32_t *queue = d->scratch[0].data, queued = 0;
    uint8_t *pending = d->scratch[1].data;
    uint64_t left = (uint64_t)count * 16; /* tests: more are not worth their time */
    for (uint32_t h = 0; h < count; h++) {
        pending[h] = half[h].twin != HAIL_NO_HALF && half[h].twin > h;
        if (pending[h])
            queue[queued++] = h;
    }
    while (queued && left--) {
        const uint32_t h = queue[--queued], t = half[h].twin;
        const hail_point *at = d->mesh.at;
        pending[h] = 0;
        if (!surely_in_circle(at[half[h].from], at[half[t].from], at[half[half[h].prev].from],
                              at[half[half[t].prev].from]))
            continue;
        flip(half, h, t);
        const uint32_t side[4] = {half[h].next, half[h].prev, half[t].next, half[t].prev};
        for (int i = 0; i < 4; i++) {
            const uint32_t twin = half[side[i]].twin, s = twin < side[i] ? twin : side[i];
            if (twin != HAIL_NO_HALF && !pending[s]) {
                pending[s] = 1;
                queue[queued++] = s;
            }
        }
    }
    return HAIL_OK;
}
