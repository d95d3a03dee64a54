/* engine/queries/query_points.c - hail_query_points and hail_query_boxes: checks their arguments. */
#include "overlaps.h"
#include "query_lists.h"

hail_status hail_query_points(const hail_world *world, const hail_points *points, const hail_query_filter *filter,
                              size_t capacity, hail_query_match *matches, uint32_t *counts) {
    hail_checks checks;
    if (!points)
        return HAIL_BAD_ARGUMENT;
    const hail_query_args call = {world, points->context, filter, points->count, capacity, "matches", matches, counts};
    hail_query_scope scope;
    hail_overlaps overlaps = {.scope = &scope,
                              .count = points->count,
                              .capacity = capacity,
                              .matches = matches,
                              .counts = counts,
                              .points = true,
                              .min_x = points->x,
                              .min_y = points->y,
                              .max_x = points->x,
                              .max_y = points->y};
    HAIL_REQUIRE(hail_check_count(context_error(points->context), "points->count", points->count));
    HAIL_REQUIRE(hail_query_open(&scope, &call, &checks));
    HAIL_REQUIRE(hail_check_points(&checks, points));
    hail_overlaps_run(&overlaps, checks.tasks);
    return HAIL_OK;
}

/* Checks that no box ends before it begins. fields: those of its two ends. */
static hail_status check_order(hail_error *error, const char *const fields[2], const float *min, const float *max,
                               size_t count) {
    for (size_t i = 0; i < count; i++)
        if (max[i] < min[i])
            return hail_fail_number(error, fields[1], i, (double)max[i], (double)min[i], (double)HAIL_MAX_BOUND);
    return HAIL_OK;
}

hail_status hail_box_list_check(const hail_checks *checks, const hail_boxes *b) {
    static const char *const x[2] = {"boxes->min_x", "boxes->max_x"}, *const y[2] = {"boxes->min_y", "boxes->max_y"};
    HAIL_REQUIRE(hail_check_count(checks->error, "boxes->count", b->count));
    const hail_needed needed[] = {{x[0], b->min_x}, {y[0], b->min_y}, {x[1], b->max_x}, {y[1], b->max_y}};
    HAIL_REQUIRE(hail_check_needed(checks->error, needed, b->count ? 4 : 0));
    HAIL_REQUIRE(hail_check_coordinates(checks, x[0], b->min_x, b->count));
    HAIL_REQUIRE(hail_check_coordinates(checks, y[0], b->min_y, b->count));
    HAIL_REQUIRE(hail_check_coordinates(checks, x[1], b->max_x, b->count));
    HAIL_REQUIRE(hail_check_coordinates(checks, y[1], b->max_y, b->count));
    HAIL_REQUIRE(check_order(checks->error, x, b->min_x, b->max_x, b->count));
    return check_order(checks->error, y, b->min_y, b->max_y, b->count);
}

hail_status hail_query_boxes(const hail_world *world, const hail_boxes *boxes, const hail_query_filter *filter,
                             size_t capacity, hail_query_match *matches, uint32_t *counts) {
    hail_checks checks;
    if (!boxes)
        return HAIL_BAD_ARGUMENT;
    const hail_query_args call = {world, boxes->context, filter, boxes->count, capacity, "matches", matches, counts};
    hail_query_scope scope;
    hail_overlaps overlaps = {.scope = &scope,
                              .count = boxes->count,
                              .capacity = capacity,
                              .matches = matches,
                              .counts = counts,
                              .min_x = boxes->min_x,
                              .min_y = boxes->min_y,
                              .max_x = boxes->max_x,
                              .max_y = boxes->max_y};
    HAIL_REQUIRE(hail_check_count(context_error(boxes->context), "boxes->count", boxes->count));
    HAIL_REQUIRE(hail_query_open(&scope, &call, &checks));
    HAIL_REQUIRE(hail_box_list_check(&checks, boxes));
    hail_overlaps_run(&overlaps, checks.tasks);
    return HAIL_OK;
}
