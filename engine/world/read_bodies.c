/* engine/world/read_bodies.c - looks up lists of handles, and reads their bodies: a block is looked up, then each span
 * of one layer gathers its columns. */
#include <string.h>

#include "arguments.h"
#include "base/check.h"
#include "base/error.h"
#include "handle_list.h"
#include "slots.h"

hail_status hail_handle_list_check(const hail_world *world, const hail_handles *list) {
    hail_error *error = world->heap.error;
    if (list->count > INT32_MAX)
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "list->count", list->count, INT32_MAX,
                               "is more than 2^31 - 1");
    if (list->stride && (list->stride < sizeof(hail_handle) || list->stride % sizeof(uint32_t)))
        return hail_fail(error, HAIL_BAD_ARGUMENT, "list->stride", "is not a multiple of 4 that is at least 8");
    return list->count && !list->handles ? hail_fail_null(error, "list->handles") : HAIL_OK;
}

/* A scalar loop: lanes that gather handles and slots took 1.2 to 3 times as long at 4 and 8 lanes, and as long at 16.
 */
uint32_t hail_handle_list_locate(const hail_world *world, const hail_handles *list, size_t begin, uint32_t n,
                                 hail_located *at) {
    const hail_slot *slots = body_slots(&world->bodies);
    const uint32_t slot_count = world->bodies.slot_count, index_mask = (1u << LOCATION_INDEX_BITS) - 1;
    const size_t stride = handle_list_stride(list);
    const char *next = (const char *)handle_list_at(list, begin);
    uint32_t missing = 0;
    for (uint32_t i = 0; i < n; i++, next += stride) {
        const hail_handle handle = *(const hail_handle *)(const void *)next;
        const hail_slot slot = handle.slot < slot_count ? slots[handle.slot] : (hail_slot){0};
        const bool alive = slot.generation == handle.generation && handle.generation - 1 < SLOT_FREE - 1;
        at->layer[i] = alive ? slot.location >> LOCATION_INDEX_BITS : HAIL_NO_LAYER;
        at->index[i] = alive ? slot.location & index_mask : UINT32_MAX;
        missing += !alive;
    }
    return missing;
}

/* A span of handles whose bodies are in one layer. */
typedef struct reading {
    const hail_world *world;
    const hail_layer *layer;
    const uint32_t *index;
    size_t to; /* the span's first element in the caller's arrays */
    uint32_t count;
} reading;

static void read_floats(const reading *r, int column, float *values) {
    if (values)
        r->world->kernels->gather(layer_words(r->layer, column), r->index, (uint32_t *)(void *)(values + r->to), 0,
                                  r->count);
}

static void read_user(const reading *r, uint64_t *values) {
    const uint64_t *user = layer_user(r->layer);
    for (uint32_t i = 0; values && i < r->count; i++)
        values[r->to + i] = user ? user[r->index[i]] : 0;
}

static void read_span(const reading *r, const hail_body_values *values) {
    read_user(r, values->user);
    read_floats(r, COLUMN_X, values->x);
    read_floats(r, COLUMN_Y, values->y);
    read_floats(r, COLUMN_VX, values->vx);
    read_floats(r, COLUMN_VY, values->vy);
}

static void clear(float *values, size_t first, uint32_t count) {
    if (values)
        memset(values + first, 0, count * sizeof *values);
}

/* Handles that name no live body. Bodies that were freed since the last step began still have a user value. */
static void read_missing(const hail_world *world, const hail_handles *list, size_t first, uint32_t count,
                         const hail_body_values *values) {
    for (uint32_t i = 0; values->user && i < count; i++)
        values->user[first + i] =
            hail_slots_remembered(&world->bodies, *handle_list_at(list, first + i), world->stats.step);
    clear(values->x, first, count);
    clear(values->y, first, count);
    clear(values->vx, first, count);
    clear(values->vy, first, count);
}

static void read_block(const hail_world *world, const hail_handles *list, size_t begin, uint32_t n,
                       const hail_located *at, const hail_body_values *values) {
    for (uint32_t i = 0, end; i < n; i = end) {
        end = located_span_end(at, i, n);
        if (at->layer[i] == HAIL_NO_LAYER)
            read_missing(world, list, begin + i, end - i, values);
        else
            read_span(&(reading){world, world->bodies.layer[at->layer[i]], at->index + i, begin + i, end - i}, values);
    }
    if (values->layer)
        memcpy(values->layer + begin, at->layer, n * sizeof *at->layer);
    if (values->index)
        memcpy(values->index + begin, at->index, n * sizeof *at->index);
}

static hail_status check_read(const hail_world *world, const hail_handles *list, const hail_body_values *v) {
    HAIL_REQUIRE(hail_argument_given(world, "list", list));
    HAIL_REQUIRE(hail_argument_given(world, "values", v));
    const struct {
        const char *field;
        const void *array;
    } arrays[] = {{"values->user", v->user},  {"values->x", v->x},   {"values->y", v->y},
                  {"values->vx", v->vx},      {"values->vy", v->vy}, {"values->layer", v->layer},
                  {"values->index", v->index}};
    HAIL_REQUIRE(hail_handle_list_check(world, list));
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        HAIL_REQUIRE(hail_argument_not_own(world, arrays[i].field, arrays[i].array));
    return HAIL_OK;
}

static size_t read_all(const hail_world *world, const hail_handles *list, const hail_body_values *values) {
    size_t absent = 0;
    for (size_t begin = 0; begin < list->count; begin += HANDLE_BLOCK) {
        const uint32_t n = handle_list_block(list, begin);
        hail_located at;
        absent += hail_handle_list_locate(world, list, begin, n, &at);
        read_block(world, list, begin, n, &at, values);
    }
    return absent;
}

hail_status hail_read_bodies(const hail_world *world, const hail_handles *list, const hail_body_values *values,
                             size_t *missing) {
    HAIL_REQUIRE(check_read(world, list, values));
    const size_t absent = read_all(world, list, values);
    if (missing)
        *missing = absent;
    return HAIL_OK;
}

hail_status hail_contact_users(const hail_world *world, const hail_contact *contacts, size_t count, uint64_t *user_a,
                               uint64_t *user_b) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    if (count > INT32_MAX)
        return hail_fail_above(world->heap.error, HAIL_BAD_ARGUMENT, "count", count, INT32_MAX,
                               "is more than 2^31 - 1");
    if (count && !contacts)
        return hail_fail_null(world->heap.error, "contacts");
    HAIL_REQUIRE(hail_argument_not_own(world, "user_a", user_a));
    HAIL_REQUIRE(hail_argument_not_own(world, "user_b", user_b));
    if (count && user_a)
        read_all(world, &(hail_handles){&contacts->a, sizeof *contacts, count}, &(hail_body_values){.user = user_a});
    if (count && user_b)
        read_all(world, &(hail_handles){&contacts->b, sizeof *contacts, count}, &(hail_body_values){.user = user_b});
    return HAIL_OK;
}
