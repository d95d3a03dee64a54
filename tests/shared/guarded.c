/* tests/shared/guarded.c - guard pages (guarded.h), by POSIX or by Windows. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, sigaction */
#include "guarded.h"

static void (*touched)(const void *address);

#if defined(_WIN32)
#include <io.h>
#include <windows.h>

void *guarded_map(size_t bytes) {
    DWORD before;
    const size_t page = 4096;
    unsigned char *base = VirtualAlloc(NULL, bytes + page, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    return base != NULL && VirtualProtect(base + bytes, page, PAGE_NOACCESS, &before) ? base : NULL;
}

static LONG WINAPI on_exception(EXCEPTION_POINTERS *what) {
    const EXCEPTION_RECORD *record = what->ExceptionRecord;
    if (record->ExceptionCode == EXCEPTION_ACCESS_VIOLATION)
        touched((const void *)record->ExceptionInformation[1]);
    return EXCEPTION_CONTINUE_SEARCH;
}

void guarded_watch(void (*on_touch)(const void *address)) {
    touched = on_touch;
    SetUnhandledExceptionFilter(on_exception);
}

void guarded_say(const char *text, size_t length) {
    const int written = _write(2, text, (unsigned)length);
    (void)written;
}

#else
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

void *guarded_map(size_t bytes) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *base = mmap(NULL, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return (void *)base != MAP_FAILED && mprotect(base + bytes, page, PROT_NONE) == 0 ? base : NULL;
}

static void on_signal(int number, siginfo_t *info, void *user) {
    (void)user;
    touched(info->si_addr);
    signal(number, SIG_DFL);
    raise(number);
}

void guarded_watch(void (*on_touch)(const void *address)) {
    const struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
    touched = on_touch;
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
}

void guarded_say(const char *text, size_t length) {
    const ssize_t written = write(STDERR_FILENO, text, length);
    (void)written;
}

#endif
