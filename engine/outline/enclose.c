/* engine/outline/enclose.c - convex polygons of few vertices around points: edges of the hull are dropped, and those
 * next to them go on until they meet. */
#include <math.h>

#include <hail/outline.h>

#include "base/tiny.h"
#include "fit.h"
#include "hull.h"
#include "queue.h"
#include "sprites/sprite_data.h"

typedef struct enclosing {
    hail_heap heap;
    hail_buffer points, hull, links, vertices;
    hail_queue queue;
    hail_inside inside; /* of the hull */
    uint32_t left, most;
    uint32_t *before, *after; /* edge i starts at corner i of the hull; of one that was dropped: itself */
    hail_vertex *start;       /* where it starts now */
} enclosing;

/* ---- Edges of the hull ------------------------------------------------------------------------------------------ */

static hail_vertex corner(const enclosing *e, uint32_t i) {
    const hail_point p = e->inside.points[i];
    return (hail_vertex){p.x, p.y};
}

static hail_line edge(const enclosing *e, uint32_t i) {
    return line_between(corner(e, i), corner(e, i + 1 < e->inside.count ? i + 1 : 0));
}

/* Where the edges on both sides of one meet; false: they part. */
static bool apex(const enclosing *e, uint32_t i, hail_vertex *at) {
    hail_line p = edge(e, e->before[i]);
    p.x += p.dx; /* from its end on, so that what is far is not made of what is near */
    p.y += p.dy;
    const hail_line q = edge(e, e->after[i]);
    if (!hail_lines_meet(p, q, at))
        return false;
    /* Where they are nearly one line, rounding must not carry it away. */
    const double gap_x = q.x - p.x, gap_y = q.y - p.y, gap = gap_x * gap_x + gap_y * gap_y;
    const double far_x = at->x - p.x, far_y = at->y - p.y;
    if (p.dx * q.dx + p.dy * q.dy > 0.0 && far_x * far_x + far_y * far_y > gap)
        *at = (hail_vertex){q.x, q.y};
    return true;
}

static double area_of(hail_vertex a, hail_vertex b, hail_vertex c) {
    return fabs(cross(b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y)) / 2.0;
}

static void consider(enclosing *e, uint32_t i) {
    hail_vertex at;
    if (apex(e, i, &at))
        hail_queue_set(&e->queue, i, area_of(e->start[i], at, e->start[e->after[i]]));
    else
        hail_queue_drop(&e->queue, i);
}

static void drop(enclosing *e, uint32_t i) {
    const uint32_t p = e->before[i], q = e->after[i];
    hail_vertex at;
    if (apex(e, i, &at))
        e->start[q] = at;
    hail_queue_drop(&e->queue, i);
    e->after[p] = q;
    e->before[q] = p;
    e->after[i] = e->before[i] = i;
    e->left--;
    consider(e, p);
    consider(e, q);
}

/* The lines of the edges that are left, at most HAIL_MAX_VERTICES, from the one that starts first on. */
static void lines_left(const enclosing *e, hail_line *lines) {
    uint32_t i = 0;
    while (e->after[i] == i)
        i++;
    for (uint32_t k = 0; k < e->left; k++, i = e->after[i])
        lines[k] = edge(e, i);
}

/* ---- Boxes ------------------------------------------------------------------------------------------------------ */

/* How far the points reach along and across the line through two of them that are far from each other. */
typedef struct extent {
    uint32_t a, b;
    double length, dx, dy;
    double along_0, along_1, across_0, across_1; /* from a */
} extent;

static uint32_t furthest_from(const enclosing *e, uint32_t from) {
    const hail_vertex a = corner(e, from);
    uint32_t best = from;
    double most = 0.0;
    for (uint32_t i = 0; i < e->inside.count; i++) {
        const hail_vertex b = corner(e, i);
        const double d = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
        if (d > most) {
            most = d;
            best = i;
        }
    }
    return best;
}

