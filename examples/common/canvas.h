/* common/canvas.h - an image that Cairo draws into, with a camera, and a renderer for hail/draw.h that draws there. */
#ifndef EXAMPLES_CANVAS_H
#define EXAMPLES_CANVAS_H

#include <cairo.h>
#include <hail/draw.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct canvas {
    cairo_surface_t *surface;
    cairo_t *cairo;
    uint32_t *pixels; /* 0xAARRGGBB */
    int width, height, stride;
    float x, y, zoom; /* what of the world is seen: its left top corner, and screen px by px of the world */
    float fill;       /* 0 to 1: how opaque the insides of bodies are; 0: outlines alone */
} canvas;

/* False: out of memory. */
bool canvas_open(canvas *to, int width, int height);
void canvas_close(canvas *of);
void canvas_clear(canvas *to, uint32_t rgb);

/* From now on Cairo draws in the world's coordinates, or in the screen's. */
void canvas_in_world(canvas *to);
void canvas_on_screen(canvas *to);
void canvas_color(canvas *to, uint32_t rgb, double alpha);

/* Paths: a rounded convex polygon, and text whose left top corner is at (x, y). */
void canvas_polygon(canvas *to, const float *x, const float *y, uint32_t count, float rounding);
void canvas_text(canvas *to, double x, double y, const char *text);

/* A renderer that draws into the canvas, which must be in the world's coordinates. */
hail_renderer canvas_renderer(canvas *to);

/* What of the world is seen, for options. */
void canvas_view(const canvas *of, hail_draw_options *options);

#endif
