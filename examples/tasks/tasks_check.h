/* tasks_check.h - what the adapters of this folder are tested with. */
#ifndef TASKS_CHECK_H
#define TASKS_CHECK_H

#include <stdbool.h>

#include <hail/tasks.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Runs a world and some rays with hooks, and without. Prints whether both did the same, and whether the hooks were
 * called from several threads. Returns whether all is well. */
bool tasks_check(const char *name, const hail_tasks *tasks);

#ifdef __cplusplus
}
#endif

#endif
