/* The code of docs/recipes.md, as it stands there, each used once: here, or in the parts that are included. */
#include <criterion/criterion.h>
#include <math.h>

#include "recipes.inc"

/* A world with a layer of each kind, all with user values. */
static hail_world *make(void) {
    hail_world *world = NULL;
    cr_assert_eq(hail_world_create(NULL, &world), HAIL_OK);
    for (uint32_t l = PLAYERS; l <= AREAS; l++)
        cr_assert_eq(hail_layer_configure(world, l, &(hail_layer_options){.columns = HAIL_USER}), HAIL_OK);
    return world;
}

static hail_shape circle(hail_world *world, float radius) {
    hail_shape shape;
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), radius, &shape), HAIL_OK);
    return shape;
}

static hail_handle spawn(hail_world *world, uint32_t layer, hail_shape shape, float x, float y, float vx,
                         uint64_t user) {
    hail_handle handle;
    const hail_spawn_columns one = {.x = &x, .y = &y, .vx = &vx, .user = &user};
    cr_assert_eq(hail_spawn(world, layer, &shape, &one, 1, &handle), HAIL_OK);
    return handle;
}

/* Enemies of radius 10 at x = 100, 200, 300, 400, named 1 to 4. */
static void spawn_enemies(hail_world *world) {
    const hail_shape hull = circle(world, 10);
    for (uint64_t i = 1; i <= 4; i++)
        spawn(world, ENEMIES, hull, 100.0f * (float)i, 0, 0, i);
}

static uint64_t hurt_order[16];
static float hurt_share[16];
static size_t hurt_count;

static void hurt(uint64_t enemy) { hurt_order[hurt_count++] = enemy; }

static void hurt_by(uint64_t enemy, float share) {
    hurt_share[hurt_count] = share;
    hurt_order[hurt_count++] = enemy;
}

#include "recipes_walkers.h"

static void count_hits(const hail_contact *contacts, size_t count, void *hits) {
    (void)contacts;
    *(size_t *)hits += count;
}

/* A sword at (100, 0) turns past two of four enemies: at its angles at start and end it touches none. */
Test(recipes, a_sword_that_swings) {
    hail_world *world = make();
    hail_shape blade;
    size_t hits = 0;
    const float x = 150, y = 0, angle = -1;
    spawn_enemies(world);
    cr_assert_eq(hail_layer_configure(world, BULLETS, &(hail_layer_options){.columns = HAIL_USER | HAIL_ROTATION}),
                 HAIL_OK);
    cr_assert_eq(hail_shape_capsule(hail_world_shapes(world), 10, 0, 45, 0, 2, &blade), HAIL_OK);
    hail_handle sword;
    const hail_spawn_columns at = {.x = &x, .y = &y, .angle = &angle};
    cr_assert_eq(hail_spawn(world, BULLETS, &blade, &at, 1, &sword), HAIL_OK);
    const hail_rule cuts = {.mode = HAIL_SWEPT, .layer_a = BULLETS, .layer_b = ENEMIES, .cooldown = HAIL_UNTIL_APART};
    cr_assert_eq(hail_rule_configure(world, &cuts), HAIL_OK);
    cr_assert_eq(hail_step(world, 1.0f / 60, count_hits, &hits), HAIL_OK);
    const hail_handles one = {.handles = &sword, .count = 1};
    cr_assert_eq(hail_write_bodies(world, &one, &(hail_body_writes){.angle = &(float){4}}, NULL), HAIL_OK);
    cr_assert_eq(hail_step(world, 1.0f / 60, count_hits, &hits), HAIL_OK);
    cr_assert_eq(hits, 0, "at once it jumps over both");
    cr_assert_eq(swing(world, &sword, 47, -1, 4, 1.0f / 60, count_hits, &hits), HAIL_OK);
    cr_assert_eq(hits, 2, "in sub-steps it hits each once: %zu", hits);
    hail_world_destroy(world);
}

