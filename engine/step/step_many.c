/* engine/step/step_many.c - steps many worlds. Each steps with the scratch of the worker that it falls to; its contacts
 * are held until those of the worlds before it are delivered. Worlds are stepped in batches, so that the memory for
 * contacts is that of some worlds, not of all. */
#include <float.h>

#include "base/check.h"
#include "capture.h"
#include "compiler.h"
#include "fetch_ahead.h"
#include "step_run.h"
#include "tasks/run_tasks.h"
#include "world/arguments.h"
#include "world/shared_scratch.h"

enum { BATCH = 16 /* worlds a worker; one worker takes one world after the other */ };

/* A call. */
typedef struct many_job {
    hail_world_step *steps;
    uint32_t count;
    float dt;
    hail_scratch *scratch;
    bool on_tasks;  /* callbacks run where their world steps */
    uint32_t begin; /* the first world of the batch */
} many_job;

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static hail_status check_scratch(const hail_scratch *scratch, const hail_world_step *steps, size_t count,
                                 uint32_t flags) {
    if (!scratch)
        return HAIL_BAD_ARGUMENT;
    hail_error *error = scratch->heap.error;
    if (!steps && count)
        return hail_fail_null(error, "steps");
    if (flags & ~(uint32_t)HAIL_ON_TASKS)
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "flags", flags, HAIL_ON_TASKS, "has an unknown flag");
    const hail_status status = hail_check_count(error, "count", count);
    if (status == HAIL_OK && (scratch->busy || scratch->part[0]->busy))
        return hail_fail(error, HAIL_BUSY, "scratch", "is used by a step that is under way");
    return status;
}

/* The marks of a thousand worlds are not in the cache. */
enum { FAR = 8 };
static void fetch_mark(const hail_world_step *steps, size_t number, size_t count) {
    if (number < count && steps[number].world)
        HAIL_FETCH_TO_WRITE(&steps[number].world->busy);
}

/* Marks worlds as busy; the mark tells whether one is in the list twice. Returns how many it marked: less than count,
 * and why, if it must not mark the next. */
static size_t mark(hail_world_step *steps, size_t count, hail_status *status) {
    *status = HAIL_OK;
    for (size_t i = 0; i < count; i++) {
        hail_world *world = steps[i].world;
        fetch_mark(steps, i + FAR, count);
        if (!world || world->busy) {
            *status = world && world->list != steps ? HAIL_BUSY : HAIL_BAD_ARGUMENT;
            return i;
        }
        world->busy = true;
        world->list = steps;
    }
    return count;
}

static void unmark(const hail_world_step *steps, size_t count) {
    for (size_t i = 0; i < count; i++) {
        fetch_mark(steps, i + FAR, count);
        steps[i].world->busy = false;
        steps[i].world->list = NULL;
    }
}

static hail_status refuse(hail_error *error, hail_status status, const hail_world *world, size_t element) {
    const char *problem = !world ? "is NULL" : status == HAIL_BUSY ? "is inside a step" : "is in the list twice";
    return hail_fail_at(error, status, "steps->world", element, problem);
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

static void step_one(const many_job *job, uint32_t number, hail_capture *capture, hail_step_scratch *scratch) {
    hail_world_step *step = &job->steps[number];
    hail_world *world = step->world;
    const hail_listener listener = {.on_contacts = step->on_contacts, .user = step->user};
    hail_step_scratch *before = world->scratch;
    const hail_tasks *tasks = world->tasks;
    world->scratch = scratch;
    world->tasks = NULL;
    if (job->on_tasks)
        step->status = hail_step_whole(world, job->dt, &listener);
    else
        hail_capture_step(capture, world, job->dt, step->on_contacts != NULL);
    world->scratch = before;
    world->tasks = tasks;
    world->busy = true;
}

/* A task: worlds [first, last) of the batch. */
static void step_some(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const many_job *job = task;
    const uint32_t end = job->scratch->count > 1 ? job->begin + last : job->count; /* of what this thread steps */
    for (uint32_t i = first; i < last; i++) {
        hail_fetch_ahead(job->steps, job->begin + i, end);
        step_one(job, job->begin + i, job->on_tasks ? NULL : captures_of(job->scratch) + i, job->scratch->part[worker]);
    }
}

static void deliver(const many_job *job, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        hail_world_step *step = &job->steps[job->begin + i];
        step->status = hail_capture_deliver(captures_of(job->scratch) + i, step->on_contacts, step->user);
        step->world->busy = true;
    }
}

/* Errors are written here: worlds may share one, and belong to this thread. */
static hail_status report(const hail_world_step *steps, size_t count) {
    hail_status status = HAIL_OK;
    for (size_t i = count; i-- > 0;)
        if (steps[i].status != HAIL_OK)
            status = hail_fail_memory(steps[i].world->heap.error);
    return status;
}

/* How many worlds are stepped before the contacts of the first are delivered. */
static uint32_t batch_of(const many_job *job) {
    const uint32_t workers = job->scratch->count, most = workers > 1 ? workers * BATCH : 1;
    return job->on_tasks || job->count < most ? job->count : most;
}

static void step_all(many_job *job, uint32_t batch) {
    for (; job->begin < job->count; job->begin += batch) {
        const uint32_t n = job->count - job->begin < batch ? job->count - job->begin : batch;
        hail_run_tasks(job->scratch->tasks, n, 1, step_some, job);
        if (!job->on_tasks)
            deliver(job, n);
    }
}

hail_status hail_step_many(hail_world_step *steps, size_t count, float dt, hail_scratch *scratch, uint32_t flags) {
    hail_status status = check_scratch(scratch, steps, count, flags);
    if (status == HAIL_OK)
        status = hail_check_number(scratch->heap.error, "dt", (double)dt, 0.0, FLT_MAX);
    if (status != HAIL_OK)
        return status;
    many_job job = {steps, (uint32_t)count, dt, scratch, (flags & HAIL_ON_TASKS) != 0, 0};
    const uint32_t batch = batch_of(&job);
    if (!job.on_tasks && !hail_scratch_fit_captures(scratch, batch))
        return hail_fail_memory(scratch->heap.error);
    const size_t marked = mark(steps, count, &status);
    if (marked < count) {
        const hail_world *refused = steps[marked].world;
        unmark(steps, marked);
        return refuse(scratch->heap.error, status, refused, marked);
    }
    scratch->busy = scratch->part[0]->busy = true;
    step_all(&job, batch);
    scratch->busy = scratch->part[0]->busy = false;
    unmark(steps, count);
    return report(steps, count);
}
