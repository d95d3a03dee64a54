/* bench/world/plain_churn.h - the swarm's `plain` with some circles exchanged before each step. */
#ifndef PLAIN_CHURN_H
#define PLAIN_CHURN_H

#include "scenes.h"

#ifdef __cplusplus
extern "C" {
#endif

void *plain_churn_create(const scene_data *scene);
void plain_churn_destroy(void *self); /* NULL is fine */

/* Puts `count` other circles in the places of those from `first` on, and steps. Returns how many pairs touch. */
size_t plain_churn_step(void *self, size_t first, size_t count, float *const columns[4]); /* x, y, vx, vy */

#ifdef __cplusplus
}
#endif

#endif
