/* engine/world/shape_add.c - the calls that add shapes to a set. */
#include <math.h>

#include "base/error.h"
#include "shapeset.h"

/* The least half of a box's side, px. */
static const float MIN_HALF = 5.0e-4f;

/* Gives a draft a number. A compound's parts have those that follow it. */
static hail_status add(hail_shapeset *set, const hail_shape_draft *draft, hail_shape *shape) {
    uint32_t id;
    HAIL_REQUIRE(hail_shape_numbers_find(set, draft->part_count + 1, &id));
    hail_shape_numbers_take(set, id, draft->part_count + 1);
    if (!shape_entry(set, id)->tag)
        shape_entry(set, id)->tag = hail_shape_first_tag(set);
    hail_shape_rows_put(set, id, id + 1, draft);
    *shape = (hail_shape){id, shape_entry(set, id)->tag};
    return HAIL_OK;
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

/* Preparing only answers a status, because it has no context: these find the number that it is about. */

/* A number that a shape is prepared from, and the least that it may be; the most is HAIL_MAX_REACH. */
typedef struct shape_number {
    const char *field;
    float value, min;
} shape_number;

static const char *const too_far = "reaches further than HAIL_MAX_REACH from the origin";

static hail_status refuse(hail_error *error, hail_status status, const shape_number *number) {
    hail_fail_number(error, number->field, HAIL_NO_ELEMENT, (double)number->value, (double)number->min,
                     (double)HAIL_MAX_REACH);
    if (status == HAIL_NOT_FINITE || status == HAIL_OUT_OF_RANGE)
        return status;
    return hail_fail_as(error, status, status == HAIL_TOO_LARGE ? too_far : "makes an edge or a corner too small");
}

static hail_status refuse_numbers(hail_error *error, hail_status status, const shape_number *numbers, size_t count) {
    size_t found = 0;
    for (size_t i = count; i-- > 0;) {
        const float value = numbers[i].value, other = numbers[found].value;
        const bool worse = status == HAIL_NOT_FINITE     ? !isfinite(value)
                           : status == HAIL_OUT_OF_RANGE ? value < numbers[i].min
                           : status == HAIL_TOO_LARGE    ? fabsf(value) >= fabsf(other)
                                                         : fabsf(value) <= fabsf(other);
        found = worse ? i : found;
    }
    return refuse(error, status, &numbers[found]);
}

static hail_status refuse_count(hail_error *error, hail_status status, size_t count) {
    hail_fail_number(error, "count", HAIL_NO_ELEMENT, (double)count, 3.0, HAIL_MAX_VERTICES);
    return hail_fail_as(error, status, "is not from 3 to HAIL_MAX_VERTICES");
}

static bool far_away(float x, float y) {
    return (double)x * (double)x + (double)y * (double)y > (double)HAIL_MAX_REACH * (double)HAIL_MAX_REACH;
}

static hail_status refuse_polygon(hail_error *error, hail_status status, const float *x, const float *y, size_t count,
                                  float rounding) {
    if (!x || !y)
        return hail_fail_null(error, x ? "y" : "x");
    if (count < 3 || count > HAIL_MAX_VERTICES)
        return refuse_count(error, status, count);
    for (size_t i = 0; status == HAIL_NOT_FINITE && i < count; i++)
        if (!isfinite(x[i]) || !isfinite(y[i]))
            return hail_fail_number(error, isfinite(x[i]) ? "y" : "x", i, (double)(isfinite(x[i]) ? y[i] : x[i]),
                                    -(double)HAIL_MAX_REACH, (double)HAIL_MAX_REACH);
    for (size_t i = 0; status == HAIL_TOO_LARGE && i < count; i++)
        if (far_away(x[i], y[i]))
            return hail_fail_at(error, status, fabsf(x[i]) < fabsf(y[i]) ? "y" : "x", i, too_far);
    if (status == HAIL_CONCAVE)
        return hail_fail(error, status, "x", "and y make a reflex corner or crossing edges");
    if (status == HAIL_DEGENERATE)
        return hail_fail(error, status, "x", "and y make an edge that is too short or a corner that is too flat");
    return refuse_numbers(error, status, &(shape_number){"rounding", rounding, 0.0f}, 1);
}

/* ---- Convex shapes ----------------------------------------------------------------------------------------------- */

hail_status hail_shape_add(hail_shapeset *set, const hail_convex *convex, hail_shape *shape) {
    hail_shape_draft draft;
    HAIL_REQUIRE(hail_shapeset_check_change(set, shape));
    HAIL_REQUIRE(hail_draft_convex(set, convex, &draft));
    return add(set, &draft, shape);
}

/* Adds the shape whose preparation from these numbers ended with `ready`. */
static hail_status add_prepared(hail_shapeset *set, hail_status ready, const hail_convex *convex, hail_shape *shape,
                                const shape_number *numbers, size_t count) {
    HAIL_REQUIRE(hail_shapeset_check_change(set, shape));
    if (ready != HAIL_OK)
        return refuse_numbers(set->heap.error, ready, numbers, count);
    return hail_shape_add(set, convex, shape);
}

hail_status hail_shape_circle(hail_shapeset *set, float radius, hail_shape *shape) {
    const shape_number numbers[] = {{"radius", radius, 0.0f}};
    hail_convex convex;
    return add_prepared(set, hail_convex_circle(radius, &convex), &convex, shape, numbers, 1);
}

hail_status hail_shape_capsule(hail_shapeset *set, float x1, float y1, float x2, float y2, float radius,
                               hail_shape *shape) {
    const float min = -HAIL_MAX_REACH;
    const shape_number numbers[] = {
        {"x1", x1, min}, {"y1", y1, min}, {"x2", x2, min}, {"y2", y2, min}, {"radius", radius, 0.0f}};
    hail_convex convex;
    return add_prepared(set, hail_convex_capsule(x1, y1, x2, y2, radius, &convex), &convex, shape, numbers, 5);
}

hail_status hail_shape_box(hail_shapeset *set, float half_width, float half_height, float rounding, hail_shape *shape) {
    const shape_number numbers[] = {
        {"half_width", half_width, MIN_HALF}, {"half_height", half_height, MIN_HALF}, {"rounding", rounding, 0.0f}};
    hail_convex convex;
    const hail_status ready = hail_convex_box(half_width, half_height, rounding, &convex);
    /* Only sides are too small: rounding may be 0. */
    return add_prepared(set, ready, &convex, shape, numbers, ready == HAIL_DEGENERATE ? 2 : 3);
}

hail_status hail_shape_polygon(hail_shapeset *set, const float *x, const float *y, size_t count, float rounding,
                               hail_shape *shape) {
    hail_convex convex;
    HAIL_REQUIRE(hail_shapeset_check_change(set, shape));
    const hail_status ready = hail_convex_polygon(x, y, count, rounding, &convex);
    if (ready != HAIL_OK)
        return refuse_polygon(set->heap.error, ready, x, y, count, rounding);
    return hail_shape_add(set, &convex, shape);
}

/* ---- Compounds and sprites --------------------------------------------------------------------------------------- */

hail_status hail_shape_compound(hail_shapeset *set, const hail_convex *parts, size_t count, hail_shape *shape) {
    hail_shape_draft draft;
    HAIL_REQUIRE(hail_shapeset_check_change(set, shape));
    HAIL_REQUIRE(hail_draft_compound(set, parts, count, &draft));
    return add(set, &draft, shape);
}

hail_status hail_shape_sprite(hail_shapeset *set, const hail_spriteset *sprites, uint32_t sprite, hail_shape *shape) {
    hail_shape_draft draft;
    HAIL_REQUIRE(hail_shapeset_check_change(set, shape));
    HAIL_REQUIRE(hail_draft_sprite(set, sprites, sprite, &draft));
    return add(set, &draft, shape);
}

/* ---- Concave polygons -------------------------------------------------------------------------------------------- */

/* Says why a convex part of a polygon could not be prepared: its vertices are finite and make a convex polygon. */
static hail_status refuse_part(const hail_shapeset *set, hail_status status, float rounding) {
    if (status == HAIL_NOT_FINITE || status == HAIL_OUT_OF_RANGE)
        return refuse_numbers(set->heap.error, status, &(shape_number){"rounding", rounding, 0.0f}, 1);
    return hail_fail(set->heap.error, status, "polygon",
                     status == HAIL_TOO_LARGE ? "reaches further than HAIL_MAX_REACH from the origin"
                                              : "has a convex part that is too small or too thin");
}

static hail_status parts_to_shape(hail_shapeset *set, const hail_loops *parts, float rounding, hail_shape *shape) {
    if (!parts->count)
        return hail_fail(set->heap.error, HAIL_TOO_FEW_VERTICES, "polygon", "has no convex part");
    if (parts->count > HAIL_MAX_PARTS)
        return hail_fail(set->heap.error, HAIL_FULL, "polygon", "has more than HAIL_MAX_PARTS convex parts");
    const size_t bytes = parts->count * sizeof(hail_convex);
    hail_convex *convex = hail_state_new(&set->heap, bytes);
    if (!convex)
        return hail_fail_memory(set->heap.error);
    hail_status status = HAIL_OK;
    for (size_t p = 0; status == HAIL_OK && p < parts->count; p++) {
        const uint32_t start = parts->start[p];
        status =
            hail_convex_polygon(parts->x + start, parts->y + start, parts->start[p + 1] - start, rounding, &convex[p]);
    }
    if (status == HAIL_OK)
        status = hail_shape_compound(set, convex, parts->count, shape);
    else
        refuse_part(set, status, rounding);
    hail_state_free(&set->heap, convex, bytes);
    return status;
}

hail_status hail_shape_concave(hail_shapeset *set, const hail_loops *polygon, const hail_decompose_options *options,
                               float rounding, hail_shape *shape, hail_decompose_report *report) {
    hail_decompose_options chosen;
    hail_decompose_options_defaults(&chosen);
    chosen = options ? *options : chosen;
    HAIL_REQUIRE(hail_shapeset_check_change(set, shape));
    if (chosen.max_vertices > HAIL_MAX_VERTICES)
        return hail_fail_above(set->heap.error, HAIL_OUT_OF_RANGE, "options->max_vertices", chosen.max_vertices,
                               HAIL_MAX_VERTICES, "is above HAIL_MAX_VERTICES");
    hail_error error = {0};
    hail_context context = heap_context(&set->heap);
    context.error = &error;
    chosen.context = &context;
    hail_polygons *parts = NULL;
    hail_status status = hail_decompose(polygon, &chosen, &parts, report);
    if (status == HAIL_OK)
        status = parts_to_shape(set, hail_polygons_loops(parts), rounding, shape);
    else if (!error.problem)
        hail_fail(set->heap.error, status, "polygon", "cannot be decomposed");
    else if (set->heap.error)
        *set->heap.error = error;
    hail_polygons_destroy(parts);
    return status;
}
