/* examples/play/scene.c - the world, its rules, and a frame. */
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define FRAME        (1.0f / 60.0f) /* s    */
#define SHIP_SPEED   600.0          /* px/s */
#define SHIP_RADIUS  5.0f           /* px, as the next ones */
#define SIGHT_RADIUS 120.0f
#define BULLET       4.0f
#define GRAZE        16.0f
#define MARGIN       24.0
#define TURN         6.283185307179586

typedef struct hull {
    size_t count;
    float x[8], y[8];
} hull;

static const hull HULLS[] = {
    {8, {75, 53, 7, -46, -75, -56, 0, 49}, {3, 53, 71, 56, 0, -49, -68, -53}},
    {6, {88, 44, -44, -85, -48, 41}, {0, 54, 51, 0, -51, -58}},
    {7, {68, 42, -15, -61, -65, -15, 42}, {0, 53, 66, 29, -29, -63, -53}},
    {5, {10, 75, 44, -48, -71}, {78, 20, -61, -54, 24}},
};
enum { SHIELD_FRAMES = 40 }; /* after a hit, all bullets in sight go */
enum { HULL_COUNT = sizeof HULLS / sizeof HULLS[0] };

void scene_must(hail_status status) {
    if (status == HAIL_OK)
        return;
    fprintf(stderr, "hail-play: %s\n", hail_status_text(status));
    exit(EXIT_FAILURE);
}

static void *array(size_t count, size_t size) {
    void *made = calloc(count, size);
    if (made == NULL)
        scene_must(HAIL_NO_MEMORY);
    return made;
}

/* xorshift32 (G. Marsaglia, Xorshift RNGs, 2003). */
double scene_chance(uint32_t *random) {
    uint32_t x = *random;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    *random = x;
    return (double)(x >> 8) / 16777216.0;
}

/* ---- Setting up -------------------------------------------------------------------------------------------------- */

static void make_world(scene *of) {
    const hail_world_options options = {.max_x = WIDTH, .max_y = HEIGHT, .max_bodies = MOST_BODIES};
    scene_must(hail_world_create(&options, &of->world));
    const hail_layer_options layers[] = {[BULLETS] = {.columns = HAIL_USER, .bounds = HAIL_KILL},
                                         [SHIPS] = {.bounds = HAIL_OPEN},
                                         [ROCKS] = {.columns = HAIL_ROTATION, .bounds = HAIL_WRAP},
                                         [SIGHTS] = {.bounds = HAIL_OPEN}};
    for (uint32_t i = 0; i < sizeof layers / sizeof layers[0]; i++)
        scene_must(hail_layer_configure(of->world, i, &layers[i]));
    const hail_rule rules[] = {
        {.mode = HAIL_EARLIEST, .layer_a = BULLETS, .layer_b = SHIPS, .graze = GRAZE, .graze_once = 1},
        {.mode = HAIL_EARLIEST, .layer_a = BULLETS, .layer_b = ROCKS},
        {.mode = HAIL_MANIFOLD, .layer_a = BULLETS, .layer_b = SIGHTS},
        {.mode = HAIL_MANIFOLD, .layer_a = SHIPS, .layer_b = ROCKS}};
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        scene_must(hail_rule_configure(of->world, &rules[i]));
}

static void make_ship(scene *of) {
    hail_shapeset *shapes = hail_world_shapes(of->world);
    hail_shape ship, sight;
    scene_must(hail_shape_circle(shapes, BULLET, &of->bullet));
    scene_must(hail_shape_circle(shapes, SHIP_RADIUS, &ship));
    scene_must(hail_shape_circle(shapes, SIGHT_RADIUS, &sight));
    of->ship_x = WIDTH / 2.0;
    of->ship_y = HEIGHT * 0.8;
    const float x = (float)of->ship_x, y = (float)of->ship_y;
    const hail_spawn_columns columns = {.x = &x, .y = &y};
    scene_must(hail_spawn(of->world, SHIPS, &ship, &columns, 1, NULL));
    scene_must(hail_spawn(of->world, SIGHTS, &sight, &columns, 1, NULL));
}

static void make_rocks(scene *of) {
    hail_shape shapes[HULL_COUNT];
    for (size_t i = 0; i < HULL_COUNT; i++)
        scene_must(
            hail_shape_polygon(hail_world_shapes(of->world), HULLS[i].x, HULLS[i].y, HULLS[i].count, 0.0f, &shapes[i]));
    for (int i = 0; i < ROCK_COUNT; i++) {
        const float x = (float)(scene_chance(&of->random) * WIDTH), y = (float)(scene_chance(&of->random) * HEIGHT);
        const float vx = (float)(scene_chance(&of->random) * 60.0 - 30.0);
        const float vy = (float)(scene_chance(&of->random) * 60.0 - 30.0);
        of->rock_spin[i] = scene_chance(&of->random) * 0.02 - 0.01;
        const hail_spawn_columns columns = {.x = &x, .y = &y, .vx = &vx, .vy = &vy};
        scene_must(hail_spawn(of->world, ROCKS, &shapes[i % HULL_COUNT], &columns, 1, &of->rocks[i]));
    }
}

static void make_room(scene *of) {
    of->room = (uint32_t)of->target + 65536;
    float **floats[] = {&of->x, &of->y, &of->vx, &of->vy, &of->turn_vx, &of->turn_vy};
    for (size_t i = 0; i < sizeof floats / sizeof floats[0]; i++)
        *floats[i] = array(of->room, sizeof(float));
    of->user = array(of->room, sizeof *of->user);
    of->fired = array(of->room, sizeof *of->fired);
    of->turned = array(of->room, sizeof *of->turned);
    of->gone = array(of->room, sizeof *of->gone);
    of->filed = array(of->room, sizeof *of->filed);
}

