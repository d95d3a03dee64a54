/* Three layers, of circles of one size, of circles of many sizes, and of all shapes; a map of tiles and a few walls.
 * What a rule asks for, and what a layer has, depends on the seed. */
#include "big_world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/rules.h"

enum { LAYERS = 3, MAP = 40, TILE = 32, MOST = 9000 };
static const float SIDE = 1280.0f;

struct big_world {
    hail_world *world;
    hail_tileset *tiles;
    hail_tilemap *map;
    hail_sectors *sectors;
    hail_spriteset *sprites;
    uint64_t state;
};

static uint32_t pick(big_world *w, uint32_t n) {
    w->state = w->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((w->state >> 33) % n);
}

static float range(big_world *w, float low, float high) {
    return low + (high - low) * ((float)pick(w, 1 << 20) / (float)(1 << 20));
}

static bool make_map(big_world *w, const hail_context *context) {
    uint64_t slope[TILE];
    uint32_t tile;
    const hail_tilemap_options options = {.context = context, .columns = MAP, .rows = MAP};
    for (int y = 0; y < TILE; y++)
        slope[y] = (UINT64_C(2) << y) - 1;
    if (hail_tileset_create(context, TILE, TILE, &w->tiles) != HAIL_OK ||
        hail_tileset_add_bits(w->tiles, slope, 1, &tile) != HAIL_OK ||
        hail_tilemap_create(w->tiles, &options, &w->map) != HAIL_OK)
        return false;
    for (uint32_t c = 0; c < MAP * MAP; c++) {
        const uint32_t cell = pick(w, 12) ? 0 : tile;
        if (hail_tilemap_set(w->map, c % MAP, c / MAP, 1, 1, &cell, 1) != HAIL_OK)
            return false;
    }
    return hail_world_set_tilemap(w->world, w->map) == HAIL_OK;
}

/* A square with a square hole. */
static bool make_walls(big_world *w, const hail_context *context) {
    const float x[] = {10, 1270, 1270, 10, 500, 700, 700, 500}, y[] = {10, 10, 1270, 1270, 500, 500, 800, 800};
    hail_wall walls[8];
    for (uint32_t i = 0; i < 8; i++)
        walls[i] = (hail_wall){.a = i,
                               .b = i / 4 * 4 + (i + 1) % 4,
                               .right = i < 4 ? 0 : HAIL_NO_SECTOR,
                               .left = i < 4 ? HAIL_NO_SECTOR : 0};
    const hail_sector_data data = {
        .x = x, .y = y, .vertex_count = 8, .walls = walls, .wall_count = 8, .sector_count = 1};
    const hail_sectors_options options = {.context = context};
    return hail_sectors_create(&options, &data, NULL, &w->sectors) == HAIL_OK &&
           hail_world_set_sectors(w->world, w->sectors) == HAIL_OK;
}

enum { SIZES = 6, SHAPES = SIZES + 5 };

static bool make_shapes(big_world *w, const hail_context *context, hail_shape *shape) {
    hail_shapeset *set = hail_world_shapes(w->world);
    const uint64_t rows[] = {0x3c, 0x7e, 0xff, 0xe7, 0xff, 0x7e};
    const hail_image image = {.bits = rows, .width = 8, .height = 6, .origin_x = 4, .origin_y = 3};
    const float x[] = {-7, 6, 3}, y[] = {-5, -4, 8};
    hail_convex parts[2];
    uint32_t sprite;
    for (int i = 0; i < SIZES; i++)
        if (hail_shape_circle(set, i == SIZES - 1 ? 60.0f : 2.0f + 1.5f * (float)i, &shape[i]) != HAIL_OK)
            return false;
    return hail_convex_circle(4, &parts[0]) == HAIL_OK && hail_convex_box(7, 2, 0, &parts[1]) == HAIL_OK &&
           hail_spriteset_create(context, &w->sprites) == HAIL_OK &&
           hail_spriteset_add(w->sprites, &image, &sprite) == HAIL_OK &&
           hail_shape_box(set, 6, 3, 1, &shape[SIZES]) == HAIL_OK &&
           hail_shape_polygon(set, x, y, 3, 0, &shape[SIZES + 1]) == HAIL_OK &&
           hail_shape_capsule(set, -4, 0, 4, 1, 2, &shape[SIZES + 2]) == HAIL_OK &&
           hail_shape_compound(set, parts, 2, &shape[SIZES + 3]) == HAIL_OK &&
           hail_shape_sprite(set, w->sprites, sprite, &shape[SIZES + 4]) == HAIL_OK;
}

/* The last two shapes are composed, and rare. */
static hail_shape shape_of(big_world *w, const hail_shape *shape, uint32_t layer) {
    if (layer == 0)
        return shape[1];
    if (layer == 1)
        return shape[pick(w, 400) ? pick(w, SIZES - 1) : SIZES - 1];
    return pick(w, 8) || w->state >> 63 ? shape[SIZES + pick(w, 3)] : shape[SIZES + 3 + pick(w, 2)];
}

