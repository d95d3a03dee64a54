/* engine/outline/decompose.c - convex decomposition: the door, and the stages in order. */
#include "decompose.h"

#include <math.h>

hail_decompose_options hail_decompose_defaults(void) { return (hail_decompose_options){.most = HAIL_MAX_VERTICES}; }

/* ---- The door ---------------------------------------------------------------------------------------------------- */

static void blame(hail_decompose_report *report, const hail_loops *loops, size_t loop, size_t at) {
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
                blame(report, loops, l, i);
                return status;
            }
        }
        if (end - first < 3) {
            blame(report, loops, l, first);
            return HAIL_TOO_FEW_VERTICES;
        }
    }
    return HAIL_OK;
}

static hail_status check_shape(const hail_loops *loops) {
    if (!loops->count)
        return HAIL_OK;
    if (!loops->x || !loops->y || !loops->start || loops->start[0] != 0 || loops->count >= HAIL_MAX_OUTLINE)
        return HAIL_BAD_ARGUMENT;
    for (size_t l = 0; l < loops->count; l++)
        if (loops->start[l + 1] < loops->start[l])
            return HAIL_BAD_ARGUMENT;
    return loops->start[loops->count] <= HAIL_MAX_OUTLINE ? HAIL_OK : HAIL_BAD_ARGUMENT;
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
    ring->given = ring->prev + n;
    ring->order = ring->given + n;
    ring->rank = ring->order + n;
    return true;
}

static bool is_before(hail_point a, hail_point b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

/* Keeps the corners of loop l, and leaves out what lies within a straight edge. On a line, a vertex that lies furthest
 * out of three is one where the edge turns back. */
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
            if (is_before(a, b) != is_before(b, c) && (a.x != b.x || a.y != b.y))
                return HAIL_DEGENERATE;
            continue;
        }
        const uint32_t k = ring->count++;
        ring->at[k] = b;
        ring->given[k] = i;
        ring->next[k] = k + 1;
        ring->prev[k] = k - 1;
    }
    *fault = begin;
    if (ring->count - first < 3)
        return HAIL_DEGENERATE; /* cannot be: a loop that lies on a line turns back somewhere */
    ring->next[ring->count - 1] = first;
    ring->prev[first] = ring->count - 1;
    return HAIL_OK;
}

/* ---- Where loops cross ------------------------------------------------------------------------------------------- */

static bool between(hail_point p, hail_point a, hail_point b) {
    return hail_turn(a, b, p) == 0 && !(is_before(p, a) && is_before(p, b)) && !(is_before(a, p) && is_before(b, p));
}

bool hail_edges_meet(hail_point a, hail_point b, hail_point c, hail_point d) {
    const int abc = hail_turn(a, b, c), abd = hail_turn(a, b, d), cda = hail_turn(c, d, a), cdb = hail_turn(c, d, b);
    if (abc * abd < 0 && cda * cdb < 0)
        return true;
    return (!abc && between(c, a, b)) || (!abd && between(d, a, b)) || (!cda && between(a, c, d)) ||
           (!cdb && between(b, c, d));
}

static hail_point meeting_point(hail_point a, hail_point b, hail_point c, hail_point d) {
    if (between(c, a, b))
        return c;
    if (between(d, a, b))
        return d;
    if (between(a, c, d))
        return a;
    if (between(b, c, d))
        return b;
    const double ux = (double)b.x - a.x, uy = (double)b.y - a.y, vx = (double)d.x - c.x, vy = (double)d.y - c.y;
    const double cross = ux * vy - uy * vx, wx = (double)c.x - a.x, wy = (double)c.y - a.y;
    const double t = cross != 0.0 ? (wx * vy - wy * vx) / cross : 0.5;
    const double s = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return (hail_point){(float)(a.x + s * ux), (float)(a.y + s * uy)};
}

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

