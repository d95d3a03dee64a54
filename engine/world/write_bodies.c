/* engine/world/write_bodies.c - writes to bodies by handle, after all handles and values were checked. */
#include <float.h>

#include "arguments.h"
#include "base/error.h"
#include "base/tiny.h"
#include "handle_list.h"

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

/* Finds a value that is not finite. */
static hail_status check_values(const hail_world *world, const char *field, const float *values, size_t count) {
    if (!values || !world->kernels->outside(values, count, -FLT_MAX, FLT_MAX))
        return HAIL_OK;
    size_t i = 0;
    while (i + 1 < count && isfinite(values[i]))
        i++;
    return hail_fail_number(world->heap.error, field, i, (double)values[i], 0.0, 0.0);
}

/* Finds a handle that names no live body, or one whose body has no user column. */
static hail_status check_block(const hail_world *world, const hail_handles *list, const hail_located *at, size_t begin,
                               uint32_t n, bool user) {
    for (uint32_t i = 0; i < n; i++) {
        if (at->layer[i] == HAIL_NO_LAYER)
            return hail_fail_stale(world, "list->handles", begin + i, *handle_list_at(list, begin + i));
        if (user && !layer_user(world->bodies.layer[at->layer[i]]))
            return hail_fail_at(world->heap.error, HAIL_NO_COLUMN, "list->handles", begin + i,
                                "names a body of a layer without HAIL_USER");
    }
    return HAIL_OK;
}

static hail_status check_handles(const hail_world *world, const hail_handles *list, bool user) {
    hail_status status = HAIL_OK;
    for (size_t begin = 0; status == HAIL_OK && begin < list->count; begin += HANDLE_BLOCK) {
        const uint32_t n = handle_list_block(list, begin);
        hail_located at;
        if (hail_handle_list_locate(world, list, begin, n, &at) || user)
            status = check_block(world, list, &at, begin, n, user);
    }
    return status;
}

static hail_status check_arrays(const hail_world *world, const hail_handles *list, const hail_body_writes *w) {
    const hail_named_array arrays[] = {{"writes->x", w->x},
                                       {"writes->y", w->y},
                                       {"writes->vx", w->vx},
                                       {"writes->vy", w->vy},
                                       {"writes->user", w->user}};
    hail_status status = hail_handle_list_check(world, list, arrays, sizeof arrays / sizeof *arrays);
    for (size_t i = 0; status == HAIL_OK && i < 4; i++)
        status = check_values(world, arrays[i].field, arrays[i].array, list->count);
    return status;
}

static hail_status check_write(const hail_world *world, const hail_handles *list, const hail_body_writes *writes) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    if (world->on_tasks)
        return HAIL_BUSY;
    if (!list)
        return hail_fail_null(world->heap.error, "list");
    if (!writes)
        return hail_fail_null(world->heap.error, "writes");
    if (world->busy && (writes->x || writes->y))
        return hail_fail(world->heap.error, HAIL_BUSY, writes->x ? "writes->x" : "writes->y",
                         "cannot be written inside the callback");
    const hail_status status = check_arrays(world, list, writes);
    return status == HAIL_OK ? check_handles(world, list, writes->user) : status;
}

/* ---- Writes ------------------------------------------------------------------------------------------------------ */

static void write_floats(float *column, const uint32_t *index, const float *values, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        column[index[i]] = hail_not_tiny(values[i]);
}

static void write_run(hail_layer *layer, const uint32_t *index, const hail_body_writes *w, size_t from,
                      uint32_t count) {
    if (w->x)
        write_floats(layer_floats(layer, COLUMN_X), index, w->x + from, count);
    if (w->y)
        write_floats(layer_floats(layer, COLUMN_Y), index, w->y + from, count);
    layer->changes += w->x || w->y;
    if (w->vx)
        write_floats(layer_floats(layer, COLUMN_VX), index, w->vx + from, count);
    if (w->vy)
        write_floats(layer_floats(layer, COLUMN_VY), index, w->vy + from, count);
    for (uint32_t i = 0; w->user && i < count; i++)
        layer_user(layer)[index[i]] = w->user[from + i];
}

hail_status hail_write_bodies(hail_world *world, const hail_handles *list, const hail_body_writes *writes) {
    const hail_status status = check_write(world, list, writes);
    if (status != HAIL_OK)
        return status;
    for (size_t begin = 0; begin < list->count; begin += HANDLE_BLOCK) {
        const uint32_t n = handle_list_block(list, begin);
        hail_located at;
        hail_handle_list_locate(world, list, begin, n, &at);
        for (uint32_t i = 0, end; i < n; i = end) {
            end = located_run_end(&at, i, n);
            write_run(world->bodies.layer[at.layer[i]], at.index + i, writes, begin + i, end - i);
        }
    }
    return HAIL_OK;
}
