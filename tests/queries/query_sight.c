/* Lines of sight are the same from both ends: random pairs of ends among bodies, sprites, walls with portals and tiles,
 * on every variant, and pairs of tiles' middles, whose lines go through corners of pixels. One-way tiles block the
 * view.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <stdlib.h>

#include "query_scene.h"
#include "shared/contexts.h"
#include "shared/random_world.h"

enum { WORLDS = 36, MAPS = 30, LINES = 3000, SIDE = 24, TILE = 8 };

typedef struct lines {
    float x[LINES], y[LINES], to_x[LINES], to_y[LINES];
    uint8_t there[LINES], back[LINES];
} lines;

/* Asks from both ends. Returns how many lines are free. */
static size_t look(uint64_t seed, const char *isa, const hail_world *world, const hail_query_filter *filter, lines *l) {
    const hail_rays list = {.x = l->x, .y = l->y, .to_x = l->to_x, .to_y = l->to_y, .count = LINES};
    const hail_rays turned = {.x = l->to_x, .y = l->to_y, .to_x = l->x, .to_y = l->y, .count = LINES};
    size_t clear = 0;
    cr_assert_eq(hail_query_sight(world, &list, filter, l->there), HAIL_OK);
    cr_assert_eq(hail_query_sight(world, &turned, filter, l->back), HAIL_OK);
    for (size_t i = 0; i < LINES; i++) {
        cr_assert_eq(l->there[i], l->back[i], "HAIL_TEST_SEED=%llu isa %s: from (%a, %a) to (%a, %a): %u and back %u",
                     (unsigned long long)seed, isa, (double)l->x[i], (double)l->y[i], (double)l->to_x[i],
                     (double)l->to_y[i], l->there[i], l->back[i]);
        clear += l->there[i];
    }
    return clear;
}

/* Near bodies' edges, on corners of pixels, or anywhere. */
static void any_end(uint64_t *s, const view *v, float *x, float *y) {
    const float far = random_pick(s, 8) == 0 ? 4000.0f : 200.0f;
    *x = random_range(s, -far, far), *y = random_range(s, -far, far);
    if (v->bodies > 0 && random_pick(s, 3) == 0) {
        const seen *b = &v->body[random_pick(s, (uint32_t)v->bodies)];
        *x = b->x + random_range(s, -20.0f, 20.0f), *y = b->y + random_range(s, -20.0f, 20.0f);
    }
    if (random_pick(s, 3) == 0)
        *x = (float)(int)*x, *y = (float)(int)*y - 0.5f;
}

static size_t scene(uint64_t seed) {
    static const uint32_t finds[] = {HAIL_FIND_BODIES, HAIL_FIND_TILES, HAIL_FIND_WALLS, 7};
    const parts_config c = parts_config_of(seed);
    query_scene *t = query_scene_make(seed, &c);
    lines *l = calloc(1, sizeof *l);
    size_t clear = 0;
    cr_assert_not_null(l);
    if (t->map != NULL)
        cr_assert_eq(hail_tileset_set_one_way(t->set, HAIL_KIND(1), HAIL_ONE_WAY_TOP), HAIL_OK);
    view *v = query_scene_view(t);
    cr_assert_eq(hail_query_prepare(t->w.world, 0), HAIL_OK);
    for (size_t i = 0; i < LINES; i++) {
        any_end(&t->state, v, &l->x[i], &l->y[i]);
        any_end(&t->state, v, &l->to_x[i], &l->to_y[i]);
        if (random_pick(&t->state, 10) == 0)
            l->to_x[i] = l->x[i];
    }
    for (int k = 0; k < 4; k++)
        clear += look(seed, c.isa, t->w.world, &(hail_query_filter){.find = finds[k]}, l);
    view_free(v);
    free(l);
    query_scene_free(t);
    return clear;
}

Test(query_sight, scenes) { cr_assert_gt(random_seeds_sum(WORLDS, scene), 1000); }

/* ---- Tiles ------------------------------------------------------------------------------------------------------- */