/* Of the given edges that make up the one from corner k, the first that meets the segment from p to q. */
static uint32_t given_edge(const hail_decomposition *d, const hail_loops *loops, uint32_t k, hail_point p,
                           hail_point q) {
    const uint32_t first = d->ring.given[k], end = d->ring.given[d->ring.next[k]];
    const size_t loop = loop_of(loops, first);
    uint32_t i = first;
    do {
        const uint32_t j = after(loops, loop, i);
        if (hail_edges_meet(point_of(loops, i), point_of(loops, j), p, q))
            return i;
        i = j;
    } while (i != end);
    return first;
}

static void blame_crossing(const hail_decomposition *d, const hail_loops *loops, hail_decompose_report *report) {
    const hail_ring *ring = &d->ring;
    const bool swap = ring->given[d->fault_a] > ring->given[d->fault_b];
    const uint32_t a = swap ? d->fault_b : d->fault_a, b = swap ? d->fault_a : d->fault_b;
    const uint32_t i = given_edge(d, loops, a, ring->at[b], ring->at[ring->next[b]]);
    const size_t loop = loop_of(loops, i);
    const hail_point p = point_of(loops, i), q = point_of(loops, after(loops, loop, i));
    const uint32_t j = given_edge(d, loops, b, p, q);
    const size_t loop_b = loop_of(loops, j);
    const hail_point at = meeting_point(p, q, point_of(loops, j), point_of(loops, after(loops, loop_b, j)));
    blame(report, loops, loop, i);
    report->loop_b = (uint32_t)loop_b;
    report->vertex_b = j - loops->start[loop_b];
    report->x = at.x;
    report->y = at.y;
}

/* ---- What comes out ---------------------------------------------------------------------------------------------- */

/* The arc tangent of a quotient from 0 up: the C library's differ from one system to the next. Its angle is halved
 * three times, and then Taylor's series is exact enough. */
static double arc(double across, double along) {
    const double length = sqrt(across * across + along * along);
    double t = across / (length + along); /* the tangent of half of it */
    t = t / (1.0 + sqrt(1.0 + t * t));
    t = t / (1.0 + sqrt(1.0 + t * t));
    const double t2 = t * t;
    return 8.0 * t * (1.0 - t2 * (1.0 / 3.0 - t2 * (1.0 / 5.0 - t2 * (1.0 / 7.0 - t2 * (1.0 / 9.0 - t2 / 11.0)))));
}

static double angle_at(hail_point a, hail_point b, hail_point c) {
    const double pi = 3.14159265358979323846;
    const double ux = (double)c.x - b.x, uy = (double)c.y - b.y, vx = (double)a.x - b.x, vy = (double)a.y - b.y;
    const double across = fabs(ux * vy - uy * vx), along = ux * vx + uy * vy;
    return along < 0.0 ? pi - arc(across, -along) : arc(across, along);
}

/* Writes the face that half-edge h belongs to, and marks its half-edges. What lies on a straight side is no corner. */
static bool write_part(const hail_mesh *mesh, uint32_t h, uint8_t *seen, hail_polygons *parts, double *least) {
    const hail_half *half = mesh->half;
    uint32_t g = h;
    do {
        seen[g] = 1;
        if (hail_mesh_turn(mesh, g) > 0) {
            const hail_point p = mesh->at[half[g].from];
            if (!hail_polygons_add(parts, p.x, p.y))
                return false;
            *least = fmin(*least, angle_at(mesh->at[half[half[g].prev].from], p, mesh->at[half[half[g].next].from]));
        }
        g = half[g].next;
    } while (g != h);
    return hail_polygons_close(parts);
}