void scene_open(scene *of, const tape *patterns, uint32_t seed, int target) {
    *of = (scene){.patterns = patterns, .random = seed * 2654435769u | 1, .target = target};
    make_world(of);
    make_ship(of);
    make_rocks(of);
    make_room(of);
    emitters_open(of);
    pilot_open(&of->pilot, seed);
}

void scene_close(scene *of) {
    scene_must(hail_world_destroy(of->world));
    for (int i = 0; i < of->emitter_count; i++)
        free(of->emitters[i].bullets);
    void *arrays[] = {of->x,    of->y,    of->vx,    of->vy,     of->turn_vx, of->turn_vy,
                      of->user, of->gone, of->fired, of->turned, of->filed};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
}

/* ---- A frame ----------------------------------------------------------------------------------------------------- */

static double clamped(double value, double low, double high) { return value < low ? low : value > high ? high : value; }

static void steer_ship(scene *of, scene_input input) {
    const double to_x = clamped(of->ship_x + input.x * (SHIP_SPEED / FULL / 60) + of->bump_x, MARGIN, WIDTH - MARGIN);
    const double to_y = clamped(of->ship_y + input.y * (SHIP_SPEED / FULL / 60) + of->bump_y, MARGIN, HEIGHT - MARGIN);
    const uint32_t layers[] = {SHIPS, SIGHTS};
    for (int i = 0; i < 2; i++) {
        hail_columns columns;
        scene_must(hail_layer_columns(of->world, layers[i], &columns));
        columns.vx[0] = (float)((to_x - of->ship_x) * 60);
        columns.vy[0] = (float)((to_y - of->ship_y) * 60);
    }
    of->bump_x = of->bump_y = 0.0;
}

static void turn_rocks(const scene *of) {
    float angle[ROCK_COUNT];
    for (int i = 0; i < ROCK_COUNT; i++) {
        const double turns = of->rock_spin[i] * (of->frame + 1) / TURN;
        angle[i] = (float)((turns - floor(turns)) * TURN);
    }
    scene_must(hail_write_bodies(of->world, &(hail_handles){.handles = of->rocks, .count = ROCK_COUNT},
                                 &(hail_body_writes){.angle = angle}, NULL));
}

/* Frees the bullets in `gone` that are still alive. */
static void remove_gone(scene *of) {
    uint32_t living = 0;
    for (uint32_t i = 0; i < of->goes; i++)
        if (hail_alive(of->world, &of->gone[i]))
            of->gone[living++] = of->gone[i];
    of->goes = 0;
    scene_must(hail_despawn(of->world, of->gone, living));
}

/* Turns, then what goes, then what is fired. */
static void apply(scene *of) {
    size_t missing;
    scene_must(hail_write_bodies(of->world, &(hail_handles){.handles = of->turned, .count = of->turns},
                                 &(hail_body_writes){.vx = of->turn_vx, .vy = of->turn_vy}, &missing));
    remove_gone(of);
    const hail_spawn_columns columns = {.x = of->x, .y = of->y, .vx = of->vx, .vy = of->vy, .user = of->user};
    scene_must(hail_spawn(of->world, BULLETS, &of->bullet, &columns, of->fires, of->fired));
    for (uint32_t i = 0; i < of->fires; i++)
        *of->filed[i] = of->fired[i];
    of->fires = of->turns = 0;
}

static void remove_later(scene *of, hail_handle bullet) {
    if (of->goes < of->room)
        of->gone[of->goes++] = bullet;
}

/* A rock puts the ship out in the next step; a bullet is seen, grazes, or ends. */
static void hear(scene *of, const hail_contact *contact) {
    const bool hurt = contact->layer_b == SHIPS;
    if (contact->layer_a == SHIPS) {
        of->bump_x -= (double)contact->normal_x * (double)contact->depth[0];
        of->bump_y -= (double)contact->normal_y * (double)contact->depth[0];
    } else if (contact->layer_b == SIGHTS) {
        pilot_see(&of->pilot, contact);
        if (of->shield > 0)
            remove_later(of, contact->a);
    } else if (contact->kind == HAIL_CONTACT_GRAZE) {
        of->grazes++;
    } else {
        of->hits += hurt;
        of->was_hit |= hurt;
        remove_later(of, contact->a);
    }
}

static void on_contacts(const hail_contact *contacts, size_t count, void *user) {
    scene *of = user;
    of->contacts += count;
    for (size_t i = 0; i < count; i++)
        hear(of, &contacts[i]);
}

void scene_step(scene *of, scene_input input) {
    hail_columns ship;
    steer_ship(of, input);
    turn_rocks(of);
    emitters_run(of);
    apply(of);
    of->pilot.push_x = of->pilot.push_y = 0.0;
    scene_must(hail_step(of->world, FRAME, on_contacts, of));
    of->shield = of->was_hit ? SHIELD_FRAMES : of->shield > 0 ? of->shield - 1 : 0;
    of->was_hit = false;
    remove_gone(of); /* what hit something: not in the callback, as the page has none */
    scene_must(hail_layer_columns(of->world, SHIPS, &ship));
    of->ship_x = (double)ship.x[0];
    of->ship_y = (double)ship.y[0];
    of->frame++;
}

uint64_t scene_hash(const scene *of) {
    uint64_t hash = 0;
    scene_must(hail_world_hash(of->world, &hash));
    return hash;
}

uint32_t scene_bullets(const scene *of) {
    hail_columns bullets;
    scene_must(hail_layer_columns(of->world, BULLETS, &bullets));
    return bullets.count;
}
