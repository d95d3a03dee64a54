/* tests/robust/robust.c - calls every public function with one bad thing at a time, and checks what it leaves.
 *
 * usage: test-robust [--errors] [FUNCTION]
 *
 * Each case starts from the same fixture. A case that crashes or hangs ends a child process; the next child goes on
 * with the next case. --errors also checks what hail_error says. Prints TAP. */
#include "robust.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"

enum { MAX_REPORTS = 20, SECONDS = 10 };

/* Read by sanitizers that are linked in: a count that is too large may ask for more memory than there is. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1:detect_leaks=0"; }
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) { return "print_stacktrace=1:halt_on_error=1"; }

static bool check_errors;

/* What child and parent share. */
static struct shared {
    unsigned next;   /* the case that is running, or the number of all cases */
    unsigned faults; /* of the function */
    bool done;
    char what[256]; /* the case that is running */
} * shared;

/* ---- Bad values -------------------------------------------------------------------------------------------------- */

typedef struct value {
    const char *name;
    double number;
    uint64_t whole;
} value;

static const value FLOATS[] = {{"NaN", (double)NAN, 0},
                               {"infinity", (double)INFINITY, 0},
                               {"-infinity", -(double)INFINITY, 0},
                               {"the largest", (double)FLT_MAX, 0},
                               {"the lowest", -(double)FLT_MAX, 0},
                               {"the smallest", (double)FLT_MIN, 0},
                               {"a subnormal", 1e-40, 0},
                               {"-1", -1, 0},
                               {"0", 0, 0}};
static const value WHOLES[] = {
    {"0", 0, 0}, {"1", 0, 1}, {"the largest", 0, UINT64_MAX}, {"the largest int", 0, INT32_MAX}};
static const value ENUMS[] = {{"0", 0, 0}, {"one past the last", 0, 0}, {"the largest", 0, UINT32_MAX}};
static const value COUNTS[] = {{"0", 0, 0}, {"1", 0, 1}, {"SIZE_MAX", 0, UINT64_MAX}};
static const value BOOLS[] = {{"false", 0, 0}, {"true", 0, 1}};
static const value POINTERS[] = {{"NULL", 0, 0}};

#define OF(values, size)                                                                                               \
    { values, sizeof values / sizeof values[0], size }
static const struct {
    const value *values;
    size_t count, size;
} KINDS[KIND_COUNT] = {
    [KIND_POINTER] = OF(POINTERS, sizeof(void *)),
    [KIND_CHAR] = OF(WHOLES, 1),
    [KIND_BOOL] = OF(BOOLS, 1),
    [KIND_ENUM] = OF(ENUMS, sizeof(int)),
    [KIND_U8] = OF(WHOLES, 1),
    [KIND_U16] = OF(WHOLES, 2),
    [KIND_U32] = OF(WHOLES, 4),
    [KIND_U64] = OF(WHOLES, 8),
    [KIND_I32] = OF(WHOLES, 4),
    [KIND_SIZE] = OF(COUNTS, sizeof(size_t)),
    [KIND_FLOAT] = OF(FLOATS, sizeof(float)),
    [KIND_DOUBLE] = OF(FLOATS, sizeof(double)),
};

static void set(const void *place, const robust_target *target, const value *bad) {
    void *to = (void *)(uintptr_t)place; /* all of it lies in pieces or in the arguments, which are not const */
    const float single = (float)bad->number;
    const uint64_t whole = target->kind == KIND_ENUM && bad == &ENUMS[1] ? target->past : bad->whole;
    if (target->kind == KIND_FLOAT) {
        memcpy(to, &single, sizeof single);
    } else if (target->kind == KIND_DOUBLE) {
        memcpy(to, &bad->number, sizeof bad->number);
    } else {
        unsigned char bytes[8];
        for (size_t i = 0; i < sizeof bytes; i++) /* the lowest byte first, as on all machines with these sanitizers */
            bytes[i] = (unsigned char)(whole >> 8 * i);
        memcpy(to, bytes, KINDS[target->kind].size);
    }
}

