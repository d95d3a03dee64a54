/* What failing calls of hail/bodies.h write into the hail_error: status, argument, element, numbers, sentence. */
#include "error_scene.h"

static hail_status spawn(scene *s, uint32_t layer, hail_spawn_columns from, size_t count) {
    from.x = from.x ? from.x : zeros;
    from.y = from.y ? from.y : zeros;
    return hail_spawn(s->world, layer, &s->dot, &from, count, NULL);
}

Test(body_errors, spawn) {
    scene *s = set_up();
    const hail_spawn_columns no_y = {.x = zeros}, no_x = {.y = zeros}, both = {.x = zeros, .y = zeros};
    BAD(hail_spawn(s->world, 64, &s->dot, &both, 1, NULL), HAIL_BAD_ARGUMENT, "layer", NONE, n(64, 0, 63),
        "layer is not below HAIL_MAX_LAYERS");
    BAD(hail_spawn(s->world, 0, &s->dot, NULL, 1, NULL), HAIL_BAD_ARGUMENT, "columns", NONE, NO_NUMBER,
        "columns is NULL");
    BAD(hail_spawn(s->world, 0, &s->dot, &no_x, 1, NULL), HAIL_BAD_ARGUMENT, "columns->x", NONE, NO_NUMBER,
        "columns->x is NULL");
    BAD(hail_spawn(s->world, 0, &s->dot, &no_y, SIZE_MAX, NULL), HAIL_BAD_ARGUMENT, "columns->y", NONE, NO_NUMBER,
        "columns->y is NULL");
    BAD(hail_spawn(s->world, 0, NULL, &both, 1, NULL), HAIL_BAD_ARGUMENT, "shape", NONE, NO_NUMBER, "shape is NULL");
    BAD(hail_spawn(s->world, 0, &s->foreign, &both, 1, NULL), HAIL_UNKNOWN_SHAPE, "shape", NONE, NO_NUMBER,
        "shape is no shape of the world's set");
    const hail_shape shapes[] = {s->dot, {0, 0}};
    BAD(spawn(s, 0, (hail_spawn_columns){.shape = shapes}, 2), HAIL_UNKNOWN_SHAPE, "columns->shape", 1, NO_NUMBER,
        "columns->shape[1] is no shape of the world's set");
    BAD(spawn(s, 0, both, SIZE_MAX), HAIL_FULL, "count", NONE, n((double)SIZE_MAX, 0, 94),
        "count would make more bodies than max_bodies");
    BAD(spawn(s, 0, both, 95), HAIL_FULL, "count", NONE, n(95, 0, 94), "count would make more bodies than max_bodies");
    hail_columns own;
    cr_assert_eq(hail_layer_columns(s->world, PLAIN, &own), HAIL_OK);
    BAD(spawn(s, 0, (hail_spawn_columns){.vx = own.vx}, 2), HAIL_BAD_ARGUMENT, "columns->vx", NONE, NO_NUMBER,
        "columns->vx is a layer's own column");
    s->memory.empty = true;
    BAD(spawn(s, 7, both, 2), HAIL_NO_MEMORY, NULL, NONE, NO_NUMBER, "the allocator returned NULL");
}

Test(body_errors, columns_that_a_layer_lacks) {
    scene *s = set_up();
    const uint32_t group[] = {0};
    const uint64_t user[] = {0};
    const float life[] = {1.0f};
    BAD(spawn(s, PLAIN, (hail_spawn_columns){.angle = zeros}, 1), HAIL_NO_COLUMN, "columns->angle", NONE, NO_NUMBER,
        "columns->angle is given, but the layer has no HAIL_ROTATION");
    BAD(spawn(s, PLAIN, (hail_spawn_columns){.scale = zeros}, 1), HAIL_NO_COLUMN, "columns->scale", NONE, NO_NUMBER,
        "columns->scale is given, but the layer has no HAIL_SCALE");
    BAD(spawn(s, PLAIN, (hail_spawn_columns){.group = group}, 1), HAIL_NO_COLUMN, "columns->group", NONE, NO_NUMBER,
        "columns->group is given, but the layer has no HAIL_GROUP");
    BAD(spawn(s, PLAIN, (hail_spawn_columns){.category = group}, 1), HAIL_NO_COLUMN, "columns->category", NONE,
        NO_NUMBER, "columns->category is given, but the layer has no HAIL_MASK");
    BAD(spawn(s, PLAIN, (hail_spawn_columns){.mask = group}, 1), HAIL_NO_COLUMN, "columns->mask", NONE, NO_NUMBER,
        "columns->mask is given, but the layer has no HAIL_MASK");
    BAD(spawn(s, 63, (hail_spawn_columns){.user = user}, 1), HAIL_NO_COLUMN, "columns->user", NONE, NO_NUMBER,
        "columns->user is given, but the layer has no HAIL_USER");
    BAD(spawn(s, PLAIN, (hail_spawn_columns){.life = life}, 1), HAIL_NO_COLUMN, "columns->life", NONE, NO_NUMBER,
        "columns->life is given, but the layer has no HAIL_LIFE");
}

