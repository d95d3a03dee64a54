/* engine/world/spawn.c - spawns and despawns bodies. */
#include <float.h>

#include "arguments.h"
#include "bodies.h"
#include "layers.h"
#include "slots.h"
#include "atomic.h"

/* Checks where the arrays lie, and that a layer (NULL: one with the default columns) has all that is given. */
static hail_status check_arrays(const hail_world *world, const hail_layer *layer, const hail_spawn_columns *from) {
    const struct {
        const char *field;
        const void *array;
        uint32_t column;
        const char *missing;
    } arrays[] = {{"columns->x", from->x, 0, NULL},
                  {"columns->y", from->y, 0, NULL},
                  {"columns->vx", from->vx, 0, NULL},
                  {"columns->vy", from->vy, 0, NULL},
                  {"columns->shape", from->shape, 0, NULL},
                  {"columns->angle", from->angle, HAIL_ROTATION, "is given, but the layer has no HAIL_ROTATION"},
                  {"columns->scale", from->scale, HAIL_SCALE, "is given, but the layer has no HAIL_SCALE"},
                  {"columns->group", from->group, HAIL_GROUP, "is given, but the layer has no HAIL_GROUP"},
                  {"columns->category", from->category, HAIL_MASK, "is given, but the layer has no HAIL_MASK"},
                  {"columns->mask", from->mask, HAIL_MASK, "is given, but the layer has no HAIL_MASK"},
                  {"columns->user", from->user, HAIL_USER, "is given, but the layer has no HAIL_USER"},
                  {"columns->life", from->life, HAIL_LIFE, "is given, but the layer has no HAIL_LIFE"},
                  {"columns->pierce", from->pierce, HAIL_PIERCE, "is given, but the layer has no HAIL_PIERCE"}};
    const uint32_t absent = ~(layer ? layer->options.columns : 0);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        HAIL_REQUIRE(hail_argument_not_own(world, arrays[i].field, arrays[i].array));
        if (arrays[i].array && (arrays[i].column & absent))
            return hail_fail(world->heap.error, HAIL_NO_COLUMN, arrays[i].field, arrays[i].missing);
    }
    return HAIL_OK;
}

/* Checks that the world has room, before the arrays are read: a wrong count may be larger than they are. */
static hail_status check_room(const hail_world *world, size_t count) {
    const uint32_t cap = world->options.max_bodies ? world->options.max_bodies : HAIL_MAX_BODIES;
    const uint32_t room = cap - world->bodies.live - world->bodies.unlent;
    return count <= room ? HAIL_OK
                         : hail_fail_above(world->heap.error, HAIL_FULL, "count", count, room,
                                           "would make more bodies than max_bodies");
}

static hail_status check_shapes(const hail_world *world, const hail_shape *shape, const hail_shape *shapes,
                                size_t count) {
    if (!shapes)
        return shape_known(world->shapes, shape) ? HAIL_OK : hail_fail_shape(world, "shape", HAIL_NO_ELEMENT);
    for (size_t i = 0; i < count; i++)
        if (!shape_known(world->shapes, &shapes[i]))
            return hail_fail_shape(world, "columns->shape", i);
    return HAIL_OK;
}

static hail_status check_numbers(const hail_world *world, const hail_spawn_columns *from, size_t count) {
    const struct {
        const char *field;
        const float *values;
        float min, max;
    } checks[] = {{"columns->x", from->x, -FLT_MAX, FLT_MAX},
                  {"columns->y", from->y, -FLT_MAX, FLT_MAX},
                  {"columns->vx", from->vx, -FLT_MAX, FLT_MAX},
                  {"columns->vy", from->vy, -FLT_MAX, FLT_MAX},
                  {"columns->angle", from->angle, -HAIL_MAX_ANGLE, HAIL_MAX_ANGLE},
                  {"columns->scale", from->scale, 0.0f, HAIL_MAX_SCALE},
                  {"columns->life", from->life, HAIL_TINY, FLT_MAX}};
    for (size_t c = 0; c < sizeof checks / sizeof *checks; c++)
        HAIL_REQUIRE(
            hail_argument_floats(world, checks[c].field, checks[c].values, count, checks[c].min, checks[c].max));
    return HAIL_OK;
}

/* The argument of a spawn that is NULL and must not be; NULL: none. */
static const char *missing_of(const hail_shape *shape, const hail_spawn_columns *from) {
    if (!from)
        return "columns";
    if (!from->x || !from->y)
        return from->x ? "columns->y" : "columns->x";
    return from->shape || shape ? NULL : "shape";
}

static hail_status check_spawn(const hail_world *world, uint32_t layer, const hail_shape *shape,
                               const hail_spawn_columns *from, size_t count) {
    HAIL_REQUIRE(hail_argument_own_layer(world, "layer", layer));
    const char *missing = count ? missing_of(shape, from) : NULL;
    if (missing)
        return hail_fail_null(world->heap.error, missing);
    if (world->busy)
        return hail_fail_busy(world);
    if (!count)
        return HAIL_OK;
    HAIL_REQUIRE(check_arrays(world, world->bodies.layer[layer], from));
    HAIL_REQUIRE(check_room(world, count));
    HAIL_REQUIRE(check_shapes(world, shape, from->shape, count));
    return check_numbers(world, from, count);
}

