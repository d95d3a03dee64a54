/* tests/cross/criterion.c - runs the tests that criterion/criterion.h collected, each in a process of its own. */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L /* fork */
#endif
#include <criterion/criterion.h>

#if defined(_WIN32)
#include <process.h>
#else
#include <sys/wait.h>
#include <unistd.h>
#endif

enum { MOST = 512 };

static criterion_suite suites[MOST];
static criterion_test tests[MOST];
static int suite_count, test_count;

/* How a test ended, and the exit code of its process. Any other exit code means that the process crashed. */
typedef enum outcome { PASSED = 40, FAILED, SKIPPED } outcome;

/* The test that runs. */
static jmp_buf leave;
static outcome result;
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
    result = failed ? FAILED : SKIPPED;
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

/* ---- One test ---------------------------------------------------------------------------------------------------- */

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
    result = PASSED;
    if (setjmp(leave) == 0) {
        if (init)
            init();
        test->run();
        if (fini)
            fini();
    }
}

/* Prints a test's line. `why` may be empty. */
static void report(int number, outcome how, const char *why) {
    const criterion_test *test = &tests[number];
    printf("%s %d %s/%s%s%s\n", how == FAILED ? "not ok" : "ok", number + 1, test->suite, test->name,
           how == SKIPPED ? " # SKIP " : "", how == SKIPPED ? why : "");
    if (how == FAILED)
        printf("# %s\n", why);
    fflush(stdout);
}

static int run_here(int number) {
    run(&tests[number]);
    report(number, result, reason);
    return (int)result;
}

/* ---- All tests --------------------------------------------------------------------------------------------------- */

/* Runs a test in a new process, as Criterion does: what it leaves in static variables, the next one does not see.
 * Returns the exit code, or -1 if the process did not start or was killed. */
static int run_apart(int number) {
#if defined(_WIN32)
    char only[40];
    snprintf(only, sizeof only, "--only=%d", number);
    return (int)_spawnl(_P_WAIT, _pgmptr, "test", only, NULL);
#else
    const pid_t child = fork();
    if (child == 0)
        exit(run_here(number));
    int status;
    const bool ended = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status);
    return ended ? WEXITSTATUS(status) : -1;
#endif
}

static bool passes(int number) {
    const int code = run_apart(number);
    if (code != PASSED && code != FAILED && code != SKIPPED)
        report(number, FAILED, "its process crashed");
    return code == PASSED || code == SKIPPED;
}

static bool asked_for(int number, const char *wanted) {
    char name[200];
    snprintf(name, sizeof name, "%s/%s", tests[number].suite, tests[number].name);
    return !*wanted || strcmp(wanted, name) == 0;
}

static int run_all(const char *wanted) {
    bool passed = test_count > 0 && test_count < MOST && suite_count < MOST; /* some were collected, and all */
    printf("TAP version 13\n1..%d\n", test_count);
    fflush(stdout);
    for (int i = 0; i < test_count; i++) {
        if (asked_for(i, wanted))
            passed = passes(i) && passed;
        else
            report(i, SKIPPED, "not asked for");
    }
    return !passed;
}

int main(int argc, char **argv) {
    const char *wanted = "";
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--only=", 7) == 0)
            return run_here(atoi(argv[i] + 7));
        if (strncmp(argv[i], "--filter=", 9) == 0)
            wanted = argv[i] + 9;
    }
    return run_all(wanted);
}
