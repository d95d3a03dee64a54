/* simd/cpu.c - what the CPU says of itself (cpuid), and which registers the operating system saves (xgetbv). */
#include "cpu.h"

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)

#include <stdbool.h>

typedef struct registers {
    uint32_t a, b, c, d;
} registers;

#if defined(_MSC_VER) && !defined(__clang__)

#include <intrin.h>

/* False: the CPU has no such leaf. */
static bool ask_cpu(uint32_t leaf, registers *r) {
    int words[4];
    __cpuid(words, 0);
    if ((uint32_t)words[0] < leaf)
        return false;
    __cpuidex(words, (int)leaf, 0);
    *r = (registers){(uint32_t)words[0], (uint32_t)words[1], (uint32_t)words[2], (uint32_t)words[3]};
    return true;
}

static uint32_t saved_registers(void) { return (uint32_t)_xgetbv(0); }

#else

#include <cpuid.h>

/* False: the CPU has no such leaf. */
static bool ask_cpu(uint32_t leaf, registers *r) { return __get_cpuid_count(leaf, 0, &r->a, &r->b, &r->c, &r->d) != 0; }

static uint32_t saved_registers(void) {
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    (void)high;
    return low;
}

#endif

static bool is_amd_19h(void) {
    enum { AUTH = 0x68747541, ENTI = 0x69746e65, CAMD = 0x444d4163, FAMILY_19H = 0x00a00f00, FAMILY = 0x0ff00f00 };
    registers vendor, version;
    return ask_cpu(0, &vendor) && ask_cpu(1, &version) && vendor.b == AUTH && vendor.d == ENTI && vendor.c == CAMD &&
           (version.a & FAMILY) == FAMILY_19H;
}

uint32_t hail_cpu_features(void) {
    enum { SSE2 = 1 << 26, OSXSAVE = 1 << 27, POPCNT = 1 << 23, AVX2 = 1 << 5 };
    enum { SAVED_AVX = 0x06, SAVED_AVX512 = 0xe6 };                    /* XCR0 */
    const uint32_t avx512 = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31; /* F, DQ, BW, VL */
    registers r;
    uint32_t features = 0;
    if (!ask_cpu(1, &r))
        return 0;
    if (r.d & SSE2)
        features |= HAIL_CPU_SSE2;
    const bool popcnt = r.c & POPCNT;
    const uint32_t saved = r.c & OSXSAVE ? saved_registers() : 0;
    if (!ask_cpu(7, &r))
        return features;
    if ((saved & SAVED_AVX) == SAVED_AVX && popcnt && (r.b & AVX2))
        features |= HAIL_CPU_AVX2;
    if ((saved & SAVED_AVX512) == SAVED_AVX512 && (features & HAIL_CPU_AVX2) && (r.b & avx512) == avx512)
        features |= HAIL_CPU_AVX512;
    if ((features & HAIL_CPU_AVX512) && is_amd_19h())
        features |= HAIL_CPU_SLOW_512;
    return features;
}

#else

uint32_t hail_cpu_features(void) { return 0; }

#endif
