/* engine/world/shapeset.c - creates, destroys and measures sets of shapes, and looks shapes up. */
#include "shapeset.h"

#include "base/check.h"
#include "world_state.h"

/* ---- Sets -------------------------------------------------------------------------------------------------------- */

void hail_shapeset_start(hail_shapeset *set, const hail_heap *heap) {
    *set = (hail_shapeset){
        .heap = *heap, .end = 1, .flatness = 1.0f, .sprite_reach = 1.0f, .number = hail_shape_tag_number()};
}

void hail_shapeset_end(hail_shapeset *set) {
    const hail_buffer tables[] = {set->rows, set->radii, set->entries, set->spare};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        hail_state_free(&set->heap, tables[i].data, tables[i].bytes);
}

hail_status hail_shapeset_create(const hail_context *context, hail_shapeset **set) {
    if (!set)
        return hail_fail_null(context_error(context), "set");
    *set = NULL;
    HAIL_REQUIRE(context_check(context));
    hail_heap heap;
    hail_heap_init(&heap, context);
    hail_shapeset *made = hail_state_new(&heap, sizeof *made);
    if (!made)
        return hail_fail_memory(heap.error);
    hail_shapeset_start(made, &heap);
    *set = made;
    return HAIL_OK;
}

hail_status hail_shapeset_destroy(hail_shapeset *set) {
    if (!set)
        return HAIL_OK;
    if (set->worlds)
        return hail_fail(set->heap.error, HAIL_IN_USE, "set", "is used by a world");
    hail_shapeset_end(set);
    hail_heap heap = set->heap;
    hail_state_free(&heap, set, sizeof *set);
    return HAIL_OK;
}

hail_status hail_shapeset_measure(const hail_shapeset *set, hail_shapeset_size *size) {
    if (!set || !size)
        return HAIL_BAD_ARGUMENT;
    *size = (hail_shapeset_size){set->live, set->heap.state};
    return HAIL_OK;
}

void hail_shapeset_join(hail_shapeset *set, hail_world *world) {
    world->shapes = set;
    world->next_of_set = set->worlds;
    set->worlds = world;
}

void hail_shapeset_leave(hail_world *world) {
    hail_world **link = &world->shapes->worlds;
    while (*link != world)
        link = &(*link)->next_of_set;
    *link = world->next_of_set;
}

bool hail_shapeset_shared(const hail_shapeset *set, const hail_world *world) {
    return set->worlds && (set->worlds != world || world->next_of_set);
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

hail_status hail_shapeset_check_change(const hail_shapeset *set, const hail_shape *shape) {
    if (!set || !shape)
        return hail_fail_null(set ? set->heap.error : NULL, set ? "shape" : "set");
    for (const hail_world *world = set->worlds; world; world = world->next_of_set)
        if (world->busy)
            return hail_fail(set->heap.error, HAIL_BUSY, "set", "is used by a world that is inside a step");
    return HAIL_OK;
}

hail_status hail_shapeset_check_known(const hail_shapeset *set, const hail_shape *shape) {
    HAIL_REQUIRE(hail_shapeset_check_change(set, shape));
    if (shape_known(set, shape))
        return HAIL_OK;
    return hail_fail(set->heap.error, HAIL_UNKNOWN_SHAPE, "shape", "was destroyed or is not of this set");
}

/* ---- Looking shapes up ------------------------------------------------------------------------------------------- */

/* The checks of calls that describe a shape. The set is const, and several threads may ask it: no error is written. */
static hail_status check_look(const hail_shapeset *set, const hail_shape *shape, const hail_convex_info *info) {
    if (!set || !shape || !info)
        return HAIL_BAD_ARGUMENT;
    return shape_known(set, shape) ? HAIL_OK : HAIL_UNKNOWN_SHAPE;
}

hail_status hail_shape_of_id(const hail_shapeset *set, uint32_t id, hail_shape *shape) {
    if (!set || !shape)
        return HAIL_BAD_ARGUMENT;
    if (!shape_exists(set, id))
        return HAIL_UNKNOWN_SHAPE;
    *shape = (hail_shape){id, shape_entry(set, id)->tag};
    return HAIL_OK;
}

hail_status hail_shape_describe(const hail_shapeset *set, const hail_shape *shape, hail_convex_info *info) {
    HAIL_REQUIRE(check_look(set, shape, info));
    return hail_convex_describe(shape_convex(set, shape->id), info);
}

uint32_t hail_shape_part_count(const hail_shapeset *set, const hail_shape *shape) {
    return set && shape && shape_known(set, shape) ? shape_entry(set, shape->id)->parts : 0;
}

hail_status hail_shape_part(const hail_shapeset *set, const hail_shape *shape, uint32_t part, hail_convex_info *info) {
    HAIL_REQUIRE(check_look(set, shape, info));
    const hail_shape_entry *entry = shape_entry(set, shape->id);
    if (part >= entry->parts)
        return HAIL_OUT_OF_RANGE;
    return hail_convex_describe(shape_convex(set, entry->first + part), info);
}
