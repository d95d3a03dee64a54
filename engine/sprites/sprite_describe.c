/* engine/sprites/sprite_describe.c - describes how sprites overlap, from sums over the pixels that touch. */
#include <math.h>

#include "sprite_data.h"

double hail_pixel_support(const hail_pixel_sums *sums, const hail_span *spans, double x, double y) {
    const bool right = x > 0.0, below = y > 0.0;
    double highest = -INFINITY;
    for (int32_t row = sums->first_y; row <= sums->last_y; row++) {
        const hail_span span = spans[row - sums->first_y];
        const double at = (double)(right ? span.last + 1 : span.first) * x + (double)(row + below) * y;
        const double of_row = span.first <= span.last ? at : -INFINITY;
        highest = of_row > highest ? of_row : highest;
    }
    return highest;
}

/* The direction of the push, of any length: opposite to the sum of the outward normals of the touching pixels' open
 * sides. Normals, weighted by the length of their sides, transform by the matrix's cofactors. */
static void push_direction(const hail_sprite_pose *a, const hail_pixel_sums *t, double *x, double *y) {
    const double sign = a->xx * a->yy - a->xy * a->yx < 0.0 ? -1.0 : 1.0;
    *x = -sign * (a->yy * t->side_x - a->yx * t->side_y);
    *y = -sign * (a->xx * t->side_y - a->xy * t->side_x);
}

void hail_overlap_describe(const hail_kernels *kernels, const hail_sprite_pose *a, const hail_pixel_sums *sums,
                           const hail_span *spans, double away_x, double away_y, hail_sprite_overlap *overlap) {
    const double n = (double)sums->count, px = (double)sums->sum_x / n + 0.5 - a->origin_x,
                 py = (double)sums->sum_y / n + 0.5 - a->origin_y;
    double x = away_x, y = away_y;
    if (hail_sums_open(sums))
        push_direction(a, sums, &x, &y);
    const double length = sqrt(x * x + y * y), over = length > 0.0 ? length : 1.0;
    /* (x, y) in pixels of a. */
    const double dx = a->xx * x + a->yx * y, dy = a->xy * x + a->yy * y;
    const double extent =
        sums->extent ? (double)sums->extent : kernels->pixel_extent(spans, sums->first_y, sums->last_y, dx, dy);
    *overlap = (hail_sprite_overlap){.count = sums->count,
                                     .a_x = sums->first_x,
                                     .a_y = sums->first_y,
                                     .x = (float)(a->x + (a->xx * px + a->xy * py)),
                                     .y = (float)(a->y + (a->yx * px + a->yy * py)),
                                     .push_x = (float)(x / over + 0.0),
                                     .push_y = (float)(y / over + 0.0),
                                     .depth = (float)(extent / over)};
}

/* The direction from the centre of one sprite to that of the other. */
static void away_from(const hail_sprite_info *of_a, const hail_sprite_pose *a, const hail_sprite_info *of_b,
                      const hail_sprite_pose *b, double *x, double *y) {
    const double ax = (double)of_a->centre_x - a->origin_x, ay = (double)of_a->centre_y - a->origin_y;
    const double bx = (double)of_b->centre_x - b->origin_x, by = (double)of_b->centre_y - b->origin_y;
    *x = (a->x - b->x) + (a->xx * ax + a->xy * ay) - (b->xx * bx + b->xy * by);
    *y = (a->y - b->y) + (a->yx * ax + a->yy * ay) - (b->yx * bx + b->yy * by);
    if (*x == 0.0 && *y == 0.0)
        *x = 1.0;
}

void hail_overlap_answer(const hail_kernels *kernels, const hail_sprite_info *of_a, const hail_sprite_pose *a,
                         const hail_sprite_info *of_b, const hail_sprite_pose *b, const hail_overlap *transform,
                         const hail_pixel_sums *sums, const hail_span *spans, hail_sprite_overlap *overlap) {
    double away_x = 0.0, away_y = 0.0;
    if (!sums->count) {
        *overlap = (hail_sprite_overlap){0};
        return;
    }
    if (!hail_sums_open(sums))
        away_from(of_a, a, of_b, b, &away_x, &away_y);
    hail_overlap_describe(kernels, a, sums, spans, away_x, away_y, overlap);
    if (!transform->rotated) {
        overlap->b_x = overlap->a_x + transform->shift_x;
        overlap->b_y = overlap->a_y + transform->shift_y;
        return;
    }
    /* In b's frame, with the kernel's own arithmetic, to the bit. */
    const float x = (float)overlap->a_x, y = (float)overlap->a_y;
    overlap->b_x = (int32_t)((transform->x + y * transform->vx) + x * transform->ux) - 1 + (int32_t)of_b->left;
    overlap->b_y = (int32_t)((transform->y + y * transform->vy) + x * transform->uy) - 1 + (int32_t)of_b->top;
}

hail_contact hail_overlap_contact(const hail_sprite_overlap *o, bool swapped) {
    const float sign = swapped ? 1.0f : -1.0f;
    hail_contact contact = {.count = 1};
    contact.normal_x = sign * o->push_x + 0.0f;
    contact.normal_y = sign * o->push_y + 0.0f;
    contact.x[0] = o->x;
    contact.y[0] = o->y;
    contact.depth[0] = o->depth;
    return contact;
}
