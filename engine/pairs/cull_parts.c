/* engine/pairs/cull_parts.c - the circles around the parts of one compound against the edges of another's, in that
 * one's frame. */
#include "cull_parts.h"

#include <math.h>
#include <string.h>

#include "kernels.h"
#include "lowest_bit.h"

/* The margins are many times the rounding errors. A body's cos and sin are a unit vector to 1e-4, which changes lengths
 * by as much. */
static const double RADIUS_MARGIN = 1.001, POSITION_MARGIN = 1.0e-5;

/* Circles in the frame of another body; radii include the margins. */
typedef struct circles {
    float x[CULL_PARTS + HAIL_SLACK], y[CULL_PARTS + HAIL_SLACK], radius[CULL_PARTS + HAIL_SLACK];
} circles;

/* The circles around b's parts in a's frame. */
static void place_circles(const hail_shapeset *shapes, const hail_pose *a, const hail_shape_entry *of_b,
                          const hail_pose *b, circles *c) {
    const double over = 1.0 / a->scale, size = b->scale * over, dx = b->x - a->x, dy = b->y - a->y;
    const double cos = (a->cos * b->cos + a->sin * b->sin) * size, sin = (a->cos * b->sin - a->sin * b->cos) * size;
    const double x = (a->cos * dx + a->sin * dy) * over, y = (a->cos * dy - a->sin * dx) * over;
    const double far = (fabs(a->x) + fabs(a->y) + fabs(b->x) + fabs(b->y)) * over * POSITION_MARGIN;
    for (uint32_t q = 0; q < of_b->parts; q++) {
        const hail_shape_entry *part = shape_entry(shapes, of_b->first + q);
        const double px = (double)part->x, py = (double)part->y;
        const double at_x = x + (cos * px - sin * py), at_y = y + (sin * px + cos * py);
        c->x[q] = (float)at_x;
        c->y[q] = (float)at_y;
        c->radius[q] = (float)((double)part->radius * size * RADIUS_MARGIN + far +
                               (fabs(at_x) + fabs(at_y)) * (RADIUS_MARGIN - 1.0));
    }
    /* Lanes that read what follows must not compute with what lay there. */
    memset(c->x + of_b->parts, 0, HAIL_SLACK * sizeof(float));
    memset(c->y + of_b->parts, 0, HAIL_SLACK * sizeof(float));
    memset(c->radius + of_b->parts, 0, HAIL_SLACK * sizeof(float));
}

static uint32_t first_bits(uint32_t n) { return n < 32 ? (UINT32_C(1) << n) - 1 : UINT32_MAX; }

void hail_cull_parts(const hail_kernels *kernels, const hail_shapeset *shapes, const hail_shape_entry *a,
                     const hail_pose *at, const hail_shape_entry *b, const hail_pose *other,
                     uint32_t near[CULL_PARTS]) {
    uint32_t reverse[CULL_PARTS];
    circles c;
    for (uint32_t p = 0; p < a->parts; p++)
        near[p] = first_bits(b->parts);
    if (!(at->scale > 0.0) || !(other->scale > 0.0))
        return;
    place_circles(shapes, at, b, other, &c);
    kernels->near_parts(shape_row(shapes, a->first), a->parts, c.x, c.y, c.radius, b->parts, near);
    place_circles(shapes, other, a, at, &c);
    kernels->near_parts(shape_row(shapes, b->first), b->parts, c.x, c.y, c.radius, a->parts, reverse);
    for (uint32_t q = 0; q < b->parts; q++)
        for (uint32_t apart = ~reverse[q] & first_bits(a->parts); apart; apart &= apart - 1)
            near[lowest_bit(apart)] &= ~(1u << q);
}
