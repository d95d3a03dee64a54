/* engine/broad/circles.h - circles around the paths of bodies, in another order than the bodies lie in. */
#ifndef HAIL_BROAD_CIRCLES_H
#define HAIL_BROAD_CIRCLES_H

#include "kernels.h"

enum { CIRCLES = 1024 }; /* that are computed at a time */

/* Some circles. */
typedef struct hail_circles {
    float x[CIRCLES + HAIL_SLACK], y[CIRCLES + HAIL_SLACK], radius[CIRCLES + HAIL_SLACK];
} hail_circles;

/* Writes the circles around the paths of bodies order[0] to order[count - 1]; order NULL: of bodies [0, count). See
 * hail_path_circles_fn. The figures are those of all of them. */
hail_circle_figures hail_circles_in_order(const hail_kernels *kernels, const hail_circles_job *job,
                                          const uint32_t *order, uint32_t count, float *x, float *y, float *radius);

#endif
