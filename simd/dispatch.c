#include "dispatch.h"

#include <stdlib.h>
#include <string.h>

#include "cpu.h"

/* Written by meson from its list of variants: HAIL_EACH_VARIANT(X) is X(name, required CPU features) for each, in
 * order. */
#include "variants.h"

#define HAIL_DECLARE(name, required) extern const hail_kernels hail_kernels_##name;
HAIL_EACH_VARIANT(HAIL_DECLARE)

#define HAIL_ENTRY(name, required) {&hail_kernels_##name, (required)},
static const struct {
    const hail_kernels *kernels;
    uint32_t required;
} built[] = {HAIL_EACH_VARIANT(HAIL_ENTRY)};

const hail_kernels *hail_variant(size_t number) {
    const uint32_t features = hail_cpu_features();
    for (size_t i = 0; i < sizeof built / sizeof *built; i++)
        if ((built[i].required & features) == built[i].required && number-- == 0)
            return built[i].kernels;
    return NULL;
}

size_t hail_variant_count(void) {
    size_t count = 0;
    while (hail_variant(count))
        count++;
    return count;
}

const hail_kernels *hail_variant_named(const char *name) {
    const hail_kernels *kernels;
    for (size_t i = 0; (kernels = hail_variant(i)) != NULL; i++)
        if (strcmp(kernels->name, name) == 0)
            return kernels;
    return NULL;
}

const hail_kernels *hail_variant_default(void) {
    const char *name = getenv("HAIL_ISA");
    return name && *name ? hail_variant_named(name) : hail_variant(hail_variant_count() - 1);
}
