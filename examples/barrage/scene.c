/* scene.c - draws the bodies and contacts of a picture. */
#include "scene.h"

#include <math.h>

#define TURN 6.283185307179586
enum { FADES = 14 }; /* frames that a contact's trace is seen */

typedef struct colour {
    double red, green, blue;
} colour;

/* By pattern. */
static const colour PALETTE[] = {{1.00, 0.36, 0.56}, {0.30, 0.83, 1.00}, {1.00, 0.70, 0.28}, {0.66, 0.95, 0.38},
                                 {0.72, 0.55, 1.00}, {1.00, 0.93, 0.45}, {0.35, 1.00, 0.78}, {1.00, 0.52, 0.36}};
enum { COLOURS = sizeof PALETTE / sizeof PALETTE[0] };

static void disc(cairo_t *to, double x, double y, double radius) {
    cairo_new_sub_path(to);
    cairo_arc(to, x, y, radius, 0.0, TURN);
}

/* A pen for the bullets of one pattern: for each a coloured disc of the true radius, or its light core. */
typedef struct bullet_pen {
    cairo_t *to;
    const hail_world *world;
    size_t pattern;
    bool core;
} bullet_pen;

static void add_bullets(void *user, const hail_draw_style *style, const hail_draw_discs *discs) {
    const bullet_pen *pen = user;
    uint64_t bullet[HAIL_DRAW_BATCH];
    (void)style;
    hail_read_bodies(pen->world, &(hail_handles){.handles = discs->body, .count = discs->count},
                     &(hail_body_values){.user = bullet}, NULL);
    for (uint32_t i = 0; i < discs->count; i++)
        if (USER_PATTERN(bullet[i]) % COLOURS == pen->pattern)
            disc(pen->to, (double)discs->x[i], (double)discs->y[i], pen->core ? 1.7 : (double)discs->radius[i]);
}

/* Two passes a pattern, each one path. */
static void bullets(cairo_t *to, game *play, double opacity) {
    bullet_pen pen = {.to = to, .world = play->world};
    const hail_renderer renderer = {.user = &pen, .discs = add_bullets};
    const hail_draw_options options = {.renderer = &renderer, .what = HAIL_DRAW_SHAPES, .layers = HAIL_LAYER(BULLETS)};
    for (pen.pattern = 0; pen.pattern < COLOURS; pen.pattern++) {
        const colour *ink = &PALETTE[pen.pattern];
        for (int core = 0; core < 2; core++) {
            pen.core = core;
            hail_draw_world(play->world, &options);
            if (core)
                cairo_set_source_rgba(to, 1.0, 1.0, 1.0, 0.85 * opacity);
            else
                cairo_set_source_rgba(to, ink->red, ink->green, ink->blue, 0.9 * opacity);
            cairo_fill(to);
        }
    }
}

static void shots(cairo_t *to, game *play) {
    hail_columns columns;
    if (hail_layer_columns(play->world, SHOTS, &columns) != HAIL_OK)
        return;
    for (uint32_t i = 0; i < columns.active; i++) {
        cairo_move_to(to, (double)columns.x[i], (double)columns.y[i]);
        cairo_rel_line_to(to, (double)columns.vx[i] * -0.02, (double)columns.vy[i] * -0.02);
    }
    cairo_set_line_width(to, 2.0);
    cairo_set_source_rgba(to, 0.55, 1.0, 0.85, 0.55);
    cairo_stroke(to);
    for (uint32_t i = 0; i < columns.active; i++)
        disc(to, (double)columns.x[i], (double)columns.y[i], (double)SHOT_RADIUS);
    cairo_set_source_rgb(to, 0.85, 1.0, 0.95);
    cairo_fill(to);
}

/* A pen that draws ships: filled below the bullets, outlined above them. */
typedef struct ship_pen {
    cairo_t *to;
    bool outlines;
} ship_pen;

static void ship(void *user, const hail_draw_style *style, const hail_draw_polygon *polygon) {
    const ship_pen *pen = user;
    (void)style;
    for (uint32_t k = 0; k < polygon->count; k++)
        cairo_line_to(pen->to, (double)polygon->x[k], (double)polygon->y[k]);
    cairo_close_path(pen->to);
    if (pen->outlines) {
        cairo_set_source_rgb(pen->to, 0.78, 0.84, 1.0);
        cairo_set_line_width(pen->to, 2.0);
        cairo_stroke(pen->to);
    } else {
        cairo_set_source_rgb(pen->to, 0.19, 0.24, 0.37);
        cairo_fill(pen->to);
    }
}

static void ships(cairo_t *to, game *play, bool outlines) {
    ship_pen pen = {to, outlines};
    const hail_renderer renderer = {.user = &pen, .polygon = ship};
    const hail_draw_options options = {.renderer = &renderer, .what = HAIL_DRAW_SHAPES, .layers = HAIL_LAYER(ENEMIES)};
    hail_draw_world(play->world, &options);
}

