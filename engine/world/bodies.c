/* engine/world/bodies.c - changes to live bodies: shape, layer, scale, angle, enabled or not. */
#include "bodies.h"

#include <string.h>

#include "arguments.h"
#include "base/angle.h"
#include "base/tiny.h"
#include "layers.h"
#include "lowest_bit.h"

/* ---- Checks ---------------------------------------------------------------------------------------------------- */

/* Checks the arguments of calls that the callback may not make. */
static hail_status check_change(const hail_world *world, const hail_handle *handles, size_t count) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(world->busy ? hail_fail_busy(world) : hail_argument_handles(world, handles, count));
    return hail_argument_owned(world, handles, count);
}

/* The same for calls that also move bodies: `handles` must not lie in a layer's columns. */
static hail_status check_move(const hail_world *world, const hail_handle *handles, size_t count) {
    HAIL_REQUIRE(check_change(world, handles, count));
    return hail_argument_not_own(world, "handles", handles);
}

/* ---- What a layer knows of its bodies -------------------------------------------------------------------------- */

/* What layers count of a shape. */
typedef struct joining_shape {
    uint32_t id, polygon, composed;
} joining_shape;

static joining_shape joining(const hail_shapeset *shapes, uint32_t id) {
    return (joining_shape){id, shape_is_polygon(shapes, id), shape_is_composed(shapes, id)};
}

static inline void join(hail_layer *layer, joining_shape shape, bool first) {
    layer->polygons += shape.polygon;
    layer->composed += shape.composed;
    if (first)
        layer->uniform_shape = shape.id;
    else if (shape.id != layer->uniform_shape)
        layer->uniform_shape = 0;
}

void hail_bodies_join(const hail_shapeset *shapes, hail_layer *layer, uint32_t shape, bool first) {
    join(layer, joining(shapes, shape), first);
}

/* In a layer of circles there is nothing to look up. */
static inline void leave(const hail_shapeset *shapes, hail_layer *layer, uint32_t shape) {
    if (!layer->polygons && !layer->composed)
        return;
    layer->polygons -= shape_is_polygon(shapes, shape);
    layer->composed -= shape_is_composed(shapes, shape);
}

void hail_bodies_take_out(hail_world *world, uint32_t number, uint32_t index) {
    hail_layer *layer = world->bodies.layer[number];
    leave(world->shapes, layer, layer_words(layer, COLUMN_SHAPE)[index]);
    hail_layer_close(&world->bodies, number, index);
    if (!layer->count)
        layer->uniform_shape = 0;
}

void hail_bodies_free(hail_world *world, uint32_t slot) {
    const uint32_t layer = slot_layer(&world->bodies, slot), index = slot_index(&world->bodies, slot);
    const uint64_t *user = layer_user(world->bodies.layer[layer]);
    hail_slots_remember(&world->bodies, slot, user ? user[index] : 0, world->stats.step);
    hail_bodies_take_out(world, layer, index);
    hail_slots_free(&world->bodies, slot);
}

/* ---- Columns ---------------------------------------------------------------------------------------------------- */

static void fill_floats(hail_layer *layer, int column, uint32_t first, const float *from, size_t count,
                        float otherwise) {
    float *to = layer_floats(layer, column);
    if (!to)
        return;
    for (size_t i = 0; i < count; i++)
        to[first + i] = from ? hail_not_tiny(from[i]) : otherwise;
}

static void fill_words(hail_layer *layer, int column, uint32_t first, const uint32_t *from, size_t count,
                       uint32_t otherwise) {
    uint32_t *to = layer_words(layer, column);
    if (!to)
        return;
    for (size_t i = 0; i < count; i++)
        to[first + i] = from ? from[i] : otherwise;
}

void hail_bodies_fill(hail_layer *layer, uint32_t first, const hail_spawn_columns *from, size_t count) {
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
    fill_words(layer, COLUMN_GROUP, first, from->group, count, 0);
    fill_words(layer, COLUMN_CATEGORY, first, from->category, count, HAIL_DEFAULT_CATEGORY);
    fill_words(layer, COLUMN_MASK, first, from->mask, count, HAIL_DEFAULT_MASK);
    fill_words(layer, COLUMN_PIERCE, first, from->pierce, count, 1);
    for (size_t i = 0; layer->column[COLUMN_USER] && i < count; i++)
        layer_user(layer)[first + i] = from->user ? from->user[i] : 0;
}

