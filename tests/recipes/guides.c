/* The code of the pages about worlds, queries, pairs, sprites, memory, drawing and speed, and the README's queries, as
 * it stands there, each used once. */
#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <hail/hail.h>
#include <stdio.h>
#include <string.h>

#include "guides.inc"

static hail_world *make(uint32_t columns) {
    hail_world *world = NULL;
    const hail_world_options options = {.kept_contacts = 1000, .timed = true};
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    for (uint32_t l = 0; l < 3; l++)
        cr_assert_eq(hail_layer_configure(world, l, &(hail_layer_options){.columns = columns}), HAIL_OK);
    return world;
}

static hail_shape circle(hail_world *world, float radius) {
    hail_shape shape;
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), radius, &shape), HAIL_OK);
    return shape;
}

static hail_handle spawn(hail_world *world, uint32_t layer, float x, float y, uint64_t user) {
    hail_handle handle;
    const hail_shape disc = circle(world, 5);
    const hail_spawn_columns one = {.x = &x, .y = &y, .user = &user};
    cr_assert_eq(hail_spawn(world, layer, &disc, &one, 1, &handle), HAIL_OK);
    return handle;
}

/* ---- worlds.md --------------------------------------------------------------------------------------------------- */

Test(guides, rooms_share_shapes) {
    rooms all = {NULL, NULL, NULL, {0}};
    const hail_spawn_columns here = {.x = (float[]){0}, .y = (float[]){0}},
                             there = {.x = (float[]){45}, .y = (float[]){0}};
    cr_assert_eq(start(&all), HAIL_OK);
    cr_assert_eq(hail_rule_set(all.cellar, 0, 1, HAIL_PAIRS), HAIL_OK);
    cr_assert_eq(hail_spawn(all.cellar, 0, &all.laser, &here, 1, NULL), HAIL_OK);
    cr_assert_eq(hail_spawn(all.cellar, 1, &all.laser, &there, 1, NULL), HAIL_OK);
    cr_assert_eq(hail_step(all.cellar, 0, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(all.cellar)->contacts, 0);
    cr_assert_eq(grow(&all, 50), HAIL_OK);
    cr_assert_eq(hail_step(all.cellar, 0, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(all.cellar)->contacts, 1, "it is longer");
    hail_world_destroy(all.hall);
    hail_world_destroy(all.cellar);
    hail_shapeset_destroy(all.shapes);
}

Test(guides, sparks_without_order) {
    hail_world *world = make(HAIL_USER);
    cr_assert_eq(let_sparks_collide(world, 0, 1), HAIL_OK);
    spawn(world, 0, 0, 0, 0);
    spawn(world, 1, 6, 0, 0);
    cr_assert_eq(hail_step(world, 0, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(world)->contacts, 1);
    hail_world_destroy(world);
}

Test(guides, masks) {
    hail_world *world = make(HAIL_MASK);
    const hail_shape dot = circle(world, 5);
    cr_assert_eq(hail_rule_set(world, 0, 0, HAIL_PAIRS), HAIL_OK);
    cr_assert_eq(spawn_bullet(world, 0, &dot, 0, 0), HAIL_OK);
    cr_assert_eq(spawn_bullet(world, 0, &dot, 3, 0), HAIL_OK);
    const hail_spawn_columns ship = {
        .x = (float[]){6}, .y = (float[]){0}, .category = (uint32_t[]){SHIP}, .mask = (uint32_t[]){BULLET | POWER_UP}};
    cr_assert_eq(hail_spawn(world, 0, &dot, &ship, 1, NULL), HAIL_OK);
    cr_assert_eq(hail_step(world, 0, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(world)->contacts, 2, "both bullets hit the ship, not each other");
    hail_world_destroy(world);
}

Test(guides, points_by_user_value) {
    game play = {make(HAIL_USER), {10, 10}};
    cr_assert_eq(hail_rule_set(play.world, BULLETS, SHIPS, HAIL_MANIFOLD), HAIL_OK);
    spawn(play.world, BULLETS, 0, 0, 0);
    spawn(play.world, SHIPS, 4, 0, 1);
    const hail_handle first = spawn(play.world, SHIPS, 100, 0, 0);
    cr_assert_eq(frame(&play), HAIL_OK);
    cr_assert_eq(play.points[1], 9, "the second player's ship is hit");
    cr_assert_eq(play.points[0], 10);
    cr_assert_eq(hail_despawn(play.world, &first, 1), HAIL_OK);
    cr_assert_eq(frame(&play), HAIL_OK);
    cr_assert_eq(play.points[1], 8);
    hail_world_destroy(play.world);
}

Test(guides, begin_and_end) {
    hail_world *world = make(HAIL_USER);
    int touched[2] = {0, 0};
    hail_columns columns;
    cr_assert_eq(ask_for_events(world), HAIL_OK);
    spawn(world, COINS, 0, 0, 0);
    spawn(world, PLAYERS, 3, 0, 1);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(hail_step(world, 0, NULL, NULL), HAIL_OK);
        count_coins(world, touched);
        cr_assert_eq(touched[1], 1, "step %d", i);
    }
    cr_assert_eq(hail_layer_columns(world, PLAYERS, &columns), HAIL_OK);
    columns.x[0] = 100;
    cr_assert_eq(hail_step(world, 0, NULL, NULL), HAIL_OK);
    count_coins(world, touched);
    cr_assert_eq(touched[1], 0);
    cr_assert_eq(touched[0], 0);
    hail_world_destroy(world);
}

Test(guides, contacts_without_a_callback) {
    hail_world *world = make(HAIL_USER);
    static hits found;
    cr_assert_eq(hail_rule_set(world, BULLETS, SHIPS, HAIL_MANIFOLD), HAIL_OK);
    spawn(world, BULLETS, 0, 0, 0);
    spawn(world, SHIPS, 4, 0, 17);
    cr_assert_eq(frame_of_hits(world, &found), HAIL_OK);
    cr_assert_eq(found.count, 1);
    cr_assert_eq(found.ship[0], 17);
    hail_world_destroy(world);
}

/* ---- queries.md, README.md --------------------------------------------------------------------------------------- */

Test(guides, boxes) {
    hail_world *world = make(HAIL_USER);
    uint32_t bodies[2];
    for (int i = 0; i < 10; i++)
        spawn(world, 0, 20.0f * (float)i, 0, 0);
    const hail_boxes boxes = {.min_x = (float[]){0, 100},
                              .min_y = (float[]){-5, -5},
                              .max_x = (float[]){40, 110},
                              .max_y = (float[]){5, 5},
                              .count = 2};
    hail_query_match victims[256];
    cr_assert_eq(count_in_boxes(world, &boxes, bodies), 4);
    cr_assert_eq(bodies[0], 3);
    cr_assert_eq(bodies[1], 1);
    cr_assert_eq(in_blast(world, 100, 0, victims), 10);
    cr_assert_eq(in_blast(world, -90, 0, victims), 1);
    hail_world_destroy(world);
}

Test(guides, readme_queries) {
    enum { RAYS = 1000 };
    static float x[RAYS], y[RAYS], dx[RAYS], dy[RAYS];
    static hail_query_hit first[RAYS];
    hail_world *world = make(HAIL_USER);
    hail_query_hit target;
    spawn(world, 1, 100, 500, 0);
    for (int i = 0; i < RAYS; i++)
        y[i] = (float)i, dx[i] = 200;
    cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK);
    cr_assert_eq(cast(world, &(hail_rays){.x = x, .y = y, .dx = dx, .dy = dy, .count = RAYS}, first), HAIL_OK);
    for (int i = 0; i < RAYS; i++)
        cr_assert_eq(first[i].kind != 0, i >= 495 && i <= 505, "ray %d", i);
    cr_assert_eq(aim(world, 100, 200, &target), HAIL_OK);
    cr_assert_eq(target.kind, HAIL_CONTACT_BODY);
    cr_assert_float_eq(target.distance, 295, 0.01);
    cr_assert_eq(aim(world, 100, 0, &target), HAIL_OK);
    cr_assert_eq(target.kind, 0, "it is further than 400 px away");
    hail_world_destroy(world);
}

/* ---- pairs.md ---------------------------------------------------------------------------------------------------- */

Test(guides, sweeps) {
    hail_contact found[2];
    const float zero[] = {0, 0};
    cr_assert_eq(ask(2, zero, zero, (float[]){100, 0}, zero, (float[]){66, 500}, zero, (uint32_t[]){0, 0},
                     (uint32_t[]){1, 1}, found),
                 HAIL_OK);
    cr_assert_float_eq(found[0].t, 0.46, 0.001, "the rounded box reaches 20 px to the right: %f", (double)found[0].t);
    cr_assert_eq(found[1].kind, 0);
}

/* ---- sprites.md -------------------------------------------------------------------------------------------------- */

/* A disc of radius 12 in an image of 48 x 32 px. */
static void paint(uint8_t *rgba) {
    for (int i = 0; i < 48 * 32; i++) {
        const int u = i % 48 - 24, v = i / 48 - 16;
        rgba[4 * i + 3] = u * u + v * v < 144 ? 255 : 0;
    }
}

Test(guides, sprites) {
    static uint8_t rgba[48 * 32 * 4];
    const float x[] = {0, 20}, y[] = {0, 0}, cosines[] = {1, 1}, sines[] = {0, 0};
    const uint32_t a[] = {0}, b[] = {1};
    hail_spriteset *set;
    hail_box boxes[2];
    hail_sprite_overlap found;
    hail_shape hull, pixels;
    hail_world *world = make(HAIL_ROTATION);
    paint(rgba);
    cr_assert_eq(ships(rgba, 2, x, y, cosines, sines, &set, boxes), HAIL_OK);
    cr_assert_float_eq(boxes[1].min_x - boxes[0].min_x, 20, 0.001);
    const hail_sprites all = {.set = set, .x = x, .y = y, .cos = cosines, .sin = sines, .count = 2};
    cr_assert_eq(overlaps(&all, 1, a, b, &found), HAIL_OK);
    cr_assert(found.count > 0 && found.count < 200, "%u pixels", found.count);
    cr_assert_eq(outline(world, set, 0, &hull, &pixels), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 0, &hull, &(hail_spawn_columns){.x = x, .y = y}, 2, NULL), HAIL_OK);
    hail_world_destroy(world);
    hail_spriteset_destroy(set);
}

/* ---- memory.md --------------------------------------------------------------------------------------------------- */

Test(guides, reserve_and_errors) {
    hail_error error = {0};
    char text[256];
    hail_world *world = create(&error);
    cr_assert_not_null(world);
    cr_assert_eq(reserve(world, 1), HAIL_OK);
    cr_assert_neq(hail_step(world, -1, NULL, NULL), HAIL_OK);
    hail_error_text(&error, text, sizeof text);
    cr_assert(strstr(text, "dt"), "the error names the argument: %s", text);
    hail_world_destroy(world);
}

/* ---- view.md ----------------------------------------------------------------------------------------------------- */

static int lines_drawn;

void my_line(void *screen, float x1, float y1, float x2, float y2, uint32_t rgba) {
    *(int *)screen += x1 != x2 || y1 != y2 || rgba == 0;
    lines_drawn++;
}

Test(guides, debug_drawing) {
    hail_world *world = make(HAIL_USER);
    int drawn = 0;
    cr_assert_eq(hail_rule_set(world, 0, 1, HAIL_MANIFOLD), HAIL_OK);
    spawn(world, 0, 100, 100, 0);
    spawn(world, 1, 106, 100, 0);
    cr_assert_eq(hail_step(world, 0, NULL, NULL), HAIL_OK);
    debug_draw(world, &drawn);
    cr_assert_eq(drawn, lines_drawn);
    cr_assert_geq(drawn, 9, "two boxes and a normal: %d lines", drawn);
    hail_world_destroy(world);
}

/* ---- performance.md ---------------------------------------------------------------------------------------------- */

Test(guides, stages, .init = cr_redirect_stdout) {
    hail_world *world = make(HAIL_USER);
    char line[128] = "";
    int lines = 0;
    cr_assert_eq(hail_rule_set(world, 0, 1, HAIL_MANIFOLD), HAIL_OK);
    spawn(world, 0, 100, 100, 0);
    spawn(world, 1, 106, 100, 0);
    cr_assert_eq(hail_step(world, 0, NULL, NULL), HAIL_OK);
    print_stages(world);
    fflush(stdout);
    FILE *printed = cr_get_redirected_stdout();
    cr_assert_not_null(fgets(line, sizeof line, printed));
    cr_assert_str_eq(line, "1 pairs, 1 contacts\n");
    while (lines < HAIL_STAGE_COUNT && fgets(line, sizeof line, printed))
        lines++;
    cr_assert_eq(lines, HAIL_STAGE_COUNT, "a line for each stage: %d", lines);
    cr_assert_gt(hail_stats(world)->ns[HAIL_STAGE_MOVE], 0, "it is timed");
    cr_assert_eq(strncmp(line, "removals", 8), 0, "the last one: %s", line);
    hail_world_destroy(world);
}
