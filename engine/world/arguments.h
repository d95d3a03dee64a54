/* engine/world/arguments.h - checks that several calls of a world share. Each describes what it refuses in the world's
 * hail_error, and returns the status. */
#ifndef HAIL_WORLD_ARGUMENTS_H
#define HAIL_WORLD_ARGUMENTS_H

#include "base/error.h"
#include "slots.h"
#include "world_state.h"

/* Fails with HAIL_BUSY: the step's callback may not make this call. */
hail_status hail_fail_busy(const hail_world *world);

/* Fails because a shape is not of the world's set. element: HAIL_NO_ELEMENT if it is not in an array. */
hail_status hail_fail_shape(const hail_world *world, const char *field, uint64_t element);

/* Fails because a handle names no live body. element: HAIL_NO_ELEMENT if it is not in an array. */
hail_status hail_fail_stale(const hail_world *world, const char *field, uint64_t element, hail_handle handle);

/* Fails because of the first handle, or the count, that hail_argument_handles refuses. */
hail_status hail_fail_handles(const hail_world *world, const hail_handle *handles, size_t count);

/* Checks that a world is given, and an argument of it that may not be NULL. */
hail_status hail_argument_given(const hail_world *world, const char *field, const void *argument);

/* Checks that a world is given, and the number of a layer. */
hail_status hail_argument_layer(const hail_world *world, const char *field, uint32_t layer);

/* The same of a layer that bodies may be put into: no borrowed one. */
hail_status hail_argument_own_layer(const hail_world *world, const char *field, uint32_t layer);

/* Checks that no handle, all of which name live bodies, names one of a borrowed layer. */
hail_status hail_argument_owned(const hail_world *world, const hail_handle *handles, size_t count);

/* Checks a hail_mode. */
hail_status hail_argument_mode(const hail_world *world, const char *field, uint32_t mode);

/* Checks that an array does not lie in a layer's own columns, whose bodies would move while the array is read. */
hail_status hail_argument_not_own(const hail_world *world, const char *field, const void *array);

/* The last two are inline because games change bodies one by one, too. */

/* Checks that every value is finite and within [min, max]. values NULL: HAIL_OK. */
static inline hail_status hail_argument_floats(const hail_world *world, const char *field, const float *values,
                                               size_t count, float min, float max) {
    for (size_t i = 0; values && i < count; i++)
        if (!(values[i] >= min && values[i] <= max))
            return hail_fail_number(world->heap.error, field, i, (double)values[i], (double)min, (double)max);
    return HAIL_OK;
}

/* Checks the arguments of a call that takes handles: their count, and that every one names a live body. An array longer
 * than HAIL_MAX_BODIES is the caller's mistake: it is not read. */
static inline hail_status hail_argument_handles(const hail_world *world, const hail_handle *handles, size_t count) {
    bool good = count <= HAIL_MAX_BODIES && (handles || !count);
    for (size_t i = 0; good && i < count; i++)
        good = slots_alive(&world->bodies, handles[i]);
    return good ? HAIL_OK : hail_fail_handles(world, handles, count);
}

#endif
