/* tests/robust/robust.c - calls every public function with one bad thing at a time, and checks what it leaves.
 *
 * usage: test-robust [--errors] [--sentences] [FUNCTION]
 *
 * Each case starts from the same fixture. A case that crashes or hangs ends a child process; the next child goes on
 * with the next case. --errors also checks what hail_error says; --sentences prints it. Prints TAP. */
#include "robust.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"

enum { MAX_REPORTS = 20, SECONDS = 10, MAX_TARGETS = 256 };

/* Read by sanitizers that are linked in: a count that is too large may ask for more memory than there is. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1:detect_leaks=0"; }
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) { return "print_stacktrace=1:halt_on_error=1"; }

static bool check_errors, print_sentences;

/* What child and parent share. */
static struct shared {
    unsigned next;   /* the case that is running, or the number of all cases */
    unsigned faults; /* of the function */
    bool done;
    char what[256]; /* the case that is running */
    unsigned cases;
    bool found[MAX_TARGETS]; /* whether there was a case of each of the function's targets */
} * shared;

void fault(const robust_function *function, const char *text) {
    if (shared->faults++ < MAX_REPORTS)
        printf("# %s: %s: %s\n", function->name, shared->what, text);
    fflush(stdout); /* the next case may crash */
}

/* ---- Cases ------------------------------------------------------------------------------------------------------- */

static _Alignas(64) unsigned char args[MAX_ARGUMENTS];

/* which: of the function's good arguments. */
static void prepare(const robust_function *function, unsigned which) {
    fixture_make();
    memset(args, 0, sizeof args);
    function->good[which](args);
}

static void print_the_error(const robust_function *function, int status, const hail_error *before) {
    char text[512] = "(no error is written)";
    if (memcmp(before, f.error, sizeof *before) != 0)
        hail_error_text(f.error, text, sizeof text);
    printf("# %s: %s: %d: %s\n", function->name, shared->what, status, text);
}

static void call_and_check(const robust_function *function, const robust_target *target, uint64_t digest) {
    const struct itimerval limit = {.it_value = {.tv_sec = SECONDS}};
    const size_t blocks = fixture_blocks();
    const hail_error before = *f.error;
    pieces_keep();
    setitimer(ITIMER_PROF, &limit, NULL);
    shared->cases++;
    const int status = function->call(args);
    if (status == HAIL_OK || status == NO_STATUS)
        fixture_step();
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value = {0}}, NULL);
    if (status == NO_STATUS)
        return;
    if (status < 0 || status >= HAIL_STATUS_COUNT)
        fault(function, "returned a number that is no status");
    if (status != HAIL_OK)
        check_unchanged(function, args, digest, blocks);
    if (status != HAIL_OK && check_errors)
        check_error(function, target, status);
    if (status != HAIL_OK && print_sentences)
        print_the_error(function, status, &before);
    if (status == HAIL_OK && check_errors && memcmp(&before, f.error, sizeof before) != 0)
        fault(function, "succeeded, but wrote an error");
    if (target == NULL && status != HAIL_OK)
        fault(function, "the good arguments fail");
}

/* The good arguments with one bad value. False: there is no such case. */
static bool run_case(const robust_function *function, unsigned which, unsigned target, unsigned last, size_t bad,
                     uint64_t digest) {
    const robust_target *what = &function->targets[target];
    prepare(function, which);
    const void *place = function->find(args, target, last);
    if (place == NULL || (last && (place == function->find(args, target, 0) || what->kind == KIND_CHAR)))
        return false; /* a text's last byte is its end */
    snprintf(shared->what, sizeof shared->what, "%s%s = %s", what->path, last ? " (last)" : "",
             value_name(what->kind, bad));
    value_set(place, what, bad);
    call_and_check(function, what, digest);
    return true;
}

/* Reports what none of the good arguments have, unless exceptions.txt says so. */
static void check_absent(const robust_function *function, const robust_target *what) {
    for (unsigned i = 0; i < robust_absence_count; i++) {
        const robust_absence *row = &robust_absences[i];
        if (strcmp(row->function, function->name) == 0 && strncmp(row->path, what->path, strlen(row->path)) == 0)
            return;
    }
    snprintf(shared->what, sizeof shared->what, "%s", what->path);
    fault(function, "no good arguments have it, so nothing bad is tried: see ALSO in good.c");
}

/* The cases of one of the good arguments from `shared->next` on. number: of the first of them. */
static unsigned run_cases_of(const robust_function *function, unsigned which, unsigned number, uint64_t digest) {
    const unsigned start = shared->next;
    if (number++ >= start) {
        snprintf(shared->what, sizeof shared->what, "good arguments");
        shared->next = number;
        prepare(function, which);
        call_and_check(function, NULL, digest);
    }
    for (unsigned target = 0; target < function->count; target++)
        for (unsigned last = 0; last < 2; last++)
            for (size_t bad = 0; bad < values_of(function->targets[target].kind); bad++) {
                if (number++ < start)
                    continue;
                shared->next = number;
                shared->found[target] |= run_case(function, which, target, last, bad, digest);
            }
    return number;
}

static void run_cases(const robust_function *function) {
    fixture_make();
    const uint64_t digest = fixture_digest();
    const unsigned number = run_cases_of(function, 0, 0, digest);
    if (function->good[1])
        run_cases_of(function, 1, number, digest);
    for (unsigned target = 0; target < function->count; target++)
        if (!shared->found[target])
            check_absent(function, &function->targets[target]);
    shared->done = true;
}

/* Runs a function's cases in a child process, and in another one from the case after each that ended one. */
static void run_function(const robust_function *function) {
    memset(shared, 0, sizeof *shared);
    while (!shared->done && shared->faults < MAX_REPORTS) {
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0) {
            run_cases(function);
            fflush(stdout);
            _exit(0);
        }
        int how = 0;
        if (child < 0 || waitpid(child, &how, 0) != child)
            abort();
        if (!shared->done)
            fault(function, WIFSIGNALED(how) && WTERMSIG(how) == SIGPROF ? "hangs" : "crashes");
    }
}

int main(int argc, char **argv) {
    const char *only = NULL;
    unsigned failed = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--errors") == 0)
            check_errors = true;
        else if (strcmp(argv[i], "--sentences") == 0)
            print_sentences = true;
        else
            only = argv[i];
    }
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 1;
    printf("1..%u\n", robust_function_count);
    for (unsigned i = 0; i < robust_function_count; i++) {
        const robust_function *function = &robust_functions[i];
        if (function->count > MAX_TARGETS)
            return 1;
        if (only != NULL && strcmp(only, function->name) != 0) {
            printf("ok %u - %s # SKIP\n", i + 1, function->name);
            continue;
        }
        run_function(function);
        failed += shared->faults > 0;
        printf("%sok %u - %s, %u cases\n", shared->faults > 0 ? "not " : "", i + 1, function->name, shared->cases);
    }
    return failed > 0;
}
