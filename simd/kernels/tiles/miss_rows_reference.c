/* simd/kernels/tiles/miss_rows_reference.c - rows of sweeps that hit nothing, word by word. */
#include "kernels/reference.h"

void HAIL_KERNEL(miss_rows)(uint32_t *rows, uint32_t begin, uint32_t end) {
    for (size_t i = begin; i < end; i++)
        for (size_t k = 0; k < HAIL_MISS_WORDS; k++)
            rows[i * HAIL_MISS_WORDS + k] = k ? 0 : (uint32_t)i;
}
