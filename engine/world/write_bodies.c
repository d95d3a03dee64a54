/* engine/world/write_bodies.c - writes to bodies by handle, after all handles and values were checked; makes bodies
 * bounce off what they hit. */
#include <float.h>
#include <string.h>

#include "arguments.h"
#include "base/angle.h"
#include "base/check.h"
#include "base/error.h"
#include "base/tiny.h"
#include "handle_list.h"
#include "layers.h"
#include "slots.h"
#include "world_state.h"

/* ---- What may be written ----------------------------------------------------------------------------------------- */

enum { FLOAT_ARRAYS = 7, ARRAYS = 9 };

typedef struct written {
    const char *field;
    const void *array;   /* NULL: not given */
    uint32_t column;     /* HAIL_ROTATION and so on: layers must have it; 0: every layer has it */
    bool in_callback;    /* may be written there */
    float min, max;      /* of an array of floats */
    const char *missing; /* what is wrong with a body whose layer lacks the column */
} written;

/* The arrays of floats come first. */
static void list_arrays(const hail_body_writes *w, written arrays[ARRAYS]) {
    const written all[ARRAYS] = {
        {"writes->x", w->x, 0, false, -FLT_MAX, FLT_MAX, NULL},
        {"writes->y", w->y, 0, false, -FLT_MAX, FLT_MAX, NULL},
        {"writes->vx", w->vx, 0, true, -FLT_MAX, FLT_MAX, NULL},
        {"writes->vy", w->vy, 0, true, -FLT_MAX, FLT_MAX, NULL},
        {"writes->angle", w->angle, HAIL_ROTATION, false, -HAIL_MAX_ANGLE, HAIL_MAX_ANGLE,
         "names a body of a layer without HAIL_ROTATION"},
        {"writes->scale", w->scale, HAIL_SCALE, false, 0.0f, HAIL_MAX_SCALE,
         "names a body of a layer without HAIL_SCALE"},
        {"writes->life", w->life, HAIL_LIFE, true, HAIL_TINY, FLT_MAX, "names a body of a layer without HAIL_LIFE"},
        {"writes->pierce", w->pierce, HAIL_PIERCE, false, 0.0f, 0.0f, "names a body of a layer without HAIL_PIERCE"},
        {"writes->user", w->user, HAIL_USER, true, 0.0f, 0.0f, "names a body of a layer without HAIL_USER"}};
    memcpy(arrays, all, sizeof all);
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static hail_status check_array(const hail_world *world, const written *w, size_t count, bool floats) {
    if (world->busy && w->array && !w->in_callback)
        return hail_fail(world->heap.error, HAIL_BUSY, w->field, "cannot be written inside the callback");
    HAIL_REQUIRE(hail_argument_not_own(world, w->field, w->array));
    if (!floats || !w->array || !world->kernels->outside(w->array, count, w->min, w->max))
        return HAIL_OK;
    return hail_argument_floats(world, w->field, w->array, count, w->min, w->max);
}

static hail_status fail_column(const hail_world *world, const written *arrays, uint32_t lacks, size_t element) {
    int a = 0;
    while (!(arrays[a].array && arrays[a].column & lacks))
        a++;
    return hail_fail_at(world->heap.error, HAIL_NO_COLUMN, "list->handles", element, arrays[a].missing);
}

/* Finds a body of a borrowed layer, one whose layer lacks one of the `columns` that are written and, if they may not be
 * `skipped`, a handle that names no live body. */
static hail_status check_block(const hail_world *world, const hail_handles *list, const hail_located *at, size_t begin,
                               const written *arrays, uint32_t columns, bool skipped) {
    const uint32_t n = handle_list_block(list, begin);
    for (uint32_t i = 0; i < n; i = located_span_end(at, i, n)) {
        const bool dead = at->layer[i] == HAIL_NO_LAYER;
        if (dead && !skipped)
            return hail_fail_stale(world, "list->handles", begin + i, *handle_list_at(list, begin + i));
        if (!dead && world->bodies.borrowed >> at->layer[i] & 1)
            return hail_fail_at(world->heap.error, HAIL_BAD_ARGUMENT, "list->handles", begin + i,
                                "names a body of a borrowed layer");
        const uint32_t lacks = dead ? 0 : columns & ~world->bodies.layer[at->layer[i]]->options.columns;
        if (lacks)
            return fail_column(world, arrays, lacks, begin + i);
    }
    return HAIL_OK;
}

/* Checks the handles, and counts those that name no live body. */
static hail_status check_handles(const hail_world *world, const hail_handles *list, const written *arrays, bool skipped,
                                 size_t *absent) {
    uint32_t columns = 0;
    for (int a = 0; a < ARRAYS; a++)
        columns |= arrays[a].array ? arrays[a].column : 0;
    for (size_t begin = 0; begin < list->count; begin += HANDLE_BLOCK) {
        hail_located at;
        const uint32_t dead = hail_handle_list_locate(world, list, begin, handle_list_block(list, begin), &at);
        *absent += dead;
        if (columns || world->bodies.borrowed || (dead && !skipped))
            HAIL_REQUIRE(check_block(world, list, &at, begin, arrays, columns, skipped));
    }
    return HAIL_OK;
}

static hail_status check_write(const hail_world *world, const hail_handles *list, const hail_body_writes *writes,
                               bool skipped, size_t *absent) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    if (world->on_tasks)
        return HAIL_BUSY;
    if (!list || !writes)
        return hail_fail_null(world->heap.error, list ? "writes" : "list");
    written arrays[ARRAYS];
    list_arrays(writes, arrays);
    HAIL_REQUIRE(hail_handle_list_check(world, list));
    for (int a = 0; a < ARRAYS; a++)
        HAIL_REQUIRE(check_array(world, &arrays[a], list->count, a < FLOAT_ARRAYS));
    return check_handles(world, list, arrays, skipped, absent);
}

