/* examples/view/workers.c - two threads for the key w: the adapter of C11 threads. */
#include "view.h"

#include <stddef.h>

#ifdef VIEW_WORKERS
#include "../tasks/c11_tasks.h"

static c11_tasks *pool;

const hail_tasks *view_two_workers(void) {
    static hail_tasks hooks;
    if (pool == NULL)
        pool = c11_tasks_create(2);
    if (pool == NULL)
        return NULL;
    hooks = c11_tasks_hooks(pool);
    return &hooks;
}

void view_end_workers(void) {
    c11_tasks_destroy(pool);
    pool = NULL;
}
#else
const hail_tasks *view_two_workers(void) { return NULL; }
void view_end_workers(void) {}
#endif
