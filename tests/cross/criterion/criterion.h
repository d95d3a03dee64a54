/* tests/cross/criterion/criterion.h - the part of Criterion that the tests use, for machines without it. As with
 * Criterion each test runs in a process of its own, and a failed assertion leaves its test. Prints TAP;
 * --filter=SUITE/NAME runs one test. */
#ifndef HAIL_TESTS_CRITERION_H
#define HAIL_TESTS_CRITERION_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct criterion_suite {
    const char *name;
    void (*init)(void);
    void (*fini)(void);
    double timeout;
    bool disabled;
} criterion_suite;

typedef struct criterion_test {
    const char *suite, *name;
    void (*run)(void);
    criterion_suite options;
} criterion_test;

void criterion_add_suite(const criterion_suite *suite);
void criterion_add_test(const criterion_test *test);

/* Leaves the test that runs; `failed` or skipped. The text may be NULL. */
void criterion_stop(bool failed, const char *file, int line, const char *condition, const char *format, ...);
void criterion_log(const char *format, ...);

#if defined(_WIN32)
/* POSIX's, which Windows lacks. An empty value takes the name away. */
int setenv(const char *name, const char *value, int overwrite);
int unsetenv(const char *name);
#endif

#define TestSuite(suite_, ...)                                                                                         \
    __attribute__((constructor(201))) static void suite_##_add(void) {                                                 \
        criterion_add_suite(&(const criterion_suite){.name = #suite_, __VA_ARGS__});                                   \
    }                                                                                                                  \
    struct suite_##_needs_a_semicolon

#define Test(suite_, name_, ...)                                                                                       \
    static void suite_##_##name_##_run(void);                                                                          \
    __attribute__((constructor(202))) static void suite_##_##name_##_add(void) {                                       \
        criterion_add_test(                                                                                            \
            &(const criterion_test){#suite_, #name_, suite_##_##name_##_run, {.name = "", __VA_ARGS__}});              \
    }                                                                                                                  \
    static void suite_##_##name_##_run(void)

#define CRITERION_CHECK(condition, text, ...)                                                                          \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            criterion_stop(true, __FILE__, __LINE__, text, "" __VA_ARGS__);                                            \
    } while (0)

#define cr_assert(condition, ...)      CRITERION_CHECK(condition, #condition, __VA_ARGS__)
#define cr_assert_not(condition, ...)  CRITERION_CHECK(!(condition), "not " #condition, __VA_ARGS__)
#define cr_assert_eq(a, b, ...)        CRITERION_CHECK((a) == (b), #a " == " #b, __VA_ARGS__)
#define cr_assert_neq(a, b, ...)       CRITERION_CHECK((a) != (b), #a " != " #b, __VA_ARGS__)
#define cr_assert_lt(a, b, ...)        CRITERION_CHECK((a) < (b), #a " < " #b, __VA_ARGS__)
#define cr_assert_leq(a, b, ...)       CRITERION_CHECK((a) <= (b), #a " <= " #b, __VA_ARGS__)
#define cr_assert_gt(a, b, ...)        CRITERION_CHECK((a) > (b), #a " > " #b, __VA_ARGS__)
#define cr_assert_geq(a, b, ...)       CRITERION_CHECK((a) >= (b), #a " >= " #b, __VA_ARGS__)
#define cr_assert_null(a, ...)         CRITERION_CHECK((a) == NULL, #a " is NULL", __VA_ARGS__)
#define cr_assert_not_null(a, ...)     CRITERION_CHECK((a) != NULL, #a " is not NULL", __VA_ARGS__)
#define cr_assert_str_eq(a, b, ...)    CRITERION_CHECK(strcmp(a, b) == 0, #a " is " #b, __VA_ARGS__)
#define cr_assert_str_neq(a, b, ...)   CRITERION_CHECK(strcmp(a, b) != 0, #a " is not " #b, __VA_ARGS__)
#define cr_assert_arr_eq(a, b, n, ...) CRITERION_CHECK(memcmp(a, b, n) == 0, #a " holds " #b, __VA_ARGS__)
#define cr_assert_float_eq(a, b, error, ...)                                                                           \
    CRITERION_CHECK(fabs((double)(a) - (double)(b)) <= (double)(error), #a " is about " #b, __VA_ARGS__)
#define cr_assert_fail(...) criterion_stop(true, __FILE__, __LINE__, "", "" __VA_ARGS__)
#define cr_skip_test(...)   criterion_stop(false, __FILE__, __LINE__, "", "" __VA_ARGS__)
#define cr_log_info(...)    criterion_log(__VA_ARGS__)
#define cr_log_warn(...)    criterion_log(__VA_ARGS__)

#endif
