#include "limit.h"

void limit_triad(float *restrict a, const float *restrict b, const float *restrict c, float scale, size_t count) {
    for (size_t i = 0; i < count; i++)
        a[i] = b[i] + scale * c[i];
}
