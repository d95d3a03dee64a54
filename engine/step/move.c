/* engine/step/move.c - a kernel moves the bodies, and reports the few that need more than that. */
#include "move.h"

#include "attention.h"
#include "lowest_bit.h"
#include "world/layers.h"
#include "world/slots.h"

/* Sets what differs between layers, in place. */
static void set_layer(hail_move_job *job, const hail_world *world, const hail_layer *layer) {
    const bool moved = !layer->options.caller_moved;
    job->x = layer_floats(layer, COLUMN_X);
    job->y = layer_floats(layer, COLUMN_Y);
    job->vx = moved ? layer_floats(layer, COLUMN_VX) : NULL;
    job->vy = moved ? layer_floats(layer, COLUMN_VY) : NULL;
    job->dx = moved ? layer_displacement(layer, false) : NULL;
    job->dy = moved ? layer_displacement(layer, true) : NULL;
    job->life = layer_floats(layer, COLUMN_LIFE);
    job->radius = layer_radii(layer);
    job->uniform_radius = layer_uniform(layer) ? shape_radii(world->shapes)[layer->uniform_shape] : 0.0f;
    job->bounds = (uint32_t)layer->options.bounds;
}

/* Handles a body that the kernel reports: its index and why. */
static void handle_note(hail_world *world, uint32_t number, uint32_t note) {
    const uint32_t index = note & ((UINT32_C(1) << HAIL_ATTENTION_SHIFT) - 1), reasons = note >> HAIL_ATTENTION_SHIFT;
    const hail_layer *layer = world->bodies.layer[number];
    const uint32_t slot = layer_handles(layer)[index].slot;
    if (reasons & HAIL_NOTE_NOT_FINITE) {
        if (!layer->options.caller_moved && layer->column[COLUMN_DX]) /* it did not move */
            layer_floats(layer, COLUMN_DX)[index] = layer_floats(layer, COLUMN_DY)[index] = 0.0f;
        hail_layer_park(&world->bodies, number, index, PART_QUARANTINED);
        return;
    }
    if (reasons & HAIL_NOTE_KILLED)
        hail_slots_mark(&world->bodies, slot, HAIL_REMOVED_BOUNDS);
    if (reasons & HAIL_NOTE_EXPIRED)
        hail_slots_mark(&world->bodies, slot, HAIL_REMOVED_LIFE);
}

typedef struct move_job {
    const hail_kernels *kernels;
    hail_move_job job;
} move_job;

static uint32_t move_some(const void *context, uint32_t begin, uint32_t end, uint32_t *notes) {
    const move_job *m = context;
    return m->kernels->move(&m->job, begin, end, notes);
}

void hail_move_bodies(hail_world *world, float dt) {
    const hail_world_options *o = &world->options;
    move_job move;
    hail_move_job *job = &move.job;
    move.kernels = world->kernels;
    job->dt = dt;
    job->min_x = o->min_x;
    job->min_y = o->min_y;
    job->max_x = o->max_x;
    job->max_y = o->max_y;
    for (uint64_t left = world->bodies.used; left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left);
        const hail_layer *layer = world->bodies.layer[l];
        if (!layer->active)
            continue;
        set_layer(job, world, layer);
        hail_attend_bodies(world, l, &move, move_some, handle_note);
        world->stats.moved += layer->active;
    }
}
