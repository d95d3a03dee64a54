/* examples/play/dig.c - the map, the sparks, and a frame. Its random numbers are drawn one by one, in the page's order.
 */
#include "dig.h"

#include <math.h>
#include <stdlib.h>

#include "scene.h"

enum {
    DIG_WIDTH = 1920,
    DIG_HEIGHT = 1088,
    TILE = 16,
    HILLS = 14,
    CAVES = 16,
    ROOMS = 16,
    SPRINGS = 5,
    WAY_FRAMES = 90
};
#define FRAME   (1.0f / 60.0f)
#define CLAW    26.0f /* px that the tool digs */
#define A_FRAME 10.0  /* px that it moves, at full speed */
#define GRAVITY 420.0 /* px/s^2 */
#define LIFE    2.8   /* s, in the mean */
#define FLOW    1.4   /* more than burn out, so that there are as many as wanted */

static double chance(dig *of) { return scene_chance(&of->random); }

/* ---- The map ----------------------------------------------------------------------------------------------------- */

static void paint(dig *of, double x, double y, double radius, bool solid) {
    scene_must(hail_tilemap_paint_disc(of->map, (float)x, (float)y, (float)radius, solid, 0));
}

static void make_cave(dig *of) {
    double x = DIG_WIDTH * chance(of);
    double y = DIG_HEIGHT * (0.4 + 0.55 * chance(of));
    double dx = chance(of) - 0.5;
    double dy = 0.5 * (chance(of) - 0.5);
    for (int i = 0; i < ROOMS; i++) {
        paint(of, x, y, 12.0 + 22.0 * chance(of), false);
        dx += 0.5 * (chance(of) - 0.5);
        dy += 0.5 * (chance(of) - 0.5);
        x += 50.0 * dx;
        y += 40.0 * dy;
    }
}

static void make_map(dig *of) {
    const uint32_t columns = DIG_WIDTH / TILE, rows = DIG_HEIGHT / TILE, top = (uint32_t)floor(rows * 0.42);
    const hail_tilemap_options options = {.columns = columns, .rows = rows};
    uint64_t full[TILE];
    uint32_t tile;
    for (int i = 0; i < TILE; i++)
        full[i] = (1 << TILE) - 1;
    scene_must(hail_tileset_create(NULL, TILE, TILE, &of->tiles));
    scene_must(hail_tileset_add_bits(of->tiles, full, 0, &tile));
    scene_must(hail_tilemap_create(of->tiles, &options, &of->map));
    scene_must(hail_tilemap_fill(of->map, 0, top, columns, rows - top, tile));
    for (int i = 0; i < HILLS; i++) {
        const double radius = 60.0 + 110.0 * chance(of);
        const double x = DIG_WIDTH * chance(of);
        paint(of, x, top * TILE + 40.0 * chance(of), radius, true);
    }
    for (int i = 0; i < CAVES; i++)
        make_cave(of);
}

/* ---- Setting up -------------------------------------------------------------------------------------------------- */

static void make_world(dig *of) {
    const hail_world_options options = {.max_x = DIG_WIDTH, .max_y = DIG_HEIGHT, .max_bodies = 1 << 21};
    const hail_layer_options sparks = {.columns = HAIL_USER | HAIL_LIFE, .bounds = HAIL_KILL};
    const hail_rule rule = {
        .mode = HAIL_SWEPT, .layer_a = 0, .layer_b = HAIL_TILES, .centre_only = true, .smooth = 3, .stop = true};
    scene_must(hail_world_create(&options, &of->world));
    scene_must(hail_layer_configure(of->world, 0, &sparks));
    scene_must(hail_world_set_tilemap(of->world, of->map));
    scene_must(hail_rule_configure(of->world, &rule));
    scene_must(hail_shape_circle(hail_world_shapes(of->world), 1.0f, &of->dot));
}

static void *array(int count, size_t size) {
    void *made = calloc((size_t)count, size);
    if (made == NULL)
        scene_must(HAIL_NO_MEMORY);
    return made;
}

void dig_open(dig *of, uint32_t seed, int target) {
    *of = (dig){.random = seed * 2654435769u | 1,
                .target = target,
                .tool_x = DIG_WIDTH / 2.0,
                .tool_y = 240.0,
                .way_x = DIG_WIDTH / 2.0,
                .way_y = 500.0};
    make_map(of);
    make_world(of);
    float **floats[] = {&of->x, &of->y, &of->vx, &of->vy, &of->life};
    for (size_t i = 0; i < sizeof floats / sizeof floats[0]; i++)
        *floats[i] = array(target, sizeof(float));
    of->user = array(target, sizeof *of->user);
}

