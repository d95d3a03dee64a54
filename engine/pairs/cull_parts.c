/* engine/pairs/cull_parts.c - the circles around the parts of one compound against the edges of another's, in that
 * one's frame. */
#include "cull_parts.h"

#include <math.h>
#include <string.h>

#include "kernels.h"

/* Circles in the frame of another body; radii include the error. */
typedef struct circles {
    float x[CULL_PARTS + HAIL_SLACK], y[CULL_PARTS + HAIL_SLACK], radius[CULL_PARTS + HAIL_SLACK];
} circles;

/* The circles around b's parts in a's frame. */
static void place_circles(const hail_shapeset *shapes, const hail_pose *a, const hail_shape_entry *of_b,
                          const hail_pose *b, float error, circles *c) {
    const double over = 1.0 / a->scale, size = b->scale * over, dx = b->x - a->x, dy = b->y - a->y;
    const double cos = (a->cos * b->cos + a->sin * b->sin) * size, sin = (a->cos * b->sin - a->sin * b->cos) * size;
    const double x = (a->cos * dx + a->sin * dy) * over, y = (a->cos * dy - a->sin * dx) * over;
    for (uint32_t q = 0; q < of_b->parts; q++) {
        const hail_shape_entry *part = shape_entry(shapes, of_b->first + q);
        const double px = (double)part->x, py = (double)part->y;
        c->x[q] = (float)(x + (cos * px - sin * py));
        c->y[q] = (float)(y + (sin * px + cos * py));
        c->radius[q] = (float)((double)part->radius * size + (double)error * over);
    }
    /* Lanes that read what follows must not compute with what lay there. */
    memset(c->x + of_b->parts, 0, HAIL_SLACK * sizeof(float));
    memset(c->y + of_b->parts, 0, HAIL_SLACK * sizeof(float));
    memset(c->radius + of_b->parts, 0, HAIL_SLACK * sizeof(float));
}

static uint32_t first_bits(uint32_t n) { return n < 32 ? (UINT32_C(1) << n) - 1 : UINT32_MAX; }

static bool any_near(const uint32_t *near, uint32_t parts) {
    uint32_t any = 0;
    for (uint32_t p = 0; p < parts; p++)
        any |= near[p];
    return any != 0;
}

/* Keeps the pairs that both directions keep. No branches: they could not be predicted. */
static void keep_both(uint32_t *near, uint32_t parts, const uint32_t *reverse, uint32_t reverse_parts) {
    for (uint32_t p = 0; p < parts; p++) {
        uint32_t kept = 0;
        for (uint32_t q = 0; q < reverse_parts; q++)
            kept |= (reverse[q] >> p & 1u) << q;
        near[p] &= kept;
    }
}

void hail_cull_parts(const hail_kernels *kernels, const hail_shapeset *shapes, const hail_shape_entry *a,
                     const hail_pose *at, const hail_shape_entry *b, const hail_pose *other, float error,
                     uint32_t near[CULL_PARTS]) {
    uint32_t reverse[CULL_PARTS];
    circles of_a, of_b; /* both are written before lanes load either: loads of what was just written would wait */
    for (uint32_t p = 0; p < a->parts; p++)
        near[p] = first_bits(b->parts);
    if (!(at->scale > 0.0) || !(other->scale > 0.0))
        return;
    place_circles(shapes, at, b, other, error, &of_b);
    place_circles(shapes, other, a, at, error, &of_a);
    kernels->near_parts(shape_row(shapes, a->first), a->parts, of_b.x, of_b.y, of_b.radius, b->parts, near);
    if (!any_near(near, a->parts))
        return;
    kernels->near_parts(shape_row(shapes, b->first), b->parts, of_a.x, of_a.y, of_a.radius, a->parts, reverse);
    keep_both(near, a->parts, reverse, b->parts);
}
