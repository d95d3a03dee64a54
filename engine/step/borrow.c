/* engine/step/borrow.c - copies the caller's arrays into a layer's columns, in the order that these have already: a
 * body keeps its index from call to call. */
#include <math.h>
#include <string.h>

#include <hail/borrow.h>

#include "base/check.h"
#include "contacts/remember.h"
#include "tasks/run_tasks.h"
#include "world/arguments.h"
#include "world/bodies.h"
#include "world/layers.h"
#include "world/slots.h"

enum {
    BLOCK = 512, /* bodies that are read together: what lies in between stays in the cache */
    GRAIN = 8    /* such blocks of a task at least */
};

/* ---- The caller's arrays ----------------------------------------------------------------------------------------- */

/* One of them. */
typedef struct borrowed {
    const char *field, *stride_field;
    const void *first; /* NULL: not given */
    size_t stride;     /* bytes; once it is checked, never 0 */
    size_t element;    /* bytes */
    uint32_t option;   /* HAIL_ROTATION and so on: the layer must have it; 0: every layer has it */
    int column;        /* the layer's */
    const char *missing;
} borrowed;

/* Those that are copied word by word come first. */
enum { FROM_X, FROM_Y, FROM_COS, FROM_SIN, FROM_SCALE, FROM_DX, FROM_DY, FROM_GROUP, FROM_CATEGORY, FROM_MASK };
enum { WORD_ARRAYS = FROM_MASK + 1, FROM_SHAPE = WORD_ARRAYS, FROM_USER, FROM_GENERATION, ARRAYS };

#define BORROWED(name, size, option, column, missing)                                                                  \
    {                                                                                                                  \
        "columns->" #name ".first", "columns->" #name ".stride", c->name.first, c->name.stride, size, option, column,  \
            missing                                                                                                    \
    }

static void list_arrays(const hail_borrowed_columns *c, borrowed arrays[ARRAYS]) {
    static const char rotation[] = "is given, but the layer has no HAIL_ROTATION",
                      displacement[] = "is given, but the layer has no HAIL_DISPLACEMENT",
                      mask[] = "is given, but the layer has no HAIL_MASK";
    const borrowed all[ARRAYS] = {
        BORROWED(x, 4, 0, COLUMN_X, NULL),
        BORROWED(y, 4, 0, COLUMN_Y, NULL),
        BORROWED(cos, 4, HAIL_ROTATION, COLUMN_COS, rotation),
        BORROWED(sin, 4, HAIL_ROTATION, COLUMN_SIN, rotation),
        BORROWED(scale, 4, HAIL_SCALE, COLUMN_SCALE, "is given, but the layer has no HAIL_SCALE"),
        BORROWED(dx, 4, HAIL_DISPLACEMENT, COLUMN_DX, displacement),
        BORROWED(dy, 4, HAIL_DISPLACEMENT, COLUMN_DY, displacement),
        BORROWED(group, 4, HAIL_GROUP, COLUMN_GROUP, "is given, but the layer has no HAIL_GROUP"),
        BORROWED(category, 4, HAIL_MASK, COLUMN_CATEGORY, mask),
        BORROWED(mask, 4, HAIL_MASK, COLUMN_MASK, mask),
        BORROWED(shape, sizeof(hail_shape), 0, COLUMN_SHAPE, NULL),
        BORROWED(user, 8, HAIL_USER, COLUMN_USER, "is given, but the layer has no HAIL_USER"),
        BORROWED(generation, 4, 0, COLUMN_HANDLE, NULL)};
    memcpy(arrays, all, sizeof all);
}

/* A call. */
typedef struct borrowing {
    hail_world *world;
    hail_layer *layer;
    borrowed array[ARRAYS];
} borrowing;

