/* tests/shared/environment.h - the default variant in a process of its own: it is chosen once in a process. */
#ifndef HAIL_TESTS_ENVIRONMENT_H
#define HAIL_TESTS_ENVIRONMENT_H

#include <stdlib.h>

#if defined(_WIN32)
#include <process.h>
#include <stdint.h>
#include <stdio.h>

/* Windows has no fork: the program starts again, and this answers before its tests run. The question is an address,
 * relative to this function's. */
__attribute__((constructor)) static void answer_and_leave(void) {
    const char *question = getenv("HAIL_TEST_ASK");
    if (question != NULL && *question != '\0')
        _exit(((int (*)(void))((intptr_t)answer_and_leave + (intptr_t)strtoll(question, NULL, 10)))());
}

static inline int start_again(int (*ask)(void)) {
    char question[40];
    snprintf(question, sizeof question, "%lld", (long long)((intptr_t)ask - (intptr_t)answer_and_leave));
    setenv("HAIL_TEST_ASK", question, 1);
    const intptr_t code = _spawnl(_P_WAIT, _pgmptr, "test", NULL);
    unsetenv("HAIL_TEST_ASK");
    return code >= 0 && code < 100 ? (int)code : -1;
}
#else
#include <sys/wait.h>
#include <unistd.h>
#endif

/* What `ask` returns (0 to 99) in a child process where HAIL_ISA is `value`; -1 if the child fails. */
static inline int under_isa(const char *value, int (*ask)(void)) {
#if defined(_WIN32)
    setenv("HAIL_ISA", value, 1);
    const int answer = start_again(ask);
    unsetenv("HAIL_ISA");
    return answer;
#else
    const pid_t child = fork();
    if (child == 0) {
        setenv("HAIL_ISA", value, 1);
        _exit(ask());
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
#endif
}

#endif
