/* rays/scene.c - the parts of the picture. */
#include "scene.h"

#include <hail/draw.h>
#include <math.h>

#define TURN 6.283185307179586

/* ---- Rays ---- */

/* Draws ray `number` and its normal through callbacks, which take what they want. */
static void draw_ray(const fan *of, size_t number, const hail_draw_options *options) {
    const double angle = TURN * (double)number / (double)of->count;
    const float dx = (float)cos(angle) * of->length, dy = (float)sin(angle) * of->length;
    const hail_ray_hit *met = &of->hits[number];
    const hail_rays ray = {.x = &of->x, .y = &of->y, .dx = &dx, .dy = &dy, .count = 1};
    const hail_query_hit hit = {.kind = met->hit ? HAIL_CONTACT_TILE : 0,
                                .t = met->hit ? met->distance / of->length : 1.0f,
                                .x = met->x,
                                .y = met->y,
                                .normal_x = met->normal_x,
                                .normal_y = met->normal_y};
    hail_draw_query_rays(&ray, &hit, options);
}

static void add_ray(void *user, const hail_draw_style *style, const hail_draw_lines *lines) {
    for (uint32_t i = 0; style->meaning == HAIL_DRAWN_RAY && i < lines->count; i++) {
        cairo_move_to(user, (double)lines->x1[i], (double)lines->y1[i]);
        cairo_line_to(user, (double)lines->x2[i], (double)lines->y2[i]);
    }
}

void scene_rays(cairo_t *to, const picture *what, double zoom, double apart) {
    const fan *of = what->of;
    const hail_renderer pen = {.user = to, .lines = add_ray};
    const hail_draw_options options = {.renderer = &pen};
    /* One path, stroked once, so that the rays do not add up near the origin. */
    const double between = TURN * (double)of->length * 0.5 * zoom / (double)of->count;
    const size_t stride = between < apart ? (size_t)ceil(apart / between) : 1;
    cairo_new_path(to);
    for (size_t i = 0; i < of->count; i += stride)
        draw_ray(of, i, &options);
    cairo_pattern_t *fade = cairo_pattern_create_radial((double)of->x, (double)of->y, 0.0, (double)of->x, (double)of->y,
                                                        (double)of->length);
    cairo_pattern_add_color_stop_rgba(fade, 0.0, 1.0, 0.93, 0.70, 0.10);
    cairo_pattern_add_color_stop_rgba(fade, 0.25, 1.0, 0.84, 0.52, 0.50);
    cairo_pattern_add_color_stop_rgba(fade, 1.0, 1.0, 0.60, 0.30, 0.22);
    cairo_set_source(to, fade);
    cairo_set_line_width(to, 0.8 / zoom);
    cairo_stroke(to);
    cairo_pattern_destroy(fade);
}

/* ---- Hits ---- */

static void hit_pixel(const picture *what, const hail_ray_hit *hit, double *x, double *y) {
    *x = (double)what->layer->x + (double)hit->pixel_x;
    *y = (double)what->layer->y + (double)hit->pixel_y;
}

void scene_hits(cairo_t *to, const picture *what, double zoom) {
    const fan *of = what->of;
    const double margin = zoom < 2.0 ? 0.25 : 0.0; /* single pixels of the picture are hard to see */
    cairo_new_path(to);
    for (size_t i = 0; i < of->count; i++) {
        double x, y;
        hit_pixel(what, &of->hits[i], &x, &y);
        if (of->hits[i].hit && !of->hits[i].outside)
            cairo_rectangle(to, x - margin, y - margin, 1.0 + 2.0 * margin, 1.0 + 2.0 * margin);
    }
    cairo_set_source_rgb(to, 1.0, 0.33, 0.42);
    cairo_fill(to);
}

static void add_arrow(void *to, const hail_draw_style *style, const hail_draw_lines *lines) {
    for (uint32_t i = 0; style->meaning == HAIL_DRAWN_NORMAL && i < lines->count; i++) {
        const double tip_x = (double)lines->x2[i], tip_y = (double)lines->y2[i];
        const double head_x = (tip_x - (double)lines->x1[i]) * 0.3, head_y = (tip_y - (double)lines->y1[i]) * 0.3;
        cairo_move_to(to, (double)lines->x1[i], (double)lines->y1[i]);
        cairo_line_to(to, tip_x, tip_y);
        cairo_move_to(to, tip_x - head_x - head_y * 0.7, tip_y - head_y + head_x * 0.7);
        cairo_line_to(to, tip_x, tip_y);
        cairo_line_to(to, tip_x - head_x + head_y * 0.7, tip_y - head_y - head_x * 0.7);
    }
}

