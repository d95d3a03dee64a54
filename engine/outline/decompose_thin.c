/* engine/outline/decompose_thin.c - leaves out corners of the polygon near the side between their neighbours: noise on
 * straight sides, the many short edges of a curve. The one that moves the boundary least goes first. */
#include <math.h>
#include <string.h>

#include "decompose.h"
#include "queue.h"
#include "touching_edges.h"

/* Corners that one side may replace: few at first, so that no corner is measured against many again and again. */
enum { SHORTEST = 64, GROWTH = 64, LONGEST = 1 << 18 };

typedef struct thinner {
    const hail_ring *ring; /* all corners */
    const uint8_t *kept;   /* by corner: it must stay */
    double max_squared;
    uint32_t longest;         /* corners that one side may replace now */
    uint32_t *before, *after; /* a corner that was left out is its own neighbour */
    hail_queue queue;         /* corners that may go, by how far that moves the boundary */
} thinner;

/* How far the side a b lies from all corners that it would replace, squared; above max_squared, any value. */
static double moved_squared(const thinner *t, uint32_t a, uint32_t b) {
    const hail_point *at = t->ring->at;
    double squared = 0.0;
    uint32_t count = 0;
    for (uint32_t k = t->ring->next[a]; k != b && squared <= t->max_squared; k = t->ring->next[k])
        squared = ++count > t->longest ? INFINITY : fmax(squared, hail_segment_distance_squared(at[k], at[a], at[b]));
    return squared;
}

/* Queues a corner, if it may go. A loop keeps three. */
static void update(thinner *t, uint32_t v) {
    const uint32_t a = t->before[v], b = t->after[v];
    const double cost = t->kept[v] || t->after[b] == a ? INFINITY : moved_squared(t, a, b);
    if (cost <= t->max_squared)
        hail_queue_set(&t->queue, v, cost);
    else
        hail_queue_drop(&t->queue, v);
}

static void leave_out(thinner *t, uint32_t v) {
    const uint32_t a = t->before[v], b = t->after[v];
    hail_queue_drop(&t->queue, v);
    if (t->after[b] == a)
        return; /* of four corners, the one across was left out */
    t->after[a] = b;
    t->before[b] = a;
    t->after[v] = t->before[v] = v;
    update(t, a);
    update(t, b);
}

/* Keeps the corners from a to b. */
static void keep(const hail_ring *ring, uint8_t *kept, uint32_t a, uint32_t b) {
    for (uint32_t k = a; k != b; k = ring->next[k])
        kept[k] = 1;
    kept[b] = 1;
}

static void thin(thinner *t) {
    const hail_ring *ring = t->ring;
    memcpy(t->before, ring->prev, ring->count * sizeof(uint32_t));
    memcpy(t->after, ring->next, ring->count * sizeof(uint32_t));
    hail_queue_clear(&t->queue, ring->count);
    for (t->longest = SHORTEST; t->longest <= LONGEST; t->longest *= GROWTH) {
        for (uint32_t v = 0; v < ring->count; v++)
            if (t->after[v] != v)
                update(t, v);
        while (t->queue.count)
            leave_out(t, hail_queue_first(&t->queue));
    }
}

/* Where a loop turns back at a corner, keeps what was left out beside it. Returns whether there is such a place. */
static bool keep_spikes(const thinner *t, uint8_t *kept) {
    const hail_ring *ring = t->ring;
    bool found = false;
    for (uint32_t v = 0; v < ring->count; v++) {
        const hail_point a = ring->at[t->before[v]], b = ring->at[v], c = ring->at[t->after[v]];
        if (t->after[v] != v && hail_turn(a, b, c) == 0 && hail_point_before(a, b) != hail_point_before(b, c)) {
            keep(ring, kept, t->before[v], t->after[v]);
            found = true;
        }
    }
    return found;
}

/* ---- The thinned ring -------------------------------------------------------------------------------------------- */

