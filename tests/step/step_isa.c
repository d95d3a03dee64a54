/* Which variant runs: the widest, what HAIL_ISA says, or what the options say; and the statistics prove it. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include <hail/hail.h>

static const char *ran(const hail_world_options *options) {
    hail_world *world = NULL;
    hail_shape shape;
    const float at[] = {1.0f, 2.0f, 3.0f};
    hail_spawn_columns columns = {.x = at, .y = at};
    cr_assert_eq(hail_world_create(options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(world, 4.0f, &shape), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 0, 0, HAIL_MANIFOLD), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 0, shape, &columns, 3, NULL), HAIL_OK);
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(world)->contacts, 3);
    cr_assert_str_eq(hail_world_isa(world), hail_stats(world)->isa);
    for (size_t i = 0; i < hail_isa_count(); i++) {
        if (strcmp(hail_stats(world)->isa, hail_isa_name(i)) == 0) {
            hail_world_destroy(world);
            return hail_isa_name(i);
        }
    }
    cr_assert(false, "a variant ran that is not listed");
    return NULL;
}

static void refuses(const hail_world_options *options) {
    hail_world *world = (hail_world *)(uintptr_t)1;
    cr_assert_eq(hail_world_create(options, &world), HAIL_UNKNOWN_ISA);
    cr_assert_null(world);
}

static void forget(void) { unsetenv("HAIL_ISA"); }

TestSuite(step_isa, .init = forget);

Test(step_isa, names) {
    cr_assert_geq(hail_isa_count(), 2, "the reference and at least one of lanes");
    cr_assert_str_eq(hail_isa_name(0), "reference");
    cr_assert_null(hail_isa_name(hail_isa_count()));
    cr_assert_null(hail_isa_name((size_t)-1));
    for (size_t i = 0; i < hail_isa_count(); i++) {
        cr_assert_eq(hail_isa_check(hail_isa_name(i), NULL, 0), HAIL_OK);
        for (size_t j = 0; j < i; j++)
            cr_assert_str_neq(hail_isa_name(i), hail_isa_name(j));
    }
#if defined(__x86_64__)
    static const char *const order[] = {"reference", "sse2", "avx2", "avx512"};
    for (size_t i = 0; i < hail_isa_count(); i++)
        cr_assert_str_eq(hail_isa_name(i), order[i]);
    cr_assert_eq(hail_isa_count() >= 3, __builtin_cpu_supports("avx2") != 0);
#endif
}

Test(step_isa, default_is_the_widest) { cr_assert_str_eq(ran(NULL), hail_isa_name(hail_isa_count() - 1)); }

Test(step_isa, environment) {
    for (size_t i = 0; i < hail_isa_count(); i++) {
        setenv("HAIL_ISA", hail_isa_name(i), 1);
        cr_assert_str_eq(ran(NULL), hail_isa_name(i));
    }
}

Test(step_isa, options_before_environment) {
    for (size_t i = 0; i < hail_isa_count(); i++) {
        hail_world_options options = hail_world_defaults();
        options.isa = hail_isa_name(i);
        setenv("HAIL_ISA", hail_isa_name((i + 1) % hail_isa_count()), 1);
        cr_assert_str_eq(ran(&options), hail_isa_name(i));
    }
}

Test(step_isa, read_at_creation) {
    hail_world *world;
    setenv("HAIL_ISA", "reference", 1);
    cr_assert_eq(hail_world_create(NULL, &world), HAIL_OK);
    setenv("HAIL_ISA", hail_isa_name(hail_isa_count() - 1), 1);
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    cr_assert_str_eq(hail_stats(world)->isa, "reference");
    hail_world_destroy(world);
}

Test(step_isa, unknown) {
    static const char *const name[] = {"avx9000", "sse", "reference ", "AVX", "avx2x"};
    for (size_t n = 0; n < sizeof name / sizeof *name; n++) {
        hail_world_options options = hail_world_defaults();
        char message[400];
        options.isa = name[n];
        refuses(&options);
        cr_assert_eq(hail_isa_check(name[n], message, sizeof message), HAIL_UNKNOWN_ISA);
        for (size_t i = 0; i < hail_isa_count(); i++)
            cr_assert_not_null(strstr(message, hail_isa_name(i)), "\"%s\" does not name %s", message, hail_isa_name(i));
        setenv("HAIL_ISA", name[n], 1);
        refuses(NULL);
        unsetenv("HAIL_ISA");
    }
}

/* A variant that this CPU cannot run is refused in the same way. */
Test(step_isa, unsupported) {
    static const char *const every[] = {"sse2", "avx2", "avx512", "generic"};
    for (size_t n = 0; n < sizeof every / sizeof *every; n++) {
        bool listed = false;
        for (size_t i = 0; i < hail_isa_count(); i++)
            listed = listed || strcmp(every[n], hail_isa_name(i)) == 0;
        cr_assert_eq(hail_isa_check(every[n], NULL, 0), listed ? HAIL_OK : HAIL_UNKNOWN_ISA);
        setenv("HAIL_ISA", every[n], 1);
        if (!listed)
            refuses(NULL);
    }
}

Test(step_isa, message_fits) {
    for (size_t size = 1; size < 64; size++) {
        char message[80];
        memset(message, 'x', sizeof message);
        cr_assert_eq(hail_isa_check("nonsense", message, size), HAIL_UNKNOWN_ISA);
        cr_assert_not_null(memchr(message, '\0', size), "not terminated in %zu bytes", size);
        for (size_t i = size; i < sizeof message; i++)
            cr_assert_eq(message[i], 'x', "wrote past %zu bytes", size);
    }
}
