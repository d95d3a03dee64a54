/* engine/outline/decompose_corners.c - the first stage: checks the loops and keeps their corners; reports where faults
 * lie among the caller's vertices. */
#include <math.h>

#include "base/check.h"
#include "decompose.h"
#include "touching_edges.h"

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static void report_at(hail_decompose_report *report, const hail_loops *loops, size_t loop, size_t at) {
    report->loop = (uint32_t)loop;
    report->vertex = (uint32_t)(at - loops->start[loop]);
    if (at < loops->start[loop + 1] && isfinite(loops->x[at]) && isfinite(loops->y[at])) {
        report->x = loops->x[at];
        report->y = loops->y[at];
    }
}

static hail_status check_numbers(const hail_loops *loops, hail_decompose_report *report) {
    for (size_t l = 0; l < loops->count; l++) {
        const uint32_t first = loops->start[l], end = loops->start[l + 1];
        for (uint32_t i = first; i < end; i++) {
            const double x = loops->x[i], y = loops->y[i];
            hail_status status = HAIL_OK;
            if (!isfinite(x) || !isfinite(y))
                status = HAIL_NOT_FINITE;
            else if (sqrt(x * x + y * y) > (double)HAIL_MAX_REACH)
                status = HAIL_TOO_LARGE;
            if (status != HAIL_OK) {
                report_at(report, loops, l, i);
                return status;
            }
        }
        if (end - first < 3) {
            report_at(report, loops, l, first);
            return HAIL_TOO_FEW_VERTICES;
        }
    }
    return HAIL_OK;
}

/* ---- Corners ----------------------------------------------------------------------------------------------------- */

static hail_point point_of(const hail_loops *loops, uint32_t i) { return (hail_point){loops->x[i], loops->y[i]}; }

bool hail_ring_reserve(hail_heap *heap, hail_buffer *buffer, size_t n, hail_ring *ring) {
    if (!hail_scratch_grow(heap, buffer, n * (sizeof(hail_point) + 5 * sizeof(uint32_t))))
        return false;
    ring->at = buffer->data;
    ring->next = (uint32_t *)(ring->at + n);
    ring->prev = ring->next + n;
    ring->vertex = ring->prev + n;
    ring->order = ring->vertex + n;
    ring->rank = ring->order + n;
    return true;
}

/* A loop whose corners are kept. */
typedef struct loop_check {
    const hail_loops *loops;
    uint32_t begin, end; /* its vertices */
    bool repair;
} loop_check;

static uint32_t vertex_after(const loop_check *c, uint32_t i) { return i + 1 < c->end ? i + 1 : c->begin; }
static uint32_t vertex_before(const loop_check *c, uint32_t i) { return i > c->begin ? i - 1 : c->end - 1; }

static bool equal(const loop_check *c, uint32_t i, uint32_t j) {
    return hail_same_point(point_of(c->loops, i), point_of(c->loops, j));
}

/* The vertex before i. To repair the loop: the last one that is not equal. */
static uint32_t neighbour_before(const loop_check *c, uint32_t i) {
    uint32_t j = vertex_before(c, i);
    while (c->repair && j != i && equal(c, i, j))
        j = vertex_before(c, j);
    return j;
}

/* Whether vertex i must be left out because the next one equals it. Counts it. */
static bool is_doubled(const loop_check *c, uint32_t i, hail_decompose_report *report) {
    if (!c->repair || !equal(c, i, vertex_after(c, i)))
        return false;
    report->double_points++;
    return true;
}

/* Where vertex b turns to c. HAIL_DEGENERATE: the two are equal, or the loop turns back at b: of three vertices on a
 * line, b is not between the others. */
static hail_status check_turn(hail_point a, hail_point b, hail_point c, int *turn) {
    *turn = hail_turn(a, b, c);
    if (hail_same_point(b, c))
        return HAIL_DEGENERATE;
    const bool back = hail_point_before(a, b) != hail_point_before(b, c) && !hail_same_point(a, b);
    return *turn == 0 && back ? HAIL_DEGENERATE : HAIL_OK;
}

/* Keeps the corners of loop l, and leaves out vertices within straight edges. To repair it these stay, for other loops
 * may touch them; see decompose_touch.c. */
static hail_status keep_corners(hail_decomposition *d, const hail_loops *loops, size_t l, hail_decompose_report *report,
                                uint32_t *fault) {
    hail_ring *ring = &d->ring;
    const uint32_t first = ring->count;
    loop_check check = {loops, loops->start[l], loops->start[l + 1], d->repair};
    if (d->repair && equal(&check, check.begin, check.end - 1)) {
        check.end--;
        report->closing_points++;
    }
    for (uint32_t i = check.begin; i < check.end; i++) {
        int turn = 0;
        *fault = i;
        if (is_doubled(&check, i, report))
            continue;
        HAIL_REQUIRE(check_turn(point_of(loops, neighbour_before(&check, i)), point_of(loops, i),
                                point_of(loops, vertex_after(&check, i)), &turn));
        if (turn == 0 && !d->repair) {
            report->straight_corners++;
            continue;
        }
        const uint32_t k = ring->count++;
        ring->at[k] = point_of(loops, i);
        ring->vertex[k] = i;
        ring->next[k] = k + 1;
        ring->prev[k] = k - 1;
    }
    *fault = check.begin;
    if (ring->count - first < 3)
        return HAIL_DEGENERATE;
    ring->next[ring->count - 1] = first;
    ring->prev[first] = ring->count - 1;
    return HAIL_OK;
}

