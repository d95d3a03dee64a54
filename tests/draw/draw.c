/* hail/draw.h: how much of what is drawn, and where, of worlds and maps that are known. */
#include <math.h>
#include <string.h>

#include <criterion/criterion.h>

#include <hail/draw.h>

/* What a renderer got, by meaning. */
typedef struct record {
    int discs[HAIL_DRAWN_COUNT], boxes[HAIL_DRAWN_COUNT], lines[HAIL_DRAWN_COUNT];
    int polygons[HAIL_DRAWN_COUNT], texts[HAIL_DRAWN_COUNT];
    int bodies; /* discs that name a body */
    float x, y, radius;
    float box[4], line[4], pixels; /* px^2 of all boxes */
    hail_draw_polygon polygon;
    float px[HAIL_MAX_VERTICES], py[HAIL_MAX_VERTICES];
    char text[16];
    hail_draw_style style; /* the last */
} record;

static record seen;

static void check_style(const hail_draw_style *style, uint32_t count) {
    cr_assert_lt(style->meaning, HAIL_DRAWN_COUNT);
    cr_assert_eq(style->rgba, hail_draw_colour((hail_draw_meaning)style->meaning, style->layer));
    cr_assert(count > 0 && count <= HAIL_DRAW_BATCH);
    seen.style = *style;
}

static void take_discs(void *to, const hail_draw_style *style, const hail_draw_discs *discs) {
    record *into = to;
    check_style(style, discs->count);
    into->discs[style->meaning] += (int)discs->count;
    into->bodies += discs->body ? (int)discs->count : 0;
    into->x = discs->x[0];
    into->y = discs->y[0];
    into->radius = discs->radius[0];
}

static void take_boxes(void *to, const hail_draw_style *style, const hail_draw_boxes *boxes) {
    record *into = to;
    check_style(style, boxes->count);
    into->boxes[style->meaning] += (int)boxes->count;
    for (uint32_t i = 0; i < boxes->count; i++)
        into->pixels += (boxes->max_x[i] - boxes->min_x[i]) * (boxes->max_y[i] - boxes->min_y[i]);
    memcpy(into->box, (float[]){boxes->min_x[0], boxes->min_y[0], boxes->max_x[0], boxes->max_y[0]}, sizeof into->box);
}

static void take_lines(void *to, const hail_draw_style *style, const hail_draw_lines *lines) {
    record *into = to;
    check_style(style, lines->count);
    into->lines[style->meaning] += (int)lines->count;
    memcpy(into->line, (float[]){lines->x1[0], lines->y1[0], lines->x2[0], lines->y2[0]}, sizeof into->line);
}

static void take_polygon(void *to, const hail_draw_style *style, const hail_draw_polygon *polygon) {
    record *into = to;
    check_style(style, polygon->count);
    into->polygons[style->meaning]++;
    into->polygon = *polygon;
    memcpy(into->px, polygon->x, polygon->count * sizeof(float));
    memcpy(into->py, polygon->y, polygon->count * sizeof(float));
}

static void take_text(void *to, const hail_draw_style *style, const hail_draw_text *text) {
    record *into = to;
    check_style(style, 1);
    into->texts[style->meaning]++;
    cr_assert_lt(strlen(text->text), sizeof into->text);
    strcpy(into->text, text->text);
}

static const hail_renderer recorder = {&seen, take_discs, take_boxes, take_lines, take_polygon, take_text};

static hail_draw_options ask(uint32_t what) {
    hail_draw_options options;
    cr_assert_eq(hail_draw_options_defaults(&options), HAIL_OK);
    options.renderer = &recorder;
    options.what = what;
    memset(&seen, 0, sizeof seen);
    return options;
}

static void draw(const hail_world *world, uint32_t what) {
    const hail_draw_options options = ask(what);
    cr_assert_eq(hail_draw_world(world, &options), HAIL_OK);
}

/* ---- A world ----------------------------------------------------------------------------------------------------- */

