/* examples/rooms.c - a server's thousand rooms: one call steps all worlds, and each tells what happened in it. */
#include "common/sketch.h"

#include <stdio.h>

enum { PLAYERS, BULLETS }; /* layers, in every room */
enum { ROOMS = 1000, ACROSS = 8, PLAYER_COUNT = 4, BULLET_COUNT = 40, FRAMES = 120, WIDTH = 160, HEIGHT = 120 };

typedef struct room {
    hail_world *world;
    int hits;
} room;

/* The context says which room it is. One rule's contacts come at a time. */
static void on_contacts(const hail_contact *contacts, size_t count, void *user) {
    room *of = user;
    for (size_t i = 0; i < count; i++)
        must(hail_despawn(of->world, &contacts[i].a, 1));
    of->hits += (int)count;
}

/* A number below `end`, the same in every run. */
static int draw(uint32_t *seed, int end) {
    *seed = *seed * 1664525u + 1013904223u;
    return (int)((uint64_t)(*seed >> 8) * (uint64_t)end >> 24);
}

/* All rooms share shapes and a scratch, so a room takes a few kilobytes. Each has a place of its own in the plane, only
 * for the picture. */
static void open_room(room *of, uint32_t number, hail_shapeset *shapes, hail_scratch *scratch, hail_shape shape[2]) {
    const float left = (float)(number % ACROSS * WIDTH), top = (float)(number / ACROSS * HEIGHT);
    const hail_world_options options = {.shapes = shapes,
                                        .scratch = scratch,
                                        .min_x = left,
                                        .min_y = top,
                                        .max_x = left + WIDTH,
                                        .max_y = top + HEIGHT};
    float x[BULLET_COUNT], y[BULLET_COUNT], vx[BULLET_COUNT], vy[BULLET_COUNT];
    uint32_t seed = number;
    must(hail_world_create(&options, &of->world));
    must(hail_layer_configure(of->world, BULLETS, &(hail_layer_options){.bounds = HAIL_WRAP}));
    must(hail_rule_set(of->world, BULLETS, PLAYERS, HAIL_EARLIEST));
    for (int i = 0; i < BULLET_COUNT; i++) {
        x[i] = left + (float)draw(&seed, WIDTH), y[i] = top + (float)draw(&seed, HEIGHT);
        vx[i] = (float)draw(&seed, 120) - 60, vy[i] = (float)draw(&seed, 120) - 60;
    }
    must(hail_spawn(of->world, PLAYERS, &shape[0], &(hail_spawn_columns){.x = x, .y = y}, PLAYER_COUNT, NULL));
    for (int i = 0; i < BULLET_COUNT; i++)
        x[i] = left + (float)draw(&seed, WIDTH), y[i] = top + (float)draw(&seed, HEIGHT);
    must(hail_spawn(of->world, BULLETS, &shape[1], &(hail_spawn_columns){.x = x, .y = y, .vx = vx, .vy = vy},
                    BULLET_COUNT, NULL));
}

int main(int argc, char **argv) {
    static room rooms[ROOMS];
    static hail_world_step steps[ROOMS];
    room alone = {.hits = 0}; /* the same as room 7, stepped by itself */
    hail_scratch *scratch;
    hail_shapeset *shapes;
    hail_shape shape[2];
    int hits = 0;
    sketch picture;
    sketch_open(&picture, argc, argv, 0, 0, ACROSS * WIDTH, 6 * HEIGHT);
    picture.options.what = HAIL_DRAW_SHAPES | HAIL_DRAW_BOUNDS;
    must(hail_scratch_create(NULL, &scratch));
    must(hail_shapeset_create(NULL, &shapes));
    must(hail_shape_box(shapes, 8, 8, 2, &shape[0]));
    must(hail_shape_circle(shapes, 3, &shape[1]));
    for (uint32_t i = 0; i < ROOMS; i++) {
        open_room(&rooms[i], i, shapes, scratch, shape);
        steps[i] = (hail_world_step){.world = rooms[i].world, .on_contacts = on_contacts, .user = &rooms[i]};
    }
    open_room(&alone, 7, shapes, scratch, shape);
    for (int i = 0; i < FRAMES; i++) {
        must(hail_step_many(steps, ROOMS, 1.0f / 60, scratch, 0));
        must(hail_step(alone.world, 1.0f / 60, on_contacts, &alone));
    }
    for (int i = 0; i < ROOMS; i++) {
        hits += rooms[i].hits;
        must(hail_draw_world(rooms[i].world, &picture.options));
        must(hail_world_destroy(rooms[i].world));
    }
    printf("rooms: %d rooms, %d steps, %d hits; room 7 has %d, and %d when it is stepped alone\n", ROOMS, FRAMES, hits,
           rooms[7].hits, alone.hits);
    sketch_key(&picture, HAIL_DRAWN_BODY, PLAYERS, "players");
    sketch_key(&picture, HAIL_DRAWN_BODY, BULLETS, "bullets");
    sketch_key(&picture, HAIL_DRAWN_BOUNDS, 0, "a room's bounds (48 of 1,000 rooms)");
    must(hail_world_destroy(alone.world));
    must(hail_shapeset_destroy(shapes));
    must(hail_scratch_destroy(scratch));
    return sketch_close(&picture, rooms[7].hits == alone.hits);
}
