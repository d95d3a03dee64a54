/* C11's threads by POSIX ones: gcc 12's ThreadSanitizer knows only these, and crashes as a C11 thread starts. What
 * examples/tasks/c11_tasks.c uses. */
#ifndef HAIL_TESTS_THREADS_H
#define HAIL_TESTS_THREADS_H

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

typedef pthread_t thrd_t;
typedef pthread_mutex_t mtx_t;
typedef pthread_cond_t cnd_t;

enum { thrd_success, thrd_error };
enum { mtx_plain };

typedef struct thrd_first {
    int (*function)(void *);
    void *user;
} thrd_first;

static inline void *thrd_begin(void *given) {
    const thrd_first first = *(const thrd_first *)given;
    free(given);
    first.function(first.user);
    return NULL;
}

static inline int thrd_create(thrd_t *thread, int (*function)(void *), void *user) {
    thrd_first *first = (thrd_first *)malloc(sizeof *first);
    if (!first)
        return thrd_error;
    *first = (thrd_first){function, user};
    if (pthread_create(thread, NULL, thrd_begin, first) == 0)
        return thrd_success;
    free(first);
    return thrd_error;
}

static inline void thrd_join(thrd_t thread, int *result) {
    (void)result;
    pthread_join(thread, NULL);
}

static inline void thrd_yield(void) { sched_yield(); }

static inline int mtx_init(mtx_t *lock, int kind) {
    (void)kind;
    return pthread_mutex_init(lock, NULL) ? thrd_error : thrd_success;
}
static inline int mtx_lock(mtx_t *lock) { return pthread_mutex_lock(lock) ? thrd_error : thrd_success; }
static inline int mtx_unlock(mtx_t *lock) { return pthread_mutex_unlock(lock) ? thrd_error : thrd_success; }
static inline void mtx_destroy(mtx_t *lock) { pthread_mutex_destroy(lock); }

static inline int cnd_init(cnd_t *wake) { return pthread_cond_init(wake, NULL) ? thrd_error : thrd_success; }
static inline int cnd_wait(cnd_t *wake, mtx_t *lock) {
    return pthread_cond_wait(wake, lock) ? thrd_error : thrd_success;
}
static inline int cnd_broadcast(cnd_t *wake) { return pthread_cond_broadcast(wake) ? thrd_error : thrd_success; }
static inline void cnd_destroy(cnd_t *wake) { pthread_cond_destroy(wake); }

#endif
