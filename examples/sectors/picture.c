/* examples/sectors/picture.c - draws sectors, coloured by height and light, their walls, and the movers' paths. */
#include "picture.h"
#include "../common/legend.h"
#include "loops.h"

#include <hail/draw.h>
#include <math.h>
#include <stdio.h>

#define TURN   6.283185307179586
#define MARGIN 14.0 /* px of the picture */

/* From the map's px to the picture's. */
typedef struct frame {
    double x, y, zoom;
    int width, height;
} frame;

bool picture_possible(void) { return true; }

static frame frame_of(const doom_map *map, int size) {
    double min_x = HUGE_VAL, min_y = HUGE_VAL, max_x = -HUGE_VAL, max_y = -HUGE_VAL;
    for (size_t i = 0; i < map->wall_count * 2; i++) {
        const uint32_t end = i % 2 == 0 ? map->walls[i / 2].a : map->walls[i / 2].b;
        min_x = fmin(min_x, (double)map->x[end]);
        min_y = fmin(min_y, (double)map->y[end]);
        max_x = fmax(max_x, (double)map->x[end]);
        max_y = fmax(max_y, (double)map->y[end]);
    }
    const double longest = fmax(1.0, fmax(max_x - min_x, max_y - min_y));
    const double zoom = ((double)size - 2.0 * MARGIN) / longest;
    return (frame){.x = MARGIN - min_x * zoom,
                   .y = MARGIN - min_y * zoom,
                   .zoom = zoom,
                   .width = (int)((max_x - min_x) * zoom + 2.0 * MARGIN + 0.5),
                   .height = (int)((max_y - min_y) * zoom + 2.0 * MARGIN + 0.5)};
}

/* ---- Sectors ---- */

typedef struct pen {
    cairo_t *to;
    const doom_map *map;
    const frame *view;
} pen;

static double across(const frame *view, float x) { return view->x + (double)x * view->zoom; }
static double down(const frame *view, float y) { return view->y + (double)y * view->zoom; }

static void draw_vertex(void *user, uint32_t vertex, bool first) {
    const pen *with = user;
    if (first)
        cairo_new_sub_path(with->to);
    cairo_line_to(with->to, across(with->view, with->map->x[vertex]), down(with->view, with->map->y[vertex]));
}

/* Low floors are blue, high ones green to sand; dark sectors are dark. */
static void set_shade(cairo_t *to, const doom_sector *sector, double low, double high) {
    static const double RAMP[4][3] = {{0.16, 0.30, 0.52}, {0.25, 0.44, 0.55}, {0.42, 0.56, 0.50}, {0.72, 0.68, 0.50}};
    const double height = high > low ? ((double)sector->floor - low) / (high - low) : 0.4;
    const double at = fmin(0.9999, fmax(0.0, height)) * 3.0;
    const int step = (int)at;
    const double light = 0.50 + 0.58 * fmin(1.0, fmax(0.0, (double)sector->light / 255.0));
    double rgb[3];
    for (int i = 0; i < 3; i++)
        rgb[i] = light * (RAMP[step][i] + (RAMP[step + 1][i] - RAMP[step][i]) * (at - step));
    cairo_set_source_rgb(to, rgb[0], rgb[1], rgb[2]);
}

static bool draw_sectors(cairo_t *to, const doom_map *map, const frame *view) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    loops around;
    const bool good = loops_make(map, &around);
    pen with = {to, map, view};
    for (size_t i = 0; i < map->sector_count; i++) {
        low = fmin(low, (double)map->sectors[i].floor);
        high = fmax(high, (double)map->sectors[i].floor);
    }
    cairo_set_fill_rule(to, CAIRO_FILL_RULE_EVEN_ODD);
    for (uint32_t i = 0; good && i < map->sector_count; i++) {
        cairo_new_path(to);
        loops_each(&around, i, draw_vertex, &with);
        set_shade(to, &map->sectors[i], low, high);
        cairo_fill(to);
    }
    loops_free(&around);
    return good;
}

/* ---- Walls ---- */

typedef enum look { PORTALS, OPEN, SHUT, SOLID } look;

/* Which walls are drawn now, and where. */
typedef struct wall_pen {
    cairo_t *to;
    const frame *view;
    look which;
} wall_pen;

/* Doors are open or shut as they are now. */
static look look_of(const hail_draw_style *style) {
    if (style->kind == DOOM_DOOR)
        return style->meaning == HAIL_DRAWN_WALL ? SHUT : OPEN;
    return style->meaning == HAIL_DRAWN_WALL ? SOLID : PORTALS;
}

static void add_walls(void *user, const hail_draw_style *style, const hail_draw_lines *lines) {
    const wall_pen *with = user;
    for (uint32_t i = 0; look_of(style) == with->which && i < lines->count; i++) {
        cairo_move_to(with->to, across(with->view, lines->x1[i]), down(with->view, lines->y1[i]));
        cairo_line_to(with->to, across(with->view, lines->x2[i]), down(with->view, lines->y2[i]));
    }
}

