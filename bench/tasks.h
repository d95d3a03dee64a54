/* tasks.h - contenders with threads: a variant named 2tasks stands for the default variant with 2 workers. */
#ifndef BENCH_TASKS_H
#define BENCH_TASKS_H

#include <hail/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a variant is a number of tasks; NULL: no. */
bool bench_has_tasks(const char *variant);

/* Sets a context's variant, or its tasks, which last until the program ends. */
void bench_set_context(hail_context *context, const char *variant);

/* Runs start(user), so that the threads that it starts may run on every core but this thread's. */
void bench_start_threads(void (*start)(void *user), void *user);

/* Wall time if the variant has tasks, otherwise this process's CPU time; s. */
double bench_seconds(const char *variant);

#ifdef __cplusplus
}
#endif

#endif
