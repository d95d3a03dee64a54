#include "bodies.h"

#include <math.h>

#include "base/angle.h"
#include "base/tiny.h"
#include "layer.h"
#include "removals.h"

#include <string.h>

/* ---- Slots ----------------------------------------------------------------------------------------------------- */

bool hail_bodies_reserve(hail_world *world, uint32_t slots) {
    return hail_state_grow(&world->heap, &world->slots, (size_t)slots * sizeof(hail_slot)) &&
           hail_state_grow(&world->heap, &world->removal_flags, slots);
}

static uint32_t slots_free(const hail_world *world) { return world->slot_count - world->live; }

/* Room for `more` bodies in slots; grows by half. */
static bool slots_fit(hail_world *world, uint32_t more) {
    const uint32_t spare = slots_free(world), fresh = more > spare ? more - spare : 0;
    const size_t need = (size_t)world->slot_count + fresh;
    if (need <= world->slots.bytes / sizeof(hail_slot) && need <= world->removal_flags.bytes)
        return true;
    const size_t half = world->slot_count + (size_t)world->slot_count / 2 + 16, most = HAIL_MAX_BODIES;
    size_t want = need > half ? need : half;
    want = want > most ? most : want;
    return hail_bodies_reserve(world, (uint32_t)want) || hail_bodies_reserve(world, (uint32_t)need);
}

static uint32_t slot_take(hail_world *world) {
    hail_slot *slots = world_slots(world);
    uint32_t slot = world->free_slot;
    if (slot != NO_SLOT) {
        world->free_slot = slots[slot].place;
    } else {
        slot = world->slot_count++;
        slots[slot].generation = 1;
    }
    world_removal_flags(world)[slot] = SLOT_LIVE;
    world->live++;
    return slot;
}

/* When a body of that shape leaves. */
static void forget_shape(const hail_world *world, hail_layer *layer, uint32_t shape) {
    layer->polygons -= shape_is_polygon(world, shape);
    layer->composed -= shape_is_composed(world, shape);
}

void hail_bodies_free(hail_world *world, uint32_t slot) {
    hail_slot *s = world_slots(world) + slot;
    const uint32_t number = s->place >> LOCATION_INDEX_BITS, index = s->place & ((1u << LOCATION_INDEX_BITS) - 1);
    hail_layer *layer = world->layer[number];
    forget_shape(world, layer, layer_words(layer, COLUMN_SHAPE)[index]);
    hail_layer_close(world, number, index);
    if (!layer->count)
        layer->uniform_shape = 0;
    s->generation = s->generation == UINT32_MAX ? 1 : s->generation + 1; /* 0 is null's */
    s->place = world->free_slot;
    world->free_slot = slot;
    world_removal_flags(world)[slot] = 0;
    world->live--;
}

static bool alive(const hail_world *world, hail_handle h) {
    return h.slot < world->slot_count && world_slots(world)[h.slot].generation == h.generation &&
           (world_removal_flags(world)[h.slot] & SLOT_LIVE);
}

static uint32_t layer_of(const hail_world *world, hail_handle h) {
    return world_slots(world)[h.slot].place >> LOCATION_INDEX_BITS;
}

static uint32_t index_of(const hail_world *world, hail_handle h) {
    return world_slots(world)[h.slot].place & ((1u << LOCATION_INDEX_BITS) - 1);
}

/* ---- Checks ---------------------------------------------------------------------------------------------------- */

/* Arrays of the caller's must not be a layer's own columns: bodies move while they are gone through. */
static bool is_own(const hail_world *world, const void *array) {
    for (uint32_t l = 0; array && l < HAIL_MAX_LAYERS; l++) {
        const hail_layer *layer = world->layer[l];
        if (layer && (uintptr_t)array - (uintptr_t)layer->block < layer->block_bytes)
            return true;
    }
    return false;
}

static hail_status check_floats(const float *values, size_t count, float least, float most) {
    for (size_t i = 0; values && i < count; i++) {
        if (!isfinite(values[i]))
            return HAIL_NOT_FINITE;
        if (values[i] < least || values[i] > most)
            return HAIL_OUT_OF_RANGE;
    }
    return HAIL_OK;
}

static hail_status check_handles(const hail_world *world, const hail_handle *handles, size_t count) {
    if (!world || (count && !handles))
        return HAIL_BAD_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        if (!alive(world, handles[i]))
            return HAIL_STALE_HANDLE;
    return HAIL_OK;
}

/* For calls that are closed inside the callback. */
static hail_status check_change(const hail_world *world, const hail_handle *handles, size_t count) {
    if (world && world->busy)
        return HAIL_BUSY;
    return check_handles(world, handles, count);
}