bool hail_bodies_fit(hail_heap *heap, hail_layer *layer, size_t more) {
    const size_t need = layer->count + more, limit = HAIL_MAX_BODIES;
    if (need <= layer->capacity)
        return true;
    size_t want = need > (size_t)layer->capacity * 3 / 2 + 16 ? need : (size_t)layer->capacity * 3 / 2 + 16;
    want = want > limit ? limit : want;
    return hail_layer_fit(heap, layer, (uint32_t)want, layer->options.columns) ||
           hail_layer_fit(heap, layer, (uint32_t)need, layer->options.columns);
}

/* ---- Changes --------------------------------------------------------------------------------------------------- */

hail_status hail_set_shape(hail_world *world, const hail_handle *handles, size_t count, const hail_shape *shape) {
    HAIL_REQUIRE(check_change(world, handles, count));
    HAIL_REQUIRE(hail_argument_given(world, "shape", shape));
    if (!shape_known(world->shapes, shape))
        return hail_fail_shape(world, "shape", HAIL_NO_ELEMENT);
    const joining_shape new_shape = joining(world->shapes, shape->id);
    for (size_t i = 0; i < count; i++) {
        hail_layer *layer = world->bodies.layer[slot_layer(&world->bodies, handles[i].slot)];
        uint32_t *old = layer_words(layer, COLUMN_SHAPE) + slot_index(&world->bodies, handles[i].slot);
        leave(world->shapes, layer, *old);
        layer->changes++;
        layer_mark(layer, slot_index(&world->bodies, handles[i].slot));
        join(layer, new_shape, layer->count == 1);
        *old = shape->id;
    }
    return HAIL_OK;
}

static inline void copy_between(void *to, uint32_t index, const void *from, uint32_t old, bool wide) {
    if (wide)
        ((uint64_t *)to)[index] = ((const uint64_t *)from)[old];
    else
        ((uint32_t *)to)[index] = ((const uint32_t *)from)[old];
}

/* Moves one body; both layers have room. */
static void change_layer(hail_world *world, hail_handle handle, uint32_t to) {
    const uint32_t from = slot_layer(&world->bodies, handle.slot), old = slot_index(&world->bodies, handle.slot);
    hail_layer *source = world->bodies.layer[from], *target = world->bodies.layer[to];
    const layer_part part = hail_layer_part_of(source, old);
    const bool was_empty = target->count == 0;
    const uint32_t index = hail_layer_open(&world->bodies, to, 1);
    const hail_spawn_columns defaults = {0};
    if (target->options.columns & ~source->options.columns)
        hail_bodies_fill(target, index, &defaults, 1);
    for (int c = 0; c < COLUMN_COUNT; c++)
        if (source->column[c] && target->column[c])
            copy_between(target->column[c], index, source->column[c], old, hail_layer_element[c] == 8);
    const uint32_t shape = layer_words(source, COLUMN_SHAPE)[old];
    hail_bodies_take_out(world, from, old);
    hail_bodies_join(world->shapes, target, shape, was_empty);
    hail_layer_write_slots(&world->bodies, to, index, index + 1);
    hail_layer_park(&world->bodies, to, index, part);
}

hail_status hail_set_layer(hail_world *world, const hail_handle *handles, size_t count, uint32_t layer) {
    HAIL_REQUIRE(check_move(world, handles, count));
    HAIL_REQUIRE(hail_argument_own_layer(world, "layer", layer));
    size_t joining = 0;
    for (size_t i = 0; i < count; i++)
        joining += slot_layer(&world->bodies, handles[i].slot) != layer;
    if (!joining)
        return HAIL_OK;
    hail_layer *target = hail_layer_use(&world->heap, &world->bodies, layer);
    if (!target)
        return hail_fail_memory(world->heap.error);
    const size_t others = world->bodies.live - target->count; /* a body may be named twice */
    if (!hail_bodies_fit(&world->heap, target, joining < others ? joining : others))
        return hail_fail_memory(world->heap.error);
    for (size_t i = 0; i < count; i++)
        if (slot_layer(&world->bodies, handles[i].slot) != layer)
            change_layer(world, handles[i], layer);
    return HAIL_OK;
}

/* ---- Enabling ---------------------------------------------------------------------------------------------------- */

/* Of many, the border between a layer's active and disabled bodies moves by as many as change sides; only those bodies
 * are moved that lie on the wrong side of it then. With a whole layer, none is. Fewer are faster one by one. */
enum { MANY_TO_ENABLE = 8 };

/* The bodies that change sides, by layer. */
typedef struct enabled_bodies {
    uint64_t layers;                 /* bits: those that have any */
    uint32_t count[HAIL_MAX_LAYERS]; /* of them */
    uint32_t home[HAIL_MAX_LAYERS];  /* where they lie in the end, from here on */
    uint32_t next[HAIL_MAX_LAYERS];  /* where the next body may lie that has to make room for one of them */
} enabled_bodies;

