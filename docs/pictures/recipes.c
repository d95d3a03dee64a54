/* docs/pictures/recipes.c - draws recipes at work, with their own code: recipe-pictures laser FILE.png; or explosion,
 * guard. */
#include "../../examples/common/sketch.h"

#include <stdio.h>
#include <string.h>

#include "recipes.inc"

enum { WIDE = 640, HIGH = 320, CELL = 16 };

typedef struct stage {
    hail_world *world;
    hail_tileset *set;
    hail_tilemap *map;
    uint32_t stone;
    sketch picture;
} stage;

static void open_stage(stage *of, char **argv) {
    uint64_t rows[CELL];
    for (int i = 0; i < CELL; i++)
        rows[i] = 0xffff;
    must(hail_world_create(NULL, &of->world));
    for (uint32_t l = PLAYERS; l <= AREAS; l++)
        must(hail_layer_configure(of->world, l, &(hail_layer_options){.columns = HAIL_USER}));
    must(hail_tileset_create(NULL, CELL, CELL, &of->set));
    must(hail_tileset_add_bits(of->set, rows, 0, &of->stone));
    must(hail_tilemap_create(of->set, &(hail_tilemap_options){.columns = WIDE / CELL, .rows = HIGH / CELL}, &of->map));
    must(hail_world_set_tilemap(of->world, of->map));
    sketch_open(&of->picture, 2, argv + 1, 0, 0, WIDE, HIGH);
}

static void spawn(const stage *of, uint32_t layer, float radius, float x, float y) {
    hail_shape disc;
    must(hail_shape_circle(hail_world_shapes(of->world), radius, &disc));
    must(hail_spawn(of->world, layer, &disc, &(hail_spawn_columns){.x = &x, .y = &y}, 1, NULL));
}

static int hurts;
static void hurt(uint64_t enemy) { hurts += enemy == 0; }
static void hurt_by(uint64_t enemy, float share) { hurts += enemy == 0 && share > 0; }

/* Outlines what a query found. */
static void outline_hits(stage *of, const hail_query_hit *hits, size_t count) {
    const hail_handles list = {.handles = &hits->body, .stride = sizeof *hits, .count = count};
    must(hail_draw_bodies(of->world, &list, &of->picture.options));
}

static void draw_laser(stage *of) {
    const float x = 30, y = 210, dx = 600, dy = -90, width = 14;
    const hail_query_filter enemies = {.layers = HAIL_LAYER(ENEMIES)}, tiles = {.find = HAIL_FIND_TILES};
    hail_query_hit hits[64], wall;
    hail_convex beam;
    const hail_shapes laser = {.convexes = &beam, .shape_count = 1, .x = &x, .y = &y, .dx = &dx, .dy = &dy, .count = 1};
    must(hail_tilemap_fill(of->map, 31, 3, 2, 14, of->stone));
    for (int i = 0; i < 8; i++) { /* at these distances from its middle line, the last one behind the tiles */
        static const float off[] = {8, -55, 60, -12, 45, 20, -60, 0};
        const float at = 100 + 55 * (float)i + (i > 6 ? 60.0f : 0.0f);
        spawn(of, ENEMIES, 17, at, y + off[i] + dy / dx * (at - x));
    }
    const int before = hurts, found = (int)fire_laser(of->world, x, y, dx, dy, width, hurt);
    must(hail_convex_circle(width / 2, &beam));
    must(hail_query_casts(of->world, &laser, &enemies, 64, hits, NULL));
    must(hail_query_casts(of->world, &laser, &tiles, 1, &wall, NULL));
    must(hail_draw_world(of->world, &of->picture.options));
    must(hail_convex_capsule(0, 0, wall.t * dx, wall.t * dy, width / 2, &beam)); /* all that the circle touched */
    const hail_shapes touched = {.convexes = &beam, .shape_count = 1, .x = &x, .y = &y, .count = 1};
    must(hail_draw_query_shapes(of->world, &touched, &wall, &of->picture.options));
    outline_hits(of, hits, (size_t)(hurts - before));
    must(found == hurts - before ? HAIL_OK : HAIL_BAD_ARGUMENT);
    sketch_key(&of->picture, HAIL_DRAWN_RAY, 0, "the laser: a circle that is cast, up to the first tile");
    sketch_key(&of->picture, HAIL_DRAWN_BODY, ENEMIES, "enemies");
    sketch_key(&of->picture, HAIL_DRAWN_PICKED, 0, "those that it hits");
    sketch_key(&of->picture, HAIL_DRAWN_HIT, 0, "the tile that ends it");
    sketch_key(&of->picture, HAIL_DRAWN_TILE, 0, "tiles");
}