/* Only the small disc collides: the hull around it is for the eye. */
static void players(cairo_t *to, const game *play) {
    for (int i = 0; i < play->options->players; i++) {
        hail_location place;
        hail_columns columns;
        if (hail_locate(play->world, &play->players[i].ship, &place) != HAIL_OK ||
            hail_layer_columns(play->world, PLAYERS, &columns) != HAIL_OK)
            continue;
        const double x = (double)columns.x[place.index], y = (double)columns.y[place.index];
        disc(to, x, y, (double)SIGHT_RADIUS);
        cairo_set_source_rgba(to, 0.45, 0.75, 1.0, 0.05);
        cairo_fill_preserve(to);
        cairo_set_source_rgba(to, 0.45, 0.75, 1.0, 0.28);
        cairo_set_line_width(to, 1.0);
        cairo_stroke(to);
        cairo_move_to(to, x, y - 24.0);
        cairo_line_to(to, x + 17.0, y + 16.0);
        cairo_line_to(to, x, y + 8.0);
        cairo_line_to(to, x - 17.0, y + 16.0);
        cairo_close_path(to);
        cairo_set_source_rgb(to, 0.16, 0.38, 0.62);
        cairo_fill_preserve(to);
        cairo_set_source_rgb(to, 0.62, 0.86, 1.0);
        cairo_set_line_width(to, 1.8);
        cairo_stroke(to);
        disc(to, x, y, (double)PLAYER_RADIUS);
        cairo_set_source_rgb(to, 1.0, 1.0, 1.0);
        cairo_fill(to);
    }
}

void scene_bodies(cairo_t *to, game *play, double opacity) {
    ships(to, play, false);
    shots(to, play);
    players(to, play);
    bullets(to, play, opacity);
    ships(to, play, true);
}

static void arrow(cairo_t *to, double x, double y, double nx, double ny, double length) {
    const double ex = x + nx * length, ey = y + ny * length, head = length * 0.28;
    cairo_move_to(to, x, y);
    cairo_line_to(to, ex, ey);
    cairo_move_to(to, ex - nx * head - ny * head * 0.7, ey - ny * head + nx * head * 0.7);
    cairo_line_to(to, ex, ey);
    cairo_line_to(to, ex - nx * head + ny * head * 0.7, ey - ny * head - nx * head * 0.7);
    cairo_stroke(to);
}

/* The circle of a contact is despawned by now. Where it was follows from the contact, by docs/arithmetic.md backwards.
 */
static void ghost(cairo_t *to, const hail_contact *of) {
    const double radius = of->layer_a == SHOTS ? (double)SHOT_RADIUS : (double)BULLET_RADIUS;
    const double back = radius - (double)of->depth[0] * 0.5;
    disc(to, (double)(of->x[0] - of->normal_x * (float)back), (double)(of->y[0] - of->normal_y * (float)back), radius);
}

static void draw_normal(void *to, const hail_draw_style *style, const hail_draw_lines *lines) {
    (void)style;
    for (uint32_t i = 0; i < lines->count; i++) {
        const double x = (double)lines->x1[i], y = (double)lines->y1[i];
        const double dx = (double)lines->x2[i] - x, dy = (double)lines->y2[i] - y, length = hypot(dx, dy);
        cairo_set_source_rgb(to, 1.0, 0.86, 0.2);
        cairo_set_line_width(to, length * 0.08);
        arrow(to, x, y, dx / length, dy / length, length);
    }
}

static void draw_point(void *to, const hail_draw_style *style, const hail_draw_discs *points) {
    (void)style;
    for (uint32_t i = 0; i < points->count; i++)
        disc(to, (double)points->x[i], (double)points->y[i], 1.4);
    cairo_set_source_rgb(to, 1.0, 0.25, 0.2);
    cairo_fill(to);
}

static void bright(cairo_t *to, const hail_contact *of, double length) {
    const hail_renderer renderer = {.user = to, .discs = draw_point, .lines = draw_normal};
    const hail_draw_options options = {.renderer = &renderer, .what = HAIL_DRAW_NORMALS, .normal = (float)length};
    ghost(to, of);
    cairo_set_source_rgba(to, 1.0, 1.0, 1.0, 0.35);
    cairo_fill_preserve(to);
    cairo_set_source_rgb(to, 1.0, 1.0, 1.0);
    cairo_set_line_width(to, 0.8);
    cairo_stroke(to);
    hail_draw_contacts(of, 1, &options);
}

static uint64_t oldest(const game *play) { return play->spark_count > SPARKS ? play->spark_count - SPARKS : 0; }

static bool is_graze(const hail_contact *of) { return of->kind == HAIL_CONTACT_GRAZE; }

/* Yellow: a hit; blue: a graze. */
static void ring_colour(cairo_t *to, bool graze, double opacity) {
    if (graze)
        cairo_set_source_rgba(to, 0.45, 0.85, 1.0, opacity);
    else
        cairo_set_source_rgba(to, 1.0, 0.85, 0.3, opacity);
}

void scene_rings(cairo_t *to, const game *play) {
    for (uint64_t i = oldest(play); i < play->spark_count; i++) {
        const spark *of = &play->sparks[i % SPARKS];
        const int age = play->frame - 1 - of->frame;
        if (age >= FADES)
            continue;
        disc(to, (double)of->contact.x[0], (double)of->contact.y[0], 3.0 + 1.1 * age);
        ring_colour(to, is_graze(&of->contact), 1.0 - 0.8 * age / FADES);
        cairo_set_line_width(to, 2.0);
        cairo_stroke(to);
    }
}

void scene_contacts(cairo_t *to, const game *play, double length) {
    if (play->spark_count == 0)
        return;
    const int latest = play->sparks[(play->spark_count - 1) % SPARKS].frame;
    for (uint64_t i = oldest(play); i < play->spark_count; i++)
        if (play->sparks[i % SPARKS].frame == latest)
            bright(to, &play->sparks[i % SPARKS].contact, length);
}

const spark *scene_best(const game *play) {
    const spark *best = NULL;
    for (uint64_t i = oldest(play); i < play->spark_count; i++) {
        const spark *of = &play->sparks[i % SPARKS];
        if (best == NULL || of->frame > best->frame || best->contact.layer_a != BULLETS)
            best = of;
    }
    return best;
}
