/* examples/trace/picture.c - the outline and its vertices over the sprite, and beside it the parts, each in a colour of
 * its own; of a hull only the hull. */
#include "picture.h"
#include "../common/legend.h"

#include <hail/draw.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define TURN   6.283185307179586
#define MARGIN 12.0 /* px of the picture, round each panel */

enum { MAX_WIDTH = 900, MAX_HEIGHT = 760 }; /* px of the picture */

bool picture_possible(void) { return true; }

/* ---- The sprite ---- */

/* Makes cairo's image, whose colours are words with alpha multiplied in. NULL: no memory. */
static cairo_surface_t *sprite(const image *from) {
    cairo_surface_t *to = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)from->width, (int)from->height);
    if (cairo_surface_status(to) != CAIRO_STATUS_SUCCESS) {
        cairo_surface_destroy(to);
        return NULL;
    }
    const size_t stride = (size_t)cairo_image_surface_get_stride(to);
    unsigned char *rows = cairo_image_surface_get_data(to);
    for (size_t y = 0; y < from->height; y++)
        for (size_t x = 0; x < from->width; x++) {
            const uint8_t *rgba = from->rgba + (y * from->width + x) * 4;
            const uint32_t alpha = rgba[3], red = rgba[0] * alpha / 255, green = rgba[1] * alpha / 255;
            const uint32_t word = alpha << 24 | red << 16 | green << 8 | rgba[2] * alpha / 255;
            memcpy(rows + y * stride + x * 4, &word, sizeof word);
        }
    cairo_surface_mark_dirty(to);
    return to;
}

static void checks(cairo_t *to, double width, double height, double side) {
    cairo_rectangle(to, 0.0, 0.0, width, height);
    cairo_set_source_rgb(to, 0.105, 0.12, 0.165);
    cairo_fill(to);
    for (int row = 0; (double)row * side < height; row++)
        for (int column = row % 2; (double)column * side < width; column += 2)
            cairo_rectangle(to, (double)column * side, (double)row * side, fmin(side, width - (double)column * side),
                            fmin(side, height - (double)row * side));
    cairo_set_source_rgb(to, 0.125, 0.145, 0.195);
    cairo_fill(to);
}

static void paint(cairo_t *to, cairo_surface_t *pixels, double zoom, double alpha) {
    cairo_save(to);
    cairo_scale(to, zoom, zoom);
    cairo_set_source_surface(to, pixels, 0.0, 0.0);
    cairo_pattern_set_filter(cairo_get_source(to), zoom < 1.0 ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST);
    cairo_paint_with_alpha(to, alpha);
    cairo_restore(to);
}

/* ---- Loops ---- */

static double across(const traced *what, float x, double zoom) { return ((double)x + (double)what->origin_x) * zoom; }
static double down(const traced *what, float y, double zoom) { return ((double)y + (double)what->origin_y) * zoom; }

static void loop_path(cairo_t *to, const traced *what, hail_loops loops, size_t loop, double zoom) {
    for (uint32_t i = loops.start[loop]; i < loops.start[loop + 1]; i++)
        cairo_line_to(to, across(what, loops.x[i], zoom), down(what, loops.y[i], zoom));
    cairo_close_path(to);
}

/* Holes wind the other way. */
static bool is_hole(hail_loops loops, size_t loop) {
    const uint32_t first = loops.start[loop], end = loops.start[loop + 1];
    double sum = 0.0;
    for (uint32_t i = first; i < end; i++) {
        const uint32_t next = i + 1 < end ? i + 1 : first;
        sum += (double)loops.x[i] * (double)loops.y[next] - (double)loops.x[next] * (double)loops.y[i];
    }
    return sum < 0.0;
}

static void stroke(cairo_t *to, double width, double red, double green, double blue, double alpha) {
    cairo_set_source_rgba(to, red, green, blue, alpha);
    cairo_set_line_width(to, width);
    cairo_stroke_preserve(to);
}

