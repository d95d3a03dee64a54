/* engine/step/flagged.c - without tasks, block after block, from the end; with tasks, all blocks first. */
#include "flagged.h"

#include "tasks/run_tasks.h"

enum {
    FLAGGED_BLOCK = 4096, /* bodies at a time without tasks */
    BLOCK = 1024,         /* bodies at a time with tasks: they lie in cache lines of their own */
    NOTES = 16 + BLOCK + HAIL_SLACK
};

/* ---- Blocks ------------------------------------------------------------------------------------------------------ */

typedef struct block_task {
    hail_bodies_fn *function;
    const void *job;
    uint32_t count;
} block_task;

static uint32_t blocks_of(uint32_t bodies) { return (bodies + BLOCK - 1) / BLOCK; }
static uint32_t block_end(uint32_t block, uint32_t count) {
    return count - block * BLOCK < BLOCK ? count : block * BLOCK + BLOCK;
}

static void run_blocks(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const block_task *t = task;
    (void)worker;
    t->function(t->job, first * BLOCK, block_end(last - 1, t->count));
}

void hail_each_block(const hail_world *world, uint32_t count, hail_bodies_fn *function, const void *job) {
    block_task task = {function, job, count};
    if (world->tasks)
        hail_run_tasks(world->tasks, blocks_of(count), 4, run_blocks, &task);
    else
        function(job, 0, count);
}

/* ---- Flagged bodies ---------------------------------------------------------------------------------------------- */

bool hail_flagged_reserve(hail_world *world, uint32_t bodies) {
    hail_step_scratch *s = world->scratch;
    const size_t block = bodies < FLAGGED_BLOCK ? bodies : FLAGGED_BLOCK;
    return hail_scratch_grow(&s->heap, &s->flagged, (block + HAIL_SLACK) * sizeof(uint32_t)) &&
           (!world->tasks ||
            hail_scratch_grow(&s->heap, &s->noted, (size_t)blocks_of(bodies) * NOTES * sizeof(uint32_t)));
}

typedef struct look_task {
    hail_flag_fn *look;
    const void *job;
    uint32_t count;
    uint32_t *noted; /* by block: how many notes, and from word 16 on, the notes */
} look_task;

static void look_at_blocks(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const look_task *t = task;
    (void)worker;
    for (uint32_t b = first; b < last; b++) {
        uint32_t *noted = t->noted + (size_t)b * NOTES;
        noted[0] = t->look(t->job, b * BLOCK, block_end(b, t->count), noted + 16);
    }
}

static void visit_on_tasks(hail_world *world, uint32_t number, const void *job, hail_flag_fn *look,
                           hail_visit_fn *visit) {
    look_task task = {look, job, world->bodies.layer[number]->active, world->scratch->noted.data};
    const uint32_t blocks = blocks_of(task.count);
    hail_run_tasks(world->tasks, blocks, 2, look_at_blocks, &task);
    for (uint32_t b = blocks; b-- > 0;) {
        const uint32_t *noted = task.noted + (size_t)b * NOTES;
        for (uint32_t n = noted[0]; n-- > 0;)
            visit(world, number, noted[16 + n]);
    }
}

void hail_visit_flagged(hail_world *world, uint32_t number, const void *job, hail_flag_fn *look, hail_visit_fn *visit) {
    uint32_t *flagged = world->scratch->flagged.data;
    if (world->tasks && world->bodies.layer[number]->active > BLOCK) {
        visit_on_tasks(world, number, job, look, visit);
        return;
    }
    for (uint32_t end = world->bodies.layer[number]->active; end > 0;) {
        const uint32_t begin = (end - 1) / FLAGGED_BLOCK * FLAGGED_BLOCK;
        for (uint32_t noted = look(job, begin, end, flagged); noted-- > 0;)
            visit(world, number, flagged[noted]);
        end = begin;
    }
}
