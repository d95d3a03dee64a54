/* recipes_walkers.h - walkers, ladders and platforms; a part of recipes.c, which uses every recipe. */
#ifndef HAIL_TESTS_RECIPES_WALKERS_H
#define HAIL_TESTS_RECIPES_WALKERS_H

/* A map of 64 x 4 cells of 16 px, whose third row is solid; its corner is at (0, -32). */
typedef struct ground {
    hail_tileset *set;
    hail_tilemap *map;
    uint32_t stone;
} ground;

static ground make_ground(void) {
    ground g = {NULL, NULL, 0};
    uint64_t rows[16];
    for (int i = 0; i < 16; i++)
        rows[i] = 0xffff;
    cr_assert_eq(hail_tileset_create(NULL, 16, 16, &g.set), HAIL_OK);
    cr_assert_eq(hail_tileset_add_bits(g.set, rows, 0, &g.stone), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(g.set, &(hail_tilemap_options){.columns = 64, .rows = 4, .y = -32}, &g.map),
                 HAIL_OK);
    return g;
}

static void destroy_ground(ground *g) {
    hail_tilemap_destroy(g->map);
    hail_tileset_destroy(g->set);
}

Test(recipes, bullets_fly_through_thin_things) {
    hail_world *world = make();
    size_t count;
    spawn_enemies(world);
    spawn(world, BULLETS, circle(world, 2), 0, 0, 1000, 7);
    cr_assert_eq(stop_tunnelling(world), HAIL_OK);
    cr_assert_eq(hail_step(world, 1, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(world)->contacts, 1, "the first of four enemies");
    hail_contacts(world, &count);
    hail_rule tiles;
    cr_assert_eq(hail_rule_get(world, BULLETS, HAIL_TILES, &tiles), HAIL_OK);
    cr_assert_eq(tiles.mode, HAIL_EARLIEST);
    hail_world_destroy(world);
}

Test(recipes, walkers_catch_on_seams) {
    ground g = make_ground();
    hail_convex body;
    float x = 100, y = -11;
    cr_assert_eq(hail_tilemap_fill(g.map, 0, 2, 64, 1, g.stone), HAIL_OK); /* the floor is at y = 0 */
    cr_assert_eq(hail_convex_box(6, 10, 0, &body), HAIL_OK);
    for (int i = 0; i < 100; i++)
        cr_assert(walk(g.map, &body, &x, &y, 3, 2), "step %d", i);
    cr_assert_float_eq(x, 400, 0.1, "the floor stopped nothing: %f", (double)x);
    cr_assert_float_eq(y, -10, 0.1);
    destroy_ground(&g);
}

Test(recipes, walkers_hop_down_slopes) {
    ground g = make_ground();
    hail_convex body;
    float x = 100, y = -10.04f;
    for (uint32_t i = 0; i < 64; i++) /* steps of 4 px down to the right */
        cr_assert_eq(hail_tilemap_paint(g.map, i * 16, 32 + i / 16 * 4, 16, 10, true, 0), HAIL_OK);
    cr_assert_eq(hail_convex_box(6, 10, 0, &body), HAIL_OK);
    for (int i = 0; i < 250; i++)
        cr_assert(hike(g.map, &body, &x, &y, 3, 0.5f), "step %d", i);
    cr_assert_float_eq(x, 850, 0.1, "%f", (double)x);
    cr_assert_float_eq(y, 2, 0.1, "it is three steps down: %f", (double)y);
    destroy_ground(&g);
}

Test(recipes, platforms_to_jump_through) {
    ground g = make_ground();
    uint64_t rows[16] = {0xffff, 0xffff};
    uint32_t board;
    hail_convex body;
    float x = 100, y = 5;
    cr_assert_eq(hail_tileset_add_bits(g.set, rows, PLATFORM, &board), HAIL_OK);
    cr_assert_eq(make_platforms(g.set), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(g.map, 0, 1, 64, 1, board), HAIL_OK);   /* at y = -16 */
    cr_assert_eq(hail_tilemap_fill(g.map, 0, 3, 64, 1, g.stone), HAIL_OK); /* at y = 16 */
    cr_assert_eq(hail_convex_box(6, 10, 0, &body), HAIL_OK);
    for (int i = 0; i < 10; i++)
        cr_assert(!jump(g.map, &body, &x, &y, 1, -5, false), "it rises through");
    for (int i = 0; i < 10; i++)
        jump(g.map, &body, &x, &y, 1, 5, false);
    cr_assert_float_eq(y, -26, 0.1, "it stands on the platform: %f", (double)y);
    cr_assert(!jump(g.map, &body, &x, &y, 0, 3, true), "it drops");
    for (int i = 0; i < 10; i++)
        jump(g.map, &body, &x, &y, 0, 5, false);
    cr_assert_float_eq(y, 6, 0.1, "it stands on the ground: %f", (double)y);
    destroy_ground(&g);
}

/* Runs off a ledge in step 10, and lands in step 40; the key is pressed in one step. Returns when it jumps; -1: never.
 */
static int leaps_at(int press) {
    legs l = {100, 100};
    int when = -1;
    for (int step = 0; step < 100; step++)
        if (leap(&l, step < 10 || step >= 40, step == press)) {
            cr_assert_eq(when, -1, "pressed in step %d, it jumps twice", press);
            when = step;
        }
    return when;
}

Test(recipes, a_jump_a_moment_too_late) {
    const int press[] = {5, 9, 10, 15, 16, 33, 34, 39, 60}, jumps[] = {5, 9, 10, 15, -1, -1, 40, 40, 60};
    for (size_t i = 0; i < sizeof press / sizeof press[0]; i++)
        cr_assert_eq(leaps_at(press[i]), jumps[i], "pressed in step %d: %d", press[i], leaps_at(press[i]));
    cr_assert_eq(leaps_at(1000), -1);
    legs l = {0, 100};
    cr_assert(leap(&l, false, true), "just off the ground");
    cr_assert_not(leap(&l, false, true), "no second jump in the air");
}

Test(recipes, room_to_stand_up) {
    ground g = make_ground();
    uint64_t rows[16] = {0xffff};
    uint32_t board;
    hail_convex upright;
    cr_assert_eq(hail_tileset_add_bits(g.set, rows, PLATFORM, &board), HAIL_OK);
    cr_assert_eq(make_platforms(g.set), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(0, -18, 0, 6, 5, &upright), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(g.map, 0, 2, 64, 1, g.stone), HAIL_OK); /* the floor is at y = 0 */
    cr_assert_eq(hail_tilemap_fill(g.map, 10, 0, 1, 1, g.stone), HAIL_OK); /* a gap 16 px high, from x = 160 to 176 */
    cr_assert_eq(hail_tilemap_fill(g.map, 20, 1, 1, 1, board), HAIL_OK);
    cr_assert(has_room(g.map, &upright, 150, -11.04f));
    cr_assert_not(has_room(g.map, &upright, 168, -11.04f));
    cr_assert_not(has_room(g.map, &upright, 157, -11.04f), "its shoulder is below the tile");
    cr_assert(has_room(g.map, &upright, 328, -11.04f), "through a platform");
    destroy_ground(&g);
}

/* A ladder of two tiles stands on the floor at y = 0, from x = 160 to 176; its top is at y = -32. */
Test(recipes, ladders) {
    ground g = make_ground();
    uint64_t rows[16];
    uint32_t ladder;
    hail_convex body;
    float x = 120, y = -10.05f;
    for (int i = 0; i < 16; i++)
        rows[i] = 0xffff;
    cr_assert_eq(hail_tileset_add_bits(g.set, rows, LADDER, &ladder), HAIL_OK);
    cr_assert_eq(hail_tileset_set_one_way(g.set, HAIL_KIND(LADDER), HAIL_ONE_WAY_TOP), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(g.map, 0, 2, 64, 1, g.stone), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(g.map, 10, 0, 1, 2, ladder), HAIL_OK);
    cr_assert_eq(hail_convex_box(5, 10, 0, &body), HAIL_OK);
    for (int i = 0; i < 16; i++)
        climb(g.map, &body, 10, &x, &y, 3, 0, 2);
    cr_assert_float_eq(x, 168, 0.1, "the ladder stops nobody who walks in: %f", (double)x);
    cr_assert(climb(g.map, &body, 10, &x, &y, 0, 0, 2), "it holds on at the foot");
    cr_assert_float_eq(y, -10, 0.1, "%f", (double)y);
    for (int i = 0; i < 5; i++)
        cr_assert(climb(g.map, &body, 10, &x, &y, 0, -4, 2), "it climbs");
    cr_assert_float_eq(y, -30, 0.1, "%f", (double)y);
    cr_assert(climb(g.map, &body, 10, &x, &y, 0, 0, 2));
    cr_assert_float_eq(y, -30, 0.1, "it holds on, and does not fall");
    for (int i = 0; i < 10; i++)
        climb(g.map, &body, 10, &x, &y, 0, -4, 2);
    for (int i = 0; i < 10; i++)
        climb(g.map, &body, 10, &x, &y, 0, 0, 2);
    cr_assert_float_eq(y, -42, 0.1, "it stands on the top: %f", (double)y);
    for (int i = 0; i < 20; i++)
        climb(g.map, &body, 10, &x, &y, 0, 4, 2);
    cr_assert_float_eq(y, -10, 0.1, "it climbs down to the floor: %f", (double)y);
    destroy_ground(&g);
}

/* A platform of two tiles over a floor at y = 0. */
static platform make_platform(const ground *g, hail_tilemap **map) {
    cr_assert_eq(hail_tilemap_create(g->set, &(hail_tilemap_options){.columns = 2, .rows = 1}, map), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(*map, 0, 0, 2, 1, g->stone), HAIL_OK);
    return (platform){.map = *map};
}

static void ride_on(const ground *g, platform *p, rider *r, float dx, float dy, int frames) {
    hail_convex body;
    cr_assert_eq(hail_convex_box(6, 10, 0, &body), HAIL_OK);
    for (int i = 0; i < frames; i++) {
        ride(&(platform){.map = g->map}, p, &body, r, dx, dy);
        p->x += p->dx;
        p->y += p->dy;
    }
}

Test(recipes, moving_platforms) {
    ground g = make_ground();
    hail_tilemap *map = NULL;
    rider r = {.x = 116, .y = -95};
    platform p = make_platform(&g, &map);
    cr_assert_eq(hail_tilemap_fill(g.map, 0, 2, 64, 1, g.stone), HAIL_OK);
    p.x = 100, p.y = -80;
    ride_on(&g, &p, &r, 0, 2, 10);
    cr_assert(r.rides && r.stands, "it fell onto the platform");
    p.dx = 5, p.dy = -0.5f;
    ride_on(&g, &p, &r, 0, 2, 40);
    cr_assert_float_eq(r.x - p.x, 16, 0.05, "it goes along: %f", (double)(r.x - p.x));
    cr_assert_float_eq(r.y - p.y, -10, 0.05, "and up: %f", (double)(r.y - p.y));
    p.dx = 0, p.dy = 7;
    ride_on(&g, &p, &r, 0, 2, 8);
    cr_assert(r.rides, "and down, faster than it falls");
    cr_assert_float_eq(r.y - p.y, -10, 0.05);
    p.dx = 1, p.dy = 0;
    ride_on(&g, &p, &r, -2, 2, 80);
    cr_assert(!r.rides && r.stands, "it walked off");
    cr_assert_float_eq(r.y, -10, 0.1, "and fell on the floor: %f", (double)r.y);
    hail_tilemap_destroy(map);
    destroy_ground(&g);
}

Test(recipes, a_platform_that_pushes) {
    ground g = make_ground();
    hail_tilemap *map = NULL;
    rider r = {.x = 150, .y = -10.05f};
    platform p = make_platform(&g, &map);
    cr_assert_eq(hail_tilemap_fill(g.map, 0, 2, 64, 1, g.stone), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(g.map, 20, 0, 1, 2, g.stone), HAIL_OK); /* a wall from x = 320 on */
    p.x = 50, p.y = -20, p.dx = 9;
    ride_on(&g, &p, &r, 0, 2, 20);
    cr_assert_float_eq(r.x - p.x, 32 + 6, 0.05, "it is pushed: %f", (double)(r.x - p.x));
    ride_on(&g, &p, &r, 0, 2, 7);
    cr_assert_float_eq(r.x, 320 - 6, 0.1, "the level stops it: %f", (double)r.x);
    r = (rider){.x = 270, .y = -32};
    p.x = 250, p.y = -20, p.dx = 3;
    ride_on(&g, &p, &r, 0, 2, 30);
    cr_assert_float_eq(r.x, 320 - 6, 0.1, "so it does who rides: %f", (double)r.x);
    hail_tilemap_destroy(map);
    destroy_ground(&g);
}

#endif
