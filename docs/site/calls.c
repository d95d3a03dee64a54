/* docs/site/calls.c - examples of calls that no page of the documentation and no short program shows. The site's
 * reference prints the function that makes a call; the test `calls` runs them all. */
#include <hail/hail.h>

#include <stdio.h>
#include <stdlib.h>

static void must(hail_status status) {
    if (status != HAIL_OK) {
        puts(hail_status_text(status));
        exit(EXIT_FAILURE);
    }
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

/* A frame of a game. Returns how many bodies it removed. */
static size_t frame(hail_world *world, hail_contacts_fn *on_contacts, void *game) {
    size_t gone;
    must(hail_step(world, 1.0f / 60, on_contacts, game));
    hail_removals(world, &gone);
    return gone;
}

/* ---- Bodies in arrays of the game -------------------------------------------------------------------------------- */

typedef struct rock {
    float x, y;
    hail_shape shape;
    uint32_t gold;
} rock;

/* Prints what the rocks weigh in gold that touch something. The layer's option `borrowed` is at least `count`. */
static void dig_gold(hail_world *world, uint32_t layer, const rock *rocks, size_t count) {
    uint32_t first;
    size_t touching;
    const hail_borrowed_columns columns = {
        .x = {&rocks->x, sizeof *rocks}, .y = {&rocks->y, sizeof *rocks}, .shape = {&rocks->shape, sizeof *rocks}};
    must(hail_layer_borrow(world, layer, NULL, &columns, count, &first));
    must(hail_step(world, 1.0f / 60, NULL, NULL));
    const hail_contact *contacts = hail_contacts(world, &touching); /* of a world with kept_contacts */
    for (size_t i = 0; i < touching; i++)
        if (contacts[i].layer_a == layer)
            printf("%u g of gold\n", rocks[contacts[i].a.slot - first].gold);
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* A shape twice as large as another one. */
static void enlarge(const hail_convex *shape, hail_convex *larger) {
    hail_convex_info info;
    must(hail_convex_describe(shape, &info));
    for (uint32_t i = 0; i < info.vertices; i++)
        info.x[i] *= 2, info.y[i] *= 2;
    info.rounding *= 2;
    must(hail_convex_prepare(NULL, &info, larger));
}

/* A ship of a hull and two guns, for the shapes of a world. */
static hail_shape make_ship(hail_shapeset *shapes) {
    hail_convex parts[3];
    hail_shape ship;
    must(hail_convex_box(20, 8, 2, &parts[0]));
    must(hail_convex_capsule(0, -12, 18, -12, 2, &parts[1]));
    must(hail_convex_capsule(0, 12, 18, 12, 2, &parts[2]));
    must(hail_shape_compound(shapes, parts, 3, &ship));
    return ship;
}

/* Lists a shape's parts. */
static void print_parts(const hail_shapeset *shapes, uint32_t id) {
    hail_shape shape;
    hail_convex_info info;
    must(hail_shape_of_id(shapes, id, &shape)); /* id: from hail_columns.shape */
    must(hail_shape_describe(shapes, &shape, &info));
    printf("radius %.1f px\n", (double)info.radius);
    for (uint32_t part = 0; part < hail_shape_part_count(shapes, &shape); part++) {
        must(hail_shape_part(shapes, &shape, part, &info));
        printf("part %u: %u vertices\n", part, info.vertices);
    }
}

/* Adds a shape for a while. */
static void try_shape(hail_shapeset *shapes, const hail_convex *convex) {
    hail_shape shape;
    hail_shapeset_size size;
    must(hail_shape_add(shapes, convex, &shape));
    must(hail_shapeset_measure(shapes, &size));
    printf("%u shapes, %zu bytes\n", size.shapes, size.bytes);
    must(hail_shape_destroy(shapes, &shape)); /* HAIL_IN_USE while a body has it */
}

/* The separating-axis test of two crates that move towards each other. */
static bool will_meet(const hail_convex *crate) {
    hail_prediction prediction;
    const float ax = 0, bx = 60, ay = 0, dx = 30, dy = 0;
    const hail_batch pair = {
        .a = {.convexes = crate, .shape_count = 1, .x = &ax, .y = &ay, .dx = &dx, .dy = &dy, .count = 1},
        .b = {.x = &bx, .y = &ay, .count = 1},
        .count = 1};
    must(hail_batch_predict(&pair, &prediction));
    return prediction.will_intersect;
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

/* A power-up: another shape, twice the size, turned by a right angle. The layer has ROTATION and SCALE. */
static void power_up(hail_world *world, const hail_handle *ship, const hail_shape *armoured) {
    const float angle = 1.5707964f, scale = 2;
    if (!hail_alive(world, ship))
        return;
    must(hail_set_shape(world, ship, 1, armoured));
    must(hail_write_bodies(world, &(hail_handles){ship, 0, 1}, &(hail_body_writes){.angle = &angle, .scale = &scale},
                           NULL));
}

/* A ghost: it neither moves nor collides until it is enabled again; then it goes on in another layer. */
static void haunt(hail_world *world, const hail_handle *ship, uint32_t ghosts) {
    hail_location where;
    must(hail_set_enabled(world, ship, 1, false));
    must(hail_locate(world, ship, &where));
    printf("layer %u, enabled %u\n", where.layer, where.enabled);
    must(hail_set_enabled(world, ship, 1, true));
    must(hail_set_layer(world, ship, 1, ghosts));
}

/* Where some bodies are, and whose they are; how many of them are gone. */
static size_t look_at(const hail_world *world, const hail_handles *some, float *x, float *y, uint64_t *user) {
    size_t gone = 0;
    must(hail_read_bodies(world, some, &(hail_body_values){.x = x, .y = y, .user = user}, &gone));
    return gone;
}

/* Teleports a body, and lets queries know. */
static void teleport(hail_world *world, const hail_handle *ship, float x, float y) {
    const hail_handles list = {.handles = ship, .count = 1};
    must(hail_write_bodies(world, &list, &(hail_body_writes){.x = &x, .y = &y}, NULL));
}

/* Queries see columns that were written once the layer is marked and prepared. */
static void shift(hail_world *world, uint32_t layer, float dx) {
    hail_columns bodies;
    must(hail_layer_columns(world, layer, &bodies));
    for (uint32_t i = 0; i < bodies.active; i++)
        bodies.x[i] += dx;
    must(hail_layer_changed(world, layer));
    must(hail_query_prepare(world, HAIL_LAYER(layer)));
}

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

/* What a world is made of, for a debug screen. */
static void print_world(const hail_world *world, uint32_t layer) {
    hail_memory memory;
    hail_layer_options options;
    hail_rule rule, tiles;
    must(hail_world_memory(world, &memory));
    must(hail_layer_describe(world, layer, &options));
    must(hail_rule_get(world, layer, layer, &rule));
    must(hail_rule_get(world, layer, HAIL_TILES, &tiles));
    printf("%zu bytes; the layer's columns are %u; modes %u and %u\n", memory.state + memory.scratch,
           options.columns, rule.mode, tiles.mode);
}

/* A world with options.timed tells where its time goes. */
static void print_times(const hail_world *world) {
    const hail_step_stats *stats = hail_stats(world);
    for (size_t i = 0; i < HAIL_STAGE_COUNT; i++)
        printf("%-9s %llu ns\n", hail_stage_name(i), (unsigned long long)stats->ns[i]);
    printf("%s, if you do not name another one\n", hail_variant_default());
}

/* ---- Tiles ------------------------------------------------------------------------------------------------------- */

/* A tile whose lower half is solid. */
static uint32_t add_step(hail_tileset *set) {
    uint64_t rows[16] = {0};
    uint32_t tile;
    hail_tile_info info;
    hail_tileset_size size;
    for (int y = 8; y < 16; y++)
        rows[y] = 0xffff; /* bit x is pixel x */
    must(hail_tileset_add_bits(set, rows, 0, &tile));
    must(hail_tileset_describe(set, tile, &info));
    must(hail_tileset_measure(set, &size));
    printf("tile %u of %u: %u solid pixels\n", tile, size.tiles, info.solid);
    return tile;
}

/* Shots pass through water: they are stopped by every other kind. */
static void prepare_for_shots(hail_tilemap *map, uint32_t water) {
    const uint32_t all_but_water = ~HAIL_KIND(water);
    must(hail_tilemap_prepare(map, all_but_water));
}

/* What is at a cell, and which way is out of the ground at a point. */
static void probe(const hail_tilemap *map, uint32_t column, uint32_t row) {
    hail_tilemap_size size;
    hail_cell_info cell;
    float normal_x, normal_y;
    must(hail_tilemap_measure(map, &size));
    must(hail_tilemap_cell(map, column, row, &cell));
    const float x = size.x + ((float)column + 0.5f) * (float)size.tile_width;
    const float y = size.y + ((float)row + 0.5f) * (float)size.tile_height;
    const hail_points point = {.x = &x, .y = &y, .count = 1};
    must(hail_tilemap_normals(map, &point, 0, 3, &normal_x, &normal_y));
    printf("tile %u, normal (%.2f, %.2f)\n", cell.tile & HAIL_TILE_NUMBER, (double)normal_x, (double)normal_y);
}

/* How far 8 rays of light reach, and nothing else about them. */
static void shine(const hail_tilemap *map, const float *x, const float *y, const float *dx, const float *dy) {
    float distance[8];
    const hail_tilemap_rays rays = {.map = map, .rays = {.x = x, .y = y, .dx = dx, .dy = dy, .count = 8}};
    must(hail_tilemap_march(&rays, &(hail_ray_answers){.distance = distance}));
    printf("the first reaches %.1f px\n", (double)distance[0]);
}

/* When a falling crate lands, and which cells it touches where it is. */
static void fall(const hail_tilemap *map, const hail_convex *crate, float x, float y, float dy) {
    const float dx = 0;
    const hail_tilemap_movers mover = {
        .map = map,
        .shapes = {.convexes = crate, .shape_count = 1, .x = &x, .y = &y, .dx = &dx, .dy = &dy, .count = 1}};
    hail_contact hit, cells[16];
    size_t count;
    must(hail_tilemap_sweep(&mover, &hit));
    if (hit.kind == HAIL_CONTACT_TILE)
        printf("lands after %.2f px\n", (double)(hit.t * dy));
    if (hail_tilemap_overlap(&mover, cells, 16, &count) == HAIL_OK)
        printf("touches %zu cells\n", count);
}

/* ---- Sprites ----------------------------------------------------------------------------------------------------- */

/* The same sprite, facing left. */
static uint32_t mirror(hail_spriteset *set, uint32_t sprite) {
    uint32_t mirrored;
    must(hail_spriteset_add_stretched(set, sprite, -1, 1, &mirrored));
    return mirrored;
}

/* Reads a sprite back: figures, hull, mask. */
static void print_sprite(const hail_spriteset *set, uint32_t sprite) {
    hail_sprite_info info;
    hail_spriteset_size size;
    float x[64], y[64];
    uint64_t rows[64];
    must(hail_spriteset_describe(set, sprite, &info));
    must(hail_spriteset_measure(set, &size));
    if (info.hull <= 64)
        must(hail_spriteset_hull(set, sprite, x, y));
    if (info.width <= 64 && info.height <= 64)
        must(hail_spriteset_bits(set, sprite, rows)); /* one word a row */
    printf("%u of %u sprites: %u opaque pixels\n", sprite, size.sprites, info.opaque);
}

/* Do two sprites touch, by how many pixels, and which pixels of the screen may change? */
static void compare(const hail_sprites *a, const hail_sprites *b) {
    const hail_sprite_pairs pair = {.a = *a, .b = *b, .count = 1};
    uint8_t touching;
    uint32_t pixels;
    hail_box box;
    hail_pixel_box dirty;
    must(hail_sprite_touch(&pair, &touching));
    must(hail_sprite_count(&pair, &pixels));
    must(hail_sprite_boxes(a, HAIL_BOX_OPAQUE, &box));
    must(hail_pixel_boxes(NULL, &box, 1, &dirty));
    printf("%u: %u pixels; %d px wide\n", touching, pixels, dirty.right - dirty.left);
}

/* Where a sprite's pixels are inside solid pixels of a map. */
static uint32_t sink(const hail_sprites *ship, const hail_tilemap *map) {
    hail_sprite_overlap overlap;
    must(hail_sprite_tilemap_overlaps(ship, map, 0, &overlap));
    return overlap.count;
}

/* The next picture of an animation: every body with this shape changes with it. */
static void animate(hail_shapeset *shapes, const hail_shape *walker, const hail_spriteset *set, uint32_t frame) {
    must(hail_shape_replace_sprite(shapes, walker, set, frame));
}

/* ---- Outlines and points ----------------------------------------------------------------------------------------- */

/* An outline that is at most 2 px off the pixels, in convex parts of at most 6 corners. */
static void outline(const hail_spriteset *set, uint32_t sprite) {
    hail_trace_options tracing;
    hail_decompose_options cutting;
    hail_polygons *loops, *parts;
    must(hail_trace_options_defaults(&tracing));
    must(hail_decompose_options_defaults(&cutting));
    tracing.error = 2;
    cutting.max_vertices = 6;
    must(hail_trace(set, sprite, &tracing, &loops));
    must(hail_decompose(hail_polygons_loops(loops), &cutting, &parts, NULL));
    printf("%zu parts\n", hail_polygons_loops(parts)->count);
    hail_polygons_destroy(parts);
    hail_polygons_destroy(loops);
}

/* A hull of at most 8 corners around a cloud of points. */
static uint32_t enclose(const float *x, const float *y, size_t count) {
    float hull_x[8], hull_y[8];
    uint32_t corners;
    must(hail_enclose(NULL, x, y, count, 8, hull_x, hull_y, &corners));
    return corners;
}

/* How often a race track winds round a point, and how far the point is from a wall. */
static void measure(const hail_loops *track, float x, float y) {
    const hail_points point = {.x = &x, .y = &y, .count = 1};
    int32_t winding;
    hail_nearest_point nearest;
    const float x1 = 0, y1 = 0, x2 = 100, y2 = 0;
    must(hail_points_winding(&point, track, &winding));
    must(hail_nearest_on_segments(&point, &x1, &y1, &x2, &y2, &nearest));
    printf("%d times; %.1f px squared\n", winding, (double)nearest.squared);
}

/* ---- Sectors ----------------------------------------------------------------------------------------------------- */

/* A wall that slides: its first corner moves by 8 px. */
static void slide_wall(hail_sectors *map, uint32_t vertex) {
    float x, y;
    must(hail_sectors_vertex(map, vertex, &x, &y));
    y -= 8;
    const hail_sectors_edit edit = {.vertex = &vertex, .x = &x, .y = &y, .vertex_count = 1};
    must(hail_sectors_change(map, &edit, NULL));
}

/* Puts a mover where it fits, then moves it until it hits a wall. */
static void place(const hail_sectors *map, float x, float y) {
    uint32_t sector;
    hail_sector_move move;
    hail_sector_move_options options;
    const float dx = 500, dy = 0;
    must(hail_sectors_find(map, &(hail_points){.x = &x, .y = &y, .count = 1}, &sector));
    const hail_sector_movers mover = {
        .map = map, .x = &x, .y = &y, .dx = &dx, .dy = &dy, .sector = &sector, .radius_of_all = 10, .count = 1};
    must(hail_sectors_depenetrate(&mover, &move));
    x = move.x, y = move.y, sector = move.sector;
    must(hail_sector_move_options_defaults(&options));
    options.stop = true;
    must(hail_sectors_move(&mover, &options, &move, NULL));
    printf("stops at (%.0f, %.0f)\n", (double)move.x, (double)move.y);
}

/* ---- Drawing ----------------------------------------------------------------------------------------------------- */

/* Draws a selection box, in a colour of your own where hail_draw_colour's does not suit. */
static void draw_selection(const hail_draw_options *options, float x, float y) {
    const float max_x = x + 100, max_y = y + 60;
    const hail_boxes box = {.min_x = &x, .min_y = &y, .max_x = &max_x, .max_y = &max_y, .count = 1};
    must(hail_draw_query_boxes(&box, options));
    printf("%08x\n", hail_draw_colour(HAIL_DRAWN_RAY, HAIL_NO_LAYER));
}

/* ---- State ------------------------------------------------------------------------------------------------------- */

/* Compares a game with another run of it, such as a replay: what differs first is where to look for the error. */
static bool same_game(const hail_world *mine, const hail_world *other) {
    uint64_t hash, other_hash;
    hail_difference found;
    char text[256];
    must(hail_world_hash(mine, &hash));
    must(hail_world_hash(other, &other_hash));
    if (hash == other_hash)
        return true;
    must(hail_world_diff(mine, other, &found));
    hail_difference_text(&found, text, sizeof text);
    printf("%s\n", text); /* such as "body in layer 1, slot 17: vx is 1.5 in a and 1.25 in b" */
    return false;
}

/* A world's state as bytes: to go back to it in this game, or later. */
static void try_again(hail_world *world, float dt) {
    size_t size, written;
    must(hail_world_save_size(world, HAIL_TRUSTED, &size));
    void *image = malloc(size);
    if (!image)
        exit(EXIT_FAILURE);
    must(hail_world_save(world, HAIL_TRUSTED, image, size, &written));
    must(hail_step(world, dt, NULL, NULL));
    must(hail_world_restore(world, HAIL_TRUSTED, image, written)); /* as if the step had not been */
    must(hail_step(world, dt, NULL, NULL));
    free(image);
}

/* A level with its shapes, such as an editor writes it; and a new world that they are made in. */
static void copy_level(hail_world *level, hail_world *empty) {
    size_t size;
    must(hail_world_save_size(level, HAIL_SHAPES, &size));
    void *image = malloc(size);
    if (!image)
        exit(EXIT_FAILURE);
    must(hail_world_save(level, HAIL_SHAPES, image, size, NULL));
    must(hail_world_restore(empty, HAIL_SHAPES, image, size));
    free(image);
}

/* A whole image now; the layers that are still as in it are left out of the next one. */
static void autosave(hail_world *world, float dt) {
    size_t size, written;
    must(hail_world_save_size(world, 0, &size));
    unsigned char *base = malloc(size), *image = malloc(2 * size);
    if (!base || !image)
        exit(EXIT_FAILURE);
    must(hail_world_save(world, 0, base, size, NULL));
    must(hail_step(world, dt, NULL, NULL));
    must(hail_world_save_since(world, 0, base, size, image, 2 * size, &written));
    must(hail_world_restore_since(world, 0, base, size, image, written));
    printf("%zu bytes instead of %zu\n", written, size);
    free(base);
    free(image);
}

/* Digs a hole, and fills it again as if it had not been. */
static void undo_a_hole(hail_tilemap *map, float x, float y) {
    size_t size;
    uint64_t before, after;
    must(hail_tilemap_hash(map, &before));
    must(hail_tilemap_save_size(map, &size));
    void *image = malloc(size);
    if (!image)
        exit(EXIT_FAILURE);
    must(hail_tilemap_save(map, HAIL_TRUSTED, image, size, NULL));
    must(hail_tilemap_paint_disc(map, x, y, 20, false, 0));
    must(hail_tilemap_restore(map, HAIL_TRUSTED, image, size));
    must(hail_tilemap_hash(map, &after));
    printf("the map is %s\n", before == after ? "as before" : "another one");
    free(image);
}

/* The same with walls: a wall that slid is back where it was. */
static void undo_a_slide(hail_sectors *map, uint32_t vertex) {
    size_t size;
    uint64_t before, after;
    must(hail_sectors_hash(map, &before));
    must(hail_sectors_save_size(map, &size));
    void *image = malloc(size);
    if (!image)
        exit(EXIT_FAILURE);
    must(hail_sectors_save(map, HAIL_TRUSTED, image, size, NULL));
    slide_wall(map, vertex);
    must(hail_sectors_restore(map, HAIL_TRUSTED, image, size));
    must(hail_sectors_hash(map, &after));
    printf("the walls are %s\n", before == after ? "as before" : "other ones");
    free(image);
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

static void try_bodies(void) {
    hail_world *world;
    hail_convex crate, larger;
    hail_handle ship;
    must(hail_world_create(&(hail_world_options){.timed = true, .kept_contacts = 10}, &world));
    must(hail_convex_box(10, 10, 0, &crate));
    enlarge(&crate, &larger);
    const hail_shape hull = make_ship(hail_world_shapes(world));
    try_shape(hail_world_shapes(world), &larger);
    for (uint32_t layer = 0; layer < 2; layer++)
        must(hail_layer_configure(world, layer, &(hail_layer_options){.columns = HAIL_ROTATION | HAIL_SCALE}));
    must(hail_spawn(world, 0, &hull, &(hail_spawn_columns){.x = (float[]){5}, .y = (float[]){5}}, 1, &ship));
    print_parts(hail_world_shapes(world), hull.id);
    power_up(world, &ship, &hull);
    haunt(world, &ship, 1);
    teleport(world, &ship, 50, 60);
    float at_x, at_y;
    uint64_t whose;
    if (look_at(world, &(hail_handles){.handles = &ship, .count = 1}, &at_x, &at_y, &whose) == 0)
        printf("ship %u is at (%g, %g)\n", (unsigned)whose, (double)at_x, (double)at_y);
    shift(world, 1, 3);
    printf("%zu bodies removed\n", frame(world, NULL, NULL));
    print_world(world, 1);
    print_times(world);
    must(hail_layer_configure(world, 2, &(hail_layer_options){.borrowed = 100}));
    must(hail_rule_set(world, 2, 2, HAIL_PAIRS));
    dig_gold(world, 2, (rock[]){{0, 0, hull, 5}, {9, 9, hull, 6}}, 2);
    must(hail_layer_configure(world, 2, &(hail_layer_options){0}));
    printf("%s\n", same_game(world, world) ? "the same" : "another");
    try_again(world, 1.0f / 60);
    autosave(world, 1.0f / 60);
    hail_world *copy;
    must(hail_world_create(NULL, &copy));
    copy_level(world, copy);
    printf("%s\n", same_game(world, copy) ? "the same" : "another");
    must(hail_world_destroy(copy));
    must(hail_world_destroy(world));
    printf("%d\n", will_meet(&larger));
    draw_selection(&(hail_draw_options){.renderer = &(hail_renderer){0}}, 10, 10);
}

static void try_maps(void) {
    const float x[] = {0, 100, 100, 0}, y[] = {0, 0, 100, 100};
    const uint32_t start[] = {0, 4};
    const hail_wall walls[] = {{0, 1, 0, HAIL_NO_SECTOR, 0, true},
                               {1, 2, 0, HAIL_NO_SECTOR, 0, true},
                               {2, 3, 0, HAIL_NO_SECTOR, 0, true},
                               {3, 0, 0, HAIL_NO_SECTOR, 0, true}};
    const hail_sector_data data = {
        .x = x, .y = y, .vertex_count = 4, .walls = walls, .wall_count = 4, .sector_count = 1};
    hail_sectors *sectors;
    measure(&(hail_loops){.x = x, .y = y, .start = start, .count = 1}, 50, 50);
    printf("%u corners\n", enclose(x, y, 4));
    must(hail_sectors_create(NULL, &data, NULL, &sectors));
    place(sectors, 5, 50);
    slide_wall(sectors, 0);
    undo_a_slide(sectors, 0);
    hail_sectors_destroy(sectors);
}

static void try_pixels(void) {
    static uint8_t rgba[32 * 32 * 4];
    hail_tileset *tiles;
    hail_tilemap *map;
    hail_spriteset *set;
    hail_shapeset *shapes;
    hail_shape walker;
    hail_convex crate;
    uint32_t sprite;
    for (int i = 0; i < 32 * 32; i++) /* a triangle */
        rgba[4 * i + 3] = i % 32 <= i / 32 ? 255 : 0;
    must(hail_tileset_create(NULL, 16, 16, &tiles));
    must(hail_tilemap_create(tiles, &(hail_tilemap_options){.columns = 20, .rows = 10}, &map));
    must(hail_tilemap_fill(map, 0, 8, 20, 1, add_step(tiles)));
    prepare_for_shots(map, 5);
    probe(map, 3, 8);
    undo_a_hole(map, 60, 130);
    shine(map, (float[8]){50}, (float[8]){20}, (float[8]){0}, (float[8]){300});
    must(hail_convex_box(6, 6, 0, &crate));
    fall(map, &crate, 50, 20, 300);
    must(hail_spriteset_create(NULL, &set));
    must(hail_spriteset_add(set, &(hail_image){.rgba = rgba, .width = 32, .height = 32}, &sprite));
    const uint32_t frame = mirror(set, sprite);
    print_sprite(set, sprite);
    const hail_sprites one = {.set = set, .x = (float[]){40}, .y = (float[]){110}, .count = 1};
    compare(&one, &one);
    printf("%u pixels in the ground\n", sink(&one, map));
    outline(set, sprite);
    must(hail_shapeset_create(NULL, &shapes));
    must(hail_shape_sprite(shapes, set, sprite, &walker));
    animate(shapes, &walker, set, frame);
    must(hail_shapeset_destroy(shapes));
    hail_spriteset_destroy(set);
    hail_tilemap_destroy(map);
    hail_tileset_destroy(tiles);
}

int main(void) {
    try_bodies();
    try_maps();
    try_pixels();
    return 0;
}