static void dots(cairo_t *to, const traced *what, hail_loops loops, double zoom, double radius) {
    cairo_new_path(to);
    for (uint32_t i = 0; i < loop_vertices(loops); i++) {
        cairo_new_sub_path(to);
        cairo_arc(to, across(what, loops.x[i], zoom), down(what, loops.y[i], zoom), radius, 0.0, TURN);
    }
    cairo_set_source_rgb(to, 1.0, 1.0, 1.0);
    cairo_fill_preserve(to);
    stroke(to, 1.0, 0.03, 0.04, 0.08, 0.9);
    cairo_new_path(to);
}

static double dot(double zoom) { return fmin(3.4, fmax(1.2, zoom * 0.55)); }

static void outline(cairo_t *to, const traced *what, hail_loops loops, double zoom) {
    cairo_set_line_join(to, CAIRO_LINE_JOIN_ROUND);
    for (size_t l = 0; l < loops.count; l++) {
        cairo_new_path(to);
        loop_path(to, what, loops, l, zoom);
        stroke(to, 4.5, 0.02, 0.03, 0.06, 0.75);
        if (is_hole(loops, l))
            stroke(to, 2.0, 1.0, 0.62, 0.25, 1.0);
        else
            stroke(to, 2.0, 0.36, 0.92, 1.0, 1.0);
    }
    dots(to, what, loops, zoom, dot(zoom));
}

/* ---- Parts ---- */

enum { HUES = 9 };

static bool touch(hail_loops parts, size_t a, size_t b) {
    for (uint32_t i = parts.start[a]; i < parts.start[a + 1]; i++)
        for (uint32_t j = parts.start[b]; j < parts.start[b + 1]; j++)
            if (parts.x[i] == parts.x[j] && parts.y[i] == parts.y[j])
                return true;
    return false;
}

/* A colour that no earlier part with a common corner has, if one is left. */
static uint8_t choose(hail_loops parts, size_t part, const uint8_t *hues) {
    uint32_t taken = 0;
    for (size_t other = 0; other < part; other++)
        if (touch(parts, part, other))
            taken |= 1u << hues[other];
    for (size_t i = 0; i < HUES; i++)
        if ((taken >> (part * 2 + i) % HUES & 1) == 0)
            return (uint8_t)((part * 2 + i) % HUES);
    return (uint8_t)(part % HUES);
}

static void set_hue(cairo_t *to, uint8_t number, double light, double alpha) {
    double rgb[3];
    for (int i = 0; i < 3; i++)
        rgb[i] = light + (1.0 - light) * (0.5 + 0.5 * cos(TURN * (0.03 + (double)number / HUES - (double)i / 3.0)));
    cairo_set_source_rgba(to, rgb[0], rgb[1], rgb[2], alpha);
}

/* Where hail/draw.h draws the parts, which are bodies of a world. */
typedef struct part_pen {
    cairo_t *to;
    const traced *what;
    double zoom;
} part_pen;

static void draw_part(void *user, const hail_draw_style *style, const hail_draw_polygon *part) {
    const part_pen *pen = user;
    cairo_new_path(pen->to);
    for (uint32_t i = 0; i < part->count; i++)
        cairo_line_to(pen->to, across(pen->what, part->x[i], pen->zoom), down(pen->what, part->y[i], pen->zoom));
    cairo_close_path(pen->to);
    set_hue(pen->to, (uint8_t)style->layer, 0.15, 0.66);
    cairo_fill_preserve(pen->to);
    cairo_save(pen->to);
    cairo_clip_preserve(pen->to); /* each part draws its half of a common side */
    set_hue(pen->to, (uint8_t)style->layer, 0.5, 1.0);
    cairo_stroke(pen->to);
    cairo_restore(pen->to);
}

/* A body for each part; its layer is its colour. */
static bool add_parts(hail_world *world, hail_loops from) {
    uint8_t hues[HAIL_MAX_PARTS];
    const hail_spawn_columns at = {.x = (float[]){0}, .y = (float[]){0}};
    for (size_t p = 0; p < from.count; p++) {
        hail_shape shape;
        const uint32_t first = from.start[p], corners = from.start[p + 1] - first;
        hues[p] = choose(from, p, hues);
        if (hail_shape_polygon(hail_world_shapes(world), from.x + first, from.y + first, corners, 0.0f, &shape) !=
                HAIL_OK ||
            hail_spawn(world, hues[p], &shape, &at, 1, NULL) != HAIL_OK)
            return false;
    }
    return true;
}

