/* simd/variants.c - the build's variants that this CPU can run. */
#include "variants.h"

#include <stdlib.h>
#include <string.h>

#include "cpu.h"

/* HAIL_EACH_VARIANT(X) is X(name, required CPU features) for each variant, in order. The build writes it from
 * variants.txt. */
#include "variant_list.h"

#define HAIL_DECLARE(name, required) extern const hail_kernels hail_kernels_##name;
HAIL_EACH_VARIANT(HAIL_DECLARE)

#define HAIL_ENTRY(name, required) {&hail_kernels_##name, (required)},
static const struct {
    const hail_kernels *kernels;
    uint32_t required;
} built[] = {HAIL_EACH_VARIANT(HAIL_ENTRY)};

/* Asking the CPU is slow in a virtual machine, so each call does it once. */
static const hail_kernels *variant_of(uint32_t features, size_t number) {
    for (size_t i = 0; i < sizeof built / sizeof *built; i++)
        if ((built[i].required & features) == built[i].required && number-- == 0)
            return built[i].kernels;
    return NULL;
}

static size_t count_of(uint32_t features) {
    size_t count = 0;
    while (variant_of(features, count))
        count++;
    return count;
}

const hail_kernels *hail_variant(size_t number) { return variant_of(hail_cpu_features(), number); }

size_t hail_variant_count(void) { return count_of(hail_cpu_features()); }

const hail_kernels *hail_variant_named(const char *name) {
    const uint32_t features = hail_cpu_features();
    const hail_kernels *kernels;
    for (size_t i = 0; (kernels = variant_of(features, i)) != NULL; i++)
        if (strcmp(kernels->name, name) == 0)
            return kernels;
    return NULL;
}

const hail_kernels *hail_variant_default(void) {
    const char *name = getenv("HAIL_ISA");
    if (name && *name)
        return hail_variant_named(name);
    const uint32_t features = hail_cpu_features();
    return variant_of(features, count_of(features) - 1);
}