Test(body_errors, numbers_of_bodies) {
    scene *s = set_up();
    const float nan[] = {0.0f, 0.0f, NAN}, far[] = {0.0f, INFINITY, NAN}, wide[] = {0.0f, -2.0e6f},
                one[] = {1.0f, -1.0f};
    BAD(spawn(s, PLAIN, (hail_spawn_columns){.x = nan}, 3), HAIL_NOT_FINITE, "columns->x", 2,
        n(NAN, -(double)FLT_MAX, (double)FLT_MAX), "columns->x[2] is not a finite number");
    BAD(spawn(s, PLAIN, (hail_spawn_columns){.y = far}, 3), HAIL_NOT_FINITE, "columns->y", 1,
        n(INFINITY, -(double)FLT_MAX, (double)FLT_MAX), "columns->y[1] is not a finite number");
    BAD(spawn(s, PLAIN, (hail_spawn_columns){.vx = nan}, 3), HAIL_NOT_FINITE, "columns->vx", 2,
        n(NAN, -(double)FLT_MAX, (double)FLT_MAX), "columns->vx[2] is not a finite number");
    BAD(spawn(s, PLAIN, (hail_spawn_columns){.vy = nan}, 3), HAIL_NOT_FINITE, "columns->vy", 2,
        n(NAN, -(double)FLT_MAX, (double)FLT_MAX), "columns->vy[2] is not a finite number");
    BAD(spawn(s, FULL_SET, (hail_spawn_columns){.angle = wide}, 2), HAIL_OUT_OF_RANGE, "columns->angle", 1,
        n(-2.0e6, -1.0e6, 1.0e6), "columns->angle[1] is -2000000: it must be from -1000000 to 1000000");
    BAD(spawn(s, FULL_SET, (hail_spawn_columns){.scale = one}, 2), HAIL_OUT_OF_RANGE, "columns->scale", 1,
        n(-1, 0, (double)HAIL_MAX_SCALE), "columns->scale[1] is -1: it must be from 0 to 1000");
    BAD(spawn(s, FULL_SET, (hail_spawn_columns){.life = zeros}, 2), HAIL_OUT_OF_RANGE, "columns->life", 0,
        n(0, (double)HAIL_TINY, (double)FLT_MAX), "columns->life[0] is 0: it must be 1e-18 or more");
}

static hail_status write(scene *s, const hail_handle *handles, size_t count, hail_body_writes writes) {
    return hail_write_bodies(s->world, &(hail_handles){handles, 0, count}, &writes, NULL);
}

Test(body_errors, written_values) {
    scene *s = set_up();
    const float nan[] = {0.0f, 0.0f, NAN}, wide[] = {0.0f, -2.0e6f}, one[] = {1.0f, -1.0f}, half[] = {0.5f, 0.5f};
    const uint32_t twice[] = {2, 2};
    const uint64_t user[] = {1, 2};
    BAD(write(s, s->full, 3, (hail_body_writes){.scale = nan}), HAIL_NOT_FINITE, "writes->scale", 2,
        n(NAN, 0, (double)HAIL_MAX_SCALE), "writes->scale[2] is not a finite number");
    BAD(write(s, s->full, 2, (hail_body_writes){.scale = one}), HAIL_OUT_OF_RANGE, "writes->scale", 1,
        n(-1, 0, (double)HAIL_MAX_SCALE), "writes->scale[1] is -1: it must be from 0 to 1000");
    BAD(write(s, s->full, 2, (hail_body_writes){.angle = wide}), HAIL_OUT_OF_RANGE, "writes->angle", 1,
        n(-2.0e6, -1.0e6, 1.0e6), "writes->angle[1] is -2000000: it must be from -1000000 to 1000000");
    BAD(write(s, s->full, 2, (hail_body_writes){.life = zeros}), HAIL_OUT_OF_RANGE, "writes->life", 0,
        n(0, (double)HAIL_TINY, (double)FLT_MAX), "writes->life[0] is 0: it must be 1e-18 or more");
    const hail_handle mixed[] = {s->full[0], s->plain[0]};
    BAD(write(s, mixed, 2, (hail_body_writes){.scale = half}), HAIL_NO_COLUMN, "list->handles", 1, NO_NUMBER,
        "list->handles[1] names a body of a layer without HAIL_SCALE");
    BAD(write(s, mixed, 2, (hail_body_writes){.angle = half}), HAIL_NO_COLUMN, "list->handles", 1, NO_NUMBER,
        "list->handles[1] names a body of a layer without HAIL_ROTATION");
    BAD(write(s, mixed, 2, (hail_body_writes){.life = half}), HAIL_NO_COLUMN, "list->handles", 1, NO_NUMBER,
        "list->handles[1] names a body of a layer without HAIL_LIFE");
    BAD(write(s, mixed, 2, (hail_body_writes){.pierce = twice}), HAIL_NO_COLUMN, "list->handles", 1, NO_NUMBER,
        "list->handles[1] names a body of a layer without HAIL_PIERCE");
    BAD(write(s, mixed, 2, (hail_body_writes){.user = user}), HAIL_NO_COLUMN, "list->handles", 1, NO_NUMBER,
        "list->handles[1] names a body of a layer without HAIL_USER");
}