hail_status hail_decompose_corners(hail_decomposition *d, const hail_loops *loops, hail_decompose_report *report) {
    hail_status status = check_numbers(loops, report);
    if (status == HAIL_OK && !hail_ring_reserve(&d->heap, &d->corners, loops->start[loops->count], &d->ring))
        status = HAIL_NO_MEMORY;
    for (size_t l = 0; status == HAIL_OK && l < loops->count; l++) {
        uint32_t fault = 0;
        status = keep_corners(d, loops, l, report, &fault);
        if (status != HAIL_OK)
            report_at(report, loops, l, fault);
    }
    return status;
}

/* ---- Crossings --------------------------------------------------------------------------------------------------- */

static size_t loop_of(const hail_loops *loops, uint32_t vertex) {
    size_t low = 0, high = loops->count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (loops->start[middle] <= vertex)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void hail_decompose_report_corner(const hail_decomposition *d, const hail_loops *loops, hail_decompose_report *report) {
    const uint32_t vertex = d->ring.vertex[d->fault_a];
    report_at(report, loops, loop_of(loops, vertex), vertex);
}

static uint32_t after(const hail_loops *loops, size_t loop, uint32_t vertex) {
    return vertex + 1 < loops->start[loop + 1] ? vertex + 1 : loops->start[loop];
}

static bool edge_touches(const hail_loops *loops, size_t loop, uint32_t i, hail_point p, hail_point q) {
    return hail_edges_touch(point_of(loops, i), point_of(loops, after(loops, loop, i)), p, q);
}

/* The edge from corner k may consist of several of the caller's: returns the first of these that touches the edge p q.
 */
static uint32_t callers_edge(const hail_decomposition *d, const hail_loops *loops, uint32_t k, hail_point p,
                             hail_point q) {
    const uint32_t first = d->ring.vertex[k], end = d->ring.vertex[d->ring.next[k]];
    const size_t loop = loop_of(loops, first);
    uint32_t i = first;
    do {
        if (edge_touches(loops, loop, i, p, q))
            return i;
        i = after(loops, loop, i);
    } while (i != end && i != first);
    return first;
}

/* The same where loops touch, so that corners no longer follow one another as the caller's vertices do: looks at all
 * edges that lie on that of corner k. */
static uint32_t callers_edge_on(const hail_decomposition *d, const hail_loops *loops, uint32_t k, hail_point p,
                                hail_point q) {
    const hail_point a = d->ring.at[k], b = d->ring.at[d->ring.next[k]];
    for (size_t l = 0; l < loops->count; l++)
        for (uint32_t i = loops->start[l]; i < loops->start[l + 1]; i++) {
            const hail_point from = point_of(loops, i), to = point_of(loops, after(loops, l, i));
            if (!hail_same_point(from, to) && hail_edges_touch(from, from, a, b) && hail_edges_touch(to, to, a, b) &&
                hail_edges_touch(from, to, p, q))
                return i;
        }
    return d->ring.vertex[k];
}

void hail_decompose_report_crossing(const hail_decomposition *d, const hail_loops *loops,
                                    hail_decompose_report *report) {
    const hail_ring *ring = &d->ring;
    const bool swap = ring->vertex[d->fault_a] > ring->vertex[d->fault_b];
    const uint32_t a = swap ? d->fault_b : d->fault_a, b = swap ? d->fault_a : d->fault_b;
    uint32_t (*const find)(const hail_decomposition *, const hail_loops *, uint32_t, hail_point, hail_point) =
        d->touches ? callers_edge_on : callers_edge;
    const uint32_t i = find(d, loops, a, ring->at[b], ring->at[ring->next[b]]);
    const size_t loop = loop_of(loops, i);
    const hail_point p = point_of(loops, i), q = point_of(loops, after(loops, loop, i));
    const uint32_t j = find(d, loops, b, p, q);
    const size_t loop_b = loop_of(loops, j);
    const hail_point at = hail_edges_touch_at(p, q, point_of(loops, j), point_of(loops, after(loops, loop_b, j)));
    report_at(report, loops, loop, i);
    report->loop_b = (uint32_t)loop_b;
    report->vertex_b = j - loops->start[loop_b];
    report->x = at.x;
    report->y = at.y;
}
