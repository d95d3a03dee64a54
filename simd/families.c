/* simd/families.c - the tables "auto" of the families of CPUs on which all kernels were measured: each kernel is taken
 * from the variant that is fastest there. That is free, because all variants give the same bits, and nothing that
 * kernels share depends on a variant's width. bench/choose.py writes what is taken (families/NAME.h). */
#include "families.h"

#include "cpu.h"

/* The library in one file (packaging/amalgamate.py) may lack variants. */
#if !defined(HAIL_NO_FAMILIES) && (defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86))

#include "families/sapphire_rapids.h"
#include "families/zen_4.h"

#define HAIL_NAMED_(kernel, variant) hail_kernel_##kernel##_##variant
#define HAIL_NAMED(kernel, variant)  HAIL_NAMED_(kernel, variant)

/* The second of what stands in the brackets: a kernel's variant or, if the file has no line for it, avx512. */
#define HAIL_EXPANDED(tokens)      tokens /* cl needs it */
#define HAIL_SECOND_(a, b, ...)    b
#define HAIL_SECOND(...)           HAIL_EXPANDED(HAIL_SECOND_(__VA_ARGS__, none))
#define HAIL_TAKEN(family, kernel) HAIL_NAMED(kernel, HAIL_SECOND(HAIL_##family##_##kernel, avx512))

#if !defined(HAIL_ONE_FILE) /* there they are defined already */
/* Not every kernel has the variant avx2_loads; no file takes one that is missing. */
#define HAIL_DECLARED(kernel, type)                                                                                    \
    extern type HAIL_NAMED(kernel, sse2), HAIL_NAMED(kernel, avx2), HAIL_NAMED(kernel, avx2_loads),                    \
        HAIL_NAMED(kernel, avx512);
#define HAIL_DECLARED_NARROW(kernel, question, class) HAIL_DECLARED(kernel, hail_narrow_fn)
HAIL_EACH_KERNEL(HAIL_DECLARED, HAIL_DECLARED_NARROW)
#endif

static uint32_t family_built_for(void) { return HAIL_CPU_SSE2 | HAIL_CPU_AVX2 | HAIL_CPU_AVX512; }

#define HAIL_FIELD_RAPIDS(kernel, type)            .kernel = HAIL_TAKEN(SAPPHIRE_RAPIDS, kernel),
#define HAIL_ENTRY_RAPIDS(kernel, question, class) .narrow[question][class] = HAIL_TAKEN(SAPPHIRE_RAPIDS, kernel),
static const hail_kernels sapphire_rapids = {
    .name = "auto", .lanes = 16, .built_for = family_built_for, HAIL_EACH_KERNEL(HAIL_FIELD_RAPIDS, HAIL_ENTRY_RAPIDS)};

#define HAIL_FIELD_ZEN(kernel, type)            .kernel = HAIL_TAKEN(ZEN_4, kernel),
#define HAIL_ENTRY_ZEN(kernel, question, class) .narrow[question][class] = HAIL_TAKEN(ZEN_4, kernel),
static const hail_kernels zen_4 = {
    .name = "auto", .lanes = 16, .built_for = family_built_for, HAIL_EACH_KERNEL(HAIL_FIELD_ZEN, HAIL_ENTRY_ZEN)};

const hail_kernels *hail_family_kernels(uint32_t features) {
    if (features & HAIL_CPU_SAPPHIRE_RAPIDS)
        return &sapphire_rapids;
    return features & HAIL_CPU_ZEN_4 ? &zen_4 : NULL;
}

#else

const hail_kernels *hail_family_kernels(uint32_t features) {
    (void)features;
    return NULL;
}

#endif