/* Appends the corner v, and what is left out after it. */
static void pack_corner(hail_decomposition *d, const thinner *t, uint32_t v) {
    hail_ring *ring = &d->ring;
    hail_slack *slack = &d->slack;
    const uint32_t k = ring->count++;
    ring->at[k] = t->ring->at[v];
    ring->vertex[k] = t->ring->vertex[v];
    ring->next[k] = k + 1;
    ring->prev[k] = k - 1;
    d->thinned.corner[k] = v;
    slack->left_out_by[k] = d->thinned.left_out_count;
    for (uint32_t w = t->ring->next[v]; w != t->after[v]; w = t->ring->next[w])
        slack->left_out[d->thinned.left_out_count++] = t->ring->at[w];
}

/* Makes d->ring of what is left. */
static void pack(hail_decomposition *d, thinner *t) {
    hail_ring *ring = &d->ring;
    ring->count = d->thinned.left_out_count = 0;
    for (uint32_t first = 0; first < t->ring->count; first++) {
        if (t->after[first] == first || t->before[first] == UINT32_MAX)
            continue;
        const uint32_t begin = ring->count;
        for (uint32_t v = first; t->before[v] != UINT32_MAX; v = t->after[v]) {
            pack_corner(d, t, v);
            t->before[v] = UINT32_MAX;
        }
        ring->next[ring->count - 1] = begin;
        ring->prev[begin] = ring->count - 1;
    }
    d->slack.left_out_by[ring->count] = d->thinned.left_out_count;
    memcpy(d->slack.after, ring->next, ring->count * sizeof(uint32_t));
}

/* Corners that share a place stay, and their edges. */
static void keep_touching(const hail_ring *ring, uint8_t *kept) {
    for (uint32_t i = 1; i < ring->count; i++) {
        const uint32_t a = ring->order[i - 1], b = ring->order[i];
        if (!hail_same_point(ring->at[a], ring->at[b]))
            continue;
        keep(ring, kept, ring->prev[a], ring->next[a]);
        keep(ring, kept, ring->prev[b], ring->next[b]);
    }
}

/* The first time: keeps the exact ring, and makes room for the thinned one. */
static bool reserve(hail_decomposition *d) {
    hail_thinned *thinned = &d->thinned;
    hail_slack *slack = &d->slack;
    const size_t n = d->ring.count;
    if (thinned->kept)
        return true;
    if (!hail_scratch_grow(&d->heap, &d->thin, n * sizeof(hail_point) + (3 * n + 1) * sizeof(uint32_t) + n))
        return false;
    thinned->exact = d->ring;
    slack->left_out = d->thin.data;
    thinned->corner = (uint32_t *)(slack->left_out + n);
    slack->after = thinned->corner + n;
    slack->left_out_by = slack->after + n;
    thinned->kept = (uint8_t *)(slack->left_out_by + n + 1);
    memset(thinned->kept, 0, n);
    keep_touching(&thinned->exact, thinned->kept);
    return hail_ring_reserve(&d->heap, &d->thin_corners, n, &d->ring);
}

hail_status hail_decompose_thin(hail_decomposition *d) {
    if (!reserve(d))
        return HAIL_NO_MEMORY;
    const hail_ring *exact = &d->thinned.exact;
    thinner t = {.ring = exact, .kept = d->thinned.kept, .max_squared = d->slack.max_squared};
    const bool fits = hail_scratch_grow(&d->heap, &d->scratch[0], 2 * (size_t)exact->count * sizeof(uint32_t)) &&
                      hail_queue_fit(&d->heap, &t.queue, exact->count);
    if (fits) {
        t.before = d->scratch[0].data;
        t.after = t.before + exact->count;
        do
            thin(&t);
        while (keep_spikes(&t, d->thinned.kept));
        pack(d, &t);
    }
    hail_scratch_free(&d->heap, &t.queue.memory);
    return fits ? HAIL_OK : HAIL_NO_MEMORY;
}

void hail_decompose_keep(hail_decomposition *d, bool all) {
    const hail_thinned *thinned = &d->thinned;
    const uint32_t fault[2] = {d->fault_a, d->fault_b};
    if (all)
        memset(thinned->kept, 1, thinned->exact.count);
    for (int i = 0; i < 2; i++)
        keep(&thinned->exact, thinned->kept, thinned->corner[fault[i]], thinned->corner[d->ring.next[fault[i]]]);
}
