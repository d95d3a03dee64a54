/* tests/shared/environment.h - the default variant in a process of its own: it is chosen once in a process. */
#ifndef HAIL_TESTS_ENVIRONMENT_H
#define HAIL_TESTS_ENVIRONMENT_H

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* What `ask` returns (0 to 99) in a child process where HAIL_ISA is `value`; -1 if the child fails. */
static inline int under_isa(const char *value, int (*ask)(void)) {
    const pid_t child = fork();
    if (child == 0) {
        setenv("HAIL_ISA", value, 1);
        _exit(ask());
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#endif
