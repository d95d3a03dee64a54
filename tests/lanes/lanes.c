/* tests/lanes/lanes.c - runs the test of every lane type that this CPU can run, and shows that no other ran. */
#include <criterion/criterion.h>

#include "cpu.h"
#include "kernels/kernel_inputs.h"
#include "operations.h"
#include "suites.h" /* LANES_EACH_SUITE(X): X(build, required CPU features), written by meson */

#define DECLARE(name, required) extern const lanes_suite lanes_suite_##name;
LANES_EACH_SUITE(DECLARE)

/* The one way in. False, and nothing of the build has run, if a feature is missing. */
static bool run(const lanes_suite *suite, uint32_t required, uint32_t features, uint32_t cases) {
    if ((required & features) != required)
        return false;
    const hail_kernels build = {.name = suite->name};
    case_calls(&build, "lanes");
    cases_run("lanes", suite->name, cases, suite->round);
    cases_run("lanes", suite->name, 1, suite->once);
    return true;
}

#define SUITE_TEST(name, required)                                                                                     \
    Test(lanes, name) {                                                                                                \
        if (!run(&lanes_suite_##name, (required), hail_cpu_features(), 3000)) {                                        \
            cr_assert_eq(*lanes_suite_##name.entered, 0);                                                              \
            cr_skip_test("this CPU cannot run " #name ": nothing of it ran");                                          \
        }                                                                                                              \
        cr_assert_gt(*lanes_suite_##name.entered, 0);                                                                  \
    }
LANES_EACH_SUITE(SUITE_TEST)

#define REFUSED(name, required)                                                                                        \
    for (uint32_t features = 0; features < 8; features++)                                                              \
        if ((features & (required)) != (required)) {                                                                   \
            cr_assert_not(run(&lanes_suite_##name, (required), features, 1));                                          \
            cr_assert_eq(*lanes_suite_##name.entered, 0, "%s ran on a CPU with features %u only", #name, features);    \
        }
#define COVERED(name, required)                                                                                        \
    cr_assert_eq(lanes_suite_##name.built_for & ~with_narrower((required) | HAIL_CPU_BUILT_FOR), 0,                    \
                 "%s may use more than it asks for", #name);

/* A wider set includes the narrower ones, as in simd/cpu.c. */
static uint32_t with_narrower(uint32_t features) {
    features |= features & HAIL_CPU_AVX512 ? HAIL_CPU_AVX2 : 0;
    return features | (features & HAIL_CPU_AVX2 ? HAIL_CPU_SSE2 : 0);
}

/* As if the CPU had fewer features. */
Test(lanes, a_lesser_cpu_runs_nothing_of_it){LANES_EACH_SUITE(REFUSED)}

Test(lanes, built_for_no_more_than_is_asked) {
    LANES_EACH_SUITE(COVERED)
}
