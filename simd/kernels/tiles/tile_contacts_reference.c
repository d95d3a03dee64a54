/* simd/kernels/tiles/tile_contacts_reference.c - the contacts of upright shapes with boxes, one at a time:
 * docs/arithmetic.md, "Shapes against maps". */
#include "kernels/reference.h"

#include <string.h>

/* A hail_contact. */
typedef struct contact {
    uint32_t a[2], b[2];
    uint8_t kind, count, layer_a, layer_b, feature_a, feature_b;
    uint16_t part_a;
    uint32_t part_b;
    float t, normal_x, normal_y, x[2], y[2], depth[2];
} contact;

enum { LEFT, TOP, RIGHT, BOTTOM };

/* Along an edge, from the shape's centre: where its side and the edge overlap. */
typedef struct overlap {
    float low, high, core;
} overlap;

static float lower(float a, float b) { return a < b ? a : b; }
static float higher(float a, float b) { return a > b ? a : b; }

/* at: the centre, from the edge's left or top end. */
static overlap overlap_of(float at, float core, float size) {
    return (overlap){higher(-core, -at), lower(core, size - at), core};
}

static uint8_t feature(uint32_t features, uint32_t which) { return (uint8_t)(features >> 8 * which); }

static uint32_t corner(bool right, bool bottom) { return (right ? 1u : 0u) + (bottom ? 2u : 0u); }

/* The point where a shape is pushed out. */
static void exit_point(const hail_tile_contacts *job, uint32_t i, contact *c) {
    const float half = c->depth[0] * 0.5f;
    const overlap x = overlap_of(job->wide[i] * 0.5f - job->x[i], job->core_x[i] + job->radius[i], job->wide[i]),
                  y = overlap_of(job->high[i] * 0.5f - job->y[i], job->core_y[i] + job->radius[i], job->high[i]);
    c->x[0] = c->normal_x != 0.0f ? c->normal_x * (x.core - half) : lower(higher(0.0f, x.low), x.high);
    c->y[0] = c->normal_y != 0.0f ? c->normal_y * (y.core - half) : lower(higher(0.0f, y.low), y.high);
}

static void corner_point(const hail_tile_contacts *job, uint32_t i, uint32_t corners, contact *c) {
    const bool right = c->normal_x > 0.0f, bottom = c->normal_y > 0.0f;
    c->x[0] = job->at_x[i] + (right ? job->core_x[i] : -job->core_x[i]);
    c->y[0] = job->at_y[i] + (bottom ? job->core_y[i] : -job->core_y[i]);
    c->feature_a = feature(corners, corner(right, bottom));
}

/* The points of a box's side: the ends of what it overlaps, in order round the box; swept, the first one. */
static void side_points(const hail_tile_contacts *job, uint32_t i, uint32_t k, contact *c) {
    const bool across = c->normal_y == 0.0f, backward = across ? c->normal_x < 0.0f : c->normal_y > 0.0f;
    const float dx = job->swept ? job->dx[i] * c->t : 0.0f, dy = job->swept ? job->dy[i] * c->t : 0.0f;
    const overlap part = across ? overlap_of(job->high[i] * 0.5f - job->y[i] + dy, job->core_y[i], job->high[i])
                                : overlap_of(job->wide[i] * 0.5f - job->x[i] + dx, job->core_x[i], job->wide[i]);
    const float ends[2] = {backward ? part.high : part.low, backward ? part.low : part.high};
    const bool point = job->swept || !(part.low < part.high), right = c->normal_x > 0.0f, bottom = c->normal_y > 0.0f;
    c->count = point ? 1 : 2;
    for (int p = 0; p < c->count; p++) {
        const float along = lower(higher(ends[p], -part.core), part.core);
        c->x[p] = across ? job->at_x[i] + c->normal_x * job->core_x[i] : dx + along;
        c->y[p] = across ? dy + along : job->at_y[i] + c->normal_y * job->core_y[i];
        c->depth[p] = c->depth[0];
    }
    const bool far = ends[0] > 0.0f;
    if (!point || (ends[0] > -part.core && ends[0] < part.core))
        c->feature_a = feature(job->edge[k], across ? (right ? RIGHT : LEFT) : (bottom ? BOTTOM : TOP));
    else
        c->feature_a = feature(job->corner[k], across ? corner(right, far) : corner(far, bottom));
}

static void write_contact(const hail_tile_contacts *job, uint32_t i, uint32_t k, contact *c) {
    if (job->how[i] == HAIL_IS_EXIT) {
        exit_point(job, i, c);
    } else if (job->core_x[i] == 0.0f && job->core_y[i] == 0.0f) {
        c->x[0] = job->at_x[i];
        c->y[0] = job->at_y[i];
    } else if (c->normal_x != 0.0f && c->normal_y != 0.0f) {
        corner_point(job, i, job->corner[k], c);
    } else {
        side_points(job, i, k, c);
    }
}

static void place_contact(const hail_tile_contacts *job, uint32_t body, contact *c) {
    c->a[0] = job->handle ? job->handle[2 * (size_t)body] : body;
    c->a[1] = job->handle ? job->handle[2 * (size_t)body + 1] : 0;
    for (int p = 0; p < c->count; p++) {
        c->x[p] += job->body_x[body];
        c->y[p] += job->body_y[body];
    }
}

void hail_kernel_tile_contacts_reference(const hail_tile_contacts *job, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t i = job->pair[k];
        uint8_t header[4];
        memcpy(header, &job->header, sizeof header);
        contact c = {.kind = header[0],
                     .count = 1,
                     .layer_a = header[2],
                     .layer_b = header[3],
                     .feature_b = (uint8_t)(job->mover[i] >> 8),
                     .part_b = job->cell[i],
                     .t = job->swept ? job->t[i] : 0.0f,
                     .normal_x = job->normal_x[i],
                     .normal_y = job->normal_y[i],
                     .depth = {job->depth[i], 0.0f}};
        write_contact(job, i, k, &c);
        if (job->body)
            place_contact(job, job->body[k], &c);
        memcpy(job->rows + (size_t)HAIL_TILE_ROW * k, &c, sizeof c);
    }
}
