/* examples/bullets.c - bullets and ships: a boss fires rings of bullets; a player dodges them, shoots, and is hit. */
#include "common/sketch.h"

#include <stdio.h>

enum { PLAYER, SHOTS, BOSS, BULLETS }; /* layers */
enum { RING = 24, FRAMES = 600 };

typedef struct game {
    hail_world *world;
    hail_shape dot, needle;
    float aim_x, aim_y; /* where the next ring begins: a unit vector */
    int fired, boss_hits, player_hits;
} game;

/* The rules are HAIL_EARLIEST: a shot or bullet (a) has one hit, the first on its way, however fast it flies. */
static void on_contacts(const hail_contact *contacts, size_t count, void *user) {
    game *of = user;
    for (size_t i = 0; i < count; i++) {
        *(contacts[i].layer_a == SHOTS ? &of->boss_hits : &of->player_hits) += 1;
        must(hail_despawn(of->world, &contacts[i].a, 1)); /* when the step ends */
    }
}

static void fire_ring(game *of, float x, float y) {
    const float c = 0.9659258f, s = 0.2588190f; /* of 15 degrees */
    float xs[RING], ys[RING], vx[RING], vy[RING], dx = of->aim_x, dy = of->aim_y;
    for (int i = 0; i < RING; i++) {
        const float turned = dx * c - dy * s;
        dy = dx * s + dy * c, dx = turned;
        xs[i] = x + 30 * dx, ys[i] = y + 30 * dy, vx[i] = 110 * dx, vy[i] = 110 * dy;
    }
    of->aim_x = dx * 0.9986295f - dy * 0.0523360f; /* the next one is 3 degrees further */
    of->aim_y = dx * 0.0523360f + dy * 0.9986295f;
    of->fired += RING;
    must(hail_spawn(of->world, BULLETS, &of->dot, &(hail_spawn_columns){.x = xs, .y = ys, .vx = vx, .vy = vy}, RING,
                    NULL));
}

/* Home, but away from the nearest bullet within 45 px. */
static void dodge(game *of, const hail_columns *player) {
    const hail_points at = {.x = player->x, .y = player->y, .count = 1};
    const hail_query_filter bullets = {.layers = HAIL_LAYER(BULLETS)};
    hail_query_hit danger;
    must(hail_query_prepare(of->world, bullets.layers));
    must(hail_query_nearest(of->world, &at, &(hail_nearest_options){.radius = 45}, &bullets, 1, &danger, NULL));
    player->vx[0] = 2 * (320 - player->x[0]) + (danger.kind ? 110 * danger.normal_x : 0);
    player->vy[0] = 2 * (290 - player->y[0]) + (danger.kind ? 110 * danger.normal_y : 0);
}

static void frame(game *of, int number) {
    hail_columns player, boss;
    must(hail_layer_columns(of->world, PLAYER, &player));
    must(hail_layer_columns(of->world, BOSS, &boss));
    dodge(of, &player);
    if (boss.x[0] < 150 || boss.x[0] > 490)
        boss.vx[0] = boss.x[0] < 150 ? 60 : -60;
    if (number % 20 == 0)
        fire_ring(of, boss.x[0], boss.y[0]);
    if (number % 6 == 0) { /* a spawn reads no columns of the world: so copies */
        const float x = player.x[0], y = player.y[0], vy = -900;
        must(hail_spawn(of->world, SHOTS, &of->needle, &(hail_spawn_columns){.x = &x, .y = &y, .vy = &vy}, 1, NULL));
    }
    must(hail_step(of->world, 1.0f / 60, on_contacts, of));
}

int main(int argc, char **argv) {
    game play = {.aim_x = 1};
    hail_shape ship, hull;
    sketch picture;
    sketch_open(&picture, argc, argv, 0, 0, 640, 360);
    must(hail_world_create(&(hail_world_options){.max_x = 640, .max_y = 360}, &play.world));
    hail_shapeset *shapes = hail_world_shapes(play.world);
    must(hail_shape_circle(shapes, 4, &play.dot));
    must(hail_shape_capsule(shapes, 0, -6, 0, 6, 1.5f, &play.needle));
    must(hail_shape_polygon(shapes, (float[]){0, 8, -8}, (float[]){-11, 8, 8}, 3, 0, &ship));
    must(hail_shape_polygon(shapes, (float[]){-40, -16, 16, 40, 14, -14}, (float[]){-8, -18, -18, -8, 14, 14}, 6, 2,
                            &hull));
    must(hail_layer_configure(play.world, BULLETS, &(hail_layer_options){.bounds = HAIL_KILL}));
    must(hail_layer_configure(play.world, SHOTS, &(hail_layer_options){.bounds = HAIL_KILL}));
    must(hail_rule_set(play.world, SHOTS, BOSS, HAIL_EARLIEST));
    must(hail_rule_set(play.world, BULLETS, PLAYER, HAIL_EARLIEST));
    const hail_spawn_columns below = {.x = (float[]){320}, .y = (float[]){290}};
    const hail_spawn_columns above = {.x = (float[]){320}, .y = (float[]){60}, .vx = (float[]){60}};
    must(hail_spawn(play.world, PLAYER, &ship, &below, 1, NULL));
    must(hail_spawn(play.world, BOSS, &hull, &above, 1, NULL));

    for (int i = 0; i < FRAMES; i++)
        frame(&play, i);
    printf("bullets: %d fired, %zu bodies left, the boss is hit %d times, the player %d times\n", play.fired,
           hail_body_count(play.world), play.boss_hits, play.player_hits);
    must(hail_draw_world(play.world, &picture.options));
    sketch_key(&picture, HAIL_DRAWN_BODY, BOSS, "boss");
    sketch_key(&picture, HAIL_DRAWN_BODY, BULLETS, "its bullets");
    sketch_key(&picture, HAIL_DRAWN_BODY, PLAYER, "player");
    sketch_key(&picture, HAIL_DRAWN_BODY, SHOTS, "its shots");
    must(hail_world_destroy(play.world));
    return sketch_close(&picture, play.boss_hits > 0);
}
