/* engine/world/world.c - creates and destroys worlds; sets up and shows their layers. */
#include <math.h>

#include "layers.h"
#include "variants.h"
#include "world_state.h"

/* ---- World ----------------------------------------------------------------------------------------------------- */

hail_world_options hail_world_defaults(void) { return (hail_world_options){.window = 4096, .pair_budget = 1u << 21}; }

static hail_status check_options(const hail_world_options *o) {
    const float numbers[] = {o->min_x, o->min_y, o->max_x, o->max_y, o->cell};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (!isfinite(numbers[i]))
            return HAIL_NOT_FINITE;
        if (fabsf(numbers[i]) > HAIL_MAX_BOUND)
            return HAIL_OUT_OF_RANGE;
    }
    const bool bounded = o->min_x != 0.0f || o->min_y != 0.0f || o->max_x != 0.0f || o->max_y != 0.0f;
    if (bounded && (o->max_x - o->min_x < 1.0f || o->max_y - o->min_y < 1.0f))
        return HAIL_OUT_OF_RANGE;
    if (o->cell < 0.0f || o->window < 1 || o->pair_budget < 256 || o->max_bodies > HAIL_MAX_BODIES ||
        o->pair_budget > HAIL_MAX_PAIR_BUDGET)
        return HAIL_OUT_OF_RANGE;
    if ((o->allocator.allocate == NULL) != (o->allocator.release == NULL))
        return HAIL_BAD_ARGUMENT;
    return HAIL_OK;
}

hail_status hail_world_create(const hail_world_options *options, hail_world **world) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    *world = NULL;
    const hail_world_options defaults = hail_world_defaults(), *o = options ? options : &defaults;
    const hail_status status = check_options(o);
    if (status != HAIL_OK)
        return status;
    const hail_kernels *kernels = o->isa ? hail_variant_named(o->isa) : hail_variant_default();
    if (!kernels)
        return HAIL_UNKNOWN_ISA;
    hail_heap heap;
    hail_heap_init(&heap, &o->allocator);
    hail_world *made = hail_state_new(&heap, sizeof *made);
    if (!made)
        return HAIL_NO_MEMORY;
    made->heap = heap;
    made->options = *o;
    made->options.isa = kernels->name; /* not the caller's string, which need not last */
    made->kernels = kernels;
    made->has_bounds = o->max_x > o->min_x;
    made->shapes.flatness = made->shapes.sprite_reach = 1.0f;
    made->bodies.free_slot = NO_SLOT;
    made->stats.isa = kernels->name;
    *world = made;
    return HAIL_OK;
}

static void free_scratch(hail_heap *heap, hail_step_scratch *s) {
    hail_buffer *buffers[] = {&s->attention, &s->reordered, &s->planned,    &s->large,     &s->range_counts,
                              &s->contacts,  &s->walls,     &s->stops.list, &s->earliest.t};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        hail_scratch_free(heap, buffers[i]);
    hail_pairs_free(heap, &s->pairs);
    hail_raster_free(heap, &s->raster);
    hail_paths_free(heap, &s->paths);
    hail_run_sort_free(heap, &s->run_sort);
}

void hail_world_destroy(hail_world *world) {
    if (!world)
        return;
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++)
        hail_layer_destroy(&world->heap, world->bodies.layer[l]);
    hail_heap heap = world->heap; /* a copy: the world goes, too */
    const hail_buffer state[] = {world->bodies.slots, world->bodies.removal_flags, world->shapes.rows,
                                 world->shapes.radii, world->shapes.entries,       world->rules.entries};
    for (size_t i = 0; i < sizeof state / sizeof *state; i++)
        hail_state_free(&heap, state[i].data, state[i].bytes);
    free_scratch(&heap, &world->scratch);
    hail_scratch_free(&heap, &world->removals);
    hail_state_free(&heap, world, sizeof *world);
}

const char *hail_world_isa(const hail_world *world) { return world ? world->kernels->name : NULL; }

hail_memory hail_world_memory(const hail_world *world) {
    return world ? (hail_memory){world->heap.state, world->heap.scratch} : (hail_memory){0};
}

/* ---- Layers ---------------------------------------------------------------------------------------------------- */

hail_status hail_layer_configure(hail_world *world, uint32_t layer, const hail_layer_options *options) {
    if (!world || !options || layer >= HAIL_MAX_LAYERS || (options->columns & ~(uint32_t)HAIL_ALL_COLUMNS) ||
        (unsigned)options->bounds > HAIL_WRAP)
        return HAIL_BAD_ARGUMENT;
    if (world->busy)
        return HAIL_BUSY;
    if (options->bounds != HAIL_OPEN && !world->has_bounds)
        return HAIL_BAD_ARGUMENT;
    hail_layer *l = hail_layer_use(&world->heap, &world->bodies, layer);
    if (!l || !hail_layer_fit(&world->heap, l, l->capacity, options->columns))
        return HAIL_NO_MEMORY;
    l->options = *options;
    return HAIL_OK;
}

hail_status hail_layer_columns(hail_world *world, uint32_t layer, hail_columns *columns) {
    if (!world || !columns || layer >= HAIL_MAX_LAYERS)
        return HAIL_BAD_ARGUMENT;
    *columns = (hail_columns){0};
    const hail_layer *l = world->bodies.layer[layer];
    if (!l)
        return HAIL_OK;
    *columns = (hail_columns){.count = l->count,
                              .active = l->active,
                              .disabled = l->disabled,
                              .quarantined = layer_quarantined(l),
                              .x = layer_floats(l, COLUMN_X),
                              .y = layer_floats(l, COLUMN_Y),
                              .vx = layer_floats(l, COLUMN_VX),
                              .vy = layer_floats(l, COLUMN_VY),
                              .cos = layer_floats(l, COLUMN_COS),
                              .sin = layer_floats(l, COLUMN_SIN),
                              .scale = layer_floats(l, COLUMN_SCALE),
                              .life = layer_floats(l, COLUMN_LIFE),
                              .dx = layer_floats(l, COLUMN_DX),
                              .dy = layer_floats(l, COLUMN_DY),
                              .group = layer_words(l, COLUMN_GROUP),
                              .category = layer_words(l, COLUMN_CATEGORY),
                              .mask = layer_words(l, COLUMN_MASK),
                              .user = layer_user(l),
                              .shape = layer_words(l, COLUMN_SHAPE),
                              .handle = layer_handles(l)};
    return HAIL_OK;
}
