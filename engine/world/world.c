/* engine/world/world.c - creates and destroys worlds; sets up and shows their layers. */
#include "arguments.h"
#include "base/check.h"
#include "bodies.h"
#include "check_rule.h"
#include "layers.h"
#include "shapeset.h"
#include "shared_scratch.h"

/* ---- World ----------------------------------------------------------------------------------------------------- */

hail_status hail_world_options_defaults(hail_world_options *options) {
    if (!options)
        return HAIL_BAD_ARGUMENT;
    *options = (hail_world_options){0};
    return HAIL_OK;
}

static hail_status check_numbers(const hail_world_options *o, hail_error *error) {
    const struct {
        const char *field;
        double value, min, max;
    } checks[] = {
        {"options->min_x", (double)o->min_x, -(double)HAIL_MAX_BOUND, (double)HAIL_MAX_BOUND},
        {"options->min_y", (double)o->min_y, -(double)HAIL_MAX_BOUND, (double)HAIL_MAX_BOUND},
        {"options->max_x", (double)o->max_x, -(double)HAIL_MAX_BOUND, (double)HAIL_MAX_BOUND},
        {"options->max_y", (double)o->max_y, -(double)HAIL_MAX_BOUND, (double)HAIL_MAX_BOUND},
        {"options->cell", (double)o->cell, 0.0, (double)HAIL_MAX_BOUND},
        {"options->max_bodies", (double)o->max_bodies, 0.0, HAIL_MAX_BODIES},
        {"options->kept_contacts", (double)o->kept_contacts, 0.0, HAIL_MAX_KEPT_CONTACTS},
        {"options->max_touching", (double)o->max_touching, 0.0, HAIL_MAX_TOUCHING},
        {"options->max_remembered", (double)o->max_remembered, 0.0, HAIL_MAX_REMEMBERED},
        {"options->pair_budget", (double)o->pair_budget, o->pair_budget ? 1024.0 : 0.0, HAIL_MAX_PAIR_BUDGET}};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        HAIL_REQUIRE(hail_check_number(error, checks[i].field, checks[i].value, checks[i].min, checks[i].max));
    return HAIL_OK;
}

static bool options_bounded(const hail_world_options *o) {
    return o->min_x != 0.0f || o->min_y != 0.0f || o->max_x != 0.0f || o->max_y != 0.0f;
}

static hail_status check_options(const hail_world_options *o, hail_error *error) {
    HAIL_REQUIRE(check_numbers(o, error));
    if (options_bounded(o) && o->max_x - o->min_x < 1.0f)
        return hail_fail(error, HAIL_OUT_OF_RANGE, "options->max_x", "is not at least 1 px more than min_x");
    if (options_bounded(o) && o->max_y - o->min_y < 1.0f)
        return hail_fail(error, HAIL_OUT_OF_RANGE, "options->max_y", "is not at least 1 px more than min_y");
    return context_check(o->context);
}

/* The options with their defaults filled in, and without what need not last. */
static hail_world_options completed(const hail_world_options *options) {
    hail_world_options o = *options;
    o.context = NULL;
    o.window = o.window ? o.window : 4096;
    o.pair_budget = o.pair_budget ? o.pair_budget : 1u << 21;
    o.max_touching = o.max_touching ? o.max_touching : 1u << 20;
    o.max_remembered = o.max_remembered ? o.max_remembered : 1u << 20;
    return o;
}

hail_status hail_world_create(const hail_world_options *options, hail_world **world) {
    const hail_world_options defaults = {0}, *o = options ? options : &defaults;
    hail_error *error = context_error(o->context);
    if (!world)
        return hail_fail_null(error, "world");
    *world = NULL;
    const hail_kernels *kernels;
    const hail_tasks *tasks;
    HAIL_REQUIRE(check_options(o, error));
    HAIL_REQUIRE(context_kernels(o->context, &kernels));
    HAIL_REQUIRE(hail_context_tasks(o->context, &tasks));
    hail_heap heap;
    hail_heap_init(&heap, o->context);
    hail_world *made = hail_state_new(&heap, sizeof *made);
    if (!made)
        return hail_fail_memory(error);
    made->heap = heap;
    made->options = completed(o);
    made->kernels = kernels;
    made->scratch = o->scratch ? o->scratch->part[0] : NULL;
    if (tasks) {
        made->hooks = *tasks;
        made->tasks = &made->hooks;
    }
    made->has_bounds = o->max_x > o->min_x;
    made->default_budget = !o->pair_budget;
    made->bodies.free_slot = NO_SLOT;
    made->bodies.remembers = o->kept_contacts > 0;
    made->stats.variant = kernels->name;
    hail_shapeset_start(&made->own_shapes, &heap);
    made->own_shapes.heap.state = 0; /* the world counts itself */
    hail_shapeset_join(o->shapes ? o->shapes : &made->own_shapes, made);
    if (o->scratch)
        o->scratch->users++;
    *world = made;
    return HAIL_OK;
}

