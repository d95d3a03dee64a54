/* bench/cliffs/steps.c - whole steps: an element is a body. */
#include "cliffs.h"

#include <string.h>

enum { BODIES = 4000 };
#define DT (1.0f / 60.0f)

/* Which maps the world has. */
typedef enum still_things { NOTHING, TILES, WALLS } still_things;

typedef struct step_inputs {
    cliff_inputs each; /* bodies */
    cliff_shape shape;
    bool rotated, scaled, giant, grouped, masked, friends, two_layers, two_sizes, pierce;
    uint32_t columns, bounds;
    float spacing, origin, speed, moving; /* px; px; px a step; the share of bodies that moves */
    float beyond;                         /* px: the bounds are so much further away on each side */
    hail_rule rule;
    still_things statics;
    hail_rule static_rule; /* with them; with walls, centre_only does not count */
    hail_world_options options;
    bool called; /* contacts go to a callback */
    hail_world *world;
    size_t contacts;
} step_inputs;

static void destroy_world(void *world) { hail_world_destroy(world); }
static void destroy_set(void *set) { hail_tileset_destroy(set); }
static void destroy_map(void *map) { hail_tilemap_destroy(map); }
static void destroy_sectors(void *map) { hail_sectors_destroy(map); }

/* ---- The world --------------------------------------------------------------------------------------------------- */

/* px: the bodies lie in a square. */
static float side_of(const step_inputs *in) {
    float side = in->spacing;
    for (size_t n = 1; n * n < in->each.count; n++)
        side += in->spacing;
    return side;
}

/* Full cells, one in each 29. */
static void add_tiles(cliffs *c, step_inputs *in) {
    hail_tileset *set;
    hail_tilemap *map;
    uint64_t rows[16];
    uint32_t tile;
    const uint32_t cells = (uint32_t)side_of(in) / 16 + 1;
    const hail_tilemap_options options = {.columns = cells, .rows = cells, .x = in->origin, .y = in->origin};
    memset(rows, 0, sizeof rows);
    for (int y = 0; y < 16; y++)
        rows[y] = 0xffff;
    cliff_must(hail_tileset_create(NULL, 16, 16, &set), "hail_tileset_create");
    cliff_owns(c, destroy_set, set);
    cliff_must(hail_tileset_add_bits(set, rows, 0, &tile), "hail_tileset_add_bits");
    cliff_must(hail_tilemap_create(set, &options, &map), "hail_tilemap_create");
    cliff_owns(c, destroy_map, map);
    for (uint32_t i = 0; i < cells * cells; i += 29)
        cliff_must(hail_tilemap_fill(map, i % cells, i / cells, 1, 1, tile), "hail_tilemap_fill");
    cliff_must(hail_world_set_tilemap(in->world, map), "hail_world_set_tilemap");
    in->static_rule.layer_b = HAIL_TILES;
    cliff_must(hail_rule_configure(in->world, &in->static_rule), "hail_rule_configure");
}

/* Square pillars of one sector, 64 px apart. */
static void add_walls(cliffs *c, step_inputs *in) {
    const uint32_t in_row = (uint32_t)(side_of(in) / 64) + 1, corners = 4 * in_row * in_row;
    hail_sectors *map;
    float *x = cliff_array(c, corners, sizeof *x), *y = cliff_array(c, corners, sizeof *y);
    hail_wall *walls = cliff_array(c, corners, sizeof *walls);
    for (uint32_t i = 0; i < corners; i++) {
        const uint32_t pillar = i / 4, corner = i % 4;
        x[i] = in->origin + (float)(pillar % in_row) * 64 + (corner == 1 || corner == 2 ? 16 : 0);
        y[i] = in->origin + (float)(pillar / in_row) * 64 + (corner >= 2 ? 16 : 0);
        walls[i] = (hail_wall){.a = i, .b = corner == 3 ? i - 3 : i + 1, .right = 0, .left = HAIL_NO_SECTOR};
    }
    const hail_sector_data data = {
        .x = x, .y = y, .vertex_count = corners, .walls = walls, .wall_count = corners, .sector_count = 1};
    cliff_must(hail_sectors_create(NULL, &data, NULL, &map), "hail_sectors_create");
    cliff_owns(c, destroy_sectors, map);
    cliff_must(hail_world_set_sectors(in->world, map), "hail_world_set_sectors");
    in->static_rule.layer_b = HAIL_WALLS;
    in->static_rule.centre_only = 0;
    cliff_must(hail_rule_configure(in->world, &in->static_rule), "hail_rule_configure");
}

