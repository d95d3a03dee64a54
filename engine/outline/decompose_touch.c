/* engine/outline/decompose_touch.c - the stage that repairs loops that touch in a vertex: of the edges that meet there,
 * each two with the inside between them get a corner of their own. So the loops fall apart, or one becomes part of
 * another, and no corner lies inside. */
#include "base/check.h"
#include "base/heap_sort.h"
#include "decompose.h"
#include "touching_edges.h"

/* An edge that leads away from a place. */
typedef struct spoke {
    uint32_t corner, to; /* the corner at this place, and the one at the other end */
    bool back;           /* `to` is the corner before this one, not the next */
    hail_point at;       /* where it ends */
} spoke;

typedef struct toucher {
    hail_decomposition *d;
    hail_ring *ring;
    spoke *spokes;   /* of one place */
    uint32_t *order; /* of the spokes; later, a number for each corner */
} toucher;

/* ---- Spokes ------------------------------------------------------------------------------------------------------ */

/* Spokes in the order of their angles, from -x over -y, +x and +y back to -x. */
typedef struct hub {
    hail_point at;
    const spoke *spokes;
} hub;

static int half_of(hail_point at, hail_point to) { return to.y > at.y || (to.y == at.y && to.x > at.x); }

static bool spoke_before(const hub *h, uint32_t a, uint32_t b) {
    const hail_point p = h->spokes[a].at, q = h->spokes[b].at;
    const int half_a = half_of(h->at, p), half_b = half_of(h->at, q);
    return half_a != half_b ? half_a < half_b : hail_turn(h->at, p, q) > 0;
}

HAIL_HEAP_SORT(touching_spokes, uint32_t, hub, spoke_before)

/* Sorts the spokes of `count` corners that share a place. *overlap: a spoke that lies on the next one; UINT32_MAX: none
 * does. Returns their number. */
static uint32_t sort_spokes(toucher *t, const uint32_t *corners, uint32_t count, uint32_t *overlap) {
    const hail_ring *ring = t->ring;
    const hub h = {ring->at[corners[0]], t->spokes};
    const uint32_t spokes = 2 * count;
    for (uint32_t i = 0; i < spokes; i++) {
        const uint32_t c = corners[i / 2], to = i % 2 ? ring->prev[c] : ring->next[c];
        t->spokes[i] = (spoke){c, to, i % 2 != 0, ring->at[to]};
        t->order[i] = i;
    }
    touching_spokes_sort(&h, t->order, spokes);
    *overlap = UINT32_MAX;
    for (uint32_t i = 0; i < spokes; i++)
        if (!spoke_before(&h, t->order[i], t->order[(i + 1) % spokes]) &&
            !spoke_before(&h, t->order[(i + 1) % spokes], t->order[i]))
            *overlap = i;
    return spokes;
}

/* The corner that a spoke's edge starts at. */
static uint32_t edge_of(const spoke *s) { return s->back ? s->to : s->corner; }

/* Whether the inside lies at a place's -x side, a little towards +y: the loops cross that ray an odd number of times.
 */
static bool inside_before(const hail_ring *ring, hail_point p) {
    bool inside = false;
    for (uint32_t v = 0; v < ring->count; v++) {
        const hail_point a = ring->at[v], b = ring->at[ring->next[v]];
        if ((a.y > p.y) != (b.y > p.y) && hail_turn(a.y > p.y ? b : a, a.y > p.y ? a : b, p) < 0)
            inside = !inside;
    }
    return inside;
}

/* ---- Corners ----------------------------------------------------------------------------------------------------- */

/* When the sweep must come to a corner between two spokes, the first of which has the inside on its left: what ends
 * here before what starts here, and then from the inside out, or from the outside in. */
static int turn_in_sweep(hail_point at, hail_point first, hail_point second) {
    const bool right_a = hail_point_before(at, first), right_b = hail_point_before(at, second);
    const bool convex = hail_turn(at, first, second) > 0;
    if (right_a != right_b)
        return 2;
    return right_a ? (convex ? 4 : 3) : (convex ? 0 : 1);
}

/* Makes the far end of a spoke lead to another corner at this place. */
static void link_back(hail_ring *ring, const spoke *s, uint32_t corner) {
    *(ring->prev[s->to] == s->corner ? &ring->prev[s->to] : &ring->next[s->to]) = corner;
}

static void link_corner(hail_ring *ring, uint32_t corner, const spoke *s, const spoke *t) {
    ring->next[corner] = s->to;
    ring->prev[corner] = t->to;
    link_back(ring, s, corner);
    link_back(ring, t, corner);
}

/* Gives each two spokes with the inside between them one of the corners at this place, in the order of the sweep. */
static void relink(toucher *t, const uint32_t *corners, uint32_t count, bool inside) {
    const hail_point at = t->ring->at[corners[0]];
    const uint32_t first = inside ? 1 : 0;
    uint32_t made = 0;
    for (int turn = 0; turn <= 4; turn++)
        for (uint32_t i = 0; i < count; i++) {
            const spoke *s = &t->spokes[t->order[2 * i + first]];
            const spoke *u = &t->spokes[t->order[(2 * i + first + 1) % (2 * count)]];
            if (turn_in_sweep(at, s->at, u->at) == turn)
                link_corner(t->ring, corners[made++], s, u);
        }
}

