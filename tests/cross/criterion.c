/* tests/cross/criterion.c - runs the tests that criterion/criterion.h collected. */
#include <criterion/criterion.h>

enum { MOST = 512 };

static criterion_suite suites[MOST];
static criterion_test tests[MOST];
static int suite_count, test_count;

/* The test that runs. */
static jmp_buf leave;
static enum { PASSED, FAILED, SKIPPED } outcome;
static char reason[2000];

void criterion_add_suite(const criterion_suite *suite) {
    if (suite_count < MOST)
        suites[suite_count++] = *suite;
}

void criterion_add_test(const criterion_test *test) {
    if (test_count < MOST)
        tests[test_count++] = *test;
}

void criterion_stop(bool failed, const char *file, int line, const char *condition, const char *format, ...) {
    char text[1500];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    snprintf(reason, sizeof reason, "%s:%d: %s %s", file, line, condition, text);
    outcome = failed ? FAILED : SKIPPED;
    longjmp(leave, 1);
}

void criterion_log(const char *format, ...) {
    va_list values;
    printf("# ");
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    printf("\n");
}

#if defined(_WIN32)
int setenv(const char *name, const char *value, int overwrite) {
    char text[200];
    (void)overwrite;
    snprintf(text, sizeof text, "%s=%s", name, value);
    return putenv(text);
}

int unsetenv(const char *name) { return setenv(name, "", 1); }
#endif

static const criterion_suite *suite_of(const criterion_test *test) {
    for (int i = 0; i < suite_count; i++)
        if (strcmp(suites[i].name, test->suite) == 0)
            return &suites[i];
    return NULL;
}

static void run(const criterion_test *test) {
    const criterion_suite *suite = suite_of(test);
    void (*init)(void) = test->options.init ? test->options.init : suite ? suite->init : NULL;
    void (*fini)(void) = test->options.fini ? test->options.fini : suite ? suite->fini : NULL;
    outcome = PASSED;
    if (setjmp(leave) == 0) {
        if (init)
            init();
        test->run();
        if (fini)
            fini();
    }
}

int main(int argc, char **argv) {
    const char *wanted = "";
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--filter=", 9) == 0)
            wanted = argv[i] + 9;
    int status = 0;
    printf("TAP version 13\n1..%d\n", test_count);
    for (int i = 0; i < test_count; i++) {
        char name[200];
        snprintf(name, sizeof name, "%s/%s", tests[i].suite, tests[i].name);
        if (*wanted && strcmp(wanted, name) != 0) {
            printf("ok %d %s # SKIP not asked for\n", i + 1, name);
            continue;
        }
        run(&tests[i]);
        printf("%s %d %s%s%s\n", outcome == FAILED ? "not ok" : "ok", i + 1, name, outcome == SKIPPED ? " # SKIP " : "",
               outcome == SKIPPED ? reason : "");
        if (outcome == FAILED)
            printf("# %s\n", reason);
        fflush(stdout);
        status |= outcome == FAILED;
    }
    if (test_count == 0 || test_count == MOST || suite_count == MOST)
        status = 1; /* none was collected, or not all */
    return status;
}