enum { DOTS = 600 };
static hail_world *world;
static hail_handle dots[DOTS], crate;

/* Layer 0: circles of 4 px in a row, 10 px apart. Layer 1: a box of 8 x 6 px at (100, 50), turned by a right angle,
 * twice as large. */
static void make_world(void) {
    float x[DOTS], y[DOTS], vx[DOTS];
    for (int i = 0; i < DOTS; i++)
        x[i] = 10.0f * (float)i, y[i] = 20.0f, vx[i] = 30.0f;
    hail_world_options options = {.max_x = 6000, .max_y = 400, .kept_contacts = 100};
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    hail_shape dot, box;
    hail_shape_circle(hail_world_shapes(world), 4.0f, &dot);
    hail_shape_box(hail_world_shapes(world), 4.0f, 3.0f, 0.5f, &box);
    hail_layer_configure(world, 1, &(hail_layer_options){.columns = HAIL_ROTATION | HAIL_SCALE});
    cr_assert_eq(hail_spawn(world, 0, &dot, &(hail_spawn_columns){.x = x, .y = y, .vx = vx}, DOTS, dots), HAIL_OK);
    const float at_x = 100, at_y = 50, angle = 1.57079637f, scale = 2;
    const hail_spawn_columns columns = {.x = &at_x, .y = &at_y, .angle = &angle, .scale = &scale};
    cr_assert_eq(hail_spawn(world, 1, &box, &columns, 1, &crate), HAIL_OK);
}

Test(draw, shapes) {
    make_world();
    draw(world, HAIL_DRAW_SHAPES);
    cr_assert_eq(seen.discs[HAIL_DRAWN_BODY], DOTS);
    cr_assert_eq(seen.bodies, DOTS);
    cr_assert_float_eq(seen.radius, 4.0f, 0);
    cr_assert_eq(seen.polygons[HAIL_DRAWN_BODY], 1);
    cr_assert_eq(seen.polygon.count, 4);
    cr_assert_float_eq(seen.polygon.rounding, 1.0f, 1e-6f);
    cr_assert_eq(seen.polygon.body.slot, crate.slot);
    float width = 0, height = 0;
    for (int i = 0; i < 4; i++) {
        width = fmaxf(width, fabsf(seen.px[i] - 100));
        height = fmaxf(height, fabsf(seen.py[i] - 50));
    }
    cr_assert_float_eq(width, 6.0f, 1e-3f);
    cr_assert_float_eq(height, 8.0f, 1e-3f);
    hail_world_destroy(world);
}

Test(draw, only_what_is_visible_and_asked_for) {
    make_world();
    hail_draw_options options = ask(HAIL_DRAW_SHAPES);
    options.min_x = 95, options.max_x = 116, options.max_y = 100;
    cr_assert_eq(hail_draw_world(world, &options), HAIL_OK);
    cr_assert_eq(seen.discs[HAIL_DRAWN_BODY], 3, "%d", seen.discs[HAIL_DRAWN_BODY]); /* at 100, 110, and 120 - 4 */
    cr_assert_eq(seen.polygons[HAIL_DRAWN_BODY], 1);
    options = ask(HAIL_DRAW_SHAPES);
    options.layers = HAIL_LAYER(1);
    cr_assert_eq(hail_draw_world(world, &options), HAIL_OK);
    cr_assert_eq(seen.discs[HAIL_DRAWN_BODY], 0);
    cr_assert_eq(seen.polygons[HAIL_DRAWN_BODY], 1);
    hail_world_destroy(world);
}

