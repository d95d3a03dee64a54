/* engine/world/arguments.c - checks that several calls of a world share. */
#include "arguments.h"

#include "lowest_bit.h"

hail_status hail_fail_busy(const hail_world *world) {
    return hail_fail(world->heap.error, HAIL_BUSY, "world", "is inside a step");
}

hail_status hail_fail_shape(const hail_world *world, const char *field, uint64_t element) {
    return hail_fail_at(world->heap.error, HAIL_UNKNOWN_SHAPE, field, element, "is no shape of the world's set");
}

static const char *why_stale(const hail_body_store *bodies, hail_handle handle) {
    if (handle.slot == 0 && handle.generation == 0)
        return "is the null handle";
    const bool earlier = handle.slot < bodies->slot_count && handle.generation != 0 &&
                         handle.generation < (body_slots(bodies)[handle.slot].generation & ~SLOT_FREE);
    return earlier ? "names a body that was freed" : "names no body of this world";
}

hail_status hail_fail_stale(const hail_world *world, const char *field, uint64_t element, hail_handle handle) {
    return hail_fail_at(world->heap.error, HAIL_STALE_HANDLE, field, element, why_stale(&world->bodies, handle));
}

hail_status hail_fail_handles(const hail_world *world, const hail_handle *handles, size_t count) {
    hail_error *error = world->heap.error;
    if (!handles)
        return hail_fail_null(error, "handles");
    if (count > HAIL_MAX_BODIES)
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "count", count, HAIL_MAX_BODIES,
                               "is more than HAIL_MAX_BODIES");
    size_t i = 0;
    while (slots_alive(&world->bodies, handles[i]))
        i++;
    return hail_fail_stale(world, "handles", i, handles[i]);
}

hail_status hail_argument_given(const hail_world *world, const char *field, const void *argument) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    return argument ? HAIL_OK : hail_fail_null(world->heap.error, field);
}

hail_status hail_argument_layer(const hail_world *world, const char *field, uint32_t layer) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    return layer < HAIL_MAX_LAYERS ? HAIL_OK
                                   : hail_fail_above(world->heap.error, HAIL_BAD_ARGUMENT, field, layer,
                                                     HAIL_MAX_LAYERS - 1, "is not below HAIL_MAX_LAYERS");
}

hail_status hail_argument_own_layer(const hail_world *world, const char *field, uint32_t layer) {
    HAIL_REQUIRE(hail_argument_layer(world, field, layer));
    return world->bodies.borrowed >> layer & 1
               ? hail_fail(world->heap.error, HAIL_BAD_ARGUMENT, field,
                           "is a borrowed layer, whose bodies only hail_layer_borrow changes")
               : HAIL_OK;
}

hail_status hail_argument_owned(const hail_world *world, const hail_handle *handles, size_t count) {
    for (size_t i = 0; world->bodies.borrowed && i < count; i++)
        if (world->bodies.borrowed >> slot_layer(&world->bodies, handles[i].slot) & 1)
            return hail_fail_at(world->heap.error, HAIL_BAD_ARGUMENT, "handles", i, "names a body of a borrowed layer");
    return HAIL_OK;
}

hail_status hail_argument_mode(const hail_world *world, const char *field, uint32_t mode) {
    return mode <= HAIL_EARLIEST
               ? HAIL_OK
               : hail_fail_above(world->heap.error, HAIL_BAD_ARGUMENT, field, mode, HAIL_EARLIEST, "is no hail_mode");
}

static bool is_own(const hail_world *world, const void *array) {
    for (uint64_t left = array ? world->bodies.used : 0; left; left &= left - 1) {
        const hail_layer *layer = world->bodies.layer[lowest_bit_64(left)];
        if ((uintptr_t)array - (uintptr_t)layer->block < layer->block_bytes)
            return true;
    }
    return false;
}

hail_status hail_argument_not_own(const hail_world *world, const char *field, const void *array) {
    return is_own(world, array) ? hail_fail(world->heap.error, HAIL_BAD_ARGUMENT, field, "is a layer's own column")
                                : HAIL_OK;
}
