/* engine/world/check_layer.c - which options a layer takes: some mean nothing beside others, or with the rules. */

#include "base/check.h"
#include "check_rule.h"
#include "layer_marks.h"
#include "slot_span.h"

/* Finds what means nothing where bodies stand still. */
static hail_status check_static(const hail_layer_options *o, hail_error *error) {
    if (o->columns & HAIL_STATIC_REFUSES)
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "options->columns", o->columns,
                               HAIL_ALL_COLUMNS & ~HAIL_STATIC_REFUSES,
                               "has HAIL_LIFE or HAIL_DISPLACEMENT, which mean nothing in a static layer");
    if (o->bounds != HAIL_OPEN)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "options->bounds",
                         "is HAIL_KILL or HAIL_WRAP, which mean nothing in a static layer");
    if (o->borrowed)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "options->borrowed", "means nothing in a static layer");
    if (o->caller_moved)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "options->caller_moved", "means nothing in a static layer");
    return HAIL_OK;
}

/* How many slots there are for a borrowed layer: those of other bodies, and of other borrowed layers, are taken. */
static uint32_t slots_left(const hail_world *world, uint32_t layer) {
    const uint32_t cap = world->options.max_bodies ? world->options.max_bodies : HAIL_MAX_BODIES;
    const hail_layer *l = world->bodies.layer[layer];
    return cap - world->bodies.live - world->bodies.unlent + (l ? l->options.borrowed : 0);
}

/* Finds what means nothing where bodies lie in the caller's arrays. */
static hail_status check_borrowed(const hail_world *world, uint32_t layer, const hail_layer_options *o) {
    hail_error *error = world->heap.error;
    const hail_layer *l = world->bodies.layer[layer];
    if (!o->borrowed)
        return o->generations ? hail_fail(error, HAIL_BAD_ARGUMENT, "options->generations",
                                          "means nothing but in a borrowed layer")
                              : HAIL_OK;
    if (o->columns & HAIL_BORROWED_REFUSES)
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "options->columns", o->columns,
                               HAIL_ALL_COLUMNS & ~HAIL_BORROWED_REFUSES,
                               "has HAIL_LIFE or HAIL_PIERCE, which mean nothing in a borrowed layer");
    if (o->bounds != HAIL_OPEN)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "options->bounds",
                         "is HAIL_KILL or HAIL_WRAP, which mean nothing in a borrowed layer");
    if (l && l->count && !l->options.borrowed)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "options->borrowed", "is for a layer that has bodies of its own");
    const uint32_t left = slots_left(world, layer);
    return o->borrowed > left ? hail_fail_above(error, HAIL_FULL, "options->borrowed", o->borrowed, left,
                                                "would make more bodies than max_bodies")
                              : HAIL_OK;
}

hail_status hail_check_layer(const hail_world *world, uint32_t layer, const hail_layer_options *options) {
    hail_error *error = world->heap.error;
    HAIL_REQUIRE(hail_argument_given(world, "options", options));
    if (options->columns & ~(uint32_t)HAIL_ALL_COLUMNS)
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "options->columns", options->columns, HAIL_ALL_COLUMNS,
                               "has a flag that names no column");
    if (options->bounds > HAIL_WRAP)
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "options->bounds", options->bounds, HAIL_WRAP,
                               "is no hail_bounds");
    if (world->busy)
        return hail_fail_busy(world);
    if (options->bounds != HAIL_OPEN && !world->has_bounds)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "options->bounds",
                         "is HAIL_KILL or HAIL_WRAP, which need a world with bounds");
    if (options->is_static)
        HAIL_REQUIRE(check_static(options, error));
    HAIL_REQUIRE(check_borrowed(world, layer, options));
    return hail_check_layer_rules(world, layer, options);
}
