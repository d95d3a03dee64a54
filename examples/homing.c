/* examples/homing.c - homing missiles: each turns towards the nearest target that is still there, and blows it up. */
#include "common/sketch.h"

#include <stdio.h>

enum { MISSILES, TARGETS }; /* layers */
enum { MISSILE_COUNT = 16, TARGET_COUNT = 6, HITS_TO_KILL = 2, FRAMES = 400 };
#define SPEED 220.0f /* px/s */

typedef struct game {
    hail_world *world;
    int damage[TARGET_COUNT]; /* by the target's user value */
    int hits, kills;
} game;

static void on_contacts(const hail_contact *contacts, size_t count, void *user) {
    game *of = user;
    uint64_t target[MISSILE_COUNT];
    must(hail_contact_users(of->world, contacts, count, NULL, target));
    for (size_t i = 0; i < count; i++) {
        of->hits++;
        must(hail_despawn(of->world, &contacts[i].a, 1));
        if (++of->damage[target[i]] == HITS_TO_KILL) {
            of->kills++;
            must(hail_despawn(of->world, &contacts[i].b, 1));
        }
    }
}

/* One query for all missiles. They turn by degrees: that is what makes them fly in arcs. */
static void steer(game *of) {
    hail_columns missile;
    hail_query_hit nearest[MISSILE_COUNT];
    const hail_query_filter targets = {.layers = HAIL_LAYER(TARGETS)};
    must(hail_query_prepare(of->world, targets.layers));
    must(hail_layer_columns(of->world, MISSILES, &missile));
    const hail_points from = {.x = missile.x, .y = missile.y, .count = missile.active};
    must(hail_query_nearest(of->world, &from, &(hail_nearest_options){.distance_to = HAIL_TO_CENTRE}, &targets, 1,
                            nearest, NULL));
    for (uint32_t i = 0; i < missile.active; i++)
        if (nearest[i].kind == HAIL_CONTACT_BODY) {
            missile.vx[i] += (-nearest[i].normal_x * SPEED - missile.vx[i]) * 0.04f;
            missile.vy[i] += (-nearest[i].normal_y * SPEED - missile.vy[i]) * 0.04f;
        }
}

/* Where missiles are, as dots that get a trail. */
static void trail(game *of, sketch *picture) {
    hail_columns missile;
    must(hail_layer_columns(of->world, MISSILES, &missile));
    for (uint32_t i = 0; i < missile.active; i++)
        sketch_disc(picture, missile.x[i], missile.y[i], 1.2f, 0xffd28ac0);
}

static void launch(game *of) {
    float x[MISSILE_COUNT], y[MISSILE_COUNT], vx[MISSILE_COUNT], vy[MISSILE_COUNT];
    hail_shape missile, target;
    for (int i = 0; i < MISSILE_COUNT; i++) {
        x[i] = 20, y[i] = 100 + 10 * (float)i;
        vx[i] = 60, vy[i] = i < MISSILE_COUNT / 2 ? -SPEED : SPEED; /* upwards or downwards out of their tubes */
    }
    must(hail_shape_capsule(hail_world_shapes(of->world), -4, 0, 4, 0, 2, &missile));
    must(hail_shape_circle(hail_world_shapes(of->world), 16, &target));
    must(hail_spawn(of->world, MISSILES, &missile, &(hail_spawn_columns){.x = x, .y = y, .vx = vx, .vy = vy},
                    MISSILE_COUNT, NULL));
    const hail_spawn_columns fleet = {.x = (float[]){300, 360, 430, 480, 540, 590},
                                      .y = (float[]){60, 300, 180, 80, 260, 150},
                                      .vy = (float[]){15, -15, 10, 20, -20, 5},
                                      .user = (uint64_t[]){0, 1, 2, 3, 4, 5}};
    must(hail_spawn(of->world, TARGETS, &target, &fleet, TARGET_COUNT, NULL));
}

int main(int argc, char **argv) {
    game play = {.world = NULL};
    sketch picture;
    sketch_open(&picture, argc, argv, 0, 0, 640, 360);
    must(hail_world_create(NULL, &play.world));
    must(hail_layer_configure(play.world, TARGETS, &(hail_layer_options){.columns = HAIL_USER}));
    must(hail_rule_set(play.world, MISSILES, TARGETS, HAIL_EARLIEST));
    launch(&play);
    must(hail_draw_world(play.world, &picture.options)); /* at the start */
    for (int i = 0; i < FRAMES; i++) {
        steer(&play);
        must(hail_step(play.world, 1.0f / 60, on_contacts, &play));
        trail(&play, &picture);
    }
    printf("homing: %d missiles hit, %d of %d targets are gone\n", play.hits, play.kills, TARGET_COUNT);
    sketch_key(&picture, HAIL_DRAWN_BODY, TARGETS, "target at the start");
    sketch_key(&picture, HAIL_DRAWN_BODY, MISSILES, "missile in its tube");
    sketch_key_rgba(&picture, 0xffd28aff, "a missile's way");
    must(hail_world_destroy(play.world));
    return sketch_close(&picture, play.kills == TARGET_COUNT);
}
