/* engine/world/spawn.c - spawns and despawns bodies. */
#include <math.h>

#include "bodies.h"
#include "layers.h"
#include "slots.h"

static bool spawns_own(const hail_world *world, const hail_spawn_columns *from) {
    const void *arrays[] = {from->x,     from->y,     from->vx,       from->vy,   from->shape, from->angle,
                            from->scale, from->group, from->category, from->mask, from->user,  from->life};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (hail_bodies_own(world, arrays[i]))
            return true;
    return false;
}

/* Whether a layer (NULL: one with the default columns) has all that is given. */
static bool has_columns(const hail_layer *layer, const hail_spawn_columns *from) {
    const uint32_t columns = layer ? layer->options.columns : 0;
    return (!from->angle || (columns & HAIL_ROTATION)) && (!from->scale || (columns & HAIL_SCALE)) &&
           (!from->group || (columns & HAIL_GROUP)) && (!from->category || (columns & HAIL_MASK)) &&
           (!from->mask || (columns & HAIL_MASK)) && (!from->user || (columns & HAIL_USER)) &&
           (!from->life || (columns & HAIL_LIFE));
}

static hail_status check_numbers(const hail_spawn_columns *from, size_t count) {
    const float far = INFINITY;
    const struct {
        const float *values;
        float min, max;
    } checks[] = {{from->x, -far, far},
                  {from->y, -far, far},
                  {from->vx, -far, far},
                  {from->vy, -far, far},
                  {from->angle, -HAIL_MAX_ANGLE, HAIL_MAX_ANGLE},
                  {from->scale, 0.0f, HAIL_MAX_SCALE},
                  {from->life, HAIL_TINY, far}};
    for (size_t c = 0; c < sizeof checks / sizeof *checks; c++) {
        const hail_status status = hail_bodies_check_floats(checks[c].values, count, checks[c].min, checks[c].max);
        if (status != HAIL_OK)
            return status;
    }
    return HAIL_OK;
}

static hail_status check_spawn(const hail_world *world, uint32_t layer, const hail_shape *shape,
                               const hail_spawn_columns *from, size_t count) {
    if (!world || layer >= HAIL_MAX_LAYERS || (count && (!from || !from->x || !from->y || (!from->shape && !shape))))
        return HAIL_BAD_ARGUMENT;
    if (world->busy)
        return HAIL_BUSY;
    if (!count)
        return HAIL_OK;
    if (spawns_own(world, from))
        return HAIL_BAD_ARGUMENT;
    if (!has_columns(world->bodies.layer[layer], from))
        return HAIL_NO_COLUMN;
    for (size_t i = 0; i < (from->shape ? count : 1); i++)
        if (!shape_known(world->shapes, from->shape ? &from->shape[i] : shape))
            return HAIL_UNKNOWN_SHAPE;
    const hail_status status = check_numbers(from, count);
    if (status != HAIL_OK)
        return status;
    const uint32_t cap = world->options.max_bodies ? world->options.max_bodies : HAIL_MAX_BODIES;
    if (count > cap || world->bodies.live > cap - count)
        return HAIL_FULL;
    return HAIL_OK;
}

hail_status hail_spawn(hail_world *world, uint32_t layer, const hail_shape *shape, const hail_spawn_columns *columns,
                       size_t count, hail_handle *handles) {
    const hail_status status = check_spawn(world, layer, shape, columns, count);
    if (status != HAIL_OK || !count)
        return status;
    hail_layer *l = hail_layer_use(&world->heap, &world->bodies, layer);
    /* Slots first: a failed spawn must not move the columns that the caller may point to. */
    if (!l || !hail_slots_fit(&world->heap, &world->bodies, (uint32_t)count) ||
        !hail_bodies_fit(&world->heap, l, count))
        return HAIL_NO_MEMORY;
    const bool was_empty = l->count == 0;
    const uint32_t first = hail_layer_open(&world->bodies, layer, (uint32_t)count);
    hail_bodies_fill(l, first, columns, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t id = columns->shape ? columns->shape[i].id : shape->id, slot = hail_slots_take(&world->bodies);
        const hail_handle handle = {slot, body_slots(&world->bodies)[slot].generation};
        layer_words(l, COLUMN_SHAPE)[first + i] = id;
        hail_bodies_join(world->shapes, l, id, was_empty && i == 0);
        layer_handles(l)[first + i] = handle;
        if (handles)
            handles[i] = handle;
    }
    hail_layer_write_slots(&world->bodies, layer, first, first + (uint32_t)count);
    return HAIL_OK;
}

hail_status hail_despawn(hail_world *world, const hail_handle *handles, size_t count) {
    const hail_status status = hail_bodies_check_handles(world, handles, count);
    if (status != HAIL_OK)
        return status;
    if (!world->busy && hail_bodies_own(world, handles))
        return HAIL_BAD_ARGUMENT;
    for (size_t i = 0; i < count; i++) {
        if (world->busy)
            hail_slots_mark(&world->bodies, handles[i].slot, HAIL_REMOVED_DESPAWN);
        else if (slots_alive(&world->bodies, handles[i])) /* not a second time */
            hail_bodies_free(world, handles[i].slot);
    }
    return HAIL_OK;
}