/* And for those of them that move bodies. */
static hail_status check_move(const hail_world *world, const hail_handle *handles, size_t count) {
    const hail_status status = check_change(world, handles, count);
    return status == HAIL_OK && is_own(world, handles) ? HAIL_BAD_ARGUMENT : status;
}

static bool spawns_own(const hail_world *world, const hail_spawn_columns *from) {
    const void *arrays[] = {from->x,     from->y,     from->vx,    from->vy,   from->shape,
                            from->angle, from->scale, from->group, from->user, from->life};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (is_own(world, arrays[i]))
            return true;
    return false;
}

static hail_status check_spawn(const hail_world *world, uint32_t layer, hail_shape shape,
                               const hail_spawn_columns *from, size_t count) {
    if (!world || layer >= HAIL_MAX_LAYERS || (count && (!from || !from->x || !from->y)))
        return HAIL_BAD_ARGUMENT;
    if (world->busy)
        return HAIL_BUSY;
    if (!count)
        return HAIL_OK;
    if (spawns_own(world, from))
        return HAIL_BAD_ARGUMENT;
    const uint32_t columns = world->layer[layer] ? world->layer[layer]->options.columns : 0;
    if ((from->angle && !(columns & HAIL_ROTATION)) || (from->scale && !(columns & HAIL_SCALE)) ||
        (from->group && !(columns & HAIL_GROUP)) || (from->user && !(columns & HAIL_USER)) ||
        (from->life && !(columns & HAIL_LIFE)))
        return HAIL_NO_COLUMN;
    for (size_t i = 0; i < (from->shape ? count : 1); i++)
        if (!shape_known(world, from->shape ? from->shape[i] : shape))
            return HAIL_UNKNOWN_SHAPE;
    const float far = INFINITY;
    const struct {
        const float *values;
        float least, most;
    } checks[] = {{from->x, -far, far},
                  {from->y, -far, far},
                  {from->vx, -far, far},
                  {from->vy, -far, far},
                  {from->angle, -HAIL_MAX_ANGLE, HAIL_MAX_ANGLE},
                  {from->scale, 0.0f, HAIL_MAX_SCALE},
                  {from->life, HAIL_TINY, far}};
    for (size_t c = 0; c < sizeof checks / sizeof *checks; c++) {
        const hail_status status = check_floats(checks[c].values, count, checks[c].least, checks[c].most);
        if (status != HAIL_OK)
            return status;
    }
    const uint32_t cap = world->options.max_bodies ? world->options.max_bodies : HAIL_MAX_BODIES;
    if (count > cap || world->live > cap - count)
        return HAIL_FULL;
    return HAIL_OK;
}

/* ---- Spawn ----------------------------------------------------------------------------------------------------- */

static void fill_floats(hail_layer *layer, int column, uint32_t first, const float *from, size_t count,
                        float otherwise) {
    float *to = layer_floats(layer, column);
    if (!to)
        return;
    for (size_t i = 0; i < count; i++)
        to[first + i] = from ? hail_not_tiny(from[i]) : otherwise;
}

static void fill_columns(hail_layer *layer, uint32_t first, const hail_spawn_columns *from, size_t count) {
    fill_floats(layer, COLUMN_X, first, from->x, count, 0.0f);
    fill_floats(layer, COLUMN_Y, first, from->y, count, 0.0f);
    fill_floats(layer, COLUMN_VX, first, from->vx, count, 0.0f);
    fill_floats(layer, COLUMN_VY, first, from->vy, count, 0.0f);
    fill_floats(layer, COLUMN_SCALE, first, from->scale, count, 1.0f);
    fill_floats(layer, COLUMN_LIFE, first, from->life, count, HAIL_FOREVER);
    fill_floats(layer, COLUMN_DX, first, NULL, count, 0.0f);
    fill_floats(layer, COLUMN_DY, first, NULL, count, 0.0f);
    for (size_t i = 0; layer->column[COLUMN_COS] && i < count; i++)
        hail_angle_to_unit(from->angle ? hail_not_tiny(from->angle[i]) : 0.0f,
                           layer_floats(layer, COLUMN_COS) + first + i, layer_floats(layer, COLUMN_SIN) + first + i);
    for (size_t i = 0; layer->column[COLUMN_GROUP] && i < count; i++)
        layer_words(layer, COLUMN_GROUP)[first + i] = from->group ? from->group[i] : 0;
    for (size_t i = 0; layer->column[COLUMN_USER] && i < count; i++)
        layer_user(layer)[first + i] = from->user ? from->user[i] : 0;
}

