/* examples/view/scene_barrage.c - the game of hail-barrage: ships fire real bullet patterns, players dodge and shoot.
 */
#include "../barrage/game.h"
#include "scene.h"

#include <math.h>
#include <stdlib.h>

enum { USUAL_EMITTERS = 12, INKS = 8, BURST = 12 /* frames */ };

typedef struct barrage {
    barrage_options options;
    game play;
    light bullet[INKS], shot;
    float zoom; /* that the lights were made for */
} barrage;

static void destroy(void *scene) {
    barrage *of = scene;
    if (of != NULL)
        game_close(&of->play);
    free(of);
}

static void *create(const scene_setup *setup) {
    barrage *of = calloc(1, sizeof *of);
    if (of == NULL)
        return NULL;
    const int emitters = setup->size > 0 ? setup->size : USUAL_EMITTERS;
    of->options = (barrage_options){.emitters = emitters < MOST_EMITTERS ? emitters : MOST_EMITTERS,
                                    .players = 4,
                                    .seed = 1,
                                    .rank = 1.0,
                                    .width = 1920,
                                    .height = 1080,
                                    .isa = setup->isa,
                                    .tasks = setup->tasks};
    if (game_open(&of->play, &of->options))
        return of;
    destroy(of);
    return NULL;
}

static bool step(void *scene, const scene_input *input) {
    game *play = &((barrage *)scene)->play;
    double ns;
    (void)input;
    if (!emitters_fly(play) || !bullets_fly(play) || !bullets_spawn(play) || !players_fly(play) ||
        !game_step(play, &ns))
        return false;
    game_end_frame(play);
    return true;
}

static void make_lights(barrage *of, float zoom) {
    if (of->zoom == zoom)
        return;
    of->zoom = zoom;
    for (uint32_t i = 0; i < INKS; i++)
        light_make(&of->bullet[i], BULLET_RADIUS * zoom, 4.0f * zoom, scene_color(i), false);
    light_make(&of->shot, SHOT_RADIUS * zoom * 0.8f, 3.0f * zoom, 0x8cffd8, false);
}

static void *keep(void *scene, size_t *bytes) { return game_keep(&((barrage *)scene)->play, bytes); }

static bool go_back(void *scene, void *kept) { return game_go_back(&((barrage *)scene)->play, kept); }

static void forget(void *kept) { game_forget(kept); }

/* ---- Drawing ----------------------------------------------------------------------------------------------------- */

static void draw_ships(const barrage *of, canvas *to) {
    hail_draw_options options;
    hail_columns columns;
    hail_draw_options_defaults(&options);
    if (hail_layer_columns(of->play.world, ENEMIES, &columns) != HAIL_OK)
        return;
    const hail_renderer outlines = canvas_renderer(to);
    options.renderer = &outlines;
    for (uint32_t i = 0; i < columns.active; i++) {
        cairo_arc(to->cairo, (double)columns.x[i], (double)columns.y[i], 46.0, 0.0, 6.2832);
        canvas_color(to, 0x24304e, 0.55);
        cairo_fill(to->cairo);
    }
    const hail_handles ships = {.handles = columns.handle, .count = columns.active};
    hail_draw_bodies(of->play.world, &ships, &options);
}

static void draw_players(const barrage *of, canvas *to) {
    for (int i = 0; i < of->play.options->players; i++) {
        const double x = (double)of->play.players[i].x, y = (double)of->play.players[i].y;
        cairo_new_sub_path(to->cairo);
        cairo_arc(to->cairo, x, y, (double)SIGHT_RADIUS, 0.0, 6.2832);
        canvas_color(to, 0x73bfff, 0.10);
        cairo_fill_preserve(to->cairo);
        canvas_color(to, 0x73bfff, 0.5);
        cairo_set_line_width(to->cairo, 1.5);
        cairo_stroke(to->cairo);
        cairo_move_to(to->cairo, x, y - 24.0);
        cairo_line_to(to->cairo, x + 17.0, y + 16.0);
        cairo_line_to(to->cairo, x, y + 8.0);
        cairo_line_to(to->cairo, x - 17.0, y + 16.0);
        cairo_close_path(to->cairo);
        canvas_color(to, 0x2a6aa8, 1.0);
        cairo_fill_preserve(to->cairo);
        canvas_color(to, 0xd8f0ff, 1.0);
        cairo_stroke(to->cairo);
    }
}