static hail_status write_parts(hail_decomposition *d, hail_polygons *parts, hail_decompose_report *report) {
    const hail_mesh *mesh = &d->mesh;
    if (!hail_scratch_grow(&d->heap, &d->work[0], (size_t)mesh->count + 1))
        return HAIL_NO_MEMORY;
    uint8_t *seen = d->work[0].data;
    double least = 4.0;
    for (uint32_t h = 0; h < mesh->count; h++)
        seen[h] = mesh->half[h].from == HAIL_NONE;
    for (uint32_t h = 0; h < mesh->count; h++)
        if (!seen[h] && !write_part(mesh, h, seen, parts, &least))
            return HAIL_NO_MEMORY;
    report->smallest_angle = mesh->count ? (float)least : 0.0f;
    return HAIL_OK;
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

static uint32_t count_reflex(const hail_ring *ring) {
    uint32_t reflex = 0;
    for (uint32_t i = 0; i < ring->count; i++)
        reflex += hail_turn(ring->at[ring->prev[i]], ring->at[i], ring->at[ring->next[i]]) < 0;
    return reflex;
}

static hail_status find_corners(hail_decomposition *d, const hail_loops *loops, hail_decompose_report *report) {
    hail_status status = check_numbers(loops, report);
    if (status == HAIL_OK && !reserve_corners(d, loops->start[loops->count]))
        status = HAIL_NO_MEMORY;
    for (size_t l = 0; status == HAIL_OK && l < loops->count; l++) {
        uint32_t fault = 0;
        status = keep_corners(d, loops, l, &fault);
        if (status != HAIL_OK)
            blame(report, loops, l, fault);
    }
    return status;
}

/* From triangles to parts: as if they might have any number of corners at first, then those with too many cut again. */
static hail_status join_faces(hail_decomposition *d) {
    hail_status status;
    if (d->most == 3)
        return HAIL_OK;
    if ((status = hail_decompose_merge(d, UINT32_MAX)) != HAIL_OK ||
        (status = hail_decompose_improve(d, UINT32_MAX)) != HAIL_OK || d->most == UINT32_MAX)
        return status;
    if ((status = hail_decompose_split(d)) != HAIL_OK || (status = hail_decompose_merge(d, d->most)) != HAIL_OK)
        return status;
    return hail_decompose_improve(d, d->most);
}

static hail_status decompose(hail_decomposition *d, const hail_loops *loops, hail_polygons *parts,
                             hail_decompose_report *report) {
    hail_status status = find_corners(d, loops, report);
    if (status == HAIL_OK)
        status = hail_decompose_sweep(d);
    if (status == HAIL_CROSSING)
        blame_crossing(d, loops, report);
    if (status != HAIL_OK)
        return status;
    report->reflex = count_reflex(&d->ring);
    if ((status = hail_decompose_triangles(d)) == HAIL_OK && (status = hail_decompose_flip(d)) == HAIL_OK &&
        (status = join_faces(d)) == HAIL_OK)
        status = write_parts(d, parts, report);
    return status;
}

hail_status hail_decompose(hail_loops polygon, const hail_decompose_options *options, hail_polygons **parts,
                           hail_decompose_report *report) {
    hail_decompose_report unasked;
    hail_decompose_report *told = report ? report : &unasked;
    const hail_decompose_options asked = options ? *options : hail_decompose_defaults();
    *told = (hail_decompose_report){0};
    if (!parts)
        return HAIL_BAD_ARGUMENT;
    *parts = NULL;
    if (!asked.allocator.allocate != !asked.allocator.release || asked.most < 3)
        return HAIL_BAD_ARGUMENT;
    hail_status status = check_shape(&polygon);
    if (status != HAIL_OK)
        return status;
    hail_polygons *made = hail_polygons_new(&asked.allocator);
    if (!made)
        return HAIL_NO_MEMORY;
    hail_decomposition d = {.most = asked.most};
    hail_heap_init(&d.heap, &asked.allocator);
    if (polygon.count)
        status = decompose(&d, &polygon, made, told);
    hail_scratch_free(&d.heap, &d.corners);
    hail_scratch_free(&d.heap, &d.cuts);
    hail_scratch_free(&d.heap, &d.halves);
    for (size_t i = 0; i < sizeof d.work / sizeof d.work[0]; i++)
        hail_scratch_free(&d.heap, &d.work[i]);
    if (status != HAIL_OK) {
        hail_polygons_destroy(made);
        return status;
    }
    *parts = made;
    return HAIL_OK;
}
