/* simd/kernels/table.c - one variant's table. Compiled once per variant; its only code is built_for, which returns the
 * CPU features that the compiler was told to use. */
#include "cpu.h"
#include "declare.h"

static uint32_t built_for(void) { return HAIL_CPU_BUILT_FOR; }

#define HAIL_TABLE_(variant)      hail_kernels_##variant
#define HAIL_TABLE(variant)       HAIL_TABLE_(variant)
#define HAIL_AUTO_TABLE_(variant) hail_kernels_auto_##variant
#define HAIL_AUTO_TABLE(variant)  HAIL_AUTO_TABLE_(variant)
#define HAIL_TEXT_(variant)       #variant
#define HAIL_TEXT(variant)        HAIL_TEXT_(variant)

#define FIELD(kernel, type)            .kernel = HAIL_KERNEL(kernel),
#define ENTRY(kernel, question, class) .narrow[question][class] = HAIL_KERNEL(kernel),

#define KERNELS .lanes = HAIL_LANES, .built_for = built_for, HAIL_EACH_KERNEL(FIELD, ENTRY)

extern const hail_kernels HAIL_TABLE(HAIL_VARIANT), HAIL_AUTO_TABLE(HAIL_VARIANT);
const hail_kernels HAIL_TABLE(HAIL_VARIANT) = {.name = HAIL_TEXT(HAIL_VARIANT), KERNELS};

/* What "auto" is where this variant is chosen (simd/variants.c). */
const hail_kernels HAIL_AUTO_TABLE(HAIL_VARIANT) = {.name = "auto", KERNELS};
