/* tasks.c - pools of C11 threads, one for each number of workers. */
#if defined(HAVE_SCHED_SETAFFINITY)
#define _GNU_SOURCE
#include <sched.h>
#endif

#include "tasks.h"

#ifdef HAVE_TASKS
#include "tasks/c11_tasks.h"
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool bench_has_tasks(const char *variant) {
    const size_t digits = variant ? strspn(variant, "0123456789") : 0;
    return digits > 0 && strcmp(variant + digits, "tasks") == 0;
}

void bench_start_threads(void (*start)(void *user), void *user) {
#if defined(HAVE_SCHED_SETAFFINITY)
    cpu_set_t one, all;
    const bool bound = sched_getaffinity(0, sizeof one, &one) == 0;
    memset(&all, 0xff, sizeof all);
    for (size_t core = 0; bound && core < CPU_SETSIZE; core++)
        if (CPU_ISSET(core, &one))
            CPU_CLR(core, &all);
    if (bound)
        (void)sched_setaffinity(0, sizeof all, &all); /* fails if there is no other core */
    start(user);
    if (bound)
        (void)sched_setaffinity(0, sizeof one, &one);
#else
    start(user);
#endif
}

#ifdef HAVE_TASKS
typedef struct pool_request {
    uint32_t workers;
    c11_tasks *pool;
} pool_request;

static void start_pool(void *request) {
    pool_request *asked = request;
    asked->pool = c11_tasks_create(asked->workers);
}

static bool start_tasks(uint32_t workers, hail_tasks *tasks) {
    pool_request asked = {.workers = workers};
    bench_start_threads(start_pool, &asked);
    if (asked.pool)
        *tasks = c11_tasks_hooks(asked.pool);
    return asked.pool != NULL;
}
#else
static bool start_tasks(uint32_t workers, hail_tasks *tasks) {
    (void)workers;
    (void)tasks;
    return false;
}
#endif

void bench_set_context(hail_context *context, const char *variant) {
    static hail_tasks tasks[HAIL_MAX_WORKERS + 1];
    context->variant = bench_has_tasks(variant) ? NULL : variant;
    context->tasks = NULL;
    if (!bench_has_tasks(variant))
        return;
    const unsigned long workers = strtoul(variant, NULL, 10);
    const bool known = workers >= 1 && workers <= HAIL_MAX_WORKERS;
    if (!known || (!tasks[workers].workers && !start_tasks((uint32_t)workers, &tasks[workers]))) {
        fprintf(stderr, "hail-bench: no threads for %s\n", variant);
        exit(1);
    }
    context->tasks = &tasks[workers];
}

double bench_seconds(const char *variant) {
    struct timespec now;
    if (!bench_has_tasks(variant))
        return (double)clock() / CLOCKS_PER_SEC;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
