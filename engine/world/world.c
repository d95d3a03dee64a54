#include <math.h>
#include <string.h>

#include "step/bin.h"
#include "bodies.h"
#include "layer.h"

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
    made->flatness = made->sprite_reach = 1.0f;
    made->free_slot = NO_SLOT;
    made->stats.isa = kernels->name;
    *world = made;
    return HAIL_OK;
}

void hail_world_destroy(hail_world *world) {
    if (!world)
        return;
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++)
        hail_layer_destroy(world, world->layer[l]);
    hail_heap heap = world->heap; /* the layers are taken off its figures already */
    const hail_buffer state[] = {world->slots, world->removal_flags, world->shapes,
                                 world->radii, world->shape_entries, world->rules};
    for (size_t i = 0; i < sizeof state / sizeof *state; i++)
        hail_state_free(&heap, state[i].data, state[i].bytes);
    hail_buffer *scratch[] = {&world->attention,  &world->sorting,      &world->removals,
                              &world->chosen,     &world->counts,       &world->earliest,
                              &world->found_rows, &world->wall_scratch, &world->stops};
    for (size_t i = 0; i < sizeof scratch / sizeof *scratch; i++)
        hail_scratch_free(&heap, scratch[i]);
    hail_pairs_free(&heap, &world->pairs);
    hail_raster_free(&heap, &world->raster);
    hail_paths_free(&heap, &world->paths);
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
    hail_layer *l = hail_layer_use(world, layer);
    if (!l || !hail_layer_fit(world, l, l->capacity, options->columns))
        return HAIL_NO_MEMORY;
    l->options = *options;
    return HAIL_OK;
}

hail_status hail_reserve(hail_world *world, uint32_t layer, size_t bodies, size_t pairs) {
    if (!world || layer >= HAIL_MAX_LAYERS)
        return HAIL_BAD_ARGUMENT;
    if (world->busy)
        return HAIL_BUSY;
    if (bodies > HAIL_MAX_BODIES || (world->options.max_bodies && bodies > world->options.max_bodies))
        return HAIL_FULL;
    hail_layer *l = hail_layer_use(world, layer);
    if (!l || !hail_layer_fit(world, l, (uint32_t)bodies, l->options.columns))
        return HAIL_NO_MEMORY;
    uint64_t slots = 0;
    for (uint32_t i = 0; i < HAIL_MAX_LAYERS; i++)
        slots += world->layer[i] ? world->layer[i]->capacity : 0;
    const uint64_t cap = world->options.max_bodies ? world->options.max_bodies : HAIL_MAX_BODIES;
    slots = slots < cap ? slots : cap;
    const uint32_t most = pairs < world->options.pair_budget ? (uint32_t)pairs : world->options.pair_budget;
    const bool fits =
        (!slots || (hail_bodies_reserve(world, (uint32_t)slots) &&
                    hail_scratch_grow(&world->heap, &world->removals, (size_t)slots * sizeof(hail_removal)) &&
                    hail_scratch_grow(&world->heap, &world->counts, (size_t)slots * sizeof(uint32_t)) &&
                    hail_scratch_grow(&world->heap, &world->earliest, (size_t)slots * sizeof(float)))) &&
        hail_bin_reserve_all(world, most);
    return fits ? HAIL_OK : HAIL_NO_MEMORY;
}

hail_status hail_layer_columns(hail_world *world, uint32_t layer, hail_columns *columns) {
    if (!world || !columns || layer >= HAIL_MAX_LAYERS)
        return HAIL_BAD_ARGUMENT;
    *columns = (hail_columns){0};
    const hail_layer *l = world->layer[layer];
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
                              .user = layer_user(l),
                              .shape = layer_words(l, COLUMN_SHAPE),
                              .handle = layer_handles(l)};
    return HAIL_OK;
}

/* ---- Tiles and walls ------------------------------------------------------------------------------------------- */

hail_status hail_world_set_tiles(hail_world *world, const hail_tilemap *map) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    if (world->busy)
        return HAIL_BUSY;
    world->map = map;
    return HAIL_OK;
}

