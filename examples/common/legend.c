/* common/legend.c - lays a legend out in rows, and writes it with its picture. */
#include "legend.h"

#include <stdio.h>

#define ROW    24.0 /* all in px of a picture that is at most NARROW px wide; in wider ones all is larger */
#define RIM    12.0
#define SIZE   13.0 /* of letters */
#define NARROW 1000.0

void legend_add(legend *to, uint32_t rgba, const char *text) {
    if (to->count == LEGEND_KEYS)
        return;
    to->rgba[to->count] = rgba;
    to->text[to->count++] = text;
}

/* Dark colours get a rim, or they would not be seen. */
static void draw_square(cairo_t *to, uint32_t rgba, double x, double y) {
    const double red = (double)(rgba >> 24) / 255.0, green = (double)(rgba >> 16 & 255) / 255.0;
    const double blue = (double)(rgba >> 8 & 255) / 255.0;
    cairo_rectangle(to, x, y, SIZE, SIZE);
    cairo_set_source_rgb(to, red, green, blue);
    if (red + green + blue > 0.4) {
        cairo_fill(to);
        return;
    }
    cairo_fill_preserve(to);
    cairo_set_source_rgb(to, 0.5, 0.55, 0.65);
    cairo_set_line_width(to, 1.0);
    cairo_stroke(to);
}

/* Draws the legend. Returns its height. */
static double draw(const legend *of, cairo_t *to, double width, double top) {
    double x = RIM, y = top + 8.0;
    cairo_select_font_face(to, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(to, SIZE);
    for (int i = 0; i < of->count; i++) {
        cairo_text_extents_t text;
        cairo_text_extents(to, of->text[i], &text);
        const double wide = 20.0 + text.x_advance + 18.0;
        if (x > RIM && x + wide > width)
            x = RIM, y += ROW;
        draw_square(to, of->rgba[i], x, y + 2.0);
        cairo_move_to(to, x + 20.0, y + SIZE);
        cairo_set_source_rgb(to, 0.9, 0.93, 0.98);
        cairo_show_text(to, of->text[i]);
        x += wide;
    }
    return y + ROW - top;
}

/* The legend's height in a picture of this width. */
static double measure(const legend *of, double width) {
    cairo_surface_t *nowhere = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
    cairo_t *to = cairo_create(nowhere);
    const double height = draw(of, to, width, 0.0);
    cairo_destroy(to);
    cairo_surface_destroy(nowhere);
    return height;
}

bool legend_write(const legend *of, cairo_surface_t *picture, const char *program, const char *path) {
    const int width = cairo_image_surface_get_width(picture), height = cairo_image_surface_get_height(picture);
    const double zoom = (double)width > NARROW ? (double)width / NARROW : 1.0;
    const int below = (int)(measure(of, (double)width / zoom) * zoom);
    cairo_surface_t *sheet = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height + below);
    cairo_t *to = cairo_create(sheet);
    cairo_set_source_rgb(to, 0.10, 0.12, 0.17);
    cairo_paint(to);
    cairo_rectangle(to, 0.0, 0.0, (double)width, (double)height);
    cairo_set_source_surface(to, picture, 0.0, 0.0);
    cairo_fill(to);
    cairo_scale(to, zoom, zoom);
    draw(of, to, (double)width / zoom, (double)height / zoom);
    cairo_status_t status = cairo_status(to);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png(sheet, path);
    cairo_destroy(to);
    cairo_surface_destroy(sheet);
    if (status != CAIRO_STATUS_SUCCESS)
        fprintf(stderr, "%s: %s: %s\n", program, path, cairo_status_to_string(status));
    return status == CAIRO_STATUS_SUCCESS;
}