static void stroke_walls(cairo_t *to, const level *on, const frame *view, look which) {
    wall_pen with = {to, view, which};
    const hail_renderer renderer = {.user = &with, .lines = add_walls};
    const hail_draw_options options = {.renderer = &renderer};
    cairo_new_path(to);
    if (hail_draw_sectors(on->sectors, &options) == HAIL_OK)
        cairo_stroke(to);
}

static void draw_walls(cairo_t *to, const level *on, const frame *view, double unit) {
    cairo_set_line_cap(to, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(to, 0.8 * unit);
    cairo_set_source_rgba(to, 0.03, 0.05, 0.10, 0.35);
    stroke_walls(to, on, view, PORTALS);
    cairo_set_line_width(to, 2.4 * unit);
    cairo_set_source_rgb(to, 0.012, 0.018, 0.04);
    stroke_walls(to, on, view, SOLID);
    cairo_set_line_width(to, 1.6 * unit);
    cairo_set_source_rgba(to, 1.0, 0.72, 0.40, 0.55);
    stroke_walls(to, on, view, OPEN);
    cairo_set_line_width(to, 2.6 * unit);
    cairo_set_source_rgb(to, 1.0, 0.50, 0.16);
    stroke_walls(to, on, view, SHUT);
}

/* ---- Movers ---- */

static void set_hue(cairo_t *to, size_t number, double light, double alpha) {
    /* Steps of the golden section, so that movers with near numbers have different hues. */
    const double hue = fmod(0.09 + (double)number * 0.6180339887498949, 1.0);
    double rgb[3];
    for (int i = 0; i < 3; i++)
        rgb[i] = light + (1.0 - light) * (0.5 + 0.5 * cos(TURN * (hue - (double)i / 3.0)));
    cairo_set_source_rgba(to, rgb[0], rgb[1], rgb[2], alpha);
}

/* Older parts are fainter. */
static void draw_path(cairo_t *to, const walk *what, const frame *view, size_t number, double unit) {
    enum { PIECES = 12 };
    const size_t steps = (size_t)what->options->steps;
    for (size_t piece = 0; piece < PIECES; piece++) {
        const size_t first = steps * piece / PIECES, last = steps * (piece + 1) / PIECES;
        cairo_new_path(to);
        for (size_t step = first; step <= last; step++) {
            const float *at = what->path + (step * what->paths + number) * 2;
            cairo_line_to(to, across(view, at[0]), down(view, at[1]));
        }
        set_hue(to, number, 0.35, 0.20 + 0.75 * (double)(piece + 1) / PIECES);
        cairo_set_line_width(to, 1.3 * unit);
        cairo_stroke(to);
    }
}

static void draw_mover(cairo_t *to, const walk *what, const frame *view, size_t number, double unit) {
    const double x = across(view, what->x[number]), y = down(view, what->y[number]);
    const double radius = fmax((double)what->options->radius * view->zoom, 2.5 * unit);
    cairo_new_path(to);
    cairo_arc(to, x, y, radius, 0.0, TURN);
    set_hue(to, number, 0.30, 1.0);
    cairo_fill_preserve(to);
    cairo_set_source_rgb(to, 0.02, 0.03, 0.06);
    cairo_set_line_width(to, 1.2 * unit);
    cairo_stroke(to);
    cairo_move_to(to, x, y);
    cairo_line_to(to, x + cos(what->heading[number]) * radius, y + sin(what->heading[number]) * radius);
    cairo_stroke(to);
}

/* ---- The picture ---- */

static bool draw(cairo_t *to, const walk *what, const frame *view) {
    const double unit = fmax(1.0, (double)what->options->size / 1000.0);
    cairo_set_source_rgb(to, 0.045, 0.055, 0.085);
    cairo_paint(to);
    cairo_set_line_join(to, CAIRO_LINE_JOIN_ROUND);
    const bool good = draw_sectors(to, &what->on->map, view);
    draw_walls(to, what->on, view, unit);
    for (size_t i = 0; i < what->paths; i++)
        draw_path(to, what, view, i, unit);
    for (size_t i = 0; i < what->count; i++)
        draw_mover(to, what, view, i, unit);
    return good;
}

static void add_keys(legend *to, const walk *what) {
    legend_add(to, 0x294d85ff, "sector with a low floor");
    legend_add(to, 0xb8ad80ff, "with a high floor");
    legend_add(to, 0x03050aff, "wall (thin: portal)");
    legend_add(to, 0xff8029ff, "shut door");
    legend_add(to, 0xa4855fff, "open door");
    if (what->count > 0)
        legend_add(to, 0xffffffff, "disc and line: a mover and its path, a colour each");
}

bool picture_write(const walk *what, const char *path) {
    const frame view = frame_of(&what->on->map, what->options->size);
    legend key = {.count = 0};
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, view.width, view.height);
    cairo_t *to = cairo_create(surface);
    bool good = draw(to, what, &view);
    if (!good)
        fprintf(stderr, "hail-sectors: %s: out of memory\n", path);
    add_keys(&key, what);
    good = good && legend_write(&key, surface, "hail-sectors", path);
    cairo_destroy(to);
    cairo_surface_destroy(surface);
    return good;
}
