/* common/must.c - what every short example needs, with or without pictures. Shapes that are in no world are drawn as
 * bodies of one that lives for a moment. */
#include "sketch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void must(hail_status status) {
    if (status == HAIL_OK)
        return;
    fprintf(stderr, "%s\n", hail_status_text(status));
    exit(EXIT_FAILURE);
}

void sketch_key(sketch *to, hail_draw_meaning meaning, uint32_t layer, const char *text) {
    sketch_key_rgba(to, hail_draw_colour(meaning, layer), text);
}

void sketch_image(sketch *to, const hail_image *image, float x, float y, float cos, float sin) {
    for (uint32_t i = 0; i < image->width * image->height; i++) {
        const uint8_t *p = image->rgba + (size_t)i * 4;
        const uint32_t row = i / image->width, column = i % image->width;
        const float u = (float)column + 0.5f - image->origin_x, v = (float)row + 0.5f - image->origin_y;
        if (p[3] >= image->threshold)
            sketch_disc(to, x + u * cos - v * sin, y + u * sin + v * cos, 0.8f,
                        (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | 0xff);
    }
}

static void spawn(hail_world *world, const hail_convex *shapes, const hail_shapes *bodies, size_t i, uint32_t layer) {
    hail_shape shape;
    hail_columns columns;
    const hail_spawn_columns at = {.x = &bodies->x[i], .y = &bodies->y[i]};
    must(hail_shape_add(hail_world_shapes(world), &shapes[bodies->shape ? bodies->shape[i] : 0], &shape));
    must(hail_spawn(world, layer, &shape, &at, 1, NULL));
    must(hail_layer_columns(world, layer, &columns));
    if (bodies->cos) {
        columns.cos[i] = bodies->cos[i];
        columns.sin[i] = bodies->sin[i];
    }
}

void sketch_bodies(sketch *to, const hail_convex *shapes, const hail_shapes *bodies, uint32_t layer) {
    hail_world *world;
    if (to->path == NULL)
        return;
    must(hail_world_create(NULL, &world));
    must(hail_layer_configure(world, layer, &(hail_layer_options){.columns = HAIL_ROTATION}));
    for (size_t i = 0; i < bodies->count; i++)
        spawn(world, shapes, bodies, i, layer);
    must(hail_draw_world(world, &to->options));
    must(hail_world_destroy(world));
}

const char *sketch_path(int argc, char **argv) {
    if (argc < 2 || argv[1][0] != '-')
        return argc < 2 ? NULL : argv[1];
    const bool asked = strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0;
    fprintf(asked ? stdout : stderr, "usage: %s [PICTURE.png]\nRuns the example, and draws it if it gets a name.\n",
            argv[0]);
    exit(asked ? EXIT_SUCCESS : EXIT_FAILURE);
}
