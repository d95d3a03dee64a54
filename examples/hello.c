/* examples/hello.c - a page of Hail: 10,000 bullets fall on three ships for one second. */
#include "common/sketch.h"

#include <stdio.h>

enum { BULLETS, SHIPS }; /* layers */
enum { BULLET_COUNT = 10000, SHIP_COUNT = 3, WINDOW = 256 };

static const char *const ship_name[SHIP_COUNT] = {"Cormorant", "Petrel", "Fulmar"};

static float x[BULLET_COUNT], y[BULLET_COUNT], vx[BULLET_COUNT], vy[BULLET_COUNT];

/* hail_step calls this with the contacts, in order. It prints and removes each bullet (a) that hits a ship (b). */
static void on_contacts(const hail_contact *contacts, size_t count, void *user) {
    hail_world *world = user;
    uint64_t ship[WINDOW]; /* the user values of all b */
    hail_contact_users(world, contacts, count, NULL, ship);
    for (size_t i = 0; i < count; i++) {
        const hail_contact *hit = &contacts[i];
        printf("bullet hits %s at (%.1f, %.1f), normal (%.2f, %.2f), %.2f px deep\n", ship_name[ship[i]],
               (double)hit->x[0], (double)hit->y[0], (double)hit->normal_x, (double)hit->normal_y,
               (double)hit->depth[0]);
        hail_despawn(world, &hit->a, 1);
    }
}

int main(int argc, char **argv) {
    sketch picture;
    sketch_open(&picture, argc, argv, 0, 0, 1920, 1080);
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.max_x = 1920.0f; /* px; y points down */
    options.max_y = 1080.0f;
    options.window = WINDOW; /* contacts that on_contacts gets at most */
    hail_world *world = NULL;
    must(hail_world_create(&options, &world)); /* must ends the program if a call fails */
    must(hail_layer_configure(world, BULLETS, &(hail_layer_options){.bounds = HAIL_KILL}));
    must(hail_layer_configure(world, SHIPS, &(hail_layer_options){.columns = HAIL_ROTATION | HAIL_USER}));
    must(hail_rule_set(world, BULLETS, SHIPS, HAIL_MANIFOLD));

    hail_shape dot, hull;
    must(hail_shape_circle(hail_world_shapes(world), 4.0f, &dot));
    must(hail_shape_polygon(hail_world_shapes(world), (float[]){60, 20, -50, -50, 20}, (float[]){0, 35, 25, -25, -35},
                            5, 0.0f, &hull));

    for (int i = 0; i < BULLET_COUNT; i++) { /* a hundred rows of rain, falling at 60 to 159 px a second */
        const int row = i / 100, column = i % 100;
        x[i] = 19.2f * (float)column + 9.6f;
        y[i] = 4.0f * (float)row;
        vy[i] = 60.0f + (float)(i * 7 % 100);
    }
    must(hail_spawn(world, BULLETS, &dot, &(hail_spawn_columns){.x = x, .y = y, .vx = vx, .vy = vy}, BULLET_COUNT,
                    NULL));
    const hail_spawn_columns ships = {.x = (float[]){400, 960, 1520},
                                      .y = (float[]){520, 560, 520},
                                      .angle = (float[]){0.3f, 1.57f, 2.8f},
                                      .user = (uint64_t[]){0, 1, 2}};
    must(hail_spawn(world, SHIPS, &hull, &ships, SHIP_COUNT, NULL));

    unsigned long long contacts = 0;
    for (int step = 0; step < 60; step++) {
        must(hail_step(world, 1.0f / 60.0f, on_contacts, world));
        contacts += hail_stats(world)->contacts;
    }
    printf("%llu contacts in 60 steps, %zu bodies left, instruction set %s\n", contacts, hail_body_count(world),
           hail_world_variant(world));
    must(hail_draw_world(world, &picture.options)); /* if the program got a file's name */
    sketch_key(&picture, HAIL_DRAWN_BODY, BULLETS, "bullets after a second");
    sketch_key(&picture, HAIL_DRAWN_BODY, SHIPS, "ships");
    must(hail_world_destroy(world));
    return sketch_close(&picture, contacts > 0);
}
