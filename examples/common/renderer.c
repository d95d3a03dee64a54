/* common/renderer.c - a renderer for hail/draw.h that draws with Cairo: what a game writes once. */
#include "canvas.h"

#include <math.h>

#define TURN 6.283185307179586

/* Lines are as wide on every zoom. */
static void pen(canvas *to, const hail_draw_style *style, double width) {
    canvas_color(to, style->rgba >> 8, (double)(style->rgba & 255) / 255.0);
    cairo_set_line_width(to->cairo, width / (double)to->zoom);
}

static void draw_outline(canvas *to, const hail_draw_style *style) {
    if (to->fill > 0.0f && style->meaning != HAIL_DRAWN_PICKED) {
        canvas_color(to, style->rgba >> 8, (double)to->fill);
        cairo_fill_preserve(to->cairo);
        canvas_color(to, style->rgba >> 8, (double)(style->rgba & 255) / 255.0);
    }
    cairo_stroke(to->cairo);
}

static void draw_discs(void *user, const hail_draw_style *style, const hail_draw_discs *discs) {
    canvas *to = user;
    pen(to, style, 1.0);
    for (uint32_t i = 0; i < discs->count; i++) {
        const float radius = discs->radius[i] > 0.0f ? discs->radius[i] : 2.5f / to->zoom;
        cairo_new_sub_path(to->cairo);
        cairo_arc(to->cairo, (double)discs->x[i], (double)discs->y[i], (double)radius, 0.0, TURN);
    }
    if (discs->body != NULL)
        draw_outline(to, style);
    else
        cairo_fill(to->cairo);
}

static void draw_boxes(void *user, const hail_draw_style *style, const hail_draw_boxes *boxes) {
    canvas *to = user;
    pen(to, style, 1.0);
    cairo_set_antialias(to->cairo, CAIRO_ANTIALIAS_NONE);
    for (uint32_t i = 0; i < boxes->count; i++)
        cairo_rectangle(to->cairo, (double)boxes->min_x[i], (double)boxes->min_y[i],
                        (double)(boxes->max_x[i] - boxes->min_x[i]), (double)(boxes->max_y[i] - boxes->min_y[i]));
    cairo_fill(to->cairo);
    cairo_set_antialias(to->cairo, CAIRO_ANTIALIAS_DEFAULT);
}

static double width_of(uint32_t meaning) {
    switch (meaning) {
    case HAIL_DRAWN_WALL:
    case HAIL_DRAWN_NORMAL:
    case HAIL_DRAWN_PICKED:
        return 2.0;
    default:
        return 1.0;
    }
}

static void draw_lines(void *user, const hail_draw_style *style, const hail_draw_lines *lines) {
    canvas *to = user;
    pen(to, style, width_of(style->meaning));
    for (uint32_t i = 0; i < lines->count; i++) {
        cairo_move_to(to->cairo, (double)lines->x1[i], (double)lines->y1[i]);
        cairo_line_to(to->cairo, (double)lines->x2[i], (double)lines->y2[i]);
    }
    cairo_stroke(to->cairo);
}

static void draw_polygon(void *user, const hail_draw_style *style, const hail_draw_polygon *polygon) {
    canvas *to = user;
    pen(to, style, width_of(style->meaning));
    canvas_polygon(to, polygon->x, polygon->y, polygon->count, polygon->rounding);
    draw_outline(to, style);
}

static void draw_text(void *user, const hail_draw_style *style, const hail_draw_text *text) {
    canvas *to = user;
    pen(to, style, 1.0);
    cairo_set_font_size(to->cairo, 9.0 / (double)to->zoom);
    canvas_text(to, (double)text->x, (double)text->y, text->text);
}

hail_renderer canvas_renderer(canvas *to) {
    return (hail_renderer){to, draw_discs, draw_boxes, draw_lines, draw_polygon, draw_text};
}
