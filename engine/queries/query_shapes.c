/* engine/queries/query_shapes.c - hail_query_shapes: checks its arguments. */
#include "overlaps.h"
#include "shape_list.h"

hail_status hail_query_shapes(const hail_world *world, const hail_shapes *shapes, const hail_query_filter *filter,
                              size_t capacity, hail_query_match *matches, uint32_t *counts) {
    hail_checks checks;
    if (!shapes)
        return HAIL_BAD_ARGUMENT;
    const hail_query_args call = {world, shapes->context, filter, shapes->count, capacity, "matches", matches, counts};
    hail_query_scope scope;
    hail_overlaps overlaps = {.scope = &scope,
                              .count = shapes->count,
                              .capacity = capacity,
                              .matches = matches,
                              .counts = counts,
                              .shapes = shapes};
    HAIL_REQUIRE(hail_check_count(context_error(shapes->context), "shapes->count", shapes->count));
    HAIL_REQUIRE(hail_query_open(&scope, &call, &checks));
    HAIL_REQUIRE(hail_shape_list_check(&checks, world, shapes, false));
    hail_overlaps_run(&overlaps, checks.tasks);
    return HAIL_OK;
}
