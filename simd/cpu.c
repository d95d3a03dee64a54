/* simd/cpu.c - asks the CPU, by its own instruction. */
#include "cpu.h"

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)

#include <stdbool.h>

typedef struct cpu_registers {
    uint32_t a, b, c, d;
} cpu_registers;

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>

static bool read_cpuid(uint32_t leaf, cpu_registers *r) {
    int words[4];
    __cpuid(words, 0);
    if ((uint32_t)words[0] < leaf)
        return false;
    __cpuidex(words, (int)leaf, 0);
    *r = (cpu_registers){(uint32_t)words[0], (uint32_t)words[1], (uint32_t)words[2], (uint32_t)words[3]};
    return true;
}

/* XCR0: which registers the operating system saves. */
static uint32_t saved_registers(void) { return (uint32_t)_xgetbv(0); }
#else
#include <cpuid.h>

static bool read_cpuid(uint32_t leaf, cpu_registers *r) {
    return __get_cpuid_count(leaf, 0, &r->a, &r->b, &r->c, &r->d);
}

/* XCR0: which registers the operating system saves. */
static uint32_t saved_registers(void) {
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    (void)high;
    return low;
}
#endif

uint32_t hail_cpu_features(void) {
    enum { SSE2 = 1 << 26, OSXSAVE = 1 << 27, POPCNT = 1 << 23, AVX2 = 1 << 5 };
    const uint32_t avx512 = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31; /* F, DQ, BW, VL */
    uint32_t features = 0;
    cpu_registers r;
    if (!read_cpuid(1, &r))
        return 0;
    if (r.d & SSE2)
        features |= HAIL_CPU_SSE2;
    const bool popcnt = r.c & POPCNT;
    const uint32_t saved = r.c & OSXSAVE ? saved_registers() : 0;
    if (!read_cpuid(7, &r))
        return features;
    if ((saved & 0x06) == 0x06 && popcnt && (r.b & AVX2))
        features |= HAIL_CPU_AVX2;
    if ((saved & 0xe6) == 0xe6 && (features & HAIL_CPU_AVX2) && (r.b & avx512) == avx512)
        features |= HAIL_CPU_AVX512;
    return features;
}

#else

uint32_t hail_cpu_features(void) { return 0; }

#endif
