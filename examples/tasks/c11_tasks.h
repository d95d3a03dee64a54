/* c11_tasks.h - a small pool of C11 threads for hail/tasks.h. A page of code: copy it, or hook in your own jobs. */
#ifndef C11_TASKS_H
#define C11_TASKS_H

#include <hail/tasks.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct c11_tasks c11_tasks;

/* Starts workers - 1 threads; the thread that makes a call is the last worker. NULL: out of memory or threads. */
c11_tasks *c11_tasks_create(uint32_t workers);

/* Ends the threads. Nothing may use the hooks any more. */
void c11_tasks_destroy(c11_tasks *pool);

/* The hooks, for one thread at a time. */
hail_tasks c11_tasks_hooks(c11_tasks *pool);

#ifdef __cplusplus
}
#endif

#endif
