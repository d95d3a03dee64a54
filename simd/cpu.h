/* simd/cpu.h - CPU features as bits. A feature that a new variant requires gets a bit here. */
#ifndef HAIL_SIMD_CPU_H
#define HAIL_SIMD_CPU_H

#include <stdint.h>

enum {
    HAIL_CPU_SSE2 = 1 << 0,
    HAIL_CPU_AVX2 = 1 << 1,   /* with POPCNT */
    HAIL_CPU_AVX512 = 1 << 2, /* F, BW, DQ and VL */
    /* No feature: AMD's family 19h (Zen 3 and 4) has AVX-512 at the rate of AVX2, and slower shuffles. */
    HAIL_CPU_SLOW_512 = 1 << 8,
};

/* The features that the CPU has. Those with wider registers count only if the operating system saves these
 * registers. */
uint32_t hail_cpu_features(void);

/* The features that the compiler was told it may use in this file. */
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define HAIL_CPU_BUILT_FOR (HAIL_CPU_SSE2 | HAIL_CPU_AVX2 | HAIL_CPU_AVX512)
#elif defined(__AVX2__)
#define HAIL_CPU_BUILT_FOR (HAIL_CPU_SSE2 | HAIL_CPU_AVX2)
#elif defined(__SSE2__) || defined(_M_X64)
#define HAIL_CPU_BUILT_FOR HAIL_CPU_SSE2
#else
#define HAIL_CPU_BUILT_FOR 0
#endif

#endif
