/* engine/draw/draw_queries.c - draws what queries ask with: rays; shapes, and where they go; boxes; the way to the
 * nearest. */
#include "draw_bodies.h"
#include "queries/query_lists.h"
#include "queries/shape_list.h"

/* Checks the options. context: that of the list, NULL where there is none, whose error the checks describe. */
static hail_status open_checks(hail_checks *checks, const hail_draw_options *options, const hail_context *context) {
    if (!options)
        return hail_fail_null(context_error(context), "options");
    HAIL_REQUIRE(hail_draw_check(options));
    *checks = (hail_checks){.kernels = hail_kernels_default(), .error = context_error(context)};
    return HAIL_OK;
}

static void start_pen(hail_pen *pen, const hail_draw_options *options) {
    hail_pen_start(pen, options);
    hail_pen_style(pen, HAIL_DRAWN_RAY, HAIL_NO_LAYER, 0);
}

static bool hit_visible(const hail_pen *pen, const hail_query_hit *hit) {
    return hit->kind && hail_pen_sees(pen, hit->x, hit->y, hit->x, hit->y);
}

/* Draws the points of the rows of hits that queries fill, each up to the first one of no kind. */
static void draw_points(hail_pen *pen, const hail_query_hit *hits, size_t rows, size_t capacity) {
    hail_pen_style(pen, HAIL_DRAWN_HIT, HAIL_NO_LAYER, 0);
    for (size_t i = 0; hits && i < rows; i++, hits += capacity)
        for (size_t k = 0; k < capacity && hits[k].kind; k++)
            if (hit_visible(pen, &hits[k]))
                hail_pen_disc(pen, hits[k].x, hits[k].y, 0.0f, NULL);
}

/* How much of its way a ray or shape goes. */
static float part_of(const hail_query_hit *hits, size_t i) { return hits && hits[i].kind ? hits[i].t : 1.0f; }

static void draw_line(hail_pen *pen, float x1, float y1, float x2, float y2) {
    const float min_x = x1 < x2 ? x1 : x2, min_y = y1 < y2 ? y1 : y2;
    if (hail_pen_sees(pen, min_x, min_y, x1 + x2 - min_x, y1 + y2 - min_y))
        hail_pen_line(pen, x1, y1, x2, y2);
}

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

static void draw_normal(hail_pen *pen, const hail_query_hit *hit) {
    const float length = pen->options->normal;
    if (hit_visible(pen, hit) && (hit->normal_x != 0.0f || hit->normal_y != 0.0f))
        hail_pen_line(pen, hit->x, hit->y, hit->x + length * hit->normal_x, hit->y + length * hit->normal_y);
}

hail_status hail_draw_query_rays(const hail_rays *rays, const hail_query_hit *hits, const hail_draw_options *options) {
    static const hail_ray_fields fields = HAIL_RAY_FIELDS("rays->");
    hail_checks checks = {.error = NULL};
    HAIL_REQUIRE(open_checks(&checks, options, rays ? rays->context : NULL));
    if (!rays)
        return hail_fail_null(context_error(options->context), "rays");
    HAIL_REQUIRE(hail_check_rays(&checks, &fields, rays, HAIL_NEEDS_NEITHER));
    hail_pen pen;
    start_pen(&pen, options);
    for (size_t i = 0; i < rays->count; i++) {
        const float x = rays->x[i], y = rays->y[i], t = part_of(hits, i);
        const float dx = rays->to_x ? rays->to_x[i] - x : rays->dx[i],
                    dy = rays->to_y ? rays->to_y[i] - y : rays->dy[i];
        draw_line(&pen, x, y, x + dx * t, y + dy * t);
    }
    draw_points(&pen, hits, rays->count, 1);
    hail_pen_style(&pen, HAIL_DRAWN_NORMAL, HAIL_NO_LAYER, 0);
    for (size_t i = 0; hits && (options->what & HAIL_DRAW_NORMALS) && i < rays->count; i++)
        draw_normal(&pen, &hits[i]);
    hail_pen_flush(&pen);
    return HAIL_OK;
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

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
    start_pen(&pen, options);
    for (size_t i = 0; i < shapes->count; i++) {
        const float t = shapes->dx ? part_of(hits, i) : 0.0f;
        draw_shape(&pen, world, shapes, i, 0.0f);
        if (t > 0.0f) {
            const float x = shapes->x[i], y = shapes->y[i];
            draw_line(&pen, x, y, x + t * shapes->dx[i], y + t * shapes->dy[i]);
            draw_shape(&pen, world, shapes, i, t);
        }
    }
    draw_points(&pen, hits, shapes->count, 1);
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
    start_pen(&pen, options);
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
    start_pen(&pen, options);
    for (size_t i = 0; i < points->count; i++)
        for (size_t k = 0; k < capacity && hits[i * capacity + k].kind; k++)
            draw_line(&pen, points->x[i], points->y[i], hits[i * capacity + k].x, hits[i * capacity + k].y);
    draw_points(&pen, hits, points->count, capacity);
    hail_pen_flush(&pen);
    return HAIL_OK;
}
