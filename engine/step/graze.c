/* engine/step/graze.c - finds when two cores are nearest, one pair after the other; then the kernels measure the gaps
 * of many pairs where they are at that time. */
#include "graze.h"

#include <float.h>

#include <hail/batch.h>

#include "gathered.h"
#include "narrow.h"

enum { BLOCK = GATHERED };

/* A core's vertices in the world. */
typedef struct core {
    uint32_t count;
    double x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
} core;

/* The time at which two cores are nearest, so far. */
typedef struct nearest {
    double square, t;
} nearest;

/* Pairs of bodies or of their parts whose gaps are measured next. */
typedef struct graze_search {
    const hail_world *world;
    const hail_rule_entry *rule;
    const hail_layer *a, *b;
    bool swept;
    uint32_t grazes, count;
    hail_contact *row[BLOCK];
    uint32_t part_a[BLOCK], part_b[BLOCK];
    float t[BLOCK];
    hail_gathered side_a, side_b;
} graze_search;

/* ---- When two cores are nearest ---------------------------------------------------------------------------------- */

static core core_of(const hail_world *world, const hail_gathered *from, uint32_t i) {
    const float *row = shape_row(world->shapes, from->shape[i]);
    const double c = (double)from->cos[i] * (double)from->scale[i], s = (double)from->sin[i] * (double)from->scale[i];
    const double x = (double)from->x[i] - (double)from->dx[i], y = (double)from->y[i] - (double)from->dy[i];
    core o = {.count = shape_vertices(world->shapes, from->shape[i])};
    for (uint32_t v = 0; v < o.count; v++) {
        const double vx = (double)row[HAIL_TEMPLATE_VX + v], vy = (double)row[HAIL_TEMPLATE_VY + v];
        o.x[v] = x + (c * vx - s * vy);
        o.y[v] = y + (s * vx + c * vy);
    }
    return o;
}

static void consider(nearest *best, double x, double y, double t) {
    const double square = x * x + y * y;
    if (square < best->square || (square == best->square && t < best->t))
        *best = (nearest){square, t};
}

/* Each vertex of `points`, moved by (dx, dy), with each edge of `edges`. A single vertex is an edge of length 0. */
static void consider_edges(nearest *best, const core *points, double dx, double dy, const core *edges, double t) {
    for (uint32_t e = 0; e < edges->count; e++) {
        const uint32_t next = e + 1 < edges->count ? e + 1 : 0;
        const double ex = edges->x[next] - edges->x[e], ey = edges->y[next] - edges->y[e];
        const double length = ex * ex + ey * ey;
        for (uint32_t v = 0; v < points->count; v++) {
            const double px = points->x[v] + dx - edges->x[e], py = points->y[v] + dy - edges->y[e];
            const double dot = px * ex + py * ey;
            const double along = !(dot > 0.0) ? 0.0 : dot < length ? dot / length : 1.0;
            consider(best, px - ex * along, py - ey * along, t);
        }
    }
}

/* Vertices against edges, both ways, when a has moved by (dx, dy). A circle has no edges that matter to a polygon. */
static void consider_end(nearest *best, const core *a, const core *b, double dx, double dy, double t) {
    if (b->count > 1 || a->count == 1)
        consider_edges(best, a, dx, dy, b, t);
    if (a->count > 1)
        consider_edges(best, b, -dx, -dy, a, t);
}

/* Cores that stay apart are nearest at the start, at the end, or when two vertices pass each other: otherwise the
 * nearest points lie inside an edge, and the distance changes linearly. */
static float nearest_time(const core *a, const core *b, double dx, double dy) {
    const double path = dx * dx + dy * dy;
    nearest best = {DBL_MAX, 0.0};
    consider_end(&best, a, b, 0.0, 0.0, 0.0);
    if (!(path > 0.0))
        return 0.0f;
    const double inverse = 1.0 / path;
    for (uint32_t v = 0; v < a->count; v++)
        for (uint32_t w = 0; w < b->count; w++) {
            const double x = a->x[v] - b->x[w], y = a->y[v] - b->y[w], along = -(x * dx + y * dy);
            if (along > 0.0 && along < path)
                consider(&best, x + dx * (along * inverse), y + dy * (along * inverse), along * inverse);
        }
    consider_end(&best, a, b, dx, dy, 1.0);
    return (float)best.t;
}

/* Puts a gathered body where it is at time t. */
static void move_to(hail_gathered *side, uint32_t i, float t) {
    side->x[i] = (side->x[i] - side->dx[i]) + side->dx[i] * t;
    side->y[i] = (side->y[i] - side->dy[i]) + side->dy[i] * t;
}

/* ---- Gaps -------------------------------------------------------------------------------------------------------- */

static void measure(const graze_search *s, hail_gap *gaps) {
    const hail_cores any = {1, HAIL_MAX_VERTICES};
    uint32_t list[BLOCK];
    for (uint32_t i = 0; i < s->count; i++)
        list[i] = i;
    const hail_narrow_sides sides = {.a = gathered_side(&s->side_a, false),
                                     .b = gathered_side(&s->side_b, false),
                                     .cores_a = any,
                                     .cores_b = any,
                                     .templates = s->world->shapes->rows.data};
    const hail_narrow_list pairs = {list, list, list, s->count};
    hail_narrow_gaps(s->world, &sides, &pairs, gaps);
}

