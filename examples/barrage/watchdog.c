/* watchdog.c - see watchdog.h. */
#define _POSIX_C_SOURCE 200809L
#include "watchdog.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS = 10 };

static const char *volatile blamed;

static void say(const char *text) {
    const ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written; /* nothing left to do about it */
}

static void bark(int signal_number) {
    (void)signal_number;
    const char *file = blamed;
    say("hail-barrage: ");
    say(file != NULL ? file : "a pattern");
    say(": the pattern loops without end\n");
    _exit(EXIT_FAILURE);
}

void watchdog_start(const char *file) {
    static int installed;
    if (!installed) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = bark;
        sigemptyset(&action.sa_mask);
        sigaction(SIGALRM, &action, NULL);
        installed = 1;
    }
    blamed = file;
    alarm(SECONDS);
}

void watchdog_name(const char *file) { blamed = file; }

void watchdog_stop(void) { alarm(0); }
