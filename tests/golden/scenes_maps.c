/* tests/golden/scenes_maps.c - sprites; bodies and movers among tiles; bodies and movers among walls. */
#include <stdlib.h>

#include "golden.h"

enum { FIRST, SECOND, THIRD };

static void layer(golden *g, uint32_t number, hail_layer_options options) {
    GOLDEN_MUST(g, hail_layer_configure(g->world, number, &options));
}

static void rule(golden *g, hail_rule rule) { GOLDEN_MUST(g, hail_rule_configure(g->world, &rule)); }

/* ---- Sprites with sprites, shapes and tiles ---------------------------------------------------------------------- */

typedef struct sprite_scene {
    hail_spriteset *set;
    golden_land land;
} sprite_scene;

static void open_sprites(golden *g) {
    sprite_scene *of = g->more = calloc(1, sizeof(sprite_scene));
    hail_shape sprite[GOLDEN_SPRITES], convex[8];
    golden_world(g, &(hail_world_options){0});
    of->set = golden_spriteset(g);
    golden_land_open(g, &of->land);
    GOLDEN_MUST(g, hail_world_set_tilemap(g->world, of->land.map));
    for (uint32_t i = 0; i < GOLDEN_SPRITES; i++)
        GOLDEN_MUST(g, hail_shape_sprite(hail_world_shapes(g->world), of->set, i, &sprite[i]));
    for (uint32_t i = 0; i < 8; i++)
        golden_convex_shape(g, i, &convex[i]);
    layer(g, FIRST, (hail_layer_options){.columns = HAIL_ROTATION | HAIL_SCALE, .bounds = HAIL_WRAP});
    layer(g, SECOND, (hail_layer_options){.columns = HAIL_ROTATION, .bounds = HAIL_WRAP});
    rule(g, (hail_rule){.mode = HAIL_MANIFOLD, .layer_a = FIRST, .layer_b = FIRST});
    rule(g, (hail_rule){.mode = HAIL_SWEPT, .layer_a = SECOND, .layer_b = FIRST});
    rule(g, (hail_rule){.mode = HAIL_MANIFOLD, .layer_a = FIRST, .layer_b = HAIL_TILES});
    rule(g, (hail_rule){.mode = HAIL_SWEPT, .layer_a = SECOND, .layer_b = HAIL_TILES});
    golden_spawn(g, FIRST, sprite, GOLDEN_SPRITES, 20, 120.0f);
    golden_spawn(g, SECOND, convex, 8, 20, 900.0f);
    golden_spawn(g, SECOND, sprite, GOLDEN_SPRITES, 6, 300.0f);
}

static void step_frame(golden *g, int frame) {
    (void)frame;
    GOLDEN_MUST(g, hail_step(g->world, 1.0f / 60.0f, golden_contacts, g));
}

static void close_sprites(golden *g) {
    sprite_scene *of = g->more;
    hail_world_destroy(g->world);
    g->world = NULL;
    golden_land_close(&of->land);
    hail_spriteset_destroy(of->set);
    free(of);
}

const golden_scene golden_sprites = {"sprites", open_sprites, step_frame, close_sprites};

/* ---- Bodies among tiles that are dug and piled up ---------------------------------------------------------------- */

typedef struct terrain {
    golden_land land;
    hail_shape convex[12];
} terrain;

static void open_terrain(golden *g) {
    terrain *of = g->more = calloc(1, sizeof(terrain));
    golden_world(g, &(hail_world_options){0});
    golden_land_open(g, &of->land);
    GOLDEN_MUST(g, hail_world_set_tilemap(g->world, of->land.map));
    for (uint32_t i = 0; i < 12; i++)
        golden_convex_shape(g, i, &of->convex[i]);
    layer(g, FIRST, (hail_layer_options){.columns = HAIL_LIFE | HAIL_DISPLACEMENT, .bounds = HAIL_KILL});
    layer(g, SECOND, (hail_layer_options){.columns = HAIL_ROTATION, .bounds = HAIL_WRAP});
    layer(g, THIRD, (hail_layer_options){.columns = HAIL_SCALE, .bounds = HAIL_WRAP});
    rule(g, (hail_rule){.mode = HAIL_SWEPT,
                        .layer_a = FIRST,
                        .layer_b = HAIL_TILES,
                        .stop = true,
                        .centre_only = true,
                        .smooth = 3});
    rule(g, (hail_rule){.mode = HAIL_EARLIEST, .layer_a = SECOND, .layer_b = HAIL_TILES, .stop = true, .events = true});
    rule(g, (hail_rule){.mode = HAIL_EARLIEST, .layer_a = SECOND, .layer_b = THIRD});
    rule(g, (hail_rule){.mode = HAIL_MANIFOLD,
                        .layer_a = THIRD,
                        .layer_b = HAIL_TILES,
                        .kinds = HAIL_KIND(0) | HAIL_KIND(2),
                        .whole_tiles = true,
                        .cooldown = 4});
    golden_spawn(g, SECOND, of->convex, 12, 40, 800.0f);
    golden_spawn(g, THIRD, of->convex, 12, 30, 100.0f);
}