Test(draw, parked_bodies_have_meanings_of_their_own) {
    make_world();
    cr_assert_eq(hail_set_enabled(world, dots, 3, false), HAIL_OK);
    hail_columns columns;
    hail_layer_columns(world, 0, &columns);
    columns.vx[0] = NAN; /* the position stays */
    hail_step(world, 0.0f, NULL, NULL);
    draw(world, HAIL_DRAW_SHAPES);
    cr_assert_eq(seen.discs[HAIL_DRAWN_BODY], DOTS - 4);
    cr_assert_eq(seen.discs[HAIL_DRAWN_DISABLED], 3);
    cr_assert_eq(seen.discs[HAIL_DRAWN_QUARANTINED], 1);
    hail_layer_columns(world, 0, &columns);
    columns.x[5] = INFINITY;
    draw(world, HAIL_DRAW_SHAPES);
    cr_assert_eq(seen.discs[HAIL_DRAWN_BODY], DOTS - 5);
    hail_world_destroy(world);
}

Test(draw, boxes_velocities_slots_and_bounds) {
    make_world();
    draw(world, HAIL_DRAW_BOXES);
    cr_assert_eq(seen.lines[HAIL_DRAWN_BOX], 4 * (DOTS + 1));
    cr_assert_float_eq(seen.line[0], 93.0f, 1e-3f); /* the crate's last: 6 px and the rounding */
    draw(world, HAIL_DRAW_VELOCITIES);
    cr_assert_eq(seen.lines[HAIL_DRAWN_VELOCITY], DOTS + 1);
    draw(world, HAIL_DRAW_HANDLES);
    cr_assert_eq(seen.texts[HAIL_DRAWN_HANDLE], DOTS + 1);
    cr_assert_eq(atoi(seen.text), (int)crate.slot);
    draw(world, HAIL_DRAW_BOUNDS);
    cr_assert_eq(seen.lines[HAIL_DRAWN_BOUNDS], 4);
    cr_assert_eq(seen.style.layer, HAIL_NO_LAYER);
    hail_world_destroy(world);
}

Test(draw, contacts_and_the_grid_of_a_step) {
    make_world();
    hail_rule_set(world, 0, 0, HAIL_MANIFOLD);
    cr_assert_eq(hail_write_bodies(world, &(hail_handles){.handles = &dots[7], .count = 1},
                                   &(hail_body_writes){.x = &(float){66}, .y = &(float){20}}, NULL),
                 HAIL_OK);
    hail_step(world, 0.0f, NULL, NULL);
    cr_assert_eq(hail_stats(world)->contacts, 1);
    draw(world, HAIL_DRAW_CONTACTS | HAIL_DRAW_NORMALS);
    cr_assert_eq(seen.discs[HAIL_DRAWN_CONTACT], 1);
    cr_assert_float_eq(seen.x, 63.0f, 1e-4f);
    cr_assert_eq(seen.bodies, 0);
    cr_assert_eq(seen.lines[HAIL_DRAWN_NORMAL], 1);
    cr_assert_float_eq(seen.line[2] - seen.line[0], 12.0f, 1e-4f);
    draw(world, HAIL_DRAW_GRID);
    cr_assert_gt(seen.lines[HAIL_DRAWN_GRID], 4);
    cr_assert_eq(seen.style.layer, 0);
    hail_world_destroy(world);
}

Test(draw, picked_bodies) {
    make_world();
    const hail_draw_options options = ask(0);
    const hail_handle picked[] = {dots[3], {0, 0}, crate, {dots[4].slot, dots[4].generation + 1}};
    const hail_handles list = {.handles = picked, .count = 4};
    cr_assert_eq(hail_draw_bodies(world, &list, &options), HAIL_OK);
    cr_assert_eq(seen.discs[HAIL_DRAWN_PICKED], 1);
    cr_assert_eq(seen.polygons[HAIL_DRAWN_PICKED], 1);
    hail_world_destroy(world);
}

