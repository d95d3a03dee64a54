/* tests/kernels/kernel_sprites.h - random hulls, instances and masks, for the tests of the sprite kernels; and which
 * pixels touch, tested one by one as sprites_kernels.h describes it. */
#ifndef HAIL_TESTS_KERNEL_SPRITES_H
#define HAIL_TESTS_KERNEL_SPRITES_H

#include "kernel_inputs.h"

float either(float a); /* or its negative */
int32_t larger(int32_t a, int32_t b);
int32_t lesser(int32_t a, int32_t b);

/* ---- Hulls ----------------------------------------------------------------------------------------------------- */

enum { MOST_SPRITES = 5, MOST_HULL = 300 };

/* As hail_boxes_job takes them; each array ends at a page that may not be touched. */
typedef struct random_hulls {
    uint32_t count;
    const float *u, *v;
    const hail_vertex_run *runs;
    const uint32_t *arcs;
} random_hulls;

/* Hulls of 3 to MOST_HULL vertices, or of none; many vertices close together, so that some arcs are long and others are
 * not; origins far away, so that rounding moves vertices. */
void random_hulls_make(random_hulls *h);

/* ---- Instances ------------------------------------------------------------------------------------------------- */

/* As kernels want them; all but x and y may be NULL. */
typedef struct random_columns {
    const float *x, *y, *cosine, *sine, *scale_x, *scale_y, *origin_x, *origin_y;
    const uint32_t *sprite;
} random_columns;

/* Often along axes and borders of direction sectors, near each other, with a scale of 0 or nearly 0, or far away. */
random_columns random_columns_make(uint32_t n, uint32_t sprites, float tiny);
float random_origin(void);

/* One instance, with its matrix in double precision. */
typedef struct instance {
    uint32_t sprite;
    double x, y, xx, xy, yx, yy;
    bool plain, flat;
} instance;

instance instance_at(const random_columns *of, uint32_t i, float tiny);
void explain_instance(const random_columns *of, uint32_t i);

/* ---- Masks ----------------------------------------------------------------------------------------------------- */

enum { MOST_PIXELS = 90000 };

/* Rows and frame end at pages that may not be touched. Masks are 1 to 300 px wide, or much wider with a few rows; full,
 * nearly full, nearly empty or empty. Bounds are tight or, now and then, the whole image. */
hail_mask random_mask(void);

bool mask_pixel(const hail_mask *mask, int32_t x, int32_t y);

/* ---- What touches ---------------------------------------------------------------------------------------------- */

/* For each pixel within a's bounds, row by row. */
typedef enum touch { TOUCHES_NOT, TOUCHES_PERHAPS, TOUCHES } touch;
typedef struct touch_map {
    touch at[MOST_PIXELS];
    uint32_t sure, perhaps;           /* how many */
    int32_t left, top, right, bottom; /* the range of both kinds; left >= right: there are none */
} touch_map;

/* Tests as sprites_kernels.h describes it, whatever bounds o gives; if rotated, in double precision. perhaps: rounding
 * to floats may decide. exact: floats hold all numbers, so there is no perhaps. */
void touch_find(const hail_mask *a, const hail_mask *b, const hail_overlap *o, bool exact, touch_map *map);

/* The sums of the pixels that surely touch, without the extent; spans from the first row that touches on. */
hail_pixel_sums touch_tally(const hail_mask *a, const touch_map *map, hail_span *spans);

/* The extent of these pixels along the exposed sides' sum; 0 if that is 0. */
int64_t touch_extent(const hail_mask *a, const touch_map *map, const hail_pixel_sums *t);

#endif
