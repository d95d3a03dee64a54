/* engine/outline/enclose.c - convex polygons of few vertices around points: drops edges of the hull, and extends their
 * neighbours until they intersect. */
#include <math.h>

#include <hail/outline.h>

#include "base/check.h"
#include "base/tiny.h"
#include "fit.h"
#include "queue.h"
#include "sprites/sprite_data.h"

typedef struct enclosing {
    hail_heap heap;
    hail_buffer points, hull, links;
    hail_queue queue;
    hail_enclosed hull_points;
    uint32_t left, max_vertices; /* left: the edges not dropped yet */
    uint32_t *before, *after;    /* edge i starts at corner i of the hull; a dropped edge has itself for neighbours */
    hail_vertex *start;          /* where an edge starts now */
} enclosing;

/* ---- Edges of the hull ------------------------------------------------------------------------------------------ */

static hail_vertex corner(const enclosing *e, uint32_t i) {
    const hail_point p = e->hull_points.points[i];
    return (hail_vertex){p.x, p.y};
}

static hail_line edge(const enclosing *e, uint32_t i) {
    return line_between(corner(e, i), corner(e, i + 1 < e->hull_points.count ? i + 1 : 0));
}

/* Where the neighbours of edge i intersect. False: they do not. */
static bool apex(const enclosing *e, uint32_t i, hail_vertex *at) {
    hail_line p = edge(e, e->before[i]);
    p.x += p.dx; /* from its end on, so that rounding errors do not grow over its length */
    p.y += p.dy;
    const hail_line q = edge(e, e->after[i]);
    if (!hail_lines_intersect(p, q, at))
        return false;
    /* Of nearly parallel edges, rounding must not move the point beyond the start of q. */
    const double gap_x = q.x - p.x, gap_y = q.y - p.y, gap = gap_x * gap_x + gap_y * gap_y;
    const double far_x = at->x - p.x, far_y = at->y - p.y;
    if (p.dx * q.dx + p.dy * q.dy > 0.0 && far_x * far_x + far_y * far_y > gap)
        *at = (hail_vertex){q.x, q.y};
    return true;
}

static double area_of(hail_vertex a, hail_vertex b, hail_vertex c) {
    return fabs(cross(b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y)) / 2.0;
}

/* Queues edge i by the area that dropping it would add. */
static void update_edge(enclosing *e, uint32_t i) {
    hail_vertex at;
    if (apex(e, i, &at))
        hail_queue_set(&e->queue, i, area_of(e->start[i], at, e->start[e->after[i]]));
    else
        hail_queue_drop(&e->queue, i);
}

static void drop_edge(enclosing *e, uint32_t i) {
    const uint32_t p = e->before[i], q = e->after[i];
    hail_vertex at;
    if (apex(e, i, &at))
        e->start[q] = at;
    hail_queue_drop(&e->queue, i);
    e->after[p] = q;
    e->before[q] = p;
    e->after[i] = e->before[i] = i;
    e->left--;
    update_edge(e, p);
    update_edge(e, q);
}

/* Lists the lines of the edges that are left, HAIL_MAX_VERTICES at most, from the lowest-numbered edge on. */
static void list_lines(const enclosing *e, hail_line *lines) {
    uint32_t i = 0;
    while (e->after[i] == i)
        i++;
    for (uint32_t k = 0; k < e->left; k++, i = e->after[i])
        lines[k] = edge(e, i);
}

/* ---- Boxes ------------------------------------------------------------------------------------------------------ */

/* How far the points reach along and across the line from corner a to corner b, which are far apart. */
typedef struct extent {
    uint32_t a, b;
    double length, dx, dy;
    double along_0, along_1, across_0, across_1; /* from a */
} extent;

static uint32_t furthest_from(const enclosing *e, uint32_t from) {
    const hail_vertex a = corner(e, from);
    uint32_t best = from;
    double furthest = 0.0;
    for (uint32_t i = 0; i < e->hull_points.count; i++) {
        const hail_vertex b = corner(e, i);
        const double d = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
        if (d > furthest) {
            furthest = d;
            best = i;
        }
    }
    return best;
}