static const void *element_at(const borrowed *array, uint32_t element) {
    return (const char *)array->first + element * array->stride;
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

/* Checks one array, and sets its stride. */
static hail_status check_array(const hail_world *world, const hail_layer *layer, size_t count, borrowed *a) {
    enum { MOST_WORDS = INT32_MAX }; /* kernels count words from the first one on, in 31 bits */
    hail_error *error = world->heap.error;
    if (!a->first)
        return HAIL_OK;
    if (a->option & ~layer->options.columns)
        return hail_fail(error, HAIL_NO_COLUMN, a->field, a->missing);
    HAIL_REQUIRE(hail_argument_not_own(world, a->field, a->first));
    if (a->stride % sizeof(uint32_t) || (a->stride && a->stride < a->element))
        return hail_fail(error, HAIL_BAD_ARGUMENT, a->stride_field, "is no multiple of 4 that is at least an element");
    a->stride = a->stride ? a->stride : a->element;
    if (a->stride / sizeof(uint32_t) > MOST_WORDS / count)
        return hail_fail(error, HAIL_BAD_ARGUMENT, a->stride_field, "makes an array of 8 GiB or more");
    return HAIL_OK;
}

static hail_status check_both(const borrowing *b, int one, int other) {
    const borrowed *p = &b->array[one], *q = &b->array[other];
    return !p->first == !q->first ? HAIL_OK : hail_fail_null(b->world->heap.error, p->first ? q->field : p->field);
}

static hail_status check_generation(const borrowing *b) {
    const borrowed *a = &b->array[FROM_GENERATION];
    if (!a->first == !b->layer->options.generations)
        return HAIL_OK;
    return a->first
               ? hail_fail(b->world->heap.error, HAIL_NO_COLUMN, a->field, "is given, but the layer has no generations")
               : hail_fail_null(b->world->heap.error, a->field);
}

/* Many neighbours have the same shape. */
static hail_status check_shapes(const borrowing *b, const hail_shape *shape, uint32_t count) {
    const borrowed *a = &b->array[FROM_SHAPE];
    hail_shape last = {0, 0};
    if (!a->first && !shape)
        return hail_fail_null(b->world->heap.error, "shape");
    if (!a->first)
        return shape_known(b->world->shapes, shape) ? HAIL_OK : hail_fail_shape(b->world, "shape", HAIL_NO_ELEMENT);
    for (uint32_t e = 0; e < count; e++) {
        const hail_shape *at = element_at(a, e);
        if (at->id == last.id && at->tag == last.tag && e)
            continue;
        if (!shape_known(b->world->shapes, at))
            return hail_fail_shape(b->world, a->field, e);
        last = *at;
    }
    return HAIL_OK;
}

static hail_status check_columns(borrowing *b, const hail_shape *shape, uint32_t count) {
    for (int a = 0; a < ARRAYS; a++)
        HAIL_REQUIRE(check_array(b->world, b->layer, count, &b->array[a]));
    HAIL_REQUIRE(check_both(b, FROM_COS, FROM_SIN));
    HAIL_REQUIRE(check_both(b, FROM_DX, FROM_DY));
    HAIL_REQUIRE(check_generation(b));
    return check_shapes(b, shape, count);
}

static hail_status check_layer(const hail_world *world, uint32_t layer, const hail_borrowed_columns *columns,
                               size_t count) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    hail_error *error = world->heap.error;
    HAIL_REQUIRE(hail_argument_layer(world, "layer", layer));
    if (count && !columns)
        return hail_fail_null(error, "columns");
    if (world->busy)
        return hail_fail_busy(world);
    const uint32_t most = world->bodies.layer[layer] ? world->bodies.layer[layer]->options.borrowed : 0;
    if (!most)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "layer", "is not borrowed (hail_layer_options)");
    return count <= most ? HAIL_OK
                         : hail_fail_above(error, HAIL_FULL, "count", count, most, "is more than the layer borrows");
}

/* ---- Generations ------------------------------------------------------------------------------------------------- */

static uint32_t generation_of(const borrowing *b, uint32_t slot) {
    const uint32_t given = *(const uint32_t *)element_at(&b->array[FROM_GENERATION], slot - b->layer->first_slot);
    return given && given < SPAN_NOBODY ? given : SPAN_NOBODY;
}

/* Sets the generations, before the users of bodies that are gone now are overwritten. */
static void read_generations(const borrowing *b) {
    hail_body_store *bodies = &b->world->bodies;
    hail_handle *handle = layer_handles(b->layer);
    const uint64_t *user = layer_user(b->layer);
    for (uint32_t i = 0; i < b->layer->count; i++) {
        const uint32_t slot = handle[i].slot, generation = generation_of(b, slot);
        if (generation == handle[i].generation)
            continue;
        hail_slots_remember(bodies, slot, user ? user[i] : 0, b->world->stats.step);
        hail_span_set_generation(bodies, slot, generation);
        handle[i].generation = generation;
        b->world->pair_memory.widowed = true;
    }
}

/* ---- Columns ----------------------------------------------------------------------------------------------------- */

/* The bodies at indices [begin, begin + count) of the columns. */
typedef struct block {
    uint32_t begin, count;
    uint32_t element[BLOCK]; /* of the caller's arrays */
} block;

static void read_words(const borrowing *b, const block *k, const borrowed *a) {
    uint32_t offset[BLOCK], *to = layer_words(b->layer, a->column) + k->begin;
    const uint32_t words = (uint32_t)(a->stride / sizeof(uint32_t));
    if (words == 1) {
        b->world->kernels->gather(a->first, k->element, to, 0, k->count);
        return;
    }
    for (uint32_t i = 0; i < k->count; i++)
        offset[i] = k->element[i] * words;
    b->world->kernels->gather(a->first, offset, to, 0, k->count);
}

