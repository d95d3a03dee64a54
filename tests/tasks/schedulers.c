/* Job systems for tests. A job is cut into pieces of random sizes of at least `grain` items; the last may be smaller.
 */
#define _POSIX_C_SOURCE 200809L /* nanosleep */
#include "schedulers.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PIECES = 4096 };

typedef struct piece {
    uint32_t first, last;
} piece;

typedef struct job {
    hail_task_fn *function;
    void *task;
    uint32_t count, next; /* pieces; the next to be taken */
    piece list[PIECES];
    pthread_mutex_t lock;
} job;

struct scheduler {
    hail_tasks tasks;
    scheduler_kind kind;
    uint64_t state;
    uint32_t jobs, finished;
    job current;
};

typedef struct runner {
    scheduler *s;
    uint32_t worker, delay;
    uint32_t state; /* of its own generator */
} runner;

static uint32_t pick(scheduler *s, uint32_t n) {
    s->state = s->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((s->state >> 33) % n);
}

static void cut(scheduler *s, uint32_t first, uint32_t last, uint32_t grain) {
    job *j = &s->current;
    const uint32_t fewest = (last - first) / (PIECES - 1) + 1, least = grain > fewest ? grain : fewest;
    const bool whole = s->kind == SCHEDULER_WHOLE || s->kind == SCHEDULER_OTHER;
    j->count = j->next = 0;
    for (uint32_t at = first; at < last; j->count++) {
        const uint32_t size = whole ? last - first : least + pick(s, 2 * least),
                       end = last - at < size ? last : at + size;
        j->list[j->count] = (piece){at, end};
        at = end;
    }
    for (uint32_t i = j->count; i > 1; i--) {
        const uint32_t k = pick(s, i);
        const piece swap = j->list[i - 1];
        j->list[i - 1] = j->list[k];
        j->list[k] = swap;
    }
}

/* On the calling thread. */
static void run_here(scheduler *s) {
    const job *j = &s->current;
    for (uint32_t i = 0; i < j->count; i++)
        j->function(j->list[i].first, j->list[i].last, pick(s, s->tasks.workers), j->task);
}

static bool take(job *j, piece *p) {
    pthread_mutex_lock(&j->lock);
    const bool taken = j->next < j->count;
    if (taken)
        *p = j->list[j->next++];
    pthread_mutex_unlock(&j->lock);
    return taken;
}

/* Now and then a thread sleeps for up to 1/8 ms before a piece, while the others go on. */
static void doze(runner *r) {
    r->state = r->state * 1664525u + 1013904223u;
    if (r->state >> 29 == 0)
        nanosleep(&(struct timespec){.tv_nsec = (long)(r->state >> 12)}, NULL);
}

static void *run_thread(void *user) {
    runner *r = user;
    job *j = &r->s->current;
    piece p;
    for (uint32_t i = 0; i < r->delay; i++)
        sched_yield();
    while (take(j, &p)) {
        doze(r);
        j->function(p.first, p.last, r->worker, j->task);
    }
    return NULL;
}

static void run_threads(scheduler *s) {
    const uint32_t count = s->kind == SCHEDULER_OTHER ? 1 : s->tasks.workers, from = pick(s, count);
    pthread_t thread[HAIL_MAX_WORKERS];
    runner runners[HAIL_MAX_WORKERS];
    for (uint32_t i = 0; i < count; i++) {
        runners[i] = (runner){s, (from + i) % count, pick(s, 4), pick(s, UINT32_MAX)};
        if (pthread_create(&thread[i], NULL, run_thread, &runners[i]) != 0)
            abort();
    }
    for (uint32_t i = 0; i < count; i++)
        pthread_join(thread[i], NULL);
}

static void *enqueue(hail_task_fn *function, uint32_t first, uint32_t last, uint32_t grain, void *task, void *user) {
    scheduler *s = user;
    if (first >= last || !grain)
        abort();
    s->jobs++;
    s->current.function = function;
    s->current.task = task;
    cut(s, first, last, grain);
    if (s->kind == SCHEDULER_WHOLE || s->kind == SCHEDULER_SHUFFLED) {
        run_here(s);
        s->finished++;
        return NULL;
    }
    return &s->current;
}

static void finish(void *handle, void *user) {
    scheduler *s = user;
    if (handle != &s->current)
        abort();
    if (s->kind == SCHEDULER_LATE)
        run_here(s);
    else
        run_threads(s);
    s->finished++;
}

scheduler *scheduler_make(scheduler_kind kind, uint32_t workers, uint64_t seed) {
    scheduler *s = calloc(1, sizeof *s);
    if (!s || pthread_mutex_init(&s->current.lock, NULL) != 0)
        abort();
    s->kind = kind;
    s->state = seed * 2 + 1;
    s->tasks = (hail_tasks){.workers = workers, .enqueue = enqueue, .finish = finish, .user = s};
    return s;
}

void scheduler_free(scheduler *s) {
    pthread_mutex_destroy(&s->current.lock);
    free(s);
}

const hail_tasks *scheduler_tasks(const scheduler *s) { return &s->tasks; }

uint32_t scheduler_jobs(const scheduler *s) { return s->jobs; }

uint32_t scheduler_unfinished(const scheduler *s) { return s->jobs - s->finished; }
