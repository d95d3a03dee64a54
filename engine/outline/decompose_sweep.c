/* engine/outline/decompose_sweep.c - the second stage: a vertical line sweeps over the corners in order of x, then y.
 * It tests edges that become neighbours (M. Shamos, D. Hoey, Geometric intersection problems, 1976), finds out on which
 * side the inside lies, and cuts the polygon into monotone pieces (M. de Berg and others, Computational Geometry, 3.2).
 */
#include <string.h>

#include "base/heap_sort.h"
#include "decompose.h"
#include "sweep_line.h"
#include "touching_edges.h"

enum { SEEN = 2 }; /* a bit beside the bool in sweep.hole */

typedef struct sweep {
    hail_decomposition *d;
    hail_ring *ring;
    hail_sweep_line line;
    uint32_t *node; /* the edge's node in the line, by the corner that it starts at */
    uint8_t *hole;  /* 1 if the corner opens inside the polygon; and SEEN */
} sweep;

/* ---- Order ------------------------------------------------------------------------------------------------------- */

static bool corner_before(const hail_ring *ring, uint32_t a, uint32_t b) {
    const hail_point p = ring->at[a], q = ring->at[b];
    return hail_same_point(p, q) ? ring->vertex[a] < ring->vertex[b] : hail_point_before(p, q);
}

HAIL_HEAP_SORT(sweep_order, uint32_t, hail_ring, corner_before)

void hail_ring_sort(hail_ring *ring) {
    for (uint32_t i = 0; i < ring->count; i++)
        ring->order[i] = i;
    sweep_order_sort(ring, ring->order, ring->count);
}

/* ---- Crossings --------------------------------------------------------------------------------------------------- */

static hail_status crossing(sweep *s, uint32_t a, uint32_t b) {
    s->d->fault_a = a;
    s->d->fault_b = b;
    return HAIL_CROSSING;
}

/* Tests two neighbours. Edges that share an end touch nowhere else: edges that overlap there were refused before. */
static hail_status test_neighbours(sweep *s, uint32_t below, uint32_t above) {
    if (below == HAIL_NO_NODE || above == HAIL_NO_NODE)
        return HAIL_OK;
    const hail_sweep_edge *e = &s->line.edges[below], *f = &s->line.edges[above];
    const hail_point *at = s->ring->at;
    const hail_point p = at[e->left], q = at[e->right], r = at[f->left], end = at[f->right];
    if (hail_same_point(p, r) || hail_same_point(p, end) || hail_same_point(q, r) || hail_same_point(q, end))
        return HAIL_OK;
    if (hail_edges_touch(p, q, r, end))
        return crossing(s, e->edge, f->edge);
    return HAIL_OK;
}

/* ---- Events ------------------------------------------------------------------------------------------------------ */

static void cut(sweep *s, uint32_t a, uint32_t b) { s->d->cut[s->d->cut_count++] = (hail_cut){a, b}; }

/* Corner v becomes the helper of an edge. */
static void set_helper(sweep *s, uint32_t node, uint32_t v, bool merge) {
    hail_sweep_edge *e = &s->line.edges[node];
    if (e->merge)
        cut(s, v, e->helper);
    e->helper = v;
    e->merge = merge;
}

static uint32_t insert(sweep *s, uint32_t at, uint32_t v, uint32_t right, bool inside) {
    const uint32_t node = hail_sweep_line_insert(&s->line, at);
    hail_sweep_edge *e = &s->line.edges[node];
    e->left = v;
    e->right = right;
    e->edge = s->ring->next[v] == right ? v : right;
    e->inside = inside;
    e->helper = v;
    s->node[e->edge] = node;
    return node;
}

/* The side of an edge that corner v lies on. If the edge starts there, too: the side that v's edges lead to. */
static int side_of(const sweep *s, const hail_sweep_edge *e, uint32_t v) {
    const hail_point *at = s->ring->at;
    const bool start = hail_same_point(at[e->left], at[v]);
    return hail_turn(at[e->left], at[e->right], at[start ? s->ring->next[v] : v]);
}

/* Returns the uppermost edge below corner v. *on: an edge that v lies on, or HAIL_NO_NODE. */
static uint32_t find_below(const sweep *s, uint32_t v, uint32_t *on) {
    const hail_sweep_edge *e = s->line.edges;
    uint32_t below = HAIL_NO_NODE, node = s->line.root;
    *on = HAIL_NO_NODE;
    while (node != HAIL_NO_NODE) {
        const int side = side_of(s, &e[node], v);
        if (!side) {
            *on = node;
            return below;
        }
        if (side > 0)
            below = node;
        node = side > 0 ? e[node].high : e[node].low;
    }
    return below;
}

/* Both edges of corner v start here and lead to the right. Crossing the lower one switches between inside and outside.
 */
static hail_status open_corner(sweep *s, uint32_t v) {
    const hail_ring *ring = s->ring;
    const uint32_t next = ring->next[v], prev = ring->prev[v];
    const bool next_low = hail_turn(ring->at[v], ring->at[next], ring->at[prev]) > 0;
    uint32_t on;
    const uint32_t below = find_below(s, v, &on);
    if (on != HAIL_NO_NODE)
        return crossing(s, s->line.edges[on].edge, v);
    const bool split = below != HAIL_NO_NODE && s->line.edges[below].inside;
    if (split) {
        const uint32_t helper = s->line.edges[below].helper;
        cut(s, v, helper);
        s->line.edges[below].helper = v;
        s->line.edges[below].merge = false;
    }
    s->hole[v] = split;
    const uint32_t low = insert(s, below, v, next_low ? next : prev, !split);
    const uint32_t high = insert(s, low, v, next_low ? prev : next, split);
    const hail_status status = test_neighbours(s, below, low);
    return status != HAIL_OK ? status : test_neighbours(s, high, s->line.edges[high].above);
}