static bool parts(cairo_t *to, const traced *what, double zoom) {
    part_pen pen = {to, what, zoom};
    const hail_renderer renderer = {.user = &pen, .polygon = draw_part};
    const hail_draw_options options = {.renderer = &renderer, .what = HAIL_DRAW_SHAPES};
    hail_world *world;
    if (hail_world_create(NULL, &world) != HAIL_OK)
        return false;
    cairo_set_line_join(to, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_width(to, 3.0);
    const bool good = add_parts(world, what->parts) && hail_draw_world(world, &options) == HAIL_OK;
    hail_world_destroy(world);
    dots(to, what, what->parts, zoom, dot(zoom) * 0.8);
    return good;
}

static void origin(cairo_t *to, const traced *what, double zoom) {
    const double x = (double)what->origin_x * zoom, y = (double)what->origin_y * zoom;
    cairo_new_path(to);
    cairo_move_to(to, x - 7.0, y);
    cairo_line_to(to, x + 7.0, y);
    cairo_move_to(to, x, y - 7.0);
    cairo_line_to(to, x, y + 7.0);
    stroke(to, 3.5, 0.02, 0.03, 0.06, 0.75);
    stroke(to, 1.5, 1.0, 0.33, 0.42, 1.0);
    cairo_new_path(to);
}

/* ---- The picture ---- */

/* How often a pixel is enlarged: a whole number, so that pixels stay square, or less than 1. */
static double enlarged(const image *from, int panels) {
    const double wide = ((double)MAX_WIDTH - MARGIN * (double)(panels + 1)) / (double)panels / (double)from->width;
    const double zoom = fmin(wide, ((double)MAX_HEIGHT - 2.0 * MARGIN) / (double)from->height);
    return zoom >= 1.0 ? fmin(floor(zoom), 24.0) : zoom;
}

static bool panel(cairo_t *to, const traced *what, cairo_surface_t *pixels, int number, double zoom) {
    const double width = (double)what->from->width * zoom, height = (double)what->from->height * zoom;
    bool good = true;
    cairo_save(to);
    cairo_translate(to, MARGIN + (double)number * (width + MARGIN), MARGIN);
    checks(to, width, height, fmax(8.0, 4.0 * zoom));
    if (number == 0) {
        paint(to, pixels, zoom, 1.0);
        outline(to, what, what->options->shape == TRACE_HULL ? what->parts : what->outline, zoom);
    } else {
        paint(to, pixels, zoom, 0.45);
        good = parts(to, what, zoom);
    }
    origin(to, what, zoom);
    cairo_restore(to);
    return good;
}

static void add_keys(legend *to, bool hull) {
    legend_add(to, 0x5cebffff, hull ? "convex hull" : "outline");
    if (!hull)
        legend_add(to, 0xff9e40ff, "hole");
    legend_add(to, 0xffffffff, "vertices");
    legend_add(to, 0xff546bff, "origin");
    if (!hull)
        legend_add(to, 0xbd3f84ff, "right: convex parts, neighbours in different colours");
}

bool picture_write(const traced *what, const char *path) {
    const int panels = what->options->shape == TRACE_HULL ? 1 : 2;
    const double zoom = enlarged(what->from, panels);
    cairo_surface_t *pixels = sprite(what->from);
    if (pixels == NULL) {
        fprintf(stderr, "hail-trace: %s: no memory\n", path);
        return false;
    }
    const double width = (double)what->from->width * zoom + MARGIN, height = (double)what->from->height * zoom;
    cairo_surface_t *surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)ceil(MARGIN + width * (double)panels), (int)ceil(height + 2.0 * MARGIN));
    cairo_t *to = cairo_create(surface);
    legend key = {.count = 0};
    bool good = true;
    cairo_set_source_rgb(to, 0.045, 0.055, 0.085);
    cairo_paint(to);
    for (int i = 0; i < panels; i++)
        good = panel(to, what, pixels, i, zoom) && good;
    if (!good)
        fprintf(stderr, "hail-trace: %s: no memory\n", path);
    add_keys(&key, panels == 1);
    good = good && legend_write(&key, surface, "hail-trace", path);
    cairo_destroy(to);
    cairo_surface_destroy(surface);
    cairo_surface_destroy(pixels);
    return good;
}