static hail_world *world_of_tiles(const char *isa, uint64_t seed, uint32_t solid_of_10, hail_tileset **set,
                                  hail_tilemap **map) {
    hail_world_options options;
    hail_world *world;
    uint64_t rows[TILE], state = seed * 17 + 3;
    uint32_t tile;
    const hail_tilemap_options size = {.columns = SIDE, .rows = SIDE};
    for (int j = 0; j < TILE; j++)
        rows[j] = 0xff;
    hail_world_options_defaults(&options);
    options.context = variant_context(isa);
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_tileset_create(NULL, TILE, TILE, set), HAIL_OK);
    cr_assert_eq(hail_tileset_add_bits(*set, rows, 1, &tile), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(*set, &size, map), HAIL_OK);
    for (uint32_t k = 0; k < SIDE * SIDE; k++)
        if (random_pick(&state, 10) < solid_of_10)
            cr_assert_eq(hail_tilemap_fill(*map, k % SIDE, k / SIDE, 1, 1, tile), HAIL_OK);
    cr_assert_eq(hail_world_set_tilemap(world, *map), HAIL_OK);
    return world;
}

static void middles(uint64_t seed) {
    const char *isa = hail_variant_name(seed % hail_variant_count());
    const hail_query_filter tiles = {.find = HAIL_FIND_TILES};
    hail_tileset *set;
    hail_tilemap *map;
    hail_world *world = world_of_tiles(isa, seed, 2, &set, &map);
    uint64_t state = seed + 1;
    lines *l = calloc(1, sizeof *l);
    cr_assert_not_null(l);
    for (size_t i = 0; i < LINES; i++) {
        const uint32_t column = random_pick(&state, SIDE), row = random_pick(&state, SIDE),
                       far = random_pick(&state, SIDE);
        const bool diagonal = random_pick(&state, 3) == 0;
        l->x[i] = TILE * (float)column + TILE / 2, l->y[i] = TILE * (float)row + TILE / 2;
        l->to_x[i] = diagonal ? l->x[i] + TILE * (float)far : TILE * (float)random_pick(&state, SIDE) + TILE / 2;
        l->to_y[i] = diagonal ? l->y[i] - TILE * (float)far : TILE * (float)random_pick(&state, SIDE) + TILE / 2;
    }
    cr_assert_gt(look(seed, isa, world, &tiles, l), 100);
    free(l);
    hail_world_destroy(world);
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
}

Test(query_sight, middles) { random_seeds(MAPS, middles); }

/* A platform blocks the view from above and from below; without its kind it does not. */
Test(query_sight, one_way) {
    for (size_t v = 0; v < hail_variant_count(); v++) {
        hail_tileset *set;
        hail_tilemap *map;
        hail_world *world = world_of_tiles(hail_variant_name(v), 1, 0, &set, &map);
        const float x[4] = {20.0f, 20.0f, 4.0f, 60.0f}, y[4] = {4.0f, 60.0f, 20.0f, 20.0f};
        const float to_x[4] = {21.0f, 21.0f, 60.0f, 4.0f}, to_y[4] = {60.0f, 4.0f, 20.5f, 20.5f};
        const hail_rays list = {.x = x, .y = y, .to_x = to_x, .to_y = to_y, .count = 4};
        uint8_t clear[4];
        cr_assert_eq(hail_tilemap_fill(map, 2, 2, 2, 1, 1), HAIL_OK);
        for (hail_one_way side = HAIL_ONE_WAY_LEFT; side <= HAIL_ONE_WAY_BOTTOM; side++) {
            cr_assert_eq(hail_tileset_set_one_way(set, HAIL_KIND(1), side), HAIL_OK);
            cr_assert_eq(hail_query_sight(world, &list, &(hail_query_filter){.find = HAIL_FIND_TILES}, clear), HAIL_OK);
            cr_assert(!clear[0] && !clear[1] && !clear[2] && !clear[3]);
        }
        const hail_query_filter others = {.find = HAIL_FIND_TILES, .tile_kinds = ~HAIL_KIND(1)};
        cr_assert_eq(hail_query_sight(world, &list, &others, clear), HAIL_OK);
        cr_assert(clear[0] && clear[1] && clear[2] && clear[3]);
        hail_world_destroy(world);
        hail_tilemap_destroy(map);
        hail_tileset_destroy(set);
    }
}
