/* engine/world/despawn_task.h - bodies that callbacks on tasks despawn. */
#ifndef HAIL_WORLD_DESPAWN_TASK_H
#define HAIL_WORLD_DESPAWN_TASK_H

#include "world_state.h"

/* Allows callbacks on tasks to despawn bodies, until hail_despawn_tasks_end counts them. */
void hail_despawn_tasks_begin(hail_world *world);
void hail_despawn_tasks_end(hail_world *world);

#endif
