/* hail/tasks.h - the caller's threads: hooks with which calls spread their work over a job system.
 *
 *     #include <hail/hail.h>
 *     const hail_tasks tasks = {.workers = 4, .enqueue = enqueue, .finish = finish, .user = jobs};
 *     const hail_context context = {.tasks = &tasks};
 *     hail_world_options options;
 *     hail_world_options_defaults(&options);
 *     options.context = &context; // every step of this world uses them
 *     rays.context = &context;    // and so does a call with these rays
 *
 * Hail starts no thread and takes no lock. Without hooks, all work runs on the calling thread. With them, a call splits
 * its work by ranges, hands them to `enqueue`, and waits with `finish`. Results are the same bytes for any number of
 * workers, and however ranges are split and scheduled. docs/threads.md shows adapters, and says what runs where. */
#ifndef HAIL_TASKS_H
#define HAIL_TASKS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { HAIL_MAX_WORKERS = 64 };

/* Does items [first, last) of a task, which is what `enqueue` got.
 *
 *   worker  below hail_tasks.workers. If two functions run at the same time for the same world, or for the same call
 *           with arrays, their worker numbers must differ. Which worker does what does not matter */
typedef void hail_task_fn(uint32_t first, uint32_t last, uint32_t worker, void *task);

/* Calls `function` so that it does each of items [first, last) once.
 *
 *   grain  the smallest piece that is worth a call: pieces should have this many items or more, except the last
 *   user   hail_tasks.user
 *
 * May return before the work is done: then it returns a handle for `finish`. May also do everything at once, on the
 * calling thread, and return NULL. Memory that other threads read or wrote before this call, or before `finish`
 * returns, must be visible to the one that goes on, as is usual with job systems. */
typedef void *hail_enqueue_fn(hail_task_fn *function, uint32_t first, uint32_t last, uint32_t grain, void *task,
                              void *user);

/* Returns when all work of a handle is done. The calling thread may do some of it meanwhile, as any worker. Called once
 * for each handle that is not NULL. */
typedef void hail_finish_fn(void *handle, void *user);

/* Hooks into a job system. Calls that are given bad ones fail: HAIL_OUT_OF_RANGE for workers, else HAIL_BAD_ARGUMENT.
 */
typedef struct hail_tasks {
    uint32_t workers; /* 1 to HAIL_MAX_WORKERS: how many functions may run at once, the calling thread's included.
                         1: all runs on the calling thread, and the hooks are not called */
    uint32_t unused;  /* 0 */
    hail_enqueue_fn *enqueue; /* not NULL */
    hail_finish_fn *finish;   /* not NULL */
    void *user;               /* passed to both */
} hail_tasks;

#ifdef __cplusplus
}
#endif

#endif
