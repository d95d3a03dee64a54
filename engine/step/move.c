#include "move.h"

#include "validate.h"
#include "world/layer.h"
#include "world/removals.h"

static hail_move_job job_of(const hail_world *world, const hail_layer *layer, float dt) {
    const bool moved = !layer->options.caller_moved;
    return (hail_move_job){
        .x = layer_floats(layer, COLUMN_X),
        .y = layer_floats(layer, COLUMN_Y),
        .vx = moved ? layer_floats(layer, COLUMN_VX) : NULL,
        .vy = moved ? layer_floats(layer, COLUMN_VY) : NULL,
        .dx = moved ? layer_displacement(layer, false) : NULL,
        .dy = moved ? layer_displacement(layer, true) : NULL,
        .life = layer_floats(layer, COLUMN_LIFE),
        .radius = layer_radii(layer),
        .uniform_radius = layer_uniform(layer) ? world_template_radii(world)[layer->uniform_shape] : 0.0f,
        .dt = dt,
        .bounds = (uint32_t)layer->options.bounds,
        .min_x = world->options.min_x,
        .min_y = world->options.min_y,
        .max_x = world->options.max_x,
        .max_y = world->options.max_y,
    };
}

static void attend(hail_world *world, uint32_t number, uint32_t note) {
    const uint32_t index = note & ((UINT32_C(1) << HAIL_ATTENTION_SHIFT) - 1), reasons = note >> HAIL_ATTENTION_SHIFT;
    const hail_layer *layer = world->layer[number];
    const uint32_t slot = layer_handles(layer)[index].slot;
    if (reasons & HAIL_NOTE_NOT_FINITE) {
        if (!layer->options.caller_moved && layer->column[COLUMN_DX]) /* it came nowhere */
            layer_floats(layer, COLUMN_DX)[index] = layer_floats(layer, COLUMN_DY)[index] = 0.0f;
        hail_layer_park(world, number, index, PART_QUARANTINED);
        return;
    }
    if (reasons & HAIL_NOTE_KILLED)
        hail_removals_mark(world, slot, HAIL_REMOVED_BOUNDS);
    if (reasons & HAIL_NOTE_EXPIRED)
        hail_removals_mark(world, slot, HAIL_REMOVED_LIFE);
}

void hail_move_bodies(hail_world *world, float dt) {
    uint32_t *attention = world->attention.data;
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++) {
        const hail_layer *layer = world->layer[l];
        if (!layer || !layer->active)
            continue;
        const hail_move_job job = job_of(world, layer, dt);
        /* From the end, for the reason that validate.c gives. */
        for (uint32_t end = layer->active; end > 0;) {
            const uint32_t begin = (end - 1) / ATTENTION_BLOCK * ATTENTION_BLOCK;
            uint32_t noted = world->kernels->move(&job, begin, end, attention);
            while (noted-- > 0)
                attend(world, l, attention[noted]);
            end = begin;
        }
        world->stats.moved += layer->active;
    }
}
