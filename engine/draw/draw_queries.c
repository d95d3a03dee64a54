/* engine/draw/draw_queries.c - draws what queries ask with: shapes, and where they go; boxes; the way to the nearest.
 */
#include "draw_bodies.h"
#include "queries/query_lists.h"
#include "queries/shape_list.h"

/* context: that of the list that is drawn, whose error the checks describe. */
static hail_status open_checks(hail_checks *checks, const hail_draw_options *options, const hail_context *context) {
    if (!options)
        return hail_fail_null(context_error(context), "options");
    HAIL_REQUIRE(hail_draw_check(options));
    *checks = (hail_checks){.kernels = hail_kernels_default(), .error = context_error(context)};
    return HAIL_OK;
}

static void draw_point(hail_pen *pen, const hail_query_hit *hit) {
    if (hit->kind && hail_pen_sees(pen, hit->x, hit->y, hit->x, hit->y))
        hail_pen_disc(pen, hit->x, hit->y, 0.0f, NULL);
}

static void draw_line(hail_pen *pen, float x1, float y1, float x2, float y2) {
    const float min_x = x1 < x2 ? x1 : x2, min_y = y1 < y2 ? y1 : y2;
    if (hail_pen_sees(pen, min_x, min_y, x1 + x2 - min_x, y1 + y2 - min_y))
        hail_pen_line(pen, x1, y1, x2, y2);
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* How much of its way a shape goes: 0 if it has none. */
static float way_of(const hail_shapes *shapes, const hail_query_hit *hits, size_t i) {
    if (!shapes->dx)
        return 0.0f;
    return hits && hits[i].kind ? hits[i].t : 1.0f;
}

static void draw_shape(hail_pen *pen, const hail_world *world, const hail_shapes *list, size_t i, float t) {
    const uint32_t shape = list->shape ? list->shape[i] : 0;
    const hail_draw_pose at = {.x = list->x[i] + (t > 0.0f ? t * list->dx[i] : 0.0f),
                               .y = list->y[i] + (t > 0.0f ? t * list->dy[i] : 0.0f),
                               .cos = list->cos ? list->cos[i] : 1.0f,
                               .sin = list->cos ? list->sin[i] : 0.0f,
                               .scale = list->scale ? list->scale[i] : 1.0f};
    if (list->shapes)
        hail_draw_set_shape(pen, world->shapes, list->shapes[shape].id, &at);
    else
        hail_draw_convex(pen, list->convexes[shape].words, &at);
}

hail_status hail_draw_query_shapes(const hail_world *world, const hail_shapes *shapes, const hail_query_hit *hits,
                                   const hail_draw_options *options) {
    hail_checks checks = {.error = NULL};
    HAIL_REQUIRE(open_checks(&checks, options, shapes ? shapes->context : NULL));
    if (!shapes)
        return hail_fail_null(context_error(options->context), "shapes");
    if (!world)
        return hail_fail_null(checks.error, "world");
    HAIL_REQUIRE(hail_check_count(checks.error, "shapes->count", shapes->count));
    HAIL_REQUIRE(hail_shape_list_check(&checks, world, shapes, shapes->dx != NULL));
    hail_pen pen;
    hail_pen_start(&pen, options);
    hail_pen_style(&pen, HAIL_DRAWN_RAY, HAIL_NO_LAYER, 0);
    for (size_t i = 0; i < shapes->count; i++) {
        const float t = way_of(shapes, hits, i);
        draw_shape(&pen, world, shapes, i, 0.0f);
        if (t > 0.0f) {
            const float x = shapes->x[i], y = shapes->y[i];
            draw_line(&pen, x, y, x + t * shapes->dx[i], y + t * shapes->dy[i]);
            draw_shape(&pen, world, shapes, i, t);
        }
    }
    hail_pen_style(&pen, HAIL_DRAWN_HIT, HAIL_NO_LAYER, 0);
    for (size_t i = 0; hits && i < shapes->count; i++)
        draw_point(&pen, &hits[i]);
    hail_pen_flush(&pen);
    return HAIL_OK;
}

/* ---- Boxes, and the nearest -------------------------------------------------------------------------------------- */

hail_status hail_draw_query_boxes(const hail_boxes *boxes, const hail_draw_options *options) {
    hail_checks checks = {.error = NULL};
    HAIL_REQUIRE(open_checks(&checks, options, boxes ? boxes->context : NULL));
    if (!boxes)
        return hail_fail_null(context_error(options->context), "boxes");
    HAIL_REQUIRE(hail_box_list_check(&checks, boxes));
    hail_pen pen;
    hail_pen_start(&pen, options);
    hail_pen_style(&pen, HAIL_DRAWN_RAY, HAIL_NO_LAYER, 0);
    for (size_t i = 0; i < boxes->count; i++)
        if (hail_pen_sees(&pen, boxes->min_x[i], boxes->min_y[i], boxes->max_x[i], boxes->max_y[i]))
            hail_pen_frame(&pen, boxes->min_x[i], boxes->min_y[i], boxes->max_x[i], boxes->max_y[i]);
    hail_pen_flush(&pen);
    return HAIL_OK;
}

hail_status hail_draw_query_nearest(const hail_points *points, const hail_query_hit *hits, size_t capacity,
                                    const hail_draw_options *options) {
    hail_checks checks = {.error = NULL};
    HAIL_REQUIRE(open_checks(&checks, options, points ? points->context : NULL));
    if (!points)
        return hail_fail_null(context_error(options->context), "points");
    HAIL_REQUIRE(hail_check_points(&checks, points));
    HAIL_REQUIRE(hail_check_count(checks.error, "capacity", capacity));
    HAIL_REQUIRE(
        hail_check_needed(checks.error, &(hail_needed){"hits", hits}, points->count > 0 && capacity > 0 ? 1 : 0));
    hail_pen pen;
    hail_pen_start(&pen, options);
    hail_pen_style(&pen, HAIL_DRAWN_RAY, HAIL_NO_LAYER, 0);
    for (size_t i = 0; i < points->count; i++)
        for (size_t k = 0; k < capacity && hits[i * capacity + k].kind; k++)
            draw_line(&pen, points->x[i], points->y[i], hits[i * capacity + k].x, hits[i * capacity + k].y);
    hail_pen_style(&pen, HAIL_DRAWN_HIT, HAIL_NO_LAYER, 0);
    for (size_t i = 0; i < points->count; i++)
        for (size_t k = 0; k < capacity && hits[i * capacity + k].kind; k++)
            draw_point(&pen, &hits[i * capacity + k]);
    hail_pen_flush(&pen);
    return HAIL_OK;
}
