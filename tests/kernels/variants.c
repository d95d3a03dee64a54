/* tests/kernels/variants.c - which tables there are, which of them run here, and which is the default
 * (simd/variants.h). */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include <criterion/criterion.h>

#include <hail/convex.h>

#include <string.h>

#include "cpu.h"
#include "kernels/eight_lanes.h"
#include "variants.h"
#include "shared/environment.h"
#include "variant_list.h" /* HAIL_EACH_VARIANT(X): X(name, required CPU features), written by meson */

#define DECLARE(name, required) extern const hail_kernels hail_kernels_##name;
HAIL_EACH_VARIANT(DECLARE)
#define ENTRY(name, required) {&hail_kernels_##name, (required)},
static const struct {
    const hail_kernels *kernels;
    uint32_t required;
} built[] = {HAIL_EACH_VARIANT(ENTRY)};
enum { BUILT = sizeof built / sizeof *built };

typedef void kernel_fn(void);

/* Every kernel: its name, its function in avx512, and its place in a table. */
#define TEXT_(name)                   #name
#define TEXT(name)                    TEXT_(name)
#define IN_AVX512(name)               TEXT(hail_kernel_##name##_avx512)
#define KERNEL(name, type)            {#name, IN_AVX512(name), offsetof(hail_kernels, name)},
#define NARROW(name, question, class) {#name, IN_AVX512(name), offsetof(hail_kernels, narrow[question][class])},
static const struct {
    const char *name, *in_avx512;
    size_t offset;
} kernel[] = {HAIL_EACH_KERNEL(KERNEL, NARROW)};
enum { KERNELS = sizeof kernel / sizeof *kernel };

static kernel_fn *kernel_of(const hail_kernels *kernels, size_t number) {
    kernel_fn *fn;
    memcpy(&fn, (const char *)kernels + kernel[number].offset, sizeof fn);
    return fn;
}

static void forget(void) { unsetenv("HAIL_ISA"); }
TestSuite(dispatch, .init = forget);

/* A wider set includes the narrower ones, as in simd/cpu.c. */
static uint32_t with_narrower(uint32_t features) {
    features |= features & HAIL_CPU_AVX512 ? HAIL_CPU_AVX2 : 0;
    return features | (features & HAIL_CPU_AVX2 ? HAIL_CPU_SSE2 : 0);
}

/* built_for only returns a constant. But it is compiled like the rest of its table, so it may be called only where that
 * can run. */
Test(dispatch, built_within_what_is_required) {
    const uint32_t features = hail_cpu_features();
    for (size_t i = 0; i < BUILT; i++)
        if ((built[i].required & features) == built[i].required) {
            const uint32_t more =
                built[i].kernels->built_for() & ~with_narrower(built[i].required | HAIL_CPU_BUILT_FOR);
            cr_assert_eq(more, 0, "%s may use CPU features %x beyond those it asks for", built[i].kernels->name, more);
        }
}

Test(dispatch, only_what_the_cpu_has) {
    const uint32_t features = hail_cpu_features();
    size_t run = 0;
    for (size_t i = 0; i < BUILT; i++) {
        const bool can = (built[i].required & features) == built[i].required;
        cr_assert_eq(hail_kernels_named(built[i].kernels->name), can ? built[i].kernels : NULL, "%s",
                     built[i].kernels->name);
        if (can)
            cr_assert_eq(hail_kernels_at(run++), built[i].kernels, "%s", built[i].kernels->name);
    }
    cr_assert_eq(hail_kernels_at(run++), hail_kernels_named("auto"), "auto is last");
    cr_assert_eq(hail_kernels_count(), run);
    cr_assert_null(hail_kernels_at(run));
    cr_assert_null(hail_kernels_at((size_t)-1));
}