/* ---- What a call must leave -------------------------------------------------------------------------------------- */

static void fault(const robust_function *function, const char *text) {
    if (shared->faults++ < MAX_REPORTS)
        printf("# %s: %s: %s\n", function->name, shared->what, text);
    fflush(stdout); /* the next case may crash */
}

/* Excepts the pieces behind an argument: what it points to, and the list in that. */
static void allow(const char *argument, void *args, const robust_function *function, bool zero, bool *allowed) {
    for (unsigned i = 0; i < function->count; i++) {
        const char *path = function->targets[i].path;
        const size_t length = strlen(argument);
        if (function->targets[i].kind != KIND_POINTER || strncmp(path, argument, length) != 0 ||
            (path[length] != '\0' && path[length] != '-'))
            continue;
        const void *place = function->find(args, i, 0);
        const void *pointer = NULL;
        if (place != NULL)
            memcpy(&pointer, place, sizeof pointer);
        const piece *p = piece_at(pointer);
        if (p == NULL)
            continue;
        allowed[piece_number(p)] = true;
        const unsigned char *bytes = piece_bytes(p);
        for (size_t b = 0; zero && b < p->size; b++) {
            if (bytes[b] != 0) {
                fault(function, "failed, and did not write NULL or 0");
                break;
            }
        }
    }
}

/* A call that fails may keep memory for later use, but not more and more of it. */
static void check_memory(const robust_function *function, void *args, size_t blocks) {
    const size_t kept = fixture_blocks();
    if (kept == blocks)
        return;
    function->call(args);
    if (kept < blocks || fixture_blocks() > kept)
        fault(function, kept < blocks ? "failed, but freed memory" : "failed, and leaks memory");
}

static void check_unchanged(const robust_function *function, void *args, uint64_t digest, size_t blocks) {
    bool allowed[MAX_PIECES] = {false};
    bool state = true;
    allowed[piece_number(piece_at(f.error))] = true;
    for (size_t i = 0; i < MAX_EXCEPTIONS && function->exceptions[i].argument != NULL; i++) {
        const robust_exception *exception = &function->exceptions[i];
        state = state && strcmp(exception->argument, "*") != 0;
        allow(exception->argument, args, function, exception->left == LEFT_ZERO, allowed);
    }
    const piece *changed = piece_changed(allowed);
    char text[128];
    if (changed != NULL) {
        snprintf(text, sizeof text, "failed, but wrote to an array or struct of %zu bytes", changed->size);
        fault(function, text);
    }
    check_memory(function, args, blocks);
    if (state && fixture_digest() != digest)
        fault(function, "failed, but changed the world, a set or a map");
}

/* ---- What hail_error must say (--errors) ------------------------------------------------------------------------- */

/* Whether the error can still be found: the case took away nothing on the way to it. */
static bool reachable(const robust_function *function, const robust_target *target) {
    const char *channel = function->channel;
    if (channel[0] == '\0')
        return false;
    if (target == NULL || target->kind != KIND_POINTER)
        return true;
    const size_t length = strlen(channel), path = strlen(target->path);
    if (strncmp(target->path, channel, length) == 0 && strcmp(target->path + length, "->error") == 0)
        return false;
    return strncmp(channel, target->path, path) != 0 || (channel[path] != '\0' && channel[path] != '-');
}

/* The last name of a path, which the error must hold: "x" of "batch->a.x", "list" of "list[]". An allocator is one
 * thing. */
static void last_name(const char *path, char name[64]) {
    const char *allocator = strstr(path, "allocator");
    for (const char *p = path; allocator == NULL && (p = strpbrk(p, ">.")) != NULL; p++)
        path = p + 1;
    path = allocator != NULL ? allocator : path;
    snprintf(name, 64, "%.*s", (int)strcspn(path, "[."), path);
}

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Whether a text holds a name as a whole word. */
static bool holds_name(const char *text, const char *name) {
    const size_t length = strlen(name);
    for (const char *p = text; (p = strstr(p, name)) != NULL; p++) {
        if ((p == text || !in_name(p[-1])) && !in_name(p[length]))
            return true;
    }
    return false;
}

