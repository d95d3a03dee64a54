/* engine/outline/decompose_corners.c - the first stage: checks the loops and keeps their corners; reports where faults
 * lie among the caller's vertices. */
#include <math.h>

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

static bool reserve_corners(hail_decomposition *d, size_t n) {
    hail_ring *ring = &d->ring;
    if (!hail_scratch_grow(&d->heap, &d->corners, n * (sizeof(hail_point) + 5 * sizeof(uint32_t))))
        return false;
    ring->at = d->corners.data;
    ring->next = (uint32_t *)(ring->at + n);
    ring->prev = ring->next + n;
    ring->vertex = ring->prev + n;
    ring->order = ring->vertex + n;
    ring->rank = ring->order + n;
    return true;
}

/* Keeps the corners of loop l, and leaves out vertices within straight edges. Of three vertices on a line, the loop
 * turns back at the second one if that is not between the others. */
static hail_status keep_corners(hail_decomposition *d, const hail_loops *loops, size_t l, uint32_t *fault) {
    hail_ring *ring = &d->ring;
    const uint32_t begin = loops->start[l], end = loops->start[l + 1], first = ring->count;
    for (uint32_t i = begin; i < end; i++) {
        const hail_point b = point_of(loops, i), a = point_of(loops, i > begin ? i - 1 : end - 1),
                         c = point_of(loops, i + 1 < end ? i + 1 : begin);
        *fault = i;
        if (b.x == c.x && b.y == c.y)
            return HAIL_DEGENERATE;
        if (hail_turn(a, b, c) == 0) {
            if (hail_point_before(a, b) != hail_point_before(b, c) && (a.x != b.x || a.y != b.y))
                return HAIL_DEGENERATE;
            continue;
        }
        const uint32_t k = ring->count++;
        ring->at[k] = b;
        ring->vertex[k] = i;
        ring->next[k] = k + 1;
        ring->prev[k] = k - 1;
    }
    *fault = begin;
    if (ring->count - first < 3)
        return HAIL_DEGENERATE; /* cannot happen: a loop that lies on a line turns back somewhere */
    ring->next[ring->count - 1] = first;
    ring->prev[first] = ring->count - 1;
    return HAIL_OK;
}

hail_status hail_decompose_corners(hail_decomposition *d, const hail_loops *loops, hail_decompose_report *report) {
    hail_status status = check_numbers(loops, report);
    if (status == HAIL_OK && !reserve_corners(d, loops->start[loops->count]))
        status = HAIL_NO_MEMORY;
    for (size_t l = 0; status == HAIL_OK && l < loops->count; l++) {
        uint32_t fault = 0;
        status = keep_corners(d, loops, l, &fault);
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

static uint32_t after(const hail_loops *loops, size_t loop, uint32_t vertex) {
    return vertex + 1 < loops->start[loop + 1] ? vertex + 1 : loops->start[loop];
}

/* The edge from corner k may consist of several of the caller's: returns the first of these that touches the edge p q.
 */
static uint32_t callers_edge(const hail_decomposition *d, const hail_loops *loops, uint32_t k, hail_point p,
                             hail_point q) {
    const uint32_t first = d->ring.vertex[k], end = d->ring.vertex[d->ring.next[k]];
    const size_t loop = loop_of(loops, first);
    uint32_t i = first;
    do {
        const uint32_t j = after(loops, loop, i);
        if (hail_edges_touch(point_of(loops, i), point_of(loops, j), p, q))
            return i;
        i = j;
    } while (i != end);
    return first;
}

void hail_decompose_report_crossing(const hail_decomposition *d, const hail_loops *loops,
                                    hail_decompose_report *report) {
    const hail_ring *ring = &d->ring;
    const bool swap = ring->vertex[d->fault_a] > ring->vertex[d->fault_b];
    const uint32_t a = swap ? d->fault_b : d->fault_a, b = swap ? d->fault_a : d->fault_b;
    const uint32_t i = callers_edge(d, loops, a, ring->at[b], ring->at[ring->next[b]]);
    const size_t loop = loop_of(loops, i);
    const hail_point p = point_of(loops, i), q = point_of(loops, after(loops, loop, i));
    const uint32_t j = callers_edge(d, loops, b, p, q);
    const size_t loop_b = loop_of(loops, j);
    const hail_point at = hail_edges_touch_at(p, q, point_of(loops, j), point_of(loops, after(loops, loop_b, j)));
    report_at(report, loops, loop, i);
    report->loop_b = (uint32_t)loop_b;
    report->vertex_b = j - loops->start[loop_b];
    report->x = at.x;
    report->y = at.y;
}