Test(draw, compounds_are_their_parts_and_sprites_their_hulls) {
    const uint64_t rows[4] = {0xf, 0xf, 0xf, 0xf};
    hail_convex parts[2];
    hail_shape both, image;
    hail_spriteset *set;
    uint32_t number;
    const float x = 50, y = 60;
    const hail_spawn_columns at = {.x = &x, .y = &y};
    cr_assert_eq(hail_world_create(NULL, &world), HAIL_OK);
    hail_convex_box(2, 3, 0, &parts[0]);
    hail_convex_capsule(0, 0, 9, 0, 1, &parts[1]);
    cr_assert_eq(hail_shape_compound(hail_world_shapes(world), parts, 2, &both), HAIL_OK);
    hail_spriteset_create(NULL, &set);
    hail_spriteset_add(set, &(hail_image){.bits = rows, .width = 4, .height = 4, .origin_x = 2, .origin_y = 2},
                       &number);
    cr_assert_eq(hail_shape_sprite(hail_world_shapes(world), set, number, &image), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 0, &both, &at, 1, NULL), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 1, &image, &at, 1, NULL), HAIL_OK);
    draw(world, HAIL_DRAW_SHAPES);
    cr_assert_eq(seen.polygons[HAIL_DRAWN_BODY], 2);
    cr_assert_eq(seen.polygon.count, 2);
    cr_assert_float_eq(seen.polygon.rounding, 1.0f, 0);
    cr_assert_eq(seen.lines[HAIL_DRAWN_BODY], 4);
    cr_assert_float_eq(fabsf(seen.line[0] - 50), 2.0f, 0);
    hail_world_destroy(world);
    hail_spriteset_destroy(set);
}

/* ---- Maps -------------------------------------------------------------------------------------------------------- */

Test(draw, tiles_cover_the_solid_pixels) {
    hail_tileset *set;
    hail_tilemap *map;
    const uint64_t stone[4] = {15, 15, 15, 15}, slope[4] = {8, 12, 14, 15};
    uint32_t full, part;
    hail_tileset_create(NULL, 4, 4, &set);
    hail_tileset_add_bits(set, stone, 0, &full);
    hail_tileset_add_bits(set, slope, 3, &part);
    hail_tilemap_create(set, &(hail_tilemap_options){.columns = 10, .rows = 5, .x = 100, .y = 200}, &map);
    hail_tilemap_fill(map, 0, 4, 10, 1, full);
    hail_tilemap_fill(map, 2, 3, 1, 1, part | HAIL_FLIP_X);
    hail_draw_options options = ask(HAIL_DRAW_CELLS);
    cr_assert_eq(hail_draw_tilemap(map, &options), HAIL_OK);
    cr_assert_eq(seen.boxes[HAIL_DRAWN_TILE], 1 + 4); /* a run of full cells, four rows of pixels */
    cr_assert_float_eq(seen.pixels, 160 + 10, 0);
    cr_assert_eq(seen.lines[HAIL_DRAWN_CELL], 11 + 6);
    options = ask(0);
    options.min_x = 121, options.min_y = 217, options.max_x = 122, options.max_y = 218;
    cr_assert_eq(hail_draw_tilemap(map, &options), HAIL_OK);
    cr_assert_eq(seen.boxes[HAIL_DRAWN_TILE], 1);
    cr_assert_float_eq(seen.box[0], 120, 0);
    cr_assert_float_eq(seen.box[3], 220, 0);
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
}