/* A star, for bullets fly in rings, too: yellow for a hit, small and blue for a graze. */
static void draw_burst(const hail_contact *contact, int age, canvas *to) {
    const bool graze = contact->kind == HAIL_CONTACT_GRAZE;
    const double inner = (graze ? 3.0 : 5.0) + 0.8 * age, outer = inner + (graze ? 4.0 : 9.0);
    for (int ray = 0; ray < 8; ray++) {
        const double c = cos(ray * 0.7854), s = sin(ray * 0.7854);
        cairo_move_to(to->cairo, (double)contact->x[0] + inner * c, (double)contact->y[0] + inner * s);
        cairo_line_to(to->cairo, (double)contact->x[0] + outer * c, (double)contact->y[0] + outer * s);
    }
    canvas_color(to, graze ? 0x73d9ff : 0xffe066, 1.0 - (double)age / BURST);
    cairo_set_line_width(to->cairo, graze ? 1.5 : 3.0);
    cairo_stroke(to->cairo);
}

static void draw_bursts(const barrage *of, canvas *to) {
    const game *play = &of->play;
    const uint64_t count = play->spark_count, first = count > SPARKS ? count - SPARKS : 0;
    for (uint64_t i = first; i < count; i++) {
        const spark *burst = &play->sparks[i % SPARKS];
        const int age = play->frame - 1 - burst->frame;
        if (age < BURST)
            draw_burst(&burst->contact, age, to);
    }
}

static void draw_lights(barrage *of, canvas *to) {
    hail_columns columns;
    cairo_surface_flush(to->surface);
    if (hail_layer_columns(of->play.world, SHOTS, &columns) == HAIL_OK)
        for (uint32_t i = 0; i < columns.active; i++)
            light_put(to, &of->shot, columns.x[i], columns.y[i]);
    if (hail_layer_columns(of->play.world, BULLETS, &columns) == HAIL_OK)
        for (uint32_t i = 0; i < columns.active; i++)
            light_put(to, &of->bullet[USER_PATTERN(columns.user[i]) % INKS], columns.x[i], columns.y[i]);
    cairo_surface_mark_dirty(to->surface);
}

static void draw(void *scene, canvas *to) {
    barrage *of = scene;
    make_lights(of, to->zoom);
    draw_ships(of, to);
    draw_players(of, to);
    draw_lights(of, to);
    draw_bursts(of, to);
}

static hail_world *world(void *scene) { return ((barrage *)scene)->play.world; }

/* The game's world keeps no contacts; the game itself keeps the last ones, in a ring. */
static const hail_contact *contacts(void *scene, size_t *count) {
    static hail_contact recent[SPARKS];
    const game *play = &((barrage *)scene)->play;
    *count = 0;
    for (uint64_t i = play->spark_count; i > 0 && *count < SPARKS; i--) {
        const spark *burst = &play->sparks[(i - 1) % SPARKS];
        if (burst->frame != play->frame - 1)
            break;
        recent[(*count)++] = burst->contact;
    }
    return recent;
}

const scene_kind scene_barrage = {
    .name = "barrage",
    .title = "Barrage: real BulletML patterns",
    .legend = "colour = pattern   white outline on a dark disc = enemy ship   blue = player and what it sees   "
              "mint dot = its shot   yellow star = hit   blue star = graze",
    .sizes = "enemy ships",
    .width = 1920,
    .height = 1080,
    .create = create,
    .step = step,
    .draw = draw,
    .world = world,
    .contacts = contacts,
    .destroy = destroy,
    .keep = keep,
    .go_back = go_back,
    .forget = forget,
};