static bool is_marked(const hail_body_store *bodies, uint32_t slot) {
    return body_removal_flags(bodies)[slot] & SLOT_MARKED;
}

static void mark_body(hail_body_store *bodies, enabled_bodies *of, uint32_t slot, bool enabled) {
    const uint32_t number = slot_layer(bodies, slot), index = slot_index(bodies, slot);
    const layer_part part = hail_layer_part_of(bodies->layer[number], index);
    if (part == PART_QUARANTINED && !enabled) /* few, if any */
        hail_layer_park(bodies, number, index, PART_DISABLED);
    if (part != (enabled ? PART_DISABLED : PART_ACTIVE) || is_marked(bodies, slot))
        return;
    body_removal_flags(bodies)[slot] |= SLOT_MARKED;
    of->count[number]++;
    of->layers |= UINT64_C(1) << number;
}

static void move_borders(hail_body_store *bodies, enabled_bodies *of, bool enabled) {
    for (uint64_t left = of->layers; left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left), n = of->count[l];
        hail_layer *layer = bodies->layer[l];
        of->home[l] = of->next[l] = enabled ? layer->active : layer->active - n;
        if (layer->options.is_static)
            hail_layer_mark_range(layer, of->home[l], of->home[l] + n);
        layer->active = enabled ? layer->active + n : layer->active - n;
        layer->disabled = enabled ? layer->disabled - n : layer->disabled + n;
        layer->changes++;
    }
}

/* Brings a marked body to the right side, in exchange for one that is not marked. */
static void bring_home(hail_body_store *bodies, enabled_bodies *of, uint32_t slot) {
    const uint32_t l = slot_layer(bodies, slot), index = slot_index(bodies, slot);
    const hail_handle *handle = layer_handles(bodies->layer[l]);
    if (index - of->home[l] < of->count[l])
        return;
    while (is_marked(bodies, handle[of->next[l]].slot))
        of->next[l]++;
    hail_layer_swap(bodies, l, index, of->next[l]++);
}

static void enable_many(hail_body_store *bodies, const hail_handle *handles, size_t count, bool enabled) {
    enabled_bodies of;
    memset(&of, 0, sizeof of);
    for (size_t i = 0; i < count; i++)
        mark_body(bodies, &of, handles[i].slot, enabled);
    move_borders(bodies, &of, enabled);
    for (size_t i = 0; i < count; i++)
        if (is_marked(bodies, handles[i].slot))
            bring_home(bodies, &of, handles[i].slot);
    for (size_t i = 0; i < count; i++)
        body_removal_flags(bodies)[handles[i].slot] &= (uint8_t)~SLOT_MARKED;
}

static bool flips(const hail_layer *layer, uint32_t index, bool enabled) {
    return (hail_layer_part_of(layer, index) == PART_DISABLED) == enabled;
}

hail_status hail_set_enabled(hail_world *world, const hail_handle *handles, size_t count, bool enabled) {
    HAIL_REQUIRE(check_move(world, handles, count));
    if (count >= MANY_TO_ENABLE)
        enable_many(&world->bodies, handles, count, enabled);
    for (size_t i = 0; i < count && count < MANY_TO_ENABLE; i++) {
        const uint32_t number = slot_layer(&world->bodies, handles[i].slot),
                       index = slot_index(&world->bodies, handles[i].slot);
        if (flips(world->bodies.layer[number], index, enabled))
            hail_layer_park(&world->bodies, number, index, enabled ? PART_ACTIVE : PART_DISABLED);
    }
    return HAIL_OK;
}

/* ---- Looks ----------------------------------------------------------------------------------------------------- */

bool hail_alive(const hail_world *world, const hail_handle *handle) {
    return world && handle && slots_alive(&world->bodies, *handle);
}

hail_status hail_locate(const hail_world *world, const hail_handle *handle, hail_location *location) {
    HAIL_REQUIRE(hail_argument_given(world, handle ? "location" : "handle", handle ? location : NULL));
    if (!slots_alive(&world->bodies, *handle))
        return hail_fail_stale(world, "handle", HAIL_NO_ELEMENT, *handle);
    const uint32_t number = slot_layer(&world->bodies, handle->slot), index = slot_index(&world->bodies, handle->slot);
    const layer_part part = hail_layer_part_of(world->bodies.layer[number], index);
    *location = (hail_location){number, index, part != PART_DISABLED, part == PART_QUARANTINED};
    return HAIL_OK;
}

size_t hail_body_count(const hail_world *world) { return world ? world->bodies.live : 0; }
