/* engine/queries/query_scope.c - checks what all queries have in common. */
#include "query_scope.h"

#include "lowest_bit.h"

static hail_status check_flags(hail_error *error, const hail_query_filter *f) {
    const uint32_t all = HAIL_FIND_BODIES | HAIL_FIND_TILES | HAIL_FIND_WALLS;
    if (f->find & ~all)
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "filter->find", f->find, all,
                               "has a flag that names nothing to find");
    return f->order > HAIL_UNORDERED ? hail_fail_above(error, HAIL_BAD_ARGUMENT, "filter->order", f->order,
                                                       HAIL_UNORDERED, "is no hail_order")
                                     : HAIL_OK;
}

static hail_status check_outputs(hail_error *error, const hail_query_args *call) {
    HAIL_REQUIRE(hail_check_count(error, "capacity", call->capacity));
    if (call->count && call->capacity && !call->results)
        return hail_fail_null(error, call->results_field);
    if (call->count && !call->capacity && !call->counts)
        return hail_fail_null(error, "counts");
    if ((uint64_t)call->count * call->capacity > SIZE_MAX / sizeof(hail_query_hit))
        return hail_refuse_above(error, "capacity", HAIL_NO_ELEMENT, call->capacity,
                                 SIZE_MAX / sizeof(hail_query_hit) / call->count);
    return HAIL_OK;
}

/* The layers with active bodies among those that are asked for. Fails if one of them is not prepared. */
static hail_status find_layers(const hail_world *world, hail_error *error, uint64_t asked, uint64_t *layers) {
    *layers = 0;
    for (uint64_t left = world->bodies.used & (asked ? asked : UINT64_MAX); left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left);
        const hail_layer *layer = world->bodies.layer[l];
        const hail_layer_index *index = layer->index.data;
        if (!layer->active)
            continue;
        if (!index || !same_version(index->version, world_layer_version(world, l)))
            return hail_fail_at(error, HAIL_NOT_PREPARED, "filter->layers", l,
                                "is a layer that is not prepared, or has changed since");
        *layers |= UINT64_C(1) << l;
    }
    return HAIL_OK;
}

hail_status hail_query_open(hail_query_scope *scope, const hail_query_args *call, hail_checks *checks) {
    static const hail_query_filter none;
    if (!call->world)
        return hail_fail_null(context_error(call->context), "world");
    const hail_query_filter *f = call->filter ? call->filter : &none;
    const uint32_t find = f->find ? f->find : HAIL_FIND_BODIES;
    *checks = (hail_checks){call->world->kernels, context_error(call->context), NULL};
    HAIL_REQUIRE(hail_context_tasks(call->context, &checks->tasks));
    HAIL_REQUIRE(check_outputs(checks->error, call));
    HAIL_REQUIRE(check_flags(checks->error, f));
    scope->world = call->world;
    scope->kernels = call->world->kernels;
    scope->filter = f;
    scope->layers = 0;
    scope->map = find & HAIL_FIND_TILES ? call->world->rules.map : NULL;
    scope->sectors = find & HAIL_FIND_WALLS ? call->world->rules.sectors : NULL;
    scope->selective = (f->group | f->category | f->mask | f->except.generation) || f->each_group || f->each_category ||
                       f->each_mask || f->each_except;
    scope->tile_kinds = f->tile_kinds ? f->tile_kinds : UINT32_MAX;
    scope->wall_kinds = f->wall_kinds ? f->wall_kinds : UINT32_MAX;
    return find & HAIL_FIND_BODIES ? find_layers(call->world, checks->error, f->layers, &scope->layers) : HAIL_OK;
}
