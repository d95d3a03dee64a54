/* limit.c - see limit.h. */
#include "limit.h"

#include <string.h>

void limit_triad(float *restrict a, const float *restrict b, const float *restrict c, float scale, size_t count) {
    for (size_t i = 0; i < count; i++)
        a[i] = b[i] + scale * c[i];
}

enum { CHAINS = 7 }; /* of each kind: with the two operands, 16 registers */

/* GCC's vectors: a width that the compiler is told, without an instruction's name. */
typedef float four __attribute__((vector_size(16)));

static size_t peak_four(size_t rounds, float factor, float term) {
    four by = factor - (four){0}, with = term - (four){0}, products[CHAINS], sums[CHAINS];
    for (int i = 0; i < CHAINS; i++)
        products[i] = sums[i] = by * (float)(i + 1);
    for (size_t round = 0; round < rounds; round++)
        for (int i = 0; i < CHAINS; i++) {
            products[i] = products[i] * by;
            sums[i] = sums[i] + with;
        }
    volatile float kept = 0.0f;
    for (int i = 0; i < CHAINS; i++)
        kept = kept + products[i][0] + sums[i][0];
    return rounds * CHAINS * 2 * 4;
}

#if defined(__x86_64__) || defined(__i386__)
typedef float eight __attribute__((vector_size(32)));
typedef float sixteen __attribute__((vector_size(64)));

__attribute__((target("avx2"))) static size_t peak_eight(size_t rounds, float factor, float term) {
    eight by = factor - (eight){0}, with = term - (eight){0}, products[CHAINS], sums[CHAINS];
    for (int i = 0; i < CHAINS; i++)
        products[i] = sums[i] = by * (float)(i + 1);
    for (size_t round = 0; round < rounds; round++)
        for (int i = 0; i < CHAINS; i++) {
            products[i] = products[i] * by;
            sums[i] = sums[i] + with;
        }
    volatile float kept = 0.0f;
    for (int i = 0; i < CHAINS; i++)
        kept = kept + products[i][0] + sums[i][0];
    return rounds * CHAINS * 2 * 8;
}

__attribute__((target("avx512f"))) static size_t peak_sixteen(size_t rounds, float factor, float term) {
    sixteen by = factor - (sixteen){0}, with = term - (sixteen){0}, products[CHAINS], sums[CHAINS];
    for (int i = 0; i < CHAINS; i++)
        products[i] = sums[i] = by * (float)(i + 1);
    for (size_t round = 0; round < rounds; round++)
        for (int i = 0; i < CHAINS; i++) {
            products[i] = products[i] * by;
            sums[i] = sums[i] + with;
        }
    volatile float kept = 0.0f;
    for (int i = 0; i < CHAINS; i++)
        kept = kept + products[i][0] + sums[i][0];
    return rounds * CHAINS * 2 * 16;
}
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