/* What the recipe says of a step with dt 0. */
Test(recipes, pausing) {
    hail_world *world = make();
    size_t hits = 0;
    hail_columns bullets;
    const float x = 100, y = 0, vx = 50, life = 1;
    spawn_enemies(world);
    cr_assert_eq(hail_layer_configure(world, BULLETS, &(hail_layer_options){.columns = HAIL_LIFE}), HAIL_OK);
    const hail_shape dot = circle(world, 5);
    const hail_spawn_columns one = {.x = &x, .y = &y, .vx = &vx, .life = &life};
    cr_assert_eq(hail_spawn(world, BULLETS, &dot, &one, 1, NULL), HAIL_OK);
    const hail_rule beam = {.mode = HAIL_MANIFOLD, .layer_a = BULLETS, .layer_b = ENEMIES, .cooldown = 3};
    cr_assert_eq(hail_rule_configure(world, &beam), HAIL_OK);
    for (int step = 0; step < 4; step++)
        cr_assert_eq(hail_step(world, 0, count_hits, &hits), HAIL_OK);
    cr_assert_eq(hits, 2, "the cooldown went on: %zu", hits);
    cr_assert_eq(hail_stats(world)->step, 4);
    cr_assert_eq(hail_layer_columns(world, BULLETS, &bullets), HAIL_OK);
    cr_assert(bullets.x[0] == 100 && bullets.life[0] == 1, "nothing moved, no life passed");
    hail_world_destroy(world);
}

static uint64_t removed_entity;

static void remove_entity(uint64_t entity) { removed_entity = entity; }

Test(recipes, an_ecs) {
    hail_world *world = make();
    position of[8] = {{0, 0}};
    const hail_shape dot = circle(world, 5);
    spawn(world, BULLETS, dot, 10, 3, 60, 6);
    spawn(world, BULLETS, dot, 500, 4, 0, 2);
    const hail_handle gone = spawn(world, PICKUPS, dot, 500, 4, 0, 7);
    cr_assert_eq(hail_rule_set(world, PLAYERS, PICKUPS, HAIL_PAIRS), HAIL_OK);
    spawn(world, PLAYERS, dot, 500, 4, 0, 1);
    cr_assert_eq(hail_step(world, 1, on_pickups, world), HAIL_OK);
    copy_positions(world, BULLETS, of);
    cr_assert(of[6].x == 70 && of[6].y == 3 && of[2].x == 500 && of[2].y == 4);
    remove_entities(world, remove_entity);
    cr_assert_eq(removed_entity, 7);
    hail_location where;
    cr_assert_eq(hail_locate(world, &gone, &where), HAIL_STALE_HANDLE);
    hail_world_destroy(world);
}

/* A bullet that the game moves goes from 0 to 300 in one step, through an enemy at 100. */
static uint64_t hits_of_an_entity(bool displaced) {
    hail_world *world = make();
    const hail_shape dot = circle(world, 5);
    const float x[] = {300}, y[] = {0};
    position of[1] = {{0, 0}};
    const hail_layer_options plain = {.columns = HAIL_USER, .caller_moved = true};
    cr_assert_eq(displaced ? let_entities_move(world, BULLETS) : hail_layer_configure(world, BULLETS, &plain), HAIL_OK);
    const hail_handle bullet = spawn(world, BULLETS, dot, 0, 0, 0, 0);
    spawn(world, ENEMIES, dot, 100, 0, 0, 1);
    cr_assert_eq(hail_rule_set(world, BULLETS, ENEMIES, HAIL_SWEPT), HAIL_OK);
    if (displaced)
        cr_assert_eq(write_positions(world, BULLETS, x, y), HAIL_OK);
    else
        cr_assert_eq(
            hail_write_bodies(world, &(hail_handles){&bullet, 0, 1}, &(hail_body_writes){.x = x, .y = y}, NULL),
            HAIL_OK);
    cr_assert_eq(hail_step(world, 1, NULL, NULL), HAIL_OK);
    const uint64_t hits = hail_stats(world)->contacts;
    copy_positions(world, BULLETS, of);
    cr_assert(of[0].x == 300, "the game moved it");
    hail_world_destroy(world);
    return hits;
}

