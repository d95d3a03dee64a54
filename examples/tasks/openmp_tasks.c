/* openmp_tasks.c - a parallel loop does everything inside enqueue, so there is nothing to finish. */
#include "openmp_tasks.h"

#include <omp.h>
#include <stddef.h>

/* The number of workers; the hooks are for a program, so this outlives them. */
static uint32_t workers_of(void *user) { return (uint32_t)(uintptr_t)user; }

static void *enqueue(hail_task_fn *function, uint32_t first, uint32_t last, uint32_t grain, void *task, void *user) {
    const uint32_t workers = workers_of(user), even = (last - first) / (4 * workers) + 1;
    const uint32_t size = even > grain ? even : grain;
    const int pieces = (int)((last - first - 1) / size + 1);
#pragma omp parallel for schedule(dynamic) num_threads((int)workers)
    for (int p = 0; p < pieces; p++) {
        const uint32_t begin = first + (uint32_t)p * size;
        function(begin, last - begin < size ? last : begin + size, (uint32_t)omp_get_thread_num(), task);
    }
    return NULL;
}

static void finish(void *handle, void *user) {
    (void)handle;
    (void)user;
}

hail_tasks openmp_tasks_hooks(uint32_t workers) {
    if (!workers)
        workers = (uint32_t)omp_get_max_threads();
    workers = workers < HAIL_MAX_WORKERS ? workers : HAIL_MAX_WORKERS;
    return (hail_tasks){.workers = workers, .enqueue = enqueue, .finish = finish, .user = (void *)(uintptr_t)workers};
}