/* Both edges of corner v come from the left and end here. */
static hail_status close_corner(sweep *s, uint32_t v) {
    const uint32_t a = s->node[v], b = s->node[s->ring->prev[v]];
    const bool a_low = s->line.edges[a].above == b;
    const uint32_t low = a_low ? a : b, high = a_low ? b : a;
    if (s->line.edges[low].above != high) /* cannot happen: an edge between them was tested before */
        return crossing(s, v, s->ring->prev[v]);
    const uint32_t below = s->line.edges[low].below, above = s->line.edges[high].above;
    if (s->line.edges[low].inside)
        set_helper(s, low, v, false);
    else if (below != HAIL_NO_NODE) {
        set_helper(s, high, v, false);
        set_helper(s, below, v, true);
    }
    hail_sweep_line_remove(&s->line, low);
    hail_sweep_line_remove(&s->line, high);
    return test_neighbours(s, below, above);
}

/* One edge comes from the left and the other takes its place. */
static hail_status pass_corner(sweep *s, uint32_t v, uint32_t old, uint32_t right) {
    const uint32_t node = s->node[old];
    hail_sweep_edge *e = &s->line.edges[node];
    if (e->inside)
        set_helper(s, node, v, false);
    else if (e->below != HAIL_NO_NODE)
        set_helper(s, e->below, v, false);
    e->left = v;
    e->right = right;
    e->edge = s->ring->next[v] == right ? v : right;
    s->node[e->edge] = node;
    const hail_status status = test_neighbours(s, e->below, node);
    return status != HAIL_OK ? status : test_neighbours(s, node, e->above);
}

/* ---- The sweep --------------------------------------------------------------------------------------------------- */

static hail_status sort_corners(sweep *s) {
    hail_ring *ring = s->ring;
    hail_ring_sort(ring);
    for (uint32_t i = 0; i < ring->count; i++) {
        const uint32_t a = ring->order[i], b = ring->order[i ? i - 1 : 0];
        ring->rank[a] = i;
        if (i && !s->d->touches && hail_same_point(ring->at[a], ring->at[b]))
            return crossing(s, b, a);
    }
    return HAIL_OK;
}

static hail_status visit(sweep *s, uint32_t v) {
    const hail_ring *ring = s->ring;
    const uint32_t next = ring->next[v], prev = ring->prev[v];
    const bool next_right = ring->rank[next] > ring->rank[v], prev_right = ring->rank[prev] > ring->rank[v];
    if (next_right && prev_right)
        return open_corner(s, v);
    if (!next_right && !prev_right)
        return close_corner(s, v);
    return next_right ? pass_corner(s, v, prev, next) : pass_corner(s, v, v, prev);
}

/* Makes a loop wind the right way. At its first corner the inside lies between the two edges, or, of a hole, around
 * them. */
static void orient_loop(sweep *s, uint32_t first) {
    hail_ring *ring = s->ring;
    const bool left = hail_turn(ring->at[ring->prev[first]], ring->at[first], ring->at[ring->next[first]]) > 0;
    const bool turn = left == (s->hole[first] != 0);
    uint32_t v = first;
    do {
        const uint32_t next = ring->next[v];
        if (turn) {
            ring->next[v] = ring->prev[v];
            ring->prev[v] = next;
        }
        s->hole[v] |= SEEN;
        v = next;
    } while (v != first);
}

/* Room for the line and the cuts: a corner makes at most two. */
static bool reserve(sweep *s) {
    hail_decomposition *d = s->d;
    const size_t n = d->ring.count;
    if (!hail_scratch_grow(&d->heap, &d->cuts, 2 * n * sizeof(hail_cut)) ||
        !hail_scratch_grow(&d->heap, &d->scratch[0], n * sizeof(hail_sweep_edge)) ||
        !hail_scratch_grow(&d->heap, &d->scratch[1], n * sizeof(uint32_t)) ||
        !hail_scratch_grow(&d->heap, &d->scratch[2], n * sizeof(uint8_t)))
        return false;
    d->cut = d->cuts.data;
    d->cut_count = 0;
    s->line = (hail_sweep_line){
        .edges = d->scratch[0].data, .root = HAIL_NO_NODE, .lowest = HAIL_NO_NODE, .unused = HAIL_NO_NODE};
    s->node = d->scratch[1].data;
    s->hole = d->scratch[2].data;
    memset(s->hole, 0, n);
    return true;
}

hail_status hail_decompose_sweep(hail_decomposition *d) {
    sweep s = {.d = d, .ring = &d->ring};
    if (!reserve(&s))
        return HAIL_NO_MEMORY;
    const hail_ring *ring = &d->ring;
    hail_status status = sort_corners(&s);
    for (uint32_t i = 0; status == HAIL_OK && i < ring->count; i++)
        status = visit(&s, ring->order[i]);
    for (uint32_t i = 0; status == HAIL_OK && i < ring->count; i++)
        if (!(s.hole[ring->order[i]] & SEEN))
            orient_loop(&s, ring->order[i]);
    return status;
}
