/* hail/variant.h - the variants of Hail's kernels: one build of the inner loops for each instruction set.
 *
 *     for (size_t i = 0; i < hail_variant_count(); i++)
 *         printf("this CPU runs %s\n", hail_variant_name(i));
 *     char why[256];
 *     if (hail_variant_check(name, why, sizeof why) != HAIL_OK)
 *         fprintf(stderr, "%s\n", why);
 *
 * The variants are "reference" (plain scalar C); on x86 "sse2" (4 lanes), "avx2" (8) and "avx512" (16); with 4 lanes by
 * SIMDe "neon" on AArch64, "simd128" in WebAssembly that has it, "generic" elsewhere. A build may leave some out. All
 * give the same bits.
 *
 * "auto" is the widest variant that this CPU can run; on AMD's Zen 4, whose 512-bit registers are no faster, it is
 * "avx2". It is the default. The environment variable HAIL_ISA replaces it if it names another variant that runs here;
 * any other value is ignored. Hail asks the CPU and the environment once in a process, in the first call that needs to
 * know.
 *
 * Names are static text. Any number of threads may call at once. */
#ifndef HAIL_VARIANT_H
#define HAIL_VARIANT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the number of variants that this CPU can run, "auto" among them. */
HAIL_API size_t hail_variant_count(void);

/* Returns the name of a variant: 0 is "reference", then by width; "auto" is last. NULL if `number` is too large. */
HAIL_API const char *hail_variant_name(size_t number);

/* Returns the name of the default variant: "auto", or what HAIL_ISA says. */
HAIL_API const char *hail_variant_default(void);

/* Checks whether this CPU can run the variant `name`; "" is the default, as in a hail_context. HAIL_OK, or
 * HAIL_UNKNOWN_VARIANT and a message that lists the valid names. HAIL_BAD_ARGUMENT: name is NULL.
 *
 *   message  at most `size` bytes are written, always terminated; empty unless HAIL_UNKNOWN_VARIANT. May be NULL */
HAIL_API hail_status hail_variant_check(const char *name, char *message, size_t size);

#ifdef __cplusplus
}
#endif

#endif