static extent measure(const enclosing *e) {
    extent r = {.a = furthest_from(e, 0)};
    r.b = furthest_from(e, r.a);
    const hail_vertex a = corner(e, r.a), b = corner(e, r.b);
    r.length = sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    r.dx = (b.x - a.x) / r.length;
    r.dy = (b.y - a.y) / r.length;
    for (uint32_t i = 0; i < e->inside.count; i++) {
        const hail_vertex p = corner(e, i);
        const double along = (p.x - a.x) * r.dx + (p.y - a.y) * r.dy, across = cross(r.dx, r.dy, p.x - a.x, p.y - a.y);
        /* Not fmin and fmax: gcc 12 fails on such reductions for AArch64. */
        r.along_0 = along < r.along_0 ? along : r.along_0;
        r.along_1 = along > r.along_1 ? along : r.along_1;
        r.across_0 = across < r.across_0 ? across : r.across_0;
        r.across_1 = across > r.across_1 ? across : r.across_1;
    }
    return r;
}

/* Widened by `by` all around. */
static void box_of(const enclosing *e, const extent *r, double by, hail_line *four) {
    const hail_vertex a = corner(e, r->a);
    const double along[2] = {r->along_0 - by, r->along_1 + by}, across[2] = {r->across_0 - by, r->across_1 + by};
    hail_vertex v[4];
    for (int i = 0; i < 4; i++) {
        const double s = along[i == 1 || i == 2], t = across[i / 2];
        v[i] = (hail_vertex){a.x + r->dx * s - r->dy * t, a.y + r->dy * s + r->dx * t};
    }
    for (int i = 0; i < 4; i++)
        four[i] = line_between(v[i], v[(i + 1) % 4]);
}

/* ---- Enclosing -------------------------------------------------------------------------------------------------- */

/* The shortest edge that hail_convex_polygon takes. */
static double shortest(const enclosing *e) {
    double reach = 0.0;
    for (uint32_t i = 0; i < e->inside.count; i++) {
        const hail_vertex v = corner(e, i);
        const double away = sqrt(v.x * v.x + v.y * v.y);
        reach = away > reach ? away : reach;
    }
    return fmax(1e-3, 1e-4 * reach);
}

static bool start_dropping(enclosing *e) {
    if (!hail_scratch_grow(&e->heap, &e->links, 2 * (size_t)e->inside.count * sizeof(uint32_t)) ||
        !hail_scratch_grow(&e->heap, &e->vertices, e->inside.count * sizeof(hail_vertex)) ||
        !hail_queue_fit(&e->heap, &e->queue, e->inside.count))
        return false;
    hail_queue_clear(&e->queue, e->inside.count);
    e->before = e->links.data;
    e->after = e->before + e->inside.count;
    e->start = e->vertices.data;
    e->left = e->inside.count;
    for (uint32_t i = 0; i < e->inside.count; i++) {
        e->before[i] = i ? i - 1 : e->inside.count - 1;
        e->after[i] = i + 1 < e->inside.count ? i + 1 : 0;
        e->start[i] = corner(e, i);
    }
    for (uint32_t i = 0; i < e->inside.count; i++)
        consider(e, i);
    return true;
}

/* Of five edges or more there is always one whose neighbours meet: at the ends of all edges together the polygon turns
 * by two full circles, so that at those of some it is less than half of one. */
static bool drop_edges(enclosing *e, hail_polygon *p) {
    hail_line lines[HAIL_MAX_VERTICES];
    while (e->left > HAIL_MAX_VERTICES && e->queue.count)
        drop(e, hail_queue_first(&e->queue));
    if (e->left > HAIL_MAX_VERTICES)
        return false;
    lines_left(e, lines);
    return hail_fit_lines(&e->inside, lines, e->left, e->most, p);
}

/* What is nearly too thin, or has edges that cannot be dropped. */
static bool box_in(const enclosing *e, const extent *r, hail_polygon *p) {
    hail_line four[4];
    double by = shortest(e);
    for (int i = 0; i < 8; i++, by *= 2.0) {
        box_of(e, r, by, four);
        if (hail_fit_lines(&e->inside, four, 4, e->most, p))
            return true;
    }
    return false;
}

static void put(const enclosing *e, hail_polygon *p, uint32_t i) {
    const hail_point at = e->inside.points[i];
    p->x[p->count] = at.x;
    p->y[p->count++] = at.y;
}

static hail_status enclose_hull(enclosing *e, hail_polygon *p) {
    p->count = 0;
    for (uint32_t i = 0; e->inside.count <= e->most && i < e->inside.count; i++)
        put(e, p, i);
    if (e->inside.count < 3 || (p->count && hail_polygon_taken(p)))
        return HAIL_OK;
    const extent r = measure(e);
    if (r.across_1 - r.across_0 <= shortest(e)) {
        p->count = 0;
        put(e, p, r.a);
        put(e, p, r.b);
        return HAIL_OK;
    }
    if (!start_dropping(e))
        return HAIL_NO_MEMORY;
    return drop_edges(e, p) || box_in(e, &r, p) ? HAIL_OK : HAIL_TOO_LARGE;
}

