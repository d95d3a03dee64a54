/* Which tables there are, which of them run here, and who chooses (simd/variants.h). */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "variants.h"
#include "variant_list.h" /* HAIL_EACH_VARIANT(X): X(name, required CPU features), written by meson */

#define DECLARE(name, required) extern const hail_kernels hail_kernels_##name;
HAIL_EACH_VARIANT(DECLARE)
#define ENTRY(name, required) {&hail_kernels_##name, (required)},
static const struct {
    const hail_kernels *kernels;
    uint32_t required;
} built[] = {HAIL_EACH_VARIANT(ENTRY)};
enum { BUILT = sizeof built / sizeof *built };

static void forget(void) { unsetenv("HAIL_ISA"); }
TestSuite(dispatch, .init = forget);

/* A wider set brings the narrower ones (simd/cpu.c says so of the CPU). */
static uint32_t with_narrower(uint32_t features) {
    features |= features & HAIL_CPU_AVX512 ? HAIL_CPU_AVX2 : 0;
    return features | (features & HAIL_CPU_AVX2 ? HAIL_CPU_SSE2 : 0);
}

/* built_for only says a constant, yet is compiled like its table: it is called where it may run, nowhere else. */
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
        cr_assert_eq(hail_variant_named(built[i].kernels->name), can ? built[i].kernels : NULL, "%s",
                     built[i].kernels->name);
        if (can)
            cr_assert_eq(hail_variant(run++), built[i].kernels, "%s", built[i].kernels->name);
    }
    cr_assert_eq(hail_variant_count(), run);
    cr_assert_null(hail_variant(run));
    cr_assert_null(hail_variant((size_t)-1));
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
        /* Every kernel is there, each variant's its own: none was left to another's. */
        enum { FIRST = offsetof(hail_kernels, move), COUNT = (sizeof(hail_kernels) - FIRST) / sizeof(void (*)(void)) };
        for (size_t k = 0; k < COUNT; k++) {
            void (*kernel)(void), (*other)(void);
            memcpy(&kernel, (const char *)kernels + FIRST + k * sizeof kernel, sizeof kernel);
            cr_assert(kernel != NULL, "%s has no kernel %zu", kernels->name, k);
            for (size_t j = 0; j < i; j++) {
                memcpy(&other, (const char *)built[j].kernels + FIRST + k * sizeof other, sizeof other);
                cr_assert(kernel != other, "%s shares kernel %zu with %s", kernels->name, k, built[j].kernels->name);
            }
        }
        cr_assert_eq(
            COUNT, 49,
            "a kernel came or went: kernels_*.c test move, check, outside, reach, radii, cells, gather, sums, "
            "add_gathered, crowded, pairs_self, pairs_cross, rasterize, cull, pairs_raster, path_pieces, filter_paths, "
            "orient, of "
            "circle_circle, circle_polygon and polygon_polygon contacts, _gap, _sweep and (the last) _predict, and "
            "solid_points, near_solid, march, bresenham, boxes, relative_transform, overlap_shifted, overlap_turned, "
            "crossings, windings, quadrants, "
            "within, nearest_edge, nearest_place, locate, nearest_wall, wall_hit, near_walls, beside");
    }
}

Test(dispatch, unknown_names) {
    static const char *const unknown[] = {"",      "SSE2", "sse",         "sse2 ",       "avx",
                                          "avx10", "best", "reference\n", "../reference"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        cr_assert_null(hail_variant_named(unknown[i]), "'%s'", unknown[i]);
}

Test(dispatch, environment) {
    const hail_kernels *widest = hail_variant(hail_variant_count() - 1);
    cr_assert_eq(hail_variant_default(), widest);
    for (size_t i = 0; i < BUILT; i++) {
        setenv("HAIL_ISA", built[i].kernels->name, 1);
        cr_assert_eq(hail_variant_default(), hail_variant_named(built[i].kernels->name));
    }
    setenv("HAIL_ISA", "", 1);
    cr_assert_eq(hail_variant_default(), widest, "an empty HAIL_ISA says nothing");
    setenv("HAIL_ISA", "mmx", 1);
    cr_assert_null(hail_variant_default());
}
