/* examples/view/ask.c - queries about the mouse, and hail/draw.h shows what they ask and find. */
#include "view.h"

enum { FAN = 24, NEAREST = 5, OVERLAPS = 64 };
#define REACH 320.0f /* px of the window: of rays */
#define AREA  70.0f  /* px of the window: an area's radius */

/* A fan of rays up to the first body, tile or wall. */
static hail_status ask_rays(const view *of, const hail_draw_options *options) {
    const float c = 0.9659258f, s = 0.2588190f; /* of 15 degrees */
    float x[FAN], y[FAN], dx[FAN], dy[FAN], length = REACH / of->canvas.zoom;
    hail_query_hit hits[FAN];
    for (int i = 0; i < FAN; i++) {
        x[i] = of->input.x, y[i] = of->input.y;
        dx[i] = i > 0 ? dx[i - 1] * c - dy[i - 1] * s : length;
        dy[i] = i > 0 ? dx[i - 1] * s + dy[i - 1] * c : 0.0f;
    }
    const hail_rays rays = {.x = x, .y = y, .dx = dx, .dy = dy, .count = FAN};
    const hail_query_filter all = {.find = HAIL_FIND_BODIES | HAIL_FIND_TILES | HAIL_FIND_WALLS};
    const hail_status status = hail_query_rays(of->kind->world(of->scene), &rays, &all, 1, hits, NULL);
    return status == HAIL_OK ? hail_draw_query_rays(&rays, hits, options) : status;
}

/* A disc, and the bodies that it overlaps. */
static hail_status ask_area(const view *of, const hail_draw_options *options) {
    const hail_world *world = of->kind->world(of->scene);
    hail_convex disc;
    hail_query_match found[OVERLAPS];
    uint32_t count = 0;
    const hail_shapes area = {.convexes = &disc, .shape_count = 1, .x = &of->input.x, .y = &of->input.y, .count = 1};
    hail_status status = hail_convex_circle(AREA / of->canvas.zoom, &disc);
    if (status == HAIL_OK)
        status = hail_query_shapes(world, &area, NULL, OVERLAPS, found, &count);
    const hail_handles list = {
        .handles = &found->body, .stride = sizeof *found, .count = count < OVERLAPS ? count : OVERLAPS};
    if (status == HAIL_OK)
        status = hail_draw_bodies(world, &list, options);
    return status == HAIL_OK ? hail_draw_query_shapes(world, &area, NULL, options) : status;
}

static hail_status ask_nearest(const view *of, const hail_draw_options *options) {
    const hail_points mouse = {.x = &of->input.x, .y = &of->input.y, .count = 1};
    hail_query_hit hits[NEAREST];
    const hail_nearest_options near = {.radius = 0.0f};
    const hail_status status = hail_query_nearest(of->kind->world(of->scene), &mouse, &near, NULL, NEAREST, hits, NULL);
    return status == HAIL_OK ? hail_draw_query_nearest(&mouse, hits, NEAREST, options) : status;
}

void view_ask(view *of) {
    const hail_renderer renderer = canvas_renderer(&of->canvas);
    hail_draw_options options;
    hail_draw_options_defaults(&options);
    options.renderer = &renderer;
    options.what = HAIL_DRAW_NORMALS;
    options.normal = 16.0f / of->canvas.zoom;
    canvas_view(&of->canvas, &options);
    hail_status status = hail_query_prepare(of->kind->world(of->scene), 0);
    if (status == HAIL_OK)
        status = ask_rays(of, &options);
    if (status == HAIL_OK)
        status = ask_area(of, &options);
    if (status == HAIL_OK)
        status = ask_nearest(of, &options);
    scene_fine(status, "asking");
}