static hail_status read_points(enclosing *e, const float *x, const float *y, size_t count) {
    if (!hail_scratch_grow(&e->heap, &e->points, count * sizeof(hail_point)))
        return HAIL_NO_MEMORY;
    hail_point *points = e->points.data;
    float largest = 0.0f;
    for (size_t i = 0; i < count; i++) {
        points[i] = (hail_point){hail_not_tiny(x[i]), hail_not_tiny(y[i])};
        if (!isfinite(x[i]) || !isfinite(y[i]))
            return HAIL_NOT_FINITE;
        largest = fmaxf(largest, fmaxf(fabsf(x[i]), fabsf(y[i])));
        if (sqrt((double)x[i] * x[i] + (double)y[i] * y[i]) > (double)HAIL_MAX_REACH)
            return HAIL_TOO_LARGE;
    }
    e->inside.spare = fmax(0x1p-10, 0x1p-20 * (double)largest);
    if (!hail_hull(&e->heap, points, (uint32_t)count, &e->hull, &e->inside.count))
        return HAIL_NO_MEMORY;
    e->inside.points = e->hull.data;
    return HAIL_OK;
}

hail_status hail_enclose(const hail_allocator *allocator, const float *x, const float *y, size_t count, uint32_t most,
                         float *polygon_x, float *polygon_y, uint32_t *vertices) {
    if (!vertices)
        return HAIL_BAD_ARGUMENT;
    *vertices = 0;
    if (!x || !y || !count || count > INT32_MAX || !polygon_x || !polygon_y ||
        (allocator && !allocator->allocate != !allocator->release))
        return HAIL_BAD_ARGUMENT;
    if (most < 3 || most > HAIL_MAX_VERTICES)
        return HAIL_OUT_OF_RANGE;
    enclosing e = {.most = most};
    hail_polygon p = {0};
    hail_heap_init(&e.heap, allocator);
    hail_status status = read_points(&e, x, y, count);
    if (status == HAIL_OK)
        status = enclose_hull(&e, &p);
    for (uint32_t i = 0; status == HAIL_OK && i < p.count; i++) {
        polygon_x[i] = p.x[i];
        polygon_y[i] = p.y[i];
    }
    *vertices = status == HAIL_OK ? p.count : 0;
    hail_queue_free(&e.heap, &e.queue);
    hail_scratch_free(&e.heap, &e.vertices);
    hail_scratch_free(&e.heap, &e.links);
    hail_scratch_free(&e.heap, &e.hull);
    hail_scratch_free(&e.heap, &e.points);
    return status;
}

hail_status hail_enclose_sprite(const hail_spriteset *set, uint32_t sprite, uint32_t most, float *polygon_x,
                                float *polygon_y, uint32_t *vertices) {
    hail_sprite_info info;
    if (!set || !polygon_x || !polygon_y || !vertices)
        return HAIL_BAD_ARGUMENT;
    *vertices = 0;
    if (most < 3 || most > HAIL_MAX_VERTICES || hail_spriteset_describe(set, sprite, &info) != HAIL_OK)
        return HAIL_OUT_OF_RANGE;
    if (!info.hull)
        return HAIL_OK;
    hail_heap heap;
    hail_heap_init(&heap, &set->heap.allocator);
    hail_buffer corners = {0};
    if (!hail_scratch_grow(&heap, &corners, 2 * (size_t)info.hull * sizeof(float)))
        return HAIL_NO_MEMORY;
    float *x = corners.data, *y = x + info.hull;
    hail_status status = hail_spriteset_hull(set, sprite, x, y);
    for (uint32_t i = 0; i < info.hull; i++) {
        x[i] = (float)((double)x[i] - (double)info.origin_x);
        y[i] = (float)((double)y[i] - (double)info.origin_y);
    }
    if (status == HAIL_OK)
        status = hail_enclose(&set->heap.allocator, x, y, info.hull, most, polygon_x, polygon_y, vertices);
    hail_scratch_free(&heap, &corners);
    return status;
}
