/* simd/kernels/tiles/miss_rows.c - rows of sweeps that hit nothing, by whole vectors (tiles_kernels.h). */
#include "kernels/kernel.h"

void HAIL_KERNEL(miss_rows)(uint32_t *rows, uint32_t begin, uint32_t end) {
    const vi zero = vi_set1(0), one = vi_keep(vm_first(1), vi_set1(1));
    vi number = vi_keep(vm_first(1), vi_set1((int32_t)begin));
    uint32_t *const last = rows + (size_t)end * HAIL_MISS_WORDS;
    for (uint32_t *row = rows + (size_t)begin * HAIL_MISS_WORDS; row < last; row += HAIL_MISS_WORDS) {
        vi_store(row, number);
        for (uint32_t k = HAIL_LANES; k < HAIL_MISS_WORDS; k += HAIL_LANES)
            vi_store(row + k, zero);
        number = vi_add(number, one);
    }
}
