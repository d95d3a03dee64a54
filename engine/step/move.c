/* engine/step/move.c - a kernel moves the bodies, and reports the few that need more than that. */
#include "move.h"

#include "flagged.h"
#include "lowest_bit.h"
#include "statics/near_lists.h"
#include "tiles/tile_data.h"
#include "world/layers.h"
#include "world/slots.h"

/* Sets what differs between layers, in place. */
static void set_layer(hail_move_job *job, const hail_world *world, const hail_layer *layer) {
    const bool moved = layer_moves(layer);
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
    const uint32_t index = note & ((UINT32_C(1) << HAIL_FLAG_SHIFT) - 1), reasons = note >> HAIL_FLAG_SHIFT;
    const hail_layer *layer = world->bodies.layer[number];
    const uint32_t slot = layer_handles(layer)[index].slot;
    if (reasons & HAIL_NOTE_NOT_FINITE) {
        if (layer_moves(layer) && layer->column[COLUMN_DX]) /* it did not move */
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

static uint32_t move_some(const void *user, uint32_t begin, uint32_t end, uint32_t *notes) {
    const move_job *m = user;
    return m->kernels->move(&m->job, begin, end, notes);
}

/* ---- Layers that are only marched ------------------------------------------------------------------------------ */

enum {
    LONGEST_BLOCK = 4096, /* bodies that are moved and looked at at a time */
    APART = 80            /* floats: arrays a multiple of 4 KiB apart would get in each other's way in the cache */
};

typedef struct list_job {
    const hail_kernels *kernels;
    hail_move_job job;
    hail_tile_view view;
    uint32_t *near, *counts;
    float *dx, *dy; /* of listed bodies */
} list_job;

/* A block of the columns as columns of their own. */
static hail_move_job block_of(const hail_move_job *job, uint32_t first, float *dx, float *dy) {
    hail_move_job block = *job;
    block.x += first;
    block.y += first;
    block.vx += first;
    block.vy += first;
    block.dx = dx;
    block.dy = dy;
    block.life = job->life ? job->life + first : NULL;
    block.radius = job->radius ? job->radius + first : NULL;
    return block;
}

/* Moves a block's bodies, and lists those that may hit something. Displacements do not leave the cache. */
static uint32_t move_block(const list_job *j, uint32_t first, uint32_t count, uint32_t *notes) {
    float ways[2 * LONGEST_BLOCK + APART], *const dx = ways, *const dy = ways + LONGEST_BLOCK + APART;
    uint32_t list[LONGEST_BLOCK + HAIL_SLACK];
    const hail_move_job block = block_of(&j->job, first, dx, dy);
    const uint32_t noted = j->kernels->move(&block, 0, count, notes);
    const uint32_t listed = j->kernels->near_solid(&j->view, block.x, block.y, dx, dy, count, list);
    for (uint32_t n = 0; n < noted; n++)
        notes[n] += first;
    for (uint32_t k = 0; k < listed; k++) {
        j->near[first + k] = first + list[k];
        j->dx[first + k] = dx[list[k]];
        j->dy[first + k] = dy[list[k]];
    }
    for (uint32_t b = first; b < first + count; b += NEAR_LIST_BLOCK)
        j->counts[b / NEAR_LIST_BLOCK] = b == first ? listed : 0;
    return noted;
}

static uint32_t move_and_list(const void *user, uint32_t begin, uint32_t end, uint32_t *notes) {
    uint32_t noted = 0;
    for (uint32_t i = begin; i < end; i += LONGEST_BLOCK)
        noted += move_block(user, i, end - i < LONGEST_BLOCK ? end - i : LONGEST_BLOCK, notes + noted);
    return noted;
}

/* Computes all displacements again, as the kernel does. */
static void fill_displacements(const hail_layer *layer, float dt) {
    const float *vx = layer_floats(layer, COLUMN_VX), *vy = layer_floats(layer, COLUMN_VY);
    float *dx = layer_displacement(layer, false), *dy = layer_displacement(layer, true);
    for (uint32_t i = 0; i < layer->active; i++) {
        dx[i] = vx[i] * dt;
        dy[i] = vy[i] * dt;
    }
}

static void move_listing(hail_world *world, uint32_t number, const hail_move_job *job) {
    const hail_layer *layer = world->bodies.layer[number];
    const uint32_t active = layer->active;
    const list_job j = {.kernels = world->kernels,
                        .job = *job,
                        .view = hail_tilemap_view(world->rules.map, hail_rules_find(world, number, HAIL_TILES)->kinds),
                        .near = layer->scratch->column[SCRATCH_NEAR].data,
                        .counts = near_list_counts(layer),
                        .dx = job->dx,
                        .dy = job->dy};
    hail_visit_flagged(world, number, &j, move_and_list, handle_note);
    layer->scratch->listed = layer->active == active;
    if (!layer->scratch->listed) /* bodies that were put into quarantine gave others their indices */
        fill_displacements(layer, job->dt);
}

/* ---- All layers ------------------------------------------------------------------------------------------------- */

/* The static layers whose bodies are checked already, as bits. The kernel that moves bodies checks those of the others.
 */
static uint64_t checked_layers(const hail_world *world) {
    uint64_t checked = 0;
    for (uint64_t left = world->bodies.still; left; left &= left - 1)
        checked |= (uint64_t)!world->bodies.layer[lowest_bit_64(left)]->recheck << lowest_bit_64(left);
    return checked;
}

/* Their bodies do not count as moved. */
static void note_checks(hail_world *world) {
    for (uint64_t left = world->bodies.still; left; left &= left - 1) {
        hail_layer *layer = world->bodies.layer[lowest_bit_64(left)];
        world->stats.moved -= layer->recheck ? layer->active : 0;
        layer->recheck = false;
        layer->checked = layer->changes;
    }
}

void hail_move_bodies(hail_world *world, float dt) {
    const hail_world_options *o = &world->options;
    move_job move = {.kernels = world->kernels,
                     .job = {.dt = dt, .min_x = o->min_x, .min_y = o->min_y, .max_x = o->max_x, .max_y = o->max_y}};
    const uint64_t checked = world->bodies.still ? checked_layers(world) : 0;
    for (uint64_t left = world->bodies.used & ~checked; left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left);
        const hail_layer *layer = world->bodies.layer[l];
        if (!layer->active)
            continue;
        set_layer(&move.job, world, layer);
        if (may_list_near(world, l))
            move_listing(world, l, &move.job);
        else
            hail_visit_flagged(world, l, &move, move_some, handle_note);
        world->stats.moved += layer->active;
    }
    if (world->bodies.still)
        note_checks(world);
}