void dig_close(dig *of) {
    scene_must(hail_world_destroy(of->world));
    hail_tilemap_destroy(of->map);
    hail_tileset_destroy(of->tiles);
    void *arrays[] = {of->x, of->y, of->vx, of->vy, of->life, of->user};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
}

/* ---- A frame ----------------------------------------------------------------------------------------------------- */

static double clamped(double value, double low, double high) { return value < low ? low : value > high ? high : value; }

static double toward(double from, double to) { return clamped(floor((to - from) / 12.0 + 0.5), -FULL / 2, FULL / 2); }

/* Nobody leads the tool: it wanders, and digs. */
static void move_tool(dig *of) {
    if (of->frame % WAY_FRAMES == 0) {
        of->way_x = DIG_WIDTH * (0.1 + 0.8 * chance(of));
        of->way_y = DIG_HEIGHT * (0.35 + 0.55 * chance(of));
    }
    const double x = toward(of->tool_x, of->way_x), y = toward(of->tool_y, of->way_y);
    of->tool_x = clamped(of->tool_x + x * A_FRAME / FULL, 0.0, DIG_WIDTH);
    of->tool_y = clamped(of->tool_y + y * A_FRAME / FULL, 0.0, DIG_HEIGHT);
    paint(of, of->tool_x, of->tool_y, (double)CLAW, false);
}

static void make_spark(dig *of, int i) {
    static const uint64_t inks[] = {0, 1, 4, 3, 8, 2};
    const int spring = (int)floor(chance(of) * (SPRINGS + 1));
    const bool of_tool = spring == SPRINGS;
    double dx = 2.0, dy = 2.0;
    while (dx * dx + dy * dy > 1.0) {
        dx = 2.0 * chance(of) - 1.0;
        dy = 2.0 * chance(of) - 1.0;
    }
    of->x[i] = (float)((of_tool ? of->tool_x : DIG_WIDTH * (spring + 0.5) / SPRINGS) + 10.0 * dx);
    of->y[i] = (float)((of_tool ? of->tool_y : 70.0 + 30.0 * (spring % 2)) + 10.0 * dy);
    of->vx[i] = (float)(300.0 * dx);
    of->vy[i] = (float)(300.0 * dy - 60.0);
    of->life[i] = (float)(LIFE * (0.4 + 1.2 * chance(of)));
    of->user[i] = inks[spring];
}

static void spawn(dig *of) {
    of->owed += FLOW * of->target / (LIFE * 60.0);
    const int room = of->target - (int)dig_sparks(of), due = (int)floor(of->owed);
    const int count = due < room ? due : room;
    of->owed -= floor(of->owed);
    if (count < 1)
        return;
    for (int i = 0; i < count; i++)
        make_spark(of, i);
    const hail_spawn_columns columns = {
        .x = of->x, .y = of->y, .vx = of->vx, .vy = of->vy, .life = of->life, .user = of->user};
    scene_must(hail_spawn(of->world, 0, &of->dot, &columns, (size_t)count, NULL));
}

static void on_contacts(const hail_contact *contacts, size_t count, void *user) {
    dig *of = user;
    of->contacts += count;
    scene_must(hail_reflect(of->world, contacts, count, 0.55f, 0.05f));
}

void dig_step(dig *of) {
    hail_columns sparks;
    move_tool(of);
    spawn(of);
    scene_must(hail_layer_columns(of->world, 0, &sparks));
    for (uint32_t i = 0; i < sparks.count; i++)
        sparks.vy[i] = (float)((double)sparks.vy[i] + GRAVITY / 60.0);
    scene_must(hail_step(of->world, FRAME, on_contacts, of));
    of->frame++;
}

uint64_t dig_hash(const dig *of) {
    uint64_t world = 0, map = 0;
    scene_must(hail_world_hash(of->world, &world));
    scene_must(hail_tilemap_hash(of->map, &map));
    return world ^ map;
}

uint32_t dig_sparks(const dig *of) {
    hail_columns sparks;
    scene_must(hail_layer_columns(of->world, 0, &sparks));
    return sparks.count;
}