/* Without x or y there is no place. */
static void fill_words(const borrowing *b, const block *k, int column) {
    float *to = layer_floats(b->layer, column) + k->begin;
    const float otherwise = column == COLUMN_X || column == COLUMN_Y ? NAN : 0.0f;
    for (uint32_t i = 0; i < k->count; i++)
        to[i] = otherwise;
    hail_layer_fill(b->layer->column[column], column, k->begin, k->begin + k->count);
}

/* An element may lie at any multiple of 4 bytes. */
static void read_users(const borrowing *b, const block *k, const borrowed *a) {
    for (uint32_t i = 0; i < k->count; i++)
        memcpy(layer_user(b->layer) + k->begin + i, element_at(a, k->element[i]), sizeof(uint64_t));
}

static void read_block(const borrowing *b, block *k) {
    const hail_handle *handle = layer_handles(b->layer) + k->begin;
    const uint32_t first = b->layer->first_slot;
    for (uint32_t i = 0; i < k->count; i++)
        k->element[i] = handle[i].slot - first;
    for (int a = 0; a < WORD_ARRAYS; a++)
        if (b->array[a].first)
            read_words(b, k, &b->array[a]);
        else if (b->layer->column[b->array[a].column])
            fill_words(b, k, b->array[a].column);
    for (uint32_t i = 0; b->array[FROM_GENERATION].first && i < k->count; i++)
        if (handle[i].generation == SPAN_NOBODY)
            layer_floats(b->layer, COLUMN_X)[k->begin + i] = NAN;
    if (b->array[FROM_USER].first)
        read_users(b, k, &b->array[FROM_USER]);
    else if (layer_user(b->layer))
        memset(layer_user(b->layer) + k->begin, 0, k->count * sizeof(uint64_t));
}

static void read_blocks(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const borrowing *b = task;
    (void)worker;
    for (uint32_t n = first; n < last; n++) {
        block k = {.begin = n * BLOCK, .count = BLOCK};
        k.count = b->layer->count - k.begin < BLOCK ? b->layer->count - k.begin : BLOCK;
        read_block(b, &k);
    }
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* What a shape adds to a layer's counts. A body that is new has none yet. */
static void count_shape(const hail_shapeset *shapes, hail_layer *layer, uint32_t shape, uint32_t by) {
    layer->polygons += shape && shape_is_polygon(shapes, shape) ? by : 0;
    layer->composed += shape && shape_is_composed(shapes, shape) ? by : 0;
}

static void read_shapes(const borrowing *b) {
    hail_layer *layer = b->layer;
    uint32_t *shape = layer_words(layer, COLUMN_SHAPE), differ = 0;
    for (uint32_t i = 0; i < layer->count; i++) {
        const uint32_t element = layer_handles(layer)[i].slot - layer->first_slot;
        const hail_shape *given = element_at(&b->array[FROM_SHAPE], element);
        if (shape[i] != given->id) {
            count_shape(b->world->shapes, layer, shape[i], UINT32_MAX);
            count_shape(b->world->shapes, layer, given->id, 1);
            shape[i] = given->id;
        }
        differ |= shape[i] ^ shape[0];
    }
    layer->uniform_shape = differ ? 0 : shape[0];
}

/* Gives all bodies one shape. */
static void set_shape(const borrowing *b, uint32_t id, bool added) {
    hail_layer *layer = b->layer;
    if (layer->uniform_shape == id && !added)
        return;
    uint32_t *shape = layer_words(layer, COLUMN_SHAPE);
    for (uint32_t i = 0; i < layer->count; i++)
        shape[i] = id;
    layer->uniform_shape = id;
    layer->polygons = layer->composed = 0;
    count_shape(b->world->shapes, layer, id, layer->count);
}

/* ---- The call ---------------------------------------------------------------------------------------------------- */

hail_status hail_layer_borrow(hail_world *world, uint32_t layer, const hail_shape *shape,
                              const hail_borrowed_columns *columns, size_t count, uint32_t *first) {
    HAIL_REQUIRE(check_layer(world, layer, columns, count));
    borrowing b = {.world = world, .layer = world->bodies.layer[layer]};
    if (count) {
        list_arrays(columns, b.array);
        HAIL_REQUIRE(check_columns(&b, shape, (uint32_t)count));
    }
    const uint32_t before = b.layer->count;
    hail_remember_forget_dead(world);
    hail_layer_resize(world, layer, (uint32_t)count);
    b.layer->active = b.layer->count; /* out of quarantine: the next step checks all of them */
    if (b.array[FROM_GENERATION].first)
        read_generations(&b);
    hail_run_tasks(world->tasks, (b.layer->count + BLOCK - 1) / BLOCK, GRAIN, read_blocks, &b);
    if (count && b.array[FROM_SHAPE].first)
        read_shapes(&b);
    else if (count)
        set_shape(&b, shape->id, before < count);
    b.layer->changes++;
    if (first)
        *first = b.layer->first_slot;
    return HAIL_OK;
}
