/* simd/families.c - the tables "auto" of the families of CPUs on which all kernels were measured: each kernel is taken
 * from the variant that is fastest there. That is free, because all variants give the same bits, and nothing that
 * kernels share depends on a variant's width. bench/choose.py writes what is taken (families/NAME.h). */
#include "families.h"

#include "cpu.h"

/* The library in one file (packaging/amalgamate.py) may lack variants. */
#if !defined(HAIL_NO_FAMILIES) && (defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86))

#include "families/sapphire_rapids.h"

#define HAIL_NAMED_(kernel, variant) hail_kernel_##kernel##_##variant
#define HAIL_NAMED(kernel, variant)  HAIL_NAMED_(kernel, variant)

/* The second of what stands in the brackets: a kernel's variant or, if the file has no line for it, avx512. */
#define HAIL_EXPANDED(tokens)   tokens /* cl needs it */
#define HAIL_SECOND_(a, b, ...) b
#define HAIL_SECOND(...)        HAIL_EXPANDED(HAIL_SECOND_(__VA_ARGS__, none))
#define HAIL_TAKEN(kernel)      HAIL_NAMED(kernel, HAIL_SECOND(HAIL_SAPPHIRE_RAPIDS_##kernel, avx512))

#if !defined(HAIL_ONE_FILE) /* there they are defined already */
#define HAIL_DECLARED(kernel, type)                                                                                    \
    extern type HAIL_NAMED(kernel, sse2), HAIL_NAMED(kernel, avx2), HAIL_NAMED(kernel, avx512);
#define HAIL_DECLARED_NARROW(kernel, question, class) HAIL_DECLARED(kernel, hail_narrow_fn)
HAIL_EACH_KERNEL(HAIL_DECLARED, HAIL_DECLARED_NARROW)
#endif

#define HAIL_FIELD(kernel, type)            .kernel = HAIL_TAKEN(kernel),
#define HAIL_ENTRY(kernel, question, class) .narrow[question][class] = HAIL_TAKEN(kernel),

static uint32_t family_built_for(void) { return HAIL_CPU_SSE2 | HAIL_CPU_AVX2 | HAIL_CPU_AVX512; }

static const hail_kernels sapphire_rapids = {
    .name = "auto", .lanes = 16, .built_for = family_built_for, HAIL_EACH_KERNEL(HAIL_FIELD, HAIL_ENTRY)};

const hail_kernels *hail_family_kernels(uint32_t features) {
    return features & HAIL_CPU_SAPPHIRE_RAPIDS ? &sapphire_rapids : NULL;
}

#else

const hail_kernels *hail_family_kernels(uint32_t features) {
    (void)features;
    return NULL;
}

#endif
