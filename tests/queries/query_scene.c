/* tests/queries/query_scene.c - makes the worlds of query_scene.h. */
#include "query_scene.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "shared/random_world.h"
#include "sprites/pixel_oracle.h"

/* ---- Tiles ------------------------------------------------------------------------------------------------------- */

static void make_tiles(query_scene *t) {
    uint64_t *s = &t->state;
    hail_tilemap_options options = {.columns = SCENE_SIDE, .rows = SCENE_SIDE, .x = -96.0f, .y = -100.5f};
    options.outside_solid = random_pick(s, 3) == 0, options.outside_kind = 7;
    cr_assert_eq(hail_tileset_create(NULL, SCENE_TILE, SCENE_TILE, &t->set), HAIL_OK);
    for (uint32_t k = 0; k < SCENE_TILES; k++) {
        uint64_t rows[SCENE_TILE];
        uint32_t tile;
        for (int j = 0; j < SCENE_TILE; j++)
            rows[j] = (k == 0 ? 0xff : random_bits(s) & (k < 3 ? random_bits(s) : UINT64_MAX)) & 0xff;
        cr_assert_eq(hail_tileset_add_bits(t->set, rows, k % 3, &tile), HAIL_OK);
    }
    cr_assert_eq(hail_tilemap_create(t->set, &options, &t->map), HAIL_OK);
    const uint32_t open = 2 + random_pick(s, 14); /* of 16 cells */
    for (uint32_t k = 0; k < SCENE_SIDE * SCENE_SIDE; k++) {
        const uint32_t tile = random_pick(s, 16) < open ? 0 : 1 + random_pick(s, SCENE_TILES);
        cr_assert_eq(hail_tilemap_fill(t->map, k % SCENE_SIDE, k / SCENE_SIDE, 1, 1, tile), HAIL_OK);
    }
}

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static void make_sprites(query_scene *t) {
    t->cast = sprite_cast_make(t->seed, 16);
    for (uint32_t k = 0; k < SPRITE_DRAWINGS; k++)
        t->drawing[k] = pixel_drawing(t->cast->set, k);
}

static void name_sprites(query_scene *t) {
    t->sprites = (gallery){.set = t->cast != NULL ? t->cast->set : NULL, .drawing = t->drawing};
    t->sprites.shape = t->sprite_shape, t->sprites.sprite = t->sprite;
    for (uint32_t k = 0; k < PARTS_SHAPES; k++) {
        if (t->plan->shape[k].sprite == PARTS_NO_SPRITE)
            continue;
        t->sprite_shape[t->sprites.count] = t->w.shape[k];
        t->sprite[t->sprites.count++] = t->plan->shape[k].sprite;
    }
}

query_scene *query_scene_make(uint64_t seed, const parts_config *config) {
    query_scene *t = calloc(1, sizeof *t);
    if (t == NULL)
        abort();
    t->seed = seed, t->state = seed * 91 + 17;
    const bool sprites = seed % 3 == 0;
    if (sprites)
        make_sprites(t);
    t->plan = parts_plan_make(seed, sprites ? t->cast->set : NULL);
    if (seed % 5 != 1) {
        make_tiles(t);
        t->plan->map = t->map;
    }
    for (int n = 0; n < PARTS_LAYERS; n++) /* queries ask, not rules */
        memset(&t->plan->tiles[n], 0, sizeof t->plan->tiles[n]);
    t->w = parts_world_make(t->plan, config);
    name_sprites(t);
    soup_make(&t->s, &t->state, 0.0f, seed % 4 == 3, seed % 7 == 4);
    if (seed % 5 != 2) {
        t->walls = soup_map(&t->s, seed % 2 == 0 ? 0.0f : 40.0f, NULL);
        cr_assert_eq(hail_world_set_sectors(t->w.world, t->walls), HAIL_OK);
    }
    t->style = (ask_style){.shapes = t->w.shape, .shape_count = PARTS_SHAPES, .round = sprites || seed % 2 == 0};
    t->style.sprites = true, t->style.maps = true, t->style.speed = 150.0f;
    return t;
}

void query_scene_free(query_scene *t) {
    parts_world_free(&t->w);
    hail_sectors_destroy(t->walls);
    hail_tilemap_destroy(t->map);
    hail_tileset_destroy(t->set);
    for (uint32_t k = 0; k < SPRITE_DRAWINGS && t->cast != NULL; k++)
        drawing_free(t->drawing[k]);
    if (t->cast != NULL)
        sprite_cast_free(t->cast);
    free(t->plan);
    free(t);
}

void query_scene_change(query_scene *t) {
    const uint32_t side = SCENE_TILE * SCENE_SIDE - 20;
    if (t->walls != NULL)
        soup_change(t->walls, random_bits(&t->state));
    for (int k = 0; k < 6 && t->map != NULL; k++) {
        const uint32_t kind = random_pick(&t->state, 4), high = 1 + random_pick(&t->state, 19),
                       wide = 1 + random_pick(&t->state, 19), y = random_pick(&t->state, side),
                       x = random_pick(&t->state, side);
        cr_assert_eq(hail_tilemap_paint(t->map, x, y, wide, high, k % 2 == 0, kind), HAIL_OK);
    }
}

view *query_scene_view(const query_scene *t) {
    return view_make(t->w.world, t->cast != NULL ? &t->sprites : NULL, t->map, t->walls);
}
