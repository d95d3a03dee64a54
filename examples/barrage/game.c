/* game.c - the world that the game is played in, and one frame of it. */
#define _POSIX_C_SOURCE 200809L
#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool game_fine(hail_status status, const char *doing) {
    if (status == HAIL_OK)
        return true;
    fprintf(stderr, "hail-barrage: %s: %s\n", doing, hail_status_text(status));
    return false;
}

bool game_memory(bool there) { return there || game_fine(HAIL_NO_MEMORY, "growing an array"); }

static bool make_world(game *play) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.max_x = (float)play->options->width;
    options.max_y = (float)play->options->height;
    options.timed = true;
    options.context = &(hail_context){.variant = play->options->isa, .tasks = play->options->tasks};
    return game_fine(hail_world_create(&options, &play->world), "making a world");
}

static bool make_layers(game *play) {
    hail_world *world = play->world;
    const hail_layer_options bullets = {.columns = HAIL_USER, .bounds = HAIL_KILL};
    const hail_layer_options shots = {.columns = HAIL_PIERCE, .bounds = HAIL_KILL};
    const hail_layer_options enemies = {.columns = HAIL_ROTATION};
    return game_fine(hail_layer_configure(world, BULLETS, &bullets), "setting up the bullets") &&
           game_fine(hail_layer_configure(world, SHOTS, &shots), "setting up the shots") &&
           game_fine(hail_layer_configure(world, ENEMIES, &enemies), "setting up the enemies") &&
           game_fine(hail_shape_circle(hail_world_shapes(world), BULLET_RADIUS, &play->bullet), "making a shape") &&
           game_fine(hail_shape_circle(hail_world_shapes(world), SHOT_RADIUS, &play->shot), "making a shape");
}

/* A bullet grazes each player once; a shot hits each ship once, and flies on until it has hit as many as it pierces. */
static bool make_rules(game *play) {
    hail_world *world = play->world;
    const hail_rule bullets = {
        .mode = HAIL_MANIFOLD, .layer_a = BULLETS, .layer_b = PLAYERS, .graze = GRAZE_MARGIN, .graze_once = true};
    const hail_rule shots = {.mode = HAIL_EARLIEST, .layer_a = SHOTS, .layer_b = ENEMIES, .cooldown = HAIL_ONCE};
    return game_fine(hail_rule_configure(world, &bullets), "bullets against players") &&
           game_fine(hail_rule_configure(world, &shots), "shots against enemies") &&
           game_fine(hail_rule_set(world, SIGHTS, BULLETS, HAIL_PAIRS), "sights against bullets");
}

bool game_open(game *play, const barrage_options *options) {
    play->options = options;
    play->stage = (script_stage){
        .fire = bullets_fire, .user = play, .rank = options->rank, .random = (options->seed * 0x9E3779B97F4A7C15u) | 1};
    return armoury_open(&play->armoury, options) && make_world(play) && make_layers(play) && make_rules(play) &&
           emitters_open(play) && players_open(play);
}

void game_close(game *play) {
    bullets_close(play);
    for (int i = 0; i < play->options->emitters; i++)
        script_free(play->emitters[i].script);
    hail_world_destroy(play->world);
    armoury_close(&play->armoury);
    free(play->threats);
    free(play->dead);
    free(play->heard);
}

static double now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

bool game_step(game *play, double *step_ns) {
    play->threat_count = 0;
    play->heard_count = 0;
    const double start = now_ns();
    const hail_status status = hail_step(play->world, FRAME, contacts_heard, play);
    *step_ns = now_ns() - start;
    play->tally.contacts += hail_stats(play->world)->contacts;
    return game_fine(status, "a step") && game_memory(!play->out_of_memory);
}

void game_end_frame(game *play) {
    bullets_bury(play);
    play->frame++;
}
