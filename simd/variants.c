/* simd/variants.c - the build's variants that this CPU can run, and "auto", which is one of them. */
#include "variants.h"

#include <stdlib.h>
#include <string.h>

#include "atomic.h"
#include "cpu.h"

/* HAIL_EACH_VARIANT(X) is X(name, required CPU features) for each variant, in order. The build writes it from
 * variants.txt. */
#include "variant_list.h"

#define HAIL_DECLARE(name, required) extern const hail_kernels hail_kernels_##name, hail_kernels_auto_##name;
HAIL_EACH_VARIANT(HAIL_DECLARE)

#define HAIL_ENTRY(name, required) {&hail_kernels_##name, &hail_kernels_auto_##name, (required)},
static const struct {
    const hail_kernels *kernels, *auto_kernels; /* the second: the same kernels, but called "auto" */
    uint32_t required;
} built[] = {HAIL_EACH_VARIANT(HAIL_ENTRY)};

/* Asking the CPU takes microseconds in a virtual machine. Threads that ask at the same time store the same answer. */
static uint32_t features_here(void) {
    const uint32_t asked_once = 1u << 31;
    static hail_once_word asked;
    uint32_t features = hail_once_load(&asked);
    if (!features) {
        features = hail_cpu_features() | asked_once;
        hail_once_store(&asked, features);
    }
    return features;
}

/* The widest that runs here. But 8 lanes where registers of 512 bits are slow, if this build has 8 lanes. */
static const hail_kernels *auto_kernels(uint32_t features) {
    size_t widest = 0, taken = 0; /* the reference */
    for (size_t i = 0; i < sizeof built / sizeof *built; i++)
        if ((built[i].required & features) == built[i].required) {
            widest = i;
            if (!(built[i].required & HAIL_CPU_AVX512))
                taken = i;
        }
    return built[features & HAIL_CPU_SLOW_512 ? taken : widest].auto_kernels;
}

const hail_kernels *hail_kernels_at(size_t number) {
    const uint32_t features = features_here();
    for (size_t i = 0; i < sizeof built / sizeof *built; i++)
        if ((built[i].required & features) == built[i].required && number-- == 0)
            return built[i].kernels;
    return number == 0 ? auto_kernels(features) : NULL;
}

size_t hail_kernels_count(void) {
    size_t count = 0;
    while (hail_kernels_at(count))
        count++;
    return count;
}

const hail_kernels *hail_kernels_named(const char *name) {
    const hail_kernels *kernels;
    for (size_t i = 0; (kernels = hail_kernels_at(i)) != NULL; i++)
        if (strcmp(kernels->name, name) == 0)
            break;
    return kernels;
}

const hail_kernels *hail_kernels_default(void) {
    static hail_once_word chosen; /* the number of the default, and 1 */
    uint32_t number = hail_once_load(&chosen);
    if (!number) {
        const char *name = getenv("HAIL_ISA");
        const hail_kernels *wanted = name ? hail_kernels_named(name) : NULL;
        number = (uint32_t)hail_kernels_count();
        for (uint32_t i = 0; wanted && hail_kernels_at(i); i++)
            number = hail_kernels_at(i) == wanted ? i + 1 : number;
        hail_once_store(&chosen, number);
    }
    return hail_kernels_at(number - 1);
}
