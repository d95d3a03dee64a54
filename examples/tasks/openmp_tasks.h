/* openmp_tasks.h - hooks for hail/tasks.h that use OpenMP's threads. */
#ifndef OPENMP_TASKS_H
#define OPENMP_TASKS_H

#include <hail/tasks.h>

/* The hooks. workers: 1 to HAIL_MAX_WORKERS; 0: as many as OpenMP would use. */
hail_tasks openmp_tasks_hooks(uint32_t workers);

#endif
