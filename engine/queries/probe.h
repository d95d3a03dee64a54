/* engine/queries/probe.h - one query as a shape at a place. */
#ifndef HAIL_QUERIES_PROBE_H
#define HAIL_QUERIES_PROBE_H

#include <math.h>

#include "overlaps.h"
#include "shapes/row.h"
#include "sprites/pixels.h"

/* Writes the template of a shape of two numbers: hail_box_row, hail_segment_row. */
typedef void hail_write_row_fn(float a, float b, float *row);

/* A convex shape at a place. */
typedef struct hail_placed {
    float x, y, cos, sin, scale;
    const float *row; /* its template; NULL: not written yet */
    /* Of boxes and walls: what writes the template, and what each is known by; of others NULL. */
    hail_write_row_fn *write;
    float a, b;
    const void *name;
} hail_placed;

/* A box with sides along the axes, and a radius around it. */
typedef struct hail_zone {
    float min_x, min_y, max_x, max_y, radius; /* px */
} hail_zone;

typedef struct hail_probe {
    hail_placed at;                /* of a compound or a sprite: the shape around it */
    const hail_shape_entry *entry; /* NULL: not a shape of the world's set */
    const hail_shapeset *set;
    uint32_t parts;
    bool plain; /* a point, a box or a circle: `zone` is exactly it */
    bool wide;  /* a box that is neither a point nor a segment */
    hail_zone zone;
    hail_convex own; /* the template of a point or, if it is needed, of a box */
} hail_probe;

/* Begins the probes of a call. */
void hail_probe_begin(hail_probe *probe, const hail_overlaps *call);

/* Makes the probe that of a query. */
void hail_probe_set(hail_probe *probe, const hail_overlaps *call, size_t query);

/* Writes the template of a box, if it is not written yet: at.row. */
void hail_probe_write(hail_probe *probe);

/* A zone that holds all that the kernels may find to touch a shape, within their rounding errors. */
hail_zone hail_placed_reach(const hail_placed *placed);
hail_zone hail_probe_reach(const hail_probe *probe);

/* A slab that holds the same points, widened by their radii: that of a polygon's side and the vertex furthest from it,
 * of the sides the one that makes it narrowest. */
typedef struct hail_slab {
    float x, y, middle, half;
} hail_slab;

/* The slab of a template: queries mostly have the one of the query before. */
typedef struct hail_slab_memory {
    const float *row; /* NULL: none yet */
    hail_slab slab;
} hail_slab_memory;

/* radius: of the probe's reach. A circle's is about its centre. */
hail_slab hail_probe_slab(const hail_probe *probe, float radius, hail_slab_memory *memory);

/* The template of a part; NULL: of a box that is not written. */
static inline const float *probe_row(const hail_probe *p, uint32_t part) {
    return p->entry && p->entry->compound ? shape_row(p->set, p->entry->first + part) : p->at.row;
}

/* px: no point of a shape without a number is further from its position, before it is scaled. */
static inline float probe_radius(const hail_probe *p) {
    return p->at.row ? p->at.row[HAIL_TEMPLATE_RADIUS] : hail_box_radius(p->at.a, p->at.b);
}

static inline hail_placed probe_part(const hail_probe *p, uint32_t part) {
    hail_placed placed = p->at;
    placed.row = probe_row(p, part);
    return placed;
}

static inline hail_pose placed_pose(const hail_placed *p) {
    return (hail_pose){
        .x = (double)p->x, .y = (double)p->y, .cos = (double)p->cos, .sin = (double)p->sin, .scale = (double)p->scale};
}

static inline uint32_t row_vertices(const float *row) {
    uint32_t count;
    memcpy(&count, row + HAIL_TEMPLATE_COUNT, sizeof count);
    return count;
}

/* A share of all numbers that go into a test: many times its rounding errors. */
#define PROBE_ERROR 0x1p-18f

/* px: more than the error of a test of a box with a shape at (x, y) of a radius. */
static inline float probe_error(const hail_probe *p, float x, float y, float radius) {
    const float sizes = p->at.a + p->at.b + radius;
    return (fabsf(x) + fabsf(y) + fabsf(p->at.x) + fabsf(p->at.y) + sizes) * PROBE_ERROR;
}

/* Whether a point lies in a box, further than `spare` from its sides. */
static inline bool zone_holds(const hail_zone *z, float x, float y, float spare) {
    return x - spare > z->min_x && x + spare < z->max_x && y - spare > z->min_y && y + spare < z->max_y;
}

/* Whether a zone touches a circle: docs/arithmetic.md, "Queries". */
static inline bool zone_touches(const hail_zone *z, float x, float y, float radius) {
    const float left = z->min_x - x, right = x - z->max_x, above = z->min_y - y, below = y - z->max_y;
    const float beside = left > right ? left : right, over = above > below ? above : below;
    const float dx = beside > 0.0f ? beside : 0.0f, dy = over > 0.0f ? over : 0.0f, reach = z->radius + radius;
    return dx * dx + dy * dy <= reach * reach;
}

#endif