static void bounce(const hail_contact *contacts, size_t count, void *user) {
    golden *g = user;
    golden_contacts(contacts, count, user);
    if (contacts[0].layer_b == HAIL_TILES)
        GOLDEN_MUST(g, hail_reflect(g->world, contacts, count, 0.75f, 0.125f));
}

static void terrain_frame(golden *g, int frame) {
    terrain *of = g->more;
    hail_columns c;
    GOLDEN_MUST(g, hail_layer_columns(g->world, FIRST, &c));
    if (c.count < 150)
        golden_spawn(g, FIRST, of->convex, 1, 150 - c.count, 2000.0f);
    const float x = golden_range(g, 0.0f, 640.0f), y = golden_range(g, 0.0f, 480.0f),
                radius = golden_range(g, 0.0f, 30.0f);
    GOLDEN_MUST(g, hail_tilemap_paint_disc(of->land.map, x, y, radius, frame % 2 == 0, 1));
    if (frame % 10 == 0) { /* one by one: compilers choose the order of arguments */
        const uint32_t column = golden_pick(g, 36), row = golden_pick(g, 26), tile = 1 + golden_pick(g, 5);
        GOLDEN_MUST(g, hail_tilemap_fill(of->land.map, column, row, 3, 3, tile));
    }
    GOLDEN_MUST(g, hail_step(g->world, 1.0f / 60.0f, bounce, g));
}

static void close_terrain(golden *g) {
    terrain *of = g->more;
    hail_world_destroy(g->world);
    g->world = NULL;
    golden_land_close(&of->land);
    free(of);
}

const golden_scene golden_terrain = {"terrain", open_terrain, terrain_frame, close_terrain};

/* ---- Movers that walk, fall and slide; sweeps, overlaps, rays ---------------------------------------------------- */

enum { WALKERS = 48, RAYS = 64 };

typedef struct walkers {
    golden_land land;
    hail_convex convex[8];
    float x[WALKERS], y[WALKERS], vy[WALKERS], cos[WALKERS], sin[WALKERS];
    uint32_t shape[WALKERS];
    uint8_t through[WALKERS];
} walkers;

static void open_walkers(golden *g) {
    static const float cosine[] = {1.0f, 0.8f, 0.6f, 0.0f}, sine[] = {0.0f, 0.6f, -0.8f, 1.0f};
    walkers *of = g->more = calloc(1, sizeof(walkers));
    golden_land_open(g, &of->land);
    GOLDEN_MUST(g, hail_convex_capsule(0, -8, 0, 8, 6, &of->convex[0]));
    GOLDEN_MUST(g, hail_convex_box(7, 11, 0, &of->convex[1]));
    GOLDEN_MUST(g, hail_convex_circle(9, &of->convex[2]));
    for (uint32_t i = 3; i < 8; i++)
        golden_convex(g, i, &of->convex[i]);
    for (uint32_t i = 0; i < WALKERS; i++) {
        of->x[i] = golden_range(g, 40.0f, 600.0f);
        of->y[i] = golden_range(g, 20.0f, 400.0f);
        of->shape[i] = i % 8;
        of->cos[i] = i % 8 < 3 ? 1.0f : cosine[i % 4];
        of->sin[i] = i % 8 < 3 ? 0.0f : sine[i % 4];
    }
}