/* Makes `next` and `prev` agree again, loop by loop. */
static void direct_loops(toucher *t) {
    hail_ring *ring = t->ring;
    uint32_t *seen = t->order;
    for (uint32_t v = 0; v < ring->count; v++)
        seen[v] = 0;
    for (uint32_t first = 0; first < ring->count; first++)
        for (uint32_t v = first, from = ring->prev[first]; !seen[v];) {
            if (ring->prev[v] != from) {
                ring->next[v] = ring->prev[v];
                ring->prev[v] = from;
            }
            seen[v] = 1;
            from = v;
            v = ring->next[v];
        }
}

/* ---- Straight edges ---------------------------------------------------------------------------------------------- */

/* Takes corners on straight edges out of their loops, unless they share a place. Returns how many. */
static uint32_t unlink_straight(hail_ring *ring, const uint8_t *shared, uint8_t *gone) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < ring->count; v++) {
        const uint32_t a = ring->prev[v], b = ring->next[v];
        gone[v] = !shared[v] && hail_turn(ring->at[a], ring->at[v], ring->at[b]) == 0;
        if (gone[v]) {
            ring->next[a] = b;
            ring->prev[b] = a;
            count++;
        }
    }
    return count;
}

/* Numbers the other corners without gaps. number: room for as many as there were. */
static void renumber(hail_ring *ring, const uint8_t *gone, uint32_t *number) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < ring->count; v++) {
        number[v] = count;
        count += !gone[v];
    }
    for (uint32_t v = 0; v < ring->count; v++) {
        const uint32_t k = number[v];
        if (gone[v])
            continue;
        ring->at[k] = ring->at[v];
        ring->vertex[k] = ring->vertex[v];
        ring->next[k] = number[ring->next[v]];
        ring->prev[k] = number[ring->prev[v]];
    }
    ring->count = count;
}

/* ---- The stage --------------------------------------------------------------------------------------------------- */

/* The end of the run of corners in ring->order, from entry i on, that share a place. */
static uint32_t end_of_place(const hail_ring *ring, uint32_t i) {
    uint32_t end = i + 1;
    while (end < ring->count && hail_same_point(ring->at[ring->order[i]], ring->at[ring->order[end]]))
        end++;
    return end;
}

/* The most corners that share a place. */
static uint32_t most_at_place(const hail_ring *ring) {
    uint32_t most = 0;
    for (uint32_t i = 0, end; i < ring->count; i = end) {
        end = end_of_place(ring, i);
        most = end - i > most ? end - i : most;
    }
    return most;
}

/* Finds, for every place that corners share, where the inside lies. HAIL_CROSSING: edges overlap there. */
static hail_status find_insides(toucher *t, uint8_t *inside, uint8_t *shared, uint32_t *places) {
    const hail_ring *ring = t->ring;
    *places = 0;
    for (uint32_t i = 0, end; i < ring->count; i = end) {
        end = end_of_place(ring, i);
        for (uint32_t k = i; k < end; k++)
            shared[ring->order[k]] = end - i > 1;
        if (end - i == 1)
            continue;
        uint32_t overlap;
        const uint32_t spokes = sort_spokes(t, ring->order + i, end - i, &overlap);
        if (overlap != UINT32_MAX) {
            t->d->fault_a = edge_of(&t->spokes[t->order[overlap]]);
            t->d->fault_b = edge_of(&t->spokes[t->order[(overlap + 1) % spokes]]);
            return HAIL_CROSSING;
        }
        inside[(*places)++] = inside_before(ring, ring->at[ring->order[i]]);
    }
    return HAIL_OK;
}

static void relink_places(toucher *t, const uint8_t *inside) {
    const hail_ring *ring = t->ring;
    uint32_t place = 0, overlap;
    for (uint32_t i = 0, end; i < ring->count; i = end) {
        end = end_of_place(ring, i);
        if (end - i == 1)
            continue;
        sort_spokes(t, ring->order + i, end - i, &overlap);
        relink(t, ring->order + i, end - i, inside[place++]);
    }
}

hail_status hail_decompose_touch(hail_decomposition *d, hail_decompose_report *report) {
    toucher t = {.d = d, .ring = &d->ring};
    const uint32_t n = d->ring.count;
    hail_ring_sort(&d->ring);
    const size_t spokes = 2 * (size_t)most_at_place(&d->ring), numbers = spokes > n ? spokes : n;
    if (!hail_scratch_grow(&d->heap, &d->scratch[0], spokes * sizeof(spoke)) ||
        !hail_scratch_grow(&d->heap, &d->scratch[1], numbers * sizeof(uint32_t)) ||
        !hail_scratch_grow(&d->heap, &d->scratch[2], 2 * (size_t)n))
        return HAIL_NO_MEMORY;
    t.spokes = d->scratch[0].data;
    t.order = d->scratch[1].data;
    uint8_t *inside = d->scratch[2].data, *shared = inside + n;
    HAIL_REQUIRE(find_insides(&t, inside, shared, &report->touching_points));
    relink_places(&t, inside);
    direct_loops(&t);
    d->touches = report->touching_points > 0;
    report->straight_corners += unlink_straight(&d->ring, shared, inside);
    renumber(&d->ring, inside, t.order);
    return HAIL_OK;
}