hail_status hail_rule_tiles(hail_world *world, uint32_t layer, const hail_tile_rule *rule) {
    const hail_tile_rule none = {.mode = HAIL_IGNORE};
    if (!world || layer >= HAIL_MAX_LAYERS || (rule && (unsigned)rule->mode > HAIL_EARLIEST))
        return HAIL_BAD_ARGUMENT;
    if (rule && rule->smooth > HAIL_MAX_SMOOTH)
        return HAIL_OUT_OF_RANGE;
    if (world->busy)
        return HAIL_BUSY;
    hail_layer *l = hail_layer_use(world, layer);
    if (!l)
        return HAIL_NO_MEMORY;
    l->tiles = rule ? *rule : none;
    return HAIL_OK;
}

hail_status hail_world_set_sectors(hail_world *world, const hail_sectors *map) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    if (world->busy)
        return HAIL_BUSY;
    world->sectors = map;
    return HAIL_OK;
}

hail_status hail_rule_walls(hail_world *world, uint32_t layer, const hail_wall_rule *rule) {
    const hail_wall_rule none = {.mode = HAIL_IGNORE};
    if (!world || layer >= HAIL_MAX_LAYERS || (rule && (unsigned)rule->mode > HAIL_EARLIEST))
        return HAIL_BAD_ARGUMENT;
    if (world->busy)
        return HAIL_BUSY;
    hail_layer *l = hail_layer_use(world, layer);
    if (!l)
        return HAIL_NO_MEMORY;
    l->walls = rule ? *rule : none;
    return HAIL_OK;
}

/* ---- Rules ----------------------------------------------------------------------------------------------------- */

static uint32_t find_rule(const hail_world *world, uint32_t a, uint32_t b) {
    const hail_rule_entry *rules = world_rules(world);
    uint32_t r = 0;
    while (r < world->rule_count && !((rules[r].a == a && rules[r].b == b) || (rules[r].a == b && rules[r].b == a)))
        r++;
    return r;
}

/* Keeps the list in order of (a, b), which is the order of the contact stream. */
static void put_rule(hail_world *world, hail_rule_entry entry) {
    hail_rule_entry *rules = world_rules(world);
    uint32_t at = find_rule(world, entry.a, entry.b);
    if (at < world->rule_count)
        memmove(rules + at, rules + at + 1, (--world->rule_count - at) * sizeof *rules);
    if (entry.mode == HAIL_IGNORE)
        return;
    for (at = world->rule_count++; at > 0; at--) {
        const hail_rule_entry *before = &rules[at - 1];
        if (before->a < entry.a || (before->a == entry.a && before->b < entry.b))
            break;
        rules[at] = *before;
    }
    rules[at] = entry;
}

hail_status hail_rule_set(hail_world *world, uint32_t layer_a, uint32_t layer_b, hail_mode mode) {
    if (!world || layer_a >= HAIL_MAX_LAYERS || layer_b >= HAIL_MAX_LAYERS || (unsigned)mode > HAIL_EARLIEST)
        return HAIL_BAD_ARGUMENT;
    if (world->busy)
        return HAIL_BUSY;
    const size_t rules = world->rules.bytes / sizeof(hail_rule_entry);
    const bool more = mode != HAIL_IGNORE && find_rule(world, layer_a, layer_b) == world->rule_count;
    if (more && world->rule_count + 1 > rules &&
        !hail_state_grow(&world->heap, &world->rules, (rules * 2 + 16) * sizeof(hail_rule_entry)))
        return HAIL_NO_MEMORY;
    put_rule(world, (hail_rule_entry){(uint8_t)layer_a, (uint8_t)layer_b, (uint8_t)mode});
    return HAIL_OK;
}

hail_rule hail_rule_get(const hail_world *world, uint32_t layer_a, uint32_t layer_b) {
    const uint32_t r = world ? find_rule(world, layer_a, layer_b) : 0;
    if (!world || r == world->rule_count)
        return (hail_rule){HAIL_IGNORE, layer_a, layer_b};
    const hail_rule_entry *rule = &world_rules(world)[r];
    return (hail_rule){(hail_mode)rule->mode, rule->a, rule->b};
}
