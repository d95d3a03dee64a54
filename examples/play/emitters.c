/* examples/play/emitters.c - emitters glide from place to place, and play patterns of the tape in between. */
#include "scene.h"

#include <math.h>
#include <stdlib.h>

enum { BULLETS_EACH = 450 }; /* somewhat less than one emitter keeps in the field: so the target is reached soon */

static void choose_way(scene *of, emitter *the) {
    the->from_x = the->x;
    the->from_y = the->y;
    the->to_x = 60.0 + scene_chance(&of->random) * (WIDTH - 120.0);
    the->to_y = 40.0 + scene_chance(&of->random) * (HEIGHT * 0.7);
    the->pause = 40 + (int)floor(scene_chance(&of->random) * 50.0);
    the->frame = -the->pause;
}

void emitters_open(scene *of) {
    const int wanted = (of->target + BULLETS_EACH - 1) / BULLETS_EACH;
    of->emitter_count = wanted < 1 ? 1 : wanted < MOST_EMITTERS ? wanted : MOST_EMITTERS;
    for (int i = 0; i < of->emitter_count; i++) {
        emitter *the = &of->emitters[i];
        the->x = 60.0 + scene_chance(&of->random) * (WIDTH - 120.0);
        the->y = 40.0 + scene_chance(&of->random) * (HEIGHT * 0.7);
        choose_way(of, the);
        the->pause = 1 + (int)floor(scene_chance(&of->random) * 40.0);
        the->frame = -the->pause;
    }
}

static void glide(emitter *the) {
    const double t = (double)(the->frame + the->pause) / the->pause, eased = t * t * (3.0 - 2.0 * t);
    the->x = the->from_x + (the->to_x - the->from_x) * eased;
    the->y = the->from_y + (the->to_y - the->from_y) * eased;
}

/* Every second emitter aims at the ship, the others anywhere. */
static void aim(scene *of, emitter *the, bool at_ship) {
    double x = scene_chance(&of->random) - 0.5, y = scene_chance(&of->random) - 0.5;
    if (at_ship) {
        x = of->ship_x - the->x;
        y = of->ship_y - the->y;
    }
    const double length = sqrt(x * x + y * y);
    the->aim_x = length > 1e-6 ? x / length : 0.0;
    the->aim_y = length > 1e-6 ? y / length : 1.0;
}

static void begin(scene *of, emitter *the, bool at_ship) {
    the->x = the->to_x;
    the->y = the->to_y;
    the->number = (uint32_t)floor(scene_chance(&of->random) * of->patterns->count);
    the->pattern = &of->patterns->pattern[the->number];
    the->fires = the->turns = 0;
    free(the->bullets);
    the->bullets = calloc((size_t)the->pattern->fires + 1, sizeof *the->bullets);
    if (the->bullets == NULL)
        scene_must(HAIL_NO_MEMORY);
    aim(of, the, at_ship);
}

static double across(const emitter *the, double x, double y) { return x * the->aim_y + y * the->aim_x; }
static double along(const emitter *the, double x, double y) { return y * the->aim_y - x * the->aim_x; }

static void turn(scene *of, emitter *the) {
    const tape_turn *event = &the->pattern->turn[the->turns++];
    const hail_handle bullet = the->bullets[event->bullet];
    if (bullet.generation == 0)
        return;
    if (event->vx == TAPE_GONE) {
        of->gone[of->goes++] = bullet;
        return;
    }
    const double vx = event->vx * (60.0 / TAPE_SPEED), vy = event->vy * (60.0 / TAPE_SPEED);
    of->turn_vx[of->turns] = (float)across(the, vx, vy);
    of->turn_vy[of->turns] = (float)along(the, vx, vy);
    of->turned[of->turns++] = bullet;
}

/* Bullets above the target are not fired. */
static void fire(scene *of, emitter *the, uint32_t alive) {
    const tape_fire *event = &the->pattern->fire[the->fires];
    hail_handle *filed = &the->bullets[the->fires++];
    if (alive + of->fires >= (uint32_t)of->target)
        return;
    const uint32_t i = of->fires++;
    const double x = (double)event->x / TAPE_PLACE, y = (double)event->y / TAPE_PLACE;
    const double vx = event->vx * (60.0 / TAPE_SPEED), vy = event->vy * (60.0 / TAPE_SPEED);
    of->x[i] = (float)(the->x + across(the, x, y));
    of->y[i] = (float)(the->y + along(the, x, y));
    of->vx[i] = (float)across(the, vx, vy);
    of->vy[i] = (float)along(the, vx, vy);
    of->user[i] = the->number;
    of->filed[i] = filed;
}

static void run(scene *of, emitter *the, bool at_ship, uint32_t alive) {
    if (the->frame < 0) {
        glide(the);
        the->frame++;
        return;
    }
    if (the->frame == 0)
        begin(of, the, at_ship);
    for (uint32_t end = the->turns + the->pattern->frame_turns[the->frame]; the->turns < end;)
        turn(of, the);
    for (uint32_t end = the->fires + the->pattern->frame_fires[the->frame]; the->fires < end;)
        fire(of, the, alive);
    if (++the->frame == (int)the->pattern->frames)
        choose_way(of, the);
}

void emitters_run(scene *of) {
    const uint32_t alive = scene_bullets(of);
    for (int i = 0; i < of->emitter_count; i++)
        run(of, &of->emitters[i], i % 2 == 0, alive);
}