static extent measure_extent(const enclosing *e) {
    extent r = {.a = furthest_from(e, 0)};
    r.b = furthest_from(e, r.a);
    const hail_vertex a = corner(e, r.a), b = corner(e, r.b);
    r.length = sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    r.dx = (b.x - a.x) / r.length;
    r.dy = (b.y - a.y) / r.length;
    for (uint32_t i = 0; i < e->hull_points.count; i++) {
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

/* Makes the four lines of the extent's box, widened by `by` px on all sides. */
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

/* The shortest edge that hail_convex_polygon accepts. */
static double shortest_edge(const enclosing *e) {
    double reach = 0.0;
    for (uint32_t i = 0; i < e->hull_points.count; i++) {
        const hail_vertex v = corner(e, i);
        const double away = sqrt(v.x * v.x + v.y * v.y);
        reach = away > reach ? away : reach;
    }
    return fmax(1e-3, 1e-4 * reach);
}

static bool start_dropping(enclosing *e) {
    const uint32_t count = e->hull_points.count;
    if (!hail_scratch_grow(&e->heap, &e->links, count * (sizeof(hail_vertex) + 2 * sizeof(uint32_t))) ||
        !hail_queue_fit(&e->heap, &e->queue, count))
        return false;
    hail_queue_clear(&e->queue, count);
    e->start = e->links.data;
    e->before = (uint32_t *)(e->start + count);
    e->after = e->before + count;
    e->left = count;
    for (uint32_t i = 0; i < count; i++) {
        e->before[i] = i ? i - 1 : count - 1;
        e->after[i] = i + 1 < count ? i + 1 : 0;
        e->start[i] = corner(e, i);
    }
    for (uint32_t i = 0; i < count; i++)
        update_edge(e, i);
    return true;
}

/* Drops edges down to HAIL_MAX_VERTICES, then as many as needed at once. The neighbours of an edge intersect if the
 * turns at its two ends sum up to less than half a circle. The sums of all edges make two full circles, so five or more
 * edges always include one like that. */
static bool drop_edges(enclosing *e, hail_polygon *p) {
    hail_line lines[HAIL_MAX_VERTICES];
    while (e->left > HAIL_MAX_VERTICES && e->queue.count)
        drop_edge(e, hail_queue_first(&e->queue));
    if (e->left > HAIL_MAX_VERTICES)
        return false;
    list_lines(e, lines);
    return hail_fit_lines(&e->hull_points, lines, e->left, e->max_vertices, p);
}

/* A box, for points that are nearly too thin or have edges that cannot be dropped. */
static bool box_in(const enclosing *e, const extent *r, hail_polygon *p) {
    hail_line four[4];
    double by = shortest_edge(e);
    for (int i = 0; i < 8; i++, by *= 2.0) {
        box_of(e, r, by, four);
        if (hail_fit_lines(&e->hull_points, four, 4, e->max_vertices, p))
            return true;
    }
    return false;
}

static void append(const enclosing *e, hail_polygon *p, uint32_t i) {
    const hail_point at = e->hull_points.points[i];
    p->x[p->count] = at.x;
    p->y[p->count++] = at.y;
}

static hail_status enclose_hull(enclosing *e, hail_polygon *p) {
    p->count = 0;
    for (uint32_t i = 0; e->hull_points.count <= e->max_vertices && i < e->hull_points.count; i++)
        append(e, p, i);
    if (e->hull_points.count < 3 || (p->count && hail_polygon_accepted(p)))
        return HAIL_OK;
    const extent r = measure_extent(e);
    if (r.across_1 - r.across_0 <= shortest_edge(e)) {
        p->count = 0;
        append(e, p, r.a);
        append(e, p, r.b);
        return HAIL_OK;
    }
    if (!start_dropping(e))
        return hail_fail_memory(e->heap.error);
    if (drop_edges(e, p) || box_in(e, &r, p))
        return HAIL_OK;
    return hail_fail(e->heap.error, HAIL_TOO_LARGE, "max_vertices",
                     "is so small that every polygon reaches further than HAIL_MAX_REACH");
}

static hail_status check_point(hail_error *error, const float *x, const float *y, size_t i) {
    if (!isfinite(x[i]))
        return hail_fail_number(error, "x", i, (double)x[i], (double)-HAIL_MAX_REACH, (double)HAIL_MAX_REACH);
    if (!isfinite(y[i]))
        return hail_fail_number(error, "y", i, (double)y[i], (double)-HAIL_MAX_REACH, (double)HAIL_MAX_REACH);
    if (sqrt((double)x[i] * x[i] + (double)y[i] * y[i]) > (double)HAIL_MAX_REACH)
        return hail_fail_at(error, HAIL_TOO_LARGE, "x", i, "and its y lie further than HAIL_MAX_REACH from the origin");
    return HAIL_OK;
}

static hail_status read_points(enclosing *e, const float *x, const float *y, size_t count) {
    if (!hail_scratch_grow(&e->heap, &e->points, count * sizeof(hail_point)))
        return hail_fail_memory(e->heap.error);
    hail_point *points = e->points.data;
    float largest = 0.0f;
    for (size_t i = 0; i < count; i++) {
        HAIL_REQUIRE(check_point(e->heap.error, x, y, i));
        points[i] = (hail_point){hail_not_tiny(x[i]), hail_not_tiny(y[i])};
        largest = fmaxf(largest, fmaxf(fabsf(x[i]), fabsf(y[i])));
    }
    e->hull_points.margin = fmax(0x1p-10, 0x1p-20 * (double)largest);
    if (!hail_hull(&e->heap, points, (uint32_t)count, &e->hull, &e->hull_points.count))
        return hail_fail_memory(e->heap.error);
    e->hull_points.points = e->hull.data;
    return HAIL_OK;
}

hail_status hail_enclose(const hail_context *context, const float *x, const float *y, size_t count,
                         uint32_t max_vertices, float *polygon_x, float *polygon_y, uint32_t *vertices) {
    hail_error *error = context_error(context);
    const hail_needed needed[] = {
        {"vertices", vertices}, {"x", x}, {"y", y}, {"polygon_x", polygon_x}, {"polygon_y", polygon_y}};
    if (vertices)
        *vertices = 0;
    HAIL_REQUIRE(hail_check_needed(error, needed, sizeof needed / sizeof *needed));
    if (!count)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "count", "is 0");
    HAIL_REQUIRE(hail_check_count(error, "count", count));
    HAIL_REQUIRE(context_check(context));
    HAIL_REQUIRE(hail_check_whole(error, "max_vertices", max_vertices, 3, HAIL_MAX_VERTICES));
    enclosing e = {.max_vertices = max_vertices};
    hail_polygon p = {0};
    hail_heap_init(&e.heap, context);
    hail_status status = read_points(&e, x, y, count);
    if (status == HAIL_OK)
        status = enclose_hull(&e, &p);
    for (uint32_t i = 0; status == HAIL_OK && i < p.count; i++) {
        polygon_x[i] = p.x[i];
        polygon_y[i] = p.y[i];
    }
    *vertices = status == HAIL_OK ? p.count : 0;
    hail_scratch_free(&e.heap, &e.queue.memory);
    hail_scratch_free(&e.heap, &e.links);
    hail_scratch_free(&e.heap, &e.hull);
    hail_scratch_free(&e.heap, &e.points);
    return status;
}

hail_status hail_enclose_sprite(const hail_spriteset *set, uint32_t sprite, uint32_t max_vertices, float *polygon_x,
                                float *polygon_y, uint32_t *vertices) {
    hail_sprite_info info;
    if (vertices)
        *vertices = 0;
    if (!set || !polygon_x || !polygon_y || !vertices)
        return HAIL_BAD_ARGUMENT;
    if (max_vertices < 3 || max_vertices > HAIL_MAX_VERTICES || hail_spriteset_describe(set, sprite, &info) != HAIL_OK)
        return HAIL_OUT_OF_RANGE;
    if (!info.hull)
        return HAIL_OK;
    hail_context context = heap_context(&set->heap);
    context.error = NULL; /* the set is const: other threads may ask it, too */
    hail_heap heap;
    hail_heap_init(&heap, &context);
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
        status = hail_enclose(&context, x, y, info.hull, max_vertices, polygon_x, polygon_y, vertices);
    hail_scratch_free(&heap, &corners);
    return status;
}