static void slide(golden *g, walkers *of, const hail_tilemap_movers *movers, int frame) {
    hail_slide moves[WALKERS];
    hail_slide_options options;
    GOLDEN_MUST(g, hail_slide_options_defaults(&options));
    options.step_height = frame % 3 == 0 ? 0.0f : 8.0f;
    options.snap = frame % 2 == 0 ? 8.0f : 0.0f;
    GOLDEN_MUST(g, hail_tilemap_slide(movers, &options, moves));
    for (uint32_t i = 0; i < WALKERS; i++) {
        const bool stands = (moves[i].flags & HAIL_STANDS) != 0;
        of->x[i] = of->x[i] + moves[i].dx;
        of->y[i] = of->y[i] + moves[i].dy;
        of->vy[i] = stands ? (frame + (int)i) % 40 == 0 ? -7.0f : 0.5f : of->vy[i] < 12.0f ? of->vy[i] + 0.25f : 12.0f;
        if (of->y[i] > 470.0f || of->x[i] < 0.0f || of->x[i] > 640.0f)
            of->x[i] = 320.0f, of->y[i] = 20.0f;
        golden_mix_float(g, moves[i].dx);
        golden_mix_float(g, moves[i].dy);
        golden_mix(g, moves[i].flags | moves[i].count << 16);
        for (uint32_t c = 0; c < moves[i].count && c < HAIL_SLIDE_CONTACTS; c++) {
            golden_mix_float(g, moves[i].normal_x[c]);
            golden_mix_float(g, moves[i].normal_y[c]);
            golden_mix(g, moves[i].cell[c]);
        }
    }
}

static void sweep(golden *g, const hail_tilemap_movers *movers) {
    enum { ROOM = 256 };
    hail_contact hits[WALKERS], contacts[ROOM];
    size_t count = 0;
    GOLDEN_MUST(g, hail_tilemap_sweep(movers, hits));
    for (uint32_t i = 0; i < WALKERS; i++)
        if (hits[i].count)
            golden_mix_contact(g, &hits[i]);
    const hail_status status = hail_tilemap_overlap(movers, contacts, ROOM, &count);
    GOLDEN_MUST(g, status == HAIL_FULL ? HAIL_OK : status);
    golden_mix(g, (uint32_t)count);
    for (size_t i = 0; i < count && i < ROOM; i++)
        golden_mix_contact(g, &contacts[i]);
    g->contacts += count;
}

static void shine(golden *g, const walkers *of, int frame) {
    float x[RAYS], y[RAYS], to_x[RAYS], to_y[RAYS], distance[RAYS], normal_x[RAYS], normal_y[RAYS];
    uint32_t cell[RAYS];
    for (uint32_t i = 0; i < RAYS; i++) {
        x[i] = golden_range(g, -20.0f, 660.0f), y[i] = golden_range(g, -20.0f, 500.0f);
        to_x[i] = golden_range(g, -20.0f, 660.0f), to_y[i] = golden_range(g, -20.0f, 500.0f);
    }
    const hail_tilemap_rays rays = {
        .map = of->land.map,
        .rays = {.context = &g->context, .x = x, .y = y, .to_x = to_x, .to_y = to_y, .count = RAYS},
        .kinds = frame % 4 == 0 ? HAIL_KIND(0) : 0,
        .walk = frame % 5 == 0 ? HAIL_WALK_BRESENHAM : HAIL_WALK_PIXELS,
        .smooth = (uint32_t)frame % 3 * 4};
    const hail_ray_answers answers = {.distance = distance, .cell = cell, .normal_x = normal_x, .normal_y = normal_y};
    GOLDEN_MUST(g, hail_tilemap_march(&rays, &answers));
    golden_mix_floats(g, distance, RAYS);
    golden_mix_floats(g, normal_x, RAYS);
    golden_mix_floats(g, normal_y, RAYS);
    for (uint32_t i = 0; i < RAYS; i++)
        golden_mix(g, cell[i]);
}