static bool fill(big_world *w, const hail_shape *shape, uint32_t layer, uint32_t count) {
    static float x[MOST], y[MOST], vx[MOST], vy[MOST], life[MOST];
    static uint32_t group[MOST], category[MOST], mask[MOST];
    static hail_shape of[MOST];
    hail_layer_options o;
    if (hail_layer_describe(w->world, layer, &o) != HAIL_OK)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const bool crowd = pick(w, 12) == 0;
        x[i] = crowd ? range(w, 300.0f, 330.0f) : range(w, 0.0f, SIDE);
        y[i] = crowd ? range(w, 300.0f, 360.0f) : range(w, 0.0f, SIDE);
        vx[i] = range(w, -400.0f, 400.0f), vy[i] = range(w, -400.0f, 400.0f);
        life[i] = range(w, 0.01f, 1.0f);
        group[i] = pick(w, 4), category[i] = 1u << pick(w, 2), mask[i] = 1 + pick(w, 3);
        of[i] = shape_of(w, shape, layer);
    }
    const bool masks = o.columns & HAIL_MASK;
    const hail_spawn_columns columns = {.x = x,
                                        .y = y,
                                        .vx = vx,
                                        .vy = vy,
                                        .life = o.columns & HAIL_LIFE ? life : NULL,
                                        .group = o.columns & HAIL_GROUP ? group : NULL,
                                        .category = masks ? category : NULL,
                                        .mask = masks ? mask : NULL,
                                        .shape = of};
    return hail_spawn(w->world, layer, NULL, &columns, count, NULL) == HAIL_OK;
}

static bool make_rules(big_world *w, const big_options *o) {
    static const hail_mode modes[] = {HAIL_MANIFOLD, HAIL_PAIRS, HAIL_MANIFOLD, HAIL_SWEPT, HAIL_EARLIEST};
    const uint32_t order = o->unordered ? HAIL_UNORDERED : HAIL_ORDERED;
    for (uint32_t a = 0; a < LAYERS; a++) {
        for (uint32_t b = a; b < LAYERS; b++) {
            const hail_rule rule = rule_with(a, b, (hail_rule){.mode = modes[pick(w, 5)], .order = order});
            if (pick(w, 4) && hail_rule_configure(w->world, &rule) != HAIL_OK)
                return false;
        }
        const hail_rule tiles =
            rule_with(a, HAIL_TILES, (hail_rule){.mode = modes[pick(w, 5)], .order = order, .centre_only = true});
        const hail_rule walls = rule_with(a, HAIL_WALLS, (hail_rule){.mode = modes[pick(w, 5)], .order = order});
        if ((pick(w, 2) && hail_rule_configure(w->world, &tiles) != HAIL_OK) ||
            (pick(w, 2) && hail_rule_configure(w->world, &walls) != HAIL_OK))
            return false;
    }
    return true;
}

static bool make_layers(big_world *w, const hail_shape *shape) {
    for (uint32_t l = 0; l < LAYERS; l++) {
        const uint32_t columns = (pick(w, 2) ? HAIL_LIFE : 0u) | (pick(w, 3) ? 0u : HAIL_GROUP) |
                                 (pick(w, 3) ? 0u : HAIL_MASK) | (l == 2 ? HAIL_ROTATION | HAIL_SCALE : 0u) |
                                 (pick(w, 2) ? HAIL_USER : 0u);
        const hail_layer_options layer = {.columns = columns, .bounds = pick(w, 3)};
        if (hail_layer_configure(w->world, l, &layer) != HAIL_OK ||
            !fill(w, shape, l, 2500 + pick(w, l == 2 ? 1500 : MOST - 2500)))
            return false;
    }
    return true;
}

big_world *big_world_make(const big_options *o, hail_status *status) {
    const hail_context context = {.allocator = o->allocator, .variant = o->variant, .tasks = o->tasks};
    hail_world_options options;
    hail_shape shape[SHAPES];
    big_world *w = calloc(1, sizeof *w);
    if (!w)
        abort();
    w->state = o->seed * 77 + 5;
    hail_world_options_defaults(&options);
    options.context = &context;
    options.max_x = options.max_y = SIDE;
    options.pair_budget = o->pair_budget ? o->pair_budget : options.pair_budget;
    *status = hail_world_create(&options, &w->world);
    if (*status == HAIL_OK && make_shapes(w, &context, shape) && make_layers(w, shape) && make_rules(w, o) &&
        make_map(w, &context) && make_walls(w, &context))
        return w;
    *status = *status == HAIL_OK ? HAIL_BAD_ARGUMENT : *status;
    big_world_free(w);
    return NULL;
}

void big_world_free(big_world *w) {
    if (!w)
        return;
    hail_world_destroy(w->world);
    hail_tilemap_destroy(w->map);
    hail_tileset_destroy(w->tiles);
    hail_sectors_destroy(w->sectors);
    hail_spriteset_destroy(w->sprites);
    free(w);
}

hail_world *big_world_hail(const big_world *w) { return w->world; }

void big_world_churn(big_world *w) {
    hail_columns c;
    for (uint32_t l = 0; l < LAYERS; l++) {
        if (hail_layer_columns(w->world, l, &c) != HAIL_OK || !c.count)
            continue;
        for (int k = 0; k < 40; k++) {
            const uint32_t i = pick(w, c.count);
            c.vx[i] = range(w, -900.0f, 900.0f);
            c.vy[i] = pick(w, 8) ? range(w, -900.0f, 900.0f) : NAN;
            c.x[i] = range(w, -9.0f, SIDE);
            if (c.scale)
                c.scale[i] = pick(w, 8) ? range(w, 0.5f, 2.0f) : -1.0f;
        }
    }
}