Test(recipes, an_ecs_with_positions_of_its_own) {
    cr_assert_eq(hits_of_an_entity(true), 1);
    cr_assert_eq(hits_of_an_entity(false), 0, "a teleport");
}

Test(recipes, a_laser_with_a_width) {
    hail_world *world = make();
    ground g = make_ground();
    spawn_enemies(world);
    cr_assert_eq(hail_tilemap_fill(g.map, 15, 0, 1, 4, g.stone), HAIL_OK); /* from x = 240 on */
    cr_assert_eq(hail_world_set_tilemap(world, g.map), HAIL_OK);
    cr_assert_eq(fire_laser(world, 10, 13, 500, 0, 10, hurt), 2, "two in front of the wall");
    cr_assert_eq(hurt_order[0], 1);
    cr_assert_eq(hurt_order[1], 2);
    cr_assert_eq(fire_laser(world, 10, 16, 500, 0, 10, hurt), 0, "it passes them by 1 px");
    hail_world_destroy(world);
    destroy_ground(&g);
}

Test(recipes, a_curved_laser) {
    hail_world *world = make();
    hail_shape laser = circle(world, 1);
    const float x[] = {0, 60, 100}, y[] = {0, 60, 0};
    spawn_enemies(world);
    spawn(world, BULLETS, laser, 0, 0, 0, 0);
    cr_assert_eq(hail_rule_set(world, BULLETS, ENEMIES, HAIL_PAIRS), HAIL_OK);
    cr_assert_eq(hail_step(world, 0, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(world)->contacts, 0);
    cr_assert_eq(bend_laser(world, &laser, x, y, 3, 4), HAIL_OK);
    cr_assert_eq(hail_step(world, 0, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(world)->contacts, 1, "its end is at the first enemy");
    hail_world_destroy(world);
}

Test(recipes, homing_missiles) {
    hail_world *world = make();
    hail_query_hit hits[2];
    hail_columns missile;
    const hail_shape dot = circle(world, 2);
    spawn_enemies(world);
    spawn(world, BULLETS, dot, 180, 0, 0, 0);
    spawn(world, BULLETS, dot, 2000, 0, 5, 1);
    cr_assert_eq(home_in(world, 50, hits), HAIL_OK);
    cr_assert_eq(hail_layer_columns(world, BULLETS, &missile), HAIL_OK);
    for (uint32_t i = 0; i < missile.active; i++)
        cr_assert_float_eq(missile.vx[i], missile.user[i] ? 5 : 50, 1e-3, "one is near enemy 2, one near nothing");
    hail_world_destroy(world);
}

Test(recipes, an_explosion) {
    hail_world *world = make();
    spawn_enemies(world);
    cr_assert_eq(explode(world, 205, 0, 120, hurt_by), HAIL_OK);
    cr_assert_eq(hurt_count, 3);
    cr_assert_eq(hurt_order[0], 2, "the nearest first");
    cr_assert_float_eq(hurt_share[0], 1, 1e-6);
    cr_assert_eq(hurt_order[1], 3);
    cr_assert_float_eq(hurt_share[1], 1 - 85.0f / 120, 1e-5);
    cr_assert_eq(hurt_order[2], 1);
    hail_world_destroy(world);
}

Test(recipes, an_explosion_that_pushes) {
    hail_world *world = make();
    spawn_enemies(world);
    spawn(world, ENEMIES, circle(world, 10), 205, 95, 7, 5);
    cr_assert_eq(push_away(world, 205, 0, 120, 100), HAIL_OK);
    hail_columns enemy;
    cr_assert_eq(hail_layer_columns(world, ENEMIES, &enemy), HAIL_OK);
    cr_assert_float_eq(enemy.vx[0], -100 * (1 - 95.0f / 120), 1e-4);
    cr_assert_float_eq(enemy.vx[1], -100, 1e-4, "it lies in this one, left of its middle");
    cr_assert_float_eq(enemy.vx[2], 100 * (1 - 85.0f / 120), 1e-4);
    cr_assert_eq(enemy.vx[3], 0, "out of reach");
    cr_assert_float_eq(enemy.vx[4], 7, 1e-4, "its own velocity stays");
    cr_assert_float_eq(enemy.vy[4], 100 * (1 - 85.0f / 120), 1e-4);
    hail_world_destroy(world);
}

Test(recipes, what_is_under_the_mouse) {
    hail_world *world = make();
    hail_handle found = {0, 0};
    spawn_enemies(world);
    const hail_handle pickup = spawn(world, PICKUPS, circle(world, 3), 200, 0, 0, 9);
    cr_assert(pick(world, 201, 1, &found));
    cr_assert_eq(found.slot, pickup.slot, "of two, that of the higher layer");
    cr_assert(pick(world, 206, 1, &found));
    cr_assert_neq(found.slot, pickup.slot);
    cr_assert_not(pick(world, 150, 0, &found));
    for (int i = 0; i < 40; i++)
        spawn(world, ENEMIES, circle(world, 20), 200, 0, 0, 0), spawn(world, AREAS, circle(world, 20), 200, 0, 0, 0);
    cr_assert(pick(world, 201, 1, &found));
    cr_assert_eq(found.slot, pickup.slot, "of very many");
    hail_world_destroy(world);
}

Test(recipes, what_does_the_camera_see) {
    hail_world *world = make();
    hail_query_match seen[8];
    uint64_t found = 0;
    spawn_enemies(world);
    spawn(world, PICKUPS, circle(world, 3), 200, 0, 0, 5);
    spawn(world, AREAS, circle(world, 300), 200, 0, 0, 6);
    const size_t count = see(world, 105, -50, 200, 100, 8, seen);
    for (size_t i = 0; i < count; i++)
        found |= UINT64_C(1) << seen[i].user;
    cr_assert_eq(count, 4);
    cr_assert_eq(found, 1 << 1 | 1 << 2 | 1 << 3 | 1 << 5, "half an enemy, two, and what there is to pick up");
    cr_assert_eq(see(world, 105, -50, 200, 100, 3, seen), 3, "no more than there is room for");
    cr_assert_eq(see(world, 105, 50, 200, 100, 8, seen), 0);
    hail_world_destroy(world);
}

Test(recipes, can_the_guard_see_the_player) {
    hail_world *world = make();
    ground g = make_ground();
    const float x[] = {10, 300}, y[] = {0, 0}, to_x[] = {400, 400}, to_y[] = {0, 0};
    uint8_t sees[2];
    cr_assert_eq(hail_tilemap_fill(g.map, 15, 0, 1, 4, g.stone), HAIL_OK);
    cr_assert_eq(hail_world_set_tilemap(world, g.map), HAIL_OK);
    cr_assert_eq(look(world, x, y, 2, to_x, to_y, sees), HAIL_OK);
    cr_assert_eq(sees[0], 0);
    cr_assert_eq(sees[1], 1);
    hail_world_destroy(world);
    destroy_ground(&g);
}

Test(recipes, things_to_pick_up) {
    hail_world *world = make();
    size_t gone;
    const hail_shape dot = circle(world, 5);
    spawn(world, PLAYERS, dot, 0, 0, 0, 1);
    spawn(world, PICKUPS, dot, 4, 0, 0, 42);
    spawn(world, PICKUPS, dot, 40, 0, 0, 43);
    cr_assert_eq(hail_rule_set(world, PLAYERS, PICKUPS, HAIL_PAIRS), HAIL_OK);
    cr_assert_eq(hail_step(world, 0, on_pickups, world), HAIL_OK);
    const hail_removal *removals = hail_removals(world, &gone);
    cr_assert_eq(gone, 1);
    cr_assert_eq(removals[0].user, 42);
    hail_world_destroy(world);
}

Test(recipes, areas_that_slow) {
    hail_world *world = make();
    uint32_t in_area[2];
    hail_columns player;
    const float vx[] = {8, 8}, vy[] = {-2, -2};
    const hail_shape dot = circle(world, 2);
    spawn(world, PLAYERS, dot, 0, 0, 0, 0);
    spawn(world, PLAYERS, dot, 100, 0, 0, 1);
    spawn(world, AREAS, circle(world, 50), 120, 0, 0, 0);
    cr_assert_eq(wade(world, vx, vy, in_area), HAIL_OK);
    cr_assert_eq(hail_layer_columns(world, PLAYERS, &player), HAIL_OK);
    for (uint32_t i = 0; i < 2; i++) {
        cr_assert_float_eq(player.vx[i], player.user[i] ? 4 : 8, 1e-6);
        cr_assert_float_eq(player.vy[i], player.user[i] ? -1 : -2, 1e-6);
    }
    hail_world_destroy(world);
}

/* The switches' layer is PLAYERS, the crates' PICKUPS. */
Test(recipes, begin_stay_end) {
    hail_world *world = make();
    floor_switches floor = {{0}};
    const hail_shape dot = circle(world, 5);
    spawn(world, PLAYERS, dot, 0, 0, 0, 3);
    const hail_handle crate = spawn(world, PICKUPS, dot, 8, 0, 0, 1);
    spawn(world, PICKUPS, dot, -8, 0, -10, 2);
    const hail_rule rule = {.mode = HAIL_PAIRS, .layer_a = PLAYERS, .layer_b = PICKUPS, .events = true};
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
    const int load[] = {2, 1, 1, 0};
    for (int step = 0; step < 4; step++) {
        cr_assert_eq(hail_step(world, step == 1 ? 1.0f : 0.0f, NULL, NULL), HAIL_OK);
        press(world, &floor);
        cr_assert_eq(floor.load[3], load[step], "step %d: %d crates", step, floor.load[3]);
        if (step == 2)
            cr_assert_eq(hail_despawn(world, &crate, 1), HAIL_OK);
    }
    hail_world_destroy(world);
}

static int hisses;

static void hiss(float x, float y) {
    hisses++;
    cr_assert(isfinite(x) && isfinite(y));
}

Test(recipes, lava) {
    hail_world *world = make();
    ground g = make_ground();
    uint32_t lava;
    uint64_t rows[16];
    float health[2] = {100, 100};
    for (int i = 0; i < 16; i++)
        rows[i] = 0xffff;
    cr_assert_eq(hail_tileset_add_bits(g.set, rows, LAVA, &lava), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(g.map, 0, 2, 64, 1, lava), HAIL_OK);
    cr_assert_eq(hail_world_set_tilemap(world, g.map), HAIL_OK);
    const hail_rule rule = {.mode = HAIL_MANIFOLD, .layer_a = PLAYERS, .layer_b = HAIL_TILES, .events = true};
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
    spawn(world, PLAYERS, circle(world, 5), 100, -2, 20, 1); /* it walks over the seams of the tiles */
    for (int step = 0; step < 3; step++) {
        cr_assert_eq(hail_step(world, 1, NULL, NULL), HAIL_OK);
        burn(world, 1, health, hiss);
    }
    cr_assert_eq(hisses, 1);
    cr_assert_float_eq(health[1], 100 - 10 - 2 * 20, 1e-4);
    hail_world_destroy(world);
    destroy_ground(&g);
}

Test(recipes, a_shot_that_pierces) {
    hail_world *world = make();
    const hail_shape dot = circle(world, 2);
    size_t gone;
    spawn_enemies(world);
    cr_assert_eq(arm_shots(world), HAIL_OK);
    cr_assert_eq(shoot(world, &dot, 0, 0, 1000), HAIL_OK);
    cr_assert_eq(hail_step(world, 1, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(world)->contacts, 3, "three of four enemies");
    const hail_removal *removals = hail_removals(world, &gone);
    cr_assert_eq(gone, 1);
    cr_assert_eq(removals[0].reason, HAIL_REMOVED_SPENT);
    hail_world_destroy(world);
}

Test(recipes, a_laser_that_burns_every_6_steps) {
    hail_world *world = make();
    uint64_t burns = 0;
    spawn_enemies(world);
    spawn(world, BULLETS, circle(world, 5), 100, 0, 0, 0);
    cr_assert_eq(arm_laser(world), HAIL_OK);
    for (int step = 0; step < 13; step++) {
        cr_assert_eq(hail_step(world, 0, NULL, NULL), HAIL_OK);
        burns += hail_stats(world)->contacts;
    }
    cr_assert_eq(burns, 3, "in steps 1, 7 and 13: %d", (int)burns);
    hail_world_destroy(world);
}

Test(recipes, a_target_that_counts_once) {
    hail_world *world = make();
    uint64_t hurt = 0;
    spawn_enemies(world);
    spawn(world, BULLETS, circle(world, 5), 100, 0, 0, 0);
    cr_assert_eq(arm_wave(world), HAIL_OK);
    for (int step = 0; step < 10; step++) {
        cr_assert_eq(hail_step(world, 0, NULL, NULL), HAIL_OK);
        hurt += hail_stats(world)->contacts;
    }
    cr_assert_eq(hurt, 1, "%d", (int)hurt);
    hail_world_destroy(world);
}

Test(recipes, no_more_than_the_game_can_use) {
    hail_world *world = make();
    const hail_shape dot = circle(world, 5);
    spawn_enemies(world);
    for (int i = 0; i < 5; i++)
        spawn(world, BULLETS, dot, 100, 0, 0, 0);
    cr_assert_eq(cap_contacts(world), HAIL_OK);
    cr_assert_eq(hail_step(world, 0, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(world)->contacts, 2);
    cr_assert_eq(left_out(world), 3 + 3, "three contacts, and their begins: %d", (int)left_out(world));
    hail_world_destroy(world);
}

/* The score after a bullet flew at a player of radius 10 at (300, 0), or past it. y: the bullet's. */
static int score_of(float y, float speed, size_t *left) {
    near_misses misses = {.world = make()};
    spawn(misses.world, PLAYERS, circle(misses.world, 10), 300, 0, 0, 0);
    spawn(misses.world, BULLETS, circle(misses.world, 2), 13, y, speed, 0);
    cr_assert_eq(arm_grazing(misses.world), HAIL_OK);
    for (int step = 0; step < 300; step++)
        cr_assert_eq(hail_step(misses.world, 1.0f / 60, count_near_misses, &misses), HAIL_OK);
    *left = hail_body_count(misses.world) - 1;
    hail_world_destroy(misses.world);
    return misses.score;
}

Test(recipes, grazing) {
    size_t left;
    for (float speed = 100; speed <= 6400; speed *= 2) {
        cr_assert_eq(score_of(0, speed, &left), 0, "%g px/s: a hit is no near miss", (double)speed);
        cr_assert_eq(left, 0, "the bullet is gone");
        cr_assert_eq(score_of(17, speed, &left), 1, "%g px/s: a near miss scores once", (double)speed);
        cr_assert_eq(left, 1);
        cr_assert_eq(score_of(21, speed, &left), 0, "%g px/s: too far away", (double)speed);
    }
}

Test(recipes, bullets_in_rings) {
    hail_world *world = make();
    hail_columns all;
    const hail_shape dot = circle(world, 3);
    cr_assert_eq(hail_layer_configure(world, BULLETS, &(hail_layer_options){.columns = HAIL_ROTATION}), HAIL_OK);
    cr_assert_eq(fire_ring(world, &dot, 100, 50, 0, 300, 8), HAIL_OK);
    cr_assert_eq(fire_ring(world, &dot, 100, 50, 0.3f, 60, 64), HAIL_OK);
    cr_assert_eq(hail_step(world, 1, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_layer_columns(world, BULLETS, &all), HAIL_OK);
    cr_assert_eq(all.active, 72);
    double found[2] = {0, 0};
    for (uint32_t i = 0; i < all.active; i++) {
        const bool first = all.handle[i].slot < 8;
        const double number = first ? all.handle[i].slot : all.handle[i].slot - 8, of = first ? 8 : 64;
        const double angle = (first ? 0 : 0.3f) + number * 2 * 3.14159265358979 / of, way = first ? 300 : 60;
        cr_assert_float_eq((double)all.x[i], 100 + way * cos(angle), 0.01);
        cr_assert_float_eq((double)all.y[i], 50 + way * sin(angle), 0.01);
        found[first]++;
    }
    cr_assert(found[0] == 64 && found[1] == 8);
    hail_world_destroy(world);
}

Test(recipes, a_bullet_that_splits) {
    static splinters queue;
    queue.world = make();
    const hail_shape dot = circle(queue.world, 2);
    spawn_enemies(queue.world);
    cr_assert_eq(hail_rule_set(queue.world, BULLETS, ENEMIES, HAIL_EARLIEST), HAIL_OK);
    for (int i = 0; i < 300; i++)
        spawn(queue.world, BULLETS, dot, 0, 0, 6000, 0);
    cr_assert_eq(hail_step(queue.world, 1.0f / 60, split_bullets, &queue), HAIL_OK);
    cr_assert(queue.count == 256 && queue.lost == 44, "a full queue counts what did not fit");
    cr_assert_eq(spawn_splinters(&queue, &dot), HAIL_OK);
    hail_columns bullets;
    cr_assert_eq(hail_layer_columns(queue.world, BULLETS, &bullets), HAIL_OK);
    cr_assert_eq(bullets.count, 556);
    for (uint32_t i = 300; i < 556; i++)
        cr_assert(bullets.x[i] == 90.0f && bullets.y[i] == 0.0f && bullets.vx[i] == -200.0f && bullets.vy[i] == 0.0f);
    hail_world_destroy(queue.world);
}

Test(recipes, sparks) {
    hail_world *world = make();
    const hail_shape dot = circle(world, 2);
    for (uint64_t i = 0; i < 100; i++)
        spawn(world, BULLETS, dot, 3.0f * (float)i, 0, 0, i);
    spawn(world, AREAS, circle(world, 50), 120, 0, 0, 0);
    cr_assert_eq(light_sparks(world), HAIL_OK);
    cr_assert_eq(hail_step(world, 0, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(world)->contacts, 35, "%d", (int)hail_stats(world)->contacts);
    hail_world_destroy(world);
}

static void count_all(const hail_contact *contacts, size_t count, void *room) {
    (void)contacts;
    ((hail_world_step *)room)->unused += (uint32_t)count;
}

Test(recipes, a_thousand_rooms) {
    static hail_world_step room[ROOMS];
    hail_scratch *scratch = NULL;
    cr_assert_eq(open_rooms(room, count_all, &scratch), HAIL_OK);
    for (int i = 0; i < ROOMS; i++) {
        const hail_shape dot = circle(room[i].world, 4);
        cr_assert_eq(hail_layer_configure(room[i].world, BULLETS, &(hail_layer_options){.columns = HAIL_USER}),
                     HAIL_OK);
        cr_assert_eq(hail_rule_set(room[i].world, BULLETS, BULLETS, HAIL_PAIRS), HAIL_OK);
        spawn(room[i].world, BULLETS, dot, 10, 10, 0, 0);
        spawn(room[i].world, BULLETS, dot, 10 + (float)(i % 2) * 100, 10, 0, 0);
    }
    cr_assert_eq(step_rooms(room, scratch, 0), HAIL_OK);
    for (int i = 0; i < ROOMS; i++) {
        cr_assert_eq(room[i].unused, 1 - i % 2);
        cr_assert_eq(room[i].status, HAIL_OK);
        hail_world_destroy(room[i].world);
    }
    cr_assert_eq(hail_scratch_destroy(scratch), HAIL_OK);
}

#include "recipes_state.h"