static void walkers_frame(golden *g, int frame) {
    walkers *of = g->more;
    float dx[WALKERS], dy[WALKERS];
    for (uint32_t i = 0; i < WALKERS; i++) {
        dx[i] = ((frame / 60 + (int)i) % 2 ? 2.0f : -2.5f) * (i % 16 == 3 ? 30.0f : 1.0f);
        dy[i] = of->vy[i];
        of->through[i] = (frame + (int)i) % 50 == 0;
    }
    const hail_tilemap_movers movers = {.map = of->land.map,
                                        .shapes = {.context = &g->context,
                                                   .convexes = of->convex,
                                                   .shape_count = 8,
                                                   .x = of->x,
                                                   .y = of->y,
                                                   .cos = of->cos,
                                                   .sin = of->sin,
                                                   .dx = dx,
                                                   .dy = dy,
                                                   .shape = of->shape,
                                                   .count = WALKERS},
                                        .through = of->through,
                                        .whole_tiles = frame % 7 == 0};
    sweep(g, &movers);
    slide(g, of, &movers, frame);
    shine(g, of, frame);
    const float x = golden_range(g, 0.0f, 640.0f), y = golden_range(g, 0.0f, 440.0f);
    GOLDEN_MUST(g, hail_tilemap_paint_disc(of->land.map, x, y, 9.0f, frame % 2 == 0, 0));
}

static void close_walkers(golden *g) {
    walkers *of = g->more;
    golden_land_close(&of->land);
    free(of);
}

const golden_scene golden_walkers = {"walkers", open_walkers, walkers_frame, close_walkers};

/* ---- Sectors: doors, walls that move, bodies, discs -------------------------------------------------------------- */

enum { SIDE = 5, CORNERS = (SIDE + 1) * (SIDE + 1), DISCS = 60 };

typedef struct sector_scene {
    hail_sectors *map;
    float corner_x[CORNERS], corner_y[CORNERS], x[DISCS], y[DISCS];
    uint32_t sector[DISCS];
    hail_shape convex[8];
} sector_scene;

/* A grid of sectors; every third wall within is a closed door. */
static uint32_t make_walls(hail_wall *walls) {
    uint32_t count = 0;
    for (uint32_t row = 0; row <= SIDE; row++)
        for (uint32_t column = 0; column <= SIDE; column++) {
            const uint32_t at = row * (SIDE + 1) + column, here = row * SIDE + column;
            if (column < SIDE) { /* to the right: below it is here */
                walls[count] = (hail_wall){.a = at, .b = at + 1, .kind = (uint8_t)(count % 3)};
                walls[count].right = row < SIDE ? here : HAIL_NO_SECTOR;
                walls[count].left = row > 0 ? here - SIDE : HAIL_NO_SECTOR;
                walls[count].solid = count % 3 == 0, count++;
            }
            if (row < SIDE) { /* down: to the left on the screen lies here - 1's side */
                walls[count] = (hail_wall){.a = at, .b = at + SIDE + 1, .kind = (uint8_t)(count % 3)};
                walls[count].left = column < SIDE ? here : HAIL_NO_SECTOR;
                walls[count].right = column > 0 ? here - 1 : HAIL_NO_SECTOR;
                walls[count].solid = count % 3 == 0, count++;
            }
        }
    return count;
}

static void open_sectors(golden *g) {
    sector_scene *of = g->more = calloc(1, sizeof(sector_scene));
    hail_wall walls[2 * SIDE * (SIDE + 1)];
    const uint32_t wall_count = make_walls(walls);
    for (uint32_t i = 0; i < CORNERS; i++) {
        of->corner_x[i] = 20.0f + 120.0f * (float)(i % (SIDE + 1));
        of->corner_y[i] = 15.0f + 90.0f * (float)(i / (SIDE + 1));
    }
    const hail_sector_data data = {.x = of->corner_x,
                                   .y = of->corner_y,
                                   .vertex_count = CORNERS,
                                   .walls = walls,
                                   .wall_count = wall_count,
                                   .sector_count = SIDE * SIDE};
    GOLDEN_MUST(g, hail_sectors_create(&(hail_sectors_options){.context = &g->context}, &data, NULL, &of->map));
    golden_world(g, &(hail_world_options){0});
    GOLDEN_MUST(g, hail_world_set_sectors(g->world, of->map));
    for (uint32_t i = 0; i < 8; i++)
        golden_convex_shape(g, i, &of->convex[i]);
    layer(g, FIRST, (hail_layer_options){.columns = HAIL_ROTATION, .bounds = HAIL_WRAP});
    layer(g, SECOND, (hail_layer_options){.bounds = HAIL_WRAP});
    rule(g, (hail_rule){.mode = HAIL_SWEPT, .layer_a = FIRST, .layer_b = HAIL_WALLS, .stop = true, .events = true});
    rule(g, (hail_rule){.mode = HAIL_MANIFOLD, .layer_a = SECOND, .layer_b = HAIL_WALLS, .kinds = HAIL_KIND(0)});
    golden_spawn(g, FIRST, of->convex, 8, 60, 1500.0f);
    golden_spawn(g, SECOND, of->convex, 8, 40, 80.0f);
    for (uint32_t i = 0; i < DISCS; i++)
        of->x[i] = golden_range(g, 30.0f, 600.0f), of->y[i] = golden_range(g, 30.0f, 450.0f);
    const hail_points points = {.context = &g->context, .x = of->x, .y = of->y, .count = DISCS};
    GOLDEN_MUST(g, hail_sectors_find(of->map, &points, of->sector));
}