static uint32_t columns_of(const step_inputs *in) {
    return in->columns | (in->rotated ? (uint32_t)HAIL_ROTATION : 0) |
           (in->scaled || in->giant || in->two_sizes ? (uint32_t)HAIL_SCALE : 0) |
           (in->grouped || in->friends ? (uint32_t)HAIL_GROUP : 0) | (in->masked ? (uint32_t)HAIL_MASK : 0) |
           (in->pierce ? (uint32_t)HAIL_PIERCE : 0);
}

static void spawn(cliffs *c, step_inputs *in, uint32_t layer, size_t count) {
    hail_shape kinds[CLIFF_CONVEX_KINDS];
    const size_t kind_count = cliff_shapes(c, hail_world_shapes(in->world), in->shape, kinds);
    const float first = in->origin, last = first + side_of(in), speed = in->speed / DT;
    hail_shape *shape = cliff_array(c, count, sizeof *shape);
    uint32_t *groups = cliff_array(c, count, sizeof *groups), *masks = cliff_array(c, count, sizeof *masks);
    float *scales = cliff_floats(c, count, 0.5f, 1.5f, 8 + layer);
    float *vx = cliff_floats(c, count, -speed, speed, 3 + 100 * layer);
    float *vy = cliff_floats(c, count, -speed, speed, 4 + 100 * layer);
    for (size_t i = 0; i < count; i++) {
        shape[i] = kinds[i % kind_count];
        groups[i] = in->friends ? 1 : (uint32_t)i % 4;
        masks[i] = 1u << i % 4;
        if (in->two_sizes)
            scales[i] = i % 100 ? 1 : 8;
        if ((float)(i % 100) >= 100 * in->moving)
            vx[i] = vy[i] = 0;
    }
    if (in->giant && layer == 0)
        scales[0] = 100;
    const uint32_t columns = columns_of(in);
    const hail_spawn_columns bodies = {.x = cliff_floats(c, count, first, last, 1 + 100 * layer),
                                       .y = cliff_floats(c, count, first, last, 2 + 100 * layer),
                                       .vx = vx,
                                       .vy = vy,
                                       .shape = shape,
                                       .angle = in->rotated ? cliff_floats(c, count, 0, 6, 7 + layer) : NULL,
                                       .scale = columns & HAIL_SCALE ? scales : NULL,
                                       .group = columns & HAIL_GROUP ? groups : NULL,
                                       .category = in->masked ? masks : NULL,
                                       .mask = in->masked ? masks : NULL};
    cliff_must(hail_layer_configure(in->world, layer, &(hail_layer_options){.columns = columns, .bounds = in->bounds}),
               "hail_layer_configure");
    cliff_must(hail_spawn(in->world, layer, NULL, &bodies, count, NULL), "hail_spawn");
}

static void make_ready(cliffs *c, void *inputs) {
    step_inputs *in = inputs;
    in->options.min_x = in->options.min_y = in->origin - in->beyond;
    in->options.max_x = in->options.max_y = in->origin + side_of(in) + in->beyond;
    cliff_must(hail_world_create(&in->options, &in->world), "hail_world_create");
    cliff_owns(c, destroy_world, in->world);
    in->rule.layer_b = in->two_layers;
    if (in->rule.mode != HAIL_IGNORE)
        cliff_must(hail_rule_configure(in->world, &in->rule), "hail_rule_configure");
    const size_t targets = in->two_layers ? in->each.count / 10 : 0;
    spawn(c, in, 0, in->each.count - targets);
    if (targets)
        spawn(c, in, 1, targets);
    if (in->statics == TILES)
        add_tiles(c, in);
    if (in->statics == WALLS)
        add_walls(c, in);
}

static void on_contacts(const hail_contact *contacts, size_t count, void *user) {
    (void)contacts;
    ((step_inputs *)user)->contacts += count;
}

static size_t run(void *inputs) {
    step_inputs *in = inputs;
    cliff_must(hail_step(in->world, DT, in->called ? on_contacts : NULL, in), "hail_step");
    return hail_stats(in->world)->contacts;
}

/* ---- Ways -------------------------------------------------------------------------------------------------------- */

#define CHANGE(name, statement)                                                                                        \
    static void name(void *inputs) {                                                                                   \
        step_inputs *in = inputs;                                                                                      \
        statement;                                                                                                     \
    }

