/* examples/threads.c - threads of your own: two workers step the same world as one, and find the same bytes. */
#include "common/sketch.h"
#include "tasks/c11_tasks.h"

#include <stdio.h>
#include <string.h>

enum { ROCKS }; /* a layer */
enum { ROCK_COUNT = 20000, FRAMES = 60, SIDE = 4000 };

/* The rocks' tumult, told by all its contacts. */
typedef struct tumult {
    unsigned long long contacts;
    uint64_t print; /* FNV-1a of all their bytes, in the order in which they come */
} tumult;

/* Called on the calling thread, in order, with any number of workers. */
static void on_contacts(const hail_contact *contacts, size_t count, void *user) {
    tumult *of = user;
    const unsigned char *bytes = (const unsigned char *)contacts;
    for (size_t i = 0; i < count * sizeof *contacts; i++)
        of->print = (of->print ^ bytes[i]) * UINT64_C(0x100000001B3);
    of->contacts += count;
}

static void scatter(hail_world *world) {
    static float x[ROCK_COUNT], y[ROCK_COUNT], vx[ROCK_COUNT], vy[ROCK_COUNT];
    hail_shape rock;
    for (int i = 0; i < ROCK_COUNT; i++) { /* Fibonacci's steps round the world fill it evenly */
        x[i] = (float)((unsigned)i * 2503 % SIDE), y[i] = (float)((unsigned)i * 1787 % SIDE);
        vx[i] = (float)(i % 7 * 20 - 60), vy[i] = (float)(i % 11 * 12 - 60);
    }
    must(hail_shape_polygon(hail_world_shapes(world), (float[]){14, 4, -11, -11, 4}, (float[]){0, 13, 8, -8, -13}, 5, 0,
                            &rock));
    must(hail_layer_configure(world, ROCKS, &(hail_layer_options){.bounds = HAIL_WRAP}));
    must(hail_rule_set(world, ROCKS, ROCKS, HAIL_MANIFOLD));
    must(hail_spawn(world, ROCKS, &rock, &(hail_spawn_columns){.x = x, .y = y, .vx = vx, .vy = vy}, ROCK_COUNT, NULL));
}

/* The world's context names the hooks; everything else is as with one thread. */
static tumult play(const hail_tasks *tasks, sketch *picture) {
    const hail_context context = {.tasks = tasks};
    const hail_world_options options = {.context = &context, .max_x = SIDE, .max_y = SIDE, .kept_contacts = 20000};
    tumult of = {.print = UINT64_C(0xCBF29CE484222325)};
    hail_world *world;
    must(hail_world_create(&options, &world));
    scatter(world);
    for (int i = 0; i < FRAMES; i++)
        must(hail_step(world, 1.0f / 60, on_contacts, &of));
    must(hail_draw_world(world, &picture->options));
    must(hail_world_destroy(world));
    return of;
}

int main(int argc, char **argv) {
    sketch picture, none;
    sketch_open(&none, 0, NULL, 0, 0, 640, 360);
    sketch_open(&picture, argc, argv, 0, 0, 640, 360);
    c11_tasks *pool = c11_tasks_create(2); /* or your job system: see docs/threads.md */
    if (pool == NULL)
        must(HAIL_NO_MEMORY);
    const hail_tasks hooks = c11_tasks_hooks(pool);
    const tumult one = play(NULL, &none), two = play(&hooks, &picture);
    c11_tasks_destroy(pool);
    const bool same = one.contacts == two.contacts && one.print == two.print;
    printf("threads: %d steps of %d rocks, %llu contacts with one worker and %llu with two, bytes %s\n", FRAMES,
           ROCK_COUNT, one.contacts, two.contacts, same ? "equal" : "DIFFER");
    sketch_key(&picture, HAIL_DRAWN_BODY, ROCKS, "a corner of 20,000 rocks that two workers stepped");
    sketch_key(&picture, HAIL_DRAWN_CONTACT, 0, "where they touch");
    sketch_key(&picture, HAIL_DRAWN_NORMAL, 0, "normal");
    return sketch_close(&picture, same);
}
