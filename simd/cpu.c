#include "cpu.h"

#if defined(__x86_64__) || defined(__i386__)

#include <cpuid.h>
#include <stdbool.h>

/* XCR0: which registers the operating system saves. */
static uint32_t saved_registers(void) {
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    (void)high;
    return low;
}

uint32_t hail_cpu_features(void) {
    enum { OSXSAVE = 1 << 27, POPCNT = 1 << 23, AVX2 = 1 << 5 };
    const uint32_t avx512 = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31; /* F, DQ, BW, VL */
    uint32_t a, b, c, d, features = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d))
        return 0;
    if (d & bit_SSE2)
        features |= HAIL_CPU_SSE2;
    const bool popcnt = c & POPCNT;
    const uint32_t saved = c & OSXSAVE ? saved_registers() : 0;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return features;
    if ((saved & 0x06) == 0x06 && popcnt && (b & AVX2))
        features |= HAIL_CPU_AVX2;
    if ((saved & 0xe6) == 0xe6 && (features & HAIL_CPU_AVX2) && (b & avx512) == avx512)
        features |= HAIL_CPU_AVX512;
    return features;
}

#else

uint32_t hail_cpu_features(void) { return 0; }

#endif