hail_status hail_spawn(hail_world *world, uint32_t layer, const hail_shape *shape, const hail_spawn_columns *columns,
                       size_t count, hail_handle *handles) {
    HAIL_REQUIRE(check_spawn(world, layer, shape, columns, count));
    if (!count)
        return HAIL_OK;
    hail_layer *l = hail_layer_use(&world->heap, &world->bodies, layer);
    /* Slots first: a failed spawn must not move the columns that the caller may point to. */
    if (!l || !hail_slots_fit(&world->heap, &world->bodies, (uint32_t)count) ||
        !hail_bodies_fit(&world->heap, l, count))
        return hail_fail_memory(world->heap.error);
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

/* Makes room to list `count` more bodies that leave in this step. */
static bool reserve_removals(hail_world *world, size_t count) {
    const size_t leaving = (size_t)world->may_go + world->bodies.marked + count, live = world->bodies.live;
    const size_t need = leaving < live ? leaving : live, room = world->removals.bytes / sizeof(hail_removal);
    const size_t twice = room * 2 < live ? room * 2 : live;
    return need <= room ||
           hail_scratch_grow(&world->heap, &world->removals, (need > twice ? need : twice) * sizeof(hail_removal));
}

hail_status hail_despawn(hail_world *world, const hail_handle *handles, size_t count) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    if (world->on_tasks)
        return HAIL_BUSY;
    HAIL_REQUIRE(hail_argument_handles(world, handles, count));
    if (!world->busy)
        HAIL_REQUIRE(hail_argument_not_own(world, "handles", handles));
    HAIL_REQUIRE(hail_argument_owned(world, handles, count));
    if (world->busy && !reserve_removals(world, count))
        return hail_fail_memory(world->heap.error);
    for (size_t i = 0; i < count; i++) {
        if (world->busy)
            hail_slots_mark(&world->bodies, handles[i].slot, HAIL_REMOVED_DESPAWN);
        else if (slots_alive(&world->bodies, handles[i])) /* not a second time */
            hail_bodies_free(world, handles[i].slot);
    }
    return HAIL_OK;
}

/* ---- On tasks ---------------------------------------------------------------------------------------------------- */

/* Tasks mark slots at once: the first that marks one counts it, with what its worker has. */

static hail_worker_marks *marks_of(const hail_world *world, uint32_t worker) {
    return &((hail_worker_scratch *)world->scratch->workers.data)[worker].marks;
}

void hail_despawn_tasks_begin(hail_world *world) {
    for (uint32_t w = 0; w < world->tasks->workers; w++)
        *marks_of(world, w) = (hail_worker_marks){.marked_min = UINT32_MAX};
    world->on_tasks = true;
}

void hail_despawn_tasks_end(hail_world *world) {
    hail_body_store *bodies = &world->bodies;
    world->on_tasks = false;
    for (uint32_t w = 0; w < world->tasks->workers; w++) {
        const hail_worker_marks *m = marks_of(world, w);
        if (!m->marked)
            continue;
        bodies->marked_min = !bodies->marked || m->marked_min < bodies->marked_min ? m->marked_min : bodies->marked_min;
        bodies->marked_max = !bodies->marked || m->marked_max > bodies->marked_max ? m->marked_max : bodies->marked_max;
        bodies->marked += m->marked;
    }
}

static void mark(const hail_body_store *bodies, hail_worker_marks *m, uint32_t slot) {
    if (shared_byte_or(body_removal_flags(bodies) + slot, HAIL_REMOVED_DESPAWN) & SLOT_REASONS)
        return;
    m->marked++;
    m->marked_min = slot < m->marked_min ? slot : m->marked_min;
    m->marked_max = slot > m->marked_max ? slot : m->marked_max;
}

hail_status hail_despawn_on_task(hail_world *world, uint32_t worker, const hail_handle *handles, size_t count) {
    if (!world || (count && !handles) || count > HAIL_MAX_BODIES)
        return HAIL_BAD_ARGUMENT;
    if (!count)
        return HAIL_OK;
    if (!world->on_tasks)
        return HAIL_BUSY;
    if (worker >= world->tasks->workers)
        return HAIL_BAD_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        if (!slots_alive(&world->bodies, handles[i]))
            return HAIL_STALE_HANDLE;
    for (size_t i = 0; world->bodies.borrowed && i < count; i++)
        if (world->bodies.borrowed >> slot_layer(&world->bodies, handles[i].slot) & 1)
            return HAIL_BAD_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        mark(&world->bodies, marks_of(world, worker), handles[i].slot);
    return HAIL_OK;
}