Test(draw, sectors) {
    const float x[] = {0, 50, 100, 100, 50, 0}, y[] = {0, 0, 0, 80, 80, 80};
    const hail_wall walls[] = {{0, 1, 0, HAIL_NO_SECTOR, 1, 1},
                               {1, 2, 1, HAIL_NO_SECTOR, 1, 1},
                               {2, 3, 1, HAIL_NO_SECTOR, 1, 1},
                               {3, 4, 1, HAIL_NO_SECTOR, 1, 1},
                               {4, 5, 0, HAIL_NO_SECTOR, 1, 1},
                               {5, 0, 0, HAIL_NO_SECTOR, 1, 1},
                               {1, 4, 0, 1, 2, 0}};
    const hail_sector_data data = {x, y, 6, walls, 7, 2};
    hail_sectors *map;
    cr_assert_eq(hail_sectors_create(NULL, &data, NULL, &map), HAIL_OK);
    const hail_draw_options options = ask(0);
    cr_assert_eq(hail_draw_sectors(map, &options), HAIL_OK);
    cr_assert_eq(seen.lines[HAIL_DRAWN_WALL], 6);
    cr_assert_eq(seen.lines[HAIL_DRAWN_PORTAL], 1);
    cr_assert_eq(seen.style.kind, 1); /* walls lie above portals */
    hail_sectors_destroy(map);
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

Test(draw, rays_end_at_what_they_hit) {
    make_world();
    const float x[] = {100, 300}, y[] = {0, 300}, dx[] = {0, 10}, dy[] = {100, 0};
    const hail_rays rays = {.x = x, .y = y, .dx = dx, .dy = dy, .count = 2};
    hail_query_hit hits[2];
    cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK);
    cr_assert_eq(hail_query_rays(world, &rays, NULL, 1, hits, NULL), HAIL_OK);
    hail_draw_options options = ask(HAIL_DRAW_NORMALS);
    cr_assert_eq(hail_draw_query_rays(&rays, hits, &options), HAIL_OK);
    cr_assert_eq(seen.lines[HAIL_DRAWN_RAY], 2);
    cr_assert_eq(seen.discs[HAIL_DRAWN_HIT], 1);
    cr_assert_float_eq(seen.y, 16.0f, 1e-3f);
    cr_assert_eq(seen.lines[HAIL_DRAWN_NORMAL], 1);
    cr_assert_float_eq(seen.line[3], 4.0f, 1e-3f);
    options = ask(0);
    cr_assert_eq(hail_draw_query_rays(&rays, NULL, &options), HAIL_OK);
    cr_assert_eq(seen.lines[HAIL_DRAWN_RAY], 2);
    cr_assert_float_eq(seen.line[3], 100.0f, 0);
    hail_world_destroy(world);
}

/* The bits cover what the few bodies reach, and little more. */
Test(draw, the_bitmap_that_many_bodies_stream_past) {
    make_world();
    float x[20], y[20];
    hail_shape crate_shape;
    for (int i = 0; i < 20; i++)
        x[i] = 100.0f + 200.0f * (float)i, y[i] = 50.0f;
    cr_assert_eq(hail_shape_box(hail_world_shapes(world), 4.0f, 3.0f, 0.5f, &crate_shape), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 1, &crate_shape, &(hail_spawn_columns){.x = x, .y = y}, 20, NULL), HAIL_OK);
    hail_rule_set(world, 0, 1, HAIL_PAIRS);
    cr_assert_eq(hail_step(world, 0, NULL, NULL), HAIL_OK);
    draw(world, HAIL_DRAW_GRID);
    cr_assert_gt(seen.boxes[HAIL_DRAWN_GRID], 0);
    cr_assert_gt(seen.pixels, 20 * 48.0f); /* a crate's 8 x 6 px, and the dots' radius around it */
    cr_assert_lt(seen.pixels, 20 * 2000.0f);
    hail_draw_options options = ask(HAIL_DRAW_GRID);
    options.layers = HAIL_LAYER(0);
    cr_assert_eq(hail_draw_world(world, &options), HAIL_OK);
    cr_assert_eq(seen.boxes[HAIL_DRAWN_GRID], 0);
    cr_assert_eq(hail_reserve(world, 0, 100000, 100000), HAIL_OK);
    draw(world, HAIL_DRAW_GRID); /* it may be gone, but nothing else is shown */
    hail_world_destroy(world);
}

