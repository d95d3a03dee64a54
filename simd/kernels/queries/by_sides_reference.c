/* simd/kernels/queries/by_sides_reference.c - whether circles touch a polygon, as far as its sides tell. */
#include <math.h>

#include "kernels/reference.h"

uint32_t HAIL_KERNEL(by_sides)(const hail_sides *sides, const float *x, const float *y, const uint32_t *index,
                               uint32_t count, uint32_t *found, uint32_t *unsure) {
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i++) {
        float most = -INFINITY;
        for (uint32_t k = 0; k < sides->count; k++) {
            const float beyond = sides->x[k] * x[index[i]] + sides->y[k] * y[index[i]] - sides->offset[k];
            most = beyond > most ? beyond : most;
        }
        const bool touches = most < 0.0f - sides->spare;
        found[i] = touches ? 0 : UINT32_MAX;
        if (!touches && !(most > sides->apart))
            unsure[listed++] = i;
    }
    return listed;
}
