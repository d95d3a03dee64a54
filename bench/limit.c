/* limit.c - see limit.h. */
#include "limit.h"

#include <string.h>

void limit_triad(float *restrict a, const float *restrict b, const float *restrict c, float scale, size_t count) {
    for (size_t i = 0; i < count; i++)
        a[i] = b[i] + scale * c[i];
}

enum { CHAINS = 7 }; /* of each kind: with the two operands, 16 registers */

/* A peak in vectors of some lanes: GCC's vectors, a width that the compiler is told, without an instruction's name. */
#define PEAK(name, lanes, target)                                                                                      \
    typedef float name##_lanes __attribute__((vector_size(4 * (lanes))));                                              \
    target static size_t name(size_t rounds, float factor, float term) {                                               \
        name##_lanes by = factor - (name##_lanes){0}, with = term - (name##_lanes){0}, products[CHAINS], sums[CHAINS]; \
        for (int i = 0; i < CHAINS; i++)                                                                               \
            products[i] = sums[i] = by * (float)(i + 1);                                                               \
        for (size_t round = 0; round < rounds; round++)                                                                \
            for (int i = 0; i < CHAINS; i++) {                                                                         \
                products[i] = products[i] * by;                                                                        \
                sums[i] = sums[i] + with;                                                                              \
            }                                                                                                          \
        volatile float kept = 0.0f;                                                                                    \
        for (int i = 0; i < CHAINS; i++)                                                                               \
            kept = kept + products[i][0] + sums[i][0];                                                                 \
        return rounds * CHAINS * 2 * (lanes);                                                                          \
    }

PEAK(peak_four, 4, )
#if defined(__x86_64__) || defined(__i386__)
PEAK(peak_eight, 8, __attribute__((target("avx2"))))
PEAK(peak_sixteen, 16, __attribute__((target("avx512f"))))
#endif

limit_peak_fn *limit_peak(const char *variant) {
#if defined(__x86_64__) || defined(__i386__)
    if (strcmp(variant, "avx2") == 0)
        return peak_eight;
    if (strcmp(variant, "avx512") == 0)
        return peak_sixteen;
#endif
    return strcmp(variant, "reference") == 0 ? NULL : peak_four;
}