static void check_error(const robust_function *function, const robust_target *target, int status) {
    char text[192], name[64];
    if (!reachable(function, target))
        return;
    if (f.error->status != (uint32_t)status) {
        snprintf(text, sizeof text, "returned %d, but the error's status is %u", status, f.error->status);
        fault(function, text);
        return;
    }
    if (f.error->problem == NULL)
        fault(function, "the error has no problem");
    if (target == NULL || (target->kind != KIND_POINTER && target->kind != KIND_FLOAT) ||
        (status != HAIL_BAD_ARGUMENT && status != HAIL_NOT_FINITE && status != HAIL_OUT_OF_RANGE))
        return;
    last_name(target->path, name);
    if (f.error->field == NULL || !holds_name(f.error->field, name)) {
        snprintf(text, sizeof text, "the error names %s", f.error->field != NULL ? f.error->field : "nothing");
        fault(function, text);
    }
}

/* ---- Cases ------------------------------------------------------------------------------------------------------- */

static _Alignas(64) unsigned char args[MAX_ARGUMENTS];

static void prepare(const robust_function *function) {
    fixture_make();
    memset(args, 0, sizeof args);
    function->good(args);
}

static void call_and_check(const robust_function *function, const robust_target *target, uint64_t digest) {
    const struct itimerval limit = {.it_value = {.tv_sec = SECONDS}};
    const size_t blocks = fixture_blocks();
    const hail_error before = *f.error;
    pieces_keep();
    setitimer(ITIMER_PROF, &limit, NULL);
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
    if (status == HAIL_OK && check_errors && memcmp(&before, f.error, sizeof before) != 0)
        fault(function, "succeeded, but wrote an error");
    if (target == NULL && status != HAIL_OK)
        fault(function, "the good arguments fail");
}

/* The good arguments with one bad value. False: there is no such case. */
static bool run_case(const robust_function *function, unsigned target, unsigned last, size_t bad, uint64_t digest) {
    const robust_target *what = &function->targets[target];
    const value *to = &KINDS[what->kind].values[bad];
    prepare(function);
    const void *place = function->find(args, target, last);
    if (place == NULL || (last && (place == function->find(args, target, 0) || what->kind == KIND_CHAR)))
        return false; /* a text's last byte is its end */
    snprintf(shared->what, sizeof shared->what, "%s%s = %s", what->path, last ? " (last)" : "", to->name);
    set(place, what, to);
    call_and_check(function, what, digest);
    return true;
}

/* All cases from `shared->next` on. */
static void run_cases(const robust_function *function) {
    unsigned number = 0;
    fixture_make();
    const uint64_t digest = fixture_digest();
    const unsigned start = shared->next;
    if (number++ >= start) {
        snprintf(shared->what, sizeof shared->what, "good arguments");
        shared->next = number;
        prepare(function);
        call_and_check(function, NULL, digest);
    }
    for (unsigned target = 0; target < function->count; target++) {
        for (unsigned last = 0; last < 2; last++) {
            for (size_t bad = 0; bad < KINDS[function->targets[target].kind].count; bad++) {
                if (number++ < start)
                    continue;
                shared->next = number;
                run_case(function, target, last, bad, digest);
            }
        }
    }
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
        else
            only = argv[i];
    }
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 1;
    printf("1..%u\n", robust_function_count);
    for (unsigned i = 0; i < robust_function_count; i++) {
        const robust_function *function = &robust_functions[i];
        if (only != NULL && strcmp(only, function->name) != 0) {
            printf("ok %u - %s # SKIP\n", i + 1, function->name);
            continue;
        }
        run_function(function);
        failed += shared->faults > 0;
        printf("%sok %u - %s, %u cases\n", shared->faults > 0 ? "not " : "", i + 1, function->name, shared->next);
    }
    return failed > 0;
}
