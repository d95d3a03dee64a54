/* ask_together.h - the same questions from several threads at once. No Criterion: ThreadSanitizer must see all of it.
 */
#ifndef HAIL_TESTS_ASK_TOGETHER_H
#define HAIL_TESTS_ASK_TOGETHER_H

#include <pthread.h>
#include <stddef.h>
#include <string.h>

enum { ASKING_THREADS = 4 };

/* Has all threads ask at once, each into its part of `answers`, of `size` bytes. Returns how many got other bytes than
 * `want`, or could not be started. ask: writes all bytes of its answers. */
static inline int ask_together(void *(*ask)(void *answers), void *answers, const void *want, size_t size) {
    pthread_t thread[ASKING_THREADS];
    int started = 0, wrong = 0;
    while (started < ASKING_THREADS &&
           pthread_create(&thread[started], NULL, ask, (char *)answers + (size_t)started * size) == 0)
        started++;
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < started; i++)
        wrong += memcmp((const char *)answers + (size_t)i * size, want, size) != 0;
    return wrong + ASKING_THREADS - started;
}

#endif
