/* schedulers.h - hooks for tests: job systems of every temper, replayable from a seed where they are deterministic. */
#ifndef HAIL_TESTS_SCHEDULERS_H
#define HAIL_TESTS_SCHEDULERS_H

#include <hail/tasks.h>

typedef enum scheduler_kind {
    SCHEDULER_WHOLE,    /* does everything at once, in one piece, inside enqueue */
    SCHEDULER_SHUFFLED, /* on the calling thread, inside enqueue: pieces of random sizes, in random order, by random
                           workers */
    SCHEDULER_LATE,     /* the same, but only in finish */
    SCHEDULER_OTHER,    /* on one other thread, in one piece */
    SCHEDULER_THREADS,  /* on threads that start late: pieces of random sizes */
    SCHEDULER_KINDS
} scheduler_kind;

typedef struct scheduler scheduler;

/* Aborts when memory or threads run out. */
scheduler *scheduler_make(scheduler_kind kind, uint32_t workers, uint64_t seed);
void scheduler_free(scheduler *s);
const hail_tasks *scheduler_tasks(const scheduler *s);

/* How many times hail called enqueue so far; how many handles were not finished, or twice. */
uint32_t scheduler_jobs(const scheduler *s);
uint32_t scheduler_unfinished(const scheduler *s);

#endif
