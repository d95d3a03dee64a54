/* simd/kernels/queries/by_sides_reference.c - whether circles touch a polygon, as far as its sides tell. */
#include <math.h>

#include "kernels/reference.h"

uint32_t HAIL_KERNEL(by_sides)(const hail_sides *sides, const float *x, const float *y, const uint32_t *index,
                               uint32_t count, uint32_t *found, uint32_t *unsure) {
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i++) {
        const float px = x[index[i]], py = y[index[i]];
        float most = -INFINITY, least = INFINITY;
        for (uint32_t k = 0; k < sides->count; k++) {
            const float beyond = sides->x[k] * px + sides->y[k] * py - sides->offset[k];
            const float past = fabsf(sides->x[k] * py - sides->y[k] * px - sides->middle[k]) - sides->half[k];
            const float beside = past > 0.0f ? past : 0.0f, squared = beyond * beyond + beside * beside;
            most = beyond > most ? beyond : most;
            least = squared < least ? squared : least;
        }
        const bool touches = most < 0.0f - sides->spare || least < sides->near * sides->near;
        found[i] = touches ? 0 : UINT32_MAX;
        if (!touches && !(most > sides->apart))
            unsure[listed++] = i;
    }
    return listed;
}