CHANGE(pairs, in->rule.mode = HAIL_PAIRS)
CHANGE(swept, in->rule.mode = HAIL_SWEPT)
CHANGE(swept_still, (swept(in), in->moving = 0))
CHANGE(swept_fast, (swept(in), in->speed = 30))
CHANGE(swept_unordered, (swept(in), in->rule.order = HAIL_UNORDERED))
CHANGE(earliest, in->rule.mode = HAIL_EARLIEST)
CHANGE(earliest_pierce, (earliest(in), in->pierce = true))
CHANGE(unordered, in->rule.order = HAIL_UNORDERED)
CHANGE(events, in->rule.events = 1)
CHANGE(events_still, (events(in), in->moving = 0))
CHANGE(cooldown, in->rule.cooldown = 6)
CHANGE(once, in->rule.cooldown = HAIL_ONCE)
CHANGE(until_apart, in->rule.cooldown = HAIL_UNTIL_APART)
CHANGE(graze, in->rule.graze = 4)
CHANGE(graze_once, (graze(in), in->rule.graze_once = 1))
CHANGE(swept_graze, (swept(in), graze(in)))
CHANGE(limited, in->rule.max_contacts = 10)
CHANGE(limited_events, (events(in), in->rule.max_events = 10))
CHANGE(kept, in->options.kept_contacts = 1 << 16)
CHANGE(uncalled, in->called = false)
CHANGE(timed, in->options.timed = 1)
CHANGE(small_window, in->options.window = 16)
CHANGE(small_budget, in->options.pair_budget = 1024)
CHANGE(of_64, in->each.count = 64)
CHANGE(of_16, in->each.count = 16)
CHANGE(of_one, in->each.count = 1)
CHANGE(many, in->each.count = 50000)
CHANGE(far_away, in->origin = 1.0e5f)
CHANGE(sparse, in->spacing = 96)
CHANGE(dense, in->spacing = 8)
CHANGE(capsules, in->shape = CLIFF_CAPSULE)
CHANGE(boxes, in->shape = CLIFF_BOX)
CHANGE(rounded_boxes, in->shape = CLIFF_ROUNDED_BOX)
CHANGE(triangles, in->shape = CLIFF_TRIANGLE)
CHANGE(octagons, in->shape = CLIFF_OCTAGON)
CHANGE(mixed_shapes, in->shape = CLIFF_MIXED)
CHANGE(turned_boxes, (in->shape = CLIFF_BOX, in->rotated = true))
CHANGE(turned_octagons, (in->shape = CLIFF_OCTAGON, in->rotated = true))
CHANGE(swept_capsules, (swept(in), capsules(in)))
CHANGE(swept_boxes, (swept(in), turned_boxes(in)))
CHANGE(swept_octagons, (swept(in), turned_octagons(in)))
CHANGE(compounds, in->shape = CLIFF_COMPOUND)
CHANGE(swept_compounds, (swept(in), compounds(in)))
CHANGE(sprites, in->shape = CLIFF_SPRITE)
CHANGE(turned_sprites, (in->shape = CLIFF_SPRITE, in->rotated = true))
CHANGE(swept_sprites, (swept(in), sprites(in)))
CHANGE(scaled, in->scaled = true)
CHANGE(giant, in->giant = true)
CHANGE(two_sizes, in->two_sizes = true)
CHANGE(swept_two_sizes, (swept(in), two_sizes(in)))
CHANGE(groups, in->grouped = true)
CHANGE(friends, in->friends = true)
CHANGE(dense_friends, (in->friends = true, in->spacing = 4))
CHANGE(masks, in->masked = true)
CHANGE(all_columns, in->columns = HAIL_USER | HAIL_LIFE | HAIL_DISPLACEMENT)
CHANGE(open, in->bounds = HAIL_OPEN)
CHANGE(wide_bounds, in->beyond = 5.0e4f)
CHANGE(half_still, in->moving = 0.5f)
CHANGE(most_still, in->moving = 0.05f)
CHANGE(all_still, in->moving = 0)
CHANGE(shots, in->two_layers = true)
CHANGE(swept_shots, (shots(in), swept(in)))
CHANGE(earliest_shots, (shots(in), earliest(in)))
CHANGE(pierce_shots, (shots(in), earliest_pierce(in)))
CHANGE(no_rule, in->rule.mode = HAIL_IGNORE)