static void draw_explosion(stage *of) {
    const float x = 320, y = 160, radius = 110;
    const hail_nearest_options reach = {.radius = radius};
    const hail_query_filter enemies = {.layers = HAIL_LAYER(ENEMIES)};
    const hail_points at = {.x = &x, .y = &y, .count = 1};
    hail_query_hit hits[256];
    hail_convex blast;
    for (int i = 0; i < 40; i++)
        spawn(of, ENEMIES, 8 + 3 * (float)(i % 4), 40 + 70 * (float)(i % 9) + 11 * (float)(i % 4),
              30 + 64 * (float)(i / 9) + 13 * (float)(i % 3));
    must(explode(of->world, x, y, radius, hurt_by));
    must(hail_query_nearest(of->world, &at, &reach, &enemies, 256, hits, NULL));
    must(hail_convex_circle(radius, &blast));
    const hail_shapes disc = {.convexes = &blast, .shape_count = 1, .x = &x, .y = &y, .count = 1};
    must(hail_draw_world(of->world, &of->picture.options));
    must(hail_draw_query_shapes(of->world, &disc, NULL, &of->picture.options));
    must(hail_draw_query_nearest(&at, hits, 256, &of->picture.options));
    outline_hits(of, hits, (size_t)hurts);
    sketch_key(&of->picture, HAIL_DRAWN_RAY, 0, "the radius, and each distance");
    sketch_key(&of->picture, HAIL_DRAWN_BODY, ENEMIES, "enemies");
    sketch_key(&of->picture, HAIL_DRAWN_PICKED, 0, "those that are hurt");
    sketch_key(&of->picture, HAIL_DRAWN_HIT, 0, "their nearest points");
}

static void draw_guard(stage *of) {
    enum { GUARDS = 6 };
    const float x[GUARDS] = {60, 90, 250, 420, 590, 560}, y[GUARDS] = {60, 260, 40, 285, 70, 250};
    const hail_query_filter tiles = {.find = HAIL_FIND_TILES};
    float to_x[GUARDS], to_y[GUARDS], dx[GUARDS], dy[GUARDS];
    hail_query_hit hits[GUARDS];
    uint8_t sees[GUARDS];
    must(hail_tilemap_fill(of->map, 12, 3, 2, 8, of->stone));
    must(hail_tilemap_fill(of->map, 24, 11, 9, 2, of->stone));
    spawn(of, PLAYERS, 12, 330, 150);
    for (int i = 0; i < GUARDS; i++) {
        spawn(of, ENEMIES, 12, x[i], y[i]);
        to_x[i] = 330, to_y[i] = 150, dx[i] = to_x[i] - x[i], dy[i] = to_y[i] - y[i];
    }
    must(look(of->world, x, y, GUARDS, to_x, to_y, sees));
    const hail_rays rays = {.x = x, .y = y, .dx = dx, .dy = dy, .count = GUARDS};
    must(hail_query_rays(of->world, &rays, &tiles, 1, hits, NULL));
    for (int i = 0; i < GUARDS; i++)
        must(sees[i] == (hits[i].kind == 0) ? HAIL_OK : HAIL_BAD_ARGUMENT);
    of->picture.options.what &= ~(uint32_t)HAIL_DRAW_NORMALS;
    must(hail_draw_world(of->world, &of->picture.options));
    must(hail_draw_query_rays(&rays, hits, &of->picture.options));
    sketch_key(&of->picture, HAIL_DRAWN_BODY, ENEMIES, "guards");
    sketch_key(&of->picture, HAIL_DRAWN_BODY, PLAYERS, "player");
    sketch_key(&of->picture, HAIL_DRAWN_RAY, 0, "lines of sight");
    sketch_key(&of->picture, HAIL_DRAWN_HIT, 0, "where one is blocked");
    sketch_key(&of->picture, HAIL_DRAWN_TILE, 0, "tiles");
}

int main(int argc, char **argv) {
    static stage all;
    if (argc != 3)
        return 1;
    open_stage(&all, argv);
    if (strcmp(argv[1], "laser") == 0)
        draw_laser(&all);
    else if (strcmp(argv[1], "explosion") == 0)
        draw_explosion(&all);
    else
        draw_guard(&all);
    must(hail_world_destroy(all.world));
    hail_tilemap_destroy(all.map);
    hail_tileset_destroy(all.set);
    return sketch_close(&all.picture, true);
}