static void move_discs(golden *g, sector_scene *of) {
    float dx[DISCS], dy[DISCS];
    hail_sector_move moves[DISCS];
    hail_nearest_point nearest[DISCS];
    hail_crossing list[DISCS];
    hail_crossings crossings = {.list = list, .capacity = DISCS};
    for (uint32_t i = 0; i < DISCS; i++)
        dx[i] = golden_range(g, -30.0f, 30.0f), dy[i] = golden_range(g, -30.0f, 30.0f);
    const hail_sector_movers movers = {.context = &g->context,
                                       .map = of->map,
                                       .x = of->x,
                                       .y = of->y,
                                       .dx = dx,
                                       .dy = dy,
                                       .sector = of->sector,
                                       .count = DISCS,
                                       .radius_of_all = 6.0f};
    GOLDEN_MUST(g, hail_sectors_move(&movers, NULL, moves, &crossings));
    for (uint32_t i = 0; i < DISCS; i++) {
        of->x[i] = moves[i].x, of->y[i] = moves[i].y, of->sector[i] = moves[i].sector;
        golden_mix_float(g, moves[i].x);
        golden_mix_float(g, moves[i].y);
        golden_mix(g, moves[i].wall ^ moves[i].sector << 8 ^ moves[i].entered << 16 ^ moves[i].flags << 24);
    }
    golden_mix(g, (uint32_t)crossings.count);
    const hail_points points = {.context = &g->context, .x = of->x, .y = of->y, .count = DISCS};
    GOLDEN_MUST(g, hail_sectors_nearest(of->map, &points, NULL, nearest));
    for (uint32_t i = 0; i < DISCS; i++) {
        golden_mix_float(g, nearest[i].squared);
        golden_mix(g, nearest[i].edge);
    }
}

/* Moves a corner within, opens or closes a door. */
static void change_map(golden *g, sector_scene *of, int frame) {
    const uint32_t column = 1 + golden_pick(g, SIDE - 1), row = 1 + golden_pick(g, SIDE - 1),
                   vertex = row * (SIDE + 1) + column, door = golden_pick(g, 2 * SIDE * (SIDE + 1));
    const float x = of->corner_x[vertex] + golden_range(g, -20.0f, 20.0f),
                y = of->corner_y[vertex] + golden_range(g, -20.0f, 20.0f);
    const hail_sectors_edit edit = {.vertex = &vertex, .x = &x, .y = &y, .vertex_count = 1};
    GOLDEN_MUST(g, hail_sectors_change(of->map, &edit, NULL));
    GOLDEN_MUST(g, hail_sectors_set_solid(of->map, &door, 1, frame % 2 == 0));
}

static void sectors_frame(golden *g, int frame) {
    sector_scene *of = g->more;
    if (frame % 4 == 0)
        change_map(g, of, frame);
    move_discs(g, of);
    GOLDEN_MUST(g, hail_step(g->world, 1.0f / 60.0f, golden_contacts, g));
}

static void close_sectors(golden *g) {
    sector_scene *of = g->more;
    hail_world_destroy(g->world);
    g->world = NULL;
    hail_sectors_destroy(of->map);
    free(of);
}

const golden_scene golden_sectors = {"sectors", open_sectors, sectors_frame, close_sectors};