Test(dispatch, the_cpu_says_what_the_compiler_knows) {
#if defined(__x86_64__) || defined(__i386__)
    const uint32_t features = hail_cpu_features();
    cr_assert_eq((features & HAIL_CPU_SSE2) != 0, __builtin_cpu_supports("sse2") != 0);
    cr_assert_eq((features & HAIL_CPU_AVX2) != 0, __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"));
    cr_assert_eq((features & HAIL_CPU_AVX512) != 0,
                 __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                     __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"));
    cr_assert(!(features & HAIL_CPU_AVX512) || (features & HAIL_CPU_AVX2));
    cr_assert(!(features & HAIL_CPU_AVX2) || (features & HAIL_CPU_SSE2));
#else
    cr_assert_eq(hail_cpu_features(), 0);
#endif
}

Test(dispatch, tables) {
    cr_assert_str_eq(built[0].kernels->name, "reference", "the reference comes first");
    cr_assert_eq(built[0].kernels->lanes, 1);
    cr_assert_eq(built[0].required, 0, "the reference runs everywhere");
    for (size_t i = 0; i < BUILT; i++) {
        const hail_kernels *kernels = built[i].kernels;
        cr_assert_leq(kernels->lanes, HAIL_SLACK);
        cr_assert(i == 0 || kernels->lanes >= built[i - 1].kernels->lanes, "widest last");
        for (size_t j = 0; j < i; j++)
            cr_assert_str_neq(kernels->name, built[j].kernels->name);
    }
}

/* Every variant has every kernel, each its own, but those that avx512 takes from avx2. */
Test(dispatch, kernels) {
    for (size_t i = 0; i < BUILT; i++)
        for (size_t k = 0; k < KERNELS; k++) {
            kernel_fn *const fn = kernel_of(built[i].kernels, k);
            cr_assert(fn != NULL, "%s has no %s", built[i].kernels->name, kernel[k].name);
            for (size_t j = 0; j < i; j++) {
                const bool taken = strcmp(built[i].kernels->name, "avx512") == 0 &&
                                   strcmp(built[j].kernels->name, "avx2") == 0 && strstr(kernel[k].in_avx512, "_avx2");
                cr_assert_eq(fn == kernel_of(built[j].kernels, k), taken, "%s of %s and %s", kernel[k].name,
                             built[i].kernels->name, built[j].kernels->name);
            }
        }
}

/* An entry of a table that is no kernel of the list belongs to a question that has no answer for that class of
 * pairs. */
Test(dispatch, nothing_but_the_list) {
    enum { FIRST = offsetof(hail_kernels, narrow), SLOTS = (sizeof(hail_kernels) - FIRST) / sizeof(kernel_fn *) };
    size_t none = 0;
    for (int q = 0; q < HAIL_QUESTIONS; q++)
        for (int c = 0; c < HAIL_PAIR_CLASSES; c++)
            none += built[0].kernels->narrow[q][c] == NULL;
    cr_assert_eq(none, 4, "circles are not predicted, only they have short contacts; all else is answered");
    cr_assert_eq(KERNELS + none, SLOTS);
}

/* Kernels and the engine treat the same numbers as 0. */
Test(dispatch, zero) { cr_assert(HAIL_NEAR_ZERO == HAIL_TINY); }

Test(dispatch, unknown_names) {
    static const char *const unknown[] = {"",      "SSE2", "sse",         "sse2 ",       "avx",
                                          "avx10", "best", "reference\n", "../reference"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        cr_assert_null(hail_kernels_named(unknown[i]), "'%s'", unknown[i]);
}

static int default_number(void) {
    int number = 0;
    while (hail_kernels_at((size_t)number) != hail_kernels_default())
        number++;
    return number;
}

/* "auto" is one variant: the widest that runs here, but 8 lanes where registers of 512 bits are slow. */
Test(dispatch, automatic) {
    const hail_kernels *automatic = hail_kernels_named("auto"), *taken = hail_kernels_at(hail_kernels_count() - 2);
    if ((hail_cpu_features() & HAIL_CPU_SLOW_512) && taken->lanes == 16)
        taken = hail_kernels_at(hail_kernels_count() - 3);
    cr_assert_str_eq(automatic->name, "auto");
    cr_assert_eq(automatic->lanes, taken->lanes);
    for (size_t k = 0; k < KERNELS; k++)
        cr_assert_eq(kernel_of(automatic, k), kernel_of(taken, k), "%s is not %s's", kernel[k].name, taken->name);
}

/* A name that does not run here is ignored. */
Test(dispatch, environment) {
    const int automatic = (int)hail_kernels_count() - 1;
    for (int i = 0; i <= automatic; i++)
        cr_assert_eq(under_isa(hail_kernels_at((size_t)i)->name, default_number), i);
    static const char *const ignored[] = {"", "mmx", "SSE2", "reference "};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        cr_assert_eq(under_isa(ignored[i], default_number), automatic, "HAIL_ISA='%s'", ignored[i]);
}