/* Keeps what a layer knows of its bodies' shapes true when a body of that shape joins. */
static void note_shape(const hail_world *world, hail_layer *layer, uint32_t shape, bool first) {
    layer->polygons += shape_is_polygon(world, shape);
    layer->composed += shape_is_composed(world, shape);
    if (first)
        layer->uniform_shape = shape;
    else if (shape != layer->uniform_shape)
        layer->uniform_shape = 0;
}

/* Room for `more` bodies in a layer; grows by half. */
static bool layer_fit_more(hail_world *world, hail_layer *layer, size_t more) {
    const size_t need = layer->count + more, most = HAIL_MAX_BODIES;
    if (need <= layer->capacity)
        return true;
    size_t want = need > (size_t)layer->capacity * 3 / 2 + 16 ? need : (size_t)layer->capacity * 3 / 2 + 16;
    want = want > most ? most : want;
    return hail_layer_fit(world, layer, (uint32_t)want, layer->options.columns) ||
           hail_layer_fit(world, layer, (uint32_t)need, layer->options.columns);
}

hail_status hail_spawn(hail_world *world, uint32_t layer, hail_shape shape, const hail_spawn_columns *columns,
                       size_t count, hail_handle *handles) {
    const hail_status status = check_spawn(world, layer, shape, columns, count);
    if (status != HAIL_OK || !count)
        return status;
    hail_layer *l = hail_layer_use(world, layer);
    /* Slots first: a failed spawn must not move the columns that the caller may point to. */
    if (!l || !slots_fit(world, (uint32_t)count) || !layer_fit_more(world, l, count))
        return HAIL_NO_MEMORY;
    const bool was_empty = l->count == 0;
    const uint32_t first = hail_layer_open(world, layer, (uint32_t)count);
    fill_columns(l, first, columns, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t id = columns->shape ? columns->shape[i].id : shape.id, slot = slot_take(world);
        const hail_handle handle = {slot, world_slots(world)[slot].generation};
        layer_words(l, COLUMN_SHAPE)[first + i] = id;
        note_shape(world, l, id, was_empty && i == 0);
        layer_handles(l)[first + i] = handle;
        if (handles)
            handles[i] = handle;
    }
    hail_layer_write_slots(world, layer, first, first + (uint32_t)count);
    return HAIL_OK;
}

hail_status hail_despawn(hail_world *world, const hail_handle *handles, size_t count) {
    const hail_status status = check_handles(world, handles, count);
    if (status != HAIL_OK)
        return status;
    if (!world->busy && is_own(world, handles))
        return HAIL_BAD_ARGUMENT;
    for (size_t i = 0; i < count; i++) {
        if (world->busy)
            hail_removals_mark(world, handles[i].slot, HAIL_REMOVED_DESPAWN);
        else if (alive(world, handles[i])) /* not a second time */
            hail_bodies_free(world, handles[i].slot);
    }
    return HAIL_OK;
}

/* ---- Changes --------------------------------------------------------------------------------------------------- */

hail_status hail_set_shape(hail_world *world, const hail_handle *handles, size_t count, hail_shape shape) {
    const hail_status status = check_change(world, handles, count);
    if (status != HAIL_OK)
        return status;
    if (!shape_known(world, shape))
        return HAIL_UNKNOWN_SHAPE;
    for (size_t i = 0; i < count; i++) {
        hail_layer *layer = world->layer[layer_of(world, handles[i])];
        uint32_t *old = layer_words(layer, COLUMN_SHAPE) + index_of(world, handles[i]);
        forget_shape(world, layer, *old);
        note_shape(world, layer, shape.id, layer->count == 1);
        *old = shape.id;
    }
    return HAIL_OK;
}

/* Moves one body; both layers have room. */
static void change_layer(hail_world *world, hail_handle handle, uint32_t to) {
    const uint32_t from = layer_of(world, handle), old = index_of(world, handle);
    hail_layer *source = world->layer[from], *target = world->layer[to];
    const layer_part part = hail_layer_part_of(source, old);
    const bool was_empty = target->count == 0;
    const uint32_t index = hail_layer_open(world, to, 1);
    const hail_spawn_columns defaults = {0};
    fill_columns(target, index, &defaults, 1);
    for (int c = 0; c < COLUMN_COUNT; c++)
        if (source->column[c] && target->column[c])
            memcpy((char *)target->column[c] + (size_t)index * hail_layer_element[c],
                   (char *)source->column[c] + (size_t)old * hail_layer_element[c], hail_layer_element[c]);
    const uint32_t shape = layer_words(source, COLUMN_SHAPE)[old];
    forget_shape(world, source, shape);
    hail_layer_close(world, from, old);
    if (!source->count)
        source->uniform_shape = 0;
    note_shape(world, target, shape, was_empty);
    hail_layer_write_slots(world, to, index, index + 1);
    hail_layer_park(world, to, index, part);
}

