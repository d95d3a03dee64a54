/* picture.c - the last frame as a PNG, with a lens on one of its contacts. */
#include "picture.h"
#include "../common/legend.h"
#include "scene.h"

#include <math.h>

#define TURN 6.283185307179586
#define ZOOM 5.0

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

/* Down among the players, in the nearest gap between two of them. */
static void lens_place(const game *play, const spark *of, double radius, double *x, double *y) {
    const double width = (double)play->options->width;
    const int players = play->options->players > 1 ? play->options->players : 2;
    *y = (double)play->options->height - radius - 30.0;
    *x = width / players;
    for (int i = 2; i < players; i++)
        if (fabs(width * i / players - (double)of->contact.x[0]) < fabs(*x - (double)of->contact.x[0]))
            *x = width * i / players;
}

static void lens(cairo_t *to, game *play, const spark *of) {
    const double radius = (double)play->options->height * 0.13;
    const double x = (double)of->contact.x[0], y = (double)of->contact.y[0];
    double at_x, at_y;
    lens_place(play, of, radius, &at_x, &at_y);

    const double dx = at_x - x, dy = at_y - y, distance = sqrt(dx * dx + dy * dy), small = radius / ZOOM;
    cairo_set_source_rgba(to, 1.0, 1.0, 1.0, 0.75);
    cairo_set_line_width(to, 1.5);
    cairo_new_sub_path(to);
    cairo_arc(to, x, y, small, 0.0, TURN);
    if (distance > small + radius) {
        cairo_move_to(to, x + dx / distance * small, y + dy / distance * small);
        cairo_line_to(to, at_x - dx / distance * radius, at_y - dy / distance * radius);
    }
    cairo_stroke(to);

    cairo_save(to);
    cairo_arc(to, at_x, at_y, radius, 0.0, TURN);
    cairo_clip(to);
    cairo_set_source_rgb(to, 0.045, 0.06, 0.12);
    cairo_paint(to);
    cairo_translate(to, at_x, at_y);
    cairo_scale(to, ZOOM, ZOOM);
    cairo_translate(to, -x, -y);
    scene_bodies(to, play, 0.3);
    scene_contacts(to, play, 14.0);
    cairo_restore(to);

    cairo_new_path(to);
    cairo_arc(to, at_x, at_y, radius, 0.0, TURN);
    cairo_set_source_rgba(to, 1.0, 1.0, 1.0, 0.85);
    cairo_set_line_width(to, 3.0);
    cairo_stroke(to);
}

static void add_keys(legend *to) {
    legend_add(to, 0xff5c8fff, "bullets: a colour for each pattern");
    legend_add(to, 0xc7d6ffff, "enemy ships");
    legend_add(to, 0x9edbffff, "players, and what they see");
    legend_add(to, 0xd9fff2ff, "their shots: each pierces two ships");
    legend_add(to, 0xffd94dff, "hits: rings where they were, normals of the last step");
    legend_add(to, 0x73d9ffff, "grazes: bullets that missed a player by 12 px or less");
    legend_add(to, 0xff4033ff, "contact point");
}

bool picture_write(game *play, const char *path) {
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, play->options->width, play->options->height);
    cairo_t *to = cairo_create(surface);
    legend key = {.count = 0};
    background(to, (double)play->options->width, (double)play->options->height);
    scene_bodies(to, play, 1.0);
    scene_rings(to, play);
    scene_contacts(to, play, 36.0);
    const spark *best = scene_best(play);
    if (best != NULL)
        lens(to, play, best);
    add_keys(&key);
    const bool good = legend_write(&key, surface, "hail-barrage", path);
    cairo_destroy(to);
    cairo_surface_destroy(surface);
    return good;
}