static void free_events(hail_heap *heap, hail_event_store *events) {
    hail_buffer *buffers[] = {&events->begins.events, &events->stays.events, &events->ends.events,
                              &events->stay_events,   &events->contacts,     &events->by_kind};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        hail_scratch_free(heap, buffers[i]);
}

static void free_resting(hail_heap *heap, hail_resting_store *resting) {
    hail_resting_pairs *rule = resting->rules.data;
    for (uint32_t r = 0; r < resting->count; r++)
        hail_scratch_free(heap, &rule[r].pairs);
    hail_scratch_free(heap, &resting->rules);
}

hail_status hail_world_destroy(hail_world *world) {
    if (!world)
        return HAIL_OK;
    if (world->busy)
        return hail_fail_busy(world);
    if (hail_shapeset_shared(&world->own_shapes, world))
        return hail_fail(world->heap.error, HAIL_IN_USE, "world", "has the set of shapes that another world uses");
    hail_shapeset_leave(world);
    hail_shapeset_end(&world->own_shapes);
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++)
        hail_layer_destroy(&world->heap, world->bodies.layer[l]);
    hail_heap heap = world->heap; /* a copy: the world goes, too */
    const hail_event_store *events = &world->events;
    const hail_buffer state[] = {world->bodies.slots,  world->bodies.removal_flags, world->bodies.freed,
                                 world->rules.entries, world->pair_memory.table,    world->pair_memory.recent,
                                 events->last.pairs,   events->last.users,          events->last.spans,
                                 events->now.pairs,    events->now.users,           events->now.spans};
    for (size_t i = 0; i < sizeof state / sizeof *state; i++)
        hail_state_free(&heap, state[i].data, state[i].bytes);
    hail_step_scratch_free(world->own_scratch);
    if (world->options.scratch)
        world->options.scratch->users--;
    free_events(&heap, &world->events);
    free_resting(&heap, &world->resting);
    hail_scratch_free(&heap, &world->removals);
    hail_scratch_free(&heap, &world->kept);
    hail_state_free(&heap, world, sizeof *world);
    return HAIL_OK;
}

hail_shapeset *hail_world_shapes(const hail_world *world) { return world ? world->shapes : NULL; }

const char *hail_world_variant(const hail_world *world) { return world ? world->kernels->name : NULL; }

hail_status hail_world_memory(const hail_world *world, hail_memory *memory) {
    HAIL_REQUIRE(hail_argument_given(world, "memory", memory));
    const size_t of_steps = world->own_scratch ? world->own_scratch->heap.scratch : 0;
    *memory = (hail_memory){world->heap.state + world->own_shapes.heap.state, world->heap.scratch + of_steps};
    return HAIL_OK;
}

/* ---- Layers ---------------------------------------------------------------------------------------------------- */

hail_status hail_layer_configure(hail_world *world, uint32_t layer, const hail_layer_options *options) {
    HAIL_REQUIRE(hail_argument_layer(world, "layer", layer));
    HAIL_REQUIRE(hail_check_layer(world, layer, options));
    hail_layer *l = hail_layer_use(&world->heap, &world->bodies, layer);
    hail_slot_span span;
    if (!l || !hail_span_reserve(&world->heap, &world->bodies, l, options->borrowed, &span) ||
        !hail_layer_fit(&world->heap, l, options->borrowed, options->columns))
        return hail_fail_memory(world->heap.error);
    hail_layer_set_span(world, layer, span, options->generations != 0);
    hail_layer_set_options(&world->bodies, layer, options); /* with HAIL_SCALE sizes come and go */
    l->room = 0;                                            /* a step may need more for other columns */
    return HAIL_OK;
}

hail_status hail_layer_describe(const hail_world *world, uint32_t layer, hail_layer_options *options) {
    HAIL_REQUIRE(hail_argument_layer(world, "layer", layer));
    HAIL_REQUIRE(hail_argument_given(world, "options", options));
    const hail_layer *l = world->bodies.layer[layer];
    *options = l ? l->options : (hail_layer_options){0};
    return HAIL_OK;
}

hail_status hail_layer_columns(hail_world *world, uint32_t layer, hail_columns *columns) {
    HAIL_REQUIRE(hail_argument_layer(world, "layer", layer));
    HAIL_REQUIRE(hail_argument_given(world, "columns", columns));
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
                              .pierce = layer_words(l, COLUMN_PIERCE),
                              .user = layer_user(l),
                              .shape = layer_words(l, COLUMN_SHAPE),
                              .handle = layer_handles(l)};
    return HAIL_OK;
}
