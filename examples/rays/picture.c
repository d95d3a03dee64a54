/* rays/picture.c - --png: the map in the dark, what the rays reach in the light, and a lens on some of the hits. */
#include "picture.h"
#include "../common/legend.h"
#include "scene.h"

#include <math.h>
#include <stdio.h>

#define TURN 6.283185307179586
#define ZOOM 9.0 /* of the lens */

bool picture_possible(void) { return true; }

static void background(cairo_t *to, double width, double height) {
    cairo_pattern_t *night =
        cairo_pattern_create_radial(width * 0.5, height * 0.35, 0.0, width * 0.5, height * 0.35, width * 0.7);
    cairo_pattern_add_color_stop_rgb(night, 0.0, 0.065, 0.085, 0.16);
    cairo_pattern_add_color_stop_rgb(night, 1.0, 0.02, 0.025, 0.05);
    cairo_set_source(to, night);
    cairo_paint(to);
    cairo_pattern_destroy(night);
}

static void place(cairo_t *to, const picture *what, double zoom) {
    cairo_scale(to, zoom, zoom);
    cairo_translate(to, -(double)what->view.x, -(double)what->view.y);
}

/* ---- The lens: a round piece of the picture ---- */

typedef struct lens {
    double x, y, radius; /* px of the picture: where it is drawn */
    double at_x, at_y;   /* px of the world: what it shows */
} lens;

/* How slanted the wall is at a hit near `about`: a lens shows slopes best. */
static double slope(const picture *what, size_t number, const hail_ray_hit *about, double reach) {
    const hail_ray_hit *hit = &what->of->hits[number % what->of->count];
    if (!hit->hit || hypot((double)(hit->x - about->x), (double)(hit->y - about->y)) > reach)
        return 0.0;
    return 0.15 + fmin(fabs((double)hit->normal_x), fabs((double)hit->normal_y));
}

/* How much a lens at a hit would show: other hits and slopes near it. 0 near the origin or the view's edge. */
static double interest(const picture *what, size_t number, double reach) {
    const fan *of = what->of;
    const hail_ray_hit *hit = &of->hits[number];
    const double x = (double)hit->x - (double)what->view.x, y = (double)hit->y - (double)what->view.y;
    double sum = 0.0;
    if (!hit->hit || hit->started_inside || hit->outside || (double)hit->distance < 4.0 * reach || x < reach ||
        y < reach || x > (double)what->view.width - reach || y > (double)what->view.height - reach)
        return 0.0;
    for (size_t step = 1; step < 16 && step < of->count; step++)
        sum += slope(what, number + step, hit, reach) + slope(what, number + of->count - step, hit, reach);
    return sum;
}

/* Places the lens in the corner of the picture furthest from the origin and from what it shows. */
static bool lens_place(const picture *what, double zoom, lens *of) {
    const double width = (double)what->view.width * zoom, height = (double)what->view.height * zoom;
    double best = 0.0, furthest = -1.0;
    of->radius = fmin(width, height) * 0.19;
    const size_t stride = what->of->count / 4000 + 1;
    for (size_t i = 0; i < what->of->count; i += stride) {
        const double value = interest(what, i, of->radius / (zoom * ZOOM));
        if (value > best) {
            best = value;
            of->at_x = (double)what->of->hits[i].x;
            of->at_y = (double)what->of->hits[i].y;
        }
    }
    for (int corner = 0; corner < 4; corner++) {
        const double inset = of->radius + 22.0;
        const double x = corner % 2 == 0 ? inset : width - inset, y = corner / 2 == 0 ? inset : height - inset;
        const double off =
            fmin(hypot(x / zoom - (double)what->of->x + (double)what->view.x,
                       y / zoom - (double)what->of->y + (double)what->view.y),
                 hypot(x / zoom - of->at_x + (double)what->view.x, y / zoom - of->at_y + (double)what->view.y));
        if (off > furthest) {
            furthest = off;
            of->x = x;
            of->y = y;
        }
    }
    return best > 0.0 && of->radius >= 60.0;
}

