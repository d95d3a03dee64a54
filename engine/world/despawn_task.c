/* engine/world/despawn_task.c - tasks mark slots at once; who marks one first counts it, with what its worker has. */
#include "bodies.h"

#include "arguments.h"
#include "slots.h"
#include "tasks/shared_count.h"

static hail_worker_marks *marks_of(const hail_world *world, uint32_t worker) {
    return &((hail_worker_scratch *)world->scratch->workers.data)[worker].marks;
}

void hail_despawn_tasks_begin(hail_world *world) {
    for (uint32_t w = 0; w < world->tasks->workers; w++)
        *marks_of(world, w) = (hail_worker_marks){.marked_min = UINT32_MAX};
    world->on_tasks = true;
}

void hail_despawn_tasks_end(hail_world *world) {
    hail_body_store *bodies = &world->bodies;
    world->on_tasks = false;
    for (uint32_t w = 0; w < world->tasks->workers; w++) {
        const hail_worker_marks *m = marks_of(world, w);
        if (!m->marked)
            continue;
        bodies->marked_min = !bodies->marked || m->marked_min < bodies->marked_min ? m->marked_min : bodies->marked_min;
        bodies->marked_max = !bodies->marked || m->marked_max > bodies->marked_max ? m->marked_max : bodies->marked_max;
        bodies->marked += m->marked;
    }
}

static void mark(const hail_body_store *bodies, hail_worker_marks *m, uint32_t slot) {
    if (shared_byte_or(body_removal_flags(bodies) + slot, HAIL_REMOVED_DESPAWN) & SLOT_REASONS)
        return;
    m->marked++;
    m->marked_min = slot < m->marked_min ? slot : m->marked_min;
    m->marked_max = slot > m->marked_max ? slot : m->marked_max;
}

hail_status hail_despawn_on_task(hail_world *world, uint32_t worker, const hail_handle *handles, size_t count) {
    if (!world || (count && !handles) || count > HAIL_MAX_BODIES)
        return HAIL_BAD_ARGUMENT;
    if (!count)
        return HAIL_OK;
    if (!world->on_tasks)
        return HAIL_BUSY;
    if (worker >= world->tasks->workers)
        return HAIL_BAD_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        if (!slots_alive(&world->bodies, handles[i]))
            return HAIL_STALE_HANDLE;
    for (size_t i = 0; world->bodies.borrowed && i < count; i++)
        if (world->bodies.borrowed >> slot_layer(&world->bodies, handles[i].slot) & 1)
            return HAIL_BAD_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        mark(&world->bodies, marks_of(world, worker), handles[i].slot);
    return HAIL_OK;
}
