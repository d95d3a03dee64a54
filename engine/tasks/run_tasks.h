/* engine/tasks/run_tasks.h - work that is split by ranges, over the caller's threads if there are hooks. */
#ifndef HAIL_TASKS_RUN_TASKS_H
#define HAIL_TASKS_RUN_TASKS_H

#include <hail/tasks.h>

/* Does items [0, count) of a task, in pieces of at least `grain` items, and returns when all are done. tasks NULL, or
 * no more items than one piece: at once, as worker 0. */
static inline void hail_run_tasks(const hail_tasks *tasks, uint32_t count, uint32_t grain, hail_task_fn *function,
                                  void *task) {
    if (!count)
        return;
    if (!tasks || count <= grain) {
        function(0, count, 0, task);
        return;
    }
    void *handle = tasks->enqueue(function, 0, count, grain, task, tasks->user);
    if (handle)
        tasks->finish(handle, tasks->user);
}

#endif
