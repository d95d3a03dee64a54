/* common/sketch.c - pictures of the short examples, drawn by Cairo. */
#include "sketch.h"
#include "canvas.h"
#include "legend.h"

#include <stdlib.h>

struct sheet {
    canvas canvas;
    legend key;
    const char *program; /* argv[0] */
};

void sketch_open(sketch *to, int argc, char **argv, float min_x, float min_y, float max_x, float max_y) {
    const float zoom = (float)SKETCH_WIDTH / (max_x - min_x);
    *to = (sketch){.path = sketch_path(argc, argv)};
    must(hail_draw_options_defaults(&to->options));
    to->options.renderer = &to->renderer;
    if (to->path == NULL)
        return;
    struct sheet *made = calloc(1, sizeof *made);
    if (made == NULL || !canvas_open(&made->canvas, SKETCH_WIDTH, (int)((max_y - min_y) * zoom))) {
        must(HAIL_NO_MEMORY);
        return;
    }
    canvas *on = &made->canvas;
    to->sheet = made;
    made->program = argv[0];
    on->x = min_x, on->y = min_y, on->zoom = zoom;
    on->fill = 0.35f;
    canvas_clear(on, 0x0d1220);
    canvas_in_world(on);
    canvas_view(on, &to->options);
    to->renderer = canvas_renderer(on);
}

void sketch_key_rgba(sketch *to, uint32_t rgba, const char *text) {
    if (to->path != NULL)
        legend_add(&to->sheet->key, rgba, text);
}

void sketch_disc(sketch *to, float x, float y, float radius, uint32_t rgba) {
    if (to->path == NULL)
        return;
    canvas *on = &to->sheet->canvas;
    canvas_color(on, rgba >> 8, (double)(rgba & 255) / 255.0);
    cairo_arc(on->cairo, (double)x, (double)y, (double)radius, 0.0, 6.2832);
    cairo_fill(on->cairo);
}

int sketch_close(sketch *of, bool right) {
    bool fine = true;
    if (of->path != NULL) {
        struct sheet *made = of->sheet;
        canvas_on_screen(&made->canvas);
        fine = legend_write(&made->key, made->canvas.surface, made->program, of->path);
        canvas_close(&made->canvas);
        free(made);
    }
    return fine && right ? EXIT_SUCCESS : EXIT_FAILURE;
}
