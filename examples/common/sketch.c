/* common/sketch.c - pictures of the short examples, drawn by Cairo. */
#include "sketch.h"
#include "canvas.h"

#include <stdio.h>
#include <stdlib.h>

#define ROW  24.0 /* px: of the legend */
#define RIM  12.0
#define SIZE 13.0 /* px: of letters */

void sketch_open(sketch *to, int argc, char **argv, float min_x, float min_y, float max_x, float max_y) {
    const float zoom = (float)SKETCH_WIDTH / (max_x - min_x);
    *to = (sketch){.path = argc > 1 ? argv[1] : NULL};
    must(hail_draw_defaults(&to->options));
    to->options.renderer = &to->renderer;
    if (to->path == NULL)
        return;
    to->canvas = malloc(sizeof *to->canvas);
    if (to->canvas == NULL || !canvas_open(to->canvas, SKETCH_WIDTH, (int)((max_y - min_y) * zoom)))
        must(HAIL_NO_MEMORY);
    to->canvas->x = min_x, to->canvas->y = min_y, to->canvas->zoom = zoom;
    to->canvas->fill = 0.35f;
    canvas_clear(to->canvas, 0x0d1220);
    canvas_in_world(to->canvas);
    canvas_view(to->canvas, &to->options);
    to->renderer = canvas_renderer(to->canvas);
}

void sketch_key_rgba(sketch *to, uint32_t rgba, const char *text) {
    if (to->keys == SKETCH_KEYS)
        return;
    to->key[to->keys] = rgba;
    to->meaning[to->keys++] = text;
}

void sketch_disc(sketch *to, float x, float y, float radius, uint32_t rgba) {
    if (to->path == NULL)
        return;
    canvas_color(to->canvas, rgba >> 8, (double)(rgba & 255) / 255.0);
    cairo_arc(to->canvas->cairo, (double)x, (double)y, (double)radius, 0.0, 6.2832);
    cairo_fill(to->canvas->cairo);
}

/* Draws the legend, or only measures it. Returns the height. */
static double legend(const sketch *of, cairo_t *to, double top) {
    double x = RIM, y = top + 8.0;
    cairo_select_font_face(to, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(to, SIZE);
    for (int i = 0; i < of->keys; i++) {
        cairo_text_extents_t text;
        cairo_text_extents(to, of->meaning[i], &text);
        const double width = 20.0 + text.x_advance + 18.0;
        if (x > RIM && x + width > SKETCH_WIDTH)
            x = RIM, y += ROW;
        cairo_rectangle(to, x, y + 2.0, SIZE, SIZE);
        cairo_set_source_rgb(to, (double)(of->key[i] >> 24) / 255.0, (double)(of->key[i] >> 16 & 255) / 255.0,
                             (double)(of->key[i] >> 8 & 255) / 255.0);
        cairo_fill(to);
        cairo_move_to(to, x + 20.0, y + SIZE);
        cairo_set_source_rgb(to, 0.9, 0.93, 0.98);
        cairo_show_text(to, of->meaning[i]);
        x += width;
    }
    return y + ROW - top;
}

static bool write_picture(const sketch *of) {
    const canvas *from = of->canvas;
    const int height = from->height + (int)legend(of, from->cairo, 1.0e6);
    cairo_surface_t *sheet = cairo_image_surface_create(CAIRO_FORMAT_RGB24, from->width, height);
    cairo_t *to = cairo_create(sheet);
    cairo_set_source_rgb(to, 0.10, 0.12, 0.17);
    cairo_paint(to);
    cairo_set_source_surface(to, from->surface, 0.0, 0.0);
    cairo_paint(to);
    legend(of, to, from->height);
    const cairo_status_t status = cairo_surface_write_to_png(sheet, of->path);
    cairo_destroy(to);
    cairo_surface_destroy(sheet);
    if (status != CAIRO_STATUS_SUCCESS)
        fprintf(stderr, "%s: %s\n", of->path, cairo_status_to_string(status));
    return status == CAIRO_STATUS_SUCCESS;
}

int sketch_close(sketch *of, bool right) {
    bool fine = true;
    if (of->path != NULL) {
        canvas_on_screen(of->canvas);
        fine = write_picture(of);
        canvas_close(of->canvas);
        free(of->canvas);
    }
    return fine && right ? EXIT_SUCCESS : EXIT_FAILURE;
}
