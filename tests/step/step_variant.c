/* Which variant runs: "auto", what HAIL_ISA says, or what the options say; and the statistics prove it. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include <criterion/criterion.h>

#include <string.h>

#include <hail/hail.h>
#include "shared/contexts.h"
#include "shared/environment.h"

static const char *ran(const hail_world_options *options) {
    hail_world *world = NULL;
    hail_shape shape;
    const float at[] = {1.0f, 2.0f, 3.0f};
    hail_spawn_columns columns = {.x = at, .y = at};
    cr_assert_eq(hail_world_create(options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 4.0f, &shape), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 0, 0, HAIL_MANIFOLD), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 0, &shape, &columns, 3, NULL), HAIL_OK);
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(world)->contacts, 3);
    cr_assert_str_eq(hail_world_variant(world), hail_stats(world)->variant);
    for (size_t i = 0; i < hail_variant_count(); i++) {
        if (strcmp(hail_stats(world)->variant, hail_variant_name(i)) == 0) {
            hail_world_destroy(world);
            return hail_variant_name(i);
        }
    }
    cr_assert(false, "a variant ran that is not listed");
    return NULL;
}

static void refuses(const hail_world_options *options) {
    hail_world *world = (hail_world *)(uintptr_t)1;
    cr_assert_eq(hail_world_create(options, &world), HAIL_UNKNOWN_VARIANT);
    cr_assert_null(world);
}

static void forget(void) { unsetenv("HAIL_ISA"); }

TestSuite(step_variant, .init = forget);

Test(step_variant, names) {
    cr_assert_geq(hail_variant_count(), 3, "the reference, at least one of lanes, and auto");
    cr_assert_str_eq(hail_variant_name(hail_variant_count() - 1), "auto");
    cr_assert_str_eq(hail_variant_name(0), "reference");
    cr_assert_null(hail_variant_name(hail_variant_count()));
    cr_assert_null(hail_variant_name((size_t)-1));
    for (size_t i = 0; i < hail_variant_count(); i++) {
        cr_assert_eq(hail_variant_check(hail_variant_name(i), NULL, 0), HAIL_OK);
        for (size_t j = 0; j < i; j++)
            cr_assert_str_neq(hail_variant_name(i), hail_variant_name(j));
    }
#if defined(__x86_64__)
    static const char *const order[] = {"reference", "sse2", "avx2", "avx512"};
    for (size_t i = 0; i + 1 < hail_variant_count(); i++)
        cr_assert_str_eq(hail_variant_name(i), order[i]);
    cr_assert_eq(hail_variant_count() >= 4, __builtin_cpu_supports("avx2") != 0);
#endif
}

Test(step_variant, default_is_auto) {
    cr_assert_str_eq(ran(NULL), "auto");
    cr_assert_str_eq(hail_variant_default(), "auto");
}

static int number_that_ran(void) {
    const char *name = ran(NULL);
    int number = 0;
    while (strcmp(hail_variant_name((size_t)number), name) != 0)
        number++;
    return number;
}

Test(step_variant, environment) {
    const int automatic = (int)hail_variant_count() - 1;
    for (int i = 0; i <= automatic; i++)
        cr_assert_eq(under_isa(hail_variant_name((size_t)i), number_that_ran), i);
    cr_assert_eq(under_isa("avx9000", number_that_ran), automatic, "a player's environment stops no game");
}

Test(step_variant, options_before_environment) {
    setenv("HAIL_ISA", "reference", 1);
    for (size_t i = 0; i < hail_variant_count(); i++) {
        hail_world_options options = {.context = variant_context(hail_variant_name(i))};
        cr_assert_str_eq(ran(&options), hail_variant_name(i));
    }
    hail_world_options options = {.context = variant_context("")};
    cr_assert_str_eq(ran(&options), "reference", "an empty name is the default");
}

Test(step_variant, unknown) {
    static const char *const name[] = {"avx9000", "sse", "reference ", "AVX", "avx2x"};
    for (size_t n = 0; n < sizeof name / sizeof *name; n++) {
        hail_world_options options = {.context = variant_context(name[n])};
        char message[400];
        refuses(&options);
        cr_assert_eq(hail_variant_check(name[n], message, sizeof message), HAIL_UNKNOWN_VARIANT);
        for (size_t i = 0; i < hail_variant_count(); i++)
            cr_assert_not_null(strstr(message, hail_variant_name(i)), "\"%s\" does not name %s", message,
                               hail_variant_name(i));
    }
}

/* No name is the default's, in a context as in the check. */
Test(step_variant, no_name) {
    char message[400];
    hail_world_options options = {.context = variant_context("")};
    hail_world *world = NULL;
    cr_assert_eq(hail_variant_check("", message, sizeof message), HAIL_OK);
    cr_assert_str_eq(message, "");
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_str_eq(hail_world_variant(world), hail_variant_default());
    cr_assert_eq(hail_world_destroy(world), HAIL_OK);
}

/* A variant that this CPU cannot run is refused in the same way. */
Test(step_variant, unsupported) {
    static const char *const every[] = {"sse2", "avx2", "avx512", "neon", "simd128", "generic"};
    for (size_t n = 0; n < sizeof every / sizeof *every; n++) {
        bool listed = false;
        for (size_t i = 0; i < hail_variant_count(); i++)
            listed = listed || strcmp(every[n], hail_variant_name(i)) == 0;
        cr_assert_eq(hail_variant_check(every[n], NULL, 0), listed ? HAIL_OK : HAIL_UNKNOWN_VARIANT);
        hail_world_options options = {.context = variant_context(every[n])};
        if (!listed)
            refuses(&options);
    }
}

Test(step_variant, message_fits) {
    for (size_t size = 1; size < 64; size++) {
        char message[80];
        memset(message, 'x', sizeof message);
        cr_assert_eq(hail_variant_check("nonsense", message, size), HAIL_UNKNOWN_VARIANT);
        cr_assert_not_null(memchr(message, '\0', size), "not terminated in %zu bytes", size);
        for (size_t i = size; i < sizeof message; i++)
            cr_assert_eq(message[i], 'x', "wrote past %zu bytes", size);
    }
}