hail_status hail_set_layer(hail_world *world, const hail_handle *handles, size_t count, uint32_t layer) {
    const hail_status status = check_move(world, handles, count);
    if (status != HAIL_OK)
        return status;
    if (layer >= HAIL_MAX_LAYERS)
        return HAIL_BAD_ARGUMENT;
    size_t joining = 0;
    for (size_t i = 0; i < count; i++)
        joining += layer_of(world, handles[i]) != layer;
    if (!joining)
        return HAIL_OK;
    hail_layer *target = hail_layer_use(world, layer);
    if (!target)
        return HAIL_NO_MEMORY;
    const size_t others = world->live - target->count; /* a body may be named twice */
    if (!layer_fit_more(world, target, joining < others ? joining : others))
        return HAIL_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        if (layer_of(world, handles[i]) != layer)
            change_layer(world, handles[i], layer);
    return HAIL_OK;
}

static hail_status check_column(const hail_world *world, const hail_handle *handles, size_t count, int column) {
    for (size_t i = 0; i < count; i++)
        if (!world->layer[layer_of(world, handles[i])]->column[column])
            return HAIL_NO_COLUMN;
    return HAIL_OK;
}

hail_status hail_set_scale(hail_world *world, const hail_handle *handles, size_t count, const float *scale) {
    hail_status status = check_change(world, handles, count);
    if (status == HAIL_OK && count && !scale)
        status = HAIL_BAD_ARGUMENT;
    if (status == HAIL_OK)
        status = check_column(world, handles, count, COLUMN_SCALE);
    if (status == HAIL_OK)
        status = check_floats(scale, count, 0.0f, HAIL_MAX_SCALE);
    for (size_t i = 0; status == HAIL_OK && i < count; i++)
        layer_floats(world->layer[layer_of(world, handles[i])], COLUMN_SCALE)[index_of(world, handles[i])] =
            hail_not_tiny(scale[i]);
    return status;
}

hail_status hail_set_angle(hail_world *world, const hail_handle *handles, size_t count, const float *angle) {
    hail_status status = check_change(world, handles, count);
    if (status == HAIL_OK && count && !angle)
        status = HAIL_BAD_ARGUMENT;
    if (status == HAIL_OK)
        status = check_column(world, handles, count, COLUMN_COS);
    if (status == HAIL_OK)
        status = check_floats(angle, count, -HAIL_MAX_ANGLE, HAIL_MAX_ANGLE);
    for (size_t i = 0; status == HAIL_OK && i < count; i++) {
        const hail_layer *layer = world->layer[layer_of(world, handles[i])];
        const uint32_t index = index_of(world, handles[i]);
        hail_angle_to_unit(hail_not_tiny(angle[i]), layer_floats(layer, COLUMN_COS) + index,
                           layer_floats(layer, COLUMN_SIN) + index);
    }
    return status;
}

hail_status hail_set_enabled(hail_world *world, const hail_handle *handles, size_t count, bool enabled) {
    const hail_status status = check_move(world, handles, count);
    for (size_t i = 0; status == HAIL_OK && i < count; i++) {
        const uint32_t number = layer_of(world, handles[i]), index = index_of(world, handles[i]);
        const bool disabled = hail_layer_part_of(world->layer[number], index) == PART_DISABLED;
        if (disabled == enabled)
            hail_layer_park(world, number, index, enabled ? PART_ACTIVE : PART_DISABLED);
    }
    return status;
}

/* ---- Looks ----------------------------------------------------------------------------------------------------- */

bool hail_alive(const hail_world *world, hail_handle handle) { return world && alive(world, handle); }

hail_status hail_locate(const hail_world *world, hail_handle handle, hail_location *place) {
    if (!world || !place)
        return HAIL_BAD_ARGUMENT;
    if (!alive(world, handle))
        return HAIL_STALE_HANDLE;
    const uint32_t number = layer_of(world, handle), index = index_of(world, handle);
    const layer_part part = hail_layer_part_of(world->layer[number], index);
    *place = (hail_location){number, index, part != PART_DISABLED, part == PART_QUARANTINED};
    return HAIL_OK;
}

size_t hail_body_count(const hail_world *world) { return world ? world->live : 0; }
