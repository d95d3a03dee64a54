/* examples/view/canvas.h - the picture of hail-view: an image that Cairo draws into, and its pixels, into which light
 * is put directly: tens of thousands of small discs a frame are too many for paths. */
#ifndef VIEW_CANVAS_H
#define VIEW_CANVAS_H

#include <cairo.h>
#include <hail/draw.h>

typedef struct canvas {
    cairo_surface_t *surface;
    cairo_t *cairo;
    uint32_t *pixels; /* 0xAARRGGBB */
    int width, height, stride;
    float x, y, zoom; /* what of the world is seen: its left top corner, and screen px by px of the world */
} canvas;

/* False: out of memory. */
bool canvas_open(canvas *to, int width, int height);
void canvas_close(canvas *of);
void canvas_clear(canvas *to, uint32_t rgb);

/* From now on Cairo draws in the world's coordinates, or in the screen's. */
void canvas_in_world(canvas *to);
void canvas_on_screen(canvas *to);
void canvas_color(canvas *to, uint32_t rgb, double alpha);

/* A small glowing disc. Light is put by taking the lighter of two colours, so that crowds stay legible. */
enum { LIGHT_MOST = 48, LIGHT_PHASES = 4 };
typedef struct light {
    int side;                                                              /* px; 0: not made yet */
    uint32_t pixels[LIGHT_PHASES * LIGHT_PHASES][LIGHT_MOST * LIGHT_MOST]; /* by quarter of a pixel, in x and y */
} light;

/* Makes a disc of a radius (screen px) with a white core; `glow` px beyond it the light ends. hollow: a ring. */
void light_make(light *to, float radius, float glow, uint32_t rgb, bool hollow);
void light_put(canvas *to, const light *of, float x, float y); /* px of the world */

/* Sets one pixel to the lighter of two colours. */
static inline uint32_t lighter(uint32_t a, uint32_t b) {
    const uint32_t red = (a & 0xff0000u) > (b & 0xff0000u) ? a & 0xff0000u : b & 0xff0000u;
    const uint32_t green = (a & 0xff00u) > (b & 0xff00u) ? a & 0xff00u : b & 0xff00u;
    const uint32_t blue = (a & 0xffu) > (b & 0xffu) ? a & 0xffu : b & 0xffu;
    return 0xff000000u | red | green | blue;
}

/* Paths: a rounded convex polygon, and text whose left top corner is at (x, y). */
void canvas_polygon(canvas *to, const float *x, const float *y, uint32_t count, float rounding);
void canvas_text(canvas *to, double x, double y, const char *text);

/* A renderer that draws into the canvas, which must be in the world's coordinates. */
hail_renderer canvas_renderer(canvas *to);

/* What of the world is seen, for options. */
void canvas_view(const canvas *of, hail_draw_options *options);

#endif