Test(draw, shapes_and_casts_that_a_query_asked_with) {
    make_world();
    hail_convex disc;
    const float x[] = {100, 3000}, y[] = {100, 300}, dx[] = {0, 10}, dy[] = {-60, 0};
    hail_query_hit hits[2];
    cr_assert_eq(hail_convex_circle(5.0f, &disc), HAIL_OK);
    hail_shapes list = {.convexes = &disc, .shape_count = 1, .x = x, .y = y, .count = 2};
    hail_draw_options options = ask(0);
    cr_assert_eq(hail_draw_query_shapes(world, &list, NULL, &options), HAIL_OK);
    cr_assert_eq(seen.discs[HAIL_DRAWN_RAY], 2);
    cr_assert_eq(seen.lines[HAIL_DRAWN_RAY], 0);
    list.dx = dx, list.dy = dy;
    cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK);
    cr_assert_eq(hail_query_casts(world, &list, NULL, 1, hits, NULL), HAIL_OK);
    options = ask(0);
    options.max_x = 1000, options.max_y = 400; /* the second one is not visible */
    cr_assert_eq(hail_draw_query_shapes(world, &list, hits, &options), HAIL_OK);
    cr_assert_eq(seen.discs[HAIL_DRAWN_RAY], 2);
    cr_assert_eq(seen.lines[HAIL_DRAWN_RAY], 1);
    cr_assert_float_eq(seen.line[3], 64.0f, 1e-3f); /* the crate ends at y = 59 */
    cr_assert_eq(seen.discs[HAIL_DRAWN_HIT], 1);
    list.shape_count = 0;
    cr_assert_eq(hail_draw_query_shapes(world, &list, hits, &options), HAIL_BAD_ARGUMENT);
    hail_world_destroy(world);
}

Test(draw, boxes_and_the_nearest_that_a_query_found) {
    make_world();
    const float min[] = {10, 500}, max[] = {20, 600}, x[] = {100, 5000}, y[] = {70, 390};
    const hail_boxes boxes = {.min_x = min, .min_y = min, .max_x = max, .max_y = max, .count = 2};
    hail_draw_options options = ask(0);
    options.max_x = 100, options.max_y = 100;
    cr_assert_eq(hail_draw_query_boxes(&boxes, &options), HAIL_OK);
    cr_assert_eq(seen.lines[HAIL_DRAWN_RAY], 4);
    const hail_points points = {.x = x, .y = y, .count = 2};
    const hail_nearest_options near = {.radius = 60};
    hail_query_hit hits[6];
    cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK);
    cr_assert_eq(hail_query_nearest(world, &points, &near, NULL, 3, hits, NULL), HAIL_OK);
    options = ask(0);
    cr_assert_eq(hail_draw_query_nearest(&points, hits, 3, &options), HAIL_OK);
    cr_assert_eq(seen.lines[HAIL_DRAWN_RAY], 3); /* none of the second point */
    cr_assert_eq(seen.discs[HAIL_DRAWN_HIT], 3);
    hail_world_destroy(world);
}

Test(draw, bad_options_draw_nothing) {
    make_world();
    hail_error error = {0};
    const hail_context context = {.error = &error};
    hail_draw_options options = ask(HAIL_DRAW_ALL + 1);
    options.context = &context;
    cr_assert_eq(hail_draw_world(world, &options), HAIL_BAD_ARGUMENT);
    cr_assert_str_eq(error.field, "options->what");
    options.what = HAIL_DRAW_ALL, options.min_x = 2, options.max_x = 1;
    cr_assert_eq(hail_draw_world(world, &options), HAIL_OUT_OF_RANGE);
    options.min_x = NAN;
    cr_assert_eq(hail_draw_world(world, &options), HAIL_NOT_FINITE);
    options.min_x = 0, options.renderer = NULL;
    cr_assert_eq(hail_draw_world(world, &options), HAIL_BAD_ARGUMENT);
    cr_assert_str_eq(error.field, "options->renderer");
    cr_assert_eq(seen.discs[HAIL_DRAWN_BODY], 0);
    options.renderer = &(hail_renderer){0}; /* a renderer without callbacks is fine */
    options.max_x = 0, options.what = HAIL_DRAW_ALL;
    cr_assert_eq(hail_draw_world(world, &options), HAIL_OK);
    hail_world_destroy(world);
}