void scene_normals(cairo_t *to, const picture *what, double zoom, double apart, double length) {
    const hail_ray_hit *last = NULL;
    const hail_renderer pen = {.user = to, .lines = add_arrow};
    const hail_draw_options options = {.renderer = &pen, .what = HAIL_DRAW_NORMALS, .normal = (float)(length / zoom)};
    cairo_new_path(to);
    for (size_t i = 0; i < what->of->count; i++) {
        const hail_ray_hit *hit = &what->of->hits[i];
        if (!hit->hit || hit->started_inside ||
            (last != NULL && hypot((double)(hit->x - last->x), (double)(hit->y - last->y)) * zoom < apart))
            continue;
        last = hit;
        draw_ray(what->of, i, &options);
    }
    cairo_set_line_width(to, (length > 16.0 ? 2.0 : 1.2) / zoom);
    cairo_set_line_cap(to, CAIRO_LINE_CAP_ROUND);
    cairo_set_source_rgb(to, 0.36, 0.92, 1.0);
    cairo_stroke(to);
}

void scene_origin(cairo_t *to, const picture *what, double zoom) {
    const double x = (double)what->of->x, y = (double)what->of->y, glow = 46.0 / zoom;
    cairo_pattern_t *light = cairo_pattern_create_radial(x, y, 0.0, x, y, glow);
    cairo_pattern_add_color_stop_rgba(light, 0.0, 1.0, 0.96, 0.80, 0.95);
    cairo_pattern_add_color_stop_rgba(light, 0.2, 1.0, 0.88, 0.55, 0.50);
    cairo_pattern_add_color_stop_rgba(light, 1.0, 1.0, 0.80, 0.40, 0.0);
    cairo_new_path(to);
    cairo_arc(to, x, y, glow, 0.0, TURN);
    cairo_set_source(to, light);
    cairo_fill(to);
    cairo_pattern_destroy(light);
    cairo_arc(to, x, y, 4.5 / zoom, 0.0, TURN);
    cairo_set_source_rgb(to, 1.0, 1.0, 1.0);
    cairo_fill(to);
}

/* ---- The map ---- */

static void tiles_source(cairo_t *to, const picture *what, cairo_surface_t *tiles) {
    cairo_set_source_surface(to, tiles, (double)what->view.x, (double)what->view.y);
    cairo_pattern_set_filter(cairo_get_source(to), CAIRO_FILTER_NEAREST); /* pixels are to stay visible */
}

void scene_dark(cairo_t *to, const picture *what, cairo_surface_t *tiles) {
    tiles_source(to, what, tiles);
    cairo_paint_with_alpha(to, 0.36);
}

/* The region that the rays pass through, and a rim of what stops them. */
static void lit(cairo_t *to, const fan *of, double rim) {
    cairo_new_path(to);
    for (size_t i = 0; i < of->count; i++) {
        const hail_ray_hit *hit = &of->hits[i];
        const double angle = TURN * (double)i / (double)of->count, more = hit->hit ? rim : 0.0;
        cairo_line_to(to, (double)hit->x + cos(angle) * more, (double)hit->y + sin(angle) * more);
    }
    cairo_close_path(to);
}

void scene_light(cairo_t *to, const picture *what, cairo_surface_t *tiles, double zoom) {
    const fan *of = what->of;
    const double x = (double)of->x, y = (double)of->y, length = (double)of->length;
    cairo_pattern_t *air = cairo_pattern_create_radial(x, y, 0.0, x, y, length);
    cairo_pattern_add_color_stop_rgba(air, 0.0, 1.0, 0.80, 0.45, 0.30);
    cairo_pattern_add_color_stop_rgba(air, 1.0, 1.0, 0.50, 0.25, 0.05);
    lit(to, of, 0.0);
    cairo_set_source(to, air);
    cairo_fill(to);
    cairo_pattern_destroy(air);

    cairo_pattern_t *reach = cairo_pattern_create_radial(x, y, 0.0, x, y, length * 1.1);
    cairo_pattern_add_color_stop_rgba(reach, 0.0, 0.0, 0.0, 0.0, 1.0);
    cairo_pattern_add_color_stop_rgba(reach, 0.5, 0.0, 0.0, 0.0, 0.9);
    cairo_pattern_add_color_stop_rgba(reach, 1.0, 0.0, 0.0, 0.0, 0.25);
    /* Three rims, each lighter than the one before, so that light seems to reach a little into the walls. */
    for (int step = 3; step >= 1; step--) {
        cairo_save(to);
        lit(to, of, 7.0 * step / (zoom < 2.0 ? 1.0 : zoom * 0.6));
        cairo_clip(to);
        tiles_source(to, what, tiles);
        cairo_push_group(to);
        tiles_source(to, what, tiles);
        cairo_mask(to, reach);
        cairo_pop_group_to_source(to);
        cairo_paint_with_alpha(to, step == 1 ? 1.0 : 0.30);
        cairo_restore(to);
    }
    cairo_pattern_destroy(reach);
}