/* Makes a contact of a gap that is within the margin, unless one of other parts is as near. */
static void take_gap(graze_search *s, uint32_t i, const hail_gap *gap) {
    hail_contact *row = s->row[i];
    const float distance = gap->distance > 0.0f ? gap->distance : 0.0f;
    if (!(distance <= s->rule->graze) || (row->kind && -row->depth[0] <= distance))
        return;
    s->grazes += !row->kind;
    *row = (hail_contact){.a = s->side_a.handle[i],
                          .b = s->side_b.handle[i],
                          .kind = HAIL_CONTACT_GRAZE,
                          .layer_a = s->rule->a,
                          .layer_b = s->rule->b,
                          .part_a = (uint16_t)s->part_a[i],
                          .part_b = s->part_b[i],
                          .t = s->t[i],
                          .depth = {0.0f - distance, 0.0f}};
    if (s->rule->mode == HAIL_PAIRS)
        return;
    row->count = 1;
    row->feature_a = gap->feature_a;
    row->feature_b = gap->feature_b;
    row->normal_x = gap->normal_x;
    row->normal_y = gap->normal_y;
    row->x[0] = (gap->ax + gap->bx) * 0.5f;
    row->y[0] = (gap->ay + gap->by) * 0.5f;
}

static void flush(graze_search *s) {
    hail_gap gaps[BLOCK];
    if (s->count)
        measure(s, gaps);
    for (uint32_t i = 0; i < s->count; i++)
        take_gap(s, i, &gaps[i]);
    s->count = 0;
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

/* Adds a pair of shapes, of bodies `a` and `b`. */
static void ask(graze_search *s, hail_contact *row, uint32_t a, uint32_t b, uint32_t shape_a, uint32_t shape_b,
                uint32_t part_a, uint32_t part_b) {
    if (s->count == BLOCK)
        flush(s);
    const uint32_t i = s->count++;
    gather_body(&s->side_a, i, s->a, a, shape_a, s->swept);
    gather_body(&s->side_b, i, s->b, b, shape_b, s->swept);
    s->row[i] = row;
    s->part_a[i] = part_a;
    s->part_b[i] = part_b;
    s->t[i] = 0.0f;
    if (!s->swept)
        return;
    const core core_a = core_of(s->world, &s->side_a, i), core_b = core_of(s->world, &s->side_b, i);
    s->t[i] = nearest_time(&core_a, &core_b, (double)s->side_a.dx[i] - (double)s->side_b.dx[i],
                           (double)s->side_a.dy[i] - (double)s->side_b.dy[i]);
    move_to(&s->side_a, i, s->t[i]);
    move_to(&s->side_b, i, s->t[i]);
}

/* The shape of part p: a sprite is the polygon around it. */
static uint32_t part_of(const hail_shape_entry *entry, uint32_t shape, uint32_t p) {
    return entry->compound ? entry->first + p : shape;
}

static uint32_t parts_of(const hail_shape_entry *entry) { return entry->compound ? entry->parts : 1; }

static void ask_pair(graze_search *s, hail_contact *row, uint32_t a, uint32_t b) {
    const hail_shapeset *shapes = s->world->shapes;
    const uint32_t shape_a = layer_words(s->a, COLUMN_SHAPE)[a], shape_b = layer_words(s->b, COLUMN_SHAPE)[b];
    const hail_shape_entry *entry_a = shape_entry(shapes, shape_a), *entry_b = shape_entry(shapes, shape_b);
    for (uint32_t p = 0; p < parts_of(entry_a); p++)
        for (uint32_t q = 0; q < parts_of(entry_b); q++)
            ask(s, row, a, b, part_of(entry_a, shape_a, p), part_of(entry_b, shape_b, q), p, q);
}

/* Field by field: most of it is memory that need not be cleared. */
static void begin(graze_search *s, const hail_world *world, const hail_rule_entry *rule) {
    s->world = world;
    s->rule = rule;
    s->a = world->bodies.layer[rule->a];
    s->b = world->bodies.layer[rule->b];
    s->swept = rule_swept(rule);
    s->grazes = s->count = 0;
    /* Lanes past the last pair read body 0: there has to be one. */
    gather_body(&s->side_a, 0, s->a, 0, 0, false);
    gather_body(&s->side_b, 0, s->b, 0, 0, false);
}

uint32_t hail_graze_pairs(hail_world *world, const hail_rule_entry *rule, const uint32_t *rank) {
    const hail_pairs *pairs = &world->scratch->pairs;
    const uint32_t *a = pairs->a.data, *b = pairs->b.data;
    hail_contact *rows = pairs->rows.data;
    graze_search s;
    begin(&s, world, rule);
    for (uint32_t i = 0; i < pairs->count; i++)
        if (!rows[rank[i]].kind)
            ask_pair(&s, &rows[rank[i]], a[i], b[i]);
    flush(&s);
    return s.grazes;
}
