/* c11_tasks.c - one job at a time. Each worker first takes the pieces of its own share, which is the same part of the
 * items in every job: so what it wrote in one job is often in its cache in the next. Then it takes what others have
 * left. Threads without work look for some for a while, then sleep. */
#include "c11_tasks.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <threads.h>

/* Pieces for each worker. Looks for work before a thread sleeps: they take about a millisecond, longer than what a step
 * does between two jobs, because to wake a thread takes as long as a small job. */
enum { PIECES = 16, LOOKS = 1 << 21, LINE = 128 };

/* Pieces [next, end) are left of a worker's share. In cache lines of its own. */
typedef struct share {
    atomic_uint next;
    uint32_t end;
    uint8_t padding[LINE - 2 * sizeof(uint32_t)];
} share;

typedef struct worker {
    struct c11_tasks *pool;
    thrd_t thread;
    uint32_t number;
} worker;

struct c11_tasks {
    mtx_t lock;
    cnd_t wake;
    atomic_uint job;  /* a number that changes with each job */
    atomic_bool ends; /* the threads shall end */
    /* The job, written before its number changes. Pieces are numbered from 0. */
    hail_task_fn *function;
    void *task;
    uint32_t first, last, size;
    share share[HAIL_MAX_WORKERS];
    atomic_uint busy; /* threads that may still look at the job */
    uint32_t workers, started;
    worker worker[HAIL_MAX_WORKERS];
};

static void do_share(c11_tasks *pool, share *left_of, uint32_t number) {
    for (uint32_t p; (p = atomic_fetch_add(&left_of->next, 1)) < left_of->end;) {
        const uint32_t first = pool->first + p * pool->size, left = pool->last - first;
        pool->function(first, first + (left < pool->size ? left : pool->size), number, pool->task);
    }
}

static void work(c11_tasks *pool, uint32_t number) {
    for (uint32_t i = 0; i < pool->workers; i++)
        do_share(pool, &pool->share[(number + i) % pool->workers], number);
}

/* Waits for another job than `seen`. */
static unsigned next_job(c11_tasks *pool, unsigned seen) {
    for (int look = 0; look < LOOKS; look++) {
        if (atomic_load(&pool->job) != seen)
            return atomic_load(&pool->job);
        if (look % 1024 == 1023)
            thrd_yield();
    }
    mtx_lock(&pool->lock);
    while (atomic_load(&pool->job) == seen)
        cnd_wait(&pool->wake, &pool->lock);
    mtx_unlock(&pool->lock);
    return atomic_load(&pool->job);
}

static int run(void *user) {
    const worker *self = user;
    c11_tasks *pool = self->pool;
    for (unsigned seen = 0;;) {
        seen = next_job(pool, seen);
        if (atomic_load(&pool->ends))
            return 0;
        work(pool, self->number);
        atomic_fetch_sub(&pool->busy, 1);
    }
}

static void publish(c11_tasks *pool) {
    mtx_lock(&pool->lock);
    atomic_fetch_add(&pool->job, 1);
    cnd_broadcast(&pool->wake);
    mtx_unlock(&pool->lock);
}

static void *enqueue(hail_task_fn *function, uint32_t first, uint32_t last, uint32_t grain, void *task, void *user) {
    c11_tasks *pool = user;
    const uint32_t even = (last - first - 1) / (pool->workers * PIECES) + 1, size = even > grain ? even : grain;
    pool->function = function;
    pool->task = task;
    pool->first = first;
    pool->last = last;
    pool->size = size;
    const uint64_t pieces = (last - first - 1) / size + 1;
    for (uint64_t w = 0; w < pool->workers; w++) {
        pool->share[w].end = (uint32_t)(pieces * (w + 1) / pool->workers);
        atomic_store(&pool->share[w].next, (uint32_t)(pieces * w / pool->workers));
    }
    atomic_store(&pool->busy, pool->started);
    publish(pool);
    return pool;
}

static void finish(void *handle, void *user) {
    c11_tasks *pool = handle;
    (void)user;
    work(pool, pool->workers - 1);
    for (int look = 1; atomic_load(&pool->busy); look++)
        if (look % 64 == 0)
            thrd_yield();
}

c11_tasks *c11_tasks_create(uint32_t workers) {
    c11_tasks *pool = workers >= 1 && workers <= HAIL_MAX_WORKERS ? calloc(1, sizeof *pool) : NULL;
    if (!pool)
        return NULL;
    pool->workers = workers;
    if (mtx_init(&pool->lock, mtx_plain) != thrd_success || cnd_init(&pool->wake) != thrd_success) {
        free(pool);
        return NULL;
    }
    for (uint32_t i = 0; i + 1 < workers; i++) {
        pool->worker[i] = (worker){.pool = pool, .number = i};
        if (thrd_create(&pool->worker[i].thread, run, &pool->worker[i]) != thrd_success) {
            c11_tasks_destroy(pool);
            return NULL;
        }
        pool->started++;
    }
    return pool;
}

void c11_tasks_destroy(c11_tasks *pool) {
    if (!pool)
        return;
    atomic_store(&pool->ends, true);
    publish(pool);
    for (uint32_t i = 0; i < pool->started; i++)
        thrd_join(pool->worker[i].thread, NULL);
    mtx_destroy(&pool->lock);
    cnd_destroy(&pool->wake);
    free(pool);
}

hail_tasks c11_tasks_hooks(c11_tasks *pool) {
    return (hail_tasks){.workers = pool->workers, .enqueue = enqueue, .finish = finish, .user = pool};
}