static void lens_ring(cairo_t *to, const picture *what, double zoom, const lens *of) {
    const double x = (of->at_x - (double)what->view.x) * zoom, y = (of->at_y - (double)what->view.y) * zoom;
    const double small = of->radius / ZOOM, dx = of->x - x, dy = of->y - y, far = hypot(dx, dy);
    cairo_set_source_rgba(to, 1.0, 1.0, 1.0, 0.75);
    cairo_set_line_width(to, 1.5);
    cairo_new_path(to);
    cairo_arc(to, x, y, small, 0.0, TURN);
    if (far > small + of->radius) {
        cairo_move_to(to, x + dx / far * small, y + dy / far * small);
        cairo_line_to(to, of->x - dx / far * of->radius, of->y - dy / far * of->radius);
    }
    cairo_stroke(to);
}

static void lens_draw(cairo_t *to, const picture *what, cairo_surface_t *tiles, double zoom, const lens *of) {
    lens_ring(to, what, zoom, of);
    cairo_save(to);
    cairo_arc(to, of->x, of->y, of->radius, 0.0, TURN);
    cairo_clip(to);
    cairo_set_source_rgb(to, 0.045, 0.06, 0.12);
    cairo_paint(to);
    cairo_translate(to, of->x, of->y);
    cairo_scale(to, zoom * ZOOM, zoom * ZOOM);
    cairo_translate(to, -of->at_x, -of->at_y);
    scene_dark(to, what, tiles);
    scene_light(to, what, tiles, zoom * ZOOM);
    scene_rays(to, what, zoom * ZOOM, 1.0);
    scene_hits(to, what, zoom * ZOOM);
    scene_normals(to, what, zoom * ZOOM, 40.0, 30.0);
    cairo_restore(to);
    cairo_new_path(to);
    cairo_arc(to, of->x, of->y, of->radius, 0.0, TURN);
    cairo_set_source_rgba(to, 1.0, 1.0, 1.0, 0.85);
    cairo_set_line_width(to, 3.0);
    cairo_stroke(to);
}

/* ---- The picture ---- */

static void draw(cairo_t *to, const picture *what, cairo_surface_t *tiles, double zoom) {
    lens over = {0};
    background(to, (double)what->view.width * zoom, (double)what->view.height * zoom);
    cairo_save(to);
    place(to, what, zoom);
    scene_dark(to, what, tiles);
    scene_light(to, what, tiles, zoom);
    scene_rays(to, what, zoom, 7.0);
    scene_hits(to, what, zoom);
    scene_normals(to, what, zoom, 11.0, 11.0);
    scene_origin(to, what, zoom);
    cairo_restore(to);
    if (lens_place(what, zoom, &over))
        lens_draw(to, what, tiles, zoom, &over);
}

/* Small views are enlarged by whole numbers, so that pixels stay square. */
static int enlarged(const rays_view *view) {
    const int across = 1280 / view->width, down = 960 / view->height, zoom = across < down ? across : down;
    return zoom < 1 ? 1 : zoom;
}

static void add_keys(legend *to) {
    legend_add(to, 0xffffffff, "where the rays start");
    legend_add(to, 0xffd685ff, "rays");
    legend_add(to, 0xff546bff, "pixels that they hit");
    legend_add(to, 0x5cebffff, "normals there");
}

bool picture_write(const picture *what, const char *path) {
    const int zoom = enlarged(&what->view);
    legend key = {.count = 0};
    cairo_surface_t *tiles = scene_tiles(what);
    if (tiles == NULL) {
        fprintf(stderr, "hail-rays: %s: out of memory\n", path);
        return false;
    }
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, what->view.width * zoom, what->view.height * zoom);
    cairo_t *to = cairo_create(surface);
    draw(to, what, tiles, (double)zoom);
    add_keys(&key);
    const bool good = legend_write(&key, surface, "hail-rays", path);
    cairo_destroy(to);
    cairo_surface_destroy(surface);
    cairo_surface_destroy(tiles);
    return good;
}
