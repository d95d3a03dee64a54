/* examples/pierce.c - shots that pierce, and bullets that graze: counted by rules, not by the game. */
#include "common/sketch.h"

#include <stdio.h>

enum { SHOTS, BULLETS, PLAYER, ENEMIES }; /* layers */
enum { BULLET_COUNT = 16, SHOT_COUNT = 3, ENEMY_COUNT = 7, FRAMES = 90 };

typedef struct game {
    hail_world *world;
    sketch *picture;
    int pierced[SHOT_COUNT + 1]; /* by the shot's user value */
    int grazes, hits;
} game;

/* Hits and grazes come in one stream. A spent shot is freed by the step; its contacts tell what it went through. */
static void on_contacts(const hail_contact *contacts, size_t count, void *user) {
    game *of = user;
    uint64_t shot[64];
    must(hail_contact_users(of->world, contacts, count, shot, NULL));
    for (size_t i = 0; i < count; i++)
        if (contacts[i].layer_a == SHOTS)
            of->pierced[shot[i]]++;
        else if (contacts[i].kind == HAIL_CONTACT_GRAZE)
            of->grazes++;
        else
            of->hits++, must(hail_despawn(of->world, &contacts[i].a, 1));
    must(hail_draw_contacts(contacts, count, &of->picture->options));
}

static void set_rules(hail_world *world) {
    /* The column PIERCE says how many enemies a shot hits; 1 is the default. */
    must(hail_layer_configure(world, SHOTS, &(hail_layer_options){.columns = HAIL_USER | HAIL_PIERCE}));
    must(hail_rule_set(world, SHOTS, ENEMIES, HAIL_EARLIEST));
    /* A bullet that misses the player by up to 10 px in a step scores once, even if it hits in a later step. */
    const hail_rule graze = {
        .mode = HAIL_EARLIEST, .layer_a = BULLETS, .layer_b = PLAYER, .graze = 10, .graze_once = true};
    must(hail_rule_configure(world, &graze));
}

static void populate(hail_world *world) {
    float x[BULLET_COUNT], y[BULLET_COUNT], vx[BULLET_COUNT];
    hail_shape dot, needle, ship, enemy;
    hail_shapeset *shapes = hail_world_shapes(world);
    must(hail_shape_circle(shapes, 3, &dot));
    must(hail_shape_capsule(shapes, -8, 0, 8, 0, 1.5f, &needle));
    must(hail_shape_box(shapes, 20, 20, 6, &ship));
    must(hail_shape_box(shapes, 14, 22, 3, &enemy));
    for (int i = 0; i < BULLET_COUNT; i++) /* 7 px from one to the next: over, into and under the player */
        x[i] = 620 - 18 * (float)(i % 3), y[i] = 182.5f + 7 * (float)i, vx[i] = -500;
    must(hail_spawn(world, BULLETS, &dot, &(hail_spawn_columns){.x = x, .y = y, .vx = vx}, BULLET_COUNT, NULL));
    for (int i = 0; i < ENEMY_COUNT; i++)
        x[i] = 170 + 65 * (float)i, y[i] = 90;
    must(hail_spawn(world, ENEMIES, &enemy, &(hail_spawn_columns){.x = x, .y = y}, ENEMY_COUNT, NULL));
    const hail_spawn_columns shots = {.x = (float[]){20, 20, 20},
                                      .y = (float[]){75, 90, 105},
                                      .vx = (float[]){900, 900, 900},
                                      .pierce = (uint32_t[]){1, 3, 5},
                                      .user = (uint64_t[]){0, 1, 2}};
    must(hail_spawn(world, SHOTS, &needle, &shots, SHOT_COUNT, NULL));
    must(hail_spawn(world, PLAYER, &ship, &(hail_spawn_columns){.x = (float[]){200}, .y = (float[]){235}}, 1, NULL));
}

int main(int argc, char **argv) {
    sketch picture;
    game play = {.picture = &picture};
    sketch_open(&picture, argc, argv, 0, 40, 640, 310);
    must(hail_world_create(&(hail_world_options){.window = 64}, &play.world));
    set_rules(play.world);
    populate(play.world);
    picture.options.what |= HAIL_DRAW_VELOCITIES, picture.options.normal = 7;
    must(hail_draw_world(play.world, &picture.options)); /* at the start; the callback adds hits */
    for (int i = 0; i < FRAMES; i++)
        must(hail_step(play.world, 1.0f / 60, on_contacts, &play));
    printf("pierce: shots of 1, 3 and 5 hit %d, %d and %d enemies; %d bullets hit, %d grazed\n", play.pierced[0],
           play.pierced[1], play.pierced[2], play.hits, play.grazes);
    sketch_key(&picture, HAIL_DRAWN_BODY, SHOTS, "shots that pierce 1, 3, 5");
    sketch_key(&picture, HAIL_DRAWN_BODY, ENEMIES, "enemies");
    sketch_key(&picture, HAIL_DRAWN_BODY, PLAYER, "player");
    sketch_key(&picture, HAIL_DRAWN_BODY, BULLETS, "bullets that come");
    sketch_key(&picture, HAIL_DRAWN_VELOCITY, 0, "velocity");
    sketch_key(&picture, HAIL_DRAWN_CONTACT, 0, "hit");
    sketch_key(&picture, HAIL_DRAWN_GRAZE, 0, "graze");
    sketch_key(&picture, HAIL_DRAWN_NORMAL, 0, "normal");
    must(hail_world_destroy(play.world));
    return sketch_close(&picture, play.pierced[0] == 1 && play.pierced[1] == 3 && play.pierced[2] == 5);
}