Test(body_errors, handles) {
    scene *s = set_up();
    const hail_handle null[] = {s->full[0], {0, 0}}, never[] = {{77, 1}}, later[] = {{s->freed.slot, 9}};
    const hail_handle freed[] = {s->full[0], s->full[1], s->freed};
    hail_location location;
    for (int i = 0; i < CHANGES; i++) {
        change_fn *change = changes[i];
        BAD(change(s, NULL, 1), HAIL_BAD_ARGUMENT, "handles", NONE, NO_NUMBER, "handles is NULL");
        BAD(change(s, s->full, SIZE_MAX), HAIL_BAD_ARGUMENT, "count", NONE, n((double)SIZE_MAX, 0, HAIL_MAX_BODIES),
            "count is more than HAIL_MAX_BODIES");
        BAD(change(s, s->full, HAIL_MAX_BODIES + 1), HAIL_BAD_ARGUMENT, "count", NONE,
            n(HAIL_MAX_BODIES + 1, 0, HAIL_MAX_BODIES), "count is more than HAIL_MAX_BODIES");
        BAD(change(s, null, 2), HAIL_STALE_HANDLE, "handles", 1, NO_NUMBER, "handles[1] is the null handle");
        BAD(change(s, freed, 3), HAIL_STALE_HANDLE, "handles", 2, NO_NUMBER, "handles[2] names a body that was freed");
        BAD(change(s, never, 1), HAIL_STALE_HANDLE, "handles", 0, NO_NUMBER, "handles[0] names no body of this world");
        BAD(change(s, later, 1), HAIL_STALE_HANDLE, "handles", 0, NO_NUMBER, "handles[0] names no body of this world");
    }
    BAD(hail_locate(s->world, NULL, &location), HAIL_BAD_ARGUMENT, "handle", NONE, NO_NUMBER, "handle is NULL");
    BAD(hail_locate(s->world, s->full, NULL), HAIL_BAD_ARGUMENT, "location", NONE, NO_NUMBER, "location is NULL");
    BAD(hail_locate(s->world, &s->freed, &location), HAIL_STALE_HANDLE, "handle", NONE, NO_NUMBER,
        "handle names a body that was freed");
}

Test(body_errors, changes) {
    scene *s = set_up();
    hail_columns own;
    cr_assert_eq(hail_layer_columns(s->world, FULL_SET, &own), HAIL_OK);
    BAD(hail_set_shape(s->world, s->full, 1, NULL), HAIL_BAD_ARGUMENT, "shape", NONE, NO_NUMBER, "shape is NULL");
    BAD(hail_set_shape(s->world, s->full, 1, &s->foreign), HAIL_UNKNOWN_SHAPE, "shape", NONE, NO_NUMBER,
        "shape is no shape of the world's set");
    BAD(hail_set_layer(s->world, s->full, 1, 64), HAIL_BAD_ARGUMENT, "layer", NONE, n(64, 0, 63),
        "layer is not below HAIL_MAX_LAYERS");
    change_fn *const movers[] = {despawn, set_layer, set_enabled};
    for (int i = 0; i < 3; i++)
        BAD(movers[i](s, own.handle, 2), HAIL_BAD_ARGUMENT, "handles", NONE, NO_NUMBER,
            "handles is a layer's own column");
    s->memory.empty = true;
    BAD(set_layer(s, s->full, 2), HAIL_NO_MEMORY, NULL, NONE, NO_NUMBER, "the allocator returned NULL");
}
