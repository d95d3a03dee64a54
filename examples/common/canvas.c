/* common/canvas.c - the image, its camera, text and polygons. */
#include "canvas.h"

#include <math.h>
#include <stddef.h>

bool canvas_open(canvas *to, int width, int height) {
    *to = (canvas){.width = width, .height = height, .zoom = 1.0f};
    to->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    to->cairo = cairo_create(to->surface);
    to->pixels = (uint32_t *)(void *)cairo_image_surface_get_data(to->surface);
    to->stride = cairo_image_surface_get_stride(to->surface) / 4;
    cairo_select_font_face(to->cairo, "DejaVu Sans Mono", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    return cairo_status(to->cairo) == CAIRO_STATUS_SUCCESS && to->pixels != NULL;
}

void canvas_close(canvas *of) {
    if (of->cairo != NULL)
        cairo_destroy(of->cairo);
    if (of->surface != NULL)
        cairo_surface_destroy(of->surface);
    *of = (canvas){0};
}

void canvas_clear(canvas *to, uint32_t rgb) {
    canvas_on_screen(to);
    canvas_color(to, rgb, 1.0);
    cairo_paint(to->cairo);
}

void canvas_in_world(canvas *to) {
    cairo_identity_matrix(to->cairo);
    cairo_scale(to->cairo, (double)to->zoom, (double)to->zoom);
    cairo_translate(to->cairo, -(double)to->x, -(double)to->y);
}

void canvas_on_screen(canvas *to) { cairo_identity_matrix(to->cairo); }

void canvas_color(canvas *to, uint32_t rgb, double alpha) {
    cairo_set_source_rgba(to->cairo, (double)(rgb >> 16 & 255) / 255.0, (double)(rgb >> 8 & 255) / 255.0,
                          (double)(rgb & 255) / 255.0, alpha);
}

void canvas_text(canvas *to, double x, double y, const char *text) {
    cairo_font_extents_t font;
    cairo_font_extents(to->cairo, &font);
    cairo_move_to(to->cairo, x, y + font.ascent);
    cairo_show_text(to->cairo, text);
}

/* Twice the area, positive if the vertices go round from +x towards +y. */
static double area(const float *x, const float *y, uint32_t count) {
    double sum = 0.0;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++)
        sum += (double)x[j] * (double)y[i] - (double)x[i] * (double)y[j];
    return sum;
}

/* An arc about each vertex, from one edge's outward direction to the next one's. */
void canvas_polygon(canvas *to, const float *x, const float *y, uint32_t count, float rounding) {
    const bool turned = area(x, y, count) < 0.0;
    cairo_new_sub_path(to->cairo);
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t i = turned ? count - 1 - k : k;
        const uint32_t before = turned ? (i + 1) % count : (i + count - 1) % count;
        const uint32_t after = turned ? (i + count - 1) % count : (i + 1) % count;
        if (rounding <= 0.0f) {
            cairo_line_to(to->cairo, (double)x[i], (double)y[i]);
            continue;
        }
        const double in = atan2((double)(x[before] - x[i]), (double)(y[i] - y[before]));
        const double out = atan2((double)(x[i] - x[after]), (double)(y[after] - y[i]));
        cairo_arc(to->cairo, (double)x[i], (double)y[i], (double)rounding, in, out);
    }
    cairo_close_path(to->cairo);
}

void canvas_view(const canvas *of, hail_draw_options *options) {
    options->min_x = of->x;
    options->min_y = of->y;
    options->max_x = of->x + (float)of->width / of->zoom;
    options->max_y = of->y + (float)of->height / of->zoom;
}
