/* tests/shared/random_parts.h - what random_churn.c uses of random_world.c. */
#ifndef HAIL_TESTS_RANDOM_PARTS_H
#define HAIL_TESTS_RANDOM_PARTS_H

#include "random_world.h"

/* By the world's flavour. */
void random_place(random_world *w, float *x, float *y);
float random_speed(random_world *w);
float random_scale(random_world *w);
float random_step_of(random_world *w);
hail_shape random_shape(random_world *w, uint32_t which_layer);

hail_status random_shapes(random_world *w);
hail_status random_configure(random_world *w, uint32_t which_layer);
hail_status random_rule(random_world *w, uint32_t i, uint32_t j);
hail_status random_refill(random_world *w);

#endif