/* ---- Writes ------------------------------------------------------------------------------------------------------ */

/* A span of handles whose bodies are in one layer. */
typedef struct writing {
    hail_layer *layer;
    const uint32_t *index;
    size_t from; /* the span's first element in the caller's arrays */
    uint32_t count;
} writing;

static void write_floats(const writing *w, int column, const float *values) {
    for (uint32_t i = 0; values && i < w->count; i++)
        layer_floats(w->layer, column)[w->index[i]] = hail_not_tiny(values[w->from + i]);
}

static void write_angles(const writing *w, const float *angle) {
    for (uint32_t i = 0; angle && i < w->count; i++)
        hail_angle_to_unit(hail_not_tiny(angle[w->from + i]), layer_floats(w->layer, COLUMN_COS) + w->index[i],
                           layer_floats(w->layer, COLUMN_SIN) + w->index[i]);
}

static void write_span(const writing *w, const hail_body_writes *from) {
    write_floats(w, COLUMN_X, from->x);
    write_floats(w, COLUMN_Y, from->y);
    write_floats(w, COLUMN_VX, from->vx);
    write_floats(w, COLUMN_VY, from->vy);
    write_angles(w, from->angle);
    write_floats(w, COLUMN_SCALE, from->scale);
    write_floats(w, COLUMN_LIFE, from->life);
    for (uint32_t i = 0; from->pierce && i < w->count; i++)
        layer_words(w->layer, COLUMN_PIERCE)[w->index[i]] = from->pierce[w->from + i];
    for (uint32_t i = 0; from->user && i < w->count; i++)
        layer_user(w->layer)[w->index[i]] = from->user[w->from + i];
    if (!(from->x || from->y || from->scale))
        return;
    w->layer->changes++;
    for (uint32_t i = 0; w->layer->options.is_static && i < w->count; i++)
        layer_mark(w->layer, w->index[i]);
}

hail_status hail_write_bodies(hail_world *world, const hail_handles *list, const hail_body_writes *writes,
                              size_t *missing) {
    size_t absent = 0;
    HAIL_REQUIRE(check_write(world, list, writes, missing != NULL, &absent));
    for (size_t begin = 0; begin < list->count; begin += HANDLE_BLOCK) {
        const uint32_t n = handle_list_block(list, begin);
        hail_located at;
        hail_handle_list_locate(world, list, begin, n, &at);
        for (uint32_t i = 0, end; i < n; i = end) {
            end = located_span_end(&at, i, n);
            if (at.layer[i] != HAIL_NO_LAYER)
                write_span(&(writing){world->bodies.layer[at.layer[i]], at.index + i, begin + i, end - i}, writes);
        }
    }
    if (missing)
        *missing = absent;
    return HAIL_OK;
}

/* ---- Bouncing ---------------------------------------------------------------------------------------------------- */

static void reflect(hail_world *world, const hail_contact *c, float restitution, float kept) {
    if (c->kind == HAIL_CONTACT_GRAZE || !slots_alive(&world->bodies, c->a))
        return;
    const hail_layer *layer = world->bodies.layer[slot_layer(&world->bodies, c->a.slot)];
    const uint32_t index = slot_index(&world->bodies, c->a.slot);
    float *vx = layer_floats(layer, COLUMN_VX) + index, *vy = layer_floats(layer, COLUMN_VY) + index;
    const float into = *vx * c->normal_x + *vy * c->normal_y;
    if (!(into > 0.0f))
        return;
    const float along_x = *vx - c->normal_x * into, along_y = *vy - c->normal_y * into;
    *vx = along_x * kept - c->normal_x * into * restitution;
    *vy = along_y * kept - c->normal_y * into * restitution;
}

static hail_status check_reflect(const hail_world *world, const hail_contact *contacts, size_t count, float restitution,
                                 float friction) {
    hail_error *error = world->heap.error;
    if (count && !contacts)
        return hail_fail_null(error, "contacts");
    if (count > INT32_MAX) /* an array as long as that is the caller's mistake: it is not read */
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "count", count, INT32_MAX, "is more than 2^31 - 1");
    HAIL_REQUIRE(hail_check_number(error, "restitution", (double)restitution, 0.0, 1.0));
    return hail_check_number(error, "friction", (double)friction, 0.0, 1.0);
}

hail_status hail_reflect(hail_world *world, const hail_contact *contacts, size_t count, float restitution,
                         float friction) {
    if (!world || world->on_tasks)
        return world ? HAIL_BUSY : HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(check_reflect(world, contacts, count, restitution, friction));
    for (size_t i = 0; i < count; i++)
        reflect(world, &contacts[i], restitution, 1.0f - friction);
    return HAIL_OK;
}
