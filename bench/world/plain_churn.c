/* bench/world/plain_churn.c - plain_churn.h, by bench/step/plain_grid.c. It has no handles: nobody could ask it for a
 * circle that is gone. */
#include "plain_churn.h"

#include "step/plain.h"

void *plain_churn_create(const scene_data *scene) { return plain_swarm.create(scene); }

void plain_churn_destroy(void *self) {
    if (self)
        plain_swarm.destroy(self);
}

size_t plain_churn_step(void *self, size_t first, size_t count, float *const columns[4]) {
    const plain_bodies from = {count, columns[0], columns[1], columns[2], columns[3]};
    plain_swarm_put(self, first, count, &from);
    return plain_swarm.step(self);
}
