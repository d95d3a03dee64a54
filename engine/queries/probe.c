/* engine/queries/probe.c - the shape of a query: of a set, of the caller's, or made for a point or a box. */
#include "probe.h"

#include <math.h>

static float at_or(const float *column, size_t i, float otherwise) { return column ? column[i] : otherwise; }

void hail_probe_begin(hail_probe *probe, const hail_overlaps *call) {
    probe->set = call->scope->world->shapes;
    probe->entry = NULL;
    probe->parts = 1;
    probe->at = (hail_placed){.cos = 1.0f, .scale = 1.0f, .row = probe->own.words};
    probe->plain = true;
    probe->wide = false;
    if (call->points)
        hail_convex_circle(0.0f, &probe->own);
}

static void set_box(hail_probe *p, const hail_overlaps *call, size_t i) {
    const hail_zone z = {call->min_x[i], call->min_y[i], call->max_x[i], call->max_y[i], 0.0f};
    p->zone = z;
    p->at.x = (z.min_x + z.max_x) * 0.5f;
    p->at.y = (z.min_y + z.max_y) * 0.5f;
    if (call->points)
        return;
    p->at.row = NULL;
    p->at.write = hail_box_row;
    p->at.a = (z.max_x - z.min_x) * 0.5f;
    p->at.b = (z.max_y - z.min_y) * 0.5f;
    p->at.name = &call->min_x[i];
    p->wide = p->at.a * 2.0f >= HAIL_SHORT_SIDE && p->at.b * 2.0f >= HAIL_SHORT_SIDE;
}

void hail_probe_write(hail_probe *p) {
    if (p->at.row)
        return;
    hail_box_row(p->at.a, p->at.b, p->own.words);
    p->at.row = p->own.words;
}

static void set_shape(hail_probe *p, const hail_overlaps *call, size_t i) {
    const hail_shapes *list = call->shapes;
    const size_t shape = list->shape ? list->shape[i] : 0;
    p->at = (hail_placed){.x = list->x[i],
                          .y = list->y[i],
                          .cos = at_or(list->cos, i, 1.0f),
                          .sin = at_or(list->sin, i, 0.0f),
                          .scale = at_or(list->scale, i, 1.0f)};
    if (list->shapes) {
        const uint32_t id = list->shapes[shape].id;
        p->entry = shape_entry(p->set, id);
        p->parts = p->entry->parts;
        p->at.row = shape_row(p->set, id);
    } else {
        p->at.row = list->convexes[shape].words;
    }
    p->plain = row_vertices(p->at.row) == 1 && !(p->entry && entry_is_composed(p->entry));
    if (p->plain)
        p->zone = (hail_zone){p->at.x, p->at.y, p->at.x, p->at.y, p->at.row[HAIL_TEMPLATE_ROUNDING] * p->at.scale};
}

void hail_probe_set(hail_probe *probe, const hail_overlaps *call, size_t query) {
    (call->shapes ? set_shape : set_box)(probe, call, query);
}

/* ---- Reach ------------------------------------------------------------------------------------------------------- */

/* Shares of a shape's size, and of all numbers that go into a test. A needle's tip may act a little too long. */
static const float REACH_SHARE = 0.001f, REACH_ERROR = 0x1p-18f;

/* px: what a shape may reach besides itself. */
static float spare_of(const hail_placed *p) {
    const float size = p->row ? p->row[HAIL_TEMPLATE_RADIUS] * p->scale : hail_box_radius(p->a, p->b);
    return size * REACH_SHARE + ((fabsf(p->x) + fabsf(p->y)) + size) * REACH_ERROR;
}

/* The box around a core's vertices. */
static hail_zone vertices_box(const hail_placed *p) {
    hail_zone z = {p->x, p->y, p->x, p->y, 0.0f};
    const uint32_t vertices = row_vertices(p->row);
    for (uint32_t i = 0; vertices > 1 && i < vertices; i++) {
        const float vx = p->row[HAIL_TEMPLATE_VX + i] * p->scale, vy = p->row[HAIL_TEMPLATE_VY + i] * p->scale;
        const float x = p->x + (p->cos * vx - p->sin * vy), y = p->y + (p->sin * vx + p->cos * vy);
        z.min_x = i && z.min_x < x ? z.min_x : x;
        z.min_y = i && z.min_y < y ? z.min_y : y;
        z.max_x = i && z.max_x > x ? z.max_x : x;
        z.max_y = i && z.max_y > y ? z.max_y : y;
    }
    return z;
}

hail_zone hail_placed_reach(const hail_placed *p) {
    hail_zone z = {p->x - p->a, p->y - p->b, p->x + p->a, p->y + p->b, 0.0f};
    if (p->row) {
        z = vertices_box(p);
        z.radius = p->row[HAIL_TEMPLATE_ROUNDING] * p->scale;
    }
    z.radius += spare_of(p);
    return z;
}

hail_zone hail_probe_reach(const hail_probe *probe) {
    hail_zone z = probe->zone;
    if (!probe->plain)
        return hail_placed_reach(&probe->at);
    z.radius += spare_of(&probe->at);
    return z;
}

/* ---- Slabs ------------------------------------------------------------------------------------------------------- */

/* Along a direction. */
static hail_slab slab_along(const float *row, uint32_t vertices, float x, float y) {
    float low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < vertices; i++) {
        const float at = x * row[HAIL_TEMPLATE_VX + i] + y * row[HAIL_TEMPLATE_VY + i];
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    return (hail_slab){x, y, (low + high) * 0.5f, (high - low) * 0.5f};
}

static hail_slab slab_of_row(const float *row) {
    const uint32_t vertices = row_vertices(row);
    if (vertices < 2)
        return (hail_slab){1.0f, 0.0f, 0.0f, 0.0f};
    hail_slab best = slab_along(row, vertices, row[HAIL_TEMPLATE_NX], row[HAIL_TEMPLATE_NY]);
    for (uint32_t i = 1; i < vertices; i++) {
        const hail_slab slab = slab_along(row, vertices, row[HAIL_TEMPLATE_NX + i], row[HAIL_TEMPLATE_NY + i]);
        best = slab.half < best.half ? slab : best;
    }
    return best;
}

hail_slab hail_probe_slab(const hail_probe *probe, float radius, hail_slab_memory *memory) {
    const hail_placed *p = &probe->at;
    if (memory->row != p->row)
        *memory = (hail_slab_memory){p->row, slab_of_row(p->row)};
    const hail_slab *own = &memory->slab;
    const float x = p->cos * own->x - p->sin * own->y, y = p->sin * own->x + p->cos * own->y;
    return (hail_slab){x, y, own->middle * p->scale + (x * p->x + y * p->y), own->half * p->scale + radius};
}