static const cliff_way step_ways[] = {{"64 bodies", of_64, NULL, 0},
                                      {"16 bodies", of_16, NULL, 0},
                                      {CLIFF_ONE, of_one, NULL, 0},
                                      {"50,000 bodies", many, NULL, 0},
                                      {"1e5 px from the origin", far_away, NULL, 0},
                                      {"no rule", no_rule, NULL, 0},
                                      {"pairs", pairs, NULL, 0},
                                      {"swept", swept, NULL, 0},
                                      {"swept, all stand still", swept_still, NULL, 0},
                                      {"swept, 30 px a step", swept_fast, "more answers", 0},
                                      {"swept, without order", swept_unordered, NULL, 0},
                                      {"swept, grazes", swept_graze, "more answers", 0},
                                      {"earliest", earliest, NULL, 0},
                                      {"earliest, pierce", earliest_pierce, NULL, 0},
                                      {"without order", unordered, NULL, 0},
                                      {"events", events, NULL, 0},
                                      {"events, all stand still", events_still, NULL, 0},
                                      {"max_events", limited_events, NULL, 0},
                                      {"cooldown of 6 steps", cooldown, NULL, 0},
                                      {"cooldown HAIL_ONCE", once, NULL, 0},
                                      {"cooldown HAIL_UNTIL_APART", until_apart, NULL, 0},
                                      {"grazes", graze, "more answers", 0},
                                      {"grazes, once", graze_once, "more answers", 0},
                                      {"max_contacts", limited, NULL, 0},
                                      {"kept_contacts", kept, NULL, 0},
                                      {"no callback", uncalled, NULL, 0},
                                      {"timed", timed, NULL, 0},
                                      {"windows of 16", small_window, NULL, 0},
                                      {"pair_budget 1024", small_budget, NULL, 0},
                                      {"sparse: a 16th of the bodies per area", sparse, NULL, 0},
                                      {"dense: 9 times the bodies per area", dense, "more answers", 0},
                                      {"capsules", capsules, NULL, 0},
                                      {"boxes", boxes, NULL, 0},
                                      {"rounded boxes", rounded_boxes, NULL, 0},
                                      {"triangles", triangles, NULL, 0},
                                      {"8-gons", octagons, "8 vertices", 2},
                                      {"mixed shapes", mixed_shapes, NULL, 0},
                                      {"boxes, rotated", turned_boxes, NULL, 0},
                                      {"8-gons, rotated", turned_octagons, "8 vertices", 2},
                                      {"capsules, swept", swept_capsules, NULL, 0},
                                      {"boxes, rotated, swept", swept_boxes, NULL, 0},
                                      {"8-gons, rotated, swept", swept_octagons, "8 vertices", 2},
                                      {"compounds", compounds, "9 pairs of parts", 9},
                                      {"compounds, swept", swept_compounds, "9 pairs of parts", 9},
                                      {"sprites", sprites, "16 rows of pixels", 16},
                                      {"sprites, rotated", turned_sprites, "16 rows of pixels", 16},
                                      {"sprites, swept", swept_sprites, "16 rows of pixels", 16},
                                      {"scaled", scaled, NULL, 0},
                                      {"one body 100 times as large", giant, "more answers", 0},
                                      {"a hundredth 8 times as large", two_sizes, "more answers", 0},
                                      {"a hundredth 8 times as large, swept", swept_two_sizes, "more answers", 0},
                                      {"four groups", groups, NULL, 0},
                                      {"one group", friends, NULL, 0},
                                      {"one group, 36 times the bodies per area", dense_friends, NULL, 0},
                                      {"four categories", masks, NULL, 0},
                                      {"user, life, displacement", all_columns, NULL, 0},
                                      {"open bounds", open, NULL, 0},
                                      {"bounds 4,000 times as large", wide_bounds, NULL, 0},
                                      {"half stand still", half_still, NULL, 0},
                                      {"95 % stand still", most_still, NULL, 0},
                                      {"all stand still", all_still, NULL, 0},
                                      {"two layers", shots, NULL, 0},
                                      {"two layers, swept", swept_shots, NULL, 0},
                                      {"two layers, earliest", earliest_shots, NULL, 0},
                                      {"two layers, earliest, pierce", pierce_shots, NULL, 0},
                                      {0}};

/* ---- Steps with tiles and walls alone ---------------------------------------------------------------------------- */

