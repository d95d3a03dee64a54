/* tests/kernels/kernel_sprites.h - hulls, instances and masks by chance, for the tests of the kernels that ask about
 * sprites; and which pixels touch, a pixel at a time, as sprites_kernels.h describes it. */
#ifndef HAIL_TESTS_KERNEL_SPRITES_H
#define HAIL_TESTS_KERNEL_SPRITES_H

#include "kernel_inputs.h"

float either(float a); /* or its negative */
int32_t larger(int32_t a, int32_t b);
int32_t lesser(int32_t a, int32_t b);

/* ---- Hulls ----------------------------------------------------------------------------------------------------- */

enum { MOST_SPRITES = 5, MOST_HULL = 300 };

/* As hail_boxes_job wants them, each array up to a page that may not be touched. */
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

/* Often along axes and borders of sectors, near to each other, of no scale or nearly none, or far away. */
random_columns random_columns_make(uint32_t n, uint32_t sprites, float tiny);
float random_origin(void);

/* One of them; its matrix without rounding. */
typedef struct instance {
    uint32_t sprite;
    double x, y, xx, xy, yx, yy;
    bool plain, flat;
} instance;

instance instance_at(const random_columns *of, uint32_t i, float tiny);
void explain_instance(const random_columns *of, uint32_t i);

/* ---- Masks ----------------------------------------------------------------------------------------------------- */

enum { MOST_PIXELS = 90000 };

/* Rows and frame up to pages that may not be touched; 1 to 300 px wide, or a few rows of many more. Full, nearly so,
 * nearly empty or empty. Bounds are tight or, now and then, the whole image. */
hail_mask random_mask(void);

bool mask_pixel(const hail_mask *mask, int32_t x, int32_t y);

/* ---- What touches ---------------------------------------------------------------------------------------------- */

/* Of each pixel within a's bounds, in rows. */
typedef enum touch { TOUCHES_NOT, TOUCHES_PERHAPS, TOUCHES } touch;
typedef struct touch_map {
    touch at[MOST_PIXELS];
    uint32_t sure, perhaps;           /* how many */
    int32_t left, top, right, bottom; /* of both kinds; left >= right: there are none */
} touch_map;

/* As sprites_kernels.h describes it, whatever bounds o gives; if rotated, in double precision. perhaps: rounding to
 * floats might decide. exact: floats hold everything, there is no perhaps. */
void touch_find(const hail_mask *a, const hail_mask *b, const hail_overlap *o, bool exact, touch_map *map);

/* Of those that touch for sure. Spans are written from the first row on. */
hail_pixel_sums touch_tally(const hail_mask *a, const touch_map *map, hail_span *spans);

#endif