CHANGE(tile_manifold, (in->static_rule.mode = HAIL_MANIFOLD, in->static_rule.centre_only = 0))
CHANGE(tile_pairs, (in->static_rule.mode = HAIL_PAIRS, in->static_rule.centre_only = 0))
CHANGE(tile_earliest, in->static_rule.mode = HAIL_EARLIEST)
CHANGE(tile_shapes, in->static_rule.centre_only = 0)
CHANGE(tile_capsules, (tile_shapes(in), capsules(in)))
CHANGE(tile_boxes, (tile_shapes(in), boxes(in)))
CHANGE(tile_turned, (tile_shapes(in), turned_boxes(in)))
CHANGE(tile_octagons, (tile_shapes(in), turned_octagons(in)))
CHANGE(tile_mixed, (tile_shapes(in), mixed_shapes(in)))
CHANGE(tile_compounds, (tile_shapes(in), compounds(in)))
CHANGE(tile_sprites, (tile_shapes(in), sprites(in)))
CHANGE(whole_tiles, (tile_shapes(in), in->static_rule.whole_tiles = 1))
CHANGE(smooth, in->static_rule.smooth = 3)
CHANGE(stopped, in->static_rule.stop = 1)
CHANGE(tile_stopped, (tile_shapes(in), stopped(in)))
CHANGE(tile_events, in->static_rule.events = 1)
CHANGE(tile_unordered, in->static_rule.order = HAIL_UNORDERED)
CHANGE(tile_cooldown, in->static_rule.cooldown = 6)
CHANGE(tile_limited, in->static_rule.max_contacts = 10)
CHANGE(tile_kinds, in->static_rule.kinds = HAIL_KIND(0))
CHANGE(fast, in->speed = 30)
CHANGE(manifold_mixed, (tile_manifold(in), mixed_shapes(in)))

static const cliff_way static_ways[] = {
    {"64 bodies", of_64, NULL, 0},
    {CLIFF_ONE, of_one, NULL, 0},
    {"1e5 px from the origin", far_away, NULL, 0},
    {"pairs", tile_pairs, NULL, 0},
    {"manifold", tile_manifold, NULL, 0},
    {"manifold, mixed shapes", manifold_mixed, "more answers", 0},
    {"earliest", tile_earliest, NULL, 0},
    {"stop", stopped, "more answers", 0},
    {"events", tile_events, NULL, 0},
    {"without order", tile_unordered, NULL, 0},
    {"cooldown of 6 steps", tile_cooldown, NULL, 0},
    {"max_contacts", tile_limited, NULL, 0},
    {"one kind", tile_kinds, NULL, 0},
    {"30 px a step", fast, NULL, 0},
    {"all stand still", all_still, NULL, 0},
    {"95 % stand still", most_still, NULL, 0},
    {"scaled", scaled, NULL, 0},
    {"as shapes: compounds", tile_compounds, "3 parts of 2 vertices, not a centre", 6},
    {"as shapes: sprites", tile_sprites, "16 rows of pixels", 16},
    {"as shapes: capsules", tile_capsules, "2 vertices, not a centre", 2},
    {"as shapes: boxes", tile_boxes, "4 vertices, not a centre", 4},
    {"as shapes: boxes, rotated", tile_turned, "4 vertices, not a centre", 4},
    {"as shapes: 8-gons, rotated", tile_octagons, "8 vertices, not a centre", 8},
    {"as shapes: mixed", tile_mixed, "3 vertices, not a centre", 3},
    {0}};

static const cliff_way tile_ways[] = {{"as shapes: circles", tile_shapes, "more answers", 0},
                                      {"as shapes: circles, stop", tile_stopped, "more answers", 0},
                                      {"as shapes: circles, whole_tiles", whole_tiles, "more answers", 0},
                                      {"smooth 3", smooth, NULL, 0},
                                      {0}};

void cliffs_steps(cliffs *c) {
    step_inputs base = {.each.count = BODIES,
                        .spacing = 24,
                        .speed = 2,
                        .moving = 1,
                        .bounds = HAIL_WRAP,
                        .called = true,
                        .rule = {.mode = HAIL_MANIFOLD}};
    cliff_must(hail_world_options_defaults(&base.options), "hail_world_options_defaults");
    CLIFF_CALL(c, "hail_step", run, make_ready, &base, step_ways);
    base.rule.mode = HAIL_IGNORE;
    base.statics = TILES;
    base.static_rule.mode = HAIL_SWEPT, base.static_rule.centre_only = 1;
    CLIFF_CALL(c, "hail_step, tiles", run, make_ready, &base, static_ways, tile_ways);
    base.statics = WALLS;
    CLIFF_CALL(c, "hail_step, walls", run, make_ready, &base, static_ways);
}
